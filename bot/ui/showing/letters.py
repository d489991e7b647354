"""Tells people privately, once each, what hosts and moderators did about them, as far as they take direct messages."""

from __future__ import annotations

import logging
from functools import partial
from typing import Final

import discord

from bot.store.letters import Letter
from bot.ui.desk import Desk
from bot.ui.pages.letter import letter_page
from bot.ui.showing.limiter import Priority
from bot.ui.showing.places import InDirectMessages
from bot.ui.showing.refresher import Refresher
from bot.ui.showing.sending import DMS_CLOSED, FAILURES, code_of, describe, helps_later, log_failure, persevere

log = logging.getLogger(__name__)

SPACING: Final = 1.0
"""Seconds between two looks at what is to be told."""


class PrivateLetters:
    """What the store says that people are still to be told."""

    def __init__(self, desk: Desk, client: discord.Client) -> None:
        self._desk, self._client = desk, client
        self.refresher = Refresher(
            self._tell_all, SPACING, partial(log_failure, log, "people could not be told what was done in their server")
        )

    async def _tell_all(self) -> None:
        """Tells everything in its order. What can't be told for now keeps nothing else waiting."""
        later: Exception | None = None
        for letter in await self._desk.service.letters.all():
            if not self._desk.service.shards.holds(letter.guild_id):
                continue  # whoever holds that shard tells it
            try:
                await self._tell(letter)
            except FAILURES as error:
                if helps_later(error):
                    later = error
                    continue
                log.info("what was done in a server can't be told to whom it concerns: %s", describe(error))
            await self._desk.service.letters.told(letter.id)
        if later is not None:
            raise later

    async def _tell(self, letter: Letter) -> None:
        user_id, people = letter.entry.about or 0, self._desk.service.people
        if await people.dms_closed(letter.guild_id, user_id):
            return
        guild = self._client.get_guild(letter.guild_id)
        page = letter_page(letter.entry, guild.name if guild is not None else "", await self._desk.texts_of(user_id))
        place = InDirectMessages(self._client, user_id)
        try:
            nonce = f"letter-{letter.id}"  # with which Discord takes it once
            async with self._desk.limiter.turn(Priority.REST):
                await persevere(lambda: place.post(page, nonce))
        except discord.HTTPException as error:
            if code_of(error) in DMS_CLOSED:
                await people.note_dms_closed(letter.guild_id, user_id)
            raise
