"""The turn of the games in which it is a draw and a discard: its phases, and what it changes on the table.

``results.Over`` is the phase after the last turn.
"""

from __future__ import annotations

from typing import ClassVar, Final

from engine.actions import Prompt, Source
from engine.cards import Card
from engine.events import CardDiscarded, CardDrawn
from engine.frozen import frozen
from engine.parts.piles import Hands, Piles, with_hand, without
from engine.secret import Secret, everybody

SOURCES: Final[tuple[Source, ...]] = ("stock", "discard")
"""Where a card can be drawn from."""
DRAW: Final = Prompt("draw", SOURCES)
MOST_TURNS: Final = 500
"""A deal in which nobody has ended the play by then is void (``games/general.md`` G-12)."""


@frozen
class ToDraw:
    """The seat begins its turn, mostly with a draw."""

    name: ClassVar = "draw"
    seat: int


@frozen
class ToShuffle:
    """The stock is empty: chance makes a new one, and then the seat plays."""

    name: ClassVar = "shuffle"
    seat: int


def after_draw(piles: Piles, hands: Hands, seat: int, source: Source) -> tuple[Piles, Hands, CardDrawn]:
    """The table after a draw, and what happened: an upcard is taken before everybody, a stock card seen by its seat."""
    card, piles = piles.drawn(source)
    hand = hands[seat]
    seen_by = hand.seen_by if source == "stock" else everybody(len(hands))
    return piles, with_hand(hands, seat, (*hand.open(), card)), CardDrawn(seat, source, Secret(card, seen_by))


def after_discard(piles: Piles, hands: Hands, seat: int, card: Card) -> tuple[Piles, Hands, CardDiscarded]:
    """The table after a discard, and what happened. Raises ValueError where the seat does not hold the card."""
    hand = without(hands[seat].open(), card)
    return piles.covered(card), with_hand(hands, seat, hand), CardDiscarded(seat, card)
