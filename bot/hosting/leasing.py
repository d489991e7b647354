"""Keeps this process's leases, where several processes share a PostgreSQL, and takes the shards that it is given."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from bot import gateway
from bot.hosting.passing_on import pass_presses_on
from bot.service.shards import listed
from bot.store.model.errors import LeaseLostError, StoreError
from bot.ui.clicks.refusals import log_unexpected

if TYPE_CHECKING:
    from bot.client import KnockaboutClient
    from bot.store.leases import Leases
    from bot.store.store import Store

log = logging.getLogger(__name__)

AGAIN: Final = 0.5
"""Seconds until leases are renewed again that could not be."""


async def keep_leases(client: KnockaboutClient, leases: Leases, store: Store, count: int) -> None:
    """Takes part in the leases as soon as shards can be opened, for ever.

    Raises LeaseLostError if others have taken over; StoreError if they have another number of shards.
    """
    client.share_turns(lambda bucket: _turn(leases, bucket))
    client.desk.serving.shared = True
    await client.opened.wait()
    await leases.enter(count)
    store.prove_lease_of(leases.process)
    log.info("of those that share the database this is process %d", leases.process)
    pass_presses_on(client, leases)
    taking: asyncio.Task[None] | None = None
    try:
        while True:
            try:
                found = await leases.look(client.service.shards.held)
                client.desk.limiter.share(found.playing)
                for pressed in found.pressed:
                    client.serve(json.loads(pressed))
                held = client.service.shards.held
                new = {shard: alive for shard, alive in found.held.items() if shard not in held}
                if new and (taking is None or taking.done()):
                    taking = asyncio.create_task(_take(client, new), name="taking-shards")
                await leases.wait()
            except LeaseLostError:
                raise
            except StoreError as error:
                log.warning("the leases could not be renewed: %s", error)
                await asyncio.sleep(AGAIN)
    finally:
        if taking is not None:
            taking.cancel()
            await asyncio.gather(taking, return_exceptions=True)


async def _take(client: KnockaboutClient, shards: Mapping[int, float | None]) -> None:
    """Takes them; what fails is tried again at the next look."""
    log.info("this process takes %s of %d", listed(tuple(shards)), client.service.shards.count)
    try:
        await client.take(shards)
    except Exception as error:
        log_unexpected(log, "shards could not be taken yet", error)


async def _turn(leases: Leases, bucket: int) -> float:
    try:
        return await leases.turn(bucket, gateway.SPACING)
    except StoreError as error:
        log.warning("whether other processes identify now is not known: %s", error)
        return 0.0
