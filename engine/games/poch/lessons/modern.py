"""A first deal of Poch: king and queen of the pay suit, three kings to bet on, and two leads to be out of cards."""

from __future__ import annotations

from typing import Final

from engine.actions import Bet, Fold, Play
from engine.cards import card, cards
from engine.lessons import Lesson, LessonDeal, Step

_DEAL: Final = LessonDeal(
    # card by card: the learner, seats 1, 2 and 3; the last card is turned up
    deck=cards("8S 9C 9S TS QD AS 8D KH JC TH 7C QC 7H QS TC TD KS AH JD AD KC 8H JH 9H AC QH 7D 7S KD 8C JS 9D"),
    steps=(
        Step("board"),
        Step("pools"),
        Step("sets"),
        Step("bet", Bet(0, 1), (Bet(1, 3), Fold(2), Fold(3))),
        Step("match", Bet(0, 3)),
        Step("won"),
        Step("lead", Play(0, card("7H")), (Play(1, card("8C")),)),
        Step("out", Play(0, card("QD")), (Play(3, card("7S")),)),
        Step("end"),
    ),
)
LESSON: Final = Lesson(4, 3, (_DEAL,))
"""Eight steps and the end."""
