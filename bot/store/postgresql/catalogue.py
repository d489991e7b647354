"""What PostgreSQL itself knows of the tables: numbers that were given, and whether its checks are on."""

from __future__ import annotations

from collections.abc import Iterator

from bot.store.database import Database


def last_number(db: Database, table: str) -> int:
    """The last number that a row of the table was given; 0 if none was."""
    (last,) = db.execute(
        "SELECT coalesce(pg_sequence_last_value(to_regclass(pg_get_serial_sequence(?, 'id'))), 0)", (table,)
    ).fetchone()
    return int(last)


def whole(db: Database) -> Iterator[str]:
    """Whether what keeps the tables right is switched on."""
    for row in db.execute("SELECT tgname AS name FROM pg_trigger WHERE tgenabled = 'D' ORDER BY 1").fetchall():
        yield f"The trigger {row['name']} is switched off."
    for row in db.execute("SELECT conname AS name FROM pg_constraint WHERE NOT convalidated ORDER BY 1").fetchall():
        yield f"The constraint {row['name']} was never proved."
