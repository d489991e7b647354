"""What the bot must be allowed to do, in one place: for the invite link and for the check before a table is opened."""

from __future__ import annotations

from typing import Final

import discord

NEEDED: Final = ("view_channel", "send_messages", "attach_files")
"""Needed in a channel where a table stands."""
IN_THREADS: Final = "send_messages_in_threads"
"""The permission that a thread needs instead of ``send_messages``."""
LEAST: Final = discord.Permissions(**dict.fromkeys((*NEEDED, IN_THREADS), True))
"""The least permissions for the invite link."""


def missing(allowed: discord.Permissions, *, thread: bool) -> list[str]:
    """The names of the permissions that the bot lacks in a channel."""
    needed = [IN_THREADS if thread and name == "send_messages" else name for name in NEEDED]
    return [name for name in needed if not getattr(allowed, name)]


def is_shut(guild: discord.Guild, parent: discord.abc.GuildChannel | None, *, archived: bool, locked: bool) -> bool:
    """Whether a thread of that channel is shut: locked, too, it is brought back by whoever manages threads there.

    ``parent``: None where the library doesn't know the channel; what the server allows counts then.
    """
    if not (archived and locked):
        return False
    if guild.me is None:
        return True
    allowed = guild.me.guild_permissions if parent is None else parent.permissions_for(guild.me)
    return not allowed.manage_threads


def invite_url(application_id: int | str) -> str:
    """The link with which the bot is added to a server."""
    return (
        f"https://discord.com/oauth2/authorize?client_id={application_id}"
        f"&scope=bot+applications.commands&permissions={LEAST.value}"
    )
