"""Tables and who sits at them."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.store import codec, deals, extra, ledger
from bot.store.ledger import Move, Posting
from bot.store.model import Chips, Member, OpenTable, Refused, Sitting, Table, Unit


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table about to be opened."""

    guild_id: int
    channel_id: int
    game: str
    rules: Mapping[str, Any]
    unit: Unit
    buy_in: int
    four_colour: bool
    host: Member
    next_seed: str = field(repr=False)
    rules_version: int = 1


def open_table(db: sqlite3.Connection, new: NewTable, at: float) -> int:
    """Its id. Raises Refused("table_exists")."""
    row = db.execute("SELECT id FROM tables WHERE channel_id = ? AND status <> 'closed'", (new.channel_id,)).fetchone()
    if row is not None:
        raise Refused("table_exists", table_id=row["id"])
    ledger.note_member(db, new.host)
    table_id = db.execute(
        "INSERT INTO tables (guild_id, channel_id, game, rules, unit, buy_in, four_colour, host_id, next_seed,"
        " opened_at, rules_version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            new.guild_id,
            new.channel_id,
            new.game,
            codec.to_text(new.rules),
            new.unit,
            new.buy_in,
            new.four_colour,
            new.host.user_id,
            new.next_seed,
            at,
            new.rules_version,
        ),
    ).lastrowid
    assert table_id is not None
    return table_id


def table(db: sqlite3.Connection, table_id: int) -> Table:
    """The table, open or closed. Raises Refused("no_table")."""
    row = db.execute("SELECT * FROM tables WHERE id = ?", (table_id,)).fetchone()
    if row is None:
        raise Refused("no_table", table_id=table_id)
    return Table(
        id=row["id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        game=row["game"],
        rules=codec.from_text(row["rules"]),
        rules_version=row["rules_version"],
        unit=row["unit"],
        buy_in=row["buy_in"],
        four_colour=bool(row["four_colour"]),
        host_id=row["host_id"],
        status=row["status"],
        closing=bool(row["closing"]),
        live_message_id=row["live_message_id"],
        next_seed=row["next_seed"],
    )


def open_only(db: sqlite3.Connection, table_id: int) -> Table:
    """The table. Raises Refused("no_table") or Refused("table_closed")."""
    found = table(db, table_id)
    if found.status == "closed":
        raise Refused("table_closed", table_id=table_id)
    return found


def whole(db: sqlite3.Connection, table_id: int) -> OpenTable:
    """The table with all that lies on it. Raises Refused("no_table")."""
    newest, unreadable = None, ""
    try:
        newest = deals.newest(db, table_id)
    except codec.UNREADABLE as error:
        unreadable = codec.why(error)
    return OpenTable(
        table=table(db, table_id),
        sittings=sittings(db, table_id),
        pot=ledger.balance(db, ledger.pot(table_id)),
        pools=ledger.pools(db, table_id),
        deal=newest,
        unreadable=unreadable,
    )


def load_open(db: sqlite3.Connection) -> list[OpenTable]:
    """Every table that is not closed, the oldest first."""
    rows = db.execute("SELECT id FROM tables WHERE status <> 'closed' ORDER BY id").fetchall()
    return [whole(db, row["id"]) for row in rows]


def sittings(db: sqlite3.Connection, table_id: int) -> tuple[Sitting, ...]:
    """Who sits at the table now, in order of position."""
    rows = db.execute(
        "SELECT id FROM sittings WHERE table_id = ? AND left_at IS NULL ORDER BY position", (table_id,)
    ).fetchall()
    return tuple(sitting(db, row["id"]) for row in rows)


def sitting(db: sqlite3.Connection, sitting_id: int) -> Sitting:
    """One stay, over or not. Raises Refused("no_sitting")."""
    row = db.execute(
        "SELECT sittings.*, coalesce(balance, 0) AS chips, coalesce(auto_top_up, 0) AS auto_top_up FROM sittings"
        " LEFT JOIN accounts ON accounts.name = 'seat:' || sittings.id"
        " LEFT JOIN people ON people.user_id = sittings.user_id WHERE sittings.id = ?",
        (sitting_id,),
    ).fetchone()
    if row is None:
        raise Refused("no_sitting", sitting_id=sitting_id)
    return Sitting(
        id=row["id"],
        table_id=row["table_id"],
        user_id=row["user_id"],
        name=row["name"],
        position=row["position"],
        chips=row["chips"],
        auto_top_up=bool(row["auto_top_up"]),
        leaving=bool(row["leaving"]),
    )


def still_seated(db: sqlite3.Connection, sitting_id: int) -> Sitting:
    """One stay. Raises Refused("no_sitting") or Refused("has_left")."""
    found = sitting(db, sitting_id)
    row = db.execute("SELECT left_at FROM sittings WHERE id = ?", (sitting_id,)).fetchone()
    if row["left_at"] is not None:
        raise Refused("has_left", sitting_id=sitting_id)
    return found


def out_of_deal(db: sqlite3.Connection, sitting_id: int) -> Sitting:
    """One stay. Raises Refused("deal_open") where it is in an open deal: its chips are in play."""
    found = still_seated(db, sitting_id)
    row = db.execute(
        "SELECT deals.id FROM deals JOIN deal_seats ON deal_id = deals.id"
        " WHERE table_id = ? AND status = 'open' AND sitting_id = ?",
        (found.table_id, sitting_id),
    ).fetchone()
    if row is not None:
        raise Refused("deal_open", deal_id=row["id"])
    return found


def sit(
    db: sqlite3.Connection,
    table_id: int,
    member: Member | None,
    name: str,
    amount: int | None,
    chips: Chips,
    at: float,
) -> int:
    """The new sitting's id. Raises Refused: no_table, table_closed, already_seated, purse_too_small."""
    place = open_only(db, table_id)
    if member is not None:
        if member.guild_id != place.guild_id:
            raise ValueError(f"a member of another server ({member.guild_id}) can't sit at table {table_id}")
        row = db.execute(
            "SELECT id FROM sittings WHERE table_id = ? AND user_id = ? AND left_at IS NULL", (table_id, member.user_id)
        ).fetchone()
        if row is not None:
            raise Refused("already_seated", sitting_id=row["id"])
    new = db.execute(
        "INSERT INTO sittings (table_id, guild_id, user_id, name, position, sat_at) VALUES (?, ?, ?, ?,"
        " (SELECT coalesce(max(position) + 1, 0) FROM sittings WHERE table_id = ?), ?)",
        (table_id, place.guild_id, None if member is None else member.user_id, name, table_id, at),
    ).lastrowid
    assert new is not None
    amount = place.buy_in if amount is None else amount
    posting = Posting(f"buy_in:{new}", at, "buy_in", place.guild_id, table_id)
    _bring(db, place.guild_id, member, chips, posting, ledger.seat(new), amount)
    return new


def top_up(db: sqlite3.Connection, sitting_id: int, amount: int, key: str, chips: Chips, at: float) -> int:
    """The chips then on the table, without extra chips, which the house takes back first.

    Raises Refused: no_sitting, has_left, deal_open, purse_too_small.
    """
    who = out_of_deal(db, sitting_id)
    place = open_only(db, who.table_id)
    extra.take_back(db, who, place.guild_id, key, at)
    member = None if who.user_id is None else _member(db, place.guild_id, who)
    posting = Posting(f"top_up:{key}", at, "top_up", place.guild_id, place.id)
    _bring(db, place.guild_id, member, chips, posting, ledger.seat(sitting_id), amount)
    return ledger.balance(db, ledger.seat(sitting_id))


def _bring(
    db: sqlite3.Connection,
    guild_id: int,
    member: Member | None,
    chips: Chips,
    posting: Posting,
    target: str,
    amount: int,
) -> None:
    """Chips to a seat: from the member's purse, or from the house for a computer player."""
    if amount < 0:
        raise ValueError(f"{amount} chips can't be brought to a table")
    if member is None:
        ledger.post(db, posting, [Move(ledger.house(guild_id), target, amount, posting.reason)])
    else:
        ledger.pay_from_purse(db, member, chips, posting, target, amount)


def _member(db: sqlite3.Connection, guild_id: int, who: Sitting) -> Member:
    """The person who sits there, by the last known name."""
    assert who.user_id is not None
    row = db.execute("SELECT name FROM members WHERE guild_id = ? AND user_id = ?", (guild_id, who.user_id)).fetchone()
    return Member(guild_id, who.user_id, who.name if row is None else row["name"])


def purse_of(guild_id: int, who: Sitting) -> str:
    """The account that the chips before a sitting go back to: the person's purse, a computer player's house."""
    return ledger.house(guild_id) if who.user_id is None else ledger.purse(guild_id, who.user_id)


def rise(db: sqlite3.Connection, sitting_id: int, at: float) -> int:
    """The chips moved to the purse, or for a computer player to the house; below zero where a debt was evened out.

    Extra chips are not among them: the house takes those back first.

    Raises Refused: no_sitting, has_left, deal_open.
    """
    who = out_of_deal(db, sitting_id)
    place = table(db, who.table_id)
    back = purse_of(place.guild_id, who)
    source = ledger.seat(sitting_id)
    posting = Posting(f"cash_out:{sitting_id}", at, "cash_out", place.guild_id, place.id)
    chips = who.chips - extra.take_back(db, who, place.guild_id, "cash_out", at)
    move = Move(source, back, chips, "cash_out") if chips >= 0 else Move(back, source, -chips, "debt")
    ledger.post(db, posting, [move])
    db.execute("UPDATE sittings SET left_at = ? WHERE id = ?", (at, sitting_id))
    return chips


def close_table(db: sqlite3.Connection, table_id: int, at: float, sharers: Sequence[int] | None) -> int:
    """Cancels an open deal, shares pot and pools among those still seated, cashes everybody out, closes the table.

    ``sharers``: among these sittings instead, odd chips one each in their order, which else is that of position. Where
    there is nobody to share, it belongs to nobody: the house takes it. Raises Refused: no_table, table_closed.
    """
    place = open_only(db, table_id)
    row = db.execute("SELECT id FROM deals WHERE table_id = ? AND status = 'open'", (table_id,)).fetchone()
    if row is not None:
        deals.cancel(db, row["id"], None, at)
    seated = sittings(db, table_id)
    here = [one.id for one in seated]
    takers = [ledger.seat(one) for one in (here if sharers is None else sharers) if one in here]
    reason = "shared" if takers else "unclaimed"
    takers = takers or [ledger.house(place.guild_id)]
    first = 0
    moves: list[Move] = []
    for source, chips in ledger.lying(db, table_id).items():
        each, odd = divmod(chips, len(takers))
        # The next pool's odd chips begin where this one's ended: all together nobody gets two more than another.
        turns = takers[first:] + takers[:first]
        moves += [Move(source, taker, each + (turn < odd), reason) for turn, taker in enumerate(turns)]
        first = (first + odd) % len(takers)
    ledger.post(db, Posting(f"{reason}:{table_id}", at, reason, place.guild_id, table_id), moves)
    for one in seated:
        rise(db, one.id, at)
    db.execute(
        "UPDATE tables SET status = 'closed', closed_at = ?, live_message_id = NULL WHERE id = ?", (at, table_id)
    )
    return table_id


def set_live(db: sqlite3.Connection, table_id: int, message_id: int | None) -> None:
    """Remembers the message with the live buttons."""
    db.execute("UPDATE tables SET live_message_id = ? WHERE id = ?", (message_id, table_id))


def set_status(db: sqlite3.Connection, table_id: int, status: str) -> None:
    """Moves between lobby and playing. Raises Refused: no_table, table_closed."""
    if status not in {"lobby", "playing"}:
        raise ValueError(f"a table is closed by close_table, and can't become {status!r}")
    open_only(db, table_id)
    db.execute("UPDATE tables SET status = ? WHERE id = ?", (status, table_id))


def set_closing(db: sqlite3.Connection, table_id: int, closing: bool) -> None:
    """Notes that the table closes as soon as the deal is over. Raises Refused: no_table, table_closed."""
    open_only(db, table_id)
    db.execute("UPDATE tables SET closing = ? WHERE id = ?", (closing, table_id))


def set_host(db: sqlite3.Connection, table_id: int, user_id: int) -> None:
    """Gives the table another host. Raises Refused: no_table, table_closed."""
    open_only(db, table_id)
    db.execute("UPDATE tables SET host_id = ? WHERE id = ?", (user_id, table_id))


def mark_leaving(db: sqlite3.Connection, sitting_id: int, leaving: bool) -> None:
    """Notes who gets up as soon as the deal is over. Raises Refused: no_sitting, has_left."""
    still_seated(db, sitting_id)
    db.execute("UPDATE sittings SET leaving = ? WHERE id = ?", (leaving, sitting_id))
