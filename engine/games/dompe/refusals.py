"""Why an action is refused in Dompe, and what can be done instead. Only what was not offered comes here."""

from __future__ import annotations

from engine.actions import Action, Discard, Draw, Knock, Show, Shuffle
from engine.cards import Card
from engine.errors import IllegalAction
from engine.games.dompe.hands import call_discards
from engine.games.dompe.state import NAME, State, ToDiscard, held, loose
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
    if not isinstance(action, Draw | Discard | Knock | Show):
        return refusals.not_in_this_game(action.do, NAME)
    if isinstance(phase, Over):
        return refusals.not_now(action.seat, ())
    if action.seat not in state.order and 0 <= action.seat < len(state.hands):
        return refusals.not_dealt_in(action.seat)
    if isinstance(phase, ToShuffle):
        return refusals.shuffle_first()
    if phase.seat != action.seat:
        return refusals.not_now(action.seat, (phase.seat,))
    match phase, action:
        case ToDraw(), Knock():
            return refusals.draw_first("call")
        case ToDraw(), Discard() | Show():
            return refusals.draw_first(action.do)
        case ToDiscard(source=None), Draw():
            return IllegalAction(
                "six_dealt",
                "You were dealt six cards, so your first turn has no draw: discard a card; before that you may call "
                "with three of a kind or better, or show a hand that wins outright.",
            )
        case ToDiscard(), Draw():
            return refusals.already_drawn()
        case ToDiscard(), Knock():
            return _no_call(state, phase)
        case ToDiscard(), Show():
            return _no_show(state, phase)
        case ToDiscard(), Discard(card=card):
            return _no_discard(state, phase, card)
    return IllegalAction("not_offered", f"You can't {action.do} like that now.", do=action.do)


def _no_call(state: State, phase: ToDiscard) -> IllegalAction:
    if state.caller is not None:
        return IllegalAction(
            "already_called",
            "You have called already: discard a card."
            if state.caller == phase.seat
            else f"Seat {state.caller} has called, and there is one call in a deal: discard a card.",
            caller=state.caller,
        )
    if phase.source == "discard" and call_discards(state.rules, held(state, phase.seat), held(state, phase.seat)):
        return IllegalAction(
            "call_needs_taken_card",
            "To call you must keep three of a kind or better, and you could only by discarding the card that you took "
            "from the discard pile, which can't go straight back: discard another card without calling.",
            card=held(state, phase.seat)[-1],
        )
    return IllegalAction(
        "call_too_low",
        "To call you must keep five cards that are three of a kind or better, and you have none: discard a card "
        "without calling.",
    )


def _no_show(state: State, phase: ToDiscard) -> IllegalAction:
    if state.caller == phase.seat:
        return IllegalAction(
            "show_after_call",
            "You called, so you can't show an outright win in the same turn any more: discard a card.",
        )
    return IllegalAction(
        "nothing_to_show",
        "Only six cards of one suit, six in sequence, three pairs of different ranks, or four equal cards with the "
        "wild card win outright: discard a card, or call with three of a kind or better.",
    )


def _no_discard(state: State, phase: ToDiscard, card: Card) -> IllegalAction:
    hand = held(state, phase.seat)
    if card not in hand:
        return refusals.card_not_held(card)
    if card not in loose(state, phase):
        return refusals.taken_card(card)
    return IllegalAction(
        "discard_below_call",
        f"You called, so the five cards you keep must be three of a kind or better. Without the {card} they are less: "
        "discard another card.",
        card=card,
    )
