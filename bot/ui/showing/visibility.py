"""Whether people can see a table in its channel.

Two things tell of that: how it went to show the message, and what Discord says about the channel. Neither follows from
the other, since a press's token may still edit the message where the bot may not see the channel any more.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

import discord

from bot.service.model import Snapshot
from bot.ui.desk import Desk
from bot.ui.permissions import is_shut
from bot.ui.showing.sending import ARCHIVED, CHANNEL_GONE, FAILURES, NOT_ALLOWED, code_of, describe, persevere

log = logging.getLogger(__name__)

REFUSED_AGAIN: Final = (60.0, 3600.0)
"""Seconds until a channel that was refused is asked for again without a reason: at first, and at most; each time it is
twice as long. Discord tells by itself when it may be used again."""


class Visibility:
    """Whether people can see one table. Where they can't, it stops their time there, and has them told.

    ``noticed`` is called with Discord's code when the table could not be shown, and with 0 when it is shown.
    """

    def __init__(self, desk: Desk, client: discord.Client, table_id: int, noticed: Callable[[int], object]) -> None:
        self._desk, self._client, self._table_id, self._noticed = desk, client, table_id, noticed
        self.failing = False
        """Whether the message could not be shown when that was last tried."""
        self.unseen = False
        """Whether the bot may not see the channel, or got no answer about it twice."""
        self._refused = 0.0, 0.0
        """Until when the channel isn't asked for again without a reason, by the desk's clock, and how long that is."""
        self._unanswered = False
        """Whether Discord gave no proper answer when the bot last asked for the channel."""
        self._hidden = False
        """Whether people's time stands still, and they have been told."""

    @property
    def good(self) -> bool:
        """Whether nothing is in the way."""
        return not (self.failing or self.unseen or self._hidden)

    def shown(self) -> None:
        """The message shows the table as it is; people see it, unless only a token could show it."""
        self.failing = False
        if self.unseen:
            return
        self._hidden = False
        self._desk.service.interruptions.shown(self._table_id)
        self._noticed(0)

    def failed(self, error: Exception) -> None:
        """The message could not be shown."""
        self.failing = True
        self._desk.service.interruptions.hidden(self._table_id)
        self._noticed(code_of(error))

    async def look(self, *, anew: bool) -> bool:
        """Asks Discord for the channel, and notes what it says. Returns whether the bot sees it.

        ``anew``: there is a reason to ask again for one that was refused a short time ago.
        """
        if self.unseen and not anew and self._desk.clock() < self._refused[0]:
            return False
        snapshot = self._desk.service.snapshot_of(self._table_id)
        try:
            if snapshot is not None:
                found = await persevere(lambda: self._client.fetch_channel(snapshot.channel_id), attempts=1)
                if isinstance(found, discord.Thread) and is_shut(
                    found.guild, found.parent, archived=found.archived, locked=found.locked
                ):
                    self._unanswered = False
                    self._noticed(next(iter(ARCHIVED)))
                    self.shut_out()
                    return False
        except (*FAILURES, discord.InvalidData) as error:
            log.info("table %s can't be seen: %s", self._table_id, describe(error))
            refused = code_of(error) in CHANNEL_GONE | NOT_ALLOWED
            self.unseen = self.unseen or refused or self._unanswered
            self._unanswered = not refused
            if refused:
                first, most = REFUSED_AGAIN
                pause = min(max(first, 2 * self._refused[1]), most)
                self._refused = self._desk.clock() + pause, pause
                self._noticed(code_of(error))
                self.hide(snapshot, describe(error))
            return False
        self.unseen = self._unanswered = False
        self._refused = 0.0, 0.0
        return True

    def shut_out(self) -> None:
        """Discord has told that the bot can't use the channel any more."""
        self.unseen = True
        self.hide(self._desk.service.snapshot_of(self._table_id), "the bot can't use it any more")

    def hide(self, snapshot: Snapshot | None, why: str) -> None:
        """Stops people's time at the table, and has them told once."""
        self._desk.service.interruptions.hidden(self._table_id)
        if not self._hidden:
            log.warning("table %s can't be shown in its channel: %s", self._table_id, why)
            for sitter in snapshot.sitters if snapshot is not None else ():
                if sitter.user_id is not None:
                    self._desk.notify(sitter.user_id, "table-hidden")
        self._hidden = True
