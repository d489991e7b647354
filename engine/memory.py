"""What one seat, or a spectator, has seen of a deal so far. Built by allow-list, as a View is (view.py).

A View is what lies before a seat at the moment. A person at a table also remembers what went by: discards that others
lie on by now, who took which, tricks, bets, passes. A Memory keeps all that was told, in order, and finds out what
follows from it for certain; what is only likely is for players to guess.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias, get_args

from engine.actions import Source
from engine.cards import Card, Suit, card
from engine.events import (
    BetMade,
    Called,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardTurned,
    DealOver,
    Event,
    Folded,
    HaltCalled,
    HandShown,
    Knocked,
    Paid,
    Passed,
    PointsLost,
    QuartetLaid,
    QuartetsScored,
    SequenceStopped,
    Shuffled,
    Stayed,
    StockRanOut,
    TrickTaken,
    TurnedOver,
    WentOut,
)
from engine.evolve import evolve
from engine.frozen import frozen
from engine.middle import Piles, Pools
from engine.parts.stops import next_card
from engine.parts.tricks import missing_suits
from engine.stakes import Transfer
from engine.view import View


@frozen
class Drew:
    """A seat drew, as far as it was told."""

    seat: int
    source: Source
    card: Card | None
    """None if only the seat that drew knows it."""


Told: TypeAlias = (
    Drew
    | BetMade
    | Called
    | CardDiscarded
    | CardPlayed
    | CardTurned
    | DealOver
    | Folded
    | HaltCalled
    | HandShown
    | Knocked
    | Paid
    | Passed
    | PointsLost
    | QuartetLaid
    | QuartetsScored
    | SequenceStopped
    | Shuffled
    | Stayed
    | StockRanOut
    | TrickTaken
    | TurnedOver
    | WentOut
)
"""An event, as it was told: a draw as far as the viewer saw it, or an event of which everybody is told everything."""
PUBLIC: Final = frozenset(get_args(Told)) - {Drew}
"""The kinds of event of which everybody is told everything."""


@frozen
class Memory:
    """What one viewer remembers of a deal. Two deals that differ only in what the viewer can't know give the same."""

    viewer: int | None
    """The seat that remembers; None for a spectator."""
    seats: int
    """How many seats there are."""
    hand: tuple[Card, ...]
    """The cards that the viewer was dealt."""
    upcard: Card | None
    """The card with which the discard pile began, if any."""
    pools: tuple[tuple[str, frozenset[Card]], ...] = ()
    """The cards whose holder wins each pool, by its name; only pools that cards win."""
    told: tuple[Told, ...] = ()
    """What has happened, in order."""


def begin(view: View, opening: Iterable[Event] = ()) -> Memory:
    """What the viewer remembers when the cards have been dealt and nobody has acted.

    ``view`` is that of this moment, ``opening`` what has happened by then (``Telling.opening``).
    """
    middle = view.middle
    upcard = middle.upcard if isinstance(middle, Piles) else None
    pools: tuple[tuple[str, frozenset[Card]], ...] = ()
    if isinstance(middle, Pools):
        pools = tuple(
            (pool.name, frozenset(card(rank.notation + middle.turned.suit.value) for rank in pool.ranks))
            for pool in middle.pools
            if pool.ranks
        )
    return remember(Memory(view.viewer, len(view.seats), view.hand, upcard, pools), opening)


def remember(memory: Memory, events: Iterable[Event]) -> Memory:
    """The memory after these events, of what the viewer is told of them."""
    told = list(memory.told)
    for event in events:
        if isinstance(event, CardDrawn):
            told.append(Drew(event.seat, event.source, event.card.to(memory.viewer)))
        elif type(event) in PUBLIC:
            told.append(event)
    return evolve(memory, told=tuple(told))


@frozen
class Known:
    """What follows for certain from a memory while the deal goes on."""

    discards: tuple[Card, ...]
    """The discard pile from the bottom."""
    stock: tuple[Card, ...]
    """The top cards of the stock, as far as they are known: those of a discard pile that was turned over."""
    taken: tuple[frozenset[Card], ...]
    """The cards of which it is known that each seat got them, and that have not been seen since: they are in its hand,
    in a quartet that it has laid, or in the hand that it has folded."""
    draws: tuple[int, ...]
    """How many cards each seat has drawn."""
    lacks: tuple[frozenset[Suit], ...]
    """The suits of which each seat has no card, as it passed in a trick and has taken none since."""
    dead: frozenset[Card]
    """The cards that are in no hand, as a sequence stopped before them."""


def known(memory: Memory) -> Known:
    """What follows for certain from what the viewer has seen."""
    seats = range(memory.seats)
    pools = dict(memory.pools)
    discards = [] if memory.upcard is None else [memory.upcard]
    stock: list[Card] = []
    taken: list[set[Card]] = [set(memory.hand) if seat == memory.viewer else set() for seat in seats]
    draws = [0] * memory.seats
    lacks: list[frozenset[Suit]] = [frozenset()] * memory.seats
    dead: set[Card] = set()
    trick: list[Card] = []
    turned: Card | None = None
    for event in memory.told:
        match event:
            case Drew(seat, "discard"):
                draws[seat] += 1
                taken[seat].add(discards.pop())
            case Drew(seat, "stock", drawn):
                draws[seat] += 1
                if stock:
                    taken[seat].add(stock.pop(0))
                elif drawn is not None:
                    taken[seat].add(drawn)
            case CardDiscarded(seat, gone):
                taken[seat].discard(gone)
                discards.append(gone)
            case Shuffled():
                discards, stock = discards[-1:], []
            case TurnedOver():
                discards, stock = [], discards
            case CardTurned(turned, seat):
                if seat is not None:
                    taken[seat].add(turned)
            case CardPlayed(seat, played):
                taken[seat].discard(played)
                trick.append(played)
            case Passed(seat) if trick:
                lacks[seat] = frozenset(missing_suits(trick))
            case TrickTaken(seat):
                taken[seat].update(trick)
                trick, lacks[seat] = [], frozenset()
            case HandShown(seat, cards):
                taken[seat].update(cards)
            case Paid(Transfer(pool, int(seat))) if isinstance(pool, str):
                taken[seat].update(pools.get(pool, frozenset()) - {turned})
            case SequenceStopped(card=last):
                following = next_card(last)
                if following is not None:
                    dead.add(following)
    return Known(
        tuple(discards), tuple(stock), tuple(map(frozenset, taken)), tuple(draws), tuple(lacks), frozenset(dead)
    )
