"""One person's panel at a table: a direct message, or one in the channel that only this person sees; never both."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.service.model import Private, Refusal, Snapshot, Turn
from bot.ui.clicks.answer import Answer, Way
from bot.ui.desk import Desk
from bot.ui.pages.old_panels import moved_page, parting, parting_page
from bot.ui.pages.page import Kept, KeptFile, Page, sentence
from bot.ui.pages.panel import Concern, last_page
from bot.ui.pages.question import Question
from bot.ui.pictures.moved import as_pictured
from bot.ui.showing.attached import pictures_of
from bot.ui.showing.limiter import Priority
from bot.ui.showing.live import LiveMessage, Status, Through
from bot.ui.showing.memory import Memory, hand_name, panel_name, pointer_name
from bot.ui.showing.panel_content import PanelContent, with_hand_before
from bot.ui.showing.places import ByTokens, InDirectMessages
from bot.ui.showing.sending import (
    DMS_CLOSED,
    FAILURES,
    MESSAGE_GONE,
    code_of,
    describe,
    persevere,
)
from bot.ui.showing.table_files import TableFiles
from bot.ui.showing.tokens import Token, Tokens, UnreachableError
from bot.ui.workload import Urgency

log = logging.getLogger(__name__)

LAST: Final = 30.0
"""Seconds before its token runs out at which a panel gets its last edit by it."""
AFTER_THE_TABLE: Final = 2.0
"""Seconds for which a new deal's panel waits at most, so that it comes below the table's message."""
WITH_THE_TABLE: Final = 1.5
"""Seconds for which a panel waits at most for the table's message, whose picture it can then show by its address."""
LINES_BELOW: Final = 2
"""Lines of the bot's own below a panel in the channel with which it stays where it is when a deal begins."""
STALE: Final = 45 * 60.0
"""Seconds after which a direct message is sent anew with the next deal: Discord takes few edits of messages older
than an hour."""


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


class Panel:
    """One person's panel at a table.

    ``wake`` has it looked at again; ``not_reached`` is called where the person takes no direct messages;
    ``table_shown`` waits until the table's message shows the present moment, and ``files`` are that message's.
    ``pushed_up`` says of a message of the channel and a number of lines whether more than that stands below it.
    ``put_off``: whether the table is shown later, with what is about to follow, and so is its picture in the panel.
    ``rest_follows``: whether somebody at that table is in mid-turn, of which a panel that can only wait is told later.
    """

    def __init__(
        self,
        desk: Desk,
        client: discord.Client,
        memory: Memory,
        tokens: Tokens,
        key: tuple[int, int],
        wake: Callable[[], None],
        not_reached: Callable[[], None],
        table_shown: Callable[[int], Awaitable[None]],
        files: Callable[[], TableFiles | None],
        pushed_up: Callable[[int, int], bool],
        put_off: Callable[[], bool],
        rest_follows: Callable[[Snapshot], bool],
    ) -> None:
        self._files, self._pushed_up, self._rest_follows = files, pushed_up, rest_follows
        self._desk, self._tokens, self._wake, self._not_reached = desk, tokens, wake, not_reached
        self._table_shown = table_shown
        self.table_id, self.user_id = key
        self._direct = LiveMessage(
            InDirectMessages(client, self.user_id, tokens), memory, desk.spawn, hand_name(*key), stub=self._stub
        )
        self._here = LiveMessage(ByTokens(tokens), memory, desk.spawn, panel_name(*key))
        self._pointer = LiveMessage(
            InDirectMessages(client, self.user_id, tokens), memory, desk.spawn, pointer_name(*key)
        )
        """The direct message that says that the panel is in the channel, as long as that is so."""
        self._content = PanelContent(desk, key, files, put_off)
        self.seen = 0
        """The number of the last deal in which the person was shown the panel after a press, or in the channel."""
        self._timer: asyncio.TimerHandle | None = None
        self._down = False
        """Whether the panel in the channel is to come below what was just posted there."""

    @property
    def lowest(self) -> bool:
        """Whether the panel can be edited in the channel, with nothing below it but a call."""
        panel = self._here.id
        return panel is not None and self._tokens.editing(panel, LAST) is not None and not self._pushed_up(panel, 0)

    def come_down(self) -> None:
        """Has the panel in the channel come below a call when it is looked at next, if no trace of it is left above."""
        self._down = True

    def change(self, **looks: bool) -> None:
        """Changes how this person wants to see it; as long as the bot runs, for this table."""
        self._content.change(**looks)

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
        private = self._private() or private
        table, texts = private.table, self._desk.texts_for(answer.interaction)
        self.seen = table.turn.deal
        message = self._direct if answer.interaction.guild_id is None else self._here
        before = message.channel_id, message.id
        notices = (*notices, *self._desk.notices(self.user_id, texts))
        in_place = answer.way is not Way.ASIDE and message.id == answer.original
        here = message is self._here
        about, page = await self._content.answer(message, private, texts, notices, in_place=in_place, here=here)
        with message.coming(page):
            shown = await self._answered(answer, message, page, about, table, anew=anew)
        if not shown:
            return
        if before[0] is not None and before[1] is not None and before[1] != message.id:
            self._desk.spawn(self._delete(message, before[0], before[1]))
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
            channel_id = answer.interaction.channel_id or 0
            if message.id != original:
                await message.adopt(channel_id, original)
            if message.id != original:
                # While that was written down, the answer to another command became the panel.
                await answer.show(page)
                self._desk.spawn(self._delete(message, channel_id, original))
                return False

            await message.show(page, about, through=_by(answer))
        elif not aside or anew or not await self._edited_in_place(message, page, about):
            # Aside, or which message the answer is was lost on the way: a new message, with files of its own.
            shown = await answer.show(page)
            if shown is None:
                return False
            self._tokens.sent(answer.key, shown)
            await message.adopt(answer.interaction.channel_id or 0, shown, page, about, answer.attachments)
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
        for message in (self._direct, self._here, self._pointer):
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
        private = self._private()
        shown = table is not None and (table.in_dm or table.stage != "closed")
        if private is not None and (shown or private.view is not None):
            await self._bring_up(private)
        leaving = table is not None and private is None and table.seated(self.user_id) is not None
        if table is not None and leaving and table.stage == "playing":
            await self._take_cards_away(table)
            return True
        return table is not None and private is not None and table.stage != "closed"

    def hurry(self) -> None:
        """Has a page that waits to be made wait no longer than its holder may, who may have to act by now."""
        workload = self._desk.workload
        if workload.waits(self):
            workload.hurry(self, _urgency(self._private()))

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
        if table is not None and table.in_dm and isinstance(self._direct.about, Concern):
            await self._direct.forget()  # it shows what the table came to, and how to open another
            return
        await self._take_pointer_away()
        for message in (self._direct, self._here):
            # A panel that waits, in a lobby, for a turn or for somebody to come back, would say what never comes.
            shown = message.about
            waits = isinstance(shown, Concern) and (shown.stage in {"lobby", "playing"} or bool(shown.away))
            if message.exists:
                await message.retire(parting_page(table, self.user_id, texts) if waits and table is not None else None)

    @property
    def shared(self) -> frozenset[int]:
        """The files of the table's message that it shows, or is about to show."""
        return self._here.shared | self._direct.shared

    @property
    def true(self) -> bool:
        """Whether its direct message is known to show what it last had to show, or there is none."""
        return not self._direct.exists or self._direct.status is Status.SHOWN

    def let_go(self) -> None:
        """It is looked at no more, until there is another of it."""
        self._disarm()

    # -- inside

    async def _stub(self) -> Page:
        """What a direct message says that another has taken the place of, where it can't be deleted."""
        return sentence((await self._desk.texts_of(self.user_id))("private-newer"))

    def _private(self) -> Private | None:
        try:
            return self._desk.service.private_of(self.table_id, self.user_id)
        except Refusal:
            return None

    async def _edited_in_place(self, message: LiveMessage, page: Page, about: Concern) -> bool:
        """Shows the page in the panel that is open in the channel. False: there is none that can be edited."""
        if message.id is None or self._tokens.editing(message.id, LAST) is None:
            return False
        try:
            await message.show(page, about)
        except (*FAILURES, UnreachableError):
            return False
        return True

    async def _room(self) -> Private | None:
        """Waits until the page may be made. Returns what it is to be made from, as it is then."""
        await self._desk.workload.room(_urgency(self._private()), of=self)
        return self._private()

    async def _with_the_table(self, most: float) -> None:
        """Waits until the table's message shows what there is to show by now, ``most`` seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(most):
                await self._table_shown(self.table_id)

    def _stands(self, message: LiveMessage, about: object) -> bool:
        """Whether the message shows that, and no picture that may be gone."""
        files = self._files()
        return message.shows(about) and not (message.shared and (files is None or files.lacks(message.shared)))

    def _may_wait(self, message: LiveMessage, about: Concern, table: Snapshot) -> bool:
        """Whether the message shows all but the beginning of somebody else's turn, and may do so until that is over."""
        before = message.about
        if not (isinstance(before, Concern) and self._rest_follows(table)):
            return False
        begun = Turn(table.turn.deal, as_pictured(table).told[-1].seq)
        return before.in_same_turn(about, begun) and self._stands(message, before)

    async def _has_news(self, message: LiveMessage, private: Private, *, live: bool) -> bool:
        """Whether the message doesn't show what there is to show by now."""
        about = await self._content.concern(private, live=live)
        return not (self._stands(message, about) or self._may_wait(message, about, private.table))

    async def _bring_up(self, private: Private) -> None:
        if private.sitter.away and self._here.exists and not self._reaches_here():
            # Nothing else tells people in private that a computer player has taken over.
            await self.moves_to_direct_messages()
        if self._here.exists:
            await self._put_other_away(self._here, private.table)
            await self._refresh_here(private)
            self._arm(self._here)
        else:
            await self._refresh_direct(private)
            self._arm(self._direct)

    def _reaches_here(self) -> bool:
        """Whether the panel in the channel can be edited, or sent anew."""
        known = self._here.id is not None and self._tokens.editing(self._here.id) is not None
        return known or self._tokens.of(self.table_id, self.user_id, LAST) is not None

    async def _refresh_here(self, private: Private) -> None:
        """Edits the panel in the channel by its token; it comes anew with each deal, and before its token runs out."""
        table, message = private.table, self._here
        assert message.id is not None, "a panel in the channel is known by its number"
        token = self._tokens.of(self.table_id, self.user_id, LAST)
        lasts = self._tokens.editing(message.id, LAST) is not None
        begins = table.stage == "playing" and message.deal != table.turn.deal
        if begins:
            await self._with_the_table(AFTER_THE_TABLE)  # by then it is known what stands below the panel
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
        if self._answering_the_table() is not None or self._tokens.editing(panel, LAST) is None:
            return False
        return not self._pushed_up(panel, LINES_BELOW)

    def _answering_the_table(self) -> Token | None:
        """The token with which a panel is sent as an answer to the table's message, which stays."""
        table = self._desk.service.snapshot_of(self.table_id)
        live = table.live_message if table is not None else None
        return self._tokens.of(self.table_id, self.user_id, LAST, answers=live) if live is not None else None

    async def _follow_table(self, private: Private) -> None:
        """Has the panel in the channel show the table as it is."""
        if not await self._has_news(self._here, private, live=True):
            return
        await self._with_the_table(WITH_THE_TABLE)
        deal, private = private.table.turn.deal, await self._room() or private
        if private.table.turn.deal != deal:
            self._wake()  # where the panel is to be by now is to be decided anew
            return
        if not await self._has_news(self._here, private, live=True):
            return  # an answer has shown it meanwhile
        self._here.deal = self.seen = private.table.turn.deal
        about, page = await self._content.live(private, here=True)
        with contextlib.suppress(UnreachableError):
            await self._shown(self._here, with_hand_before(page, self._here, private), about)

    async def _show_last(self, private: Private) -> None:
        """Has the panel in the channel say when it was true, before it can be edited no more."""
        about, now = "the last edit", self._desk.clock()
        if self._stands(self._here, about):
            return
        page = await self._content.page(private, as_of=now, here=True, by_itself=True)
        page = last_page(private, page, now, await self._desk.texts_of(self.user_id))
        with contextlib.suppress(UnreachableError):
            await self._shown(self._here, page, about)

    async def _bring_anew(self, *, begins: bool = False, notices: tuple[str, ...] = ()) -> bool:
        """Sends the panel anew, at the bottom of the channel, and deletes the one before. Returns whether it was sent.

        One that the new panel appears as an answer to becomes a line. ``notices`` stand at its top, until there is
        something else to show; they wait for nothing.
        """
        if not (begins or notices):
            await self._with_the_table(WITH_THE_TABLE)
        message, known = self._here, self._here.id
        await (self._desk.workload.room(Urgency.ANSWER) if notices else self._room())
        if not notices and message.id != known:
            self._wake()  # an answer has brought it anew meanwhile
            return False
        private = self._private()
        token = self._answering_the_table() or self._tokens.of(self.table_id, self.user_id, LAST)
        if private is None or not message.exists or token is None:
            return False
        about, page = await self._content.live(private, notices, here=True)
        before = message.channel_id or 0, message.id or 0
        with message.coming(page):
            try:
                sent = await persevere(lambda: self._tokens.post(token, page), attempts=2)
            except UnreachableError:
                self._wake()
                return False
            message.deal = self.seen = private.table.turn.deal
            await message.adopt(sent.channel.id, sent.id, page, about, pictures_of(sent))
        if token.original == before[1]:
            await self._shrink(message, *before)
        else:
            await self._delete(message, *before)
        return True

    async def _direct_edit(self, private: Private) -> _DirectEdit | None:
        """What is to be done for the direct message to show the table as it is; None: nothing."""
        table, message = private.table, self._direct
        away = bool(private.sitter.away)
        wanted = away or (await self._desk.settings(self.user_id)).hand == "dm"
        due = wanted and table.stage == "playing" and private.view is not None and bool(private.view.hand)
        due = due or table.in_dm
        if (private.view is None and not table.in_dm) or not (message.exists or due):
            return None
        live = message.id is not None and self._tokens.editing(message.id, LAST) is not None
        if not await self._has_news(message, private, live=live or table.in_dm):
            return None
        begins = message.deal != table.turn.deal
        # A new message tells of itself, an edit doesn't.
        goes_away = away and isinstance(message.about, Concern) and not message.about.away
        stale = begins and message.id is not None and self._age(message.id) > STALE
        return _DirectEdit(live=live, anew=due and message.id is not None and (goes_away or stale), due=due)

    async def _refresh_direct(self, private: Private) -> None:
        table, people = private.table, self._desk.service.people
        edit = await self._direct_edit(private)
        if edit is None:
            return
        if not self._direct.exists and not table.in_dm and await people.dms_closed(table.guild_id, self.user_id):
            self._not_reached()
            return
        try:
            if edit.by_token or not _to_act(private):  # else whoever is to act waits for nothing
                await self._with_the_table(WITH_THE_TABLE)
            private = await self._room() or private
            edit = await self._direct_edit(private)  # much may have happened meanwhile
            if edit is None or (self._here.exists and not table.in_dm):
                return
            if edit.by_token:
                await self._show_direct(private, edit)
                return
            async with self._desk.limiter.turn(Priority.PANEL_TO_ACT if _to_act(private) else Priority.REST):
                await self._show_direct(self._private() or private, edit)
        except discord.HTTPException as error:
            if code_of(error) not in DMS_CLOSED:
                raise
            log.info("a person at table %s takes no direct messages", self.table_id)
            await people.note_dms_closed(table.guild_id, self.user_id)
            self._desk.notify(self.user_id, "dms-closed")
            self._not_reached()

    async def _show_direct(self, private: Private, edit: _DirectEdit) -> None:
        """Has the direct message show the table as it is."""
        message = self._direct
        message.deal = private.table.turn.deal
        # A new one is not the one that was pressed; at a table in direct messages it is the table's own message.
        follows = edit.by_token or private.table.in_dm
        self._desk.spawn(self._take_pointer_away())
        if follows:
            about, page = await self._content.live(private, here=False)
        else:
            page = await self._content.page(private, as_of=self._desk.clock())
            about = (await self._content.concern(private, live=False)).on(page)
        if edit.anew:
            await message.send(page, about)
        else:
            if not self._stands(message, about):
                message.outdated()
            await self._shown(message, with_hand_before(page, message, private), about, send_again=edit.due)

    async def _take_cards_away(self, table: Snapshot) -> None:
        """A person who got up in mid-deal sees no cards any more, and reads who plays on with them."""
        about, made = parting(table), parting_page(table, self.user_id, await self._desk.texts_of(self.user_id))
        for message in (self._here, self._direct):
            if message.exists:
                with contextlib.suppress(UnreachableError):
                    await self._shown(message, made, about, send_again=False)

    async def _put_other_away(self, message: LiveMessage, table: Snapshot) -> None:
        """The panel has come to another place: takes away what is left of it in the place before. Never raises."""
        if message is self._direct:
            await self.moves_to_direct_messages()
            if self._pointer.id == message.id:
                await self._pointer.forget()  # it was pressed, and is the panel again
            await self._take_pointer_away()
        elif self._direct.exists:
            channel_id, message_id = self._direct.channel_id, self._direct.id
            await self._direct.retire(moved_page(table, await self._desk.texts_of(self.user_id)))
            if channel_id is not None and message_id is not None and not self._direct.exists:
                await self._take_pointer_away()
                await self._pointer.adopt(channel_id, message_id)

    async def _take_pointer_away(self) -> None:
        """Deletes the direct message that says that the panel is in the channel. Never raises."""
        if not self._pointer.exists:
            return
        try:
            async with self._desk.limiter.turn(Priority.REST):
                await self._pointer.remove()
        except FAILURES as error:
            log.info("an old direct message of table %s stays: %s", self.table_id, describe(error))
            await self._pointer.forget()

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

    async def _shown(self, message: LiveMessage, page: Page, about: object, *, send_again: bool = True) -> None:
        """Has the message show the page; where it isn't sure that it does, it is looked at again."""
        sure = await message.show(page, about, send_again=send_again)
        if not sure and (message.exists or not message.place.takes_posts):
            self._wake()

    def _arm(self, message: LiveMessage) -> None:
        """Has the panel looked at when its token is about to run out."""
        self._disarm()
        left = self._tokens.left(message.id) if message.id is not None else None
        if left is not None and left > LAST:
            self._timer = asyncio.get_running_loop().call_later(left - LAST, self._wake)

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _age(self, message_id: int) -> float:
        """Seconds since the message with that number was sent."""
        return self._desk.clock() - discord.utils.snowflake_time(message_id).timestamp()


def _to_act(private: Private | None) -> bool:
    """Whether the panel's holder is to act."""
    return private is not None and private.view is not None and private.view.asked is not None


def _urgency(private: Private | None) -> Urgency:
    """How soon the panel is to be made that nobody has pressed."""
    return Urgency.TO_ACT if _to_act(private) else Urgency.WAITING


def _by(answer: Answer) -> Through:
    """Edits the pressed message by the answer to the press."""

    async def edit(page: Page, kept: Kept) -> Sequence[KeptFile] | None:
        return answer.attachments if await answer.show(page, kept) is not None else None

    return edit
