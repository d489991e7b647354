"""The names of hands, as values that a catalogue turns into words."""

from __future__ import annotations

from typing import Literal

from engine.cards import Rank
from engine.frozen import frozen

HandType = Literal[
    "five_of_a_kind",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pairs",
    "pair",
    "high_card",
]
"""The types of poker hand, from the top (``games/general.md R-1``; Poe Crumb PC-32)."""


@frozen
class HandName:
    """What a hand is: "full house, nines over fours" as values."""

    type: str
    """The type, such as ``full_house``."""
    ranks: tuple[Rank, ...] = ()
    """The ranks that tell it from others of its type, the most telling first: (nine, four)."""
    aided: bool = False
    """Whether a wild card helps."""
