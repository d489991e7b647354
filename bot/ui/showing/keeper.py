"""Whose hand concerns whom: one direct message a person and deal, and the hand that was last opened in a channel.

A hand is edited only where something of its holder's has changed (``hand.Concern``), never because somebody else has
moved. Every person's messages are looked at by themselves, so that slow or closed ones delay nobody.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import discord

from bot.service.model import Private, Refusal, Snapshot
from bot.ui.desk import Desk
from bot.ui.hand import Concern, concern, hand_page
from bot.ui.page import Page
from bot.ui.parting import earlier_page, parting, parting_page
from bot.ui.refusals import log_unexpected
from bot.ui.showing.live import LiveMessage
from bot.ui.showing.memory import Memory, hand_name, hands_of, numbers
from bot.ui.showing.places import ByToken, InDirectMessages, UnreachableError
from bot.ui.showing.refresher import Refresher
from bot.ui.showing.sending import DMS_CLOSED, FAILURES, code_of, describe, helps_later

if TYPE_CHECKING:
    from bot.ui.answer import Answer

log = logging.getLogger(__name__)

SPACING: Final = 0.4
"""Seconds between two looks at the same person's hand."""

MakePage = Callable[[], Awaitable[Page]]


@dataclass
class PrivateHand:
    """One person's hand at a table, and the messages that show it."""

    table_id: int
    user_id: int
    direct: LiveMessage
    """The direct message."""
    refresher: Refresher = field(init=False, repr=False)
    in_channel: LiveMessage | None = None
    """The answer to the person's last click or command, which nobody else sees."""
    arranged: bool = False
    """Whether this person wants to see melds; as long as the bot runs, for this table."""


class Keeper:
    """All private hands.

    ``on_closed_dms`` is called with a table's id when somebody there turns out to take no direct messages.
    """

    def __init__(
        self, desk: Desk, client: discord.Client, memory: Memory, on_closed_dms: Callable[[int], None]
    ) -> None:
        self._desk, self._client, self._memory, self._on_closed_dms = desk, client, memory, on_closed_dms
        self._hands: dict[tuple[int, int], PrivateHand] = {}
        self._unreached: dict[int, set[int]] = {}
        self._closed = False

    @property
    def kept(self) -> frozenset[tuple[int, int]]:
        """The hands that are kept true, as table and user."""
        return frozenset(self._hands)

    @property
    def busy(self) -> bool:
        """Whether any hand is being looked at."""
        return any(hand.refresher.busy for hand in self._hands.values())

    def changed(self, table_id: int) -> None:
        """Looks at the hands of everybody who sits, or has a hand, at that table."""
        snapshot = self._desk.service.snapshot_of(table_id)
        people = {s.user_id for s in snapshot.sitters if s.user_id is not None} if snapshot is not None else set()
        people |= {user_id for table, user_id in self._hands if table == table_id}
        people |= {numbers(message.name)[1] for message in self._memory.starting(hands_of(table_id))}
        for user_id in people:
            self.wake(table_id, user_id)

    def wake(self, table_id: int, user_id: int) -> None:
        """Looks at that person's hand."""
        self._hand(table_id, user_id).refresher.wake()

    def unreached(self, table_id: int) -> frozenset[int]:
        """The people of that table who turned out, in this deal, to take no direct messages."""
        return frozenset(self._unreached.get(table_id, ()))

    @contextlib.asynccontextmanager
    async def answering(self, table_id: int, user_id: int) -> AsyncIterator[None]:
        """While an answer is under way that shows the hand itself, it is not edited besides."""
        refresher = self._hand(table_id, user_id).refresher
        refresher.hold()
        try:
            yield
        finally:
            refresher.release()
            self.wake(table_id, user_id)

    def arrange(self, table_id: int, user_id: int, arranged: bool) -> None:
        """Has that person's hand shown in its melds, or not, from now on."""
        self._hand(table_id, user_id).arranged = arranged

    async def show(self, answer: Answer, private: Private, notices: tuple[str, ...] = ()) -> None:
        """Shows the hand as the answer, and keeps it true from then on."""
        interaction, table = answer.interaction, private.table
        texts = self._desk.private(interaction)
        settings = await self._desk.settings(interaction.user.id)
        told = (*notices, *self._desk.notices(interaction.user.id, texts))
        hand = self._hand(table.table_id, interaction.user.id)
        clicked = _clicked_direct(answer)
        if clicked is not None and (newer := _newer(hand.direct, clicked, table)) is not None:
            await answer.show(earlier_page(table, newer, texts, told))
            return
        arranged = hand.arranged
        page = await hand_page(
            private, texts, self._desk.studio, four_colour=settings.four_colour, arranged=arranged, notices=told
        )
        if clicked is None:
            message = self._opened(hand, answer)
        else:
            message = hand.direct
            if message.id != clicked.id:
                message.deal = table.turn.deal
                await message.adopt(clicked.channel.id, clicked.id)

        async def edit(page: Page) -> bool:
            return await answer.show(page) is not None

        await message.show(page, concern(private, settings.four_colour, arranged), through=edit)

    async def close(self) -> None:
        """Ends all that is under way, for good: an answer that ends later looks at no hand any more."""
        self._closed = True
        await asyncio.gather(*(hand.refresher.close() for hand in self._hands.values()))

    # -- inside

    def _hand(self, table_id: int, user_id: int) -> PrivateHand:
        key = table_id, user_id
        if key not in self._hands:
            place = InDirectMessages(self._client, user_id)
            direct = LiveMessage(place, self._memory, self._desk.spawn, hand_name(table_id, user_id))
            hand = self._hands[key] = PrivateHand(table_id, user_id, direct)
            hand.refresher = Refresher(lambda: self._refresh(hand), SPACING, lambda error: _failed(hand, error))
            if self._closed:
                hand.refresher.stop()
        return self._hands[key]

    def _opened(self, hand: PrivateHand, answer: Answer) -> LiveMessage:
        """The message in the channel that the answer fills; one that was opened before is put to rest."""
        before = hand.in_channel
        if before is not None and _same_message(before, answer):
            before.place = ByToken(answer)  # the younger token lives longer
            return before
        hand.in_channel = LiveMessage(ByToken(answer), self._memory, self._desk.spawn)
        if before is not None:
            self._desk.spawn(_put_away(before))
        return hand.in_channel

    async def _refresh(self, hand: PrivateHand) -> None:
        service = self._desk.service
        table = service.snapshot_of(hand.table_id)
        try:
            private = service.private_of(hand.table_id, hand.user_id)
        except Refusal:
            private = None
        if table is not None and private is not None and not (table.stage == "closed" and private.view is None):
            await self._bring_up(hand, table, private)
        leaving = table is not None and private is None and table.seated(hand.user_id) is not None
        if table is not None and leaving and table.stage == "playing":
            await self._take_cards_away(hand, table)
        elif table is None or private is None or table.stage == "closed":
            await self._end(hand, table)

    async def _bring_up(self, hand: PrivateHand, table: Snapshot, private: Private) -> None:
        """Has every message that shows the hand show it as it is."""
        settings = await self._desk.settings(hand.user_id)
        arranged = hand.arranged
        about = concern(private, settings.four_colour, arranged)
        if table.stage != "playing":
            self._unreached.pop(hand.table_id, None)
        texts = await self._desk.texts_of(hand.user_id)

        async def page() -> Page:
            return await hand_page(private, texts, self._desk.studio, four_colour=about.four_colour, arranged=arranged)

        await _both(
            self._refresh_in_channel(hand, about, page),
            self._refresh_direct(hand, private, about, page, wanted=settings.hand == "dm"),
        )

    async def _take_cards_away(self, hand: PrivateHand, table: Snapshot) -> None:
        """A person who got up in mid-deal sees no cards any more, and reads who plays on with them."""
        texts = await self._desk.texts_of(hand.user_id)
        about, made = parting(table), parting_page(table, hand.user_id, texts)

        async def page() -> Page:
            return made

        await _both(self._refresh_in_channel(hand, about, page), self._words_instead(hand, table, about, made))

    async def _words_instead(self, hand: PrivateHand, table: Snapshot, about: Concern, page: Page) -> None:
        await _leave_earlier(hand.direct, table)
        if hand.direct.exists and not await hand.direct.show(page, about, send_again=False) and hand.direct.exists:
            hand.refresher.wake()

    async def _refresh_in_channel(self, hand: PrivateHand, about: Concern, page: MakePage) -> None:
        message = hand.in_channel
        if message is None or message.shows(about):
            return
        try:
            if not await message.show(await page(), about):
                hand.refresher.wake()
        except UnreachableError:
            hand.in_channel = None if hand.in_channel is message else hand.in_channel

    async def _refresh_direct(
        self, hand: PrivateHand, private: Private, about: Concern, page: MakePage, *, wanted: bool
    ) -> None:
        table, message = private.table, hand.direct
        await _leave_earlier(message, table)
        due = wanted and table.stage == "playing" and private.view is not None and bool(private.view.hand)
        if private.view is None or message.shows(about) or not (message.exists or due):
            return
        if not message.exists and await self._desk.service.people.dms_closed(hand.user_id):
            self._not_reached(hand)
            return
        message.deal = table.turn.deal
        try:
            if not await message.show(await page(), about, send_again=due) and message.exists:
                hand.refresher.wake()
        except discord.HTTPException as error:
            if code_of(error) not in DMS_CLOSED:
                raise
            log.info("a person at table %s takes no direct messages", hand.table_id)
            await self._desk.service.people.set_dms_closed(hand.user_id, True)
            self._desk.notify(hand.user_id, "dms-closed")
            self._not_reached(hand)

    def _not_reached(self, hand: PrivateHand) -> None:
        """Has the table's message say that this person's hand must be looked at there."""
        there = self._unreached.setdefault(hand.table_id, set())
        if hand.user_id not in there:
            there.add(hand.user_id)
            self._on_closed_dms(hand.table_id)

    async def _end(self, hand: PrivateHand, table: Snapshot | None) -> None:
        """Takes the buttons off what that person has open, for it is over."""
        self._hands.pop((hand.table_id, hand.user_id), None)
        hand.refresher.stop()
        if table is None or table.stage == "closed":
            self._unreached.pop(hand.table_id, None)
        await hand.direct.retire()
        if (message := hand.in_channel) is not None:
            # A hand that waits in a lobby, or for its next turn, would say what never comes.
            waits = isinstance(shown := message.about, Concern) and shown.stage in {"lobby", "playing"}
            texts = await self._desk.texts_of(hand.user_id)
            await _put_away(message, parting_page(table, hand.user_id, texts) if waits and table is not None else None)


def _failed(hand: PrivateHand, error: Exception) -> bool:
    """Logs it. Returns whether trying again can help."""
    if isinstance(error, FAILURES):
        log.warning("a hand at table %s could not be shown: %s", hand.table_id, describe(error))
        return helps_later(error)
    log_unexpected(log, f"a hand at table {hand.table_id} could not be shown", error)
    return True


async def _both(*work: Awaitable[None]) -> None:
    """Does both, whatever becomes of either; raises what one of them raised."""
    for result in await asyncio.gather(*work, return_exceptions=True):
        if isinstance(result, BaseException):
            raise result


async def _leave_earlier(message: LiveMessage, table: Snapshot) -> None:
    """Puts the direct message of an earlier deal to rest."""
    if message.exists and message.deal != table.turn.deal:
        await message.retire()


async def _put_away(message: LiveMessage, page: Page | None = None) -> None:
    """Takes the buttons off a hand in the channel: there is a newer one, or it is none any more."""
    if message.page is not None:
        await message.retire(page)


def _clicked_direct(answer: Answer) -> discord.Message | None:
    """The direct message that was clicked and takes the answer; None for any other."""
    message = answer.interaction.message
    return message if answer.updates and message is not None and not message.flags.ephemeral else None


def _newer(direct: LiveMessage, clicked: discord.Message, table: Snapshot) -> tuple[int, int] | None:
    """Channel and message of this deal's direct message, where an earlier one was clicked."""
    if direct.id in (None, clicked.id) or direct.channel_id is None or direct.deal != table.turn.deal:
        return None
    assert direct.id is not None, "it was looked at above"
    return direct.channel_id, direct.id


def _same_message(before: LiveMessage, answer: Answer) -> bool:
    """Whether an answer goes into the very message that was opened before."""
    clicked = answer.interaction.message if answer.updates else None
    known = before.place.answer.message_id if isinstance(before.place, ByToken) else None
    return clicked is not None and known in {None, clicked.id}
