"""What happened, as values: what the table is told after each action. Cards not for all are Secret."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Source
from engine.cards import Card
from engine.parts.hands import HandName
from engine.secret import Secret
from engine.stakes import DealResult, Transfer


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A seat drew; a stock card is known to that seat only."""

    seat: int
    source: Source
    card: Secret[Card]


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """A card was put face up on the discard pile."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Knocked:
    """A seat knocked; ``pat`` on its first turn, without drawing."""

    seat: int
    pat: bool = False


@dataclass(frozen=True, slots=True)
class Called:
    """A seat called "dompe": play stops after the dealer's next turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Stayed:
    """A seat keeps its hand where the stock has run out after a knock."""

    seat: int


@dataclass(frozen=True, slots=True)
class Folded:
    """A seat gave up its hand, which nobody will see."""

    seat: int


@dataclass(frozen=True, slots=True)
class StockRanOut:
    """The last card of the stock is gone."""


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The discards, all but the top one, were shuffled into a new stock."""

    cards: int
    """How many cards the new stock has."""


@dataclass(frozen=True, slots=True)
class TurnedOver:
    """The discard pile was turned over, unshuffled, and is the new stock."""

    cards: int
    """How many cards the new stock has."""


@dataclass(frozen=True, slots=True)
class HandShown:
    """A hand at the showdown, or one that wins outright."""

    seat: int
    cards: tuple[Card, ...]
    name: HandName | None
    melds: tuple[tuple[Card, ...], ...] = ()
    """Its melds, in the games that have them."""
    deadwood: int | None = None
    """The total of its unmatched cards, in points, in those games."""


@dataclass(frozen=True, slots=True)
class PointsLost:
    """What a seat loses to the winners of the deal, in points, by its reasons; nothing of it is chips."""

    seat: int
    difference: int
    """Its deadwood beyond the lowest."""
    rum: int
    """For the winner's rum."""
    undercut: int
    """For having knocked and been beaten."""

    @property
    def points(self) -> int:
        """All of it."""
        return self.difference + self.rum + self.undercut


@dataclass(frozen=True, slots=True)
class Paid:
    """Chips moved."""

    transfer: Transfer


@dataclass(frozen=True, slots=True)
class DealOver:
    """The deal is settled, or void."""

    result: DealResult


Event = (
    CardDrawn
    | CardDiscarded
    | Knocked
    | Called
    | Stayed
    | Folded
    | StockRanOut
    | Shuffled
    | TurnedOver
    | HandShown
    | PointsLost
    | Paid
    | DealOver
)
"""Any of them."""
