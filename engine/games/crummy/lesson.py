"""A first deal of Crummy with a coach: who takes a trick, quartets, cards that match, going out, the score. The coach
plays some of the tricks, so that the learner comes to the last cards in a few steps.
"""

from __future__ import annotations

from typing import Final

from engine.actions import Action, Meld, Play
from engine.cards import Rank, card, cards, rank
from engine.lessons import Lesson, LessonDeal, Step


def _moves(*turns: tuple[int, str]) -> tuple[Action, ...]:
    """Moves given as the seat and the card played, or the rank of a quartet laid."""
    return tuple(Play(seat, card(what)) if len(what) > 1 else Meld(seat, rank(what)) for seat, what in turns)


_UP_TO_ONE_CARD: Final = _moves(
    *((2, "8H"), (3, "JD"), (0, "9S"), (1, "QC")),
    *((1, "QC"), (2, "JS"), (3, "8D"), (0, "9H")),
    *((1, "8"), (1, "J"), (1, "9S"), (2, "7H"), (3, "AC"), (0, "7D")),
)
"""A trick a line, and the quartets laid before it; then one card is left to seat 3."""
_UP_TO_THE_LEARNERS_LAST: Final = _moves(
    *((1, "9"), (1, "TH"), (2, "QS"), (0, "TC"), (1, "AD")),
    *((0, "T"), (0, "AS"), (1, "AH"), (2, "7C"), (0, "7D")),
    *((0, "A"), (0, "7")),
)
"""The same; then the learner has laid all but one card, and leads it."""

_DEAL: Final = LessonDeal(
    # round by round: the learner, seats 1, 2 and 3
    deck=cards("AS KC 9H 7D KS 8C JH 9D KH TC 7H JD KD QC 8H 8D 8S JC TD QH TS 9C AD TH 9S 7C QD AC 7S AH QS JS"),
    steps=(
        Step("lead", Play(0, card("AS")), _moves((1, "KC"), (2, "9H"), (3, "7D"))),
        Step("lay", Meld(0, Rank.KING)),
        Step(
            "match",
            Play(0, card("8S")),
            _moves(*((1, "8C"), (2, "JH"), (3, "9D")), *((1, "TC"), (2, "TD"), (3, "QH"))),
        ),
        Step("snatch", Play(0, card("TS"))),
        Step("shed", Play(0, card("QH")), _moves((1, "7C"), (2, "AD"), (3, "JS")), _UP_TO_ONE_CARD),
        Step("out", Play(0, card("9S")), _moves((1, "9C"), (2, "AD"), (3, "TH")), _UP_TO_THE_LEARNERS_LAST),
        Step("last", Play(0, card("QS")), _moves((1, "QC"), (2, "QD"), (2, "QH"))),
        Step("score"),
        Step("end"),
    ),
)
LESSON: Final = Lesson(4, 3, (_DEAL,))
"""Eight steps and the end."""
