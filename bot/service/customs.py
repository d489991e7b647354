"""What this bot's tables agree on about time, absence and what a deal may cost; ``/rules`` tells the numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.game import Game
from engine.rules import Rules

DAY: Final = 86_400
"""A day, in seconds."""
LEAST_TURN, MOST_TURN = 30, 7 * DAY
"""Seconds that a turn may be given, at least and at most; or it has no limit."""
FREE: Final = 0.5
"""The part of a turn's time that is free in each turn; what goes beyond it comes from the person's time bank."""
BANK: Final = 2.0
"""How many turns' time each person's bank has in each deal."""
UNHURRIED: Final = 300.0
"""Seconds after which a turn is slow at a table that sets no limit."""
LONG: Final = 3600.0
"""Seconds: a turn that may last longer is reminded of, and keeps its time over an interruption that was shorter."""
BRIEF: Final = 30.0
"""Seconds: an interruption that isn't longer, such as a restart, leaves a turn the end that was told."""
LEFT_AFTER_BRIEF: Final = 60.0
"""Seconds that must be left then; else the turn begins anew, as after a longer one."""
LOOK: Final = 15.0
"""Seconds in which nobody can start after the buy-in was raised for others: they see it, and may get up."""
SAVED_AGAIN: Final = 30.0
"""Seconds that whoever is to play has at least once moves can be saved again."""
SHOWN_AGAIN: Final = 3
"""How often one turn may begin anew because its table could not be shown for a while."""
BY_MAIL: Final = DAY
"""Seconds for a turn from which on a table plays by mail."""
TURN_TIMES: Final = (None, LEAST_TURN, 60, 120, 300, 900, 3600, 6 * 3600, BY_MAIL, 3 * BY_MAIL, MOST_TURN, 0)
"""What can be chosen for a turn, in seconds; None: as usual, 0: no limit."""
REMINDERS: Final = (0.5, 0.9)
"""The parts of a long turn's time after which the person is reminded of it."""
MISSED: Final[Mapping[str, int]] = {"row": 2, "deal": 4}
"""After this many missed turns, in a row or in one deal, a person counts as away (``general.md G-11b``)."""


def may_last(seconds: int) -> bool:
    """Whether a turn may be given so many seconds; 0: no limit."""
    return not seconds or LEAST_TURN <= seconds <= MOST_TURN


def most_lost(game: Game[Any], rules: Rules, buy_in: int) -> int | None:
    """The most chips that a deal may cost a seat: the buy-in, however many points there are to pay for.

    None: nobody has chips, or nobody can lose more than what lies there.
    """
    return (buy_in or None) if game.for_chips(rules) and not game.money.ends_broke else None
