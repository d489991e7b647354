"""Forgets in time what need not be kept: names in old deals, and servers that the bot was removed from."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from bot.logs import errors_logged

if TYPE_CHECKING:
    from bot.client import KnockaboutClient

log = logging.getLogger(__name__)

EVERY: Final = 6 * 3600.0
"""Seconds between two checks."""


def knows_servers(client: KnockaboutClient) -> Callable[[int], bool]:
    """Whether the client would know that server: its shard is this process's, and connected at this moment."""
    shards, connected = client.service.shards, client.reach.connected
    return lambda guild_id: shards.holds(guild_id) and shards.of(guild_id) in connected


async def forget_in_time(client: KnockaboutClient, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
    """Looks every six hours, for ever; the first time once Discord has said in which servers the bot is."""
    await client.wait_until_ready()
    while True:
        # Servers that are away for a while are among the client's, too.
        servers = {guild.id for guild in client.guilds}
        with errors_logged(log, "what is to be forgotten could not be"):
            forgotten = await client.service.privacy.forget(
                servers, knows_servers(client), lambda guild_id: client.get_guild(guild_id) is not None
            )
            if forgotten.names or forgotten.servers:
                client.desk.catalogue.forget_names()
                log.info("forgot %d names and %d servers", forgotten.names, forgotten.servers)
        await sleep(EVERY)
