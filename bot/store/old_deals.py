"""Packs deals that are long over, a few at a time, while the bot plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.store import actions, codec, deals, packing, tables
from bot.store.connection import Reader, Writer
from bot.store.database import Database
from bot.store.model.deals import StoredDeal
from bot.store.model.tables import Table
from engine.versions import LaterVersion

AFTER: Final = 86_400.0
"""Seconds for which a deal that is over stays as it was played."""
PACKED_AT_ONCE: Final = 10
"""How many deals are looked at in one read, and packed in one transaction."""


@dataclass(frozen=True, slots=True)
class Due:
    """Some of the deals that may be packed."""

    deals: tuple[tuple[Table, StoredDeal], ...]
    last: int
    """The id of the last deal that was looked at: the next look begins behind it."""


class OldDeals:
    """Deals that are long over. Raises StoreError if the database can't be used."""

    def __init__(self, reader: Reader, writer: Writer, clock: Callable[[], float]) -> None:
        self._reader, self._writer, self._clock = reader, writer, clock

    async def due(self, after: int) -> Due | None:
        """The next deals, in the order of their ids, of which some may be packed; None: there are no more.

        Whoever calls proves them (``pack``). ``after``: the id behind which they are looked for.
        """
        before = self._clock() - AFTER
        return await self._reader.read(lambda db: due(db, after, before))

    async def pack(self, some: Sequence[StoredDeal]) -> int:
        """Packs these deals in one transaction and returns how many weren't packed yet.

        They must have been played again and have come to the hashes that are stored: these are not kept one by one.
        """
        ready = [(deal.id, record, proof, len(deal.actions)) for deal in some for record, proof in [_record(deal)]]
        return await self._writer.write(lambda db: sum(actions.pack(db, *packed) for packed in ready))


def _record(deal: StoredDeal) -> tuple[bytes, bytes]:
    record = packing.packed(deal.actions, deal.started_at)
    return record, packing.proof_of(record, [str(action.state_hash) for action in deal.actions])


def due(db: Database, after: int, before: float) -> Due | None:
    """The next deals with actions stored one by one, and of them those that may be packed.

    These are finished since ``before``, in seconds of UTC, and not the newest of a table that is open, which goes on
    from there.
    """
    rows = db.execute(
        "SELECT DISTINCT deal_id FROM actions WHERE deal_id > ? ORDER BY deal_id LIMIT ?", (after, PACKED_AT_ONCE)
    ).fetchall()
    if not rows:
        return None
    found = []
    for row in rows:
        deal_id = row["deal_id"]
        over = db.execute(
            "SELECT table_id FROM deals WHERE id = ? AND status = 'finished' AND finished_at < ? AND"
            " (EXISTS (SELECT 1 FROM tables WHERE tables.id = table_id AND tables.status = 'closed') OR EXISTS"
            " (SELECT 1 FROM deals AS later WHERE later.table_id = deals.table_id AND later.number > deals.number))",
            (deal_id, before),
        ).fetchone()
        if over is None:
            continue
        try:
            stored = deals.deal(db, deal_id)
            if stored is not None and _alike(stored):
                found.append((tables.table(db, stored.table_id), stored))
        except (LaterVersion, *codec.UNREADABLE):
            continue  # it stays as it is, for a version that can read it
    return Due(tuple(found), rows[-1]["deal_id"])


def _alike(stored: StoredDeal) -> bool:
    """Whether all its actions are there, with hashes of one version: a proof can be compared as a whole or not."""
    hashes = [stored.state_hash, *(str(action.state_hash) for action in stored.actions)]
    whole = [action.seq for action in stored.actions] == list(range(len(stored.actions)))
    return whole and len({hashed.rpartition(":")[0] for hashed in hashes}) == 1
