"""Tricks of one card of each suit: what can be played to one, who takes it, and what four cards of a rank count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.cards import ALL_CARDS, RANKS, SUITS, Card, Rank, Suit

TRICK_SIZE: Final = len(SUITS)
"""How many cards a trick has: one of each suit."""
SUIT_LENGTH: Final = len(RANKS)
"""How many places a suit has in the canonical order, and so in a bit mask of cards."""

QUARTETS: Final[dict[Rank, tuple[Card, ...]]] = {
    rank: tuple(card for card in ALL_CARDS if card.rank is rank) for rank in RANKS
}
"""The four cards of each rank, in canonical order; the ace first."""
MOST_TRICKS: Final = 300
"""A deal that is not over after this many tricks is void (games/general.md G-12)."""
MOST_TIMES: Final = 3
"""When a position between tricks stands for the third time, the deal ends (games/crummy.md CR-55)."""
CALLERS: Final = 2
"""How many players must be left for a halt (CR-53)."""
CALLED_RANKS: Final = 2
"""How many ranks must be left in their hands for a halt (CR-53)."""
WITHOUT: Final = {3: 30, 4: 25, 5: 20}
"""The points for having laid no quartet, by the number of players (CR-44)."""
_COURTS: Final = {Rank.ACE: 13, Rank.KING: 11, Rank.QUEEN: 11, Rank.JACK: 11}


def missing_suits(trick: Iterable[Card]) -> tuple[Suit, ...]:
    """The suits of which no card lies in the trick, in canonical order."""
    there = {card.suit for card in trick}
    return tuple(suit for suit in SUITS if suit not in there)


def playable(hand: Iterable[Card], trick: Iterable[Card]) -> tuple[Card, ...]:
    """The cards of a hand that can be played to the trick: those of a suit that is missing from it."""
    there = suit_bits(trick)
    return tuple([card for card in hand if not card.suit_bits & there] if there else hand)


def suit_bits(trick: Iterable[Card]) -> int:
    """The suits that lie in the trick, as a bit mask."""
    there = 0
    for card in trick:
        there |= card.suit_bits
    return there


def can_play(hand: Iterable[Card], there: int) -> bool:
    """Whether a card of the hand is of another suit than those in the trick, which are given as a bit mask."""
    for card in hand:  # noqa: SIM110 - any() takes twice as long
        if not card.suit_bits & there:
            return True
    return False


def taken_by(trick: Sequence[Card]) -> tuple[int, bool]:
    """The place of the card that takes the trick, and whether it takes it as a duplicate.

    All cards are of different suits. The last that matches an earlier one in rank takes it; if none does, the highest.
    Raises ValueError for no cards.
    """
    ranks = [card.rank for card in trick]
    for place in range(len(ranks) - 1, 0, -1):
        if ranks[place] in ranks[:place]:
            return place, True
    return ranks.index(max(ranks)), False


def card_bits(cards: Iterable[Card]) -> int:
    """The cards as a bit mask."""
    bits = 0
    for card in cards:
        bits |= card.bit
    return bits


def quartets(cards: Iterable[Card]) -> tuple[Rank, ...]:
    """The ranks of which all four cards are among these, the highest first."""
    bits = card_bits(cards)
    in_all_suits = bits & bits >> SUIT_LENGTH & bits >> 2 * SUIT_LENGTH & bits >> 3 * SUIT_LENGTH
    return tuple([rank for place, rank in enumerate(RANKS) if in_all_suits >> place & 1]) if in_all_suits else ()


def ranks_among(cards: Iterable[Card]) -> tuple[Rank, ...]:
    """The ranks among these cards, the highest first."""
    return tuple(sorted({card.rank for card in cards}, reverse=True))


def points(rank: Rank) -> int:
    """What a quartet is worth, in points, without the joker (games/crummy.md CR-42)."""
    return _COURTS.get(rank, int(rank))
