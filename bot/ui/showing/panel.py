"""One person's panel at a table: a direct message, or one in the channel that only this person sees; never both."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections.abc import Callable, Sequence
from typing import Final

import discord

from bot.service.model import Private, Snapshot
from bot.ui.desk import Desk
from bot.ui.pages.concern import Concern
from bot.ui.pages.old_panels import ended_page, parting, parting_page, played_page
from bot.ui.pages.page import Kept, KeptFile, Page
from bot.ui.pages.panel import last_page
from bot.ui.pages.question import Question
from bot.ui.showing.answer import Answer, Way
from bot.ui.showing.attached import pictures_of
from bot.ui.showing.direct_panel import DirectPanel
from bot.ui.showing.live import LiveMessage, Through
from bot.ui.showing.memory import PANELS, Memory, name_of
from bot.ui.showing.panel_content import PanelContent, with_hand_before
from bot.ui.showing.panel_news import LAST_EDIT, PanelNews
from bot.ui.showing.places import ByTokens
from bot.ui.showing.sending import FAILURES, MESSAGE_GONE, code_of, describe, persevere
from bot.ui.showing.table_info import TableInfo
from bot.ui.showing.tokens import Token, Tokens, UnreachableError
from bot.ui.workload import Urgency

log = logging.getLogger(__name__)

AFTER_THE_TABLE: Final = 2.0
"""Seconds for which a new deal's panel waits at most, so that it comes below the table's message."""
LINES_BELOW: Final = 2
"""Lines of the bot's own below a panel in the channel with which it stays where it is when a deal begins."""


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
        self._desk, self._tokens, self._wake, self._info = desk, tokens, wake, info
        self.table_id, self.user_id = key
        self._content = PanelContent(desk, key, info)
        self._news = PanelNews(desk, key, self._content, wake, held, info)
        self._here = LiveMessage(ByTokens(tokens), memory, desk.spawn, name_of(PANELS, *key))
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
            elsewhere=lambda: self._here.exists,
        )
        self.seen = 0
        """The number of the last deal in which the person was shown the panel after a press, or in the channel."""
        self._pressed: tuple[object, float] = None, 0.0
        """What was pressed last to act, the moment, the action and with what; and when, by the desk's clock."""
        self._timer: asyncio.TimerHandle | None = None
        self._down = False
        """Whether the panel in the channel is to come below what was just posted there."""

    @property
    def open_here(self) -> bool:
        """Whether the panel is open in the channel and can be edited there."""
        return self._here.id is not None and self._tokens.editing(self._here.id, LAST_EDIT) is not None

    @property
    def lowest(self) -> bool:
        """Whether the panel can be edited in the channel, with nothing below it but a call."""
        return self.open_here and not self._info.pushed_up(self.table_id, self._here.id or 0, 0)

    def come_down(self) -> None:
        """Has the panel in the channel come below a call when it is looked at next, if no trace of it is left above."""
        self._down = True

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
        self.seen = table.turn.deal
        message = self._direct.message if answer.interaction.guild_id is None else self._here
        notices = (*notices, *self._desk.notices(self.user_id, texts))
        in_place = answer.way is not Way.ASIDE and message.id == answer.original
        here = message is self._here
        about, page = await self._content.answer(message, private, texts, notices, in_place=in_place, here=here)
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
        aside, original, sends = answer.way is Way.ASIDE, answer.original, page.uploads(message.files)
        if not aside and original is not None:
            channel_id, before = answer.interaction.channel_id or 0, _where(message)
            if message.id != original:
                await message.adopt(channel_id, original)
            if message.id != original:
                # While that was written down, the answer to another command became the panel.
                await answer.show(page)
                self._clear_away(message, before)
                self._clear_away(message, (channel_id, original))
                return False

            await message.show(page, about, through=_by(answer))
            self._clear_away(message, before)
        elif not aside or anew or not await self._edited_in_place(message, page, about):
            # Aside, or which message the answer is was lost on the way: a new message, with files of its own.
            shown = await answer.show(page)
            if shown is None:
                return False
            self._tokens.sent(answer.key, shown)
            before = _where(message)  # by now: of answers at the same time the last to arrive is the panel
            await message.adopt(answer.interaction.channel_id or 0, shown, page, about, answer.attachments)
            self._clear_away(message, before)
        else:
            answer.pictures += sends
        return True

    async def tell(self, said: str) -> bool:
        """Says why a press on the table's message was refused, in the panel that is open in the channel.

        The panel comes anew, at the bottom: Discord tells nobody whether its holder has put the old one away.
        Returns whether it was said; False: there is no such panel, or none that can be replaced.
        """
        if self._here.id is None or self._tokens.editing(self._here.id) is None:
            return False
        try:
            said_too = self._desk.notices(self.user_id, await self._desk.texts_of(self.user_id))
            return await self._bring_anew(notices=(said, *said_too))
        except FAILURES as error:
            log.info("a panel at table %s can't say what was refused: %s", self.table_id, describe(error))
            return False

    async def give_way(self, answer: Answer, page: Page) -> None:
        """Has the pressed message show a page that is no panel, and knows that it shows it."""
        for message in (self._direct.message, self._here, self._direct.pointer):
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

    async def moves_to_direct_messages(self) -> None:
        """From now on it is a direct message: the one in the channel goes."""
        if self._here.exists:
            where = self._here.channel_id or 0, self._here.id or 0
            await self._here.forget()
            await self._delete(self._here, *where)

    async def end(self) -> None:
        """Takes the buttons off what the person has open, for it is over. Never raises."""
        self._disarm()
        table, texts = self._desk.service.snapshot_of(self.table_id), await self._desk.texts_of(self.user_id)
        if table is not None and table.in_dm and isinstance(self._direct.message.about, Concern):
            await self._direct.message.forget()  # it shows what the table came to, and how to open another
            return
        await self._direct.remove_pointer()
        for message in (self._direct.message, self._here):
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
        return self._here.shared | self._direct.message.shared

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
        if self._here.exists and not self._reaches_here() and await self._is_told_directly(private):
            await self.moves_to_direct_messages()
        if self._here.exists:
            await self._put_other_away(self._here, private.table)
        if self._here.exists:  # it may have moved to the direct messages meanwhile
            await self._refresh_here(private)
            self._arm(self._here)
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
        news = private.view is not None and (private.view.prompts or private.table.turn.deal != self._here.deal)
        return bool(news) and (await self._desk.settings(self.user_id)).hand == "dm"

    def _reaches_here(self) -> bool:
        """Whether the panel in the channel can be edited, or sent anew."""
        known = self._here.id is not None and self._tokens.editing(self._here.id) is not None
        return known or self._tokens.of(self.table_id, self.user_id, LAST_EDIT) is not None

    async def _refresh_here(self, private: Private) -> None:
        """Edits the panel in the channel by its token; it comes anew with each deal, and before its token runs out."""
        table, message = private.table, self._here
        begins = table.stage == "playing" and message.deal != table.turn.deal
        if begins:
            await self._news.after_the_table(AFTER_THE_TABLE)  # by then it is known what stands below the panel
        if message.id is None:
            return  # it has moved to the direct messages meanwhile, and is looked at again
        token = self._tokens.of(self.table_id, self.user_id, LAST_EDIT)
        lasts = self._tokens.editing(message.id, LAST_EDIT) is not None
        down, self._down = self._down and self._answering_the_table() is not None, False
        if token is not None and ((begins and not self._stays()) or not lasts or down):
            await self._bring_anew(begins=begins)
        elif self._tokens.editing(message.id) is not None:
            # Without a token nobody can do more: what is there leads to the present panel when it is pressed.
            await (self._follow_table(private) if lasts else self._show_last(private))

    def _stays(self) -> bool:
        """Whether the panel in the channel is edited as a deal begins, rather than sent anew.

        What is sent anew appears as an answer to what was pressed. Where that is the panel itself, which would go, it
        says that the original message was deleted: so the panel stays as long as little stands below it.
        """
        panel = self._here.id or 0
        if self._answering_the_table() is not None or self._tokens.editing(panel, LAST_EDIT) is None:
            return False
        return not self._info.pushed_up(self.table_id, panel, LINES_BELOW)

    def _answering_the_table(self) -> Token | None:
        """The token with which a panel is sent as an answer to the table's message, which stays."""
        table = self._desk.service.snapshot_of(self.table_id)
        live = table.live_message if table is not None else None
        return self._tokens.of(self.table_id, self.user_id, LAST_EDIT, answers=live) if live is not None else None

    async def _follow_table(self, private: Private) -> None:
        """Has the panel in the channel show the table as it is."""
        if not await self._news.for_message(self._here, private, live=True):
            return
        await self._news.with_the_table()
        deal, private = private.table.turn.deal, await self._news.room(self._here) or private
        if private.table.turn.deal != deal:
            self._wake()  # where the panel is to be by now is to be decided anew
            return
        if self._news.gives_way() or not await self._news.for_message(self._here, private, live=True):
            return  # an answer has shown it meanwhile, or is about to
        self._here.deal = self.seen = private.table.turn.deal
        about, page = await self._content.live(private, here=True)
        with contextlib.suppress(UnreachableError):
            await self._news.show(self._here, with_hand_before(page, self._here, private), about)

    async def _show_last(self, private: Private) -> None:
        """Has the panel in the channel say when it was true, before it can be edited no more."""
        about, now = "the last edit", self._desk.clock()
        if self._news.stands(self._here, about):
            return
        page = await self._content.page(private, as_of=now, here=True, by_itself=True)
        page = last_page(private, page, now, await self._desk.texts_of(self.user_id))
        with contextlib.suppress(UnreachableError):
            await self._news.show(self._here, page, about)

    async def _bring_anew(self, *, begins: bool = False, notices: tuple[str, ...] = ()) -> bool:
        """Sends the panel anew, at the bottom of the channel, and deletes the one before. Returns whether it was sent.

        One that the new panel appears as an answer to becomes a line. ``notices`` stand at its top, until there is
        something else to show; they wait for nothing.
        """
        if not (begins or notices):
            await self._news.with_the_table()
        message, known = self._here, self._here.id
        await (self._desk.workload.room(Urgency.ANSWER) if notices else self._news.room(message))
        if not notices and message.id != known:
            self._wake()  # an answer has brought it anew meanwhile
            return False
        private = self._news.private()
        token = self._answering_the_table() or self._tokens.of(self.table_id, self.user_id, LAST_EDIT)
        if private is None or not message.exists or token is None:
            return False
        about, page = await self._content.live(private, notices, here=True)
        with message.coming(page):
            try:
                sent = await persevere(lambda: self._tokens.post(token, page), attempts=2)
            except UnreachableError:
                self._wake()
                return False
            before = _where(message)  # by now: an answer may have brought it anew meanwhile
            message.deal = self.seen = private.table.turn.deal
            await message.adopt(sent.channel.id, sent.id, page, about, pictures_of(sent))
        if before[0] is None or before[1] is None:
            return True
        if token.original == before[1]:
            await self._shrink(message, before[0], before[1])
        else:
            await self._delete(message, before[0], before[1])
        return True

    async def _take_cards_away(self, table: Snapshot) -> None:
        """A person who got up in mid-deal sees no cards any more, and reads who plays on with them."""
        about, made = parting(table), parting_page(table, self.user_id, await self._desk.texts_of(self.user_id))
        for message in (self._here, self._direct.message):
            if message.exists:
                with contextlib.suppress(UnreachableError):
                    await self._news.show(message, made, about, send_again=False)

    async def _put_other_away(self, message: LiveMessage, table: Snapshot) -> None:
        """The panel has come to another place: takes away what is left of it in the place before. Never raises."""
        if message is self._direct.message:
            await self.moves_to_direct_messages()
            await self._direct.come_back()
        else:
            await self._direct.point_to_the_channel(table)

    async def _shrink(self, message: LiveMessage, channel_id: int, message_id: int) -> None:
        """Has a panel that another has taken the place of say so in a line. Never raises.

        It may be pressed meanwhile, and is the panel again then.
        """
        line = Page(body=(await self._desk.texts_of(self.user_id))("private-newer"), framed=False)

        async def shrink() -> None:
            if message.id != message_id:
                await message.place.edit(channel_id, message_id, line, {})

        try:
            await persevere(shrink)
        except (UnreachableError, *FAILURES) as error:
            log.info("an older panel at table %s keeps its buttons: %s", self.table_id, describe(error))
        if message.id == message_id:
            message.doubt()
            self._wake()

    async def _delete(self, message: LiveMessage, channel_id: int, message_id: int) -> None:
        """Deletes a panel that another has taken the place of, unless it is pressed meanwhile. Never raises."""

        async def delete() -> None:
            if message.id != message_id:
                await message.place.delete(channel_id, message_id)

        try:
            await persevere(delete, attempts=2)
        except UnreachableError:
            pass  # it has had its last edit, or becomes the panel when it is pressed
        except FAILURES as error:
            if code_of(error) not in MESSAGE_GONE:
                log.info("an older panel at table %s stays: %s", self.table_id, describe(error))

    def _clear_away(self, message: LiveMessage, before: tuple[int | None, int | None]) -> None:
        """Has the panel of before deleted, if there was one and it isn't the panel still."""
        channel_id, message_id = before
        if channel_id is not None and message_id is not None and message_id != message.id:
            self._desk.spawn(self._delete(message, channel_id, message_id))

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


def _where(message: LiveMessage) -> tuple[int | None, int | None]:
    """The message's channel and id; None where that isn't known."""
    return message.channel_id, message.id


def _by(answer: Answer) -> Through:
    """Edits the pressed message by the answer to the press."""

    async def edit(page: Page, kept: Kept) -> Sequence[KeptFile] | None:
        return answer.attachments if await answer.show(page, kept) is not None else None

    return edit
