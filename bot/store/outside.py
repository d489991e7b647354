"""The database beside the bot: how commands of whoever hosts it read and write what a bot may be using."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.store import connection, migrate
from bot.store.database import Database, ServerError
from bot.store.model.errors import StoreError
from bot.store.where import Where

FAILURES = (sqlite3.Error, ServerError)
"""What statements raise where the database fails."""
PATIENCE: Final = 30.0
"""Seconds that SQLite waits for the bot to have written something."""


@contextlib.contextmanager
def to_read(where: Where) -> Iterator[Database]:
    """A connection that only reads.

    Raises StoreError if this program's database isn't there, has another version or fails.
    """
    if not isinstance(where, Path):
        server = connection.postgresql()
        with server.opened(where) as session:
            server.check_current(where, session)
            yield session
        return
    if not where.exists():
        raise StoreError(f"There is no database {where}: name the one that the bot uses.")
    migrate.check(where)
    with migrate.explained(where):
        uri = migrate.database_uri(where, "ro")
        with contextlib.closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as db:
            connection.set_up(db, writes=False)
            version, newest = migrate.check_connection(db, where), len(migrate.migrations())
            if version < newest:
                raise StoreError(
                    f"The database {where} is of version {version}, this program's is {newest}: start the bot once."
                )
            yield db


def begin_between_writers(where: Where, db: Database) -> None:
    """Begins a snapshot that lacks nothing with a smaller number than something that it has. Raises what statements
    raise."""
    if isinstance(where, Path):
        db.execute("BEGIN")  # there is but one writer
    else:
        connection.postgresql().begin_between_writers(db)


def exists(where: Where) -> bool:
    """Whether there is a database of this program's. Raises StoreError if PostgreSQL can't be asked or isn't fit."""
    if isinstance(where, Path):
        with migrate.explained(where):  # a folder above it that may not be looked into
            return where.exists()
    server = connection.postgresql()
    with server.opened(where) as session:
        server.check_encoding(where, session)
        return bool(server.check(where, session))


def can_be_made(path: Path) -> None:
    """Raises StoreError if no database can be made there; makes nothing."""
    folder = next(folder for folder in path.absolute().parents if folder.exists())
    if not folder.is_dir():
        raise StoreError(f"The database {path} can't be made: its folder {folder} is a file.")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise StoreError(
            f"The database {path} can't be made: you may not write into the folder {folder}. Change its permissions or "
            "name another file."
        )


@contextlib.contextmanager
def to_write(where: Where) -> Iterator[Database]:
    """A connection that writes beside the bot, for which SQLite waits. Raises what statements raise."""
    if not isinstance(where, Path):
        with contextlib.closing(connection.postgresql().session(where, "write")) as session:
            yield session
        return
    uri = migrate.database_uri(where, "rw")
    with contextlib.closing(sqlite3.connect(uri, uri=True, isolation_level=None, timeout=PATIENCE)) as db:
        db.row_factory = sqlite3.Row
        db.execute("PRAGMA foreign_keys = ON")
        yield db


def whole(where: Where, db: Database) -> Iterator[str]:
    """What the database itself finds wrong with its tables: a sentence each."""
    if not isinstance(where, Path):
        yield from connection.postgresql().whole(db)
        return
    for (line,) in db.execute("PRAGMA integrity_check").fetchall():
        if line != "ok":
            yield f"The file is damaged: {line}."
    for row in db.execute("PRAGMA foreign_key_check").fetchall():
        yield f"A row of {row['table']} refers to a row of {row['parent']} that is not there."
