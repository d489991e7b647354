"""What a bot changes in its server."""

from __future__ import annotations

from typing import Any

import pytest

from bot.local.state.permissions import bits
from bot.local.testing.driver import People
from tests.bot.local.conftest import Caller


def allow(call: Caller, *names: str) -> int:
    """Gives the bot's role these permissions; the server's id."""
    world = call.server.context.world
    (guild,) = world.guilds.values()
    world.bot_role(guild).permissions |= bits(*names)
    return guild.id


async def test_a_channel_that_only_some_people_see(people: People, call: Caller) -> None:
    you, ann = await people.host(), await people.guest("Ann")
    guild = allow(call, "manage_channels")
    closed = {"id": str(guild), "type": 0, "allow": "0", "deny": str(bits("view_channel"))}
    opened = {"id": ann.id, "type": 1, "allow": str(bits("view_channel")), "deny": "0"}
    body = {"name": "The Den", "topic": "Hush", "type": 0, "permission_overwrites": [closed, opened], "parent_id": None}
    status, made, _ = await call("POST", f"/guilds/{guild}/channels", body)
    assert (status, made["name"], made["topic"], made["guild_id"]) == (201, "the-den", "Hush", str(guild))
    assert made["permission_overwrites"] == [closed, opened]
    assert made["position"] == 2
    await ann.until(lambda: "the-den" in [c["name"] for s in ann.state["servers"] for c in s["channels"]])
    bo = await people.guest("Bo")
    assert "the-den" not in [c["name"] for s in bo.state["servers"] for c in s["channels"]]
    assert you.id  # the owner sees everything


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"name": "x", "type": 2}, "type"),
        ({"name": "x", "topic": "x" * 1025}, "topic"),
        ({"name": "x", "permission_overwrites": [{"type": 0}]}, "permission_overwrites"),
        ({"name": "x", "permission_overwrites": [{"id": "1", "type": 7}]}, "permission_overwrites"),
    ],
)
async def test_what_discord_refuses_in_a_channel(call: Caller, body: dict[str, Any], place: str) -> None:
    status, error, _ = await call("POST", f"/guilds/{allow(call, 'manage_channels')}/channels", body)
    assert (status, error["code"], list(error["errors"])) == (400, 50035, [place])


async def test_a_channel_needs_the_permission(call: Caller) -> None:
    status, error, _ = await call("POST", f"/guilds/{allow(call)}/channels", {"name": "x"})
    assert (status, error["code"]) == (403, 50013)
