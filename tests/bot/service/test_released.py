"""Databases that released versions left behind: opened, played on, closed and audited (tests/bot/store/released)."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.audit import audit_command, check_deal
from bot.service.model import Person, Refusal, Snapshot
from bot.service.pace import Pace
from bot.service.service import TableService
from bot.store.audit import audit
from bot.store.model.servers import Chips
from bot.store.store import Store
from engine.actions import argument
from engine.game import GAMES
from engine.players import PLAYERS
from engine.shuffle import Stream
from tests.bot.store.released.__main__ import made
from tests.kit.tables import all_tables

FOLDER = Path(__file__).parents[1] / "store/released"
RELEASED = sorted(FOLDER.glob("*.sqlite3"))
OPEN = "SELECT game FROM tables JOIN deals ON table_id = tables.id WHERE deals.status = 'open'"
EACH_RELEASE = pytest.mark.parametrize("released", RELEASED, ids=lambda path: path.stem)


@contextlib.asynccontextmanager
async def served(path: Path) -> AsyncIterator[TableService]:
    """Today's service on that database; computer players act at once, and nothing else happens by itself."""
    store = await Store.open(path, Chips(2000, 40))
    service = TableService(store, Pace(turn=0, pause=3600, computer=0))
    await service.restore()
    try:
        yield service
    finally:
        await service.stop()
        await store.close()


def copied(released: Path, folder: Path) -> Path:
    return Path(shutil.copy(released, folder / "knockabout.sqlite3"))


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with contextlib.closing(sqlite3.connect(path)) as db:
        return db.execute(query).fetchall()


async def play_to_the_end(service: TableService, table: Snapshot, lot: Stream, key: int) -> int:
    """Plays the table's deal at random; the next key."""
    while (now := service.snapshot_of(table.table_id)) is not None and now.stage == "playing":
        to_act = now.to_act
        assert to_act is not None
        if to_act.computer:
            await asyncio.sleep(0.001)
            continue
        assert to_act.user_id is not None
        view = service.private_of(now.table_id, to_act.user_id).view
        assert view is not None
        action = PLAYERS["random"].choose(view, lot)
        person = Person(now.guild_id, to_act.user_id, to_act.name)
        chosen = argument(action)
        assert not isinstance(chosen, tuple), "nobody at the table shuffles"
        try:
            await service.act(now.table_id, person, action.do, chosen, key := key + 1, now.turn)
        except Refusal as refusal:  # a computer player was first, out of turn
            if refusal.code != "stale":
                raise
    return key


def test_each_release_has_left_deals_of_every_game_that_it_had() -> None:
    assert RELEASED
    for released in RELEASED:
        found = {game for (game,) in rows(released, OPEN)}
        assert found >= set(GAMES) if released.stem == "0.1.0" else found
        stages = {status for (status,) in rows(released, "SELECT status FROM tables")}
        assert stages == {"lobby", "playing", "closed"}


async def test_the_script_makes_one_of_the_present_version(tmp_path: Path) -> None:
    path = tmp_path / "made.sqlite3"
    await made(path)
    assert {game for (game,) in rows(path, OPEN)} == set(GAMES)


@EACH_RELEASE
async def test_every_deal_in_progress_goes_on_to_its_end(released: Path, tmp_path: Path) -> None:
    path = copied(released, tmp_path)
    open_deals = rows(path, "SELECT table_id, number FROM deals WHERE status = 'open' ORDER BY id")
    (taken_back,) = rows(path, "SELECT count(*) FROM deals WHERE status = 'cancelled'")
    lot, key = Stream(b"released".ljust(32)), 10_000_000
    async with served(path) as service:
        assert service.orphans() == ()
        playing = [table for table in all_tables(service) if table.stage == "playing"]
        assert {(table.table_id, table.turn.deal) for table in playing} == set(open_deals)
        for table in playing:
            key = await play_to_the_end(service, table, lot, key)
    async with served(path) as service:
        for table in all_tables(service):
            assert not table.deal_taken_back
            people = [s for s in table.sitters if s.user_id is not None and not s.leaving]
            person = Person(table.guild_id, people[0].user_id or 0, people[0].name)
            await service.close(table.table_id, person, key := key + 1)
            assert service.table_in(table.channel_id) is None
    assert rows(path, "SELECT count(*) FROM deals WHERE status = 'cancelled'") == [taken_back]
    assert rows(path, "SELECT count(*) FROM deals WHERE status = 'open'") == [(0,)]
    assert rows(path, "SELECT sum(balance) FROM accounts WHERE kind IN ('seat', 'pot', 'pool')") == [(0,)]
    assert audit(path, check_deal).problems == ()


@EACH_RELEASE
async def test_further_deals_are_dealt_at_its_tables(released: Path, tmp_path: Path) -> None:
    path, lot, key = copied(released, tmp_path), Stream(b"further".ljust(32)), 20_000_000
    async with served(path) as service:
        for table in all_tables(service):
            key = await play_to_the_end(service, table, lot, key)
            here = service.snapshot_of(table.table_id)
            assert here is not None
            people = [s for s in here.sitters if s.user_id is not None and not s.leaving]
            if not people:
                continue
            person = Person(here.guild_id, people[0].user_id or 0, people[0].name)
            try:
                await service.start(here.table_id, person, key := key + 1)
            except Refusal as refusal:
                assert refusal.code in {"too_few", "table_gone", "one_left"}, "somebody had got up"  # noqa: PT017 - only some refuse
                continue
            key = await play_to_the_end(service, here, lot, key)
    assert audit(path, check_deal).problems == ()


@EACH_RELEASE
async def test_the_audit_says_which_deals_are_of_another_version(
    released: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = copied(released, tmp_path)
    async with served(path):
        pass
    assert audit_command(path) == 0
    said = capsys.readouterr().out
    if released.stem == "0.1.0":
        ids = [str(number) for (number,) in rows(path, "SELECT id FROM deals ORDER BY id")]
        assert f"Deals {', '.join(ids)}: of another version: hashes not checked, replayed and found equal." in said
    assert said.endswith("Nothing was created and nothing lost.\n")


@EACH_RELEASE
async def test_its_deals_can_be_verified(released: Path, tmp_path: Path) -> None:
    path = copied(released, tmp_path)
    places = rows(
        path,
        "SELECT DISTINCT channel_id, user_id, sittings.guild_id FROM tables JOIN deals ON deals.table_id = tables.id"
        " JOIN deal_seats ON deal_id = deals.id JOIN sittings ON sitting_id = sittings.id"
        " WHERE deals.status = 'finished' AND user_id IS NOT NULL",
    )
    answers = set()
    async with served(path) as service:
        for channel, user, guild in places:
            person = Person(int(str(guild)), int(str(user)), "")
            with contextlib.suppress(Refusal):  # whoever was not dealt in to the last one
                found = await service.shuffles.verification(person, int(str(channel)))
                assert found.fits
                answers.add((channel, found.other_version))
    assert {channel for channel, _ in answers} == {channel for channel, _, _ in places}
    if released.stem == "0.1.0":
        assert {version for _, version in answers} == {"equal"}


async def test_a_deal_that_was_open_when_packs_came_to_be_bound_is_verified_as_it_began(tmp_path: Path) -> None:
    """Dealt from seed and cut, it stays of the first kind to its end; the next one at its table is of the second."""
    path = copied(FOLDER / "0.1.0.sqlite3", tmp_path)
    lot, key, games = Stream(b"both kinds".ljust(32)), 30_000_000, set()
    stored = rows(path, "SELECT table_id, commitment FROM deals WHERE status = 'open'")
    before = {row[0]: row[1] for row in stored}
    async with served(path) as service:
        for table in [table for table in all_tables(service) if table.stage == "playing"]:
            person = next(
                Person(table.guild_id, s.user_id, s.name)
                for s in table.players
                if s.user_id is not None and not s.leaving
            )
            key = await play_to_the_end(service, table, lot, key)
            old = await service.shuffles.verification(person, table.channel_id, table.turn.deal)
            assert old.record["format"] == "knockabout/1"
            assert (old.fits, old.bound, old.commitment) == (True, None, before[table.table_id])
            assert old.seed
            with contextlib.suppress(Refusal):  # not enough people, or chips, are left at some
                await service.start(table.table_id, person, key := key + 1)
                key = await play_to_the_end(service, table, lot, key)
                new = await service.shuffles.verification(person, table.channel_id)
                assert new.number > old.number
                assert new.record["format"] == "knockabout/2"
                assert new.bound is not None
                assert new.fits
                assert not new.seed
                again = await service.shuffles.verification(person, table.channel_id, old.number)
                assert (again.fits, again.record["format"]) == (True, "knockabout/1")
                games.add(table.game)
    assert len(games) >= 4
    assert audit(path, check_deal).problems == ()
