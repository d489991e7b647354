"""What plays in a process: the bot itself and, where several share a PostgreSQL, its deputy.

The bot holds the shards that it is set to hold. Those of processes that are gone are its deputy's: a store, tables and
a client of their own, which know nothing of the bot's, with a process's number in the database. Once one of those is
back the deputy ends as a process does that is stopped, so that no press is lost; the next one has begun by then, and
goes on with what is left.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.client import KnockaboutClient
from bot.config import Settings
from bot.hosting.forgetting import forget_in_time
from bot.hosting.leasing import LeaseKeeper
from bot.hosting.metrics import Metrics
from bot.hosting.packing import pack_in_time
from bot.i18n import Catalogue
from bot.logs import log_unexpected
from bot.processes.thinkers import Thinkers
from bot.service.pace import Pace
from bot.service.service import TableService
from bot.service.shards import Shards
from bot.signing_in import sign_in
from bot.start_errors import StartError, explained
from bot.store.leases import Leases
from bot.store.model.errors import StoreError
from bot.store.model.servers import Chips
from bot.store.owner import Owner
from bot.store.privacy import Retention
from bot.store.store import Store
from bot.store.where import Server
from bot.tasks import end_tasks, until_one_ends
from bot.ui.limits import Rates
from bot.ui.pictures.studio import Draws

log = logging.getLogger(__name__)

CLOSED_WITHIN: Final = 8.0
"""Seconds after which a process that ends writes nothing more into a database on a server: its leases are given away
only after what is written, and a connection that hangs would keep them here."""
BEGUN_AGAIN: Final = 5.0
"""Seconds until the next deputy begins after one that failed."""


@dataclass(frozen=True)
class Parts:
    """What all share that play in this process."""

    settings: Settings
    owner: Owner
    """The bot whose database it is to be."""
    token: str
    catalogue: Catalogue
    painter: Draws
    thinkers: Thinkers


async def opened_store(parts: Parts, stack: contextlib.AsyncExitStack) -> Store:
    """The opened store, closed at the end. Raises StoreError."""
    where = parts.settings.database
    chips = Chips(parts.settings.starting_chips, parts.settings.daily_chips)
    store = await Store.open(where, chips, shared=isinstance(where, Server), owner=parts.owner)
    stack.push_async_callback(store.close)
    return store


def kept_leases(leases: Leases, stack: contextlib.AsyncExitStack) -> Leases:
    """The same leases, given away at the end."""

    async def end() -> None:
        with contextlib.suppress(StoreError):  # else they run out
            await leases.leave()
        await leases.close()

    stack.push_async_callback(end)
    return leases


async def made_client(parts: Parts, store: Store, shards: Shards, stack: contextlib.AsyncExitStack) -> KnockaboutClient:
    """A client for these shards' tables, which are brought back; both end at the end. Raises StoreError."""
    given = parts.settings
    pace = Pace(given.turn_seconds, given.pause_seconds, given.computer_seconds, given.idle_seconds)
    service = TableService(store, pace, thinks=parts.thinkers, shards=shards)
    service.interruptions.unreachable()  # nobody's time runs before the bot has signed in
    stack.push_async_callback(service.stop)
    await service.restore()
    client = KnockaboutClient(service, parts.catalogue, parts.painter)
    stack.push_async_callback(client.close)
    if isinstance(given.database, Server):
        cut_off = partial(store.cut_off, cut_off=True)
        stack.callback(lambda: asyncio.get_running_loop().call_later(CLOSED_WITHIN, cut_off))
    client.desk.policy = given.privacy_url
    client.desk.limits.rates = Rates(given.acts_per_minute, given.pictures_per_minute)
    service.privacy.retention = Retention(given.names_days, given.left_server_days)
    return client


async def play_for_others(parts: Parts, client: KnockaboutClient, leases: Leases, metrics: Metrics) -> None:
    """Has a deputy, one after another, until this is cancelled; then each hands over what it holds.

    ``client`` and ``leases``: those of the bot itself. What ends a deputy ends nothing else: the next one begins.
    """
    tasks: set[asyncio.Task[None]] = set()
    try:
        while True:
            leaves = asyncio.Event()
            task = asyncio.create_task(_deputy(parts, client, leases, metrics, leaves.set), name="deputy")
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            leaving = asyncio.create_task(leaves.wait())
            try:
                await asyncio.wait({task, leaving}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                leaving.cancel()
            if not leaves.is_set():
                await asyncio.sleep(BEGUN_AGAIN)
    finally:
        await end_tasks(*tasks)


async def _deputy(
    parts: Parts, home: KnockaboutClient, main: Leases, metrics: Metrics, leaves: Callable[[], None]
) -> None:
    """Plays at shards of processes that are gone. Once one of those is back, calls ``leaves`` and hands them over."""
    try:
        async with contextlib.AsyncExitStack() as stack:
            count = home.service.shards.count
            with explained(parts.settings.local_url):
                store = await opened_store(parts, stack)
                leases = kept_leases(Leases.of_deputy(main), stack)
                until_the_end: list[asyncio.Task[None]] = []
                stack.push_async_callback(lambda: end_tasks(*until_the_end))
                client = await made_client(parts, store, Shards(count, frozenset()), stack)
                client.service.acts.on_act = home.service.acts.on_act
                home.deputies.add(client)
                stack.callback(_left, home, client, metrics)
                await sign_in(client, parts.token)
                keeper = LeaseKeeper(client, leases, store, count)
                until_the_end.append(kept := asyncio.create_task(keeper.keep(), name="leases of the deputy"))
                await _until_given_back(client, keeper, kept, leaves)
    except StartError as error:
        log.error("this process can't go on for others at the moment: %s", error)
    except Exception as error:
        log_unexpected(log, "going on for other processes failed", error)


async def _until_given_back(
    client: KnockaboutClient, keeper: LeaseKeeper, kept: asyncio.Task[None], leaves: Callable[[], None]
) -> None:
    """Plays until others have all shards. Raises what ends the connection or the leases."""
    playing = asyncio.create_task(client.connect(), name="deputy connected")
    beside = [asyncio.create_task(work) for work in (forget_in_time(client), pack_in_time(client))]
    giving = asyncio.create_task(keeper.handing_over.give_back(leaves), name="giving back")
    unfit = asyncio.create_task(keeper.handing_over.hand_over_unfit(), name="deputy handing over as unfit")
    try:
        await until_one_ends(playing, kept, giving, unfit)
    except asyncio.CancelledError:
        if not giving.done():
            await end_tasks(giving, unfit)
            await hand_over_while(keeper, playing, kept)
        raise
    finally:
        await end_tasks(playing, giving, unfit, *beside)
        await keeper.only_renew()


async def hand_over_while(keeper: LeaseKeeper, *playing: asyncio.Task[None]) -> None:
    """Waits until others have connections for this process's shards, or one of these tasks has ended."""
    handing_over = asyncio.create_task(keeper.handing_over.hand_over(), name="handing over")
    await asyncio.wait({handing_over, *playing}, return_when=asyncio.FIRST_COMPLETED)
    await end_tasks(handing_over)


def _left(home: KnockaboutClient, client: KnockaboutClient, metrics: Metrics) -> None:
    home.deputies.discard(client)
    metrics.ended.update(client.desk.limiter.answers)
