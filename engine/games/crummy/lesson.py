"""The first tricks of Crummy with a coach: who takes a trick, quartets, cards that match. The deal isn't finished."""

from __future__ import annotations

from typing import Final

from engine.actions import Meld, Play
from engine.cards import Rank, card, cards
from engine.lessons import Lesson, LessonDeal, Step

_DEAL: Final = LessonDeal(
    # round by round: the learner, seats 1, 2 and 3
    deck=cards("AS KC 9H 7D KS 8C JH 9D KH TC 7H JD KD QC 8H 8D 8S JC TD QH TS 9C AD TH 9S 7C QD AC 7S AH QS JS"),
    steps=(
        Step("goal"),
        Step("lead", Play(0, card("AS")), (Play(1, card("KC")), Play(2, card("9H")), Play(3, card("7D")))),
        Step("lay", Meld(0, Rank.KING)),
        Step("match", Play(0, card("8S")), (Play(1, card("8C")), Play(2, card("JH")), Play(3, card("9D")))),
        Step("picked", then=(Play(1, card("TC")), Play(2, card("TD")), Play(3, card("QH")))),
        Step("snatch", Play(0, card("TS"))),
        Step("out"),
        Step("score"),
        Step("end"),
    ),
)
LESSON: Final = Lesson(4, 3, (_DEAL,))
"""Eight steps and the end."""
