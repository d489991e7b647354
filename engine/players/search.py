"""One search for all games: the same worlds for every candidate, and a switch only where the difference is clear.

It knows no game: it is given the candidates, a way to sample worlds, and what a candidate comes to in a world.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final, NamedTuple, TypeVar

from engine.players.base import Limit

W = TypeVar("W")

_FIRST_LOOK: Final = 24
"""How many worlds are looked at before any candidate is dropped."""
_BETWEEN_LOOKS: Final = 16
"""How many worlds lie between two looks at the candidates."""
_DROPPED: Final = 2.5
"""A candidate this many standard errors behind another is dropped."""
_CLEAR: Final = 1.0
"""By how many standard errors a candidate must be ahead of the first to be taken instead of it."""


class Found(NamedTuple):
    """What a search found."""

    best: int
    """The place of the candidate to take."""
    worlds: int
    """How many worlds were looked at."""
    gain: float
    """By how much it came to more than the first candidate, a world."""


def paired(candidates: Sequence[int], world: Callable[[], W], worth: Callable[[W, int], float], limit: Limit) -> Found:
    """The candidate to take: the first, unless another is clearly better in the same worlds.

    ``worth`` says what a candidate comes to in a world, which it leaves as it was. The clock is looked at every world.
    Raises ValueError without a candidate.
    """
    if not candidates:
        raise ValueError("there is nothing to choose from")
    count = len(candidates)
    if count == 1 or not limit.worlds:
        return Found(0, 0, 0.0)
    until = limit.clock() + limit.seconds if limit.clock is not None and limit.seconds is not None else None
    alive = list(range(1, count))
    sums, squares = [0.0] * count, [0.0] * count
    seen = 0
    while seen < limit.worlds and alive:
        there = world()
        default = worth(there, candidates[0])
        for place in alive:
            ahead = worth(there, candidates[place]) - default
            sums[place] += ahead
            squares[place] += ahead * ahead
        seen += 1
        if seen >= _FIRST_LOOK and seen % _BETWEEN_LOOKS == 0:
            alive = _left(alive, sums, squares, seen)
        if until is not None and limit.clock is not None and limit.clock() >= until:
            break
    best, gain = 0, 0.0
    for place in alive:
        mean = sums[place] / seen
        if mean > gain and mean > _CLEAR * _error(sums[place], squares[place], seen):
            best, gain = place, mean
    return Found(best, seen, gain)


def _left(alive: Sequence[int], sums: Sequence[float], squares: Sequence[float], seen: int) -> list[int]:
    """The candidates that may still be the best: not clearly behind the first, nor behind the best so far."""
    top = max(0.0, *(sums[place] / seen for place in alive))
    return [
        place
        for place in alive
        if sums[place] / seen + _DROPPED * _error(sums[place], squares[place], seen) > (0.0 if top <= 0 else top / 2)
    ]


def _error(total: float, squares: float, seen: int) -> float:
    """The standard error of a mean."""
    if seen < 2:
        return float("inf")
    return sqrt(max(0.0, squares - total * total / seen) / (seen * (seen - 1)))
