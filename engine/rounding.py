"""Sampled numbers, with no more digits than the worlds carry in which they were found."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

_STEPS: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
"""To what sampled numbers are rounded: a tenth at the best, else the least of these that is no less than the error."""
SURE: Final = 50
"""How many worlds there are at least where "in none" and "in all" are told; in fewer it may well be chance."""


def mean_of(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return mean, float("inf")
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (count * (count - 1)))


def share_of(wins: int, worlds: int, different: float | None = None) -> int:
    """In how many of a hundred deals it wins, no finer than the worlds carry; 0 and 100 only for none and all of many.

    ``different``: how many of the worlds are different ones; None: all.
    """
    carried, share = different or worlds, wins / worlds
    if wins in {0, worlds}:
        if carried >= SURE:
            return 100 if wins else 0
        share = (share * carried + 1) / (carried + 2)  # as if one more had been won, and one lost
    step = max(1.0, step_of(100 * sqrt(share * (1 - share) / carried)))
    return round(min(100 - step, max(step, rounded(100 * share, step))))


def step_of(error: float) -> float:
    """To what a number with that standard error is rounded."""
    return next((step for step in _STEPS if step >= error), _STEPS[-1])


def rounded(value: float, step: float) -> float:
    """The nearest multiple of the step."""
    return round(round(value / step) * step, 1) + 0.0  # no negative zero
