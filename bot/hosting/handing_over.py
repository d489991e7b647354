"""Hands this process's shards over to others, which open connections for them first: until then all goes on here."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from bot.gateway import identifying
from bot.service.shards import listed
from bot.start_errors import UNREACHED, UNWRITTEN, StartError
from bot.store.model.errors import LeaseLostError, StoreError
from bot.tasks import end_tasks, until_one_fails

if TYPE_CHECKING:
    from bot.client import KnockaboutClient
    from bot.store.leases import Leases
    from bot.store.store import Store

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
UNREACHED_FOR: Final = 60.0
"""After this many seconds in which Discord can't be reached, others are asked to go on; after as many, once more."""
IN_VAIN: Final = 20.0
"""After this many seconds in which something was to be written and nothing could be, a process takes no more shards;
after as many again in which it can renew its leases, others are asked to go on. A connection that hangs is replaced
before that."""
WRITES_WITHIN: Final = 5.0
"""Seconds that one more attempt to write has before others are asked to go on, or before this process goes on for
another one."""
LOOKED_AGAIN: Final = 1.0
"""Seconds between two checks whether Discord can be reached, and whether something can be written."""
POLLED: Final = 0.1
"""Seconds between two checks whether others have connections for the shards that they are asked to go on with."""
GRACE: Final = 0.3
"""Seconds for which this process goes on once others have connections: what Discord sent before comes to it alone."""


class HandingOver:
    """Hands a process's shards over: as it stops, where it can't reach Discord or can't write, and as it gives back
    what it held.
    """

    def __init__(self, client: KnockaboutClient, leases: Leases, store: Store) -> None:
        self._client, self._leases, self._store = client, leases, store
        self._asking = asyncio.Lock()
        """Held by what asks others to go on, and may take that back; for good once they have connections for all."""
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

    async def hand_over_unfit(self) -> None:
        """Hands over what this process can't play at any more: it can reach Discord for none of its shards, or it can
        write nothing. Raises StartError, which says so, once others have connections for all of them.

        Where others can't do that, either, all goes on here, and they are asked again later.
        """
        both = (
            asyncio.create_task(self._hand_over_unreached(), name="handing over what can't be reached"),
            asyncio.create_task(self._hand_over_unwritten(), name="handing over what can't be written"),
        )
        await until_one_fails(*both)

    async def _hand_over_unreached(self) -> None:
        while True:
            await self._lasts(self._is_unreached, UNREACHED_FOR)
            log.warning("Discord can't be reached from here for %g s", UNREACHED_FOR)
            if await self._handed_over_while(self._is_unreached):
                raise StartError(UNREACHED)

    async def _hand_over_unwritten(self) -> None:
        while True:
            await self._lasts(self._is_unwritten, IN_VAIN)
            if await self._store.writes(WRITES_WITHIN):
                continue
            log.warning(
                "for %.0f s nothing could be written into the database from here, although it answers",
                self._store.in_vain,
            )
            if await self._handed_over_while(self._is_unwritten):
                self._store.cut_off(cut_off=True)  # else what hangs would keep the leases here
                raise StartError(UNWRITTEN)

    async def _lasts(self, unfit: Callable[[], bool], seconds: float) -> None:
        """Returns once that has been so for so long without a break."""
        now = asyncio.get_running_loop().time
        since = now()
        while now() - since < seconds:
            await asyncio.sleep(LOOKED_AGAIN)
            if not unfit():
                since = now()

    def _is_unreached(self) -> bool:
        """Whether nobody can be reached here, and others might reach them."""
        return self._could_hand_over() and not self._client.reach.reached

    def _is_unwritten(self) -> bool:
        """Whether nothing can be written here, and others might write."""
        return self._could_hand_over() and self._store.in_vain >= IN_VAIN

    def _could_hand_over(self) -> bool:
        """Whether there is something to hand over, and the database answers, without which others follow anyway."""
        return bool(self._client.service.shards.held) and not self._client.desk.serving.cut_off

    async def _handed_over_while(self, unfit: Callable[[], bool]) -> bool:
        """Whether others have connections for all shards, before this process is fit again; else it goes on."""
        await self._asking.acquire()
        handing_over = asyncio.create_task(self.hand_over(), name="handing over as unfit")
        try:
            while unfit() and not handing_over.done():
                await asyncio.wait({handing_over}, timeout=LOOKED_AGAIN)
            if handing_over.done() and handing_over.result():
                return True
        finally:
            await end_tasks(handing_over)
        await self._go_on()
        self._asking.release()
        return False

    async def give_back(self, begins: Callable[[], None]) -> None:
        """Waits until a process is back whose shards this one holds, and until others have connections for all of them.

        ``begins`` is called in between. Where others can't connect, all goes on here, and they are asked again later.
        """
        pause = ASKED_AGAIN
        while True:
            await self.back.wait()
            log.info("a process is back that is set to hold shards which process %d holds", self._leases.process)
            begins()
            await self._asking.acquire()
            most = HANDED_OVER_WITHIN + identifying.SPACING * len(self._client.service.shards.held)
            if await self.hand_over(most):
                return
            await self._go_on()
            self._asking.release()
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

        What the database refuses is asked again, unless it hasn't answered for as long as leases last.
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
                if self._client.desk.serving.cut_off:  # nobody can be asked, and others take over by themselves
                    log.warning("other processes can't be asked to go on: %s", error)
                    return False
                if not failed:  # else it would be said ten times a second
                    log.warning("other processes could not be asked to go on yet: %s", error)
                failed = True
            await asyncio.sleep(POLLED)
