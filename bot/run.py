"""Puts the bot together: settings, store, texts, pictures, tables, and Discord, the real one or the local one."""

from __future__ import annotations

import contextlib
import errno
import logging
from collections.abc import AsyncIterator

import aiohttp
import discord

from bot.client import KnockaboutClient
from bot.config import Settings
from bot.i18n import Catalogue
from bot.local import LocalDiscord, redirected
from bot.service.clock import Pace
from bot.service.service import TableService
from bot.store.model import Chips, StoreError
from bot.store.store import Store
from cards_img import Painter

log = logging.getLogger(__name__)


class StartError(Exception):
    """The bot cannot run; the text is one sentence for whoever started it."""


async def run(settings: Settings) -> None:
    """Runs the bot until it is cancelled. Raises StartError."""
    async with contextlib.AsyncExitStack() as stack:
        catalogue = Catalogue.load()
        store = await _store(settings)
        stack.push_async_callback(store.close)
        painter = Painter()
        stack.push_async_callback(painter.close)
        pace = Pace(settings.turn_seconds, settings.pause_seconds, settings.computer_seconds)
        service = TableService(store, pace)
        stack.push_async_callback(service.stop)
        token = settings.discord_token.get_secret_value()
        if not token:
            token = await stack.enter_async_context(_local_discord(settings))
        await service.restore()
        client = KnockaboutClient(service, catalogue, painter)
        stack.push_async_callback(client.close)
        await painter.start()
        try:
            await client.start(token)
        except discord.LoginFailure:
            raise StartError(
                "Discord refused the token in DISCORD_TOKEN: copy it again from the developer portal, under Bot."
            ) from None
        except discord.GatewayNotFound:
            raise StartError("Discord's gateway cannot be found at the moment: try again later.") from None
        except aiohttp.ClientConnectionError as error:
            raise StartError(f"Discord cannot be reached: {error}.") from None
        except discord.HTTPException as error:
            raise StartError(f"Discord refused the start: {error.status} {error.text}.") from None


async def _store(settings: Settings) -> Store:
    chips = Chips(settings.starting_chips, settings.daily_chips)
    try:
        return await Store.open(settings.database, chips)
    except StoreError as error:
        raise StartError(str(error)) from None


@contextlib.asynccontextmanager
async def _local_discord(settings: Settings) -> AsyncIterator[str]:
    """Serves the local Discord, prints its address, points discord.py at it, and gives the bot's token."""
    server = LocalDiscord(history=settings.database.with_name(f"{settings.database.stem}.chat.sqlite3"))
    try:
        await server.start(port=settings.local_port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise StartError(f"The local Discord cannot be served on port {settings.local_port}: {error}.") from None
        raise StartError(
            f"Port {settings.local_port} is taken, perhaps by a Knockabout that runs already: "
            "set KNOCKABOUT_LOCAL_PORT to another port, or to 0 for any free one."
        ) from None
    try:
        with redirected(server.url):
            print(f"No DISCORD_TOKEN: playing on this machine. Open {server.url} in a browser.", flush=True)
            yield server.token
    finally:
        await server.stop()
