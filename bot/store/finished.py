"""Finished deals as records, one after the other, however many there are; the bot may run meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from bot.store import codec, connection, deals, shuffles
from bot.store.database import Database
from bot.store.model.deals import Opening, StoredDeal
from bot.store.outside import to_read
from bot.store.where import Where
from engine.versions import LaterVersion

BATCH: Final = 500
"""How many deals are looked up at once."""


@dataclass(frozen=True)
class Finished:
    """A finished deal."""

    deal: StoredDeal
    record: dict[str, Any] = field(repr=False)
    """The deal as a table record, with everything open."""
    opening: Opening


def finished_deals(where: Where) -> Iterator[Finished | None]:
    """Every finished deal of a database, the oldest first; None for one that this version can't read.

    Each is read in a snapshot of its own, so that a long export keeps nothing from being written. Raises StoreError.
    """
    with to_read(where) as db:
        last = 0
        while ids := _next(db, last):
            for deal_id in ids:
                yield connection.in_snapshot(partial(_one, deal_id=deal_id), db)
            last = ids[-1]


def _next(db: Database, after: int) -> list[int]:
    rows = db.execute(
        "SELECT id FROM deals WHERE status = 'finished' AND id > ? ORDER BY id LIMIT ?", (after, BATCH)
    ).fetchall()
    return [row["id"] for row in rows]


def _one(db: Database, deal_id: int) -> Finished | None:
    try:
        deal = deals.deal(db, deal_id)
        if deal is None:
            return None
        return Finished(deal, deals.record(db, deal_id), shuffles.opening(db, deal_id))
    except (LaterVersion, *codec.UNREADABLE):
        return None
