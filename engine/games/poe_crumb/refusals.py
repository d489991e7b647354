"""Why an action is refused for reasons of Poe Crumb alone, and what can be done instead."""

from __future__ import annotations

from engine.actions import Action, Knock
from engine.errors import IllegalAction, Reason
from engine.games.drawing.state import State, ToDiscard

_KNOCK_AFTER_DRAW = Reason(  # PC-15
    "knock_after_draw",
    "You knock instead of a turn, and you have drawn this turn: discard a card, and knock next time.",
)
_KNOCK_ON_FIRST_TURN = Reason(  # PC-14
    "knock_on_first_turn",
    "You can't knock on your own first turn: draw a card and discard one, and knock next time.",
)


def refusal(state: State, action: Action) -> IllegalAction | None:
    """The error for a knock at the wrong time; None for anything else."""
    if not isinstance(action, Knock) or state.knocker is not None:
        return None
    return _KNOCK_AFTER_DRAW() if isinstance(state.phase, ToDiscard) else _KNOCK_ON_FIRST_TURN()
