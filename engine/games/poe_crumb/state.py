"""A deal of Poe Crumb as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.actions import Source
from engine.games.poe_crumb.rules import PoeCrumbRules
from engine.parts.piles import Hand, Hands, Piles
from engine.stakes import DealResult, Stakes, Transfer

NAME: Final = "poe-crumb"


@dataclass(frozen=True, slots=True)
class ToDraw:
    """The seat draws; where nobody has knocked and it is not its first turn, it may knock instead of its turn."""

    name: ClassVar = "draw"
    seat: int


@dataclass(frozen=True, slots=True)
class ToDiscard:
    """The seat holds six cards, the drawn one last, and discards any of them, the taken upcard too (PC-12)."""

    name: ClassVar = "discard"
    seat: int
    source: Source
    """Where it drew from."""


@dataclass(frozen=True, slots=True)
class ToShuffle:
    """The stock is empty: chance makes a new one, and then the seat plays (PC-18, PC-19)."""

    name: ClassVar = "shuffle"
    seat: int


@dataclass(frozen=True, slots=True)
class Over:
    """The round is scored, or void."""

    name: ClassVar = "over"


Phase = ToDraw | ToDiscard | ToShuffle | Over


@dataclass(frozen=True, slots=True)
class State:
    """A deal of Poe Crumb."""

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
