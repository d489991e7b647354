"""Whether PostgreSQL's disk takes more: told by what takes room, and is gone with its transaction."""

from __future__ import annotations

from typing import Final

from bot.store.database import Database, ServerError
from bot.store.postgresql.session import Session

_TAKE: Final = """
    CREATE TEMPORARY TABLE room (filler TEXT) ON COMMIT DROP;
    INSERT INTO room SELECT md5(number::text) FROM generate_series(1, 4000) AS number
"""
"""A quarter of a megabyte in the database's own folder."""
_REFUSED: Final = "42501"
"""The user may make no temporary tables here: then the next thing that is written has to tell."""


def take_room(db: Database) -> None:
    """Takes room until the transaction ends. Raises ServerError."""
    assert isinstance(db, Session)
    db.execute("SAVEPOINT room")
    try:
        db.script(_TAKE)
    except ServerError as error:
        if error.state != _REFUSED:
            raise
        db.execute("ROLLBACK TO room")
    db.execute("RELEASE room")
