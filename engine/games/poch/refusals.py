"""Why an action is refused in Poch, and what can be done instead. Only what was not offered comes here."""

from __future__ import annotations

from engine.actions import Action, Bet, Fold, Pass, Play
from engine.errors import IllegalAction, Reason
from engine.games.poch.state import ACTIONS, Leading, State, Vying
from engine.games.poch.vying import bet_limits, may_bet
from engine.parts import refusals
from engine.parts.betting import Betting
from engine.parts.results import Over

_OUT_OF_BETTING = Reason(
    "out_of_betting", "You have passed or folded, and that is final: wait until the betting is over."
)
_PASS_OR_BET_FIRST = Reason("betting_first", "Cards are played after the betting: pass or bet.")
_MATCH_OR_RAISE_FIRST = Reason("betting_first", "Cards are played after the betting: fold, match or raise.")
_FOLD_NOT_PASS = Reason("fold_not_pass", "There is a bet of {bet}, so you can't just pass: fold, match or raise.")
_PASS_NOT_FOLD = Reason("pass_not_fold", "Nobody has bet yet, so there is nothing to fold: pass or bet.")
_FOLD_KEEPS_CARDS = Reason(
    "fold_keeps_cards", "Whoever folds keeps all cards for the next stage: fold without naming one."
)
_BETTING_OVER = Reason("betting_over", "The betting is over: lead a card.")
_NO_PAIR = Reason("no_pair", "Only a player with a pair or better may bet, and all your cards differ in rank: {drop}.")
_NO_CHIPS = Reason("no_chips", "You have no chips to bet with: {drop}.")
_BET_JUST = Reason("bet_just", "You can stake {amount} in all, no more and no less, or {drop}.")
_BET_TOO_LOW = Reason(
    "bet_too_low", "The least that you can stake now is {least} in all: bet {least} to {most}, or {drop}."
)
_BET_TOO_HIGH = Reason(
    "bet_too_high", "The most that you can stake now is {most} in all: bet {least} to {most}, or {drop}."
)


def refusal(state: State, action: Action, to_act: tuple[int, ...]) -> IllegalAction:
    """The error for an action that is not legal now; ``to_act`` are the seats whose turn it is."""
    if not isinstance(action, ACTIONS):
        return refusals.NOT_IN_THIS_GAME(do=action.do, game=state.edition.name)
    phase = state.phase
    if isinstance(phase, Over):
        return refusals.not_now(action.seat, ())
    if action.seat not in to_act:
        if isinstance(phase, Vying) and action.seat in phase.betting.out and not isinstance(action, Play):
            return _OUT_OF_BETTING(seat=action.seat)
        return refusals.not_now(action.seat, to_act)
    match phase, action:
        case Vying(betting), Play():
            return (_MATCH_OR_RAISE_FIRST if betting.bet else _PASS_OR_BET_FIRST)(bet=betting.bet)
        case Vying(betting), Pass():
            return _FOLD_NOT_PASS(bet=betting.bet)
        case Vying(betting), Fold() if not betting.bet:
            return _PASS_NOT_FOLD()
        case Vying(), Fold():
            return _FOLD_KEEPS_CARDS()
        case Vying(betting), Bet(amount=amount):
            return _no_bet(state, betting, amount)
        case Leading(), Play(card=card):
            return refusals.CARD_NOT_HELD(card=card)
        case Leading(), Pass() | Bet() | Fold():
            return _BETTING_OVER()
    raise AssertionError(action.do)


def _no_bet(state: State, betting: Betting, amount: int) -> IllegalAction:
    assert betting.turn is not None
    drop = "fold" if betting.bet else "pass"
    if not may_bet(state, betting.turn):
        return _NO_PAIR(drop=drop)
    allowed = bet_limits(state, betting)
    if allowed is None:
        return _NO_CHIPS(drop=drop)
    least, most = allowed
    if least == most:
        return _BET_JUST(amount=least, drop=drop)
    return (_BET_TOO_LOW if amount < least else _BET_TOO_HIGH)(least=least, most=most, drop=drop)
