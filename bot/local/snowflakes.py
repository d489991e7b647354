"""Discord's ids: milliseconds since 2015 in the upper bits, a counter in the lower 22."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000


class Snowflakes:
    """Hands out ids that only ever grow, also where the clock steps back or the process starts anew."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.last = 0

    def next(self) -> int:
        """A new id, greater than every one before."""
        fresh = (int(self._clock() * 1000) - EPOCH_MS) << 22
        self.last = max(self.last + 1, fresh)
        return self.last

    def seen(self, snowflake: int) -> None:
        """Never hand out ``snowflake`` or one below it (ids read back from the history)."""
        self.last = max(self.last, snowflake)


def created_at(snowflake: int) -> datetime:
    """The moment that an id stands for, in UTC."""
    return datetime.fromtimestamp(((snowflake >> 22) + EPOCH_MS) / 1000, UTC)


def iso(moment: datetime) -> str:
    """A moment as Discord writes it."""
    return moment.isoformat(timespec="microseconds")
