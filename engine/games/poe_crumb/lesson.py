"""A first round of Poe Crumb with a coach: draw and discard, and the knock that takes the place of a turn."""

from __future__ import annotations

from typing import Final

from engine.actions import Discard, Draw, Knock
from engine.cards import card, cards
from engine.lessons import Lesson, LessonDeal, Step, draw_and_discard

_ROUND: Final = LessonDeal(
    # round by round: the learner, seat 1, seat 2; then the upcard and the stock
    deck=cards("7S 9S AS 7H JH 8H QD 5D 6D 4C 3C TC 2D KD 2H QS 9D AH 7C 5H 8D KC 4S"),
    steps=(
        Step("take", Draw(0, "discard")),
        Step(
            "throw",
            Discard(0, card("2D")),
            draw_and_discard((1, "3C"), (2, "2H")),
        ),
        Step("draw", Draw(0, "stock")),
        Step(
            "keep",
            Discard(0, card("4C")),
            draw_and_discard((1, "JH"), (2, "6D")),
        ),
        Step(
            "knock",
            Knock(0),
            draw_and_discard((1, "KC"), (2, "4S")),
        ),
        Step("won"),
        Step("end"),
    ),
)
LESSON: Final = Lesson(3, 2, (_ROUND,))
"""Six steps and the end."""
