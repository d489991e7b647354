"""The ranking of five-card poker hands (``games/knock_poker.md`` R-1 to R-14).

Every card has a ``key``, and no two different sets of five ranks have the same sum of keys. So the keys of five cards
are added up, and the sum is looked up in one of two small tables, for hands of one suit and for others. The tables fill
themselves as hands come along.

A value is a whole number that compares: the type in its high bits, then the ranks that decide, four bits each. So a
value made of a type and its first ranks alone is a lower limit: ``least("pair", Rank.JACK)`` is what the poorest pair
of jacks reaches. Five of a kind, the highest type, needs a wild card: see wild.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final, get_args

from engine.cards import Card, Rank, standard_pack
from engine.parts.hands import HandName, HandType

_TYPES: Final[tuple[HandType, ...]] = tuple(reversed(get_args(HandType)))
TYPE_SHIFT: Final = 20
"""How many low bits of a value are its ranks; the rest is its type."""
RUN: Final = tuple(sorted(rank for rank in Rank if rank is not Rank.JOKER))
"""The order of ranks in sequences, from the two up to the ace, which may also stand below the two (R-2)."""
_BY_SHAPE: Final[dict[tuple[int, ...], HandType]] = {
    (5,): "five_of_a_kind",
    (4, 1): "four_of_a_kind",
    (3, 2): "full_house",
    (3, 1, 1): "three_of_a_kind",
    (2, 2, 1): "two_pairs",
    (2, 1, 1, 1): "pair",
    (1, 1, 1, 1, 1): "high_card",
}


def least(type: HandType, *ranks: Rank) -> int:
    """The lowest value of a hand of this type with these first ranks; better hands have higher ones (``KP-56``)."""
    value = _TYPES.index(type) << TYPE_SHIFT
    for place, rank in enumerate(ranks, start=1):
        value |= rank << (TYPE_SHIFT - 4 * place)
    return value


@cache
def straights(run: tuple[Rank, ...], cards: int = 5) -> Mapping[frozenset[Rank], Rank]:
    """The top rank of each set of ``cards`` consecutive ranks of ``run``.

    Its last rank may also stand below the first, so the ace is low in 5-4-3-2-A, which is only five high (R-3), and
    there is no Q-K-A-2-3.
    """
    around = (run[-1], *run)
    windows = (around[first : first + cards] for first in range(len(around) - cards + 1))
    return {frozenset(window): window[-1] for window in windows}


def value_of(ranks: tuple[Rank, ...], one_suit: bool, sequences: Mapping[frozenset[Rank], Rank]) -> int:
    """The value of five cards by their ranks and whether all are of one suit."""
    counts = Counter(ranks)
    telling = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    kind = _BY_SHAPE[tuple(counts[rank] for rank in telling)]
    if kind == "high_card":
        top = sequences.get(frozenset(ranks))
        if top is not None:
            return least("straight_flush" if one_suit else "straight", top)
        if one_suit:
            kind = "flush"
    return least(kind, *telling)


class _Values(dict[int, int]):
    """The value of five cards by the sum of their keys."""

    def __init__(self, one_suit: bool) -> None:
        super().__init__()
        self._one_suit = one_suit

    def __missing__(self, key: int) -> int:
        value = _all_values(self._one_suit).get(key)
        if value is None:
            raise ValueError("only five different cards without a joker are a poker hand here")
        self[key] = value
        return value


@cache
def _all_values(one_suit: bool) -> dict[int, int]:
    ranks = {card.key: card.rank for card in standard_pack()}
    found = combinations(ranks, 5) if one_suit else combinations_with_replacement(ranks, 5)
    sequences = straights(RUN)
    return {
        sum(five): value_of(tuple(ranks[key] for key in five), one_suit, sequences)
        for five in found
        if five[0] != five[4]
    }


_OF_ONE_SUIT: Final = _Values(one_suit=True)
_OF_MIXED_SUITS: Final = _Values(one_suit=False)


def rank_hand(hand: tuple[Card, ...]) -> int:
    """The value of five cards: the higher, the better; equal values tie (R-4). Raises ValueError."""
    a, b, c, d, e = hand
    if (suits := a.suit_bits & b.suit_bits) and (suits := suits & c.suit_bits) and suits & d.suit_bits & e.suit_bits:
        return _OF_ONE_SUIT[a.key + b.key + c.key + d.key + e.key]
    return _OF_MIXED_SUITS[a.key + b.key + c.key + d.key + e.key]


@cache
def hand_name(value: int) -> HandName:
    """What a value stands for: the type, and the ranks that tell it from others of its type."""
    kind, *ranks = value_parts(value)
    return HandName(_TYPES[kind], tuple(map(Rank, ranks)))


def value_parts(value: int) -> tuple[int, ...]:
    """The value as numbers that compare in the same way: the type from 0, then the telling ranks."""
    shifts = range(TYPE_SHIFT - 4, -1, -4)
    return (value >> TYPE_SHIFT, *(rank for shift in shifts if (rank := value >> shift & 15)))


ROYAL_FLUSH: Final = least("straight_flush", Rank.ACE)
"""The highest hand; a straight flush and not a type of its own (R-12)."""
