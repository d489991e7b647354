"""Packs deals that are over for a day, so that the database grows by less."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from bot.logs import errors_logged

if TYPE_CHECKING:
    from bot.client import KnockaboutClient

log = logging.getLogger(__name__)

EVERY: Final = 3600.0
"""Seconds between two checks."""


async def pack_in_time(client: KnockaboutClient, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
    """Looks every hour, for ever; the first time an hour after the start, which has enough to do."""
    await client.wait_until_ready()
    while True:
        await sleep(EVERY)
        with errors_logged(log, "old deals could not be packed"):
            if packed := await client.service.pack_old_deals():
                log.info("packed %d old deals", packed)
