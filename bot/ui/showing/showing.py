"""Everything that is shown without being asked for: a publisher for each table, people's hands, unfinished answers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from importlib.metadata import version
from typing import Final

import discord

from bot.logs import errors_logged, log_unexpected
from bot.service.model import Location, Refusal, Snapshot
from bot.store.messages import Remembered
from bot.store.model.errors import StoreError
from bot.ui.desk import Desk
from bot.ui.pages.page import Page, sentence
from bot.ui.showing.announcing import Announcements
from bot.ui.showing.calls import Calls
from bot.ui.showing.gathering import Gathering
from bot.ui.showing.letters import PrivateLetters
from bot.ui.showing.live import LiveMessage
from bot.ui.showing.lost import LostTables
from bot.ui.showing.memory import HANDS, LEFT, PANELS, POINTERS, TABLES, Memory, name_of, numbers
from bot.ui.showing.panels import CATCHING_UP, Panels
from bot.ui.showing.pending_answers import PendingAnswers
from bot.ui.showing.places import ByTokens, InChannel
from bot.ui.showing.private_pages import PageKind, PrivatePages
from bot.ui.showing.publisher import Adoption, Publisher
from bot.ui.showing.questions import Questions
from bot.ui.showing.sending import FAILURES, MESSAGE_GONE, code_of, describe
from bot.ui.showing.table_files import TableFiles
from bot.ui.showing.table_info import TableInfo
from bot.ui.showing.thinking import ThinkingAnswers
from bot.ui.showing.tokens import Tokens
from bot.ui.showing.unreadable import UnreadableTables

log = logging.getLogger(__name__)

VERSION: Final = version("knockabout")
SHOWN_AT_ONCE: Final = 4
"""How many tables are shown again at one time after a start, so that no picture waits long for its turn."""
BETWEEN_TABLES: Final = 0.2
"""Seconds to wait before the next table takes the place of one that is shown: Discord takes fifty requests a second."""
SHOWN_AGAIN: Final = 10.0
"""After this many seconds the next table is shown, even if the one before is not shown yet."""
DRAWN_AGAIN: Final = 5.0
"""After this many seconds tables are shown again whose pictures were not drawn in time, unless there is still too much
to do: then that is looked at again after as many."""
NEXT_DRAWN: Final = 0.05
"""Seconds between two of them: all at once, they would be too much to do."""
READ_AGAIN: Final = 30.0
"""After this many seconds a table is shown again that could not be read after a start."""
BRING_DOWN: Final = 10.0
"""Seconds that /table waits for the message to be there."""


class Opening:
    """A table that is being opened, and the message that answers the command."""

    def __init__(self, showing: Showing, message_id: int | None) -> None:
        self._showing, self._message_id = showing, message_id
        self.adoption: Adoption = asyncio.get_running_loop().create_future()

    async def opened(self, table: Snapshot) -> None:
        """The table is there: remembers the answer as its message, so that a restart finds it."""
        if self._message_id is not None:
            await self._showing.adopt(table, self._message_id)

    def shown(self, message_id: int | None, page: Page) -> None:
        """Says that the answer shows that page; None if it could not be shown: then the table gets its own message."""
        self.adoption.set_result((message_id, page))


class Showing:
    """Shows tables and keeps hands up to date. ``changed`` is the service's ``on_change``."""

    def __init__(self, desk: Desk, client: discord.Client) -> None:
        self._desk, self._client = desk, client
        self._memory = Memory(desk.service.messages)
        self.tokens = Tokens(desk.service.tokens, client, desk.spawn, lambda: desk.clock())
        self.gathering = Gathering(desk, self._bring_up)
        self.panels = Panels(
            desk,
            client,
            self._memory,
            self.tokens,
            self._show,
            TableInfo(
                shown=self._shown,
                waits=lambda table_id: desk.workload.waits(self._publishers.get(table_id)),
                files=self._files,
                pushed_up=self._pushed_up,
                put_off=self.gathering.waiting,
                rest_follows=self.gathering.rest_follows,
            ),
        )
        self.calls = Calls(desk, client, self._memory, self.tokens, self._called, self.panels.is_lowest)
        self.private_pages = {kind: PrivatePages(kind, desk, self._memory, self.tokens) for kind in PageKind}
        self.questions = Questions(desk, client, self._memory, self.tokens)
        self.thinking = ThinkingAnswers(desk, client, self._memory)
        self.pending_answers = PendingAnswers(desk, client)
        self.unreadable = UnreadableTables(desk, client, self._memory)
        self.announcements = Announcements(desk, client)
        self.letters = PrivateLetters(desk, client)
        self.lost = LostTables(desk, client, self._is_shown_again, self._shut_out)
        self._publishers: dict[int, Publisher] = {}
        self._openings: dict[tuple[int, int], Opening] = {}
        self._late: dict[int, None] = {}
        """The tables whose pictures were not drawn in time, in the order in which that came about."""
        self._restoring = asyncio.Lock()
        self._put_off: dict[int, None] = {}
        """The tables that may have changed while others may have taken over."""
        self._loaded = False
        """Whether what was shown before was read, and nothing was done with it yet."""
        self._restored: set[int] = set()
        """The shards whose tables are shown again after the start."""
        desk.studio.on_late = self._picture_late

    @property
    def published(self) -> frozenset[int]:
        """The tables that are shown, as long as there may be something to show."""
        return frozenset(self._publishers)

    async def load(self) -> None:
        """Reads which messages and tokens there are from before; called before anything is shown.

        What can't be read is shown anew, or as it is, and ends no start.
        """
        shards = self._desk.service.shards
        loads: tuple[tuple[str, Callable[[], Awaitable[None]]], ...] = (
            ("messages from before", partial(self._memory.load, None if shards.ids is None else shards.holds)),
            ("tokens from before", self.tokens.load),
            ("answers that are owed", partial(self.pending_answers.load, shards.holds)),
        )
        for what, load in loads:
            try:
                await load()
            except StoreError as error:
                log_unexpected(log, f"{what} could not be read", error)
        self._was_read()

    async def take(self, taken: frozenset[int]) -> None:
        """The same for shards that this process takes while it runs. Raises StoreError: then it may be tried again."""
        service = self._desk.service

        def holds(guild_id: int) -> bool:
            return service.shards.of(guild_id) in taken

        await self._memory.load(holds)
        await self.tokens.load(lambda table_id: service.shard_of(table_id) in taken)
        await self.pending_answers.load(holds)
        self._was_read()

    def _was_read(self) -> None:
        """Tells the service which messages show tables. What was read is shown again once a shard is there."""
        for message in self._memory.starting(TABLES):
            self._desk.service.set_live(numbers(message.name)[0], message.message_id)
        self._loaded = True

    async def restore(self, shard: int) -> bool:
        """The first time that a shard is there after a start: shows its open tables again.

        With the first of all shards that were taken together, answers that never came are removed, and what is left of
        closed tables. Returns whether it is the first of all.
        """
        async with self._restoring:
            if shard in self._restored:
                return False
            first, at_all = self._loaded, not self._restored
            self._loaded = False
            if first:
                await self.thinking.settle()
                self.pending_answers.restore()
            self._restored.add(shard)
            self._restore(shard, first=first)
            if first and not at_all:
                self.announcements.refresher.wake()
                self.letters.refresher.wake()
            return at_all

    def _restore(self, shard: int, *, first: bool) -> None:
        service = self._desk.service

        def here(message: Remembered) -> bool:
            """Whether that message of a table's is to be looked at now."""
            of = service.shard_of(numbers(message.name)[0])
            return of == shard if of is not None else first

        there = [at for at in service.locations() if not at.closed and service.shards.of(at.guild_id) == shard]
        tables = {at.table_id for at in there}
        resting = {at.table_id for at in there if self._rests(at)}

        def gone(message: Remembered) -> bool:
            """Whether its table has closed meanwhile; of those that are open all is looked at as they are shown."""
            return here(message) and numbers(message.name)[0] not in tables

        left = [message for kind in (TABLES, HANDS, PANELS) for message in self._memory.starting(kind)]
        work = iter(
            [
                *(partial(self._show_again, at.table_id) for at in there if at.table_id not in resting),
                *(partial(self._remove_buttons, message) for message in left if gone(message)),
                *(partial(self._clear_away, message) for message in self._memory.starting(LEFT) if first),
                *(partial(self._clear_away, message) for message in self._memory.starting(POINTERS) if gone(message)),
            ]
        )
        for _ in range(SHOWN_AT_ONCE):
            self._desk.spawn(_one_after_another(work))
        self.calls.restore(gone)
        for pages in self.private_pages.values():
            pages.restore(gone)
        self.unreadable.restore(shard, here)
        self.questions.restore(here)

    def watch_ends(self) -> None:
        """After a start: tells what is still to be told, and looks for tables that nobody can reach any more."""
        self.announcements.refresher.wake()
        self.letters.refresher.wake()
        self._desk.keep_running(self.lost.watch())

    def changed(self, table_id: int) -> None:
        """Shows that table again: something at it has been committed."""
        if self._desk.serving.cut_off:
            self._put_off[table_id] = None
            return
        at = self._desk.service.location_of(table_id)
        if at is not None and at.in_dm and any(channel_id == at.channel_id for channel_id, _ in self._openings):
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
            if at.table_id in self._publishers:
                self._show(at.table_id)
            elif self._desk.service.rests.at(at.table_id) is not None:
                self._desk.spawn(self._wake(at.table_id))

    # -- tables at rest

    def may_rest(self, table_id: int) -> bool:
        """Whether nothing is being done, or about to be, to the messages that show that table."""
        at, publisher = self._desk.service.location_of(table_id), self._publishers.get(table_id)
        if at is None or at.closed or table_id in self._late or self.gathering.waiting(table_id):
            return False
        if any(channel_id == at.channel_id for channel_id, _ in self._openings):
            return False
        if self.panels.looks_at(table_id) or self.calls.looks_at(table_id) or self.tokens.alive_at(table_id):
            return False
        return publisher is None or publisher.knows_all or not publisher.refresher.due

    def shown_as(self, table_id: int) -> str:
        """By which program and in which language the messages are made that show that table as it is; "": they may show
        something else, or nothing is known of them."""
        at, publisher = self._desk.service.location_of(table_id), self._publishers.get(table_id)
        if at is None or not self.panels.all_up_to_date(table_id):
            return ""
        known = at.in_dm if publisher is None else publisher.knows_all
        return self._looks(at.guild_id) if known else ""

    def let_go(self, table_id: int) -> None:
        """That table has come to rest: keeps nothing of it but what is stored."""
        if (publisher := self._publishers.pop(table_id, None)) is not None:
            publisher.refresher.stop()
        self.panels.let_go(table_id)
        self.calls.let_go(table_id)
        self.gathering.let_go(table_id)

    def woken(self, table_id: int, shown: str) -> None:
        """That table, which was shown like that, is to be used again after it has rested; nothing has happened yet."""
        if (publisher := self._publisher(table_id)) is not None:
            at = self._desk.service.location_of(table_id)
            publisher.woken(up_to_date=at is not None and shown == self._looks(at.guild_id))

    def _looks(self, guild_id: int) -> str:
        """By which program and in which language messages in that server are made."""
        chosen = self._desk.service.servers.of(guild_id).language
        return f"{VERSION} {chosen or self._desk.guild_locale(guild_id)}"

    def _rests(self, at: Location) -> bool:
        """Whether that table rests, and its messages are as this program makes them."""
        record = self._desk.service.rests.at(at.table_id)
        return record is not None and record.rest is not None and record.rest.shown == self._looks(at.guild_id)

    @contextlib.asynccontextmanager
    async def opening(self, channel_id: int, user_id: int, message_id: int | None) -> AsyncIterator[Opening]:
        """While this is open, that message answers the person who opens a table there: the table waits for it."""
        opening, place = Opening(self, message_id), (channel_id, user_id)
        async with self.thinking.waiting(channel_id, message_id):
            self._openings.setdefault(place, opening)
            try:
                yield opening
            finally:
                if self._openings.get(place) is opening:
                    del self._openings[place]
                at = self._desk.service.location_in(channel_id)
                if at is not None and at.in_dm:
                    self.changed(at.table_id)
                if not opening.adoption.done():
                    opening.adoption.set_result((None, None))

    async def adopt(self, table: Snapshot, message_id: int) -> None:
        """Takes that message as the table's from now on; what it shows is not known."""
        if (publisher := self._publisher(table.table_id)) is not None:
            await publisher.message.adopt(table.channel_id, message_id)

    async def bring_down(self, table_id: int) -> None:
        """Shows the table at the bottom of its channel, and waits a while for it."""
        if (publisher := self._publisher(table_id)) is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BRING_DOWN):
                    await publisher.bring_down()

    async def seen(self, table_id: int) -> bool:
        """Whether people can see the table, as far as Discord tells; one in direct messages has no message to see."""
        at = self._desk.service.location_of(table_id)
        if at is not None and at.in_dm:
            return True
        publisher = self._publisher(table_id)
        return publisher is not None and await publisher.is_visible()

    async def close(self) -> None:
        """Ends all publishing."""
        self.tokens.close()
        self.gathering.close()
        await asyncio.gather(*(publisher.refresher.close() for publisher in self._publishers.values()))
        await self.calls.close()
        await self.questions.close()
        await self.announcements.refresher.close()
        await self.letters.refresher.close()
        await self.panels.close()

    async def _shown(self, table_id: int) -> None:
        """Waits until the table's message shows what there is to show by now."""
        if (publisher := self._publishers.get(table_id)) is not None:
            await publisher.refresher.caught_up()

    async def _is_shown_again(self, table_id: int) -> bool:
        """Tries to show a table that could not be shown. One that can't be read has a channel that is there, or not."""
        await self._desk.service.rests.prepare(table_id)
        if (publisher := self._publisher(table_id)) is not None:
            return await publisher.is_shown_again()
        if (orphan := self._desk.service.orphan_of(table_id)) is not None:
            with contextlib.suppress(*FAILURES):
                await self._client.fetch_channel(orphan.channel_id)
                return True
        return False

    async def _shut_out(self, table_id: int) -> None:
        """Discord has told by itself that the bot may not see that table's channel any more."""
        await self._desk.service.rests.prepare(table_id)
        if (publisher := self._publisher(table_id)) is not None:
            publisher.visibility.shut_out()

    def _files(self, table_id: int) -> TableFiles | None:
        """The files of the table's message; None where nothing is known of it."""
        publisher = self._publishers.get(table_id)
        return publisher.files if publisher is not None else None

    def pressed(self, table_id: int, channel: object, channel_id: int | None) -> None:
        """Notes what a press at a table tells of the table's channel: nothing, where it comes from another one."""
        at, publisher = self._desk.service.location_of(table_id), self._publishers.get(table_id)
        if at is not None and publisher is not None:
            there = at.channel_id == channel_id
            publisher.below.newest_told(getattr(channel, "last_message_id", None) if there else None)

    def _pushed_up(self, table_id: int, message_id: int, most: int) -> bool:
        """Whether there is talk below that message of a table's channel, or more than ``most`` lines of the bot's."""
        publisher = self._publishers.get(table_id)
        return publisher is not None and publisher.below.pushes_up(message_id, most)

    async def _wake(self, table_id: int) -> None:
        """Shows a table that rests."""
        await self._desk.service.rests.prepare(table_id)
        self._show(table_id)

    async def _show_again(self, table_id: int) -> None:
        """Shows a table after a start, and waits a while for it. One that can't be read is shown later."""
        await self._desk.service.rests.prepare(table_id)
        try:
            self.changed(table_id)
        except Refusal as refusal:
            log.warning("table %s can't be shown again yet (%s)", table_id, refusal.code)
            self._desk.keep_running(self._show_later(table_id))
            return
        if (publisher := self._publishers.get(table_id)) is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SHOWN_AGAIN):
                    await publisher.refresher.caught_up()

    async def _show_later(self, table_id: int) -> None:
        await asyncio.sleep(READ_AGAIN)
        await self._show_again(table_id)

    def _picture_late(self, table_id: int) -> None:
        """A picture was not drawn in time: it is tried again, with all that the table shows by then."""
        if not self._late:
            asyncio.get_running_loop().call_later(DRAWN_AGAIN, self._draw_again)
        self._late[table_id] = None

    def _draw_again(self) -> None:
        """Shows a table again whose picture was late, and soon the next one."""
        loop = asyncio.get_running_loop()
        if self._desk.workload.overloaded:
            loop.call_later(DRAWN_AGAIN, self._draw_again)
            return
        table_id = next(iter(self._late))
        del self._late[table_id]
        if self._late:
            loop.call_later(NEXT_DRAWN, self._draw_again)
        at = self._desk.service.location_of(table_id)
        # A table in direct messages has a panel alone. Where another has no publisher it is over, and its last message
        # is left as it is.
        if table_id in self._publishers or (at is not None and at.in_dm and not at.closed):
            self.changed(table_id)

    def _bring_up(self, table_id: int) -> None:
        """Has the table's message and the panels show the table as it is."""
        self._show(table_id)
        self.panels.changed(table_id)

    def _show(self, table_id: int) -> None:
        if (publisher := self._publisher(table_id)) is not None:
            publisher.changed()

    def _called(self, table_id: int, user_id: int, message_id: int) -> None:
        if (publisher := self._publishers.get(table_id)) is not None:
            publisher.below.called(message_id)
        self.panels.come_down(table_id, user_id)

    def _publisher(self, table_id: int) -> Publisher | None:
        """The publisher of that table; None if there is no such table any more, or if it needs none."""
        if table_id not in self._publishers:
            snapshot = self._desk.service.snapshot_of(table_id)
            if snapshot is None or snapshot.in_dm:
                return None  # in direct messages the panel is all there is of a table
            opening = self._openings.get((snapshot.channel_id, snapshot.host_id))
            self._publishers[table_id] = Publisher(
                self._desk,
                self._client,
                self.tokens,
                table_id,
                self._message(snapshot),
                opening.adoption if opening is not None else None,
                lambda: self.panels.unreached(table_id),
                lambda: self._publishers.pop(table_id, None),
                TableFiles(lambda: self.panels.shared(table_id)),
                lambda: self.panels.changed(table_id),
                partial(self.lost.noticed, table_id),
                self.gathering.rest_follows,
            )
        return self._publishers[table_id]

    def _message(self, table: Snapshot) -> LiveMessage:
        desk, table_id = self._desk, table.table_id

        def moved_on() -> Page:
            return sentence(desk.texts_in(table.guild_id)("table-moved"))

        async def stub() -> Page:
            return moved_on()

        return LiveMessage(
            InChannel(self._client, table.channel_id, table.guild_id, self.tokens),
            self._memory,
            desk.spawn,
            name_of(TABLES, table_id),
            moved=lambda message_id: desk.service.set_live(table_id, message_id),
            unreadable=moved_on,
            stub=stub,
            unneeded=lambda: self._panels_moved_on(table_id),
        )

    async def _clear_away(self, message: Remembered) -> None:
        """Deletes a message that another had taken the place of when the bot stopped; else it loses its buttons."""
        place = InChannel(self._client, message.channel_id or 0)
        left = LiveMessage(place, self._memory, self._desk.spawn, message.name)
        try:
            await left.remove()
        except FAILURES as error:
            if code_of(error) in MESSAGE_GONE:
                await left.forget()
            else:
                log.info("a message from before the start can't be deleted (%s): %s", message.name, describe(error))
                await left.retire()

    async def _panels_moved_on(self, table_id: int) -> None:
        """Waits until the panels lead to the table's new message, and show its picture instead of the old one's."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CATCHING_UP):
                await self._shown(table_id)  # until then the panels don't know that there are other files
        self.panels.changed(table_id)
        await self.panels.caught_up(table_id)

    async def _remove_buttons(self, message: Remembered) -> None:
        """Removes the buttons from the message of a table that was closed unseen before the start, or can't be read."""
        private = message.name.startswith(PANELS)
        place = ByTokens(self.tokens) if private else InChannel(self._client, message.channel_id or 0)
        await LiveMessage(place, self._memory, self._desk.spawn, message.name).retire()


async def _one_after_another(work: Iterator[Callable[[], Awaitable[None]]]) -> None:
    """Does the work that is left, piece by piece; several calls may share it. A piece that fails is logged."""
    for do in work:
        with errors_logged(log, "something could not be shown again after the start"):
            await do()
        await asyncio.sleep(BETWEEN_TABLES)
