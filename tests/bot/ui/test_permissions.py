"""What the bot may do in a channel, and what it asks for."""

from __future__ import annotations

import discord

from bot.ui.permissions import LEAST, invite_url, missing


def test_the_invite_asks_for_what_a_table_needs_and_no_more() -> None:
    assert discord.Permissions(1 << 10 | 1 << 11 | 1 << 15 | 1 << 38) == LEAST
    assert missing(LEAST, thread=False) == missing(LEAST, thread=True) == []
    assert missing(discord.Permissions.none(), thread=True) == [
        "view_channel", "send_messages_in_threads", "attach_files",
    ]  # fmt: skip
    assert f"permissions={LEAST.value}" in invite_url(42)
    assert "applications.commands" in invite_url(42)
