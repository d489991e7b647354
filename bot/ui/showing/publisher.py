"""When a table is posted again in its channel, below what was said since, and who is called by name.

The service commits first, so a crash can't undo what is shown here. Only the newest state is shown; states in between
are skipped.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import discord

from bot.service.model import Snapshot, Turn
from bot.ui.clicks.address import Address, BadAddress
from bot.ui.clicks.refusals import log_unexpected
from bot.ui.desk import Desk
from bot.ui.pages.page import Page
from bot.ui.pages.table import opening_page, table_page
from bot.ui.showing.live import LiveMessage
from bot.ui.showing.refresher import Refresher
from bot.ui.showing.sending import CHANNEL_GONE, FAILURES, NOT_ALLOWED, code_of, describe, helps_later, persevere

log = logging.getLogger(__name__)

SPACING: Final = 1.2
"""Seconds between two requests for the same table, at least: Discord takes about five in five seconds."""
ADOPTION: Final = 20.0
"""Seconds to wait for the message that answers /newgame, before the table gets one of its own."""

Adoption = asyncio.Future[tuple[int | None, Page | None]]
"""The message that answers /newgame, with what it shows; without one the table gets a message of its own."""


@dataclass
class Moment:
    """The moment of a table that its message shows; all unknown after a restart."""

    turn: Turn | None = None
    stage: str = ""
    called: int | None = None
    """The user who was last called by name."""
    acting: int | None = None
    """The user who was to act."""


class Publisher:
    """Shows one table.

    ``unreached``: the users there who get no direct messages. ``wake_other`` posts another table again; ``ended`` is
    called when the table is closed and that is shown.
    """

    def __init__(
        self,
        desk: Desk,
        client: discord.Client,
        table_id: int,
        message: LiveMessage,
        adoption: Adoption | None,
        unreached: Callable[[], frozenset[int]],
        wake_other: Callable[[int], None],
        ended: Callable[[], object],
    ) -> None:
        self._desk, self._client, self.table_id, self.message = desk, client, table_id, message
        self._adoption, self._unreached, self._wake_other, self._ended = adoption, unreached, wake_other, ended
        self._shown = Moment()
        self._hidden = False
        self._look_down = False
        self.refresher = Refresher(self._publish, SPACING, self._failed)

    async def bring_down(self) -> None:
        """Posts the table again if other messages have pushed it up; returns when that is done."""
        self._look_down = True
        self.refresher.wake()
        await self.refresher.caught_up()

    async def _publish(self) -> None:
        """Shows the newest state."""
        await self._adopt()
        snapshot = self._desk.service.snapshot_of(self.table_id)
        if snapshot is None:
            self._end()
            return
        texts = self._desk.texts_in(snapshot.guild_id)
        page = await table_page(snapshot, texts, self._desk.studio, self._unreached())
        if self._shown.turn is None or self.message.being_sent:
            await self._recall(snapshot, page)
        elif self._look_down:
            await self.message.find(page)  # somebody may have deleted it
        if self._shown.turn is not None and self._shown.turn.deal != snapshot.turn.deal:
            self._shown.called = None  # each deal calls everybody again
        must_send, self._look_down = await self._must_send(snapshot, page), False
        if must_send:
            await self.message.send(page, rest=self._resting_page(snapshot))
            if (newer := self._newer(snapshot)) is not None:
                self._wake_other(newer)  # opened just now: its message goes below this one again
        else:
            await self.message.show(page)
        self._hidden = False
        acting = snapshot.to_act
        self._shown.turn, self._shown.stage = snapshot.turn, snapshot.stage
        self._shown.acting = acting.user_id if acting is not None and not acting.computer else None
        if page.mention is not None:
            self._shown.called = page.mention
        if snapshot.stage == "closed":
            await self.message.forget()
            self._end()

    def _end(self) -> None:
        self.refresher.stop()
        self._ended()

    async def _adopt(self) -> None:
        """Waits for the answer to /newgame, which becomes the table's first message."""
        if self._adoption is None:
            return
        try:
            async with asyncio.timeout(ADOPTION):
                message_id, page = await asyncio.shield(self._adoption)
        except TimeoutError:
            message_id, page = None, None
        self._adoption = None
        snapshot = self._desk.service.snapshot_of(self.table_id)
        if message_id is not None and snapshot is not None:
            await self.message.adopt(snapshot.channel_id, message_id, page)
            self._shown = Moment(turn=Turn(), stage="lobby")

    async def _recall(self, snapshot: Snapshot, page: Page) -> None:
        """Finds out which moment the message shows, so that nobody is called twice."""
        self._shown = Moment()
        message = await self.message.find(page)
        if message is None:
            return
        turn = shown_turn(message, self.table_id)
        acting = snapshot.to_act
        if turn == snapshot.turn and acting is not None and not acting.computer:
            self._shown.called = self._shown.acting = acting.user_id
        self._shown.turn, self._shown.stage = turn or Turn(), snapshot.stage if turn == snapshot.turn else ""

    async def _must_send(self, snapshot: Snapshot, page: Page) -> bool:
        """Whether a new message is due, rather than an edit of the current one."""
        shown = self._shown
        if not self.message.exists:
            return True
        if self._newer(snapshot) is not None:
            return False  # how this table ended is told above the one that was opened since
        if snapshot.stage == "playing" and (shown.turn is None or shown.turn.deal != snapshot.turn.deal):
            return True  # the end of the last deal stays readable
        if page.mention is not None and page.mention != shown.called:
            return True
        matters = (
            self._look_down
            or snapshot.stage != shown.stage
            or snapshot.stage == "lobby"
            or (page.mention is not None and shown.acting != page.mention)
        )
        return matters and not await is_newest(self._client, snapshot.channel_id, self.message.id or 0)

    def _newer(self, snapshot: Snapshot) -> int | None:
        """The table that was opened in the channel since this one was closed."""
        newer = self._desk.service.table_in(snapshot.channel_id) if snapshot.stage == "closed" else None
        return newer.table_id if newer is not None else None

    def _resting_page(self, snapshot: Snapshot) -> Page | None:
        """What the message that was live until now shows from now on; None to leave it as it is."""
        if self._shown.stage == "lobby" and snapshot.stage == "playing" and snapshot.turn.deal == 1:
            # Whoever sat down just before the deal was dealt in, and may not have been shown yet.
            return opening_page(snapshot, self._desk.texts_in(snapshot.guild_id))
        return None

    def _failed(self, error: Exception) -> bool:
        """Logs that the table could not be shown. Returns whether trying before the next change can help."""
        if not isinstance(error, FAILURES):
            log_unexpected(log, f"table {self.table_id} could not be shown", error)
            return True
        if code_of(error) not in CHANNEL_GONE | NOT_ALLOWED:
            log.warning("table %s could not be shown: %s", self.table_id, describe(error))
            return helps_later(error)
        if not self._hidden:
            log.warning("table %s can't be shown in its channel: %s", self.table_id, describe(error))
            snapshot = self._desk.service.snapshot_of(self.table_id)
            for sitter in snapshot.sitters if snapshot is not None else ():
                if sitter.user_id is not None:
                    self._desk.notify(sitter.user_id, "table-hidden")
        self._hidden = True
        return False


async def is_newest(client: discord.Client, channel_id: int, message_id: int) -> bool:
    """Whether nothing was said in the channel since that message. Raises what the request raises."""
    channel = await persevere(lambda: client.fetch_channel(channel_id))
    return (getattr(channel, "last_message_id", None) or 0) <= message_id


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
    for component in components if isinstance(components, list) else ():
        if custom_id := getattr(component, "custom_id", None):
            found.append(custom_id)
        found += _custom_ids(getattr(component, "children", None))
    return found
