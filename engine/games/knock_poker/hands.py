"""What cards are worth in Knock Poker, and what a hand must be to knock with it (knock_poker.md, KP-54 to KP-56)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import Card, Rank
from engine.game import Ranking
from engine.games.drawing.drawing import Judged
from engine.parts.hands import HandName
from engine.parts.piles import Hand, without
from engine.parts.ranking import hand_name, least, rank_hand, value_parts

if TYPE_CHECKING:
    from engine.games.knock_poker.rules import KnockPokerRules, Minimum

HAND_SIZE: Final = 5
MINIMUM: Final[dict[Minimum, int]] = {
    "none": 0,
    "pair_of_jacks": least("pair", Rank.JACK),
    "pair_of_aces": least("pair", Rank.ACE),
    "two_pairs": least("two_pairs"),
    "three_of_a_kind": least("three_of_a_kind"),
    "straight": least("straight"),
}
"""The value that a knocker's hand must reach (KP-56)."""


def may_knock_with(minimum: Minimum, five: Hand) -> bool:
    """Whether five cards reach the minimum (KP-54, KP-56)."""
    return minimum == "none" or rank_hand(five) >= MINIMUM[minimum]


def knock_discards(minimum: Minimum, hand: Hand, loose: Hand) -> Hand:
    """The discards that leave a hand to knock with (KP-55)."""
    return tuple([card for card in loose if may_knock_with(minimum, without(hand, card))])


def name_of(five: Hand) -> HandName:
    """What five cards are. Raises ValueError if they are not five without a joker."""
    return hand_name(rank_hand(five))


def judged(hand: Hand, may_go: Hand | None) -> Judged:
    """What the hand is; of six cards, the best five that may be kept."""
    return Judged(hand_name(max(rank_hand(without(hand, card)) for card in may_go)) if may_go else name_of(hand))


def rank(rules: KnockPokerRules, cards: tuple[Card, ...]) -> Ranking:
    """What five cards are worth. Raises ValueError if they are not five without a joker."""
    if len(cards) != HAND_SIZE:
        raise ValueError(f"a hand of Knock Poker is {HAND_SIZE} cards, not {len(cards)}")
    return Ranking(value_parts(rank_hand(cards)), name_of(cards))
