"""How a deal of draw and discard ends: its outcome is told, paid and written down."""

from __future__ import annotations

from engine.events import DealOver, Event, HandShown, Paid
from engine.evolve import evolve
from engine.games.drawing.drawing import Ending
from engine.games.drawing.state import State, held
from engine.parts.results import OVER, chips_result, scored_result
from engine.parts.seating import neighbour
from engine.stakes import POT, Transfer, lies_in

Step = tuple[State, tuple[Event, ...]]


def in_pot(state: State) -> int:
    """The chips in the pot now."""
    return lies_in(POT, state.stakes.pot, state.transfers)


def showdown(state: State, events: tuple[Event, ...]) -> Step:
    """The hands are shown, and the game judges and settles them."""
    return _over(state, events, state.drawing.showdown(state, in_pot(state)))


def shown_outright(state: State, seat: int) -> Step:
    """Whoever shows an outright win takes the pot, whatever the others hold (DM-16)."""
    assert state.drawing.outright is not None
    hand = held(state, seat)
    shown = HandShown(seat, hand, state.drawing.outright(hand), outright=True)
    return _over(state, (), Ending((seat,), to_one(seat, in_pot(state)), (shown,)))


def void(state: State, events: tuple[Event, ...]) -> Step:
    """Nobody wins a deal that has gone on for too long, and its pot stays for the next deal (games/general.md G-12)."""
    return _over(state, events, Ending((), net=(0,) * len(state.hands)), void=True)


def to_one(seat: int, chips: int) -> tuple[Transfer, ...]:
    """The whole pot for one seat."""
    return (Transfer(POT, seat, chips, "pot"),) if chips else ()


def _over(state: State, events: tuple[Event, ...], ending: Ending, *, void: bool = False) -> Step:
    """Writes the result down; the deal passes to the next seat in the direction of play (KP-5, DM-3, PC-27, KR-41)."""
    drawing, before = state.drawing, state.stakes
    transfers = state.transfers + ending.transfers
    dealer = neighbour(state.order[-1], len(state.hands), clockwise=drawing.clockwise)
    shown = tuple([hand.seat for hand in ending.shown])
    if drawing.unit != "chips":
        result = scored_result(
            before,
            transfers,
            winners=ending.winners,
            net=ending.net,
            next_dealer=dealer,
            deals=drawing.deals,
            target=drawing.target,
            shown=shown,
            void=void,
        )
    else:
        result = chips_result(
            before, transfers, winners=ending.winners, next_dealer=dealer, deals=drawing.deals, shown=shown, void=void
        )
    over = evolve(state, phase=OVER, transfers=transfers, result=result)
    return over, (*events, *ending.shown, *ending.told, *map(Paid, ending.transfers), DealOver(result))
