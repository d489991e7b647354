"""What of the chips before a person is the person's own, when they leave the table.

First the house gets back what is its own: extra chips (``poch.md PO-33``), and what was won from its computer players.
Of the latter it gives the person as much as ``economy.py`` allows, as a posting of its own. What is left is people's
money. If they have more of it than they brought, because somebody has lost chips of the house's to the others, or on
credit (``general.md G-8``) more than the purse has, whoever has won gets less.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from bot.store import economy, extra, ledger
from bot.store.database import Database
from bot.store.ledger import Move, Posting
from bot.store.model.settled import Bounds
from bot.store.model.tables import Sitting, Table

OVER = "over_the_limit"
"""The reason of chips won from the house that go back to it, because nobody may win more a day."""
NOBODYS = "nobodys_chips"
"""The reason of chips that go back to the house, because somebody else has lost them without having had them."""
UNPAID = "unpaid_debt"
"""The reason of chips by which the house makes up for a debt that a purse can't pay: nobody else is paid them."""


@dataclass(frozen=True, slots=True)
class Due:
    """How the chips before a person are divided."""

    back: int
    """Extra chips that are there and go back to the house."""
    over: int
    """Chips won from the house that go back to it."""
    won: int
    """Chips won from the house that it gives the person."""
    own: int
    """Money of the people at the table; below 0: a debt to them."""
    nobodys: int = 0
    """Chips that go back to the house, because others have lost them without having had them."""

    @property
    def bounds(self) -> Bounds:
        """What of the winnings is not the person's."""
        return Bounds(self.won, self.over, self.nobodys)

    @property
    def to_house(self) -> int:
        """Chips that are there, and that the house takes without giving the person any for them."""
        return self.back + self.bounds.to_house


def settle(db: Database, place: Table, who: Sitting, here: Iterable[Sitting], why: str, at: float) -> int:
    """Gives the house what is its own, and the person what was won from it. Returns the chips that are left there.

    ``here``: everybody at the table; ``why`` makes the postings' keys unique in the sitting.
    """
    if who.of_the_house:
        return who.chips
    here = sorted(_debts_paid(db, place, who, here, why, at), key=lambda other: other.id != who.id)
    return pay_out(db, place, who, divided(db, place, here, at)[who.id], why, at)


def divided(db: Database, place: Table, here: Iterable[Sitting], at: float, *, all_pay: bool = False) -> dict[int, Due]:
    """How the chips before each person are divided, by sitting, if they are settled in that order.

    ``here``: everybody at the table; computer players and chips for practice are the house's, and left out.
    ``all_pay``: whether everybody pays what they owe the others before that.
    """
    dues = {other.id: _due(db, place, other, at) for other in here if not other.of_the_house}
    there = max(0, brought(db, place.id) - _lost_to_house(db, place.id))
    if all_pay:
        there += sum(max(0, -due.own) for due in dues.values())
    return _as_far_as_there(dues, there, _brought_by(db, place.id))


def pay_out(db: Database, place: Table, who: Sitting, due: Due, why: str, at: float) -> int:
    """Moves what is the house's of a person's chips, and what was won from it. Returns the chips that are left there.

    ``why`` makes the postings' keys unique in the sitting.
    """
    assert who.user_id is not None
    house, seat = ledger.house(place.guild_id), ledger.seat(who.id)
    extra.take_back(
        db,
        who,
        place.guild_id,
        why,
        at,
        (
            Move(seat, house, due.over, OVER),
            Move(seat, house, due.nobodys, NOBODYS),
            Move(seat, house, due.won, economy.FROM_HOUSE),
        ),
    )
    key = f"{_won_key(place.guild_id, who.user_id, at)}{place.id}:{who.id}:{why}"
    gift = Posting(key, at, economy.FROM_HOUSE, place.guild_id, place.id)
    purse = ledger.purse(place.guild_id, who.user_id)
    ledger.post(db, gift, [Move(house, purse, due.won, economy.FROM_HOUSE)])
    return due.own


def _debts_paid(
    db: Database, place: Table, who: Sitting, here: Iterable[Sitting], why: str, at: float
) -> list[Sitting]:
    """Has the others pay what they owe the table, as far as their purses can, before that person takes chips along.

    Whoever plays in an open deal pays after it. Returns everybody there, with the chips that they have then.
    """
    after = []
    for other in here:
        if other.id != who.id and other.chips < 0 and not other.of_the_house and not _plays(db, other.id):
            purse, seat = ledger.purse(place.guild_id, other.user_id or 0), ledger.seat(other.id)
            paid = min(-other.chips, max(0, ledger.balance(db, purse)))
            posting = Posting(f"debt:{other.id}:{who.id}:{why}", at, "debt", place.guild_id, place.id)
            ledger.post(db, posting, [Move(purse, seat, paid, "debt")])
            other = replace(other, chips=other.chips + paid)
        after.append(other)
    return after


def _plays(db: Database, sitting_id: int) -> bool:
    row = db.execute(
        "SELECT 1 FROM deals JOIN deal_seats ON deal_id = deals.id WHERE status = 'open' AND sitting_id = ?",
        (sitting_id,),
    ).fetchone()
    return row is not None


def pay_debt(db: Database, place: Table, who: Sitting, owed: int, posting: Posting) -> None:
    """Has somebody who gets up pay what they owe the table, as far as the purse can."""
    purse, seat = ledger.purse(place.guild_id, who.user_id or 0), ledger.seat(who.id)
    paid = min(owed, max(0, ledger.balance(db, purse)))
    ledger.post(db, posting, [Move(purse, seat, paid, "debt")])
    rest = Posting(_unpaid_key(who.id), posting.at, UNPAID, place.guild_id, place.id)
    ledger.post(db, rest, [Move(ledger.house(place.guild_id), seat, owed - paid, UNPAID)])


def _unpaid_key(sitting_id: int) -> str:
    return f"{UNPAID}:{sitting_id}"


def _as_far_as_there(dues: Mapping[int, Due], there: int, by: Mapping[str, int]) -> dict[int, Due]:
    """What each person may have of the people's money that is ``there``: all of it, or less where others have lost what
    they never had.

    Whoever has won bears that, in proportion to what was won; what somebody has brought (``by``) stays theirs.
    """
    gains = {sitting: max(0, due.own - max(0, by.get(ledger.seat(sitting), 0))) for sitting, due in dues.items()}
    owns, found = {sitting: max(0, due.own) for sitting, due in dues.items()}, {}
    for sitting, due in dues.items():
        own, lacking, all_gains = owns[sitting], sum(owns.values()) - there, sum(gains.values())
        if lacking > 0:
            share = -(-gains[sitting] * lacking // all_gains) if all_gains else 0
            own = min(own - min(gains[sitting], share), there)
        found[sitting] = replace(due, own=own, nobodys=owns[sitting] - own) if due.own > 0 else due
        there -= own
        del owns[sitting], gains[sitting]
    return found


def _brought_by(db: Database, table_id: int) -> dict[str, int]:
    """What came to each seat of the table from purses, since chips last went there, by the seat's account."""
    rows = db.execute(
        "SELECT source.kind, source.name AS source, target.name AS target, amount FROM postings"
        " JOIN transfers ON posting_id = postings.id"
        " JOIN accounts AS source ON source.id = source JOIN accounts AS target ON target.id = target"
        " WHERE postings.table_id = ? AND deal_id IS NULL"
        " AND (source.kind = 'purse' AND target.kind = 'seat' OR source.kind = 'seat' AND target.kind = 'purse')"
        " ORDER BY postings.id, line",
        (table_id,),
    )
    by: dict[str, int] = {}
    for row in rows:
        if row["kind"] == "purse":
            by[row["target"]] = by.get(row["target"], 0) + row["amount"]
        else:
            by[row["source"]] = 0
    return by


def won(db: Database, sitting_id: int, why: str) -> int:
    """The chips won from the house that it gave the person when the sitting was settled for that reason."""
    return -ledger.posted(db, extra.key(sitting_id, why), ledger.seat(sitting_id), economy.FROM_HOUSE)


def bounds(db: Database, sitting_id: int, why: str) -> Bounds:
    """What of the chips there the person was not paid when the sitting was settled for that reason."""
    seat, key = ledger.seat(sitting_id), extra.key(sitting_id, why)
    over, nobodys = (-ledger.posted(db, key, seat, reason) for reason in (OVER, NOBODYS))
    return Bounds(won(db, sitting_id, why), over, nobodys)


def carried(db: Database, sitting_id: int) -> int:
    """The chips with which a person got up, those won from the house among them."""
    return won(db, sitting_id, "cash_out") - ledger.posted(db, f"cash_out:{sitting_id}", ledger.seat(sitting_id))


def owed_first(db: Database, place: Table, here: Iterable[Sitting], at: float) -> list[Sitting]:
    """Everybody at a table that closes, in the order of getting up: whoever owes something pays before others take."""
    dues = {who.id: _due(db, place, who, at).own for who in here if not who.of_the_house}
    return sorted(here, key=lambda who: dues.get(who.id, 0) >= 0)


def free(db: Database, place: Table, user_id: int, at: float) -> int:
    """How many chips the person may still win from the house today, at that table."""
    if ledger.erased_today(db, place.guild_id, user_id, at):
        return 0
    today = _won_key(place.guild_id, user_id, at)
    here = place.setup.buy_in - _paid(db, f"{today}{place.id}:")
    return max(0, min(here, economy.MOST_FROM_HOUSE - _paid(db, today)))


def _won_key(guild_id: int, user_id: int, at: float) -> str:
    return f"won:{ledger.purse(guild_id, user_id)}:{datetime.fromtimestamp(at, UTC):%Y-%m-%d}:"


def _paid(db: Database, prefix: str) -> int:
    (chips,) = db.execute(
        "SELECT coalesce(sum(amount), 0) FROM postings JOIN transfers ON posting_id = postings.id"
        " WHERE key >= ? AND key < ?",
        (prefix, prefix[:-1] + ";"),
    ).fetchone()
    return int(chips)


def _due(db: Database, place: Table, who: Sitting, at: float) -> Due:
    assert who.user_id is not None
    back = min(max(0, extra.issued(db, who.id)), max(0, who.chips))
    rest = who.chips - back
    house = max(0, from_house(db, who.id))
    kept = min(house, free(db, place, who.user_id, at))
    over = min(house - kept, max(0, rest))
    return Due(back, over, kept, rest - over - kept)


def from_house(db: Database, sitting_id: int) -> int:
    """The chips that a sitting has won from the house, of those not settled yet; below 0: has lost to it."""
    row = db.execute("SELECT house FROM sittings WHERE id = ?", (sitting_id,)).fetchone()
    (settled,) = db.execute(
        "SELECT coalesce(sum(amount), 0) FROM postings JOIN transfers ON posting_id = postings.id"
        " WHERE key >= ? AND key < ? AND transfers.reason IN (?, ?)",
        (*extra.keys(sitting_id), OVER, economy.FROM_HOUSE),
    ).fetchone()
    return (0 if row is None else int(row["house"])) - int(settled)


def brought(db: Database, table_id: int) -> int:
    """The chips that people have brought to a table from their purses, less those that they have taken out."""
    (chips,) = db.execute(
        "SELECT coalesce(sum(CASE WHEN source.kind = 'purse' THEN amount ELSE -amount END), 0) FROM postings"
        " JOIN transfers ON posting_id = postings.id"
        " JOIN accounts AS source ON source.id = source JOIN accounts AS target ON target.id = target"
        " WHERE postings.table_id = :table AND deal_id IS NULL"
        " AND (source.kind = 'purse' AND target.kind = 'seat' OR source.kind = 'seat' AND target.kind = 'purse')"
        " AND postings.id > coalesce((SELECT last_posting FROM opened_with WHERE table_id = :table), 0)",
        {"table": table_id},
    ).fetchone()
    (before,) = db.execute("SELECT coalesce(sum(chips), 0) FROM opened_with WHERE table_id = ?", (table_id,)).fetchone()
    return int(chips) + int(before)


def _lost_to_house(db: Database, table_id: int) -> int:
    """The chips that people have lost to the house there, without what they still owe, or could never pay."""
    rows = db.execute("SELECT id FROM sittings WHERE table_id = ? AND user_id IS NOT NULL", (table_id,)).fetchall()
    return sum(max(0, -from_house(db, row["id"]) - _on_credit(db, row["id"])) for row in rows)


def _on_credit(db: Database, sitting_id: int) -> int:
    seat = ledger.seat(sitting_id)
    return max(0, -ledger.balance(db, seat)) + ledger.posted(db, _unpaid_key(sitting_id), seat)
