"""Answers that Discord shows as "thinking" until they are given, and what becomes of them after a crash.

Each is written down before Discord is told to show it, with its token: at the next start those that still say
"thinking" are filled in, or taken away where everybody sees them. One that has become the message of a table is left
to the table (``thinking.py``).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import discord

from bot.logs import log_unexpected
from bot.store.model.errors import StoreError
from bot.store.owed import Owed
from bot.ui.desk import Desk
from bot.ui.pages.page import sentence
from bot.ui.showing.answer import Answer, Pending
from bot.ui.showing.sending import FAILURES, TOKEN_DEAD, code_of, describe, helps_later
from bot.ui.showing.tokens import ORIGINAL, TOKEN_LIFE, Tokens

log = logging.getLogger(__name__)

WRITTEN_WITHIN: Final = 0.5
"""Seconds that an acknowledgement waits until it is written down that an answer is pending: a slow disk fails no press.
"""
AGAIN: Final = 10.0
"""Seconds until a start tries again to give an answer that Discord didn't take."""


class PendingAnswers:
    """The answers that are still to be given, of this life of the bot and of the one before."""

    def __init__(self, desk: Desk, client: discord.Client, tokens: Tokens) -> None:
        self._desk, self._client, self._store, self._tokens = desk, client, desk.service.owed, tokens
        self._before: set[int] = set()
        """The interactions whose answers were pending when the bot started or took shards."""
        self._untouched: list[Owed] = []
        """Those of these answers with which nothing is done yet."""
        self._left: dict[int, Pending] = {}
        """Those that may still say "thinking", so that nothing is sent in their place."""

    async def load(self, holds: Callable[[int], bool]) -> None:
        """Reads what is pending from before, before anybody can ask for anything there.

        ``holds``: whether this process looks after what was asked for in that server. Raises StoreError.
        """
        new = [owed for owed in await self._store.all() if holds(owed.guild_id) and not self.knows(owed.interaction_id)]
        self._before |= {owed.interaction_id for owed in new}
        self._untouched += new
        for owed in new:
            self._left[owed.interaction_id] = left = Pending()
            left.pending = True
            self._tokens.owe(owed.interaction_id, left)

    def knows(self, interaction_id: int) -> bool:
        """Whether an answer to that interaction was pending when the bot started."""
        return interaction_id in self._before

    async def note(self, answer: Answer) -> None:
        """Writes down that an answer will be pending, before Discord is told so. Never raises."""
        if not answer.thinks:
            return
        interaction = answer.interaction
        writing = asyncio.ensure_future(
            self._written(
                self._store.note(
                    Owed(
                        interaction.id,
                        interaction.application_id,
                        interaction.token,
                        answer.public,
                        str(interaction.locale),
                        self._desk.clock() + TOKEN_LIFE,
                        interaction.guild_id or 0,
                    )
                )
            )
        )
        await asyncio.wait({writing}, timeout=WRITTEN_WITHIN)

    def answered(self, answer: Answer) -> None:
        """The answer is pending no more."""
        if answer.thinks and not answer.pending:
            self._desk.spawn(self._written(self._store.strike([answer.key])))

    def restore(self) -> None:
        """After a start: fills in, or takes away, what still says "thinking"."""
        before, self._untouched = self._untouched, []
        if before:
            self._desk.spawn(self._finish_all(tuple(before)))

    async def _finish_all(self, before: tuple[Owed, ...]) -> None:
        left = before
        while left := tuple(owed for owed in left if owed.until > self._desk.clock()):
            left = tuple([owed for owed in left if not await self._finished(owed)])
            if left:
                await asyncio.sleep(AGAIN)
        for owed in before:
            self._left.pop(owed.interaction_id, None)
        await self._written(self._store.strike([owed.interaction_id for owed in before]))

    async def _finished(self, owed: Owed) -> bool:
        """Returns whether there is nothing more to do; then its token may send other messages. Never raises."""
        if done := await self._finish(owed):
            self._left.pop(owed.interaction_id).pending = False
        return done

    async def _finish(self, owed: Owed) -> bool:
        """Returns whether there is nothing more to do. Never raises."""
        hook = discord.Webhook.partial(owed.application_id, owed.secret, client=self._client)
        try:
            message = await hook.fetch_message(ORIGINAL)
            if message.flags.loading and owed.public:
                if not self._desk.service.is_live(message.id):  # else its table is shown there, by now perhaps
                    await hook.delete_message(ORIGINAL)
            elif message.flags.loading:
                page = sentence(self._desk.catalogue.for_locale(owed.locale)("error-restarted"))
                await hook.edit_message(ORIGINAL, view=page.view(), allowed_mentions=page.mentions)
        except FAILURES as error:
            if helps_later(error):
                return False
            if code_of(error) not in TOKEN_DEAD:
                log.info("an answer owed from before could not be given: %s", describe(error))
        except Exception as error:
            log_unexpected(log, "an answer owed from before could not be given", error)
        return True

    async def _written(self, write: Awaitable[None]) -> None:
        try:
            await write
        except StoreError as error:
            log_unexpected(log, "which answers are owed could not be written down", error)
