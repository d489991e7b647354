"""An audit of chips by plain SQL and sums, written apart from the bot's own: it shares the schema and no code with it.

What it holds: every account's balance is what its transfers say; a server's accounts add up to nothing; purses have
just what named sources gave them, each within its bound a person and a day, less what people have brought to tables
and not taken out; no seat gives the house more for winnings from it than was won there; no purse is below zero; no
table has ever given people more than they brought; tables for practice touch no purse; and what people have won from
people adds up to nothing, or to a loss.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

FROM_HOUSE = ("starting_chips", "daily_top_up", "won_from_house", "correction")
TO_HOUSE = ("correction", "erasure")
WINNINGS = ("won_from_house", "over_the_limit")

MOVES = """
SELECT postings.id, postings.key, postings.reason, postings.table_id, postings.deal_id, amount, source.guild_id,
  transfers.reason AS why,
  source.name AS source, source.kind AS source_kind, target.name AS target, target.kind AS target_kind,
  target.guild_id AS other_guild
FROM postings JOIN transfers ON posting_id = postings.id
JOIN accounts AS source ON source.id = source JOIN accounts AS target ON target.id = target
ORDER BY postings.id, line
"""


@dataclass
class Found:
    """What the audit found."""

    wrong: list[str] = field(default_factory=list)
    given: Counter[str] = field(default_factory=Counter)
    """Chips that the house gave to purses, by the source."""
    purses: int = 0
    """The sum of all purses."""
    on_tables: int = 0
    """What people have brought to tables that are open, and not taken out."""
    lost: int = 0
    """What people have brought to tables that are closed, and not taken out: the house has it."""


def looked_through(path: Path, *, starting: int, daily: int, won: int = 200, corrected: int = 10_000) -> Found:
    """Audits the database. The numbers are what a source gives a person at most: ``starting`` once, the others a day
    (UTC)."""
    found = Found()
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        db.row_factory = sqlite3.Row
        db.execute("BEGIN")  # all of it as it is at one moment: the bot goes on writing
        moves = db.execute(MOVES).fetchall()
        _balances(db, moves, found)
        _sources(db, moves, found, {FROM_HOUSE[0]: starting, FROM_HOUSE[1]: daily, FROM_HOUSE[2]: won}, corrected)
        _tables(db, moves, found)
        _leaderboard(db, found)
        _winnings(db, moves, found)
    return found


def _balances(db: sqlite3.Connection, moves: list[sqlite3.Row], found: Found) -> None:
    balances: Counter[str] = Counter()
    for move in moves:
        if move["amount"] <= 0 or move["guild_id"] != move["other_guild"]:
            found.wrong.append(f"{move['key']}: {move['amount']} chips between {move['source']} and {move['target']}")
        balances[move["source"]] -= move["amount"]
        balances[move["target"]] += move["amount"]
    servers: Counter[int] = Counter()
    for row in db.execute("SELECT name, kind, guild_id, balance FROM accounts"):
        if balances[row["name"]] != row["balance"]:
            found.wrong.append(
                f"{row['name']} has {row['balance']} chips, and {balances[row['name']]} were moved there"
            )
        if row["kind"] in {"pot", "pool", "purse"} and row["balance"] < 0:  # what a purse lacks, others have too much
            found.wrong.append(f"{row['name']} has {row['balance']} chips")
        servers[row["guild_id"]] += row["balance"]
        found.purses += row["balance"] if row["kind"] == "purse" else 0
    found.wrong += [f"server {guild} has {chips} chips from nowhere" for guild, chips in servers.items() if chips]


def _sources(
    db: sqlite3.Connection, moves: list[sqlite3.Row], found: Found, most: dict[str, int], corrected: int
) -> None:
    a_day: Counter[tuple[str, str, str]] = Counter()
    a_table: Counter[tuple[str, str, int]] = Counter()
    buy_ins = {row["id"]: row["buy_in"] for row in db.execute("SELECT id, buy_in FROM tables")}
    for move in moves:
        reason, day = move["reason"], ""
        if "purse" not in {move["source_kind"], move["target_kind"]}:
            continue
        other = move["source_kind"] if move["target_kind"] == "purse" else move["target_kind"]
        if other == "seat":
            continue
        if other != "house":
            found.wrong.append(f"{move['key']}: chips go between a purse and a {other}")
        elif move["target_kind"] == "house":
            if reason not in TO_HOUSE:
                found.wrong.append(f"{move['key']}: a purse pays the house by {reason}")
            found.given[reason] -= move["amount"]
        elif reason not in FROM_HOUSE:
            found.wrong.append(f"{move['key']}: the house pays a purse by {reason}")
        else:
            found.given[reason] += move["amount"]
            if reason != "starting_chips":
                day = move["key"].removeprefix(f"{move['key'].split(':')[0]}:{move['target']}:").split(":")[0]
            a_day[(move["target"], reason, day)] += move["amount"]
            if reason == "won_from_house":
                a_table[(move["target"], day, move["table_id"])] += move["amount"]
    for (purse, reason, day), chips in a_day.items():
        if chips > most.get(reason, corrected):
            found.wrong.append(f"{purse} was given {chips} chips by {reason} on {day}")
    for (purse, day, table), chips in a_table.items():
        if chips > buy_ins.get(table, 0):
            found.wrong.append(f"{purse} won {chips} chips from the house at table {table} on {day}")


def _tables(db: sqlite3.Connection, moves: list[sqlite3.Row], found: Found) -> None:
    brought: Counter[int] = Counter()
    for move in moves:
        kinds = (move["source_kind"], move["target_kind"])
        if "purse" in kinds and "seat" in kinds:
            brought[move["table_id"]] += move["amount"] if kinds[0] == "purse" else -move["amount"]
    for row in db.execute("SELECT id, practice, status FROM tables"):
        if row["practice"] and (brought[row["id"]] or _touched(moves, row["id"])):
            found.wrong.append(f"table {row['id']} is for practice, and moved chips of a purse that stayed away")
        if brought[row["id"]] < 0:
            found.wrong.append(
                f"people took {-brought[row['id']]} chips more out of table {row['id']} than they brought"
            )
        if row["status"] == "closed":
            found.lost += brought[row["id"]]
        else:
            found.on_tables += brought[row["id"]]
        left = db.execute(
            "SELECT sum(abs(balance)) FROM accounts WHERE name = 'pot:' || :id OR name LIKE 'pool:' || :id || ':%'"
            " OR name IN (SELECT 'seat:' || id FROM sittings WHERE table_id = :id)",
            {"id": row["id"]},
        ).fetchone()[0]
        if row["status"] == "closed" and left:
            found.wrong.append(f"{left} chips are left at table {row['id']}, which is closed")


def _touched(moves: list[sqlite3.Row], table_id: int) -> bool:
    """Whether a purse was given anything at that table by the house."""
    return any(
        move["table_id"] == table_id and move["target_kind"] == "purse" and move["source_kind"] == "house"
        for move in moves
    )


def _leaderboard(db: sqlite3.Connection, found: Found) -> None:
    rows = db.execute(
        "SELECT table_id, sum(chips) AS chips FROM results JOIN deals ON deals.id = deal_id"
        " WHERE user_id IS NOT NULL AND chips IS NOT NULL GROUP BY table_id HAVING sum(chips) > 0"
    )
    for row in rows:
        found.wrong.append(f"people have won {row['chips']} chips from each other at table {row['table_id']}")


def _winnings(db: sqlite3.Connection, moves: list[sqlite3.Row], found: Found) -> None:
    """What was won from the house in each sitting, against what its seat has given back for it at the end."""
    settled: Counter[str] = Counter()
    for move in moves:
        if move["deal_id"] is None and move["source_kind"] == "seat" and move["why"] in WINNINGS:
            settled[move["source"]] += move["amount"]
    rows = db.execute(
        "SELECT sitting_id, sum(max(house, 0)) AS won FROM deal_seats JOIN results USING (deal_id, seat)"
        " GROUP BY sitting_id"
    )
    won = {f"seat:{row['sitting_id']}": row["won"] or 0 for row in rows}
    for seat, chips in settled.items():
        if chips > won.get(seat, 0):
            found.wrong.append(f"{seat} gave back {chips} chips won from the house, and had won {won.get(seat, 0)}")
