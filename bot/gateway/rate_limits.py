"""How requests wait for Discord's limits, where the library's way would hold people up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final

import discord

FORGETTING: Final = 60.0
"""Seconds between two searches for rate limits of channels to which nothing was sent of late. The library looks through
all that it knows whenever a request goes to a channel for the first time, which takes seconds in all where there are
thousands."""


class Bucket(discord.http.Ratelimit):
    """How many requests of one kind Discord takes. Whoever makes the last of them gets its answer at once.

    The library keeps that answer back until Discord takes the next request: for seconds, in which nothing else is
    done that follows from it. The hand of a player whose direct messages were just opened would wait for it.
    """

    __slots__ = ()

    async def __aexit__(self, *raised: Any) -> None:
        """Lets those go on that wait, as soon as Discord takes more."""
        # Just then the library's method waits: Discord takes no more, and nobody waits for the next window yet.
        waits = self.remaining < self.outgoing and not self._sleeping.locked()
        leaving = super().__aexit__(*raised)
        if not waits:
            await leaving
            return
        refreshing = asyncio.create_task(leaving)
        _refreshing.add(refreshing)
        refreshing.add_done_callback(_refreshing.discard)


_refreshing: Final = set[asyncio.Task[None]]()
"""The tasks that wait for a bucket's next window: nothing else keeps them from being garbage collected."""


def use_buckets() -> None:
    """From now on the library has a ``Bucket`` for each rate limit, in all clients of this process.

    It can't be told which class to take: it takes whatever has that name.
    """
    discord.http.Ratelimit = Bucket  # type: ignore[misc]


def forgetting_seldom(forget: Callable[[], None], now: Callable[[], float] = time.monotonic) -> Callable[[], None]:
    """A function that calls ``forget`` once in ``FORGETTING`` seconds at most, however often it is called; ``now`` in
    seconds."""
    last = now()

    def seldom() -> None:
        nonlocal last
        if now() - last >= FORGETTING:
            last = now()
            forget()

    return seldom
