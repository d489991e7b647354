"""Of the audit: whether each source gave no more than it may, and nobody carried winnings away (``economy.py``)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.store import codec, economy, gifts, ledger, payout
from bot.store.audited import Proved
from bot.store.counting import number_of
from bot.store.database import Database, numbers


def found(db: Database, since: Proved, whole: bool) -> Iterator[str]:
    """What is wrong with what the sources gave and people brought, since the last audit or (``whole``) ever."""
    yield from sources(db, since, whole)
    yield from given(db, since)
    yield from taken(db, since)
    yield from won_from_house(db, since)
    yield from reversals(db, since)
    yield from unpaid(db, since)
    yield from came_back(db, since)


def sources(db: Database, since: Proved, whole: bool) -> Iterator[str]:
    """Whether the sources gave each person no more than they may (``economy.py``), since servers have an opening."""
    rows = db.execute(
        "SELECT postings.reason, target.name AS purse, min(date(postings.at, 'unixepoch')) AS day,"
        " sum(amount) AS chips, count(*) AS times"
        f" FROM {ledger.MOVES}"
        " LEFT JOIN opened_servers ON opened_servers.guild_id = target.guild_id"
        " WHERE source.kind = 'house' AND target.kind = 'purse'"
        " AND posting_id > :day_posting AND postings.id > coalesce(opened_servers.last_posting, 0)"
        " GROUP BY postings.reason, target.id,"
        " CASE WHEN postings.reason <> :starting THEN date(postings.at, 'unixepoch') END",
        {**since.values, "starting": economy.STARTING},
    ).fetchall()
    most = {
        economy.STARTING: economy.MOST_STARTING,
        economy.DAILY: economy.MOST_DAILY,
        economy.FROM_HOUSE: economy.MOST_FROM_HOUSE,
        economy.CORRECTION: economy.MOST_CORRECTED,
    }
    for row in rows:
        allowed = most.get(row["reason"], 0)
        often = row["reason"] in {economy.STARTING, economy.DAILY} and row["times"] > 1
        if row["chips"] > allowed or often:
            yield (
                f"The house gave {row['purse']} {number_of(row['chips'], 'chip')} by {row['reason']} on {row['day']}"
                f" ({number_of(row['times'], 'time')}), and may give {allowed}."
            )
    if not whole:  # what somebody was given for a start long ago isn't looked at again; its key is used once
        rows = db.execute(
            f"SELECT key, target.name AS purse FROM {ledger.MOVES}"
            " WHERE posting_id > :posting AND source.kind = 'house' AND target.kind = 'purse'"
            " AND postings.reason = :starting AND key <> 'start:' || target.name",
            {**since.values, "starting": economy.STARTING},
        ).fetchall()
        for row in rows:
            yield f"The house gave {row['purse']} starting chips by the posting {row['key']}, which isn't its start."
    won = db.execute(
        "SELECT tables.id, target.name AS purse, date(postings.at, 'unixepoch') AS day, buy_in, sum(amount) AS chips"
        " FROM postings JOIN transfers ON posting_id = postings.id JOIN tables ON tables.id = postings.table_id"
        " JOIN accounts AS target ON target.id = target"
        " WHERE posting_id > :day_posting AND postings.reason = :from_house AND target.kind = 'purse'"
        " GROUP BY tables.id, target.id, day HAVING sum(amount) > buy_in",
        {**since.values, "from_house": economy.FROM_HOUSE},
    )
    for row in won:
        yield (
            f"{row['purse']} won {number_of(row['chips'], 'chip')} from the house at table {row['id']} on {row['day']},"
            f" and may win {row['buy_in']}."
        )


def given(db: Database, since: Proved) -> Iterator[str]:
    """Whether each start and daily gift had no more chips than were allowed when it was given."""
    rows = db.execute(
        "SELECT * FROM (SELECT key, target.name AS purse, postings.reason, amount, coalesce("
        " (SELECT chips FROM allowed_gifts AS own WHERE own.guild_id = target.guild_id"
        " AND own.source = postings.reason AND after_posting < postings.id ORDER BY after_posting DESC LIMIT 1),"
        " (SELECT chips FROM allowed_gifts AS usual WHERE usual.guild_id = :everywhere"
        " AND usual.source = postings.reason AND after_posting < postings.id ORDER BY after_posting DESC LIMIT 1)"
        f") AS allowed FROM {ledger.MOVES}"
        " WHERE posting_id > :posting AND source.kind = 'house' AND target.kind = 'purse'"
        " AND postings.reason IN (:starting, :daily)) AS gifts WHERE amount > allowed",
        {
            **since.values,
            "everywhere": gifts.EVERYWHERE,
            "starting": economy.STARTING,
            "daily": economy.DAILY,
        },
    )
    for row in rows:
        yield (
            f"The house gave {row['purse']} {number_of(row['amount'], 'chip')} by {row['reason']}, the posting"
            f" {row['key']}, and could give {row['allowed']} then."
        )


def taken(db: Database, since: Proved) -> Iterator[str]:
    """Whether corrections took no more from each person a day than they may."""
    rows = db.execute(
        "SELECT source.name AS purse, min(date(postings.at, 'unixepoch')) AS day, sum(amount) AS chips"
        f" FROM {ledger.MOVES}"
        " WHERE posting_id > :day_posting AND source.kind = 'purse' AND target.kind = 'house'"
        " AND postings.reason = :correction GROUP BY source.id, date(postings.at, 'unixepoch')"
        " HAVING sum(amount) > :most",
        {**since.values, "correction": economy.CORRECTION, "most": economy.MOST_CORRECTED},
    )
    for row in rows:
        yield (
            f"Corrections took {number_of(row['chips'], 'chip')} from {row['purse']} on {row['day']}, and may take"
            f" {economy.MOST_CORRECTED}."
        )


def won_from_house(db: Database, since: Proved) -> Iterator[str]:
    """Whether the house gave as winnings only what a person had won from it, and has it back from the person's seat."""
    values = {**since.values, "won": economy.FROM_HOUSE, "back": payout.OVER}
    rows = db.execute(
        "SELECT postings.table_id, coalesce(sum(CASE WHEN source.kind = 'house' THEN amount END), 0) AS given,"
        f" coalesce(sum(CASE WHEN target.kind = 'house' THEN amount END), 0) AS back FROM {ledger.MOVES}"
        " WHERE posting_id > :posting AND transfers.reason = :won GROUP BY postings.table_id",
        values,
    )
    for row in rows:
        if row["table_id"] is None or row["given"] != row["back"]:
            where = "no table" if row["table_id"] is None else f"table {row['table_id']}"
            chips = number_of(row["given"], "chip")
            yield f"At {where} the house gave {chips} as won from it, and took {row['back']} from seats."
    rows = db.execute(
        "WITH touched AS (SELECT DISTINCT source AS seat, postings.table_id FROM transfers JOIN postings"
        " ON postings.id = posting_id WHERE posting_id > :posting AND transfers.reason IN (:won, :back)),"
        " settled AS (SELECT seat, sum(amount) AS chips FROM touched JOIN postings"
        " ON postings.table_id = touched.table_id AND deal_id IS NULL JOIN transfers ON posting_id = postings.id"
        " WHERE source = seat AND transfers.reason IN (:won, :back) GROUP BY seat)"
        " SELECT sittings.id, settled.chips, coalesce((SELECT sum(CASE WHEN house > 0 THEN house END) FROM deal_seats"
        " JOIN results ON results.deal_id = deal_seats.deal_id AND results.seat = deal_seats.seat"
        " WHERE sitting_id = sittings.id), 0) AS won FROM settled JOIN accounts ON accounts.id = seat"
        f" JOIN sittings ON sittings.id = {ledger.seated('accounts')}",
        values,
    )
    for row in rows:
        if row["chips"] > row["won"]:
            chips = number_of(row["chips"], "chip")
            yield f"Sitting {row['id']} was settled for {chips} won from the house, and won {row['won']}."


def reversals(db: Database, since: Proved) -> Iterator[str]:
    """Whether each reversal gives back just what the posting moved that it reverses."""
    rows = db.execute(
        "SELECT DISTINCT wrong.key FROM (SELECT back.key FROM postings AS back"
        " JOIN transfers ON posting_id IN (back.id, back.reverses)"
        " JOIN accounts ON accounts.id IN (source, target)"
        " WHERE back.id > :posting AND back.reverses IS NOT NULL GROUP BY back.id, back.key, accounts.id"
        " HAVING sum(CASE WHEN accounts.id = target THEN amount ELSE -amount END) <> 0) AS wrong",
        since.values,
    )
    for row in rows:
        yield f"The posting {row['key']} gives back something else than was moved by what it reverses."


def unpaid(db: Database, since: Proved) -> Iterator[str]:
    """Whether the house made up for no more of a debt than the purse could not pay.

    After such a posting the seat has no chips, and neither has the purse: what both had then is what they have now
    without what came later, so no posting before the last audit is read again.
    """
    rows = db.execute(
        "SELECT posting_id, postings.key, target.name AS seat, target.id AS seat_id, purse.name AS purse,"
        f" purse.id AS purse_id FROM {ledger.MOVES}"
        f" JOIN sittings ON sittings.id = {ledger.seated('target')}"
        " JOIN accounts AS purse ON purse.name = 'purse:' || sittings.guild_id || ':' || sittings.user_id"
        " WHERE posting_id > :posting AND postings.reason = :unpaid ORDER BY posting_id DESC",
        {**since.values, "unpaid": payout.UNPAID},
    ).fetchall()
    if not rows:
        return
    concerned = {row[name] for row in rows for name in ("seat_id", "purse_id")}
    has = {
        row["id"]: row["balance"]
        for row in db.execute(f"SELECT id, balance FROM accounts WHERE id IN ({numbers(concerned)})")
    }
    later = iter(
        db.execute(
            "SELECT posting_id, source, target, amount FROM transfers WHERE posting_id > :first"
            f" AND (source IN ({numbers(concerned)}) OR target IN ({numbers(concerned)})) ORDER BY posting_id DESC",
            {"first": rows[-1]["posting_id"]},
        )
    )
    move = next(later, None)
    for row in rows:
        while move is not None and move["posting_id"] > row["posting_id"]:
            for account, chips in ((move["source"], move["amount"]), (move["target"], -move["amount"])):
                if account in has:
                    has[account] += chips
            move = next(later, None)
        for name in ("seat", "purse"):
            if (chips := has[row[f"{name}_id"]]) > 0:
                yield (
                    f"After the posting {row['key']}, by which the house made up for a debt, {row[name]} has"
                    f" {number_of(chips, 'chip')}, and may have none."
                )


def came_back(db: Database, since: Proved) -> Iterator[str]:
    """Whether whoever came back to a table within an hour brought what was carried away.

    Not where everybody begins a game with the same supply: there the stack is that of the game (``poch.md PO-52``).
    """
    rows = db.execute(
        "SELECT later.id, later.table_id, earlier.id AS before, amount FROM postings"
        " JOIN transfers ON posting_id = postings.id JOIN accounts AS seat ON seat.id = target"
        " JOIN sittings AS later ON seat.name = 'seat:' || later.id"
        " JOIN tables ON tables.id = later.table_id"
        " JOIN sittings AS earlier ON earlier.id = (SELECT max(id) FROM sittings WHERE table_id = later.table_id"
        " AND user_id = later.user_id AND id < later.id)"
        " LEFT JOIN opened_servers ON opened_servers.guild_id = later.guild_id"
        " WHERE postings.id > :posting AND postings.id > coalesce(opened_servers.last_posting, 0)"
        " AND postings.reason = 'buy_in' AND postings.key = 'buy_in:' || later.id"
        " AND later.user_id IS NOT NULL AND practice = 0 AND earlier.left_at >= later.sat_at - :within",
        {**since.values, "within": economy.BACK_WITHIN},
    ).fetchall()
    for row in rows:
        carried = payout.carried(db, row["before"])
        if row["amount"] < carried and not _may_bring_less(db, row["table_id"]):
            yield (
                f"Sitting {row['id']} came back to table {row['table_id']} within an hour with"
                f" {number_of(row['amount'], 'chip')}, and had carried {carried} away."
            )


def _may_bring_less(db: Database, table: int) -> bool:
    """Whether everybody there begins a game with the same supply, or nobody can have won anything yet."""
    row = db.execute("SELECT stakes FROM deals WHERE table_id = ? ORDER BY id DESC LIMIT 1", (table,)).fetchone()
    return row is None or bool(codec.stakes_from_json(codec.from_text(row["stakes"])).supply)
