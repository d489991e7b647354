"""Numbered migrations, and what a database file must be before anything is written to it.

``migrations/0001_*.sql`` and so on bring a database from one version to the next. The version is SQLite's
``user_version``, which is part of the database and changes in the same transaction as the tables.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final
from urllib.parse import quote

from bot.store.database import Database
from bot.store.model.errors import StoreError, UnfitError

APPLICATION_ID: Final = int.from_bytes(b"KNCK", "big")
"""Marks a database as ours in SQLite's header; the first migration writes it."""

OLDEST_SQLITE: Final = (3, 37, 0)
"""The first SQLite with STRICT tables."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One step from version ``number`` - 1 to version ``number``."""

    number: int
    name: str
    script: str

    def statements(self) -> Iterator[str]:
        """The script's statements one by one: ``executescript`` would commit the open transaction first."""
        statement = ""
        for line in self.script.splitlines(keepends=True):
            statement += line
            if sqlite3.complete_statement(statement):
                yield statement
                statement = ""
        if statement.strip():
            raise StoreError(f"The migration {self.name} ends in the middle of a statement.")


@cache
def migrations(of: str = "migrations") -> tuple[Migration, ...]:
    """The program's migrations in order. ``of``: the folder, SQLite's or PostgreSQL's."""
    folder = resources.files("bot.store") / of
    found = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".sql")), key=lambda entry: entry.name)
    steps = tuple(Migration(int(entry.name.split("_")[0]), entry.name, entry.read_text("utf-8")) for entry in found)
    first = steps[0].number
    assert [step.number for step in steps] == list(range(first, first + len(steps))), "migrations are missing"
    assert first == 1 or of != "migrations"
    return steps


def database_uri(path: Path, mode: str) -> str:
    """The file as SQLite's URI; ``mode`` is ``ro``, ``rw`` or ``rwc``."""
    return f"file:{quote(str(path))}?mode={mode}"


def check(path: Path) -> None:
    """Raises UnfitError if the file can't be this program's database, StoreError if it can't be read.

    Writes nothing, not even beside the file.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise UnfitError(
            f"The database needs SQLite {'.'.join(map(str, OLDEST_SQLITE))} or newer, "
            f"this Python has {sqlite3.sqlite_version}."
        )
    with explained(path):
        if not path.exists():
            return
        if path.is_dir():
            raise UnfitError(f"The database {path} is a folder: name a file.")
        if not path.is_file():
            raise UnfitError(f"The database {path} is not a file: name a file.")
        with looked_at(path) as db:
            check_connection(db, path)


@contextlib.contextmanager
def looked_at(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that reads the file, and writes nothing beside it."""
    # Opening a database in WAL mode makes files beside it, unless it is opened as immutable; but then the WAL that
    # a killed bot left is not read. So only a file without a WAL is opened as immutable.
    wal = path.with_name(path.name + "-wal")
    left = wal.exists() and wal.stat().st_size > 0
    uri = database_uri(path, "ro") + ("" if left else "&immutable=1")
    with contextlib.closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as db:
        yield db


def check_connection(db: sqlite3.Connection, path: Path) -> int:
    """The database's version. Raises UnfitError if it is newer than the program or another program's."""
    version, newest = version_of(db), len(migrations())
    if version > newest:
        raise UnfitError(
            f"The database {path} was written by a newer Knockabout (its version is {version}, this program knows "
            f"versions up to {newest}): update the program or name another file."
        )
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION_ID and (tables or version):
        raise UnfitError(f"The database {path} belongs to another program: name another file.")
    return version


def version_of(db: Database) -> int:
    """How many migrations the database has had."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


def migrate(db: sqlite3.Connection, steps: Sequence[Migration]) -> None:
    """Runs the migrations that the database has not had, each in one transaction; one that fails changes nothing."""
    for step in steps[version_of(db) :]:
        db.execute("BEGIN IMMEDIATE")
        try:
            for statement in step.statements():
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {step.number:d}")
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise


def explain(path: Path, error: sqlite3.Error | OSError) -> StoreError:
    """What SQLite or the system says about the file, as one sentence."""
    if isinstance(error, OSError):
        return StoreError(f"The file {path} can't be used: {error.strerror or error}.")
    name = getattr(error, "sqlite_errorname", "")
    for start, text in _SENTENCES.items():
        if name.startswith(start):
            if start in _OF_THE_FILE:
                return UnfitError(text.format(path=path))
            sentence = StoreError(text.format(path=path))
            sentence.by_disk, sentence.undone = True, start in _UNDONE
            return sentence
    return StoreError(f"The database {path} can't be used: {error}.")


READ_ONLY: Final = "The database {path} can't be written: change its permissions or name another file."

_OF_THE_FILE: Final = ("SQLITE_NOTADB", "SQLITE_CORRUPT")
"""How errors begin that come from what stands in the file."""
_UNDONE: Final = ("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_BUSY")
"""How errors begin after which SQLite has written nothing."""
_SENTENCES: Final = {
    "SQLITE_NOTADB": "The file {path} is not a database: name another file.",
    "SQLITE_CORRUPT": "The database {path} is damaged: put back a copy of it or name another file.",
    "SQLITE_BUSY": "The database {path} is in use by another program: stop that first.",
    "SQLITE_READONLY": READ_ONLY,
    "SQLITE_CANTOPEN": "The database {path} can't be opened: look at the permissions of the file and its folder.",
    "SQLITE_FULL": "The database {path} can't be written: the disk is full.",
    "SQLITE_IOERR": "The database {path} can't be read or written: the disk fails or is full.",
}


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Raises a StoreError, one sentence, if SQLite or the system fails with the file."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise explain(path, error) from error
