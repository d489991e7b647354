"""Tables of another version, which can only be closed: what their channels are told."""

from __future__ import annotations

import logging
from functools import partial
from typing import Final, Literal

import discord

from bot.service.model import Orphan
from bot.store.model import StoreError
from bot.ui.desk import Desk
from bot.ui.page import Page, sentence
from bot.ui.rest import laid_to_rest
from bot.ui.sending import LOST, describe, persevere

log = logging.getLogger(__name__)

TOLD: Final = "of-another-version"
"""What is noted of the table once its channel knows: it is told once, not at every start."""


async def tell_channel(desk: Desk, client: discord.Client, orphan: Orphan) -> None:
    """After a start: says that the table can't be played on and how it is closed, and takes its buttons off."""
    if await desk.service.posting(orphan.table_id) == TOLD:
        return
    if not await _say(desk, client, orphan, "unreadable"):
        return
    try:
        await desk.service.set_posting(orphan.table_id, TOLD)
    except StoreError as error:
        log.error("that table %s is of another version could not be noted as told: %s", orphan.table_id, error)
    if orphan.live_message is not None:
        await _lay_to_rest(client, orphan, orphan.live_message)


async def tell_closed(desk: Desk, client: discord.Client, orphan: Orphan) -> None:
    """Says that the table has been closed, and what became of the chips."""
    await _say(desk, client, orphan, "unreadable-closed")


async def _say(
    desk: Desk, client: discord.Client, orphan: Orphan, what: Literal["unreadable", "unreadable-closed"]
) -> bool:
    """Whether the channel could be told."""
    channel = client.get_partial_messageable(orphan.channel_id, guild_id=orphan.guild_id)
    texts = desk.public(orphan.guild_id)
    page = sentence(texts("table-unreadable" if what == "unreadable" else "table-unreadable-closed"))
    nonce = f"{what}.{orphan.table_id}"[-25:]
    try:
        await persevere(partial(_send, channel, page, nonce))
    except (discord.HTTPException, discord.RateLimited, *LOST) as error:
        log.warning("the channel of table %s can't be told of it: %s", orphan.table_id, describe(error))
        return False
    return True


async def _send(channel: discord.PartialMessageable, page: Page, nonce: str) -> discord.Message:
    return await channel.send(view=page.view(), nonce=nonce, allowed_mentions=page.mentions)


async def _lay_to_rest(client: discord.Client, orphan: Orphan, message_id: int) -> None:
    channel = client.get_partial_messageable(orphan.channel_id, guild_id=orphan.guild_id)
    try:
        message = await persevere(channel.get_partial_message(message_id).fetch)
        view = laid_to_rest(message)
        await persevere(lambda: message.edit(view=view, allowed_mentions=discord.AllowedMentions.none()))
    except (discord.HTTPException, discord.RateLimited, *LOST) as error:
        log.info("the old message of table %s keeps its buttons: %s", orphan.table_id, describe(error))
