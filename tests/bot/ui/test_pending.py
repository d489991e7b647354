"""An answer that everybody sees as "thinking" doesn't stay so when the bot goes down before it is given."""

from __future__ import annotations

import asyncio
import contextlib
import json

import pytest

from bot.service.clock import Pace
from bot.ui.clicks.answer import Answer
from bot.ui.pending import META, Pending
from tests.bot.ui.evening import bot_on, evening

NEW_GAME = "/local/channels/{}/commands"
COMMAND = {"command": "newgame knock-poker", "options": {}}
PACE = Pace(turn=0, pause=1000, computer=0)


async def tidy(night) -> None:
    """Waits until no answer is noted as under way."""
    for _ in range(500):
        if await night.store.notes.get(META) == "{}":
            return
        await asyncio.sleep(0.01)
    raise AssertionError(await night.store.notes.get(META))


async def forever(*_, **__):
    await asyncio.Event().wait()  # as if the power had gone


def shown(person) -> list:
    return [m for m in person.messages() if not m.ephemeral]


@contextlib.asynccontextmanager
async def killed(night, tmp_path, blank):
    """The bot ends without a word, and another begins."""
    assert json.loads(await night.store.notes.get(META))
    for task in asyncio.all_tasks():
        if task.get_name() == "CommandTree-invoker":
            task.cancel()
    await night.client.close()
    await night.service.stop()
    await night.store.close()
    async with bot_on(night.server, tmp_path / "k.sqlite3", blank, PACE) as (store, service, client):
        night.store, night.service, night.client = store, service, client
        yield


async def test_before_the_table_was_opened_nothing_is_left(tmp_path, blank, monkeypatch):
    async with evening(tmp_path, blank, monkeypatch) as night:
        asked = asyncio.Event()

        async def hangs(*_):
            asked.set()
            await forever()

        night.service.open = hangs
        await night.you.call("POST", NEW_GAME.format(night.channel_id), COMMAND)
        await asked.wait()
        (thinking,) = shown(night.you)
        assert thinking.payload["flags"] & 128
        async with killed(night, tmp_path, blank):
            await night.until(lambda: thinking.gone)
            assert shown(night.you) == []
            assert night.table is None
            lobby = await night.you.command("newgame knock-poker")
            await night.you.until(lambda: "Start" in lobby.message.labels)
            await tidy(night)


async def test_a_table_that_was_opened_gets_a_message_of_its_own(tmp_path, blank, monkeypatch):
    async with evening(tmp_path, blank, monkeypatch) as night:
        with monkeypatch.context() as patched:
            patched.setattr(Answer, "show", forever)
            await night.you.call("POST", NEW_GAME.format(night.channel_id), COMMAND)
            await night.until(lambda: night.table is not None and night.table.live_message)
            (thinking,) = shown(night.you)
            night.client.board._publisher(night.table.table_id).adoption = asyncio.Future()
        async with killed(night, tmp_path, blank):
            await night.until(lambda: thinking.gone)
            await night.settled()
            (lobby,) = shown(night.you)
            assert "Start" in lobby.labels
            assert int(lobby.id) == night.table.live_message


async def test_an_answer_that_did_come_stays(tmp_path, blank, monkeypatch):
    async with evening(tmp_path, blank, monkeypatch) as night:
        lobby = (await night.you.command("newgame knock-poker")).message
        await night.you.command("table")
        await night.store.notes.set(META, f'{{"{lobby.id}": {night.channel_id}}}')
        async with killed(night, tmp_path, blank):
            await night.settled()
            await tidy(night)
            assert shown(night.you) == [lobby]
            assert "Start" in lobby.labels


async def test_an_answer_to_a_command_that_came_before_the_servers_were_known_is_waited_for(
    tmp_path, blank, monkeypatch
):
    async with evening(tmp_path, blank, monkeypatch) as night:
        asked = asyncio.Event()

        async def hangs(*_):
            asked.set()
            await forever()

        night.service.open = hangs
        await night.you.call("POST", NEW_GAME.format(night.channel_id), COMMAND)
        await asked.wait()
        (thinking,) = shown(night.you)
        await night.store.notes.set(META, "{}")
        pending = Pending(night.client.desk, night.client)
        async with pending.noted(night.channel_id, int(thinking.id)):
            await pending.settle()
            assert json.loads(await night.store.notes.get(META)) == {thinking.id: night.channel_id}
            assert not thinking.gone
        assert await night.store.notes.get(META) == "{}"


@pytest.mark.parametrize("permissions", [("view_channel",), ("view_channel", "send_messages")])
async def test_where_nothing_can_be_done_the_bot_starts_all_the_same(tmp_path, blank, monkeypatch, permissions):
    async with evening(tmp_path, blank, monkeypatch) as night:
        await night.store.notes.set(META, f'{{"123": {night.channel_id}, "124": 5}}')
        await night.you.deny_bot(*permissions)
        async with killed(night, tmp_path, blank):
            await night.you.deny_bot()
            lobby = await night.you.command("newgame knock-poker")
            await night.you.until(lambda: "Start" in lobby.message.labels)
