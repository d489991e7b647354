"""The log of a server: what hosts, moderators and the bot did there. No card and no word of a message is in it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Final

from bot.store.database import Database, Row
from bot.store.model.servers import NO_SERVER, LogEntry, LogPage

A_PAGE: Final = 10
"""Entries on a page."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something to be written into a server's log."""

    what: str
    """The catalogue's ``log-<what>`` tells it."""
    by: int | None = None
    """The user who did it; None: the bot itself."""
    about: int | None = None
    """The user whom it concerns."""
    table: int | None = None
    details: dict[str, Any] = field(default_factory=dict)
    """Numbers and words of this program, a preset's name, and the reason that a moderator gave; never a card."""


def write(db: Database, guild_id: int, act: Act, key: str, at: float) -> int | None:
    """Writes it once a key. What happens in direct messages stands in no log.

    Returns the entry's id; None where nothing was written.
    """
    if guild_id == NO_SERVER:
        return None
    row = db.execute(
        "INSERT INTO server_log (guild_id, key, at, what, by_id, about_id, table_id, details)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING RETURNING id",
        (guild_id, key, at, act.what, act.by, act.about, act.table, json.dumps(act.details, sort_keys=True)),
    ).fetchone()
    return None if row is None else int(row["id"])


COLUMNS: Final = "at, what, by_id, about_id, game, channel_id, details"
"""What ``entry`` reads, of an entry and of its table."""


def entry(row: Row) -> LogEntry:
    """An entry as it is stored."""
    return LogEntry(
        row["at"],
        row["what"],
        row["by_id"],
        row["about_id"],
        row["game"] or "",
        row["channel_id"] or 0,
        json.loads(row["details"]),
    )


def page(db: Database, guild_id: int, number: int) -> LogPage:
    """A page of a server's log, the newest entries first; pages are counted from 1."""
    (entries,) = db.execute("SELECT count(*) FROM server_log WHERE guild_id = ?", (guild_id,)).fetchone()
    pages = max(1, -(-entries // A_PAGE))
    number = min(max(number, 1), pages)
    rows = db.execute(
        f"SELECT {COLUMNS} FROM server_log LEFT JOIN tables ON tables.id = table_id"
        " WHERE server_log.guild_id = ? ORDER BY server_log.id DESC LIMIT ? OFFSET ?",
        (guild_id, A_PAGE, (number - 1) * A_PAGE),
    )
    found = tuple(entry(row) for row in rows)
    return LogPage(found, number, pages)


def of_person(db: Database, user_id: int) -> list[dict[str, Any]]:
    """What the logs of all servers say of a person, the oldest first; of others nothing but what they did."""
    rows = db.execute(
        "SELECT id, guild_id, at, what, by_id, table_id, details FROM server_log WHERE by_id = :person"
        " UNION SELECT id, guild_id, at, what, by_id, table_id, details FROM server_log WHERE about_id = :person"
        " ORDER BY id",
        {"person": user_id},
    )
    return [
        {
            "server": row["guild_id"],
            "at": row["at"],
            "what": row["what"],
            "by_you": row["by_id"] == user_id,
            "table": row["table_id"],
            **({"details": details} if (details := json.loads(row["details"])) else {}),
        }
        for row in rows
    ]


def erase(db: Database, user_id: int, nobody: int) -> None:
    """Puts the number that leads nowhere where the user's id stands, and takes away reasons about that person."""
    rows = db.execute("SELECT id, details FROM server_log WHERE about_id = ?", (user_id,)).fetchall()
    for row in rows:
        details = {name: value for name, value in json.loads(row["details"]).items() if name != "why"}
        db.execute("UPDATE server_log SET details = ? WHERE id = ?", (json.dumps(details, sort_keys=True), row["id"]))
    db.execute("UPDATE server_log SET about_id = ? WHERE about_id = ?", (nobody, user_id))
    db.execute("UPDATE server_log SET by_id = ? WHERE by_id = ?", (nobody, user_id))


def forget(db: Database, before: float) -> None:
    """Forgets entries that are older."""
    db.execute("DELETE FROM server_log WHERE at < ?", (before,))
