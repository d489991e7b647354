"""What a seat or a spectator may know of a deal of draw and discard; built by allow-list (games/general.md G-10)."""

from __future__ import annotations

from engine.game import Layout
from engine.games.drawing.drawing import Judged
from engine.games.drawing.ending import in_pot
from engine.games.drawing.state import State, ToDiscard, held, loose
from engine.games.drawing.turn import asked, open_prompts, prompts, to_act
from engine.middle import Piles
from engine.parts.piles import Hand
from engine.parts.results import Over
from engine.parts.seating import have_played
from engine.stakes import moved
from engine.view import SeatView, Standing, View

_NOTHING = Judged()


def observe(state: State, viewer: int | None) -> View:
    """The table as ``viewer`` sees it; None is a spectator."""
    phase, discards = state.phase, state.discards
    chips = moved(state.stakes.chips, state.transfers)
    scores = (state.result.stakes if state.result else state.stakes).scores or (0,) * len(chips)
    drawn_from = phase.source if isinstance(phase, ToDiscard) else None
    upcard, acting = discards[-1] if discards else None, to_act(state)
    return View(
        game=state.drawing.name,
        rules=state.rules,
        viewer=viewer,
        dealer=state.order[-1],
        to_act=acting,
        seats=tuple([_seat(state, seat, viewer, chips[seat], scores[seat]) for seat in range(len(chips))]),
        pot=in_pot(state),
        knocker=state.knocker,
        drawn=held(state, viewer)[-1] if drawn_from and viewer is not None and viewer in acting else None,
        prompts=open_prompts(state) if viewer is None else prompts(state, viewer),
        result=state.result,
        asks=asked(state),
        middle=Piles(state.stock, len(discards), upcard, drawn_from),
    )


def _seat(state: State, seat: int, viewer: int | None, chips: int, score: int) -> SeatView:
    standing: Standing = "folded" if seat in state.folded else "in" if seat in state.order else "out"
    hand = state.hands[seat].to(viewer) if standing == "in" else None
    if state.result is not None and seat in state.result.shown:
        hand = held(state, seat)
    judged = _judged(state, seat, hand) if hand else _NOTHING
    return SeatView(
        seat=seat,
        cards=len(held(state, seat)) if standing == "in" else 0,
        chips=chips,
        standing=standing,
        knocked=seat == state.knocker,
        done=_is_done(state, seat),
        score=score,
        hand=hand,
        name=judged.name,
        melds=judged.melds,
        deadwood=judged.deadwood,
    )


def _judged(state: State, seat: int, hand: Hand) -> Judged:
    """What the hand is; before a discard, what the best of those that may go leaves."""
    phase = state.phase
    may_go = loose(state, phase) if isinstance(phase, ToDiscard) and phase.seat == seat else None
    return state.drawing.judged(hand, may_go)


def _is_done(state: State, seat: int) -> bool:
    """Whether the seat has no more turn in this deal."""
    if isinstance(state.phase, Over) or seat not in state.order:
        return True
    if state.knocker is None:
        return False
    if state.drawing.last_turns == "to_the_dealer":  # DM-13
        return seat not in state.order[state.order.index(state.phase.seat) :]
    return seat in have_played(state.knocker, state.phase.seat, state.order)


def layout(state: State) -> Layout:
    """Where every card lies; folded hands are set aside (KP-22)."""
    folded = state.folded
    return Layout(
        hands=tuple([() if seat in folded else held(state, seat) for seat in range(len(state.hands))]),
        stock=state.deck.open()[state.used :],
        discards=state.discards,
        aside=tuple([card for seat in folded for card in held(state, seat)]),
    )
