"""The messages of all tables, each with a publisher, and what is asked and told about them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from typing import Final

import discord

from bot.service.model import Snapshot
from bot.ui.desk import Desk
from bot.ui.pages.page import Page, sentence
from bot.ui.showing.live import LiveMessage
from bot.ui.showing.memory import TABLES, Memory, name_of
from bot.ui.showing.openings import Openings
from bot.ui.showing.panels import CATCHING_UP, Panels
from bot.ui.showing.places import InChannel
from bot.ui.showing.publisher import Publisher
from bot.ui.showing.sending import FAILURES
from bot.ui.showing.table_files import TableFiles
from bot.ui.showing.tokens import Tokens

BRING_DOWN: Final = 10.0
"""Seconds that /table waits for the message to be there."""


class Publishers:
    """The publishers of all tables, but for those in direct messages, where the panel is all there is to see.

    ``panels`` gives the panels at the tables. ``noticed`` is called with a table's id and what ``Visibility`` says of
    it; ``rest_follows``: whether somebody at a table is in mid-turn.
    """

    def __init__(
        self,
        desk: Desk,
        client: discord.Client,
        memory: Memory,
        tokens: Tokens,
        openings: Openings,
        panels: Callable[[], Panels],
        noticed: Callable[[int, int], object],
        rest_follows: Callable[[Snapshot], bool],
    ) -> None:
        self._desk, self._client, self._memory, self._tokens = desk, client, memory, tokens
        self._openings, self._panels, self._noticed, self._rest_follows = openings, panels, noticed, rest_follows
        self.by_table: dict[int, Publisher] = {}
        """Those of the tables that are shown, as long as there may be something to show."""

    def show(self, table_id: int) -> None:
        """Has the table's message show the table as it is. Raises Refusal where the table rests."""
        if (publisher := self._of(table_id)) is not None:
            publisher.changed()

    async def adopt(self, table: Snapshot, message_id: int) -> None:
        """Takes that message as the table's from now on; what it shows is not known."""
        if (publisher := self._of(table.table_id)) is not None:
            await publisher.message.adopt(table.channel_id, message_id)

    async def bring_down(self, table_id: int) -> None:
        """Shows the table at the bottom of its channel, and waits a while for it."""
        if (publisher := self._of(table_id)) is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BRING_DOWN):
                    await publisher.bring_down()

    def woken(self, table_id: int, *, up_to_date: bool) -> None:
        """That table has rested, and nothing has happened there yet. ``up_to_date``: its message shows it as it is."""
        if (publisher := self._of(table_id)) is not None:
            publisher.woken(up_to_date=up_to_date)

    def let_go(self, table_id: int) -> None:
        """That table has come to rest: keeps nothing of it."""
        if (publisher := self.by_table.pop(table_id, None)) is not None:
            publisher.refresher.stop()

    async def close(self) -> None:
        """Ends all publishing."""
        await asyncio.gather(*(publisher.refresher.close() for publisher in self.by_table.values()))

    # -- whether people can see a table

    async def seen(self, table_id: int) -> bool:
        """Whether people can see the table, as far as Discord tells; one in direct messages has no message to see."""
        at = self._desk.service.location_of(table_id)
        if at is not None and at.in_dm:
            return True
        publisher = self._of(table_id)
        return publisher is not None and await publisher.is_visible()

    async def is_shown_again(self, table_id: int) -> bool:
        """Tries to show a table that could not be shown. One that can't be read has a channel that is there, or not."""
        await self._desk.service.rests.prepare(table_id)
        if (publisher := self._of(table_id)) is not None:
            return await publisher.is_shown_again()
        if (orphan := self._desk.service.orphan_of(table_id)) is not None:
            with contextlib.suppress(*FAILURES):
                await self._client.fetch_channel(orphan.channel_id)
                return True
        return False

    async def shut_out(self, table_id: int) -> None:
        """Discord has told by itself that the bot may not see that table's channel any more."""
        await self._desk.service.rests.prepare(table_id)
        if (publisher := self._of(table_id)) is not None:
            publisher.visibility.shut_out()

    # -- what stands in the table's channel

    def pressed(self, table_id: int, channel: object, channel_id: int | None) -> None:
        """Notes what a press at a table tells of the table's channel: nothing, where it comes from another one."""
        at, publisher = self._desk.service.location_of(table_id), self.by_table.get(table_id)
        if at is not None and publisher is not None:
            there = at.channel_id == channel_id
            publisher.below.newest_told(getattr(channel, "last_message_id", None) if there else None)

    def called(self, table_id: int, message_id: int) -> None:
        """Somebody was called by that message."""
        if (publisher := self.by_table.get(table_id)) is not None:
            publisher.below.called(message_id)

    def pushed_up(self, table_id: int, message_id: int, most: int) -> bool:
        """Whether there is talk below that message of a table's channel, or more than ``most`` lines of the bot's."""
        publisher = self.by_table.get(table_id)
        return publisher is not None and publisher.below.pushes_up(message_id, most)

    # -- what panels ask about the table's message

    async def caught_up(self, table_id: int) -> None:
        """Waits until the table's message shows what there is to show by now."""
        if (publisher := self.by_table.get(table_id)) is not None:
            await publisher.refresher.caught_up()

    def waits(self, table_id: int) -> bool:
        """Whether the page of the table's message waits for others to be made."""
        return self._desk.workload.waits(self.by_table.get(table_id))

    def files(self, table_id: int) -> TableFiles | None:
        """The files of the table's message; None where nothing is known of it."""
        publisher = self.by_table.get(table_id)
        return publisher.files if publisher is not None else None

    # -- inside

    def _of(self, table_id: int) -> Publisher | None:
        """The publisher of that table; None if there is no such table any more, or if it needs none.

        Raises Refusal where the table rests.
        """
        if table_id not in self.by_table:
            snapshot = self._desk.service.snapshot_of(table_id)
            if snapshot is None or snapshot.in_dm:
                return None
            panels = self._panels()
            self.by_table[table_id] = Publisher(
                self._desk,
                self._client,
                self._tokens,
                table_id,
                self._message(snapshot),
                self._openings.adoption(snapshot),
                lambda: panels.unreached(table_id),
                lambda: self.by_table.pop(table_id, None),
                TableFiles(lambda: panels.shared(table_id)),
                lambda: panels.changed(table_id),
                partial(self._noticed, table_id),
                self._rest_follows,
            )
        return self.by_table[table_id]

    def _message(self, table: Snapshot) -> LiveMessage:
        desk, table_id = self._desk, table.table_id

        def moved_on() -> Page:
            return sentence(desk.texts_in(table.guild_id)("table-moved"))

        async def stub() -> Page:
            return moved_on()

        return LiveMessage(
            InChannel(self._client, table.channel_id, table.guild_id, self._tokens),
            self._memory,
            desk.spawn,
            name_of(TABLES, table_id),
            moved=lambda message_id: desk.service.set_live(table_id, message_id),
            unreadable=moved_on,
            stub=stub,
            unneeded=lambda: self._panels_moved_on(table_id),
        )

    async def _panels_moved_on(self, table_id: int) -> None:
        """Waits until the panels lead to the table's new message, and show its picture instead of the old one's."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CATCHING_UP):
                await self.caught_up(table_id)  # until then the panels don't know that there are other files
        self._panels().changed(table_id)
        await self._panels().caught_up(table_id)
