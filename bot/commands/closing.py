"""/close, after the deal or at once, and /leave, from anywhere."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.counter import Counter
from bot.commands.rows import AnyCommand, placed
from bot.service.model import Refusal
from bot.ui.clicks import closing, seats
from bot.ui.clicks.verbs import Reach


def closing_commands(counter: Counter) -> list[AnyCommand]:
    """Both; the catalogue describes them."""

    @app_commands.command(name="close", description="…")
    async def close(interaction: discord.Interaction[Any], now: bool | None = None) -> None:
        if now:
            try:
                table = counter.desk.service.table_in(interaction.channel_id or 0)
            except Refusal:
                table = None  # it can't be read now: that is told where it is closed
            await counter.serve(interaction, closing.close_now, closing.way_of_closing(table, interaction), here=True)
        else:
            await counter.serve(interaction, seats.close, here=True)

    @app_commands.command(name="leave", description="…")
    async def leave(interaction: discord.Interaction[Any]) -> None:
        await counter.serve(interaction, seats.leave_anywhere, here=True)

    return [placed(close, Reach.TABLES), placed(leave, Reach.ANYWHERE)]
