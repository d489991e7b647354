"""Servers, channels, threads, pins, reactions, emojis and commands, asked for by the real discord.py client."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable
from typing import Any

import aiohttp
import discord
import pytest
from PIL import Image

from bot.local import limits
from bot.local.state.permissions import bits
from bot.local.testing.seen import DriverError
from tests.bot.local.conftest import Caller, Room
from tests.bot.local.testbot import png


async def test_the_application_and_its_user(room: Room) -> None:
    about = await room.bot.application_info()
    assert (about.name, about.owner.name, about.bot_public) == ("Local bot", "alex", False)
    assert (await room.bot.fetch_user(int(room.you.id))).display_name == "Alex"
    await room.bot.account.edit(username="Dealer")
    await room.you.until(
        lambda: any(e["event"] == "person" and e["person"]["name"] == "Dealer" for e in room.you.events)
    )
    async with aiohttp.ClientSession() as session, session.get(str(room.bot.account.default_avatar.url)) as response:
        assert (await response.read()).startswith(b"\x89PNG")


async def test_the_server_and_what_is_in_it(room: Room) -> None:
    ann = await room.people.guest("Ann")
    guild = await room.bot.fetch_guild(room.bot.guilds[0].id)
    assert (guild.name, guild.approximate_member_count) == ("Local server", 3)
    assert [c.name for c in await guild.fetch_channels()] == ["general", "random"]
    assert [r.name for r in await guild.fetch_roles()] == ["@everyone", "Local bot"]
    assert (await guild.fetch_member(int(ann.id))).display_name == "Ann"
    assert [m.display_name for m in await room.bot.guilds[0].query_members("an")] == ["Ann"]
    assert [g.name async for g in room.bot.fetch_guilds()] == ["Local server"]
    await room.bot.guilds[0].me.edit(nick="Croupier")
    assert (await guild.fetch_member(room.bot.account.id)).nick == "Croupier"
    mine = room.channel.permissions_for(room.bot.guilds[0].me)
    assert mine.send_messages
    assert not mine.manage_messages
    assert not mine.administrator


async def test_threads_of_the_bot(room: Room) -> None:
    thread = await room.channel.create_thread(name="deal", type=discord.ChannelType.public_thread)
    await thread.send("in here")
    await room.you.wait_for("in here", channel="deal")
    await thread.edit(name="deal 2", auto_archive_duration=60)
    await room.you.until(lambda: room.you.at("deal 2") == str(thread.id))
    assert [t.id for t in await room.bot.guilds[0].active_threads()] == [thread.id]
    await thread.add_user(discord.Object(int(room.you.id)))
    assert {m.id for m in await thread.fetch_members()} == {int(room.you.id), room.bot.account.id}
    await thread.remove_user(discord.Object(int(room.you.id)))
    await thread.edit(archived=True)
    assert await room.bot.guilds[0].active_threads() == []
    await room.you.say("wakes it", channel=str(thread.id))
    assert [t.id for t in await room.bot.guilds[0].active_threads()] == [thread.id]
    message = await room.channel.send("start")
    under = await message.create_thread(name="under it")
    assert under.id == message.id
    fetched = await message.fetch()
    assert fetched.thread is not None
    assert fetched.thread.id == under.id
    for act in (thread.delete(), room.channel.edit(topic="x"), thread.edit(locked=True)):
        with pytest.raises(discord.Forbidden, match="50013"):
            await act
    with pytest.raises(discord.HTTPException, match="50024"):
        await fetched._state.http.start_thread_without_message(
            thread.id, name="x", type=11, auto_archive_duration=60, invitable=True, rate_limit_per_user=None
        )


async def test_what_needs_more_than_the_least_permissions(room: Room) -> None:
    message = await room.channel.send("x")
    for act in (
        message.pin(),
        message.clear_reactions(),
        room.channel.delete(),
        room.channel.delete_messages([message, message]),
    ):
        with pytest.raises(discord.Forbidden, match="50013"):
            await act


def grant(room: Room, *names: str) -> None:
    """Give the bot's role more permissions."""
    world = room.server.context.world
    role = world.bot_role(next(iter(world.guilds.values())))
    role.permissions |= bits(*names)


async def test_pins(room: Room) -> None:
    grant(room, "pin_messages")
    first, second = await room.channel.send("first"), await room.channel.send("second")
    await first.pin()
    await second.pin()
    await second.pin()
    assert [m.content async for m in room.channel.pins()] == ["second", "first"]
    assert (await first.fetch()).pinned
    await second.unpin()
    assert [m.content async for m in room.channel.pins()] == ["first"]
    status, old, _ = await Caller(room.server, room.people.session)("GET", f"/channels/{room.channel.id}/pins")
    assert (status, [m["content"] for m in old]) == (200, ["first"])


async def test_reactions(room: Room) -> None:
    message = await room.channel.send("vote")
    await message.add_reaction("♠️")
    seen = await room.you.wait_for("vote")
    path = f"/local/channels/{seen.channel_id}/messages/{seen.id}/reactions/%E2%99%A0%EF%B8%8F"
    await room.you.call("PUT", path)
    reaction = (await message.fetch()).reactions[0]
    assert (reaction.emoji, reaction.count, reaction.me) == ("♠️", 2, True)
    assert {u.name async for u in reaction.users()} == {"alex", "local_bot"}
    await message.remove_reaction("♠️", room.bot.account)
    assert (await message.fetch()).reactions[0].count == 1
    with pytest.raises(discord.NotFound, match="10014"):
        await message.add_reaction("spade")
    with pytest.raises(discord.Forbidden):
        await message.remove_reaction("♠️", discord.Object(int(room.you.id)))
    grant(room, "manage_messages")
    await message.clear_reaction("♠️")
    await message.add_reaction("👍")
    await message.clear_reactions()
    assert (await message.fetch()).reactions == []


async def test_deleting_several_messages(room: Room) -> None:
    grant(room, "manage_messages")
    messages = [await room.channel.send(str(n)) for n in range(3)]
    seen = await room.you.wait_for("2")
    await room.channel.delete_messages(messages[1:])
    await room.you.until(lambda: seen.gone)
    assert [m.content async for m in room.channel.history()] == ["0"]
    said = await room.you.say("rude")
    await (await room.channel.fetch_message(int(said.id))).delete()
    await room.you.until(lambda: said.gone)


async def test_emojis_of_the_application(room: Room) -> None:
    picture = png().fp.read()
    emoji = await room.bot.create_application_emoji(name="spades", image=picture)
    assert [e.name for e in await room.bot.fetch_application_emojis()] == ["spades"]
    message = await room.channel.send(
        f"{emoji}", view=discord.ui.View().add_item(discord.ui.Button(emoji=emoji, custom_id="e"))
    )
    (row,) = message.components
    assert isinstance(row, discord.ActionRow)
    (button,) = row.children
    assert isinstance(button, discord.Button)
    assert button.emoji is not None
    assert button.emoji.id == emoji.id
    await message.add_reaction(emoji)
    async with aiohttp.ClientSession() as session, session.get(emoji.url) as response:
        assert (response.status, await response.read()) == (200, picture)
    assert (await emoji.edit(name="hearts")).name == "hearts"
    assert (await room.bot.fetch_application_emoji(emoji.id)).name == "hearts"
    await emoji.delete()
    assert await room.bot.fetch_application_emojis() == []
    out = io.BytesIO()
    Image.effect_noise((700, 700), 200).save(out, "PNG")
    for name, image in (("x", picture), ("a b", picture), ("large", out.getvalue())):
        with pytest.raises(discord.HTTPException, match="50035"):
            await room.bot.create_application_emoji(name=name, image=image)
    call = Caller(room.server, room.people.session)
    path = f"/applications/{room.bot.application_id}/emojis"
    gif = io.BytesIO()
    Image.new("P", (2, 2)).save(gif, "GIF")
    for name, data, animated in (("still", picture, False), ("moving", gif.getvalue(), True)):
        uri = f"data:image/jpg;base64,{base64.b64encode(data).decode()}"  # what discord.js says of every picture
        status, made, _ = await call("POST", path, {"name": name, "image": uri})
        assert (status, made["animated"]) == (201, animated)
    status, error, _ = await call("POST", path, {"name": "text", "image": "data:image/png;base64,AAAA"})
    assert (status, error["errors"]["image"]["_errors"][0]["code"]) == (400, "IMAGE_INVALID")


async def test_no_two_emojis_of_one_name_and_no_more_than_there_may_be(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = png().fp.read()
    spades = await room.bot.create_application_emoji(name="spades", image=picture)
    hearts = await room.bot.create_application_emoji(name="hearts", image=picture)
    with pytest.raises(discord.HTTPException, match="already been taken"):
        await room.bot.create_application_emoji(name="hearts", image=picture)
    with pytest.raises(discord.HTTPException, match="already been taken"):
        await spades.edit(name="hearts")
    assert (await hearts.edit(name="hearts")).name == "hearts"
    assert limits.EMOJIS == 2_000
    monkeypatch.setattr(limits, "EMOJIS", 2)
    with pytest.raises(discord.HTTPException) as refused:
        await room.bot.create_application_emoji(name="clubs", image=picture)
    assert refused.value.code == 30008
    await hearts.delete()
    await room.bot.create_application_emoji(name="hearts", image=picture)


async def test_emojis_of_the_application_in_buttons_selects_and_text(room: Room) -> None:
    emoji = await room.bot.create_application_emoji(name="ace_of_spades", image=png().fp.read())
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.TextDisplay(f"You hold {emoji}"))
    option = discord.SelectOption(label="Ace", value="A", emoji=emoji)
    view.add_item(discord.ui.ActionRow(discord.ui.Select(custom_id="s", options=[option])))
    view.add_item(discord.ui.ActionRow(discord.ui.Button(label="A", emoji=emoji, custom_id="b")))
    await room.channel.send(view=view)
    seen = await room.you.wait_for("You hold")
    partial = {"id": str(emoji.id), "name": "ace_of_spades", "animated": False}
    assert f"<:ace_of_spades:{emoji.id}>" in seen.text
    assert seen.select()["options"][0]["emoji"] == partial
    assert seen.button("A")["emoji"] == partial
    await emoji.delete()
    with pytest.raises(discord.HTTPException, match="Invalid emoji"):
        await room.channel.send(view=view)


async def test_commands_of_a_server_and_single_ones(room: Room) -> None:
    guild = room.bot.guilds[0]
    known = {c.name: c for c in await room.bot.tree.fetch_commands()}
    assert (await room.bot.tree.fetch_command(known["play"].id)).name == "play"
    changed = await known["play"].edit(description="Lay a card")
    assert changed.description == "Lay a card"
    await known["sleepy"].delete()
    assert "sleepy" not in {c.name for c in await room.bot.tree.fetch_commands()}
    room.bot.tree.copy_global_to(guild=guild)
    assert len(await room.bot.tree.sync(guild=guild)) == len(room.bot.tree.get_commands(guild=guild))
    assert (await room.you.command("game new", kind="poker")).content.startswith("Poker")
    call = Caller(room.server, room.people.session)
    path = f"/applications/{room.bot.application_id}/guilds/{guild.id}/commands"
    assert (await call("GET", f"{path}/permissions"))[:2] == (200, [])
    assert (await call("GET", f"{path}/{known['play'].id}"))[1]["code"] == 10063


async def test_an_embed_with_a_picture_of_its_message(room: Room) -> None:
    embed = discord.Embed(title="Hand").set_image(url="attachment://hand.png")
    message = await room.channel.send(embed=embed, file=png())
    assert message.attachments == []
    assert message.embeds[0].image.width == 8
    shown = await room.you.wait_for("Hand")
    assert (await room.you.file(shown.embeds[0]["image"])).startswith(b"\x89PNG")
    with pytest.raises(discord.HTTPException, match="50035"):
        await room.channel.send(embed=discord.Embed(title="Hand").set_image(url="attachment://none.png"))


async def test_a_picture_that_is_still_shown_cant_be_taken_away(room: Room) -> None:
    panel = await room.you.command("panel")
    message = await room.channel.fetch_message(int(panel.shown.id))
    with pytest.raises(discord.HTTPException, match="still shows"):
        await message.edit(attachments=[])
    said = await room.you.say("x")
    theirs = await room.channel.fetch_message(int(said.id))
    with pytest.raises(discord.HTTPException, match="50005"):
        await theirs.edit(content="y")


async def chosen(interaction: discord.Interaction, values: Iterable[object]) -> None:
    await interaction.response.send_message(", ".join(sorted(map(str, values))))


class Roles(discord.ui.RoleSelect[Any]):
    async def callback(self, interaction: discord.Interaction) -> None:
        await chosen(interaction, self.values)


class Mentionables(discord.ui.MentionableSelect[Any]):
    async def callback(self, interaction: discord.Interaction) -> None:
        await chosen(interaction, self.values)


class Channels(discord.ui.ChannelSelect[Any]):
    async def callback(self, interaction: discord.Interaction) -> None:
        await chosen(interaction, self.values)


class Selects(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        for kind in (Roles, Mentionables, Channels):
            self.add_item(kind(custom_id=kind.__name__, max_values=2))


async def test_selects_of_roles_mentionables_and_channels(room: Room) -> None:
    await room.channel.send("choose", view=Selects())
    message = await room.you.wait_for("choose")
    guild = room.bot.guilds[0]
    role = str(guild.roles[1].id)
    assert (await room.you.choose(message, role, custom_id="Roles")).content == "Local bot"
    mixed = await room.you.choose(message, role, room.you.id, custom_id="Mentionables")
    assert mixed.content == "Local bot, alex"
    channel = await room.you.choose(message, room.you.at("random"), custom_id="Channels")
    assert channel.content == "random"
    for custom_id in ("Roles", "Mentionables", "Channels"):
        with pytest.raises(DriverError) as refused:
            await room.you.choose(message, "5", custom_id=custom_id)
        assert refused.value.code == "bad_values"


class Wide(discord.ui.Modal, title="Wide"):
    intro: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay("Fill this in")
    boxes: discord.ui.Label[Any] = discord.ui.Label(
        text="Boxes",
        component=discord.ui.CheckboxGroup(
            custom_id="boxes",
            max_values=2,
            options=[discord.CheckboxGroupOption(label=x, value=x, default=x == "b") for x in "abc"],
        ),
    )
    files: discord.ui.Label[Any] = discord.ui.Label(
        text="Files", component=discord.ui.FileUpload(custom_id="files", required=False)
    )
    where: discord.ui.Label[Any] = discord.ui.Label(
        text="Where", component=discord.ui.ChannelSelect(custom_id="where", required=False)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        boxes, uploads, channels = self.boxes.component, self.files.component, self.where.component
        assert isinstance(boxes, discord.ui.CheckboxGroup)
        assert isinstance(uploads, discord.ui.FileUpload)
        assert isinstance(channels, discord.ui.ChannelSelect)
        files = [f"{file.filename} {len(await file.read())}" for file in uploads.values]
        where = [channel.name for channel in channels.values]
        await interaction.response.send_message(f"{sorted(boxes.values)} {files} {where}")


class Opens(discord.ui.View):
    @discord.ui.button(label="Open", custom_id="open")
    async def open(self, interaction: discord.Interaction, _: discord.ui.Button[Any]) -> None:
        await interaction.response.send_modal(Wide())


async def test_a_modal_with_checkboxes_and_files(room: Room) -> None:
    await room.channel.send("wide", view=Opens(timeout=None))
    message = await room.you.wait_for("wide")
    opened = await room.you.click(message, "Open")
    assert (await room.you.submit(opened)).content == "['b'] [] []"
    opened = await room.you.click(message, "Open")
    form = aiohttp.FormData(quote_fields=False)
    where = room.you.at("random")
    form.add_field("payload_json", f'{{"fields": {{"boxes": ["a", "c"], "files": [0], "where": ["{where}"]}}}}')
    form.add_field("files[0]", b"12345", filename="deck.txt")
    sent = await room.you.call("POST", f"/local/modals/{opened.interaction_id}", form)
    answer = await room.you.answer(sent["interaction_id"])
    assert answer.content == "['a', 'c'] ['deck.txt 5'] ['random']"
    opened = await room.you.click(message, "Open")
    for boxes in ([], ["a", "b", "c"], ["d"]):
        with pytest.raises(DriverError) as refused:
            await room.you.submit(opened, {"boxes": boxes})
        assert list(refused.value.body["fields"]) == ["boxes"]
    await room.you.call("DELETE", f"/local/modals/{opened.interaction_id}")


async def test_a_host_makes_and_changes_channels(room: Room) -> None:
    made = await room.you.call("POST", "/local/channels", {"name": "Second Table", "topic": "More cards"})
    assert (made["name"], made["topic"]) == ("second-table", "More cards")
    await room.you.call("PATCH", f"/local/channels/{made['id']}", {"name": "third-table"})
    await room.bot.fetch_channel(int(made["id"]))
    channel = room.bot.get_channel(int(made["id"]))
    assert isinstance(channel, discord.TextChannel)
    assert channel.name == "third-table"
    ann = await room.people.guest("Ann")
    for method, path in (("POST", "/local/channels"), ("PATCH", f"/local/channels/{made['id']}")):
        with pytest.raises(DriverError) as refused:
            await ann.call(method, path, {"name": "mine"})
        assert refused.value.code == "missing_permission"
    for name in ("", "x" * 101):
        with pytest.raises(DriverError) as refused:
            await room.you.call("POST", "/local/channels", {"name": name})
        assert refused.value.code == "bad_name"


async def test_files_and_thumbnails_of_components_v2(room: Room) -> None:
    view = discord.ui.LayoutView(timeout=None)
    text: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay("Rules")
    view.add_item(
        discord.ui.Section(text, accessory=discord.ui.Thumbnail("attachment://hand.png", description="A hand"))
    )
    view.add_item(discord.ui.File("attachment://rules.txt"))
    rules = discord.File(io.BytesIO(b"house rules"), "rules.txt")
    message = await room.channel.send(view=view, files=[png(), rules])
    seen = await room.you.wait_for("Rules")
    file = next(c for c in seen.all_components() if c["type"] == 13)
    assert (file["name"], file["size"], await room.you.file(file["file"])) == ("rules.txt", 11, b"house rules")
    picture = next(c for c in seen.all_components() if c["type"] == 11)
    assert (picture["media"]["width"], seen.alt_texts) == (8, ["A hand"])
    again = discord.ui.LayoutView.from_message(message, timeout=None)
    edited = await message.edit(view=again)
    # files that components show are named there alone; the driver finds them all the same
    assert edited.attachments == message.attachments == []
    files = [c["media"] if c["type"] == 11 else c["file"] for c in seen.all_components() if c["type"] in (11, 13)]
    assert [file["attachment_id"] for file in files] == [a["id"] for a in seen.attachments]
    assert [(a["filename"], a["description"]) for a in seen.attachments] == [
        ("hand.png", "A hand"),
        ("rules.txt", None),
    ]
    section = edited.components[0]
    assert isinstance(section, discord.SectionComponent)
    shown = section.accessory
    assert isinstance(shown, discord.ThumbnailComponent)
    assert str(shown.media.attachment_id) == seen.attachments[0]["id"]


async def test_a_file_that_no_component_shows_stands_among_the_attachments(room: Room) -> None:
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://hand.png")))
    message = await room.channel.send(view=view, files=[png(), discord.File(io.BytesIO(b"x"), "more.txt")])
    assert [a.filename for a in message.attachments] == ["more.txt"]
