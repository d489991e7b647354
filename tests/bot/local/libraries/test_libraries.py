"""Bots of other libraries, unchanged, do everything that bots do: a process each, and people who use them.

The two bots are the same bot, so they share their tests.
"""

from __future__ import annotations

import asyncio
import fcntl
import re
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio

from bot.local import LocalDiscord, Setting
from bot.local.state.permissions import ALL
from bot.local.testing.driver import People, Person
from bot.local.testing.seen import Choice

HERE = Path(__file__).parent
OLDEST_NODE = 18
DISCORD_JS = "discord.js@14"


@pytest.fixture(scope="session")
def discord_js(pytestconfig: pytest.Config) -> Path:
    """A folder with discord.js, installed once and kept in pytest's cache."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("the test of discord.js needs Node and npm: apt-get install nodejs npm")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(re.findall(r"\d+", version)[0]) < OLDEST_NODE:
        pytest.skip(f"the test of discord.js needs Node {OLDEST_NODE} or newer, here is {version}")
    folder = pytestconfig.cache.mkdir("discord.js")
    with (folder / "installing").open("w") as taken:
        fcntl.flock(taken, fcntl.LOCK_EX)  # the tests may run in several processes at once
        if not (folder / "installed").exists():
            _install(npm, folder)
    return folder


def _install(npm: str, folder: Path) -> None:
    shutil.rmtree(folder / "node_modules", ignore_errors=True)
    (folder / "package.json").write_text('{"private": true}')
    quickly = ("--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries=1", "--fetch-retry-mintimeout=1000")
    done = subprocess.run([npm, "install", *quickly, DISCORD_JS], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if "code " in line or "network" in line] or ["no reason"]
        pytest.skip(f"the test of discord.js needs npm to install {DISCORD_JS}, which failed: {said[0]}")
    (folder / "installed").touch()


def _discord_js_bot(request: pytest.FixtureRequest) -> list[str]:
    """Node finds a package beside the script that asks for it, so the script goes to the package."""
    folder: Path = request.getfixturevalue("discord_js")
    script = folder / "bot.mjs"
    if not script.exists() or script.read_bytes() != (HERE / script.name).read_bytes():
        shutil.copy(HERE / script.name, script)
    return ["node", str(script)]


def _hikari_bot(request: pytest.FixtureRequest) -> list[str]:
    pytest.importorskip("hikari", reason="the test of hikari needs it: pip install -e '.[test]'")
    return [sys.executable, str(HERE / "hikari_bot.py")]


LIBRARIES: dict[str, Callable[[pytest.FixtureRequest], list[str]]] = {
    "discord.js": _discord_js_bot,
    "hikari": _hikari_bot,
}


@dataclass
class Visit:
    """A bot of some library, and the host who uses it."""

    server: LocalDiscord
    people: People
    you: Person
    log: Path

    def refused(self) -> list[str]:
        """The requests of the bot that were refused."""
        return [
            f"{entry['method']} {entry['path']} {entry['status']} {entry['answer']}"
            for entry in self.server.context.log.entries
            if entry["status"] >= 400
        ]


@pytest_asyncio.fixture(params=LIBRARIES)
async def visit(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Visit]:
    command = LIBRARIES[request.param](request)
    server = LocalDiscord(setting=Setting(permissions=ALL), rate_limits=False)
    await server.start()
    log = tmp_path / "bot.log"
    with log.open("wb") as out:
        process = await asyncio.create_subprocess_exec(*command, server.url, server.token, stdout=out, stderr=out)
    try:
        async with asyncio.timeout(30):
            while "ready" not in log.read_text().splitlines():
                assert process.returncode is None, log.read_text()
                await asyncio.sleep(0.05)
        async with People(server.url) as people:
            yield Visit(server, people, await people.host(), log)
        assert process.returncode is None, log.read_text()
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
        await server.stop()


async def test_a_command_with_options_autocomplete_and_buttons(visit: Visit) -> None:
    you, ann = visit.you, await visit.people.guest("Ann")
    assert await you.autocomplete("paint", "color", "gr") == [Choice("GREEN", "green"), Choice("GREY", "grey")]
    painted = await you.command("paint", color="green", times=3, whose=ann.id)
    assert painted.content == "green 3 Ann"
    await ann.choose(painted, "red", "GREY")
    assert (await ann.wait_for("red grey")).ephemeral
    joined = await ann.click(await ann.wait_for("green 3 Ann"), "Join")
    assert (joined.content, joined.components) == ("Ann joined", [])


async def test_a_form(visit: Visit) -> None:
    painted = await visit.you.command("paint", color="red")
    assert painted.content == "red 1 nobody"
    form = await visit.you.click(painted, "Form")
    assert form.modal is not None
    assert form.modal["title"] == "A name"
    named = await visit.you.submit(form, {"Name": "Félix ♠"})
    assert (named.content, named.ephemeral) == ("Named Félix ♠", True)


async def test_a_deferred_answer_with_a_picture_and_a_private_follow_up(visit: Visit) -> None:
    you, ann = visit.you, await visit.people.guest("Ann")
    thought = await you.command("think")
    assert (thought.kind, thought.content, thought.ephemeral) == ("thinking", "Thought", False)
    picture = thought.attachments[0]
    assert (picture["filename"], picture["width"], picture["content_type"]) == ("dot.png", 1, "image/png")
    assert (await you.file(picture)).startswith(b"\x89PNG")
    assert (await you.wait_for("Between us")).ephemeral
    await ann.wait_for("Thought")
    assert [message.content for message in ann.messages()] == ["Thought"]


async def test_a_file_as_an_option(visit: Visit) -> None:
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", '{"command": "upload", "options": {"file": 0}}', content_type="application/json")
    form.add_field("files[0]", b"Two of spades", filename="card.txt", content_type="text/plain")
    sent = await visit.you.call("POST", f"/local/channels/{visit.you.channel}/commands", form)
    answer = await visit.you.answer(sent["interaction_id"])
    assert (answer.content, answer.ephemeral) == ("card.txt Two of spades", True)


async def test_a_direct_message_with_buttons(visit: Visit) -> None:
    assert (await visit.you.command("write")).content == "Sent"
    letter = await visit.you.wait_for("Hello again", channel="dm")
    assert letter.attachments[0]["filename"] == "dot.png"
    assert (await visit.you.click(letter, "Join")).content == f"{visit.you.name} joined"
    assert (await visit.you.command("paint", color="red", channel="dm")).content == "red 1 nobody"


async def test_everything_else_that_bots_do(visit: Visit) -> None:
    done = (await visit.you.command("errands")).content
    assert set(done) == {"1"}, (done, visit.log.read_text())
    assert len(done) >= 14
    (unknown,) = visit.refused()  # one message that never was is asked for on purpose
    assert "/messages/1 404" in unknown


@pytest.mark.parametrize("action", ["drop", "reconnect", "invalidate"])
async def test_it_comes_back_when_the_line_is_lost(visit: Visit, action: str) -> None:
    def online() -> list[bool]:
        return [event["online"] for event in visit.you.events if event["event"] == "bot"]

    assert online() == []
    await visit.you.call("POST", "/local/gateway", {"action": action})
    await visit.you.until(lambda: online()[-2:] == [False, True], "the bot's coming back", timeout=40)
    assert (await visit.you.command("paint", color="red")).content == "red 1 nobody"
