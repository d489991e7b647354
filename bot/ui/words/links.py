"""Links to a table's channel and message."""

from __future__ import annotations

from bot.discord_url import discord_url
from bot.i18n import Markup
from bot.service.model import Location, Snapshot


def message_url(snapshot: Snapshot) -> str:
    """The address of the table's message; of its channel as long as there is no message."""
    return discord_url(snapshot.guild_id, snapshot.channel_id, snapshot.live_message)


def channel_mention(table: Snapshot | Location) -> Markup:
    """The channel as a link in a text."""
    return Markup(f"<#{table.channel_id}>")
