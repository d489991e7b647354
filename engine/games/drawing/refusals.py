"""Why an action is refused in a game of draw and discard. Only what was not offered comes here.

What only one game refuses, or in words of its own, is said by its ``Drawing.refusal``.
"""

from __future__ import annotations

from engine.actions import Action, Discard, Draw, Fold, Knock, Show, Shuffle
from engine.errors import IllegalAction
from engine.games.drawing.state import State, ToChoose, ToDiscard, ToDraw, ToShuffle, held, loose
from engine.parts import refusals
from engine.parts.results import Over


def refusal(state: State, action: Action) -> IllegalAction:
    """The error for an action that is not legal now."""
    phase, drawing = state.phase, state.drawing
    if not isinstance(action, (Draw, Discard, Knock, *drawing.actions)):
        return refusals.not_in_this_game(action.do, drawing.name)
    if isinstance(action, Shuffle):
        if isinstance(phase, ToShuffle):
            return refusals.wrong_shuffle(len(state.discards) - 1)
        return drawing.refusal(state, action) or refusals.no_shuffle()
    seat = action.seat
    if isinstance(phase, Over):
        return refusals.not_now(seat, ())
    if seat in state.folded:
        return IllegalAction("folded", "You have folded: wait for the next deal.", seat=seat)
    if seat not in state.order and 0 <= seat < len(state.hands):
        return refusals.not_dealt_in(seat)
    if isinstance(phase, ToShuffle):
        return refusals.shuffle_first()
    if phase.seat != seat:
        return refusals.not_now(seat, (phase.seat,))
    return drawing.refusal(state, action) or _usual(state, action)


def _usual(state: State, action: Action) -> IllegalAction:
    """Why the seat to act may not do that, where the reason is none of one game's own."""
    match state.phase, action:
        case ToDraw(seat=seat) | ToDiscard(seat=seat) | ToChoose(seat=seat), Knock() if state.knocker is not None:
            return refusals.already_knocked(state.knocker, seat)
        case ToDraw(), Knock() | Discard() | Show():
            return refusals.draw_first(action.do)
        case ToDiscard(), Draw():
            return refusals.already_drawn()
        case ToDiscard() as phase, Discard(card=card) | Fold(card=card) if card is not None:
            if card not in held(state, phase.seat):
                return refusals.card_not_held(card)
            if card not in loose(state, phase):
                return refusals.taken_card(card)
    return IllegalAction("not_offered", f"You can't {action.do} like that now.", do=action.do)
