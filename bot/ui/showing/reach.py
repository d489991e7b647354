"""Whether Discord can be reached: its gateway brings presses, a connection a shard, and its requests are answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from types import SimpleNamespace
from typing import Any, Final

import aiohttp

from bot.ui.showing.sending import FAILURES

log = logging.getLogger(__name__)

BRIEFLY: Final = 5.0
"""Seconds for which a shard's connection may be lost before people there count as out of reach: most go on at once, as
where Discord asks to connect anew. What they press meanwhile, Discord then brings."""
FAILING: Final = 3
"""After this many requests in a row without a proper answer Discord counts as away: single ones fail on any day."""
ASKED_AGAIN: Final = (5.0, 15.0, 60.0)
"""Seconds after which Discord, if it counts as away, is asked again: the first time, the second, and so on."""


class Reach:
    """Notes what happens to the connections. ``lost`` and ``found`` are called with a shard as it goes and comes back.

    ``ask`` is a request that shows whether Discord answers; ``spawn`` runs work that nobody waits for.
    """

    def __init__(
        self,
        lost: Callable[[int], None],
        found: Callable[[int], None],
        ask: Callable[[], Awaitable[object]],
        spawn: Callable[[Coroutine[Any, Any, object]], object],
    ) -> None:
        self._lost, self._found, self._ask, self._spawn = lost, found, ask, spawn
        self._connected: set[int] = set()
        """The shards whose connection brings presses."""
        self._interrupted: dict[int, tuple[asyncio.TimerHandle, asyncio.Event]] = {}
        """Those of them whose connection was just lost: what ends the wait for it, and what tells of that."""
        self._failures = 0
        self._cut_off = False
        self._reached: frozenset[int] = frozenset()
        self._asking = False

    @property
    def connected(self) -> frozenset[int]:
        """The shards whose connection brings presses."""
        return frozenset(self._connected)

    @property
    def reached(self) -> frozenset[int]:
        """The shards in whose servers people can be reached."""
        return self.connected if self._failures < FAILING and not self._cut_off else frozenset()

    def listen(self, trace: aiohttp.TraceConfig) -> None:
        """Notes the answers to all requests of that trace."""
        trace.on_request_end.append(self._answered)
        trace.on_request_exception.append(self._unanswered)

    def interrupted(self, shard: int) -> None:
        """Notes that a shard's connection is lost, which counts only if it isn't there again soon."""
        if shard in self._connected and shard not in self._interrupted:
            late = asyncio.get_running_loop().call_later(BRIEFLY, self.gateway, shard, False)
            self._interrupted[shard] = late, asyncio.Event()

    async def certain(self, shard: int) -> None:
        """Waits until it is known whether a shard's connection is lost or goes on."""
        if (interrupted := self._interrupted.get(shard)) is not None:
            await interrupted[1].wait()

    def gateway(self, shard: int, ready: bool) -> None:
        """Notes whether that shard's connection brings presses."""
        if (interrupted := self._interrupted.pop(shard, None)) is not None:
            interrupted[0].cancel()
            interrupted[1].set()
        (self._connected.add if ready else self._connected.discard)(shard)
        self._compare()

    def cut_off(self, *, cut_off: bool) -> None:
        """Notes whether the database can't be reached, and others may have taken over."""
        self._cut_off = cut_off
        self._compare()

    async def _answered(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        self._note(answered=params.response.status < 500)

    async def _unanswered(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestExceptionParams
    ) -> None:
        if isinstance(params.exception, aiohttp.ClientError | OSError | TimeoutError):
            self._note(answered=False)

    def _note(self, *, answered: bool) -> None:
        self._failures = 0 if answered else self._failures + 1
        if self._failures >= FAILING and not self._asking:
            self._asking = True
            self._spawn(self._ask_again())
        self._compare()

    def _compare(self) -> None:
        before, self._reached = self._reached, self.reached
        away = "the database" if self._cut_off else "Discord"
        for shard in sorted(before - self._reached):
            log.info("%s can't be reached (shard %d): all clocks of its tables stand still", away, shard)
            self._lost(shard)
        for shard in sorted(self._reached - before):
            log.info("people can be reached (shard %d)", shard)
            self._found(shard)

    async def _ask_again(self) -> None:
        """Asks until there is an answer, which ``_answered`` notes."""
        attempt = 0
        try:
            while self._failures >= FAILING:
                await asyncio.sleep(ASKED_AGAIN[min(attempt, len(ASKED_AGAIN) - 1)])
                attempt += 1
                try:
                    await self._ask()
                except FAILURES as error:
                    log.debug("Discord doesn't answer yet: %s", type(error).__name__)
        finally:
            self._asking = False
