"""``python -m tests.torture --minutes 10 --seed 7``: prints what happened. The exit code is 1 after a loss."""

from __future__ import annotations

import argparse
import asyncio
import secrets
import sys
import tempfile
from pathlib import Path

import engine.games  # noqa: F401 - registers the games
from engine.game import GAMES
from tests.torture.evening import Torture
from tests.torture.faults import FAULTS


def main() -> int:
    """Reads the options and runs it."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("--minutes", type=float, required=True, help="how long people play among faults")
    parser.add_argument("--seed", type=int, help="the luck of people and faults; without it, any")
    parser.add_argument("--folder", type=Path, help="where database and log are left; without it, a new one")
    parser.add_argument("--game", action="append", choices=sorted(GAMES), help="only this game; may be given again")
    names = [fault.__name__ for fault in FAULTS]
    parser.add_argument("--fault", action="append", choices=names, help="only this fault; may be given again")
    given = parser.parse_args()
    folder = given.folder or Path(tempfile.mkdtemp(prefix="torture-"))
    folder.mkdir(parents=True, exist_ok=True)
    faults = [fault for fault in FAULTS if given.fault is None or fault.__name__ in given.fault]
    seed = secrets.randbelow(2**31) if given.seed is None else given.seed
    print(f"Seed {seed}; database and log: {folder}", flush=True)
    report = asyncio.run(Torture(folder, seed, given.game or (), faults).run(given.minutes * 60))
    print(report)
    return 1 if report.losses else 0


if __name__ == "__main__":
    sys.exit(main())
