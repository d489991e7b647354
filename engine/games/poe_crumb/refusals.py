"""Why an action is refused in Poe Crumb, and what can be done instead. Only what was not offered comes here."""

from __future__ import annotations

from engine.actions import Action, Discard, Draw, Knock, Shuffle
from engine.errors import IllegalAction
from engine.games.poe_crumb.state import NAME, State, ToDiscard
from engine.parts import refusals
from engine.parts.results import Over
from engine.parts.turns import ToDraw, ToShuffle


def refusal(state: State, action: Action) -> IllegalAction:
    """The error for an action that is not legal now."""
    phase = state.phase
    if isinstance(action, Shuffle):
        if isinstance(phase, ToShuffle):
            return refusals.wrong_shuffle(len(state.piles.under_top))
        return refusals.no_shuffle()
    if not isinstance(action, Draw | Discard | Knock):
        return refusals.not_in_this_game(action.do, NAME)
    if isinstance(phase, Over):
        return refusals.not_now(action.seat, ())
    if isinstance(phase, ToShuffle):
        return refusals.shuffle_first()
    if phase.seat != action.seat:
        return refusals.not_now(action.seat, (phase.seat,))
    match phase, action:
        case _, Knock() if state.knocker is not None:  # PC-16
            return refusals.already_knocked(state.knocker, phase.seat)
        case ToDiscard(), Knock():  # PC-15
            return IllegalAction(
                "knock_after_draw",
                "You knock instead of a turn, and you have drawn this turn: discard a card, and knock next time.",
            )
        case ToDraw(), Knock():  # PC-14
            return IllegalAction(
                "knock_on_first_turn",
                "You can't knock on your own first turn: draw a card and discard one, and knock next time.",
            )
        case ToDraw(), Discard():
            return refusals.draw_first("discard")
        case ToDiscard(), Draw():
            return refusals.already_drawn()
        case ToDiscard(), Discard(card=card):
            return refusals.card_not_held(card)
    return IllegalAction("not_offered", f"You can't {action.do} like that now.", do=action.do)
