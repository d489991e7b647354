"""All tables' messages: a publisher for each open table, and the first message that /newgame makes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Final

import discord

from bot.service.model import Orphan
from bot.ui.desk import Desk
from bot.ui.keeper import Keeper
from bot.ui.orphans import tell_channel, tell_closed
from bot.ui.pending import Pending
from bot.ui.publisher import Adoption, Publisher
from bot.ui.rest import rest_earlier_hands

log = logging.getLogger(__name__)

BETWEEN_TABLES: Final = 0.05
"""Seconds between two tables that are shown again after a start: Discord takes fifty requests a second."""
BRING_DOWN: Final = 10.0
"""Seconds that /table waits for the message to be there."""


class Board:
    """Where tables are shown and hands are kept. ``changed`` is the service's ``on_change``."""

    def __init__(self, desk: Desk, client: discord.Client) -> None:
        self._desk, self._client = desk, client
        self.keeper = Keeper(desk, client, self._show)
        self.pending = Pending(desk, client)
        self._publishers: dict[int, Publisher] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._expected: dict[tuple[int, int], Adoption] = {}

    def changed(self, table_id: int) -> None:
        """Something at that table has been committed."""
        self._show(table_id)
        self.keeper.changed(table_id)

    def restore(self) -> None:
        """Shows every open table again, as after a start."""
        later = asyncio.get_running_loop().call_later
        tables = (table for table in self._desk.service.tables() if table.stage != "closed")
        for number, table in enumerate(tables):
            later(number * BETWEEN_TABLES, self.changed, table.table_id)
            if table.stage == "playing" and table.turn.deal > 1:
                self._desk.spawn(rest_earlier_hands(self._desk, self._client, table))
        for orphan in self._desk.service.orphans():
            self._desk.spawn(tell_channel(self._desk, self._client, orphan))

    def orphan_closed(self, orphan: Orphan) -> None:
        """Tells the channel that a table of another version has been closed."""
        self._desk.spawn(tell_closed(self._desk, self._client, orphan))

    @contextlib.asynccontextmanager
    async def expecting(self, channel_id: int, user_id: int) -> AsyncIterator[Adoption]:
        """The table that this person opens there meanwhile waits for the message which is given to the adoption."""
        adoption: Adoption = asyncio.get_running_loop().create_future()
        place = (channel_id, user_id)
        self._expected.setdefault(place, adoption)
        try:
            yield adoption
        finally:
            if self._expected.get(place) is adoption:
                del self._expected[place]
            if not adoption.done():
                adoption.set_result((None, None))

    async def bring_down(self, table_id: int) -> None:
        """Shows the table at the bottom of its channel, and waits a while for it."""
        publisher = self._publisher(table_id)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(BRING_DOWN):
                await publisher.bring_down()

    async def close(self) -> None:
        """Ends all publishing."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.keeper.close()

    def _show(self, table_id: int) -> None:
        self._publisher(table_id).wake()

    def _publisher(self, table_id: int) -> Publisher:
        if table_id not in self._publishers:
            publisher = Publisher(
                self._desk, self._client, table_id, lambda: self.keeper.unreached(table_id), self._show
            )
            snapshot = self._desk.service.snapshot_of(table_id)
            if snapshot is not None:
                publisher.adoption = self._expected.get((snapshot.channel_id, snapshot.host_id))
            self._publishers[table_id] = publisher
            task = self._tasks[table_id] = asyncio.create_task(publisher.run(), name=f"table-{table_id}")
            task.add_done_callback(lambda _: self._forget(table_id))
        return self._publishers[table_id]

    def _forget(self, table_id: int) -> None:
        self._publishers.pop(table_id, None)
        self._tasks.pop(table_id, None)
