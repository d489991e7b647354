"""A deal of Knock Poker as a value, and the questions it answers about what a hand allows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.actions import Source
from engine.asks import Ask
from engine.cards import standard_pack
from engine.frozen import frozen
from engine.games.knock_poker.rules import MINIMUM, KnockPokerRules
from engine.parts.piles import Hand, Hands, Piles, without
from engine.parts.ranking import rank_hand
from engine.parts.results import Over
from engine.parts.turns import ToDraw
from engine.stakes import DealResult, Stakes, Transfer

NAME: Final = "knock-poker"
PACK: Final = standard_pack()
HAND_SIZE: Final = 5


@frozen
class ToDiscard:
    """The seat holds six cards, the drawn one last, and ends its turn by discarding or folding; it may knock first."""

    name: ClassVar = "discard"
    asks = Ask.DISCARD
    seat: int
    source: Source
    """Where it drew from: a card from the discard pile must not go straight back (KP-13)."""
    chosen: bool = False
    """Whether it drew as one of the three choices, and so has chosen to stay in (KP-44)."""


@frozen
class ToChoose:
    """The stock ran out after a knock: the seat stays, takes the upcard, or folds (KP-42)."""

    name: ClassVar = "choose"
    asks = Ask.CHOOSE
    seat: int


Phase = ToDraw | ToDiscard | ToChoose | Over


def is_choosing(phase: Phase) -> bool:
    """Whether the stock has run out and one of the three choices is being made or carried out."""
    return isinstance(phase, ToChoose) or (isinstance(phase, ToDiscard) and phase.chosen)


@dataclass(frozen=True)
class State:
    """A deal of Knock Poker; without slots, because that is copied much faster (engine/evolve.py)."""

    rules: KnockPokerRules
    stakes: Stakes
    order: tuple[int, ...]
    """The seats dealt in, from the first to act to the dealer."""
    piles: Piles
    hands: Hands
    """Each seat's cards; a folded hand stays here, and nobody may see it."""
    phase: Phase
    transfers: tuple[Transfer, ...]
    turns: int = 0
    """How many turns are over."""
    knocker: int | None = None
    pat: bool = False
    """Whether the knock was pat."""
    folded: tuple[int, ...] = ()
    """The seats that have folded, in the order in which they did."""
    result: DealResult | None = None

    @property
    def stock(self) -> int:
        """How many cards the stock has."""
        return self.piles.stock


def held(state: State, seat: int) -> Hand:
    """The seat's cards."""
    return state.hands[seat].open()


def may_knock_pat(state: State) -> bool:
    """Whether a seat may knock in place of its turn, as far as everybody can know: on its first (KP-15)."""
    return state.knocker is None and state.turns < len(state.order)


def may_knock_with(rules: KnockPokerRules, five: Hand) -> bool:
    """Whether five cards reach the minimum (KP-54, KP-56)."""
    return rules.knock_minimum == "none" or rank_hand(five) >= MINIMUM[rules.knock_minimum]


def knock_discards(rules: KnockPokerRules, hand: Hand, loose: Hand) -> Hand:
    """The discards that leave a hand which may be knocked with (KP-55)."""
    return tuple(card for card in loose if may_knock_with(rules, without(hand, card)))
