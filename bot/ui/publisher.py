"""Shows each table in its channel: one message with live buttons, the newest state, one task a table.

The service commits first; what is shown here can't be taken back by a crash. A change wakes the table's task, which
shows the newest snapshot and skips those in between.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

import discord

from bot.service.model import Snapshot, Turn
from bot.store.model import StoreError
from bot.ui.clicks.address import Address, BadAddress
from bot.ui.clicks.refusals import log_unexpected
from bot.ui.desk import Desk
from bot.ui.pages.page import Page, sentence
from bot.ui.pages.table import opening_page, table_page
from bot.ui.rest import laid_to_rest
from bot.ui.sending import (
    CHANNEL_GONE,
    LOST,
    MESSAGE_GONE,
    NOT_ALLOWED,
    code_of,
    describe,
    persevere,
)

log = logging.getLogger(__name__)

SPACING: Final = 1.2
"""Seconds between two requests for the same table, at least: Discord takes about five in five seconds."""
AGAIN: Final = (2.0, 5.0, 15.0, 60.0)
"""Seconds after which a table that could not be shown is tried again, the first time, the second, and so on."""
ATTEMPTS: Final = 3
"""Attempts at one request, before the table is drawn anew from what it has become."""
ADOPTION: Final = 20.0
"""Seconds to wait for the message that answers /newgame, before the table gets one of its own."""

Adoption = asyncio.Future[tuple[int | None, Page | None]]
"""The message that answers /newgame, with what it shows; without one the table gets a message of its own."""


@dataclass
class Shown:
    """What a table's live message shows."""

    turn: Turn | None = None
    stage: str = ""
    called: int | None = None
    """Who was last called by name."""
    acting: int | None = None
    """Who was to act."""
    page: Page | None = field(default=None, repr=False)
    picture: bytes = b""
    """The digest of its picture."""


class Publisher:
    """One table's messages."""

    def __init__(
        self,
        desk: Desk,
        client: discord.Client,
        table_id: int,
        unreached: Callable[[], frozenset[int]],
        wake_other: Callable[[int], None],
    ) -> None:
        self._desk, self._client, self.table_id, self._unreached = desk, client, table_id, unreached
        self._wake_other = wake_other
        self._woken = asyncio.Event()
        self._shown = Shown()
        self._posts = 0
        self._post_turn: Turn | None = None
        self._unreachable = False
        self._failures = 0
        self._look_down = False
        self._idle = asyncio.Event()
        self.adoption: Adoption | None = None
        """The message that will answer /newgame, where one is on its way."""

    def wake(self) -> None:
        """There is something new to show."""
        self._idle.clear()
        self._woken.set()

    async def bring_down(self) -> None:
        """Shows the table anew where talk has pushed its message up; returns when that is done."""
        self._look_down = True
        self.wake()
        await self._idle.wait()

    async def run(self) -> None:
        """Shows the table until it is closed."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            begun = time.monotonic()
            done = False
            try:
                done = await self._publish()
                self._unreachable, self._failures = False, 0
            except (discord.HTTPException, discord.RateLimited, *LOST) as error:
                self._failed(error)
            except Exception as error:
                log_unexpected(log, f"table {self.table_id} could not be shown", error)
                self._try_again()
            if not self._woken.is_set():
                self._idle.set()
            if done:
                return
            await asyncio.sleep(max(0.0, begun + SPACING - time.monotonic()))

    async def _publish(self) -> bool:
        """Shows the newest state. Returns whether it was the table's last."""
        await self._adopt()
        snapshot = self._desk.service.snapshot_of(self.table_id)
        if snapshot is None:
            return True
        texts = self._desk.texts_in(snapshot.guild_id)
        page = await table_page(snapshot, texts, self._desk.studio, self._unreached())
        if self._shown.turn is None:
            snapshot = await self._find(snapshot, page)
            if snapshot.live_message is not None:
                await self._recall(snapshot)
        if self._shown.turn is not None and self._shown.turn.deal != snapshot.turn.deal:
            self._shown.called = None  # each deal calls everybody anew
        must_post, self._look_down = await self._must_post(snapshot, page), False
        if must_post:
            await self._post(snapshot, page)
            if (newer := self._newer(snapshot)) is not None:
                self._wake_other(newer)  # opened in the last moment: its message goes below this one again
        else:
            await self._edit(snapshot, page)
        acting = snapshot.to_act
        self._shown.turn, self._shown.stage, self._shown.page = snapshot.turn, snapshot.stage, page
        self._shown.acting = acting.user_id if acting is not None and not acting.computer else None
        if page.mention is not None:
            self._shown.called = page.mention
        return snapshot.stage == "closed"

    async def _adopt(self) -> None:
        """Waits for the answer to /newgame, which becomes the table's first message."""
        if self.adoption is None:
            return
        try:
            async with asyncio.timeout(ADOPTION):
                message_id, page = await asyncio.shield(self.adoption)
        except TimeoutError:
            message_id, page = None, None
        self.adoption = None
        if message_id is not None:
            await self._remember(message_id)
            self._shown = Shown(turn=Turn(), stage="lobby", page=page)

    async def _find(self, snapshot: Snapshot, page: Page) -> Snapshot:
        """After a restart: takes the message that was being posted when the bot went down as the live one.

        Discord gives it back for its nonce; where it never arrived, this posts it.
        """
        nonce = await self._desk.service.posting(self.table_id)
        if not nonce:
            return snapshot
        channel = self._client.get_partial_messageable(snapshot.channel_id, guild_id=snapshot.guild_id)
        message = await self._with_or_without_picture(page, partial(_send, channel, nonce))
        if message.id != snapshot.live_message:
            self._desk.spawn(self._put_to_rest(snapshot, snapshot.live_message, None))
        await self._remember(message.id)
        return replace(snapshot, live_message=message.id)

    async def _recall(self, snapshot: Snapshot) -> None:
        """After a restart: finds out which moment the live message shows, so that nobody is called twice."""
        assert snapshot.live_message is not None, "only a message that is known can be looked at"
        channel = self._client.get_partial_messageable(snapshot.channel_id, guild_id=snapshot.guild_id)
        try:
            message = await persevere(lambda: channel.fetch_message(snapshot.live_message or 0))
        except discord.HTTPException as error:
            if code_of(error) not in MESSAGE_GONE | NOT_ALLOWED:
                raise
            return
        turn = shown_turn(message, self.table_id)
        acting = snapshot.to_act
        if turn == snapshot.turn and acting is not None and not acting.computer:
            self._shown.called = self._shown.acting = acting.user_id
        self._shown.turn, self._shown.stage = turn or Turn(), snapshot.stage if turn == snapshot.turn else ""

    async def _must_post(self, snapshot: Snapshot, page: Page) -> bool:
        """Whether a new message is due, rather than an edit of the one there is."""
        shown = self._shown
        if snapshot.live_message is None:
            return True
        if self._newer(snapshot) is not None:
            return False  # how this table ended is told above the one that was opened since
        if snapshot.stage == "playing" and (shown.turn is None or shown.turn.deal != snapshot.turn.deal):
            return True  # the last deal's end stays to be read
        if page.mention is not None and page.mention != shown.called:
            return True
        matters = (
            self._look_down
            or snapshot.stage != shown.stage
            or snapshot.stage == "lobby"
            or (page.mention is not None and shown.acting != page.mention)
        )
        return matters and not await self._is_newest(snapshot)

    def _newer(self, snapshot: Snapshot) -> int | None:
        """The table that was opened in the channel since this one was closed."""
        newer = self._desk.service.table_in(snapshot.channel_id) if snapshot.stage == "closed" else None
        return newer.table_id if newer is not None else None

    async def _is_newest(self, snapshot: Snapshot) -> bool:
        channel = await persevere(lambda: self._client.fetch_channel(snapshot.channel_id))
        return (getattr(channel, "last_message_id", None) or 0) <= (snapshot.live_message or 0)

    async def _post(self, snapshot: Snapshot, page: Page) -> None:
        """Sends a new message and puts the old one to rest."""
        channel = self._client.get_partial_messageable(snapshot.channel_id, guild_id=snapshot.guild_id)
        old, resting = snapshot.live_message, self._resting_page(snapshot)
        if self._post_turn != snapshot.turn:
            self._post_turn, self._posts = snapshot.turn, 0
        while True:
            nonce = f"t{self.table_id}.{snapshot.turn}.{self._posts}"[-25:]
            await self._note(partial(self._desk.service.set_posting, self.table_id, nonce), "that a message is posted")
            try:
                message = await self._with_or_without_picture(page, partial(_send, channel, nonce))
            except (discord.HTTPException, *LOST) as error:
                if pause_helps(error):
                    self._shown = Shown()  # it may have arrived: the next attempt looks for it, as after a restart
                raise
            self._posts += 1
            if message.id != old:
                break  # else the nonce is known from before a restart, and nothing was sent
        self._shown.picture = _picture_of(message, page)
        self._desk.spawn(self._put_to_rest(snapshot, old, resting))
        await self._remember(message.id)

    def _resting_page(self, snapshot: Snapshot) -> Page | None:
        """What the message that was live until now shows from now on; None where that is not known."""
        if self._shown.stage == "lobby" and snapshot.stage == "playing" and snapshot.turn.deal == 1:
            # Whoever sat down in the last moment was dealt in, and may not have been shown yet.
            return opening_page(snapshot, self._desk.texts_in(snapshot.guild_id))
        return self._shown.page

    async def _remember(self, message_id: int) -> None:
        """Notes which message is the live one."""
        service = self._desk.service
        live = partial(service.set_live, self.table_id, message_id)
        posting = partial(service.set_posting, self.table_id, "")
        await asyncio.gather(self._note(live, "the live message"), self._note(posting, "that a message was posted"))

    async def _note(self, write: Callable[[], Awaitable[None]], what: str) -> None:
        """Writes down what helps after a restart. Where that can't be done, the table is shown all the same."""
        try:
            await write()
        except StoreError as error:
            log_unexpected(log, f"table {self.table_id}: {what} could not be written down", error)

    async def _edit(self, snapshot: Snapshot, page: Page) -> None:
        assert snapshot.live_message is not None, "what is edited is known"
        if page == self._shown.page:
            return
        message = self._message(snapshot, snapshot.live_message)
        digest = page.picture.digest if page.picture is not None else b""
        same = bool(digest) and digest == self._shown.picture
        try:
            edited = await self._with_or_without_picture(page, lambda made: _change(message, made, keep=same))
        except discord.HTTPException as error:
            if pause_helps(error) or code_of(error) in CHANNEL_GONE | NOT_ALLOWED:
                raise
            await self._post(snapshot, page)  # it is gone, its thread sleeps, or it is one that can't be edited
            return
        self._shown.picture = _picture_of(edited, page)

    async def _with_or_without_picture(
        self, page: Page, send: Callable[[Page], Awaitable[discord.Message]]
    ) -> discord.Message:
        """Sends the page; in words alone where files are not allowed or not taken."""
        try:
            return await persevere(lambda: send(page), attempts=ATTEMPTS)
        except discord.HTTPException as error:
            if page.picture is None or (error.status != 413 and code_of(error) not in {50013, 40005}):
                raise
        return await persevere(lambda: send(page.without_picture()), attempts=ATTEMPTS)

    async def _put_to_rest(self, snapshot: Snapshot, message_id: int | None, page: Page | None) -> None:
        """Takes the buttons off a message that is no longer the live one; picture and text stay."""
        if message_id is None:
            return
        message = self._message(snapshot, message_id)
        try:
            view = page.quiet().view() if page is not None else await self._resting(snapshot, message)
            await persevere(lambda: message.edit(view=view, allowed_mentions=discord.AllowedMentions.none()))
        except (discord.HTTPException, discord.RateLimited, *LOST) as error:
            log.info("an old message of table %s keeps its buttons: %s", self.table_id, describe(error))

    async def _resting(self, snapshot: Snapshot, message: discord.PartialMessage) -> discord.ui.LayoutView:
        """After a restart: the message as Discord has it, at rest; in a few words where it may not be read."""
        try:
            return laid_to_rest(await persevere(message.fetch))
        except discord.HTTPException as error:
            if code_of(error) not in NOT_ALLOWED:
                raise
        return sentence(self._desk.texts_in(snapshot.guild_id)("table-moved")).view()

    def _message(self, snapshot: Snapshot, message_id: int) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(snapshot.channel_id, guild_id=snapshot.guild_id)
        return channel.get_partial_message(message_id)

    def _failed(self, error: BaseException) -> None:
        """Notes that the table can't be shown; the deal goes on, and the next change tries again."""
        if code_of(error) in CHANNEL_GONE | NOT_ALLOWED:
            if not self._unreachable:
                log.warning("table %s can't be shown in its channel: %s", self.table_id, describe(error))
                snapshot = self._desk.service.snapshot_of(self.table_id)
                for sitter in snapshot.sitters if snapshot is not None else ():
                    if sitter.user_id is not None:
                        self._desk.notify(sitter.user_id, "table-hidden")
            self._unreachable = True
            return
        log.warning("table %s could not be shown: %s", self.table_id, describe(error))
        if pause_helps(error):
            self._try_again()

    def _try_again(self) -> None:
        pause = AGAIN[min(self._failures, len(AGAIN) - 1)]
        self._failures += 1
        asyncio.get_running_loop().call_later(pause, self.wake)


def _picture_of(message: discord.Message, page: Page) -> bytes:
    """The digest of the picture that a message has come to show; none where it had to go without."""
    return page.picture.digest if page.picture is not None and message.attachments else b""


def pause_helps(error: BaseException) -> bool:
    """Whether the same may go through later."""
    return not isinstance(error, discord.HTTPException) or error.status == 429 or error.status >= 500


def shown_turn(message: discord.Message, table_id: int) -> Turn | None:
    """The moment that a table's message was made for, as its buttons say."""
    for custom_id in _custom_ids(message.components):
        try:
            address = Address.parse(custom_id)
        except BadAddress:
            continue
        if address.table == table_id:
            return address.turn
    return None


def _custom_ids(components: object) -> list[str]:
    found: list[str] = []
    for one in components if isinstance(components, list) else ():
        if custom_id := getattr(one, "custom_id", None):
            found.append(custom_id)
        found += _custom_ids(getattr(one, "children", None))
    return found


async def _send(channel: discord.PartialMessageable, nonce: str, page: Page) -> discord.Message:
    return await channel.send(view=page.view(), files=page.files(), nonce=nonce, allowed_mentions=page.mentions)


async def _change(message: discord.PartialMessage, page: Page, *, keep: bool) -> discord.Message:
    """Edits a message; with ``keep`` its picture stays as it is."""
    if keep:
        return await message.edit(view=page.view(), allowed_mentions=page.mentions)
    return await message.edit(view=page.view(), attachments=page.files(), allowed_mentions=page.mentions)
