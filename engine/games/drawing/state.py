"""A deal of draw and discard as a value, its phases, and the questions that it answers about a hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from engine.actions import Source
from engine.asks import Ask
from engine.frozen import frozen
from engine.games.drawing.drawing import Drawing, DrawingRules
from engine.parts.piles import Hand, Hands
from engine.parts.results import Over
from engine.secret import Secret
from engine.stakes import DealResult, Stakes, Transfer


@frozen
class ToDraw:
    """The seat begins its turn with a draw, or knocks if it may do so without a draw."""

    name: ClassVar = "draw"
    asks = Ask.DRAW
    seat: int


@frozen
class ToDiscard:
    """The seat holds one card more, the drawn one last, and ends its turn by discarding or folding.

    Before that it may knock, or show a hand that wins outright.
    """

    name: ClassVar = "discard"
    asks = Ask.DISCARD
    seat: int
    source: Source | None
    """Where it drew from; None if it was dealt one card more and has not drawn."""


@frozen
class ToChoose:
    """The stock ran out after a knock: the seat stays, takes the upcard, or folds."""

    name: ClassVar = "choose"
    asks = Ask.CHOOSE
    seat: int


@frozen
class ToShuffle:
    """The stock is empty: chance makes a new one, and then the seat plays."""

    name: ClassVar = "shuffle"
    asks = Ask.SHUFFLE
    seat: int


Phase = ToDraw | ToDiscard | ToChoose | ToShuffle | Over


@dataclass(frozen=True)
class State:
    """A deal of draw and discard; without slots, because that is copied much faster (engine/evolve.py)."""

    rules: DrawingRules
    stakes: Stakes
    order: tuple[int, ...]
    """The seats dealt in, from the first to act to the dealer."""
    deck: Secret[Hand]
    """The cards that the stock was made of, from the top."""
    used: int
    """How many of them have left the stock."""
    discards: Hand
    """The discard pile, the top last."""
    hands: Hands
    """Each seat's cards; a folded hand stays here, and nobody may see it."""
    phase: Phase
    transfers: tuple[Transfer, ...]
    turns: int = 0
    """How many turns are over."""
    knocker: int | None = None
    """The seat that has knocked, or called."""
    pat: bool = False
    """Whether that was on a first turn, without a draw."""
    folded: tuple[int, ...] = ()
    """The seats that have folded, in the order in which they did."""
    result: DealResult | None = None

    @cached_property
    def drawing(self) -> Drawing:
        """The game that is played; made once a deal, because states that follow from this one keep it."""
        return self.rules.drawing(len(self.stakes.chips))

    @property
    def stock(self) -> int:
        """How many cards the stock has."""
        return len(self.deck.open()) - self.used


def held(state: State, seat: int) -> Hand:
    """The seat's cards."""
    return state.hands[seat].open()


def loose(state: State, phase: ToDiscard) -> Hand:
    """The cards that may be discarded: usually all but a card just taken from the discard pile."""
    hand = state.hands[phase.seat].open()
    return hand[:-1] if phase.source == "discard" and not state.drawing.taken_may_go else hand


def has_chosen(state: State) -> bool:
    """Whether the seat chose the upcard when the stock had run out, and so stays in."""
    phase = state.phase
    return isinstance(phase, ToDiscard) and phase.source == "discard" and not state.stock


def staying(state: State) -> tuple[int, ...]:
    """The seats that have not folded, in order of play."""
    return tuple([seat for seat in state.order if seat not in state.folded]) if state.folded else state.order
