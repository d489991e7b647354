"""Packs deals that are long over, once each is proved to play again as it was stored."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from bot.service.restore import proves
from bot.store.old_deals import OldDeals

PAUSE: Final = 0.25
"""Seconds between two reads: tables are read and written meanwhile."""


async def pack_old(
    old: OldDeals, holds: Callable[[int], bool], sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
) -> int:
    """Packs all deals for which it is time, a few in each transaction; how many that were.

    A deal that plays otherwise than it was stored stays as it is: each of its hashes is evidence. ``holds``: whether
    the server is this process's. It may be ended at any moment, and goes on the next time. Raises StoreError.
    """
    packed = after = 0
    while (some := await old.due(after)) is not None:
        own = [(table, deal) for table, deal in some.deals if holds(table.guild_id)]
        # In a thread, one by one: the event loop gets its turn between two.
        sound = [deal for table, deal in own if await asyncio.to_thread(proves, table, deal)]
        if sound:
            packed += await old.pack(sound)
        after = some.last
        await sleep(PAUSE)
    return packed
