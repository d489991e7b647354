"""What this bot's tables agree on about time and absence, in numbers; ``/rules`` tells them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

DAY: Final = 86_400
"""Its seconds."""
LEAST_TURN, MOST_TURN = 30, 7 * DAY
"""Seconds that a table may give a person for a turn, at least and at most; or it sets no limit."""
FREE: Final = 0.5
"""The part of a turn's time that is free in each turn; what goes beyond it comes from the person's time bank."""
BANK: Final = 2.0
"""How many turns' time each person's bank has in each deal."""
UNHURRIED: Final = 300.0
"""Seconds after which a turn is slow at a table that sets no limit."""
LONG: Final = 3600.0
"""Seconds: a turn that may last longer is reminded of, and keeps its time over an interruption that was shorter."""
LOOK: Final = 15.0
"""Seconds in which nobody can start after the buy-in was raised for others: they see it, and may get up."""
SHOWN_AGAIN: Final = 3
"""How often one turn may begin anew because its table could not be shown for a while."""
BY_MAIL: Final = DAY
"""Seconds for a turn from which on a table plays by mail."""
REMINDERS: Final = (0.5, 0.9)
"""The parts of a long turn's time after which the person is reminded of it."""
MISSED: Final[Mapping[str, int]] = {"row": 2, "deal": 4}
"""After this many missed turns, in a row or in one deal, a person counts as away (``general.md G-11b``)."""
