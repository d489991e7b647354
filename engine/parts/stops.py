"""Sequences in suit, as in games of the stops group: whoever has the next card plays it (``games/poch.md`` PO-41)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cards import ALL_CARDS, Card, Rank
from engine.frozen import frozen, maker
from engine.parts.piles import Hand, without

_NEXT: Final = {card: None if card.rank is Rank.ACE else ALL_CARDS[card.index - 1] for card in ALL_CARDS}


def next_card(card: Card) -> Card | None:
    """The next higher card of the suit; None above the ace. Raises ValueError for a joker."""
    if card.is_joker:
        raise ValueError("a joker has no place in a sequence")
    return _NEXT[card]


@frozen
class Run:
    """A sequence that was played out."""

    cards: tuple[tuple[int, Card], ...]
    """The cards, each with the seat that played it; the card led is the first."""
    out: int | None
    """The seat that played its last card, which ends the run; None if nobody did."""
    stopped: bool
    """Whether nobody holds the next card."""
    left: Sequence[Hand]
    """What each seat holds afterwards."""

    @property
    def last(self) -> tuple[int, Card]:
        """The last card, with the seat that played it."""
        return self.cards[-1]


_run: Final = maker(Run)


def run(leader: int, led: Card, hands: Sequence[Hand]) -> Run:
    """The sequence that follows a card led, until nobody has the next card or somebody has none left (PO-42, PO-43).

    The ``hands`` are given by seat; cards that are in none of them are stops. Raises ValueError if the leader lacks the
    card.
    """
    if led not in hands[leader]:
        raise ValueError(f"seat {leader} does not hold the {led}")
    left, played = list(hands), [(leader, led)]
    while True:
        seat, card = played[-1]
        left[seat] = without(left[seat], card)
        following = _following(card, left)
        if following is None or not left[seat]:
            return _run(tuple(played), None if left[seat] else seat, following is None, left)
        played.append(following)


def _following(card: Card, hands: Sequence[Hand]) -> tuple[int, Card] | None:
    """The next higher card of the suit, with the seat that holds it; None if nobody does."""
    following = _NEXT[card]
    if following is not None:
        for seat, hand in enumerate(hands):
            if following in hand:
                return seat, following
    return None
