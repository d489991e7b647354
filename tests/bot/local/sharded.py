"""Servers on shards of a test's choice, and a bare client of discord.py for several shards."""

from __future__ import annotations

import asyncio
from typing import Any

import discord

from bot.local import LocalDiscord
from bot.local.state import servers
from bot.local.state.model import Guild

_AHEAD = 1_000
"""Milliseconds: so far ahead of the clock that no id comes in between."""


def shard_of(guild_id: int | str, count: int) -> int:
    """The shard of that server where there are ``count`` shards."""
    return (int(guild_id) >> 22) % count


def found_on(server: LocalDiscord, shard: int, count: int, name: str = "") -> Guild:
    """A new server of the host's on that shard, with everybody and the bot."""
    world = server.context.world
    moment = (world.snowflakes.next() >> 22) + _AHEAD
    moment += (shard - moment) % count
    world.snowflakes.seen(moment << 22)
    guild = servers.found(world, name or f"Shard {shard}", world.host)
    assert shard_of(guild.id, count) == shard
    return guild


def channel_in(server: LocalDiscord, guild: Guild) -> str:
    """The first channel of that server."""
    return str(next(c.id for c in server.context.world.channels.values() if c.guild_id == guild.id))


class Watching(discord.AutoShardedClient):
    """Notes what each shard is told, and answers every press and command."""

    def __init__(self, **options: Any) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05, max_messages=None, **options)
        self.log: list[tuple[str, int]] = []
        self.is_up = asyncio.Event()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Doesn't wait."""

    async def on_ready(self) -> None:
        self.is_up.set()

    async def on_shard_connect(self, shard_id: int) -> None:
        self.log.append(("connect", shard_id))

    async def on_shard_ready(self, shard_id: int) -> None:
        self.log.append(("ready", shard_id))

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.log.append(("resumed", shard_id))

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self.log.append(("disconnect", shard_id))
