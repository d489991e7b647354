"""What happens at a table without anybody's doing: computer players act, time runs out, the next deal starts."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from bot.service.dealing import drawn
from bot.service.model import Refusal, Turn
from bot.service.table import Table

log = logging.getLogger(__name__)

OUT_OF_TURN: Final = 5
"""So many times longer than for its own turn a computer player waits before it acts while a person is to move."""

ByComputer = tuple[int, bool] | None
"""The seat for which a computer player acts next, and whether out of turn; None for a person's turn."""


@dataclass(frozen=True)
class Pace:
    """How long things take at a table, in seconds."""

    turn: float = 300
    """For a person's turn; 0: no limit."""
    pause: float = 30
    """Between two deals."""
    computer: float = 2
    """A computer player's action, on average."""

    def patient(self) -> float:
        """The time for an action out of turn: whose turn it is has the first say."""
        return OUT_OF_TURN * self.natural()

    def natural(self) -> float:
        """A computer player's time for one action: by lot, so that it tells nothing of the hand."""
        return self.computer * (0.5 + drawn(1000) / 1000)


class Clock:
    """One waiting task a table. ``play`` acts for the seat whose turn it is, ``deal`` starts the next deal."""

    def __init__(
        self,
        pace: Pace,
        play: Callable[[Table, Turn, bool], Awaitable[None]],
        deal: Callable[[Table, Turn], Awaitable[None]],
    ) -> None:
        self._pace, self._play, self._deal = pace, play, deal
        self._waiting: dict[int, asyncio.Task[None]] = {}
        self._timed: dict[int, tuple[Turn, ByComputer]] = {}
        """The turns that are waited for, and which computer player acts, if any."""
        self._stopped = False

    def set(self, table: Table, *, ready: bool, by_computer: ByComputer) -> None:
        """Sets the table's deadlines from how it stands now. ``ready``: whether a next deal could start.

        ``by_computer``: the seat for which a computer player acts next, and whether out of turn; None for a person.
        A turn has its time once: people who come and go meanwhile don't prolong it.
        """
        timed = (table.turn, by_computer) if table.stage == "playing" else None
        waiting = self._waiting.get(table.table_id)
        waits = waiting is not None and not waiting.done()
        before = self._timed.get(table.table_id) if waits else None
        if timed is not None and timed == before:
            return
        same_turn = timed is not None and before is not None and timed[0] == before[0]
        deadline = table.deadline if same_turn else None
        self._waiting.pop(table.table_id, None)
        self._timed.pop(table.table_id, None)
        if waiting is not None and waiting is not asyncio.current_task():
            waiting.cancel()
        table.deadline = table.next_deal_at = None
        if self._stopped:
            return
        if timed is not None:
            self._timed[table.table_id] = timed
            left = seconds = math.inf
            if self._pace.turn and (by_computer is None or by_computer[1]):
                table.deadline = deadline or time.time() + self._pace.turn
                left = max(0.0, table.deadline - time.time())
            if by_computer is not None:
                seconds = self._pace.patient() if by_computer[1] else self._pace.natural()
            if left < seconds:
                self._wait(table, left, lambda turn: self._play(table, turn, True))
            elif by_computer is not None:
                self._wait(table, seconds, lambda turn: self._play(table, turn, False))
        elif table.stage == "between" and ready:
            table.next_deal_at = time.time() + self._pace.pause
            self._wait(table, self._pace.pause, lambda turn: self._deal(table, turn))

    def _wait(self, table: Table, seconds: float, then: Callable[[Turn], Awaitable[None]]) -> None:
        self._waiting[table.table_id] = asyncio.create_task(
            self._after(table, table.turn, seconds, then), name=f"clock of table {table.table_id}"
        )

    async def _after(self, table: Table, turn: Turn, seconds: float, then: Callable[[Turn], Awaitable[None]]) -> None:
        again = 1.0
        while True:
            await asyncio.sleep(seconds)
            try:
                return await then(turn)
            except Refusal as refusal:
                if refusal.code != "disk":
                    log.info("table %s: nothing done by itself (%s)", table.table_id, refusal.code)
                    return None
                seconds = again = min(60.0, again * 2)
            except Exception:
                log.exception("table %s: what was to happen by itself failed", table.table_id)
                return None

    async def stop(self) -> None:
        """Ends all waiting, for good."""
        self._stopped = True
        tasks = list(self._waiting.values())
        self._waiting.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
