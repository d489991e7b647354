"""When a shard may begin a session (Discord: identify), and how long it pauses before it tries to connect again."""

from __future__ import annotations

import asyncio
import random
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, Literal

from discord.backoff import ExponentialBackoff

SPACING: Final = 5.1
"""Seconds between two identifies of the same key: Discord asks for five, and measures them where they arrive."""
LONGEST_PAUSE: Final = 30.0
"""Seconds between two attempts to connect again, at most."""
ATTEMPTS_END: Final = 120.0
"""Seconds after an attempt from which on the next one counts as the first: the connection was there meanwhile."""


class NoStartsLeftError(Exception):
    """Discord lets the bot start no more sessions today. The text is a sentence for whoever hosts the bot."""


class Identifying:
    """Spaces identifies: as many at a time as Discord allows, of each key (``shard_id % at_once``) one at a time."""

    def __init__(
        self,
        at_once: int = 1,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.at_once = at_once
        """How many may identify at a time, which Discord tells before the first one does."""
        self.others: Callable[[int], Awaitable[float]] | None = None
        """Takes a turn of that key among all processes, and tells in how many seconds it is. None: there are no others.
        """
        self._sleep, self._now = sleep, now
        self._last: dict[int, float] = {}
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    def in_turns(self, shard_ids: Iterable[int]) -> list[list[int]]:
        """Those shards by their keys: shards of one list identify one after another."""
        lists: defaultdict[int, list[int]] = defaultdict(list)
        for shard_id in shard_ids:
            lists[shard_id % self.at_once].append(shard_id)
        return list(lists.values())

    async def turn(self, shard_id: int) -> None:
        """Waits until that shard may identify, which it then does at once."""
        key = shard_id % self.at_once
        async with self._locks[key]:
            if (last := self._last.get(key)) is not None and (wait := last + SPACING - self._now()) > 0:
                await self._sleep(wait)
            if self.others is not None and (wait := await self.others(key)) > 0:
                await self._sleep(wait)
            self._last[key] = self._now()


class Pauses(ExponentialBackoff[Literal[False]]):
    """Seconds until a connection is tried again: up to 2, 4, 8, and so on, and never more than half a minute.

    The library's own go up to a quarter of an hour, and remember what was tried half an hour ago: after an outage, or
    one short one after another, people would wait for the bot long after Discord is back.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now, self._last, self._attempts = now, now(), 0

    def delay(self) -> float:
        """The next pause, in seconds; called by the library."""
        now = self._now()
        if now - self._last > ATTEMPTS_END:
            self._attempts = 0
        self._attempts += 1
        pause = random.uniform(0, min(LONGEST_PAUSE, 2.0**self._attempts))
        self._last = now + pause
        return pause
