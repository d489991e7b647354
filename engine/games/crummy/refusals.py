"""Why an action is refused in Crummy, and what can be done instead. Only what was not offered comes here."""

from __future__ import annotations

from engine.actions import Action, Halt, Meld, Play
from engine.cards import Card
from engine.errors import IllegalAction, Reason
from engine.games.crummy.state import (
    ACTIONS,
    NAME,
    Follow,
    Lead,
    State,
    few_players,
    few_ranks,
    held,
    repeats,
)
from engine.parts import refusals
from engine.parts.results import Over
from engine.parts.tricks import CALLED_RANKS, CALLERS, TRICK_SIZE, missing_suits

_SUIT_IN_TRICK = Reason(
    "suit_in_trick",
    "A trick has one card of each suit, and the {there} lies in this one: play a card of a suit that is missing, "
    "{missing}.",
)
_LAY_BETWEEN_TRICKS = Reason(
    "lay_between_tricks",
    "A quartet is laid directly after taking a trick, not while one is played: play a card.",
)
_LAY_AFTER_OWN_TRICK = Reason(
    "lay_after_own_trick",
    "Only the player who has just taken a trick may lay quartets, and you have not: lead a card.",
)
_QUARTET_NOT_HELD = Reason(
    "quartet_not_held",
    "You do not hold all four cards of rank {rank}: lay a complete quartet, or lead a card.",
)
_HALT_OFF = Reason("halt_off", "Nobody calls a halt at this table: play on.")
_HALT_BETWEEN_TRICKS = Reason("halt_between_tricks", "A halt is called between tricks: wait until this one is taken.")
_HALT_TWO_PLAYERS = Reason("halt_two_players", "A halt is only for the last two players who hold cards: play on.")
_HALT_NOT_YOURS = Reason(
    "halt_not_yours",
    "You are out, and only one of the two who hold cards can call a halt: wait for the end.",
)
_HALT_TWO_RANKS = Reason(
    "halt_two_ranks", "A halt can be called only when eight cards of just two ranks are left: play on."
)
_HALT_NO_REPETITION = Reason(
    "halt_no_repetition",
    "A halt can be called only when the same hands and the same player to lead come up again in the deal: play on.",
)


def refusal(state: State, action: Action) -> IllegalAction:
    """The error for an action that ``prompts`` does not offer."""
    phase = state.phase
    if not isinstance(action, ACTIONS):
        return refusals.NOT_IN_THIS_GAME(do=action.do, game=NAME)
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
            return refusals.CARD_NOT_HELD(card=card)
        case Meld():
            return _no_quartet(action, phase)


def _suit_there(state: State, card: Card) -> IllegalAction:
    there = next(played.card for played in state.trick if played.card.suit is card.suit)
    missing = tuple(missing_suits(played.card for played in state.trick))
    return _SUIT_IN_TRICK(card=card, there=there, missing=missing)


def _no_quartet(action: Meld, phase: Lead | Follow) -> IllegalAction:
    """Why the quartet can't be laid (CR-25)."""
    if isinstance(phase, Follow):
        return _LAY_BETWEEN_TRICKS(rank=action.rank)
    if not phase.may_lay:
        return _LAY_AFTER_OWN_TRICK(rank=action.rank)
    return _QUARTET_NOT_HELD(rank=action.rank)


def _no_halt(state: State, seat: int, phase: Lead | Follow) -> IllegalAction:
    """Why no halt may be called (CR-53); it tells nothing that the table does not know."""
    if state.rules.halt == "off":
        return _HALT_OFF()
    if isinstance(phase, Follow):
        return _HALT_BETWEEN_TRICKS()
    if not few_players(state):
        return _HALT_TWO_PLAYERS(players=CALLERS)
    if not 0 <= seat < len(state.hands) or not held(state, seat):
        return _HALT_NOT_YOURS()
    if not few_ranks(state):
        return _HALT_TWO_RANKS(ranks=CALLED_RANKS, cards=CALLED_RANKS * TRICK_SIZE)
    assert not repeats(state), "then a halt may be called"
    return _HALT_NO_REPETITION()
