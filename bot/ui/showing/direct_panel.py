"""A panel that is a direct message: edited, sent anew, and what points from there to the channel."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass

import discord

from bot.service.model import Private, Snapshot
from bot.ui.desk import Desk
from bot.ui.pages.concern import Concern
from bot.ui.pages.old_panels import moved_page
from bot.ui.pages.page import Page, sentence
from bot.ui.showing.limiter import Priority
from bot.ui.showing.live import ATTEMPTS, LiveMessage, Status
from bot.ui.showing.memory import HANDS, POINTERS, Memory, name_of
from bot.ui.showing.panel_content import PanelContent, with_hand_before
from bot.ui.showing.panel_news import LAST_EDIT, PanelNews, to_act
from bot.ui.showing.places import InDirectMessages
from bot.ui.showing.sending import DMS_CLOSED, FAILURES, OLD_MESSAGE, age_of, code_of, describe, persevere
from bot.ui.showing.tokens import Tokens

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _DirectEdit:
    """How a direct message is to be brought up to date."""

    live: bool
    """Whether a press's token edits it."""
    anew: bool
    """Whether a new message takes its place."""
    due: bool
    """Whether there is to be one: else only one that is there is edited."""

    @property
    def by_token(self) -> bool:
        """Whether it takes no request of the bot's own."""
        return self.live and not self.anew


class DirectPanel:
    """The direct message that is one person's panel at a table, and the pointer that it leaves behind.

    ``key``: the table and the user. ``content`` makes its pages, ``news`` says whether there is something to show.
    ``not_reached`` is called where the person takes no direct messages; ``elsewhere``: whether the panel is in the
    channel by now.
    """

    def __init__(
        self,
        desk: Desk,
        client: discord.Client,
        memory: Memory,
        tokens: Tokens,
        key: tuple[int, int],
        content: PanelContent,
        news: PanelNews,
        not_reached: Callable[[], None],
        elsewhere: Callable[[], bool],
    ) -> None:
        self._desk, self._tokens, self._content, self._news = desk, tokens, content, news
        self._not_reached, self._elsewhere = not_reached, elsewhere
        self._table_id, self._user_id = key
        self._place = InDirectMessages(client, self._user_id, tokens)
        self.message = LiveMessage(self._place, memory, desk.spawn, name_of(HANDS, *key), stub=self._stub)
        """The panel, as long as it is a direct message."""
        self.pointer = LiveMessage(
            InDirectMessages(client, self._user_id, tokens), memory, desk.spawn, name_of(POINTERS, *key)
        )
        """The direct message that says that the panel is in the channel, as long as that is so."""
        self._opening: asyncio.Future[None] | None = None
        """Done when the direct messages are open, or can't be opened; None: they aren't being opened."""
        self._answered: asyncio.Future[None] | None = None
        """Done when an answer has shown the panel; None: nothing waits for the direct messages to be opened."""
        self._unopened = False
        """Whether there is to be one that couldn't be sent, because the direct messages couldn't be opened."""

    @property
    def up_to_date(self) -> bool:
        """Whether it is known to show what it last had to show, or there is none and is to be none."""
        return self.message.status is Status.SHOWN if self.message.exists else not self._unopened

    def answered(self) -> None:
        """An answer has shown the panel: it is looked at anew, rather than when the direct messages are open."""
        if self._answered is not None and not self._answered.done():
            self._answered.set_result(None)

    async def bring_up(self, private: Private) -> None:
        """Has it show the table as it is, where there is to be one. Raises what a request raises."""
        table, people = private.table, self._desk.service.people
        self._unopened = False
        edit = await self._edit(private)
        if edit is None:
            return
        if not self.message.exists and not table.in_dm and await people.dms_closed(table.guild_id, self._user_id):
            self._not_reached()
            return
        try:
            if edit.by_token or not to_act(private):  # else whoever is to act waits for nothing
                await self._news.with_the_table()
            while True:
                private = await self._news.room(self.message) or private
                edit = await self._edit(private)  # much may have happened meanwhile
                if edit is None or (self._elsewhere() and not table.in_dm) or self._news.gives_way():
                    return
                if not self._must_open(edit):
                    break
                await self._open(private)
            if edit.by_token:
                await self._show(private, edit)
                return
            async with self._desk.limiter.turn(_priority(private)):
                if self._news.gives_way():
                    return
                await self._show(self._news.private() or private, edit)
        except discord.HTTPException as error:
            if code_of(error) not in DMS_CLOSED:
                raise
            self._unopened = False
            log.info("a person at table %s takes no direct messages", self._table_id)
            await people.note_dms_closed(table.guild_id, self._user_id)
            self._desk.notify(self._user_id, "dms-closed")
            self._not_reached()

    async def point_to_the_channel(self, table: Snapshot) -> None:
        """The panel has come to the channel: what was the panel here becomes the pointer. Never raises."""
        self._unopened = False
        if not self.message.exists:
            return
        channel_id, message_id = self.message.channel_id, self.message.id
        await self.message.retire(moved_page(table, await self._desk.texts_of(self._user_id)))
        if channel_id is not None and message_id is not None and not self.message.exists:
            await self.remove_pointer()
            await self.pointer.adopt(channel_id, message_id)

    async def come_back(self) -> None:
        """The panel is here again: nothing is to point to the channel. Never raises."""
        if self.pointer.id == self.message.id:
            await self.pointer.forget()  # it was pressed, and is the panel again
        await self.remove_pointer()

    async def remove_pointer(self) -> None:
        """Deletes the direct message that says that the panel is in the channel. Never raises."""
        if not self.pointer.exists:
            return
        try:
            async with self._desk.limiter.turn(Priority.REST):
                await self.pointer.remove()
        except FAILURES as error:
            log.info("an old direct message of table %s stays: %s", self._table_id, describe(error))
            await self.pointer.forget()

    # -- inside

    async def _stub(self) -> Page:
        """What a direct message says that another has taken the place of, where it can't be deleted."""
        return sentence((await self._desk.texts_of(self._user_id))("private-newer"))

    async def _edit(self, private: Private) -> _DirectEdit | None:
        """What is to be done for the direct message to show the table as it is; None: nothing."""
        table, message = private.table, self.message
        away = bool(private.sitter.away)
        wanted = away or (await self._desk.settings(self._user_id)).hand == "dm"
        begins = message.deal != table.turn.deal
        playing = table.stage == "playing" and private.view is not None and bool(private.view.hand)
        # Whoever was away in a deal of which they saw nothing still hears of it: the next deal takes their seat away.
        due = wanted and (playing or (away and begins and table.stage == "between"))
        due = due or table.in_dm
        if (private.view is None and not table.in_dm) or not (message.exists or due):
            return None
        live = message.id is not None and self._tokens.editing(message.id, LAST_EDIT) is not None
        if not await self._news.for_message(message, private, live=live or table.in_dm):
            return None
        # A new message tells of itself, an edit doesn't.
        goes_away = away and isinstance(message.about, Concern) and not message.about.away
        stale = begins and message.id is not None and age_of(message.id, self._desk.clock()) > OLD_MESSAGE
        return _DirectEdit(live=live, anew=due and message.id is not None and (goes_away or stale), due=due)

    def _must_open(self, edit: _DirectEdit) -> bool:
        """Whether the direct messages are to be opened first, because something may be sent."""
        sends = edit.anew or self.message.id is None or self.message.being_sent
        return sends and not self._place.is_open

    async def _open(self, private: Private) -> None:
        """Waits until the direct messages are open, or an answer has shown the panel. Raises what a request raises.

        In that case the request goes on, and the person sees nothing of it. It isn't cancelled, because the library
        would let others that wait for the same limit wait longer, and after a limit on everything send nothing more.
        """
        loop = asyncio.get_running_loop()
        if self._opening is None:
            self._opening = loop.create_future()
            self._desk.spawn(self._ask_to_open(self._opening, _priority(private)))
        opening = self._opening
        self._answered = loop.create_future()
        try:
            await asyncio.wait({opening, self._answered}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._answered = None
        if opening.done():
            self._unopened = opening.exception() is not None
            opening.result()

    async def _ask_to_open(self, opening: asyncio.Future[None], priority: Priority) -> None:
        """Opens the direct messages, and notes in the future what comes of it."""
        error: Exception | None = None
        try:
            async with self._desk.limiter.turn(priority):
                await persevere(self._place.open_channel, attempts=ATTEMPTS)
        except Exception as raised:
            error = raised
        finally:
            self._opening = None
        if error is None:
            opening.set_result(None)
        else:
            opening.set_exception(error)
            opening.exception()  # whether anybody waits for it or not

    async def _show(self, private: Private, edit: _DirectEdit) -> None:
        """Has the direct message show the table as it is."""
        message = self.message
        message.deal = private.table.turn.deal
        # A new one is not the one that was pressed; at a table in direct messages it is the table's own message.
        follows = edit.by_token or private.table.in_dm
        self._desk.spawn(self.remove_pointer())
        if follows:
            about, page = await self._content.live(private, in_channel=False)
        else:
            page = await self._content.page(private, as_of=self._desk.clock())
            about = (await self._content.concern(private, live=False)).on(page)
        if edit.anew:
            await message.send(page, about)
        else:
            await self._news.show(message, with_hand_before(page, message, private), about, send_again=edit.due)


def _priority(private: Private) -> Priority:
    """How urgent a direct message is."""
    return Priority.PANEL_TO_ACT if to_act(private) else Priority.REST
