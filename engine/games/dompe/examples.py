"""What beats what in Dompe, and what wins outright (dompe.md, DM-15 to DM-26). No card is missing in any pack."""

from __future__ import annotations

from functools import partial
from typing import Final

from engine.cards import cards
from engine.examples import Chart, hands
from engine.games.dompe.hands import rank, wild_card
from engine.games.dompe.rules import DompeRules

_OUTRIGHT: Final = tuple(map(cards, ("KH QH 7H 5H 4H 2H", "7S 6D 5C 4H 3S 2H", "KS KH 6D 6C 3S 3H")))
_FIVE: Final = tuple(
    map(
        cards,
        (
            "7S 6S 5S 4S 3S",
            "JS JH JD JC 7H",
            "6S 6H 6D 4C 4S",
            "KC JC 7C 5C 2C",
            "6S 5D 4C 3H 2S",
            "5S 5H 5C KD 3S",
        ),
    )
)
_PAIR: Final = cards("AS AH QD 4C")
_FOUR: Final = cards("QS QH QD QC")
_FIRST: Final = ("three_of_a_kind", "flush", "three_pairs")


def charts(rules: DompeRules) -> tuple[Chart, ...]:
    """The hands that win outright, then those that are called with, from the top."""
    wild, ranked = wild_card(rules), partial(rank, rules)
    with_wild = () if wild is None else ((*_FOUR, wild),)
    aided = () if wild is None else ((*_PAIR, wild),)
    return (
        Chart("outright", hands((*with_wild, *_OUTRIGHT), ranked, first=_FIRST, order=False)),
        Chart("hands", hands((*_FIVE, *aided), ranked, first=_FIRST), ordered=True),
    )
