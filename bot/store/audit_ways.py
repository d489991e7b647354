"""Of the audit: whether chips went only where the bot moves them: a person's own purse and seat, the table, the house.

What a deal moves is looked at with the deal (``audit_deals.py``), and what the house may give in ``audit_chips.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.store import economy, extra, ledger, payout, tables
from bot.store.audited import Proved
from bot.store.database import Database

_OWN: Final = (
    "{seat}.table_id = postings.table_id AND {purse}.name = 'purse:' || {seat}.guild_id || ':' || {seat}.user_id"
)
"""Whether a purse is that of whoever sits there; NULL for a computer player."""
_PLAYED: Final = (
    "EXISTS (SELECT 1 FROM deals JOIN deal_seats ON deal_id = deals.id WHERE deals.table_id = postings.table_id"
    " AND 'capped:' || deals.id = postings.key AND sitting_id = {seat}.id)"
)
"""Whether somebody played the deal of which winners give something back."""


def found(db: Database, since: Proved) -> Iterator[str]:
    """What is wrong with where chips went, and with the days of what the house gave, since the last audit."""
    yield from ways(db, since)
    yield from days(db, since)


def ways(db: Database, since: Proved) -> Iterator[str]:
    """Whether each transfer outside of deals goes a way that chips may go."""
    rows = db.execute(
        f"SELECT postings.key, source.name AS source, target.name AS target FROM {ledger.MOVES}"
        f" LEFT JOIN sittings AS gone ON gone.id = {ledger.seated('source')}"
        f" LEFT JOIN sittings AS come ON come.id = {ledger.seated('target')}"
        " LEFT JOIN tables ON tables.id = postings.table_id"
        " WHERE posting_id > :posting AND postings.deal_id IS NULL AND NOT coalesce("
        "CASE source.kind || ' ' || target.kind"
        " WHEN 'house purse' THEN TRUE WHEN 'house seat' THEN TRUE"
        f" WHEN 'purse seat' THEN {_OWN.format(seat='come', purse='source')}"
        f" WHEN 'seat purse' THEN {_OWN.format(seat='gone', purse='target')}"
        " WHEN 'purse house' THEN postings.reason IN (:correction, :erasure)"
        " WHEN 'seat house' THEN gone.user_id IS NULL OR tables.practice = 1"
        " OR transfers.reason IN (:back, :paid_over, :nobodys, :won)"
        # Once a stack went along to another table without going home.
        " WHEN 'seat seat' THEN gone.table_id <> come.table_id"
        " AND coalesce(gone.user_id, 0) = coalesce(come.user_id, 0)"
        f" OR {_PLAYED.format(seat='gone')} AND {_PLAYED.format(seat='come')}"
        " WHEN 'pot seat' THEN postings.reason IN (:shared, 'shared') AND come.table_id = postings.table_id"
        " WHEN 'pool seat' THEN postings.reason IN (:shared, 'shared') AND come.table_id = postings.table_id"
        " WHEN 'pot house' THEN postings.reason = 'unclaimed'"
        " WHEN 'pool house' THEN postings.reason = 'unclaimed'"
        " ELSE FALSE END, FALSE)",
        {
            **since.values,
            "correction": economy.CORRECTION,
            "erasure": ledger.ERASURE,
            "back": extra.BACK,
            "paid_over": payout.OVER,
            "nobodys": payout.NOBODYS,
            "won": economy.FROM_HOUSE,
            "shared": tables.SHARED,
        },
    )
    for row in rows:
        yield f"The posting {row['key']} moves chips from {row['source']} to {row['target']}, which nothing does."


def days(db: Database, since: Proved) -> Iterator[str]:
    """Whether each gift was given at the time that its key names, so that no second one stands for another day."""
    rows = db.execute(
        f"SELECT postings.key, target.name AS purse, date(postings.at, 'unixepoch') AS day FROM {ledger.MOVES}"
        " LEFT JOIN opened_servers ON opened_servers.guild_id = target.guild_id"
        " WHERE posting_id > :posting AND postings.id > coalesce(opened_servers.last_posting, 0)"
        " AND source.kind = 'house' AND target.kind = 'purse' AND CASE postings.reason"
        " WHEN :daily THEN key <> 'daily:' || target.name || ':' || date(postings.at, 'unixepoch')"
        " WHEN :won THEN key NOT LIKE 'won:' || target.name || ':' || date(postings.at, 'unixepoch') || ':%'"
        " WHEN :correction THEN key NOT LIKE 'correction:' || target.name || ':' || date(postings.at, 'unixepoch')"
        " || ':%' ELSE FALSE END",
        dict(since.values, daily=economy.DAILY, won=economy.FROM_HOUSE, correction=economy.CORRECTION),
    )
    for row in rows:
        yield f"The posting {row['key']} gave {row['purse']} chips on {row['day']}, which is not what its key says."
