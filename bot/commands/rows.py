"""Slash commands that are verbs: made from their rows, with the argument that their action takes in the engine."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.commands.counter import Counter
from bot.commands.given import LONGEST_TEXT
from bot.commands.typed import offer, read_argument, suggestions
from bot.ui.clicks.request import Request, Said
from bot.ui.clicks.verbs import TABLE, VERBS, Reach, Shown, Verb
from bot.ui.pages.form import MOST_DIGITS
from bot.ui.showing.answer import Interaction, Way
from engine.actions import ARGUMENTS, OPTIONAL_ARGUMENTS

MOST: int = 10**MOST_DIGITS - 1
"""The largest amount that can be typed, in chips."""
Words = app_commands.Range[str, 1, LONGEST_TEXT]
"""What somebody types for a card or a rank."""
CONTEXTS: Final = {
    Reach.SERVERS: app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
    Reach.ANYWHERE: app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
    Reach.TABLES: app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
}
"""Where Discord offers a command."""

AnyCommand = app_commands.Command[Any, ..., None]


def placed(command: AnyCommand, reach: Reach, offered_to: str = "") -> AnyCommand:
    """The command, offered where it can be called, and at first to those alone who have that permission."""
    command.default_permissions = discord.Permissions(**{offered_to: True}) if offered_to else None
    command.allowed_contexts = CONTEXTS[reach]
    command.guild_only = reach is Reach.SERVERS
    return command


def verb_commands(counter: Counter) -> list[AnyCommand]:
    """The commands of all verbs that have one; the catalogue describes them."""
    return [
        placed(_command(counter, verb), verb.command, verb.offered_to)
        for verb in VERBS.values()
        if verb.command is not None
    ]


def way_of_command(interaction: Interaction, verb: Verb) -> Way:
    """Where the answer goes: in direct messages nobody else sees a panel, and the bot can edit it for as long as it
    is there."""
    panel = verb.shown is Shown.HAND or verb.name == TABLE
    return Way.PUBLIC if panel and interaction.guild_id is None else Way.PRIVATE


def _command(counter: Counter, verb: Verb) -> AnyCommand:
    do, name, here = verb.action, verb.name, verb.command is Reach.TABLES

    async def typed(interaction: Interaction, text: str | None) -> None:
        async def run(request: Request) -> Said:
            # What the game doesn't have is refused as such, whatever was typed.
            request.service.check_is_done_there(request.at.table_id, interaction.user.id, do)
            given = read_argument(request, do, text) if text is not None else None
            return await verb.run(replace(request, given=given))

        await counter.serve(interaction, run, way_of_command(interaction, verb), here=here, verb=verb)

    async def bare(interaction: discord.Interaction[Any]) -> None:
        await counter.serve(interaction, verb.run, way_of_command(interaction, verb), here=here, verb=verb)

    async def of_a_pile(interaction: discord.Interaction[Any], argument: str) -> None:
        await typed(interaction, argument)

    async def of_a_choice(interaction: discord.Interaction[Any], argument: Words) -> None:
        await typed(interaction, argument)

    async def of_a_choice_or_none(interaction: discord.Interaction[Any], argument: Words | None = None) -> None:
        await typed(interaction, argument)

    async def of_an_amount(interaction: discord.Interaction[Any], argument: app_commands.Range[int, 1, MOST]) -> None:
        await counter.serve(interaction, verb.run, way_of_command(interaction, verb), given=argument, verb=verb)

    async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        async def find() -> list[app_commands.Choice[str]]:
            return suggestions(counter, interaction, do, current)

        return await offer(counter, interaction, find)

    takes = ARGUMENTS.get(do)
    match takes:
        case None:
            return app_commands.Command(name=name, description="…", callback=bare)
        case "amount":
            callback: Any = of_an_amount
        case "from":
            choices = [app_commands.Choice(name=pile, value=pile) for pile in ("stock", "discard")]
            callback = app_commands.choices(argument=choices)(of_a_pile)
        case _:
            callback = of_a_choice_or_none if do in OPTIONAL_ARGUMENTS else of_a_choice
            callback = app_commands.autocomplete(argument=suggest)(callback)
    callback = app_commands.rename(argument=takes)(callback)
    return app_commands.Command(name=name, description="…", callback=callback)
