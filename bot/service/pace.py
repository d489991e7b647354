"""How long things take at a table, in seconds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.service.customs import BY_MAIL
from bot.service.dealing import drawn
from bot.service.table import Table

OUT_OF_TURN: Final = 5
"""How many times longer than on its own turn a computer player waits before it acts while a person is to move."""
MAIL_PAUSE: Final = 3600.0
"""Seconds between two deals at a table that plays by mail, at least."""
QUICK: Final = 0.3
"""The part of their time that computer players take at a table that is set to be quick."""


@dataclass(frozen=True)
class Pace:
    """How long things take at a table, in seconds."""

    turn: float = 300
    """For a person's turn; 0: no limit."""
    pause: float = 30
    """Between two deals."""
    computer: float = 2
    """A computer player's action, on average."""
    idle: float = 3600
    """Until a table ends at which no deal is played and nobody does anything; 0: it never does."""

    def patient(self) -> float:
        """The time for an action out of turn: the player whose turn it is goes first."""
        return OUT_OF_TURN * self.natural()

    def natural(self) -> float:
        """A computer player's time for one action: drawn by lot, so that it tells nothing about the hand."""
        return self.computer * (0.5 + drawn(1000) / 1000)

    def at(self, table: Table) -> Pace:
        """The pace of that table: as its settings have it."""
        chosen = table.setup.settings
        pace = self.with_turns_of(chosen.turn_seconds)
        return replace(pace, computer=self.computer * QUICK) if chosen.quick else pace

    def with_turns_of(self, seconds: int | None) -> Pace:
        """The pace of a table at which a person's turn has so many seconds; None: as many as usual."""
        turn = self.turn if seconds is None else seconds
        by_mail = turn >= BY_MAIL
        return replace(
            self,
            turn=turn,
            pause=max(self.pause, MAIL_PAUSE) if by_mail and self.pause else self.pause,
            idle=max(self.idle, turn) if by_mail and self.idle else self.idle,
        )
