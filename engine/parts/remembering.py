"""Remembering what was found for a state as long as that state is asked about."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

S = TypeVar("S")
T = TypeVar("T")


def for_last_state(find: Callable[[S], T]) -> Callable[[S], T]:
    """The function, which remembers what it found for the last state: all seats and spectators get views of one state.

    States are told apart by identity, as they never change.
    """
    last: tuple[S, T] | None = None

    @wraps(find)
    def remembering(state: S) -> T:
        nonlocal last
        if last is None or last[0] is not state:
            last = state, find(state)
        return last[1]

    return remembering
