"""What follows in a moment is shown together: the moves of computer players in one go, and a turn of several moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from bot.service.model import Refusal, Snapshot, Turn
from bot.ui.desk import Desk
from bot.ui.pictures.moved import as_pictured

AT_MOST: Final = 5.0
"""Seconds for which a move waits at most for those that come after it."""
REST_OF_A_TURN: Final = 12.0
"""Seconds for which panels of people who can do nothing wait at most for the rest of somebody's turn, as does a table's
message that no token of a press edits: as long as most take to choose a discard."""


class Gathering:
    """The tables at which computer players move while nobody has anything to do, or somebody is in mid-turn.

    ``show`` is called with a table's id where something there has waited for long enough.
    """

    def __init__(self, desk: Desk, show: Callable[[int], object]) -> None:
        self._desk, self._show = desk, show
        self._shown: dict[int, int] = {}
        """The number of the deal that each table has been shown in."""
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._turns: dict[int, tuple[Turn, asyncio.TimerHandle | None]] = {}
        """The moment of each table at which somebody is in mid-turn, and what ends the waiting; None: it is over."""

    def waiting(self, table_id: int) -> bool:
        """Whether something at that table is not shown yet, because more is about to follow."""
        return table_id in self._timers

    def puts_off(self, table_id: int) -> bool:
        """Notes that something has changed there, and returns whether it is to be shown with what follows. ``show`` is
        called if that is long in coming."""
        table = self._desk.service.snapshot_of(table_id)
        self._note_turn(table_id, table)
        if table is None or table.stage == "closed":
            self._shown.pop(table_id, None)
        if table is None or not self._goes_on(table):
            self._ended(table_id)
            if table is not None and table.stage == "playing":
                self._shown[table_id] = table.turn.deal
            return False
        if table_id not in self._timers:
            self._timers[table_id] = asyncio.get_running_loop().call_later(AT_MOST, self._late, table_id)
        return True

    def let_go(self, table_id: int) -> None:
        """That table has come to rest."""
        self._shown.pop(table_id, None)
        self._ended(table_id)
        self._note_turn(table_id, None)

    def rest_follows(self, table: Snapshot) -> bool:
        """Whether somebody there is in mid-turn. People who can do nothing are shown such a turn when it is over."""
        moment, timer = self._turns.get(table.table_id, (None, None))
        return moment == table.turn and timer is not None

    def close(self) -> None:
        """Ends all waiting."""
        for table_id in tuple(self._timers):
            self._ended(table_id)
        for table_id in tuple(self._turns):
            self._note_turn(table_id, None)

    def _note_turn(self, table_id: int, table: Snapshot | None) -> None:
        """Has the table be shown if the rest of a turn that has begun is long in coming."""
        moment, timer = self._turns.get(table_id, (None, None))
        playing = table if table is not None and table.stage == "playing" else None
        if playing is not None and moment == playing.turn:
            return
        if timer is not None:
            timer.cancel()
        self._turns.pop(table_id, None)
        if playing is not None and as_pictured(playing) is not playing:
            late = asyncio.get_running_loop().call_later(REST_OF_A_TURN, self._turn_lasts, table_id)
            self._turns[table_id] = playing.turn, late

    def _turn_lasts(self, table_id: int) -> None:
        """The rest of a turn is long in coming: nothing waits for it any more."""
        moment, _ = self._turns[table_id]
        self._turns[table_id] = moment, None
        self._show(table_id)

    def _goes_on(self, table: Snapshot) -> bool:
        """Whether computer players are at it, in a deal that has been shown, and nobody else can do anything."""
        acting = table.to_act
        if table.stage != "playing" or acting is None or not acting.computer:
            return False
        return self._shown.get(table.table_id) == table.turn.deal and not self._may_act(table)

    def _may_act(self, table: Snapshot) -> bool:
        """Whether a person may do something out of turn: the buttons for it must be those of the moment."""
        people = [sitter.user_id for sitter in table.players if sitter.user_id is not None]
        return any(self._has_prompts(table.table_id, user_id) for user_id in people)

    def _has_prompts(self, table_id: int, user_id: int) -> bool:
        try:
            view = self._desk.service.private_of(table_id, user_id).view
        except Refusal:
            return False
        return view is not None and bool(view.prompts)

    def _late(self, table_id: int) -> None:
        self._ended(table_id)
        self._show(table_id)

    def _ended(self, table_id: int) -> None:
        """Nothing waits there any more for what computer players do."""
        if (timer := self._timers.pop(table_id, None)) is not None:
            timer.cancel()
