"""Why an action is refused in Knock Poker alone, and what can be done instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Action, Discard, Draw, Fold, Knock, Stay
from engine.cards import Card
from engine.errors import IllegalAction
from engine.games.drawing.state import State, ToChoose, ToDiscard, ToDraw, has_chosen, loose
from engine.rules import options

if TYPE_CHECKING:
    from engine.games.knock_poker.rules import KnockPokerRules


def refusal(rules: KnockPokerRules, state: State, action: Action) -> IllegalAction | None:
    """The error for what the seat to act may not do by Knock Poker's own rules; None for anything else."""
    match state.phase, action:
        case phase, Knock() if state.knocker is None:
            return _no_knock(rules, state, begins=isinstance(phase, ToDraw))
        case phase, Stay():
            return IllegalAction(
                "stay_not_offered",
                "You can stay without drawing only where the stock ran out after somebody's knock: "
                + ("discard a card." if isinstance(phase, ToDiscard) else "draw a card, then discard one."),
            )
        case ToDraw(), Fold():
            return _no_fold_yet(state) or IllegalAction(
                "fold_after_draw", "The choice to fold comes after the draw: draw a card first."
            )
        case ToDiscard() as phase, Discard(card=card) if card in loose(state, phase):
            return _below_minimum(rules, card)
        case ToDiscard() as phase, Fold(card=card):
            return _no_fold(state, phase, card)
        case ToChoose(), Fold():
            return IllegalAction(
                "fold_without_card", "You fold without a discard here, because you have not drawn: name no card."
            )
        case ToChoose(), Discard():
            return IllegalAction(
                "choose_first",
                "The stock ran out after the knock: stay with your hand, take the upcard and then discard, or fold.",
            )
        case ToChoose(), Draw(source="stock"):
            return IllegalAction(
                "stock_empty",
                "The stock is empty: stay with your hand, take the upcard, or fold.",
            )
    return None


def _no_knock(rules: KnockPokerRules, state: State, *, begins: bool) -> IllegalAction:
    if begins and state.turns >= len(state.order):
        return IllegalAction(
            "pat_knock_too_late",
            "Knocking without a draw is for a player's first turn only: draw a card, then knock before you discard.",
        )
    instead = "draw a card" if begins else "discard a card without knocking"
    return IllegalAction(
        "below_minimum",
        f"To knock you must keep at least this: {minimum(rules)}. Your five cards would be less, so {instead}.",
        minimum=rules.knock_minimum,
    )


def _no_fold_yet(state: State) -> IllegalAction | None:
    if state.knocker is not None:
        return None
    if state.drawing.last_turns == "none":
        return IllegalAction("no_folding", "Nobody folds in the simple game, because a knock ends it: play your turn.")
    return IllegalAction("fold_before_knock", "You can fold only after another player's knock: play your turn.")


def _no_fold(state: State, phase: ToDiscard, card: Card | None) -> IllegalAction | None:
    if state.knocker == phase.seat:
        return IllegalAction("knocker_cannot_fold", "You knocked, so you can't fold: discard a card.")
    if has_chosen(state):
        return IllegalAction("fold_too_late", "By taking the upcard you chose to stay in: discard a card.")
    early = _no_fold_yet(state)
    if early is not None:
        return early
    if card is None:
        return IllegalAction("fold_needs_card", "You hold six cards: name the card that you discard when you fold.")
    return None


def _below_minimum(rules: KnockPokerRules, card: Card) -> IllegalAction:
    return IllegalAction(
        "discard_below_minimum",
        f"You knocked, so the five cards you keep must be at least this: {minimum(rules)}. "
        f"Without the {card} they are less: discard another card.",
        card=card,
        minimum=rules.knock_minimum,
    )


def minimum(rules: KnockPokerRules) -> str:
    """The least hand to knock with, in English."""
    labels = next(dict(one.choices) for one in options(type(rules)) if one.name == "knock_minimum")
    return labels[rules.knock_minimum].lower()
