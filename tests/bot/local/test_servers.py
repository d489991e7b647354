"""Servers that come and go, and the bot's place in them."""

from __future__ import annotations

import discord
import pytest

from bot.local.testing.driver import Person
from bot.local.testing.seen import DriverError
from tests.bot.local.conftest import Caller, Room
from tests.kit.waiting import until


async def refused(you: Person, method: str, path: str) -> str:
    with pytest.raises(DriverError) as error:
        await you.call(method, path)
    return error.value.code


async def test_a_new_server_has_everybody_and_the_bot_and_its_commands(room: Room) -> None:
    ann = await room.people.guest("Ann")
    made = await room.you.found_server("Second home")
    await until(lambda: room.bot.get_guild(int(made["id"])))
    guild = room.bot.get_guild(int(made["id"]))
    assert guild is not None
    assert (guild.name, len(guild.text_channels)) == ("Second home", 1)
    await ann.until(lambda: made["id"] in [server["id"] for server in ann.state["servers"]])
    answer = await ann.command("who", channel=made["channels"][0]["id"])
    assert answer.content
    channel = await room.you.call("POST", "/local/channels", {"name": "two", "server_id": made["id"]})
    assert channel["server_id"] == made["id"]


async def test_a_deleted_server_is_gone_with_its_channels(room: Room, call: Caller) -> None:
    made = await room.you.found_server("Second home")
    await until(lambda: room.bot.get_guild(int(made["id"])))
    channel = made["channels"][0]["id"]
    await room.you.delete_server(made["id"])
    await until(lambda: room.bot.get_guild(int(made["id"])) is None)
    assert (await call("GET", f"/channels/{channel}"))[1]["code"] == 10003
    assert (await call("GET", f"/guilds/{made['id']}"))[1]["code"] == 10004
    await room.you.until(lambda: made["id"] not in [server["id"] for server in room.you.state["servers"]])
    assert await refused(room.you, "DELETE", f"/local/servers/{made['id']}") == "unknown_server"
    (last,) = room.you.state["servers"]
    assert await refused(room.you, "DELETE", f"/local/servers/{last['id']}") == "last_server"


async def test_a_bot_that_was_removed_sees_nothing_there_until_it_is_invited(room: Room, call: Caller) -> None:
    joined: list[discord.Guild] = []

    async def on_guild_join(guild: discord.Guild) -> None:
        joined.append(guild)

    room.bot.on_guild_join = on_guild_join  # type: ignore[attr-defined]
    (server,) = room.you.state["servers"]
    channel = room.you.channel
    await room.you.deny_bot("attach_files")
    await room.you.remove_bot(server["id"])
    await until(lambda: room.bot.get_guild(int(server["id"])) is None)
    assert (await call("GET", f"/channels/{channel}"))[1]["code"] == 50001
    assert (await call("POST", f"/channels/{channel}/messages", {"content": "Hello?"}))[1]["code"] == 50001
    assert await room.you.call("GET", f"/local/channels/{channel}/commands") == []
    assert await refused(room.you, "PUT", f"/local/channels/{channel}/bot-permissions") == "no_bot"
    await room.you.invite_bot(server["id"])
    await until(lambda: joined)
    await until(lambda: room.bot.get_guild(int(server["id"])))
    assert (await call("POST", f"/channels/{channel}/messages", {"content": "Here again"}))[0] == 200
    (server,) = room.you.state["servers"]
    assert server["channels"][0]["bot_denied"] == []


async def test_only_the_owner_makes_and_deletes_servers(room: Room) -> None:
    ann = await room.people.guest("Ann")
    (server,) = room.you.state["servers"]
    with pytest.raises(DriverError):
        await ann.found_server("Mine")
    assert await refused(ann, "DELETE", f"/local/servers/{server['id']}/bot") == "unknown_server"
