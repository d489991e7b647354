"""What grows with the number of deals: the leaderboard, what a table came to, the audit, and the file; and packing."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.audit import check_deal
from bot.service.old_deals import pack_old
from bot.store import actions, connection, results
from bot.store.audit import audit
from bot.store.store import Store
from tests.bench.growing import BEGINNING, GUILD, count_up, grow
from tests.bot.store.helpers import hurry

REAL: Final = (1_000, 10_000)
"""How many deals are played; a hundred thousand take a quarter of an hour."""
COUNTED: Final = (1_000, 10_000, 100_000, 1_000_000)
"""How many deals are only counted: written as results, without cards and chips."""
PEOPLE: Final = 10_000
"""How many people have played in the one server where deals are only counted."""
NEW: Final = 100
"""How many deals are new in the second audit."""
READS: Final = 200


def milliseconds(read: Callable[[], object]) -> float:
    """How long it takes: the median."""
    times = []
    for _ in range(READS):
        begin = time.perf_counter()
        read()
        times.append(time.perf_counter() - begin)
    return sorted(times)[READS // 2] * 1000


def reads(path: Path, viewer: int) -> str:
    """How long the leaderboard takes, its first and its last page, and what one table came to."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        connection.set_up(db, writes=False)
        first = milliseconds(lambda: results.leaderboard(db, GUILD, 1, 10, viewer))
        last = milliseconds(lambda: results.leaderboard(db, GUILD, 1_000_000, 10, viewer))
        table = milliseconds(lambda: results.winnings(db, 1))
    return f"leaderboard {first:6.2f} ms   its last page {last:6.2f} ms   a table {table:6.3f} ms"


def audited(path: Path, *, since_last: bool) -> str:
    """How long an audit takes, and what it costs in all processes. Raises AssertionError where something is wrong."""
    begin, before = time.perf_counter(), _processor()
    report = audit(path, check_deal, since_last=since_last, remember_at=BEGINNING)
    assert report.ok, report.problems
    return f"{time.perf_counter() - begin:7.1f} s   ({_processor() - before:.1f} s of processor time)"


def an_action(path: Path) -> str:
    """How many bytes of the file an action takes, with its part of the indexes."""
    with closing(sqlite3.connect(path)) as db:
        (size,) = db.execute(
            "SELECT sum(pgsize) FROM dbstat WHERE name IN"
            " ('actions', 'actions_of_a_deal', 'one_action_an_interaction', 'packed_deals')"
        ).fetchone()
        return f"{size / sum(actions.count(db)):6.1f} bytes an action"


async def packed(path: Path) -> str:
    """Packs all deals, and tells how long that takes without its pauses."""

    async def no_pause(seconds: float) -> None:
        pass

    store = await Store.open(path, clock=lambda: 2 * BEGINNING)
    try:
        await hurry(store)
        begin = time.process_time()
        deals = await pack_old(store.old_deals, lambda guild_id: True, no_pause)
        return f"{(time.process_time() - begin) / deals * 1000:5.2f} ms of processor time a deal"
    finally:
        await store.close()


def _processor() -> float:
    """Seconds of processor time so far, of this process and of those that have ended."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


def main(smoke: bool = False) -> None:
    """Prints the figures; ``smoke`` only sees that it works."""
    for deals in (50,) if smoke else REAL:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "bench.sqlite3"
            grow(path, deals)
            print(f"{deals:9,} deals played    {path.stat().st_size / deals:7,.0f} bytes a deal   {reads(path, 1005)}")
            print(f"{'':9} audit, whole    {audited(path, since_last=False)}   {an_action(path)}")
            print(f"{'':9} packing         {asyncio.run(packed(path))}")
            print(f"{'':9} audit, whole    {audited(path, since_last=False)}   {an_action(path)}, packed", flush=True)
            grow(path, deals + (10 if smoke else NEW))
            print(f"{'':9} {10 if smoke else NEW} deals later {audited(path, since_last=True)}", flush=True)
    for deals in (500,) if smoke else COUNTED:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "bench.sqlite3"
            count_up(path, deals, PEOPLE)
            print(f"{deals:9,} deals counted   {reads(path, 5)}", flush=True)
