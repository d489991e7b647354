"""The search that knows no game."""

from __future__ import annotations

from itertools import count

import pytest

from engine.players.base import Limit
from engine.players.search import paired
from engine.shuffle import Stream

FEW = Limit(worlds=200)


def dice(seed: bytes = b"a test"):
    """Worlds that are numbers from 0 to 99."""
    stream = Stream(seed)
    return lambda: stream.below(100)


def test_without_a_choice_it_looks_at_no_world():
    assert paired([7], dice(), lambda world, move: 1 / 0, FEW) == (0, 0, 0.0)
    assert paired([7, 8], dice(), lambda world, move: 1 / 0, Limit(worlds=0)) == (0, 0, 0.0)
    with pytest.raises(ValueError, match="nothing to choose"):
        paired([], dice(), lambda world, move: 0.0, FEW)


def test_it_switches_where_another_is_clearly_better_in_the_same_worlds():
    found = paired([0, 1, 2], dice(), lambda world, move: world + (0.0, 0.5, -1.0)[move], FEW)
    assert (found.best, found.gain) == (1, pytest.approx(0.5))


def test_it_stays_with_the_first_where_nothing_is_clear():
    """A candidate that is better by luck alone: half the worlds a hundred more, half a hundred less."""
    stays = 0
    for number in range(40):
        found = paired([0, 1], dice(bytes([number])), lambda world, move: move * (100 if world < 50 else -100), FEW)
        stays += found.best == 0
    assert stays > 25, "a standard error is passed by chance one time in six"
    clear = paired([0, 1], dice(), lambda world, move: move * (100 if world < 60 else -100), Limit(worlds=2000))
    assert clear.best == 1


def test_what_is_clearly_worse_is_looked_at_no_more():
    tried: list[int] = []

    def worth(world: int, move: int) -> float:
        tried.append(move)
        return (0.0, world / 100, world - 300.0)[move]

    paired([0, 1, 2], dice(), worth, FEW)
    assert tried.count(0) == tried.count(1) == 200
    assert tried.count(2) < 60
    tried.clear()
    found = paired([0, 2], dice(), worth, FEW)
    assert found.best == 0
    assert found.worlds < 60, "once only the first is left, it is over"


def test_the_worlds_are_bounded():
    assert paired([0, 1], dice(), lambda world, move: move * (world - 49.5), Limit(worlds=50)).worlds == 50


def test_the_clock_is_looked_at_every_world():
    ticking = count()
    limit = Limit(worlds=10_000, seconds=5, clock=lambda: float(next(ticking)))
    assert paired([0, 1], dice(), lambda world, move: move * (world - 49.5), limit).worlds == 5
