"""A first deal of Le Poque: three queens to bet on first, one pool, and the playing out."""

from __future__ import annotations

from typing import Final

from engine.actions import Bet, Fold, Play
from engine.cards import card, cards
from engine.lessons import Lesson, LessonDeal, Step

_DEAL: Final = LessonDeal(
    # two at a time and then three, anticlockwise: the learner, seats 3, 2 and 1; then the card turned up
    deck=cards("QH 9D JD KH JS TS 7D KC QC QS 8D 9S 8C 9H AD KD AC 7C AS 7H 8H"),
    steps=(
        Step("board"),
        Step("bet", Bet(0, 1), (Bet(3, 3), Fold(2), Fold(1))),
        Step("match", Bet(0, 3)),
        Step("pools"),
        Step("lead", Play(0, card("8D"))),
        Step("again", Play(0, card("QC")), (Play(2, card("TS")),)),
        Step("out", Play(0, card("QH"))),
        Step("end"),
    ),
)
LESSON: Final = Lesson(4, 1, (_DEAL,))
"""Seven steps and the end."""
