"""Who wins a deal of Dompe that ends with a call (dompe.md, DM-30, DM-33, DM-51)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import HandShown
from engine.games.dompe.hands import name_of, strength
from engine.games.drawing.drawing import Ending
from engine.games.drawing.ending import to_one
from engine.games.drawing.state import State, held

if TYPE_CHECKING:
    from engine.games.dompe.rules import DompeRules


def showdown(rules: DompeRules, state: State, pot: int) -> Ending:
    """All show, from the caller on, and the highest hand takes the pot (DM-33).

    ``max`` keeps the first of several equal hands, which is what ``first_called`` asks for (DM-51); otherwise there
    are no equal hands (DM-30).
    """
    assert state.knocker is not None
    first = state.order.index(state.knocker)
    hands = {seat: held(state, seat) for seat in (*state.order[first:], *state.order[:first])}
    worth = strength(rules)
    winner = max(hands, key=lambda seat: worth(hands[seat]))
    shown = tuple([HandShown(seat, hand, name_of(rules, hand)) for seat, hand in hands.items()])
    return Ending((winner,), to_one(winner, pot), shown)
