"""/newgame: opens a table in a channel of a server, or in the person's direct messages."""

from __future__ import annotations

import asyncio
from typing import Any

import discord

from bot.commands.counter import Counter
from bot.commands.house import presets_of
from bot.i18n.texts import Texts
from bot.options import PRESET, BadOption, NewTable, Style, Values, read_options
from bot.service.model import NO_SERVER, Refusal, table_there
from bot.store.model.people import Purse
from bot.ui.clicks.house import style_of
from bot.ui.clicks.opening import check_may_open
from bot.ui.clicks.refusals import Misunderstanding
from bot.ui.clicks.request import Request
from bot.ui.clicks.seats import sentences
from bot.ui.clicks.waking import WITHIN
from bot.ui.pages.lobby import lobby_page
from bot.ui.pages.page import sentence
from bot.ui.permissions import missing
from bot.ui.showing.answer import Interaction, Way
from bot.ui.showing.sending import FAILURES
from bot.ui.words.chips import begun_anew
from engine.game import Game


async def newgame(counter: Counter, interaction: Interaction, game: Game[Any], values: Values) -> None:
    """Opens a table. A request that is impossible is refused privately; otherwise the answer is the lobby."""
    values = dict(values)
    wanted = values.pop(PRESET, None)
    asked: NewTable | None = None
    try:
        async with asyncio.timeout(WITHIN):
            asked = await _asked(counter, interaction, game, values, wanted)
    except TimeoutError:
        pass  # with a slow disk it is acknowledged first, and what is impossible is refused beside that
    except (Refusal, Misunderstanding) as error:
        refused = error

        async def refuse(request: Request) -> None:
            raise refused

        await counter.serve(interaction, refuse)
        return

    async def run(request: Request) -> None:
        desk, answer, channel_id = counter.desk, request.answer, interaction.channel_id
        new = asked or await _asked(counter, interaction, game, values, wanted)
        assert channel_id is not None, "a command has a channel"
        person = desk.person(interaction, interaction.guild_id or NO_SERVER)
        async with counter.showing.openings.opening(channel_id, interaction.user.id, answer.message_id) as opening:
            table = await desk.service.open(
                person,
                channel_id,
                game.name,
                new.rules,
                new.chips,
                new.four_colour,
                answer.key,
                or_practice="chips" not in values,
            )
            if table.in_dm:
                await counter.showing.panels.show(answer, desk.service.private_of(table.table_id, person.user_id))
                return
            await opening.opened(table)
            page = lobby_page(table, desk.texts_in(table.guild_id))
            opening.shown(await answer.show(page), page)
        if table.practice and table.buy_in:
            said = _for_practice(await desk.service.people.purse(person), table.buy_in, request.texts)
            await answer.tell_aside(sentence(said))

    await counter.serve(interaction, run, Way.PUBLIC)


def _for_practice(purse: Purse, need: int, texts: Texts) -> str:
    """Why a table is one for practice: the purse can't pay ``need`` chips, its buy-in."""
    if purse.frozen is not None:
        said = texts("said-for-practice.frozen", why=purse.frozen or texts("frozen-before"))
    else:
        said = texts(
            "said-for-practice" if purse.balance > 0 else "said-for-practice.none", have=purse.balance, need=need
        )
    return sentences(said, begun_anew(purse.begun_anew, texts) if purse.begun_anew is not None else None)


async def _asked(
    counter: Counter, interaction: Interaction, game: Game[Any], values: Values, preset: object
) -> NewTable:
    """The table that is asked for; ``preset``: as it was typed, None for none. Raises Refusal or Misunderstanding."""
    texts = counter.desk.texts_for(interaction)
    if counter.desk.service.table_in(interaction.channel_id or 0) is not None:
        raise table_there(interaction.guild_id or NO_SERVER)
    if counter.desk.service.orphan_in(interaction.channel_id or 0) is not None:
        raise Refusal("unreadable_table")
    check_may_open(counter.desk, interaction)
    thread = isinstance(interaction.channel, discord.Thread)
    lacking = missing(interaction.app_permissions, thread=thread) if interaction.guild_id is not None else []
    if lacking and not (interaction.app_permissions.value == 0 and await _sees_channel(interaction)):
        raise Refusal("permissions", permissions=[texts(f"permission-{name}") for name in lacking], count=len(lacking))
    style: Style | None = None
    if preset is not None:
        style = style_of(game, await presets_of(counter, interaction), str(preset), texts)
    try:
        return read_options(texts, game, values, style)
    except BadOption as error:
        raise Misunderstanding(error.args[0]) from None


async def _sees_channel(interaction: Interaction) -> bool:
    """Whether Discord shows the bot the channel, and so was wrong where it told of no permission there, or of none."""
    try:
        await interaction.client.fetch_channel(interaction.channel_id or 0)
    except discord.InvalidData:
        return True  # it is there, in a server that the library doesn't know yet
    except FAILURES:
        return False
    return True
