"""The order in which the cards of a hand that is shown are laid out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.cards import Card, Rank

_LOW_STRAIGHT = frozenset({Rank.ACE, Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.TWO})


def arranged(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards with what the hand is made of first: jokers, then fours, threes and pairs, then the rest.

    Among equally many the higher rank comes first; the ace comes last where it is low (``games/general.md R-3``).
    """
    held = tuple(cards)
    ranks = Counter(card.rank for card in held)
    natural = {rank: count for rank, count in ranks.items() if rank is not Rank.JOKER}
    low = len(natural) > 2 and max(natural.values()) == 1 and Rank.ACE in natural and _LOW_STRAIGHT.issuperset(natural)

    def place(card: Card) -> tuple[bool, int, int, int]:
        rank = 1 if low and card.rank is Rank.ACE else int(card.rank)
        return not card.is_joker, -ranks[card.rank], -rank, card.index

    return tuple(sorted(held, key=place))
