"""Commands in the menu of a message: registered, offered, and what the bot is told of them."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands

from bot.local.testing.driver import People
from bot.local.testing.seen import DriverError
from tests.bot.local.conftest import Caller, Room


def path(call: Caller) -> str:
    return f"/applications/{call.server.context.world.secrets.application_id}/commands"


@pytest.mark.parametrize(
    ("faulty", "place"),
    [
        ({"description": "Says something"}, "description"),
        ({"options": [{"type": 3, "name": "x", "description": "y"}]}, "options"),
        ({"name": ""}, "name"),
        ({"name": "x" * 33}, "name"),
    ],
)
async def test_what_discord_refuses_in_such_a_command(call: Caller, faulty: dict[str, Any], place: str) -> None:
    status, error, _ = await call("POST", path(call), {"name": "Copy this", "type": 3} | faulty)
    assert (status, error["code"], list(error["errors"])) == (400, 50035, [place])


async def test_fifteen_of_each_kind(call: Caller) -> None:
    bodies = [{"name": f"Menu {number}", "type": kind} for kind in (2, 3) for number in range(15)]
    status, kept, _ = await call("PUT", path(call), bodies)
    assert (status, len(kept), kept[0]["description"]) == (200, 30, "")
    status, error, _ = await call("PUT", path(call), [*bodies, {"name": "One more", "type": 3}])
    assert (status, error["code"]) == (400, 30032)


async def test_only_commands_of_messages_are_offered_there(call: Caller, people: People) -> None:
    you = await people.host()
    bodies = [
        {"name": "Look closer", "type": 3},
        {"name": "Server only", "type": 3, "contexts": [0]},
        {"name": "Whoever this is", "type": 2},
        {"name": "typed", "description": "A slash command"},
    ]
    assert (await call("PUT", path(call), bodies))[0] == 200
    said = await you.say("hello")
    assert await you.menu(said) == ["Look closer", "Server only"]
    await you.open_dm()
    assert await you.menu(await you.say("hello", channel="dm")) == ["Look closer"]
    for name in ("typed", "Whoever this is", "nothing"):
        with pytest.raises(DriverError, match="unknown_command"):
            await you.choose_from_menu(said, name)


async def test_the_real_client_gets_the_message(room: Room) -> None:
    met: list[tuple[discord.Interaction[Any], discord.Message]] = []

    async def look(interaction: discord.Interaction[Any], message: discord.Message) -> None:
        met.append((interaction, message))
        await interaction.response.send_message("Seen", ephemeral=True)

    room.bot.tree.add_command(app_commands.ContextMenu(name="Look closer", callback=look))
    await room.bot.tree.sync()
    ann = await room.people.guest("Ann")
    said = await room.you.say("hello")
    await ann.until(lambda: said.id in [message.id for message in ann.messages()], "the message")
    answer = await ann.choose_from_menu(said, "Look closer")
    ((interaction, message),) = met
    assert answer.text == "Seen"
    assert answer.ephemeral
    assert interaction.data is not None
    assert interaction.data["type"] == 3  # type: ignore[typeddict-item]
    assert interaction.data["target_id"] == said.id  # type: ignore[typeddict-item]
    assert interaction.message is None
    assert (str(message.id), message.content, str(message.author.id)) == (said.id, "hello", room.you.id)
    assert str(interaction.user.id) == ann.id
    assert answer.shown.payload["type"] == 23
    about = answer.shown.payload["interaction_metadata"]
    assert (about["name"], about["command_type"], about["target_message_id"]) == ("Look closer", 3, said.id)


async def test_a_message_for_one_person_has_no_commands(room: Room) -> None:
    async def look(interaction: discord.Interaction[Any], message: discord.Message) -> None:
        await interaction.response.send_message("Seen", ephemeral=True)

    room.bot.tree.add_command(app_commands.ContextMenu(name="Look closer", callback=look))
    await room.bot.tree.sync()
    said = await room.you.say("hello")
    answer = await room.you.choose_from_menu(said, "Look closer")
    with pytest.raises(DriverError, match="unknown_command"):
        await room.you.choose_from_menu(answer, "Look closer")
    await said_goes(room, said.id)
    with pytest.raises(DriverError, match="unknown_message"):
        await room.you.choose_from_menu(said, "Look closer")


async def said_goes(room: Room, message_id: str) -> None:
    await room.you.call("DELETE", f"/local/channels/{room.you.channel}/messages/{message_id}")
