"""Tables whose channels are gone, or refused to the bot, noticed at once or later: they are closed, and people told.

What is gone for certain (a channel or thread that Discord says was deleted or doesn't know, a server that the bot has
left) is closed at once. What the bot may not use now may be given back: only after a day is the table closed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import Final

import discord

from bot.logs import errors_logged, log_unexpected
from bot.service.model import Location, Orphan, Refusal
from bot.store.model.errors import StoreError
from bot.store.ways_out import Kind
from bot.ui.desk import Desk
from bot.ui.permissions import is_shut, missing
from bot.ui.showing.limiter import Priority
from bot.ui.showing.sending import ARCHIVED, CHANNEL_GONE, FAILURES, NOT_ALLOWED, code_of, describe, persevere

log = logging.getLogger(__name__)

SPACING: Final = 1.0
"""Seconds between two questions about channels."""
AGAIN: Final = 60.0
"""Seconds until something is tried again that could not be asked, or could not be closed."""
LOCKED_OUT: Final = 24 * 3600.0
"""Seconds without access to its channel after which a table is closed."""
LOOKS: Final = 600.0
"""Seconds between two looks for tables that have been locked out for so long."""


class LostTables:
    """Finds tables that nobody can reach any more.

    ``shown_again`` tries to show a table, and returns whether it is shown; ``shut_out`` stops people's time at a table
    whose channel the bot may not see. Both raise Refusal where the table can't be read.
    """

    def __init__(
        self,
        desk: Desk,
        client: discord.Client,
        shown_again: Callable[[int], Awaitable[bool]],
        shut_out: Callable[[int], Awaitable[None]],
    ) -> None:
        self._desk, self._client = desk, client
        self._shown_again, self._shut_out = shown_again, shut_out
        self._to_ask: dict[int, int] = {}
        """The channels that are to be asked for, with their servers, in the order in which they came."""
        self._asking = False
        """Whether channels are being asked for."""
        self._stale: set[int] = set()
        """The servers that were unavailable: what the library keeps of their channels may be out of date."""
        self._locked_out: dict[int, float] = {}
        """Since when tables' channels have been refused."""
        self._archived: dict[int, tuple[int, bool]] = {}
        """Archived threads, which the library forgets: the channel that each belongs to, and whether it is locked."""
        self._trying_to_show: dict[int, bool] = {}
        """The tables that it tries to show because they may be used again, and whether once more is needed."""

    # -- what Discord says by itself

    def compare_all(self, shard: int) -> None:
        """After a shard's READY: asks for the tables in servers of that shard which it did not name. The bot may be in
        them no longer, or Discord tells of them late. The others come one by one (``compare``)."""
        shards = self._desk.service.shards
        for _, guild_id, channel_id in tuple(self._tables()):
            if shards.of(guild_id) == shard and self._client.get_guild(guild_id) is None:
                self._ask_soon(channel_id, guild_id)

    def compare(self, guild: discord.Guild) -> None:
        """Compares the tables of a server with the channels that GUILD_CREATE brought; only what is missing there is
        asked for, such as a thread that is archived."""
        old = guild.id in self._stale
        self._stale.discard(guild.id)
        for _, guild_id, channel_id in self._tables(guild.id):
            if old or guild.get_channel_or_thread(channel_id) is None:
                self._ask_soon(channel_id, guild_id)
        self.access_changed(guild)

    def access_changed(self, guild: discord.Guild) -> None:
        """Compares the tables of a server with what the bot may see there, by what Discord has told: without a
        request, and also where nobody acts and no time runs."""
        if guild.me is None:  # as in a server that is unavailable
            return
        for table_id, _, channel_id in tuple(self._tables(guild.id)):
            channel = guild.get_channel_or_thread(channel_id)
            if channel is not None:
                self._access(table_id, usable=_usable(channel))
            elif channel_id in self._archived:
                parent_id, locked = self._archived[channel_id]
                parent = guild.get_channel(parent_id)
                self._access(table_id, usable=_usable_in(guild, parent, archived=True, locked=locked))

    def thread_changed(
        self, guild: discord.Guild, thread_id: int, parent_id: int, *, archived: bool, locked: bool
    ) -> None:
        """A thread of that channel was archived, locked or brought back."""
        self._archived.pop(thread_id, None)
        if (table_id := self._table_in(thread_id)) is None:
            return
        if archived:
            self._archived[thread_id] = parent_id, locked
        parent = guild.get_channel(parent_id)
        self._access(table_id, usable=_usable_in(guild, parent, archived=archived, locked=locked))

    def _access(self, table_id: int, *, usable: bool | None) -> None:
        known = table_id in self._locked_out
        if usable and known:
            self._show_soon(table_id)
        elif usable is False and not known:
            self._note_locked_out(table_id)
            self._desk.spawn(self._stop_clock(table_id))

    def _show_soon(self, table_id: int) -> None:
        """Has a table shown that was locked out; tried once more if it may be used only since that began."""
        begun = table_id in self._trying_to_show
        self._trying_to_show[table_id] = begun
        if not begun:
            self._desk.spawn(self._try_as_often_as_asked(table_id))

    async def _try_as_often_as_asked(self, table_id: int) -> None:
        """Tries to show the table; once more where that was asked for meanwhile."""
        try:
            while not await self._try_to_show(table_id) and self._trying_to_show[table_id]:
                self._trying_to_show[table_id] = False
        finally:
            del self._trying_to_show[table_id]

    def left_thread(self, guild_id: int, thread_id: int) -> None:
        """The bot was taken out of a thread; a private one can't be seen from then on."""
        if self._table_in(thread_id) is not None:
            self._ask_soon(thread_id, guild_id)

    def joined_thread(self, thread_id: int) -> None:
        """The bot was taken into a thread, perhaps again."""
        if (table_id := self._table_in(thread_id)) is not None:
            self._access(table_id, usable=True)

    def unavailable(self, guild_id: int) -> None:
        """Discord has an outage there: nothing is gone, but channels may go unseen."""
        self._stale.add(guild_id)

    def channel_gone(self, guild_id: int, channel_id: int) -> None:
        """A channel or thread was deleted. Archived threads in it go without a word, so what isn't known is asked."""
        self._close_soon(channel_id, "gone")
        guild = self._client.get_guild(guild_id)
        if guild is not None:
            self.compare(guild)

    def server_left(self, guild_id: int) -> None:
        """The bot is no longer in that server."""
        for _, _, channel_id in self._tables(guild_id):
            self._close_soon(channel_id, "removed")

    def noticed(self, table_id: int, code: int) -> None:
        """A table could not be shown for that reason of Discord's; 0: it is shown."""
        if code in NOT_ALLOWED | ARCHIVED:  # a new message brings an archived thread back, unless it is locked
            self._note_locked_out(table_id)
        elif code in CHANNEL_GONE:
            if (place := self._place_of(table_id)) is not None:
                self._ask_soon(place.channel_id, place.guild_id)
        elif not code and self._locked_out.pop(table_id, None) is not None:
            self._desk.spawn(self._store_locked_out(table_id, None))

    # -- what the bot may not use

    async def watch(self) -> None:
        """Closes what has been locked out for a day; never ends."""
        known = False
        while True:
            with errors_logged(log, "since when tables can't be shown could not be read"):
                if not known:
                    self._locked_out |= await self._desk.service.ends.locked_out()
                    known = True
                await self.close_locked_out()
            await asyncio.sleep(LOOKS)

    async def close_locked_out(self) -> None:
        """Closes the tables that have been locked out for a day, and are still."""
        self._archived = {thread: at for thread, at in self._archived.items() if self._table_in(thread) is not None}
        for table_id, since in tuple(self._locked_out.items()):
            if self._desk.clock() - since < LOCKED_OUT:
                continue
            with errors_logged(log, f"whether table {table_id} can be shown could not be found out"):
                await self._close_locked_out(table_id)

    async def _close_locked_out(self, table_id: int) -> None:
        """Closes a table that has been locked out for a day, and is still."""
        place = self._place_of(table_id)
        if place is None:
            self._locked_out.pop(table_id, None)
        elif await self._try_to_show(table_id) is False and table_id in self._locked_out:
            await self._close_table(table_id, place.channel_id, "locked_out")

    async def _try_to_show(self, table_id: int) -> bool | None:
        """Tries to show a table that was locked out. Returns whether it is shown; None where it can't be read."""
        try:
            return await self._shown_again(table_id)
        except Refusal as refusal:
            log.warning("table %s can't be looked at yet (%s)", table_id, refusal.code)
            return None

    async def _stop_clock(self, table_id: int) -> None:
        """Stops people's time at a table that the bot may not see; nobody's runs at one that can't be read."""
        try:
            await self._shut_out(table_id)
        except Refusal as refusal:
            log.warning("table %s can't be stopped yet (%s)", table_id, refusal.code)

    def _note_locked_out(self, table_id: int) -> None:
        """Notes since when the table's channel is refused, unless that is known."""
        if table_id not in self._locked_out:
            self._locked_out[table_id] = now = self._desk.clock()
            self._desk.spawn(self._store_locked_out(table_id, now))

    async def _store_locked_out(self, table_id: int, since: float | None) -> None:
        try:
            await self._desk.service.ends.lock_out(table_id, since)
        except StoreError as error:
            log_unexpected(log, "since when a table can't be shown could not be written", error)

    # -- asking and closing

    def _tables(self, guild_id: int | None = None) -> Iterator[tuple[int, int, int]]:
        """Table, server and channel of every table, also of those that can't be read, but for direct messages.

        ``guild_id``: those in that server; None: in any.
        """
        service = self._desk.service
        for at in service.locations() if guild_id is None else service.locations_in_server(guild_id):
            if not at.closed and not at.in_dm:
                yield at.table_id, at.guild_id, at.channel_id
        for orphan in service.orphans():
            if guild_id is None or orphan.guild_id == guild_id:
                yield orphan.table_id, orphan.guild_id, orphan.channel_id

    def _place_of(self, table_id: int) -> Location | Orphan | None:
        """Where that table is; None if it is closed, or in direct messages."""
        at = self._desk.service.location_of(table_id)
        if at is not None:
            return None if at.closed or at.in_dm else at
        return self._desk.service.orphan_of(table_id)

    def _table_in(self, channel_id: int) -> int | None:
        """The table of that channel, or thread; None if there is none."""
        at = self._desk.service.location_in(channel_id) or self._desk.service.orphan_in(channel_id)
        return at.table_id if at is not None else None

    def _ask_soon(self, channel_id: int, guild_id: int) -> None:
        """Has the channel asked for, after those that are waiting for that."""
        self._to_ask.setdefault(channel_id, guild_id)
        if not self._asking:
            self._asking = True
            self._desk.spawn(self._ask_all())

    async def _ask_all(self) -> None:
        try:
            while self._to_ask:
                channel_id = next(iter(self._to_ask))
                guild_id = self._to_ask.pop(channel_id)
                await self._ask(channel_id, guild_id)
                if self._to_ask:
                    await asyncio.sleep(SPACING)
        finally:
            self._asking = False

    async def _ask(self, channel_id: int, guild_id: int) -> None:
        """Asks Discord for a channel, and closes its table if there is none."""
        guild = self._client.get_guild(guild_id)
        if guild is not None and guild.unavailable:
            return  # it is compared when it comes back
        try:
            async with self._desk.limiter.turn(Priority.REST):
                found = await persevere(lambda: self._client.fetch_channel(channel_id))
            if isinstance(found, discord.Thread):
                self.thread_changed(
                    found.guild, channel_id, found.parent_id, archived=found.archived, locked=found.locked
                )
        except discord.InvalidData:
            return  # it is there, in a server that the library doesn't know yet
        except FAILURES as error:
            if code_of(error) in CHANNEL_GONE:
                self._close_soon(channel_id, "gone")
            elif code_of(error) in NOT_ALLOWED and self._client.get_guild(guild_id) is None:
                self._close_soon(channel_id, "removed")
            elif code_of(error) in NOT_ALLOWED:
                if (table_id := self._table_in(channel_id)) is not None:
                    self._note_locked_out(table_id)
                    await self._stop_clock(table_id)
            else:
                log.warning("whether channel %s is there could not be asked: %s", channel_id, describe(error))
                asyncio.get_running_loop().call_later(AGAIN, self._ask_soon, channel_id, guild_id)

    def _close_soon(self, channel_id: int, kind: Kind) -> None:
        """Has the table of that channel closed."""
        if (table_id := self._table_in(channel_id)) is not None:
            self._desk.spawn(self._close_table(table_id, channel_id, kind))

    async def _close_table(self, table_id: int, channel_id: int, kind: Kind) -> None:
        """Closes a table and has people told; where that fails for now, it is tried again."""
        try:
            await self._desk.service.way_out.end(table_id, kind, direct=True)
        except Refusal as refusal:
            if refusal.code == "table_gone":
                return
            log.warning("table %s of a lost channel could not be closed (%s)", table_id, refusal.code)
            loop = asyncio.get_running_loop()
            if kind == "locked_out":  # it may be given back meanwhile
                loop.call_later(AGAIN, lambda: self._desk.spawn(self.close_locked_out()))
            else:
                loop.call_later(AGAIN, self._close_soon, channel_id, kind)
            return
        log.info("table %s is closed: its channel is lost (%s)", table_id, kind)
        self._locked_out.pop(table_id, None)
        self._archived.pop(channel_id, None)


def _usable(channel: discord.abc.GuildChannel | discord.Thread) -> bool | None:
    """Whether the bot can use that channel: True, False where it may not even see it; None: neither is known."""
    if not isinstance(channel, discord.Thread):
        return _permitted(channel.permissions_for(channel.guild.me), thread=False)
    guild, parent = channel.guild, channel.parent
    usable = _usable_in(guild, parent, archived=channel.archived, locked=channel.locked)
    if usable and parent is not None and channel.is_private() and channel.me is None:
        return True if parent.permissions_for(guild.me).manage_threads else None
    return usable


def _usable_in(
    guild: discord.Guild, parent: discord.abc.GuildChannel | None, *, archived: bool, locked: bool
) -> bool | None:
    """The same of a thread of that channel that the bot is in."""
    if is_shut(guild, parent, archived=archived, locked=locked):
        return False
    if parent is None or guild.me is None:
        return None
    return _permitted(parent.permissions_for(guild.me), thread=True)


def _permitted(allowed: discord.Permissions, *, thread: bool) -> bool | None:
    if not allowed.view_channel:
        return False
    lacks = set(missing(allowed, thread=thread)) - {"attach_files"}  # without files a table is shown, too
    return None if lacks else True
