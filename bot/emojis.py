"""``python -m bot emojis``: uploads pictures of the cards as emojis of the application, or takes them away."""

from __future__ import annotations

import contextlib
from typing import Final

import discord

from bot.backup import is_running
from bot.config import Settings
from bot.signing_in import signed_in
from bot.start_errors import StartError, explained
from bot.store.outside import exists
from bot.store.where import settled
from bot.ui.pages.emojis import FACES, Face
from bot.which_discord import discord_of
from cards_img import Look, emoji_picture

NO_ROOM: Final = 30008
"""Discord's error for an application that has as many emojis as it may have."""


async def emojis_command(settings: Settings, *, remove: bool) -> int:
    """Uploads the emojis that are missing, or removes all, and prints how many. The exit code: 0. Raises StartError.

    Without a token it does so at the local Discord, whose bot must not run meanwhile.
    """
    database = settled(settings.database)
    if remove and exists(database) and is_running(database):
        raise StartError("Stop the bot first: its buttons show these emojis.")
    async with contextlib.AsyncExitStack() as stack:
        token = await stack.enter_async_context(discord_of(settings, to_play=False))
        with explained(settings.local_url):
            client = await stack.enter_async_context(signed_in(token))
            there = {emoji.name: emoji for emoji in await client.fetch_application_emojis() if emoji.name in FACES}
            if remove:
                await _remove(list(there.values()))
                print(f"Emojis of cards: {len(there)} removed. Buttons name the cards in words now.")
                return 0
            missing = [face for name, face in FACES.items() if name not in there]
            await _upload(client, missing)
    print(f"Emojis of cards: {len(missing)} uploaded, {len(there)} there already.")
    if missing:
        print("The bot shows them on its buttons from its next start on.")
    return 0


async def _upload(client: discord.Client, faces: list[Face]) -> None:
    for number, face in enumerate(faces):
        look = Look(design="spanish") if face.spanish else Look()
        try:
            await client.create_application_emoji(name=face.name, image=emoji_picture(face.card, look))
        except discord.HTTPException as error:
            why = (
                "the bot has as many emojis as Discord allows" if error.code == NO_ROOM else error.text or error.status
            )
            raise StartError(
                f"Discord did not take the emoji {face.name}, after {number} others: {why}. "
                "The same command goes on where it stopped."
            ) from None


async def _remove(emojis: list[discord.Emoji]) -> None:
    for number, emoji in enumerate(emojis):
        try:
            await emoji.delete()
        except discord.NotFound:
            continue  # somebody else has removed it meanwhile
        except discord.HTTPException as error:
            raise StartError(
                f"Discord did not remove the emoji {emoji.name}, after {number} others: {error.text or error.status}. "
                "The same command goes on where it stopped."
            ) from None
