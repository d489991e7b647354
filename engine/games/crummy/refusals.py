"""Why an action is refused in Crummy, and what can be done instead. Only what was not offered comes here."""

from __future__ import annotations

from engine.actions import Action, Halt, Meld, Play
from engine.cards import Card
from engine.errors import IllegalAction
from engine.games.crummy.state import CALLED_RANKS, CALLERS, NAME, Follow, Lead, State, halt_conditions, held
from engine.parts import refusals
from engine.parts.results import Over
from engine.parts.tricks import TRICK_SIZE, missing_suits


def refusal(state: State, action: Action) -> IllegalAction:
    """The error for an action that ``prompts`` does not offer."""
    phase = state.phase
    if not isinstance(action, Play | Meld | Halt):
        return refusals.not_in_this_game(action.do, NAME)
    if isinstance(phase, Over):
        return refusals.not_now(action.seat, ())
    if isinstance(action, Halt):
        return _no_halt(state, action.seat, phase)
    if phase.seat != action.seat:
        return refusals.not_now(action.seat, (phase.seat,))
    match action:
        case Play(card=card) if card in held(state, phase.seat):  # CR-11
            return _suit_there(state, card)
        case Play(card=card):
            return refusals.card_not_held(card)
        case Meld():
            return _no_quartet(action, phase)


def _suit_there(state: State, card: Card) -> IllegalAction:
    there = next(played.card for played in state.trick if played.card.suit is card.suit)
    missing = missing_suits(played.card for played in state.trick)
    return IllegalAction(
        "suit_in_trick",
        f"A trick has one card of each suit, and the {there} lies in this one: play a card of a suit that is missing, "
        f"{' or '.join(suit.name.lower() for suit in missing)}.",
        card=card,
        there=there,
    )


def _no_quartet(action: Meld, phase: Lead | Follow) -> IllegalAction:
    """CR-25."""
    rank = action.rank
    if isinstance(phase, Follow):
        return IllegalAction(
            "lay_between_tricks",
            "A quartet is laid directly after taking a trick, not while one is played: play a card.",
            rank=rank,
        )
    if not phase.may_lay:
        return IllegalAction(
            "lay_after_own_trick",
            "Only who has just taken a trick may lay quartets, and you have not: lead a card.",
            rank=rank,
        )
    return IllegalAction(
        "quartet_not_held",
        f"You do not hold all four cards of rank {rank.notation}: lay a complete quartet, or lead a card.",
        rank=rank,
    )


def _no_halt(state: State, seat: int, phase: Lead | Follow) -> IllegalAction:
    """CR-53; it tells nothing that the table does not know."""
    if state.rules.halt == "off":
        return IllegalAction("halt_off", "Nobody calls a halt at this table: play on.")
    if isinstance(phase, Follow):
        return IllegalAction("halt_between_tricks", "A halt is called between tricks: wait until this one is taken.")
    two_players, two_ranks, repeated = halt_conditions(state)
    if not two_players:
        return IllegalAction(
            "halt_two_players", "A halt is only for the last two players who hold cards: play on.", players=CALLERS
        )
    if not 0 <= seat < len(state.hands) or not held(state, seat):
        return IllegalAction(
            "halt_not_yours", "You are out, and only one of the two who hold cards can call a halt: wait for the end."
        )
    if not two_ranks:
        return IllegalAction(
            "halt_two_ranks",
            "A halt can be called only when eight cards of just two ranks are left: play on.",
            ranks=CALLED_RANKS,
            cards=CALLED_RANKS * TRICK_SIZE,
        )
    assert not repeated, "then a halt may be called"
    return IllegalAction(
        "halt_no_repetition",
        "A halt can be called only when the same hands and the same player to lead come up again in the deal: play on.",
    )
