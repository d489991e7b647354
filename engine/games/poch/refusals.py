"""Why an action is refused in Poch, and what can be done instead. Only what was not offered comes here."""

from __future__ import annotations

from engine.actions import Action, Bet, Fold, Pass, Play, Shuffle
from engine.errors import IllegalAction
from engine.games.poch.state import Leading, State, Vying
from engine.games.poch.vying import bet_limits, may_bet
from engine.parts import refusals
from engine.parts.betting import Betting
from engine.parts.results import Over


def refusal(state: State, action: Action, to_act: tuple[int, ...]) -> IllegalAction:
    """The error for an action that is not legal now; ``to_act`` are the seats whose turn it is."""
    if isinstance(action, Shuffle) or not isinstance(action, Pass | Bet | Fold | Play):
        return refusals.not_in_this_game(action.do, state.edition.name)
    phase = state.phase
    if isinstance(phase, Over):
        return refusals.not_now(action.seat, ())
    if action.seat not in to_act:
        if isinstance(phase, Vying) and action.seat in phase.betting.out and not isinstance(action, Play):
            return IllegalAction(
                "out_of_betting",
                "You have passed or folded, and that is final: wait until the betting is over.",
                seat=action.seat,
            )
        return refusals.not_now(action.seat, to_act)
    match phase, action:
        case Vying(betting), Play():
            return IllegalAction(
                "betting_first", f"Cards are played after the betting: {_instead(betting)}.", bet=betting.bet
            )
        case Vying(betting), Pass():
            return IllegalAction(
                "fold_not_pass",
                f"There is a bet of {betting.bet}, so you can't just pass: {_instead(betting)}.",
                bet=betting.bet,
            )
        case Vying(betting), Fold() if not betting.bet:
            return IllegalAction(
                "pass_not_fold", f"Nobody has bet yet, so there is nothing to fold: {_instead(betting)}."
            )
        case Vying(), Fold():
            return IllegalAction("fold_keeps_cards", "Who folds keeps all cards: fold without naming one.")
        case Vying(betting), Bet(amount=amount):
            return _no_bet(state, betting, amount)
        case Leading(), Play(card=card):
            return refusals.card_not_held(card)
        case Leading(), Pass() | Bet() | Fold():
            return IllegalAction("betting_over", "The betting is over: lead a card.")
    raise AssertionError(action.do)


def _no_bet(state: State, betting: Betting, amount: int) -> IllegalAction:
    assert betting.turn is not None
    drop = "fold" if betting.bet else "pass"
    if not may_bet(state, betting.turn):
        return IllegalAction(
            "no_pair", f"Only who holds a pair or better may bet, and all your cards differ in rank: {drop}.", drop=drop
        )
    allowed = bet_limits(state, betting)
    if allowed is None:
        return IllegalAction("no_chips", f"You have no chips to bet with: {drop}.", drop=drop)
    least, most = allowed
    if least == most:
        return IllegalAction(
            "bet_just", f"You can stake {least} in all, no more and no less, or {drop}.", amount=least, drop=drop
        )
    if amount < least:
        return IllegalAction(
            "bet_too_low",
            f"The least that you can stake now is {least} in all: bet {least} to {most}, or {drop}.",
            least=least,
            most=most,
            drop=drop,
        )
    return IllegalAction(
        "bet_too_high",
        f"The most that you can stake now is {most} in all: bet {least} to {most}, or {drop}.",
        least=least,
        most=most,
        drop=drop,
    )


def _instead(betting: Betting) -> str:
    """What can be done in the betting, whatever the cards are."""
    return "fold, match or raise" if betting.bet else "pass or bet"
