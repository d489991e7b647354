"""A deal of Crummy as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.actions import Halt, Meld, Play
from engine.asks import Ask
from engine.cards import Rank, short_pack
from engine.frozen import frozen
from engine.games.crummy.rules import CrummyRules
from engine.middle import Played, Trick
from engine.parts.piles import Hand, Hands
from engine.parts.results import Over
from engine.parts.tricks import CALLED_RANKS, CALLERS, TRICK_SIZE
from engine.secret import Secret
from engine.stakes import DealResult, Stakes, Transfer

NAME: Final = "crummy"
ACTIONS: Final = (Play, Meld, Halt)
PACKS: Final = {3: short_pack(Rank.SEVEN), 4: short_pack(Rank.SEVEN), 5: short_pack(Rank.FIVE)}
"""The pack by the number of players (CR-2); the joker is a marker and not one of its cards (CR-3)."""
SEATS: Final = range(min(PACKS), max(PACKS) + 1)

Laid = tuple[Secret[Rank], ...]
"""The quartets before one seat in the order in which they were laid; nobody may look at them (CR-27)."""


@frozen
class Lead:
    """The seat leads; before that it may lay quartets, if it has just taken a trick (CR-24, CR-25)."""

    name: ClassVar = "lead"
    asks = Ask.LEAD
    seat: int
    may_lay: bool


@frozen
class Follow:
    """The seat has a card of a suit missing from the trick, and plays one (CR-11, CR-12)."""

    name: ClassVar = "follow"
    asks = Ask.FOLLOW
    seat: int


Phase = Lead | Follow | Over


@dataclass(frozen=True)
class State:
    """A deal of Crummy; without slots, because that is copied much faster (engine/evolve.py)."""

    rules: CrummyRules
    stakes: Stakes
    order: tuple[int, ...]
    """The seats from the first to lead to the dealer."""
    hands: Hands
    laid: tuple[Laid, ...]
    """Each seat's quartets."""
    phase: Phase
    positions: Secret[tuple[int, ...]]
    """The positions between tricks since a quartet was last laid, as ``play`` numbers them; this position last.

    With fewer cards in the hands nothing from before can come up again.
    """
    trick: tuple[Played, ...] = ()
    """The cards that lie in the trick, in the order of play."""
    passed: tuple[int, ...] = ()
    """The seats that could not play to this trick; they can't any more, because it only gets more suits."""
    taken: Trick | None = None
    """The trick that was taken last, as it lay on the table; None before the first."""
    marked: int | None = None
    """The seat whose first quartet has the joker on it: the first that was laid in the deal (CR-26)."""
    out: tuple[int, ...] = ()
    """The seats that have gone out, in that order (CR-33)."""
    tricks: int = 0
    """How many tricks have been taken."""
    transfers: tuple[Transfer, ...] = ()
    """None: Crummy is played for points."""
    result: DealResult | None = None


def held(state: State, seat: int) -> Hand:
    """The seat's cards."""
    return state.hands[seat].open()


def holders(state: State) -> tuple[int, ...]:
    """The seats that hold cards, in order of play."""
    return tuple([seat for seat in state.order if state.hands[seat].open()])


def times(state: State) -> int:
    """How often this position has come up between tricks in this deal, this time included (CR-53, CR-55)."""
    positions = state.positions.open()
    return positions.count(positions[-1])


def few_players(state: State) -> bool:
    """Whether as few players hold cards as a halt needs (CR-53)."""
    return len([hand for hand in state.hands if hand.open()]) == CALLERS


def few_ranks(state: State) -> bool:
    """Whether as few ranks are left as a halt needs (CR-53).

    Cards leave play in whole ranks, so everybody can count the ranks that are left.
    """
    return sum([len(hand.open()) for hand in state.hands]) == CALLED_RANKS * TRICK_SIZE


def repeats(state: State) -> bool:
    """Whether the hands are what they were before, if a halt needs that; everybody can see it (CR-53)."""
    return state.rules.halt == "free" or times(state) > 1


def callers(state: State) -> tuple[int, ...]:
    """The seats that may call a halt now, the player to lead first (CR-53)."""
    phase = state.phase
    if not (isinstance(phase, Lead) and few_players(state) and few_ranks(state)):
        return ()
    if state.rules.halt == "off" or not repeats(state):
        return ()
    return (phase.seat, *(seat for seat in holders(state) if seat != phase.seat))
