"""What systemd is told of the bot: that it is ready, that it lives, that it stops (``sd_notify(3)``)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.logs import errors_logged
from bot.tasks import end_tasks

log = logging.getLogger(__name__)

READY: Final = "READY=1"
STOPPING: Final = "STOPPING=1"
ALIVE: Final = "WATCHDOG=1"
GOES_ON: Final = "EXTEND_TIMEOUT_USEC=60000000"
"""Said with each shard that has signed in: many take longer than systemd usually waits for a start."""
LOOK: Final = 1.0
"""Seconds between two checks of how the bot is."""


@dataclass(frozen=True)
class State:
    """How the bot is."""

    ready: bool
    """Whether people can play."""
    status: str
    """What ``systemctl status`` shows."""


def notify(state: str, environment: Mapping[str, str] = os.environ) -> bool:
    """Tells systemd a state, without waiting for it. Returns whether systemd was told."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return False
    if address.startswith("@"):
        address = f"\0{address[1:]}"
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as to:
        to.setblocking(False)  # whoever supervises the bot may read slowly, and this is the event loop
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
async def told(state: Callable[[], State]) -> AsyncIterator[None]:
    """While inside, tells systemd how the bot is, and that its event loop runs; at the end, that it stops."""
    task = asyncio.create_task(_tell(state), name="systemd") if os.environ.get("NOTIFY_SOCKET") else None
    try:
        yield
    finally:
        notify(STOPPING)
        if task is not None:
            await end_tasks(task)


async def _tell(state: Callable[[], State]) -> None:
    within, ready, said = watchdog_seconds(), False, ""
    pause = min(LOOK, within / 2) if within is not None else LOOK
    while True:
        with errors_logged(log, "systemd could not be told how the bot is"):
            now = state()
            if now.status != said and notify(f"STATUS={now.status}" if ready else f"STATUS={now.status}\n{GOES_ON}"):
                said = now.status
            if not ready and now.ready:
                ready = notify(READY)
        if within is not None:
            notify(ALIVE)
        await asyncio.sleep(pause)
