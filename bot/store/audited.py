"""What an audit has proved, kept in the database so that the next one can go on from there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

from bot.store import connection
from bot.store.database import Database, numbers
from bot.store.outside import to_write
from bot.store.where import Where

_NAME: Final = "audited"
"""The note that says up to where; while there is none, the figures are of no use."""
ROWS: Final = 2_000
"""How many figures are written in one transaction: the bot writes between them."""
Figures = tuple[str, int, int, int, int, int]
"""A row of ``audited``: kind, id, chips, deals, wins, house."""


@dataclass(frozen=True)
class Proved:
    """Up to where everything was proved, and what must be known to go on from there."""

    posting: int = 0
    """The last posting."""
    day_posting: int = 0
    """The last posting of the days before that of ``posting``."""
    deal: int = 0
    """The last deal."""
    table: int = 0
    """The last table."""
    at: float = 0.0
    """When the proof was made, in seconds of UTC."""
    version: int = 0
    """The database's version then."""
    open_deals: tuple[int, ...] = ()
    """The deals that weren't over yet."""
    open_tables: tuple[int, ...] = ()
    """The tables that weren't closed yet."""
    practising: tuple[int, ...] = ()
    """The sittings, not over, that had chips for practice."""
    dues: Mapping[int, int] = field(default_factory=dict)
    """What sittings owed the house of the chips that it issued to them."""

    @property
    def deals(self) -> str:
        """Which deals are new, as SQL for a list of ids; the statement names ``:deal``."""
        return f"SELECT id FROM deals WHERE id > :deal OR id IN ({numbers(self.open_deals)})"

    @property
    def values(self) -> dict[str, Any]:
        """The values for statements that look at what is new."""
        return {
            "posting": self.posting,
            "day_posting": self.day_posting,
            "deal": self.deal,
            "table": self.table,
        }


def proved(db: Database, version: int) -> Proved | None:
    """What was proved last; None if nothing was, or if the database hadn't this version then."""
    row = db.execute("SELECT value FROM meta WHERE key = ?", (_NAME,)).fetchone()
    if row is None:
        return None
    found = json.loads(row["value"])
    if found["version"] != version:
        return None
    lists = {name: tuple(found[name]) for name in ("open_deals", "open_tables", "practising")}
    return Proved(**{**found, **lists, "dues": {int(key): chips for key, chips in found["dues"].items()}})


def make_ready(where: Where) -> None:
    """Has a file written beside those who read it, as the bot does: a backup put back is not yet so.

    Raises what statements raise.
    """
    if isinstance(where, Path) and where.exists():
        with to_write(where) as writing:
            writing.execute("PRAGMA journal_mode = WAL")


def remember(where: Where, db: Database, since: Proved | None, now: Proved, more: Iterable[Figures]) -> None:
    """Keeps what was proved. ``db``: the snapshot in which it was; ``since``: from where on, None: from the beginning.

    ``more``: figures of servers. If this is interrupted, nothing is kept, and the next audit is a whole one. Raises
    what statements raise.
    """
    with to_write(where) as writing:
        connection.done(writing, lambda db: _begin(db, whole=since is None))
        rows = _figures(db, since, more)
        while some := list(islice(rows, ROWS)):
            _between()
            connection.done(writing, partial(_keep, some=some))
        connection.done(writing, partial(_end, now=now))


def _begin(db: Database, *, whole: bool) -> None:
    db.execute("DELETE FROM meta WHERE key = ?", (_NAME,))
    if whole:
        db.execute("DELETE FROM audited")


def _keep(db: Database, some: Iterable[Figures]) -> None:
    for kind, there in _STILL_THERE.items():
        # What was erased since the snapshot is not kept.
        db.executemany(
            "INSERT INTO audited (kind, id, chips, deals, wins, house)"
            f" SELECT ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM {there} = ?)"
            " ON CONFLICT (kind, id) DO UPDATE SET chips = excluded.chips, deals = excluded.deals,"
            " wins = excluded.wins, house = excluded.house",
            [(*row, row[1]) for row in some if row[0].startswith(kind)],
        )


def _end(db: Database, now: Proved) -> None:
    db.execute("INSERT INTO meta (key, value) VALUES (?, ?)", (_NAME, json.dumps(asdict(now))))


def _between() -> None:
    """Is called between two transactions: the bot may write, or this process be killed."""


_STILL_THERE: Final = {
    "account": "accounts WHERE id",
    "standing": "standings WHERE id",
    "sitting": "sittings WHERE id",
    "purses": "members WHERE guild_id",
    "given:": "members WHERE guild_id",
}
"""Where there must be something with a figure's id, by how its kind begins."""


def _figures(db: Database, since: Proved | None, more: Iterable[Figures]) -> Iterator[Figures]:
    """What is to be kept: all of it, or what is new."""
    yield from more
    if since is None:
        yield from map(tuple, db.execute("SELECT 'account', id, balance, 0, 0, 0 FROM accounts"))
        yield from map(tuple, db.execute("SELECT 'standing', id, chips, deals, wins, 0 FROM standings"))
        yield from map(
            tuple, db.execute("SELECT 'sitting', id, net, deals, wins, house FROM sittings WHERE deals <> 0")
        )
        return
    for sql in (
        "SELECT 'account', id, balance, 0, 0, 0 FROM accounts WHERE id IN (SELECT source FROM transfers"
        " WHERE posting_id > :posting UNION SELECT target FROM transfers WHERE posting_id > :posting)",
        "SELECT DISTINCT 'standing', standings.id, standings.chips, standings.deals, standings.wins, 0"
        f" FROM results JOIN standings USING (guild_id, user_id) WHERE deal_id IN ({since.deals})",
        "SELECT 'sitting', id, net, deals, wins, house FROM sittings WHERE deals <> 0 AND id IN"
        f" (SELECT sitting_id FROM deal_seats WHERE deal_id IN ({since.deals}))",
    ):
        yield from map(tuple, db.execute(sql, since.values))
