"""Files: a private one is had by its signed link alone, and a file that is gone by none."""

from __future__ import annotations

from pathlib import Path

import aiohttp
import discord
import pytest
from discord import ui

from bot.local import LocalDiscord
from bot.local.testing.driver import People
from tests.bot.local.conftest import Caller, Room
from tests.bot.local.testbot import Panel, png


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


class Shown(ui.LayoutView):
    """A gallery with a picture by its address, another message's or one of the message itself."""

    def __init__(self, *addresses: str) -> None:
        super().__init__(timeout=None)
        for address in addresses:
            self.add_item(ui.MediaGallery(discord.MediaGalleryItem(address, description="A table")))


async def test_the_address_of_a_replaced_or_dropped_file_is_gone(room: Room) -> None:
    message = await room.channel.send("one", file=png())
    first = message.attachments[0]
    assert await status(first.url) == 200
    message = await message.edit(attachments=[first, png(9, 9)])
    kept, second = message.attachments
    assert (kept.id, await status(first.url), await status(second.url)) == (first.id, 200, 200)
    message = await message.edit(content="two")
    assert [a.url for a in message.attachments] == [first.url, second.url]
    message = await message.edit(attachments=[second])
    assert (await status(first.url), await status(second.url)) == (404, 200)
    await message.edit(attachments=[])
    assert await status(second.url) == 404
    deleted = await room.channel.send("three", file=png())
    await deleted.delete()
    assert await status(deleted.attachments[0].url) == 404


async def test_a_file_is_gone_at_once_where_a_data_file_keeps_the_chat(tmp_path: Path) -> None:
    server = LocalDiscord(tmp_path / "chat.sqlite3", rate_limits=False)
    await server.start()
    try:
        async with People(server.url) as people:
            call, you = Caller(server, people.session), await people.host()
            form = aiohttp.FormData({"payload_json": "{}"})
            form.add_field("files[0]", png().fp.read(), filename="a.png")
            path = f"/channels/{you.channel}/messages"
            _, message, _ = await call("POST", path, data=form)
            address = message["attachments"][0]["url"]
            assert await status(address) == 200
            await call("PATCH", f"{path}/{message['id']}", {"content": "x", "attachments": []})
            assert await status(address) == 404
    finally:
        await server.stop()


async def test_another_message_shows_a_file_by_its_address_as_long_as_it_lives(room: Room) -> None:
    table = await room.channel.send(view=Panel("table"), file=png(12, 10))
    seen_table = await room.you.wait_for("table")
    address = seen_table.media[0]["url"]
    panel = await room.channel.send(view=Shown(address, "https://example.com/elsewhere.png"))
    seen = await room.you.wait_for(lambda m: m.id == str(panel.id))
    shown, elsewhere = seen.media
    assert (shown["width"], shown["height"], shown["content_type"], shown["loading_state"]) == (12, 10, "image/png", 2)
    assert elsewhere.pop("id").isdecimal()
    assert elsewhere == {
        "url": "https://example.com/elsewhere.png",
        "proxy_url": "https://example.com/elsewhere.png",
        "width": None,
        "height": None,
        "loading_state": 2,
    }
    assert await status(shown["url"]) == 200
    assert seen.attachments == []
    edits = len([e for e in room.you.events if e["event"] == "message_edit"])
    await table.edit(view=Panel("new table"), attachments=[png(9, 9)])
    # the panel looks different although nobody has edited it
    await room.you.until(lambda: seen.media[0]["loading_state"] == 3)
    assert not seen.edited
    assert seen.media[0]["url"] == address
    assert await status(address) == 404
    assert len([e for e in room.you.events if e["event"] == "message_edit"]) == edits + 2
    # an address that is already dead is taken, and shows nothing
    late = await room.channel.send(view=Shown(address, address.replace("hm=", "hm=0")))
    seen = await room.you.wait_for(lambda m: m.id == str(late.id))
    assert [item["loading_state"] for item in seen.media] == [3, 3]


async def test_an_address_shown_elsewhere_ends_with_a_deletion_and_with_its_day(room: Room) -> None:
    table = await room.channel.send("table", file=png())
    address = table.attachments[0].url
    first = await room.channel.send(view=Shown(address))
    shown = await room.you.wait_for(lambda m: m.id == str(first.id))
    await room.you.forward(25 * 3600)
    assert await status(address) == 404
    assert shown.media[0]["loading_state"] == 2
    late = await room.channel.send(view=Shown(address))
    seen = await room.you.wait_for(lambda m: m.id == str(late.id))
    assert seen.media[0]["loading_state"] == 3
    fresh = (await table.fetch()).attachments[0].url
    await late.edit(view=Shown(fresh))
    await room.you.until(lambda: seen.media[0]["loading_state"] == 2)
    await table.delete()
    await room.you.until(lambda: seen.media[0]["loading_state"] == 3 and shown.media[0]["loading_state"] == 3)


async def test_a_browser_asks_anew_for_each_file(room: Room) -> None:
    message = await room.channel.send("one", file=png())
    address = message.attachments[0].url
    async with aiohttp.ClientSession() as session:
        async with session.get(address) as response:
            headers = response.headers
        assert headers["Cache-Control"] == "private, no-cache"
        async with session.get(address, headers={"If-None-Match": headers["ETag"]}) as response:
            assert (response.status, await response.read()) == (304, b"")
        await message.delete()
        async with session.get(address, headers={"If-None-Match": headers["ETag"]}) as response:
            assert response.status == 404
