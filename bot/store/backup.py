"""Copies of the database that can be put back: made while the bot runs, and called a backup only once they are proved.

The database is more than its file: what was written last lies in a second one beside it (the WAL) until SQLite moves it
over, and after a crash that can be everything. So a copy is made by SQLite's own online backup, and is one whole file.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from glob import escape
from pathlib import Path
from typing import Final

from bot.store import connection, migrate, outside
from bot.store.audit import Report
from bot.store.model.errors import StoreError
from bot.store.where import Where

Prove = Callable[[Path], Report]
"""Audits a database file."""
_WRITING: Final = ("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC")
"""How errors begin that only what is written can have."""
COMPANIONS: Final = ("-wal", "-shm")
"""How the names of the files end that SQLite keeps beside a database."""


def back_up(path: Path, copy: Path, prove: Prove) -> Report:
    """Copies the database to a new file that only its owner may read, and proves the copy.

    Gives the proof. Raises StoreError, and leaves no file, where there is no database, the copy can't be written or is
    not in order, or where a file of that name is there already.
    """
    if copy.exists():
        raise StoreError(f"There is a file {copy} already: name a new one.")
    with outside.to_read(path):  # it says what is wrong with the database by its own name, not by the copy's
        pass
    with beside(copy, "part") as part:
        _copy(path, part, copy)
        report = in_order(path, prove(part))
        give_name(part, copy)
    return report


def in_order(database: Where, report: Report) -> Report:
    """The proof of a copy, if it is to be a backup of the database. Raises StoreError."""
    if not report.ok:
        raise StoreError(
            f"No backup was made, for the database {database} is not in order: {report.problems[0]} "
            "`python -m bot audit` tells all."
        )
    return report


def put_back(copy: Path, path: Path, prove: Prove, now: float) -> tuple[Report, Path | None]:
    """Makes the backup the database again. ``now``: seconds of UTC, for the name under which the present one is kept.

    Gives the proof of what is the database now, and where the present one lies; None where there was none. Raises
    StoreError, and changes nothing, where the backup is not in order or a bot is running.
    """
    if not copy.is_file():
        raise StoreError(f"There is no backup {copy}: name the file that `python -m bot backup` made.")
    migrate.check(copy)
    with migrate.explained(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    with connection.only_one(path.resolve()), beside(path, "restoring") as part:
        _copy(copy, part, path)
        with migrate.explained(part), _opened(part, "rw") as db:
            migrate.migrate(db, migrate.migrations())  # a backup of an older version
        report = prove(part)
        if not report.ok:
            raise StoreError(f"The backup {copy} is not in order, and nothing was changed: {report.problems[0]}")
        with migrate.explained(path):
            before = _put_aside(path, dated(path, "before-restore", now)) if path.exists() else None
        give_name(part, path)
    return report, before


def copy_before_migration(path: Path, version: int, now: float) -> Path:
    """Keeps the database of that version beside the one that is about to be brought up. Raises StoreError."""
    for left in path.parent.glob(f"{escape(path.stem)}.version-*{escape(path.suffix)}.part"):
        _remove(left)  # each start that was killed meanwhile has left one, with a name of its own
    copy = dated(path, f"version-{version}", now)
    with beside(copy, "part") as part:
        _copy(path, part, copy)
        give_name(part, copy)
    return copy


def dated(path: Path, what: str, now: float) -> Path:
    """A name beside the database that says what it is and since when: ``bot.before-restore-20261123-0145.sqlite3``.

    A name that is taken gets the seconds, too.
    """
    for form in ("%Y%m%d-%H%M", "%Y%m%d-%H%M%S"):
        name = path.with_name(f"{path.stem}.{what}-{time.strftime(form, time.gmtime(now))}{path.suffix}")
        if not name.exists():
            return name
    raise StoreError(f"There is a file {name} already: try again in a second.")


@contextlib.contextmanager
def beside(path: Path, ending: str) -> Iterator[Path]:
    """An empty file in the same folder, for its owner alone; it is gone afterwards unless it got its real name."""
    part = path.with_name(f"{path.name}.{ending}")
    if not path.parent.is_dir():
        raise StoreError(f"There is no folder {path.parent}: make it first.")
    try:
        _remove(part)  # one that a killed process has left
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        why = error.strerror or str(error)
        raise StoreError(f"No file can be made in the folder {path.parent} ({why}): name a file elsewhere.") from error
    try:
        yield part
    finally:
        _remove(part)


def _copy(path: Path, part: Path, copy: Path) -> None:
    """One moment of the database, as one whole file; the bot goes on meanwhile. Raises StoreError.

    ``part``: where it is written; ``copy``: what it is to be called, which a failure to write names.
    """
    try:
        with _opened(path, "ro") as db, _opened(part, "rw") as copied:
            db.backup(copied)
            # Without a WAL the file alone is the database; the store turns it on again when it opens the file.
            copied.execute("PRAGMA journal_mode = DELETE")
            if copied.execute("SELECT 1 FROM sqlite_schema WHERE name = 'resting'").fetchone() is not None:
                copied.execute("DELETE FROM resting")  # its tables are played on, and their messages show what follows
    except sqlite3.Error as error:
        raise migrate.explain(copy if of_what_is_written(error) else path, error) from error
    with migrate.explained(copy), part.open("rb") as file:
        os.fsync(file.fileno())


def of_what_is_written(error: sqlite3.Error) -> bool:
    """Whether an error while something is copied comes from the copy."""
    return getattr(error, "sqlite_errorname", "").startswith(_WRITING)


@contextlib.contextmanager
def _opened(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    uri = migrate.database_uri(path, mode)
    with contextlib.closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as db:
        yield db


def _put_aside(path: Path, aside: Path) -> Path:
    """Renames the database with what lies beside it, so that nothing of it is lost, damaged or not."""
    for ending in ("", *COMPANIONS):
        file = path.with_name(path.name + ending)
        if file.exists():
            file.rename(aside.with_name(aside.name + ending))
    return aside


def give_name(part: Path, name: Path) -> None:
    """Gives a file that is whole its real name, and waits until that is on the disk. Raises StoreError."""
    with migrate.explained(name):
        part.rename(name)
        handle = os.open(name.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _remove(part: Path) -> None:
    for ending in ("", "-journal", *COMPANIONS):
        part.with_name(part.name + ending).unlink(missing_ok=True)
