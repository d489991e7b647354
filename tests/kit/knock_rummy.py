"""Deals of Knock Rummy for its tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.actions import Discard
from engine.games.knock_rummy import GAME

from . import stacked
from .table import Table

DEALS = {
    "knocker alone": ["2H 3H 4H 5H 7D 8D 9D TD AS QC", "TH JH QH JD QD KD AD 8C 5C 2C"],
    "rum by the knocker": ["8H 9H TH JH 7D 8D 9D", "AH 2H 3H 4H KH TS 5D", "TC JC QC TD 7H 5C 2C"],
    "undercut": ["2C 3C 4C TH 9S 8S 2S", "6S 6H 6C AC KS TD 9H", "QS QC 9D 9C 7S 4S 2D", "3H 4H 5H JD 7C 6D 4D"],
    "tie below the knocker": [
        "8H 9H TH JH QH 9C 6S",
        "4H 5H 6H QS QD QC 8S",
        "7S 7H 7D 7C KC 6D 4S",
        "AD 2D 3D 2S 2H 2C 8D",
    ],
    "knocker ties one": [
        "9S TS JS QS AS 6D 2D",
        "8H 9H TH 8S 5D 5C 4H",
        "9C TC JC QC KC 5H 4S",
        "6C 7C 8C AC 7S 3S 3C",
    ],
    "knocker ties the only other": ["5H 6H 7H 8H 9H 5S 5D 5C KS 2S", "TH JH QH KH 9D TD JD AD 7D 4C"],
    "three tie below the knocker": [
        "TD JD QD KD KS 5H 5D",
        "TS JS QS AS 2S 3S 7H",
        "6S 6H 6D AH AD AC 7S",
        "9H TH JH QH KH 4C 3D",
    ],
    "rum by another": ["6S 7S 8S 9S 9H 9C 5D", "5C 6C 7C 8C 4S 4D 4C", "6D 7D 8D 9D AS JH 3D"],
    "knocker ties two": [
        "8S 9S TS 2H 3H 4H 9D",
        "JC QC KC 5S 5H 5D 9H",
        "6D 7D 8D AH TD 6S 3D",
        "4C 5C 6C 7C 8C AC 8H",
    ],
    "knocker ties with rum": ["4S 4H 4D 4C 3S 3H 3D", "8H 9H TH JH AC 2C 3C", "KS KH KD KC AS 8D 5S"],
}
"""Hands by what comes of them when the right seat knocks and keeps them."""


def deal(hands: Sequence[str] | str, rest: str = "", **more: Any) -> Table:
    """The hands of ``DEALS`` or others; P1 is seat 0, and the upcard and the stock begin with ``rest``."""
    return stacked.deal(DEALS[hands] if isinstance(hands, str) else hands, rest, game=GAME, **more)


def fresh(seats: int, **more: Any) -> Table:
    """A table at which nobody's cards matter."""
    return deal([""] * seats, **more)


def knock_and_keep(at: Table, seat: int) -> Table:
    """Turns without a change up to the seat's, which knocks and keeps its hand too."""
    for before in at.state.order[: at.state.order.index(seat)]:
        at.turn(before)
    at.draw(seat).knock(seat)
    return at.do(Discard(seat, at.hand(seat)[-1]))
