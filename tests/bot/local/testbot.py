"""A small bot with one of everything, on the real discord.py: what the tests of the local Discord play against."""

from __future__ import annotations

import asyncio
import io
import logging
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image

logging.getLogger("discord").setLevel(logging.CRITICAL)


def png(width: int = 8, height: int = 6, color: str = "red") -> discord.File:
    """A small picture."""
    out = io.BytesIO()
    Image.new("RGB", (width, height), color).save(out, "PNG")
    out.seek(0)
    return discord.File(out, "hand.png", description="Two of spades")


class Buttons(ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.clicks = 0

    @ui.button(label="Join", style=discord.ButtonStyle.green, custom_id="join")
    async def join(self, interaction: discord.Interaction, _: ui.Button[Any]) -> None:
        self.clicks += 1
        await interaction.response.edit_message(content=f"{interaction.user.display_name} joined", view=self)

    @ui.button(label="Secret", custom_id="secret")
    async def secret(self, interaction: discord.Interaction, _: ui.Button[Any]) -> None:
        await interaction.response.send_message("Only for you", ephemeral=True, file=png())

    @ui.button(label="Slow", custom_id="slow")
    async def slow(self, interaction: discord.Interaction, _: ui.Button[Any]) -> None:
        await asyncio.sleep(30)

    @ui.button(label="Form", custom_id="form")
    async def form(self, interaction: discord.Interaction, _: ui.Button[Any]) -> None:
        await interaction.response.send_modal(Form())

    @ui.select(
        custom_id="card",
        placeholder="A card",
        min_values=1,
        max_values=2,
        options=[discord.SelectOption(label="Ace", value="A"), discord.SelectOption(label="King", value="K")],
    )
    async def card(self, interaction: discord.Interaction, select: ui.Select[Any]) -> None:
        await interaction.response.defer()
        await interaction.followup.send("Chose " + " ".join(select.values), ephemeral=True)


class People(ui.View):
    @ui.select(cls=ui.UserSelect, custom_id="who", max_values=3)
    async def who(self, interaction: discord.Interaction, select: ui.UserSelect[Any]) -> None:
        names = ", ".join(sorted(user.display_name for user in select.values))
        await interaction.response.send_message(f"Picked {names}")


class Form(ui.Modal, title="Table rules"):
    name: ui.Label[Any] = ui.Label(text="Name", component=ui.TextInput(custom_id="name", max_length=20))
    ante: ui.Label[Any] = ui.Label(
        text="Ante",
        component=ui.Select(
            custom_id="ante",
            options=[discord.SelectOption(label="One", value="1"), discord.SelectOption(label="Two", value="2")],
        ),
    )
    who: ui.Label[Any] = ui.Label(text="Who", component=ui.UserSelect(custom_id="who", required=False))
    sure: ui.Label[Any] = ui.Label(text="Sure", component=ui.Checkbox(custom_id="sure"))
    way: ui.Label[Any] = ui.Label(
        text="Way",
        component=ui.RadioGroup(
            custom_id="way",
            required=False,
            options=[discord.RadioGroupOption(label=x, value=x) for x in ("left", "right")],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        name, ante, sure, way = (label.component for label in (self.name, self.ante, self.sure, self.way))
        assert isinstance(name, ui.TextInput)
        assert isinstance(ante, ui.Select)
        assert isinstance(sure, ui.Checkbox)
        assert isinstance(way, ui.RadioGroup)
        assert isinstance(self.who.component, ui.UserSelect)
        who = [user.display_name for user in self.who.component.values]
        text = f"{name.value} {ante.values[0]} {who} {sure.value} {way.value}"
        await interaction.response.send_message(text, ephemeral=True)


class Panel(ui.LayoutView):
    def __init__(self, text: str, pictures: bool = True) -> None:
        super().__init__(timeout=None)
        box: ui.Container[Any] = ui.Container(accent_colour=0x2F7D5B)
        box.add_item(ui.Section(ui.TextDisplay(text), accessory=Again()))
        box.add_item(ui.Separator())
        if pictures:
            box.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://hand.png", description="A hand")))
        self.add_item(box)


class Again(ui.Button[Any]):
    def __init__(self) -> None:
        super().__init__(label="Again", custom_id="again")

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=Panel("Second"), attachments=[png(10, 10, "blue")])


class TestBot(discord.Client):
    __test__ = False

    def __init__(self, intents: discord.Intents | None = None, **options: Any) -> None:
        super().__init__(intents=intents or discord.Intents(guilds=True), **options)
        self.tree = app_commands.CommandTree(self)
        self.log: list[str] = []
        self.buttons = Buttons()
        self.is_up = asyncio.Event()
        add_commands(self)

    @property
    def account(self) -> discord.ClientUser:
        assert self.user is not None, "it has signed in"
        return self.user

    async def setup_hook(self) -> None:
        self.add_view(self.buttons)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """discord.py would wait five seconds before a second identify."""

    async def on_ready(self) -> None:
        self.is_up.set()

    async def on_resumed(self) -> None:
        self.log.append("resumed")

    async def on_connect(self) -> None:
        self.log.append("connect")

    async def on_message(self, message: discord.Message) -> None:
        self.log.append(f"message {message.content}")


def add_commands(bot: TestBot) -> None:
    """The bot's slash commands."""
    tree = bot.tree
    game = app_commands.Group(name="game", description="Games")
    tree.add_command(game)

    @game.command(name="new", description="A new game")
    @app_commands.rename(open_="open")
    @app_commands.choices(kind=[app_commands.Choice(name=n, value=n.lower()) for n in ("Poker", "Rummy")])
    async def new(
        interaction: discord.Interaction,
        kind: app_commands.Choice[str],
        ante: app_commands.Range[int, 1, 10] = 1,
        friend: discord.Member | None = None,
        open_: bool = True,
    ) -> None:
        who = friend.display_name if friend else "nobody"
        await interaction.response.send_message(f"{kind.name} {ante} {who} {open_}", view=bot.buttons)

    @tree.command(description="Play a card")
    async def play(interaction: discord.Interaction, card: str) -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.edit_original_response(content=f"Played {card}", attachments=[png()])
        await interaction.followup.send("And a second", ephemeral=True)

    @play.autocomplete("card")
    async def cards(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = [c for c in ("AS", "AH", "KS") if c.startswith(current.upper())]
        return [app_commands.Choice(name=c, value=c) for c in found]

    @tree.command(description="A panel")
    async def panel(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Panel("First"), file=png())

    @tree.command(description="Who")
    async def who(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Who?", view=People())

    @tree.command(description="A DM")
    async def dm(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True, ephemeral=True)
        try:
            message = await interaction.user.send("Your hand", view=bot.buttons, file=png())
            await message.edit(content="Your new hand")
        except discord.Forbidden as refused:
            await interaction.followup.send(f"refused {refused.code}")
        else:
            await interaction.followup.send("Sent")

    @tree.command(description="Never answers")
    async def sleepy(interaction: discord.Interaction) -> None:
        await asyncio.sleep(30)

    @tree.command(description="A file")
    async def upload(interaction: discord.Interaction, file: discord.Attachment) -> None:
        data = await file.read()
        await interaction.response.send_message(f"{file.filename} {len(data)} {file.width}")
