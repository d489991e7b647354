"""How a deal of Poch goes on: what each seat may do, and what its actions change."""

from __future__ import annotations

from typing import Final

from engine.actions import Action, Bet, Play, Prompt, Shuffle, offered, once_a_state
from engine.events import Event
from engine.frozen import maker
from engine.games.poch.refusals import refusal
from engine.games.poch.sequences import lead
from engine.games.poch.state import Leading, State, Vying, held
from engine.games.poch.vying import bet, betting_prompts, drop, open_betting_prompts
from engine.parts.results import Over

_OPEN_LEAD: Final = (Prompt("play", from_hand=True),)
_prompt: Final = maker(Prompt)


def to_act(state: State) -> tuple[int, ...]:
    """The one seat whose turn it is; none when the deal is over."""
    phase = state.phase
    if isinstance(phase, Leading):
        return (phase.seat,)
    seat = phase.betting.turn if isinstance(phase, Vying) else None
    return () if seat is None else (seat,)


@once_a_state
def prompts(state: State, seat: int) -> tuple[Prompt, ...]:
    """What the seat may do now."""
    phase = state.phase
    if isinstance(phase, Leading):
        return (_prompt("play", held(state, seat)),) if phase.seat == seat else ()
    return betting_prompts(state, phase.betting) if isinstance(phase, Vying) and phase.betting.turn == seat else ()


def open_prompts(state: State) -> tuple[Prompt, ...]:
    """What the moment offers before anybody looks into a hand."""
    phase = state.phase
    if isinstance(phase, Over):
        return ()
    return open_betting_prompts(state, phase.betting) if isinstance(phase, Vying) else _OPEN_LEAD


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after the action, and what happened. Raises IllegalAction.

    Leads, which are most actions, check what ``prompts`` offers without making the prompt.
    """
    phase = state.phase
    if isinstance(action, Play):
        if isinstance(phase, Leading) and phase.seat == action.seat and action.card in held(state, action.seat):
            return lead(state, action.seat, action.card)
        raise refusal(state, action, to_act(state))
    if isinstance(action, Shuffle) or not offered(prompts(state, action.seat), action):
        raise refusal(state, action, to_act(state))
    assert isinstance(phase, Vying), action.do
    if isinstance(action, Bet):
        return bet(state, phase.betting, action.seat, action.amount)
    return drop(state, phase.betting, action.seat)
