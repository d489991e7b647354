"""Games that everybody begins with the same number of chips, to which nobody adds: how they begin, and coming back."""

from __future__ import annotations

from bot.store import codec, economy, ledger, payout, tables
from bot.store.database import Database
from bot.store.ledger import Move, Posting
from bot.store.model.deals import NewDeal
from bot.store.model.errors import Refusal
from bot.store.model.servers import Chips
from bot.store.model.tables import Sitting, Table


def begin(db: Database, table_id: int, new: NewDeal, chips: Chips, at: float) -> None:
    """Prepares the table for the game that begins with that deal (``poch.md PO-3, PO-52``).

    Chips left in pot and pools go to the house. Every stack is brought to ``stakes.supply``: extra chips (PO-33) go
    back to the house, chips above the supply go to the purse, and missing chips come from the purse if the person
    agreed to be topped up. Computer players' chips go to the house and come from there.

    Raises ConflictError: no_table, table_closed; Refusal: short_of_supply or purses_frozen (names, count,
    chips) with the people who did not agree or can't pay; the step is undone then.
    """
    place = tables.open_only(db, table_id)
    supply = new.stakes.supply
    sitters = [tables.sitting(db, sitting) for sitting in new.sittings]
    dues = tables.to_level(db, place, tables.sittings(db, table_id), at)
    short = [who for who in sitters if not _level(db, place, who, dues.get(who.id), new, chips, at)]
    if short:
        raise tables.cant_pay(db, place.guild_id, short, "short_of_supply", supply)
    house = ledger.house(place.guild_id)
    left = [Move(source, house, lies, "unclaimed") for source, lies in ledger.lying(db, table_id).items()]
    key = f"unclaimed:{table_id}:{new.number}"
    ledger.post(db, Posting(key, at, "unclaimed", place.guild_id, table_id), left)


def _level(
    db: Database, place: Table, who: Sitting, due: payout.Due | None, new: NewDeal, chips: Chips, at: float
) -> bool:
    """Brings one stack to the supply. Returns whether that was possible.

    ``due``: how the chips there are divided; None where they are all the house's.
    """
    supply, number = new.stakes.supply, new.number
    own = who.chips if due is None else payout.pay_out(db, place, who, due, f"levelled:{number}", at)
    lacking = supply - own  # more than the supply, if the person owes something of the game before
    if lacking > 0:
        if due is not None and not (who.auto_top_up or lacking <= due.won):
            return False
        try:
            tables.top_up(db, who.id, lacking, f"{who.id}:levelled:{number}", chips, at)
        except Refusal as refused:
            if refused.code not in ledger.CANT_PAY:
                raise
            return False
    purse, seat = tables.purse_of(place.guild_id, who), ledger.seat(who.id)
    posting = Posting(f"levelled:{who.id}:{number}", at, "levelled", place.guild_id, place.id)
    if who.of_the_house:
        moves = [Move(seat, purse, max(0, -lacking), "levelled")]
    else:  # what a person brings to the new game counts from here (``payout.py``)
        moves = [Move(seat, purse, max(own, supply), "levelled"), Move(purse, seat, supply, "levelled")]
    ledger.post(db, posting, moves)
    return True


def left_with(db: Database, table_id: int, user_id: int) -> int | None:
    """The chips with which a person got up from the table's present or last game.

    None if the person was dealt in to none of its deals, or still sits there.
    """
    first = _first_of_the_game(db, table_id)
    row = db.execute(
        "SELECT sittings.id, left_at FROM sittings JOIN deal_seats ON sitting_id = sittings.id"
        " JOIN deals ON deals.id = deal_id WHERE sittings.table_id = ? AND user_id = ? AND status <> 'cancelled'"
        " AND number >= ? ORDER BY sittings.id DESC LIMIT 1",
        (table_id, user_id, first),
    ).fetchone()
    if row is None or row["left_at"] is None:
        return None
    return payout.carried(db, row["id"])


def _first_of_the_game(db: Database, table_id: int) -> int | None:
    """The number of the deal with which the table's present or last game began."""
    rows = db.execute(
        "SELECT number, stakes FROM deals WHERE table_id = ? AND status <> 'cancelled' ORDER BY number DESC",
        (table_id,),
    )
    for row in rows:
        if codec.from_text(row["stakes"])["deals"] == 0:
            return int(row["number"])
    return None


def carried_away(db: Database, table_id: int, user_id: int, at: float) -> int:
    """The chips with which a person got up from the table within the last hour; 0 for whoever didn't."""
    row = db.execute(
        "SELECT id FROM sittings WHERE table_id = ? AND user_id = ? AND left_at >= ? ORDER BY id DESC LIMIT 1",
        (table_id, user_id, at - economy.BACK_WITHIN),
    ).fetchone()
    return 0 if row is None else max(0, payout.carried(db, row["id"]))
