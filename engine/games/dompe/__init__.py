"""Dompe, from Sonora: collect three of a kind or better and call, or six cards that win outright. Rules: ../dompe.md.

``rules`` has the options and the game that they make, ``hands`` what cards are worth, ``showdown`` who wins,
``refusals`` why something is not allowed here alone, ``examples`` what beats what,
``lesson`` a first deal with a coach. How a turn goes is told in ../drawing.
"""

from __future__ import annotations

from typing import Final

from engine.games.dompe.examples import charts
from engine.games.dompe.hands import rank
from engine.games.dompe.lesson import LESSON
from engine.games.dompe.rules import SEATS, DompeRules
from engine.games.drawing.family import family_game
from engine.games.drawing.state import State

GAME: Final = family_game(
    DompeRules,
    rank,
    recommended=SEATS,
    charts=charts,
    lesson=LESSON,
    chips=20,
    expected=("draw", "knock", "show"),
)

__all__ = ["GAME", "DompeRules", "State"]
