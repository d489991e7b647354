"""Messages that ask whether a table is to close at once: each says who has yet to agree, and then what came of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Final

import discord

from bot.service.model import Snapshot
from bot.store.messages import Remembered
from bot.ui.desk import Desk
from bot.ui.pages.ending import Outcome, asked_page, outcome_of, outcome_page
from bot.ui.pages.page import Page
from bot.ui.showing.limiter import Priority
from bot.ui.showing.live import LiveMessage
from bot.ui.showing.memory import QUESTIONS, Memory, name_of, numbers
from bot.ui.showing.places import InChannel
from bot.ui.showing.refresher import Refresher
from bot.ui.showing.sending import log_failure, persevere
from bot.ui.showing.tokens import Tokens

log = logging.getLogger(__name__)

SPACING: Final = 0.4
"""Seconds between two looks at what a table's question is to show."""


class Questions:
    """The questions at all tables, one a table: the newest."""

    def __init__(self, desk: Desk, client: discord.Client, memory: Memory, tokens: Tokens) -> None:
        self._desk, self._client, self._memory, self._tokens = desk, client, memory, tokens
        self._asked: dict[int, _Asked] = {}
        self._closed = False

    def restore(self, due: Callable[[Remembered], bool]) -> None:
        """After a start: shows what has become of those questions meanwhile."""
        for left in self._memory.starting(QUESTIONS):
            if due(left):
                self.changed(numbers(left.name)[0])

    async def ask(self, table: Snapshot, nonce: str) -> None:
        """Asks the question in the table's channel, where everybody sees it. Raises what a request raises."""
        place = InChannel(self._client, table.channel_id, table.guild_id)
        page = asked_page(table, self._desk.texts_in(table.guild_id))
        async with self._desk.limiter.turn(Priority.REST):
            message = await persevere(lambda: place.post(page, nonce))
        await self.shown(table.table_id, table.dealt, table.channel_id, message.id, page)

    async def shown(self, table_id: int, deal: int, channel_id: int, message_id: int, page: Page | None = None) -> None:
        """That message asks the question since that deal; an earlier one of the table says that it is over.

        ``page``: what the message shows; None if that isn't known.
        """
        asked = self._at(table_id)
        if (asked.message.id or 0) < message_id:
            if asked.message.exists:
                await asked.end("withdrawn")
                asked = self._at(table_id)
            asked.message.deal = deal
            await asked.message.adopt(channel_id, message_id, page)
        asked.refresher.wake()

    def changed(self, table_id: int) -> None:
        """Has the question of that table say how it stands, where there is one."""
        if not self._closed and (table_id in self._asked or self._memory.get(name_of(QUESTIONS, table_id)) is not None):
            self._at(table_id).refresher.wake()

    async def close(self) -> None:
        """Stops everything; the next start goes on from there."""
        self._closed = True
        await asyncio.gather(*(asked.refresher.close() for asked in self._asked.values()))

    def _at(self, table_id: int) -> _Asked:
        asked = self._asked.get(table_id)
        if asked is None or asked.over:
            asked = self._asked[table_id] = _Asked(self._desk, self._client, self._memory, self._tokens, table_id)
            asked.ended = lambda: self._asked.pop(table_id, None) if self._asked.get(table_id) is asked else None
        return asked


class _Asked:
    """The question at one table."""

    def __init__(self, desk: Desk, client: discord.Client, memory: Memory, tokens: Tokens, table_id: int) -> None:
        self._desk, self._client, self._table_id = desk, client, table_id
        self.over = False
        """Whether it says what came of it, or was deleted."""
        self.ended: Callable[[], object] = lambda: None
        known = memory.get(name_of(QUESTIONS, table_id))
        place = InChannel(client, (known.channel_id if known is not None else None) or 0, tokens=tokens)
        self.message = LiveMessage(place, memory, desk.spawn, name_of(QUESTIONS, table_id))
        failed = partial(log_failure, log, f"the question at table {table_id} can't be kept true")
        self.refresher = Refresher(lambda: desk.serving.shows(self._look), SPACING, failed)

    async def end(self, outcome: Outcome) -> None:
        """Says what came of it, and is not looked after any more."""
        self.over = True
        self.refresher.stop()
        async with self._desk.limiter.turn(Priority.REST):
            await self.message.retire(outcome_page(outcome, self._desk.texts_in(self._guild_id())))
        self.ended()

    async def _look(self) -> None:
        await self._say_how_it_stands()
        if not self.message.exists and not self.over:  # somebody has deleted it
            self.over = True
            self.refresher.stop()
            self.ended()

    async def _say_how_it_stands(self) -> None:
        if not self.message.exists:
            return
        await self._desk.service.rests.prepare(self._table_id)
        table = self._desk.service.snapshot_of(self._table_id)
        outcome = outcome_of(table, self.message.deal)
        if outcome is not None or table is None:
            await self.end(outcome or "closed")
            return
        async with self._desk.limiter.turn(Priority.REST):
            await self.message.show(asked_page(table, self._desk.texts_in(table.guild_id)), send_again=False)

    def _guild_id(self) -> int:
        """The server of the table, which may be closed for long; 0 if that isn't known."""
        at = self._desk.service.location_of(self._table_id)
        channel = self._client.get_channel(self.message.channel_id or 0)
        guild = getattr(channel, "guild", None)
        return at.guild_id if at is not None else guild.id if guild is not None else 0
