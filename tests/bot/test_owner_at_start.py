"""Whose the database is, as the program starts: with a token, on the local Discord, and by ``adopt``."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.__main__ import FOR_GOOD
from bot.adopt import adopt_command
from bot.backup import check_command
from bot.config import Settings
from bot.local import LocalDiscord
from bot.store.model.errors import OwnerError
from bot.store.owner import Owner, owner_of
from bot.store.store import Store
from bot.which_discord import refuse_local
from tests.e2e.process import ROOT, BotProcess

ANN = Owner(11, "Ann")


async def started(folder: Path, *command: str, **settings: str) -> tuple[int, str]:
    """``python -m bot`` in a folder until it ends, or until it plays: the exit code (0 if it plays), and its words."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("KNOCKABOUT_", "DISCORD_"))}
    environment = {
        **kept,
        "PYTHONPATH": str(ROOT),
        "KNOCKABOUT_LOCAL_PORT": "0",
        "KNOCKABOUT_THINKING_PROCESSES": "0",
        **settings,
    }
    arguments = (sys.executable, "-m", "bot", *command)
    pipe, out = asyncio.subprocess.PIPE, asyncio.subprocess.STDOUT
    process = await asyncio.create_subprocess_exec(*arguments, cwd=folder, env=environment, stdout=pipe, stderr=out)
    assert process.stdout is not None
    said = ""
    async with asyncio.timeout(120):
        while line := (await process.stdout.readline()).decode():
            said += line
            if "signed in" in line:
                process.terminate()
        return await process.wait(), said


async def test_a_local_discord_opens_no_database_of_another_one_until_it_has_its_chat(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    code, said = await started(here)
    assert code == 0, said
    database, chat = here / "data/knockabout.sqlite3", here / "data/knockabout.chat.sqlite3"
    (there / "data").mkdir(parents=True)
    (there / "data/knockabout.sqlite3").write_bytes(database.read_bytes())
    code, said = await started(there)
    assert code == FOR_GOOD, said
    assert str(chat) in said
    new_chat = there / "data/knockabout.chat.sqlite3"
    assert f"{new_chat}, which is not there" in said
    assert not new_chat.exists(), "the right one can be put there"
    assert "stopped; everything" not in said
    new_chat.write_bytes(chat.read_bytes())
    code, said = await started(there)
    assert code == 0, said


@contextlib.asynccontextmanager
async def discord(history: Path | None = None) -> AsyncIterator[LocalDiscord]:
    server = LocalDiscord(history, rate_limits=False)
    await server.start(port=0)
    try:
        yield server
    finally:
        await server.stop()


async def test_a_bot_with_another_token_is_refused_for_good(tmp_path: Path) -> None:
    async with discord() as first, discord() as second:
        bot = BotProcess(first.url, first.token, tmp_path, thinking_processes="0")
        await bot.start()
        assert await bot.stop() == 0
        before = owner_of(bot.database)
        assert before is not None
        other = BotProcess(second.url, second.token, tmp_path, thinking_processes="0")
        with pytest.raises(AssertionError, match="belongs to the bot"):
            await other.start()
        assert await other.exited() == FOR_GOOD
        assert owner_of(bot.database) == before
        code, said = await started(tmp_path, KNOCKABOUT_DATABASE=str(bot.database))
        assert code == FOR_GOOD, said
        assert f"belongs to {before}" in said
        assert not (tmp_path / "knockabout.chat.sqlite3").exists()


async def test_adopt_gives_it_to_the_bot_of_the_settings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "k.sqlite3"
    await (await Store.open(path, owner=ANN)).close()
    settings = Settings(KNOCKABOUT_DATABASE=path, KNOCKABOUT_LOCAL_PORT=0)
    with pytest.raises(OwnerError):
        refuse_local(settings)
    assert await adopt_command(settings) == 0
    said = capsys.readouterr().out
    assert f"belonged to {ANN}, and belongs to the bot with the id" in said
    assert "Open http" not in said, "nobody can play meanwhile"
    refuse_local(settings)
    assert await adopt_command(settings) == 0
    assert "belongs to this bot already" in capsys.readouterr().out


async def test_adopt_needs_a_database(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="There is no database"):
        await adopt_command(Settings(KNOCKABOUT_DATABASE=tmp_path / "k.sqlite3", KNOCKABOUT_LOCAL_PORT=0))


async def test_check_says_whose_it_is_and_what_would_be_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "k.sqlite3"
    await (await Store.open(path, owner=ANN)).close()
    with pytest.raises(OwnerError):
        check_command(Settings(KNOCKABOUT_DATABASE=path))
    assert "could start" not in capsys.readouterr().out
    assert check_command(Settings(KNOCKABOUT_DATABASE=path, DISCORD_TOKEN="a.b.c")) == 0
    assert f"belongs to {ANN}; another bot is refused." in capsys.readouterr().out


async def test_check_says_that_a_bot_with_a_token_goes_on_with_what_was_played_locally(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "k.sqlite3"
    await (await Store.open(path, owner=Owner(7, "Knockabout", "/chat.sqlite3"))).close()
    assert check_command(Settings(KNOCKABOUT_DATABASE=path, DISCORD_TOKEN="a.b.c")) == 0
    assert "whose chat is /chat.sqlite3; the bot of the token goes on with it" in capsys.readouterr().out
    at_local = Settings(KNOCKABOUT_DATABASE=path, DISCORD_TOKEN="a.b.c", KNOCKABOUT_LOCAL_URL="http://127.0.0.1:8500")
    assert check_command(at_local) == 0
    assert "another bot is refused" in capsys.readouterr().out


async def test_processes_share_a_local_discord_by_its_address(tmp_path: Path) -> None:
    database = tmp_path / "k.sqlite3"
    async with discord(tmp_path / "k.chat.sqlite3") as server:
        code, said = await started(
            tmp_path,
            DISCORD_TOKEN=server.token,
            KNOCKABOUT_LOCAL_URL=server.url,
            KNOCKABOUT_DATABASE=str(database),
        )
        assert code == 0, said
        code, said = await started(tmp_path, KNOCKABOUT_DATABASE=str(database))
        assert code == 1
        assert "is in use by another process: with KNOCKABOUT_LOCAL_URL several can share" in said
    owner = owner_of(database)
    assert owner is not None
    assert owner.chat == server.url
    code, said = await started(tmp_path, KNOCKABOUT_DATABASE=str(database))  # the same bot, by its chat's file
    assert code == 0, said
    owner = owner_of(database)
    assert owner is not None
    assert owner.chat == str(tmp_path / "k.chat.sqlite3")
