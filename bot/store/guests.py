"""Whom the host of a table lets sit down there: who was invited, who was removed, and whether it is locked."""

from __future__ import annotations

from bot.store import erased, tables
from bot.store.database import Database
from bot.store.model.errors import Refusal


def note(db: Database, table_id: int, user_id: int, *, invited: bool) -> None:
    """Notes that a person was invited, or was removed and may not sit down again until invited.

    Raises ConflictError: no_table, table_closed.
    """
    tables.open_only(db, table_id)
    db.execute(
        "INSERT INTO guests (table_id, user_id, invited) VALUES (?, ?, ?)"
        " ON CONFLICT (table_id, user_id) DO UPDATE SET invited = excluded.invited",
        (table_id, user_id, invited),
    )


def check(db: Database, table_id: int, user_id: int) -> None:
    """Raises Refusal where that person may not sit down: was_removed, table_locked.

    Whoever has sat there before is nobody new. Whoever was removed and has erased everything since stays removed.
    """
    row = db.execute(
        "SELECT locked, invited,"
        " EXISTS (SELECT 1 FROM sittings WHERE sittings.table_id = :table AND user_id = :person) AS known"
        " FROM tables LEFT JOIN guests ON guests.table_id = tables.id AND user_id = :person WHERE tables.id = :table",
        {"table": table_id, "person": user_id},
    ).fetchone()
    if row["invited"] == 0 or (row["invited"] is None and erased.was_removed(db, table_id, user_id)):
        raise Refusal("was_removed")
    if row["locked"] and not row["invited"] and not row["known"]:
        raise Refusal("table_locked")


def may_sit(db: Database, table_id: int, user_id: int) -> bool:
    """Whether that person may sit down, as far as guests are concerned."""
    try:
        check(db, table_id, user_id)
    except Refusal:
        return False
    return True


def go_along(db: Database, table_id: int, next_id: int) -> None:
    """Has the same hold at the table where the people of this one go on; whoever sat here is invited there."""
    db.execute("UPDATE tables SET locked = (SELECT locked FROM tables WHERE id = ?) WHERE id = ?", (table_id, next_id))
    db.execute(
        "INSERT INTO guests (table_id, user_id, invited) SELECT ?, user_id, 1 FROM sittings"
        " WHERE table_id = ? AND user_id IS NOT NULL GROUP BY user_id",
        (next_id, table_id),
    )
    db.execute(
        "INSERT INTO guests (table_id, user_id, invited) SELECT ?, user_id, invited FROM guests WHERE table_id = ?"
        " ON CONFLICT (table_id, user_id) DO UPDATE SET invited = excluded.invited",
        (next_id, table_id),
    )
    db.execute(
        "INSERT INTO erased_guests (table_id, fingerprint, at)"
        " SELECT ?, fingerprint, at FROM erased_guests WHERE table_id = ? ON CONFLICT DO NOTHING",
        (next_id, table_id),
    )
