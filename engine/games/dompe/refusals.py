"""Why an action is refused for reasons of Dompe alone, and what can be done instead."""

from __future__ import annotations

from engine.actions import Action, Discard, Draw, Knock, Show
from engine.errors import IllegalAction, Reason
from engine.games.drawing.state import State, ToDiscard, ToDraw, held, loose
from engine.parts import refusals

_SIX_DEALT = Reason(
    "six_dealt",
    "You were dealt six cards, so your first turn has no draw: discard a card; before that you may call "
    "with three of a kind or better, or show a hand that wins outright.",
)
_CALLED_YOURSELF = Reason("already_called", "You have called already: discard a card.")
_SOMEBODY_CALLED = Reason(
    "already_called", "Seat {caller} has called, and there is one call in a deal: discard a card."
)
_CALLED_BEFORE_THE_DRAW = Reason(
    "already_called", "Seat {caller} has called, and there is one call in a deal: play your last turn."
)
_CALL_NEEDS_TAKEN_CARD = Reason(
    "call_needs_taken_card",
    "To call you must keep three of a kind or better, and you could only by discarding the card that you took "
    "from the discard pile, which can't go straight back: discard another card without calling.",
)
_CALL_TOO_LOW = Reason(
    "call_too_low",
    "To call you must keep five cards that are three of a kind or better, and you have none: discard a card "
    "without calling.",
)
_SHOW_AFTER_CALL = Reason(
    "show_after_call",
    "You called, so you can't show an outright win in the same turn any more: discard a card.",
)
_NOTHING_TO_SHOW = Reason(
    "nothing_to_show",
    "Only six cards of one suit, six in sequence, three pairs of different ranks, or four equal cards with the "
    "wild card win outright: discard a card, or call with three of a kind or better.",
)
_DISCARD_BELOW_CALL = Reason(
    "discard_below_call",
    "You called, so the five cards you keep must be three of a kind or better. Without the {card} they are less: "
    "discard another card.",
)


def refusal(state: State, action: Action) -> IllegalAction | None:
    """The error for what the seat to act may not do by Dompe's own rules; None for anything else."""
    match state.phase, action:
        case ToDraw(), Knock() if state.knocker is not None:
            return _CALLED_BEFORE_THE_DRAW(caller=state.knocker)
        case ToDraw(), Knock():
            return refusals.DRAW_FIRST(do="call")
        case ToDiscard(source=None), Draw():
            return _SIX_DEALT()
        case ToDiscard() as phase, Knock():
            return _no_call(state, phase)
        case ToDiscard() as phase, Show():
            return _no_show(state, phase)
        case ToDiscard() as phase, Discard(card=card) if card in loose(state, phase):
            return _DISCARD_BELOW_CALL(card=card)
    return None


def _no_call(state: State, phase: ToDiscard) -> IllegalAction:
    if state.knocker is not None:
        return _CALLED_YOURSELF() if state.knocker == phase.seat else _SOMEBODY_CALLED(caller=state.knocker)
    hand, discards = held(state, phase.seat), state.drawing.knock_discards
    if phase.source == "discard" and discards is not None and discards(hand, hand):
        return _CALL_NEEDS_TAKEN_CARD(card=hand[-1])
    return _CALL_TOO_LOW()


def _no_show(state: State, phase: ToDiscard) -> IllegalAction:
    return _SHOW_AFTER_CALL() if state.knocker == phase.seat else _NOTHING_TO_SHOW()
