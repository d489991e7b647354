"""Every command as Discord is told of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from discord import app_commands

import engine.games  # noqa: F401 - registers the games
from bot.commands.counter import Counter
from bot.commands.sync import META, fingerprint, payloads, sync_if_changed
from bot.commands.tree import build_tree
from bot.i18n import CommandTranslator
from bot.options import COMMAND_LIMIT, command_size
from bot.service.service import TableService
from bot.ui.desk import Desk
from bot.ui.pictures.studio import Draws
from bot.ui.showing.showing import Showing
from engine.game import GAMES
from tests.kit.once import own_texts

NAME = re.compile(r"^[-_'\w]{1,32}$")


@pytest.fixture
async def tree() -> app_commands.CommandTree[Any]:
    catalogue = own_texts()
    client = discord.Client(intents=discord.Intents(guilds=True))
    desk = Desk(Mock(spec=TableService), catalogue, Mock(spec=Draws))
    made = build_tree(client, Counter(desk, Mock(spec=Showing)), GAMES.values())
    await made.set_translator(CommandTranslator(catalogue))
    return made


async def test_every_command_keeps_to_discords_limits(tree: app_commands.CommandTree[Any]) -> None:
    found = await payloads(tree)
    assert len(found) <= 100
    for command in found:
        if command["type"] == discord.AppCommandType.message.value:
            assert 1 <= len(command["name"]) <= 32
            continue
        assert command_size(command) <= COMMAND_LIMIT
        for entry in everything(command):
            if "value" in entry:
                assert 1 <= len(entry["name"]) <= 100
                continue
            assert NAME.match(entry["name"]), entry["name"]
            assert entry["name"] == entry["name"].lower()
            assert 1 <= len(entry["description"]) <= 100
            assert entry["description"] != "…", f"{entry['name']} is described"
            assert len(entry.get("options", ())) <= 25
            assert len(entry.get("choices", ())) <= 25


def everything(entry: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield entry
    for inner in (*entry.get("options", ()), *entry.get("choices", ())):
        yield from everything(inner)


async def test_where_commands_can_be_used(tree: app_commands.CommandTree[Any]) -> None:
    """Only what a person may want in a direct message is there; everything is installed to servers alone."""
    turns = {"draw", "discard", "knock", "show", "fold", "stay", "play", "meld", "halt", "bet", "pass"}
    anywhere = turns | {"hand", "hint", "back", "rules", "learn", "settings", "help"}
    anywhere |= {"newgame", "start", "leave", "close", "topup", "table", "verify", "privacy"}
    for command in await payloads(tree):
        assert command["integration_types"] == [0]
        assert command["contexts"] == ([0, 1] if command["name"] in anywhere else [0])
        needs = {"server": discord.Permissions(manage_guild=True), "log": discord.Permissions(manage_channels=True)}
        needed = needs.get(command["name"])
        assert command["default_member_permissions"] == (None if needed is None else needed.value)


async def test_the_commands_take_these_options(tree: app_commands.CommandTree[Any]) -> None:
    taken = {payload["name"]: payload for payload in await payloads(tree)}
    assert [o["name"] for o in taken["draw"]["options"]] == ["from"]
    assert [c["value"] for c in taken["draw"]["options"][0]["choices"]] == ["stock", "discard"]
    assert taken["draw"]["options"][0]["required"]
    assert [(o["name"], o["required"], o["autocomplete"]) for o in taken["discard"]["options"]] == [
        ("card", True, True)
    ]
    assert [(o["name"], o["required"], o["autocomplete"]) for o in taken["fold"]["options"]] == [("card", False, True)]
    (amount,) = taken["bet"]["options"]
    assert (amount["name"], amount["type"], amount["required"], amount["min_value"]) == ("amount", 4, True, 1)
    assert not amount.get("autocomplete"), "suggestions of amounts would depend on the hand"
    assert not taken["pass"].get("options")
    settings = {o["name"]: o for o in taken["settings"]["options"]}
    assert set(settings) == {"hand", "cut", "four_colour_hand", "ask_first", "auto_top_up", "call", "pictures"}
    assert (settings["cut"]["min_value"], settings["cut"]["max_value"]) == (0, 51)
    assert [c["value"] for c in settings["hand"]["choices"]] == ["dm", "here"]
    assert [o["name"] for o in taken["newgame"]["options"]] == list(GAMES)


class Meta(dict):
    async def read(self, name: str) -> str | None:
        return self.get(name)

    async def write(self, name: str, value: str) -> None:
        self[name] = value


async def test_commands_are_sent_when_they_have_changed_and_not_again(
    tree: app_commands.CommandTree[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = []

    async def take(application_id: int, payload: list[Any]) -> list[Any]:
        sent.append(1)
        return payload  # without ids: nobody reads it

    tree.client._connection.application_id = 5
    monkeypatch.setattr(tree.client.http, "bulk_upsert_global_commands", take)
    meta = Meta()
    assert await sync_if_changed(tree, meta.read, meta.write)
    assert not await sync_if_changed(tree, meta.read, meta.write)
    assert sent == [1]
    tree.remove_command("help")
    assert await sync_if_changed(tree, meta.read, meta.write)
    assert sent == [1, 1]
    tree.client._connection.application_id = 6
    assert await sync_if_changed(tree, meta.read, meta.write), "another application has no commands yet"


async def test_commands_that_discord_refuses_are_sent_again_next_time(
    tree: app_commands.CommandTree[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(application_id: int, payload: list[Any]) -> None:
        raise RuntimeError("refused")

    tree.client._connection.application_id = 5
    monkeypatch.setattr(tree.client.http, "bulk_upsert_global_commands", refuse)
    meta = Meta()
    with pytest.raises(RuntimeError):
        await sync_if_changed(tree, meta.read, meta.write)
    assert META not in meta


async def test_the_fingerprint_is_the_same_at_every_start(tree: app_commands.CommandTree[Any]) -> None:
    assert await fingerprint(tree, 5) == await fingerprint(tree, 5)
    assert await fingerprint(tree, 5) != await fingerprint(tree, 6)
