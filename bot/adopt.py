"""``python -m bot adopt``: gives the database of one bot to another, deliberately."""

from __future__ import annotations

import asyncio

from bot.config import Settings
from bot.signing_in import signed_in
from bot.start_errors import explained
from bot.store.adopting import adopt
from bot.store.where import settled
from bot.which_discord import discord_of, this_bot


async def adopt_command(settings: Settings) -> int:
    """Makes the database that of the bot of these settings, and prints whose it was. The exit code: 0.

    Raises StartError if Discord can't be asked who that bot is; StoreError if there is no database, or a bot runs.
    """
    database = settled(settings.database)
    async with discord_of(settings, to_play=False) as token:
        with explained(settings.local_url):
            async with signed_in(token) as client:
                bot = this_bot(settings, client)
        before = await asyncio.to_thread(adopt, database, bot)
    if before is None:
        print(f"{database} belongs to nobody: the first bot that starts with it has it.")
    elif before.id == bot.id:
        print(f"{database} belongs to this bot already: {bot}.")
    else:
        print(
            f"{database} belonged to {before}, and belongs to {bot} now. When it starts, tables in channels that it "
            "can't find are closed: their deals are taken back, and everybody has the chips back."
        )
    return 0
