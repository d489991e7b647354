"""The ledger: accounts, postings, transfers, purses.

Double entry: every chip that moves is a transfer between two accounts of one server, so all accounts always add up to
0. Only the house makes chips (its account goes below zero). A posting's key says what it is for, so nothing is posted
twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Final, NamedTuple

from bot.store import economy, erased, gifts
from bot.store.database import Database
from bot.store.model.errors import ConflictError, Refusal
from bot.store.model.people import BegunAnew, Member, Purse, Sources
from bot.store.model.servers import Chips


def house(guild_id: int) -> str:
    """The account of a server's house."""
    return f"house:{guild_id}"


def purse(guild_id: int, user_id: int) -> str:
    """The account of a member's purse."""
    return f"purse:{guild_id}:{user_id}"


def seat(sitting_id: int) -> str:
    """The account of the chips in front of a person or computer player at a table."""
    return f"seat:{sitting_id}"


def pot(table_id: int) -> str:
    """The account of a table's pot."""
    return f"pot:{table_id}"


def pool(table_id: int, name: str) -> str:
    """The account of one of a table's named pools."""
    return f"pool:{table_id}:{name}"


def seated(account: str) -> str:
    """The id of the sitting whose chips lie in an account, as SQL; ``account``: the alias of ``accounts`` there.

    NULL for an account that isn't a seat's.
    """
    return f"CASE WHEN {account}.kind = 'seat' THEN CAST(substr({account}.name, 6) AS BIGINT) END"


MOVES: Final = (
    "transfers JOIN postings ON postings.id = posting_id"
    " JOIN accounts AS source ON source.id = source JOIN accounts AS target ON target.id = target"
)
"""Every transfer with its posting and both accounts, as SQL to follow ``FROM``; a WHERE makes it few."""


class Move(NamedTuple):
    """``amount`` chips from one account to another."""

    source: str
    target: str
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class Posting:
    """A group of transfers with one purpose."""

    key: str
    """Unique in the whole ledger."""
    at: float
    reason: str
    guild_id: int
    table_id: int | None = None
    deal_id: int | None = None
    reverses: int | None = None
    """The id of the posting that this one takes back."""


def once(db: Database, key: str, kind: str, at: float, work: Callable[[], int]) -> int:
    """Does ``work`` and returns its answer; with a key that was used before, only returns the answer of that time.

    Raises ConflictError("key_reused") if the key belongs to another kind of operation.
    """
    row = db.execute("SELECT kind, answer FROM operations WHERE key = ?", (key,)).fetchone()
    if row is not None:
        if row["kind"] != kind:
            raise ConflictError("key_reused", key=key, kind=row["kind"])
        return int(row["answer"])
    answer = work()
    db.execute("INSERT INTO operations (key, kind, answer, at) VALUES (?, ?, ?, ?)", (key, kind, answer, at))
    return answer


def seen(db: Database, key: str | int) -> bool:
    """Whether an operation with that key, or an action for the interaction of that number, is written."""
    number = key if isinstance(key, int) else None
    row = db.execute(
        "SELECT 1 FROM operations WHERE key = ? UNION ALL SELECT 1 FROM actions WHERE interaction_id = ?",
        (str(key), number),
    ).fetchone()
    return row is not None


def asked(db: Database, interaction_id: int) -> bool:
    """Whether anything is written for that interaction: an action, or an operation whose key begins with its id."""
    row = db.execute(
        "SELECT 1 FROM operations WHERE key >= ? AND key < ? UNION ALL SELECT 1 FROM actions WHERE interaction_id = ?",
        (f"{interaction_id}:", f"{interaction_id};", interaction_id),
    ).fetchone()
    return row is not None


def account(db: Database, name: str, guild_id: int) -> int:
    """The id of the account, which is opened at its first use."""
    row = db.execute("SELECT id FROM accounts WHERE name = ?", (name,)).fetchone()
    if row is not None:
        return int(row["id"])
    (new,) = db.execute("INSERT INTO accounts (name, guild_id) VALUES (?, ?) RETURNING id", (name, guild_id)).fetchone()
    return int(new)


def balance(db: Database, name: str) -> int:
    """The chips in an account; 0 if it was never used."""
    row = db.execute("SELECT balance FROM accounts WHERE name = ?", (name,)).fetchone()
    return 0 if row is None else int(row["balance"])


def pools(db: Database, table_id: int) -> tuple[tuple[str, int], ...]:
    """The chips in each of a table's named pools, by name."""
    start = pool(table_id, "")
    rows = db.execute(
        "SELECT name, balance FROM accounts WHERE name >= ? AND name < ? ORDER BY name", (start, start[:-1] + ";")
    )
    return tuple((row["name"][len(start) :], row["balance"]) for row in rows)


def lying(db: Database, table_id: int) -> dict[str, int]:
    """The chips in a table's pools and pot, by account."""
    found = {pool(table_id, name): chips for name, chips in pools(db, table_id)}
    return {**found, pot(table_id): balance(db, pot(table_id))}


def post(db: Database, posting: Posting, moves: Iterable[Move]) -> None:
    """Makes the moves. Moves of 0 chips are left out; without moves nothing is posted."""
    some = [move for move in moves if move.amount]
    if not some:
        return
    (number,) = db.execute(
        "INSERT INTO postings (key, at, reason, table_id, deal_id, reverses) VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
        (posting.key, posting.at, posting.reason, posting.table_id, posting.deal_id, posting.reverses),
    ).fetchone()
    guild = posting.guild_id
    db.executemany(
        "INSERT INTO transfers (posting_id, line, source, target, amount, reason) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (
                number,
                line,
                account(db, transfer.source, guild),
                account(db, transfer.target, guild),
                transfer.amount,
                transfer.reason,
            )
            for line, transfer in enumerate(some)
        ],
    )


def posted(db: Database, key: str, account_name: str, reason: str | None = None) -> int:
    """The chips that the posting with that key brought to an account (below 0: took from it); 0 if there is none.

    With ``reason``, only transfers with that reason count.
    """
    (chips,) = db.execute(
        "SELECT coalesce(sum(CASE WHEN target = accounts.id THEN amount ELSE -amount END), 0)"
        " FROM postings JOIN transfers ON posting_id = postings.id JOIN accounts ON accounts.id IN (source, target)"
        " WHERE key = ? AND accounts.name = ? AND transfers.reason = coalesce(?, transfers.reason)",
        (key, account_name, reason),
    ).fetchone()
    return int(chips)


def reverse_deal(db: Database, deal_id: int, guild_id: int, at: float) -> None:
    """Takes back every posting of the deal, the newest first: a pot can only give chips that it has back."""
    # Not "AND reverses IS NULL": by its index SQLite would read every posting that there is.
    postings = db.execute(
        "SELECT id, table_id, reverses FROM postings WHERE deal_id = ? ORDER BY id DESC", (deal_id,)
    ).fetchall()
    for row in postings:
        if row["reverses"] is not None:
            continue
        moves = db.execute(
            "SELECT target.name, source.name, amount, reason FROM transfers"
            " JOIN accounts AS source ON source.id = source JOIN accounts AS target ON target.id = target"
            " WHERE posting_id = ? ORDER BY line DESC",
            (row["id"],),
        ).fetchall()
        posting = Posting(f"reversal:{row['id']}", at, "reversal", guild_id, row["table_id"], deal_id, row["id"])
        post(db, posting, (Move(*move) for move in moves))


def note_member(db: Database, member: Member) -> None:
    """Keeps the member's name, also for the time after the person has left the server."""
    db.execute(
        "INSERT INTO members (guild_id, user_id, name) VALUES (?, ?, ?)"
        " ON CONFLICT (guild_id, user_id) DO UPDATE SET name = excluded.name WHERE members.name <> excluded.name",
        (member.guild_id, member.user_id, member.name),
    )


def at_tables(db: Database, guild_id: int, user_id: int) -> int:
    """A member's chips on tables of the server, without those for practice."""
    row = db.execute(
        "SELECT coalesce(sum(balance), 0) AS chips FROM sittings JOIN tables ON tables.id = table_id"
        " JOIN accounts ON accounts.name = 'seat:' || sittings.id"
        " WHERE user_id = ? AND sittings.guild_id = ? AND left_at IS NULL AND practice = 0",
        (user_id, guild_id),
    ).fetchone()
    return int(row["chips"])


def settled_purse(db: Database, member: Member, chips: Chips, now: float) -> Purse | None:
    """The purse, if nothing is to be written; None if it is new, the name has changed or a top-up is due."""
    known = db.execute(
        "SELECT balance FROM members JOIN accounts ON accounts.name = ? WHERE user_id = ? AND members.guild_id = ?"
        " AND members.name = ?",
        (purse(member.guild_id, member.user_id), member.user_id, member.guild_id, member.name),
    ).fetchone()
    why = frozen(db, member.guild_id, member.user_id)
    chips = gifts.chips(db, member.guild_id, chips)
    if known is None or (why is None and _daily(db, member, chips, now)):
        return None
    there = at_tables(db, member.guild_id, member.user_id)
    return Purse(known["balance"], there, 0, why, _begun_anew(db, member, chips, now))


def use_purse(db: Database, member: Member, chips: Chips, now: float) -> Purse:
    """The purse, opened with the starting chips at its first use, and topped up if that is due today.

    ``chips``: what the bot gives where the server has set nothing. A frozen purse is given nothing from day to day.
    """
    note_member(db, member)
    chips, why = gifts.chips(db, member.guild_id, chips), frozen(db, member.guild_id, member.user_id)
    name, bank = purse(member.guild_id, member.user_id), house(member.guild_id)
    if db.execute("SELECT 1 FROM accounts WHERE name = ?", (name,)).fetchone() is None:
        number, before = account(db, name, member.guild_id), erased.lately(db, member.guild_id, member.user_id)
        posting = Posting(f"start:{name}", now, economy.STARTING, member.guild_id)
        post(db, posting, [Move(bank, name, 0 if before is not None else chips.starting, economy.STARTING)])
        if before is not None:
            owed = Posting(f"{ERASURE}:back:{number}", now, ERASURE, member.guild_id)
            post(db, owed, [Move(name, bank, before.debt, ERASURE)])
            if before.frozen and why is None:
                why = ""
                freeze(db, member.guild_id, member.user_id, why, now)
    given = _daily(db, member, chips, now) if why is None else 0
    if given:
        posting = Posting(_daily_key(member, now), now, economy.DAILY, member.guild_id)
        post(db, posting, [Move(bank, name, given, economy.DAILY)])
    there = at_tables(db, member.guild_id, member.user_id)
    return Purse(balance(db, name), there, given, why, _begun_anew(db, member, chips, now))


def _begun_anew(db: Database, member: Member, chips: Chips, now: float) -> BegunAnew | None:
    """Why the purse began with nothing, as long as it has less than the daily gift; None: it didn't, or has more."""
    purse_has = balance(db, purse(member.guild_id, member.user_id))
    if purse_has + at_tables(db, member.guild_id, member.user_id) >= max(1, chips.daily):
        return None
    before = erased.lately(db, member.guild_id, member.user_id)
    if before is None:
        return None
    gift = chips.daily if frozen(db, member.guild_id, member.user_id) is None else 0
    return BegunAnew(before.at, gift, (now // _DAY + 1) * _DAY)


_DAY: Final = 86_400.0
"""Seconds of a day of UTC; the epoch began with one."""


def _daily(db: Database, member: Member, chips: Chips, now: float) -> int:
    """How many chips the daily gift has now: always the same number, so it never forgives a debt.

    Chips on tables count as the person's.
    """
    has = balance(db, purse(member.guild_id, member.user_id)) + at_tables(db, member.guild_id, member.user_id)
    if has >= chips.daily:
        return 0
    if db.execute("SELECT 1 FROM postings WHERE key = ?", (_daily_key(member, now),)).fetchone() is not None:
        return 0
    return 0 if erased_today(db, member.guild_id, member.user_id, now) else chips.daily


def _daily_key(member: Member, now: float) -> str:
    return f"daily:{purse(member.guild_id, member.user_id)}:{datetime.fromtimestamp(now, UTC):%Y-%m-%d}"


ERASURE: Final = "erasure"
"""The reason of postings that an erasure makes: the purse goes to the house, and whoever comes back owes it a debt."""
CANT_PAY: Final = frozenset({"purse_too_small", "purse_frozen"})
"""What a purse that doesn't pay is refused with."""


def pay_from_purse(db: Database, member: Member, chips: Chips, posting: Posting, target: str, amount: int) -> None:
    """Moves all of these chips from a purse to a seat, or none: what the person owes at other tables stays there.

    Raises Refusal: purse_too_small(have, need, owed), purse_frozen(why). ``owed`` is what the person owes at other
    tables. The former has also the fields of ``BegunAnew``, where that is why.
    """
    name = purse(member.guild_id, member.user_id)
    found = use_purse(db, member, chips, posting.at)
    if found.frozen is not None and amount:
        raise Refusal("purse_frozen", why=found.frozen)
    owed = _owed(db, member, target) if amount else 0
    if found.balance - owed < amount:
        anew = asdict(found.begun_anew) if found.begun_anew is not None else {}
        raise Refusal("purse_too_small", have=found.balance, need=amount, owed=owed, **anew)
    post(db, posting, [Move(name, target, amount, posting.reason)])


def _owed(db: Database, member: Member, but: str) -> int:
    """The chips that a member owes at tables of the server, without what is owed before that seat."""
    (chips,) = db.execute(
        "SELECT coalesce(sum(-balance), 0) FROM sittings JOIN tables ON tables.id = table_id"
        " JOIN accounts ON accounts.name = 'seat:' || sittings.id"
        " WHERE user_id = ? AND sittings.guild_id = ? AND left_at IS NULL AND practice = 0 AND balance < 0"
        " AND accounts.name <> ?",
        (member.user_id, member.guild_id, but),
    ).fetchone()
    return int(chips)


def sources(db: Database, member: Member) -> Sources:
    """Where the member's chips came from: all that the house ever gave the purse."""
    row = db.execute("SELECT id FROM accounts WHERE name = ?", (purse(member.guild_id, member.user_id),)).fetchone()
    return Sources() if row is None else Sources(*(_given(db, member, row["id"], name) for name in economy.SOURCES))


def _given(db: Database, member: Member, account_id: int, source: str) -> int:
    """The chips that the purse has from a source, by the keys of its postings."""
    keys = keys_naming(purse(member.guild_id, member.user_id))[source]
    (chips,) = db.execute(
        "SELECT coalesce(sum(CASE WHEN target = ? THEN amount ELSE -amount END), 0) FROM postings"
        " JOIN transfers ON posting_id = postings.id WHERE key >= ? AND key < ?",
        (account_id, *keys),
    ).fetchone()
    return int(chips)


def keys_naming(name: str) -> dict[str, tuple[str, str]]:
    """Between which keys, the second one excluded, all postings lie whose keys name that purse, by their sources."""
    return {
        economy.STARTING: (f"start:{name}", f"start:{name} "),  # that one alone, and none of a longer id
        economy.DAILY: (f"daily:{name}:", f"daily:{name};"),
        economy.FROM_HOUSE: (f"won:{name}:", f"won:{name};"),
        economy.CORRECTION: (f"correction:{name}:", f"correction:{name};"),
    }


def corrected(db: Database, member: Member, now: float) -> tuple[int, int]:
    """The chips that corrections have given the purse today, and those that they have taken.

    Whoever was erased today counts as having been given all that may be given.
    """
    today = _corrections(member, now)
    rows = db.execute(
        "SELECT source.kind = 'house' AS given, sum(amount) AS chips FROM postings"
        " JOIN transfers ON posting_id = postings.id JOIN accounts AS source ON source.id = source"
        " WHERE key >= ? AND key < ? GROUP BY given",
        (today, today[:-1] + ";"),
    )
    by = {bool(row["given"]): row["chips"] for row in rows}
    given = by.get(True, 0)
    if erased_today(db, member.guild_id, member.user_id, now):
        given = economy.MOST_CORRECTED
    return given, by.get(False, 0)


def erased_today(db: Database, guild_id: int, user_id: int, now: float) -> bool:
    """Whether somebody with that id was erased today (UTC): what the purse had today is not known any more, so that
    the house gives it no more until tomorrow."""
    before = erased.lately(db, guild_id, user_id)
    return before is not None and erased.same_day(before.at, now)


def correct(db: Database, member: Member, chips: int, key: str, at: float) -> None:
    """A moderator gives a purse chips, or below 0 takes them.

    Raises Refusal: no_purse, too_much_corrected(most), more_than_there(have).
    """
    name, bank = purse(member.guild_id, member.user_id), house(member.guild_id)
    if db.execute("SELECT 1 FROM accounts WHERE name = ?", (name,)).fetchone() is None:
        raise Refusal("no_purse")
    given, taken = corrected(db, member, at)
    if (given + chips if chips > 0 else taken - chips) > economy.MOST_CORRECTED:
        raise Refusal("too_much_corrected", most=economy.MOST_CORRECTED)
    if chips < 0 and (have := balance(db, name)) < -chips:
        raise Refusal("more_than_there", have=max(0, have))
    reason = economy.CORRECTION
    move = Move(bank, name, chips, reason) if chips >= 0 else Move(name, bank, -chips, reason)
    post(db, Posting(f"{_corrections(member, at)}{key}", at, reason, member.guild_id), [move])


def _corrections(member: Member, now: float) -> str:
    """How the keys of a day's corrections of that purse begin."""
    return f"correction:{purse(member.guild_id, member.user_id)}:{datetime.fromtimestamp(now, UTC):%Y-%m-%d}:"


def freeze(db: Database, guild_id: int, user_id: int, why: str, at: float) -> None:
    """Freezes a member's purse, or gives another reason for it; "": for one that was erased."""
    db.execute(
        "INSERT INTO frozen_purses (guild_id, user_id, why, at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (guild_id, user_id) DO UPDATE SET why = excluded.why",
        (guild_id, user_id, why, at),
    )


def frozen(db: Database, guild_id: int, user_id: int) -> str | None:
    """Why a member's purse is frozen; None: it isn't."""
    row = db.execute("SELECT why FROM frozen_purses WHERE guild_id = ? AND user_id = ?", (guild_id, user_id)).fetchone()
    return None if row is None else str(row["why"])
