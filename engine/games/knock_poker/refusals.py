"""Why an action is refused in Knock Poker, and what can be done instead. Only what was not offered comes here."""

from __future__ import annotations

from engine.actions import Action, Discard, Draw, Fold, Knock, Shuffle, Stay
from engine.cards import Card
from engine.errors import IllegalAction
from engine.games.knock_poker.rules import KnockPokerRules
from engine.games.knock_poker.state import NAME, State, ToChoose, ToDiscard, held
from engine.parts import refusals
from engine.parts.results import Over
from engine.parts.turns import ToDraw
from engine.rules import options


def refusal(state: State, action: Action) -> IllegalAction:
    """The error for an action that ``prompts`` does not offer."""
    if isinstance(action, Shuffle) or not isinstance(action, Draw | Discard | Knock | Fold | Stay):
        return refusals.not_in_this_game(action.do, NAME)
    phase = state.phase
    if isinstance(phase, Over):
        return refusals.not_now(action.seat, ())
    if phase.seat != action.seat:
        return _not_this_seat(state, action.seat, phase.seat)
    match phase, action:
        case _, Knock():
            return _no_knock(state, phase)
        case _, Stay():
            return IllegalAction(
                "stay_not_offered",
                "You can stay without drawing only where the stock ran out after somebody's knock: "
                + ("discard a card." if isinstance(phase, ToDiscard) else "draw a card, then discard one."),
            )
        case ToDraw(), Fold():
            return _no_fold_yet(state) or IllegalAction(
                "fold_after_draw", "The choice to fold comes after the draw: draw a card first."
            )
        case ToDraw(), Discard():
            return refusals.draw_first("discard")
        case ToDiscard(), Draw():
            return refusals.already_drawn()
        case ToDiscard(), Discard(card=card):
            return _no_discard(state, phase, card)
        case ToDiscard(), Fold(card=card):
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
    return IllegalAction("not_offered", f"You can't {action.do} like that now.", do=action.do)


def _not_this_seat(state: State, seat: int, to_act: int) -> IllegalAction:
    if seat in state.folded:
        return IllegalAction("folded", "You have folded: wait for the next deal.", seat=seat)
    if seat not in state.order and 0 <= seat < len(state.hands):
        return refusals.not_dealt_in(seat)
    return refusals.not_now(seat, (to_act,))


def _no_knock(state: State, phase: ToDraw | ToDiscard | ToChoose) -> IllegalAction:
    if state.knocker is not None:
        return refusals.already_knocked(state.knocker, phase.seat)
    if isinstance(phase, ToDraw) and state.turns >= len(state.order):
        return IllegalAction(
            "pat_knock_too_late",
            "Knocking without a draw is for a player's first turn only: draw a card, then knock before you discard.",
        )
    instead = "draw a card" if isinstance(phase, ToDraw) else "discard a card without knocking"
    return IllegalAction(
        "below_minimum",
        f"To knock you must keep at least this: {minimum(state.rules)}. Your five cards would be less, so {instead}.",
        minimum=state.rules.knock_minimum,
    )


def _no_fold_yet(state: State) -> IllegalAction | None:
    if state.knocker is not None:
        return None
    if state.rules.settlement == "simple":
        return IllegalAction("no_folding", "Nobody folds in the simple game, because a knock ends it: play your turn.")
    return IllegalAction("fold_before_knock", "You can fold only after another player's knock: play your turn.")


def _no_fold(state: State, phase: ToDiscard, card: Card | None) -> IllegalAction:
    if state.knocker == phase.seat:
        return IllegalAction("knocker_cannot_fold", "You knocked, so you can't fold: discard a card.")
    if phase.chosen:
        return IllegalAction("fold_too_late", "By taking the upcard you chose to stay in: discard a card.")
    early = _no_fold_yet(state)
    if early is not None:
        return early
    if card is None:
        return IllegalAction("fold_needs_card", "You hold six cards: name the card that you discard when you fold.")
    return _no_discard(state, phase, card)


def _no_discard(state: State, phase: ToDiscard, card: Card) -> IllegalAction:
    hand = held(state, phase.seat)
    if card not in hand:
        return refusals.card_not_held(card)
    if phase.source == "discard" and card is hand[-1]:
        return refusals.taken_card(card)
    return IllegalAction(
        "discard_below_minimum",
        f"You knocked, so the five cards you keep must be at least this: {minimum(state.rules)}. "
        f"Without the {card} they are less: discard another card.",
        card=card,
        minimum=state.rules.knock_minimum,
    )


def minimum(rules: KnockPokerRules) -> str:
    """The least hand to knock with, in English."""
    labels = next(dict(one.choices) for one in options(type(rules)) if one.name == "knock_minimum")
    return labels[rules.knock_minimum].lower()
