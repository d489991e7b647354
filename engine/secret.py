"""A value that only some seats may know; printed, it shows as ``??``."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Generic, TypeVar, final

T = TypeVar("T")


@final
class Secret(Generic[T]):
    """A hidden value, such as a hand or the stock, with the seats that may see it."""

    __slots__ = ("_value", "seen_by")

    def __init__(self, value: T, seen_by: Iterable[int | None] = ()) -> None:
        self._value = value
        self.seen_by = frozenset(seen_by)

    def open(self) -> T:
        """The value itself; only for the engine, which knows everything."""
        return self._value

    def to(self, seat: int | None) -> T | None:
        """The value if ``seat`` may see it, else None. A spectator counts as the seat None."""
        return self._value if seat in self.seen_by else None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._value == other._value and self.seen_by == other.seen_by

    def __hash__(self) -> int:
        return hash((self._value, self.seen_by))

    def __repr__(self) -> str:
        return "??"


@cache
def everybody(seats: int) -> frozenset[int | None]:
    """Everybody who sees open cards: all seats and the spectators."""
    return frozenset((*range(seats), None))
