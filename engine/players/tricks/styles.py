"""How people may play Crummy, on numbers: a style is a few weights, and a policy is made from them.

A policy sees what its seat sees at the moment, the own hand and the trick: it is quick, remembers nothing, and knows
again what it chose with the same cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.parts.tricks import TRICK_SIZE
from engine.players.tricks.world import (
    FIRSTS,
    FOUR,
    HALT,
    LAYING,
    OF_RANK,
    POINTS,
    RANKS,
    Policy,
    World,
    quartets,
)

_REMEMBERED: Final = 200_000
"""How many choices are remembered for a style."""


@dataclass(frozen=True)
class Style:
    """How somebody may play."""

    name: str
    burden: tuple[float, ...] = (0.0, 1.0, 1.0, -1.0, -3.0)
    """What holding 0 to 4 cards of a rank costs, counted in single cards."""
    laid: float = 8.0
    """What laying a quartet is worth, besides getting rid of its cards."""
    height: float = 0.0
    """What holding a card costs for each rank that it is above the lowest."""
    daring: float = 1.0
    """How likely a card that leads the trick is taken to be beaten: more than 1 for likelier."""
    least: int = 0
    """The least points of a first quartet that is laid when no other has been laid in the deal, the joker counted."""


_CHUNK: Final = 3 * TRICK_SIZE
"""How many bits of a hand are looked up at a time: three ranks."""
_MASK: Final = (1 << _CHUNK) - 1
_CHUNKS: Final = range(0, len(RANKS) * TRICK_SIZE, _CHUNK)


def table(worth: Sequence[Sequence[float]]) -> tuple[list[float], ...]:
    """What sets of cards are worth, three ranks at a time, by what 0 to 4 cards of each rank are worth."""
    found = []
    for first in _CHUNKS:
        ranks = worth[first // TRICK_SIZE : (first + _CHUNK) // TRICK_SIZE]
        sums = [0.0]
        for of_rank in ranks:
            sums = [low + of_rank[four.bit_count()] for four in range(FOUR + 1) for low in sums]
        found.append(sums)
    return tuple(found)


def policy(style: Style, seats: int) -> Policy:
    """What somebody of that style does at a table with so many seats."""
    lowest = len(RANKS) - PACK[seats]
    kept = [
        [-cost - style.height * (rank - lowest) * n for n, cost in enumerate(style.burden)]
        for rank in range(len(RANKS))
    ]
    laying = [[*worths[:-1], style.laid] for worths in kept]
    kept_0, kept_1, kept_2, kept_3 = table(kept)
    laid_0, laid_1, laid_2, laid_3 = table(laying)
    high, double = _likely(PACK[seats], style.daring)
    chosen: dict[int, int] = {}
    least = style.least

    def choose(world: World) -> int:
        hand, trick = world.hands[world.seat], world.trick
        if not trick:
            if world.may_halt and calls_halt(world, world.seat):
                return HALT
            if world.may_lay and (four := quartets(hand)):
                rank = (four.bit_length() - 1) // TRICK_SIZE
                if world.value[world.seat] or (1 if world.marked else 2) * POINTS[rank] >= least:
                    return LAYING + rank
        key = hand << len(OF_RANK) | trick
        card = chosen.get(key)
        if card is None:
            if len(chosen) >= _REMEMBERED:
                chosen.clear()
            card = chosen[key] = best(hand, trick, world.there)
        return card

    def best(hand: int, trick: int, there: int) -> int:
        may = hand & ~there
        if not may & (may - 1):
            return may.bit_length() - 1
        lying = trick.bit_count()
        to_come = TRICK_SIZE - 1 - lying
        ranks = ((trick | trick >> 1 | trick >> 2 | trick >> 3) & FIRSTS).bit_count()
        doubled = ranks < lying
        top, found = -1e9, -1
        while may:
            card = may.bit_length() - 1
            bit = 1 << card
            may ^= bit
            rest = hand ^ bit
            worth = (
                kept_0[rest & _MASK]
                + kept_1[rest >> _CHUNK & _MASK]
                + kept_2[rest >> 2 * _CHUNK & _MASK]
                + kept_3[rest >> 3 * _CHUNK]
            )
            if OF_RANK[card] & trick:
                takes = double[to_come][ranks]
            elif doubled or bit < trick:
                takes = 0.0
            else:
                takes = high[to_come][card // TRICK_SIZE - lowest - ranks]
            if takes:
                rest |= trick | bit
                with_it = (
                    laid_0[rest & _MASK]
                    + laid_1[rest >> _CHUNK & _MASK]
                    + laid_2[rest >> 2 * _CHUNK & _MASK]
                    + laid_3[rest >> 3 * _CHUNK]
                )
                worth += takes * (with_it - to_come - worth)
            if worth > top:
                top, found = worth, card
        return found

    return choose


PACK: Final[Mapping[int, int]] = {3: 8, 4: 8, 5: 10}
"""How many ranks are played with, by the number of seats (``crummy.md CR-2``)."""


def _likely(ranks: int, daring: float) -> tuple[list[list[float]], list[list[float]]]:
    """How likely a card that leads the trick takes it, if every card that comes is as likely as another.

    By how many cards are to come: as the highest, by how many ranks are lower and not in the trick; and as a card that
    matches another, by how many ranks lie in the trick.
    """
    chance = [
        [(lower / ranks) ** (daring * to_come) if to_come else 1.0 for lower in range(ranks)] for to_come in range(4)
    ]
    matched = [
        [((ranks - lying) / ranks) ** (daring * to_come) if to_come else 1.0 for lying in range(4)]
        for to_come in range(4)
    ]
    return chance, matched


def calls_halt(world: World, seat: int) -> bool:
    """Whether the caller would get at least as much as the other way round: its quartets count twice, the other's once,
    but the other gets the higher rank (``crummy.md CR-51``)."""
    together = sum(world.hands)
    lower = POINTS[((together & -together).bit_length() - 1) // TRICK_SIZE]
    higher = POINTS[(together.bit_length() - 1) // TRICK_SIZE]
    laid = world.value[seat]
    return 2 * (laid + lower) >= laid + higher


CAREFUL: Final = Style("careful")
"""As ``careful`` does, by and large."""
