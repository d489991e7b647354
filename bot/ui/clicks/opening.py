"""What a person may do with tables of a channel: open them, as the server has set it, and close those of others."""

from __future__ import annotations

from typing import Any

import discord

from bot.i18n import Markup
from bot.service.model import Refusal
from bot.ui.clicks.answer import Interaction
from bot.ui.clicks.request import Request
from bot.ui.desk import Desk


def check_may_open(desk: Desk, interaction: Interaction) -> None:
    """Raises Refusal where the person may not open a table in the interaction's channel."""
    if interaction.guild_id is None:
        return
    check_channel(desk, interaction)
    openers = desk.service.servers.of(interaction.guild_id).openers
    if openers == "everybody" or may_close_any(interaction):
        return
    if openers == "managers":
        raise Refusal("opened_by_managers")
    if not _has_role(interaction, openers):
        raise Refusal("opened_by_role", role=Markup(f"<@&{openers}>"))


def check_channel(desk: Desk, interaction: Interaction) -> None:
    """Raises Refusal where no table may be opened in the interaction's channel; a thread is as its channel."""
    if interaction.guild_id is None:
        return
    channels = desk.service.servers.of(interaction.guild_id).channels
    here = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
    if not channels or here & set(channels):
        return
    there = [number for number in channels if desk.channel_name(number)]
    raise Refusal("opened_elsewhere", channels=[Markup(f"<#{number}>") for number in there], count=len(there))


def may_close_any(interaction: Interaction) -> bool:
    """Whether the person may close other people's tables in this channel: whoever may manage the channel may."""
    return interaction.permissions.manage_channels or interaction.permissions.manage_guild


def moderates(request: Request) -> bool:
    """Whether the person may manage the channel of the table, by the permissions that this very press came with.

    A press elsewhere tells nothing of that channel. Raises Refusal where there is no table.
    """
    here = request.interaction.channel_id == request.at.channel_id
    return here and may_close_any(request.interaction)


def _has_role(interaction: Interaction, role: Any) -> bool:
    return isinstance(interaction.user, discord.Member) and interaction.user.get_role(role) is not None
