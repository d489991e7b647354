"""One person's hand at a table: the direct message with it, and the last answer in the channel that shows it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot.service.model import Private, Refusal, Snapshot
from bot.ui.clicks.answer import Answer
from bot.ui.desk import Desk
from bot.ui.pages.hand import Concern, concern, hand_page
from bot.ui.pages.old_hands import earlier_page, parting, parting_page
from bot.ui.pages.page import Page
from bot.ui.showing.live import LiveMessage
from bot.ui.showing.memory import Memory, hand_name
from bot.ui.showing.places import ByToken, InDirectMessages
from bot.ui.showing.sending import DMS_CLOSED, code_of
from bot.ui.showing.tokens import Tokens, UnreachableError

log = logging.getLogger(__name__)

MakePage = Callable[[], Awaitable[Page]]


class PrivateHand:
    """Shows one person's hand.

    ``wake`` has it looked at again; ``not_reached`` is called if the person takes no direct messages.
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
    ) -> None:
        self._desk, self._memory, self._wake, self._not_reached = desk, memory, wake, not_reached
        self.table_id, self.user_id = key
        self._direct = LiveMessage(InDirectMessages(client, self.user_id, tokens), memory, desk.spawn, hand_name(*key))
        self._in_channel: LiveMessage | None = None
        self.arranged = True
        """Whether this person wants to see melds at this table; forgotten at a restart."""

    async def answer(self, answer: Answer, private: Private, notices: tuple[str, ...]) -> None:
        """Shows the hand as the answer to a click or command, and keeps that answer up to date from then on."""
        table, texts = private.table, self._desk.texts_for(answer.interaction)
        settings = await self._desk.settings(self.user_id)
        told = (*notices, *self._desk.notices(self.user_id, texts))
        clicked = _clicked_direct(answer)
        if clicked is not None and (newer := self._newer(clicked, table)) is not None:
            await answer.show(earlier_page(table, newer, texts, told))
            return
        arranged = self.arranged
        page = await hand_page(
            private, texts, self._desk.studio, four_colour=settings.four_colour, arranged=arranged, notices=told
        )
        message = self._opened(answer) if clicked is None else self._direct
        if clicked is not None and message.id != clicked.id:
            message.deal = table.turn.deal
            await message.adopt(clicked.channel.id, clicked.id)

        async def edit(page: Page) -> bool:
            return await answer.show(page) is not None

        await message.show(page, concern(private, settings.four_colour, arranged).on(page), through=edit)

    async def look(self) -> bool:
        """Has every message show the current hand. Returns whether there will be more to show; False when it is over.

        Raises what a request raises.
        """
        service = self._desk.service
        table = service.snapshot_of(self.table_id)
        try:
            private = service.private_of(self.table_id, self.user_id)
        except Refusal:
            private = None
        if table is not None and private is not None and not (table.stage == "closed" and private.view is None):
            await self._bring_up(private)
        leaving = table is not None and private is None and table.seated(self.user_id) is not None
        if table is not None and leaving and table.stage == "playing":
            await self._take_cards_away(table)
            return True
        return table is not None and private is not None and table.stage != "closed"

    async def end(self) -> None:
        """Removes the buttons of the person's messages for good. Never raises."""
        await self._direct.retire()
        if (message := self._in_channel) is None:
            return
        # A hand that waits for the first deal, or for its next turn, would announce something that never comes.
        table = self._desk.service.snapshot_of(self.table_id)
        waits = isinstance(shown := message.about, Concern) and shown.stage in {"lobby", "playing"}
        texts = await self._desk.texts_of(self.user_id)
        await _put_away(message, parting_page(table, self.user_id, texts) if waits and table is not None else None)

    # -- inside

    def _newer(self, clicked: discord.Message, table: Snapshot) -> tuple[int, int] | None:
        """Channel and message of this deal's direct message, if an earlier one was clicked."""
        direct = self._direct
        if direct.id is None or direct.channel_id is None:
            return None
        earlier = direct.id != clicked.id and direct.deal == table.turn.deal
        return (direct.channel_id, direct.id) if earlier else None

    def _opened(self, answer: Answer) -> LiveMessage:
        """The message in the channel that the answer fills; an earlier one loses its buttons."""
        before = self._in_channel
        if before is not None and _same_message(before, answer):
            before.place = ByToken(answer)  # the newer token is valid longer
            return before
        opened = self._in_channel = LiveMessage(ByToken(answer), self._memory, self._desk.spawn)
        if before is not None:
            self._desk.spawn(_put_away(before))
        return opened

    async def _bring_up(self, private: Private) -> None:
        settings, arranged = await self._desk.settings(self.user_id), self.arranged
        about = concern(private, settings.four_colour, arranged)
        texts = await self._desk.texts_of(self.user_id)

        async def page() -> Page:
            return await hand_page(private, texts, self._desk.studio, four_colour=about.four_colour, arranged=arranged)

        await _both(
            self._refresh_in_channel(about, page),
            self._refresh_direct(private, about, page, wanted=settings.hand == "dm"),
        )

    async def _take_cards_away(self, table: Snapshot) -> None:
        """Somebody who got up in mid-deal no longer sees any cards, and reads who plays on with them."""
        about, made = parting(table), parting_page(table, self.user_id, await self._desk.texts_of(self.user_id))

        async def page() -> Page:
            return made

        async def direct() -> None:
            await self._leave_earlier(table)
            if self._direct.exists:
                await self._shown(self._direct, made, about, send_again=False)

        await _both(self._refresh_in_channel(about, page), direct())

    async def _refresh_in_channel(self, about: Concern, page: MakePage) -> None:
        message = self._in_channel
        if message is None or message.shows(about):
            return
        try:
            made = await page()
            await self._shown(message, made, about.on(made))
        except UnreachableError:
            self._in_channel = None if self._in_channel is message else self._in_channel

    async def _refresh_direct(self, private: Private, about: Concern, page: MakePage, *, wanted: bool) -> None:
        table, message = private.table, self._direct
        await self._leave_earlier(table)
        due = wanted and table.stage == "playing" and private.view is not None and bool(private.view.hand)
        if private.view is None or message.shows(about) or not (message.exists or due):
            return
        people = self._desk.service.people
        if not message.exists and await people.dms_closed(self.user_id):
            self._not_reached()
            return
        message.deal = table.turn.deal
        try:
            made = await page()
            await self._shown(message, made, about.on(made), send_again=due)
        except discord.HTTPException as error:
            if code_of(error) not in DMS_CLOSED:
                raise
            log.info("a person at table %s takes no direct messages", self.table_id)
            await people.set_dms_closed(self.user_id, True)
            self._desk.notify(self.user_id, "dms-closed")
            self._not_reached()

    async def _leave_earlier(self, table: Snapshot) -> None:
        """Removes the buttons from the direct message of an earlier deal."""
        if self._direct.exists and self._direct.deal != table.turn.deal:
            await self._direct.retire()

    async def _shown(self, message: LiveMessage, page: Page, about: Concern, *, send_again: bool = True) -> None:
        """Has the message show the page; if that is not certain, the hand is looked at again."""
        sure = await message.show(page, about, send_again=send_again)
        if not sure and (message.exists or not message.place.takes_posts):
            self._wake()


async def _both(*work: Awaitable[None]) -> None:
    """Does both, even if one of them fails; then raises what it raised."""
    for result in await asyncio.gather(*work, return_exceptions=True):
        if isinstance(result, BaseException):
            raise result


async def _put_away(message: LiveMessage, page: Page | None = None) -> None:
    """Removes the buttons of a hand in the channel: there is a newer one, or the person no longer holds a hand."""
    if message.page is not None:
        await message.retire(page)


def _clicked_direct(answer: Answer) -> discord.Message | None:
    """The direct message that was clicked and takes the answer; None for any other."""
    message = answer.interaction.message
    return message if answer.updates and message is not None and not message.flags.ephemeral else None


def _same_message(before: LiveMessage, answer: Answer) -> bool:
    """Whether an answer goes into the same message as the one before."""
    clicked = answer.interaction.message if answer.updates else None
    known = before.place.answer.message_id if isinstance(before.place, ByToken) else None
    return clicked is not None and known in {None, clicked.id}
