"""Hands of cards, which only their seats may see."""

from __future__ import annotations

from engine.cards import Card
from engine.secret import Secret

Hand = tuple[Card, ...]
"""The cards of one seat; a card just drawn is the last."""
Hands = tuple[Secret[Hand], ...]
"""Each seat's cards, which that seat alone may see."""


def without(hand: Hand, card: Card) -> Hand:
    """The hand after a discard. Raises ValueError if it does not hold the card."""
    left = list(hand)
    left.remove(card)
    return tuple(left)


def with_hand(hands: Hands, seat: int, hand: Hand) -> Hands:
    """The hands after one of them has changed; whoever could see it still can."""
    changed = list(hands)
    changed[seat] = Secret(hand, changed[seat].seen_by)
    return tuple(changed)
