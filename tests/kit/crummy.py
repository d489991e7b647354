"""Deals of Crummy for its tests, and positions in the middle of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.cards import cards
from engine.events import QuartetsScored, TrickTaken, WentOut
from engine.games.crummy import GAME, CrummyRules, State
from engine.games.crummy.play import stands
from engine.games.crummy.state import Lead
from engine.parts.seating import order_of_play
from engine.secret import Secret
from engine.stakes import Stakes

from . import stacked
from .table import RANKS, Table

COMPLETE = [
    "JD QD AD 7H JH AH 7S 8S JS KS AS",
    "7C 9C TC KC AC 7D TD TH QH TS QS",
    "8C JC QC 8D 9D KD 8H 9H KH 9S",
]
"""A complete deal for three, with what is played in it; a plus lays a quartet."""
COMPLETE_PLAY = (
    "JH 9C KD 8S +9 +8",
    "JH JD AC JS +A",
    "JS QH QC JD",
    "7H QS JC JD +J +Q",
    "KS TD KH KC +T",
    "KC KD 7S KH +K",
    "7D 7H 7S 7C",
)


def deal(hands: Sequence[str], dealer: int | None = None, scores: tuple[int, ...] = (), **rules: Any) -> Table:
    """A deal with these hands by seat; seat 0 is P1 unless a dealer is given. No text: cards that nobody named."""
    return stacked.deal(hands, game=GAME, chips=0, dealer=dealer, scores=scores, **rules)


def standing(
    hands: Sequence[str],
    leader: int = 0,
    *,
    may_lay: bool = True,
    laid: Mapping[int, str] | None = None,
    marked: int | None = None,
    out: tuple[int, ...] = (),
    tricks: int = 0,
    scores: tuple[int, ...] = (),
    **rules: Any,
) -> Table:
    """A position between tricks; ``laid`` the quartets of each seat, as ranks. The dealer is the last seat."""
    seats = len(hands)
    before = (laid or {}).items()
    quartets = {seat: tuple(Secret(RANKS[rank]) for rank in text.split()) for seat, text in before}
    state = State(
        rules=CrummyRules(**rules),
        stakes=Stakes(seats - 1, (0,) * seats, scores=scores),
        order=order_of_play(seats - 1, seats),
        hands=tuple(Secret(cards(text), (seat,)) for seat, text in enumerate(hands)),
        laid=tuple(quartets.get(seat, ()) for seat in range(seats)),
        phase=Lead(leader, may_lay),
        positions=Secret(()),
        marked=marked,
        out=out,
        tricks=tricks,
    )
    stood, _ = stands(state, Lead(leader, may_lay), (), ())
    return Table(GAME, stood)


def takers(at: Table) -> list[tuple[int, str, bool]]:
    """Who took each trick with which card, and whether it was doubled."""
    return [(event.seat, event.card.notation, event.doubled) for event in at.told(TrickTaken)]


def out(at: Table) -> list[int]:
    """The seats that went out, in order."""
    return [event.seat for event in at.told(WentOut)]


def scores(at: Table) -> dict[int, tuple[int, int]]:
    """Factor and value of each seat, in the order of going out."""
    return {event.seat: (event.factor, event.value) for event in at.told(QuartetsScored)}
