"""What the clock says of a table."""

from __future__ import annotations

from dataclasses import dataclass

from bot.service.watched import Watched


@dataclass
class Timing(Watched):
    """The present turn's time and the next deal's, in seconds, as in ``Snapshot``; only the clock sets it."""

    deadline: float | None = None
    turn_seconds: float = 0
    usual_turn: float = 0
    idle_seconds: float = 0
    slow: bool = False
    reminders: int = 0
    next_deal_at: float | None = None
    resumed: tuple[float, float] | None = None
    """Seconds that the present turn had lasted when the bot stopped, and for which the bot then didn't run."""
