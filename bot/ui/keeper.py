"""Keeps private hands fresh: one direct message a deal and person, and the hand that was last opened in a channel.

A hand is edited only where something of its holder's has changed (``hand.Concern``), never because somebody else has
moved. Every person has a task of their own, so that one whose messages are slow or closed delays nobody.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Final

import discord

from bot.service.model import Private, Refusal, Snapshot
from bot.ui.clicks.refusals import log_unexpected
from bot.ui.desk import Desk
from bot.ui.holders import Direct, Holder, Opened, Place
from bot.ui.pages.hand import Concern, concern, hand_page
from bot.ui.pages.old_hands import earlier_page, parting, parting_page
from bot.ui.pages.page import Page
from bot.ui.sending import DMS_CLOSED, DMS_TOO_FAST, LOST, MESSAGE_GONE, code_of, describe, pause_after, persevere

if TYPE_CHECKING:
    from bot.ui.clicks.answer import Answer

log = logging.getLogger(__name__)

TOKEN_LIFE: Final = 14 * 60.0
"""Seconds for which an answer that only one person sees can be edited; Discord gives fifteen minutes."""
LATER: Final = 20.0
"""Seconds after which a hand that could not be shown is tried again."""
SPACING: Final = 0.4
"""Seconds between two looks at the same person's hand."""


class Keeper:
    """All private hands."""

    def __init__(self, desk: Desk, client: discord.Client, on_closed_dms: Callable[[int], None]) -> None:
        self._desk = desk
        self._client = client
        self._on_closed_dms = on_closed_dms
        """Called with a table's id when somebody there turns out to take no direct messages."""
        self._holders: dict[tuple[int, int], Holder] = {}
        self._unreached: dict[int, set[int]] = {}
        self._closed = False

    # -- from outside

    def changed(self, table_id: int) -> None:
        """Looks at the hands of everybody at that table."""
        snapshot = self._desk.service.snapshot_of(table_id)
        people = {s.user_id for s in snapshot.sitters if s.user_id is not None} if snapshot is not None else set()
        people |= {user_id for table, user_id in self._holders if table == table_id}
        for user_id in people:
            self.wake(table_id, user_id)

    def wake(self, table_id: int, user_id: int) -> None:
        """Looks at that person's hand."""
        holder = self._holder(table_id, user_id)
        holder.dirty = True
        if holder.task is None and not holder.answering and not self._closed:
            holder.task = asyncio.create_task(self._work(holder))

    def unreached(self, table_id: int) -> frozenset[int]:
        """Who of that table's people turned out, in this deal, to take no direct messages."""
        return frozenset(self._unreached.get(table_id, ()))

    @contextlib.asynccontextmanager
    async def answering(self, table_id: int, user_id: int) -> AsyncIterator[None]:
        """While an answer is under way that shows the hand itself, it is not edited besides."""
        holder = self._holder(table_id, user_id)
        holder.answering += 1
        try:
            yield
        finally:
            holder.answering -= 1
            self.wake(table_id, user_id)

    def arrange(self, table_id: int, user_id: int, arranged: bool) -> None:
        """Has that person's hand shown in its melds, or not, from now on."""
        self._holder(table_id, user_id).arranged = arranged

    async def show(self, answer: Answer, private: Private, notices: tuple[str, ...] = ()) -> None:
        """Shows the hand as the answer, and keeps it fresh from then on."""
        interaction, table = answer.interaction, private.table
        texts = self._desk.texts_for(interaction)
        settings = await self._desk.settings(interaction.user.id)
        told = (*notices, *self._desk.notices(interaction.user.id, texts))
        holder = self._holder(table.table_id, interaction.user.id)
        if await self._answers_earlier(answer, holder, table):
            assert holder.direct is not None, "there is a newer hand"
            await answer.show(earlier_page(table, (holder.direct.channel_id, holder.direct.message_id), texts, told))
            return
        arranged = holder.arranged
        page = await hand_page(
            private,
            texts,
            self._desk.studio,
            four_colour=settings.four_colour,
            arranged=arranged,
            notices=told,
        )
        place = self._place(holder, answer, table)

        async def edit() -> bool:
            return await answer.show(page) is not None

        await place.put(page, concern(private, settings.four_colour, arranged), edit)

    async def close(self) -> None:
        """Ends all that is under way, for good: an answer that ends later looks at no hand any more."""
        self._closed = True
        for task in (tasks := [holder.task for holder in self._holders.values() if holder.task is not None]):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- inside

    def _holder(self, table_id: int, user_id: int) -> Holder:
        return self._holders.setdefault((table_id, user_id), Holder(table_id, user_id))

    async def _answers_earlier(self, answer: Answer, holder: Holder, table: Snapshot) -> bool:
        """Whether the answer goes into a direct message of an earlier deal, while the present one has its own."""
        message = _clicked_direct(answer)
        if message is None:
            return False
        if holder.direct is None:
            holder.direct = await self._known(holder, table)
        newer = holder.direct
        return newer is not None and newer.deal == table.turn.deal and newer.message_id not in (0, message.id)

    def _place(self, holder: Holder, answer: Answer, table: Snapshot) -> Place:
        """The place that an answer fills: the message that was clicked, or a new one."""
        message = _clicked_direct(answer)
        if message is not None:
            if holder.direct is None or holder.direct.message_id != message.id:
                holder.direct = Direct(channel_id=message.channel.id, message_id=message.id, deal=table.turn.deal)
            return holder.direct
        before = holder.opened
        holder.opened = Opened(answer=answer, until=time.monotonic() + TOKEN_LIFE)
        if before is not None and not _same_message(before, answer):
            self._desk.spawn(self._rest_opened(before))
        return holder.opened

    async def _work(self, holder: Holder) -> None:
        try:
            while holder.dirty and not holder.answering:
                holder.dirty = False
                try:
                    await self._refresh(holder)
                except (discord.HTTPException, discord.RateLimited, *LOST) as error:
                    log.warning("a hand at table %s could not be sent: %s", holder.table_id, describe(error))
                    if pause_after(error, 0) is not None or code_of(error) in DMS_TOO_FAST:
                        self._try_later(holder)
                except Exception as error:
                    log_unexpected(log, f"a hand at table {holder.table_id} could not be shown", error)
                await asyncio.sleep(SPACING)
        finally:
            holder.task = None
        if holder.dirty:
            self.wake(holder.table_id, holder.user_id)

    def _try_later(self, holder: Holder) -> None:
        """Looks at the hand again after a while, if it is still one."""

        def again() -> None:
            if self._holders.get((holder.table_id, holder.user_id)) is holder:
                self.wake(holder.table_id, holder.user_id)

        asyncio.get_running_loop().call_later(LATER, again)

    async def _refresh(self, holder: Holder) -> None:
        service = self._desk.service
        table = service.snapshot_of(holder.table_id)
        try:
            private = service.private_of(holder.table_id, holder.user_id)
        except Refusal:
            private = None
        if table is not None and private is not None and not (table.stage == "closed" and private.view is None):
            await self._bring_up(holder, table, private)
        leaving = table is not None and private is None and table.seated(holder.user_id) is not None
        if table is not None and leaving and table.stage == "playing":
            await self._part(holder, table)  # once: that it is done is known until the deal is over
        elif table is None or private is None or table.stage == "closed":
            self._holders.pop((holder.table_id, holder.user_id), None)
            await self._rest(holder, table)
            if table is None or table.stage == "closed":
                self._unreached.pop(holder.table_id, None)

    async def _bring_up(self, holder: Holder, table: Snapshot, private: Private) -> None:
        """Has every message that shows the hand show it as it is."""
        settings = await self._desk.settings(holder.user_id)
        arranged = holder.arranged
        about = concern(private, settings.four_colour, arranged)
        if table.stage != "playing":
            self._unreached.pop(holder.table_id, None)
        texts = await self._desk.texts_of(holder.user_id)

        async def page() -> Page:
            return await hand_page(private, texts, self._desk.studio, four_colour=about.four_colour, arranged=arranged)

        await asyncio.gather(
            self._refresh_opened(holder, about, page),
            self._refresh_direct(holder, private, about, page, wanted=settings.hand == "dm"),
        )

    async def _part(self, holder: Holder, table: Snapshot) -> None:
        """Who has got up in mid-deal sees no cards any more, and reads who plays on with them."""
        texts = await self._desk.texts_of(holder.user_id)

        async def page() -> Page:
            return parting_page(table, holder.user_id, texts)

        await self._leave_earlier(holder, table)
        if holder.direct is None:
            holder.direct = await self._known(holder, table)
        await asyncio.gather(
            self._refresh_opened(holder, parting(table), page),
            self._update(holder, holder.direct, parting(table), page),
        )

    async def _refresh_opened(self, holder: Holder, about: Concern, page: Callable[[], Awaitable[Page]]) -> None:
        place = holder.opened
        if place is None or place.shown == about or place.answer is None:
            return
        if time.monotonic() >= place.until:
            holder.opened = None
            return
        answer, made = place.answer, await page()

        async def edit() -> bool:
            return await answer.show(made) is not None

        if not await place.put(made, about, edit):
            holder.opened = None if holder.opened is place else holder.opened
        elif place.shown is None:
            holder.dirty = True

    async def _refresh_direct(
        self,
        holder: Holder,
        private: Private,
        about: Concern,
        page: Callable[[], Awaitable[Page]],
        *,
        wanted: bool,
    ) -> None:
        table = private.table
        await self._leave_earlier(holder, table)
        if private.view is None or not (private.view.hand or holder.direct):
            return
        if holder.direct is None:
            holder.direct = await self._known(holder, table)
        if holder.direct is not None:
            await self._update(holder, holder.direct, about, page)
        elif wanted and table.stage == "playing":
            if await self._desk.service.people.dms_closed(holder.user_id):
                self._not_reached(holder)
            else:
                await self._send(holder, table, about, await page())

    async def _leave_earlier(self, holder: Holder, table: Snapshot) -> None:
        """Puts the direct message of an earlier deal to rest."""
        if holder.direct is not None and holder.direct.deal != table.turn.deal:
            await self._rest_direct(holder)
            holder.resends = 0

    async def _update(
        self, holder: Holder, place: Direct | None, about: Concern, page: Callable[[], Awaitable[Page]]
    ) -> None:
        """Has a direct message show the page, unless it does."""
        if place is None or place.shown == about:
            return
        made = await page()

        async def edit() -> bool:
            return await self._edit(place, made)

        done = await place.put(made, about, edit)
        if place.message_id == 0:
            holder.direct, holder.resends = None, holder.resends + 1
        if place.message_id == 0 or (done and place.shown is None):
            holder.dirty = True
        elif not done:
            self._try_later(holder)

    async def _known(self, holder: Holder, table: Snapshot) -> Direct | None:
        """This deal's direct message, as the store remembers it."""
        if table.deal_id is None or holder.resends:
            return None
        for one in await self._desk.service.notes.hand_messages(table.deal_id):
            if one.user_id == holder.user_id:
                return Direct(channel_id=one.channel_id, message_id=one.message_id, deal=table.turn.deal)
        return None

    async def _send(self, holder: Holder, table: Snapshot, about: Concern, page: Page) -> None:
        # The nonce makes Discord give back the message it has, where its first answer was lost or the bot restarted.
        nonce = f"h{table.table_id}.{table.turn.deal}.{holder.resends}"[-25:]

        async def send() -> discord.Message:
            channel = await self._client.create_dm(discord.Object(holder.user_id))
            return await channel.send(
                view=page.view(), files=page.files(), nonce=nonce, allowed_mentions=discord.AllowedMentions.none()
            )

        try:
            message = await persevere(send)
        except discord.HTTPException as error:
            if code_of(error) not in DMS_CLOSED:
                raise
            await self._closed_to(holder)
            return
        holder.direct = Direct(
            shown=about, page=page, channel_id=message.channel.id, message_id=message.id, deal=table.turn.deal
        )
        if table.deal_id is not None:
            notes = self._desk.service.notes
            await notes.set_hand_message(table.deal_id, holder.user_id, message.channel.id, message.id)

    async def _closed_to(self, holder: Holder) -> None:
        log.info("a person at table %s takes no direct messages", holder.table_id)
        await self._desk.service.people.set_dms_closed(holder.user_id, True)
        self._desk.notify(holder.user_id, "dms-closed")
        self._not_reached(holder)

    def _not_reached(self, holder: Holder) -> None:
        """Has the table's message say that this person's hand must be looked at there."""
        there = self._unreached.setdefault(holder.table_id, set())
        if holder.user_id not in there:
            there.add(holder.user_id)
            self._on_closed_dms(holder.table_id)

    async def _edit(self, place: Direct, page: Page) -> bool:
        """Edits a direct message; one that is gone loses its id."""
        message = self._client.get_partial_messageable(place.channel_id).get_partial_message(place.message_id)

        async def send() -> None:
            await message.edit(
                view=page.view(), attachments=page.files(), allowed_mentions=discord.AllowedMentions.none()
            )

        try:
            await persevere(send)
        except (discord.HTTPException, discord.RateLimited, *LOST) as error:
            if code_of(error) in MESSAGE_GONE:
                place.message_id = 0
            log.info("a hand could not be brought up to date: %s", describe(error))
            return False
        return True

    async def _rest(self, holder: Holder, table: Snapshot | None) -> None:
        """Takes the buttons off what that person has open, for it is over."""
        place, holder.opened = holder.opened, None
        await self._rest_direct(holder)
        if place is not None:
            waits = table is not None and place.shown is not None and place.shown.stage in {"lobby", "playing"}
            texts = await self._desk.texts_of(holder.user_id)
            await self._rest_opened(place, parting_page(table, holder.user_id, texts) if waits and table else None)

    async def _rest_opened(self, place: Opened, instead: Page | None = None) -> None:
        """Takes the buttons off a hand that was opened before: there is a newer one, or it is none any more."""
        if place.page is not None and place.answer is not None and place.until > time.monotonic():
            await place.answer.show(instead or place.page.quiet())

    async def _rest_direct(self, holder: Holder) -> None:
        place, holder.direct = holder.direct, None
        if place is None or place.page is None or not place.message_id:
            return
        quiet = place.page.quiet()
        if quiet != place.page:
            await self._edit(place, quiet)


def _clicked_direct(answer: Answer) -> discord.Message | None:
    """The direct message that was clicked and takes the answer; None for any other."""
    message = answer.interaction.message
    return message if answer.updates and message is not None and not message.flags.ephemeral else None


def _same_message(before: Opened, answer: Answer) -> bool:
    """Whether an answer goes into the very message that was opened before."""
    clicked = answer.interaction.message if answer.updates else None
    return clicked is not None and before.answer is not None and before.answer.message_id in {None, clicked.id}
