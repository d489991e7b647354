"""Why an action is refused in Knock Rummy alone, and what can be done instead."""

from __future__ import annotations

from engine.actions import Action, Shuffle
from engine.errors import IllegalAction
from engine.games.drawing.state import State


def refusal(state: State, action: Action) -> IllegalAction | None:
    """The error for a shuffle (KR-16); None for anything else."""
    if not isinstance(action, Shuffle):
        return None
    return IllegalAction(
        "never_shuffled",
        "Nothing is shuffled in Knock Rummy: the discards are turned over as they lie when a player draws from the "
        "empty stock. Play the next turn.",
    )
