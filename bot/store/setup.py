"""How a table is set up before its first deal, becomes one for practice, and goes on at another table."""

from __future__ import annotations

from typing import Final

from bot.store import deals, guests, ledger, payout, tables
from bot.store.database import Database
from bot.store.ledger import Move, Posting
from bot.store.model.errors import ConflictError, Refusal
from bot.store.model.servers import Chips
from bot.store.model.tables import NewTable, Setup, Sitting, Table
from engine.game import GAMES

_CHANGE: Final = f"UPDATE tables SET {', '.join(f'{column} = ?' for column in tables.SETUP_COLUMNS)} WHERE id = ?"


def set_up(db: Database, table_id: int, setup: Setup, key: str, chips: Chips, at: float) -> int:
    """Sets the table up anew; stacks that are just the buy-in become the new one. Returns the table's id.

    Raises ConflictError: no_table, table_closed, deal_open (a deal was dealt there already); Refusal: short_of_buy_in
    or purses_frozen (names, count, chips) with the people whose purses can't pay.
    """
    before = tables.open_only(db, table_id)
    if (dealt := deals.newest_id(db, table_id)) is not None:
        raise ConflictError("deal_open", deal_id=dealt)
    db.execute(_CHANGE, (*tables.setup_values(setup), table_id))
    if before.setup.buy_in == setup.buy_in:
        return table_id
    short = []
    for who in tables.sittings(db, table_id):
        if who.chips != before.setup.buy_in and setup.buy_in:
            continue  # brought along from another table
        posting = Posting(f"set_up:{who.id}:{key}", at, "buy_in", before.guild_id, table_id)
        try:
            _bring_to(db, before, who, setup.buy_in, posting, chips)
        except Refusal as refused:
            if refused.code not in ledger.CANT_PAY:
                raise
            short.append(who)
    if short:
        raise tables.cant_pay(db, before.guild_id, short, "short_of_buy_in", setup.buy_in)
    return table_id


def _bring_to(db: Database, place: Table, who: Sitting, wanted: int, posting: Posting, chips: Chips) -> None:
    """Brings a stack to that many chips. Raises Refusal: purse_too_small."""
    if wanted < who.chips:
        back, seat = tables.purse_of(place.guild_id, who), ledger.seat(who.id)
        moves = [Move(seat, back, who.chips - wanted, "cash_out")]
        if not who.of_the_house:  # what a person has brought counts from here (``payout.py``)
            moves = [Move(seat, back, who.chips, "cash_out"), Move(back, seat, wanted, "buy_in")]
        ledger.post(db, posting, moves)
        return
    member = None if who.user_id is None else tables.member_of(db, place.guild_id, who)
    tables.bring(db, place, who, member, chips, posting, wanted - who.chips)


def begin_practice(db: Database, table_id: int, at: float) -> None:
    """Makes the table one for practice: everybody's chips go home, and the house gives as many for practice.

    Raises ConflictError: no_table, table_closed.
    """
    place = tables.open_only(db, table_id)
    people = [who for who in tables.sittings(db, table_id) if not who.of_the_house]
    db.execute("UPDATE tables SET practice = 1 WHERE id = ?", (table_id,))
    for who in people:
        seat, purse = ledger.seat(who.id), tables.purse_of(place.guild_id, who)
        home = Posting(f"home:{who.id}", at, "cash_out", place.guild_id, table_id)
        ledger.post(db, home, [Move(seat, purse, who.chips, "cash_out")])
        given = Posting(f"{tables.PRACTICE}:{who.id}", at, tables.PRACTICE, place.guild_id, table_id)
        ledger.post(db, given, [Move(ledger.house(place.guild_id), seat, who.chips, tables.PRACTICE)])


def go_on(
    db: Database,
    table_id: int,
    new: NewTable,
    chips: Chips,
    at: float,
) -> int:
    """Closes the table and opens another one in its channel for the same people. Returns the new table's id.

    Those who played the last deal share pot and pools. Stacks go along where both tables play for chips of the
    same kind, else everybody's chips go home. At the new table sit the computer players, whoever brings a stack along
    or needs none, and the person who asked (``new.host``) with the buy-in; the others can sit down there. Nobody whose
    purse is frozen sits down there for chips.

    Raises ConflictError: no_table, table_closed, deal_open; Refusal: purse_too_small, host_frozen(name), and
    too_many(most, game) where more would sit there than can play.
    """
    place = tables.open_only(db, table_id)
    deals.check_none_is_played(db, table_id)
    for_chips = bool(new.setup.buy_in) and not new.practice
    if for_chips and ledger.frozen(db, place.guild_id, new.host.user_id) is not None:
        raise Refusal("host_frozen", name=new.host.name)
    tables.share_out(db, place, at)
    tables.forget_ballots(db, table_id)
    db.execute("UPDATE tables SET status = 'closed', closed_at = ? WHERE id = ?", (at, table_id))
    there = tables.table(db, tables.open_table(db, new, at))
    db.execute("UPDATE tables SET next_table_id = ? WHERE id = ?", (there.id, table_id))
    guests.go_along(db, table_id, there.id)
    along = bool(place.setup.buy_in and there.setup.buy_in) and place.practice == there.practice
    for who in tables.sittings(db, table_id):
        member = None if who.user_id is None else tables.member_of(db, place.guild_id, who)
        kept_out = for_chips and who.user_id is not None and ledger.frozen(db, place.guild_id, who.user_id) is not None
        gone = who.leaving or bool(who.away) or kept_out
        if along and not gone:
            _take_along(db, place, who, there, at)
            continue
        tables.rise(db, who.id, at)
        invited = member is None or member.user_id == new.host.user_id or not there.setup.buy_in or there.practice
        if invited and not gone:
            tables.sit(db, there.id, member, who.name, None, chips, at, who.level)
    most = GAMES[new.game].seats[-1]
    if len(tables.sittings(db, there.id)) > most:
        raise Refusal("too_many", most=most, game=new.game)
    tables.send_shares(db, place, at)
    return there.id


def _take_along(db: Database, place: Table, who: Sitting, there: Table, at: float) -> None:
    """Seats somebody at the other table with the stack from this one, as far as it is theirs; a debt is paid first."""
    (new,) = db.execute(
        "INSERT INTO sittings (table_id, guild_id, user_id, name, position, sat_at, level)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (there.id, there.guild_id, who.user_id, who.name, who.position, at, who.level),
    ).fetchone()
    tables.rise(db, who.id, at)
    reason = "buy_in" if who.user_id is None else tables.PRACTICE if who.practice else "taken_along"
    posting = Posting(f"buy_in:{new}", at, reason, place.guild_id, there.id)
    stack = max(0, payout.carried(db, who.id))
    ledger.post(db, posting, [Move(tables.purse_of(place.guild_id, who), ledger.seat(new), stack, reason)])
