"""What the bot may do in a channel, and what it asks for."""

from __future__ import annotations

import discord

from bot.i18n import Texts
from bot.ui.permissions import LEAST, invite_url, missing


def test_the_invite_asks_for_what_a_table_needs_and_no_more() -> None:
    assert discord.Permissions(1 << 10 | 1 << 11 | 1 << 15 | 1 << 38) == LEAST
    assert missing(LEAST, thread=False) == missing(LEAST, thread=True) == []
    assert missing(discord.Permissions.none(), thread=True) == [
        "view_channel", "send_messages_in_threads", "attach_files",
    ]  # fmt: skip
    assert f"permissions={LEAST.value}" in invite_url(42)
    assert "applications.commands" in invite_url(42)


def test_what_is_missing_is_told_with_where_it_can_be_given(texts: Texts) -> None:
    names = [texts(f"permission-{name}") for name in missing(discord.Permissions.none(), thread=False)]
    told = texts("refusal-permissions", permissions=names, count=len(names))
    assert told == (
        "I can’t run a table here without these permissions: View Channel, Send Messages, and Attach Files. "
        "Whoever may manage the channel can give them to me, under **Edit Channel → Permissions**."
    )
