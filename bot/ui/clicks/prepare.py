"""Before anything is served: the tables that it may be about are brought back from where they rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord

from bot.ui.clicks.address import Address, BadAddress

if TYPE_CHECKING:
    from bot.service.service import TableService
    from bot.ui.clicks.answer import Interaction

WITHIN: Final = 0.5
"""Seconds that an acknowledgement waits for tables: a slow disk fails no press."""


async def prepare_first(service: TableService, interaction: Interaction) -> None:
    """Before the acknowledgement: brings back the table whose button was pressed, and that of the channel.

    While a person types, who is answered at once, also those at which the person sits.
    """
    typing = interaction.type is discord.InteractionType.autocomplete
    person = interaction.user.id if typing else None
    pressed = _pressed(interaction)
    await service.rests.prepare(*pressed, channel_id=interaction.channel_id, user_id=person, within=WITHIN)


async def prepare(service: TableService, interaction: Interaction) -> None:
    """After the acknowledgement: the same tables and all at which the person sits, however long that takes."""
    user_id = interaction.user.id
    await service.rests.prepare(*_pressed(interaction), channel_id=interaction.channel_id, user_id=user_id)


def _pressed(interaction: Interaction) -> tuple[int, ...]:
    """The table whose button was pressed, if there is one."""
    try:
        return (Address.parse(interaction.custom_id or "").table,)
    except BadAddress:
        return ()
