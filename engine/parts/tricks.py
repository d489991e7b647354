"""Tricks of one card of each suit: what can be played to one, who takes it, and four cards of a rank."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.cards import ALL_CARDS, RANKS, SUITS, Card, Rank, Suit

TRICK_SIZE: Final = len(SUITS)
"""How many cards a trick has: one of each suit."""

QUARTETS: Final[dict[Rank, tuple[Card, ...]]] = {
    rank: tuple(one for one in ALL_CARDS if one.rank is rank) for rank in RANKS
}
"""The four cards of each rank, in canonical order; the ace first."""
_QUARTET_BITS: Final = {rank: sum(one.bit for one in four) for rank, four in QUARTETS.items()}


def missing_suits(trick: Iterable[Card]) -> tuple[Suit, ...]:
    """The suits of which no card lies in the trick, in canonical order."""
    there = {one.suit for one in trick}
    return tuple(suit for suit in SUITS if suit not in there)


def playable(hand: Iterable[Card], trick: Iterable[Card]) -> tuple[Card, ...]:
    """The cards of a hand that can be played to the trick: those of a suit that is missing from it."""
    there = 0
    for one in trick:
        there |= one.suit_bits
    return tuple([one for one in hand if not one.suit_bits & there])


def taken_by(trick: Sequence[Card]) -> tuple[int, bool]:
    """The place of the card that takes a trick of no two cards of one suit, and whether it does as a duplicate.

    The last card that matches an earlier one in rank takes it; where none does, the highest. Raises ValueError for no
    cards.
    """
    ranks = [one.rank for one in trick]
    for place in range(len(ranks) - 1, 0, -1):
        if ranks[place] in ranks[:place]:
            return place, True
    return ranks.index(max(ranks)), False


def card_bits(cards: Iterable[Card]) -> int:
    """The cards as a bit mask."""
    bits = 0
    for one in cards:
        bits |= one.bit
    return bits


def quartets(cards: Iterable[Card]) -> tuple[Rank, ...]:
    """The ranks of which all four cards are there, the highest first."""
    bits = card_bits(cards)
    return tuple(rank for rank, four in _QUARTET_BITS.items() if not four & ~bits)


def ranks_among(cards: Iterable[Card]) -> tuple[Rank, ...]:
    """The ranks that are there, the highest first."""
    return tuple(sorted({one.rank for one in cards}, reverse=True))
