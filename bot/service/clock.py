"""What happens at a table without anybody's doing: computer players act, time runs out, the next deal starts."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.service.dealing import drawn
from bot.service.model import Refusal, Turn
from bot.service.table import Table

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Pace:
    """How long things take at a table, in seconds."""

    turn: float = 300
    """For a person's turn; 0: no limit."""
    pause: float = 30
    """Between two deals."""
    computer: float = 2
    """A computer player's action, on average."""

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
        self._timed: dict[int, tuple[Turn, bool]] = {}
        """The turns that are waited for, and whether for a computer player."""
        self._stopped = False

    def set(self, table: Table, *, ready: bool) -> None:
        """Sets the table's deadlines from how it stands now. ``ready``: whether a next deal could start.

        A turn has its time once: people who come and go meanwhile don't prolong it.
        """
        timed, waiting = self._to_time(table), self._waiting.get(table.table_id)
        waits = waiting is not None and not waiting.done()
        if waits and timed is not None and timed == self._timed.get(table.table_id):
            return
        self._waiting.pop(table.table_id, None)
        self._timed.pop(table.table_id, None)
        if waiting is not None and waiting is not asyncio.current_task():
            waiting.cancel()
        table.deadline = table.next_deal_at = None
        if self._stopped:
            return
        if timed is not None:
            self._timed[table.table_id] = timed
            _, by_computer = timed
            if by_computer:
                self._wait(table, self._pace.natural(), lambda turn: self._play(table, turn, False))
            elif self._pace.turn:
                table.deadline = time.time() + self._pace.turn
                self._wait(table, self._pace.turn, lambda turn: self._play(table, turn, True))
        elif table.stage == "between" and ready:
            table.next_deal_at = time.time() + self._pace.pause
            self._wait(table, self._pace.pause, lambda turn: self._deal(table, turn))

    def _to_time(self, table: Table) -> tuple[Turn, bool] | None:
        """Whose turn is to be timed: the moment, and whether it is a computer player's; None between deals."""
        if table.stage != "playing":
            return None
        assert table.deal is not None
        return table.turn, table.present_at(table.game.to_act(table.deal.state)[0]).computer

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
