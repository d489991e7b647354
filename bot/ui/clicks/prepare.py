"""Before anything is served: the tables that it may be about are brought back from where they rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.ui.clicks.address import Address, BadAddress

if TYPE_CHECKING:
    from bot.service.service import TableService


async def prepare(service: TableService, interaction: discord.Interaction[Any]) -> None:
    """Brings back the table whose button was pressed, that of the channel, and those at which the person sits."""
    data: Any = interaction.data or {}
    try:
        tables = [Address.parse(str(data.get("custom_id", ""))).table]
    except BadAddress:
        tables = []
    await service.rests.prepare(*tables, channel_id=interaction.channel_id, user_id=interaction.user.id)
