"""Of the audit: whether every chip of the ledger is accounted for, from the beginning or since the last audit.

Each check looks at what is new since ``Proved``, and takes for granted what was proved before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from bot.store import audit_bounds, audit_ways, deals, economy, extra, ledger, payout, tables
from bot.store.audit_deals import Remark
from bot.store.audited import Figures, Proved
from bot.store.counting import number_of
from bot.store.database import Database, marks, numbers
from engine.parts.sharing import shares

NOTHING: Final = Proved()
"""Nothing was proved yet."""
GIVEN: Final = "given:"
"""How the kind of a figure begins that says what a source has given in a server."""


@dataclass
class Sums:
    """What the checks have added up, for the next audit to go on from."""

    practising: set[int] = field(default_factory=set)
    dues: Counter[int] = field(default_factory=Counter)
    figures: list[Figures] = field(default_factory=list)


def found(db: Database, since: Proved | None, sums: Sums) -> Iterator[str | Remark]:
    """What is wrong with chips, and how many there are. ``since``: None for everything, from the beginning."""
    whole, since = since is None, since or NOTHING
    yield from accounts(db, since, whole)
    yield from givers(db, since)
    yield from audit_ways.found(db, since)
    yield from audit_bounds.found(db, since, whole)
    yield from servers(db, since, whole, sums)
    yield from practice_chips(db, since, sums)
    yield from taken_home(db, since, sums)
    yield from at_tables(db, since)
    yield from standings(db, since, whole)
    yield from stays(db, since, whole)


def accounts(db: Database, since: Proved, whole: bool) -> Iterator[str]:
    """Whether each account's balance is the sum of its transfers, and each server's accounts add up to 0."""
    rows = db.execute(
        "WITH sums AS (SELECT account, sum(chips) AS moved FROM (SELECT target AS account, amount AS chips"
        " FROM transfers WHERE posting_id > :posting UNION ALL SELECT source, -amount FROM transfers"
        " WHERE posting_id > :posting) AS moves GROUP BY account)"
        + (
            " SELECT name, balance, accounts.kind AS kind, coalesce(moved, 0) AS moved"
            " FROM accounts LEFT JOIN sums ON account = accounts.id"
            if whole
            else " SELECT name, balance, accounts.kind AS kind, moved + coalesce(audited.chips, 0) AS moved"
            " FROM sums JOIN accounts ON accounts.id = account"
            " LEFT JOIN audited ON audited.kind = 'account' AND audited.id = account"
        ),
        since.values,
    )
    for row in rows:
        if row["balance"] != row["moved"]:
            says = number_of(row["balance"], "chip")
            yield f"The account {row['name']} says {says}, its transfers add up to {row['moved']}."
        if row["moved"] < 0 and row["kind"] in {"pot", "pool"}:
            yield f"The account {row['name']} is at {number_of(row['moved'], 'chip')}, and may not be below zero."
    if whole:
        rows = db.execute(
            "SELECT guild_id, sum(balance) AS chips FROM accounts GROUP BY guild_id HAVING sum(balance) <> 0"
        )
        for row in rows:
            yield f"The accounts of server {row['guild_id']} add up to {number_of(row['chips'], 'chip')}, not to 0."
    rows = db.execute(
        "SELECT key FROM postings WHERE id > :posting AND NOT EXISTS (SELECT 1 FROM transfers WHERE posting_id = id)",
        since.values,
    )
    for row in rows:
        yield f"The posting {row['key']} moves nothing."
    rows = db.execute(
        f"SELECT DISTINCT postings.key FROM {ledger.MOVES}"
        " WHERE posting_id > :posting AND (source.guild_id <> target.guild_id OR amount <= 0)",
        since.values,
    )
    for row in rows:
        yield f"The posting {row['key']} moves chips between servers, or fewer than none."


def _each(db: Database, sentence: str, sql: str, since: Proved) -> Iterator[str]:
    """The sentence for each row that the statement finds, with the row's columns by their names."""
    for row in db.execute(sql, since.values):
        yield sentence.format(**row)


def givers(db: Database, since: Proved) -> Iterator[str]:
    """Whether the house gave only what it may: starting chips, daily top-ups, what was won from it, corrections, extra
    chips, those of computer players and for practice, and debts that a purse couldn't pay."""
    yield from _each(
        db,
        "The house gave chips to {target} by the posting {key}, which it may not.",
        f"SELECT postings.key, target.name AS target, user_id FROM {ledger.MOVES}"
        f" LEFT JOIN sittings ON sittings.id = {ledger.seated('target')}"
        " LEFT JOIN tables ON tables.id = sittings.table_id"
        " WHERE posting_id > :posting AND source.kind = 'house' AND NOT CASE target.kind"
        " WHEN 'purse' THEN postings.reason IN ('starting_chips', 'daily_top_up', 'won_from_house', 'correction')"
        " WHEN 'seat' THEN postings.deal_id IS NOT NULL AND postings.reason IN ('deal', 'action')"
        " OR user_id IS NULL AND postings.reason IN ('buy_in', 'top_up', 'cash_out')"
        " OR user_id IS NOT NULL AND practice = 1 AND postings.reason = 'practice'"
        " OR transfers.reason = 'extra_chips_lost' AND postings.reason = 'extra_chips_back'"
        " OR user_id IS NOT NULL AND practice = 0 AND postings.reason = 'unpaid_debt'"
        " ELSE FALSE END",
        since,
    )


def servers(db: Database, since: Proved, whole: bool, sums: Sums) -> Iterator[str | Remark]:
    """Whether each server's people have no more chips than the sources gave, and how many that are."""
    before: dict[int, Counter[str]] = {}
    moved = db.execute(
        "SELECT purse.guild_id, postings.reason, source.kind = 'house' OR target.kind = 'house' AS gift,"
        " posting_id > coalesce(opened_servers.last_posting, 0) AS counts,"
        f" sum(CASE WHEN purse.id = target THEN amount ELSE -amount END) AS chips FROM {ledger.MOVES}"
        " JOIN accounts AS purse ON purse.id IN (source, target) AND purse.kind = 'purse'"
        " LEFT JOIN opened_servers ON opened_servers.guild_id = purse.guild_id"
        " WHERE posting_id > :posting AND 'purse' IN (source.kind, target.kind) GROUP BY 1, 2, 3, 4",
        since.values,
    )
    for row in moved:
        server = before.setdefault(row["guild_id"], Counter())
        server["purses"] += row["chips"]
        if row["gift"] and row["counts"]:
            server[f"{GIVEN}{row['reason']}"] += row["chips"]
    if whole:
        known = db.execute("SELECT DISTINCT guild_id FROM accounts")
        held = db.execute("SELECT guild_id, sum(balance) AS chips FROM accounts WHERE kind = 'purse' GROUP BY guild_id")
        purses = {row["guild_id"]: row["chips"] for row in held}
    else:
        known = db.execute(
            "SELECT DISTINCT guild_id FROM accounts WHERE id IN (SELECT source FROM transfers"
            " WHERE posting_id > :posting)",
            since.values,
        )
    for (guild,) in sorted(map(tuple, known.fetchall())):
        by = before.get(guild, Counter())
        if whole:
            by["purses"] = purses.get(guild, 0)
        else:
            names = ("purses", *(f"{GIVEN}{name}" for name in economy.SOURCES))
            kept = db.execute(
                f"SELECT kind, chips FROM audited WHERE id = ? AND kind IN ({marks(names)})",
                (guild, *names),
            )
            for row in kept:
                by[row["kind"]] += row["chips"]
        sums.figures += [
            (kind, guild, by[kind], 0, 0, 0) for kind in ("purses", *(f"{GIVEN}{name}" for name in economy.SOURCES))
        ]
        yield from _worth(db, guild, by)


def _worth(db: Database, guild: int, by: Counter[str]) -> Iterator[str | Remark]:
    """Whether a server's people have no more than was given. ``by``: chips in purses, and given by each source."""
    open_tables = db.execute(
        "SELECT id FROM tables WHERE guild_id = ? AND status <> 'closed' AND practice = 0", (guild,)
    ).fetchall()
    have = by["purses"] + sum(payout.brought(db, row["id"]) for row in open_tables)
    (opening,) = db.execute(
        "SELECT (SELECT coalesce(sum(chips), 0) FROM opened_servers WHERE guild_id = :server) + (SELECT"
        " coalesce(sum(chips), 0) FROM opened_with JOIN tables ON tables.id = table_id WHERE guild_id = :server)",
        {"server": guild},
    ).fetchone()
    sources_ = {"opening": opening, **{name: by[f"{GIVEN}{name}"] for name in economy.SOURCES}}
    allowed = sum(sources_.values())
    if have > allowed:
        yield f"The people of server {guild} have {number_of(have, 'chip')}, and the sources have given {allowed}."
    told = ", ".join(f"{name.replace('_', ' ')} {chips}" for name, chips in sources_.items() if chips)
    yield Remark(f"Server {guild}: people have {number_of(have, 'chip')} of {allowed} given ({told or 'none'}).")


def practice_chips(db: Database, since: Proved, sums: Sums) -> Iterator[str]:
    """Whether chips for practice stayed apart: they reach no purse, and no table that isn't for practice."""
    rows = db.execute(
        f"SELECT sittings.id, postings.key, 'purse' IN (source.kind, target.kind) AS home FROM {ledger.MOVES}"
        f" JOIN sittings ON sittings.id = coalesce({ledger.seated('source')}, {ledger.seated('target')})"
        " JOIN tables ON tables.id = sittings.table_id"
        " WHERE posting_id > :posting AND practice = 1 AND user_id IS NOT NULL AND 'seat' IN (source.kind, target.kind)"
        " AND ('purse' IN (source.kind, target.kind) OR postings.reason = 'practice') ORDER BY posting_id, line",
        since.values,
    )
    given = sums.practising
    given.update(since.practising)
    for row in rows:
        if row["home"] and row["id"] in given:
            yield f"The posting {row['key']} moves chips for practice between a seat and a purse."
        elif not row["home"]:
            given.add(row["id"])
    yield from _each(
        db,
        "The posting {key} moves chips between a table for practice and another one.",
        f"SELECT postings.key FROM {ledger.MOVES}"
        f" JOIN sittings AS gone ON gone.id = {ledger.seated('source')}"
        " JOIN tables AS before ON before.id = gone.table_id"
        f" JOIN sittings AS come ON come.id = {ledger.seated('target')}"
        " JOIN tables AS after ON after.id = come.table_id"
        " WHERE posting_id > :posting AND before.id <> after.id AND before.practice <> after.practice"
        " AND postings.deal_id IS NULL AND source.kind = 'seat' AND target.kind = 'seat'",
        since,
    )


def taken_home(db: Database, since: Proved, sums: Sums) -> Iterator[str]:
    """Whether the house got back the chips that it issued to a person, and no more, before any went to the purse."""
    rows = db.execute(
        "SELECT sittings.id, postings.key, amount, source.kind = 'seat' AS gone,"
        " target.kind AS target,"
        f" transfers.reason, deal_id FROM {ledger.MOVES}"
        f" JOIN sittings ON sittings.id = coalesce({ledger.seated('source')}, {ledger.seated('target')})"
        " WHERE posting_id > :posting AND user_id IS NOT NULL AND (source.kind = 'house' AND target.kind = 'seat'"
        " OR source.kind = 'seat' AND target.kind IN ('house', 'purse')) ORDER BY posting_id, line",
        since.values,
    )
    due = sums.dues
    due.update(since.dues)
    for row in rows:
        if row["target"] == "purse":
            if due[row["id"]] > 0:
                chips = number_of(due[row["id"]], "chip")
                yield f"Before the posting {row['key']} the house had not taken back {chips}, which it had issued."
        elif row["deal_id"] is not None:
            due[row["id"]] += -row["amount"] if row["gone"] else row["amount"]
        elif row["reason"] == extra.BACK:
            due[row["id"]] -= row["amount"]
            if due[row["id"]] < 0:
                chips = number_of(-due[row["id"]], "chip")
                yield f"The house took back {chips} more by the posting {row['key']} than it gave."


def at_tables(db: Database, since: Proved) -> Iterator[str]:
    """Whether people took out of each table no more than they brought, and nothing is left where it is closed."""

    @cache
    def opened(guild_id: int) -> float:
        """Until when the server's tables are not looked at: they were open when its sources were first counted."""
        row = db.execute(
            "SELECT coalesce(max(at), -1) FROM postings WHERE id <="
            " (SELECT last_posting FROM opened_servers WHERE guild_id = ?)",
            (guild_id,),
        ).fetchone()
        return float(row[0])

    rows = db.execute(
        "SELECT tables.id, tables.guild_id, status, practice, opened_at,"
        " opened_with.table_id IS NOT NULL AS counted"
        " FROM tables LEFT JOIN opened_with ON opened_with.table_id = tables.id WHERE tables.id > :table"
        f" OR tables.id IN ({numbers(since.open_tables)})"
        " OR tables.id IN (SELECT table_id FROM postings WHERE id > :posting)",
        since.values,
    )
    for row in rows:
        table = row["id"]
        if not row["practice"] and (row["counted"] or row["opened_at"] > opened(row["guild_id"])):
            yield from taken_out(db, table)
        yield from empty_when_over(db, table, closed=row["status"] == "closed")
        yield from played_for(db, table)


def taken_out(db: Database, table: int) -> Iterator[str]:
    """Whether people together took no more out of the table than they brought: what they won from each other."""
    (owed,) = db.execute(
        "SELECT coalesce(-sum(CASE WHEN balance < 0 THEN balance END), 0) FROM sittings"
        " JOIN accounts ON accounts.name = 'seat:' || sittings.id WHERE table_id = ? AND user_id IS NOT NULL",
        (table,),
    ).fetchone()
    there = payout.brought(db, table) + owed
    if there < 0:
        yield f"People have taken {number_of(-there, 'chip')} more out of table {table} than they brought."


def empty_when_over(db: Database, table: int, *, closed: bool) -> Iterator[str]:
    """Whether no chips are left in front of people who got up, and none on the table if it is closed."""
    rows = db.execute("SELECT id FROM sittings WHERE table_id = ? AND left_at IS NOT NULL", (table,)).fetchall()
    for row in rows:
        chips = ledger.balance(db, ledger.seat(row["id"]))
        if chips:
            yield f"Sitting {row['id']} is over, and still has {number_of(chips, 'chip')}."
    if not closed:
        return
    lying = {"pot": ledger.balance(db, ledger.pot(table)), **dict(ledger.pools(db, table))}
    for name, chips in lying.items():
        if chips:
            yield f"Table {table} is closed, and its {name} still has {number_of(chips, 'chip')}."
    for sitting in tables.sittings(db, table):
        yield f"Sitting {sitting.id} still sits at table {table}, which is closed."


def played_for(db: Database, table: int) -> Iterator[str]:
    """Whether what lay in the table's pot and pools when it closed was shared equally by those who played for it."""
    rows = db.execute(
        "SELECT sittings.id AS sitting, sum(amount) AS chips FROM postings"
        " JOIN transfers ON posting_id = postings.id JOIN accounts ON accounts.id = target"
        f" JOIN sittings ON sittings.id = {ledger.seated('accounts')}"
        " WHERE postings.table_id = ? AND postings.deal_id IS NULL AND postings.reason = ? GROUP BY sittings.id",
        (table, tables.SHARED),
    )
    got = {row["sitting"]: row["chips"] for row in rows}
    if not got:
        return
    players = deals.played_last(db, table)
    due = shares(sum(got.values()), players) if players else {}
    if got != {who: share for who, share in due.items() if share}:
        yield f"What lay on table {table} was not shared among those who played its last deal: {got}."


_COUNTED: Final = (
    "SELECT guild_id, coalesce((SELECT max(number) FROM seasons WHERE seasons.guild_id = results.guild_id"
    " AND after_deal < deal_id), 1) AS season, user_id, chips, 1 AS deals,"
    " CASE WHEN chips > 0 THEN 1 ELSE 0 END AS wins FROM results"
    " WHERE chips IS NOT NULL AND user_id IS NOT NULL"
)
"""What results count for: a statement that goes on."""


def standings(db: Database, since: Proved, whole: bool) -> Iterator[str]:
    """Whether the leaderboard's totals are the sums of the results, each in the season in which its deal began."""
    if whole:
        rows = db.execute(
            "SELECT guild_id, season, user_id, sum(chips) AS chips, sum(deals) AS deals, sum(wins) AS wins"
            f" FROM ({_COUNTED} UNION ALL SELECT guild_id, season, user_id, -chips, -deals, -wins FROM standings)"
            " AS both_sums"
            " GROUP BY guild_id, season, user_id HAVING sum(chips) <> 0 OR sum(deals) <> 0 OR sum(wins) <> 0"
        )
    else:
        rows = db.execute(
            "WITH played AS (SELECT guild_id, season, user_id, sum(chips) AS chips, sum(deals) AS deals,"
            f" sum(wins) AS wins FROM ({_COUNTED} AND deal_id IN ({since.deals})) AS new"
            " GROUP BY guild_id, season, user_id),"
            " lacking AS (SELECT played.guild_id, played.season, played.user_id,"
            " played.chips + coalesce(audited.chips, 0) - coalesce(standings.chips, 0) AS chips,"
            " played.deals + coalesce(audited.deals, 0) - coalesce(standings.deals, 0) AS deals,"
            " played.wins + coalesce(audited.wins, 0) - coalesce(standings.wins, 0) AS wins"
            " FROM played LEFT JOIN standings USING (guild_id, season, user_id)"
            " LEFT JOIN audited ON kind = 'standing' AND audited.id = standings.id)"
            " SELECT * FROM lacking WHERE chips <> 0 OR deals <> 0 OR wins <> 0",
            since.values,
        )
    for row in rows:
        yield (
            f"The leaderboard of server {row['guild_id']} in season {row['season']} is wrong about user"
            f" {row['user_id']}: its totals lack {number_of(row['chips'], 'chip')}, {number_of(row['deals'], 'deal')},"
            f" {number_of(row['wins'], 'win')}."
        )


def stays(db: Database, since: Proved, whole: bool) -> Iterator[str]:
    """Whether each stay's totals are the sums of the results of its deals."""
    of_new = "" if whole else f" WHERE deal_id IN ({since.deals})"
    before = "" if whole else " LEFT JOIN audited ON kind = 'sitting' AND audited.id = sittings.id"
    names = ("deals", "net", "wins", "house")
    kept = dict.fromkeys(names, "") if whole else {n: f" + coalesce(audited.{n}, 0)" for n in names}
    if not whole:
        kept["net"] = " + coalesce(audited.chips, 0)"
    both = "sittings LEFT JOIN played" if whole else "played JOIN sittings"
    wrong = " OR ".join(f"sittings.{name} <> coalesce(played.{name}, 0){kept[name]}" for name in names)
    rows = db.execute(
        "WITH played AS (SELECT sitting_id, count(*) AS deals, sum(net) AS net,"
        " count(*) FILTER (WHERE net > 0) AS wins,"
        f" coalesce(sum(house), 0) AS house FROM results JOIN deal_seats USING (deal_id, seat){of_new}"
        f" GROUP BY sitting_id) SELECT sittings.id FROM {both} ON sitting_id = sittings.id{before} WHERE {wrong}",
        since.values,
    )
    for row in rows:
        yield f"The totals of sitting {row['id']} are not the sums of the results of its deals."
