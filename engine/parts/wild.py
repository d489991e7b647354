"""The ranking of five cards of which some are wild (``games/poe_crumb.md`` PC-30 to PC-39, ``games/dompe.md`` DM-20).

A wild card is used for the highest type that the hand can make, and then for the highest value within that type. What
a game allows beyond that is its ``WildPolicy``, and how it orders hands with a wild card among those without is a
function of its own: see ``ranker``.

Looking up works as in ranking.py: the keys of five cards are added up, jokers have a key of their own that counts them,
and the sum is looked up in one table, which fills itself as hands come along. So a joker costs no time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

from engine.cards import ALL_CARDS, JOKER, SUIT_KEY_BITS, Card, Rank
from engine.parts.hands import HandName
from engine.parts.ranking import RUN, hand_name, least, straights, value_of

Order = Callable[[int, int], int]
"""From the value of ranking.py that a hand reaches, and its number of wild cards, to a number that a game compares."""


@dataclass(frozen=True)
class WildPolicy:
    """What a wild card may stand for."""

    run: tuple[Rank, ...] = RUN
    """The ranks of the pack in the order of sequences, from the lowest up to the ace."""
    repeats_in_flush: bool = False
    """Whether it may repeat a card of its own flush: A-Q-9-4 and a joker is A-A-Q-9-4."""


def ranker(policy: WildPolicy, order: Order) -> Callable[[tuple[Card, ...]], int]:
    """A function from five cards to what they are worth; the more, the better. The function raises ValueError."""
    worths = _Worths(policy, order)

    def worth(hand: tuple[Card, ...]) -> int:
        a, b, c, d, e = hand
        return worths[a.key + b.key + c.key + d.key + e.key]

    return worth


def best_name(policy: WildPolicy, hand: tuple[Card, ...]) -> HandName:
    """What five cards are; ``aided`` where a wild card is among them (PC-36). Raises ValueError."""
    ranks, one_suit, wilds = _read(sum(card.key for card in hand))
    return replace(hand_name(_best(policy, ranks, one_suit, wilds)), aided=wilds > 0)


class _Worths(dict[int, int]):
    """What five cards are worth by the sum of their keys."""

    def __init__(self, policy: WildPolicy, order: Order) -> None:
        super().__init__()
        self._policy = policy
        self._order = order

    def __missing__(self, key: int) -> int:
        ranks, one_suit, wilds = _read(key)
        worth = self[key] = self._order(_best(self._policy, ranks, one_suit, wilds), wilds)
        return worth


_HAND_SIZE: Final = 5
_MOST_WILDS: Final = 2
_JOKER_KEY: Final = JOKER.key >> SUIT_KEY_BITS
_SUIT_MASK: Final = (1 << SUIT_KEY_BITS) - 1
_RANK_KEYS: Final = {one.rank: one.key >> SUIT_KEY_BITS for one in ALL_CARDS}
_SUIT_KEYS: Final = {one.key & _SUIT_MASK for one in ALL_CARDS}


def _read(key: int) -> tuple[tuple[Rank, ...], bool, int]:
    """From a sum of keys: the ranks of the natural cards, whether they are of one suit, and how many are wild."""
    wilds, rank_sum = divmod(key >> SUIT_KEY_BITS, _JOKER_KEY)
    natural = _HAND_SIZE - wilds
    ranks = _ranks_by_sum(natural).get(rank_sum) if wilds <= _MOST_WILDS else None
    one_suit = key & _SUIT_MASK in {natural * suit for suit in _SUIT_KEYS}
    if ranks is None or (one_suit and len(set(ranks)) < natural):
        raise ValueError(f"only five different cards, up to {_MOST_WILDS} of them wild, are a hand here")
    return ranks, one_suit, wilds


@cache
def _ranks_by_sum(cards: int) -> dict[int, tuple[Rank, ...]]:
    found = combinations_with_replacement(_RANK_KEYS, cards)
    return {sum(_RANK_KEYS[rank] for rank in ranks): ranks for ranks in found if ranks.count(ranks[0]) < _HAND_SIZE}


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
