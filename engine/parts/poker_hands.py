"""A hand of each type of poker hand, as examples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.cards import Card, cards
from engine.examples import Chart, hands
from engine.game import Ranking

_EXAMPLES: Final = tuple(
    map(
        cards,
        (
            "9S 8S 7S 6S 5S",
            "QS QH QD QC 7H",
            "9S 9H 9D 4C 4S",
            "KH JH 8H 6H 3H",
            "TS 9D 8C 7H 6S",
            "7S 7H 7D KD 2S",
            "JS JD 5C 5H 9S",
            "AS AH TC 6D 3S",
            "KS JD 8C 6H 4D",
        ),
    )
)
_FIRST: Final = ("full_house", "straight", "pair")


def poker_chart(rank: Callable[[tuple[Card, ...]], Ranking], more: tuple[tuple[Card, ...], ...] = ()) -> Chart:
    """An example of each type of hand, and ``more`` hands, in the order of the game that ranks them."""
    return Chart("hands", hands((*_EXAMPLES, *more), rank, first=_FIRST), ordered=True)
