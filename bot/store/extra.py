"""Extra chips, which the house issues to everybody in mid-deal, for this table only (``poch.md PO-33``)."""

from __future__ import annotations

from bot.store import ledger
from bot.store.database import Database
from bot.store.ledger import Move, Posting
from bot.store.model.tables import Sitting

BACK = "extra_chips_back"
"""The reason of chips that the house takes back, and the beginning of the keys of such postings."""
LOST = "extra_chips_lost"
"""The reason of chips that the house does not get back, because others have won them."""


def issued(db: Database, sitting_id: int) -> int:
    """The chips that the house has issued to a sitting in its deals, and neither got back nor booked as lost."""
    (given,) = db.execute(
        "SELECT coalesce(sum(CASE WHEN target = seat.id THEN amount ELSE -amount END), 0)"
        " FROM sittings JOIN accounts AS seat ON seat.name = 'seat:' || sittings.id"
        " JOIN deals ON deals.table_id = sittings.table_id JOIN postings ON postings.deal_id = deals.id"
        " JOIN transfers ON posting_id = postings.id"
        " JOIN accounts AS house ON house.kind = 'house' AND house.id IN (source, target)"
        " WHERE sittings.id = ? AND seat.id IN (source, target)",
        (sitting_id,),
    ).fetchone()
    (settled,) = db.execute(
        "SELECT coalesce(sum(amount), 0) FROM postings JOIN transfers ON posting_id = postings.id"
        " WHERE key >= ? AND key < ? AND transfers.reason = ?",
        (*keys(sitting_id), BACK),
    ).fetchone()
    return int(given) - int(settled)


def take_back(db: Database, who: Sitting, guild_id: int, why: str, at: float, more: tuple[Move, ...] = ()) -> int:
    """Gives the house its chips back, before a person's chips leave the table or chips are added to them.

    Returns how many. Chips that the person has no more were won by others, who can't take them home either
    (``payout.py``). ``why`` makes the posting's key unique in the sitting; ``more`` goes into the same posting.
    """
    if who.of_the_house:
        return 0
    due = max(0, issued(db, who.id))
    back = min(due, max(0, who.chips))
    house, seat = ledger.house(guild_id), ledger.seat(who.id)
    posting = Posting(key(who.id, why), at, BACK, guild_id, who.table_id)
    ledger.post(db, posting, [Move(house, seat, due - back, LOST), Move(seat, house, due, BACK), *more])
    return back


def taken_back(db: Database, sitting_id: int, why: str) -> int:
    """The extra chips that were there and went back to the house by the posting with that ``why``."""
    seat, posting = ledger.seat(sitting_id), key(sitting_id, why)
    return -ledger.posted(db, posting, seat, BACK) - ledger.posted(db, posting, seat, LOST)


def key(sitting_id: int, why: str) -> str:
    """The key of the posting by which a sitting's chips go back to the house."""
    return f"{BACK}:{sitting_id}:{why}"


def keys(sitting_id: int) -> tuple[str, str]:
    """Between which keys all such postings of a sitting lie."""
    return f"{BACK}:{sitting_id}:", f"{BACK}:{sitting_id};"
