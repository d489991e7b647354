"""The connections: one that writes with group commit, one that reads, and the lock that keeps a second bot away.

A commit must reach the disk before anything is shown, and that takes time. So all writes that gathered during one
commit share the next one: tables don't wait for each other's commits.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Protocol, TypeGuard, TypeVar

import aiosqlite

from bot.store.database import Database, ServerError
from bot.store.migrate import database_uri, explain
from bot.store.model.errors import CutOffError, InUseError, OlderDatabaseError, StoreError, UnfitError
from bot.store.proof import Proof
from bot.store.trouble import Trouble, give_room_back, take_room
from bot.store.where import Server, Where

T = TypeVar("T")

Work = Callable[[Database], T]
"""A unit of work: plain statements, run in the connection's thread. If it raises, it alone is undone."""

STATEMENTS: Final = 256
"""How many prepared statements each connection keeps: more than the program has."""

PAGE: Final = 4096
"""Bytes of one of SQLite's pages."""
WAL_PAGES: Final = 4000
"""After how many pages the WAL is moved into the database: all writes pause for that, so it is rare."""
ATTEMPTS: Final = 8
"""How often a transaction is run that PostgreSQL undoes because it met another one."""
TOGETHER: Final = 2
"""In how many of these attempts others may write at the same time: in the next ones nobody is met."""
PAUSE: Final = 0.01
"""Seconds, at most, before the second attempt; twice as many before each further one."""


class Connection(aiosqlite.Connection):
    """An aiosqlite connection that runs a whole function in its thread.

    aiosqlite sends every statement to its thread and back, which costs more than most statements. It has no public way
    to send a function, so this class, and nothing else, uses the private method on which the public ones are built.
    """

    async def run(self, work: Work[T]) -> T:
        """Runs ``work`` with the sqlite3 connection in the connection's thread, and returns its result."""
        box: list[T] = []

        # The result doesn't go through the future, because event loops and aiosqlite write futures and functions into
        # debug logs, and a result may hold a deck.
        def hop() -> None:
            box.append(work(self._conn))

        await self._execute(hop)  # type: ignore[no-untyped-call]  # aiosqlite has no types for it
        return box[0]

    def prove(self, proof: Proof) -> None:
        """Nobody else writes."""

    def cut(self) -> None:
        """Nothing waits for a server."""


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


def _day(at: float | None, _unit: str) -> str | None:
    """The day of a moment in seconds of UTC, as the program and PostgreSQL tell it."""
    try:
        return None if at is None else f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d}"
    except (ValueError, OverflowError, OSError):  # no such day
        return None


def set_up(db: sqlite3.Connection, *, writes: bool) -> None:
    """Rows by name, and the settings that SQLite forgets with each connection."""
    db.row_factory = sqlite3.Row
    # SQLite's own takes the last half millisecond of a day for the next one.
    db.create_function("date", 2, _day, deterministic=True)
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA recursive_triggers = ON")  # without it, INSERT OR REPLACE deletes past the triggers
    if writes:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES:d}")
        db.execute(f"PRAGMA journal_size_limit = {WAL_PAGES * PAGE:d}")  # what a long read let it grow to is given back
    else:
        db.execute("PRAGMA query_only = ON")


class Runs(Protocol):
    """A connection to SQLite or PostgreSQL that runs units of work in its thread."""

    async def run(self, work: Work[T]) -> T:
        """Runs ``work`` and returns its result."""
        ...

    def prove(self, proof: Proof) -> None:
        """From now on each transaction proves that a process has its leases; else it raises LeaseLostError."""
        ...

    def cut(self) -> None:
        """Has what waits for a server fail at once."""
        ...


class Reader:
    """Reads from one connection, each read from one snapshot of the database."""

    def __init__(self, connection: Runs, where: Where) -> None:
        self._connection = connection
        self._where = where
        self._closed = False
        self.trouble = Trouble(lambda: self.read(lambda db: db.execute("SELECT 1").fetchone()), "read")
        """Whether the database can be read."""
        self._cut_off = False

    def cut_off(self, *, cut_off: bool) -> None:
        """Whether others may have taken over: then nothing may be read, and what is under way fails at once."""
        self._cut_off = cut_off
        if cut_off:
            self._connection.cut()

    async def close(self) -> None:
        """Refuses further reads."""
        self._closed = True
        await self.trouble.close()

    async def read(self, work: Work[T]) -> T:
        """Runs ``work`` and returns its result. Raises StoreError if the database can't be read."""
        if self._closed:
            raise StoreError(f"The database {self._where} is closed.")
        if self._cut_off:
            raise CutOffError
        try:
            return await self._connection.run(partial(in_snapshot, work))
        except (sqlite3.Error, OSError, ServerError) as error:
            sentence = explained(self._where, error)
            self.trouble.note(sentence)
            raise sentence from error


def explained(where: Where, error: Exception) -> Exception:
    """What a database says, as one sentence; another error as it is."""
    if isinstance(error, ServerError) and isinstance(where, Server):
        sentence: StoreError = postgresql().explain(where, error)
        return sentence
    if isinstance(error, sqlite3.Error | OSError) and isinstance(where, Path):
        return explain(where, error)
    return error


def postgresql() -> ModuleType:
    """The folder ``postgresql``, whose library is an extra. Raises UnfitError where that is not installed."""
    try:
        return import_module("bot.store.postgresql")
    except ImportError as error:
        if error.name != "psycopg":
            raise
        raise UnfitError(
            "PostgreSQL needs another library: run `.venv/bin/pip install -e '.[postgres]'` in the program's folder."
        ) from None


def in_snapshot(work: Work[T], db: Database) -> T:
    """Runs ``work``; all its statements see the same state of the database."""
    db.execute("BEGIN")
    try:
        return work(db)
    finally:
        db.execute("ROLLBACK")


class Outcome:
    """How one unit of a batch ended."""

    __slots__ = ("by_database", "error", "value")

    def __init__(self, value: Any, error: Exception | None = None) -> None:
        self.value = value
        self.error = error
        self.by_database = isinstance(error, sqlite3.Error | ServerError | CutOffError)
        """Whether the database didn't take it, rather than the unit itself."""


class Writer:
    """Writes units of work, in the order of the calls. A caller waits until its unit is on the disk."""

    def __init__(self, connection: Runs, where: Where) -> None:
        self._connection = connection
        self._where = where
        self._waiting: list[tuple[Work[Any], asyncio.Future[Any]]] = []
        self._batch: list[tuple[Work[Any], asyncio.Future[Any]]] = []
        self._patient: list[tuple[Work[Any], asyncio.Future[Any]]] = []
        """Those that wait for another one, to share its commit."""
        self._timer: asyncio.TimerHandle | None = None
        """Ends their patience."""
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._in_vain_since: float | None = None
        """Since when, in the loop's seconds, something was to be written and the database hasn't taken anything; None:
        nothing was."""
        self._trying: asyncio.Task[None] | None = None
        """The attempt to write something, the last one."""
        self.trouble = Trouble(self.try_writing, "written")
        """Whether the database takes what is written."""
        self._cut_off = False

    def prove(self, proof: Proof) -> None:
        """From now on each transaction proves that a process has its leases; else it raises LeaseLostError."""
        self._connection.prove(proof)

    def cut_off(self, *, cut_off: bool) -> None:
        """Whether others may have taken over: then nothing may be written, and what is under way fails at once."""
        self._cut_off = cut_off
        if cut_off:
            self._connection.cut()

    async def write(self, unit: Work[T], *, within: float = 0.0) -> T:
        """Runs the unit and returns its result once it is on the disk; raises what it raises once it is undone.

        ``within``: for how many seconds it waits at most for another unit, whose commit it then shares.

        Raises StoreError if nothing could be written. A unit is run even if its caller is cancelled while it waits.
        """
        if self._closed:
            raise StoreError(f"The database {self._where} is closed.")
        if self._cut_off:
            raise CutOffError
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        if within:
            self._patient.append((unit, done))
            self._timer = self._timer or loop.call_later(within, self._begin)
        else:
            self._begin((unit, done))
        return await done

    @property
    def in_vain(self) -> float:
        """For how many seconds the database has taken nothing since something was to be written.

        A unit that raised an error of its own, as for a double press, doesn't count: nothing was to be written of it.
        """
        return 0.0 if self._in_vain_since is None else asyncio.get_running_loop().time() - self._in_vain_since

    def _begin(self, *last: tuple[Work[Any], asyncio.Future[Any]]) -> None:
        """Has everything written that waits, and that after it."""
        self._waiting += [*self._patient, *last]
        self._patient = []
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._waiting and self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._write_all(), name="store-writer")
            self._task.add_done_callback(self._stopped)

    async def try_writing(self) -> None:
        """Writes something that takes room. Raises StoreError.

        There is one attempt at a time: whoever asks during one waits for that. It goes on where nobody waits any more.
        """
        if self._trying is None or self._trying.done():
            self._trying = asyncio.create_task(self._try_writing(), name="trying to write")
            self._trying.add_done_callback(lambda trying: trying.cancelled() or trying.exception())
        await asyncio.shield(self._trying)

    async def _try_writing(self) -> None:
        if isinstance(self._where, Server):
            await self.write(postgresql().take_room)
        else:
            await self.write(take_room)
            await self.write(give_room_back)

    async def close(self) -> None:
        """Refuses further writes and waits for those under way."""
        await self.trouble.close()
        self._closed = True
        self._begin()
        if self._task is not None:
            await asyncio.wait({self._task})  # does not cancel the task if this call is cancelled

    async def _write_all(self) -> None:
        while self._waiting:
            self._batch, self._waiting = self._waiting, []
            before = self._in_vain_since
            if before is None:
                self._in_vain_since = asyncio.get_running_loop().time()
            outcomes = await self._write_batch(self._batch)
            if any(outcome.error is None for outcome in outcomes):
                self._in_vain_since = None
            elif not any(outcome.by_database for outcome in outcomes):
                self._in_vain_since = before
            for (_, done), outcome in zip(self._batch, outcomes, strict=True):
                if done.done():  # its caller was cancelled
                    continue
                if outcome.error is None:
                    done.set_result(outcome.value)
                else:
                    done.set_exception(outcome.error)
        self._task = None

    def _stopped(self, task: asyncio.Task[None]) -> None:
        """Answers all callers if the task was cancelled, perhaps before its first step: nobody may wait for ever."""
        if task is not self._task:
            return
        self._task = None
        left = [*self._batch, *self._waiting]
        self._waiting = []
        for _, done in left:
            if not done.done():
                done.set_exception(StoreError("The write was interrupted: whether it was made is not known."))

    async def _write_batch(self, batch: Sequence[tuple[Work[Any], asyncio.Future[Any]]]) -> list[Outcome]:
        if self._cut_off:  # since it was asked for
            return [Outcome(None, CutOffError()) for _ in batch]
        try:
            outcomes = await self._connection.run(partial(commit_together, [unit for unit, _ in batch]))
        except Exception as error:
            outcomes = [Outcome(None, error) for _ in batch]
        for outcome in outcomes:
            if outcome.error is not None:
                outcome.error = self._explain(outcome.error)
                self.trouble.note(outcome.error)
        return outcomes

    def _explain(self, error: Exception) -> Exception:
        if not isinstance(error, sqlite3.Error | ServerError):
            return error
        sentence = explained(self._where, error)
        sentence.__cause__ = error
        return sentence


def done(db: Database, unit: Work[T]) -> T:
    """Does a unit of work in a transaction of its own. Raises what it raises."""
    (outcome,) = commit_together([unit], db)
    if outcome.error is not None:
        raise outcome.error
    value: T = outcome.value
    return value


class _UnitFailed(Exception):  # noqa: N818 - never leaves this file
    """A unit raised before anything was committed."""


def commit_together(units: Sequence[Work[Any]], db: Database) -> list[Outcome]:
    """Runs the units in one transaction. If one fails, it alone is undone. Where PostgreSQL has undone the transaction
    because it met another one, it is run again; also where the database seems to have become older.

    Raises if the whole transaction failed. If the commit failed, nobody knows whether everything was written or
    nothing. Then the units must not be run again: they would meet what they themselves have written.
    """
    for attempt in range(ATTEMPTS):
        try:
            with contextlib.nullcontext() if attempt < TOGETHER else postgresql().alone(db):
                return _commit_once(units, db)
        except ServerError as error:
            if not error.undone or attempt == ATTEMPTS - 1:
                raise
        except OlderDatabaseError:
            # Where its clock was set back, the leases may have been renewed at this moment, and the answer isn't here.
            if attempt == ATTEMPTS - 1:
                raise
        time.sleep(random.uniform(0, PAUSE * 2**attempt))  # in the connection's thread
    raise AssertionError("the last attempt returns or raises")


def _commit_once(units: Sequence[Work[Any]], db: Database) -> list[Outcome]:
    # A savepoint costs a third of a small unit, and units rarely fail. So the first attempt has none; if a unit fails,
    # all is undone and run again with a savepoint for each, which shows the units that fail.
    try:
        with transaction(db):
            return [Outcome(_run(unit, db)) for unit in units]
    except _UnitFailed as failed:
        if _undone(failed.__cause__):
            raise failed.__cause__ from None
        if len(units) == 1 and isinstance(failed.__cause__, Exception):
            return [Outcome(None, failed.__cause__)]
    with transaction(db):
        return [in_savepoint(unit, db) for unit in units]


def _undone(error: BaseException | None) -> TypeGuard[ServerError]:
    """Whether PostgreSQL has undone the whole transaction because it met another one."""
    return isinstance(error, ServerError) and error.undone


def _run(unit: Work[T], db: Database) -> T:
    try:
        return unit(db)
    except Exception as error:
        raise _UnitFailed from error


@contextlib.contextmanager
def transaction(db: Database) -> Iterator[None]:
    """Commits at the end. If anything is raised, also by the commit, everything is undone."""
    db.execute("BEGIN IMMEDIATE" if isinstance(db, sqlite3.Connection) else "BEGIN")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def in_savepoint(unit: Work[Any], db: Database) -> Outcome:
    """Runs one unit of a transaction; if it raises, it is undone. Raises if the whole transaction is undone."""
    db.execute("SAVEPOINT unit")
    try:
        outcome = Outcome(unit(db))
    except Exception as error:
        # SQLite undoes everything where the disk is full, PostgreSQL where the transaction met another one.
        if not db.in_transaction or _undone(error):
            raise
        db.execute("ROLLBACK TO unit")
        outcome = Outcome(None, error)
    db.execute("RELEASE unit")
    return outcome


@contextlib.contextmanager
def only_one(path: Path) -> Iterator[None]:
    """Locks the database for this bot. Raises InUseError if another running bot has it, StoreError if it can't.

    The lock is SQLite's own, on an empty file beside the database. The system releases it when the process ends in
    any way, so a bot can always be started again after it was killed.
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
            raise InUseError(f"The database {path} is in use by another running bot: stop that one first.") from error
        yield
