"""A database copied to another place, of either kind: all rows and numbers, as they are at one moment."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

from bot.store import backup, connection, migrate
from bot.store.database import Database
from bot.store.model.errors import StoreError
from bot.store.outside import FAILURES, to_read
from bot.store.where import Server, Where

ROWS: Final = 2_000
"""How many rows are in memory at once."""


_OF_THE_MOMENT: Final = frozenset({"processes", "leases", "identifies", "passed_on"})
"""Tables of what is true only where the bot runs: a copy has none of it."""
_UNTIL_PLAYED_ON: Final = frozenset({"resting"})
"""Tables of what is true until the bot plays on: a copy has it only where that is to play on in it."""


@contextlib.contextmanager
def moving(where: Where) -> Iterator[None]:
    """Keeps a bot away from the database meanwhile. Raises StoreError if one is running."""
    if isinstance(where, Path):
        with connection.only_one(where.resolve()):
            yield
        return
    server = connection.postgresql()
    with server.opened(where, writes=True) as session:
        server.lock(where, session)
        yield


def copied(
    source: Where, target: Where, prove: Callable[[Path], object] = lambda copy: None, *, plays_on: bool = False
) -> None:
    """Copies the database; a bot may be using it. Raises StoreError, and leaves the target as it was, if there is
    something in it or either can't be used.

    ``prove`` looks at a file before it gets its name, and raises StoreError if it is not to get it. ``plays_on``: no
    bot uses the database, and the next start is that of the copy.
    """
    with to_read(source) as db:
        db.execute("BEGIN")
        tables = columns(plays_on=plays_on)
        if isinstance(target, Path):
            _to_file(source, db, target, tables, prove)
        else:
            _to_server(source, db, target, tables)


def columns(*, plays_on: bool = False) -> dict[str, tuple[str, ...]]:
    """The columns of each table that a copy has, the tables in an order in which rows refer to earlier ones.

    ``plays_on``: whether the bot plays on in the copy.
    """
    left_out = _OF_THE_MOMENT if plays_on else _OF_THE_MOMENT | _UNTIL_PLAYED_ON
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate.migrate(db, migrate.migrations())
        names = db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
        ).fetchall()
        return {
            name: tuple(row[1] for row in db.execute(f"PRAGMA table_xinfo({name})") if not row[6])
            for (name,) in names
            if name not in left_out
        }


def _rows(db: Database, table: str, names: Sequence[str]) -> Iterator[list[Sequence[Any]]]:
    """The rows of a table, some at a time."""
    sql = f"SELECT {', '.join(names)} FROM {table}"
    of_file = isinstance(db, sqlite3.Connection)
    rows: Iterable[Any] = db.execute(sql) if of_file else connection.postgresql().stream(db, sql)
    found: Iterator[Sequence[Any]] = map(tuple, rows)
    while some := list(islice(found, ROWS)):
        yield some


def _taken(row: Sequence[Any]) -> Sequence[Any]:
    """The row as PostgreSQL takes it, whose texts have no U+0000: what Discord sends loses it, too, since 0.2.0."""
    if any(isinstance(value, str) and "\0" in value for value in row):
        return [value.replace("\0", "") if isinstance(value, str) else value for value in row]
    return row


def _numbers(db: Database, table: str) -> int:
    """The last number that a row of the table was given, also of one that is gone."""
    (last,) = db.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()
    if not isinstance(db, sqlite3.Connection):
        return max(int(last), int(connection.postgresql().last_number(db, table)))
    row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)).fetchone()
    return int(last) if row is None else max(int(last), int(row[0]))


def _to_file(
    source: Where, db: Database, target: Path, tables: dict[str, tuple[str, ...]], prove: Callable[[Path], object]
) -> None:
    if target.exists():
        raise StoreError(f"There is a file {target} already: name a new one.")
    with backup.beside(target, "part") as part:
        uri = migrate.database_uri(part, "rw")
        with (
            migrate.explained(target),
            contextlib.closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as made,
        ):
            migrate.migrate(made, migrate.migrations())
            with connection.transaction(made):
                triggers = made.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
                for name, _ in triggers:
                    made.execute(f"DROP TRIGGER {name}")
                for table, names in tables.items():
                    made.execute(f"DELETE FROM {table}")
                    insert = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
                    with _explained(source, target):
                        for some in _rows(db, table, names):
                            made.executemany(insert, some)
                        last = _numbers(db, table) if "id" in names and table != "audited" else 0
                    known = made.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", (last, table)).rowcount
                    sql = made.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]
                    if last and not known and "AUTOINCREMENT" in sql:
                        made.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, last))
                for _, sql in triggers:
                    made.execute(sql)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        prove(part)
        backup.give_name(part, target)


def _to_server(source: Where, db: Database, target: Server, tables: dict[str, tuple[str, ...]]) -> None:
    server = connection.postgresql()
    with server.opened(target, writes=True) as made:
        server.lock(target, made)
        server.check_encoding(target, made)
        if server.check(target, made):
            raise StoreError(f"There is something in the database {target} already: name an empty one.")
        made.execute("BEGIN ISOLATION LEVEL READ COMMITTED")
        try:
            server.make(made)
            for table, names in tables.items():
                made.script(f"ALTER TABLE {table} DISABLE TRIGGER USER; DELETE FROM {table}")
                copy = f"COPY {table} ({', '.join(names)}) FROM STDIN"
                with _explained(source):
                    made.copy_in(copy, (_taken(row) for some in _rows(db, table, names) for row in some))
                    last = _numbers(db, table) if "id" in names and table != "audited" else 0
                if last:
                    made.execute("SELECT setval(pg_get_serial_sequence(?, 'id'), ?)", (table, last))
                made.script(f"ALTER TABLE {table} ENABLE TRIGGER USER")
            made.execute("COMMIT")
        except BaseException:
            if made.in_transaction:
                made.execute("ROLLBACK")
            raise
        made.script("ANALYZE")


@contextlib.contextmanager
def _explained(source: Where, target: Where | None = None) -> Iterator[None]:
    """Tells what SQLite says while rows are read from that file, and written to ``target`` if that is one, too."""
    try:
        yield
    except FAILURES as error:
        if isinstance(error, sqlite3.Error):
            at = target if target is not None and backup.of_what_is_written(error) else source
            raise connection.explained(at, error) from error
        raise
