"""Shards as Discord has them: which server belongs to which, and how fast sessions may be started."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from bot.local.limits import IDENTIFIES_A_DAY, IDENTIFY_SPACING
from bot.local.state.model import Json

_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Sharding:
    """What ``GET /gateway/bot`` tells a bot: how many shards are recommended, and how many may identify at a time."""

    recommended: int = 1
    max_concurrency: int = 1


UNSHARDED: Final = Sharding()
"""What Discord tells a bot in few servers."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A shard, and how many there are."""

    id: int
    count: int

    def has(self, guild_id: int | None) -> bool:
        """Whether what happens in that server is told here; None: in direct messages, or in no place at all."""
        return self.id == (0 if guild_id is None else (guild_id >> 22) % self.count)


WHOLE = Shard(0, 1)
"""The only shard of a bot that has no others."""


def read_shard(given: Any) -> Shard | None:
    """The shard that an identify names; None for an impossible one."""
    if not isinstance(given, list) or len(given) != 2 or any(type(number) is not int for number in given):
        return None
    shard = Shard(*given)
    return shard if 0 <= shard.id < shard.count else None


class Starts:
    """The sessions that were started, and when. ``clock`` tells seconds."""

    def __init__(self, clock: Callable[[], float], sharding: Sharding) -> None:
        self._clock, self._sharding = clock, sharding
        self._last: dict[int, float] = {}
        self._since = 0.0
        self._today = 0

    def take(self, shard: Shard) -> None:
        """A session is started."""
        now = self._clock()
        if now - self._since >= _DAY:
            self._since, self._today = now, 0
        self._today += 1
        self._last[self._key(shard)] = now

    def too_early(self, shard: Shard) -> bool:
        """Whether another one of the same key was started within the last five seconds."""
        last = self._last.get(self._key(shard))
        return last is not None and self._clock() - last < IDENTIFY_SPACING

    def limit(self) -> Json:
        """The ``session_start_limit`` of ``GET /gateway/bot``."""
        left = max(0.0, self._since + _DAY - self._clock())
        return {
            "total": IDENTIFIES_A_DAY,
            "remaining": max(0, IDENTIFIES_A_DAY - (self._today if left else 0)),
            "reset_after": int((left or _DAY) * 1000),
            "max_concurrency": self._sharding.max_concurrency,
        }

    def _key(self, shard: Shard) -> int:
        return shard.id % self._sharding.max_concurrency
