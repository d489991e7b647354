"""What systemd is told of the bot: that it is ready, that it lives, that it stops (``sd_notify(3)``)."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Final

READY: Final = "READY=1"
STOPPING: Final = "STOPPING=1"
ALIVE: Final = "WATCHDOG=1"
LOOK: Final = 1.0
"""Seconds between two looks at whether the bot is ready, until it is."""


def notify(state: str, environment: Mapping[str, str] = os.environ) -> bool:
    """Tells systemd a state. Returns whether there was a systemd to be told."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return False
    if address.startswith("@"):
        address = f"\\0{address[1:]}"
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as to:
        to.sendto(state.encode(), address)
        return True
    return False


def watchdog_seconds(environment: Mapping[str, str] = os.environ) -> float | None:
    """Within how many seconds systemd wants a sign of life from this process; None if it wants none."""
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    given = environment.get("WATCHDOG_USEC", "")
    return int(given) / 1_000_000 if given.isdecimal() and int(given) else None


@contextlib.asynccontextmanager
async def told(is_ready: Callable[[], bool]) -> AsyncIterator[None]:
    """While inside, tells systemd when the bot is ready, and that its event loop runs; at the end, that it stops."""
    task = asyncio.create_task(_tell(is_ready), name="systemd") if os.environ.get("NOTIFY_SOCKET") else None
    try:
        yield
    finally:
        notify(STOPPING)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def _tell(is_ready: Callable[[], bool]) -> None:
    within, ready = watchdog_seconds(), False
    pause = min(LOOK, within / 2) if within is not None else LOOK
    while True:
        if not ready and is_ready():
            ready = notify(READY)
        if within is not None:
            notify(ALIVE)
        elif ready:
            return
        await asyncio.sleep(pause)
