"""Work that runs to its end, even if its caller is cancelled, so that books and memory agree."""

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
    """The work at the tables that is under way."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Future[Any]] = set()

    async def to_the_end(self, work: Awaitable[T]) -> T:
        """Runs ``work`` to its end, even if the caller is cancelled."""
        task: asyncio.Future[T] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_left_alone)
            raise

    async def ended(self) -> None:
        """Waits until all work has ended: the store must not be closed before."""
        while self._tasks:
            await asyncio.wait(self._tasks)


def _left_alone(task: asyncio.Future[Any]) -> None:
    """Logs the error of work whose caller was cancelled."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, Refusal | IllegalAction):
        log.error("a table's work failed after its caller had gone", exc_info=error)
