"""Deals of Knock Poker for its tests: hands that are told apart easily, and knocks of all kinds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from engine.events import HandShown
from engine.games.knock_poker import GAME

from . import stacked
from .table import Table

TRIPS = "QS QH QD 5C 3S"
ACES, ALSO_ACES = "AS AH 9D 7C 3S", "AC AD 9S 7H 3C"
EIGHTS, SEVENS, SIXES = "8S 8H KD 4C 2S", "7S 7D KH 4D 2H", "6S 6H KC 4H 2D"
HIGH, ALSO_HIGH, THIRD_HIGH = "KS JD 9H 6C 4S", "KD JH 9C 6D 4H", "KH JC 9S 6H 4D"
REST = "TC TD 5H 5D"
TEN = [
    "AS KD 9C 7H 4S",
    "AH KC 9D 7S 4D",
    "AD QS 9H 6S 3C",
    "AC QH 8S 6H 3D",
    "KS QD 8H 6D 3H",
    "KH QC 8D 6C 3S",
    "JS JH 8C 5S 2C",
    "JD TS 7D 5H 2D",
    "JC TH 7C 5D 2H",
    "TD TC 9S 5C 2S",
]
"""Hands for ten, after which the upcard and one card are left."""


def deal(hands: Sequence[str] | Mapping[int, str], rest: str = "2C 2D", **more: Any) -> Table:
    """Hands by seat, and the upcard and the stock; P1 is seat 0 unless a dealer is given."""
    return stacked.deal(hands, rest, game=GAME, **more)


def knocked(
    hands: Sequence[str], knocker: int = 0, folders: Collection[int] = (), rest: str = REST, **rules: Any
) -> Table:
    """A pat knock by the first player or the knock of another, then last turns in which nobody's hand changes."""
    table = deal(hands, rest, **rules)
    seats = len(hands)
    for seat in range(knocker):
        table.turn(seat)
    table.knock(knocker)
    for step in range(1, seats):
        seat = (knocker + step) % seats
        if seat in folders:
            table.turn_fold(seat)
        else:
            table.turn(seat)
    return table


def shown(table: Table) -> tuple[int, ...]:
    """The seats that showed, in order."""
    return tuple(event.seat for event in table.told(HandShown))
