"""The lines that stay in a channel: one a deal at most, about who won what. A line is posted, or is what is left of a
table's message; from then on it is never edited."""

from __future__ import annotations

import logging
from typing import Final

import discord

from bot.service.model import Refusal, Snapshot
from bot.ui.desk import Desk
from bot.ui.pages.page import Page
from bot.ui.pages.table import result_line, shuffle_line
from bot.ui.showing.below import BelowTable
from bot.ui.showing.limiter import Priority
from bot.ui.showing.places import InChannel
from bot.ui.showing.sending import FAILURES, describe, persevere
from bot.ui.words.outcome import leaves_lines

log = logging.getLogger(__name__)

ATTEMPTS: Final = 3
"""Attempts at one line; then it is left out, and the table goes on."""


class ResultLines:
    """The lines of one table. A line is posted when the next deal takes the result's place in the table's message."""

    def __init__(self, desk: Desk, client: discord.Client, table_id: int, below: BelowTable) -> None:
        self._desk = desk
        self._client = client
        self._table_id = table_id
        self._below = below
        self._due: tuple[int, Page] | None = None
        """The deal that is just over, and the line about it."""

    def note(self, snapshot: Snapshot) -> None:
        """Keeps the line about the deal that is just over."""
        if snapshot.stage == "between":
            line = result_line(snapshot, self._desk.texts_in(snapshot.guild_id)) if leaves_lines(snapshot) else None
            self._due = (snapshot.turn.deal, line) if line is not None else None

    def due(self, snapshot: Snapshot) -> tuple[int, Page] | None:
        """The deal before this one and the line about it, where that is still to be posted."""
        over = self._due is not None and snapshot.stage == "playing" and snapshot.turn.deal > self._due[0]
        return self._due if over else None

    def told(self, deal: int) -> None:
        """Another message tells that line."""
        if self._due is not None and self._due[0] == deal:
            self._due = None

    async def post(self, snapshot: Snapshot) -> None:
        """Posts the line about the deal before this one, and that to what the next ones are bound, where these are
        still to be posted. Never raises what requests do.
        """
        await self.post_shuffles()
        if (due := self.due(snapshot)) is not None:
            await self.post_line(snapshot, *due)

    async def post_line(self, snapshot: Snapshot, deal: int, line: Page) -> None:
        """Posts the line about that deal. Never raises what requests do."""
        self.told(deal)
        message_id = await self._send(snapshot, line, f"line-{self._table_id}-{deal}", f"the result of deal {deal}")
        if message_id is not None:
            self._below.result_posted(message_id)

    async def post_shuffles(self) -> None:
        """Posts to what the next deals are bound, also where no results are told, and has that noted. Never raises what
        requests do."""
        snapshot = self._desk.service.snapshot_of(self._table_id)
        if snapshot is None or (due := snapshot.shuffles_due) is None:
            return
        line = shuffle_line(due, self._desk.texts_in(snapshot.guild_id))
        nonce = f"shuffles-{self._table_id}-{due.first}"
        message_id = await self._send(snapshot, line, nonce, f"to what deal {due.first} is bound")
        if message_id is None:
            return
        self._below.shuffles_posted(message_id)
        try:
            await self._desk.service.shuffles.published(self._table_id, due.first, message_id)
        except Refusal as error:
            log.info("table %s: the line about its shuffles is not noted: %s", self._table_id, error.code)

    async def _send(self, snapshot: Snapshot, line: Page, nonce: str, what: str) -> int | None:
        """Sends a line; Discord takes it once with its nonce. Returns its id; None where it could not be sent."""
        place = InChannel(self._client, snapshot.channel_id, snapshot.guild_id)
        try:
            async with self._desk.limiter.turn(Priority.DEAL):
                message = await persevere(lambda: place.post(line, nonce), attempts=ATTEMPTS)
        except FAILURES as error:
            log.info("%s at table %s is not told: %s", what, self._table_id, describe(error))
            return None
        return message.id
