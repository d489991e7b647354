"""Who was erased lately, as fingerprints that only the same ids make: nobody gets starting chips twice that way, is
rid of a debt, has a frozen purse thawed, or comes back to a table after having been removed from it.

What this process or another one was about to write meanwhile, for something of before, would name the person again. So
whatever writes a person's rows besides what the person does asks here first: of two transactions of which neither sees
the other, PostgreSQL undoes one.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from bot.store.database import Database
from bot.store.model.servers import NO_SERVER

REMEMBERED: Final = 30 * 86_400.0
"""Seconds for which a fingerprint is kept."""
LATE: Final = 900.0
"""Seconds after an erasure in which something of before may still be about to be written: as long as a token lives."""
_SALT: Final = "erasure salt"
_DISCORDS_BEGINNING: Final = 1_420_070_400.0
"""From when Discord's ids count their milliseconds, in seconds of UTC."""


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


def since(db: Database, user_id: int, at: float) -> bool:
    """Whether somebody with that id was erased at that time, in seconds of UTC, or later."""
    (newest,) = db.execute("SELECT max(at) FROM erased_lately WHERE guild_id = ?", (NO_SERVER,)).fetchone()
    if newest is None or newest < at:  # mostly nobody was: fingerprints take time
        return False
    erased = lately(db, NO_SERVER, user_id)
    return erased is not None and erased.at >= at


def since_asked(db: Database, user_id: int, interaction_id: int) -> bool:
    """Whether the person was erased since that press or command, which the person had made before."""
    return since(db, user_id, _DISCORDS_BEGINNING + (interaction_id >> 22) / 1000)


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
