"""/house: the presets of a server, and what is offered of them while somebody types."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands

from bot.commands.counter import Counter
from bot.commands.typed import offer
from bot.service.model import Preset
from bot.store.model.errors import StoreError
from bot.ui.clicks import house
from bot.ui.clicks.request import Request, Said
from engine.game import Game

log = logging.getLogger(__name__)


def house_command(counter: Counter) -> app_commands.Group:
    """The command with its subcommands; the catalogue describes them."""
    group = app_commands.Group(
        name="house",
        description="…",
        guild_only=True,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
    )

    @group.command(name="save", description="…")
    async def save(interaction: discord.Interaction[Any], name: app_commands.Range[str, 1, house.LONGEST]) -> None:
        async def run(request: Request) -> Said:
            return await house.save(request, name)

        await counter.serve(interaction, run)

    @group.command(name="list", description="…")
    async def list_all(interaction: discord.Interaction[Any]) -> None:
        await counter.serve(interaction, house.list_all)

    async def names(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        async def find() -> list[app_commands.Choice[str]]:
            presets = await presets_of(counter, interaction)
            return _fitting(((preset.name, preset.name) for preset in presets), current)

        return await offer(counter, interaction, find)

    @group.command(name="delete", description="…")
    @app_commands.autocomplete(name=names)
    async def delete(interaction: discord.Interaction[Any], name: app_commands.Range[str, 1, house.LONGEST]) -> None:
        async def run(request: Request) -> Said:
            return await house.delete(request, name)

        await counter.serve(interaction, run)

    return group


async def suggest_styles(
    counter: Counter, interaction: discord.Interaction[Any], game: Game[Any], current: str
) -> list[app_commands.Choice[str]]:
    """The game's styles and the server's presets for it that fit what was typed."""

    async def find() -> list[app_commands.Choice[str]]:
        presets = await presets_of(counter, interaction)
        return _fitting(house.offered(game, presets, counter.desk.texts_for(interaction).plain), current)

    return await offer(counter, interaction, find)


async def presets_of(counter: Counter, interaction: discord.Interaction[Any]) -> tuple[Preset, ...]:
    """The server's presets; none where they can't be read."""
    try:
        return await counter.desk.service.presets.of(interaction.guild_id or 0)
    except StoreError:
        log.exception("the presets of a server could not be read")
        return ()


def _fitting(found: Iterable[tuple[str, str]], current: str) -> list[app_commands.Choice[str]]:
    """Those of the names and values that fit what was typed."""
    wanted = current.strip().casefold()
    return [app_commands.Choice(name=name, value=value) for name, value in found if wanted in name.casefold()]
