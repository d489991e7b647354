"""Sets of cards of one rank, on which hands are bet in Poch (games/poch.md PO-20 to PO-25, PO-63, le_poque.md LQ-7b,
poch_1873.md HO-6 and HO-7).

A hand's best set is its quartet, else its triplet, else its pair, the highest of several; if all ranks differ, its
highest card. Only that one set counts, and what comes after it depends on the edition: see ``SetOrder``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from operator import attrgetter
from typing import Final, Literal

from engine.cards import Card, Rank, Suit
from engine.parts.hands import HandName, HandType

SetOrder = Literal["pay_suit", "clubs", "kickers"]
"""What decides between sets of equal number and rank.

``pay_suit``: the set with the card of the pay suit (PO-23; a single card LQ-7b). ``clubs``: the pair with the club, and
of single cards the suit in the order clubs, spades, hearts, diamonds (PO-63). ``kickers``: the other cards of the hand
from the highest down, whatever their suits (HO-7).
"""

_TYPES: Final[tuple[HandType, ...]] = ("high_card", "pair", "three_of_a_kind", "four_of_a_kind")
_SKAT: Final = {Suit.DIAMONDS: 0, Suit.HEARTS: 1, Suit.SPADES: 2, Suit.CLUBS: 3}


def best_set(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards of the best set, in canonical order (PO-20 to PO-22): the highest card alone if no two are of one
    rank. Raises ValueError if there is no card.
    """
    return _best_set(tuple(cards))


@lru_cache(1024)  # a hand stays the same while it is bet on, shown and looked at
def _best_set(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    if not cards:
        raise ValueError("there is no card")
    counts: dict[Rank, int] = {}
    for card in cards:
        counts[card.rank] = counts.get(card.rank, 0) + 1
    _, best = max(zip(counts.values(), counts, strict=True))
    return tuple(sorted([card for card in cards if card.rank is best], key=attrgetter("index")))


def has_pair(cards: Collection[Card]) -> bool:
    """Whether two of the cards, or more, are of one rank (PO-24)."""
    return len({card.rank for card in cards}) < len(cards)


def strength(cards: Iterable[Card], order: SetOrder, pay_suit: Suit | None = None) -> tuple[int, ...]:
    """How good the best set is; higher is better. First come the number of its cards and their rank.

    If the order asks for a pay suit and none is given, the value ends there: equal values then mean that the pay suit
    would decide. Raises ValueError if there is no card.
    """
    hand = tuple(cards)
    best = best_set(hand)
    value = (len(best), int(best[0].rank))
    match order:
        case "pay_suit":
            return value if pay_suit is None else (*value, int(pay_suit in [card.suit for card in best]))
        case "clubs":
            return (*value, max([_SKAT[card.suit] for card in best]))
        case "kickers":
            return (*value, *sorted([int(card.rank) for card in hand if card not in best], reverse=True))


def set_name(cards: Iterable[Card]) -> HandName:
    """What the best set is: the type, ``high_card`` to ``four_of_a_kind``, and its rank. Raises ValueError."""
    return _set_name(best_set(cards))


@lru_cache(1024)
def _set_name(best: tuple[Card, ...]) -> HandName:
    return HandName(_TYPES[len(best) - 1], (best[0].rank,))
