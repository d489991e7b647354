"""The bot is told to stop while people wait for answers: they get them, and nothing is logged as an error."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot import which_discord
from bot.config import load_settings
from bot.local import LocalDiscord
from bot.local.state.model import Message
from bot.local.testing.driver import People, Person
from bot.run import run
from bot.ui import serving
from bot.ui.pictures.studio import Studio
from bot.ui.showing import answer, sending
from tests.bot.ui.evening import Evening, seated

LOADING = 1 << 7


class Running:
    """A bot that runs as ``python -m bot`` runs it, and the people at its local Discord."""

    def __init__(self, server: LocalDiscord, task: asyncio.Task[None], people: People, you: Person) -> None:
        self.server, self.task, self.people, self.you = server, task, people, you

    def messages(self) -> list[Message]:
        """Every message of the first channel, also those that one person sees."""
        return list(self.server.context.world.messages(int(self.you.channel)))

    def thinking(self) -> list[Message]:
        """The answers that say "thinking"."""
        return [message for message in self.messages() if message.flags & LOADING]

    async def until(self, condition: Any, what: str) -> None:
        for _ in range(3000):
            if condition():
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"{what} did not come about")

    async def ask(self, *commands: str) -> None:
        """Sends commands, and waits until the bot has heard of every one."""
        seen = {message.id for message in self.messages()}
        wanted = len(seen) + len(commands)

        def heard() -> bool:
            seen.update(message.id for message in self.messages())  # an older panel goes when a newer one comes
            return len(seen) >= wanted

        for command in commands:
            path = f"/local/channels/{self.you.channel}/commands"
            await self.you.call("POST", path, {"command": command, "options": {}})
            heard()
        await self.until(heard, "all acknowledgements")

    async def stop(self) -> None:
        """What SIGTERM does."""
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


@pytest.fixture
async def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Running]:
    monkeypatch.setenv("DISCORD_TOKEN", "")
    monkeypatch.setenv("KNOCKABOUT_DATABASE", str(tmp_path / "k.sqlite3"))
    monkeypatch.setenv("KNOCKABOUT_LOCAL_PORT", "0")
    servers: list[LocalDiscord] = []

    class Kept(LocalDiscord):
        async def start(self, host: str = "127.0.0.1", port: int = 0) -> None:
            await super().start(host, port)
            servers.append(self)

    monkeypatch.setattr(which_discord, "LocalDiscord", Kept)
    task = asyncio.create_task(run(load_settings()))
    for _ in range(3000):
        if servers and servers[0].context.world.online and servers[0].context.world.commands:
            break
        assert not task.done(), task.exception()
        await asyncio.sleep(0.01)
    async with People(servers[0].url) as people:
        you = await people.host()
        yield Running(servers[0], task, people, you)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def complaints(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


class Slow:
    """Has everything that is drawn wait."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.gate = asyncio.Event()
        self.waiting = 0
        draws = Studio.hand

        async def hand(studio: Studio, *args: Any, **named: Any) -> Any:
            self.waiting += 1
            await self.gate.wait()
            return await draws(studio, *args, **named)

        monkeypatch.setattr(Studio, "hand", hand)


async def a_deal(running: Running) -> None:
    lobby = await running.you.command("newgame knock-poker")
    await running.you.click(lobby, "Add computer")
    await running.you.until(lambda: "Remove" in " ".join(lobby.shown.labels), "the computer player")
    await running.you.command("start")


async def test_every_hand_that_was_asked_for_is_shown_before_the_bot_ends(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    await a_deal(running)
    await running.ask(*["hand"] * 24, *["help"] * 12, *["chips"] * 12)
    await running.stop()
    assert running.thinking() == []
    assert complaints(caplog) == []


async def test_what_takes_too_long_is_told_and_not_left_thinking(
    running: Running, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "FINISH", 0.2)
    monkeypatch.setattr(serving, "SAY_SO", 30.0)  # a busy machine takes its time for eight answers
    slow = Slow(monkeypatch)
    await a_deal(running)
    await running.ask(*["hand"] * 8)
    await running.until(lambda: slow.waiting, "a picture that is being drawn")
    before = len(running.thinking())
    assert before
    await running.stop()
    assert running.thinking() == []
    assert "being restarted" in str(running.messages()[-1].components)
    assert complaints(caplog) == []


async def test_nothing_new_is_taken_while_the_rest_is_finished(night: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    two, slow = await seated(night), Slow(monkeypatch)
    asked = asyncio.create_task(two.you.command("hand"))
    await two.until(lambda: slow.waiting, "a picture that is being drawn")
    stopping = asyncio.create_task(two.client.close())
    await two.until(lambda: two.client.desk.serving.closed, "the end")
    world = night.server.context.world
    before = len(list(world.messages(night.channel_id)))
    path = f"/local/channels/{two.you.channel}/commands"
    for _ in range(3):
        await two.ann.call("POST", path, {"command": "chips", "options": {}})
    await asyncio.wait({stopping}, timeout=0.3)
    slow.gate.set()
    assert "Your hand" in (await asked).text
    await stopping
    assert len(list(world.messages(night.channel_id))) == before


@pytest.mark.parametrize(("command", "options", "left"), [("help", {}, 1), ("newgame knock-poker", {}, 0)])
async def test_an_answer_that_could_not_be_given_is_made_good_later(
    night: Evening, monkeypatch: pytest.MonkeyPatch, command: str, options: dict[str, Any], left: int
) -> None:
    """Discord takes no answer for longer than the bot tries at once: nobody is left with "thinking"."""
    monkeypatch.setattr(sending, "LONGEST_PAUSE", 0.01)
    monkeypatch.setattr(answer, "LATER", 0.02)
    await night.you.faults(add={"kind": "cut", "times": 1000, "path": "/messages/@original"})
    path = f"/local/channels/{night.you.channel}/commands"
    await night.you.call("POST", path, {"command": command, "options": options})
    world, failed = night.server.context.world, 20

    def thinking() -> list[Message]:
        return [message for message in world.messages(night.channel_id) if message.flags & LOADING]

    await night.until(thinking, "an answer that says it thinks")
    await night.until(lambda: 1000 - night.server.context.faults.rules[0].left > failed, "many failures")
    await night.you.faults(rules=[])
    await night.until(lambda: not thinking(), "an answer, or none")
    private = [message for message in world.messages(night.channel_id) if message.only_for is not None]
    assert len(private) == left
    assert all("in time" in str(message.components) for message in private)
