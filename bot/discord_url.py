"""Where Discord shows a channel or a message."""

from __future__ import annotations


def discord_url(guild_id: int, channel_id: int, message_id: int | None = None) -> str:
    """The address of a channel, or of a message in it. ``guild_id`` 0: the channel is of direct messages."""
    url = f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}"
    return url if message_id is None else f"{url}/{message_id}"
