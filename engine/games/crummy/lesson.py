"""The first tricks of Crummy with a coach: who takes a trick, quartets, cards that match. Then the coach plays the rest
of the deal, which shows how it ends and what it comes to.
"""

from __future__ import annotations

from typing import Final

from engine.actions import Action, Meld, Play
from engine.cards import Rank, card, cards, rank
from engine.lessons import Lesson, LessonDeal, Step


def _moves(*turns: tuple[int, str]) -> tuple[Action, ...]:
    """Moves given as the seat and the card played, or the rank of a quartet laid."""
    return tuple(Play(seat, card(what)) if len(what) > 1 else Meld(seat, rank(what)) for seat, what in turns)


_REST: Final = _moves(
    *((0, "QH"), (1, "7C"), (2, "AD"), (3, "JS")),
    *((2, "8H"), (3, "JD"), (0, "9S"), (1, "QC")),
    *((1, "QC"), (2, "JS"), (3, "8D"), (0, "9H")),
    *((1, "8"), (1, "J"), (1, "9S"), (2, "7H"), (3, "AC"), (0, "7D")),
    *((0, "9S"), (1, "9C"), (2, "AD"), (3, "TH")),
    *((1, "9"), (1, "TH"), (2, "QS"), (0, "TC"), (1, "AD")),
    *((0, "T"), (0, "QS"), (1, "AH"), (2, "7C"), (0, "7D")),
    *((0, "A"), (0, "7"), (0, "QS"), (1, "QC"), (2, "QD"), (2, "QH")),
)
"""A trick a line, and the quartets laid before it. Seat 3 is out first, without a quartet; the learner second."""

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
        Step("out", to_the_end=_REST),
        Step("score"),
        Step("end"),
    ),
)
LESSON: Final = Lesson(4, 3, (_DEAL,))
"""Eight steps and the end."""
