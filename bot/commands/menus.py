"""Commands in the menu of a message."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.counter import Counter
from bot.commands.rows import CONTEXTS
from bot.i18n import menu_name
from bot.service.model import Refusal
from bot.ui.clicks import managing
from bot.ui.clicks.request import Request
from bot.ui.clicks.verbs import Reach


def message_menus(counter: Counter) -> list[app_commands.ContextMenu]:
    """The commands in the menus of messages."""

    async def manage(interaction: discord.Interaction[Any], message: discord.Message) -> None:
        """The host's panel, from the table's message."""

        async def run(request: Request) -> None:
            if request.table.live_message != message.id:
                raise Refusal("not_the_tables_message")
            await managing.show(request)

        await counter.serve(interaction, run)

    menu = app_commands.ContextMenu(name=menu_name(counter.desk.catalogue, "menu-manage"), callback=manage)
    menu.allowed_contexts, menu.guild_only = CONTEXTS[Reach.SERVERS], True
    return [menu]
