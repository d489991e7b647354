"""Answers that everybody sees as "thinking" until they are there, and what becomes of them after a crash.

Such an answer can't be given any more after a restart, for its token is gone, and Discord would show "thinking" for a
quarter of an hour. So its message is noted before anything is done, and taken away at the next start.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator
from typing import Final

import discord

from bot.store.model import StoreError
from bot.ui.clicks.refusals import log_unexpected
from bot.ui.desk import Desk
from bot.ui.sending import LOST, NOT_ALLOWED, code_of, describe, persevere

log = logging.getLogger(__name__)

META: Final = "thinking"
"""The name under which the store keeps them: channels by messages."""


class Pending:
    """The public answers under way."""

    def __init__(self, desk: Desk, client: discord.Client) -> None:
        self._desk, self._client = desk, client
        self._lock = asyncio.Lock()
        self._noted: dict[int, int] | None = None
        """Each message's channel; None until they are read."""
        self._left: dict[int, int] = {}
        """Those that were there when they were read: a command may come before ``settle`` is called."""

    @contextlib.asynccontextmanager
    async def noted(self, channel_id: int, message_id: int | None) -> AsyncIterator[None]:
        """While this is open the message is known as one that waits for its answer.

        Where it is cancelled, as when the bot is ended, the message stays noted: the answer may not have come.
        """
        await self._change(message_id, channel_id)
        try:
            yield
        except Exception:
            await self._change(message_id, None)  # why not, is answered instead
            raise
        await self._change(message_id, None)

    async def settle(self) -> None:
        """After a start: takes away what still says "thinking". Never raises."""
        try:
            await self._read()
            for message_id, channel_id in self._left.items():
                await self._take_away(channel_id, message_id)
                await self._change(message_id, None)
        except Exception as error:
            log_unexpected(log, "answers left from before could not be looked at", error)

    async def _take_away(self, channel_id: int, message_id: int) -> None:
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        try:
            if not await _thinks(message):
                return
            for table in self._desk.service.tables():
                if table.live_message == message_id:
                    await self._desk.service.set_live(table.table_id, None)  # it gets one of its own
            await persevere(message.delete)
        except (discord.HTTPException, discord.RateLimited, *LOST) as error:
            log.info("an answer that never came could not be taken away: %s", describe(error))

    async def _change(self, message_id: int | None, channel_id: int | None) -> None:
        """Notes a message, or that it is answered."""
        if message_id is None:
            return
        try:
            noted = await self._read()
            async with self._lock:
                noted.pop(message_id, None)
                if channel_id is not None:
                    noted[message_id] = channel_id
                await self._desk.service.notes.set(META, json.dumps(noted))
        except StoreError as error:
            log_unexpected(log, "an answer under way could not be noted", error)

    async def _read(self) -> dict[int, int]:
        async with self._lock:
            if self._noted is None:
                text = await self._desk.service.notes.get(META) or "{}"
                self._noted = {int(message): int(channel) for message, channel in json.loads(text).items()}
                self._left = dict(self._noted)
            return self._noted


async def _thinks(message: discord.PartialMessage) -> bool:
    """Whether the message still waits for its answer; one that may not be read is taken to."""
    try:
        return (await persevere(message.fetch)).flags.loading
    except discord.HTTPException as error:
        if code_of(error) not in NOT_ALLOWED:
            raise
        return True
