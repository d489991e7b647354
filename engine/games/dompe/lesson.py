"""A first deal of Dompe with a coach, and the beginning of a second: six cards first, the call, an outright win."""

from __future__ import annotations

from typing import Final

from engine.actions import Discard, Draw, Knock, Show
from engine.cards import card, cards
from engine.lessons import Lesson, LessonDeal, Step, draw_and_discard

_CALLING: Final = LessonDeal(
    dealer=1,
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
    dealer=1,
    deck=cards("KH AS JD QH KS TC 9H 9D 8S 7H 5D 7C 4H 3S 6C 2H"),
    steps=(Step("outright", Show(0)), Step("end")),
)
LESSON: Final = Lesson(3, (_CALLING, _OUTRIGHT))
"""Six steps and the end."""
