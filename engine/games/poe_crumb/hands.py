"""How hands rank in Poe Crumb, with none, one or two jokers (poe_crumb.md, R-1 to R-14 and PC-30 to PC-39)."""

from __future__ import annotations

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
_POLICY: Final = WildPolicy(repeats_in_flush=False)
"""A joker repeats a card only in five of a kind: there is no flush with two aces (PC-37)."""


def _natural_first(value: int, wilds: int) -> int:
    """Within one type every natural hand is above every aided one (PC-31); how many jokers aid makes no difference."""
    type_ = value >> TYPE_SHIFT
    ranks = value - (type_ << TYPE_SHIFT)
    natural = wilds == 0
    return (2 * type_ + natural << TYPE_SHIFT) + ranks


worth: Final = ranker(_POLICY, _natural_first)
"""What five cards are worth: the more, the better; equal ones tie (PC-35, R-4). Raises ValueError."""


def value_of(five: Hand) -> tuple[int, ...]:
    """The same as numbers to look at: the type, whether natural, and the ranks that tell. Raises ValueError."""
    type_, *ranks = value_parts(best_value(_POLICY, five))
    return (type_, int(not any(card.is_joker for card in five)), *ranks)


def name_of(five: Hand) -> HandName:
    """What five cards are; aided where a joker is among them (PC-36). Raises ValueError."""
    return best_name(_POLICY, five)


def judged(hand: Hand, may_go: Hand | None) -> Judged:
    """What the hand is; of six cards, the best five that may be kept."""
    return Judged(name_of(max((without(hand, card) for card in may_go), key=worth) if may_go else hand))


def rank(rules: PoeCrumbRules, cards: tuple[Card, ...]) -> Ranking:
    """What five cards are worth, jokers among them or not. Raises ValueError where they are not five."""
    if len(cards) != HAND_SIZE:
        raise ValueError(f"a hand of Poe Crumb is {HAND_SIZE} cards, not {len(cards)}")
    return Ranking(value_of(cards), name_of(cards))
