"""A small bot that has one of everything a bot can show, for looking at the page and for its tests."""

from __future__ import annotations

import asyncio
import io
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, Literal

import discord
from discord import app_commands, ui
from PIL import Image, ImageDraw

NAMES = ("Ace", "King", "Queen", "Jack", "Ten", "Nine", "Eight", "Seven")
SUITS = ("spades", "hearts", "diamonds", "clubs")
CARDS = [f"{name} of {suit}" for suit in SUITS for name in NAMES]


def picture(text: str, size: tuple[int, int] = (480, 270), colour: str = "#2f7d5b") -> discord.File:
    """A picture with a word on it."""
    image = Image.new("RGB", size, colour)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((12, 12, size[0] - 12, size[1] - 12), 16, outline="white", width=4)
    draw.text((size[0] // 2, size[1] // 2), text, fill="white", anchor="mm", font_size=40)
    out = io.BytesIO()
    image.save(out, "PNG")
    out.seek(0)
    name = "".join(c if c.isalnum() else "_" for c in text.lower())
    return discord.File(out, f"{name}.png", description=f"A green card that says {text}")


MARKDOWN = """# A heading
## A smaller one
### The smallest
-# And a line of subtext
**bold**, *italics*, _italics too_, __underlined__, ~~struck~~, ***both***, `code` and ||a spoiler||
> A quote
> of two lines
- one
- two
  - two and a half
- three
1. first
2. second
```py
def knock(): return "||not a spoiler|| **not bold**"
```
<https://example.com/plain> and [a masked link](https://example.com/masked "with a title")
{mentions} \\*not italics\\* snake_case_word 2 * 3 * 4 = 24
Soon: {soon}; then: {then}"""


class Counter(ui.View):
    """Buttons of every style; the first counts."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.count = 0
        self.add_item(ui.Button(label="A link", url="https://example.com/", row=1))
        self.add_item(ui.Button(label="Off", disabled=True, style=discord.ButtonStyle.primary, row=1))

    @ui.button(label="Count", style=discord.ButtonStyle.primary, custom_id="count", emoji="🃏")
    async def count_up(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        self.count += 1
        button.label = f"Counted {self.count}"
        await interaction.response.edit_message(view=self)

    @ui.button(label="Whisper", style=discord.ButtonStyle.secondary, custom_id="whisper")
    async def whisper(self, interaction: discord.Interaction, _: ui.Button[Any]) -> None:
        await interaction.response.send_message("Only for you: **hush**", ephemeral=True, file=picture("Hush"))

    @ui.button(label="Form", style=discord.ButtonStyle.success, custom_id="form")
    async def form(self, interaction: discord.Interaction, _: ui.Button[Any]) -> None:
        await interaction.response.send_modal(Form())

    @ui.button(label="Never answers", style=discord.ButtonStyle.danger, custom_id="never")
    async def never(self, interaction: discord.Interaction, _: ui.Button[Any]) -> None:
        await asyncio.sleep(4)

    @ui.button(label="Slowly", style=discord.ButtonStyle.secondary, custom_id="slowly", row=1)
    async def slowly(self, interaction: discord.Interaction, _: ui.Button[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await asyncio.sleep(1.2)
        await interaction.followup.send("Thought about it.", ephemeral=True)


async def chosen(interaction: discord.Interaction) -> None:
    """Answers with what was chosen, as Discord sent it."""
    values = dict(interaction.data or {})["values"]
    assert isinstance(values, list)
    await interaction.response.send_message(f"Chosen: {', '.join(values)}", ephemeral=True)


class Selects(ui.View):
    """The five kinds of select."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.select(
        placeholder="Discard a card",
        custom_id="string",
        options=[discord.SelectOption(label=card, value=f"card{n}", emoji="🃏") for n, card in enumerate(CARDS[:25])],
    )
    async def string(self, interaction: discord.Interaction, _: ui.Select[Any]) -> None:
        await chosen(interaction)

    @ui.select(cls=ui.UserSelect, placeholder="Who plays?", custom_id="people", min_values=1, max_values=3)
    async def several(self, interaction: discord.Interaction, _: ui.UserSelect[Any]) -> None:
        await chosen(interaction)

    @ui.select(cls=ui.RoleSelect, placeholder="A role", custom_id="role")
    async def role(self, interaction: discord.Interaction, _: ui.RoleSelect[Any]) -> None:
        await chosen(interaction)

    @ui.select(cls=ui.MentionableSelect, placeholder="A person or a role", custom_id="any")
    async def any(self, interaction: discord.Interaction, _: ui.MentionableSelect[Any]) -> None:
        await chosen(interaction)

    @ui.select(cls=ui.ChannelSelect, placeholder="A channel", custom_id="place")
    async def place(self, interaction: discord.Interaction, _: ui.ChannelSelect[Any]) -> None:
        await chosen(interaction)


class Form(ui.Modal, title="Every field"):
    """A modal with as many kinds of field as fit into one."""

    intro: ui.TextDisplay[Any] = ui.TextDisplay("Fields marked with * are **required**.")
    name: ui.Label[Any] = ui.Label(
        text="Name", description="As it stands at the table", component=ui.TextInput(max_length=20)
    )
    game: ui.Label[Any] = ui.Label(
        text="Game",
        component=ui.Select(options=[discord.SelectOption(label=label) for label in ("Dompe", "Crummy", "Poch")]),
    )
    pace: ui.Label[Any] = ui.Label(
        text="Pace",
        component=ui.RadioGroup(
            options=[
                discord.RadioGroupOption(label="Quick", value="quick", default=True),
                discord.RadioGroupOption(label="Slow", value="slow", description="Time to think"),
            ]
        ),
    )
    extras: ui.Label[Any] = ui.Label(
        text="Extras",
        component=ui.CheckboxGroup(
            required=False,
            options=[discord.CheckboxGroupOption(label=label, value=label.lower()) for label in ("Music", "Tea")],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        values = [item.component for item in (self.name, self.game, self.pace, self.extras)]
        read = [getattr(value, "values", None) or getattr(value, "value", None) for value in values]
        await interaction.response.send_message(f"Form: {read}", ephemeral=True)


class SecondForm(ui.Modal, title="The other fields"):
    """What did not fit into the first."""

    story: ui.Label[Any] = ui.Label(
        text="Story",
        component=ui.TextInput(style=discord.TextStyle.paragraph, required=False, placeholder="Once upon a time"),
    )
    who: ui.Label[Any] = ui.Label(text="Who", component=ui.UserSelect(max_values=2))
    paper: ui.Label[Any] = ui.Label(
        text="Paper", description="At most two", component=ui.FileUpload(max_values=2, required=False)
    )
    agree: ui.Label[Any] = ui.Label(text="I agree", description="To nothing in particular", component=ui.Checkbox())

    async def on_submit(self, interaction: discord.Interaction) -> None:
        story, who, paper, agree = (item.component for item in (self.story, self.who, self.paper, self.agree))
        assert isinstance(story, ui.TextInput)
        assert isinstance(who, ui.UserSelect)
        assert isinstance(paper, ui.FileUpload)
        assert isinstance(agree, ui.Checkbox)
        files = [attachment.filename for attachment in paper.values]
        text = f"Form 2: {story.value!r} {len(who.values)} {files}"
        await interaction.response.send_message(f"{text} {agree.value}", ephemeral=True)


class Moves(ui.ActionRow[Any]):
    """Buttons that do nothing."""

    @ui.button(label="Draw", style=discord.ButtonStyle.success, custom_id="draw")
    async def draw(self, interaction: discord.Interaction, _: ui.Button[Any]) -> None:
        await interaction.response.defer()

    @ui.button(label="Knock", style=discord.ButtonStyle.danger, custom_id="knock")
    async def knock(self, interaction: discord.Interaction, _: ui.Button[Any]) -> None:
        await interaction.response.defer()


class Discards(ui.ActionRow[Any]):
    """A list that does nothing."""

    @ui.select(
        placeholder="Discard", custom_id="discard", options=[discord.SelectOption(label=card) for card in CARDS[:6]]
    )
    async def discard(self, interaction: discord.Interaction, _: ui.Select[Any]) -> None:
        await interaction.response.defer()


class Parts(ui.LayoutView):
    """Components V2."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        table: ui.Container[Any] = ui.Container(accent_colour=discord.Colour(0x2F7D5B))
        table.add_item(ui.TextDisplay("## Knock Poker\nDeal 3 · pot **12** chips"))
        table.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://table.png", description="The table")))
        table.add_item(ui.Separator())
        table.add_item(
            ui.Section(
                ui.TextDisplay("**Ann** knocked"),
                ui.TextDisplay("-# Everybody else has one more turn"),
                accessory=ui.Button(label="My hand", style=discord.ButtonStyle.primary, custom_id="hand"),
            )
        )
        table.add_item(ui.Section(ui.TextDisplay("With a thumbnail"), accessory=ui.Thumbnail("attachment://small.png")))
        table.add_item(ui.Separator(visible=False, spacing=discord.SeparatorSpacing.large))
        table.add_item(Moves())
        table.add_item(Discards())
        self.add_item(table)
        secret: ui.Container[Any] = ui.Container(spoiler=True)
        secret.add_item(ui.TextDisplay("Behind the spoiler"))
        self.add_item(secret)
        self.add_item(ui.File("attachment://record.json"))


class Showcase(discord.Client):
    """The bot. `ready` is set when its commands are known."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.known = asyncio.Event()
        self.last: tuple[object, ...] = ()
        add_commands(self, self.tree)

    async def setup_hook(self) -> None:
        await self.tree.set_translator(German())
        await self.tree.sync()
        self.known.set()


class German(app_commands.Translator):
    """A few names in German."""

    texts: ClassVar = {
        "hello": "hallo",
        "Says hello": "Sagt hallo",
        "who": "wer",
        "Whom to greet": "Wen grüßen",
        "loud": "laut",
    }

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContext
    ) -> str | None:
        return self.texts.get(string.message) if locale is discord.Locale.german else None


def add_commands(bot: Showcase, tree: app_commands.CommandTree[Any]) -> None:
    """All its slash commands."""
    text = app_commands.locale_str

    @tree.command(name=text("hello"), description=text("Says hello"))
    @app_commands.rename(who=text("who"), loud=text("loud"))
    @app_commands.describe(who=text("Whom to greet"), loud="In capital letters")
    async def hello(interaction: discord.Interaction, who: discord.Member, loud: bool = False) -> None:
        said = f"Hello, {who.mention}!"
        await interaction.response.send_message(said.upper() if loud else said)

    new_game = app_commands.Group(name="newgame", description="Opens a table")

    @new_game.command(name="knock-poker", description="Opens a table of Knock Poker here")
    @app_commands.describe(
        ante="Chips that everybody pays at the start",
        ranking="How hands are ranked",
        pat_knock="Whether one may knock at once",
        odds="A number with a fraction",
        note="A few words",
    )
    async def knock_poker(
        interaction: discord.Interaction,
        ante: app_commands.Range[int, 1, 100],
        ranking: Literal["standard", "short pack", "ace to five"] = "standard",
        pat_knock: bool = True,
        odds: app_commands.Range[float, 0.0, 1.0] = 0.5,
        note: app_commands.Range[str, 3, 20] = "none",
    ) -> None:
        bot.last = (ante, ranking, pat_knock, odds, note)
        await interaction.response.send_message(f"Table open: {bot.last}", view=Counter())

    @new_game.command(name="dompe", description="Opens a table of Dompe here")
    async def dompe(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Dompe", ephemeral=True)

    tree.add_command(new_game)

    @tree.command(name="opentable", description="Opens a table at once")
    async def open_table(interaction: discord.Interaction, seats: app_commands.Range[int, 2, 10] = 4) -> None:
        await interaction.response.send_message(f"A table of {seats}")

    @tree.command(description="Discards a card of your hand")
    async def discard(interaction: discord.Interaction, card: str) -> None:
        bot.last = ("discard", card)
        await interaction.response.send_message(f"{interaction.user.mention} discards the **{card}**")

    @discard.autocomplete("card")
    async def cards(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        fitting = [card for card in CARDS if current.lower() in card.lower()]
        return [app_commands.Choice(name=card, value=card) for card in fitting[:25]]

    @tree.command(description="Buttons of every style")
    async def buttons(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Buttons of every style", view=Counter())

    @tree.command(description="Selects of every kind")
    async def selects(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Selects of every kind", view=Selects())

    @tree.command(description="A modal with the newer fields")
    async def form(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(SecondForm())

    @tree.command(description="Components V2")
    async def parts(interaction: discord.Interaction) -> None:
        files = [picture("Table", (900, 500)), picture("Small", (200, 200), "#7d2f4b")]
        record = discord.File(io.BytesIO(b'{"format": "knockabout/1"}'), "record.json")
        await interaction.response.send_message(view=Parts(), files=[*files, record])

    @tree.command(description="Discord's markdown")
    async def markdown(interaction: discord.Interaction) -> None:
        soon = datetime.now(UTC) + timedelta(seconds=90)
        command = next(c for c in await tree.fetch_commands() if c.name == "hello")
        mentions = f"{interaction.user.mention} <#{interaction.channel_id}> </hello:{command.id}> @everyone"
        body = MARKDOWN.format(
            mentions=mentions, soon=discord.utils.format_dt(soon, "R"), then=discord.utils.format_dt(soon, "F")
        )
        await interaction.response.send_message(body)

    @tree.command(description="An embed and attachments in a row")
    async def embed(interaction: discord.Interaction) -> None:
        shown = discord.Embed(
            title="Showdown", description="**Ann** wins the pot.", colour=0xE0A030, url="https://example.com/"
        )
        for name, value in (("Ann", "Full house"), ("Bo", "Two pair"), ("Cy", "folded")):
            shown.add_field(name=name, value=value)
        shown.add_field(name="Pot", value="12 chips, split by nobody", inline=False)
        shown.set_author(name="Knock Poker")
        shown.set_footer(text="Deal 3")
        shown.set_image(url="attachment://showdown.png")
        files = [picture("Showdown", (800, 400)), *(picture(f"Hand {n}", (500, 300), "#405080") for n in range(3))]
        await interaction.response.send_message("An embed", embed=shown, files=files)

    @tree.command(description="Writes you a direct message")
    async def whisper(interaction: discord.Interaction) -> None:
        await interaction.user.send("Your hand", file=picture("Your hand", (700, 260)), view=Counter())
        await interaction.response.send_message("Sent.", ephemeral=True)

    @tree.command(description="Thinks for a second")
    async def think(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await asyncio.sleep(1)
        await interaction.followup.send("Thought.")

    @tree.command(description="Never answers")
    async def silence(interaction: discord.Interaction) -> None:
        await asyncio.sleep(4)

    @tree.command(description="The application's own emojis")
    async def emoji(interaction: discord.Interaction) -> None:
        image = picture("A", (64, 64)).fp.read()
        ace = await bot.create_application_emoji(name="ace", image=image)
        view = ui.View()
        view.add_item(ui.Button(label="Ace", emoji=ace, custom_id="ace"))
        view.add_item(ui.Select(options=[discord.SelectOption(label="Ace", emoji=ace)], custom_id="aces"))
        answer = await interaction.response.send_message(f"An ace: {ace}", view=view)
        assert isinstance(answer.resource, discord.InteractionMessage)
        await answer.resource.add_reaction(ace)

    @tree.command(description="Many messages with pictures")
    async def many(interaction: discord.Interaction, count: app_commands.Range[int, 1, 80] = 60) -> None:
        await interaction.response.send_message("Here they come", ephemeral=True)
        assert isinstance(interaction.channel, discord.abc.Messageable)
        for n in range(count):
            await interaction.channel.send(f"Message {n + 1}", file=picture(f"Picture {n + 1}", (700, 400)))
