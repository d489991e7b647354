"""Why an action is refused for reasons of Knock Rummy alone, and what can be done instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Action, Discard, Knock, Shuffle
from engine.errors import IllegalAction, Reason
from engine.games.drawing.state import State, ToDiscard, loose

if TYPE_CHECKING:
    from engine.games.knock_rummy.rules import KnockRummyRules

_NEVER_SHUFFLED = Reason(  # KR-16
    "never_shuffled",
    "Nothing is shuffled in Knock Rummy: the discards are turned over as they lie when a player draws from "
    "the empty stock. Play the next turn.",
)
_ABOVE_KNOCK_LIMIT = Reason(  # KR-12a
    "above_knock_limit",
    "At this table you knock with {limit} points of deadwood at most, and your hand would keep more: "
    "discard a card and play on.",
)
_DISCARD_ABOVE_KNOCK_LIMIT = Reason(  # KR-12a
    "discard_above_knock_limit",
    "You have knocked, so you keep {limit} points of deadwood at most, and without the {card} you would "
    "have more: discard another card.",
)


def refusal(rules: KnockRummyRules, state: State, action: Action) -> IllegalAction | None:
    """The error for what Knock Rummy's own rules do not allow; None for anything else."""
    match state.phase, action:
        case _, Shuffle():
            return _NEVER_SHUFFLED()
        case ToDiscard(), Knock() if state.knocker is None:
            return _ABOVE_KNOCK_LIMIT(limit=rules.knock_limit)
        case ToDiscard() as phase, Discard(card=card) if card in loose(state, phase):
            return _DISCARD_ABOVE_KNOCK_LIMIT(card=card, limit=rules.knock_limit)
    return None
