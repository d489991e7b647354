"""What was said is there after a restart, and after a kill."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import sys
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from bot.local import HistoryError, LocalDiscord
from bot.local.testing.driver import People
from tests.bot.local.conftest import running
from tests.bot.local.testbot import TestBot

_CHILD = """
import asyncio, json, sys
from bot.local import LocalDiscord
from bot.local.testing.driver import People

async def main():
    server = LocalDiscord(history=sys.argv[1], rate_limits=False)
    await server.start()
    async with People(server.url) as people:
        you = await people.host()
        n = 0
        while True:
            n += 1
            said = await you.say(f"line {n}")
            print(json.dumps([said.id, said.content]), flush=True)

asyncio.run(main())
"""


async def test_people_channels_messages_files_and_commands_come_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "chat.sqlite3"
    server = LocalDiscord(history=path, rate_limits=False)
    await server.start()
    async with People(server.url) as people:
        you = await people.host()
        ann = await people.guest("Ann", locale="de")
        await ann.set(dms_open=False)
        async with running(TestBot(guild_ready_timeout=0.05), server):
            lobby = await you.command("game new", kind="poker")
            secret = await ann.click(lobby, "Secret")
            panel = await you.command("panel")
            thread = await you.open_thread("side table")
            await you.call("POST", f"/local/channels/{you.channel}/read", {})
            picture = await ann.file(secret.attachments[0])
        texts = [m.text for m in you.messages()]
        keys = {you.name: you.key, ann.name: ann.key}
        ids = [m.id for m in you.messages()]
    await server.stop()

    server = LocalDiscord(history=path, rate_limits=False)
    await server.start()
    async with People(server.url) as people:
        you, ann = await people.enter(keys["Alex"]), await people.enter(keys["Ann"])
        assert [m.text for m in you.messages()] == texts
        assert [m.id for m in you.messages()] == ids
        assert thread in {c["id"] for c in you.state["servers"][0]["channels"]}
        assert all(c["unread"] == 0 for c in you.state["servers"][0]["channels"] if c["id"] == you.channel)
        about = (await ann.call("GET", "/local/state"))["me"]
        assert (about["locale"], about["dms_open"]) == ("de", False)
        kept = next(m for m in ann.messages() if m.ephemeral)
        assert await ann.file(kept.attachments[0]) == picture
        commands = await you.call("GET", f"/local/channels/{you.channel}/commands")
        assert "game" in {c["name"] for c in commands}
        async with running(TestBot(guild_ready_timeout=0.05), server):
            old = next(m for m in ann.messages() if m.id == lobby.shown.id)
            assert (await ann.click(old, "Join")).content == "Ann joined"
            assert int((await you.say("newer")).id) > int(panel.shown.id)
    await server.stop()


def modes(folder: Path) -> dict[str, int]:
    """The permissions of the files in a folder."""
    return {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}


def copied(folder: Path, to: Path) -> None:
    """The files of a folder as a kill would leave them, to be read by anybody."""
    to.mkdir(mode=0o755)
    for file in folder.iterdir():
        (to / file.name).write_bytes(file.read_bytes())
        (to / file.name).chmod(0o644)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps no such modes")
async def test_the_history_is_its_users_alone_from_the_first_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new" / "folder" / "chat.sqlite3"
    connect, before = aiosqlite.connect, os.umask(0)
    seen: list[tuple[int, int]] = []

    def connecting(database: Path, **options: Any) -> aiosqlite.Connection:
        seen.append((database.stat().st_mode & 0o777, database.stat().st_size))
        return connect(database, **options)

    monkeypatch.setattr(aiosqlite, "connect", connecting)
    server = LocalDiscord(history=path)
    try:
        await server.start()
        files = modes(path.parent)
    finally:
        os.umask(before)
        await server.stop()
    assert seen == [(0o600, 0)]
    assert {path.name, f"{path.name}-wal"} <= set(files)
    assert set(files.values()) == {0o600}
    assert [folder.stat().st_mode & 0o777 for folder in (path.parent, path.parent.parent)] == [0o700, 0o700]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps no such modes")
async def test_a_history_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    killed, found = tmp_path / "killed", tmp_path / "found"
    server = LocalDiscord(history=killed / "chat.sqlite3")
    await server.start()
    copied(killed, found)
    await server.stop()
    server = LocalDiscord(history=found / "chat.sqlite3")
    await server.start()
    try:
        assert set(modes(found).values()) == {0o600}
        assert modes(tmp_path)["found"] == 0o755  # a folder that was there stays as it is
    finally:
        await server.stop()


async def test_the_token_outlives_a_restart_and_an_old_history_gets_one(tmp_path: Path) -> None:
    path, tokens = tmp_path / "chat.sqlite3", []
    for start in range(3):
        server = LocalDiscord(history=path)
        await server.start()
        tokens.append(server.token)
        assert repr(server.context.world.secrets).count(server.token) == 0
        await server.stop()
        if start == 1:
            with contextlib.closing(sqlite3.connect(path)) as database, database:
                body = json.loads(database.execute("SELECT body FROM things WHERE kind = 'secrets'").fetchone()[0])
                assert body.pop("token") == server.token
                database.execute("UPDATE things SET body = ? WHERE kind = 'secrets'", (json.dumps(body),))
    assert tokens[0] == tokens[1] != tokens[2]


async def test_tokens_of_interactions_outlive_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "chat.sqlite3"
    server = LocalDiscord(history=path, rate_limits=False)
    await server.start()
    async with People(server.url) as people:
        you = await people.host()
        async with running(TestBot(guild_ready_timeout=0.05), server):
            await you.command("play", card="AS")
    token = next(i.token for i in server.context.world.interactions.values() if i.name == "play")
    await server.stop()
    server = LocalDiscord(history=path)
    await server.start()
    async with People(server.url) as people:
        application = server.context.world.secrets.application_id
        url = f"{server.url}/api/v10/webhooks/{application}/{token}/messages/@original"
        async with people.session.patch(url, json={"content": "still mine"}) as response:
            assert (response.status, (await response.json())["content"]) == (200, "still mine")
    await server.stop()


async def test_nothing_that_was_answered_is_lost_by_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "chat.sqlite3"
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _CHILD, str(path), stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[3]
    )
    assert child.stdout is not None
    told = [json.loads(await child.stdout.readline()) for _ in range(40)]
    child.send_signal(signal.SIGKILL)
    told += [json.loads(line) for line in (await child.stdout.read()).splitlines(keepends=True) if line.endswith(b"\n")]
    await child.wait()
    server = LocalDiscord(history=path)
    await server.start()
    async with People(server.url) as people:
        you = await people.host()
        found = {
            m["id"]: m["content"] for m in await you.call("GET", f"/local/channels/{you.channel}/messages?limit=100")
        }
        world = server.context.world
        assert all(world.message(int(you.channel), int(i)).content == content for i, content in told)
        assert found
        assert int((await you.say("after")).id) > max(int(i) for i, _ in told)
    await server.stop()


async def test_a_history_that_cant_be_used_is_refused_in_one_sentence(tmp_path: Path) -> None:
    garbage = tmp_path / "garbage.sqlite3"
    garbage.write_text("no database at all, just some words that are long enough to be looked at " * 20)
    folder = tmp_path / "folder.sqlite3"
    folder.mkdir()
    for path in (garbage, folder):
        with pytest.raises(HistoryError, match=path.name):
            await LocalDiscord(history=path).start()
    path = tmp_path / "chat.sqlite3"
    first = LocalDiscord(history=path)
    await first.start()
    with pytest.raises(HistoryError, match=path.name):
        await LocalDiscord(history=path).start()
    await first.stop()
    server = LocalDiscord(history=path)
    await server.start()
    await server.stop()


async def test_a_newer_history_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "chat.sqlite3"
    async with aiosqlite.connect(path) as db:
        await db.execute("PRAGMA user_version=99")
    before = path.read_bytes()
    with pytest.raises(HistoryError, match="newer"):
        await LocalDiscord(history=path).start()
    assert path.read_bytes() == before
