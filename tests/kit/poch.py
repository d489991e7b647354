"""Deals of the Poch family for its tests, told by players: P1 is the first to act, Pn the dealer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.cards import card
from engine.game import GAMES

from . import stacked
from .table import Table

EDITIONS = ("poch", "le-poque", "poch-1873")
START = {"poch": 60, "le-poque": 40, "poch-1873": 40}
"""The chips of a new table (PO-3, LQ-2, HO-2)."""


def deal(
    game: str,
    hands: Sequence[str],
    turned: str,
    *,
    chips: int | Sequence[int] | None = None,
    pools: Mapping[str, int] | None = None,
    dealer: int | None = None,
    supply: int | None = None,
    played: int = 0,
    **rules: Any,
) -> Table:
    """A deal with these cards from P1 on and ``turned`` turned up after them; the supply is the most that anybody has.

    Cards of the pay suit are dealt only where they are named, as long as there are others.
    """
    seats, stacks = len(hands), START[game] if chips is None else chips
    top = card(turned)
    pack = len(GAMES[game].pack(GAMES[game].rules(**rules), seats))
    return stacked.deal(
        hands,
        game=game,
        players=True,
        chips=stacks,
        dealer=dealer,
        pools=pools,
        played=played,
        supply=(stacks if isinstance(stacks, int) else max(stacks)) if supply is None else supply,
        fixed={pack - 1 if game == "poch" else 5 * seats: turned},
        sparing=top.suit,
        **rules,
    )
