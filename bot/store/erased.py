"""Who was erased lately, as fingerprints that only the same ids make: nobody gets starting chips twice that way, is
rid of a debt, has a frozen purse thawed, or comes back to a table after having been removed from it."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from bot.store.database import Database

REMEMBERED: Final = 30 * 86_400.0
"""Seconds for which a fingerprint is kept."""
_SALT: Final = "erasure salt"


@dataclass(frozen=True, slots=True)
class Erased:
    """What outlasts an erasure in a server, for thirty days."""

    at: float
    """When it was, in seconds of UTC."""
    debt: int
    """The chips that the purse was below zero."""
    frozen: bool
    """Whether the purse was frozen."""


def note(db: Database, guild_id: int, user_id: int, erased: Erased) -> None:
    """Keeps the fingerprint of somebody who is erased."""
    _have_salt(db)
    db.execute(
        "INSERT INTO erased_lately (guild_id, fingerprint, at, debt, frozen) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (guild_id, fingerprint) DO UPDATE SET at = excluded.at, debt = excluded.debt,"
        " frozen = excluded.frozen",
        (guild_id, _fingerprint(db, user_id), erased.at, erased.debt, erased.frozen),
    )


def note_removals(db: Database, user_id: int, now: float) -> None:
    """Keeps the fingerprint of somebody who is erased at the tables from which the person was removed."""
    rows = db.execute("SELECT table_id FROM guests WHERE user_id = ? AND invited = 0", (user_id,)).fetchall()
    if rows:
        _have_salt(db)
        fingerprint = _fingerprint(db, user_id)
        db.executemany(
            "INSERT INTO erased_guests (table_id, fingerprint, at) VALUES (?, ?, ?)"
            " ON CONFLICT (table_id, fingerprint) DO UPDATE SET at = excluded.at",
            [(row["table_id"], fingerprint, now) for row in rows],
        )


def was_removed(db: Database, table_id: int, user_id: int) -> bool:
    """Whether somebody with that id was removed from the table and then erased, in the last thirty days."""
    rows = db.execute("SELECT fingerprint FROM erased_guests WHERE table_id = ?", (table_id,))
    known = {row["fingerprint"] for row in rows}
    return bool(known) and _fingerprint(db, user_id) in known


def lately(db: Database, guild_id: int, user_id: int) -> Erased | None:
    """The erasure of somebody with that id; None if there was none in the last thirty days."""
    if db.execute("SELECT 1 FROM erased_lately LIMIT 1").fetchone() is None:
        return None
    row = db.execute(
        "SELECT at, debt, frozen FROM erased_lately WHERE guild_id = ? AND fingerprint = ?",
        (guild_id, _fingerprint(db, user_id)),
    ).fetchone()
    return None if row is None else Erased(row["at"], row["debt"], bool(row["frozen"]))


def forget(db: Database, now: float) -> None:
    """Forgets fingerprints whose time is up; with the last one what they are made with."""
    db.execute("DELETE FROM erased_lately WHERE at < ?", (now - REMEMBERED,))
    db.execute("DELETE FROM erased_guests WHERE at < ?", (now - REMEMBERED,))
    db.execute(
        "DELETE FROM meta WHERE key = ? AND NOT EXISTS (SELECT 1 FROM erased_lately)"
        " AND NOT EXISTS (SELECT 1 FROM erased_guests)",
        (_SALT,),
    )


def same_day(at: float, now: float) -> bool:
    """Whether both are on one day of UTC."""
    return datetime.fromtimestamp(at, UTC).date() == datetime.fromtimestamp(now, UTC).date()


def _have_salt(db: Database) -> None:
    """Draws what fingerprints are made with, where there is none."""
    db.execute("INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING", (_SALT, secrets.token_hex(32)))


def _fingerprint(db: Database, user_id: int) -> str:
    (salt,) = db.execute("SELECT value FROM meta WHERE key = ?", (_SALT,)).fetchone()
    return hashlib.scrypt(str(user_id).encode(), salt=bytes.fromhex(salt), n=2**12, r=8, p=1, dklen=16).hex()
