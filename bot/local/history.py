"""The chat's memory: one SQLite file beside the bot's own database, or nothing but memory.

Whatever a request changed is committed before the request is answered, so an id that the bot was told is
there after a kill. WAL without a sync a commit: a crash of the machine may lose the last moments, a crash of the
process loses nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections import OrderedDict
from pathlib import Path

import aiosqlite

from bot.local.state.model import Thing

_SCHEMA = """
CREATE TABLE IF NOT EXISTS things (kind TEXT NOT NULL, id INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, id));
CREATE TABLE IF NOT EXISTS blobs (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
"""
_VERSION = 1
_log = logging.getLogger(__name__)
_CACHE_BYTES = 32 * 1024 * 1024
_LINGER = 0.1
"""A change made by a timer is committed within this many seconds."""


_FOLDER, _FILE = 0o700, 0o600
"""For this user alone: the file holds private messages, the people's keys and the bot's token."""


class HistoryError(Exception):
    """The history's file can't be used; the message says why."""

    in_use = False
    """Whether another process has it."""


def _make_private(path: Path) -> None:
    """Make the file and its folder where they are missing, for this user alone, before a byte is written.

    SQLite gives the files that it lays beside a database the permissions of the database. Raises OSError.
    """
    for folder in reversed([folder for folder in path.parents if not folder.exists()]):
        folder.mkdir(mode=_FOLDER, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, _FILE))
    for kept in (path, Path(f"{path}-wal")):
        if kept.exists():
            kept.chmod(_FILE)


class History:
    """Keeps things and blobs. Call ``open`` first and ``close`` last."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._db: aiosqlite.Connection | None = None
        self._things: dict[tuple[str, int], Thing | None] = {}
        self._blobs: dict[int, bytes | None] = {}
        self._cache: OrderedDict[int, bytes] = OrderedDict()
        self._cached = 0
        self._lock = asyncio.Lock()
        self._changed = asyncio.Event()
        self._sweeper: asyncio.Task[None] | None = None

    async def open(self) -> list[tuple[str, str]]:
        """Open or make the file. Returns (kind, JSON) of all that it holds, in the order of the ids.

        The file is this process's alone until ``close``. Raises HistoryError where it can't be opened, is in use by
        another process, or comes from a newer version.
        """
        if self.path is None:
            return []
        try:
            _make_private(self.path)
            self._db = await aiosqlite.connect(self.path, isolation_level=None, timeout=1)
            await self._db.execute("PRAGMA locking_mode=EXCLUSIVE")
            async with self._db.execute("PRAGMA user_version") as cursor:
                row = await cursor.fetchone()
            version = int(row[0]) if row else 0
            if version > _VERSION:
                await self._db.close()
                self._db = None
                raise HistoryError(f"The chat history {self.path} was written by a newer version ({version})")
            await self._db.execute("PRAGMA journal_mode=WAL")
            await self._db.execute("PRAGMA synchronous=NORMAL")
            await self._db.executescript(_SCHEMA)
            await self._db.execute(f"PRAGMA user_version={_VERSION}")
            async with self._db.execute("SELECT kind, body FROM things ORDER BY id") as cursor:
                rows = [(str(kind), str(body)) for kind, body in await cursor.fetchall()]
        except (OSError, aiosqlite.Error) as error:
            await self.close()
            if getattr(error, "sqlite_errorname", "") == "SQLITE_BUSY":
                busy = HistoryError(f"The chat history {self.path} is in use by another process")
                busy.in_use = True
                raise busy from error
            why = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else error
            raise HistoryError(f"The chat history {self.path} can't be opened: {why}") from error
        self._sweeper = asyncio.create_task(self._sweep(), name="local-discord-history")
        return rows

    def keep(self, thing: Thing) -> None:
        """Write this thing, new or changed, with the next commit."""
        if self.path is not None:
            self._things[thing.kind, thing.id] = thing
            self._changed.set()

    def forget(self, thing: Thing) -> None:
        """Take this thing out with the next commit."""
        if self.path is not None:
            self._things[thing.kind, thing.id] = None
            self._changed.set()

    def keep_blob(self, blob_id: int, data: bytes) -> None:
        """Keep the bytes of a file."""
        self._remember(blob_id, data)
        if self.path is not None:
            self._blobs[blob_id] = data
            self._changed.set()

    def forget_blob(self, blob_id: int) -> None:
        """Let the bytes of a file go, at once."""
        data = self._cache.pop(blob_id, None)
        self._cached -= len(data) if data else 0
        if self.path is not None:
            self._blobs[blob_id] = None
            self._changed.set()

    async def blob(self, blob_id: int) -> bytes | None:
        """The bytes of a file, None where there are none."""
        if blob_id in self._blobs:
            return self._blobs[blob_id]
        data = self._cache.get(blob_id)
        if data is None and self._db is not None:
            async with self._db.execute("SELECT data FROM blobs WHERE id = ?", (blob_id,)) as cursor:
                row = await cursor.fetchone()
            if row is not None:
                data = bytes(row[0])
                self._remember(blob_id, data)
        return data

    async def settle(self) -> None:
        """Return when everything kept so far is committed."""
        if self._db is None or not (self._things or self._blobs or self._lock.locked()):
            return
        async with self._lock:
            things, self._things = self._things, {}
            blobs, self._blobs = self._blobs, {}
            if not things and not blobs:
                return
            kept = [(k, i, thing.model_dump_json()) for (k, i), thing in things.items() if thing is not None]
            gone = [key for key, thing in things.items() if thing is None]
            fresh = [(i, data) for i, data in blobs.items() if data is not None]
            try:
                await self._db.execute("BEGIN IMMEDIATE")
                await self._db.executemany("INSERT OR REPLACE INTO things VALUES (?, ?, ?)", kept)
                await self._db.executemany("DELETE FROM things WHERE kind = ? AND id = ?", gone)
                await self._db.executemany("INSERT OR REPLACE INTO blobs VALUES (?, ?)", fresh)
                await self._db.executemany(
                    "DELETE FROM blobs WHERE id = ?", [(i,) for i, data in blobs.items() if data is None]
                )
                await self._db.execute("COMMIT")
            except BaseException:
                self._things, self._blobs = things | self._things, blobs | self._blobs
                with contextlib.suppress(aiosqlite.Error):
                    await self._db.execute("ROLLBACK")
                raise

    async def close(self) -> None:
        """Commit what is left and close the file."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sweeper
            self._sweeper = None
        if self._db is not None:
            try:
                await self.settle()
            finally:
                await self._db.close()
                self._db = None

    def _remember(self, blob_id: int, data: bytes) -> None:
        self._cached += len(data) - len(self._cache.get(blob_id, b""))
        self._cache[blob_id] = data
        while self.path is not None and self._cached > _CACHE_BYTES and len(self._cache) > 1:
            _, oldest = self._cache.popitem(last=False)
            self._cached -= len(oldest)

    async def _sweep(self) -> None:
        while True:
            await self._changed.wait()
            await asyncio.sleep(_LINGER)
            self._changed.clear()
            try:
                await self.settle()
            except aiosqlite.Error:
                _log.exception("The chat history %s could not be written; trying again", self.path)
                self._changed.set()
