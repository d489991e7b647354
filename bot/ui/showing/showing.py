"""All that shows tables without being asked, put together: what a table's change, its rest and the end mean to each."""

from __future__ import annotations

from importlib.metadata import version
from typing import Final

import discord

from bot.service.model import Location
from bot.ui.desk import Desk
from bot.ui.showing.announcing import Announcements
from bot.ui.showing.calls import Calls
from bot.ui.showing.gathering import Gathering
from bot.ui.showing.late_pictures import LatePictures
from bot.ui.showing.letters import PrivateLetters
from bot.ui.showing.lost import LostTables
from bot.ui.showing.memory import Memory
from bot.ui.showing.openings import Openings
from bot.ui.showing.panels import Panels
from bot.ui.showing.pending_answers import PendingAnswers
from bot.ui.showing.private_pages import PageKind, PrivatePages
from bot.ui.showing.publishers import Publishers
from bot.ui.showing.questions import Questions
from bot.ui.showing.restoring import Restoring
from bot.ui.showing.table_info import TableInfo
from bot.ui.showing.thinking import ThinkingAnswers
from bot.ui.showing.tokens import Tokens
from bot.ui.showing.unreadable import UnreadableTables

VERSION: Final = version("knockabout")


class Showing:
    """Shows tables and keeps hands up to date. ``changed`` is the service's ``on_change``."""

    def __init__(self, desk: Desk, client: discord.Client) -> None:
        self._desk = desk
        self._memory = Memory(desk.service.messages)
        self.tokens = Tokens(desk.service.tokens, client, desk.spawn, lambda: desk.clock())
        self.gathering = Gathering(desk, self._bring_up)
        self.thinking = ThinkingAnswers(desk, client, self._memory)
        self.openings = Openings(
            desk, self.thinking, lambda table, message_id: self.publishers.adopt(table, message_id), self.changed
        )
        self.publishers = Publishers(
            desk,
            client,
            self._memory,
            self.tokens,
            self.openings,
            lambda: self.panels,
            lambda table_id, code: self.lost.noticed(table_id, code),
            self.gathering.rest_follows,
        )
        self.panels = Panels(
            desk,
            client,
            self._memory,
            self.tokens,
            self.publishers.show,
            TableInfo(
                shown=self.publishers.caught_up,
                waits=self.publishers.waits,
                files=self.publishers.files,
                pushed_up=self.publishers.pushed_up,
                put_off=self.gathering.waiting,
                rest_follows=self.gathering.rest_follows,
            ),
        )
        self.calls = Calls(desk, client, self._memory, self.tokens, self._called, self.panels.is_lowest)
        self.private_pages = {kind: PrivatePages(kind, desk, self._memory, self.tokens) for kind in PageKind}
        self.questions = Questions(desk, client, self._memory, self.tokens)
        self.pending_answers = PendingAnswers(desk, client, self.tokens)
        self.unreadable = UnreadableTables(desk, client, self._memory)
        self.announcements = Announcements(desk, client)
        self.letters = PrivateLetters(desk, client)
        self.lost = LostTables(desk, client, self.publishers.is_shown_again, self.publishers.shut_out)
        self.late_pictures = LatePictures(desk, self._show_with_pictures)
        desk.studio.on_late = self.late_pictures.note
        self.restoring = Restoring(self, desk, client, self._memory)
        self._put_off: dict[int, None] = {}
        """The tables that may have changed while others may have taken over."""

    @property
    def published(self) -> frozenset[int]:
        """The tables that are shown, as long as there may be something to show."""
        return frozenset(self.publishers.by_table)

    def changed(self, table_id: int) -> None:
        """Shows that table again: something at it has been committed."""
        if self._desk.serving.cut_off:
            self._put_off[table_id] = None
            return
        at = self._desk.service.location_of(table_id)
        if at is not None and at.in_dm and self.openings.under_way_in(at.channel_id):
            return  # the answer to /newgame becomes its message
        if not self.gathering.puts_off(table_id):
            self._bring_up(table_id)
        self.calls.changed(table_id)
        for pages in self.private_pages.values():
            pages.changed(table_id)
        self.unreadable.changed(table_id)
        self.questions.changed(table_id)
        self.announcements.changed(table_id)

    def has_acted(self, table_id: int, user_id: int) -> None:
        """Ends the private pages that the person read before acting: else they would stand below the panel, and push
        it up, more with each turn."""
        for kind in (PageKind.ADVICE, PageKind.TRICK, PageKind.BEATS):
            self.private_pages[kind].over(table_id, user_id)

    def is_going(self, message_id: int) -> bool:
        """Whether that message is a private page that is being deleted, or just was."""
        return any(pages.is_going(message_id) for pages in self.private_pages.values())

    def show_put_off(self) -> None:
        """Shows the tables that may have changed while others might have taken over, as they did not."""
        put_off, self._put_off = self._put_off, {}
        for table_id in put_off:
            self.changed(table_id)

    def settings_changed(self, guild_id: int) -> None:
        """Shows the tables of a server again: their language may be another now."""
        for at in self._desk.service.locations_in_server(guild_id):
            if at.table_id in self.publishers.by_table:
                self.publishers.show(at.table_id)
            elif self._desk.service.rests.at(at.table_id) is not None:
                self._desk.spawn(self._wake(at.table_id))

    # -- tables at rest

    def may_rest(self, table_id: int) -> bool:
        """Whether nothing is being done, or about to be, to the messages that show that table."""
        at, publisher = self._desk.service.location_of(table_id), self.publishers.by_table.get(table_id)
        if at is None or at.closed or self.late_pictures.awaited(table_id) or self.gathering.waiting(table_id):
            return False
        if self.openings.under_way_in(at.channel_id):
            return False
        if self.panels.looks_at(table_id) or self.calls.looks_at(table_id) or self.tokens.alive_at(table_id):
            return False
        return publisher is None or publisher.knows_all or not publisher.refresher.due

    def shown_as(self, table_id: int) -> str:
        """By which program and in which language the messages are made that show that table as it is; "": they may show
        something else, or nothing is known of them."""
        at, publisher = self._desk.service.location_of(table_id), self.publishers.by_table.get(table_id)
        if at is None or not self.panels.all_up_to_date(table_id):
            return ""
        known = at.in_dm if publisher is None else publisher.knows_all
        return self._looks(at.guild_id) if known else ""

    def let_go(self, table_id: int) -> None:
        """That table has come to rest: keeps nothing of it but what is stored."""
        self.publishers.let_go(table_id)
        self.panels.let_go(table_id)
        self.calls.let_go(table_id)
        self.gathering.let_go(table_id)

    def woken(self, table_id: int, shown: str) -> None:
        """That table, which was shown like that, is to be used again after it has rested; nothing has happened yet."""
        at = self._desk.service.location_of(table_id)
        self.publishers.woken(table_id, up_to_date=at is not None and shown == self._looks(at.guild_id))

    def is_shown_at_rest(self, at: Location) -> bool:
        """Whether that table rests, and its messages are as this program makes them."""
        record = self._desk.service.rests.at(at.table_id)
        return record is not None and record.rest is not None and record.rest.shown == self._looks(at.guild_id)

    def _looks(self, guild_id: int) -> str:
        """By which program and in which language messages in that server are made."""
        chosen = self._desk.service.servers.of(guild_id).language
        return f"{VERSION} {chosen or self._desk.guild_locale(guild_id)}"

    # -- the end

    async def close(self) -> None:
        """Ends all publishing."""
        self.tokens.close()
        self.gathering.close()
        await self.publishers.close()
        await self.calls.close()
        await self.questions.close()
        await self.announcements.refresher.close()
        await self.letters.refresher.close()
        await self.panels.close()

    # -- inside

    async def _wake(self, table_id: int) -> None:
        """Shows a table that rests."""
        await self._desk.service.rests.prepare(table_id)
        self.publishers.show(table_id)

    def _show_with_pictures(self, table_id: int) -> None:
        """Shows a table again whose picture was late, unless it is over, and its last message is left as it is."""
        at = self._desk.service.location_of(table_id)
        if table_id in self.publishers.by_table or (at is not None and at.in_dm and not at.closed):
            self.changed(table_id)

    def _bring_up(self, table_id: int) -> None:
        """Has the table's message and the panels show the table as it is."""
        self.publishers.show(table_id)
        self.panels.changed(table_id)

    def _called(self, table_id: int, user_id: int, message_id: int) -> None:
        self.publishers.called(table_id, message_id)
        self.panels.come_down(table_id, user_id)
