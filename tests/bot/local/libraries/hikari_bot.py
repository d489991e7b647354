"""A bot as one writes it with hikari. Only the address that it is given is this machine's.

Run with the address of a Discord and a token; it prints "ready" when its commands are registered.
"""

from __future__ import annotations

import base64
import sys
from collections.abc import Awaitable, Callable
from typing import Final

import aiohttp
import hikari
from hikari.impl import AutocompleteChoiceBuilder, MessageActionRowBuilder, ModalActionRowBuilder

URL, TOKEN = sys.argv[1:]
COLORS = ("red", "green", "grey")
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
PRIVATE = hikari.MessageFlag.EPHEMERAL
REPLY: Final = hikari.ResponseType.MESSAGE_CREATE
Component = hikari.ComponentInteraction
Command = hikari.CommandInteraction

bot = hikari.GatewayBot(
    TOKEN,
    rest_url=f"{URL}/api/v10",
    banner=None,
    logs="WARNING",
    intents=hikari.Intents.GUILDS
    | hikari.Intents.GUILD_MESSAGES
    | hikari.Intents.GUILD_MESSAGE_REACTIONS
    | hikari.Intents.DM_MESSAGES,
)


def picture() -> hikari.Bytes:
    return hikari.Bytes(PICTURE, "dot.png", mimetype="image/png")


def controls() -> list[MessageActionRowBuilder]:
    buttons = MessageActionRowBuilder()
    buttons.add_interactive_button(hikari.ButtonStyle.SUCCESS, "join", label="Join")
    buttons.add_interactive_button(hikari.ButtonStyle.SECONDARY, "form", label="Form")
    menu = MessageActionRowBuilder()
    select = menu.add_text_menu("pick", max_values=2)
    for color in COLORS:
        select.add_option(color.upper(), color)
    return [buttons, menu]


def given(interaction: Command) -> dict[str, object]:
    return {option.name: option.value for option in interaction.options or ()}


async def paint(interaction: Command) -> None:
    options = given(interaction)
    whose = "nobody"
    if "whose" in options:
        assert interaction.resolved is not None
        whose = interaction.resolved.members[hikari.Snowflake(str(options["whose"]))].display_name
    content = f"{options['color']} {options.get('times', 1)} {whose}"
    await interaction.create_initial_response(REPLY, content, components=controls())


async def think(interaction: Command) -> None:
    await interaction.create_initial_response(hikari.ResponseType.DEFERRED_MESSAGE_CREATE)
    await interaction.edit_initial_response("Thought", attachment=picture())
    await interaction.execute("Between us", flags=PRIVATE)


async def upload(interaction: Command) -> None:
    assert interaction.resolved is not None
    (file,) = interaction.resolved.attachments.values()
    text = (await file.read()).decode()
    await interaction.create_initial_response(REPLY, f"{file.filename} {text}", flags=PRIVATE)


async def write(interaction: Command) -> None:
    message = await interaction.user.send("Hello", attachment=picture(), components=controls())
    await message.edit("Hello again")
    await interaction.create_initial_response(REPLY, "Sent", flags=PRIVATE)


async def join(interaction: Component) -> None:
    name = interaction.user.display_name
    await interaction.create_initial_response(hikari.ResponseType.MESSAGE_UPDATE, f"{name} joined", components=[])


async def pick(interaction: Component) -> None:
    await interaction.create_initial_response(hikari.ResponseType.DEFERRED_MESSAGE_UPDATE)
    await interaction.execute(" ".join(interaction.values), flags=PRIVATE)


async def form(interaction: Component) -> None:
    row = ModalActionRowBuilder().add_text_input("name", "Name", max_length=20)
    await interaction.create_modal_response("A name", "named", component=row)


async def errands(interaction: Command) -> None:
    await interaction.create_initial_response(hikari.ResponseType.DEFERRED_MESSAGE_CREATE, flags=PRIVATE)
    rest, me, guild, channel = bot.rest, bot.get_me(), interaction.guild_id, interaction.channel_id
    assert me is not None
    assert guild is not None
    application = interaction.application_id
    done: list[bool] = []
    embed = hikari.Embed(title="A dot").set_image(picture())
    message = await rest.create_message(channel, embed=embed)
    done.append(message.embeds[0].image is not None and message.embeds[0].image.url.startswith(URL))
    await message.add_reaction("👍")
    done.append(me.id in [user.id async for user in rest.fetch_reactions_for_emoji(channel, message, "👍")])
    await message.remove_reaction("👍")
    answer = await message.respond("A reply", reply=True)
    done.append(answer.referenced_message is not None and answer.referenced_message.id == message.id)
    await rest.pin_message(channel, message)
    done.append([pinned.message.id async for pinned in rest.fetch_pins(channel)] == [message.id])
    await rest.unpin_message(channel, message)
    thread = await rest.create_message_thread(channel, message, "aside")
    await thread.send("In the thread")
    await rest.edit_channel(thread, name="beside")
    done.append("In the thread" in [m.content async for m in rest.fetch_messages(thread)])
    await rest.edit_channel(thread, archived=True)
    await rest.delete_channel(thread)
    await rest.delete_messages(channel, message, answer)
    done.append(answer.id not in [m.id async for m in rest.fetch_messages(channel)])
    done.append(len(await rest.fetch_guild_channels(guild)) == 2)
    done.append(len(await rest.fetch_roles(guild)) == 2)
    done.append((await rest.fetch_member(guild, interaction.user)).display_name == interaction.user.display_name)
    done.append(len(await rest.search_members(guild, "alex")) == 1)
    done.append((await rest.fetch_my_user()).id == me.id)
    done.append([own.id async for own in rest.fetch_my_guilds()] == [guild])
    done.append((await rest.fetch_user(interaction.user)).id == interaction.user.id)
    emoji = await rest.create_application_emoji(application, "dot", picture())
    async with aiohttp.ClientSession() as session, session.get(f"{URL}/emojis/{emoji.id}.png") as response:
        done.append(response.status == 200)
    await rest.delete_application_emoji(application, emoji)
    made = await rest.create_guild_text_channel(guild, "made", topic="Here")
    done.append((await rest.edit_channel(made, topic="There")).id == made.id)
    await rest.delete_channel(made)
    await rest.trigger_typing(channel)
    try:
        await rest.fetch_message(channel, 1)
    except hikari.NotFoundError as error:
        done.append(error.code == 10008)
    await rest.fetch_application_commands(application)
    own = await rest.create_slash_command(application, "here", "Only here", guild=guild)
    await rest.edit_application_command(application, own, guild, description="Here alone")
    await rest.delete_application_command(application, own, guild)
    await interaction.edit_initial_response("".join(str(int(true)) for true in done))


COMMANDS: dict[str, Callable[[Command], Awaitable[None]]] = {
    "paint": paint,
    "think": think,
    "upload": upload,
    "write": write,
    "errands": errands,
}
COMPONENTS: dict[str, Callable[[Component], Awaitable[None]]] = {"join": join, "pick": pick, "form": form}


@bot.listen()
async def on_command(event: hikari.CommandInteractionCreateEvent) -> None:
    await COMMANDS[event.interaction.command_name](event.interaction)


@bot.listen()
async def on_component(event: hikari.ComponentInteractionCreateEvent) -> None:
    await COMPONENTS[event.interaction.custom_id](event.interaction)


@bot.listen()
async def on_modal(event: hikari.ModalInteractionCreateEvent) -> None:
    (row,) = event.interaction.components
    name = row.components[0].value
    await event.interaction.create_initial_response(REPLY, f"Named {name}", flags=PRIVATE)


@bot.listen()
async def on_autocomplete(event: hikari.AutocompleteInteractionCreateEvent) -> None:
    typed = next(str(option.value) for option in event.interaction.options if option.is_focused)
    found = [AutocompleteChoiceBuilder(color.upper(), color) for color in COLORS if color.startswith(typed)]
    await event.interaction.create_response(found)


@bot.listen()
async def on_started(_: hikari.StartedEvent) -> None:
    kinds, build = hikari.OptionType, bot.rest.slash_command_builder
    paint_ = build("paint", "Paint something")
    paint_.add_option(
        hikari.CommandOption(type=kinds.STRING, name="color", description="Which", is_required=True, autocomplete=True)
    )
    paint_.add_option(
        hikari.CommandOption(type=kinds.INTEGER, name="times", description="How often", min_value=1, max_value=5)
    )
    paint_.add_option(hikari.CommandOption(type=kinds.USER, name="whose", description="For whom"))
    upload_ = build("upload", "Read a file")
    upload_.add_option(hikari.CommandOption(type=kinds.ATTACHMENT, name="file", description="Which", is_required=True))
    rest_ = [
        build("think", "Answer later, with a picture"),
        build("write", "Write me"),
        build("errands", "Everything else that bots do"),
    ]
    application = await bot.rest.fetch_application()
    await bot.rest.set_application_commands(application, [paint_, upload_, *rest_])
    print("ready", flush=True)


bot.run(check_for_updates=False)
