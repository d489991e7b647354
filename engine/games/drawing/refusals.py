"""Why an action is refused in a game of draw and discard. Only what was not offered comes here.

A game's ``Drawing.refusal`` says what only that game refuses, or refuses in words of its own.
"""

from __future__ import annotations

from engine.actions import Action, Discard, Draw, Fold, Knock, Show, Shuffle
from engine.errors import IllegalAction, Reason
from engine.games.drawing.state import State, ToChoose, ToDiscard, ToDraw, ToShuffle, held, loose
from engine.parts import refusals
from engine.parts.results import Over

_FOLDED = Reason("folded", "You have folded: wait for the next deal.")
_NOT_OFFERED = Reason("not_offered", "You can't {do} like that now.")


def refusal(state: State, action: Action) -> IllegalAction:
    """The error for an action that is not legal now."""
    phase, drawing = state.phase, state.drawing
    if not isinstance(action, drawing.actions):
        return refusals.NOT_IN_THIS_GAME(do=action.do, game=drawing.name)
    if isinstance(action, Shuffle):
        if isinstance(phase, ToShuffle):
            return refusals.WRONG_SHUFFLE(cards=len(state.discards) - 1)
        return drawing.refusal(state, action) or refusals.NO_SHUFFLE()
    seat = action.seat
    if isinstance(phase, Over):
        return refusals.not_now(seat, ())
    if seat in state.folded:
        return _FOLDED(seat=seat)
    if seat not in state.order and 0 <= seat < len(state.hands):
        return refusals.NOT_DEALT_IN(seat=seat)
    if isinstance(phase, ToShuffle):
        return refusals.SHUFFLE_FIRST()
    if phase.seat != seat:
        return refusals.not_now(seat, (phase.seat,))
    return drawing.refusal(state, action) or _usual(state, action)


def _usual(state: State, action: Action) -> IllegalAction:
    """Why the seat to act may not do that, if no game has a reason of its own."""
    match state.phase, action:
        case ToDraw(seat=seat) | ToDiscard(seat=seat) | ToChoose(seat=seat), Knock() if state.knocker is not None:
            return refusals.already_knocked(state.knocker, seat)
        case ToDraw(), Knock() | Discard() | Show():
            return refusals.DRAW_FIRST(do=action.do)
        case ToDiscard(), Draw():
            return refusals.ALREADY_DRAWN()
        case ToDiscard() as phase, Discard(card=card) | Fold(card=card) if card is not None:
            if card not in held(state, phase.seat):
                return refusals.CARD_NOT_HELD(card=card)
            if card not in loose(state, phase):
                return refusals.TAKEN_CARD(card=card)
    return _NOT_OFFERED(do=action.do)
