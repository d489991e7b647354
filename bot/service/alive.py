"""Notes until when the bot runs, so that the next start knows how long turns had lasted and nobody could play."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from bot.service.turn_time import Time
from bot.store.model.deals import StoredDeal
from bot.store.model.errors import StoreError
from bot.store.notes import Notes

log = logging.getLogger(__name__)

EVERY: Final = 300.0
"""Seconds between two notes; where the bot was killed, the last note may be this old."""
_NAME: Final = "alive"


class Alive:
    """Notes again and again that the bot runs."""

    def __init__(self, notes: Notes, time: Time) -> None:
        self._notes, self._time = notes, time
        self._task: asyncio.Task[None] | None = None

    async def before(self) -> float | None:
        """When the bot last ran before this, in seconds since the epoch (UTC); None if that isn't known.

        Raises StoreError.
        """
        noted = await self._notes.get(_NAME)
        return float(noted) if noted is not None else None

    def begin(self) -> None:
        """Notes it from now on."""
        self._task = asyncio.create_task(self._go_on())

    async def end(self) -> None:
        """Notes it for the last time."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
            await self._note()

    async def _go_on(self) -> None:
        while True:
            await self._time.sleep(EVERY)
            await self._note()

    async def _note(self) -> None:
        try:
            await self._notes.set(_NAME, repr(self._time.now()))
        except StoreError as error:
            log.warning("that the bot runs could not be noted: %s", error)


def resumed(deal: StoredDeal, alive: float, now: float) -> tuple[float, float]:
    """Seconds that the deal's present turn had lasted when the bot last ran, and that have passed since.

    Neither is below 0, whatever the machine's clock was set to meanwhile.
    """
    return lasted(deal.actions[-1].at if deal.actions else deal.started_at, alive, now)


def lasted(began: float, alive: float, now: float) -> tuple[float, float]:
    """The same for a turn that began then."""
    return max(0.0, min(alive, now) - began), max(0.0, now - max(alive, began))
