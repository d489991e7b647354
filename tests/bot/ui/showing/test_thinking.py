"""An answer that everybody sees as "thinking" doesn't stay so when the bot goes down before it is given."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.local.testing.driver import Person
from bot.local.testing.seen import Seen
from bot.service.pace import Pace
from bot.store.messages import Remembered
from bot.ui.showing.answer import Answer
from bot.ui.showing.memory import THINKING, name_of
from tests.bot.ui.evening import BOUND, Evening, bot_on, evening
from tests.kit.painters import Blank

NEW_GAME = "/local/channels/{}/commands"
COMMAND = {"command": "newgame knock-poker", "options": {}}
PACE = Pace(turn=0, pause=1000, computer=0)


async def tidy(night: Evening) -> None:
    """Waits until no answer is noted as under way."""
    for _ in range(500):
        if not (left := await noted(night)):
            return
        await asyncio.sleep(0.01)
    raise AssertionError(left)


async def noted(night: Evening) -> list[int | None]:
    """The messages that the store knows as answers under way."""
    return [message.message_id for message in await night.store.messages.all() if message.name.startswith(THINKING)]


class Hangs:
    """A step that begins and never ends, as if the power had gone."""

    def __init__(self) -> None:
        self._begun = asyncio.Event()

    async def __call__(self, *_: object, **__: object) -> None:
        self._begun.set()
        await asyncio.Event().wait()

    async def begun(self) -> None:
        await asyncio.wait_for(self._begun.wait(), 30)


def thinking(message_id: int, channel_id: int) -> Remembered:
    """A note of an answer under way."""
    return Remembered(name_of(THINKING, message_id), channel_id, message_id)


def shown(person: Person) -> list[Seen]:
    return [m for m in person.messages() if not m.ephemeral and BOUND not in m.text]


async def only(person: Person) -> Seen:
    """The one message of the channel that everybody sees, once it is on that person's screen."""
    (message,) = await person.until(lambda: shown(person), "the message")
    assert isinstance(message, Seen)
    return message


@contextlib.asynccontextmanager
async def killed(night: Evening, tmp_path: Path, blank: Blank) -> AsyncIterator[None]:
    """The bot ends without a word, and another begins."""
    assert await noted(night)
    await night.client.showing.close()
    for task in asyncio.all_tasks():
        if task.get_name() == "CommandTree-invoker":
            task.cancel()
    await night.client.close()
    await night.service.stop()
    await night.store.close()
    async with bot_on(night.server, tmp_path / "k.sqlite3", blank, PACE) as (store, service, client):
        night.store, night.service, night.client = store, service, client
        yield


async def test_before_the_table_was_opened_nothing_is_left(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        hangs = Hangs()
        monkeypatch.setattr(night.service, "open", hangs)
        await night.you.call("POST", NEW_GAME.format(night.channel_id), COMMAND)
        await hangs.begun()
        thinking = await only(night.you)
        assert thinking.payload["flags"] & 128
        async with killed(night, tmp_path, blank):
            await night.until(lambda: thinking.gone)
            assert shown(night.you) == []
            assert not night.is_open
            lobby = await night.you.command("newgame knock-poker")
            await night.you.until(lambda: "Set up" in lobby.shown.labels)
            await tidy(night)


async def test_a_table_that_was_opened_gets_a_message_of_its_own(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        hangs = Hangs()
        with monkeypatch.context() as patched:
            patched.setattr(Answer, "show", hangs)
            await night.you.call("POST", NEW_GAME.format(night.channel_id), COMMAND)
            await hangs.begun()
            thinking = await only(night.you)
        async with killed(night, tmp_path, blank):
            await night.until(lambda: thinking.gone)
            await night.settled()
            lobby = await only(night.you)
            assert "Set up" in lobby.labels
            assert int(lobby.id) == night.table.live_message


async def test_an_answer_that_did_come_stays(tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        lobby = (await night.you.command("newgame knock-poker")).shown
        await night.you.command("table")
        await night.store.messages.remember(thinking(int(lobby.id), night.channel_id))
        async with killed(night, tmp_path, blank):
            await night.settled()
            await tidy(night)
            assert shown(night.you) == [lobby]
            assert "Set up" in lobby.labels


async def test_an_answer_to_a_command_that_came_before_the_servers_were_known_is_waited_for(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        hangs = Hangs()
        monkeypatch.setattr(night.service, "open", hangs)
        await night.you.call("POST", NEW_GAME.format(night.channel_id), COMMAND)
        await hangs.begun()
        waits = await only(night.you)
        await night.client.showing.thinking.settle()
        assert await noted(night) == [int(waits.id)]
        assert not waits.gone


@pytest.mark.parametrize("permissions", [("view_channel",), ("view_channel", "send_messages")])
async def test_where_nothing_can_be_done_the_bot_starts_all_the_same(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch, permissions
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        await night.store.messages.remember(thinking(123, night.channel_id))
        await night.store.messages.remember(thinking(124, 5))
        await night.you.deny_bot(*permissions)
        async with killed(night, tmp_path, blank):
            await night.you.deny_bot()
            lobby = await night.you.command("newgame knock-poker")
            await night.you.until(lambda: "Set up" in lobby.shown.labels)
