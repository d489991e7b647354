"""Which cards of a finished deal are open: what was shown, and all once everybody agrees or a day has passed."""

from __future__ import annotations

from typing import Any, Final

from bot.store.model.deals import Opening, StoredDeal
from engine.proof import closed
from engine.record import Record
from engine.seen import holders, seen_cards

OPENED_AFTER: Final = 24 * 3600.0
"""Seconds after a table was closed until everything is open to those who played there."""


def waits_for(deal: StoredDeal, read: Record, opening: Opening, now: float) -> tuple[int, ...]:
    """The seats of people who held cards that were never shown, and who must still agree to open them.

    ``now``: seconds of UTC. Nobody, if the table was closed a day ago.
    """
    if opening.closed_at is not None and opening.closed_at + OPENED_AFTER <= now:
        return ()
    people = (seat for seat in holders(read, seen_cards(read, None)) if deal.user_ids[seat] is not None)
    return tuple(seat for seat in people if deal.user_ids[seat] not in opening.agreed)


def as_seen(record: dict[str, Any], read: Record, seat: int | None) -> dict[str, Any]:
    """The record with what everybody saw, and with what that seat saw; None: nobody's own cards."""
    return closed(record, seen_cards(read, None) | (frozenset() if seat is None else seen_cards(read, seat)))
