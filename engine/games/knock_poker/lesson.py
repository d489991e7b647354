"""A first deal of Knock Poker with a coach, and the end of a second: what a hand is worth, the knock, the fold."""

from __future__ import annotations

from typing import Final

from engine.actions import Discard, Draw, Fold, Knock
from engine.cards import card, cards
from engine.lessons import Lesson, LessonDeal, Step, draw_and_discard

_KNOCKING: Final = LessonDeal(
    # round by round: the learner, seat 1, seat 2; then the upcard and the stock
    deck=cards("9S JS AD 9H JH QS 4D 5C 8H KC 3D 6C 7D TC 2S 9D 5D QH KS 8C 4C"),
    steps=(
        Step("take", Draw(0, "discard")),
        Step(
            "throw",
            Discard(0, card("4D")),
            draw_and_discard((1, "3D"), (2, "2S")),
        ),
        Step("draw", Draw(0, "stock")),
        Step("knock", Knock(0)),
        Step(
            "finish",
            Discard(0, card("7D")),
            (Draw(1, "stock"), Discard(1, card("8C")), Draw(2, "stock"), Fold(2, card("4C"))),
        ),
        Step("won"),
    ),
)
_FOLDING: Final = LessonDeal(
    # round by round: seat 1, seat 2, the learner
    deck=cards("KS AD 2S KH QC 7H KD 8S JD 4C 6C 9C 4S TH 4H 5S QD 3D"),
    steps=(Step("knocked", Draw(0, "stock")), Step("fold", Fold(0, card("3D"))), Step("end")),
    first=(Knock(1), Draw(2, "stock"), Discard(2, card("6C"))),
)
LESSON: Final = Lesson(3, 2, (_KNOCKING, _FOLDING))
"""Eight steps and the end."""
