"""A guided first deal: fixed cards, what the learner is to do step by step, and what the others do. Data, no code.

What is said at a step stands in the catalogue, by the step's name. The engine plays a lesson as any deal, so nothing in
it can be against the rules.
"""

from __future__ import annotations

from typing import Any, Final

from engine.actions import Action, Discard, Draw
from engine.cards import Card, card
from engine.frozen import frozen

LEARNER: Final = 0
"""The seat of whoever learns."""


@frozen
class Step:
    """One thing that the coach says, and what the learner does then."""

    says: str
    """The name under which people are told, such as ``take``."""
    do: Action | None = None
    """What the learner is to do; None: only to read on."""
    then: tuple[Action, ...] = ()
    """What the others do after it."""
    plays_on: tuple[Action, ...] = ()
    """What everybody does after that, the learner as well: the coach plays on, up to what is shown next."""

    @property
    def moves(self) -> tuple[Action, ...]:
        """All that is played at it."""
        return (*(() if self.do is None else (self.do,)), *self.then, *self.plays_on)


@frozen
class LessonDeal:
    """One deal of a lesson."""

    deck: tuple[Card, ...]
    """The cards that matter, from the top of the deck; the others follow in canonical order."""
    steps: tuple[Step, ...]
    first: tuple[Action, ...] = ()
    """What the others do before the first step."""


@frozen
class Lesson:
    """A lesson in one game, by its usual rules."""

    seats: int
    dealer: int
    """The seat that deals first."""
    deals: tuple[LessonDeal, ...]
    """Each begins with what the one before it has come to: chips, points, pools and the dealer."""

    @property
    def steps(self) -> tuple[tuple[LessonDeal, Step], ...]:
        """All steps from the first, each with its deal."""
        return tuple((deal, step) for deal in self.deals for step in deal.steps)


def draw_and_discard(*turns: tuple[int, str]) -> tuple[Action, ...]:
    """The turns of players who draw from the stock and discard, each given as the seat and the discard, such as
    ``(1, "5D")``.
    """
    return tuple(action for seat, name in turns for action in (Draw(seat, "stock"), Discard(seat, card(name))))


def moves_of(deal: LessonDeal) -> tuple[Action, ...]:
    """What is played in a deal from its first card to the end of its last step."""
    last = deal.steps[-1]
    return (*moves_before(deal, last), *last.moves)


def moves_before(deal: LessonDeal, step: Step) -> tuple[Action, ...]:
    """What is played in a deal before one of its steps."""
    found: list[Any] = list(deal.first)
    for before in deal.steps:
        if before is step:
            break
        found += before.moves
    return tuple(found)
