"""Discord's shards: which servers belong to which, and which of the shards this process holds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from bot.store.counting import number_of

_RANGES: Final = re.compile(r"\d+(-\d+)?(,\d+(-\d+)?)*")
MOST: Final = 16_384
"""Shards that can be asked for, far more than any bot has."""


@dataclass(frozen=True)
class Shards:
    """All shards of the bot, and those of this process.

    What is in a server belongs to the server's shard; direct messages come to shard 0, and so do their tables.
    """

    count: int = 0
    """How many there are; 0: as many as Discord recommends, which isn't known yet."""
    ids: frozenset[int] | None = None
    """Those that this process holds; None: all."""

    @classmethod
    def read(cls, count: int, ids: str) -> Shards:
        """The shards of the settings: ids such as ``0-3,6``, "" for all. Raises ValueError with the reason."""
        ids = "".join(ids.split())
        if not ids:
            return cls(count)
        if not count:
            raise ValueError(
                "the number of shards that all processes hold together must be set, too, as KNOCKABOUT_SHARDS"
            )
        if not _RANGES.fullmatch(ids):
            raise ValueError("write numbers and ranges, such as 0-3,6")
        chosen: set[int] = set()
        for part in ids.split(","):
            first, last = (int(number) for number in (part.split("-") * 2)[:2])
            if last >= count:
                raise ValueError(f"of {count} shards (KNOCKABOUT_SHARDS) the last one is {count - 1}")
            if first > last:
                raise ValueError(f"the range {part} goes backwards")
            chosen |= set(range(first, last + 1))
        return cls(count, frozenset(chosen))

    @property
    def held(self) -> tuple[int, ...]:
        """The shards of this process, in order; as long as their number isn't known there is one."""
        return tuple(range(max(1, self.count))) if self.ids is None else tuple(sorted(self.ids))

    def of(self, guild_id: int) -> int:
        """The shard of that server, or of direct messages."""
        return (guild_id >> 22) % max(1, self.count)

    def holds(self, guild_id: int) -> bool:
        """Whether this process holds the shard of that server, or of direct messages."""
        return self.ids is None or self.of(guild_id) in self.ids

    def __str__(self) -> str:
        """The shards of this process, for whoever hosts it."""
        if not self.count:
            return "as many shards as Discord recommends"
        if self.ids is None:
            return number_of(self.count, "shard")
        if not self.ids:
            return f"none of {self.count} shards yet"
        return f"{listed(self.held)} of {self.count}"


ALL_SHARDS: Final = Shards()
"""What a process holds that has no others beside it."""


def listed(ids: tuple[int, ...]) -> str:
    """Shards by their ids, in words: "shards 0, 1 and 3"."""
    *others, last = map(str, ids)
    return f"shards {', '.join(others)} and {last}" if others else f"shard {last}"
