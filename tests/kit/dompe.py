"""Deals of Dompe for its tests, told by players: P1, P2, … up to the dealer."""

from __future__ import annotations

from typing import Any

from engine.games.dompe import GAME

from . import stacked
from .table import Table

NOTHING = ["AS KH 9D 6C 3S", "KS QH 8D 5C 2S", "QS JH 7D 4C 3D", "JS TH 6D 4H 2D", "9S 8H 5D 3C AD"]
"""Five hands of a high card each."""
REST = "2C 7C 8C 9C TC JC QC KC"


def deal(*hands: str, rest: str = REST, dealer: int = 0, **more: Any) -> Table:
    """Five cards each from P1 on; ``rest`` is P1's sixth card and the stock. The dealer sits on seat 0."""
    sixth, *stock = rest.split() or [""]
    first, *others = hands
    return stacked.deal([f"{first} {sixth}", *others], " ".join(stock), game=GAME, players=True, dealer=dealer, **more)


CALL = "9S 9H 9D"


def around(caller: int, players: int) -> Table:
    """A deal in which the caller has three nines and nobody else anything, played up to the call and its discard."""
    hands = ["AS KH TD 6C 3S", "KS QH 8D 5C 2S", "QS JH 7D 4C 3D", "JS TH 6D 4H 2D", "TS 8H 5D 3C AD"][:players]
    hands[caller - 1] = " ".join([CALL, *hands[caller - 1].split()[3:]])
    at = deal(*hands, rest="2C 7C 8C 9C TC JC QC KC AC 5H 6H 7H")
    at.play(*(["1 discard 2C"] if caller > 1 else []), *(f"{player} turn" for player in range(2, caller)))
    if caller > 1:
        at.play(f"{caller} stock")
    at.play(f"{caller} call")
    return at.play(f"{caller} discard {at.hand(caller)[-1].notation}")
