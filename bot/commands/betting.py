"""Commands of a betting: /bet and /pass, in the channel or in a direct message."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.counter import Counter
from bot.commands.playing import ANYWHERE
from bot.ui.answer import Answer, Interaction
from bot.ui.pages.betting import LONGEST
from bot.ui.play import play

MOST: int = 10**LONGEST - 1
"""The largest amount that can be typed, in chips."""


def betting_commands(counter: Counter) -> list[app_commands.Command[Any, ..., None]]:
    """The commands of a betting; /fold is one of a turn like any other."""

    async def act(interaction: Interaction, do: str, amount: int | None = None) -> None:
        async def work(answer: Answer) -> None:
            await play(counter.desk, counter.board, answer, counter.table(interaction), do, amount)

        await counter.serve(interaction, work)

    @app_commands.command(name="bet", description="…")
    async def bet(interaction: discord.Interaction[Any], amount: app_commands.Range[int, 1, MOST]) -> None:
        await act(interaction, "bet", amount)

    @app_commands.command(name="pass", description="…")
    async def pass_(interaction: discord.Interaction[Any]) -> None:
        await act(interaction, "pass")

    commands: list[app_commands.Command[Any, ..., None]] = [bet, pass_]
    for one in commands:
        one.allowed_contexts = ANYWHERE
    return commands
