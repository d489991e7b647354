"""What happened, as values: what the table is told after each action. Cards that not everybody may see are Secret."""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.actions import Source
from engine.cards import Card, Rank
from engine.frozen import frozen
from engine.parts.hands import HandName
from engine.secret import Secret
from engine.stakes import DealResult, Transfer


@frozen
class CardDrawn:
    """A seat drew; a stock card is known to that seat only."""

    seat: int
    source: Source
    card: Secret[Card]


@frozen
class CardDiscarded:
    """A card was put face up on the discard pile."""

    seat: int
    card: Card


@frozen
class Knocked:
    """A seat knocked; ``pat`` on its first turn, without drawing."""

    seat: int
    pat: bool = False


@frozen
class Called:
    """A seat called "dompe": play stops after the dealer's next turn."""

    seat: int


@frozen
class Stayed:
    """A seat keeps its hand when the stock has run out after a knock."""

    seat: int


@frozen
class Folded:
    """A seat gave up its hand, which nobody will see."""

    seat: int


@frozen
class StockRanOut:
    """The last card of the stock is gone."""


@frozen
class Shuffled:
    """The discards, all but the top one, were shuffled into a new stock."""

    cards: int
    """How many cards the new stock has."""


@frozen
class TurnedOver:
    """The discard pile was turned over, unshuffled, and is the new stock."""

    cards: int
    """How many cards the new stock has."""


@frozen
class HandShown:
    """A hand at the showdown, or one that wins outright."""

    seat: int
    cards: tuple[Card, ...]
    name: HandName | None
    melds: tuple[tuple[Card, ...], ...] = ()
    """Its melds, in the games that have them."""
    deadwood: int | None = None
    """The total of its unmatched cards, in points, in those games."""
    outright: bool = False
    """Whether it wins by being shown, whatever the others hold."""


@frozen
class PointsLost:
    """The points that a seat loses to the winners of the deal, by reason; these are not chips."""

    seat: int
    difference: int
    """Its deadwood beyond the lowest."""
    rum: int
    """For the winner's rum."""
    undercut: int
    """For having knocked and been beaten."""

    @property
    def points(self) -> int:
        """The total of points."""
        return self.difference + self.rum + self.undercut


@frozen
class CardTurned:
    """A card was turned up after the deal: its suit pays."""

    card: Card
    seat: int | None = None
    """The seat it belongs to; None if it belongs to nobody."""


@frozen
class CardPlayed:
    """A card was played to a trick or a sequence."""

    seat: int
    card: Card
    forced: bool = False
    """Whether it followed by itself, as the only card that could."""


@frozen
class Passed:
    """A seat passed: in a trick, because it could not play; in the betting, for whatever reason."""

    seat: int


@frozen
class TrickTaken:
    """A trick of four cards was taken into a hand."""

    seat: int
    card: Card
    """The card that took it."""
    doubled: bool
    """Whether it took the trick as the last card to match another in rank, and not as the highest."""


@frozen
class QuartetLaid:
    """A seat laid a quartet face down; nobody is told which."""

    seat: int
    marked: bool = False
    """Whether it is the deal's first quartet, on which the joker is put."""


@frozen
class WentOut:
    """A seat has no card left and is out."""

    seat: int


@frozen
class HaltCalled:
    """A halt was called to a repeating ending."""

    seat: int
    deemed: bool = False
    """Whether it was called by rule and not by the player."""


@frozen
class QuartetsScored:
    """What a seat scores for its quartets, which are turned up after the deal, and for its place."""

    seat: int
    factor: int
    """How often the value counts, by the order of going out."""
    quartets: tuple[Rank, ...]
    """In the order in which they were laid."""
    marked: Rank | None
    """The rank of the quartet with the joker, which counts double."""
    value: int
    """The points for all quartets, or for having none."""
    values: tuple[int, ...] = ()
    """What each quartet counts, in points, in the same order; the quartet with the joker counts double."""

    @property
    def points(self) -> int:
        """The score of the deal."""
        return self.factor * self.value


@frozen
class BetMade:
    """A seat has bet."""

    seat: int
    stake: int
    """Its whole stake in this betting, in chips."""
    kind: Literal["bet", "match", "raise"]
    all_in: bool = False
    """Whether it has no chip left."""


@frozen
class SequenceStopped:
    """Nobody has the next card; the seat that played the last one leads again, unless the deal is over."""

    seat: int
    card: Card
    """The last card."""


@frozen
class Paid:
    """Chips moved."""

    transfer: Transfer


@frozen
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
    | CardTurned
    | CardPlayed
    | Passed
    | TrickTaken
    | QuartetLaid
    | WentOut
    | HaltCalled
    | QuartetsScored
    | BetMade
    | SequenceStopped
    | Paid
    | DealOver
)
"""Any event."""

Scored: TypeAlias = QuartetsScored
"""The events that tell at the end of a deal how a seat scored; each has its ``seat`` and its ``points``."""
