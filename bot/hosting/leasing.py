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


NO_STARTS: Final = 60.0
"""Seconds until shards are to be taken again of which Discord lets the bot open no more connections today."""
STOPS_WITHIN: Final = 2.0
"""Seconds that a look under way is waited for when the bot stops."""


class LeaseKeeper:
    """Keeps this process's leases among ``count`` shards."""

    def __init__(self, client: KnockaboutClient, leases: Leases, store: Store, count: int) -> None:
        self._client, self._leases, self._store, self._count = client, leases, store, count
        self._only_renews = False
        self._looking: asyncio.Task[None] | None = None
        self._taking: asyncio.Task[None] | None = None

    async def keep(self) -> None:
        """Takes part in the leases as soon as shards can be opened, for ever.

        Raises LeaseLostError if others have taken over; StoreError if they have another number of shards.
        """
        client, leases = self._client, self._leases
        client.share_turns(lambda bucket: _turn(leases, bucket))
        client.desk.serving.shared = True
        await client.opened.wait()
        await leases.enter(self._count)
        self._store.prove_lease_of(leases.process)
        log.info("of those that share the database this is process %d", leases.process)
        pass_presses_on(client, leases)
        while True:
            try:
                if self._only_renews:
                    await leases.renew()
                else:
                    self._looking = asyncio.create_task(self._look(), name="looking-at-leases")
                    await self._looking
                await leases.wait()
            except LeaseLostError:
                raise
            except StoreError as error:
                log.warning("the leases could not be renewed: %s", error)
                await asyncio.sleep(AGAIN)

    async def only_renew(self) -> None:
        """Takes nothing new any more, because the bot stops: what it has is renewed until it is given away.

        A look under way is finished: the presses that it takes out of the database are taken by nobody else.
        """
        self._only_renews = True
        if self._looking is not None:
            await asyncio.wait({self._looking}, timeout=STOPS_WITHIN)
        if self._taking is not None:
            self._taking.cancel()
            await asyncio.gather(self._taking, return_exceptions=True)
        await asyncio.sleep(0)  # what was given to be served begins, and is finished before the bot stops

    async def _look(self) -> None:
        client = self._client
        found = await self._leases.look(client.service.shards.held)
        client.desk.limiter.share(found.playing)
        for pressed in found.pressed:
            try:
                client.serve(json.loads(pressed))
            except Exception as error:
                log_unexpected(log, "a press that was passed on could not be served", error)
        held = client.service.shards.held
        new = {shard: alive for shard, alive in found.held.items() if shard not in held}
        if new and not self._only_renews and (self._taking is None or self._taking.done()):
            self._taking = asyncio.create_task(_take(client, new), name="taking-shards")


async def _take(client: KnockaboutClient, shards: Mapping[int, float | None]) -> None:
    """Takes them; what fails is tried again at the next look."""
    log.info("this process takes %s of %d", listed(tuple(shards)), client.service.shards.count)
    try:
        await client.take(shards)
    except gateway.NoStartsLeftError as error:
        log.error("shards can't be taken yet: %s", error)
        await asyncio.sleep(NO_STARTS)
    except Exception as error:
        log_unexpected(log, "shards could not be taken yet", error)


async def _turn(leases: Leases, bucket: int) -> float:
    try:
        return await leases.turn(bucket, gateway.SPACING)
    except StoreError as error:
        log.warning("whether other processes identify now is not known: %s", error)
        return 0.0
