"""Signing in to Discord, and what can be asked there without a connection to its gateway."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Final

import discord

from bot.gateway.rate_limits import use_buckets
from bot.ui.showing.sending import FAILURES, describe, pause_after

log = logging.getLogger(__name__)

SIGN_IN_PAUSES: Final = (1.0, 3.0)
"""Seconds before signing in is tried again, the first time and the second."""


async def sign_in(client: discord.Client, token: str) -> None:
    """Signs in; tries again if the connection breaks, or Discord can't answer now."""
    for pause in SIGN_IN_PAUSES:
        try:
            await client.login(token)
        except FAILURES as error:
            if pause_after(error, 0) is None:
                raise
            log.warning("Discord cannot be reached (%s); trying again in %g s", describe(error), pause)
            await client.http.close()
            client.http.connector = discord.utils.MISSING  # it is closed with the session, and none can use it again
            await asyncio.sleep(pause)
        else:
            return
    await client.login(token)


@contextlib.asynccontextmanager
async def signed_in(token: str) -> AsyncIterator[discord.Client]:
    """A client that can ask Discord what needs no connection to the gateway. Raises what discord.py raises."""
    use_buckets()
    client = discord.Client(intents=discord.Intents(guilds=True))  # without guilds the library warns of that
    try:
        await sign_in(client, token)
        yield client
    finally:
        await client.close()


async def recommended(client: discord.Client) -> int:
    """How many shards Discord recommends to this bot, which has signed in. Raises what discord.py raises."""
    count, *_ = await client.http.get_bot_gateway()
    return int(count)
