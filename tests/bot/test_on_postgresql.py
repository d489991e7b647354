"""What whoever hosts the bot can ask of it, with the database on PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest

from bot.audit import audit_command
from bot.backup import check_command, is_running
from bot.config import Settings
from bot.export import export_command
from bot.release import release_command
from bot.store.model.errors import StoreError
from bot.store.store import Store
from bot.store.where import Server
from tests.bot.store.helpers import ANN, BO, Steps, open_table, sit
from tests.kit.waiting import until
from tests.postgresql import Cluster


async def tables(place: Server) -> list[int]:
    """Two open tables with people at them."""
    store = await Steps.open(place)
    opened = [await open_table(store, 500 + number) for number in range(2)]
    for table in opened:
        await sit(store, table, ANN, BO)
    await store.close()
    return opened


async def test_check_audit_and_export(
    postgresql_server: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = postgresql_server.empty()
    settings = Settings(KNOCKABOUT_DATABASE=place.url)
    assert await asyncio.to_thread(check_command, settings) == 0
    assert "the bot will make it" in capsys.readouterr().out
    await tables(place)
    store = await Store.open(place)
    assert is_running(place)
    assert await asyncio.to_thread(check_command, settings) == 0
    assert "in use by a running bot" in capsys.readouterr().out
    assert audit_command(place) == 0
    assert audit_command(place, since_last=True) == 0
    assert "New since the audit of" in capsys.readouterr().out
    assert export_command(place, tmp_path / "deals.jsonl", names=False) == 0
    assert [json.loads(line) for line in (tmp_path / "deals.jsonl").read_text().splitlines()] == []
    await store.close()


async def test_a_table_is_released_whether_the_bot_runs_or_not(
    postgresql_server: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    place = postgresql_server.new()
    first, second = await tables(place)
    assert await asyncio.to_thread(release_command, place, first) == 0
    assert await asyncio.to_thread(release_command, place, None) == 0
    said = capsys.readouterr().out
    assert f"Table {first} is closed" in said
    assert f"\n{second}: " in said
    store = await Store.open(place)  # a bot that does nothing: it is asked
    with pytest.raises(StoreError, match="was asked to release"):
        await asyncio.to_thread(release_command, place, second, 0.1)
    assert await store.ends.releases() == {second: ANN.guild_id}
    await store.close()


async def test_the_program_plays_on_it_and_names_no_password(postgresql_server: Cluster, tmp_path: Path) -> None:
    place = postgresql_server.empty()
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("KNOCKABOUT", "DISCORD"))},
        "KNOCKABOUT_DATABASE": f"{place.url}&password=hunter2",
        "KNOCKABOUT_LOCAL_PORT": "0",
        "KNOCKABOUT_LOG_LEVEL": "DEBUG",
        "KNOCKABOUT_THINKING_PROCESSES": "0",
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "PYTHONUNBUFFERED": "1",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        env=environment,
        cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    assert process.stdout is not None
    said = ""
    async with asyncio.timeout(60):
        while "signed in" not in said:
            line = await process.stdout.readline()
            assert line, said
            said += line.decode()
    process.terminate()
    rest, _ = await process.communicate()
    said += rest.decode()
    assert process.returncode == 0, said
    assert "hunter2" not in said
    assert "everything that was acknowledged is in postgresql:///" in said
    await until(lambda: not is_running(place))  # the server frees the lock once it has seen the end
