"""When something is to happen at each table: one heap of moments, and one task that waits for the first of them."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from typing import Final

from bot.service.turn_time import Time

EARLY: Final = 0.001
"""Seconds by which a machine's clock may wake somebody too early."""


class Alarms:
    """Calls ``ring`` with a table's id when its moment has come. ``time`` tells the running seconds."""

    def __init__(self, time: Time, ring: Callable[[int], None]) -> None:
        self._time, self._ring = time, ring
        self._at: dict[int, float] = {}
        """By table."""
        self._heap: list[tuple[float, int]] = []
        """Those moments, and others that were replaced or cancelled since."""
        self._waiting: asyncio.Task[None] | None = None
        self._until = 0.0
        """The moment for which that task waits."""

    def set(self, table_id: int, at: float) -> None:
        """Rings for that table at that moment, in running seconds, and at no other."""
        self._at[table_id] = at
        heapq.heappush(self._heap, (at, table_id))
        if len(self._heap) > 2 * len(self._at) + 64:
            self._heap = [(at, table_id) for table_id, at in self._at.items()]
            heapq.heapify(self._heap)
        if self._waiting is None or at < self._until:
            self._wait()

    def cancel(self, table_id: int) -> None:
        """Forgets that table's moment: it doesn't ring."""
        self._at.pop(table_id, None)

    def at(self, table_id: int) -> float | None:
        """The moment at which it rings for that table; None: at none."""
        return self._at.get(table_id)

    def stop(self) -> None:
        """Rings no more; the moments are kept."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _wait(self) -> None:
        """Waits for the first moment that was neither replaced nor cancelled."""
        self.stop()
        while self._heap and self._at.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        if self._heap:
            self._until = self._heap[0][0]
            self._waiting = asyncio.create_task(self._sleep(self._until), name="clock of all tables")

    async def _sleep(self, until: float) -> None:
        await self._time.sleep(max(0.0, until - self._time.running()))
        self._waiting = None
        now = self._time.running() + EARLY
        while self._heap and self._heap[0][0] <= now:
            at, table_id = heapq.heappop(self._heap)
            if self._at.get(table_id) == at:
                del self._at[table_id]
                self._ring(table_id)
        if self._waiting is None:
            self._wait()
