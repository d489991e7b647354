"""The connections: one that writes with group commit, one that reads, and the lock that keeps a second bot away.

A commit must reach the disk before anything is shown, and that is what takes time. So whatever writes have gathered
while one commit was under way share the next: many tables do not queue behind one another's disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import aiosqlite

from bot.store.migrate import database_uri, explain, explained
from bot.store.model import StoreError

T = TypeVar("T")

Work = Callable[[sqlite3.Connection], T]
"""A unit of work: plain statements, run in the connection's thread. What it raises undoes it alone."""

STATEMENTS: Final = 256
"""Prepared statements kept by each connection: more than the program has."""

PAGE: Final = 4096
"""Bytes of one of SQLite's pages."""
WAL_PAGES: Final = 4000
"""Pages in the WAL before they are moved into the database: a pause for all who wait, so a rare one."""


class Connection(aiosqlite.Connection):
    """An aiosqlite connection that runs a whole function in its thread.

    aiosqlite sends every statement to its thread and back, and such a hop costs more than most statements. It has no
    public way to send a function of ours, so this class, and nothing else, uses the method that all its public ones
    are made of.
    """

    async def run(self, work: Work[T]) -> T:
        """What ``work`` gives back, given the sqlite3 connection in the connection's thread."""
        box: list[T] = []

        # The result takes this way, and not through the future, because event loops and aiosqlite write futures and
        # functions into debug logs, and a result may hold a deck.
        def hop() -> None:
            box.append(work(self._conn))

        await self._execute(hop)  # type: ignore[no-untyped-call]  # aiosqlite left it so
        return box[0]


async def connect(path: Path, *, writes: bool) -> Connection:
    """A connection to an existing database."""

    def connector() -> sqlite3.Connection:
        db = sqlite3.connect(
            database_uri(path, "rw"), uri=True, isolation_level=None, cached_statements=STATEMENTS, timeout=5
        )
        set_up(db, writes=writes)
        return db

    connection = Connection(connector, iter_chunk_size=64)
    await connection
    return connection


def set_up(db: sqlite3.Connection, *, writes: bool) -> None:
    """Rows by name, and the settings that SQLite forgets with each connection."""
    db.row_factory = sqlite3.Row
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA recursive_triggers = ON")  # without it, INSERT OR REPLACE deletes past the triggers
    if writes:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES:d}")
        db.execute(f"PRAGMA journal_size_limit = {WAL_PAGES * PAGE:d}")  # what a long read let it grow to is given back
    else:
        db.execute("PRAGMA query_only = ON")


class Reader:
    """Reads from one connection, each read from one snapshot of the database."""

    def __init__(self, connection: Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        self._closed = False

    def close(self) -> None:
        """Refuses further reads."""
        self._closed = True

    async def read(self, work: Work[T]) -> T:
        """What ``work`` gives back. Raises StoreError where the database cannot be read."""
        if self._closed:
            raise StoreError(f"The database {self._path} is closed.")
        with explained(self._path):
            return await self._connection.run(partial(in_snapshot, work))


def in_snapshot(work: Work[T], db: sqlite3.Connection) -> T:
    """Runs ``work`` so that all its statements see the same state."""
    db.execute("BEGIN")
    try:
        return work(db)
    finally:
        db.execute("ROLLBACK")


class Outcome:
    """How one unit of a batch ended."""

    __slots__ = ("error", "value")

    def __init__(self, value: Any, error: Exception | None = None) -> None:
        self.value = value
        self.error = error


class Writer:
    """The one that writes: units of work in the order of their calls. A caller goes on when its unit is on the disk."""

    def __init__(self, connection: Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        self._waiting: list[tuple[Work[Any], asyncio.Future[Any]]] = []
        self._batch: list[tuple[Work[Any], asyncio.Future[Any]]] = []
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    async def write(self, unit: Work[T]) -> T:
        """What the unit gives back, once it is on the disk; what it raises, once it is undone.

        Raises StoreError where nothing could be written. A unit is run also where its caller is cancelled while it
        waits.
        """
        if self._closed:
            raise StoreError(f"The database {self._path} is closed.")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._waiting.append((unit, done))
        if self._task is None:
            self._task = loop.create_task(self._write_all(), name="store-writer")
            self._task.add_done_callback(self._stopped)
        return await done

    async def close(self) -> None:
        """Refuses further writes and waits for those under way."""
        self._closed = True
        if self._task is not None:
            await asyncio.wait({self._task})  # which, unlike others, does not cancel what it waits for

    async def _write_all(self) -> None:
        while self._waiting:
            self._batch, self._waiting = self._waiting, []
            for (_, done), outcome in zip(self._batch, await self._write_batch(self._batch), strict=True):
                if done.done():  # its caller was cancelled
                    continue
                if outcome.error is None:
                    done.set_result(outcome.value)
                else:
                    done.set_exception(outcome.error)
        self._task = None

    def _stopped(self, task: asyncio.Task[None]) -> None:
        """Answers everybody where the task was cancelled, perhaps before its first step: nobody may wait for ever."""
        if task is not self._task:
            return
        self._task = None
        left = [*self._batch, *self._waiting]
        self._waiting = []
        for _, done in left:
            if not done.done():
                done.set_exception(StoreError("The write was interrupted: whether it was made is not known."))

    async def _write_batch(self, batch: Sequence[tuple[Work[Any], asyncio.Future[Any]]]) -> list[Outcome]:
        try:
            outcomes = await self._connection.run(partial(commit_together, [unit for unit, _ in batch]))
        except Exception as error:
            return [Outcome(None, self._explain(error)) for _ in batch]
        for outcome in outcomes:
            if outcome.error is not None:
                outcome.error = self._explain(outcome.error)
        return outcomes

    def _explain(self, error: Exception) -> Exception:
        if not isinstance(error, sqlite3.Error):
            return error
        sentence = explain(self._path, error)
        sentence.__cause__ = error
        return sentence


class _UnitFailed(Exception):  # noqa: N818 - never leaves this file
    """One of the units raised, before anything was committed."""


def commit_together(units: Sequence[Work[Any]], db: sqlite3.Connection) -> list[Outcome]:
    """Runs the units in one transaction, and a unit that fails alone fails.

    Raises where the whole transaction failed. Where it was the commit that failed, it is not known whether all of it
    was written or nothing, and the units must not be run again: they would meet what they themselves have written.
    """
    # A savepoint costs a third of a small unit, and units rarely fail. So the first attempt is without; where one
    # fails, all is undone and run again with a savepoint for each, which finds out whose failure it was.
    try:
        with transaction(db):
            return [Outcome(_run(unit, db)) for unit in units]
    except _UnitFailed as failed:
        if len(units) == 1 and isinstance(failed.__cause__, Exception):
            return [Outcome(None, failed.__cause__)]
    with transaction(db):
        return [in_savepoint(unit, db) for unit in units]


def _run(unit: Work[T], db: sqlite3.Connection) -> T:
    try:
        return unit(db)
    except Exception as error:
        raise _UnitFailed from error


@contextlib.contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Commits at the end; undoes everything where something is raised, by the commit too."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def in_savepoint(unit: Work[Any], db: sqlite3.Connection) -> Outcome:
    """Runs one unit of a transaction; what it raises undoes what it did. Raises where all the transaction is undone."""
    db.execute("SAVEPOINT unit")
    try:
        outcome = Outcome(unit(db))
    except Exception as error:
        if not db.in_transaction:  # SQLite has undone everything, as it may where the disk is full
            raise
        db.execute("ROLLBACK TO unit")
        outcome = Outcome(None, error)
    db.execute("RELEASE unit")
    return outcome


@contextlib.contextmanager
def only_one(path: Path) -> Iterator[None]:
    """Holds the database for this bot. Raises StoreError where another running bot has it.

    The lock is SQLite's own, on an empty file beside the database. The system lets go of it when the process ends,
    however it ends, so a killed bot never stands in the way of its next start.
    """
    beside = path.with_name(path.name + ".lock")
    try:
        db = sqlite3.connect(
            database_uri(beside, "rwc"), uri=True, isolation_level=None, timeout=0, check_same_thread=False
        )
    except sqlite3.Error as error:
        raise explain(path, error) from error
    with contextlib.closing(db):
        try:
            db.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if error.sqlite_errorname != "SQLITE_BUSY":
                raise explain(path, error) from error
            raise StoreError(f"The database {path} is in use by another running bot: stop that one first.") from error
        yield
