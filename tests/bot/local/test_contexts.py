"""Commands in servers and in direct messages with the bot: where they are offered, and what their interactions say."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.local.testing.driver import People
from bot.local.testing.seen import DriverError
from tests.bot.local.conftest import Caller, Room

PLACES: list[tuple[str, dict[str, Any], bool, bool]] = [
    ("anywhere", {}, True, True),
    ("server", {"contexts": [0]}, True, False),
    ("private", {"contexts": [1]}, False, True),
    ("both", {"contexts": [0, 1], "integration_types": [0, 1]}, True, True),
    ("elsewhere", {"contexts": [2]}, False, False),
    ("installed", {"contexts": [0, 1], "integration_types": [1]}, False, False),
    ("old", {"dm_permission": False}, True, False),
]


async def test_commands_are_offered_where_their_contexts_are(call: Caller, people: People) -> None:
    you = await people.host()
    dm = await you.open_dm()
    path = f"/applications/{you.state['application_id']}/commands"
    bodies = [{"name": name, "description": "Go"} | more for name, more, _, _ in PLACES]
    status, kept, _ = await call("PUT", path, bodies)
    assert status == 200
    assert {c["name"]: c["contexts"] for c in kept}["private"] == [1]
    for place, allowed in ((you.channel, 2), (dm, 3)):
        offered = {c["name"] for c in await you.call("GET", f"/local/channels/{place}/commands")}
        assert offered == {row[0] for row in PLACES if row[allowed]}
        for name in {row[0] for row in PLACES} - offered:
            with pytest.raises(DriverError) as refused:
                await you.command(name, channel=place)
            assert refused.value.code == "unknown_command"


@pytest.mark.parametrize(
    "faulty", [{"contexts": [3]}, {"contexts": []}, {"contexts": [-1]}, {"integration_types": [2]}]
)
async def test_contexts_that_there_are_not(call: Caller, people: People, faulty: dict[str, Any]) -> None:
    you = await people.host()
    path = f"/applications/{you.state['application_id']}/commands"
    status, error, _ = await call("POST", path, {"name": "go", "description": "Go"} | faulty)
    assert (status, error["code"], list(error["errors"])) == (400, 50035, list(faulty))


async def test_an_interaction_says_where_it_comes_from(room: Room) -> None:
    met: list[discord.Interaction] = []

    @room.bot.tree.command(description="Where")
    @discord.app_commands.allowed_contexts(guilds=True, dms=True)
    async def where(interaction: discord.Interaction) -> None:
        met.append(interaction)
        await interaction.response.send_message("Here", view=room.bot.buttons)

    await room.bot.tree.sync()
    await room.you.open_dm()
    await room.you.command("where")
    answer = await room.you.command("where", channel="dm")
    here, there = met
    assert (here.context.guild, here.guild_id) == (True, room.channel.guild.id)
    assert (there.context.dm_channel, there.guild_id, there.guild) == (True, None, None)
    assert isinstance(there.channel, discord.DMChannel)
    assert there.channel.recipient is not None
    assert (there.channel.recipient.id, str(there.channel.id)) == (int(room.you.id), room.you.at("dm"))
    assert isinstance(there.user, discord.User)
    assert (await room.you.click(answer, "Join")).content == "Alex joined"
