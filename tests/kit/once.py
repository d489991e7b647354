"""What is the same for every test and costs much: it is made once a process."""

from __future__ import annotations

import functools
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from bot.i18n import Catalogue
from bot.store.store import prepare


@functools.cache
def own_texts() -> Catalogue:
    """The bot's own texts, strict. Reading them takes longer than the rest of the bot's start."""
    return Catalogue.load(strict=True)


def new_database(path: Path) -> None:
    """A new database in that file, as opening a store makes it: a copy of one to which all migrations were applied.

    What is there already stays as it is.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_bytes(_migrated())


@functools.cache
def _migrated() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "new.sqlite3"
        with prepare(path, 0.0), closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # into the file, which alone is copied
        return path.read_bytes()
