"""A deal of Dompe as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.actions import Source
from engine.asks import Ask
from engine.frozen import frozen
from engine.games.dompe.rules import DompeRules
from engine.parts.piles import Hand, Hands, Piles
from engine.parts.results import Over
from engine.parts.turns import ToDraw, ToShuffle
from engine.stakes import DealResult, Stakes, Transfer

NAME: Final = "dompe"


@frozen
class ToDiscard:
    """The seat holds six cards and ends its turn by discarding; before that it may call, or show an outright win."""

    name: ClassVar = "discard"
    asks = Ask.DISCARD
    seat: int
    source: Source | None
    """Where it drew from, the drawn card being the last; None on the first turn, with six dealt cards (DM-10)."""


Phase = ToDraw | ToDiscard | ToShuffle | Over


@dataclass(frozen=True)
class State:
    """A deal of Dompe; without slots, because that is copied much faster (engine/evolve.py)."""

    rules: DompeRules
    stakes: Stakes
    order: tuple[int, ...]
    """The seats dealt in, anticlockwise, from the first to act to the dealer."""
    piles: Piles
    hands: Hands
    phase: Phase
    transfers: tuple[Transfer, ...]
    turns: int = 0
    """How many turns are over."""
    caller: int | None = None
    result: DealResult | None = None


def held(state: State, seat: int) -> Hand:
    """The seat's cards."""
    return state.hands[seat].open()


def loose(state: State, phase: ToDiscard) -> Hand:
    """The cards that may be discarded: all but one just taken from the discard pile (DM-17a)."""
    hand = held(state, phase.seat)
    return hand[:-1] if phase.source == "discard" else hand
