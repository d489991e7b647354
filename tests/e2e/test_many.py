"""Several processes on one PostgreSQL are one bot: each plays at its shards' tables, and follows who dies or sleeps.

How soon is for the tests of leases to tell, and for ``tests.torture``, which has the machine to itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from bot.audit import check_deal
from bot.local import LocalDiscord, Sharding
from bot.local.testing.driver import People, Person
from bot.local.testing.seen import Answer, DriverError, InteractionFailedError
from bot.store.audit import audit
from bot.store.lease_sql import LEASE_SECONDS
from bot.store.where import Server
from tests.bot.local.sharded import channel_in, found_on
from tests.bot.store.helpers import query
from tests.e2e.process import BotProcess
from tests.postgresql import Cluster
from tests.torture import players
from tests.torture.checks import acts_lost
from tests.torture.players import Host, Player, Tally

SHARDS = 2
SOCKET = ".s.PGSQL.5432"
"""What PostgreSQL's socket is called in its folder."""
PATIENCE = 30.0
"""Seconds that people wait for an answer: a slow machine loses nothing."""


@dataclass
class Many:
    """Two processes, a shard each, and somebody who plays on both."""

    place: Server
    server: LocalDiscord
    processes: list[BotProcess]
    you: Person
    channels: list[str]
    """One on each shard."""

    async def asks(self, shard: int, command: str) -> Answer:
        """What the command is answered there, as soon as anybody takes it."""
        async with asyncio.timeout(60):
            while True:
                with contextlib.suppress(DriverError, InteractionFailedError, TimeoutError, LookupError):
                    return await self.you.command(command, channel=self.channels[shard], timeout=4)
                await asyncio.sleep(0.1)

    async def holder(self, shard: int, *others: int | None) -> int:
        """The number of the process that holds the shard, as soon as it is none of the others."""
        async with asyncio.timeout(60):
            while True:
                sql = "SELECT process FROM leases WHERE shard = " + str(shard)
                rows = await asyncio.to_thread(query, self.place, sql)
                if rows and rows[0][0] not in (None, *others):
                    return int(rows[0][0])
                await asyncio.sleep(0.1)


class Line:
    """The way of a process to PostgreSQL, which can be cut."""

    def __init__(self, place: Server, folder: Path) -> None:
        parts = urlsplit(place.url)
        options = dict(parse_qsl(parts.query))
        self._socket, self._folder = Path(options["host"]) / SOCKET, folder
        self.place = Server(f"postgresql://{parts.path}?{urlencode({**options, 'host': str(folder)})}")
        self._open: list[asyncio.StreamWriter] = []
        self._server: asyncio.Server | None = None

    async def mend(self) -> None:
        """It is there, again."""
        self._server = await asyncio.start_unix_server(self._connected, self._folder / SOCKET)

    async def cut(self) -> None:
        """All connections break, and none can be had."""
        assert self._server is not None
        self._server.close()
        (self._folder / SOCKET).unlink()
        for writer in self._open:
            writer.transport.abort()
        self._open.clear()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reading, writing = await asyncio.open_unix_connection(self._socket)
        self._open += [writer, writing]
        await asyncio.gather(_passed_on(reader, writing), _passed_on(reading, writer))


async def _passed_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    writer.close()


@contextlib.asynccontextmanager
async def playing(folder: Path, place: Server, first: Server) -> AsyncIterator[Many]:
    """They play while this is open. ``first``: the same database, as the first process gets there."""
    server = LocalDiscord(rate_limits=False, sharding=Sharding(SHARDS, max_concurrency=16))
    await server.start(port=0)
    processes = []
    try:
        for shard, at in enumerate((first, place)):
            (own := folder / str(shard)).mkdir()
            settings = {"database": at.url, "shards": str(SHARDS), "shard_ids": str(shard), "turn_seconds": "0"}
            processes.append(BotProcess(server.url, server.token, own, **settings, thinking_processes="0"))
        await asyncio.gather(*(process.start() for process in processes))
        async with People(server.url) as people:
            you = await people.host()
            channels = [channel_in(server, found_on(server, shard, SHARDS)) for shard in range(SHARDS)]
            yield Many(place, server, processes, you, channels)
    finally:
        for process in processes:
            with contextlib.suppress(ProcessLookupError, AssertionError):
                os.kill(process.pid, signal.SIGCONT)
            await process.kill()
        await server.stop()


@pytest.fixture
async def many(tmp_path: Path, postgresql_server: Cluster) -> AsyncIterator[Many]:
    place = postgresql_server.new()
    async with playing(tmp_path, place, place) as made:
        yield made


async def opened(many: Many) -> None:
    """A table with a computer player on each shard, in the first deal."""
    for shard in range(SHARDS):
        lobby = (await many.asks(shard, "newgame knock-poker")).shown
        await many.you.click(lobby, "Add computer player")
        assert "don’t" not in (await many.asks(shard, "hand")).text


def tables(many: Many) -> list[tuple[int, str]]:
    return [(row[0], row[1]) for row in query(many.place, "SELECT id, status FROM tables ORDER BY id")]


async def test_who_is_killed_is_followed(many: Many) -> None:
    first, second = many.processes
    await opened(many)
    before = [await many.holder(shard) for shard in range(SHARDS)]
    assert before[0] != before[1]
    await first.kill()
    assert await many.holder(0, before[0]) in second.numbers - {before[1]}
    there = tables(many)
    for shard in range(SHARDS):
        assert "Here is the table" in (await many.asks(shard, "table")).text
    assert tables(many) == there
    assert await second.stop() == 0
    report = await asyncio.to_thread(audit, many.place, check_deal)
    assert report.ok, report.problems
    left = {number for (number,) in query(many.place, "SELECT id FROM processes")}
    assert left <= first.numbers - {before[0]}, (
        "given away at the end, but for a deputy that died and wasn't followed yet"
    )


async def test_who_slept_too_long_writes_nothing_and_ends(many: Many) -> None:
    first, second = many.processes
    await opened(many)
    before = await many.holder(0)
    os.kill(first.pid, signal.SIGSTOP)
    after = await many.holder(0, before)
    await many.asks(0, "hand")
    os.kill(first.pid, signal.SIGCONT)
    assert await first.exited() == 1
    said = first.log.read_text()
    assert "Other processes have taken over" in said
    assert "everything that was acknowledged" not in said
    assert "Traceback" not in said
    assert await many.holder(0) == after
    assert "Here is the table" in (await many.asks(0, "table")).text
    report = await asyncio.to_thread(audit, many.place, check_deal)
    assert report.ok, report.problems
    assert await second.stop() == 0


async def test_whoever_is_cut_off_from_the_database_leaves_people_to_whoever_follows(
    tmp_path: Path, postgresql_server: Cluster
) -> None:
    place = postgresql_server.new()
    with tempfile.TemporaryDirectory() as short:  # a socket's path may have a hundred letters
        line = Line(place, Path(short))
        await line.mend()
        async with playing(tmp_path, place, line.place) as many:
            first, second = many.processes
            await opened(many)
            before = await many.holder(0)
            await line.cut()
            after = await many.holder(0, before)
            assert after in second.numbers
            await many.asks(0, "hand")
            for _ in range(12):
                answer = await many.you.command("hand", channel=many.channels[0], timeout=PATIENCE)
                assert "Knock Poker" in answer.text, "no sentence of whoever can read nothing"
            await line.mend()
            assert await first.exited() == 1
            said = first.log.read_text()
            assert "others may have taken over" in said
            assert "Traceback" not in said
            assert await many.holder(0) == after
            report = await asyncio.to_thread(audit, place, check_deal)
            assert report.ok, report.problems
            assert await second.stop() == 0
        await line.cut()


async def test_who_is_stopped_gives_its_shards_away_at_once(many: Many) -> None:
    first, second = many.processes
    await opened(many)
    before = await many.holder(0)
    assert await first.stop() == 0
    async with asyncio.timeout(LEASE_SECONDS):
        await many.holder(0, before)
    assert "Here is the table" in (await many.asks(0, "table")).text
    assert "this process takes shard 0 of 2" in second.log.read_text()


async def test_a_press_in_direct_messages_is_answered_by_whoever_has_the_table(many: Many) -> None:
    lobby = (await many.asks(1, "newgame knock-poker")).shown
    await many.you.click(lobby, "Add computer player")
    await many.asks(1, "start")
    await many.you.until(lambda: "Draw stock" in many.you.dms()[-1].labels, "the turn in the panel", timeout=60)
    answer = await many.you.click(many.you.dms()[-1], "Draw stock", timeout=30)
    await many.you.until(lambda: "Draw stock" not in many.you.dms()[-1].labels, "the card in the panel", timeout=60)
    acted = query(many.place, f"SELECT action FROM actions WHERE interaction_id = {int(answer.interaction_id)}")
    assert ['"draw"' in action for (action,) in acted] == [True]
    assert query(many.place, "SELECT 1 FROM passed_on") == []
    assert await many.holder(0) != await many.holder(1)
    for process in many.processes:
        assert "Traceback" not in process.log.read_text()


async def test_a_command_in_direct_messages_means_the_table_of_whatever_process_has_it(many: Many) -> None:
    await many.you.open_dm()
    assert "don’t sit" in (await many.you.command("leave", channel="dm")).text
    lobby = (await many.asks(1, "newgame knock-poker")).shown
    await many.you.click(lobby, "Add computer player")
    await many.asks(1, "start")
    assert "Knock Poker" in (await many.you.command("hand", channel="dm")).text
    await many.asks(0, "newgame knock-poker")
    assert "several tables" in (await many.you.command("leave", channel="dm")).text
    await many.asks(0, "leave")
    assert "don’t sit" not in (await many.you.command("leave", channel="dm")).text
    left = query(many.place, "SELECT left_at IS NULL AND leaving = 0 FROM sittings WHERE user_id IS NOT NULL")
    assert [bool(there) for (there,) in left] == [False, False]


async def test_with_a_file_nothing_of_this_is_started(tmp_path: Path) -> None:
    server = LocalDiscord(rate_limits=False)
    await server.start(port=0)
    process = BotProcess(server.url, server.token, tmp_path)
    try:
        await process.start()
        async with People(server.url) as people:
            assert (await (await people.host()).command("newgame knock-poker")).shown.text
        assert await process.stop() == 0
    finally:
        await process.kill()
        await server.stop()
    for table in ("processes", "leases", "identifies", "passed_on"):
        assert query(process.database, f"SELECT 1 FROM {table}") == []
    assert "this process takes" not in process.log.read_text()


async def test_another_number_of_shards_is_refused_in_a_sentence(many: Many, tmp_path: Path) -> None:
    (folder := tmp_path / "other").mkdir()
    first = many.processes[0]
    settings = {"database": many.place.url, "shards": "3"}
    other = BotProcess(first._url, first._environment["DISCORD_TOKEN"], folder, **settings)
    many.processes.append(other)
    with pytest.raises(AssertionError):  # it ends before it has signed in
        await other.start()
    assert await other.exited() == 1
    assert "play with 2 shards, and this one is set to 3" in other.log.read_text()


async def back(many: Many, shard: int, process: BotProcess) -> None:
    """Waits until the process holds that shard, under the number that it has of its own."""
    async with asyncio.timeout(120):
        while True:
            if await many.holder(shard) == process.number:
                return
            await asyncio.sleep(0.1)


@dataclass
class Rolling:
    """People who play on and on at a table on each shard."""

    tally: Tally
    players: list[Player]
    helped: int = 0
    """How often others were answered who ask all the time."""
    not_helped: list[str] = field(default_factory=list)
    """What was not answered to them."""

    async def asks(self, person: Person, channel: str) -> None:
        """Asks for help all the time."""
        while True:
            try:
                await person.command("help", channel=channel, timeout=PATIENCE)
                self.helped += 1
            except (DriverError, InteractionFailedError, TimeoutError, LookupError) as error:
                self.not_helped.append(f"{channel}: {error!r}")
            await asyncio.sleep(0.2)

    async def acted(self, more: int) -> None:
        """Waits until so many more acts were answered."""
        before = len(self.tally.acts)
        async with asyncio.timeout(90):
            while True:
                if len(self.tally.acts) >= before + more:
                    return
                await asyncio.sleep(0.05)


@contextlib.asynccontextmanager
async def played(many: Many) -> AsyncIterator[Rolling]:
    """They play while this is open."""
    rolling = Rolling(Tally(), [])
    async with People(many.server.url) as people:
        for shard in range(SHARDS):
            for number, kind in enumerate((Host, Player)):
                person, luck = await people.guest(f"P{shard}{number}"), random.Random(f"{shard} {number}")
                given = (person, luck, rolling.tally, many.channels[shard])
                rolling.players.append(Host(*given, "knock-poker") if kind is Host else Player(*given))
        tasks = [asyncio.create_task(player.forever()) for player in rolling.players]
        for channel in (*many.channels, "dm"):
            person = await people.guest(f"Q{len(tasks)}")
            await person.open_dm()
            tasks.append(asyncio.create_task(rolling.asks(person, channel)))
        try:
            yield rolling
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_rolling_restart_loses_no_press_and_does_none_twice(
    many: Many, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "PATIENCE", PATIENCE)
    async with played(many) as rolling:
        await rolling.acted(3)
        for process in many.processes:
            lost = rolling.tally.unanswered
            assert await process.stop() == 0
            assert "connections for its shards" not in process.log.read_text()
            await rolling.acted(3)
            assert (rolling.tally.unanswered, rolling.not_helped) == (lost, [])
            await process.start_standing_by()
        await rolling.acted(1)
    assert rolling.helped > 20
    for process in many.processes:
        assert await process.stop() == 0
        assert "Traceback" not in process.log.read_text()
    assert list(acts_lost(many.place, rolling.tally)) == []
    report = await asyncio.to_thread(audit, many.place, check_deal)
    assert report.ok, report.problems


async def test_whoever_is_killed_gets_its_shards_back_and_no_press_is_lost_by_that(
    many: Many, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "PATIENCE", PATIENCE)
    first, second = many.processes
    async with played(many) as rolling:
        await rolling.acted(2)
        before = await many.holder(0)
        await first.kill()
        await many.holder(0, before)
        await rolling.acted(2)
        await first.start_standing_by()
        await asyncio.sleep(4)  # what was asked while nobody held the shard is given up by now
        lost, not_helped = rolling.tally.unanswered, list(rolling.not_helped)
        await back(many, 0, first)
        await rolling.acted(4)
        assert rolling.tally.unanswered == lost
        assert rolling.not_helped == not_helped
        assert await many.holder(1) not in (None, await many.holder(0))
    for process in (second, first):
        assert await process.stop() == 0
        assert "Traceback" not in process.log.read_text()
    said = second.log.read_text()
    assert "a process is back that is set to hold shards" in said
    assert said.count("signed in, shard 1 of 2") == 1, "its own shard was left alone"
    assert list(acts_lost(many.place, rolling.tally)) == []
    report = await asyncio.to_thread(audit, many.place, check_deal)
    assert report.ok, report.problems
    assert query(many.place, "SELECT 1 FROM processes") == [], "deputies have given away theirs, too"
