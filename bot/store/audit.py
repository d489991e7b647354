"""Proves that no chip was created or lost. It works while the bot runs, and writes nothing but what it has proved."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from bot.store import actions, audit_chips, audit_deals, audited, migrate
from bot.store.audit_chips import Sums
from bot.store.audit_deals import CheckDeal, Remark, Replayed
from bot.store.audited import Proved
from bot.store.counting import number_of
from bot.store.database import Database
from bot.store.outside import FAILURES, begin_between_writers, to_read, whole
from bot.store.where import Where

LATE: Final = 60.0
"""Seconds by which a posting may be older than those before it: each process has a clock of its own."""


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


def audit(
    where: Where, check_deal: CheckDeal | None = None, *, since_last: bool = False, remember_at: float | None = None
) -> Report:
    """Looks at the database in one snapshot. Raises StoreError if it is not this program's database.

    ``since_last``: only at what is new since the last audit that was remembered; at all of it if there is none.
    ``remember_at``: keeps what was proved, as of that time in seconds of UTC, if nothing is wrong; None: it writes
    nothing.
    """
    if remember_at is not None:
        with contextlib.suppress(*FAILURES):  # then what is proved can't be kept either, which is said
            audited.make_ready(where)
    with to_read(where) as db:
        begin_between_writers(where, db)
        version = len(migrate.migrations())
        since = audited.proved(db, version) if since_last else None
        sums, look = Sums(), _Look()
        look.at(found(db, where, check_deal, since, sums))
        problems = tuple(look.problems)
        lines = [*(counts(db) if since is None else _news(db, since))]
        if since is None and since_last:
            lines.insert(0, "No audit was remembered to go on from: this is a whole one.")
        if check_deal is not None:
            lines.append(look.replayed(_deals(db, since)))
        lines += _said(look.remarks)
        if remember_at is not None and not problems:
            try:
                now = _now(db, since, sums, remember_at, version)
                audited.remember(where, db, since, now, sums.figures)
            except FAILURES as error:
                lines.append(f"What was proved could not be kept for the next audit ({error}).")
        return Report((*lines, *problems, _verdict(problems)), problems)


class _Look:
    """What was found, as it comes: of deals with which nothing is wrong only their number is kept."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.remarks: list[Remark] = []
        self._played = self._go_on = 0

    def at(self, lines: Iterable[str | Remark | Replayed]) -> None:
        """Takes it all in."""
        for line in lines:
            if isinstance(line, Replayed):
                self._played += 1
                self._go_on += line.goes_on
            elif isinstance(line, Remark):
                self.remarks.append(line)
            else:
                self.problems.append(line)

    def replayed(self, deals: int) -> str:
        """How many deals of how many were played again, and why the others weren't."""
        said, others = f"{self._played} of {number_of(deals, 'deal')} replayed", deals - self._played
        if self._go_on:
            are, they = ("is", "it has") if self._go_on == 1 else ("are", "they have")
            said += f" ({self._go_on} of them {are} still being played, and replayed as far as {they} come)"
        return said + (f"; {others} not: taken back, so that nothing came of it, or named below" if others else "")


def _deals(db: Database, since: Proved | None) -> int:
    """How many deals were looked at."""
    since = since or audit_chips.NOTHING
    (number,) = db.execute(f"SELECT count(*) FROM ({since.deals}) AS new", since.values).fetchone()
    return int(number)


def _news(db: Database, since: Proved) -> Iterator[str]:
    """What was looked at since an earlier audit, and what wasn't."""
    (postings,) = db.execute("SELECT count(*) FROM postings WHERE id > :posting", since.values).fetchone()
    yield (
        f"New since the audit of {time.strftime('%Y-%m-%d at %H:%M', time.gmtime(since.at))} UTC:"
        f" {number_of(_deals(db, since), 'deal')}, those then open among them, and {number_of(postings, 'posting')}"
    )
    yield (
        "What was proved then is taken as it was: a later change to it, or damage to the file, is found only by"
        " `python -m bot audit` without `--new`"
    )


def _now(db: Database, since: Proved | None, sums: Sums, at: float, version: int) -> Proved:
    """Up to where everything is proved in this snapshot."""
    before = since or audit_chips.NOTHING

    def newest(table: str, least: int) -> int:
        (last,) = db.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()
        return max(int(last), least)

    def ids(sql: str) -> tuple[int, ...]:
        return tuple(row["id"] for row in db.execute(sql))

    (day,) = db.execute(
        "SELECT coalesce(min(id) - 1, :day_posting) FROM postings WHERE id > :day_posting AND date(at, 'unixepoch') >="
        " (SELECT date(max(at) - :late, 'unixepoch') FROM postings WHERE id > :day_posting)",
        {**before.values, "late": LATE},
    ).fetchone()
    over = {
        sitting
        for sitting in sums.practising
        if db.execute("SELECT 1 FROM sittings WHERE id = ? AND left_at IS NULL", (sitting,)).fetchone() is None
    }
    return Proved(
        posting=newest("postings", before.posting),
        day_posting=day,
        deal=newest("deals", before.deal),
        table=newest("tables", before.table),
        at=at,
        version=version,
        open_deals=ids("SELECT id FROM deals WHERE status = 'open'"),
        open_tables=ids("SELECT id FROM tables WHERE status <> 'closed'"),
        practising=tuple(sorted(sums.practising - over)),
        dues={sitting: chips for sitting, chips in sorted(sums.dues.items()) if chips},
    )


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
        return f"{number_of(len(problems), 'problem')} found."
    return "Nothing was created and nothing lost."


def counts(db: Database) -> Iterator[str]:
    """How much there is to look at."""
    for what in ("account", "posting", "transfer", "table", "deal"):
        (number,) = db.execute(f"SELECT count(*) FROM {what}s").fetchone()
        yield number_of(number, what)
    single, packed = actions.count(db)
    yield number_of(single + packed, "action") + (f", {packed} of them packed" if packed else "")
    (made,) = db.execute("SELECT coalesce(-sum(balance), 0) FROM accounts WHERE kind = 'house'").fetchone()
    yield f"{number_of(made, 'chip')} in play, all given by the houses"
    (newest,) = db.execute("SELECT max(started_at) FROM deals").fetchone()
    if newest is None:
        yield "No deal was ever played in it"
    else:
        yield f"The newest deal began on {time.strftime('%Y-%m-%d at %H:%M', time.gmtime(newest))} UTC"


def found(
    db: Database, where: Where, check_deal: CheckDeal | None, since: Proved | None, sums: Sums
) -> Iterator[str | Remark | Replayed]:
    """All problems, remarks on deals, and which were played again. ``since``: None for everything."""
    after, still_open = (0, ()) if since is None else (since.deal, since.open_deals)
    with contextlib.closing(audit_deals.found(db, where, check_deal, after, still_open)) as of_deals:
        first = next(of_deals, None)  # from now on other processes play deals again, where there are many
        if since is None:
            yield from whole(where, db)
        yield from nothing_is_erased_now(db)
        yield from audit_chips.found(db, since, sums)
        if since is None:
            yield from audit_deals.packed_once(db)
        if first is not None:
            yield first
            yield from of_deals


def nothing_is_erased_now(db: Database) -> Iterator[str]:
    """Whether the records that never change are under their triggers again."""
    if db.execute("SELECT 1 FROM erasing").fetchone() is not None:
        yield "Something began to be erased and did not end: what never changes could be changed."
