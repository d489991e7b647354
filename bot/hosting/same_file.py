"""Whether the database is still the file that was opened: writes to one that was replaced or deleted reach nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from bot.start_errors import StartError

LOOK: Final = 60.0
"""Seconds between two checks."""


def identity(path: Path) -> tuple[int, int] | None:
    """What tells the file from every other, also of the same name; None if there is none. Raises OSError."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


async def watch(path: Path, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
    """Looks at the file every minute, for ever. Raises StartError once it isn't the same any more."""
    opened = await asyncio.to_thread(identity, path)
    while True:
        await sleep(LOOK)
        try:
            now = await asyncio.to_thread(identity, path)
        except OSError:  # a disk that can't be asked at the moment
            continue
        if now != opened:
            done = "deleted" if now is None else "replaced by another file"
            raise StartError(
                f"The database {path} was {done} while the bot ran. The bot has ended, because what it writes would be "
                "lost: put the right file there, or make a backup the database again with `python -m bot restore`.",
                for_good=now is None,  # a start would make an empty database
            )
