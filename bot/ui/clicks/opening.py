"""What a person may do with tables of a channel: open them, as the server has set it, and close those of others."""

from __future__ import annotations

from typing import Any

import discord

from bot.i18n import Markup
from bot.service.model import Location, Refusal
from bot.ui.clicks.request import Request
from bot.ui.desk import Desk
from bot.ui.showing.answer import Interaction


def check_may_open(desk: Desk, interaction: Interaction, at: Location | None = None) -> None:
    """Raises Refusal where the person may not open a table at that place; None: in the interaction's channel.

    A press elsewhere, as in direct messages, tells of no permission and no role there.
    """
    check_channel(desk, interaction, at)
    guild_id, channel_id = _place(interaction, at)
    if guild_id is None:
        return
    openers = desk.service.servers.of(guild_id).openers
    in_its_channel = interaction.channel_id == channel_id
    if openers == "everybody" or (in_its_channel and may_close_any(interaction)):
        return
    if openers == "managers":
        raise Refusal("opened_by_managers")
    if interaction.guild_id != guild_id or not _has_role(interaction, openers):
        raise Refusal("opened_by_role", role=Markup(f"<@&{openers}>"))


def check_channel(desk: Desk, interaction: Interaction, at: Location | None = None) -> None:
    """Raises Refusal where no table may be opened at that place; a thread is as its channel. None: in the
    interaction's channel."""
    guild_id, channel_id = _place(interaction, at)
    if guild_id is None or channel_id is None:
        return
    channels = desk.service.servers.of(guild_id).channels
    if not channels or channel_id in channels:
        return
    pressed_there = interaction.channel_id == channel_id
    parent = getattr(interaction.channel, "parent_id", None) if pressed_there else desk.parent_of(channel_id)
    if parent in channels:
        return
    there = [number for number in channels if desk.channel_name(number)]
    raise Refusal("opened_elsewhere", channels=[Markup(f"<#{number}>") for number in there], count=len(there))


def _place(interaction: Interaction, at: Location | None) -> tuple[int | None, int | None]:
    """The server and channel in question; no server: direct messages."""
    if at is None:
        return interaction.guild_id, interaction.channel_id
    return None if at.in_dm else at.guild_id, at.channel_id


def may_close_any(interaction: Interaction) -> bool:
    """Whether the person may close other people's tables in this channel: whoever may manage the channel may."""
    return interaction.permissions.manage_channels or interaction.permissions.manage_guild


def moderates(request: Request) -> bool:
    """Whether the person may manage the channel of the table, by the permissions that this very press came with.

    A press elsewhere tells nothing of that channel. Raises Refusal where there is no table.
    """
    in_its_channel = request.interaction.channel_id == request.at.channel_id
    return in_its_channel and may_close_any(request.interaction)


def closes_for(request: Request) -> list[str]:
    """The names of the other people who sit at the table, if the person may close it for them. Raises Refusal."""
    table, user_id = request.table, request.interaction.user.id
    if table.host_id != user_id and not moderates(request):
        return []
    return [sitter.name for sitter in table.staying if sitter.user_id not in {None, user_id}]


def _has_role(interaction: Interaction, role: Any) -> bool:
    return isinstance(interaction.user, discord.Member) and interaction.user.get_role(role) is not None
