"""How fast actions get onto the disk with PostgreSQL: one writer, and 32 that share commits. Run by hand.

A server of its own is started in the current folder's disk by the system's packages, with fsync. Beside it: the same
actions in a file of SQLite's there, and what the disk itself can do.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path

from tests.bench import bench_store
from tests.postgresql import MissingError, cluster

SYNCED = ("fsync=on", "synchronous_commit=on", "shared_buffers=128MB")


def main(smoke: bool = False) -> None:
    """Prints the figures; ``smoke`` only sees that it works."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as made:
        os.chmod(made, 0o755)  # the server is another user's
        folder = Path(made)
        disk = bench_store.fdatasync_rate(folder, 20 if smoke else 3000)
        print(f"fdatasync            {disk:8,.0f} /s")
        runs = ((1, 1), (2, 1)) if smoke else ((1, 20), (bench_store.TASKS, 10))
        try:
            with cluster(SYNCED, folder) as server:
                rates = [
                    _told("PostgreSQL", asyncio.run(bench_store.measure(server.new(), *run)), run[0]) for run in runs
                ]
        except MissingError as error:
            print(f"not measured: {error}")
            return
        print(f"together {rates[1] / rates[0]:.1f} x one")
        for number, run in enumerate(runs):
            _told("SQLite", asyncio.run(bench_store.measure(folder / f"{number}.sqlite3", *run)), run[0])


def _told(what: str, measured: tuple[float, float, float], tasks: int) -> float:
    rate, median, tail = measured
    print(f"{what:10} {tasks:2} at once {rate:8,.0f} /s   p50 {median * 1000:.2f} ms   p99 {tail * 1000:.2f} ms")
    return rate
