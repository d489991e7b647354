"""Tables and the people and computer players who sit at them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.store import codec, deals, extra, ledger, payout, shuffles
from bot.store.database import Database, Row
from bot.store.ledger import Move, Posting
from bot.store.model.deals import Away
from bot.store.model.errors import ConflictError, Refusal
from bot.store.model.people import Member
from bot.store.model.servers import Chips, table_there
from bot.store.model.settled import Closing, GotUp, ToppedUp
from bot.store.model.tables import Ballot, NewTable, OpenTable, Setup, Sitting, Table, TableNow, TableSettings
from engine.game import GAMES
from engine.parts.sharing import shares
from engine.players.base import Level

PRACTICE: Final = "practice"
"""The reason of postings that move a person's chips for practice between house and table."""
SHARED: Final = "played_for"
"""The reason of chips that lay in pot and pools when the table was closed, and go to those who played the last deal.
Until version 16 of the database everybody who sat there had a share, as ``shared``."""


SETUP_COLUMNS: Final = (
    "rules", "rules_version", "buy_in", "four_colour", "turn_seconds", "quick", "cloth", "hints", "computers",
    "result_lines",
)  # fmt: skip
"""The columns of what a table is set up with."""
_OPENED_WITH: Final = (
    "guild_id", "channel_id", "game", "unit", "host_id", "table_secret", "opened_at", "practice", *SETUP_COLUMNS
)  # fmt: skip
_OPEN: Final = (
    f"INSERT INTO tables ({', '.join(_OPENED_WITH)}) VALUES ({', '.join('?' * len(_OPENED_WITH))}) RETURNING id"
)


def setup_values(setup: Setup) -> tuple[object, ...]:
    """What stands in those columns."""
    settings = setup.settings
    return (
        codec.to_text(setup.rules),
        setup.rules_version,
        setup.buy_in,
        setup.four_colour,
        settings.turn_seconds,
        settings.quick,
        settings.cloth,
        settings.hints,
        settings.computers,
        setup.result_lines,
    )


def open_table(db: Database, new: NewTable, at: float) -> int:
    """Writes a new table and returns its id. Raises Refusal: table_exists or table_here(table_id)."""
    row = db.execute("SELECT id FROM tables WHERE channel_id = ? AND status <> 'closed'", (new.channel_id,)).fetchone()
    if row is not None:
        raise table_there(new.host.guild_id, table_id=row["id"])
    ledger.note_member(db, new.host)
    (table_id,) = db.execute(
        _OPEN,
        (
            new.host.guild_id,
            new.channel_id,
            new.game,
            new.unit,
            new.host.user_id,
            new.table_secret,
            at,
            new.practice,
            *setup_values(new.setup),
        ),
    ).fetchone()
    return int(table_id)


def table(db: Database, table_id: int) -> Table:
    """The table, open or closed. Raises ConflictError("no_table")."""
    row = db.execute(
        "SELECT tables.*, later.game AS next_game FROM tables LEFT JOIN tables AS later"
        " ON later.id = tables.next_table_id WHERE tables.id = ?",
        (table_id,),
    ).fetchone()
    if row is None:
        raise ConflictError("no_table", table_id=table_id)
    return Table(
        id=row["id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        game=row["game"],
        unit=row["unit"],
        setup=_setup(row),
        host_id=row["host_id"],
        status=row["status"],
        closing=bool(row["closing"]),
        closing_by=row["closing_by"],
        table_secret=row["table_secret"],
        practice=bool(row["practice"]),
        paused=bool(row["paused"]),
        next_game=row["next_game"] or "",
        shuffle_lines=shuffles.lines(db, table_id),
        ended=row["ended"],
        locked=bool(row["locked"]),
        look_until=row["look_until"],
    )


def _setup(row: Row) -> Setup:
    return Setup(
        rules=codec.from_text(row["rules"]),
        buy_in=row["buy_in"],
        four_colour=bool(row["four_colour"]),
        rules_version=row["rules_version"],
        result_lines=None if row["result_lines"] is None else bool(row["result_lines"]),
        settings=TableSettings(
            row["turn_seconds"], bool(row["quick"]), row["cloth"], bool(row["hints"]), row["computers"]
        ),
    )


def take_hint(db: Database, sitting_id: int) -> None:
    """Counts a hint that was given to whoever sits there."""
    db.execute("UPDATE sittings SET hints = hints + 1 WHERE id = ?", (sitting_id,))


def open_only(db: Database, table_id: int) -> Table:
    """The table. Raises ConflictError("no_table") or ConflictError("table_closed")."""
    found = table(db, table_id)
    if found.status == "closed":
        raise ConflictError("table_closed", table_id=table_id)
    return found


def note(db: Database, table_id: int, **values: object) -> None:
    """Writes what is now so of a table, each value into the column of that name.

    Raises ConflictError: no_table, table_closed.
    """
    open_only(db, table_id)
    columns = ", ".join(f"{column} = ?" for column in values)
    db.execute(f"UPDATE tables SET {columns} WHERE id = ?", (*values.values(), table_id))


def now(db: Database, table_id: int, at: float) -> TableNow:
    """The table and what lies on it. Raises ConflictError("no_table")."""
    found = table(db, table_id)
    return TableNow(
        table=found,
        sittings=_with_what_is_the_houses(db, found, sittings(db, table_id), at),
        pot=ledger.balance(db, ledger.pot(table_id)),
        pools=ledger.pools(db, table_id),
        closing=closing(db, table_id) if found.status == "closed" else None,
        ballots=ballots(db, table_id),
    )


def ballots(db: Database, table_id: int) -> frozenset[Ballot]:
    """What people at the table have voted for (``votes.py``)."""
    rows = db.execute("SELECT user_id, kind, deal, seq FROM votes WHERE table_id = ?", (table_id,))
    return frozenset(Ballot(*row) for row in rows)


def forget_ballots(db: Database, table_id: int) -> None:
    """Forgets what people there have voted for: it is over."""
    db.execute("DELETE FROM votes WHERE table_id = ?", (table_id,))


def whole(db: Database, table_id: int, at: float) -> OpenTable:
    """The table with all that is needed to go on there. Raises ConflictError("no_table")."""
    there, deal, unreadable = now(db, table_id, at), None, ""
    try:
        deal = deals.newest(db, table_id)
    except codec.UNREADABLE as error:
        unreadable = codec.why(error)
    begins = deal is not None and deal.stakes.supply and not deal.stakes.deals
    return OpenTable(
        table=there.table,
        sittings=there.sittings,
        pot=there.pot,
        pools=there.pools,
        closing=there.closing,
        ballots=there.ballots,
        deal=deal,
        levelled=deals.levelled(db, deal.number, deal.sittings) if deal is not None and begins else (),
        gone=_gone_since(db, table_id, deal.id) if deal is not None and deal.status == "finished" else (),
        topped_up={} if deal is None else _topped_up_since(db, table_id, there.sittings, deal.id),
        unreadable=unreadable,
    )


def _gone_since(db: Database, table_id: int, deal_id: int) -> tuple[GotUp, ...]:
    """Who got up from the table as that deal was over, or later."""
    rows = db.execute(
        "SELECT sittings.id FROM sittings JOIN deals ON deals.id = ? WHERE sittings.table_id = ?"
        " AND user_id IS NOT NULL AND left_at >= finished_at ORDER BY sittings.id",
        (deal_id, table_id),
    )
    return tuple(got_up(db, row["id"]) for row in rows.fetchall())


def _topped_up_since(db: Database, table_id: int, here: Iterable[Sitting], deal_id: int) -> dict[int, ToppedUp]:
    """The last top-up of each of these sittings since that deal was dealt."""
    (first,) = db.execute("SELECT coalesce(max(id), 0) FROM postings WHERE deal_id = ?", (deal_id,)).fetchone()
    rows = db.execute(
        "SELECT key, accounts.name AS seat FROM postings JOIN transfers ON posting_id = postings.id"
        " JOIN accounts ON accounts.id = target WHERE postings.table_id = ? AND deal_id IS NULL AND postings.id > ?"
        " AND postings.key >= 'top_up:' AND postings.key < 'top_up;' ORDER BY postings.id",
        (table_id, first),
    )
    keys = {row["seat"]: row["key"].removeprefix("top_up:") for row in rows.fetchall()}
    return {who.id: topped_up(db, who.id, keys[seat]) for who in here if (seat := ledger.seat(who.id)) in keys}


def in_channel(db: Database, channel_id: int, at: float) -> OpenTable | None:
    """The channel's table that is not closed."""
    row = db.execute("SELECT id FROM tables WHERE channel_id = ? AND status <> 'closed'", (channel_id,)).fetchone()
    return None if row is None else whole(db, row["id"], at)


def load_open(db: Database, at: float) -> list[OpenTable]:
    """Every table that is not closed, the oldest first."""
    rows = db.execute("SELECT id FROM tables WHERE status <> 'closed' ORDER BY id").fetchall()
    return [whole(db, row["id"], at) for row in rows]


def sittings(db: Database, table_id: int) -> tuple[Sitting, ...]:
    """Everybody who sits at the table now, in order of position."""
    rows = db.execute(_SITTINGS + "table_id = ? AND left_at IS NULL ORDER BY position", (table_id,))
    return tuple(_sitting(row) for row in rows)


def sitting(db: Database, sitting_id: int) -> Sitting:
    """A sitting, over or not. Raises ConflictError("no_sitting")."""
    return _sitting(_sitting_row(db, sitting_id))


_SITTINGS: Final = (
    "SELECT sittings.*, coalesce(balance, 0) AS chips, coalesce(auto_top_up, 0) AS auto_top_up, practice"
    " FROM sittings JOIN tables ON tables.id = table_id"
    " LEFT JOIN accounts ON accounts.name = 'seat:' || sittings.id"
    " LEFT JOIN people ON people.user_id = sittings.user_id WHERE "
)


def _sitting_row(db: Database, sitting_id: int) -> Row:
    row: Row | None = db.execute(_SITTINGS + "sittings.id = ?", (sitting_id,)).fetchone()
    if row is None:
        raise ConflictError("no_sitting", sitting_id=sitting_id)
    return row


def _sitting(row: Row) -> Sitting:
    return Sitting(
        id=row["id"],
        table_id=row["table_id"],
        user_id=row["user_id"],
        name=row["name"],
        position=row["position"],
        chips=row["chips"],
        auto_top_up=bool(row["auto_top_up"]),
        leaving=bool(row["leaving"]),
        practice=bool(row["practice"]),
        away=row["away"],
        missed=row["missed"],
        level=row["level"],
    )


def still_seated(db: Database, sitting_id: int) -> Sitting:
    """A sitting that is not over. Raises ConflictError("no_sitting") or ConflictError("has_left")."""
    row = _sitting_row(db, sitting_id)
    if row["left_at"] is not None:
        raise ConflictError("has_left", sitting_id=sitting_id)
    return _sitting(row)


def out_of_deal(db: Database, sitting_id: int) -> Sitting:
    """A sitting whose chips are not in play.

    Raises ConflictError: no_sitting, has_left, deal_open (it is in an open deal).
    """
    found = still_seated(db, sitting_id)
    row = db.execute(
        "SELECT deals.id FROM deals JOIN deal_seats ON deal_id = deals.id"
        " WHERE table_id = ? AND status = 'open' AND sitting_id = ?",
        (found.table_id, sitting_id),
    ).fetchone()
    if row is not None:
        raise ConflictError("deal_open", deal_id=row["id"])
    return found


def has_sat(db: Database, table_id: int, user_id: int) -> bool:
    """Whether a person sits at the table, or sat there before."""
    found = db.execute("SELECT 1 FROM sittings WHERE table_id = ? AND user_id = ? LIMIT 1", (table_id, user_id))
    return found.fetchone() is not None


def sit(
    db: Database,
    table_id: int,
    member: Member | None,
    name: str,
    amount: int | None,
    chips: Chips,
    at: float,
    level: Level = "regular",
) -> int:
    """Writes a new sitting and returns its id.

    Raises ConflictError: no_table, table_closed, already_seated; Refusal: purse_too_small.
    """
    place = open_only(db, table_id)
    if member is not None:
        if member.guild_id != place.guild_id:
            raise ValueError(f"a member of another server ({member.guild_id}) can't sit at table {table_id}")
        row = db.execute(
            "SELECT id FROM sittings WHERE table_id = ? AND user_id = ? AND left_at IS NULL", (table_id, member.user_id)
        ).fetchone()
        if row is not None:
            raise ConflictError("already_seated", sitting_id=row["id"])
    (new,) = db.execute(
        "INSERT INTO sittings (table_id, guild_id, user_id, name, position, sat_at, level) VALUES (?, ?, ?, ?,"
        " (SELECT coalesce(max(position) + 1, 0) FROM sittings WHERE table_id = ?), ?, ?) RETURNING id",
        (table_id, place.guild_id, None if member is None else member.user_id, name, table_id, at, level),
    ).fetchone()
    amount = place.setup.buy_in if amount is None else amount
    bring(db, place, sitting(db, new), member, chips, Posting(f"buy_in:{new}", at, "buy_in", place.guild_id), amount)
    return int(new)


def top_up(db: Database, sitting_id: int, amount: int, key: str, chips: Chips, at: float) -> int:
    """Brings chips to a stack and returns the sitting's id. Extra chips go back to the house first.

    Raises ConflictError: no_sitting, has_left, deal_open; Refusal: purse_too_small.
    """
    who = out_of_deal(db, sitting_id)
    place = open_only(db, who.table_id)
    extra.take_back(db, who, place.guild_id, key, at)
    member = None if who.user_id is None else member_of(db, place.guild_id, who)
    bring(db, place, who, member, chips, Posting(f"top_up:{key}", at, "top_up", place.guild_id), amount)
    return sitting_id


def topped_up(db: Database, sitting_id: int, key: str) -> ToppedUp:
    """The top-up with that key, and the stack as it is now."""
    account = ledger.seat(sitting_id)
    return ToppedUp(
        added=ledger.posted(db, f"top_up:{key}", account),
        chips=ledger.balance(db, account),
        taken_back=extra.taken_back(db, sitting_id, key),
    )


def short_of(db: Database, sitting_id: int, full: int, at: float) -> int:
    """How many chips a stack lacks to be full, without those of it that are the house's.

    Raises ConflictError: no_sitting, has_left; Refusal: nothing_to_top_up.
    """
    who = still_seated(db, sitting_id)
    place = table(db, who.table_id)
    if _levels(place) and not who.of_the_house:
        theirs = to_level(db, place, sittings(db, place.id), at)[who.id].to_house
    else:
        theirs = 0
    short = full - (who.chips - theirs)
    if short <= 0:
        raise Refusal("nothing_to_top_up", have=who.chips, most=full)
    return short


def _levels(place: Table) -> bool:
    """Whether each game there begins with as many chips for all."""
    game = GAMES.get(place.game)
    return game is not None and game.money.ends_broke


def to_level(db: Database, place: Table, here: Iterable[Sitting], at: float) -> dict[int, payout.Due]:
    """How the chips before each person there are divided if a new game begins now, by sitting.

    That is how ``supply.begin`` moves them; whoever is away has got up by then.
    """
    return payout.divided(db, place, sorted(here, key=lambda who: not who.away), at, all_pay=True)


def _with_what_is_the_houses(db: Database, place: Table, here: tuple[Sitting, ...], at: float) -> tuple[Sitting, ...]:
    """Everybody there, where no game goes on with what the house would take if a new one began now."""
    if place.practice or place.status == "closed" or not _levels(place) or deals.game_on(db, place.id):
        return here
    dues = to_level(db, place, here, at)
    return tuple(
        replace(who, extra=due.back, bounds=due.bounds) if (due := dues.get(who.id)) is not None else who
        for who in here
    )


def bring(
    db: Database,
    place: Table,
    who: Sitting,
    member: Member | None,
    chips: Chips,
    posting: Posting,
    amount: int,
) -> None:
    """Brings chips to a seat: from the member's purse; for a computer player, and for practice, from the house.

    Raises Refusal: purse_too_small.
    """
    if amount < 0:
        raise ValueError(f"{amount} chips can't be brought to a table")
    posting, target = replace(posting, table_id=place.id, reason=_reason(who, posting.reason)), ledger.seat(who.id)
    if member is not None and not who.of_the_house:
        ledger.pay_from_purse(db, member, chips, posting, target, amount)
        return
    if member is not None:
        ledger.note_member(db, member)
    ledger.post(db, posting, [Move(ledger.house(place.guild_id), target, amount, posting.reason)])


def cant_pay(db: Database, guild_id: int, short: Sequence[Sitting], code: str, chips: int) -> Refusal:
    """Why these people can't have so many chips: ``code``, or purses_frozen; both with names, count, chips."""
    frozen = [who for who in short if who.user_id is not None and ledger.frozen(db, guild_id, who.user_id) is not None]
    names = tuple(who.name for who in frozen or short)
    return Refusal("purses_frozen" if frozen else code, names=names, count=len(names), chips=chips)


def _reason(who: Sitting, usual: str) -> str:
    """The reason of a posting that moves a sitting's chips: a person's chips for practice are told from others."""
    return PRACTICE if who.practice and who.user_id is not None else usual


def member_of(db: Database, guild_id: int, who: Sitting) -> Member:
    """The person who sits there, with the last known name."""
    assert who.user_id is not None
    row = db.execute("SELECT name FROM members WHERE guild_id = ? AND user_id = ?", (guild_id, who.user_id)).fetchone()
    return Member(guild_id, who.user_id, who.name if row is None else row["name"])


def purse_of(guild_id: int, who: Sitting) -> str:
    """The account to which a sitting's chips go back: the person's purse, or the house if the chips come from there."""
    return ledger.house(guild_id) if who.of_the_house or who.user_id is None else ledger.purse(guild_id, who.user_id)


def rise(db: Database, sitting_id: int, at: float) -> int:
    """Moves a sitter's chips back to where they come from, purse or house, and ends the sitting. Returns its id.

    The house first takes back what is its own (``payout.py``). A debt is paid from the purse, as far as that can pay.
    Raises ConflictError: no_sitting, has_left, deal_open.
    """
    who = out_of_deal(db, sitting_id)
    place = table(db, who.table_id)
    back = purse_of(place.guild_id, who)
    source = ledger.seat(sitting_id)
    posting = Posting(f"cash_out:{sitting_id}", at, _reason(who, "cash_out"), place.guild_id, place.id)
    chips = payout.settle(db, place, who, sittings(db, place.id), "cash_out", at)
    if chips < 0 and not who.of_the_house:
        payout.pay_debt(db, place, who, -chips, posting)
    else:
        move = Move(source, back, chips, "cash_out") if chips >= 0 else Move(back, source, -chips, "debt")
        ledger.post(db, posting, [move])
    db.execute("UPDATE sittings SET left_at = ? WHERE id = ?", (at, sitting_id))
    return sitting_id


def got_up(db: Database, sitting_id: int) -> GotUp:
    """The chips that somebody who got up took along. Raises ConflictError("no_sitting")."""
    who = sitting(db, sitting_id)
    chips = payout.carried(db, sitting_id)
    back, bounds = extra.taken_back(db, sitting_id, "cash_out"), payout.bounds(db, sitting_id, "cash_out")
    return GotUp(who.id, who.user_id, who.name, chips, back, bounds, who.level)


def close_table(db: Database, table_id: int, at: float) -> int:
    """Cancels an open deal, shares pot and pools, cashes everybody out, and closes the table. Returns its id.

    Raises ConflictError: no_table, table_closed.
    """
    place = open_only(db, table_id)
    if (deal_id := deals.being_played(db, table_id)) is not None:
        deals.cancel(db, deal_id, at)
    share_out(db, place, at)
    for who in payout.owed_first(db, place, sittings(db, table_id), at):
        rise(db, who.id, at)
    send_shares(db, place, at)
    forget_ballots(db, table_id)
    db.execute("UPDATE tables SET status = 'closed', closed_at = ? WHERE id = ?", (at, table_id))
    return table_id


def share_out(db: Database, place: Table, at: float) -> None:
    """Shares what lies in pot and pools equally among those who played the last deal for it, whoever sits there now.

    Odd chips go to the first of them, one each, beginning at that deal's dealer's left (``poch.md PO-65``). The house
    has it where it is nobody's (``deals.played_last``).
    """
    takers, lying = deals.played_last(db, place.id), ledger.lying(db, place.id)
    reason = SHARED if takers else "unclaimed"
    due = shares(sum(lying.values()), takers) if takers else {}
    moves = [
        Move(source, ledger.seat(taker) if takers else ledger.house(place.guild_id), chips, reason)
        for source, taker, chips in _paid_out(lying, due)
    ]
    ledger.post(db, Posting(f"{reason}:{place.id}", at, reason, place.guild_id, place.id), moves)


def send_shares(db: Database, place: Table, at: float) -> None:
    """Moves the shares of those who had got up before to their purses, once everybody else has got up.

    Nobody gets more than people have brought and not taken out (``payout.py``); the rest is the house's.
    """
    for sitting_id in deals.played_last(db, place.id):
        who = sitting(db, sitting_id)
        purse, house = purse_of(place.guild_id, who), ledger.house(place.guild_id)
        seat, back = ledger.seat(who.id), _reason(who, "cash_out")
        own = who.chips if who.of_the_house else min(who.chips, max(0, payout.brought(db, place.id)))
        moves = [Move(seat, purse, own, "cash_out"), Move(seat, house, who.chips - own, payout.NOBODYS)]
        ledger.post(db, Posting(f"{SHARED}:{place.id}:{who.id}", at, back, place.guild_id, place.id), moves)


def _paid_out(lying: Mapping[str, int], due: Mapping[int, int]) -> Iterator[tuple[str, int, int]]:
    """Account, taker and chips for each move, so that each taker gets what is due; without takers, taker 0 gets all."""
    left = dict(due) or {0: sum(lying.values())}
    for source, lies in lying.items():
        for taker in tuple(left):
            chips = min(lies, left[taker])
            lies -= chips
            left[taker] -= chips
            if chips:
                yield source, taker, chips


def closing(db: Database, table_id: int) -> Closing:
    """How a closed table was closed; without players who left in the last deal, for they got up before."""
    rows = db.execute(
        "SELECT sittings.id FROM sittings JOIN tables ON tables.id = table_id"
        " WHERE tables.id = ? AND left_at = closed_at AND leaving = 0 ORDER BY position",
        (table_id,),
    ).fetchall()
    (shared,) = db.execute(
        "SELECT coalesce(sum(amount), 0) FROM postings JOIN transfers ON posting_id = postings.id WHERE key IN (?, ?)",
        (f"{SHARED}:{table_id}", f"shared:{table_id}"),
    ).fetchone()
    return Closing(tuple(got_up(db, row["id"]) for row in rows), int(shared))


def set_away(db: Database, sitting_id: int, away: Away, missed: int) -> None:
    """Notes whether a sitter counts as away, and the turns missed in a row.

    Raises ConflictError: no_sitting, has_left.
    """
    still_seated(db, sitting_id)
    db.execute("UPDATE sittings SET away = ?, missed = ? WHERE id = ?", (away, missed, sitting_id))


def mark_leaving(db: Database, sitting_id: int, leaving: bool) -> None:
    """Notes whether the sitter gets up as soon as the deal is over. Raises ConflictError: no_sitting, has_left."""
    still_seated(db, sitting_id)
    db.execute("UPDATE sittings SET leaving = ? WHERE id = ?", (leaving, sitting_id))
