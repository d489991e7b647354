"""The actions of a deal, however they are stored: one by one while it is played, packed when it is long over.

Whatever reads a deal's actions reads them here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from bot.store import codec, packing
from bot.store.database import Database
from bot.store.model.deals import Packed, StoredAction


def of_deal(db: Database, deal_id: int, started_at: float) -> tuple[tuple[StoredAction, ...], Packed | None]:
    """All actions of a deal in order, and how they are packed; None if they aren't.

    ``started_at``: when the deal began, in seconds of UTC. Raises ValueError if what is packed is damaged.
    """
    rows = db.execute(
        "SELECT seq, action, state_hash, interaction_id, at FROM actions WHERE deal_id = ? ORDER BY seq", (deal_id,)
    ).fetchall()
    if not rows:
        row = db.execute("SELECT count, proof, actions FROM packed_deals WHERE deal_id = ?", (deal_id,)).fetchone()
        if row is not None:
            record = row["actions"]
            return packing.unpacked(record, row["count"], started_at), Packed(record, row["proof"])
    return tuple(
        StoredAction(seq, _read(action), state_hash, asked_by, at, asked=asked_by is not None)
        for seq, action, state_hash, asked_by, at in rows
    ), None


@lru_cache(1024)
def _read(text: str) -> Mapping[str, Any]:
    """The action in JSON text. Most are the same few hundred again and again, and nobody changes them."""
    found: Mapping[str, Any] = codec.from_text(text)
    return found


def pack(db: Database, deal_id: int, record: bytes, proof: bytes, count: int) -> bool:
    """Puts a record in the place of a finished deal's actions; False where they are packed or erased already."""
    (there,) = db.execute("SELECT count(*) FROM actions WHERE deal_id = ?", (deal_id,)).fetchone()
    if not there:
        return False
    db.execute(
        "INSERT INTO packed_deals (deal_id, count, proof, actions) VALUES (?, ?, ?, ?)", (deal_id, count, proof, record)
    )
    db.execute("DELETE FROM actions WHERE deal_id = ?", (deal_id,))
    return True


def count(db: Database) -> tuple[int, int]:
    """How many actions are stored one by one, and how many packed."""
    return (
        *db.execute("SELECT count(*) FROM actions").fetchone(),
        *db.execute("SELECT coalesce(sum(count), 0) FROM packed_deals").fetchone(),
    )
