"""Fifty tables with experts: how late the event loop is, and people's answers, with their thoughts and without them.

At each table a person plays with three experts, in all eight games. The service and its store run as in the bot;
Discord is not there. First nobody thinks, so that experts play by rules alone; then they think in a process of their
own. Then experts decide one after another, and nothing else goes on: that is how long a decision takes by itself.
A busy machine makes these figures worse, so its load is printed with them. How long the loop's own thread works between
two looks at it is counted besides: so late would the loop be on a machine that has nothing else to do.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from pathlib import Path
from typing import Final

from bot.processes.thinkers import NOBODY, Job, Thinkers, Thinks
from bot.service.model import Person, Refusal
from bot.service.pace import Pace
from bot.service.service import TableService
from bot.store.model.servers import Chips
from bot.store.store import Store
from engine.errors import IllegalAction
from engine.game import GAMES
from engine.memory import begin, remember
from engine.players import CAREFUL
from engine.players.choosing import decide
from engine.shuffle import Stream, shuffled
from engine.simulate import fresh_stakes
from tests.bench.times import Times
from tests.bot.named import named

TABLES: Final = 50
EXPERTS: Final = 3
PACE: Final = Pace(turn=0, pause=1, computer=2)
"""As the bot's, but for the pause between deals."""
REACTION: Final = 0.5
"""Seconds in which a person acts."""
TICK: Final = 0.005
"""Seconds between two looks at the loop."""
GOAL_LAG: Final = 0.015
GOAL_MEDIAN: Final = 0.150
GOAL_MOST: Final = 0.700
"""Seconds: the loop's lag in 99 of 100 looks; an expert's decision in the median, and at most."""


async def look_at_the_loop(lag: Times, work: Times) -> None:
    """Notes how late the loop is, and how long its thread has worked, again and again, until it is cancelled."""
    while True:
        due, worked = time.perf_counter() + TICK, time.thread_time()
        await asyncio.sleep(TICK)
        lag.seconds.append(time.perf_counter() - due)
        work.seconds.append(time.thread_time() - worked)


async def play(service: TableService, number: int, game: str, answers: Times) -> None:
    """A person plays at a table with experts, deal after deal, until that is cancelled."""
    ann, channel = Person(1, 1000 + number, f"Ann {number}"), 5000 + number
    keys = iter(range(number * 10**6 + 1, (number + 1) * 10**6))
    table = await service.open(ann, channel, game, GAMES[game].rules(), GAMES[game].money.chips, False, next(keys))
    for name in ("Agnes", "Bruno", "Celeste")[:EXPERTS]:
        await service.seats.add_computer(table.table_id, ann, named(name), next(keys), level="expert")
    while True:
        now = service.snapshot_of(table.table_id)
        if now is None or now.stage == "closed":
            return
        if now.stage in {"lobby", "between"}:
            await service.start(table.table_id, ann, next(keys))
        elif now.to_act is None or now.to_act.user_id != ann.user_id:
            await asyncio.sleep(0.05)
        else:
            await asyncio.sleep(REACTION)
            view = service.private_of(table.table_id, ann.user_id).view
            if view is None or not view.prompts:
                continue
            action = CAREFUL.choose(view, Stream(bytes(32)))
            fields = ("source", "card", "rank", "amount")
            given = next((getattr(action, name) for name in fields if hasattr(action, name)), None)
            began = time.perf_counter()
            await service.act(table.table_id, ann, action.do, given, next(keys))
            answers.seconds.append(time.perf_counter() - began)


async def evening(thinks: Thinks, seconds: float, tables: int) -> tuple[Times, Times, Times]:
    """Plays at all tables for so long: how late the loop was, its own work, and how long people's actions took."""
    lag, work, answers = Times(), Times(), Times()
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "k.sqlite3", Chips(10_000, 0))
        service = TableService(store, PACE, thinks=thinks)
        games = list(GAMES)
        playing = [
            asyncio.create_task(play(service, number, games[number % len(games)], answers)) for number in range(tables)
        ]
        await asyncio.sleep(min(3.0, seconds))  # all have sat down
        answers.seconds.clear()
        looking = asyncio.create_task(look_at_the_loop(lag, work))
        await asyncio.sleep(seconds)
        for task in (looking, *playing):
            task.cancel()
        ended = await asyncio.gather(looking, *playing, return_exceptions=True)
        await service.stop()
        await store.close()
    for error in ended:
        if isinstance(error, Exception) and not isinstance(error, Refusal | IllegalAction):
            raise error
    return lag, work, answers


async def decisions(thinkers: Thinkers, game: str, deals: int) -> tuple[Times, float]:
    """How long experts take to decide in whole deals of four or as few as there must be; worlds in the mean."""
    there, times, worlds = GAMES[game], Times(), []
    rules, seats = there.rules(), max(there.seats[0], min(4, there.seats[-1]))
    for deal in range(deals):
        seed = deal.to_bytes(32, "big")
        state = there.new_deal(
            rules, seats, fresh_stakes(there, seats), shuffled(there.pack(rules, seats).cards, seed, 1)
        )
        memories = {seat: begin(there.observe(state, seat), there.telling.opening(state)) for seat in range(seats)}
        while state.result is None and there.to_act(state):
            seat = there.to_act(state)[0]
            view = there.observe(state, seat)
            began = time.perf_counter()
            choice = await thinkers.submit(Job(decide, (view, memories[seat], "expert", "friendly", seed)), 30.0)
            times.seconds.append(time.perf_counter() - began)
            worlds.append(choice.worlds)
            state, events = there.apply(state, choice.action)
            memories = {seat: remember(memory, events) for seat, memory in memories.items()}
    return times, sum(worlds) / max(1, len(worlds))


async def measured(*, smoke: bool) -> None:
    """Prints all figures: the median, at most in 99 of 100, and the most."""
    seconds, tables = (2.0, 8) if smoke else (30.0, TABLES)
    print(f"{tables} tables, {EXPERTS} experts at each; median / 99 of 100 / most", flush=True)
    lag, work, answers = await evening(NOBODY, seconds, tables)
    _tell("without thoughts", lag, work, answers)
    thinkers = Thinkers(1)
    thinkers.begin()
    await _warm(thinkers)
    thoughts = Times()
    thinkers.on_answer = thoughts.seconds.append
    try:
        lag, work, answers = await evening(thinkers, seconds, tables)
        _tell("with thoughts", lag, work, answers)
        print(f"  thoughts, with the queue {thoughts.line()}; {dict(thinkers.outcomes)}")
        print(f"  the loop's lag shall be below {1000 * GOAL_LAG:g} ms in 99 of 100", flush=True)
        print(f"an expert's decision by itself (goals: {1000 * GOAL_MEDIAN:g} ms, {1000 * GOAL_MOST:g} ms at most)")
        for game in list(GAMES)[: 2 if smoke else None]:
            times, worlds = await decisions(thinkers, game, 1 if smoke else 4)
            print(f"  {game:12} {times.line()} decisions, {worlds:4.0f} worlds in the mean   {_load()}", flush=True)
    finally:
        await thinkers.close()


def _tell(how: str, lag: Times, work: Times, answers: Times) -> None:
    print(f"  {how:17} loop late {lag.line()}   its own work {work.line()}", flush=True)
    print(f"  {'':17} people's actions {answers.line()}   {_load()}", flush=True)


async def _warm(thinkers: Thinkers) -> None:
    for _ in range(2000):
        if thinkers.ready:
            return
        await asyncio.sleep(0.05)
    raise RuntimeError("the process in which experts think does not start")


def _load() -> str:
    return f"load {os.getloadavg()[0]:.1f}"


def main(*, smoke: bool = False) -> None:
    """Prints how late the loop and people's answers are beside experts, and how long experts take."""
    asyncio.run(measured(smoke=smoke))
