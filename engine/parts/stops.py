"""Sequences in suit, as in games of the stops group: whoever has the next card plays it (``games/poch.md`` PO-41)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.cards import ALL_CARDS, Card, Rank
from engine.frozen import frozen
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
    left: Mapping[int, Hand]
    """What each seat holds afterwards."""

    @property
    def last(self) -> tuple[int, Card]:
        """The last card, with the seat that played it."""
        return self.cards[-1]


def run(leader: int, led: Card, hands: Mapping[int, Hand]) -> Run:
    """The sequence that follows a card led from one of the ``hands``, until nobody has the next card or somebody has
    none left (PO-42, PO-43). Cards that are in no hand are stops. Raises ValueError if the leader lacks the card.
    """
    holders = {card: seat for seat, hand in hands.items() for card in hand}
    if holders.get(led) != leader:
        raise ValueError(f"seat {leader} does not hold the {led}")
    left, played = dict(hands), [(leader, led)]
    left[leader] = without(left[leader], led)
    seat, card = leader, _NEXT[led]
    while left[seat] and card in holders:  # a sequence rises, so it never comes to a card that it has taken
        seat = holders[card]
        played.append((seat, card))
        left[seat] = without(left[seat], card)
        card = _NEXT[card]
    return Run(tuple(played), None if left[seat] else seat, card not in holders, left)
