"""Which Discord the bot plays on: the real one with a token, else one on this machine, served while it runs."""

from __future__ import annotations

import asyncio
import contextlib
import errno
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import discord

from bot.config import FILE, Settings
from bot.local import HistoryError, LocalDiscord, Setting, redirected
from bot.start_errors import StartError, explained, system_says
from bot.store.connection import only_one
from bot.store.owner import Owner, owner_of, refuse

LOCAL_SETTING: Final = Setting(
    server="Knockabout",
    bot="Knockabout",
    channels=(("card-table", "Open a table here"), ("card-room", "Talk, and a second table")),
)
"""What the local Discord begins with."""


def this_bot(settings: Settings, client: discord.Client) -> Owner:
    """The bot whose token the client has signed in with."""
    assert client.user is not None, "it has signed in"
    token_given = bool(settings.discord_token.get_secret_value())
    chat = settings.local_url if token_given else str(chat_file(settings))
    return Owner(client.user.id, client.user.name, chat)


def chat_file(settings: Settings) -> Path:
    """Where the local Discord keeps its chat: beside the database, or where that would be if it were a file."""
    beside = settings.database if isinstance(settings.database, Path) else FILE
    return beside.with_name(f"{beside.stem}.chat.sqlite3").absolute()


def refuse_local(settings: Settings) -> None:
    """Raises OwnerError if the local Discord can't be that of the database's bot; StoreError.

    Nothing is made or changed, so that a chat's file can still be put where it belongs.
    """
    before, chat = owner_of(settings.database), chat_file(settings)
    if before is not None and not (before.chat and chat.exists()):
        refuse(settings.database, Owner(0, "", str(chat)), before)


@contextlib.asynccontextmanager
async def discord_of(settings: Settings, *, to_play: bool = True) -> AsyncIterator[str]:
    """The token with which the bot signs in, while the local Discord is served where there is none. Raises StartError.

    ``to_play``: says where people can play, and refuses a database that can't be that of the local Discord's bot; a
    command that only asks Discord something does neither.
    """
    if token := settings.discord_token.get_secret_value():
        with redirected(settings.local_url) if settings.local_url else contextlib.nullcontext():
            yield token
        return
    with explained():
        if to_play:
            await asyncio.to_thread(refuse_local, settings)
        if isinstance(settings.database, Path) and settings.database.exists():
            with only_one(settings.database.resolve()):  # else the chat's file, or the port, would be said to be taken
                pass
    async with local_discord(settings) as server:
        if to_play:
            print(f"No DISCORD_TOKEN: playing on this machine. Open {server.url} in a browser.", flush=True)
        yield server.token


@contextlib.asynccontextmanager
async def local_discord(settings: Settings) -> AsyncIterator[LocalDiscord]:
    """Serves the local Discord and points discord.py at it. Raises StartError."""
    server = LocalDiscord(chat_file(settings), setting=LOCAL_SETTING)
    try:
        await server.start(port=settings.local_port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise StartError(
                f"The local Discord cannot be served on port {settings.local_port}: {system_says(error)}. Set "
                "KNOCKABOUT_LOCAL_PORT to another port, or to 0 for any free one."
            ) from None
        raise StartError(
            f"Port {settings.local_port} is taken, perhaps by a Knockabout that runs already: "
            "set KNOCKABOUT_LOCAL_PORT to another port, or to 0 for any free one."
        ) from None
    except HistoryError as error:
        share = ": with KNOCKABOUT_LOCAL_URL several can share one local Discord" if error.in_use else ""
        raise StartError(f"{error}{share}.") from None
    try:
        with redirected(server.url):
            yield server
    finally:
        await server.stop()
