"""The client: opens a connection for each of its shards, mends each by itself, and closes them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable
from math import ceil
from typing import Any, Final

import aiohttp
import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import EventItem, EventType, Shard

from bot.gateway.identifying import Identifying, NoStartsLeftError, Pauses
from bot.gateway.rate_limits import forgetting_seldom, use_buckets
from bot.gateway.refusals import sending_what_is_allowed
from bot.gateway.sockets import noticing_silence
from bot.gateway.state import ShardedState
from bot.tasks import end_tasks

ASK_PAUSES: Final = (1.0, 3.0)
"""Seconds before it is asked again how many shards there should be, the first time and the second."""


class ShardedClient(discord.AutoShardedClient):
    """A client with a connection for each of its shards.

    The library mends connections one after another, and waits with the next one while one can't be had; here none
    waits for another.
    """

    _connection: ShardedState
    """What the library knows of Discord; made by ``_get_state``."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        use_buckets()
        # What sends requests (``http``) is of the library's making, so two of its methods are replaced there.
        forget = self.http._try_clear_expired_ratelimits
        self.http._try_clear_expired_ratelimits = forgetting_seldom(forget)  # type: ignore[method-assign]
        self.http.request = sending_what_is_allowed(self.http.request, self.get_channel)  # type: ignore[method-assign]
        self._identifying = Identifying()
        self.opened = asyncio.Event()
        """Set once Discord has told how fast shards may identify: from then on they can be taken."""
        self._starts_left, self._starts_reset = 0, 0.0
        """How many more connections Discord lets the bot open, and until when that holds, as ``time.monotonic`` tells
        it."""
        self._at_work: set[asyncio.Task[None]] = set()
        """The connections that are being opened or mended."""

    async def login(self, token: str) -> None:
        """Signs in, with connections that notice it where nothing comes through any more."""
        if self.http.connector is discord.utils.MISSING:
            self.http.connector = aiohttp.TCPConnector(limit=0, socket_factory=noticing_silence)
        await super().login(token)

    def _get_state(self, **options: Any) -> ShardedState:
        """Makes ``_connection`` of what the library's own is made of; called by the library's constructor."""
        return ShardedState(
            dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options
        )

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Waits for the shard's turn to identify; called by the library."""
        await self._identifying.turn(shard_id or 0)

    def share_turns(self, others: Callable[[int], Awaitable[float]]) -> None:
        """Has shards identify in turns with those of other processes (``Identifying.others``)."""
        self._identifying.others = others

    def pass_on(self, passes_on: Callable[[Any], bool]) -> None:
        """Asks of each interaction, as Discord has sent it, whether it is seen to elsewhere."""
        self._connection.passes_on = passes_on

    def serve(self, data: Any) -> None:
        """Serves an interaction that came to another process, as Discord has sent it."""
        self._connection.serve(data)

    def receive(self, data: Any) -> None:
        """Takes an interaction that came before and was put off, as if it came now."""
        self._connection.parse_interaction_create(data)

    def shards_counted(self, count: int) -> None:
        """Called once it is known how many shards there are, before the first one connects."""

    async def connect(self, *, reconnect: bool = True) -> None:
        """Opens the connections, and mends them until the client is closed.

        Raises NoStartsLeftError, and what discord.py raises where Discord ends a connection for good.
        """
        self._reconnect = reconnect  # each of the library's shards asks the client for it
        shard_ids = await self._ask_for_shards()
        events = self._reported
        self._open(shard_ids)
        self.opened.set()
        try:
            while not self.is_closed():
                item = await events.get()
                if item.type in (EventType.identify, EventType.resume):
                    assert item.shard is not None
                    assert isinstance(item.error, ReconnectWebSocket), "a shard asks for these with nothing else"
                    self._work(item.shard.reidentify(item.error))
                elif item.type == EventType.reconnect:
                    assert item.shard is not None
                    self._work(item.shard.reconnect())
                else:
                    await self._ended(item)
                    return
        finally:
            await end_tasks(*self._at_work)

    def check_starts(self, number: int) -> None:
        """Raises NoStartsLeftError if Discord doesn't let the bot open ``number`` more connections for now."""
        left = self._starts_reset - time.monotonic()
        if self.openable(number) < number:
            raise NoStartsLeftError(
                f"Discord lets the bot connect {self._starts_left} more times for now, and it needs {number}: "
                f"start it again in {ceil(left / 60)} minutes."
            )

    def openable(self, number: int) -> int:
        """How many of ``number`` more connections Discord lets the bot open for now."""
        return number if self._starts_reset <= time.monotonic() else max(0, min(number, self._starts_left))

    def open_more(self, shard_ids: Iterable[int]) -> None:
        """Opens connections for these shards, too, once it is ``opened``. Raises NoStartsLeftError."""
        new = self.not_opened(shard_ids)
        self.check_starts(len(new))
        self._connection.shard_ids = sorted((*self._connection.shard_ids, *new))
        self._open(new)

    def not_opened(self, shard_ids: Iterable[int]) -> list[int]:
        """Those of the shards that have no connection, and for which none is being opened."""
        return [shard_id for shard_id in shard_ids if shard_id not in self._connection.shard_ids]

    def _open(self, shard_ids: Collection[int]) -> None:
        """Has connections opened for these shards, as many at a time as may identify then."""
        self._starts_left -= len(shard_ids)
        for turns in self._identifying.in_turns(shard_ids):
            self._work(self._launch(turns))

    @property
    def _reported(self) -> asyncio.PriorityQueue[EventItem]:
        """What the shards report, the most urgent first.

        The library gives it no public name, and has only its own ``connect`` read it.
        """
        reported: asyncio.PriorityQueue[EventItem] = self._AutoShardedClient__queue  # type: ignore[attr-defined]  # a name that only its class can say
        return reported

    @property
    def _launched(self) -> dict[int, Shard]:
        """The shards that have a connection, or had one; the library shows only copies of what it knows of them."""
        launched: dict[int, Shard] = self._AutoShardedClient__shards  # type: ignore[attr-defined]  # a name that only its class can say
        return launched

    async def _ended(self, item: EventItem) -> None:
        """Discord has ended a connection for good, or the client is closed."""
        if item.type == EventType.clean_close:
            return
        await self.close()
        if isinstance(item.error, discord.ConnectionClosed) and item.error.code == 1000:  # nothing was wrong
            return
        if item.error is not None:
            raise item.error

    async def _ask_for_shards(self) -> tuple[int, ...]:
        """Asks how many shards there should be and how fast they may identify. Returns those that are to connect."""
        recommended, _, told = await self._ask_for_gateway()
        limits = discord.SessionStartLimits(**told)
        self.shard_count = self._connection.shard_count = self.shard_count or recommended
        shard_ids = tuple(range(self.shard_count) if self.shard_ids is None else self.shard_ids)
        self._connection.shard_ids = list(shard_ids)  # for whose READY it waits
        self._starts_left = limits.remaining
        self._starts_reset = time.monotonic() + limits.reset_after / 1000
        self.check_starts(len(shard_ids))
        self._identifying.at_once = max(1, limits.max_concurrency)
        self.shards_counted(self.shard_count)
        return shard_ids

    async def _ask_for_gateway(self) -> tuple[int, str, Any]:
        """What Discord says of its gateway; asks again where it can't answer, or the connection breaks."""
        for pause in ASK_PAUSES:
            try:
                return await self.http.get_bot_gateway()
            except (discord.GatewayNotFound, aiohttp.ClientError, OSError, TimeoutError):
                await asyncio.sleep(pause)
        return await self.http.get_bot_gateway()

    async def _launch(self, shard_ids: Iterable[int]) -> None:
        """Opens connections for these shards, one after another."""
        for shard_id in shard_ids:
            await self.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard_id)
            self._launched[shard_id]._backoff = Pauses()  # the library's shard makes its own, and takes no other

    def _work(self, work: Coroutine[Any, Any, None]) -> None:
        """Opens or mends connections beside others that are being opened or mended."""
        task = asyncio.create_task(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)

    async def close(self) -> None:
        """Closes all connections."""
        if not self.is_closed():
            if self._ready is discord.utils.MISSING:
                await self._async_setup_hook()  # it never signed in; this makes what the library closes
            await end_tasks(*self._at_work)
            self._connection.stop_waiting()
        await super().close()
