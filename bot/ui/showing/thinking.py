"""Answers to /newgame, which everybody sees as "thinking" until they show the table, and what becomes of them after a
crash.

The table may have such an answer as its message already. So the answer's message is remembered before anything is done,
and if it still says "thinking" at the next start, it is removed before tables are shown again, and its table gets a
message of its own. Other answers are known by their tokens alone (``pending_answers.py``), as is this one.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator

import discord

from bot.logs import log_unexpected
from bot.store.messages import Remembered
from bot.ui.desk import Desk
from bot.ui.showing.live import LiveMessage, Status
from bot.ui.showing.memory import TABLES, THINKING, Memory, name_of, numbers
from bot.ui.showing.places import InChannel
from bot.ui.showing.sending import FAILURES, describe

log = logging.getLogger(__name__)


class ThinkingAnswers:
    """The answers to /newgame under way."""

    def __init__(self, desk: Desk, client: discord.Client, memory: Memory) -> None:
        self._desk, self._client, self._memory = desk, client, memory
        self._awaited: set[str] = set()

    @contextlib.asynccontextmanager
    async def waiting(self, channel_id: int, message_id: int | None) -> AsyncIterator[None]:
        """While this is open the message is known to wait for its answer; None if there is no message.

        If it is cancelled, as when the bot stops, the message stays noted: the answer may not have come.
        """
        if message_id is None:
            yield
            return
        name = name_of(THINKING, message_id)
        self._awaited.add(name)
        await self._memory.note(Remembered(name, channel_id, message_id))
        try:
            yield
        except Exception:
            await self._answered(name)  # the answer is then the reason
            raise
        await self._answered(name)

    async def settle(self) -> None:
        """After a start: removes what still says "thinking". Never raises."""
        for message in self._memory.starting(THINKING):
            if message.name in self._awaited:
                continue  # a command that came before this
            try:
                await self._take_away(message)
            except FAILURES as error:
                log.info("an answer that never came could not be taken away: %s", describe(error))
            except Exception as error:
                log_unexpected(log, "an answer left from before could not be looked at", error)
            await self._memory.forget(message.name)

    async def _answered(self, name: str) -> None:
        self._awaited.discard(name)
        await self._memory.forget(name)

    async def _take_away(self, left: Remembered) -> None:
        message = LiveMessage(InChannel(self._client, left.channel_id or 0), self._memory, self._desk.spawn, left.name)
        found = await message.find()
        if message.status is Status.GONE or (found is not None and not found.flags.loading):
            return  # the answer came; a message that may not be read counts as waiting for it
        for shown in self._memory.starting(TABLES):
            if shown.message_id == left.message_id:
                await self._memory.forget(shown.name)  # that table gets a message of its own
                self._desk.service.set_live(numbers(shown.name)[0], None)
        await message.remove()
