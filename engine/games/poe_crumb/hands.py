"""How hands rank in Poe Crumb, with none, one or two jokers (poe_crumb.md, R-1 to R-14 and PC-30 to PC-39)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engine.cards import Card
from engine.game import Ranking
from engine.games.drawing.drawing import Judged
from engine.parts.hands import HandName
from engine.parts.piles import Hand, without
from engine.parts.ranking import TYPE_SHIFT, value_parts
from engine.parts.wild import WildPolicy, best_name, best_value, ranker

if TYPE_CHECKING:
    from engine.games.poe_crumb.rules import PoeCrumbRules

HAND_SIZE: Final = 5
_POLICIES: Final = {repeats: WildPolicy(repeats_in_flush=repeats) for repeats in (False, True)}
"""By the option ``flush_repeats``: without it a joker repeats a card only in five of a kind (PC-37)."""


def _natural_first(value: int, wilds: int) -> int:
    """Within one type every natural hand is above every aided one (PC-31); the number of jokers makes no difference."""
    type_ = value >> TYPE_SHIFT
    ranks = value - (type_ << TYPE_SHIFT)
    natural = wilds == 0
    return (2 * type_ + natural << TYPE_SHIFT) + ranks


_RANKERS: Final = {repeats: ranker(policy, _natural_first) for repeats, policy in _POLICIES.items()}


def worth_by(rules: PoeCrumbRules) -> Callable[[Hand], int]:
    """A function from five cards to what they are worth by these rules.

    Higher is better; equal values tie (PC-35, R-4). The function raises ValueError.
    """
    return _RANKERS[rules.flush_repeats]


def value_of(rules: PoeCrumbRules, five: Hand) -> tuple[int, ...]:
    """The same as numbers to compare: the type, whether natural, and the ranks that decide. Raises ValueError."""
    type_, *ranks = value_parts(best_value(_POLICIES[rules.flush_repeats], five))
    return (type_, int(not any(card.is_joker for card in five)), *ranks)


def name_of(rules: PoeCrumbRules, five: Hand) -> HandName:
    """What five cards are; aided if a joker is among them (PC-36). Raises ValueError."""
    return best_name(_POLICIES[rules.flush_repeats], five)


def judged(rules: PoeCrumbRules, hand: Hand, may_go: Hand | None) -> Judged:
    """What the hand is; of six cards, the best five that may be kept."""
    if may_go:
        hand = max((without(hand, card) for card in may_go), key=worth_by(rules))
    return Judged(name_of(rules, hand))


def rank(rules: PoeCrumbRules, cards: tuple[Card, ...]) -> Ranking:
    """What five cards are worth, jokers among them or not. Raises ValueError if they are not five."""
    if len(cards) != HAND_SIZE:
        raise ValueError(f"a hand of Poe Crumb is {HAND_SIZE} cards, not {len(cards)}")
    return Ranking(value_of(rules, cards), name_of(rules, cards))
