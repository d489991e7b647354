"""Writes share commits, and yet nobody's failure is anybody else's."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

from bot.store import trouble
from bot.store.connection import PAGE, Connection, Work, commit_together
from bot.store.database import Database
from bot.store.model.errors import ConflictError, CutOffError, StoreError
from tests.bot.store.helpers import ANN, DECK, SEED, Steps, connection_of, new_deal, open_table, query, sit
from tests.kit.waiting import until


def note(value: int) -> Work[int]:
    def work(db: Database) -> int:
        db.execute("INSERT INTO meta (key, value) VALUES (?, ?)", (f"n{value}", str(value)))
        return value

    return work


def noted(path: Path) -> set[str]:
    return {str(key) for (key,) in query(path, "SELECT key FROM meta")}


async def commits(store: Steps) -> list[str]:
    """The statements that begin and end transactions, as they are run from now on."""
    ran: list[str] = []
    await connection_of(store._writer).set_trace_callback(
        lambda sql: ran.append(sql) if sql.startswith(("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT")) else None
    )
    return ran


async def test_hundreds_at_once_are_all_written_in_few_commits(store: Steps, path: Path) -> None:
    ran = await commits(store)
    answers = await asyncio.gather(*(store._writer.write(note(value)) for value in range(500)))
    assert answers == list(range(500))
    assert noted(path) == {f"n{value}" for value in range(500)}
    assert ran.count("COMMIT") <= 3


async def test_what_gathers_during_a_commit_shares_the_next(store: Steps) -> None:
    ran = await commits(store)

    async def one_after_another(first: int) -> None:
        for value in range(first, first + 10):
            await store._writer.write(note(value))

    await asyncio.gather(*(one_after_another(100 * task) for task in range(40)))
    assert ran.count("COMMIT") < 40  # not 400
    assert ran.count("BEGIN IMMEDIATE") == ran.count("COMMIT")


async def test_what_may_wait_shares_the_commit_of_what_follows(store: Steps, path: Path) -> None:
    order: list[int] = []

    def ordered(value: int) -> Work[int]:
        def work(db: Database) -> int:
            order.append(value)
            return note(value)(db)

        return work

    ran = await commits(store)
    patient = [asyncio.create_task(store._writer.write(ordered(value), within=60.0)) for value in (1, 2)]
    await asyncio.sleep(0)
    async with asyncio.timeout(20):
        assert await store._writer.write(ordered(3)) == 3
        assert await asyncio.gather(*patient) == [1, 2]
    assert ran.count("COMMIT") == 1
    assert order == [1, 2, 3], "in the order of the calls"
    assert noted(path) == {"n1", "n2", "n3"}


async def test_what_may_wait_is_written_in_time_where_nothing_follows(store: Steps, path: Path) -> None:
    async with asyncio.timeout(20):
        assert await store._writer.write(note(1), within=0.01) == 1
        assert await store._writer.write(note(2), within=0.01) == 2
    assert noted(path) == {"n1", "n2"}


async def test_closing_writes_what_might_still_wait(path: Path) -> None:
    store = await Steps.open(path)
    patient = asyncio.create_task(store._writer.write(note(1), within=60.0))
    await asyncio.sleep(0)
    async with asyncio.timeout(20):
        await store.close()
        assert await patient == 1
    assert noted(path) == {"n1"}


async def test_a_write_is_on_the_disk_when_the_call_comes_back(store: Steps, path: Path) -> None:
    for value in range(20):
        await store._writer.write(note(value))
        assert f"n{value}" in noted(path)


async def test_a_failure_takes_nobody_elses_write_with_it(store: Steps, path: Path) -> None:
    def writes_and_fails(value: int) -> Work[int]:
        def work(db: Database) -> int:
            note(value)(db)
            match value % 3:
                case 0:
                    raise ConflictError("not_now", value=value)
                case 1:
                    db.execute("INSERT INTO meta (key, value) VALUES (NULL, NULL)")
                case _:
                    raise ZeroDivisionError
            return value

        return work

    async def ask(value: int) -> str:
        try:
            await store._writer.write(writes_and_fails(value) if value % 5 == 0 else note(value))
        except Exception as error:
            return f"{type(error).__name__} {getattr(error, 'details', '')}"
        return "written"

    said = await asyncio.gather(*(ask(value) for value in range(300)))
    assert noted(path) == {f"n{value}" for value in range(300) if value % 5}
    assert [said[value] for value in range(300) if value % 5] == ["written"] * 240
    assert said[0] == "ConflictError {'value': 0}"
    assert said[15] == "ConflictError {'value': 15}"
    assert said[10].startswith("StoreError")
    assert said[5].startswith("ZeroDivisionError")
    assert await store._writer.write(note(1000)) == 1000


async def test_a_refused_operation_among_others(store: Steps) -> None:
    table = await open_table(store)
    outcomes = await asyncio.gather(
        *(store.sit(table, ANN, key=f"sit {turn}") for turn in range(20)), return_exceptions=True
    )
    assert sum(not isinstance(outcome, Exception) for outcome in outcomes) == 1
    assert {outcome.code for outcome in outcomes if isinstance(outcome, ConflictError)} == {"already_seated"}
    assert len(await store.sittings(table)) == 1


async def test_only_what_the_database_refuses_is_written_in_vain(store: Steps) -> None:
    """A process that could write nothing takes no shards; one that only refused a double press could."""

    def refused(db: Database) -> None:
        raise ConflictError("duplicate")

    def fails(db: Database) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    async def in_vain_after(*units: Work[None]) -> float:
        await asyncio.gather(*map(store._writer.write, units), return_exceptions=True)
        await asyncio.sleep(0.01)
        return store.in_vain

    assert await in_vain_after(refused) == 0
    assert await in_vain_after(refused, refused) == 0
    first = await in_vain_after(fails)
    assert first > 0
    assert await in_vain_after(refused) > first, "it doesn't show that anything can be written"
    await store._writer.write(note(1))
    assert store.in_vain == 0
    assert await in_vain_after(fails, refused) > 0


async def test_a_cancelled_caller_breaks_nothing_and_its_write_is_made(store: Steps, path: Path) -> None:
    tasks = [asyncio.create_task(store._writer.write(note(value))) for value in range(100)]
    await asyncio.sleep(0)
    for task in tasks[::2]:
        task.cancel()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(outcome, asyncio.CancelledError) for outcome in outcomes[::2])
    assert outcomes[1::2] == list(range(1, 100, 2))
    await store._writer.write(note(100))
    assert noted(path) == {f"n{value}" for value in range(101)}


async def test_a_cancelled_callers_failure_is_nobodys(store: Steps, caplog: pytest.LogCaptureFixture) -> None:
    def fails(db: Database) -> None:
        raise ConflictError("never")

    task = asyncio.create_task(store._writer.write(fails))
    other = asyncio.create_task(store._writer.write(note(1)))
    await asyncio.sleep(0)
    task.cancel()
    assert await other == 1
    gc.collect()
    assert caplog.records == []


async def test_closing_waits_for_what_is_being_written(path: Path) -> None:
    store = await Steps.open(path)
    tasks = [asyncio.create_task(store._writer.write(note(value))) for value in range(50)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*tasks) == list(range(50))
    assert len(noted(path)) == 50


@pytest.mark.parametrize("steps", [0, 1, 2])
async def test_an_interrupted_writer_answers_everybody_and_goes_on(store: Steps, steps: int) -> None:
    tasks = [asyncio.create_task(store._writer.write(note(value))) for value in range(10)]
    await asyncio.sleep(0)
    writing = store._writer._task
    assert writing is not None
    for _ in range(steps):
        await asyncio.sleep(0)
    assert writing.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        assert isinstance(outcome, StoreError)
    assert await store._writer.write(note(20)) == 20


async def test_a_commit_that_fails_raises_for_all_and_shows_nothing(store: Steps, path: Path) -> None:
    """The disk is full from now on: for the system it is, by a limit on the size of files."""
    resource = pytest.importorskip("resource")
    await store._writer.write(note(0))
    wal = path.with_name(path.name + "-wal").stat().st_size
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (wal, limits[1]))
    try:
        outcomes = await asyncio.gather(
            *(store._writer.write(note(value)) for value in range(1, 30)), return_exceptions=True
        )
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert all(isinstance(outcome, StoreError) for outcome in outcomes)
    assert "the disk fails or is full" in str(outcomes[0])
    assert noted(path) == {"n0"}
    assert await store.notes.get("n1") is None
    assert await store._writer.write(note(1)) == 1  # there is room again
    assert noted(path) == {"n0", "n1"}


async def test_a_full_database_is_told_of_until_it_takes_something_again(
    store: Steps, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is changed in its place is written also where there is no room: that says nothing."""
    monkeypatch.setattr(trouble, "TRIED_AGAIN", 0.01)
    db = connection_of(store._writer)
    pages = await (await db.execute("PRAGMA page_count")).fetchone()
    assert pages is not None
    assert store.trouble == ""
    with pytest.raises(ConflictError):
        await store.close_table(77, "close")
    assert store.trouble == "", "what the books refuse is none"
    await db.execute(f"PRAGMA max_page_count = {pages[0] + 1}")
    with pytest.raises(StoreError, match="the disk is full"):
        await store.notes.set("big", "x" * 100_000)
    assert "the disk is full" in store.trouble
    await store.notes.set("small", "1")
    await asyncio.sleep(0.2)
    assert "the disk is full" in store.trouble
    await db.execute("PRAGMA max_page_count = 1000000")
    await until(lambda: not store.trouble)
    assert noted(path) == {"small"}, "nothing is left of the attempts"


async def test_it_is_tried_again_whatever_an_attempt_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trouble, "TRIED_AGAIN", 0.01)
    outcomes: list[Exception | None] = [RuntimeError("of another kind"), StoreError("the disk is full"), None]

    async def attempt() -> None:
        if (raised := outcomes.pop(0)) is not None:
            raise raised

    found = trouble.Trouble(attempt, "written")
    changes: list[StoreError | None] = []
    found.on_change = lambda: changes.append(found.why)
    refused = CutOffError()
    found.note(refused)
    await until(lambda: found.why is None)
    assert (changes, outcomes) == ([refused, None], [])
    await found.close()


async def test_a_full_database_raises_for_all_and_the_writer_goes_on(store: Steps) -> None:
    """SQLite takes a whole transaction back where there is no room: so nobody of it may be told that it is written."""
    db = connection_of(store._writer)
    pages = await (await db.execute("PRAGMA page_count")).fetchone()
    assert pages is not None
    await db.execute(f"PRAGMA max_page_count = {pages[0] + 1}")
    big = "x" * 100_000
    outcomes = await asyncio.gather(
        store.notes.set("small", "1"),
        store.notes.set("big", big),
        store.notes.set("other", "2"),
        return_exceptions=True,
    )
    for outcome in outcomes:
        assert isinstance(outcome, StoreError)
        assert "the disk is full" in str(outcome)
    assert (await store.notes.get("small"), await store.notes.get("other")) == (None, None)
    await store.notes.set("small", "1")
    assert await store.notes.get("small") == "1"
    await db.execute("PRAGMA max_page_count = 1000000")
    await store.notes.set("big", big)
    assert await store.notes.get("big") == big


def test_a_transaction_that_sqlite_undoes_itself_fails_for_all() -> None:
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.execute("CREATE TABLE meta (key, value)")

    def undoes_everything(db: Database) -> int:
        db.execute("ROLLBACK")
        raise sqlite3.OperationalError("disk I/O error")

    with pytest.raises(sqlite3.OperationalError, match="disk I/O error"):
        commit_together([note(1), undoes_everything, note(2)], db)
    assert db.execute("SELECT * FROM meta").fetchall() == []
    assert not db.in_transaction
    assert [outcome.value for outcome in commit_together([note(1), note(2)], db)] == [1, 2]
    db.close()


async def test_decks_and_seeds_are_in_no_text(store: Steps, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    asyncio.get_running_loop().slow_callback_duration = 0  # every callback is written into the log
    asyncio.get_running_loop().set_debug(True)
    table = await open_table(store)
    deal = new_deal(await sit(store, table, ANN, None))
    deal_id = await store.start_deal(table, deal, "deal")
    stored = await store.deal(deal_id)
    texts = [repr(deal), repr(stored), repr(await store.table(table)), repr(await store.load_open())]
    for wrong in (
        store.start_deal(table, deal, "again"),
        store.start_deal(table, deal, f"open 500 {ANN.guild_id}"),
        store.start_deal(99, deal, "no table"),
    ):
        with pytest.raises(ConflictError) as caught:
            await wrong
        texts.append(str(caught.value))
    await store.record(deal_id)
    texts += [record.getMessage() for record in caplog.records]
    assert len(caplog.records) > 20
    for text in texts:
        assert SEED not in text
        assert not set(DECK) & set(re.findall(r"\w+", text)), text  # whole words: a folder's name may be "g2Cb"


async def test_a_read_sees_one_moment_whatever_is_written_meanwhile(store: Steps) -> None:
    loop, begun, written = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

    def reads_twice(db: Database) -> list[int]:
        counts = [db.execute("SELECT count(*) FROM meta").fetchone()[0]]
        loop.call_soon_threadsafe(begun.set)
        assert written.wait(10)
        return [*counts, db.execute("SELECT count(*) FROM meta").fetchone()[0]]

    reading = asyncio.create_task(store._reader.read(reads_twice))
    await begun.wait()
    await store._writer.write(note(1))  # and does not wait for the reader
    written.set()
    assert await reading == [0, 0]
    assert await store.notes.get("n1") == "1"


async def test_what_is_written_survives_the_power_and_what_reads_cannot_write(path: Path) -> None:
    store = await Steps.open(path)

    async def pragma(connection: Connection, name: str) -> object:
        return await connection.run(lambda db: db.execute(f"PRAGMA {name}").fetchone()[0])

    writes, reads = connection_of(store._writer), connection_of(store._reader)
    assert await pragma(writes, "journal_mode") == "wal"
    assert await pragma(writes, "synchronous") == 2  # FULL: a commit waits for the disk
    for connection in (writes, reads):
        assert await pragma(connection, "foreign_keys") == 1
    with pytest.raises(StoreError, match="can't be written"):
        await store._reader.read(note(1))
    await store.close()


async def test_the_file_beside_the_database_is_bounded_and_gone_after_a_clean_stop(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.connection.WAL_PAGES", 40)
    store, wal = await Steps.open(path), path.with_name(path.name + "-wal")
    largest = 0
    for number in range(60):
        await store.notes.set(f"n{number}", "x" * 10_000)
        largest = max(largest, wal.stat().st_size)
    assert 0 < largest < 100 * PAGE < 60 * 10_000
    await store.close()
    assert not wal.exists() or not wal.stat().st_size


class Lying(sqlite3.Connection):
    """A connection that commits and says that it could not, as where the disk fails while it answers."""

    def execute(self, sql: str, parameters: Any = ()) -> sqlite3.Cursor:
        cursor = super().execute(sql, parameters)
        if sql == "COMMIT":
            raise sqlite3.OperationalError("disk I/O error")
        return cursor


@pytest.mark.parametrize("units", [1, 3])
def test_no_unit_is_run_again_after_a_commit_that_is_reported_as_failed(tmp_path: Path, units: int) -> None:
    """It may be written: run again, a unit would meet what it has written itself, and say that it was done already."""
    db = sqlite3.connect(tmp_path / "lying.sqlite3", isolation_level=None, factory=Lying)
    db.execute("CREATE TABLE written (number INTEGER)")
    work = [lambda db: db.execute("INSERT INTO written VALUES (1)") for _ in range(units)]
    with pytest.raises(sqlite3.OperationalError, match="disk I/O error"):
        commit_together(work, db)
    assert db.execute("SELECT count(*) FROM written").fetchone() == (units,)
    db.close()


async def test_a_try_that_ran_out_of_time_is_joined_by_the_next_and_leaves_nothing_behind(
    store: Steps, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on, took = threading.Event(), list[str]()
    take = trouble.take_room

    def take_room(db: Database) -> None:
        took.append("room")
        take(db)

    monkeypatch.setattr("bot.store.connection.take_room", take_room)
    hangs = asyncio.create_task(store._writer.write(lambda _: goes_on.wait(10)))
    for _ in range(3):
        assert not await store.writes(0.05)
    goes_on.set()
    assert await hangs
    assert await store.writes(10)
    assert took == ["room"], "one attempt for all of them"
    assert "room" not in noted(path)
