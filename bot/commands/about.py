"""Commands about the game and the person: /rules, /chips, /leaderboard, /settings, /verify and /help."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands

from bot.commands.counter import Counter
from bot.commands.playing import ANYWHERE
from bot.commands.table import IN_SERVERS
from bot.i18n.commands import keyed
from bot.service.model import Refusal
from bot.ui.answer import Answer, Way
from bot.ui.desk import channel_mention
from bot.ui.pages.about import chips_page, help_page, leaderboard_page, rules_page, settings_page, verification_page
from bot.ui.words.standing import has_chips
from engine.game import Game

MOST_CUT = 51
"""A cut leaves at least one card below."""


def about_commands(counter: Counter, games: Iterable[Game[Any]]) -> list[app_commands.Command[Any, ..., None]]:
    """All of them."""
    desk = counter.desk
    known = [game.name for game in games]
    names = desk.catalogue.for_locale(None).plain
    choices = [app_commands.Choice(name=keyed(names.game(name), f"game-{name}"), value=name) for name in known]

    @app_commands.command(name="rules", description="…")
    @app_commands.choices(game=choices)
    async def rules(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        async def work(answer: Answer) -> None:
            try:
                table = counter.table(interaction)
            except Refusal:
                table = None
            if game is not None and (table is None or table.game != game):
                table = None
            name = game or (table.game if table is not None else known[0])
            await answer.show(rules_page(name, table, desk.texts_for(interaction)))

        await counter.serve(interaction, work)

    @app_commands.command(name="chips", description="…")
    async def chips(interaction: discord.Interaction[Any]) -> None:
        async def work(answer: Answer) -> None:
            purse = await desk.service.people.purse(desk.person(interaction))
            tables = [
                (channel_mention(table), sitter.chips)
                for table in desk.service.tables_of(interaction.user.id)
                if table.guild_id == interaction.guild_id
                and has_chips(table)
                and (sitter := table.seated(interaction.user.id)) is not None
            ]
            await answer.show(chips_page(purse, tables, desk.texts_for(interaction)))

        await counter.serve(interaction, work)

    @app_commands.command(name="leaderboard", description="…")
    async def leaderboard(
        interaction: discord.Interaction[Any], page: app_commands.Range[int, 1, 10_000] | None = None
    ) -> None:
        async def work(answer: Answer) -> None:
            guild_id = desk.person(interaction).guild_id
            board = await desk.service.people.leaderboard(guild_id, page or 1)
            await answer.show(leaderboard_page(board, desk.texts_for(interaction)))

        await counter.serve(interaction, work, Way.PRIVATE)

    @app_commands.command(name="settings", description="…")
    @app_commands.choices(hand=[app_commands.Choice(name=one, value=one) for one in ("dm", "here")])
    async def settings(
        interaction: discord.Interaction[Any],
        hand: str | None = None,
        four_colour: bool | None = None,
        cut: app_commands.Range[int, 0, MOST_CUT] | None = None,
        auto_top_up: bool | None = None,
    ) -> None:
        async def work(answer: Answer) -> None:
            people, user_id = desk.service.people, interaction.user.id
            asked = {"hand": hand, "four_colour": four_colour, "cut": cut, "auto_top_up": auto_top_up}
            changes = {name: value for name, value in asked.items() if value is not None}
            chosen = await desk.change_settings(user_id, **changes) if changes else await desk.settings(user_id)
            if hand == "dm":
                await people.set_dms_closed(user_id, False)
            if changes:
                for table in desk.service.tables_of(user_id):
                    counter.board.keeper.wake(table.table_id, user_id)
            await answer.show(settings_page(chosen, desk.texts_for(interaction), bool(changes)))

        await counter.serve(interaction, work)

    @app_commands.command(name="verify", description="…")
    async def verify(interaction: discord.Interaction[Any]) -> None:
        async def work(answer: Answer) -> None:
            channel_id = interaction.channel_id or 0
            found = await desk.service.verification(desk.person(interaction), channel_id)
            await answer.show(verification_page(found, desk.texts_for(interaction)))

        await counter.serve(interaction, work)

    @app_commands.command(name="help", description="…")
    async def help_(interaction: discord.Interaction[Any]) -> None:
        async def work(answer: Answer) -> None:
            await answer.show(help_page(desk.texts_for(interaction)))

        await counter.serve(interaction, work)

    commands: list[app_commands.Command[Any, ..., None]] = [rules, chips, leaderboard, settings, verify, help_]
    for one in commands:
        one.allowed_contexts = ANYWHERE if one.name in {"rules", "settings", "help"} else IN_SERVERS
        one.guild_only = one.allowed_contexts is IN_SERVERS
    return commands
