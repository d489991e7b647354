"""Tables at rest: small records, brought back whole when somebody asks for them or their clock runs."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import pytest

import bot.service.table
from bot.service import restore, rests
from bot.service.clock import AGAIN_MOST, TOLD_AGAIN
from bot.service.customs import DAY, UNHURRIED
from bot.service.index import Resting, at_rest
from bot.service.model import Refusal, Snapshot
from bot.service.pace import Pace
from bot.service.table import Table
from bot.store.model.errors import StoreError
from bot.store.resting import Rest
from bot.store.store import Store
from engine.game import GAMES
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, House
from tests.kit.broken import unreadable
from tests.kit.time import Hands
from tests.kit.waiting import until

BY_MAIL = Pace(turn=DAY, pause=3600, computer=0, idle=0)


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The tables whose deals were played again."""
    played: list[int] = []
    real = restore.replayed

    def noted(*args: Any, **more: Any) -> object:
        played.append(1)
        return real(*args, **more)

    monkeypatch.setattr(restore, "replayed", noted)
    return played


@contextlib.asynccontextmanager
async def house_with(pace: Pace, folder: Path) -> AsyncIterator[House]:
    """A house of that pace, for as long as this lasts."""
    house = House(folder / "k.sqlite3", pace, Hands())
    await house.open()
    try:
        yield house
    finally:
        await house.close()


@pytest.fixture
async def mail(tmp_path: Path) -> AsyncIterator[House]:
    """A house whose tables play by mail, and whose messages always show them as they are."""
    async with house_with(BY_MAIL, tmp_path) as house:
        house.service.rests.shown_as = lambda table_id: "as ever"
        yield house


async def stopped(house: House) -> None:
    """The bot is stopped, and notes which tables rest, and starts again."""
    await house.service.rests.note_rests()
    await house.restart()
    house.service.rests.shown_as = lambda table_id: "as ever"


def resting(house: House) -> set[int]:
    return set(house.service._in_memory.by_id.resting)


async def comes_to_rest(house: House, table_id: int) -> None:
    """Waits until that table rests."""
    await until(lambda: table_id in resting(house))


async def rows(house: House) -> set[int]:
    with sqlite3.connect(house.path) as db:
        return {table for (table,) in db.execute("SELECT table_id FROM resting")}


async def woken(house: House) -> Snapshot:
    """The table in the channel, brought back as before a press is served."""
    await house.service.rests.prepare(channel_id=CHANNEL)
    return house.now


async def in_a_deal(house: House) -> int:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    return house.id


async def stopped_in_a_deal(house: House) -> int:
    """A deal is played, the bot is stopped and starts again. Returns the table's id."""
    table_id = await in_a_deal(house)
    await stopped(house)
    return table_id


async def killed_in_a_deal(house: House) -> int:
    """A deal is played, the bot is killed and starts again; nobody can be reached yet. Returns the table's id."""
    table_id = await in_a_deal(house)
    house.signed_in = False
    await house.restart()
    assert resting(house) == {table_id}, "nothing is read before anybody can be reached"
    return table_id


async def test_a_start_plays_no_deal_again_at_which_nothing_has_happened(mail: House, replays: list[int]) -> None:
    table_id = await in_a_deal(mail)
    await mail.any_action(ANN, BO)
    before = mail.now
    replays.clear()
    await stopped(mail)
    assert (resting(mail), replays) == ({table_id}, [])
    service = mail.service
    at = service.location_in(CHANNEL)
    assert at is not None
    assert (at.table_id, service.tally()[before.game, "playing"], service.shard_of(table_id)) == (table_id, 1, 0)
    assert service.locations() == service.locations_in_server(before.guild_id) == [at]
    assert (resting(mail), replays) == ({table_id}, []), "where it is need not be read"
    assert await woken(mail) == before
    assert (resting(mail), len(replays)) == (set(), 1)


async def test_whoever_acts_at_a_table_that_rests_finds_it_as_it_was(mail: House) -> None:
    table_id = await stopped_in_a_deal(mail)
    await mail.service.rests.prepare(user_id=ANN.user_id)
    assert resting(mail) == set()
    await mail.any_action(ANN, BO)
    assert await rows(mail) == set(), "the books say no more that it rests"
    await stopped(mail)
    assert (await woken(mail)).turn.seq == 1
    assert mail.now.table_id == table_id


async def test_a_press_looks_at_the_tables_of_the_person_alone(mail: House) -> None:
    class Many(dict[int, Table]):
        """Tables of which there may be thousands."""

        def __iter__(self) -> NoReturn:
            raise AssertionError("all of them were looked at")

        values = items = __iter__

    table_id = await in_a_deal(mail)
    tables = mail.service._in_memory
    tables.by_id.whole, tables.used = Many(tables.by_id.whole), {}
    await mail.service.rests.prepare(user_id=ANN.user_id)
    assert set(tables.used) == {table_id}
    tables.used.clear()
    await mail.service.rests.prepare(user_id=CY.user_id)
    assert not tables.used, "nobody else's table"


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_every_game_is_brought_back_as_it_was(mail: House, game: str) -> None:
    await mail.table(ANN, BO, CY, game=game, buy_in=GAMES[game].usual_chips(GAMES[game].rules()))
    await mail.service.start(mail.id, ANN, mail.key)
    await mail.any_action(ANN, BO, CY)
    table = mail.service._in_memory.by_id[mail.id]
    before, mine = mail.now, mail.service.private_of(mail.id, BO.user_id)
    mail.hands.forward(120)
    assert await mail.service.rests.let_rest(table)
    assert (resting(mail), await rows(mail)) == ({table.table_id}, {table.table_id})
    assert await woken(mail) == before
    assert mail.service.private_of(mail.id, BO.user_id) == replace(mine, table=before)
    again = mail.service._in_memory.by_id[mail.id]
    assert again is not table
    assert again is mail.service._in_memory.by_channel[CHANNEL]


async def test_a_turn_goes_on_while_its_table_rests_and_nobodys_time_is_lost(mail: House) -> None:
    table_id = await in_a_deal(mail)
    told = mail.now.deadline
    await mail.after(1000)
    await comes_to_rest(mail, table_id)
    await stopped(mail)
    assert resting(mail) == {table_id}
    await mail.after(DAY / 2 - 1001)
    assert resting(mail) == {table_id}
    await mail.after(2)
    await mail.after(0)
    assert resting(mail) == set(), "half of the time is over: the person is reminded"
    assert (mail.now.reminders, mail.now.slow, mail.now.deadline) == (1, True, told)
    await mail.after(DAY / 2)
    await mail.after(0)
    assert mail.now.turn.seq > 0, "the time was up"


async def test_a_table_comes_to_rest_by_itself_and_its_clock_wakes_it(mail: House) -> None:
    table_id = await in_a_deal(mail)
    for _ in range(4):
        await mail.after(30)
    await comes_to_rest(mail, table_id)
    assert len(mail.service._clock._tables) == 0
    await mail.after(DAY)
    await mail.after(0)
    assert mail.now.turn.seq > 0


async def test_a_turn_without_a_limit_that_was_slow_stays_slow(tmp_path: Path) -> None:
    async with house_with(Pace(turn=0, pause=3600, computer=0, idle=0), tmp_path) as house:
        house.service.rests.shown_as = lambda table_id: "as ever"
        table_id = await in_a_deal(house)
        await house.after(UNHURRIED + 1)
        assert house.now.slow
        await stopped(house)
        assert resting(house) == {table_id}, "it says so, and it is so"
        await house.after(10 * UNHURRIED)
        assert resting(house) == {table_id}
        assert (await woken(house)).slow


async def test_an_idle_table_ends_though_it_rests(tmp_path: Path) -> None:
    async with house_with(Pace(turn=0, pause=3600, computer=0, idle=3600), tmp_path) as house:
        house.service.rests.shown_as = lambda table_id: "as ever"
        await house.table(ANN, BO)
        table_id = house.id
        await stopped(house)
        assert resting(house) == {table_id}
        await house.after(3599)
        assert resting(house) == {table_id}
        await house.after(2)
        await house.after(0)
        assert house.service.location_in(CHANNEL) is None


async def test_what_is_shown_of_a_turns_time_must_still_be_true(mail: House) -> None:
    table_id = await in_a_deal(mail)
    await mail.service.rests.note_rests()
    await mail.service.stop()
    await mail.store.close()
    mail.hands.forward(DAY)  # the bot is away for so long that the person has the whole time again
    await mail.open()
    await mail.after(0)
    assert resting(mail) == set(), "another moment is to be told"
    assert mail.changes[-1] == table_id


async def test_a_table_at_which_something_happens_soon_does_not_rest(mail: House) -> None:
    table_id = await in_a_deal(mail)
    table = mail.service._in_memory.by_id[table_id]
    mail.service.rests.may_rest = lambda table_id: False
    assert not await mail.service.rests.let_rest(table), "its message is being edited"
    mail.service.rests.may_rest = lambda table_id: True
    table.unsure = True
    assert not await mail.service.rests.let_rest(table)
    table.unsure = False
    mail.service.interruptions.hidden(table_id)
    assert not await mail.service.rests.let_rest(table)
    mail.service.interruptions.shown(table_id)
    mail.service.interruptions.unreachable()
    assert not await mail.service.rests.let_rest(table)
    mail.service.interruptions.reachable()
    assert await mail.service.rests.let_rest(table)


async def test_whoever_waits_for_a_table_that_comes_to_rest_gets_the_one_that_is_there(mail: House) -> None:
    table_id = await in_a_deal(mail)
    table = mail.service._in_memory.by_id[table_id]
    async with table.lock:
        acting = asyncio.ensure_future(mail.any_action(ANN, BO))
        looking = asyncio.ensure_future(mail.service.look(table_id, ANN.user_id))
        for _ in range(5):
            await asyncio.sleep(0)
        # As if it had come to rest just before the lock was free.
        mail.service._in_memory.by_id.rest(resting_record(mail, table))
        table.resting = True
    await acting
    assert (await looking).table.table_id == table_id
    assert mail.now.turn.seq == 1
    assert table.turn.seq == 0, "nothing was done at the one that is gone"


def resting_record(house: House, table: Table) -> Resting:
    record = at_rest(table, None)
    house.service._clock.rest(table, record)
    return record


async def test_nothing_is_done_while_the_books_may_say_that_the_table_rests(
    mail: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await stopped_in_a_deal(mail)

    async def broken(table_id: int) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(mail.store.resting, "disturb", broken)
        assert (await woken(mail)).table_id == table_id
        with pytest.raises(Refusal) as refused:
            await mail.any_action(ANN, BO)
        assert refused.value.code == "not_written", "nothing was begun yet"
        assert await rows(mail) == {table_id}
    await mail.any_action(ANN, BO)
    assert await rows(mail) == set()


async def let_rest_while(
    house: House, table: Table, meanwhile: Callable[[], Awaitable[None]], patch: pytest.MonkeyPatch
) -> bool:
    """Whether the table came to rest, where something happens as soon as it was noted that it rests."""
    real = house.store.resting.note

    async def note(rests: list[tuple[int, Rest]]) -> None:
        await real(rests)
        await meanwhile()

    patch.setattr(house.store.resting, "note", note)
    return await house.service.rests.let_rest(table)


async def test_one_that_was_disturbed_while_it_came_to_rest_does_not_rest(
    mail: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await in_a_deal(mail)
    table = mail.service._in_memory.by_id[table_id]
    edited = partial(mail.service.rests.ready, table_id)  # somebody is about to edit its message
    assert not await let_rest_while(mail, table, edited, monkeypatch)
    assert (resting(mail), await rows(mail)) == (set(), set())
    assert mail.service._in_memory.by_id[table_id] is table


async def test_one_that_was_asked_for_while_it_came_to_rest_does_not_rest(
    mail: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await in_a_deal(mail)

    async def pressed() -> None:
        mail.hands.forward(1)
        await mail.service.rests.prepare(table_id)  # it is looked at in a moment

    assert not await let_rest_while(mail, mail.service._in_memory.by_id[table_id], pressed, monkeypatch)
    assert (mail.now.table_id, resting(mail), await rows(mail)) == (table_id, set(), set())


async def test_a_deal_that_does_not_replay_is_taken_back_when_its_table_is_needed(mail: House) -> None:
    table_id = await in_a_deal(mail)
    await mail.service.rests.note_rests()
    await mail.close()
    with sqlite3.connect(mail.path) as db:
        db.execute("UPDATE deals SET state_hash = '2:' || hex(zeroblob(32))")
    mail.spoilt = True
    await mail.open()
    await mail.service.rests.prepare(table_id)
    await mail.rest()
    assert mail.now.stage == "lobby"
    assert mail.now.deal_taken_back
    assert {sitter.chips for sitter in mail.now.sitters} == {20}


async def test_after_a_kill_the_clocks_of_all_tables_are_set_once_people_can_be_reached(tmp_path: Path) -> None:
    async with house_with(Pace(turn=100, pause=3600, computer=0, idle=0), tmp_path) as house:
        table_id = await killed_in_a_deal(house)
        house.service.interruptions.reachable()
        await until(lambda: not resting(house))
        await house.rest()
        assert house.service._clock._alarms.at(table_id) is not None
        await house.after(101)
        await house.after(1)
        assert house.now.turn.seq > 0, "the time was up"


async def test_whoever_asks_for_a_table_while_a_start_looks_at_it_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house_with(BY_MAIL, tmp_path) as house:
        table_id = await killed_in_a_deal(house)
        reads, begun, answers, real = 0, asyncio.Event(), asyncio.Event(), house.store.table

        async def slow(table_id: int) -> object:
            nonlocal reads
            reads += 1
            begun.set()
            await answers.wait()
            return await real(table_id)

        monkeypatch.setattr(house.store, "table", slow)
        house.service.interruptions.reachable()  # the start looks at all tables, and lets this one rest again
        async with asyncio.timeout(30):
            await begun.wait()
        asking = asyncio.create_task(house.service.rests.prepare(table_id))
        await asyncio.sleep(0)
        answers.set()
        await asking
        assert (house.now.table_id, reads) == (table_id, 1)
        await house.rest()
        assert resting(house) == set(), "somebody has just asked for it"


async def two_tables(house: House) -> tuple[int, int]:
    """Deals are played at two tables. Returns the tables' ids."""
    first = await in_a_deal(house)
    other = await house.service.open(CY, CHANNEL + 1, "knock-poker", GAMES["knock-poker"].rules(), 20, False, house.key)
    return first, other.table_id


async def test_a_table_that_can_not_come_to_rest_keeps_no_other_awake(mail: House) -> None:
    first, other = await two_tables(mail)

    def shown_as(table_id: int) -> str:
        if table_id == first:
            raise KeyError(table_id)
        return "as ever"

    mail.service.rests.shown_as = shown_as
    for _ in range(4):
        await mail.after(30)
    await comes_to_rest(mail, other)
    mail.service.rests.shown_as = lambda table_id: "as ever"
    await mail.after(30)
    await comes_to_rest(mail, first)


async def test_after_a_kill_a_table_that_fails_keeps_no_other_asleep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rests, "LAST_LOOK", 0.05)
    async with house_with(Pace(turn=100, pause=3600, computer=0, idle=0), tmp_path) as house:
        first, other = await two_tables(house)
        house.signed_in = False
        await house.restart()
        reads, real = list[int](), house.store.table

        async def fails_once(table_id: int) -> object:
            reads.append(table_id)
            if reads == [first]:
                raise KeyError(table_id)
            return await real(table_id)

        monkeypatch.setattr(house.store, "table", fails_once)
        house.service.interruptions.reachable()
        await until(lambda: first not in resting(house))
        assert sorted(reads) == [first, first, other]


async def test_a_table_that_could_not_be_brought_back_for_its_moment_is_tried_again(
    mail: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await stopped_in_a_deal(mail)
    failed, real = list[int](), mail.store.table

    async def fails_once(number: int) -> object:
        if not failed:
            failed.append(number)
            raise KeyError(number)
        return await real(number)

    monkeypatch.setattr(mail.store, "table", fails_once)
    await mail.after(DAY)
    await until(lambda: failed)
    await mail.rest()
    assert resting(mail) == {table_id}
    await mail.after(AGAIN_MOST)
    await until(lambda: not resting(mail))


async def test_after_a_kill_a_table_that_nobody_asks_for_rests_again_at_once(tmp_path: Path) -> None:
    async with house_with(BY_MAIL, tmp_path) as house:
        table_id = await killed_in_a_deal(house)
        begun, real = asyncio.Event(), house.service.rests.let_rest

        async def let_rest(table: Table) -> bool:
            done = await real(table)
            begun.set()
            return done

        house.service.rests.let_rest = let_rest  # type: ignore[method-assign]  # to know when it has looked
        house.service.interruptions.reachable()
        async with asyncio.timeout(30):
            await begun.wait()
        assert resting(house) == {table_id}


async def test_a_table_that_rests_can_be_had_only_after_it_was_brought_back(
    mail: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await stopped_in_a_deal(mail)

    with monkeypatch.context() as patch:
        unreadable(mail.store, patch)
        await mail.service.rests.prepare(table_id)
        for look in (lambda: mail.service.snapshot_of(table_id), lambda: mail.service.table_in(CHANNEL)):
            with pytest.raises(Refusal) as refused:
                look()
            assert refused.value.code == "disk"
    assert resting(mail) == {table_id}
    assert (await mail.service.look(table_id, ANN.user_id)).table.table_id == table_id, "whoever waits brings it back"
    assert resting(mail) == set()


async def test_how_scores_came_about_is_told_of_a_table_that_rests_and_not_where_it_cannot_be_read(
    mail: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await stopped_in_a_deal(mail)

    with monkeypatch.context() as patch:
        unreadable(mail.store, patch)
        assert await mail.service.how_scored(table_id, ()) == {}
    assert resting(mail) == {table_id}
    assert await mail.service.how_scored(table_id, ()) == {}
    assert resting(mail) == set()


async def test_nothing_is_noted_of_people_who_sit_nowhere_any_more(mail: House) -> None:
    table_id = await in_a_deal(mail)
    by_id = mail.service._in_memory.by_id
    assert set(by_id._sat) == {ANN.user_id, BO.user_id}
    mail.hands.forward(120)
    assert await mail.service.rests.let_rest(by_id[table_id])
    assert (by_id._sat, set(by_id._seats)) == ({}, {ANN.user_id, BO.user_id})
    await woken(mail)
    assert (set(by_id._sat), by_id._seats) == ({ANN.user_id, BO.user_id}, {})
    await mail.service.way_out.end(table_id, "released", direct=False)
    assert (by_id._sat, by_id._seats) == ({}, {}), "so an erasure finds nothing to forget"
    by_id[table_id].closed = False
    by_id.note_seats(by_id[table_id])
    assert set(by_id._sat) == {ANN.user_id, BO.user_id}
    del by_id[table_id]
    assert (by_id._sat, by_id._sitters, by_id._in_server) == ({}, {}, {})


async def test_a_table_that_has_just_closed_is_none_of_a_persons_before_that_is_noted(mail: House) -> None:
    table_id = await in_a_deal(mail)
    by_id = mail.service._in_memory.by_id
    assert by_id.of(ANN.user_id, leaving=True) == by_id.of(ANN.user_id, leaving=False) == [table_id]
    by_id[table_id].closed = True
    assert by_id.with_person(ANN.user_id) == {table_id}
    assert by_id.of(ANN.user_id, leaving=True) == []


async def test_who_waits_for_tables_waits_no_longer_than_there_is_time(
    mail: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await stopped_in_a_deal(mail)
    asked, answers, real = 0, asyncio.Event(), mail.store.table

    async def slow(table_id: int) -> object:
        nonlocal asked
        asked += 1
        await answers.wait()
        return await real(table_id)

    monkeypatch.setattr(mail.store, "table", slow)
    rests = mail.service.rests
    for _ in range(2):
        async with asyncio.timeout(30):
            await rests.prepare(user_id=ANN.user_id, within=0.01)
        assert resting(mail) == {table_id}
    given_up = asyncio.create_task(rests.prepare(table_id))
    await asyncio.sleep(0)
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    answers.set()
    await rests.prepare(table_id)
    assert (asked, resting(mail)) == (1, set()), "what was begun went on"
    assert not rests._loading


MANY = 12


async def many_stopped(house: House) -> list[int]:
    """Deals are played at many tables, and the bot is stopped for a day and starts again. Returns the tables' ids."""
    ids = []
    for number in range(MANY):
        there, rules = CHANNEL + number, GAMES["knock-poker"].rules()
        ann, bo = replace(ANN, guild_id=ANN.guild_id + number), replace(BO, guild_id=BO.guild_id + number)
        table = await house.service.open(ann, there, "knock-poker", rules, 20, False, house.key)
        await house.service.seats.join(table.table_id, bo, house.key)
        await house.service.start(table.table_id, ann, house.key)
        ids.append(table.table_id)
    await house.service.rests.note_rests()
    await house.service.stop()
    await house.store.close()
    house.hands.forward(DAY)  # all have the whole time again, so that another moment is to be told
    house.signed_in = False
    await house.open()
    assert resting(house) == set(ids)
    return ids


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many tables were being read, at each moment at which another one was begun."""
    counts: list[int] = []
    under_way, real = 0, Store.table

    async def counted(store: Store, table_id: int) -> object:
        nonlocal under_way
        under_way += 1
        counts.append(under_way)
        try:
            return await real(store, table_id)
        finally:
            under_way -= 1

    monkeypatch.setattr(Store, "table", counted)
    return counts


async def test_tables_whose_time_is_to_be_told_anew_after_a_start_are_woken_one_by_one(
    mail: House, at_once: list[int]
) -> None:
    ids = await many_stopped(mail)
    mail.service.interruptions.reachable()
    await mail.after(0)
    assert len(resting(mail)) == MANY - 1, "people want to play meanwhile"
    for left in range(MANY - 1, 0, -1):
        await mail.after(TOLD_AGAIN + 0.001)
        assert len(resting(mail)) == left - 1
    assert set(at_once) == {1}
    assert set(mail.changes) >= set(ids)


async def test_tables_wait_no_longer_to_be_told_anew_however_often_discord_is_lost_meanwhile(mail: House) -> None:
    await many_stopped(mail)
    interruptions = mail.service.interruptions
    interruptions.reachable()
    for _ in range(20):
        interruptions.unreachable()
        interruptions.reachable()
    for _ in range(MANY + 1):
        await mail.after(TOLD_AGAIN + 0.001)
    assert resting(mail) == set()


async def test_tables_with_the_same_moment_are_woken_one_by_one(mail: House, at_once: list[int]) -> None:
    await many_stopped(mail)
    mail.service.interruptions.reachable()
    await mail.after(MANY * TOLD_AGAIN)
    assert resting(mail) == set()
    assert set(at_once) == {1}


async def test_few_tables_are_read_at_one_time_so_that_people_are_answered_meanwhile(
    mail: House, at_once: list[int]
) -> None:
    ids = await many_stopped(mail)
    await asyncio.gather(*(mail.service.rests.prepare(table_id) for table_id in ids))
    assert resting(mail) == set()
    assert max(at_once) == rests.BROUGHT_BACK_AT_ONCE


async def test_what_is_published_of_shuffles_is_not_worked_out_again_for_a_table_that_is_brought_back(
    mail: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await in_a_deal(mail)
    await mail.service.shuffles.published(table_id, 1, 5)
    root = mail.now.root
    await stopped(mail)

    def roots(*_: object) -> NoReturn:
        raise AssertionError("twenty deals were worked out")

    monkeypatch.setattr(bot.service.table, "roots", roots)
    assert (await woken(mail)).root == root
