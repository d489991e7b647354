"""What a seat or a spectator may know of a deal of draw and discard; built by allow-list (games/general.md G-10)."""

from __future__ import annotations

from collections.abc import Collection

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
    done = _done(state)
    drawn_from = phase.source if isinstance(phase, ToDiscard) else None
    upcard, acting = discards[-1] if discards else None, to_act(state)
    return View(
        game=state.drawing.name,
        rules=state.rules,
        viewer=viewer,
        dealer=state.order[-1],
        to_act=acting,
        seats=tuple([_seat(state, seat, viewer, chips[seat], scores[seat], done) for seat in range(len(chips))]),
        pot=in_pot(state),
        knocker=state.knocker,
        drawn=held(state, viewer)[-1] if drawn_from and viewer is not None and viewer in acting else None,
        prompts=open_prompts(state) if viewer is None else prompts(state, viewer),
        result=state.result,
        asks=asked(state),
        middle=Piles(state.stock, len(discards), upcard, drawn_from),
    )


def _seat(state: State, seat: int, viewer: int | None, chips: int, score: int, done: Collection[int]) -> SeatView:
    standing: Standing = "folded" if seat in state.folded else "in" if seat in state.order else "out"
    cards, result = state.hands[seat], state.result
    hand = cards.to(viewer) if standing == "in" else None
    if result is not None and seat in result.shown:
        hand = cards.open()
    judged = _judged(state, seat, hand) if hand else _NOTHING
    count, knocked = len(cards.open()) if standing == "in" else 0, seat == state.knocker
    name, melds, deadwood = judged.name, judged.melds, judged.deadwood
    # the fields in their order, not by name: that takes a tenth off the whole view
    return SeatView(seat, count, chips, standing, knocked, seat in done, score, hand, name, melds, deadwood)


def _judged(state: State, seat: int, hand: Hand) -> Judged:
    """What the hand is; before a discard, what it is after the best discard."""
    phase = state.phase
    may_go = loose(state, phase) if isinstance(phase, ToDiscard) and phase.seat == seat else None
    return state.drawing.judged(hand, may_go)


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
        return Layout(tuple([hand.open() for hand in state.hands]), state.deck.open()[state.used :], state.discards)
    return Layout(
        hands=tuple([() if seat in folded else held(state, seat) for seat in range(len(state.hands))]),
        stock=state.deck.open()[state.used :],
        discards=state.discards,
        aside=tuple([card for seat in folded for card in held(state, seat)]),
    )
