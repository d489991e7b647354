"""One person's panel at a table: a direct message, or one in the channel that only this person sees; never both."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Callable, Sequence

import discord

from bot.service.model import Private, Snapshot
from bot.ui.desk import Desk
from bot.ui.pages.concern import Concern
from bot.ui.pages.old_panels import ended_page, parting, parting_page, played_page
from bot.ui.pages.page import Kept, KeptFile, Page
from bot.ui.pages.question import Question
from bot.ui.showing.answer import Answer, Way
from bot.ui.showing.channel_panel import ChannelPanel
from bot.ui.showing.direct_panel import DirectPanel
from bot.ui.showing.live import LiveMessage, Through
from bot.ui.showing.memory import Memory
from bot.ui.showing.panel_content import PanelContent
from bot.ui.showing.panel_news import LAST_EDIT, PanelNews
from bot.ui.showing.replaced_panels import ReplacedPanels, where
from bot.ui.showing.sending import FAILURES
from bot.ui.showing.table_info import TableInfo
from bot.ui.showing.tokens import Tokens, UnreachableError
from bot.ui.workload import Urgency


class Panel:
    """One person's panel at a table.

    ``key``: the table and the user. ``wake`` has it looked at again; ``held``: whether an answer is under way that
    shows it; ``not_reached`` is called where the person takes no direct messages.
    """

    def __init__(
        self,
        desk: Desk,
        client: discord.Client,
        memory: Memory,
        tokens: Tokens,
        key: tuple[int, int],
        wake: Callable[[], None],
        held: Callable[[], bool],
        not_reached: Callable[[], None],
        info: TableInfo,
    ) -> None:
        self._desk, self._tokens, self._wake = desk, tokens, wake
        self.table_id, self.user_id = key
        self._content = PanelContent(desk, key, info)
        self._news = PanelNews(desk, key, self._content, wake, held, info)
        self._replaced = ReplacedPanels(desk, key, wake)
        self.in_channel = ChannelPanel(desk, memory, tokens, key, self._content, self._news, self._replaced, wake, info)
        """The panel, as long as it is in the channel."""
        self._direct = DirectPanel(
            desk,
            client,
            memory,
            tokens,
            key,
            self._content,
            self._news,
            not_reached=not_reached,
            elsewhere=lambda: self.in_channel.message.exists,
        )
        """The panel, as long as it is a direct message."""
        self._pressed: tuple[object, float] = None, 0.0
        """What was pressed last to act, the moment, the action and with what; and when, by the desk's clock."""
        self._timer: asyncio.TimerHandle | None = None

    @property
    def seen(self) -> int:
        """The number of the last deal in which the person was shown the panel after a press, or in the channel."""
        return self._news.seen

    def presses(self, what: object, within: float = math.inf) -> bool:
        """Notes what is pressed to act. Whether that is what was pressed last, as by a double tap; ``within``: so many
        seconds ago at most."""
        (before, then), now = self._pressed, self._desk.clock()
        self._pressed = what, now
        return before == what and now - then <= within

    def change(self, deal: int, **looks: bool) -> None:
        """Changes how this person wants to see it, in the deal of that number; the order of the cards stays so, as long
        as the bot runs, for this table."""
        self._content.change(deal, **looks)

    async def answer(
        self,
        answer: Answer,
        private: Private,
        notices: tuple[str, ...],
        *,
        anew: bool,
        question: Question | None = None,
    ) -> None:
        """Shows the panel as the answer to a press or command, and keeps it true from then on.

        ``anew``: it comes at the bottom of the channel, also where there is one that could be edited. ``question``: it
        asks that, for as long as this moment lasts and nothing else is pressed.
        """
        await self._desk.service.rests.ready(self.table_id)
        self._content.ask(question, private.table.turn)
        await self._desk.workload.room(Urgency.ANSWER)
        private = self._news.private() or private
        table, texts = private.table, self._desk.texts_for(answer.interaction)
        self._news.seen = table.turn.deal
        message = self._direct.message if answer.interaction.guild_id is None else self.in_channel.message
        notices = (*notices, *self._desk.notices(self.user_id, texts))
        in_place = answer.way is not Way.ASIDE and message.id == answer.original
        about, page = await self._content.answer(
            message, private, texts, notices, in_place=in_place, in_channel=message is self.in_channel.message
        )
        with message.coming(page):
            shown = await self._answered(answer, message, page, about, table, anew=anew)
        self._direct.answered()
        if not shown:
            return
        self._desk.spawn(self._put_other_away(message, table))
        self._arm(message)

    async def _answered(
        self, answer: Answer, message: LiveMessage, page: Page, about: Concern, table: Snapshot, *, anew: bool
    ) -> bool:
        """Shows the page as the answer, in the message that was pressed, the panel that is open, or a new one.

        Returns whether there is something to be kept true.
        """
        message.deal = table.turn.deal
        aside = answer.way is Way.ASIDE
        original = answer.original
        sends = page.uploads(message.files)
        if not aside and original is not None:
            channel_id = answer.interaction.channel_id or 0
            before = where(message)
            if message.id != original:
                await message.adopt(channel_id, original)
            if message.id != original:
                # While that was written down, the answer to another command became the panel.
                await answer.show(page)
                self._replaced.clear_away(message, before)
                self._replaced.clear_away(message, (channel_id, original))
                return False

            await message.show(page, about, through=_by(answer))
            self._replaced.clear_away(message, before)
        elif not aside or anew or not await self._edited_in_place(message, page, about):
            # Aside, or which message the answer is was lost on the way: a new message, with files of its own.
            shown = await answer.show(page)
            if shown is None:
                return False
            self._tokens.sent(answer.key, shown)
            before = where(message)  # by now: of answers at the same time the last to arrive is the panel
            await message.adopt(answer.interaction.channel_id or 0, shown, page, about, answer.attachments)
            self._replaced.clear_away(message, before)
        else:
            answer.pictures += sends
        return True

    async def give_way(self, answer: Answer, page: Page) -> None:
        """Has the pressed message show a page that is no panel, and knows that it shows it."""
        for message in (self._direct.message, self.in_channel.message, self._direct.pointer):
            if message.id == answer.original:
                await message.show(page, through=_by(answer))
                return
        await answer.show(page)

    async def look(self) -> bool:
        """Has the panel show the table as it is. Returns whether there will be more to show: False, it is over.

        Raises what a request raises.
        """
        service = self._desk.service
        await service.rests.ready(self.table_id)
        table = service.snapshot_of(self.table_id)
        private = self._news.private()
        shown = table is not None and (table.in_dm or table.stage != "closed")
        if private is not None and (shown or private.view is not None):
            await self._bring_up(private)
        leaving = table is not None and private is None and table.seated(self.user_id) is not None
        if table is not None and leaving and table.stage == "playing":
            await self._take_cards_away(table)
            return True
        return table is not None and private is not None and table.stage != "closed"

    def hurry(self) -> None:
        """Has a page that waits to be made wait no longer than its holder may, who may be to act or have a new hand by
        now."""
        self._news.hurry()

    async def end(self) -> None:
        """Takes the buttons off what the person has open, for it is over. Never raises."""
        self._disarm()
        table = self._desk.service.snapshot_of(self.table_id)
        texts = await self._desk.texts_of(self.user_id)
        if table is not None and table.in_dm and isinstance(self._direct.message.about, Concern):
            await self._direct.message.forget()  # it shows what the table came to, and how to open another
            return
        await self._direct.remove_pointer()
        for message in (self._direct.message, self.in_channel.message):
            # A panel that waits, in a lobby, for a turn or for somebody to come back, would say what never comes.
            shown = message.about
            page: Page | None = None
            if table is not None and isinstance(shown, Concern):
                if shown.stage == "left":
                    page = played_page(table, self.user_id, texts)
                elif shown.stage in {"lobby", "playing"} or shown.away:
                    page = parting_page(table, self.user_id, texts)
                elif message.page is not None and table.stage == "closed":
                    page = ended_page(message.page, table, texts)
            if message.exists:
                await message.retire(page)

    @property
    def shared(self) -> frozenset[int]:
        """The files of the table's message that it shows, or is about to show."""
        return self.in_channel.message.shared | self._direct.message.shared

    @property
    def up_to_date(self) -> bool:
        """Whether its direct message is known to show what it last had to show, or there is none."""
        return self._direct.up_to_date

    def let_go(self) -> None:
        """Looks at the panel no more, because its table rests; another ``Panel`` is made when it is needed."""
        self._disarm()

    # -- inside

    async def _edited_in_place(self, message: LiveMessage, page: Page, about: Concern) -> bool:
        """Shows the page in the panel that is open in the channel. False: there is none that can be edited."""
        if message.id is None or self._tokens.editing(message.id, LAST_EDIT) is None:
            return False
        try:
            await message.show(page, about)
        except (*FAILURES, UnreachableError):
            return False
        return True

    async def _bring_up(self, private: Private) -> None:
        message = self.in_channel.message
        if message.exists and not self.in_channel.within_reach and await self._is_told_directly(private):
            await self.in_channel.take_away()
        if message.exists:
            await self._put_other_away(message, private.table)
        if message.exists:  # it may have moved to the direct messages meanwhile
            await self.in_channel.bring_up(private)
            self._arm(message)
        else:
            await self._direct.bring_up(private)
            self._arm(self._direct.message)

    async def _is_told_directly(self, private: Private) -> bool:
        """Whether a direct message is to tell what a panel in the channel can't show any more.

        Of a computer player that has taken over nothing else tells in private. Somebody's turn or a new deal comes by
        direct message to whoever wants the hand so: in a game by mail the channel's panel is hours old by then.
        """
        if private.sitter.away:
            return True
        another_deal = private.table.turn.deal != self.in_channel.message.deal
        news = private.view is not None and (private.view.prompts or another_deal)
        return bool(news) and (await self._desk.settings(self.user_id)).hand == "dm"

    async def _take_cards_away(self, table: Snapshot) -> None:
        """A person who got up in mid-deal sees no cards any more, and reads who plays on with them."""
        about = parting(table)
        made = parting_page(table, self.user_id, await self._desk.texts_of(self.user_id))
        for message in (self.in_channel.message, self._direct.message):
            if message.exists:
                with contextlib.suppress(UnreachableError):
                    await self._news.show(message, made, about, send_again=False)

    async def _put_other_away(self, message: LiveMessage, table: Snapshot) -> None:
        """The panel has come to another place: takes away what is left of it in the place before. Never raises."""
        if message is self._direct.message:
            await self.in_channel.take_away()
            await self._direct.come_back()
        else:
            await self._direct.point_to_the_channel(table)

    def _arm(self, message: LiveMessage) -> None:
        """Has the panel looked at when its token is about to run out."""
        self._disarm()
        left = self._tokens.left(message.id) if message.id is not None else None
        if left is not None and left > LAST_EDIT:
            self._timer = asyncio.get_running_loop().call_later(left - LAST_EDIT, self._wake)

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _by(answer: Answer) -> Through:
    """Edits the pressed message by the answer to the press."""

    async def edit(page: Page, kept: Kept) -> Sequence[KeptFile] | None:
        return answer.attachments if await answer.show(page, kept) is not None else None

    return edit
