"""Why an action is refused for reasons of Knock Poker alone, and what can be done instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Action, Discard, Draw, Fold, Knock, Stay
from engine.cards import Card
from engine.errors import IllegalAction, Reason
from engine.games.drawing.state import State, ToChoose, ToDiscard, ToDraw, has_chosen, loose
from engine.rules import options

if TYPE_CHECKING:
    from engine.games.knock_poker.rules import KnockPokerRules

_STAY_NOT_OFFERED = "You can stay without drawing only where the stock ran out after somebody's knock: "
_NO_STAY_DRAWN = Reason("stay_not_offered", _STAY_NOT_OFFERED + "discard a card.")
_NO_STAY_BEFORE_DRAW = Reason("stay_not_offered", _STAY_NOT_OFFERED + "draw a card, then discard one.")
_FOLD_AFTER_DRAW = Reason("fold_after_draw", "The choice to fold comes after the draw: draw a card first.")
_FOLD_WITHOUT_CARD = Reason(
    "fold_without_card", "You fold without a discard here, because you have not drawn: name no card."
)
_CHOOSE_FIRST = Reason(
    "choose_first",
    "The stock ran out after the knock: stay with your hand, take the upcard and then discard, or fold.",
)
_STOCK_EMPTY = Reason("stock_empty", "The stock is empty: stay with your hand, take the upcard, or fold.")
_PAT_KNOCK_TOO_LATE = Reason(
    "pat_knock_too_late",
    "Knocking without a draw is for a player's first turn only: draw a card, then knock before you discard.",
)
_BELOW_MINIMUM = "To knock you must keep at least this: {least}. Your five cards would be less, so "
_BELOW_MINIMUM_AT_FIRST = Reason("below_minimum", _BELOW_MINIMUM + "draw a card.")
_BELOW_MINIMUM_DRAWN = Reason("below_minimum", _BELOW_MINIMUM + "discard a card without knocking.")
_DISCARD_BELOW_MINIMUM = Reason(
    "discard_below_minimum",
    "You knocked, so the five cards you keep must be at least this: {least}. "
    "Without the {card} they are less: discard another card.",
)
_NO_FOLDING = Reason("no_folding", "Nobody folds in the simple game, because a knock ends it: play your turn.")
_FOLD_BEFORE_KNOCK = Reason("fold_before_knock", "You can fold only after another player's knock: play your turn.")
_KNOCKER_CANNOT_FOLD = Reason("knocker_cannot_fold", "You knocked, so you can't fold: discard a card.")
_FOLD_TOO_LATE = Reason("fold_too_late", "By taking the upcard you chose to stay in: discard a card.")
_FOLD_NEEDS_CARD = Reason("fold_needs_card", "You hold six cards: name the card that you discard when you fold.")


def refusal(rules: KnockPokerRules, state: State, action: Action) -> IllegalAction | None:
    """The error for what the seat to act may not do by Knock Poker's own rules; None for anything else."""
    match state.phase, action:
        case phase, Knock() if state.knocker is None:
            return _no_knock(rules, state, begins=isinstance(phase, ToDraw))
        case phase, Stay():
            return _NO_STAY_DRAWN() if isinstance(phase, ToDiscard) else _NO_STAY_BEFORE_DRAW()
        case ToDraw(), Fold():
            return _no_fold_yet(state) or _FOLD_AFTER_DRAW()
        case ToDiscard() as phase, Discard(card=card) if card in loose(state, phase):
            return _DISCARD_BELOW_MINIMUM(card=card, minimum=rules.knock_minimum, least=_least(rules))
        case ToDiscard() as phase, Fold(card=card):
            return _no_fold(state, phase, card)
        case ToChoose(), Fold():
            return _FOLD_WITHOUT_CARD()
        case ToChoose(), Discard():
            return _CHOOSE_FIRST()
        case ToChoose(), Draw(source="stock"):
            return _STOCK_EMPTY()
    return None


def _no_knock(rules: KnockPokerRules, state: State, *, begins: bool) -> IllegalAction:
    if begins and state.turns >= len(state.order):
        return _PAT_KNOCK_TOO_LATE()
    reason = _BELOW_MINIMUM_AT_FIRST if begins else _BELOW_MINIMUM_DRAWN
    return reason(minimum=rules.knock_minimum, least=_least(rules))


def _no_fold_yet(state: State) -> IllegalAction | None:
    if state.knocker is not None:
        return None
    return _NO_FOLDING() if state.drawing.last_turns == "none" else _FOLD_BEFORE_KNOCK()


def _no_fold(state: State, phase: ToDiscard, card: Card | None) -> IllegalAction | None:
    if state.knocker == phase.seat:
        return _KNOCKER_CANNOT_FOLD()
    if has_chosen(state):
        return _FOLD_TOO_LATE()
    early = _no_fold_yet(state)
    if early is not None:
        return early
    return _FOLD_NEEDS_CARD() if card is None else None


def _least(rules: KnockPokerRules) -> str:
    """The least hand to knock with, in English."""
    labels = next(dict(option.choices) for option in options(type(rules)) if option.name == "knock_minimum")
    return labels[rules.knock_minimum].lower()
