"""What goes wrong around the bot: each fault lasts a while and is over by itself."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from bot.local.state.happenings import ChannelDeleted
from bot.local.state.world import World
from bot.local.testing.driver import Person
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
    await place.host.deny_bot(place.lot.choice(["view_channel", "send_messages", "attach_files"]), channel=channel)
    try:
        await asyncio.sleep(place.lot.uniform(0.5, 3))
    finally:
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
    """No file of the bot's takes a further byte, for some seconds."""
    with place.bot.full_disk():
        await asyncio.sleep(place.lot.choice([0.3, 1.5, 4.0]))


async def channel_deleted(place: Place) -> None:
    """The channel of a table is deleted; its people go on in a new one."""
    old = place.lot.choice(place.players).channel
    world = place.world
    made = await place.host.call("POST", "/local/channels", {"name": "another"})
    found = world.channels[int(old)]
    world.remove(found)
    world.bus.tell(ChannelDeleted(found))
    for player in place.players:
        if player.channel == old:
            player.channel = made["id"]


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
    channel_deleted,
    clock_set_back,
)
