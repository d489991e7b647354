"""Why an action is refused in Knock Rummy, and what can be done instead. Only what was not offered comes here."""

from __future__ import annotations

from engine.actions import Action, Discard, Draw, Knock, Shuffle
from engine.errors import IllegalAction
from engine.games.knock_rummy.state import NAME, State, ToDiscard, held, loose
from engine.parts import refusals
from engine.parts.results import Over
from engine.parts.turns import ToDraw


def refusal(state: State, action: Action) -> IllegalAction:
    """The error for an action that ``prompts`` does not offer."""
    phase = state.phase
    if isinstance(action, Shuffle):  # KR-16
        return IllegalAction(
            "never_shuffled",
            "Nothing is shuffled in Knock Rummy: the discards are turned over as they lie when a player draws from the "
            "empty stock. Play the next turn.",
        )
    if not isinstance(action, Draw | Discard | Knock):
        return refusals.not_in_this_game(action.do, NAME)
    if isinstance(phase, Over):
        return refusals.not_now(action.seat, ())
    if phase.seat != action.seat:
        return refusals.not_now(action.seat, (phase.seat,))
    match phase, action:
        case ToDraw(), Discard() | Knock():  # KR-15
            return refusals.draw_first(action.do)
        case ToDiscard(), Draw():
            return refusals.already_drawn()
        case ToDiscard(), Knock() if state.knocker is not None:
            return refusals.already_knocked(state.knocker, phase.seat)
        case ToDiscard(), Knock():  # KR-12a
            limit = state.rules.knock_limit
            return IllegalAction(
                "above_knock_limit",
                f"At this table you knock with {limit} points of deadwood at most, and your hand would keep more: "
                "discard a card and play on.",
                limit=limit,
            )
        case ToDiscard(), Discard(card=card) if state.knocker is not None and card in loose(state, phase):  # KR-12a
            limit = state.rules.knock_limit
            return IllegalAction(
                "discard_above_knock_limit",
                f"You have knocked, so you keep {limit} points of deadwood at most, and without the {card} you would "
                "have more: discard another card.",
                card=card,
                limit=limit,
            )
        case ToDiscard(), Discard(card=card):
            return refusals.taken_card(card) if card in held(state, phase.seat) else refusals.card_not_held(card)
    return IllegalAction("not_offered", f"You can't {action.do} like that now.", do=action.do)
