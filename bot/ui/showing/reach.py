"""Whether Discord can be reached: its gateway brings presses, and its requests are answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from types import SimpleNamespace
from typing import Any, Final

import aiohttp

from bot.ui.showing.sending import FAILURES

log = logging.getLogger(__name__)

FAILING: Final = 3
"""After this many requests in a row without a proper answer Discord counts as away: single ones fail on any day."""
ASKED_AGAIN: Final = (5.0, 15.0, 60.0)
"""Seconds after which Discord, if it counts as away, is asked again: the first time, the second, and so on."""


class Reach:
    """Notes what happens to the connection. ``lost`` and ``found`` are called as Discord goes away and comes back.

    ``ask`` is a request that shows whether Discord answers; ``spawn`` runs work that nobody waits for.
    """

    def __init__(
        self,
        lost: Callable[[], None],
        found: Callable[[], None],
        ask: Callable[[], Awaitable[object]],
        spawn: Callable[[Coroutine[Any, Any, object]], object],
    ) -> None:
        self._lost, self._found, self._ask, self._spawn = lost, found, ask, spawn
        self._gateway = False
        self._failures = 0
        self._reached = False
        self._asking = False

    @property
    def reached(self) -> bool:
        """Whether people can be reached."""
        return self._gateway and self._failures < FAILING

    def listen(self, trace: aiohttp.TraceConfig) -> None:
        """Notes the answers to all requests of that trace."""
        trace.on_request_end.append(self._answered)
        trace.on_request_exception.append(self._unanswered)

    def gateway(self, ready: bool) -> None:
        """Notes whether the gateway brings presses."""
        self._gateway = ready
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
        if self._reached != self.reached:
            self._reached = self.reached
            log.info("Discord can be reached" if self._reached else "Discord can't be reached: all clocks stand still")
            (self._found if self._reached else self._lost)()

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
