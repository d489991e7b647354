"""PostgreSQL beside SQLite: the same statements, another server.

Nothing imports this but ``connection.postgresql``, because its library is an extra. ``dialect.py`` makes of SQLite's
statements PostgreSQL's, ``session.py`` runs them, ``sentences.py`` says what went wrong; ``locking.py`` is who may use
a database at once, ``migrating.py`` how its tables are brought up to date, ``catalogue.py`` what the server knows of
them, ``room.py`` whether its disk takes more, and ``connections.py`` what the store holds.
Which process has which shards is in ``leases.py`` beside this folder.
"""

from __future__ import annotations

from bot.store.postgresql.catalogue import last_number, whole
from bot.store.postgresql.connections import leasing, listening, reading, writing
from bot.store.postgresql.locking import begin_between_writers, is_running, lock
from bot.store.postgresql.migrating import check, check_current, check_encoding, make
from bot.store.postgresql.room import take_room
from bot.store.postgresql.sentences import explain
from bot.store.postgresql.session import alone, end_writers, opened, repeatable, script, session, stream

__all__ = [
    "alone",
    "begin_between_writers",
    "check",
    "check_current",
    "check_encoding",
    "end_writers",
    "explain",
    "is_running",
    "last_number",
    "leasing",
    "listening",
    "lock",
    "make",
    "opened",
    "reading",
    "repeatable",
    "script",
    "session",
    "stream",
    "take_room",
    "whole",
    "writing",
]
