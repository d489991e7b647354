"""Knock Rummy: collect groups and sequences, then knock with as little unmatched as you can. Rules: ../knock_rummy.md.

``rules`` has the options and the game that they make, ``hands`` what cards are worth, ``settlement`` who wins how many
points, ``examples`` and ``lesson`` what there is to learn from. How a turn goes is told in ../drawing.
"""

from __future__ import annotations

from typing import Final

from engine.games.drawing.family import family_game
from engine.games.drawing.state import State
from engine.games.knock_rummy.examples import charts
from engine.games.knock_rummy.hands import rank
from engine.games.knock_rummy.lesson import LESSON
from engine.games.knock_rummy.rules import SEATS, KnockRummyRules

GAME: Final = family_game(
    KnockRummyRules,
    rank,
    recommended=SEATS,
    charts=charts,
    lesson=LESSON,
    chips=200,
    pot=False,
    chips_option="chips_per_point",
    numbers=lambda rules: {"rum": rules.rum_points, "undercut": rules.undercut_penalty},
)

__all__ = ["GAME", "KnockRummyRules", "State"]
