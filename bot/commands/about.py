"""Commands with arguments of their own: /rules, /learn, /leaderboard and /settings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import discord
from discord import app_commands

from bot.commands.counter import Counter
from bot.commands.rows import AnyCommand, placed
from bot.i18n.commands import keyed
from bot.ui.clicks import learning, personal, reading
from bot.ui.clicks.request import Request, Said
from bot.ui.clicks.verbs import Reach
from bot.ui.pages.lesson import taught
from bot.ui.pages.page import Page
from bot.ui.pages.settings import MOST_CUT, WORDS
from engine.fairness import LONGEST_WORD
from engine.game import Game

MOST_DEALS: Final = 1_000_000
"""The largest number of a deal that can be asked for."""
LONGEST_PASTED: Final = 100
"""Characters of a pasted number that a shuffle was bound to: it has 64, and people may paste the marks around it."""


def about_commands(counter: Counter, games: Iterable[Game[Any]]) -> list[AnyCommand]:
    """All of them."""
    names = counter.desk.catalogue.for_locale(None).plain
    choices = [
        app_commands.Choice(name=keyed(names.game(game.name), f"game-{game.name}"), value=game.name) for game in games
    ]

    @app_commands.command(name="rules", description="…")
    @app_commands.choices(game=choices)
    async def rules(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        await counter.serve(interaction, reading.rules, given=game)

    @app_commands.command(name="learn", description="…")
    @app_commands.choices(game=[choice for choice in choices if choice.value in taught()])
    async def learn(interaction: discord.Interaction[Any], game: str) -> None:
        await counter.serve(interaction, learning.learn, given=game)

    @app_commands.command(name="leaderboard", description="…")
    async def leaderboard(
        interaction: discord.Interaction[Any], page: app_commands.Range[int, 1, 10_000] | None = None
    ) -> None:
        await counter.serve(interaction, reading.leaderboard, given=page or 1)

    @app_commands.command(name="settings", description="…")
    @app_commands.choices(
        hand=[app_commands.Choice(name=place, value=place) for place in WORDS["hand"]],
        call=[app_commands.Choice(name=time, value=time) for time in WORDS["call"]],
        pictures=[app_commands.Choice(name=cloth, value=cloth) for cloth in WORDS["cloth"]],
    )
    async def settings(
        interaction: discord.Interaction[Any],
        hand: str | None = None,
        four_colour_hand: bool | None = None,
        cut: app_commands.Range[int, 0, MOST_CUT] | None = None,
        auto_top_up: bool | None = None,
        ask_first: bool | None = None,
        call: str | None = None,
        pictures: str | None = None,
    ) -> None:
        asked = {
            "hand": hand,
            "four_colour": four_colour_hand,
            "cut": cut,
            "auto_top_up": auto_top_up,
            "ask_first": ask_first,
            "call": call,
            "cloth": pictures,
        }
        changes = {name: value for name, value in asked.items() if value is not None}

        async def run(request: Request) -> Page:
            return await personal.change(request, changes)

        await counter.serve(interaction, run)

    @app_commands.command(name="verify", description="…")
    async def verify(
        interaction: discord.Interaction[Any],
        root: app_commands.Range[str, 1, LONGEST_PASTED] | None = None,
        deal: app_commands.Range[int, 1, MOST_DEALS] | None = None,
        word: app_commands.Range[str, 1, LONGEST_WORD] | None = None,
    ) -> None:
        async def run(request: Request) -> Said:
            if word is not None:
                return await reading.add_word(request, word)
            return await reading.verify(request, deal, root or "")

        # In direct messages a word is meant for the table there, as the proof is; without one for the person's own.
        here = counter.desk.service.location_in(interaction.channel_id or 0) is not None
        await counter.serve(interaction, run, here=here)

    return [
        placed(verify, Reach.TABLES),
        placed(rules, Reach.ANYWHERE),
        placed(learn, Reach.ANYWHERE),
        placed(leaderboard, Reach.SERVERS),
        placed(settings, Reach.ANYWHERE),
    ]
