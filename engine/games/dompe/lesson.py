"""A first deal of Dompe with a coach, and the beginning of a second: six cards first, the call, an outright win."""

from __future__ import annotations

from typing import Final

from engine.actions import Discard, Draw, Knock, Show
from engine.cards import card, cards
from engine.lessons import Lesson, LessonDeal, Step, draw_and_discard

_CALLING: Final = LessonDeal(
    # round by round, anticlockwise: the learner, seat 2, seat 1; then the learner's sixth card and the stock
    deck=cards("6S AS JH 6H KS QC KD 9D 7S 4C 8H 5D 3S 2D TC 9C 5C QH 6D 8C 3D"),
    steps=(
        Step(
            "first",
            Discard(0, card("3S")),
            draw_and_discard((2, "2D"), (1, "5D")),
        ),
        Step("draw", Draw(0, "stock")),
        Step("call", Knock(0)),
        Step(
            "finish",
            Discard(0, card("4C")),
            draw_and_discard((2, "5C"), (1, "3D")),
        ),
        Step("won"),
    ),
)
_OUTRIGHT: Final = LessonDeal(
    # round by round: seats 2 and 1, the learner; then seat 2's sixth card and the stock
    deck=cards("AS JD KH KS TC QH 9D 8S 9H 5D 7C 7H 3S 6C 4H 2C 5S 2H"),
    steps=(Step("hearts", Draw(0, "stock")), Step("outright", Show(0)), Step("end")),
    first=(Discard(2, card("2C")), *draw_and_discard((1, "JD"))),
)
LESSON: Final = Lesson(3, 1, (_CALLING, _OUTRIGHT))
"""Seven steps and the end."""
