"""Dealing, one card at a time (games/general.md G-2), and what must hold before a deal."""

from __future__ import annotations

from engine.cards import Card, Pack
from engine.errors import BadSetup
from engine.stakes import Stakes


def check_setup(title: str, allowed: range, seats: int, stakes: Stakes, deck: tuple[Card, ...], pack: Pack) -> None:
    """Raises BadSetup if the game called ``title`` can't be dealt with this number of seats, stakes or deck."""
    if seats not in allowed:
        raise BadSetup(f"{title} is for {allowed[0]} to {allowed[-1]} seats, not {seats}")
    if len(stakes.chips) != seats or not 0 <= stakes.dealer < seats:
        raise BadSetup(f"the stakes do not fit a table of {seats} seats")
    if len(deck) != len(pack) or pack.members.difference(deck):
        raise BadSetup(f"the deck must hold each of the {len(pack)} cards once")


def dealt(deck: tuple[Card, ...], order: tuple[int, ...], size: int) -> dict[int, tuple[Card, ...]]:
    """The hands by seat: ``size`` cards each, one at a time from the top of the deck, the first in ``order`` first."""
    used = size * len(order)
    return {seat: deck[place : used : len(order)] for place, seat in enumerate(order)}
