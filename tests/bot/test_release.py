"""``python -m bot release``: from outside, whether the bot runs or not."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace
from pathlib import Path

import pytest

from bot.release import release_command
from bot.service import way_out
from bot.service.model import Refusal
from bot.service.pace import Pace
from bot.service.service import TableService
from bot.service.shards import Shards
from bot.store.audit import audit
from bot.store.model.errors import StoreError
from bot.store.store import Store
from bot.store.ways_out import ask
from engine.game import GAMES
from tests.bot.service.conftest import ANN, BO, CHANNEL
from tests.bot.store import helpers
from tests.bot.store.helpers import Steps, open_table


async def service_on(path: Path) -> tuple[Store, TableService]:
    store = await Store.open(path)
    service = TableService(store, Pace(turn=0, pause=3600, computer=0))
    await service.restore()
    return store, service


async def a_deal(service: TableService) -> int:
    """A table of two in mid-deal; its id."""
    game = GAMES["knock-poker"]
    table = await service.open(ANN, CHANNEL, game.name, game.rules(), 20, False, 1)
    await service.seats.join(table.table_id, BO, 2)
    await service.start(table.table_id, ANN, 3)
    return table.table_id


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "k.sqlite3"


async def test_a_table_is_released_while_the_bot_is_down(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store, service = await service_on(path)
    table_id = await a_deal(service)
    await service.stop()
    await store.close()
    assert await asyncio.to_thread(release_command, path, None) == 0
    said = capsys.readouterr().out
    assert f"{table_id}: knock-poker in channel {CHANNEL} of server {ANN.guild_id}, 2 people, opened" in said
    assert f"https://discord.com/channels/{ANN.guild_id}/{CHANNEL}" in said
    assert await asyncio.to_thread(release_command, path, table_id) == 0
    assert "its channel is told when the bot starts" in capsys.readouterr().out
    with pytest.raises(StoreError, match=f"No table {table_id} is open"):
        await asyncio.to_thread(release_command, path, table_id)
    store, service = await service_on(path)
    assert service.table_in(CHANNEL) is None
    assert [each.kind for each in await store.ends.announcements()] == ["released"]
    assert (await service.people.purse(ANN)).balance == 200
    await service.stop()
    await store.close()
    assert audit(path).problems == ()


async def test_a_running_bot_does_it_when_it_is_asked(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(way_out, "RELEASES", 0.02)
    store, service = await service_on(path)
    table_id = await a_deal(service)
    assert await asyncio.to_thread(release_command, path, table_id) == 0
    assert "its channel is told." in capsys.readouterr().out
    closed = service.snapshot_of(table_id)
    assert closed is not None
    assert closed.stage == "closed"
    assert [(s.name, s.chips) for s in closed.sitters] == [("Ann", 20), ("Bo", 20)]
    await becomes(store, {})
    await service.stop()
    await store.close()


async def test_what_another_process_opened_meanwhile_is_left_to_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(way_out, "RELEASES", 0.02)
    pace = Pace(turn=0, pause=3600, computer=0)
    async with contextlib.AsyncExitStack() as stack:
        store = await Steps.open(path)
        stack.push_async_callback(store.close)
        first, second = (TableService(store, pace, shards=Shards(2, frozenset({shard}))) for shard in range(2))
        stack.push_async_callback(second.stop)
        stack.push_async_callback(first.stop)
        await first.restore()
        theirs = await open_table(store, 501, host=replace(helpers.ANN, guild_id=1 << 22))
        for at, table_id in enumerate((theirs, await a_deal(first))):
            await asyncio.to_thread(ask, path, table_id, float(at))
        await becomes(store, {theirs: 1 << 22})
        await second.restore()
        await becomes(store, {})
        closed = second.snapshot_of(theirs)
        assert closed is not None
        assert closed.stage == "closed"


async def test_a_table_that_cannot_be_released_yet_is_tried_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(way_out, "RELEASES", 0.02)
    store, service = await service_on(path)
    table_id, tried = await a_deal(service), []

    async def end(asked: int) -> None:
        tried.append(asked)
        if len(tried) == 1:
            raise KeyError("what nobody thought of")
        if len(tried) < 4:
            raise Refusal("disk")
        if len(tried) == 4:
            raise Refusal("table_gone")

    await service.stop()
    await asyncio.to_thread(ask, path, table_id, 0.0)
    looking = asyncio.create_task(way_out.release_what_is_asked(store, lambda guild_id: True, end))
    await becomes(store, {})
    looking.cancel()
    await store.close()
    assert tried == [table_id] * 4, "a table that is gone is not tried for again"


async def becomes(store: Store, asked: dict[int, int]) -> None:
    """Waits until that is asked for."""
    for _ in range(500):
        if await store.ends.releases() == asked:
            return
        await asyncio.sleep(0.02)
    assert await store.ends.releases() == asked


async def test_a_bot_that_hangs_is_told_of(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, service = await service_on(path)
    table_id = await a_deal(service)
    await service.stop()  # it holds its database, and does nothing more
    with pytest.raises(StoreError, match=r"has not done it in 0\.1 s"):
        await asyncio.to_thread(release_command, path, table_id, 0.1)
    await store.close()
    store, service = await service_on(path)
    for _ in range(500):
        if service.table_in(CHANNEL) is None:
            break
        await asyncio.sleep(0.01)
    assert service.table_in(CHANNEL) is None, "the next start does what was asked"
    await service.stop()
    await store.close()


def test_without_a_database_it_is_one_sentence(path: Path) -> None:
    with pytest.raises(StoreError, match="There is no database"):
        release_command(path, 1)
