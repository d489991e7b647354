"""A deal of Poch as a value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

from engine.actions import Bet, Fold, Pass, Play
from engine.asks import Ask
from engine.cards import Card
from engine.evolve import with_changes
from engine.frozen import frozen
from engine.games.poch.edition import Edition, PochFamilyRules
from engine.middle import Played
from engine.parts.betting import Betting
from engine.parts.piles import Hand, Hands
from engine.parts.results import Over
from engine.secret import Secret
from engine.stakes import Accounts, DealResult, Stakes, Transfer, accounts_after

SEATS: Final = range(3, 7)
"""PO-1."""
ACTIONS: Final = (Pass, Bet, Fold, Play)


@frozen
class Vying:
    """The second stage: the seat whose turn it is passes, bets, matches, raises or folds (PO-26)."""

    name: ClassVar = "bet"
    betting: Betting

    @property
    def asks(self) -> Ask:
        """Whether there is a bet to match."""
        return Ask.MATCH if self.betting.bet else Ask.BET


@frozen
class Leading:
    """The third stage: the seat leads any card (PO-40, PO-42)."""

    name: ClassVar = "lead"
    asks = Ask.LEAD
    seat: int


Phase = Vying | Leading | Over


@dataclass(frozen=True)
class State:
    """A deal of Poch, Le Poque or the Poch of 1873; without slots, because that is copied much faster (evolve.py)."""

    rules: PochFamilyRules
    stakes: Stakes
    order: tuple[int, ...]
    """The seats in order of play, the dealer last."""
    turned: Card
    """The card turned up, whose suit pays."""
    owner: int | None
    """The seat that the card belongs to; None: nobody."""
    hands: Hands
    rest: Secret[Hand]
    """The cards that were not dealt, from the top."""
    phase: Phase
    transfers: tuple[Transfer, ...]
    lies: Accounts
    """The chips of each seat, and in each pool and the pot, now: those of the stakes after the transfers."""
    shown: tuple[tuple[int, Hand], ...] = ()
    """The cards that seats showed at the end of the betting, in order of play."""
    gone: tuple[Played, ...] = ()
    """All cards played out, in order."""
    run: int = 0
    """How many cards of ``gone`` had been played before this sequence."""
    result: DealResult | None = None

    @cached_property
    def edition(self) -> Edition:
        """The edition that is played; looked up once a deal, because states that follow from this one keep it."""
        return self.rules.edition(len(self.order))


def held(state: State, seat: int) -> Hand:
    """The seat's cards."""
    return state.hands[seat].open()


def stacks(state: State) -> tuple[int, ...]:
    """Each seat's chips now."""
    return tuple(map(state.lies.__getitem__, range(len(state.order))))


def in_pools(state: State) -> tuple[int, ...]:
    """The chips in each pool now, in the board's order."""
    return tuple(map(state.lies.__getitem__, state.edition.board.pools))


def paid(state: State, transfers: tuple[Transfer, ...], **changes: Any) -> State:
    """The state after chips have moved, with other fields changed too."""
    if not transfers:
        return with_changes(state, changes) if changes else state
    changes["transfers"] = state.transfers + transfers
    changes["lies"] = accounts_after(state.lies, transfers)
    return with_changes(state, changes)
