"""Deals that are long over are packed, and nobody who reads them notices; nothing is packed that can't be proved."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from bot.audit import check_deal
from bot.export import export_command
from bot.service.old_deals import pack_old
from bot.store import connection, deals, old_deals
from bot.store.audit import audit
from bot.store.model.deals import StoredDeal
from bot.store.packing import proof_of
from bot.store.privacy import erase_server
from bot.store.store import Store
from tests.bench.growing import BEGINNING, GUILD, grow
from tests.bot.service.conftest import ANN, BO, CHANNEL, STILL, House
from tests.bot.service.test_fairness import bound_table, fold_one, play_one
from tests.bot.store.helpers import hurry, query, tamper
from tests.kit.time import Hands

DEALS: Final = 40
"""Deals of several games, at closed tables."""
LATER: Final = BEGINNING + 30 * 86_400.0
"""When all of them are long over, in seconds of UTC."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with deals that nobody has packed."""
    path = tmp_path_factory.mktemp("old") / "played.sqlite3"
    grow(path, DEALS)
    return path


@pytest.fixture
def path(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(played, tmp_path / "k.sqlite3"))


async def no_pause(seconds: float) -> None:
    await asyncio.sleep(0)


def everywhere(guild_id: int) -> bool:
    return True


async def packed(
    path: Path,
    now: float = LATER,
    holds: Callable[[int], bool] = everywhere,
    sleep: Callable[[float], Awaitable[object]] = no_pause,
) -> int:
    """Packs what is due at that time; how many deals that were."""
    store = await Store.open(path, clock=lambda: now)
    try:
        await hurry(store)
        return await pack_old(store.old_deals, holds, sleep)
    finally:
        await store.close()


def stored(path: Path) -> list[StoredDeal]:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        connection.set_up(db, writes=False)
        ids = [row["id"] for row in db.execute("SELECT id FROM deals ORDER BY id").fetchall()]
        return [deal for deal in (deals.deal(db, deal_id) for deal_id in ids) if deal is not None]


def records(path: Path) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        connection.set_up(db, writes=False)
        return [deals.record(db, row["id"]) for row in db.execute("SELECT id FROM deals ORDER BY id").fetchall()]


async def exported(path: Path) -> dict[str, Any]:
    """What a person who has played gets by asking for everything."""
    ((user_id,),) = query(path, "SELECT min(user_id) FROM results WHERE user_id > 0")
    store = await Store.open(path, clock=lambda: LATER)
    try:
        return await store.privacy.export(user_id)
    finally:
        await store.close()


def problems(path: Path) -> tuple[str, ...]:
    return audit(path, check_deal).problems


async def test_all_that_is_read_of_a_packed_deal_is_as_before(path: Path, tmp_path: Path) -> None:
    before, told, own, report = stored(path), records(path), await exported(path), audit(path, check_deal)
    assert export_command(path, tmp_path / "before.jsonl", names=True, now=LATER) == 0
    assert await packed(path) == DEALS
    assert query(path, "SELECT count(*) FROM actions") == [(0,)]
    assert records(path) == told
    assert await exported(path) == own
    assert own["deals"][0]["actions"], "the person did something"
    assert export_command(path, tmp_path / "after.jsonl", names=True, now=LATER) == 0
    assert (tmp_path / "before.jsonl").read_bytes() == (tmp_path / "after.jsonl").read_bytes()
    after = audit(path, check_deal)
    assert after.ok
    assert [line for line in after.lines if "actions" not in line] == [
        line for line in report.lines if "actions" not in line
    ]
    number = sum(len(deal.actions) for deal in before)
    assert f"{number} actions, {number} of them packed" in after.lines
    for old, new in zip(before, stored(path), strict=True):
        assert replace(new, actions=(), packed=None) == replace(old, actions=(), packed=None)
        assert new.packed is not None
        assert new.packed.proof == proof_of(new.packed.record, [str(a.state_hash) for a in old.actions])
        for written, read in zip(old.actions, new.actions, strict=True):
            assert (written.seq, written.action, written.asked) == (read.seq, read.action, read.asked)
            assert written.at == pytest.approx(read.at, abs=0.001)


async def test_a_packed_action_has_a_tenth_of_its_size(path: Path) -> None:
    """Of the columns alone; what the file needs for rows and indexes besides is more, and saved, too."""
    ((before, number),) = query(
        path,
        "SELECT sum(length(action) + length(state_hash) + 8 + 8 * (interaction_id IS NOT NULL)), count(*) FROM actions",
    )
    assert before / number > 100
    await packed(path)
    ((after,),) = query(path, "SELECT sum(length(actions) + length(proof)) FROM packed_deals")
    assert after / number < 10


async def test_packing_again_does_nothing(path: Path) -> None:
    assert await packed(path) == DEALS
    rows = query(path, "SELECT * FROM packed_deals")
    assert await packed(path) == 0
    assert query(path, "SELECT * FROM packed_deals") == rows


async def test_what_is_packed_twice_at_a_time_is_packed_once(path: Path) -> None:
    store = await Store.open(path, clock=lambda: LATER)
    try:
        due = await store.old_deals.due(0)
        assert due is not None
        some = [deal for _, deal in due.deals]
        counts = await asyncio.gather(store.old_deals.pack(some), store.old_deals.pack(some))
        assert sorted(counts) == [0, len(some)]
    finally:
        await store.close()
    assert problems(path) == ()


async def test_only_deals_that_are_over_for_a_day_are_packed(path: Path) -> None:
    ((first,),) = query(path, "SELECT finished_at FROM deals WHERE id = 3")
    assert await packed(path, first + old_deals.AFTER - 1) == 2
    assert await packed(path, first + old_deals.AFTER + 1) == 1
    assert problems(path) == ()


async def test_the_deal_from_which_an_open_table_goes_on_is_left_and_so_are_others_servers(path: Path) -> None:
    tamper(path, "UPDATE tables SET status = 'lobby', closed_at = NULL WHERE id = 1")
    ((newest,),) = query(path, "SELECT max(id) FROM deals WHERE table_id = 1")
    assert await packed(path, holds=lambda guild_id: guild_id != GUILD) == 0
    assert await packed(path) == DEALS - 1
    assert query(path, "SELECT DISTINCT deal_id FROM actions") == [(newest,)]


@pytest.mark.parametrize(
    "wrong",
    [
        "UPDATE actions SET state_hash = replace(state_hash, 'a', 'b') WHERE deal_id = 2 AND seq = 1",
        "UPDATE deals SET state_hash = '2:no such' WHERE id = 2",
        "UPDATE actions SET action = '{\"seat\":0}' WHERE deal_id = 2 AND seq = 1",
        "UPDATE actions SET action = '{' WHERE deal_id = 2 AND seq = 1",
        "UPDATE actions SET state_hash = '1:other' WHERE deal_id = 2 AND seq = 1",
        "DELETE FROM actions WHERE deal_id = 2 AND seq = 1",
        "UPDATE deals SET result = json_set(result, '$.net[0]', 99) WHERE id = 2",
    ],
)
async def test_a_deal_that_cannot_be_proved_stays_as_it_is(path: Path, wrong: str) -> None:
    tamper(path, wrong)
    there = query(path, "SELECT * FROM actions WHERE deal_id = 2")
    assert await packed(path) == DEALS - 1
    assert query(path, "SELECT * FROM actions") == there


async def test_deals_of_another_version_are_packed_and_replayed_without_hashes(path: Path) -> None:
    tamper(
        path,
        "UPDATE deals SET state_hash = '1:' || substr(state_hash, 3)",
        "UPDATE actions SET state_hash = '1:' || substr(state_hash, 3)",
    )
    before = audit(path, check_deal)
    assert await packed(path) == DEALS
    after = audit(path, check_deal)
    assert before.problems == after.problems == ()
    assert [line for line in before.lines if "hashes not checked" in line] == [
        line for line in after.lines if "hashes not checked" in line
    ]


def _changed(path: Path, deal_id: int) -> bytes:
    """The record of that deal with one action a millisecond earlier or later."""
    ((record,),) = query(path, "SELECT actions FROM packed_deals WHERE deal_id = ?", deal_id)
    return bytes([record[0], record[1] ^ 4, *record[2:]])


TAMPERED: Final = {
    "UPDATE packed_deals SET actions = (SELECT actions FROM packed_deals WHERE deal_id = 3),"
    " count = (SELECT count FROM packed_deals WHERE deal_id = 3) WHERE deal_id = 2": "Deal 2: ",
    "UPDATE packed_deals SET proof = zeroblob(16) WHERE deal_id = 2": "does not lead to what was stored",
    "UPDATE packed_deals SET actions = x'{changed}' WHERE deal_id = 2": "does not lead to what was stored",
    "UPDATE packed_deals SET actions = substr(actions, 1, length(actions) - 2) WHERE deal_id = 2": "it can't be read",
    "UPDATE packed_deals SET actions = x'' WHERE deal_id = 2": "it can't be read",
    "UPDATE packed_deals SET count = count + 1 WHERE deal_id = 2": "it can't be read",
    "UPDATE deals SET state_hash = '2:no such' WHERE id = 2": "does not begin as it was stored",
    "DELETE FROM packed_deals WHERE deal_id = 2": "it ended otherwise than the rules say",
    "INSERT INTO actions (deal_id, seq, at, action, state_hash) VALUES (2, 0, 0, '{{}}', '')": (
        "it is packed, and has actions beside that"
    ),
}


async def test_a_packed_deal_that_was_tampered_with_is_found(path: Path) -> None:
    assert await packed(path) == DEALS
    changed = _changed(path, 2).hex()
    for number, (statement, said) in enumerate(TAMPERED.items()):
        copy = Path(shutil.copy(path, path.with_name(f"{number}.sqlite3")))
        tamper(copy, statement.format(changed=changed))
        found = problems(copy)
        assert any(line.startswith("Deal 2: ") and said in line for line in found), (statement, found)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE packed_deals SET count = 1",
        "DELETE FROM packed_deals",
        "INSERT OR REPLACE INTO packed_deals SELECT * FROM packed_deals WHERE deal_id = 1",
        "INSERT INTO packed_deals VALUES (40, 1, zeroblob(16), x'01')",
        "DELETE FROM actions WHERE deal_id = 40",
    ],
)
async def test_what_is_packed_never_changes(path: Path, statement: str) -> None:
    ((at,),) = query(path, "SELECT finished_at FROM deals WHERE id = 40")
    assert await packed(path, at + old_deals.AFTER) == DEALS - 1
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA recursive_triggers = ON")
        with pytest.raises(sqlite3.IntegrityError, match=r"never|with all its actions"):
            db.execute(statement)


async def test_a_servers_packed_deals_go_with_it(path: Path) -> None:
    assert await packed(path) == DEALS
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        connection.set_up(db, writes=True)
        with connection.transaction(db):
            assert erase_server(db, GUILD)
    assert query(path, "SELECT count(*) FROM packed_deals") == [(0,)]
    assert problems(path) == ()


KILLED: Final = """
import asyncio, sys
from pathlib import Path
from bot.service.old_deals import pack_old
from bot.store import old_deals
from bot.store.store import Store
import engine.games

async def main():
    store = await Store.open(Path(sys.argv[1]), clock=lambda: float(sys.argv[2]))
    async def told(seconds):
        print("packed", flush=True)
    await pack_old(store.old_deals, lambda guild_id: True, told)

old_deals.PACKED_AT_ONCE = 2
asyncio.run(main())
"""


async def test_a_packer_that_is_killed_leaves_every_deal_whole(path: Path) -> None:
    before = records(path)
    killed = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", KILLED, str(path), str(LATER)),
        stdout=asyncio.subprocess.PIPE,
        cwd=Path(__file__).parents[3],
    )
    assert killed.stdout is not None
    for _ in range(5):
        assert await killed.stdout.readline()
    killed.kill()
    await killed.wait()
    ((done,),) = query(path, "SELECT count(*) FROM packed_deals")
    assert 0 < done < DEALS
    assert query(path, "SELECT 1 FROM actions JOIN packed_deals USING (deal_id)") == []
    assert records(path) == before
    assert problems(path) == ()
    assert await packed(path) == DEALS - done
    assert records(path) == before
    assert problems(path) == ()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    house = House(tmp_path / "house.sqlite3", STILL, Hands())
    await house.open()
    yield house
    await house.close()


async def test_people_verify_packed_deals_as_before(house: House) -> None:
    await bound_table(house)
    await fold_one(house)
    await play_one(house)
    await house.service.close(house.id, ANN, house.key)
    house.hands.forward(3 * old_deals.AFTER)
    verify = house.service.shuffles.verification
    before = [await verify(person, CHANNEL, number) for person in (ANN, BO) for number in (1, 2)]
    assert await house.service.pack_old_deals() == 2
    after = [await verify(person, CHANNEL, number) for person in (ANN, BO) for number in (1, 2)]
    assert after == before
    assert all(found.fits for found in after)
