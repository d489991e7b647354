"""How fast the bot may ask Discord for things under its own token, and who goes first when many want to.

Discord takes fifty requests a second from a bot, whatever they are for; answers to presses, and edits by the tokens of
presses, don't count. Whoever goes beyond is refused, and 10,000 refusals in ten minutes shut the address out.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from enum import IntEnum
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, Self

import aiohttp
import discord

from bot.ui.showing.sending import TOO_OLD

if TYPE_CHECKING:
    from yarl import URL

log = logging.getLogger(__name__)

A_SECOND: Final = 48
"""Requests that reach Discord in any one second, at most: two below its limit."""
ON_THE_WAY: Final = 3.0
"""Seconds after which a request counts as one that has reached Discord, even if no answer has come. Requests that
hang because a line is down may arrive together with those that begin after that."""
HELD: Final = 1.0
"""Seconds after which room that was given is taken back if no request has used it: the library may be waiting for what
another request has, which itself waits for room."""
REFUSALS_KEPT: Final = 600.0
"""Seconds for which Discord counts the requests that it refused."""
MANY_REFUSALS: Final = 5_000
"""After this many refusals in that time, half of what Discord bears, the bot asks for little."""
SLOWLY: Final = 5
"""Requests in any one second, at most, while there are that many refusals."""
_REFUSED: Final = frozenset({401, 403, 429})


class Priority(IntEnum):
    """Who goes first where there isn't room for all."""

    PANEL_TO_ACT = 0
    """The panel of a person whose turn it is."""
    CALL = 1
    """Calling a person by name."""
    DEAL = 2
    """A new deal, whose hands wait until the table's message is there; and a table that somebody wants below."""
    TABLE = 3
    """A table's message."""
    REST = 4
    """Everything else."""


class RequestTurn:
    """A turn to make requests: it waits for room for the first one, and keeps it for some time.

    Further requests inside wait with the same priority. Room that isn't needed is given back.
    """

    def __init__(self, limiter: Limiter, priority: Priority) -> None:
        self._limiter, self.priority = limiter, priority
        self._granted = list[asyncio.Future[None]]()
        """The room that it waits for: of several requests at one time each waits for its own."""
        self._held: asyncio.TimerHandle | None = None
        """Takes the room back; None: none is kept."""
        self.over = False
        """Whether it has ended: what was begun in it and goes on is no part of it."""

    def hurry(self, priority: Priority) -> None:
        """It is more urgent by now, also if it waits already."""
        if priority < self.priority:
            self.priority = priority
            for granted in self._granted:
                if not granted.done():
                    self._limiter.wait_for(granted, priority)

    async def __aenter__(self) -> Self:
        await self.room()
        self._held = asyncio.get_running_loop().call_later(HELD, self._give_back)
        self._before = _turn.set(self)
        return self

    async def __aexit__(self, *_: object) -> None:
        _turn.reset(self._before)
        self.over = True
        self._give_back()

    async def room(self) -> None:
        """Waits for room, which is held from then on."""
        granted = asyncio.get_running_loop().create_future()
        self._granted.append(granted)
        self._limiter.wait_for(granted, self.priority)
        try:
            await granted
        except asyncio.CancelledError:
            if granted.done() and not granted.cancelled():
                self._limiter.give_back()
            raise
        finally:
            self._granted.remove(granted)

    async def use(self) -> None:
        """Uses the room that is kept for a request, or waits for some."""
        if self._held is None:
            await self.room()
        else:
            self._held.cancel()
            self._held = None

    def _give_back(self) -> None:
        if self._held is not None:
            self._held.cancel()
            self._held = None
            self._limiter.give_back()


_turn: ContextVar[RequestTurn | None] = ContextVar("turn", default=None)


class Limiter:
    """Lets at most ``most`` requests under the bot's own token reach Discord in any ``window`` seconds, the most urgent
    first.

    When a request arrives is not known, only that it is between its start and its answer: one that is under way may
    arrive with those that start after it, so it takes its room until a window after its answer. What a library sends
    a second time by itself is not counted.

    ``trace`` is for the client: with it no request goes past the limiter. Whoever composes a page waits for its
    ``turn`` first, so that under pressure only the newest state is shown. ``clock`` gives seconds.
    """

    def __init__(
        self,
        most: int = A_SECOND,
        window: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._all = most
        self._most, self._window, self._clock, self._sleep = most, window, clock, sleep
        self._arrived_at: deque[float] = deque()
        """When requests had arrived at the latest, within the last window."""
        self._under_way = 0
        """How many requests have begun that may not have arrived."""
        self._held = 0
        self._waiting: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._order = 0
        self._sleeping: asyncio.Task[None] | None = None
        """Waits until the oldest request no longer counts."""
        self._refused: deque[float] = deque()
        self.answers: Counter[int] = Counter()
        """How many answers of each status Discord has given since the start."""
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_start.append(self._starts)
        self.trace.on_request_end.append(self._ended)
        self.trace.on_request_exception.append(self._failed)

    def share(self, processes: int) -> None:
        """Takes an equal part of the requests: Discord counts those of all ``processes`` of this bot together."""
        self._most = max(1, self._all // processes)
        self._serve()

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return len({granted for _, _, granted in self._waiting if not granted.done()})

    @property
    def refused(self) -> int:
        """How many requests Discord has refused in the last ten minutes."""
        _drop_before(self._refused, self._clock() - REFUSALS_KEPT)
        return len(self._refused)

    def turn(self, priority: Priority) -> RequestTurn:
        """A turn to make requests, to be entered by ``async with``."""
        return RequestTurn(self, priority)

    def wait_for(self, granted: asyncio.Future[None], priority: Priority) -> None:
        """Resolves the future once there is room, which is held from then on; the most urgent comes first."""
        heapq.heappush(self._waiting, (priority, self._order, granted))
        self._order += 1
        self._serve()

    def give_back(self) -> None:
        """Room that was held is free again."""
        self._held -= 1
        self._serve()

    def _free(self) -> bool:
        _drop_before(self._arrived_at, self._clock() - self._window)
        most = self._most if self.refused < MANY_REFUSALS else min(SLOWLY, self._most)
        return len(self._arrived_at) + self._under_way + self._held < most

    def _serve(self) -> None:
        """Grants room to whoever waits, as far as it is free; the rest as it becomes free."""
        while self._waiting:
            if self._waiting[0][2].done():
                heapq.heappop(self._waiting)
            elif self._free():
                self._held += 1
                heapq.heappop(self._waiting)[2].set_result(None)
            elif self._arrived_at and self._sleeping is None:
                seconds = max(0.001, self._arrived_at[0] + self._window - self._clock())
                self._sleeping = asyncio.create_task(self._later(seconds))
                return
            else:
                return  # whoever gives room back, arrives or wakes begins this again

    async def _later(self, seconds: float) -> None:
        await self._sleep(seconds)
        self._sleeping = None
        self._serve()

    async def _starts(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        """Every request of the client comes by here before it is sent; it waits where it counts."""
        if not counts(params.url):
            return
        turn = _turn.get()
        if turn is None or turn.over:
            await self.turn(Priority.REST).room()
        else:
            await turn.use()
        self._held -= 1
        self._under_way += 1
        context.counts_until = asyncio.get_running_loop().call_later(ON_THE_WAY, self._arrived, context)
        self._serve()

    def _arrived(self, context: SimpleNamespace) -> None:
        """Notes that the request has arrived by now, if it counts and that wasn't known yet."""
        timer: asyncio.TimerHandle | None = getattr(context, "counts_until", None)
        if timer is None:
            return
        context.counts_until = None
        timer.cancel()
        self._under_way -= 1
        self._arrived_at.append(self._clock())
        self._serve()

    async def _failed(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestExceptionParams
    ) -> None:
        self._arrived(context)

    async def _ended(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        self._arrived(context)
        answer = params.response
        self.answers[answer.status] += 1
        if answer.status not in _REFUSED or answer.headers.get("X-RateLimit-Scope") == "shared":
            return
        self._refused.append(self._clock())
        if self.refused == MANY_REFUSALS:
            log.error("Discord refused %d requests in ten minutes: the bot asks for little now", MANY_REFUSALS)
        if answer.status == 429 and (said := await _said(answer)).get("code") in TOO_OLD:
            # The library would wait, for as long as Discord says, before it edits an old message that is posted anew.
            raise discord.HTTPException(answer, said)


async def _said(answer: aiohttp.ClientResponse) -> dict[str, Any]:
    """What an answer says; nothing where that is no object of JSON."""
    await answer.read()  # kept for the library, which reads it again
    try:
        said = await answer.json(content_type=None)
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def counts(url: URL) -> bool:
    """Whether a request to that address counts against what Discord takes from a bot in a second.

    What goes by an interaction's token doesn't: the first answer, and everything about its messages.
    """
    parts = [part for part in url.path.split("/") if part]
    if parts[:1] != ["api"]:
        return False
    kind = parts[2:] if parts[1:2] and parts[1].startswith("v") else parts[1:]
    by_token = kind[:1] == ["interactions"] or (kind[:1] == ["webhooks"] and len(kind) >= 3)
    return not by_token


def _drop_before(times: deque[float], earliest: float) -> None:
    while times and times[0] <= earliest:
        times.popleft()
