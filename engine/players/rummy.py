"""A player of Knock Rummy who collects melds, throws high cards away first, and knocks when little is unmatched.

What is little enough depends on the number of players. In simulated deals still higher limits won a little more,
but deals that are over in their first round are no fun.
"""

from __future__ import annotations

from typing import Final

from engine.actions import Action, Discard, Draw, Knock
from engine.cards import Card
from engine.middle import Piles
from engine.parts.melds import arrange, best_discard, height
from engine.view import View

KNOCK: Final = {2: 42, 3: 30, 4: 28, 5: 27, 6: 26}
"""The most unmatched points to knock with, by the number of players."""
LINK: Final = 1
"""What a card is worth, in points, for each other card with which it could still become part of a meld."""
GAIN: Final = 8
"""By how many points an upcard that makes no meld must improve the hand to be taken."""


def choose(view: View, seat: int) -> Action:
    """What a sensible player would do at this seat, which has prompts."""
    if view.prompt("draw") is not None:
        return Draw(seat, "discard" if _wants_upcard(view) else "stock")
    discard = view.prompt("discard")
    assert discard is not None
    hand = view.hand
    choices = tuple(card for card in discard.choices if isinstance(card, Card))
    if view.prompt("knock") is not None:
        _, left = best_discard(hand, choices)
        if left.deadwood <= KNOCK[len(view.seats)]:
            return Knock(seat)
    if view.knocker is not None:
        return Discard(seat, best_discard(hand, choices)[0])
    return Discard(seat, min(choices, key=lambda card: _keeps(hand, card)))


def _wants_upcard(view: View) -> bool:
    """Whether the upcard makes a meld, or improves the hand by enough points."""
    assert isinstance(view.middle, Piles)
    upcard = view.middle.upcard
    if upcard is None:
        return False
    hand = view.hand
    _, left = best_discard((*hand, upcard), hand)
    gain = arrange(hand).deadwood - left.deadwood
    melds = any(upcard in meld for meld in left.melds)
    return gain >= GAIN if not melds else gain > 0


def _keeps(hand: tuple[Card, ...], card: Card) -> tuple[int, int]:
    """How bad it is to discard a card: the deadwood left, and what the card could become part of."""
    mask = sum(held.bit for held in hand) - card.bit
    links = sum(linked(card, other) for other in hand)
    return arrange((), mask).deadwood + LINK * links, -height(card.rank)


def linked(card: Card, other: Card) -> bool:
    """Whether two cards could be in one meld with a third."""
    if card is other:
        return False
    return card.rank is other.rank or (card.suit is other.suit and abs(height(card.rank) - height(other.rank)) <= 2)
