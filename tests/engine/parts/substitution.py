"""What jokers are worth, found the slow way: by every card that they could stand for.

``python -m tests.engine.parts.substitution`` checks every single hand with one and two jokers in this way, some forty
million substitutions; the test checks one hand of each shape in this way and that all hands of one shape are worth the
same.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from typing import Final

from engine.cards import ALL_CARDS, JOKER, JOKERS, SUITS, Card, Rank
from engine.parts.ranking import least, rank_hand
from engine.parts.wild import WildPolicy, ranker

SHAPE_BITS: Final = 13
_BITS: Final = {card: 1 << SHAPE_BITS * SUITS.index(card.suit) + (Rank.ACE - card.rank) for card in ALL_CARDS}


def shape_bits(card: Card) -> int:
    """One bit for each card, those of one suit side by side."""
    return _BITS[card]


def best_by_substitution(held: tuple[Card, ...], jokers: int, pack: Collection[Card] = ALL_CARDS) -> int:
    """The value of the best hand that one or two jokers make with the cards held, each standing for a card not held.

    Five of a kind, which no substitution makes, stands for itself.
    """
    if len({card.rank for card in held}) == 1 and len(held) + jokers == 5:
        return least("five_of_a_kind", held[0].rank)
    free = [card for card in pack if card not in held]
    return max(rank_hand(held + stands_for) for stands_for in combinations(free, jokers))


def main() -> None:
    """Checks every hand; raises AssertionError at the first that is worth something else."""
    value = ranker(WildPolicy(), lambda value, wilds: value)
    for natural, jokers in ((4, (JOKER,)), (3, JOKERS)):
        hands = 0
        for held in combinations(ALL_CARDS, natural):
            assert value(held + jokers) == best_by_substitution(held, len(jokers)), held
            hands += 1
        print(f"{hands} hands with {len(jokers)} of five cards wild: all as by substitution")


if __name__ == "__main__":
    main()
