"""What people at a table have voted for or agreed to: one ballot a person and kind, the newest."""

from __future__ import annotations

import sqlite3

from bot.store import tables
from bot.store.model.tables import Ballot, Ballots


def cast(db: sqlite3.Connection, table_id: int, ballot: Ballot) -> None:
    """Keeps a ballot. Raises ConflictError: no_table, table_closed."""
    tables.open_only(db, table_id)
    db.execute(
        "INSERT INTO votes (table_id, kind, user_id, deal, seq) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET deal = excluded.deal, seq = excluded.seq",
        (table_id, ballot.kind, ballot.user_id, ballot.deal, ballot.seq),
    )


def withdraw(db: sqlite3.Connection, table_id: int, kind: Ballots, user_id: int) -> None:
    """Forgets one person's ballot of that kind at a table."""
    db.execute("DELETE FROM votes WHERE table_id = ? AND kind = ? AND user_id = ?", (table_id, kind, user_id))


def forget(db: sqlite3.Connection, table_id: int, kind: Ballots) -> None:
    """Forgets all ballots of that kind at a table."""
    db.execute("DELETE FROM votes WHERE table_id = ? AND kind = ?", (table_id, kind))
