"""A deal of Knock Rummy as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.actions import Source
from engine.asks import Ask
from engine.cards import standard_pack
from engine.frozen import frozen
from engine.games.knock_rummy.rules import KnockRummyRules
from engine.parts.melds import arrange
from engine.parts.piles import Hand, Hands, Piles
from engine.parts.results import Over
from engine.parts.turns import ToDraw
from engine.stakes import DealResult, Stakes, Transfer

NAME: Final = "knock-rummy"
PACK: Final = standard_pack()


@frozen
class ToDiscard:
    """The seat holds one card more, the drawn one last, and discards; before that it may knock (KR-11)."""

    name: ClassVar = "discard"
    asks = Ask.DISCARD
    seat: int
    source: Source
    """Where it drew from: a card from the discard pile must not go straight back (KR-14)."""


Phase = ToDraw | ToDiscard | Over


@dataclass(frozen=True)
class State:
    """A deal of Knock Rummy; without slots, because that is copied much faster (engine/evolve.py)."""

    rules: KnockRummyRules
    stakes: Stakes
    order: tuple[int, ...]
    """The seats from the first to act to the dealer."""
    piles: Piles
    hands: Hands
    phase: Phase
    transfers: tuple[Transfer, ...] = ()
    turns: int = 0
    """How many turns are over."""
    knocker: int | None = None
    """Who has knocked, and has only to discard."""
    result: DealResult | None = None


def held(state: State, seat: int) -> Hand:
    """The seat's cards."""
    return state.hands[seat].open()


def loose(state: State, phase: ToDiscard) -> Hand:
    """The cards that the seat may discard (KR-14)."""
    hand = held(state, phase.seat)
    return hand[:-1] if phase.source == "discard" and not state.rules.return_taken_card else hand


def within_limit(state: State, phase: ToDiscard) -> Hand:
    """Those of the cards that the seat may discard which leave a hand to knock with (KR-12a)."""
    cards, limit = loose(state, phase), state.rules.knock_limit
    if not limit:
        return cards
    mask = sum(card.bit for card in held(state, phase.seat))
    return tuple(card for card in cards if arrange((), mask - card.bit).deadwood <= limit)
