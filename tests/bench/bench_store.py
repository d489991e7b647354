"""How fast actions get onto the disk, beside what the disk itself can do.

An action is what the bot writes at each turn: checked, written and committed (WAL, synchronous = FULL). The floor is
``fdatasync``: one page of a file written over and synced, again and again. Only shared commits can be faster.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from bot.store.books import Books
from bot.store.model.deals import NewDeal
from bot.store.model.people import Member
from bot.store.model.tables import NewTable, Setup
from bot.store.store import Store
from engine.stakes import Stakes, Transfer

TASKS = 32
"""How many tables play at once."""
DEAL = 50
"""Actions a deal, about as many as four people at Knock Poker make."""
ACTION = {"seat": 1, "do": "discard", "card": "4D"}
HASH = "5f1c0a7be9d24c3386ad5e0b9c47f1aa"


def fdatasync_rate(folder: Path, count: int) -> float:
    """Synced writes a second."""
    page = bytes(4096)
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        os.write(file.fileno(), page)
        os.fsync(file.fileno())
        begin = time.perf_counter()
        for _ in range(count):
            os.pwrite(file.fileno(), page, 0)
            os.fdatasync(file.fileno())
        return count / (time.perf_counter() - begin)


async def deal(store: Store, channel: int) -> int:
    """A deal at a table of its own."""
    host = Member(1, channel, f"Player {channel}")

    def work(books: Books) -> int:
        table = books.open_table(
            NewTable(
                channel_id=channel,
                game="knock-poker",
                unit="chips",
                setup=Setup({"ante": 1}, 20),
                host=host,
                table_secret="00",
            ),
            key=f"open {channel}",
        )
        sitters = books.sit(table, host, key=f"sit {channel}"), books.sit(table, None, name="Robin", key=f"r {channel}")
        new = NewDeal(
            number=1,
            sittings=tuple(sitter.id for sitter in sitters),
            stakes=Stakes(0, (20, 20)),
            deck=("AS",),
            seed="00",
            commitment="00",
            cut=1,
            transfers=(Transfer(0, "pot", 1, "ante"), Transfer(1, "pot", 1, "ante")),
            state_hash=HASH,
        )
        return books.start_deal(table, new, f"deal {channel}").deal_id

    return await store.step(work)


def action(books: Books, deal_id: int, seq: int, interaction_id: int) -> None:
    """One action, written."""
    books.add_action(deal_id, seq, ACTION, state_hash=HASH, interaction_id=interaction_id)


async def play(store: Store, deals: Sequence[int], ids: Iterator[int], times: list[float]) -> None:
    """Plays deals, one action after another, and notes how long each took, in seconds."""
    for deal_id in deals:
        for seq in range(DEAL):
            begin = time.perf_counter()
            await store.step(partial(action, deal_id=deal_id, seq=seq, interaction_id=next(ids)))
            times.append(time.perf_counter() - begin)


async def measure(folder: Path, tasks: int, deals: int) -> tuple[float, float, float]:
    """Actions a second, median and 99th percentile in seconds, where ``tasks`` players play ``deals`` deals each."""
    with tempfile.TemporaryDirectory(dir=folder) as made:
        store = await Store.open(Path(made) / "bench.sqlite3")
        try:
            await store.servers.change(1, 1, {"tables_server": tasks * deals}, "room")
            # All tables' first deals, then all their second ones: what is played at one time was begun at one time.
            begun = [await deal(store, channel) for channel in range(1, tasks * deals + 1)]
            each = [begun[task::tasks] for task in range(tasks)]
            times: list[float] = []
            ids = itertools.count(1)
            begin = time.perf_counter()
            await asyncio.gather(*(play(store, some, ids, times) for some in each))
            rate = len(times) / (time.perf_counter() - begin)
        finally:
            await store.close()
    times.sort()
    return rate, times[len(times) // 2], times[len(times) * 99 // 100]


def main(smoke: bool = False) -> None:
    """Prints the figures; ``smoke`` only sees that it works. The current folder's disk is measured."""
    folder = Path.cwd()
    disk = fdatasync_rate(folder, 20 if smoke else 3000)
    print(f"fdatasync    {disk:8,.0f} /s")
    for tasks, deals in ((1, 1), (2, 1)) if smoke else ((1, 60), (TASKS, 30)):
        rate, median, tail = asyncio.run(measure(folder, tasks, deals))
        figures = f"{rate:8,.0f} /s   {rate / disk:5.2f} x fdatasync"
        print(f"{tasks:2} at once   {figures}   p50 {median * 1000:.2f} ms   p99 {tail * 1000:.2f} ms")
