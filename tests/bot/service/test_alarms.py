"""One heap of moments for all tables, and one task that waits."""

from __future__ import annotations

import asyncio
import random

from bot.service.alarms import Alarms
from tests.kit.time import Hands


async def turned() -> None:
    """Lets whoever was woken go on."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_each_table_rings_once_at_its_last_moment_and_in_order() -> None:
    hands, rung = Hands(), list[tuple[int, float]]()
    alarms = Alarms(hands, lambda table: rung.append((table, hands.running())))
    lot, begin = random.Random(5), hands.running()
    moments = {}
    for _ in range(500):
        table, seconds = lot.randrange(60), float(lot.randrange(1, 100))
        moments[table] = begin + seconds
        alarms.set(table, begin + seconds)
        if lot.random() < 0.1:
            alarms.cancel(gone := lot.randrange(60))
            moments.pop(gone, None)
    assert {table: alarms.at(table) for table in range(60)} == {table: moments.get(table) for table in range(60)}
    await turned()
    for _ in range(101):
        hands.forward(1)
        await turned()
    assert dict(rung) == moments
    assert len(rung) == len(moments)
    assert [at for _, at in rung] == sorted(moments.values())


async def test_one_task_waits_however_many_tables_there_are() -> None:
    hands = Hands()
    before = len(asyncio.all_tasks())
    alarms = Alarms(hands, lambda table: None)
    for table in range(1000):
        alarms.set(table, hands.running() + 1000 - table)
    await turned()
    assert len(asyncio.all_tasks()) == before + 1
    alarms.stop()


async def test_a_moment_that_comes_before_the_others_is_not_slept_through() -> None:
    hands, rung = Hands(), list[int]()
    alarms = Alarms(hands, rung.append)
    alarms.set(1, hands.running() + 100)
    await turned()
    alarms.set(2, hands.running() + 5)
    await turned()
    hands.forward(5)
    await turned()
    assert rung == [2]
    hands.forward(95)
    await turned()
    assert rung == [2, 1]
