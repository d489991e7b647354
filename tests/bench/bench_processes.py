"""Several processes that share one PostgreSQL: how long a write takes, and whether any fails. Run by hand.

Each deals at tables of servers of its own, a short pause between two writes; every deal moves chips.
The server is started from the system's packages, without fsync: what is looked at is how processes get into each
other's way. Before that one process plays alone for a while, so that the tables have pages to meet at.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Awaitable, Iterator
from dataclasses import replace
from typing import Final, TypeVar

from bot.store import postgresql
from bot.store.lease_sql import RENEW_SECONDS
from bot.store.leases import Leases
from bot.store.model.errors import StoreError
from bot.store.model.people import Member
from bot.store.model.tables import NewTable, Setup
from engine.stakes import Transfer
from tests.bench.times import Times
from tests.bot.store.helpers import ANN, BO, SEED, Steps, finish, new_deal, sit
from tests.postgresql import MissingError, cluster

T = TypeVar("T")

PROCESSES: Final = 3
TABLES: Final = 4
"""Tables at which each process plays at once."""
DEALS: Final = 11
"""Deals at each table, before the next is opened."""
PAUSE: Final = 0.1
"""Seconds between two writes at a table."""
ALONE: Final = 8.0
"""Seconds for which the first process plays alone before that, without pauses."""
SECONDS: Final = 15.0


def main(smoke: bool = False) -> None:
    """Prints the figures; ``smoke`` only sees that it works."""
    try:
        asyncio.run(measure(*((0.3, 0.3) if smoke else (ALONE, SECONDS))))
    except MissingError as error:
        print(f"not measured: {error}")


async def measure(alone: float, together: float) -> None:
    """Has one process write for so long, and then all of them."""
    with cluster() as server:
        place = server.new()
        leases = [Leases.alone(place) for _ in range(PROCESSES)]
        stores = []
        for lease in leases:
            await lease.enter(PROCESSES)
            stores.append(await Steps.open(place, shared=True))
            stores[-1].prove(lease.proof)
        renewing = asyncio.create_task(_renewed(leases))
        people = itertools.count(1_000_000, 10)
        await Playing(people, 0.0, time.monotonic() + alone).at([(stores[0], PROCESSES * TABLES)])
        with postgresql.opened(place, writes=True) as db:
            db.script("ANALYZE")
        found = Playing(people, PAUSE, time.monotonic() + together)
        await found.at([(store, TABLES) for store in stores])
        renewing.cancel()
        for store, lease in zip(stores, leases, strict=True):
            await store.close()
            await lease.close()
    print(f"{PROCESSES} processes with {TABLES} tables each: a write {found.times.line()}, {len(found.failed)} failed")


async def _renewed(leases: list[Leases]) -> None:
    while True:
        await asyncio.sleep(RENEW_SECONDS)
        for lease in leases:
            await lease.renew()


class Playing:
    """Tables at which deals are begun and finished, ``pause`` seconds between two writes, ``until`` a running time.

    ``people``: numbers of people, each for a table.
    """

    def __init__(self, people: Iterator[int], pause: float, until: float) -> None:
        self._people, self._pause, self._until = people, pause, until
        self.times, self.failed = Times(), list[StoreError]()

    async def at(self, stores: list[tuple[Steps, int]]) -> None:
        """Plays at so many tables of each store, in a server of its own."""
        await asyncio.gather(
            *(
                self._table(store, guild_id << 22)
                for guild_id, (store, tables) in enumerate(stores, start=1)
                for _ in range(tables)
            )
        )

    async def _table(self, store: Steps, guild_id: int) -> None:
        while time.monotonic() < self._until:
            number = next(self._people)
            ann, bo = (replace(who, guild_id=guild_id, user_id=number + place) for place, who in enumerate((ANN, BO)))
            try:
                await self._deals(store, number, ann, bo)
            except StoreError as error:
                self.failed.append(error)

    async def _deals(self, store: Steps, number: int, ann: Member, bo: Member) -> None:
        setup = Setup({"bonuses": True}, 20)
        table = await self._timed(
            store.open_table(
                NewTable(channel_id=number, game="knock-poker", unit="chips", setup=setup, host=ann, table_secret=SEED),
                key=f"open {number}",
            )
        )
        sittings = await sit(store, table, ann, bo)
        for count in range(1, DEALS + 1):
            deal, wins = new_deal(sittings, number=count), (Transfer("pot", count % 2, 2, "pot"),)
            await asyncio.sleep(self._pause)
            begun = await self._timed(store.start_deal(table, deal, f"deal {table} {count}"))
            await asyncio.sleep(self._pause)
            acted = store.add_action(
                begun,
                0,
                {"seat": count % 2, "do": "knock"},
                state_hash="over",
                transfers=wins,
                finish=finish(deal, *wins),
            )
            await self._timed(acted)
            sittings = list(await store.sittings(table))
        await self._timed(store.close_table(table, key=f"close {table}"))

    async def _timed(self, write: Awaitable[T]) -> T:
        begun = time.monotonic()
        try:
            return await write
        finally:
            self.times.seconds.append(time.monotonic() - begun)
