"""What happens at a table by itself: computer players act, time runs out, the next deal starts."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.service.dealing import drawn
from bot.service.model import Refusal, Turn
from bot.service.table import Table

log = logging.getLogger(__name__)

OUT_OF_TURN: Final = 5
"""How many times longer than on its own turn a computer player waits before it acts while a person is to move."""

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
        """The time for an action out of turn: the player whose turn it is goes first."""
        return OUT_OF_TURN * self.natural()

    def natural(self) -> float:
        """A computer player's time for one action: drawn by lot, so that it tells nothing about the hand."""
        return self.computer * (0.5 + drawn(1000) / 1000)

    def at(self, table: Table) -> Pace:
        """The pace of that table: as its settings have it."""
        chosen = table.setup.settings
        turn = self.turn if chosen.turn_seconds is None else chosen.turn_seconds
        return replace(self, turn=turn, computer=self.computer * QUICK if chosen.quick else self.computer)


QUICK: Final = 0.3
"""The part of their time that computer players take at a table that is set to be quick."""
AGAIN, AGAIN_MOST = 1.0, 60.0
"""Seconds until something that failed is tried again: the first time, and at most."""


class Clock:
    """One waiting task a table.

    ``play`` acts for the seat whose turn it is, ``deal`` starts the next deal, ``look`` reads a table again that may
    stand otherwise in the books.
    """

    def __init__(
        self,
        pace: Pace,
        play: Callable[[Table, Turn, bool], Awaitable[None]],
        deal: Callable[[Table, Turn], Awaitable[None]],
        look: Callable[[Table], Awaitable[None]],
    ) -> None:
        self._pace, self._play, self._deal, self._look = pace, play, deal, look
        self._waiting: dict[int, asyncio.Task[None]] = {}
        self._timed: dict[int, tuple[Turn, ByComputer]] = {}
        """For each table the turn whose time runs, and the computer player that acts, if any."""
        self._tasks: set[asyncio.Task[None]] = set()
        """The tasks that wait or act."""
        self._stopped = False

    def set(self, table: Table, *, ready: bool, by_computer: Callable[[Table], ByComputer]) -> None:
        """Sets the table's deadlines from how it stands now. ``ready``: whether a next deal could start.

        ``by_computer`` tells the seat for which a computer player acts next, and whether out of turn; None for a
        person. The time of a turn starts once: people who come and go meanwhile don't prolong it. After attempts that
        failed, each next one waits longer.
        """
        if table.unsure:
            self._wait(table, _pause(table), lambda turn: self._look(table))
            return
        who = _who(table, by_computer)
        timed = (table.turn, who) if table.stage == "playing" else None
        before = self._timed.get(table.table_id)
        if timed is not None and timed == before and table.table_id in self._waiting and not table.failures:
            return
        same_turn = timed is not None and before is not None and timed[0] == before[0]
        deadline = table.deadline if same_turn else None
        self.forget(table)
        if self._stopped:
            return
        if timed is not None:
            self._timed[table.table_id] = timed
            left = seconds = math.inf
            pace = self._pace.at(table)
            if pace.turn and (who is None or who[1]):
                table.deadline = deadline or time.time() + pace.turn
                left = max(0.0, table.deadline - time.time())
            if who is not None:
                seconds = pace.patient() if who[1] else pace.natural()
            again = _pause(table)
            if left < seconds:
                self._wait(table, max(left, again), lambda turn: self._play(table, turn, True))
            elif who is not None:
                self._wait(table, max(seconds, again), lambda turn: self._play(table, turn, False))
        elif table.stage == "between" and ready:
            pause = max(self._pace.pause, _pause(table))
            table.next_deal_at = time.time() + pause
            self._wait(table, pause, lambda turn: self._deal(table, turn))

    def forget(self, table: Table) -> None:
        """Stops waiting at the table."""
        if (waiting := self._waiting.pop(table.table_id, None)) is not None:
            waiting.cancel()
        self._timed.pop(table.table_id, None)
        table.deadline = table.next_deal_at = None

    def _wait(self, table: Table, seconds: float, then: Callable[[Turn], Awaitable[None]]) -> None:
        if (waiting := self._waiting.pop(table.table_id, None)) is not None:
            waiting.cancel()
        if self._stopped:
            return
        task = asyncio.create_task(
            self._after(table, table.turn, seconds, then), name=f"clock of table {table.table_id}"
        )
        self._waiting[table.table_id] = task
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _after(self, table: Table, turn: Turn, seconds: float, then: Callable[[Turn], Awaitable[None]]) -> None:
        await asyncio.sleep(seconds)
        # From here on this task is not waiting: what it does sets the clock again, and so does anybody who acts now.
        if self._waiting.get(table.table_id) is asyncio.current_task():
            del self._waiting[table.table_id]
        try:
            await then(turn)
        except Refusal as refusal:
            log.info("table %s: nothing done by itself (%s)", table.table_id, refusal.code)
        except Exception:
            log.exception("table %s: what was to happen by itself failed", table.table_id)

    async def stop(self) -> None:
        """Stops waiting at all tables, for good."""
        self._stopped = True
        tasks = list(self._tasks)
        self._waiting.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _pause(table: Table) -> float:
    """Seconds until the table's failed attempt is made again; 0 if none has failed."""
    return min(AGAIN_MOST, AGAIN * 2.0 ** (table.failures - 1)) if table.failures else 0.0


def _who(table: Table, by_computer: Callable[[Table], ByComputer]) -> ByComputer:
    try:
        return by_computer(table)
    except Exception:
        log.exception("table %s: whether a computer player acts can't be told", table.table_id)
        return None
