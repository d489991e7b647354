"""The bot's connections to Discord, a shard each: opened as fast as Discord lets them, mended one by one."""

from __future__ import annotations

import asyncio
import random
import re
import socket
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable
from math import ceil
from typing import Any, Final, Literal

import aiohttp
import discord
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import EventItem, EventType, Shard
from discord.state import AutoShardedConnectionState

SPACING: Final = 5.1
"""Seconds between two identifies of the same key: Discord asks for five, and measures them where they arrive."""
LONGEST_PAUSE: Final = 30.0
"""Seconds between two attempts to connect again, at most."""
ATTEMPTS_END: Final = 120.0
"""Seconds after an attempt from which on the next one counts as the first: the connection was there meanwhile."""
SILENCE: Final = 15.0
"""Seconds without a sign of life from the other end's system after which a connection is lost. Packets that vanish are
told of by nobody, and the library waits for a minute: a heartbeat goes out every 41 seconds only. A slow network is no
such silence: its answers come, if late."""
FORGETTING: Final = 60.0
"""Seconds between two searches for rate limits of channels to which nothing was sent of late. The library looks through
all that it knows whenever a request goes to a channel for the first time, which takes seconds in all where there are
thousands."""
ASKED_AFTER: Final = 5
"""Seconds without anything after which the other end's system is asked for one, and between two such questions."""
_UNSTORABLE: Final = re.compile("[\0\ud800-\udfff]")


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


def noticing_silence(address: aiohttp.AddrInfoType) -> socket.socket:
    """A socket for a connection to there that is lost after ``SILENCE``: the system asks, without a word to Discord."""
    made = socket.socket(*address[:3])
    made.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (
        ("TCP_KEEPIDLE", ASKED_AFTER),
        ("TCP_KEEPINTVL", ASKED_AFTER),
        ("TCP_KEEPCNT", int(SILENCE) // ASKED_AFTER - 1),
        ("TCP_USER_TIMEOUT", int(SILENCE * 1000)),  # Linux's, also for what was sent and isn't acknowledged
    ):
        if (option := getattr(socket, name, None)) is not None:
            made.setsockopt(socket.IPPROTO_TCP, option, value)
    return made


class NoStartsLeftError(Exception):
    """Discord lets the bot start no more sessions today. The text is a sentence for whoever hosts the bot."""


class Identifying:
    """Spaces identifies: as many at a time as Discord allows, one of each key (``id % at_once``)."""

    def __init__(
        self,
        at_once: int = 1,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.at_once = at_once
        """How many may identify at a time, which Discord tells before the first one does."""
        self.others: Callable[[int], Awaitable[float]] | None = None
        """Takes a turn of that key among all processes, and tells in how many seconds it is; None: there are no others.
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
        """The next pause."""
        now = self._now()
        if now - self._last > ATTEMPTS_END:
            self._attempts = 0
        self._attempts += 1
        pause = random.uniform(0, min(LONGEST_PAUSE, 2.0**self._attempts))
        self._last = now + pause
        return pause


def _number(said: Any, name: str) -> int | None:
    """The id of that name in what Discord has sent; None where it isn't there."""
    return int(said[name]) if said.get(name) else None


def storable(said: Any) -> Any:
    """What somebody has sent, without characters that a database refuses and nobody can see: NUL, halves of others."""
    match said:
        case str():
            return _UNSTORABLE.sub("", said)
        case dict():
            return {name: storable(part) for name, part in said.items()}
        case list():
            return [storable(part) for part in said]
    return said


class Bucket(discord.http.Ratelimit):
    """How many requests of one kind Discord takes. Whoever makes the last of them gets its answer at once.

    The library keeps that answer back until Discord takes the next request: for seconds, in which nothing else is
    done that follows from it. A player's hand would wait for it, whose direct messages were just opened.
    """

    __slots__ = ()

    async def __aexit__(self, *raised: Any) -> None:
        """Makes room for those that wait, once there is some."""
        waits = self.remaining < self.outgoing and not self._sleeping.locked()
        leaving = super().__aexit__(*raised)
        if not waits:
            await leaving
            return
        refreshing = asyncio.create_task(leaving)
        _refreshing.add(refreshing)
        refreshing.add_done_callback(_refreshing.discard)


_refreshing: Final = set[asyncio.Task[None]]()
"""The buckets that wait for their next window, so that nobody takes them away."""


def use_buckets() -> None:
    """From now on the library has a ``Bucket`` for each rate limit, in all clients of this process.

    It can't be told which class to take: it takes whatever has that name.
    """
    discord.http.Ratelimit = Bucket  # type: ignore[misc]


class _State(AutoShardedConnectionState[Any]):
    """What the library knows of Discord, true also where a shard had to begin anew."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.passes_on: Callable[[Any], bool] = lambda data: False
        """Whether an interaction, as Discord has sent it, is seen to elsewhere; else it is served here."""

    def parse_interaction_create(self, data: Any) -> None:
        """Serves an interaction, unless it is seen to elsewhere."""
        if not self.passes_on(data):
            self.serve(data)

    def serve(self, data: Any) -> None:
        """Serves an interaction here, also where another process has got it."""
        said: Any = {name: storable(part) for name, part in data.items() if name != "message"}
        if "message" in data:
            # The library would make an object of each word and button of what was pressed, and nobody reads them.
            said["message"] = {**data["message"], "components": []}
        self._note_newest(said)
        super().parse_interaction_create(said)

    def _note_newest(self, said: Any) -> None:
        """Keeps which message is the newest in an interaction's channel, None where Discord doesn't say: no event tells
        that without the intent for messages."""
        place = said.get("channel") or {}
        guild = self._get_guild(_number(said, "guild_id"))
        channel = guild.get_channel_or_thread(_number(place, "id") or 0) if guild is not None else None
        if channel is not None and hasattr(channel, "last_message_id"):
            channel.last_message_id = _number(place, "last_message_id")

    def parse_ready(self, data: Any) -> None:
        """READY names all of the shard's servers; the library would keep those that the bot has left meanwhile."""
        shard_id, named = data["shard"][0], {int(guild["id"]) for guild in data["guilds"]}
        for guild in tuple(self.guilds):
            if guild.shard_id == shard_id and guild.id not in named:
                self._remove_guild(guild)
        super().parse_ready(data)

    async def _delay_ready(self) -> None:
        """Waits for the servers of all shards. The library's way, cancelled by another READY, would take the others'
        waits along, and those shards would never be ready."""
        await asyncio.wait(tuple(self._ready_tasks.values()))
        await super()._delay_ready()

    def stop_waiting(self) -> None:
        """Nothing is ready any more: the bot ends."""
        for task in (self._ready_task, *self._ready_tasks.values()):
            if task is not None:
                task.cancel()


class ShardedClient(discord.AutoShardedClient):
    """A client with a connection for each of its shards.

    The library mends connections one after another, and waits with the next one while one can't be had; here none
    waits for another.
    """

    _connection: _State
    """What the library knows of Discord; made by ``_get_state``."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        use_buckets()
        forget = self.http._try_clear_expired_ratelimits
        self.http._try_clear_expired_ratelimits = forgetting_seldom(forget)  # type: ignore[method-assign]  # the library makes its own sender
        self._identifying = Identifying()
        self.opened = asyncio.Event()
        """Set once Discord has told how fast shards may identify: from then on they can be taken."""
        self._starts_left, self._starts_reset = 0, 0.0
        """How many more connections Discord lets the bot open, and until when that holds, in running seconds."""
        self._at_work: set[asyncio.Task[None]] = set()
        """The connections that are being opened or mended."""

    async def login(self, token: str) -> None:
        """Signs in, with connections that notice it where nothing comes through any more."""
        if self.http.connector is discord.utils.MISSING:
            self.http.connector = aiohttp.TCPConnector(limit=0, socket_factory=noticing_silence)
        await super().login(token)

    def _get_state(self, **options: Any) -> _State:
        return _State(dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options)

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
        self._reconnect = reconnect
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
            await self._stop_working()

    def check_starts(self, number: int) -> None:
        """Raises NoStartsLeftError if Discord doesn't let the bot open so many more connections for now."""
        left = self._starts_reset - time.monotonic()
        if self.openable(number) < number:
            raise NoStartsLeftError(
                f"Discord lets the bot connect {self._starts_left} more times for now, and it needs {number}: "
                f"start it again in {ceil(left / 60)} minutes."
            )

    def openable(self, number: int) -> int:
        """How many of so many more connections Discord lets the bot open for now."""
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
        if isinstance(item.error, discord.ConnectionClosed) and item.error.code == 1000:
            return
        if item.error is not None:
            raise item.error

    async def _ask_for_shards(self) -> tuple[int, ...]:
        """Asks how many shards there should be and how fast they may identify. Returns those that are to connect."""
        recommended, _, told = await self.http.get_bot_gateway()
        limits = discord.SessionStartLimits(**told)
        self.shard_count = self._connection.shard_count = self.shard_count or recommended
        shard_ids = tuple(range(self.shard_count) if self.shard_ids is None else self.shard_ids)
        self._connection.shard_ids = list(shard_ids)
        self._starts_left = limits.remaining
        self._starts_reset = time.monotonic() + limits.reset_after / 1000
        self.check_starts(len(shard_ids))
        self._identifying.at_once = max(1, limits.max_concurrency)
        self.shards_counted(self.shard_count)
        return shard_ids

    async def _launch(self, shard_ids: Iterable[int]) -> None:
        for shard_id in shard_ids:
            await self.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard_id)
            self._launched[shard_id]._backoff = Pauses()

    def _work(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)

    async def _stop_working(self) -> None:
        for task in (tasks := tuple(self._at_work)):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def close(self) -> None:
        """Closes all connections."""
        if not self.is_closed():
            if self._ready is discord.utils.MISSING:
                await self._async_setup_hook()  # which makes what the library closes
            await self._stop_working()
            self._connection.stop_waiting()
        await super().close()
