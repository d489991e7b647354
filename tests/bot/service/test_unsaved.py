"""While nothing can be saved, nobody loses time by it, and nobody is played for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bot.service.customs import DAY, SAVED_AGAIN
from bot.service.model import Turn
from bot.service.pace import Pace
from bot.service.turn_time import TurnTime
from bot.store import postgresql, trouble
from bot.store.model.errors import StoreError
from bot.store.where import Server, Where
from tests.bot.service.conftest import ANN, BO, House
from tests.bot.store.helpers import connection_of
from tests.kit.time import Hands
from tests.kit.waiting import until
from tests.postgresql import Cluster

TURN = 300.0
PAUSE = 20.0


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Where:
    if request.param == "sqlite":
        return tmp_path / "k.sqlite3"
    cluster: Cluster = request.getfixturevalue("postgresql_server")
    return cluster.new()


@pytest.fixture
async def house(place: Where, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    monkeypatch.setattr(trouble, "TRIED_AGAIN", 0.01)
    made = House(tmp_path / "k.sqlite3", Pace(turn=TURN, pause=PAUSE, computer=0.0), Hands())
    made.place = place
    await made.open()
    yield made
    await made.close()


async def refuse(house: House) -> None:
    """From now on the database refuses what is written, which somebody's write shows."""
    if isinstance(house.place, Server):
        _set(house.place, "SET default_transaction_read_only = on")
    else:
        db = connection_of(house.store._writer)
        (pages,) = await (await db.execute("PRAGMA page_count")).fetchone() or (0,)
        await db.execute(f"PRAGMA max_page_count = {pages}")
    with suppress(StoreError):
        await house.store.notes.set("large", "x" * 1_000_000)
    assert house.service.trouble


async def take(house: House) -> None:
    """From now on it takes what is written, which is found out."""
    if isinstance(house.place, Server):
        _set(house.place, "RESET default_transaction_read_only")
    else:
        await connection_of(house.store._writer).execute("PRAGMA max_page_count = 1000000")
    await until(lambda: not house.service.trouble)
    await house.rest()


def _set(place: Server, setting: str) -> None:
    name = urlsplit(place.url).path.removeprefix("/")
    with postgresql.opened(Server(place.url.replace(f"/{name}?", "/postgres?")), writes=True) as db:
        db.script(f"ALTER DATABASE {name} {setting}")
        db.execute("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = ?", (name,))


async def deal(house: House) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)


async def test_while_nothing_can_be_saved_a_turn_stands_still_and_keeps_what_was_left(house: House) -> None:
    await deal(house)
    before = house.now
    assert before.deadline is not None
    await house.after(TURN - 100)
    await refuse(house)
    assert house.now.deadline is None, "no time is told that doesn't run"
    await house.after(20 * TURN)
    assert house.now.turn == before.turn
    assert not house.service._in_memory.by_id[house.id].absent, "nobody has missed a turn"
    await take(house)
    assert house.now.turn == before.turn
    assert house.now.deadline == pytest.approx(house.hands.now() + 100)
    await house.any_action(ANN, BO)
    assert house.now.turn != before.turn


async def test_who_had_little_time_left_has_a_short_while(house: House) -> None:
    await deal(house)
    turn = house.now.turn
    await house.after(TURN - 1)
    await refuse(house)
    await house.after(TURN)
    await take(house)
    assert house.now.deadline == pytest.approx(house.hands.now() + SAVED_AGAIN)
    await house.after(SAVED_AGAIN - 1)
    assert house.now.turn == turn
    await house.after(1)
    assert house.now.turn != turn, "then the time is up"


async def test_a_turn_whose_end_could_not_be_saved_is_given_a_short_while_more(house: House) -> None:
    """Nobody had written anything since the disk was full: the clock itself finds out."""
    await deal(house)
    turn = house.now.turn
    if isinstance(house.place, Server):
        _set(house.place, "SET default_transaction_read_only = on")
        await house.after(TURN)
        assert house.service.trouble
        assert house.now.turn == turn
        await take(house)
        assert house.now.turn == turn
        assert house.now.deadline == pytest.approx(house.hands.now() + SAVED_AGAIN)


async def test_the_next_deal_waits_too(house: House) -> None:
    await deal(house)
    await house.deal_to_end(ANN, BO)
    assert house.now.next_deal_at is not None
    await refuse(house)
    assert house.now.next_deal_at is None
    await house.after(10 * PAUSE)
    assert (house.now.turn.deal, house.now.stage) == (1, "between")
    await take(house)
    await house.after(PAUSE)
    assert house.now.turn.deal == 2


async def test_who_could_not_be_reached_meanwhile_has_the_whole_time(house: House) -> None:
    await deal(house)
    await house.after(TURN - 100)
    await refuse(house)
    house.service.interruptions.unreachable()
    await house.after(TURN)
    house.service.interruptions.reachable()
    assert house.now.deadline is None
    await house.after(TURN)
    await take(house)
    assert house.now.deadline == pytest.approx(house.hands.now() + TURN)


async def test_a_table_that_could_not_be_read_meanwhile_goes_on_as_soon_as_it_can_be(house: House) -> None:
    """And not only at the next attempt, before which it waits longer each time."""
    await deal(house)
    table = house.service._in_memory.by_id[house.id]
    await refuse(house)
    house.store._reader.cut_off(cut_off=True)
    table.unsure, table.failures = True, 1  # as after a write of which nobody knows whether it was made
    house.service.interruptions._clock.set(table)
    for _ in range(6):
        await house.after(60)
    assert table.failures > 5
    house.store._reader.cut_off(cut_off=False)
    await take(house)
    await house.after(1)
    assert not table.unsure


async def test_a_table_at_rest_stands_still_too(house: House) -> None:
    house.pace = Pace(turn=DAY, pause=PAUSE, computer=0.0)
    await house.restart()
    house.service.rests.shown_as = lambda table_id: "as ever"
    await deal(house)
    turn = house.now.turn
    assert await house.service.rests.let_rest(house.service._in_memory.by_id[house.id])
    await house.after(DAY / 4)
    await refuse(house)
    await house.after(30 * DAY)
    await take(house)
    await house.look()
    assert house.now.turn == turn
    assert house.now.deadline == pytest.approx(house.hands.now() + DAY * 3 / 4)


@pytest.mark.parametrize(("limit", "spent", "left"), [(300, 200, 100), (300, 299, 30), (300, 400, 30), (20, 19, 20)])
def test_what_is_left_of_a_turn(limit: float, spent: float, left: float) -> None:
    time = TurnTime(Turn(1, 0), 1, limit, limit, spent)
    time.go_on_saved(1000.0, 50.0)
    assert time.left(1000.0) == left
    assert time.left(1001.0) == left - 1
    time.go_on_saved(1001.0, 50.0)
    assert time.left(1001.0) == left - 1, "it runs already"


def test_a_turn_without_a_limit_goes_on() -> None:
    time = TurnTime(Turn(1, 0), 1, 0, 0, 400)
    time.go_on_saved(1000.0, 50.0)
    assert (time.left(1000.0), time.lasted(1001.0)) == (None, 401)
