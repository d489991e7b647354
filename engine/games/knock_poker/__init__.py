"""Knock Poker: collect the best five-card hand, then knock. The rules, with their numbers, are in ../knock_poker.md.

``rules`` has the options and the game that they make, ``hands`` what cards are worth, ``settlement`` who pays whom,
``refusals`` why something is not allowed here alone, ``examples`` what beats what,
``lesson`` a first deal with a coach. How a turn goes is told in ../drawing.
"""

from __future__ import annotations

from typing import Final

from engine.games.drawing.family import family_game
from engine.games.drawing.state import State
from engine.games.knock_poker.examples import charts
from engine.games.knock_poker.hands import rank
from engine.games.knock_poker.lesson import LESSON
from engine.games.knock_poker.rules import KnockPokerRules

GAME: Final = family_game(
    KnockPokerRules,
    rank,
    recommended=range(3, 6),
    charts=charts,
    chips=20,
    folds=True,
    lesson=LESSON,
    cheaper_to_fold=lambda rules: rules.fold_payment < rules.stay_payment,  # KP-20, KP-23
    expected=("knock", "fold"),
    numbers=lambda rules: {"risk": rules.stay_payment},  # which a beaten knocker pays, too (KP-32, KP-34)
)

__all__ = ["GAME", "KnockPokerRules", "State"]
