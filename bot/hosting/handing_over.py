"""Hands this process's shards over to others, which open connections for them first: until then all goes on here."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from bot.gateway import identifying
from bot.service.shards import listed
from bot.store.model.errors import LeaseLostError, StoreError

if TYPE_CHECKING:
    from bot.client import KnockaboutClient
    from bot.store.leases import Leases

log = logging.getLogger(__name__)

AGAIN: Final = 0.5
"""Seconds until the database is asked again for what it has refused."""
STOPS_WITHIN: Final = 2.0
"""Seconds for which a stop waits at most until a look at the leases that has begun is over, or others know that this
process ends, which holds no shard."""
CHOSEN_WITHIN: Final = 6.0
"""Seconds in which others must choose the shards of a process that ends; as many again where whoever had chosen them
ends itself."""
HANDED_OVER_WITHIN: Final = 60.0
"""Seconds for which a process that ends plays on at most while others connect its shards."""
ASKED_AGAIN, ASKED_AGAIN_MOST = 60.0, 3600.0
"""Seconds until a deputy asks others again to go on with their own shards: the first time, and at most."""
UNREACHED: Final = 60.0
"""After this many seconds in which Discord can't be reached, others are asked to go on; after as many, once more."""
LOOKED_AGAIN: Final = 1.0
"""Seconds between two checks whether Discord can be reached."""
POLLED: Final = 0.1
"""Seconds between two checks whether others have connections for the shards that they are asked to go on with."""
GRACE: Final = 0.3
"""Seconds for which this process goes on once others have connections: what Discord sent before comes to it alone."""


class HandingOver:
    """Hands a process's shards over: as it stops, where it can't reach Discord, and as it gives back what it held."""

    def __init__(self, client: KnockaboutClient, leases: Leases) -> None:
        self._client, self._leases = client, leases
        self.back = asyncio.Event()
        """Set once a process is back whose shards this deputy holds."""

    async def hand_over(self, within: float = HANDED_OVER_WITHIN) -> bool:
        """Before the bot stops: waits until other processes have connections for its shards. Returns whether they have.

        Meanwhile all goes on here. Without other processes, or if it takes longer than ``within`` seconds, it is over
        at once.
        """
        if not self._leases.process:  # it has no part in the leases yet
            return True
        if not self._client.service.shards.held:
            await self._say_that_it_ends()
            return True
        log.info("other processes are asked to go on with %s", listed(self._client.service.shards.held))
        try:
            async with asyncio.timeout(within):
                if await self._followed():
                    await asyncio.sleep(GRACE)
                    self._client.desk.serving.followed = True
                    return True
                log.info("no other process goes on with this one's shards")
        except TimeoutError:
            log.warning("other processes don't have connections for all shards in %g s", within)
        except LeaseLostError as error:
            log.warning("other processes could not be asked to go on: %s", error)
        return False

    async def _say_that_it_ends(self) -> None:
        """Has nobody take the end of this process, which holds no shard, for a crash."""
        with contextlib.suppress(StoreError, TimeoutError):
            async with asyncio.timeout(STOPS_WITHIN):
                await self._leases.offer()

    async def hand_over_unreached(self) -> None:
        """Returns once others have connections for this process's shards, for none of which it can reach Discord.

        Where they can't connect, either, all goes on here, and they are asked again later.
        """
        now = asyncio.get_running_loop().time
        since = now()
        while True:
            await asyncio.sleep(LOOKED_AGAIN)
            if not self._is_unreached():
                since = now()
            elif now() - since >= UNREACHED:
                log.warning("Discord can't be reached from here for %g s", UNREACHED)
                if await self._handed_over_unreached():
                    return
                await self._go_on()
                since = now()

    def _is_unreached(self) -> bool:
        """Whether nobody can be reached here, and others might reach them."""
        client = self._client
        return bool(client.service.shards.held) and not client.reach.reached and not client.desk.serving.cut_off

    async def _handed_over_unreached(self) -> bool:
        """Whether others have connections for all shards, before this process can reach anybody again."""
        handing_over = asyncio.create_task(self.hand_over(), name="handing over what can't be reached")
        try:
            while not handing_over.done():
                if not self._is_unreached():
                    return False
                await asyncio.wait({handing_over}, timeout=LOOKED_AGAIN)
            return handing_over.result()
        finally:
            handing_over.cancel()
            await asyncio.gather(handing_over, return_exceptions=True)

    async def give_back(self, begins: Callable[[], None]) -> None:
        """Waits until a process is back whose shards this one holds, and until others have connections for all of them.

        ``begins`` is called in between. Where others can't connect, all goes on here, and they are asked again later.
        """
        pause = ASKED_AGAIN
        while True:
            await self.back.wait()
            log.info("a process is back that is set to hold shards which process %d holds", self._leases.process)
            begins()
            if await self.hand_over(HANDED_OVER_WITHIN + identifying.SPACING * len(self._client.service.shards.held)):
                return
            await self._go_on()
            log.info("process %d goes on, and asks others again in %g s", self._leases.process, pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, ASKED_AGAIN_MOST)
            self.back.clear()

    async def _go_on(self) -> None:
        """Takes back what was offered. Raises LeaseLostError; what the database refuses is asked again."""
        while True:
            try:
                return await self._leases.withdraw()
            except LeaseLostError:
                raise
            except StoreError as error:
                log.warning("what was offered could not be taken back yet: %s", error)
            await asyncio.sleep(AGAIN)

    async def _followed(self) -> bool:
        """Waits until others have connections for this process's shards; False once nobody will. Raises LeaseLostError.

        What the database refuses is asked again.
        """
        now = asyncio.get_running_loop().time
        chosen, offered, failed = now(), False, False
        while True:
            try:
                if not offered:
                    await self._leases.offer()
                    offered = True
                found = await self._leases.followers()
                if found.ready or not found.others:
                    return found.ready
                if found.chosen:
                    chosen = now()
                elif now() - chosen >= CHOSEN_WITHIN:
                    return False
            except LeaseLostError:
                raise
            except StoreError as error:
                if not failed:  # else it would be said ten times a second
                    log.warning("other processes could not be asked to go on yet: %s", error)
                failed = True
            await asyncio.sleep(POLLED)
