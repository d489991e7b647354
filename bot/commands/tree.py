"""The command tree: every command, described by the catalogue, and the answer if one can't be called."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.commands.about import about_commands
from bot.commands.closing import closing_commands
from bot.commands.counter import Counter
from bot.commands.given import BadGiven, check_given, why_not
from bot.commands.house import house_command, suggest_styles
from bot.commands.menus import message_menus
from bot.commands.rows import verb_commands
from bot.commands.table import newgame
from bot.i18n import localise
from bot.options import Values, build_newgame
from bot.service.model import Refusal
from bot.ui.clicks.refusals import Misunderstanding
from bot.ui.clicks.request import Request
from bot.ui.clicks.waking import wake_in_time
from engine.game import Game

log = logging.getLogger(__name__)


class Tree(app_commands.CommandTree[Any]):
    """All commands. They answer their own errors; this handles errors before a command is reached."""

    counter: Counter

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Checks what a command came with; for suggestions nothing need be right yet. Raises BadGiven or Unknown."""
        await wake_in_time(self.counter.desk.service, interaction)
        data: Any = interaction.data or {}
        if interaction.type is discord.InteractionType.application_command and data.get("type", 1) == 1:
            check_given(self, data)
        return True

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Answers a command that Discord still shows but the bot no longer has, or has with other options."""
        log.info("a command could not be called: %s", type(error).__name__)
        if interaction.type is not discord.InteractionType.application_command:
            return

        async def refuse(request: Request) -> None:
            if isinstance(error, BadGiven):
                raise Misunderstanding(why_not(error, request.texts))
            raise Refusal("unknown_command")

        await self.counter.serve(interaction, refuse)


def build_tree(client: discord.Client, counter: Counter, games: Iterable[Game[Any]]) -> Tree:
    """The tree with every command in it."""
    games = tuple(games)
    tree = Tree(client, allowed_installs=app_commands.AppInstallationType(guild=True, user=False))
    tree.counter = counter

    async def open_table(interaction: discord.Interaction[Any], game: Game[Any], values: Values) -> None:
        await newgame(counter, interaction, game, values)

    for command in (*verb_commands(counter), *about_commands(counter, games)):
        tree.add_command(command)
    tree.add_command(house_command(counter))
    for command in closing_commands(counter):
        tree.add_command(command)
    for menu in message_menus(counter):
        tree.add_command(menu)
    localise(tree, counter.desk.catalogue)
    tree.add_command(build_newgame(games, open_table, counter.desk.catalogue, partial(suggest_styles, counter)))
    return tree
