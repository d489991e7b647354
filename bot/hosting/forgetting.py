"""Forgets in time what need not be kept: names in old deals, and servers that the bot was removed from."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from bot.store.model.errors import StoreError

if TYPE_CHECKING:
    from bot.client import KnockaboutClient

log = logging.getLogger(__name__)

EVERY: Final = 6 * 3600.0
"""Seconds between two looks."""


async def forget_in_time(client: KnockaboutClient, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
    """Looks every six hours, for ever; the first time once Discord has said in which servers the bot is."""
    await client.wait_until_ready()
    while True:
        # Servers that are away for a while are among the client's, too. Without a connection nobody knows.
        servers = {guild.id for guild in client.guilds} if client.is_ready() else None
        try:
            forgotten = await client.service.privacy.forget(servers)
        except StoreError:
            log.exception("what is to be forgotten could not be")
        else:
            if forgotten.names or forgotten.servers:
                log.info("forgot %d names and %d servers", forgotten.names, forgotten.servers)
        await sleep(EVERY)
