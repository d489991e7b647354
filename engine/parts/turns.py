"""The turn of the games in which it is a draw and a discard: its phases, and what it changes on the table.

``results.Over`` is the phase after the last turn.
"""

from __future__ import annotations

from typing import ClassVar, Final

from engine import middle
from engine.actions import Prompt, Source
from engine.asks import Ask
from engine.cards import Card
from engine.events import CardDiscarded, CardDrawn
from engine.frozen import frozen
from engine.parts.piles import Hands, Piles, with_hand, without
from engine.secret import Secret, everybody

SOURCES: Final[tuple[Source, ...]] = ("stock", "discard")
"""Where a card can be drawn from."""
DRAW: Final = Prompt("draw", SOURCES)
KNOCK: Final = Prompt("knock")
OPEN_DISCARD: Final = Prompt("discard", from_hand=True)
"""A discard, as far as everybody can know."""
MOST_TURNS: Final = 500
"""A deal in which nobody has ended the play by then is void (``games/general.md`` G-12)."""


@frozen
class ToDraw:
    """The seat begins its turn, mostly with a draw."""

    name: ClassVar = "draw"
    asks = Ask.DRAW
    seat: int


@frozen
class ToShuffle:
    """The stock is empty: chance makes a new one, and then the seat plays."""

    name: ClassVar = "shuffle"
    asks = Ask.SHUFFLE
    seat: int


def asked(ask: Ask | None, open_prompts: tuple[Prompt, ...]) -> Ask | None:
    """What such a turn asks in a phase that asks ``ask``, with these open prompts."""
    return Ask.DRAW_OR_KNOCK if ask is Ask.DRAW and KNOCK in open_prompts else ask


def piles_of(piles: Piles, source: Source | None) -> middle.Piles:
    """The piles as everybody sees them; ``source``: where the seat to act drew from this turn."""
    discards = piles.discards
    return middle.Piles(piles.stock, len(discards), discards[-1] if discards else None, source)


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
