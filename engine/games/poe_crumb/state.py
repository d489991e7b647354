"""A deal of Poe Crumb as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.actions import Source
from engine.asks import Ask
from engine.frozen import frozen
from engine.games.poe_crumb.rules import PoeCrumbRules
from engine.parts.piles import Hand, Hands, Piles
from engine.parts.results import Over
from engine.parts.turns import ToDraw, ToShuffle
from engine.stakes import DealResult, Stakes, Transfer

NAME: Final = "poe-crumb"


@frozen
class ToDiscard:
    """The seat holds six cards, the drawn one last, and discards any of them, the taken upcard too (PC-12)."""

    name: ClassVar = "discard"
    asks = Ask.DISCARD
    seat: int
    source: Source
    """Where it drew from."""


Phase = ToDraw | ToDiscard | ToShuffle | Over


@dataclass(frozen=True)
class State:
    """A deal of Poe Crumb; without slots, because that is copied much faster (engine/evolve.py)."""

    rules: PoeCrumbRules
    stakes: Stakes
    order: tuple[int, ...]
    """The seats from the first to act to the dealer."""
    piles: Piles
    hands: Hands
    phase: Phase
    transfers: tuple[Transfer, ...]
    turns: int = 0
    """How many turns are over, a knock among them."""
    knocker: int | None = None
    result: DealResult | None = None


def held(state: State, seat: int) -> Hand:
    """The seat's cards."""
    return state.hands[seat].open()


def is_first_turn(state: State) -> bool:
    """Whether the seat to act has not had a turn yet."""
    return state.turns < len(state.order)
