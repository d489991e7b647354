"""How a deal of Poch goes on: what each seat may do, and what its actions change."""

from __future__ import annotations

from engine.actions import Action, Bet, Fold, Pass, Play, Prompt, Shuffle, offered
from engine.events import Event
from engine.games.poch.refusals import refusal
from engine.games.poch.sequences import lead
from engine.games.poch.state import Leading, Over, State, Vying, held
from engine.games.poch.vying import bet, betting_prompts, drop


def to_act(state: State) -> tuple[int, ...]:
    """The one seat whose turn it is; none when the deal is over."""
    match state.phase:
        case Vying(betting) if betting.turn is not None:
            return (betting.turn,)
        case Leading(seat):
            return (seat,)
    return ()


def prompts(state: State, seat: int) -> tuple[Prompt, ...]:
    """What the seat may do now."""
    if seat not in to_act(state):
        return ()
    match state.phase:
        case Vying(betting):
            return betting_prompts(state, betting)
        case Leading(leader):
            return (Prompt("play", held(state, leader)),)
        case Over():
            return ()


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after the action, and what happened. Raises IllegalAction."""
    if isinstance(action, Shuffle) or not offered(prompts(state, action.seat), action):
        raise refusal(state, action, to_act(state))
    match state.phase, action:
        case Vying(betting), Pass(seat) | Fold(seat):
            return drop(state, betting, seat)
        case Vying(betting), Bet(seat, amount):
            return bet(state, betting, seat, amount)
        case Leading(), Play(seat, card):
            return lead(state, seat, card)
    raise AssertionError(action.do)
