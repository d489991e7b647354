"""The turns of people at all tables: whose time there is, how far it has run, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.service.index import Resting
from bot.service.model import Turn
from bot.service.pace import Pace
from bot.service.table import Table
from bot.service.turn_time import Time, TurnTime
from bot.store.resting import Rest

SET: Final = 2.0
"""Seconds by which the seconds of UTC must be off before a deadline is told anew."""
LATER: Final = 0.01
"""The part of a turn's time by which it may end later than was told."""


class Turns:
    """The time of the present turn at each table, where it is a person's."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._turns: dict[int, TurnTime] = {}
        """By table."""
        self._left: dict[int, TurnTime] = {}
        """The time of turns that computer players have taken over from people, who may come back in the same turn."""

    def at(self, table_id: int) -> TurnTime | None:
        """The time of the present turn there; None: it is nobody's."""
        return self._turns.get(table_id)

    def set(self, table: Table, asked: int | None, usual: Pace, *, runs: bool) -> None:
        """Sees to the time of that sitting, whose turn it is (None: no person's). It begins once.

        ``usual``: the pace of tables that set none of their own; ``runs``: whether people's time runs there now.
        """
        time = self._turns.get(table.table_id)
        if asked is None:
            self._turns.pop(table.table_id, None)
            if time is not None and time.turn == table.turn and table.playing:
                time.hand_over(self._time.running())
                self._left[table.table_id] = time
        elif time is not None and time.sitting_id == asked and table.spoken_up:
            time.turn = table.turn  # somebody spoke up meanwhile: it is still the same turn
        elif time is None or (time.turn, time.sitting_id) != (table.turn, asked):
            self._turns[table.table_id] = self._begun(table, asked, usual, runs=runs)
        table.timing.resumed = None

    def _begun(self, table: Table, asked: int, usual: Pace, *, runs: bool) -> TurnTime:
        """The time of a turn that begins, or in which a person comes back."""
        now = self._time.running()
        left = self._left.pop(table.table_id, None)
        if left is not None and (left.turn, left.sitting_id) == (table.turn, asked):
            if runs:
                left.take_back(now)
            return left
        assert table.deal is not None, "somebody is asked"
        time = TurnTime.begin(table.turn, asked, usual.at(table).turn, table.deal.drawn.get(asked, 0.0))
        if (resumed := table.timing.resumed) is not None:
            time.spent, time.still = resumed
        if runs:
            time.go_on(now, 0.0)
        return time

    def begin_resting(self, record: Resting, rest: Rest, pace: Pace, resumed: tuple[float, float]) -> None:
        """At a start: the turn of a person at a table that rests, stopped.

        ``resumed``: seconds that it had lasted when the bot stopped, and for which it didn't run.
        """
        assert rest.sitting_id is not None, "it is a person's"
        time = TurnTime.begin(Turn(rest.deal, rest.seq), rest.sitting_id, pace.turn, rest.drawn)
        time.spent, time.still = resumed
        self._turns[record.table_id] = time

    def stop(self, table_id: int) -> None:
        """Stops the time there, until it goes on."""
        if (time := self._turns.get(table_id)) is not None:
            time.stop(self._time.running())

    def go_on(
        self, table_id: int, since: float, how: Callable[[TurnTime, float, float], None] = TurnTime.go_on
    ) -> None:
        """Lets the time there run on, which stood still from that moment, in running seconds."""
        now = self._time.running()
        if (time := self._turns.get(table_id)) is not None:
            how(time, now, now - since)

    def rest(self, table_id: int) -> None:
        """That table comes to rest: of its turns only the present one is needed."""
        self._left.pop(table_id, None)

    def forget(self, table_id: int) -> None:
        """Knows no time there any more."""
        self._turns.pop(table_id, None)
        self._left.pop(table_id, None)

    def show(self, table: Table, usual: Pace) -> None:
        """Notes what the table shows of a turn's time. ``usual``: the pace of tables that set none of their own."""
        time, now = self._turns.get(table.table_id), self._time.running()
        left = time.left(now) if time is not None and time.since is not None else None
        if left is None:
            table.timing.deadline = None
        elif not as_told(table.timing.deadline, self._time.now() + left, time.limit if time is not None else 0.0):
            table.timing.deadline = self._time.now() + left
        pace, shown = usual.at(table), table.timing
        shown.turn_seconds, shown.usual_turn, shown.idle_seconds = pace.turn, usual.turn, pace.idle
        shown.slow = self.slow(table.table_id)
        shown.reminders = time.reminders(now) if time is not None else 0

    def slow(self, table_id: int) -> bool:
        """Whether the present turn there is slow now."""
        time = self._turns.get(table_id)
        return time is not None and time.since is not None and time.slow(self._time.running())

    def true_of(self, rest: Rest, time: TurnTime) -> bool:
        """Whether what the messages of a table at rest tell of its turn's time is true now."""
        now = self._time.running()
        left = time.left(now)
        deadline = None if left is None else self._time.now() + left
        told = (rest.slow, rest.reminders) == (time.slow(now), time.reminders(now))
        return told and as_told(rest.deadline, deadline, time.limit)


def as_told(told: float | None, deadline: float | None, limit: float) -> bool:
    """Whether it is true enough that a turn ends when it was told to, in seconds since the epoch (UTC); None: never.

    ``limit``: how long the turn may last. It may end somewhat later, as after a start, but hardly earlier.
    """
    if told is None or deadline is None:
        return told is deadline
    return -SET <= deadline - told <= max(SET, LATER * limit)
