"""The ranking of five cards of which some are wild (``games/poe_crumb.md`` PC-30 to PC-39, ``games/dompe.md`` DM-20).

A wild card is used for the highest type that the hand can make, and then for the highest value within that type. What
a game allows beyond that is its ``WildPolicy``, and how it orders hands with a wild card among those without is a
function of its own: see ``ranker``.

Looking up works as in ranking.py: a joker has a key that counts it and the bits of every suit, so it costs no time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

from engine.cards import ALL_CARDS, JOKER, Card, Rank
from engine.parts.hands import HandName
from engine.parts.ranking import RUN, hand_name, least, straights, value_of

Order = Callable[[int, int], int]
"""From the value (ranking.py) that a hand reaches and its number of wild cards to a number that a game compares."""
Finish = Callable[[int, tuple[Card, ...]], int]
"""From such a number and the hand to a number that also contains what only the cards themselves tell."""


@dataclass(frozen=True)
class WildPolicy:
    """What a wild card may stand for."""

    run: tuple[Rank, ...] = RUN
    """The ranks of the pack in the order of sequences, from the lowest up to the ace."""
    repeats_in_flush: bool = False
    """Whether it may repeat a card of its own flush: A-Q-9-4 and a joker is A-A-Q-9-4."""


def ranker(policy: WildPolicy, order: Order, finish: Finish | None = None) -> Callable[[tuple[Card, ...]], int]:
    """A function from five cards to what they are worth; higher is better. The function raises ValueError.

    With ``finish``, a positive number of ``order`` is the worth; of a negative one ``finish`` makes the worth.
    """
    of_one_suit = _Worths(policy, order, one_suit=True)
    of_mixed_suits = _Worths(policy, order, one_suit=False)

    def worth(hand: tuple[Card, ...]) -> int:
        a, b, c, d, e = hand
        suits = a.suit_bits & b.suit_bits
        if suits and (suits := suits & c.suit_bits) and suits & d.suit_bits & e.suit_bits:
            return of_one_suit[a.key + b.key + c.key + d.key + e.key]
        return of_mixed_suits[a.key + b.key + c.key + d.key + e.key]

    if finish is None:
        return worth

    def finished(hand: tuple[Card, ...]) -> int:  # repeated, because calling it would take half as long again
        a, b, c, d, e = hand
        suits = a.suit_bits & b.suit_bits
        if suits and (suits := suits & c.suit_bits) and suits & d.suit_bits & e.suit_bits:
            found = of_one_suit[a.key + b.key + c.key + d.key + e.key]
        else:
            found = of_mixed_suits[a.key + b.key + c.key + d.key + e.key]
        return found if found > 0 else finish(-found, hand)

    return finished


def best_value(policy: WildPolicy, hand: tuple[Card, ...]) -> int:
    """The value of ranking.py that five cards reach. Raises ValueError."""
    a, b, c, d, e = hand
    one_suit = a.suit_bits & b.suit_bits & c.suit_bits & d.suit_bits & e.suit_bits != 0
    ranks, wilds = _read(a.key + b.key + c.key + d.key + e.key, one_suit)
    return _best(policy, ranks, one_suit, wilds)


def best_name(policy: WildPolicy, hand: tuple[Card, ...]) -> HandName:
    """What five cards are; ``aided`` if a joker is among them (PC-36). Raises ValueError."""
    return replace(hand_name(best_value(policy, hand)), aided=any(card.is_joker for card in hand))


class _Worths(dict[int, int]):
    """What five cards are worth by the sum of their keys."""

    def __init__(self, policy: WildPolicy, order: Order, *, one_suit: bool) -> None:
        super().__init__()
        self._policy, self._order, self._one_suit = policy, order, one_suit

    def __missing__(self, key: int) -> int:
        ranks, wilds = _read(key, self._one_suit)
        worth = self[key] = self._order(_best(self._policy, ranks, self._one_suit, wilds), wilds)
        return worth


_HAND_SIZE: Final = 5
_MOST_WILDS: Final = 2
_KEYS: Final = {card.rank: card.key for card in ALL_CARDS}


def _read(key: int, one_suit: bool) -> tuple[tuple[Rank, ...], int]:
    """From a sum of keys: the ranks of the natural cards, and how many cards are wild."""
    wilds, natural_key = divmod(key, JOKER.key)
    ranks = _ranks_by_sum(_HAND_SIZE - wilds).get(natural_key) if wilds <= _MOST_WILDS else None
    if ranks is None or (one_suit and len(set(ranks)) < len(ranks)):
        raise ValueError(f"only five different cards, up to {_MOST_WILDS} of them wild, are a hand here")
    return ranks, wilds


@cache
def _ranks_by_sum(cards: int) -> dict[int, tuple[Rank, ...]]:
    found = combinations_with_replacement(_KEYS, cards)
    return {sum(_KEYS[rank] for rank in ranks): ranks for ranks in found if ranks.count(ranks[0]) < _HAND_SIZE}


@cache
def _best(policy: WildPolicy, ranks: tuple[Rank, ...], one_suit: bool, wilds: int) -> int:
    """The highest value that the cards reach, whatever ranks the wild cards stand for."""
    sequences = straights(policy.run)
    reached = 0
    for stands_for in combinations_with_replacement(policy.run, wilds):
        five = ranks + stands_for
        reached = max(reached, value_of(five, one_suit, sequences))
        if one_suit and policy.repeats_in_flush:
            reached = max(reached, least("flush", *sorted(five, reverse=True)))
    return reached
