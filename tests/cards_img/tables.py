"""Views made by hand, for pictures that need no game."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import ALL_CARDS, card
from engine.rules import Rules
from engine.stakes import DealResult, Stakes
from engine.view import SeatView, View


def spectator(seats: int) -> View:
    """A table in mid-deal as everybody sees it."""
    players = tuple(
        SeatView(i, 5, (20, 1250, 7, 0, 118)[i % 5], "folded" if i == 3 else "in", knocked=i == 1) for i in range(seats)
    )
    return View("knock-poker", Rules(), None, seats - 1, "draw", (0,), players, 31, 7, card("QH"), 14, knocker=1)


def showdown(seats: int, shown: int) -> View:
    """The end of a deal in which the first ``shown`` seats show their hands and the last of them wins."""
    view = spectator(seats)
    players = tuple(
        replace(one, standing="in", hand=ALL_CARDS[5 * one.seat : 5 * one.seat + 5]) if one.seat < shown else one
        for one in view.seats
    )
    winner = max(0, shown - 1)
    net = tuple(seats - 1 if seat == winner else -1 for seat in range(seats))
    result = DealResult((winner,), net, Stakes(0, (20,) * seats), tuple(range(shown)))
    return replace(view, seats=players, phase="over", to_act=(), pot=0, result=result)
