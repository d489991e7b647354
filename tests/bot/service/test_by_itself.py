"""What the clock does at a table where something else happens at that very moment, or where it can't be done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.service.customs import DAY
from bot.service.pace import Pace
from bot.store.books import Books
from bot.store.model.errors import StoreError
from tests.bot.service.conftest import ANN, BO, CHANNEL, House
from tests.kit.time import Hands

TURN, PAUSE, IDLE, COMPUTER = 300.0, 30.0, 3600.0, 2.0


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    made = House(tmp_path / "knockabout.sqlite3", Pace(TURN, PAUSE, COMPUTER, IDLE), Hands())
    await made.open()
    yield made
    await made.close()


def held_up(house: House, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Has the books wait for the event before anything is written."""
    go, step = asyncio.Event(), house.store.step

    async def slow(work: Callable[[Books], Any]) -> Any:
        await go.wait()
        return await step(work)

    monkeypatch.setattr(house.store, "step", slow)
    return go


async def meanwhile(house: House, seconds: float) -> None:
    """Lets time pass while something is being written, without waiting for it."""
    assert isinstance(house.hands, Hands)
    await asyncio.sleep(0.01)
    house.hands.forward(seconds)
    await asyncio.sleep(0.05)


async def test_a_pause_that_is_being_written_stops_the_deal_that_is_due(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    await house.deal_to_end(ANN, BO)
    await house.rest()
    go = held_up(house, monkeypatch)
    pausing = asyncio.create_task(house.service.going_on.pause(house.id, ANN, house.key, house.now.turn))
    await meanwhile(house, PAUSE)
    go.set()
    await pausing
    await house.rest()
    assert (house.now.stage, house.now.paused) == ("between", True)


async def test_whoever_sits_down_as_a_table_is_to_end_keeps_it_open(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.table(ANN)
    await house.after(IDLE - 1)
    go = held_up(house, monkeypatch)
    joining = asyncio.create_task(house.service.seats.join(house.id, BO, house.key, house.now.turn))
    await meanwhile(house, 1)
    go.set()
    await joining
    await house.rest()
    assert [s.name for s in house.now.sitters] == ["Ann", "Bo"]
    await house.after(IDLE + 1)
    assert house.service.table_in(CHANNEL) is None, "it ends an hour later"


async def test_a_refused_deal_is_tried_again_once_somebody_has_brought_chips(house: House) -> None:
    house.stacked = True
    await house.table(ANN, BO, ante=15, stay_payment=0, broke="sit_out")
    for person in (ANN, BO):
        await house.service.people.set_settings(person.user_id, auto_top_up=False)
    await house.service.start(house.id, ANN, house.key)
    await house.deal_to_end(ANN, BO)
    assert min(s.chips for s in house.now.sitters) < 15
    await house.after(PAUSE + 1)
    assert (house.now.stage, house.now.next_deal_at) == ("between", None)
    await house.after(IDLE / 2)
    short = min((ANN, BO), key=house.stack)
    await house.service.seats.top_up(house.id, short, house.key)
    assert house.now.next_deal_at is not None, "with other stacks it is tried again"


async def test_a_refused_deal_does_not_keep_a_table_for_ever(house: House) -> None:
    house.stacked = True
    await house.table(ANN, BO, ante=15, stay_payment=0, broke="sit_out")
    for person in (ANN, BO):
        await house.service.people.set_settings(person.user_id, auto_top_up=False)
    await house.service.start(house.id, ANN, house.key)
    await house.deal_to_end(ANN, BO)
    await house.after(PAUSE + 1)
    for _ in range(3):
        await house.after(IDLE)
    assert house.service.table_in(CHANNEL) is None


async def test_a_missed_turn_waits_for_the_disk_also_at_a_table_that_rested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tmp_path / "knockabout.sqlite3", Pace(DAY, 3600, COMPUTER, 0), Hands())
    await house.open()
    house.service.rests.shown_as = lambda table: "as ever"
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    table_id = house.id
    async with asyncio.timeout(20):
        while table_id not in house.service._in_memory.by_id.resting:
            await house.after(1)

    async def full(work: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(house.store._writer, "write", full)
    for _ in range(10):
        await house.after(DAY / 8)
    monkeypatch.undo()
    for _ in range(3):
        await house.after(61)
    assert (await house.look()).turn.seq > 0, "the turn that was missed meanwhile"
    await house.close()


async def test_no_table_rests_while_discord_is_asked_about_a_turn_that_is_over(house: House) -> None:
    house.service.rests.shown_as = lambda table: "as ever"
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    answer = asyncio.Event()
    asked = []

    async def seen(table_id: int) -> bool:
        asked.append(table_id)
        await answer.wait()
        return False

    house.service.seen = seen
    began = house.hands.running()
    while not asked:
        await a_second(house)
        assert house.hands.running() < began + 2 * TURN
    for _ in range(150):
        await a_second(house)
    assert house.id in house.service._in_memory.by_id.whole
    answer.set()
    await house.rest()
    answer.clear()

    async def shown(table_id: int) -> bool:
        return True

    house.service.seen = shown
    for _ in range(12):
        await house.after(TURN / 4)
    assert (await house.look()).turn.seq > 0, "the clock goes on when the table can be seen again"


async def a_second(house: House) -> None:
    assert isinstance(house.hands, Hands)
    house.hands.forward(1)
    await asyncio.sleep(0.002)


async def test_a_vote_that_skips_a_turn_is_known_by_its_key_where_its_commit_is_reported_as_failed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    await house.after(0.8 * TURN)
    other = BO if house.acting(ANN, BO) is ANN else ANN
    step = house.store.step

    async def unknown(work: Callable[[Books], Any]) -> Any:
        monkeypatch.setattr(house.store, "step", step)
        await step(work)
        raise StoreError("the connection was lost as COMMIT was sent")

    monkeypatch.setattr(house.store, "step", unknown)
    assert house.now.turn.seq == 0
    skipped = await house.service.absence.vote(house.id, other, "skip", house.key, house.now.turn)
    assert skipped.turn.seq > 0
