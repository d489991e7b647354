"""Commands of a table: /newgame, /join, /leave, /start, /close, /topup and /table; in servers only."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.commands.counter import Counter
from bot.i18n import Markup
from bot.options import BadOption, NewTable, Values, read_options
from bot.service.model import Refusal
from bot.ui.answer import Answer, Interaction, Way
from bot.ui.desk import message_url
from bot.ui.doors import is_moderator
from bot.ui.pages.table import lobby_page
from bot.ui.permissions import missing
from bot.ui.refusals import Misunderstanding
from engine.game import Game

IN_SERVERS: Final = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
"""In servers alone."""
_THREADS: Final = (discord.Thread,)


async def newgame(counter: Counter, interaction: Interaction, game: Game[Any], values: Values) -> None:
    """Opens a table. What can be seen at once to be impossible is told privately; else the answer is the lobby."""
    try:
        asked = _asked(counter, interaction, game, values)
    except (Refusal, Misunderstanding) as error:
        refused = error

        async def refuse(answer: Answer) -> None:
            raise refused

        await counter.serve(interaction, refuse)
        return

    async def work(answer: Answer) -> None:
        desk, board, channel_id = counter.desk, counter.board, interaction.channel_id
        assert channel_id is not None, "a command in a server has a channel"
        async with (
            board.pending.noted(channel_id, answer.message_id),
            board.expecting(channel_id, interaction.user.id) as adoption,
        ):
            table = await desk.service.open(
                desk.person(interaction), channel_id, game.name, asked.rules, asked.chips, asked.four_colour, answer.key
            )
            if answer.message_id is not None:
                await desk.service.set_live(table.table_id, answer.message_id)  # so that a restart finds it
            page = lobby_page(table, desk.texts_in(table.guild_id))
            adoption.set_result((await answer.show(page), page))

    await counter.serve(interaction, work, Way.PUBLIC)


def _asked(counter: Counter, interaction: Interaction, game: Game[Any], values: Values) -> NewTable:
    """The table that is asked for. Raises Refusal or Misunderstanding."""
    texts = counter.desk.texts_for(interaction)
    if counter.desk.service.snapshot(interaction.channel_id or 0) is not None:
        raise Refusal("table_exists")
    lacking = missing(interaction.app_permissions, thread=isinstance(interaction.channel, _THREADS))
    if lacking:
        raise Refusal("permissions", permissions=[texts(f"permission-{name}") for name in lacking], count=len(lacking))
    try:
        return read_options(texts, game, values)
    except BadOption as error:
        raise Misunderstanding(error.args[0]) from None


def table_commands(counter: Counter) -> list[app_commands.Command[Any, ..., None]]:
    """The commands of a table, /newgame excepted."""
    desk, doors = counter.desk, counter.doors

    def through(door: str) -> Any:
        async def command(interaction: discord.Interaction[Any]) -> None:
            async def work(answer: Answer) -> None:
                table = counter.table(interaction)
                way = getattr(doors, door)
                more = {"moderator": is_moderator(interaction)} if door == "close" else {}
                person, texts = desk.person(interaction), desk.texts_for(interaction)
                await counter.say(answer, await way(person, table.channel_id, answer.key, texts, **more))

            await counter.serve(interaction, work)

        return app_commands.Command(name=door, description="…", callback=command)

    @app_commands.command(name="table", description="…")
    async def show(interaction: discord.Interaction[Any]) -> None:
        async def work(answer: Answer) -> None:
            table = counter.table(interaction)
            await counter.board.bring_down(table.table_id)
            table = counter.table(interaction)
            await counter.say(answer, desk.texts_for(interaction)("said-table", url=Markup(message_url(table))))

        await counter.serve(interaction, work)

    commands = [*(through(door) for door in ("join", "leave", "start", "close", "topup")), show]
    for one in commands:
        one.allowed_contexts = IN_SERVERS
        one.guild_only = True
    return commands
