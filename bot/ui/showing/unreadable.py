"""Tells channels about tables of another version, which can only be closed."""

from __future__ import annotations

import logging
from collections.abc import Callable

import discord

from bot.service.model import Orphan
from bot.store.messages import Remembered
from bot.ui.desk import Desk
from bot.ui.pages.page import sentence
from bot.ui.showing.live import LiveMessage
from bot.ui.showing.memory import UNREADABLE, Memory, name_of, numbers
from bot.ui.showing.places import InChannel
from bot.ui.showing.sending import FAILURES, describe

log = logging.getLogger(__name__)


class UnreadableTables:
    """One message for each such table, sent once and not at every start."""

    def __init__(self, desk: Desk, client: discord.Client, memory: Memory) -> None:
        self._desk, self._client, self._memory = desk, client, memory
        self._told: set[int] = set()
        """The tables whose channels have been told since the start."""

    def restore(self, shard: int, due: Callable[[Remembered], bool]) -> None:
        """After a start: says that a shard's tables can't be played on and how they are closed.

        ``due``: whether a message is to be looked at.
        """
        known = {orphan.table_id for orphan in self._desk.service.orphans()}
        for table_id in known:
            if self._desk.service.shard_of(table_id) == shard:
                self.changed(table_id)
        for message in self._memory.starting(UNREADABLE):
            if due(message) and numbers(message.name)[0] not in known:  # closed by now, or of this version again
                self._desk.spawn(self._memory.forget(message.name))

    def changed(self, table_id: int) -> None:
        """Says so if that table can no longer be read, which may turn out while the bot runs."""
        orphan = self._desk.service.orphan_of(table_id)
        if orphan is not None and table_id not in self._told:
            self._told.add(table_id)
            self._desk.spawn(self._say(orphan))

    def closed(self, orphan: Orphan) -> None:
        """Says that the table has been closed, and what became of the chips."""
        self._desk.spawn(self._say_closed(orphan))

    async def _say(self, orphan: Orphan) -> None:
        message = self._message(orphan)
        if message.id is None:
            try:
                await message.show(sentence(self._desk.texts_in(orphan.guild_id)("table-unreadable")))
            except FAILURES as error:
                log.warning("the channel of table %s can't be told of it: %s", orphan.table_id, describe(error))

    async def _say_closed(self, orphan: Orphan) -> None:
        message = self._message(orphan)
        try:
            await message.send(sentence(self._desk.texts_in(orphan.guild_id)("table-unreadable-closed")))
        except FAILURES as error:
            log.warning("the channel of table %s can't be told of its end: %s", orphan.table_id, describe(error))
        await message.forget()

    def _message(self, orphan: Orphan) -> LiveMessage:
        place = InChannel(self._client, orphan.channel_id, orphan.guild_id)
        return LiveMessage(place, self._memory, self._desk.spawn, name_of(UNREADABLE, orphan.table_id))
