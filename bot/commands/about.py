"""Commands with arguments of their own: /rules, /leaderboard and /settings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import discord
from discord import app_commands

from bot.commands.counter import Counter
from bot.commands.rows import AnyCommand, placed
from bot.i18n.commands import keyed
from bot.store.model import CallTime, HandPlace
from bot.ui.clicks import reading
from bot.ui.clicks.request import Request
from bot.ui.clicks.verbs import Reach
from bot.ui.pages.about import settings_page
from bot.ui.pages.page import Page
from engine.game import Game

MOST_CUT = 51
"""A cut leaves at least one card below."""


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

    @app_commands.command(name="leaderboard", description="…")
    async def leaderboard(
        interaction: discord.Interaction[Any], page: app_commands.Range[int, 1, 10_000] | None = None
    ) -> None:
        await counter.serve(interaction, reading.leaderboard, given=page or 1)

    @app_commands.command(name="settings", description="…")
    @app_commands.choices(
        hand=[app_commands.Choice(name=place, value=place) for place in get_args(HandPlace)],
        call=[app_commands.Choice(name=time, value=time) for time in get_args(CallTime)],
    )
    async def settings(
        interaction: discord.Interaction[Any],
        hand: str | None = None,
        four_colour: bool | None = None,
        cut: app_commands.Range[int, 0, MOST_CUT] | None = None,
        auto_top_up: bool | None = None,
        call: str | None = None,
    ) -> None:
        asked = {"hand": hand, "four_colour": four_colour, "cut": cut, "auto_top_up": auto_top_up, "call": call}
        changes = {name: value for name, value in asked.items() if value is not None}

        async def run(request: Request) -> Page:
            return await _settings(request, changes)

        await counter.serve(interaction, run)

    return [placed(rules, Reach.ANYWHERE), placed(leaderboard, Reach.SERVERS), placed(settings, Reach.ANYWHERE)]


async def _settings(request: Request, changes: dict[str, Any]) -> Page:
    """Changes what the person has chosen, and shows it."""
    desk, service, user_id = request.desk, request.service, request.interaction.user.id
    chosen = await desk.change_settings(user_id, **changes) if changes else await desk.settings(user_id)
    if changes.get("hand") == "dm":
        await service.people.set_dms_closed(user_id, False)
    if changes:
        for table in service.tables_of(user_id):
            if changes.get("hand") == "dm":
                await request.showing.keeper.moves_to_direct_messages(table.table_id, user_id)
            request.showing.keeper.wake(table.table_id, user_id)
            request.showing.calls.changed(table.table_id)
    return settings_page(chosen, request.texts, bool(changes))
