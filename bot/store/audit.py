"""Proves that no chip was created or lost. It only reads, and works while the bot runs."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.store import capping, codec, connection, deals, economy, extra, gifts, ledger, migrate, payout, tables
from bot.store.model.deals import StoredDeal
from bot.store.model.errors import StoreError
from bot.store.model.tables import Table
from engine.parts.sharing import shares
from engine.stakes import HOUSE, POT, Account, DealResult, Stakes, Transfer
from engine.versions import LaterVersion

HOUSE_ACCOUNTS = "house:"
"""The beginning of the names of houses' accounts."""
NOT_REPLAYED = "not replayed"
"""What a remark says of a deal that can't be played again."""
OTHER_VERSION = "of another version"
"""The beginning of a remark on a deal that another version played."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about a deal with which nothing is wrong."""

    text: str
    deal_id: int = 0


@dataclass(frozen=True, slots=True)
class Replayed:
    """A deal that was played again; one that was taken back isn't, because reversals gave its chips back."""

    goes_on: bool
    """Whether it isn't over yet."""


CheckDeal = Callable[[Table, StoredDeal, tuple[Transfer, ...]], Iterable[str | Remark]]
"""Looks at a deal and its transfers, with seats for accounts; returns a sentence for each problem, and remarks."""


@dataclass(frozen=True, slots=True)
class Report:
    """What the audit has found."""

    lines: tuple[str, ...]
    """What was looked at and what was found, for people."""
    problems: tuple[str, ...]
    """A sentence for each problem."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def audit(path: Path, check_deal: CheckDeal | None = None) -> Report:
    """Looks at the whole database, in one snapshot. Raises StoreError if it is not this program's database."""
    steps = migrate.migrations()
    if not path.exists():
        raise StoreError(f"There is no database {path}: name the one that the bot uses.")
    migrate.check(path, steps)
    with migrate.explained(path):
        uri = migrate.database_uri(path, "ro")
        with contextlib.closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as db:
            connection.set_up(db, writes=False)
            db.execute("BEGIN")
            version = migrate.check_connection(db, path, steps)
            if version < len(steps):
                raise StoreError(
                    f"The database {path} is of version {version}, this program's is {len(steps)}: start the bot once."
                )
            seen = tuple(found(db, check_deal))
            problems = tuple(line for line in seen if isinstance(line, str))
            remarks = [line for line in seen if isinstance(line, Remark)]
            played = [line for line in seen if isinstance(line, Replayed)]
            (deals_,) = db.execute("SELECT count(*) FROM deals").fetchone()
            replays = (_replayed(played, deals_),) if check_deal is not None else ()
            return Report((*counts(db), *replays, *_said(remarks), *problems, _verdict(problems)), problems)


def _replayed(played: Sequence[Replayed], deals: int) -> str:
    """How many deals of how many were played again."""
    still = sum(deal.goes_on for deal in played)
    return f"{len(played)} of {deals} deals replayed{f', {still} as far as they have come' if still else ''}"


def _said(remarks: Iterable[Remark]) -> Iterator[str]:
    """Each remark once, with all the deals on which it is made."""
    deals_of: dict[str, list[int]] = {}
    for remark in remarks:
        deals_of.setdefault(remark.text, []).append(remark.deal_id)
    for text, ids in deals_of.items():
        if not any(ids):
            yield text
            continue
        yield f"{'Deal' if len(ids) == 1 else 'Deals'} {', '.join(map(str, ids))}: {text}"


def _verdict(problems: tuple[str, ...]) -> str:
    if problems:
        return f"{len(problems)} problem{'s' if len(problems) > 1 else ''} found."
    return "Nothing was created and nothing lost."


def counts(db: sqlite3.Connection) -> Iterator[str]:
    """How much there is to look at."""
    for what in ("accounts", "postings", "transfers", "tables", "deals", "actions"):
        (number,) = db.execute(f"SELECT count(*) FROM {what}").fetchone()  # noqa: S608 - the names stand above
        yield f"{number} {what}"
    (made,) = db.execute("SELECT coalesce(-sum(balance), 0) FROM accounts WHERE kind = 'house'").fetchone()
    yield f"{made} chips in play, all given by the houses"
    (newest,) = db.execute("SELECT max(started_at) FROM deals").fetchone()
    if newest is None:
        yield "No deal was ever played in it"
    else:
        yield f"The newest deal began on {time.strftime('%Y-%m-%d at %H:%M', time.gmtime(newest))} UTC"


def found(db: sqlite3.Connection, check_deal: CheckDeal | None) -> Iterator[str | Remark | Replayed]:
    """All problems, remarks on deals, and which were played again."""
    yield from whole_file(db)
    yield from nothing_is_erased_now(db)
    yield from accounts(db)
    yield from givers(db)
    yield from sources(db)
    yield from taken_out(db)
    yield from totals(db)
    yield from practice_chips(db)
    yield from taken_home(db)
    yield from empty_when_closed(db)
    yield from played_for(db)
    yield from standings(db)
    yield from stays(db)
    for row in db.execute("SELECT id FROM deals ORDER BY id").fetchall():
        yield from deal_found(db, row["id"], check_deal)


def deal_found(db: sqlite3.Connection, deal_id: int, check_deal: CheckDeal | None) -> Iterator[str | Remark | Replayed]:
    """The problems of one deal, remarks on it, and whether it was played again."""
    try:
        stored = deals.deal(db, deal_id)
        assert stored is not None
        table = tables.table(db, stored.table_id)
    except LaterVersion as error:
        yield Remark(f"{OTHER_VERSION}: {error}.", deal_id)
        return
    except codec.UNREADABLE as error:
        yield f"Deal {deal_id}: it can't be read ({codec.why(error)})."
        return
    transfers = tuple(own_transfers(db, stored))
    yield from (f"Deal {deal_id}: {problem}" for problem in deal(db, table, stored, transfers))
    if check_deal is None:
        return
    try:
        checked = tuple(check_deal(table, stored, transfers))
    except Exception as error:  # the audit goes on with the next deal
        yield f"Deal {deal_id}: it could not be checked ({type(error).__name__})."
        return
    left_out = any(isinstance(line, Remark) and NOT_REPLAYED in line.text for line in checked)
    if stored.status != "cancelled" and not left_out:
        yield Replayed(stored.status == "open")
    for line in checked:
        yield Remark(line.text, deal_id) if isinstance(line, Remark) else f"Deal {deal_id}: {line}"


def whole_file(db: sqlite3.Connection) -> Iterator[str]:
    """Whether SQLite finds the file whole and every row that is referred to."""
    for (line,) in db.execute("PRAGMA integrity_check").fetchall():
        if line != "ok":
            yield f"The file is damaged: {line}."
    for row in db.execute("PRAGMA foreign_key_check").fetchall():
        yield f"A row of {row['table']} refers to a row of {row['parent']} that is not there."


def nothing_is_erased_now(db: sqlite3.Connection) -> Iterator[str]:
    """Whether the records that never change are under their triggers again."""
    if db.execute("SELECT 1 FROM erasing").fetchone() is not None:
        yield "Something began to be erased and did not end: what never changes could be changed."


def accounts(db: sqlite3.Connection) -> Iterator[str]:
    """Whether each account's balance is the sum of its transfers, and each server's accounts add up to 0."""
    rows = db.execute(
        "WITH sums AS (SELECT account, sum(chips) AS moved FROM"
        " (SELECT target AS account, amount AS chips FROM transfers UNION ALL SELECT source, -amount FROM transfers)"
        " GROUP BY account)"
        " SELECT name, balance, kind, coalesce(moved, 0) AS moved FROM accounts LEFT JOIN sums ON account = accounts.id"
    )
    for row in rows:
        if row["balance"] != row["moved"]:
            yield f"The account {row['name']} says {row['balance']} chips, its transfers add up to {row['moved']}."
        if row["moved"] < 0 and row["kind"] in {"pot", "pool"}:
            yield f"The account {row['name']} is at {row['moved']} chips, and may not be below zero."
    for row in db.execute("SELECT guild_id, sum(balance) AS chips FROM accounts GROUP BY guild_id HAVING chips <> 0"):
        yield f"The accounts of server {row['guild_id']} add up to {row['chips']} chips, not to 0."
    rows = db.execute("SELECT key FROM postings WHERE NOT EXISTS (SELECT 1 FROM transfers WHERE posting_id = id)")
    for row in rows:
        yield f"The posting {row['key']} moves nothing."
    rows = db.execute(
        "SELECT DISTINCT postings.key FROM transfers JOIN postings ON postings.id = posting_id"
        " JOIN accounts AS source ON source.id = source JOIN accounts AS target ON target.id = target"
        " WHERE source.guild_id <> target.guild_id OR amount <= 0"
    )
    for row in rows:
        yield f"The posting {row['key']} moves chips between servers, or fewer than none."


def givers(db: sqlite3.Connection) -> Iterator[str]:
    """Whether the house gave only what it may: starting chips, daily top-ups, extra chips, those of computer players
    and for practice."""
    rows = db.execute(
        "SELECT postings.key, target.name AS target, user_id FROM transfers JOIN postings ON postings.id = posting_id"
        " JOIN accounts AS source ON source.id = source JOIN accounts AS target ON target.id = target"
        " LEFT JOIN sittings ON target.name = 'seat:' || sittings.id LEFT JOIN tables ON tables.id = sittings.table_id"
        " WHERE source.kind = 'house' AND NOT CASE target.kind"
        " WHEN 'purse' THEN postings.reason IN ('starting_chips', 'daily_top_up', 'won_from_house', 'correction')"
        " WHEN 'seat' THEN postings.deal_id IS NOT NULL AND postings.reason IN ('deal', 'action')"
        " OR user_id IS NULL AND postings.reason IN ('buy_in', 'top_up', 'cash_out')"
        " OR user_id IS NOT NULL AND practice AND postings.reason = 'practice'"
        " OR transfers.reason = 'extra_chips_lost' AND postings.reason = 'extra_chips_back'"
        " ELSE 0 END"
    )
    for row in rows:
        yield f"The house gave chips to {row['target']} by the posting {row['key']}, which it may not."


def sources(db: sqlite3.Connection) -> Iterator[str]:
    """Whether the sources gave each person no more than they may (``economy.py``), since servers have an opening."""
    rows = db.execute(
        "SELECT postings.reason, target.name AS purse, date(postings.at, 'unixepoch') AS day,"
        " sum(amount) AS chips, count(*) AS times"
        " FROM transfers JOIN postings ON postings.id = posting_id"
        " JOIN accounts AS source ON source.id = source JOIN accounts AS target ON target.id = target"
        " LEFT JOIN opened_servers ON opened_servers.guild_id = target.guild_id"
        " WHERE source.kind = 'house' AND target.kind = 'purse' AND reverses IS NULL"
        " AND postings.id > coalesce(opened_servers.last_posting, 0)"
        " GROUP BY postings.reason, target.id, CASE WHEN postings.reason <> ? THEN day END",
        (economy.STARTING,),
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
                f"The house gave {row['purse']} {row['chips']} chips by {row['reason']} on {row['day']}"
                f" ({row['times']} times), and may give {allowed}."
            )
    yield from given(db)
    at_tables = db.execute(
        "SELECT tables.id, target.name AS purse, date(postings.at, 'unixepoch') AS day, buy_in, sum(amount) AS chips"
        " FROM postings JOIN transfers ON posting_id = postings.id JOIN tables ON tables.id = postings.table_id"
        " JOIN accounts AS target ON target.id = target"
        " WHERE postings.reason = ? AND target.kind = 'purse' GROUP BY tables.id, target.id, day HAVING chips > buy_in",
        (economy.FROM_HOUSE,),
    )
    for row in at_tables:
        yield (
            f"{row['purse']} won {row['chips']} chips from the house at table {row['id']} on {row['day']}, and may win"
            f" {row['buy_in']}."
        )


def given(db: sqlite3.Connection) -> Iterator[str]:
    """Whether each start and daily gift had no more chips than were allowed when it was given."""
    rows = db.execute(
        "SELECT key, target.name AS purse, postings.reason, amount, coalesce("
        " (SELECT chips FROM allowed_gifts AS own WHERE own.guild_id = target.guild_id"
        " AND own.source = postings.reason AND after_posting < postings.id ORDER BY after_posting DESC LIMIT 1),"
        " (SELECT chips FROM allowed_gifts AS usual WHERE usual.guild_id = ?"
        " AND usual.source = postings.reason AND after_posting < postings.id ORDER BY after_posting DESC LIMIT 1)"
        ") AS allowed FROM postings JOIN transfers ON posting_id = postings.id"
        " JOIN accounts AS source ON source.id = source JOIN accounts AS target ON target.id = target"
        " WHERE source.kind = 'house' AND target.kind = 'purse' AND postings.reason IN (?, ?) AND amount > allowed",
        (gifts.EVERYWHERE, economy.STARTING, economy.DAILY),
    )
    for row in rows:
        yield (
            f"The house gave {row['purse']} {row['amount']} chips by {row['reason']}, the posting {row['key']}, and"
            f" could give {row['allowed']} then."
        )


def taken_out(db: sqlite3.Connection) -> Iterator[str]:
    """Whether people together took no more out of any table than they brought: what they won from each other."""
    rows = db.execute(
        "SELECT tables.id, (SELECT coalesce(-sum(min(balance, 0)), 0) FROM sittings"
        " JOIN accounts ON accounts.name = 'seat:' || sittings.id"
        " WHERE sittings.table_id = tables.id AND user_id IS NOT NULL) AS owed FROM tables"
        " LEFT JOIN opened_with ON opened_with.table_id = tables.id"
        " LEFT JOIN opened_servers ON opened_servers.guild_id = tables.guild_id"
        " WHERE NOT practice AND (opened_with.table_id IS NOT NULL"
        " OR opened_at > coalesce((SELECT max(at) FROM postings WHERE id <= opened_servers.last_posting), -1))"
    ).fetchall()
    for row in rows:
        there = payout.brought(db, row["id"]) + row["owed"]
        if there < 0:
            yield f"People have taken {-there} chips more out of table {row['id']} than they brought."


def totals(db: sqlite3.Connection) -> Iterator[str | Remark]:
    """Whether each server's people have no more chips than the sources gave, and how many that are."""
    given = ("opening", *economy.SOURCES)
    for (guild,) in db.execute("SELECT DISTINCT guild_id FROM accounts ORDER BY guild_id").fetchall():
        (purses,) = db.execute(
            "SELECT coalesce(sum(balance), 0) FROM accounts WHERE guild_id = ? AND kind = 'purse'", (guild,)
        ).fetchone()
        open_tables = db.execute(
            "SELECT id FROM tables WHERE guild_id = ? AND status <> 'closed' AND NOT practice", (guild,)
        ).fetchall()
        have = purses + sum(payout.brought(db, row["id"]) for row in open_tables)
        by = dict.fromkeys(given, 0)
        (by["opening"],) = db.execute(
            "SELECT (SELECT coalesce(sum(chips), 0) FROM opened_servers WHERE guild_id = ?1) + (SELECT"
            " coalesce(sum(chips), 0) FROM opened_with JOIN tables ON tables.id = table_id WHERE guild_id = ?1)",
            (guild,),
        ).fetchone()
        rows = db.execute(
            "SELECT postings.reason, sum(CASE WHEN source.kind = 'house' THEN amount ELSE -amount END) AS chips"
            " FROM accounts AS purse JOIN transfers ON purse.id IN (source, target)"
            " JOIN postings ON postings.id = posting_id"
            " JOIN accounts AS source ON source.id = source JOIN accounts AS target ON target.id = target"
            " WHERE purse.guild_id = ?1 AND purse.kind = 'purse' AND 'house' IN (source.kind, target.kind)"
            " AND postings.id > coalesce((SELECT last_posting FROM opened_servers WHERE guild_id = ?1), 0)"
            " GROUP BY postings.reason",
            (guild,),
        )
        by |= {row["reason"]: row["chips"] for row in rows}
        allowed = sum(by[name] for name in given)
        if have > allowed:
            yield f"The people of server {guild} have {have} chips, and the sources have given {allowed}."
        told = ", ".join(f"{name.replace('_', ' ')} {by[name]}" for name in given if by[name])
        yield Remark(f"Server {guild}: people have {have} chips of {allowed} given ({told or 'none'}).")


def practice_chips(db: sqlite3.Connection) -> Iterator[str]:
    """Whether chips for practice stayed apart: they reach no purse, and no table that isn't for practice."""
    rows = db.execute(
        "SELECT sittings.id, postings.key, 'purse' IN (source.kind, target.kind) AS home FROM transfers"
        " JOIN postings ON postings.id = posting_id"
        " JOIN accounts AS source ON source.id = source JOIN accounts AS target ON target.id = target"
        " JOIN sittings ON sittings.id ="
        " CAST(substr(CASE source.kind WHEN 'seat' THEN source.name ELSE target.name END, 6) AS INTEGER)"
        " JOIN tables ON tables.id = sittings.table_id"
        " WHERE practice AND user_id IS NOT NULL AND 'seat' IN (source.kind, target.kind)"
        " AND ('purse' IN (source.kind, target.kind) OR postings.reason = 'practice') ORDER BY posting_id, line"
    )
    given = set()
    for row in rows:
        if row["home"] and row["id"] in given:
            yield f"The posting {row['key']} moves chips for practice between a seat and a purse."
        elif not row["home"]:
            given.add(row["id"])
    rows = db.execute(
        "SELECT postings.key FROM postings JOIN transfers ON posting_id = postings.id"
        " JOIN accounts AS source ON source.id = source JOIN accounts AS target ON target.id = target"
        " JOIN sittings AS gone ON source.name = 'seat:' || gone.id JOIN tables AS before ON before.id = gone.table_id"
        " JOIN sittings AS come ON target.name = 'seat:' || come.id JOIN tables AS after ON after.id = come.table_id"
        " WHERE before.id <> after.id AND before.practice <> after.practice AND postings.deal_id IS NULL"
    )
    for row in rows:
        yield f"The posting {row['key']} moves chips between a table for practice and another one."


def taken_home(db: sqlite3.Connection) -> Iterator[str]:
    """Whether the house got back the chips that it issued to a person, and no more, before any went to the purse."""
    rows = db.execute(
        "SELECT sittings.id, postings.key, amount, source.kind = 'seat' AS gone, target.kind AS target,"
        " transfers.reason, deal_id FROM transfers JOIN postings ON postings.id = posting_id"
        " JOIN accounts AS source ON source.id = source JOIN accounts AS target ON target.id = target"
        " JOIN sittings ON sittings.id ="
        " CAST(substr(CASE source.kind WHEN 'seat' THEN source.name ELSE target.name END, 6) AS INTEGER)"
        " WHERE user_id IS NOT NULL AND (source.kind = 'house' AND target.kind = 'seat'"
        " OR source.kind = 'seat' AND target.kind IN ('house', 'purse')) ORDER BY posting_id, line"
    )
    due: Counter[int] = Counter()
    for row in rows:
        if row["target"] == "purse":
            if due[row["id"]] > 0:
                yield f"{due[row['id']]} chips of the house's were not taken back before the posting {row['key']}."
        elif row["deal_id"] is not None:
            due[row["id"]] += -row["amount"] if row["gone"] else row["amount"]
        elif row["reason"] == extra.BACK:
            due[row["id"]] -= row["amount"]
            if due[row["id"]] < 0:
                yield f"The house took back {-due[row['id']]} chips more by the posting {row['key']} than it gave."


def empty_when_closed(db: sqlite3.Connection) -> Iterator[str]:
    """Whether no chips are left on closed tables and in front of people who got up."""
    rows = db.execute("SELECT id FROM sittings WHERE left_at IS NOT NULL").fetchall()
    for row in rows:
        chips = ledger.balance(db, ledger.seat(row["id"]))
        if chips:
            yield f"{chips} chips lie before sitting {row['id']}, which is over."
    for row in db.execute("SELECT id FROM tables WHERE status = 'closed'").fetchall():
        lying = {"pot": ledger.balance(db, ledger.pot(row["id"])), **dict(ledger.pools(db, row["id"]))}
        for name, chips in lying.items():
            if chips:
                yield f"{chips} chips lie in the {name} of table {row['id']}, which is closed."
        for sitting in tables.sittings(db, row["id"]):
            yield f"Sitting {sitting.id} still sits at table {row['id']}, which is closed."


def played_for(db: sqlite3.Connection) -> Iterator[str]:
    """Whether what lay in pots and pools of tables that closed went, in equal shares, to those who played for it."""
    rows = db.execute(
        "SELECT postings.table_id, sittings.id AS sitting, sum(amount) AS chips FROM postings"
        " JOIN transfers ON posting_id = postings.id JOIN accounts ON accounts.id = target"
        " JOIN sittings ON accounts.name = 'seat:' || sittings.id"
        " WHERE postings.reason = ? GROUP BY postings.table_id, sittings.id",
        (tables.SHARED,),
    ).fetchall()
    got: dict[int, dict[int, int]] = {}
    for row in rows:
        got.setdefault(row["table_id"], {})[row["sitting"]] = row["chips"]
    for table_id, chips in got.items():
        players = deals.played_last(db, table_id)
        due = shares(sum(chips.values()), players) if players else {}
        if chips != {who: share for who, share in due.items() if share}:
            yield f"What lay on table {table_id} was not shared among those who played its last deal: {chips}."


def standings(db: sqlite3.Connection) -> Iterator[str]:
    """Whether the leaderboard's totals are the sums of the results, each in the season in which its deal began."""
    rows = db.execute(
        "SELECT guild_id, season, user_id, sum(chips) AS chips, sum(deals) AS deals, sum(wins) AS wins FROM"
        " (SELECT guild_id, season, user_id, -chips AS chips, -deals AS deals, -wins AS wins FROM standings UNION ALL"
        " SELECT guild_id, coalesce((SELECT max(number) FROM seasons WHERE seasons.guild_id = results.guild_id"
        " AND after_deal < deal_id), 1), user_id, chips, 1, chips > 0 FROM results"
        " WHERE chips IS NOT NULL AND user_id IS NOT NULL) GROUP BY guild_id, season, user_id"
        " HAVING sum(chips) <> 0 OR sum(deals) <> 0 OR sum(wins) <> 0"
    )
    for row in rows:
        yield (
            f"The leaderboard of server {row['guild_id']} in season {row['season']} is wrong about user"
            f" {row['user_id']}: its totals lack {row['chips']} chips, {row['deals']} deals, {row['wins']} wins."
        )


def stays(db: sqlite3.Connection) -> Iterator[str]:
    """Whether each stay's totals are the sums of the results of its deals."""
    rows = db.execute(
        "WITH played AS (SELECT sitting_id, count(*) AS deals, sum(net) AS net, sum(net > 0) AS wins,"
        " coalesce(sum(house), 0) AS house FROM results JOIN deal_seats USING (deal_id, seat) GROUP BY sitting_id)"
        " SELECT sittings.id FROM sittings LEFT JOIN played ON sitting_id = sittings.id"
        " WHERE sittings.deals <> coalesce(played.deals, 0) OR sittings.net <> coalesce(played.net, 0)"
        " OR sittings.wins <> coalesce(played.wins, 0) OR sittings.house <> coalesce(played.house, 0)"
    )
    for row in rows:
        yield f"The totals of sitting {row['id']} are not the sums of the results of its deals."


def deal(db: sqlite3.Connection, table: Table, stored: StoredDeal, transfers: tuple[Transfer, ...]) -> Iterator[str]:
    """Whether a deal's actions are all there, and its transfers lead from its stakes to its result."""
    if [action.seq for action in stored.actions] != list(range(len(stored.actions))):
        yield "actions are missing."
    after = after_transfers(stored.stakes, transfers)
    if stored.status == "cancelled":
        if after != after_transfers(stored.stakes, ()):
            yield "it was cancelled, and not all of its chips were given back."
        return
    if len({issued(transfers, seat) for seat in range(len(stored.sittings))}) > 1:
        yield "the house gave one seat more chips than another."
    if stored.result is None:
        yield from _differences("the ledger has", in_ledger(db, table.id, stored), after)
        return
    result = stored.result
    yield from _differences("its result says", after_transfers(result.stakes, ()), after)
    if not result.void and table.unit == "chips":
        for seat, net in enumerate(result.net):
            # Chips that the house issues to everybody alike are not won.
            won = after[seat] - stored.stakes.chips[seat] - issued(transfers, seat)
            if won != net:
                yield f"seat {seat} won {net} chips by its result, {won} by its transfers."
    rows = db.execute("SELECT seat, net, won, chips, house FROM results WHERE deal_id = ? ORDER BY seat", (stored.id,))
    written = [tuple(row) for row in rows.fetchall()]
    scored = [] if result.void else [(seat, net, seat in result.winners) for seat, net in enumerate(result.net)]
    if [line[:3] for line in written] != scored:
        yield "what counts for the leaderboard differs from its result."
        return
    if not result.void:
        yield from counted(db, table, stored, result, written)


def counted(
    db: sqlite3.Connection, table: Table, stored: StoredDeal, result: DealResult, written: Sequence[tuple[int, ...]]
) -> Iterator[str]:
    """Whether what a deal brought in chips is told from what it brought from the house, and was capped rightly."""
    if len(stored.sittings) != len(result.net):
        yield "it has other seats than its result."
        return
    won = deals.chips_won(table.unit, stored.stakes, result)
    moved_back = tuple(
        ledger.posted(db, deals.capped_key(stored.id), ledger.seat(sitting)) for sitting in stored.sittings
    )
    if won is None:
        expected: list[tuple[int | None, ...]] = [(None, None)] * len(result.net)
    else:
        for net, back in zip(won, moved_back, strict=True):
            if back and (net + back > -table.setup.buy_in if back > 0 else net + back < 0):
                yield "more was given back to a loser than the deal may not cost, or by others than its winners."
                return
        after = tuple(net + back for net, back in zip(won, moved_back, strict=True))
        (old,) = db.execute("SELECT count(*) FROM results WHERE deal_id = ? AND house IS NULL", (stored.id,)).fetchone()
        if table.practice:
            expected = [(None, None)] * len(after)
        elif old:  # from before this was told apart
            expected = [(net, None) for net in after]
        else:
            lies = deals.house_lies(db, stored.table_id, stored.id, stored.stakes)
            house, _ = capping.from_house(after, [user is None for user in stored.user_ids], lies)
            expected = [
                (net if user is None else net - of_house, of_house)
                for net, of_house, user in zip(after, house, stored.user_ids, strict=True)
            ]
    if [line[3:] for line in written] != expected:
        yield "what counts for the leaderboard differs from its result."


def issued(transfers: tuple[Transfer, ...], seat: int) -> int:
    """The chips that the house has given to the seat in a deal."""
    given = moved(Counter(), (transfer for transfer in transfers if HOUSE in (transfer.source, transfer.target)))
    return given[seat]


def _differences(who: str, says: Counter[Account], after: Counter[Account]) -> Iterator[str]:
    for place in sorted((says.keys() | after.keys()) - {HOUSE}, key=str):
        if says[place] != after[place]:
            name = f"seat {place}" if isinstance(place, int) else f"the {place}"
            yield f"{who} {says[place]} chips for {name}, stakes and transfers lead to {after[place]}."


def after_transfers(stakes: Stakes, transfers: tuple[Transfer, ...]) -> Counter[Account]:
    """The chips of every seat, the pot and the pools, after the transfers of a deal that began with the stakes."""
    chips: Counter[Account] = Counter({POT: stakes.pot, **dict(stakes.pools)})
    chips.update(dict(enumerate(stakes.chips)))
    return moved(chips, transfers)


def moved(chips: Counter[Account], transfers: Iterable[Transfer]) -> Counter[Account]:
    """The chips of every account, the house's too, after the transfers."""
    for transfer in transfers:
        chips[transfer.source] -= transfer.amount
        chips[transfer.target] += transfer.amount
    return chips


def in_ledger(db: sqlite3.Connection, table_id: int, stored: StoredDeal) -> Counter[Account]:
    """The chips of every seat, the pot and the pools as the ledger has them now."""
    chips: Counter[Account] = Counter(dict(ledger.pools(db, table_id)))
    chips[POT] = ledger.balance(db, ledger.pot(table_id))
    chips.update({seat: ledger.balance(db, ledger.seat(sitting)) for seat, sitting in enumerate(stored.sittings)})
    return chips


def own_transfers(db: sqlite3.Connection, stored: StoredDeal) -> Iterator[Transfer]:
    """A deal's transfers in order, reversals included, between its seats, the pot, the pools and the house."""
    seats = {ledger.seat(sitting): seat for seat, sitting in enumerate(stored.sittings)}
    pool = ledger.pool(stored.table_id, "")

    def place(name: str) -> Account:
        if name in seats:
            return seats[name]
        if name.startswith(HOUSE_ACCOUNTS):
            return HOUSE
        return POT if name == ledger.pot(stored.table_id) else name.removeprefix(pool)

    rows = db.execute(
        "SELECT source.name, target.name, amount, transfers.reason FROM postings"
        " JOIN transfers ON posting_id = postings.id"
        " JOIN accounts AS source ON source.id = source JOIN accounts AS target ON target.id = target"
        " WHERE deal_id = ? ORDER BY postings.id, line",
        (stored.id,),
    )
    for source, target, amount, reason in rows:
        yield Transfer(place(source), place(target), amount, reason)
