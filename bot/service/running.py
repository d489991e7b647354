"""Work that runs to its end even if nobody waits for it any more, so that books and memory agree."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from typing import Any, TypeVar

from bot.service.model import Refusal
from engine.errors import IllegalAction

log = logging.getLogger(__name__)
T = TypeVar("T")


class Running:
    """What is being done at the tables just now."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Future[Any]] = set()

    async def to_the_end(self, work: Awaitable[T]) -> T:
        """Lets ``work`` end even if the caller is cancelled."""
        task: asyncio.Future[T] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_left_alone)
            raise

    async def ended(self) -> None:
        """Waits until all of it has ended: the store must not be closed before."""
        while self._tasks:
            await asyncio.wait(self._tasks)


def _left_alone(task: asyncio.Future[Any]) -> None:
    """Logs what went wrong where nobody waits for it any more."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, Refusal | IllegalAction):
        log.error("a table's work failed after its caller had gone", exc_info=error)
