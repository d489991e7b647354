"""What tells the games of draw and discard apart, as data: each game fills in a ``Drawing`` from its rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from engine.actions import Action, Discard, Draw, Knock
from engine.cards import Card, Pack
from engine.errors import IllegalAction
from engine.events import Event, HandShown
from engine.frozen import frozen
from engine.parts.ante import Broke
from engine.parts.hands import HandName
from engine.parts.piles import Hand
from engine.rules import Rules
from engine.stakes import Transfer

if TYPE_CHECKING:
    from engine.games.drawing.state import State

EmptyStock = Literal["ends", "choices", "shuffle", "turned_over"]
"""What happens when the last card of the stock is gone.

``ends``: the showdown comes with the end of the turn. ``choices``: the same before a knock; after one, each of those
still to play stays, takes the upcard or folds. ``shuffle``: the discards under the top one become the stock.
``turned_over``: the discards become the stock as they lie, when somebody draws from it.
"""
LastTurns = Literal["none", "everybody_else", "to_the_dealer"]
"""Which players still have a turn after the knocker's."""


@frozen
class Ending:
    """The outcome of a deal: who won, and what is shown, told and paid, in this order."""

    winners: tuple[int, ...]
    transfers: tuple[Transfer, ...] = ()
    shown: tuple[HandShown, ...] = ()
    net: tuple[int, ...] = ()
    """What each seat scores, in points or rounds; empty if nobody scores."""
    told: tuple[Event, ...] = ()
    """The events that tell how the scores came about."""


@frozen
class Judged:
    """What a hand is, as its holder is told."""

    name: HandName | None = None
    melds: tuple[tuple[Card, ...], ...] = ()
    deadwood: int | None = None


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """A game of draw and discard, as a table with a given number of seats plays it."""

    name: str
    """Its name in records and commands."""
    title: str
    """Its name in sentences."""
    seats: range
    """How many can play."""
    pack: Pack
    hand: int
    """How many cards each seat is dealt; between draw and discard it holds one more."""
    clockwise: bool = True
    dealt_first: bool = False
    """Whether the first player is dealt one card more and begins with a discard; else a card is turned up."""

    ante: int = 0
    """What everybody pays to the pot before the deal, in chips."""
    broke: Broke = "credit"
    draw_price: int = 0
    """What a seat pays to the pot for every card it draws, in chips."""
    most_paid: int | None = 0
    """The most that a deal can cost a seat besides ante and draws, in chips; None: there is no such number."""

    taken_may_go: bool = False
    """Whether a card from the discard pile may be discarded in the same turn."""
    knock: Literal["after_draw", "instead"] = "after_draw"
    """When a seat may knock: between draw and discard, or instead of any turn but its first."""
    pat: Callable[[Hand], bool] | None = None
    """Whether a hand may be knocked with on the seat's first turn instead of a draw; None: nobody does that."""
    knock_discards: Callable[[Hand, Hand], Hand] | None = None
    """(hand, cards that may go) -> the discards that leave a hand to knock with; None: all of them do."""
    called: bool = False
    """Whether the knock is a call, and is told as one."""
    outright: Callable[[Hand], HandName | None] | None = None
    """What wins at once when it is shown before the discard; None: nothing does. The game's ``rank`` takes it, too."""
    last_turns: LastTurns = "everybody_else"
    fold_payment: int | None = None
    """What a seat pays to the knocker for giving up its hand in its last turn, in chips; None: nobody folds."""
    empty_stock: EmptyStock = "ends"

    judged: Callable[[Hand, Hand | None], Judged]
    """(hand, cards of it that may go) -> what it is; of a hand about to discard, what the best discard leaves. The
    second is None if the seat is not about to discard."""
    showdown: Callable[[State, int], Ending]
    """(state, chips in the pot) -> the outcome of a deal that was played to its end."""
    refusal: Callable[[State, Action], IllegalAction | None] = lambda state, action: None
    """Why the seat to act may not do that, or why nothing is shuffled, for reasons of this game alone."""
    unit: Literal["chips", "points", "rounds"] = "chips"
    """What is counted: chips alone, or points or rounds as well."""
    deals: int = 0
    """After how many deals the game is over; 0: there is no such limit."""
    target: int = 0
    """The score with which the game is over; 0: there is none."""
    actions: tuple[type[Action], ...] = (Draw, Discard, Knock)
    """The actions that it has."""


class DrawingRules(Rules):
    """The rules of such a game."""

    def drawing(self, seats: int) -> Drawing:
        """What a table with that number of seats plays by these rules."""
        raise NotImplementedError
