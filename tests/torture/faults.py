"""What goes wrong around the bot: each fault lasts a while and is over by itself."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

from bot.local.state.happenings import ChannelDeleted
from bot.local.state.world import World
from bot.local.testing.driver import Person
from bot.local.testing.seen import DriverError
from tests.torture.bot import TorturedBot
from tests.torture.players import Player


@dataclass
class Place:
    """What a fault may touch."""

    bot: TorturedBot
    host: Person
    """Whoever owns the server."""
    players: list[Player]
    lot: random.Random
    world: World
    """Everything that exists on the local Discord."""

    def server(self) -> str:
        """The server of one of the tables, by its id."""
        return str(self.world.channels[int(self.lot.choice(self.players).channel)].guild_id)

    def channels_of(self, server: str) -> list[str]:
        """Where people play in that server."""
        channels = dict.fromkeys(player.channel for player in self.players)
        return [channel for channel in channels if str(self.world.channels[int(channel)].guild_id) == server]

    def move(self, moved: Mapping[str, str]) -> None:
        """Whoever plays in a channel that is gone goes on in another."""
        for player in self.players:
            player.channel = moved.get(player.channel, player.channel)


Fault = Callable[[Place], Coroutine[Any, Any, None]]


async def too_many(place: Place) -> None:
    """Discord takes the next requests for too many."""
    rule = {"kind": "status", "status": 429, "times": place.lot.randint(1, 5), "retry_after": 0.5}
    await place.host.faults(add=rule | {"global": place.lot.random() < 0.2})


async def server_errors(place: Place) -> None:
    """Discord fails."""
    status = place.lot.choice([500, 502, 503, 504])
    await place.host.faults(add={"kind": "status", "status": status, "times": place.lot.randint(1, 8)})


async def lost_answers(place: Place) -> None:
    """What the bot asks for is done, and the answer doesn't arrive."""
    method = place.lot.choice(["POST", "PATCH", "DELETE", None])
    rule = {"kind": "lost_answer", "times": place.lot.randint(1, 4)}
    await place.host.faults(add=rule | ({"method": method} if method else {}))


async def cut_lines(place: Place) -> None:
    """The line is cut before anything is done."""
    await place.host.faults(add={"kind": "cut", "times": place.lot.randint(1, 4)})


async def slow(place: Place) -> None:
    """Discord takes its time, for some seconds."""
    await place.host.faults(latency_ms=place.lot.choice([200, 800, 2000, 3500]))
    try:
        await asyncio.sleep(place.lot.uniform(1, 4))
    finally:
        await place.host.faults(latency_ms=0)


async def gateway_lost(place: Place) -> None:
    """The gateway's line is cut, or its session is forgotten too."""
    await place.host.gateway(place.lot.choice(["drop", "forget", "reconnect", "invalidate"]))


async def message_deleted(place: Place) -> None:
    """Somebody who may do so deletes one of the bot's messages."""
    channel = place.lot.choice(place.players).channel
    public = [m for m in place.host.messages(channel) if not m.ephemeral]
    if public:
        with contextlib.suppress(DriverError):
            await place.host.dismiss(place.lot.choice(public[-3:]))


async def direct_messages_closed(place: Place) -> None:
    """Somebody closes their direct messages for a while."""
    person = place.lot.choice(place.players).person
    await person.set(dms_open=False)
    try:
        await asyncio.sleep(place.lot.uniform(1, 4))
    finally:
        await person.set(dms_open=True)


async def permissions_taken(place: Place) -> None:
    """The bot may not write in a channel for a while."""
    channel = place.lot.choice(place.players).channel
    with contextlib.suppress(DriverError):
        await place.host.deny_bot(place.lot.choice(["view_channel", "send_messages", "attach_files"]), channel=channel)
    try:
        await asyncio.sleep(place.lot.uniform(0.5, 3))
    finally:
        with contextlib.suppress(DriverError):  # channel or server may be gone meanwhile, or the bot from it
            await place.host.deny_bot(channel=channel)


async def database_locked(place: Place) -> None:
    """Another program holds the database's lock, at times for longer than the bot waits for it."""
    seconds = place.lot.choice([0.5, 2.0, 6.5])
    with contextlib.closing(sqlite3.connect(place.bot.database, isolation_level=None, timeout=0.5)) as db:
        with contextlib.suppress(sqlite3.OperationalError):
            db.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(seconds)
        if db.in_transaction:
            db.execute("ROLLBACK")


async def disk_full(place: Place) -> None:
    """There is no space left for the database, for some seconds."""
    with place.bot.full_disk():
        await asyncio.sleep(place.lot.choice([0.3, 1.5, 4.0]))


async def disk_fails(place: Place) -> None:
    """The disk gives errors and takes no further byte, for some seconds."""
    with place.bot.failing_disk():
        await asyncio.sleep(place.lot.choice([0.3, 1.5, 4.0]))


async def channel_deleted(place: Place) -> None:
    """The channel of a table is deleted; its people go on in a new one."""
    old, world = place.lot.choice(place.players).channel, place.world
    found = world.channels[int(old)]
    made = await place.host.call("POST", "/local/channels", {"name": "another", "server_id": str(found.guild_id)})
    world.remove(found)
    world.bus.tell(ChannelDeleted(found))
    place.move({old: made["id"]})


async def server_deleted(place: Place) -> None:
    """A server is deleted; its people go on in a new one."""
    guild = place.server()
    made = await place.host.found_server("Another server")
    moved = {}
    for old in place.channels_of(guild):
        channel = await place.host.call("POST", "/local/channels", {"name": "anew", "server_id": made["id"]})
        moved[old] = channel["id"]
    place.move(moved)
    with contextlib.suppress(DriverError):  # it is gone already
        await place.host.delete_server(guild)


async def bot_removed(place: Place) -> None:
    """The bot is put out of a server, and invited again some seconds later."""
    guild = place.server()
    with contextlib.suppress(DriverError):
        await place.host.remove_bot(guild)
    try:
        await asyncio.sleep(place.lot.uniform(0.3, 4))
    finally:
        with contextlib.suppress(DriverError):  # the server may be gone meanwhile
            await place.host.invite_bot(guild)


async def clock_set_back(place: Place) -> None:
    """The machine's clock is set back, by a minute or by an hour, and later put right."""
    place.bot.set_back(place.lot.choice([60.0, 3600.0]))
    try:
        await asyncio.sleep(place.lot.uniform(0.5, 3))
    finally:
        place.bot.set_back(0.0)


FAULTS: tuple[Fault, ...] = (
    too_many,
    server_errors,
    lost_answers,
    cut_lines,
    slow,
    gateway_lost,
    message_deleted,
    direct_messages_closed,
    permissions_taken,
    database_locked,
    disk_full,
    disk_fails,
    channel_deleted,
    server_deleted,
    bot_removed,
    clock_set_back,
)
