"""A first deal of Knock Rummy with a coach: a group, a sequence, what is left over, the knock."""

from __future__ import annotations

from typing import Final

from engine.actions import Discard, Draw, Knock
from engine.cards import card, cards
from engine.lessons import Lesson, LessonDeal, Step, draw_and_discard

_DEAL: Final = LessonDeal(
    # round by round: the learner, seat 1, seat 2; then the upcard and the stock
    deck=cards("9S 3S KS 9H 3H QH 5C TD 8D 6C JC 8S KD 8C 4S 4D QS 6D 2S AH 7H 9D 3D 8H 7C"),
    steps=(
        Step("take", Draw(0, "discard")),
        Step(
            "throw",
            Discard(0, card("KD")),
            draw_and_discard((1, "QS"), (2, "KS")),
        ),
        Step("draw", Draw(0, "stock")),
        Step("knock", Knock(0)),
        Step("finish", Discard(0, card("4D"))),
        Step("won"),
        Step("end"),
    ),
)
LESSON: Final = Lesson(3, 2, (_DEAL,))
"""Six steps and the end."""
