"""The page about the database, made from the migrations: ``python -m bot.store.schema > bot/store/SCHEMA.md``."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Final

from bot.store.migrate import migrate, migrations

HEAD: Final = """\
# The database

Made from `migrations/` by `python -m bot.store.schema`; a test compares. The tables are SQLite's, all STRICT.
PostgreSQL's are the same (`migrations_postgresql/`, a file of the same number for each since 28, which made them all):
INTEGER is BIGINT there, REAL is DOUBLE PRECISION, BLOB is BYTEA. A test compares tables, columns, indexes and triggers.
`engine/record.md` and `codec.py` describe the columns with JSON (rules, stakes, actions, results).

**Where a deal's actions are.** One by one in `actions`, each with the hash of the state after it, until the deal is
over for a day; then as one record in `packed_deals` (`packing.py` describes it), and their rows in `actions` are
deleted in the same transaction. Whatever reads a deal's actions does so by `actions.of_deal`, which finds both. A deal
is packed only once it was played again and came to every hash that was stored. Any other stays in `actions`, because
each hash is evidence, and so do cancelled deals, the newest deal of an open table, and deals whose hashes are of
several versions. The hashes are not kept one by one: `proof` is made of the record and of all of them, in order, so
that a replay still proves that each state was the one that was stored, or that some wasn't, but not which. Not kept are
the interactions' ids, which Discord never uses again, and what is below a millisecond. A record has seats: names and
users' ids stay in `sittings`, `results` and `members`, where they are erased.
"""
REMARKS: Final = {
    ("tables", "table_secret"): "secret: all packs of the table follow from it, and it is never opened",
    ("messages", "name"): "what it shows, and whose, as in hand:<table>:<user>; bot/ui/showing/memory.py has the kinds",
    ("server_settings", "name"): "a field of ServerSettings (model/servers.py)",
    ("owed_answers", "guild_id"): "the server where it is owed; 0: direct messages",
    ("processes", "leaving"): "1: it ends, and others are to go on with its shards",
    ("processes", "since"): "when it came, by the database's clock",
    ("processes", "wanted"): "the shards that it is set to hold: a list; null: any",
    ("processes", "deputy"): "1: a process's second number, for shards of others that are gone",
    ("leases", "patience"): "for how many seconds whoever is set to hold it must have been there to get it back",
    ("leases", "next"): "the process that gets it next, and opens a connection for it",
    ("leases", "ready"): "1: that connection is there",
    ("leases", "heard"): "interactions that its last holder took in the last seconds: a list, not served again",
}
"""Remarks on columns: those that SQLite doesn't keep, of columns that came later, and those in place of old ones."""
_COMMENT: Final = re.compile(r"^\s*(\w+)\s.*?--\s*(.*)$", re.MULTILINE)
_REFUSAL: Final = re.compile(r"RAISE \(ABORT, '([^']*)'\)")
_PREDICATE: Final = re.compile(r"\bWHERE\b(.*)$", re.DOTALL)


def schema_page() -> str:
    """The page as Markdown: each table with its columns, and below it its indexes and triggers."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        steps = migrations()
        migrate(db, steps)
        pages = "\n".join("\n".join(_table(db, name, sql)) + "\n" for name, sql in _made(db, "table"))
    return f"{HEAD}\nThis is version {len(steps)}, that of `{steps[-1].name}`.\n\n{pages}"


def _made(db: sqlite3.Connection, kind: str, table: str = "%") -> list[tuple[str, str]]:
    """The names and statements of the tables, indexes or triggers that the migrations made, in their order."""
    return db.execute(
        "SELECT name, sql FROM sqlite_master"
        " WHERE type = ? AND tbl_name LIKE ? AND sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
        (kind, table),
    ).fetchall()


def _table(db: sqlite3.Connection, table: str, sql: str) -> Iterator[str]:
    yield f"## {table}\n\n| column | type | | |\n| --- | --- | --- | --- |"
    remarks = dict(_COMMENT.findall(sql))
    refers = {
        column: f"→ {target}.{other or 'id'}"
        for _, _, target, column, other, *_ in db.execute(f"PRAGMA foreign_key_list({table})")
    }
    for _, name, type_, required, default, key, hidden in db.execute(f"PRAGMA table_xinfo({table})"):
        said = (
            "key" if key else "" if required else "may be null",
            "computed" if hidden else "",
            f"default {default}" if default is not None else "",
            refers.get(name, ""),
        )
        kind, remark = (
            type_.removesuffix(" GENERATED ALWAYS"),
            (REMARKS.get((table, name)) or remarks.get(name, "")).replace("<", r"\<"),
        )
        yield f"| `{name}` | {kind} | {', '.join(filter(None, said))} | {remark} |"
    below = [*_indexes(db, table), *_triggers(db, table)]
    if below:
        yield ""
        yield from below


def _indexes(db: sqlite3.Connection, table: str) -> Iterator[str]:
    for name, sql in _made(db, "index", table):
        columns = ", ".join(f"`{column}`" for _, _, column in db.execute(f"PRAGMA index_info({name})"))
        unique = "unique index" if " UNIQUE " in sql else "index"
        where = _PREDICATE.search(sql)
        yield f"- {unique} `{name}` on {columns}" + (f" where `{' '.join(where[1].split())}`" if where else "")


def _triggers(db: sqlite3.Connection, table: str) -> Iterator[str]:
    for name, sql in _made(db, "trigger", table):
        refusal = _REFUSAL.search(sql)
        yield f"- trigger `{name}`" + (f": {refusal[1]}" if refusal else "")


if __name__ == "__main__":
    print(schema_page(), end="")
