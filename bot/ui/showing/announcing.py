"""Tells channels and people what has become of tables where no press can be answered with it. Each is told once."""

from __future__ import annotations

import contextlib
import logging
from functools import partial

import discord

from bot.i18n import Texts
from bot.service.model import NO_SERVER, Refusal, Snapshot
from bot.store.ways_out import Announcement
from bot.ui.desk import Desk
from bot.ui.pages.page import Page, sentence
from bot.ui.showing.limiter import Priority
from bot.ui.showing.places import InChannel, InDirectMessages
from bot.ui.showing.refresher import Refresher
from bot.ui.showing.sending import DMS_CLOSED, code_of, describe, log_failure, persevere
from bot.ui.showing.telling import SPACING, tell_each
from bot.ui.words.chips import has_chips
from bot.ui.words.lines import lines
from engine.game import GAMES

log = logging.getLogger(__name__)


class Announcements:
    """What the store says is still to be told."""

    def __init__(self, desk: Desk, client: discord.Client) -> None:
        self._desk, self._client = desk, client
        failed = partial(log_failure, log, "what became of a table could not be told")
        self.refresher = Refresher(self._tell_all, SPACING, failed)

    def changed(self, table_id: int) -> None:
        """Looks whether there is something to be told, if that can be: the table has closed, or has lost its deal."""
        table = self._desk.service.snapshot_of(table_id)
        if table is None or table.stage == "closed" or table.deal_taken_back:
            self.refresher.wake()

    async def _tell_all(self) -> None:
        ends = self._desk.service.ends
        await tell_each(self._desk, await ends.announcements(), self._tell, self._cannot_be_told, ends.told)

    async def _tell(self, announced: Announcement) -> None:
        desk, user_id = self._desk, announced.user_id
        if announced.guild_id == NO_SERVER and announced.kind == "closed_now":
            return  # the only person there has just done it
        nonce = f"told-{announced.id}"  # with which Discord takes it once
        table: Snapshot | None = None
        with contextlib.suppress(Refusal):  # it rests
            table = desk.service.snapshot_of(announced.table_id)
        place: InChannel | InDirectMessages
        if user_id is None:
            page = announcement_page(announced, table, desk.texts_in(announced.guild_id))
            place = InChannel(self._client, announced.channel_id, announced.guild_id)
        else:
            page = announcement_page(announced, table, await desk.texts_of(user_id))
            place = InDirectMessages(self._client, user_id)
        async with desk.limiter.turn(Priority.REST):
            await persevere(lambda: place.post(page, nonce))

    def _cannot_be_told(self, announced: Announcement, error: Exception) -> None:
        """It can't be told that way: a person is told with the next answer, a channel not at all."""
        if announced.user_id is not None and code_of(error) in DMS_CLOSED:
            self._desk.notify(announced.user_id, "table-ended")
        else:
            log.info("what became of table %s can't be told: %s", announced.table_id, describe(error))


def announcement_page(announced: Announcement, table: Snapshot | None, texts: Texts) -> Page:
    """What the channel or the person is told. ``table``: as it is now; None where that isn't known any more."""
    game = texts.game(announced.game) if announced.game in GAMES else announced.game
    chips = announced.chips > 0 if announced.user_id is not None else table is not None and has_chips(table)
    home, key = chips and not announced.practice, f"told-{announced.kind}"
    said = texts(
        f"{key}.bare" if not home and f"{key}.bare" in texts else key,
        name=announced.name,
        game=game,
        chips=texts.chips(announced.chips),
    )
    deal = None if announced.deal is None else texts("told-deal" if home else "told-deal.bare", deal=announced.deal)
    return sentence(lines(said, deal))
