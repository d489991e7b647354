"""A first deal of the Poch of 1873: four pools, three queens to bet on, and sequences that pay whoever ends them."""

from __future__ import annotations

from typing import Final

from engine.actions import Bet, Fold, Play
from engine.cards import card, cards
from engine.lessons import Lesson, LessonDeal, Step

_DEAL: Final = LessonDeal(
    # card by card: the learner, seats 1, 2 and 3; then the card turned up
    deck=cards("KS KD 9H 7C QD AC 9D TH QS JH TD 7D TS TC AD 8H QH JD JS 7S 8S"),
    steps=(
        Step("board"),
        Step("pools"),
        Step("bet", Bet(0, 1), (Bet(1, 3), Fold(2), Fold(3))),
        Step("match", Bet(0, 3)),
        Step("lead", Play(0, card("TS"))),
        Step("again", Play(0, card("QH"))),
        Step("out", Play(0, card("QD"))),
        Step("end"),
    ),
)
LESSON: Final = Lesson(4, 3, (_DEAL,))
"""Seven steps and the end."""
