"""Which tables are in memory: they are brought back and opened, looked for in the books, and forgotten once closed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any

from bot.service.index import Channels, Tables
from bot.service.model import Orphan, Person, Refusal, Snapshot
from bot.service.names import distinct
from bot.service.play import Play
from bot.service.restore import table_or_orphan
from bot.service.running import Running
from bot.service.servers import opened
from bot.service.snapshots import snapshot
from bot.service.table import Table
from bot.service.work import is_written
from bot.store.books import Books
from bot.store.model.errors import StoreError
from bot.store.model.people import Purse
from bot.store.model.servers import table_there
from bot.store.model.tables import NewTable, Setup
from bot.store.store import Store
from engine.players.base import Level

log = logging.getLogger(__name__)

FIRST_LOOK, LAST_LOOK = 1.0, 60.0
"""Seconds until books that could not be read are asked again about a channel: the first time, and at most."""
CLOSED_SECONDS = 900
"""For how many seconds a closed table can still be looked at."""


class TablesInMemory:
    """The tables of this process.

    ``changed`` is told of a table with which the bot goes on, ``forgotten`` of a closed one that can't be looked at any
    more. ``spawn`` runs work beside this.
    """

    def __init__(
        self,
        store: Store,
        play: Play,
        running: Running,
        *,
        changed: Callable[[Table], None],
        forgotten: Callable[[Table], None],
        spawn: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self._store, self._play, self._running = store, play, running
        self._changed, self._forgotten, self._spawn = changed, forgotten, spawn
        self.load: Callable[[int], Awaitable[None]] = nothing_rests
        """Brings a table back, if it rests. Raises Refusal."""
        self.by_id = Tables()
        """Those that are open, and those that were closed just now."""
        self.by_channel = Channels(self.by_id)
        """Those that are open, by their channels."""
        self.orphans: dict[int, Orphan] = {}
        """Tables that can only be closed, by id."""
        self.used: dict[int, float] = {}
        """When each table was last asked for, or anything done there, in running seconds; not those that have come to
        rest since."""
        self.live: dict[int, int] = {}
        """The messages with the live buttons, by table."""
        self.elsewhere: set[int] = set()
        """Tables of shards that this process doesn't hold, as far as they were open when it started."""
        self._unsure: set[int] = set()
        """Channels that may have a table, of which the books could not be asked yet."""

    async def whole(self, table_id: int) -> Table:
        """That table, brought back if it rests. Raises Refusal."""
        await self.load(table_id)
        return self.at(table_id)

    def at(self, table_id: int) -> Table:
        """That table. Raises Refusal, also where it rests."""
        table = self.by_id.get(table_id)
        if table is None and table_id in self.elsewhere:
            raise Refusal("other_process")
        if table is None:
            raise Refusal("unreadable_table" if table_id in self.orphans else "table_gone")
        return table

    def orphan_in(self, channel_id: int) -> Orphan | None:
        """The table in that channel that this version can't read and that can only be closed; else None."""
        return next((orphan for orphan in self.orphans.values() if orphan.channel_id == channel_id), None)

    async def adopt(self, table: Table | Orphan) -> None:
        """Goes on with a table that was read from the books."""
        if isinstance(table, Orphan):
            self.orphans[table.table_id] = table
            return
        self.by_id[table.table_id] = self.by_channel[table.channel_id] = table
        async with table.lock:
            try:
                await self._play.settle_down(table)
            except Exception as error:
                log.exception("table %s: what was to follow could not be done", table.table_id)
                table.unsure, table.failures = True, table.failures + 1
                table.stuck += not isinstance(error, StoreError)
            self._changed(table)

    async def open(
        self,
        person: Person,
        new: NewTable,
        computers: Sequence[tuple[str, Level]],
        key: int,
        after: int | None = None,
        *,
        or_practice: bool = False,
    ) -> Snapshot:
        """Opens that table; the person and those computer players sit down at it, under names that differ. Raises
        Refusal.

        ``after``: the table whose lock, invitations and removals hold there, too. ``or_practice``: it is for practice
        where the person's purse can't pay the buy-in.
        """
        channel_id = new.channel_id
        if self.orphan_in(channel_id) is not None:
            raise Refusal("unreadable_table")

        def write(books: Books) -> None:
            _open(books, person, new, computers, key, after, or_practice=or_practice)

        async def work() -> Snapshot:
            if channel_id in self._unsure:
                await self._look_into(channel_id)
            if channel_id not in self.by_channel:
                try:
                    await self._store.step(write)
                except StoreError:
                    log.exception("a table could not be opened")
                await self._look_into(channel_id)
                if channel_id not in self.by_channel:
                    raise Refusal("not_written")
            table = await self.whole(self.by_channel.ids[channel_id])
            if key not in table.keys and not await is_written(self._store, key):
                raise table_there(new.host.guild_id)
            table.keys.append(key)
            return snapshot(table)

        return await self._running.to_the_end(work())

    async def there(self, channel_id: int) -> Snapshot:
        """The open table in the channel, looked for in the books where memory has none. Raises Refusal."""
        if channel_id not in self.by_channel:
            await self._running.to_the_end(self._look_into(channel_id))
        table_id = self.by_channel.ids.get(channel_id)
        if table_id is None:
            raise Refusal("table_gone")
        return snapshot(await self.whole(table_id))

    async def _look_into(self, channel_id: int) -> None:
        """Goes on with the table that the books have in the channel, if memory has none. Raises Refusal."""
        try:
            stored = await self._store.table_in(channel_id)
            table = await table_or_orphan(self._store, stored) if stored is not None else None
        except StoreError:
            log.exception("what is in a channel could not be read")
            if channel_id not in self._unsure:
                self._unsure.add(channel_id)
                self._spawn(self._find(channel_id))
            raise Refusal("disk") from None
        self._unsure.discard(channel_id)
        if table is not None and channel_id not in self.by_channel:
            await self.adopt(table)

    async def _find(self, channel_id: int) -> None:
        """Asks the books about the channel again and again, until they can be read."""
        pause = FIRST_LOOK
        while channel_id in self._unsure:
            await asyncio.sleep(pause)
            pause = min(2 * pause, LAST_LOOK)
            with contextlib.suppress(Refusal):
                await self._look_into(channel_id)

    def close(self, table: Table) -> None:
        """Takes a closed table out of its channel. Its last message is shown for a while, and old buttons answered."""
        if self.by_channel.ids.get(table.channel_id) != table.table_id:
            return
        del self.by_channel[table.channel_id]
        if table.row.next_game:
            # Its people have gone on at another table, which is looked for until the books could be read.
            self._unsure.add(table.channel_id)
            self._spawn(self._find(table.channel_id))
        asyncio.get_running_loop().call_later(CLOSED_SECONDS, self._forget, table.table_id)

    def give_up(self, table: Table, orphan: Orphan) -> None:
        """Notes that the table can't be read any more, and can only be closed."""
        self.orphans[orphan.table_id] = orphan
        self.by_channel.ids.pop(table.channel_id, None)
        if table.table_id in self.by_id:
            del self.by_id[table.table_id]
        table.unsure = False
        table.closed = True

    def orphan_is_closed(self, table_id: int) -> None:
        """Keeps nothing of that table, which could only be closed, any more."""
        self.orphans.pop(table_id, None)
        self.live.pop(table_id, None)
        self.used.pop(table_id, None)

    def _forget(self, table_id: int) -> None:
        self.live.pop(table_id, None)
        self.used.pop(table_id, None)
        if (table := self.by_id.whole.get(table_id)) is not None:
            del self.by_id[table_id]
            self._forgotten(table)


async def nothing_rests(table_id: int) -> None:
    """There is nothing to wait for: no table rests."""


def _open(
    books: Books,
    person: Person,
    new: NewTable,
    computers: Sequence[tuple[str, Level]],
    key: int,
    after: int | None,
    *,
    or_practice: bool,
) -> None:
    """Writes that the table is open, and who sits down at it."""
    if after is None:
        new = replace(new, setup=_with_level(new.setup, books.settings(person.user_id).computers))
    else:  # it is run as the table before it
        books.check_guest(after, person.user_id)
    practice = new.practice or (or_practice and not _can_pay(books.purse(person), new.setup.buy_in))
    table_id = books.open_table(replace(new, practice=practice), key=f"{key}:open")
    books.log(person.guild_id, opened(table_id, person.user_id), f"table:{table_id}:opened")
    if after is not None:
        books.go_along(after, table_id)
    books.sit(table_id, person, key=f"{key}:sit")
    names = [name for name, _ in computers]
    for place, (name, level) in enumerate(computers):
        names[place] = distinct(name, (person.name, *names[:place], *names[place + 1 :]))
        books.sit(table_id, None, name=names[place], key=f"{key}:sit:{place}", level=level)


def _with_level(setup: Setup, level: Level) -> Setup:
    """The same, with computer players of that level."""
    return replace(setup, settings=replace(setup.settings, computers=level))


def _can_pay(purse: Purse, chips: int) -> bool:
    return purse.balance >= chips and (purse.frozen is None or not chips)
