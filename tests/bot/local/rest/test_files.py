"""Files: a private one is had by its signed link alone."""

from __future__ import annotations

import aiohttp
import pytest

from tests.bot.local.conftest import Room
from tests.bot.local.testbot import png


async def status(address: str) -> int:
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        return response.status


@pytest.mark.parametrize("ending", ["", ".png", ".webp?size=64"])
async def test_emojis_are_served_at_their_address_and_no_attachment_is(room: Room, ending: str) -> None:
    emoji = await room.bot.create_application_emoji(name="spades", image=png().fp.read())
    secret = await room.you.click(await room.you.command("game new", kind="poker"), "Secret")
    assert secret.ephemeral
    attachment = secret.attachments[0]
    assert await status(attachment["url"]) == 200
    assert await status(f"{room.server.url}/emojis/{emoji.id}{ending}") == 200
    assert await status(f"{room.server.url}/emojis/{attachment['id']}{ending}") == 404
    await emoji.delete()
    assert await status(f"{room.server.url}/emojis/{emoji.id}{ending}") == 404
