"""Tables at rest are brought back before a press or command is served that may be about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord

from bot.ui.address import Address, BadAddress

if TYPE_CHECKING:
    from bot.service.service import TableService
    from bot.ui.showing.answer import Interaction

WITHIN: Final = 0.5
"""Seconds that an acknowledgement waits for the store at most, so that a slow disk fails no press or command."""


async def wake_in_time(service: TableService, interaction: Interaction) -> None:
    """Before the acknowledgement: brings back the table whose button was pressed and the channel's, for ``WITHIN``.

    Suggestions for what somebody types are the whole answer, so for them it also brings back the tables at which this
    person sits.
    """
    typing = interaction.type is discord.InteractionType.autocomplete
    person = interaction.user.id if typing else None
    pressed = _pressed(interaction)
    await service.rests.prepare(*pressed, channel_id=interaction.channel_id, user_id=person, within=WITHIN)


async def wake(service: TableService, interaction: Interaction) -> None:
    """After the acknowledgement: brings back the same tables and all at which the person sits, and waits for them."""
    user_id = interaction.user.id
    await service.rests.prepare(*_pressed(interaction), channel_id=interaction.channel_id, user_id=user_id)


def _pressed(interaction: Interaction) -> tuple[int, ...]:
    """The table whose button was pressed, if there is one."""
    try:
        return (Address.parse(interaction.custom_id or "").table,)
    except BadAddress:
        return ()
