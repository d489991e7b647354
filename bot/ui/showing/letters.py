"""Tells people privately, once each, what hosts and moderators did about them, as far as they take direct messages."""

from __future__ import annotations

import logging
from functools import partial

import discord

from bot.store.letters import Letter
from bot.ui.desk import Desk
from bot.ui.pages.letter import letter_page
from bot.ui.showing.limiter import Priority
from bot.ui.showing.places import InDirectMessages
from bot.ui.showing.refresher import Refresher
from bot.ui.showing.sending import DMS_CLOSED, code_of, describe, log_failure, persevere
from bot.ui.showing.telling import SPACING, tell_each

log = logging.getLogger(__name__)


class PrivateLetters:
    """What the store says that people are still to be told."""

    def __init__(self, desk: Desk, client: discord.Client) -> None:
        self._desk, self._client = desk, client
        failed = partial(log_failure, log, "people could not be told what was done in their server")
        self.refresher = Refresher(self._tell_all, SPACING, failed)

    async def _tell_all(self) -> None:
        letters = self._desk.service.letters
        await tell_each(self._desk, await letters.all(), self._tell, _cannot_be_told, letters.told)

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


def _cannot_be_told(letter: Letter, error: Exception) -> None:
    log.info("what was done in a server can't be told to whom it concerns: %s", describe(error))
