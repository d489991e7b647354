"""What a seat or a spectator may know of a deal of draw and discard; built by allow-list (games/general.md G-10)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Final

from engine.frozen import maker
from engine.game import Layout
from engine.games.drawing.drawing import Judged
from engine.games.drawing.ending import in_pot
from engine.games.drawing.state import State, ToDiscard, held, loose
from engine.games.drawing.turn import asked, open_prompts, prompts, to_act
from engine.middle import Piles
from engine.parts.piles import Hand
from engine.parts.remembering import for_last_state
from engine.parts.results import Over
from engine.parts.seating import have_played
from engine.stakes import moved
from engine.view import SeatView, Standing, View, closed_seat, seen_by, with_hand

_NOTHING = Judged()
_view: Final = maker(View)
_layout: Final = maker(Layout)


def observe(state: State, viewer: int | None) -> View:
    """The table as ``viewer`` sees it; None is a spectator."""
    view = _open(state)
    if viewer is None:
        return view
    phase, drawn = state.phase, None
    if isinstance(phase, ToDiscard) and phase.source and phase.seat == viewer:
        drawn = held(state, viewer)[-1]
    return seen_by(view, viewer, _own(state, view.seats[viewer]), prompts(state, viewer), drawn)


@for_last_state
def _open(state: State) -> View:
    """What everybody sees."""
    phase, discards = state.phase, state.discards
    chips = moved(state.stakes.chips, state.transfers)
    scores = (state.result.stakes if state.result else state.stakes).scores or (0,) * len(chips)
    done = _done(state)
    drawn_from = phase.source if isinstance(phase, ToDiscard) else None
    return _view(
        game=state.drawing.name,
        rules=state.rules,
        viewer=None,
        dealer=state.order[-1],
        to_act=to_act(state),
        seats=tuple([_seat(state, seat, chips[seat], scores[seat], done) for seat in range(len(chips))]),
        pot=in_pot(state),
        knocker=state.knocker,
        prompts=open_prompts(state),
        result=state.result,
        asks=asked(state),
        middle=Piles(state.stock, len(discards), discards[-1] if discards else None, drawn_from),
    )


def _seat(state: State, seat: int, chips: int, score: int, done: Collection[int]) -> SeatView:
    """The seat as everybody sees it."""
    standing: Standing = "folded" if seat in state.folded else "in" if seat in state.order else "out"
    hand, result = state.hands[seat].open(), state.result
    count = len(hand) if standing == "in" else 0
    closed = closed_seat(seat, count, chips, standing, seat == state.knocker, seat in done, score)
    return _with_hand(state, closed, hand) if result is not None and seat in result.shown else closed


def _own(state: State, seat: SeatView) -> SeatView:
    """The same seat as its holder sees it."""
    hand = state.hands[seat.seat].to(seat.seat) if seat.standing == "in" and seat.hand is None else None
    return seat if hand is None else _with_hand(state, seat, hand)


def _with_hand(state: State, seat: SeatView, hand: Hand) -> SeatView:
    judged = _judged(state, seat.seat, hand) if hand else _NOTHING
    return with_hand(seat, hand, judged.name, judged.melds, judged.deadwood)


def _judged(state: State, seat: int, hand: Hand) -> Judged:
    """What the hand is; before a discard, what it is after the best discard."""
    phase = state.phase
    may_go = loose(state, phase) if isinstance(phase, ToDiscard) and phase.seat == seat else None
    return _found(state.drawing.judged, hand, may_go)


@lru_cache(4096)
def _found(judged: Callable[[Hand, Hand | None], Judged], hand: Hand, may_go: Hand | None) -> Judged:
    """What the hand is; it stays so while the others play."""
    return judged(hand, may_go)


def _done(state: State) -> Collection[int]:
    """The seats that have no more turn in this deal."""
    phase, order = state.phase, state.order
    if isinstance(phase, Over):
        return range(len(state.hands))
    out = () if len(order) == len(state.hands) else set(range(len(state.hands))).difference(order)
    if state.knocker is None:
        return out
    if state.drawing.last_turns == "to_the_dealer":  # DM-13
        return (*out, *order[: order.index(phase.seat)])
    return (*out, *have_played(state.knocker, phase.seat, order))


def layout(state: State) -> Layout:
    """Where every card lies; folded hands are set aside (KP-22)."""
    folded = state.folded
    if not folded:
        return _layout(tuple([hand.open() for hand in state.hands]), state.deck.open()[state.used :], state.discards)
    return _layout(
        hands=tuple([() if seat in folded else held(state, seat) for seat in range(len(state.hands))]),
        stock=state.deck.open()[state.used :],
        discards=state.discards,
        aside=tuple([card for seat in folded for card in held(state, seat)]),
    )
