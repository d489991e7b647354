"""A panel in the channel, which only its holder sees: edited by its token, or sent anew below what was posted."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from typing import Final

from bot.service.model import Private
from bot.ui.desk import Desk
from bot.ui.pages.panel import last_page
from bot.ui.showing.attached import pictures_of
from bot.ui.showing.live import LiveMessage
from bot.ui.showing.memory import PANELS, Memory, name_of
from bot.ui.showing.panel_content import PanelContent, with_hand_before
from bot.ui.showing.panel_news import LAST_EDIT, PanelNews
from bot.ui.showing.places import ByTokens
from bot.ui.showing.replaced_panels import ReplacedPanels, where
from bot.ui.showing.sending import FAILURES, describe, persevere
from bot.ui.showing.table_info import TableInfo
from bot.ui.showing.tokens import Token, Tokens, UnreachableError
from bot.ui.workload import Urgency

log = logging.getLogger(__name__)

AFTER_THE_TABLE: Final = 2.0
"""Seconds for which a new deal's panel waits at most, so that it comes below the table's message."""
AFTER_AN_ANSWER: Final = 5.0
"""Seconds for which a panel waits at most for the answer in whose place it would come, before it is looked at again."""
LINES_BELOW: Final = 2
"""Lines of the bot's own below a panel in the channel with which it stays where it is when a deal begins."""


class ChannelPanel:
    """The message in the channel that is one person's panel at a table.

    ``key``: the table and the user. ``content`` makes its pages, ``news`` says whether there is something to show,
    ``replaced`` looks after those before it. ``wake`` has the panel looked at again.
    """

    def __init__(
        self,
        desk: Desk,
        memory: Memory,
        tokens: Tokens,
        key: tuple[int, int],
        content: PanelContent,
        news: PanelNews,
        replaced: ReplacedPanels,
        wake: Callable[[], None],
        info: TableInfo,
    ) -> None:
        self._desk, self._tokens, self._content, self._news = desk, tokens, content, news
        self._replaced, self._wake, self._info = replaced, wake, info
        self._table_id, self._user_id = key
        self.message = LiveMessage(ByTokens(tokens), memory, desk.spawn, name_of(PANELS, *key))
        """The panel, as long as it is in the channel."""
        self._down = False
        """Whether it is to come below what was just posted there."""

    @property
    def is_open(self) -> bool:
        """Whether the panel is open in the channel and can be edited there."""
        return self.message.id is not None and self._tokens.editing(self.message.id, LAST_EDIT) is not None

    @property
    def lowest(self) -> bool:
        """Whether the panel can be edited in the channel, with nothing below it but a call."""
        return self.is_open and not self._info.pushed_up(self._table_id, self.message.id or 0, 0)

    @property
    def within_reach(self) -> bool:
        """Whether the panel in the channel can be edited, or sent anew."""
        known = self.message.id is not None and self._tokens.editing(self.message.id) is not None
        return known or self._tokens.of(self._table_id, self._user_id, LAST_EDIT) is not None

    def come_down(self) -> None:
        """Has the panel in the channel come below a call when it is looked at next, if no trace of it is left above."""
        self._down = True

    async def tell(self, said: str) -> bool:
        """Says why a press on the table's message was refused, in the panel that is open in the channel.

        The panel comes anew, at the bottom: Discord tells nobody whether its holder has put the old one away.
        Returns whether it was said; False: there is no such panel, or none that can be replaced.
        """
        if self.message.id is None or self._tokens.editing(self.message.id) is None:
            return False
        try:
            said_too = self._desk.notices(self._user_id, await self._desk.texts_of(self._user_id))
            return await self._bring_anew(notices=(said, *said_too))
        except FAILURES as error:
            log.info("a panel at table %s can't say what was refused: %s", self._table_id, describe(error))
            return False

    async def bring_up(self, private: Private) -> None:
        """Edits the panel in the channel by its token; it comes anew with each deal, and before its token runs out."""
        table, message = private.table, self.message
        begins = table.stage == "playing" and message.deal != table.turn.deal
        if begins:
            await self._news.after_the_table(AFTER_THE_TABLE)  # by then it is known what stands below the panel
        if message.id is None:
            return  # it has moved to the direct messages meanwhile, and is looked at again
        token = self._tokens.of(self._table_id, self._user_id, LAST_EDIT)
        lasts = self._tokens.editing(message.id, LAST_EDIT) is not None
        down = self._down and self._answering_the_table() is not None
        self._down = False
        if token is not None and ((begins and not self._stays()) or not lasts or down):
            if not lasts and not await self._tokens.is_free(token, AFTER_AN_ANSWER):
                await self._show_last(self._news.private() or private)  # the answer may come later than the last edit
            await self._bring_anew(begins=begins)
        elif self._tokens.editing(message.id) is not None:
            # Without a token nobody can do more: what is there leads to the present panel when it is pressed.
            await (self._follow_table(private) if lasts else self._show_last(private))

    async def take_away(self) -> None:
        """From now on the panel is a direct message: this one goes."""
        if self.message.exists:
            channel_id, message_id = self.message.channel_id or 0, self.message.id or 0
            await self.message.forget()
            await self._replaced.delete(self.message, channel_id, message_id)

    # -- inside

    def _stays(self) -> bool:
        """Whether the panel in the channel is edited as a deal begins, rather than sent anew.

        What is sent anew appears as an answer to what was pressed. Where that is the panel itself, which would go, it
        says that the original message was deleted: so the panel stays as long as little stands below it.
        """
        panel = self.message.id or 0
        if self._answering_the_table() is not None or self._tokens.editing(panel, LAST_EDIT) is None:
            return False
        return not self._info.pushed_up(self._table_id, panel, LINES_BELOW)

    def _answering_the_table(self) -> Token | None:
        """The token with which a panel is sent as an answer to the table's message, which stays."""
        table = self._desk.service.snapshot_of(self._table_id)
        live = table.live_message if table is not None else None
        return self._tokens.of(self._table_id, self._user_id, LAST_EDIT, answers=live) if live is not None else None

    async def _follow_table(self, private: Private) -> None:
        """Has the panel in the channel show the table as it is."""
        if not await self._news.for_message(self.message, private, live=True):
            return
        await self._news.with_the_table()
        deal = private.table.turn.deal
        private = await self._news.room(self.message) or private
        if private.table.turn.deal != deal:
            self._wake()  # where the panel is to be by now is to be decided anew
            return
        if self._news.gives_way() or not await self._news.for_message(self.message, private, live=True):
            return  # an answer has shown it meanwhile, or is about to
        self.message.deal = self._news.seen = private.table.turn.deal
        about, page = await self._content.live(private, in_channel=True)
        with contextlib.suppress(UnreachableError):
            await self._news.show(self.message, with_hand_before(page, self.message, private), about)

    async def _show_last(self, private: Private) -> None:
        """Has the panel in the channel say when it was true, before it can be edited no more."""
        about, now = "the last edit", self._desk.clock()
        editable = self.message.id is not None and self._tokens.editing(self.message.id) is not None
        if not editable or self._news.stands(self.message, about):
            return
        page = await self._content.page(private, as_of=now, in_channel=True, by_itself=True)
        page = last_page(private, page, now, await self._desk.texts_of(self._user_id))
        with contextlib.suppress(UnreachableError):
            await self._news.show(self.message, page, about)

    async def _bring_anew(self, *, begins: bool = False, notices: tuple[str, ...] = ()) -> bool:
        """Sends the panel anew, at the bottom of the channel, and deletes the one before. Returns whether it was sent.

        One that the new panel appears as an answer to becomes a line. ``notices`` stand at its top, until there is
        something else to show; they wait for nothing.
        """
        if not (begins or notices):
            await self._news.with_the_table()
        message, known = self.message, self.message.id
        await (self._desk.workload.room(Urgency.ANSWER) if notices else self._news.room(message))
        token = self._answering_the_table() or self._tokens.of(self._table_id, self._user_id, LAST_EDIT)
        free = token is None or await self._tokens.is_free(token, 0.0 if notices else AFTER_AN_ANSWER)
        if not free or (not notices and message.id != known):
            self._wake()  # an answer is owed still, or has brought it anew meanwhile
            return False
        private = self._news.private()
        if private is None or not message.exists or token is None:
            return False
        about, page = await self._content.live(private, notices, in_channel=True)
        with message.coming(page):
            try:
                sent = await persevere(lambda: self._tokens.post(token, page), attempts=2)
            except UnreachableError:
                self._wake()
                return False
            before = where(message)  # by now: an answer may have brought it anew meanwhile
            message.deal = self._news.seen = private.table.turn.deal
            await message.adopt(sent.channel.id, sent.id, page, about, pictures_of(sent))
        if before is None:
            return True
        if token.original == before[1]:
            await self._replaced.shrink(message, *before)
        else:
            await self._replaced.delete(message, *before)
        return True
