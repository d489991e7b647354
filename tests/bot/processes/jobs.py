"""Jobs for the tests of the processes that think and draw."""

from __future__ import annotations

import os
import time
from pathlib import Path

from engine.players.base import Limit


def limits(limit: Limit) -> tuple[int, float | None]:
    """How far it may go."""
    return limit.worlds, limit.seconds


def open_gate(gate: Path) -> None:
    """Lets the job end."""
    gate.touch()


def pid(limit: Limit) -> int:
    """In which process."""
    return os.getpid()


def lasts_until(gate: Path, limit: Limit) -> str:
    """Lasts until there is such a file, whatever its limit."""
    while not gate.exists():
        time.sleep(0.002)
    return "done"


def dies(limit: Limit) -> None:
    """Ends its process."""
    os._exit(1)


def refuses(limit: Limit) -> None:
    """Raises an error whose text names a card."""
    raise ValueError("the KH is not there")


def fails(limit: Limit) -> None:
    """Likewise, of another kind."""
    raise KeyError("KH")


def endless(gate: Path) -> bytes:
    """A picture that is never done, as long as there is no such file."""
    while not gate.exists():
        time.sleep(0.002)
    return b""
