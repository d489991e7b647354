"""Poe Crumb: draw and discard for the best poker hand, then knock instead of a turn. Rules: ../poe_crumb.md.

``rules`` has the options and the game that they make, ``hands`` how hands with jokers rank, ``showdown`` who wins a
round, ``refusals`` why something is not allowed here alone, ``examples`` what beats what,
``lesson`` a first deal with a coach. How a turn goes is told in ../drawing.
"""

from __future__ import annotations

from typing import Final

from engine.games.drawing.family import family_game
from engine.games.drawing.state import State
from engine.games.poe_crumb.examples import charts
from engine.games.poe_crumb.hands import rank
from engine.games.poe_crumb.lesson import LESSON
from engine.games.poe_crumb.rules import PoeCrumbRules

GAME: Final = family_game(
    PoeCrumbRules, rank, recommended=range(3, 7), charts=charts, lesson=LESSON, chips=20, chips_option="ante"
)

__all__ = ["GAME", "PoeCrumbRules", "State"]
