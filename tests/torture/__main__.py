"""``python -m tests.torture --minutes 10 --seed 7``: prints what happened. The exit code is 1 after a loss.

``--short`` is a step of ``.ci/run``, alone on the machine. ``--short --postgres --processes 3`` has several processes
on one PostgreSQL, among other faults; a round of those counts as two minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import sys
import tempfile
from pathlib import Path

import engine.games  # noqa: F401 - registers the games
from engine.game import GAMES
from tests.torture import many
from tests.torture.evening import Torture
from tests.torture.faults import FAULTS

SHORT = ("knock-poker", "crummy", "poch")
"""One game of each family."""
SECONDS = 10.0
"""For how long the short form plays among faults."""
ACTS = 10
"""How many acts it takes at least."""
SEED = 20261123
"""That of the short form."""


def main() -> int:
    """Reads the options and runs it."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    how_long = parser.add_mutually_exclusive_group(required=True)
    how_long.add_argument("--minutes", type=float, help="how long people play among faults")
    how_long.add_argument("--short", action="store_true", help="one game of each family for a few seconds, as in CI")
    parser.add_argument("--seed", type=int, help="the luck of people and faults; without it, any")
    parser.add_argument("--folder", type=Path, help="where database and log are left; without it, a new one")
    parser.add_argument("--game", action="append", choices=sorted(GAMES), help="only this game; may be given again")
    names = [fault.__name__ for fault in FAULTS]
    parser.add_argument("--fault", action="append", choices=names, help="only this fault; may be given again")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own, with several processes")
    parser.add_argument("--processes", type=int, default=3, help="how many; only with --postgres")
    parser.add_argument("--peace", action="store_true", help="no faults: only how much is played")
    given = parser.parse_args()
    if given.peace and not given.postgres:
        parser.error("--peace goes with --postgres")
    if given.fault and given.postgres:
        parser.error("--fault doesn't go with --postgres, which has faults of its own")
    folder = given.folder or Path(tempfile.mkdtemp(prefix="torture-"))
    folder.mkdir(parents=True, exist_ok=True)
    faults = [fault for fault in FAULTS if given.fault is None or fault.__name__ in given.fault]
    seed, games, seconds, kills, least = given.seed, given.game, 60.0 * (given.minutes or 0), None, 1
    if given.short:
        seed, games, seconds, kills, least = SEED if seed is None else seed, games or SHORT, SECONDS, 1, ACTS
    seed = secrets.randbelow(2**31) if seed is None else seed
    print(f"Seed {seed}; database and log: {folder}", flush=True)
    if given.postgres:
        rounds = 0 if given.peace else 1 if given.short else max(1, round(given.minutes / 2))
        together = asyncio.run(many.run(folder, seed, games or sorted(GAMES), given.processes, rounds))
        print(together)
        return 1 if together.losses else 0
    report = asyncio.run(Torture(folder, seed, games or (), faults).run(seconds, kills, least))
    print(report)
    return 1 if report.losses else 0


if __name__ == "__main__":
    sys.exit(main())
