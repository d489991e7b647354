"""What stands below a table's message in its channel: lines and calls of the bot's own about the table, and talk.

Each press at the table tells which message is the newest of its channel. Discord is asked only where no such press
began the deal, and once after a call, which hides talk above it.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Final

import discord

from bot.service.model import Snapshot
from bot.ui.showing.limiter import Priority
from bot.ui.showing.live import LiveMessage
from bot.ui.showing.sending import CHANNEL_GONE, NOT_ALLOWED, code_of, helps_later, persevere

MOST_BELOW: Final = 3
"""Results below a table's message with which it stays where it is when a deal begins."""
NEWS: Final = 0.5
"""Seconds before the beginning of a deal in which what a press has told of the channel is relied on, rather than
Discord asked: it is the press that began the deal."""
OTHERS: Final = 5
"""Other messages of a channel that are kept: more than the bot ever sends there at the same time."""
WRITTEN_SINCE: Final = 20
"""Messages below a table's that are looked through for talk: more than the bot ever has there itself."""


class BelowTable:
    """What is known to stand below the ``message`` of one table.

    Talk is every message that isn't the bot's own about this table. ``turn`` gives a turn to ask Discord something, for
    a table that looks like that.
    """

    def __init__(
        self,
        client: discord.Client,
        message: LiveMessage,
        turn: Callable[[Snapshot, Priority], AbstractAsyncContextManager[None]],
    ) -> None:
        self._client = client
        self._message = message
        self._turn = turn
        self._calls = set[int]()
        self._results = list[int]()
        self._shuffles = list[int]()
        """The lines about shuffles, which are rare and push the table's message nowhere."""
        self._others = deque[int](maxlen=OTHERS)
        """The newest messages in the channel that are known, but for the bot's own about this table. One that was told
        before it was known as the bot's own counts no more from then on."""
        self._may_hide_talk = False
        """Whether a call may hide talk above it: of a channel only the newest message is told."""
        self._all_known = False
        """Whether all lines of the bot's own below the message are known: it was posted after this began."""
        self._told = -math.inf
        """When the last press told the newest message of the channel, in running seconds."""
        self._begun = math.inf
        """When the deal began that began last, as far as it was noticed, in running seconds."""

    # -- what is told of the channel

    def called(self, message_id: int) -> None:
        """The bot has called somebody by that message."""
        self._calls.add(message_id)
        self._may_hide_talk = True

    def result_posted(self, message_id: int) -> None:
        """The bot has posted a line about a deal."""
        self._results.append(message_id)

    def shuffles_posted(self, message_id: int) -> None:
        """The bot has posted a line about shuffles."""
        self._shuffles.append(message_id)

    def newest_told(self, message_id: int | None) -> None:
        """A press at the table has told which message is the newest in its channel; None: it has not."""
        self._note(message_id or 0)
        self._told = -math.inf if message_id is None else time.monotonic()

    def deal_begins(self) -> None:
        """A deal has begun at the table."""
        self._begun = time.monotonic()

    def all_above(self) -> None:
        """The table's message has been posted anew, below everything."""
        self._calls.clear()
        self._results.clear()
        self._shuffles.clear()
        self._may_hide_talk = False
        self._all_known = True

    # -- what is asked about it

    @property
    def may_hold_results(self) -> bool:
        """Whether lines about deals may stand below the table's message: after a start it isn't known."""
        return bool(self._results) or not self._all_known

    def pushes_up(self, message_id: int, most: int) -> bool:
        """Whether talk, more than ``most`` lines of the bot's own, or the table's message stand below that message."""
        lines = sum(line > message_id for line in (*self._results, *self._shuffles))
        return self._is_talk_below(message_id) or lines > most or (self._message.id or 0) > message_id

    async def holds_anything(self, snapshot: Snapshot) -> bool:
        """Whether talk or a result stands below the table's message. Raises what requests raise."""
        await self._ask_for_newest(snapshot)
        await self._find_hidden_talk(snapshot)
        return self._pushes_table_up(most=0)

    async def holds_too_much(self, snapshot: Snapshot) -> bool:
        """Whether a deal that begins is to be shown below what stands there: talk, or too many results.

        Raises what requests raise.
        """
        if len(self._results) > MOST_BELOW:
            return True
        if self._told < self._begun - NEWS:
            await self._ask_for_newest(snapshot)
        await self._find_hidden_talk(snapshot)
        return self._pushes_table_up(most=MOST_BELOW)

    # -- inside

    def _note(self, message_id: int) -> None:
        """That message is in the channel."""
        if not self._is_own(message_id) and message_id > max(self._others, default=0):
            self._others.append(message_id)

    def _is_own(self, message_id: int) -> bool:
        """Whether the bot itself has posted that message below the table's, as far as that is known."""
        return message_id in self._calls or message_id in self._results or message_id in self._shuffles

    def _is_talk_below(self, message_id: int) -> bool:
        """Whether talk is known to stand below that message."""
        return any(other > message_id and not self._is_own(other) for other in self._others)

    def _pushes_table_up(self, most: int) -> bool:
        """Whether talk, or more than ``most`` results, are known to stand below the table's message."""
        return self._is_talk_below(self._message.id or 0) or len(self._results) > most

    async def _ask_for_newest(self, snapshot: Snapshot) -> None:
        """Asks Discord which message is the newest in the channel. Where it can't tell, the table is shown where
        it is, perhaps above talk."""
        try:
            async with self._turn(snapshot, Priority.DEAL):
                channel = await persevere(lambda: self._client.fetch_channel(snapshot.channel_id))
        except discord.HTTPException as error:
            if code_of(error) in CHANNEL_GONE | NOT_ALLOWED or helps_later(error):
                raise
            return
        self._note(getattr(channel, "last_message_id", None) or 0)

    async def _find_hidden_talk(self, snapshot: Snapshot) -> None:
        """Asks Discord for talk above a call, unless what is known is enough to bring the table down."""
        if not self._may_hide_talk or self._pushes_table_up(most=MOST_BELOW):
            return
        async with self._turn(snapshot, Priority.DEAL):
            for message_id in await persevere(lambda: self._written_since(snapshot)):
                self._note(message_id)
        self._may_hide_talk = False

    async def _written_since(self, snapshot: Snapshot) -> list[int]:
        """The messages below the table's; none where the bot may not read them."""
        place = self._client.get_partial_messageable(snapshot.channel_id, guild_id=snapshot.guild_id)
        after = discord.Object(self._message.id or 0)
        try:
            return [message.id async for message in place.history(limit=WRITTEN_SINCE, after=after)]
        except discord.Forbidden:
            return []
