"""Keeps this process's leases, where several processes share a PostgreSQL, and takes the shards that it is given."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Final

from bot.gateway import identifying
from bot.hosting.handing_over import AGAIN, IN_VAIN, STOPS_WITHIN, WRITES_WITHIN, HandingOver
from bot.hosting.kept_interactions import KeptInteractions
from bot.hosting.passing_on import pass_presses_on
from bot.logs import errors_logged
from bot.service.shards import listed
from bot.store.lease_sql import LEASE_SECONDS, RENEW_SECONDS
from bot.store.model.errors import LeaseLostError, StoreError
from bot.tasks import end_tasks, until_one_fails

if TYPE_CHECKING:
    from bot.client import KnockaboutClient
    from bot.store.leases import Leases, Look
    from bot.store.store import Store

log = logging.getLogger(__name__)

NO_STARTS: Final = 60.0
"""Seconds between two lines in the log that say that Discord lets the bot open no more connections today."""
SETTINGS_JUDGED: Final = 2 * LEASE_SECONDS
"""Seconds after its start from which on a process compares its settings with others': the row of whoever crashed and
was started again as this process is gone by then."""
HEARD_WITHIN: Final = 10.0
"""For how many seconds back others are told which interactions this process took: far longer than those can be
answered."""


class LeaseKeeper:
    """Keeps this process's leases among ``count`` shards; those of a deputy until whoever was gone is back."""

    def __init__(self, client: KnockaboutClient, leases: Leases, store: Store, count: int) -> None:
        self._client, self._leases, self._store, self._count = client, leases, store, count
        self._kept = KeptInteractions(client)
        self.handing_over = HandingOver(client, leases, store)
        self._only_renews = False
        self._again = False
        """Whether there was something to take while shards were being taken."""
        self._told_of_starts = -NO_STARTS
        """When the log said last that Discord lets the bot open no more connections, in the loop's seconds."""
        self._able = True
        """Whether something could be written when other processes offered shards last."""
        self._stands_by = False
        self._entered_at = 0.0
        """When this process came, in the loop's seconds."""
        self._settings_told = False
        self._runs_out: asyncio.TimerHandle | None = None
        """Cuts this process off, because others may have taken over, unless the leases are renewed before."""
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
        self._store.prove(leases.proof)
        leases.on_renewed = self._renewed
        if leases.is_deputy:
            log.info("for shards of processes that are gone this is process %d", leases.process)
        else:
            log.info("of those that share the database this is process %d", leases.process)
        pass_presses_on(client, leases, self._kept)
        leases.takes = lambda: self._store.in_vain < IN_VAIN
        leases.heard = lambda: client.desk.heard_within(HEARD_WITHIN)
        leases.followed = lambda: client.desk.serving.followed
        client.on_standing_by = leases.hurry
        self._entered_at = asyncio.get_running_loop().time()
        try:
            await self._keep()
        finally:
            self._runs_out_in(None)

    async def _keep(self) -> None:
        """Renews the leases and looks at them, each in its own time: a look takes many round trips, a renewal one."""
        both = (
            asyncio.create_task(self._renew_in_time(), name="renewing-leases"),
            asyncio.create_task(self._look_in_time(), name="looking-at-leases"),
        )
        await until_one_fails(*both)

    async def _renew_in_time(self) -> None:
        """Renews the leases, for ever: every two seconds, and where an answer takes as long, at once."""
        now, lost = asyncio.get_running_loop().time, False
        while True:
            began = now()
            try:
                await self._leases.renew()
            except LeaseLostError:
                raise
            except StoreError as error:
                if not lost:  # else it would be said twice a second
                    log.warning("the leases could not be renewed: %s", error)
                lost = True
                await asyncio.sleep(AGAIN)
                continue
            if lost:
                log.info("the leases are renewed again")
            lost = False
            await asyncio.sleep(max(0.0, began + RENEW_SECONDS - now()))

    async def _look_in_time(self) -> None:
        """Looks at the leases until they are only renewed."""
        lost = False
        while not self._only_renews:
            try:
                self._looking = asyncio.create_task(self._look(), name="look-at-leases")
                await self._looking
                lost = False
                await self._leases.wait()
            except LeaseLostError:
                raise
            except StoreError as error:
                if not lost:
                    log.warning("how the leases stand is not known: %s", error)
                lost = True
                await asyncio.sleep(AGAIN)

    def _renewed(self, seconds: float) -> None:
        """The leases were renewed: for that many seconds nobody else can have them."""
        self._runs_out_in(seconds)
        if self._client.desk.serving.cut_off:
            log.info("the database answers again, and this process still has its leases")
            self._store.cut_off(cut_off=False)
            self._client.cut_off(cut_off=False)

    def _runs_out_in(self, seconds: float | None) -> None:
        if self._runs_out is not None:
            self._runs_out.cancel()
        self._runs_out = None if seconds is None else asyncio.get_running_loop().call_later(seconds, self._cut_off)

    def _cut_off(self) -> None:
        """Stops serving, because others may have taken over, until the leases are renewed or known to be lost."""
        log.warning("the database has not answered for as long as leases last: others may have taken over")
        self._client.cut_off(cut_off=True)
        self._store.cut_off(cut_off=True)

    async def only_renew(self) -> None:
        """Takes no more shards, because the bot stops; the leases that it has are renewed until they are given away.

        A look that has begun is finished: the presses that it takes out of the database are taken by nobody else.
        """
        self._only_renews = True
        if self._looking is not None:
            await asyncio.wait({self._looking}, timeout=STOPS_WITHIN)
        if self._taking is not None:
            await end_tasks(self._taking)
        await asyncio.sleep(0)  # what was given to be served begins, and is finished before the bot stops

    async def _look(self) -> None:
        client, leases = self._client, self._leases
        serves = frozenset(filter(client.plays_on, client.service.shards.held))
        found = await leases.look(serves)
        if not serves <= found.held.keys():  # a standby that PostgreSQL failed over to may lack the last transactions
            raise LeaseLostError
        client.desk.limiter.share(found.playing)
        passed_on = set()
        for pressed in found.pressed:
            with errors_logged(log, "a press that was passed on could not be served"):
                data = json.loads(pressed)
                passed_on.add(int(data["id"]))
                client.serve(data)
        # Whoever gave shards away has heard what it passed on, too, and hasn't served it.
        client.desk.heard_elsewhere(found.heard - passed_on)
        self._tell(found)
        if serves.intersection(found.owed):  # of what it is only about to take nothing can be handed over
            self.handing_over.back.set()
        new = {shard: alive for shard, alive in found.held.items() if not client.plays_on(shard)}
        if self._only_renews or not (new or found.coming):
            return
        self._again = self._taking is not None and not self._taking.done()
        if not self._again:
            self._taking = asyncio.create_task(self._take(new, found.coming), name="taking-shards")

    def _tell(self, found: Look) -> None:
        """Logs that this process stands by, once; of a deputy nothing else is expected."""
        if self._leases.is_deputy:
            return
        self._compare_settings(found)
        stands_by = not (found.held or found.coming)
        if stands_by and not self._stands_by:
            log.info(
                "other processes hold all of the bot's shards (%d): standing by until some are given back, or free",
                self._count,
            )
        self._stands_by = stands_by

    def _compare_settings(self, found: Look) -> None:
        """Logs, once, that this process's shards don't go with those that others are set to hold."""
        late = asyncio.get_running_loop().time() >= self._entered_at + SETTINGS_JUDGED
        if self._settings_told or not late or not (found.contested or found.alone_unset):
            return
        self._settings_told = True
        if found.contested:
            log.warning(
                "another process is set to hold %s, too: give each process other shards in KNOCKABOUT_SHARD_IDS",
                listed(found.contested),
            )
        else:
            log.warning(
                "other processes are set to hold shards, and this one isn't: set KNOCKABOUT_SHARDS and "
                "KNOCKABOUT_SHARD_IDS here, too, or in none of them"
            )

    async def _take(self, new: Mapping[int, float | None], coming: Collection[int]) -> None:
        """Takes shards, and opens connections for those that come; what fails is tried again at the next look."""
        client = self._client
        with errors_logged(log, "shards could not be taken yet"):
            if able := self._openable(new):
                log.info("this process takes %s of %d", listed(able), client.service.shards.count)
                await client.take({shard: new[shard] for shard in able})
                self._kept.serve()
                self._leases.hurry()  # presses for their tables may have been passed on meanwhile
            if coming and await self._may_follow(coming):
                client.stand_by(self._openable(coming))
                await self._leases.connected(client.standing_by.intersection(coming))
        if self._again:
            self._leases.hurry()

    async def _may_follow(self, coming: Collection[int]) -> bool:
        """Whether something can be written here: whoever offers these shards may have to because nothing can be."""
        before, self._able = self._able, await self._store.writes(WRITES_WITHIN)
        if before and not self._able:
            log.warning("this process can't go on with %s: it can write nothing itself", listed(tuple(coming)))
        return self._able

    def _openable(self, shards: Collection[int]) -> tuple[int, ...]:
        """Those of the shards that have a connection, and as many others as Discord lets the bot connect for now."""
        closed = self._client.not_opened(shards)
        left_out = closed[self._client.openable(len(closed)) :]
        now = asyncio.get_running_loop().time()
        if left_out and now >= self._told_of_starts + NO_STARTS:
            self._told_of_starts = now
            try:
                self._client.check_starts(len(closed))
            except identifying.NoStartsLeftError as error:
                log.error("not all shards can be taken yet: %s", error)
        return tuple(shard for shard in shards if shard not in left_out)


async def _turn(leases: Leases, bucket: int) -> float:
    try:
        return await leases.turn(bucket, identifying.SPACING)
    except StoreError as error:
        log.warning("whether other processes identify now is not known: %s", error)
        return 0.0
