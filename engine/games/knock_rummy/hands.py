"""What cards are worth in Knock Rummy: the less deadwood, the more (knock_rummy.md, KR-20 to KR-26)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import Card
from engine.game import Ranking
from engine.games.drawing.drawing import Judged
from engine.parts.hands import HandName
from engine.parts.melds import arrange, best_discard
from engine.parts.piles import Hand

if TYPE_CHECKING:
    from engine.games.knock_rummy.rules import KnockRummyRules

HAND_SIZES: Final = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
"""How many cards everybody gets, by the number of players (KR-1, KR-2)."""
MOST_CARDS: Final = max(HAND_SIZES.values()) + 1
"""The largest hand, with the card drawn."""


def knock_discards(limit: int, hand: Hand, loose: Hand) -> Hand:
    """The discards that leave at most ``limit`` points of deadwood, and so a hand to knock with (KR-12a)."""
    mask = sum(card.bit for card in hand)
    return tuple([card for card in loose if arrange((), mask - card.bit).deadwood <= limit])


def judged(hand: Hand, may_go: Hand | None) -> Judged:
    """The hand in its melds; with the card just drawn, what is left after the best discard."""
    arranged = arrange(hand) if may_go is None else best_discard(hand, may_go)[1]
    return Judged(None, arranged.melds, arranged.deadwood)


def rank(rules: KnockRummyRules, cards: tuple[Card, ...]) -> Ranking:
    """What the cards are worth: the less deadwood, the more. Raises ValueError if they are not a hand."""
    if not 0 < len(cards) <= MOST_CARDS:
        raise ValueError(f"a hand of Knock Rummy is 1 to {MOST_CARDS} cards, not {len(cards)}")
    if any(card.is_joker for card in cards):
        raise ValueError("there is no joker in Knock Rummy")
    arranged = arrange(cards)
    name = HandName("deadwood" if arranged.deadwood else "rum")
    return Ranking((-arranged.deadwood,), name, melds=arranged.melds, deadwood=arranged.deadwood)
