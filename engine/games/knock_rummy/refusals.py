"""Why an action is refused in Knock Rummy alone, and what can be done instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Action, Discard, Knock, Shuffle
from engine.errors import IllegalAction
from engine.games.drawing.state import State, ToDiscard, loose

if TYPE_CHECKING:
    from engine.games.knock_rummy.rules import KnockRummyRules


def refusal(rules: KnockRummyRules, state: State, action: Action) -> IllegalAction | None:
    """The error for what may not be done by Knock Rummy's own rules; None for anything else."""
    limit = rules.knock_limit
    match state.phase, action:
        case _, Shuffle():  # KR-16
            return IllegalAction(
                "never_shuffled",
                "Nothing is shuffled in Knock Rummy: the discards are turned over as they lie when a player draws from "
                "the empty stock. Play the next turn.",
            )
        case ToDiscard(), Knock() if state.knocker is None:  # KR-12a
            return IllegalAction(
                "above_knock_limit",
                f"At this table you knock with {limit} points of deadwood at most, and your hand would keep more: "
                "discard a card and play on.",
                limit=limit,
            )
        case ToDiscard() as phase, Discard(card=card) if card in loose(state, phase):  # KR-12a
            return IllegalAction(
                "discard_above_knock_limit",
                f"You have knocked, so you keep {limit} points of deadwood at most, and without the {card} you would "
                "have more: discard another card.",
                card=card,
                limit=limit,
            )
    return None
