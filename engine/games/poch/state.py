"""A deal of Poch as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.cards import Card
from engine.games.poch.edition import Edition, PochFamilyRules
from engine.parts.betting import Betting
from engine.parts.piles import Hand, Hands
from engine.secret import Secret
from engine.stakes import DealResult, Stakes, Transfer, lies_in, moved
from engine.view import Played

SEATS: Final = range(3, 7)
"""PO-1."""


@dataclass(frozen=True, slots=True)
class Vying:
    """The second stage: who has the turn in the betting passes, bets, matches, raises or folds."""

    name: ClassVar = "bet"
    betting: Betting


@dataclass(frozen=True, slots=True)
class Leading:
    """The third stage: the seat leads any card."""

    name: ClassVar = "lead"
    seat: int


@dataclass(frozen=True, slots=True)
class Over:
    """The deal is settled."""

    name: ClassVar = "over"


Phase = Vying | Leading | Over


@dataclass(frozen=True, slots=True)
class State:
    """A deal of Poch, Le Poque or the Poch of 1873."""

    rules: PochFamilyRules
    stakes: Stakes
    order: tuple[int, ...]
    """The seats in order of play, the dealer last."""
    turned: Card
    """The card turned up, whose suit pays."""
    owner: int | None
    """Whose card it is; None: nobody's."""
    hands: Hands
    rest: Secret[Hand]
    """The cards that were not dealt, from the top."""
    phase: Phase
    transfers: tuple[Transfer, ...]
    shown: tuple[tuple[int, Hand], ...] = ()
    """The cards that seats showed at the end of the betting, in order of play."""
    gone: tuple[Played, ...] = ()
    """All cards played out, in order."""
    run: int = 0
    """How many of them had been played before the present sequence."""
    result: DealResult | None = None


def edition_of(state: State) -> Edition:
    """The edition that is played."""
    return state.rules.edition(len(state.order))


def held(state: State, seat: int) -> Hand:
    """The seat's cards."""
    return state.hands[seat].open()


def all_hands(state: State) -> dict[int, Hand]:
    """All cards held, by seat, in order of play."""
    return {seat: held(state, seat) for seat in state.order}


def chips_of(state: State) -> tuple[int, ...]:
    """Each seat's chips now."""
    return moved(state.stakes.chips, state.transfers)


def in_pool(state: State, pool: str) -> int:
    """The chips in a pool now."""
    return lies_in(pool, dict(state.stakes.pools).get(pool, 0), state.transfers)
