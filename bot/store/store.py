"""The store: steps that write, each one transaction, and what can be read."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self, TypeVar

from bot.store import connection, deals, gifts, guests, ledger, migrate, shuffles, tables
from bot.store.backup import copy_before_migration
from bot.store.books import Books
from bot.store.database import Database
from bot.store.letters import Letters
from bot.store.messages import Messages
from bot.store.model.deals import Opening, ScoredDeal, StoredDeal
from bot.store.model.errors import ConflictError, StoreError
from bot.store.model.servers import Chips
from bot.store.model.tables import OpenTable, ShuffleLine
from bot.store.notes import Notes
from bot.store.old_deals import OldDeals
from bot.store.outside import can_be_made
from bot.store.owed import OwedAnswers
from bot.store.owner import Owner, claim, noted, refuse
from bot.store.people import People
from bot.store.presets import Presets
from bot.store.privacy import Privacy
from bot.store.proof import Proof
from bot.store.resting import RestingTables
from bot.store.results import Results
from bot.store.servers import Servers
from bot.store.tokens import TokenShelf
from bot.store.ways_out import WaysOut
from bot.store.where import Where

T = TypeVar("T")


class Store:
    """The database of one bot: tables, deals and chips here; people, messages, notes and results in parts of their own.

    :meth:`open` makes it; :meth:`close` must be called.

    When a call returns, its write is on the disk. If it raises Refusal or ConflictError nothing was written; if it
    raises another StoreError nobody knows whether everything was written or nothing. Cancelling a caller that waits
    doesn't stop its write.
    """

    def __init__(
        self,
        where: Where,
        reader: connection.Reader,
        writer: connection.Writer,
        chips: Chips,
        clock: Callable[[], float],
        resources: contextlib.AsyncExitStack,
    ) -> None:
        self._where = where
        self._reader = reader
        self._writer = writer
        self._chips = chips
        self._clock = clock
        self._resources = resources
        self.on_trouble: Callable[[bool], None] = lambda lasts: None
        """Called when something can't be written or read any more, and when all can again: whether it lasts."""
        for part in (reader, writer):
            part.trouble.on_change = lambda: self.on_trouble(bool(self.trouble))
        self.people = People(reader, writer, chips, clock)
        self.messages = Messages(reader, writer, clock)
        self.tokens = TokenShelf(reader, writer)
        self.owed = OwedAnswers(reader, writer)
        self.notes = Notes(reader, writer)
        self.results = Results(reader)
        self.resting = RestingTables(reader, writer)
        self.ends = WaysOut(reader, writer)
        self.letters = Letters(reader, writer)
        self.presets = Presets(reader, writer, clock)
        self.privacy = Privacy(reader, writer, clock)
        self.servers = Servers(reader, writer, chips, clock)
        self.old_deals = OldDeals(reader, writer, clock)

    @classmethod
    async def open(
        cls,
        where: Where,
        chips: Chips | None = None,
        clock: Callable[[], float] = time.time,
        *,
        shared: bool = False,
        owner: Owner | None = None,
    ) -> Self:
        """The store in that file or database. A file and its folder are made if they are missing; older ones migrated.

        ``chips``: what the house gives where a server has set nothing; None: it is to give nothing, or as usual.
        ``clock`` tells the seconds since the epoch (UTC). ``shared``: other processes may use the database, too, which
        is PostgreSQL's; then it is to be written only with leases (``prove``). ``owner``: the bot whose
        database it is to be; None: whosever it is.

        Raises OwnerError if it is another bot's; StoreError if the file is not this program's database, is newer than
        the program, can't be read or written, or is in use by another running bot; nothing is written then.
        """
        async with contextlib.AsyncExitStack() as stack:
            writing, reading = await _connected(where, stack, clock(), shared=shared, owner=owner)
            reader, writer = connection.Reader(reading, where), connection.Writer(writing, where)
            stack.push_async_callback(reader.close)
            stack.push_async_callback(writer.close)
            if chips is not None:
                now = clock()
                await writer.write(lambda db: gifts.note_usual(db, chips, now))
            return cls(where, reader, writer, chips or Chips(), clock, stack.pop_all())

    async def close(self) -> None:
        """Waits for writes under way and closes the file. A second call does nothing."""
        await self._resources.aclose()

    def prove(self, proof: Proof) -> None:
        """From now on each transaction proves that a process has its leases; else it raises LeaseLostError."""
        self._writer.prove(proof)

    def cut_off(self, *, cut_off: bool) -> None:
        """Whether others may have taken over, because the database hasn't answered for as long as leases last: then
        nothing is read or written, and what is under way fails with StoreError, at once."""
        for part in (self._writer, self._reader):
            part.cut_off(cut_off=cut_off)

    @property
    def trouble(self) -> str:
        """Why nothing can be written at the moment, or read, as a sentence; "" if all can, as far as it was tried."""
        return str(self._writer.trouble.why or self._reader.trouble.why or "")

    @property
    def in_vain(self) -> float:
        """For how many seconds the database has taken nothing since something was to be written."""
        return self._writer.in_vain

    async def writes(self, within: float) -> bool:
        """Whether something can be written within so many seconds."""
        try:
            async with asyncio.timeout(within):
                await self._writer.try_writing()
        except (StoreError, TimeoutError):
            return False
        return True

    # Writing

    async def step(self, work: Callable[[Books], T]) -> T:
        """Does ``work`` in one transaction and returns its result.

        ``work`` runs in the writer's thread, perhaps twice, and must change nothing but the books. If it raises, all of
        it is undone.
        """
        at = self._clock()
        return await self._writer.write(lambda db: work(Books(db, self._chips, at)))

    # Reading

    async def table(self, table_id: int) -> OpenTable | None:
        """A table, open or closed, with all that lies on it."""
        at = self._clock()
        return await self._reader.read(lambda db: _whole(db, table_id, at))

    async def load_open(self) -> list[OpenTable]:
        """Every table that is not closed, the oldest first: what the bot goes on with when it starts."""
        at = self._clock()
        return await self._reader.read(lambda db: tables.load_open(db, at))

    async def may_sit(self, table_id: int, user_id: int) -> bool:
        """Whether that person may sit down at the table, as far as its lock, invitations and removals go."""
        return await self._reader.read(lambda db: guests.may_sit(db, table_id, user_id))

    async def deal(self, deal_id: int) -> StoredDeal | None:
        """A deal with all its actions."""
        return await self._reader.read(lambda db: deals.deal(db, deal_id))

    async def last_deal(
        self,
        *,
        table_id: int | None = None,
        channel_id: int | None = None,
        finished: bool = True,
        number: int | None = None,
    ) -> StoredDeal | None:
        """The newest deal of a table or of a channel; with ``finished`` the newest that was played to its end.

        ``number``: the newest that has this number at its table.
        """
        return await self._reader.read(lambda db: deals.last(db, table_id, channel_id, finished, number))

    async def scored_deals(self, table_id: int, most: int) -> tuple[ScoredDeal, ...]:
        """The scores of the newest ``most`` finished deals of a table's present or last game, the oldest first."""
        return await self._reader.read(lambda db: deals.scored(db, table_id, most))

    async def finished_deals(self, table_id: int, most: int) -> tuple[StoredDeal, ...]:
        """The newest finished deals of a table with all their actions, ``most`` at most, the oldest of them first."""
        return await self._reader.read(lambda db: deals.finished(db, table_id, most))

    async def deals_with_largest_win(self, table_id: int, most: int) -> tuple[StoredDeal, ...]:
        """The deals of a table in which somebody won more than anybody did in any other, the first ones first.

        Several, ``most`` at most, where the largest win came more than once; none if nobody won anything.
        """
        return await self._reader.read(lambda db: deals.with_largest_win(db, table_id, most))

    async def record(self, deal_id: int) -> dict[str, Any]:
        """The deal as a table record, shuffle included: secret while the deal is open.

        Raises ConflictError("no_deal").
        """
        return await self._reader.read(lambda db: deals.record(db, deal_id))

    async def opening(self, deal_id: int) -> Opening:
        """Who agrees to open all cards of a deal, and when its table was closed."""
        return await self._reader.read(lambda db: shuffles.opening(db, deal_id))

    async def shuffle_lines(self, table_id: int) -> tuple[ShuffleLine, ...]:
        """The lines that say to what the table's shuffles are bound, in the order of their deals."""
        return await self._reader.read(lambda db: shuffles.lines(db, table_id))

    def now(self) -> float:
        """Seconds since the epoch (UTC), as steps are written with."""
        return self._clock()

    async def asked(self, interaction_id: int) -> bool:
        """Whether anything is written for that interaction."""
        return await self._reader.read(lambda db: ledger.asked(db, interaction_id))

    async def table_in(self, channel_id: int) -> OpenTable | None:
        """The open table in that channel, with all that lies on it."""
        at = self._clock()
        return await self._reader.read(lambda db: tables.in_channel(db, channel_id, at))


async def _connected(
    where: Where, stack: contextlib.AsyncExitStack, now: float, *, shared: bool, owner: Owner | None
) -> tuple[connection.Runs, connection.Runs]:
    """The connections that write and read, until the stack is closed. Raises StoreError."""
    if isinstance(where, Path):
        stack.enter_context(await asyncio.to_thread(prepare, where, now, owner))
        writing = await connection.connect(where, writes=True)
        stack.push_async_callback(writing.close)
        reading = await connection.connect(where, writes=False)
        stack.push_async_callback(reading.close)
        return writing, reading
    server = connection.postgresql()
    to_write = await server.writing(where, shared=shared, owner=owner)
    stack.push_async_callback(to_write.close)
    to_read = server.reading(where)
    stack.push_async_callback(to_read.close)
    return to_write, to_read


def _whole(db: Database, table_id: int, at: float) -> OpenTable | None:
    try:
        return tables.whole(db, table_id, at)
    except ConflictError:
        return None


def prepare(path: Path, now: float, owner: Owner | None = None) -> contextlib.ExitStack:
    """Checks the file, locks it, and migrates it. Returns what holds the lock. Raises StoreError.

    A copy of an older version is kept beside it; ``now``: seconds since the epoch (UTC), for the copy's name.
    ``owner``: the bot whose it is to be; None: whosever it is.
    """
    migrate.check(path)
    if path.exists() and not os.access(path, os.W_OK):
        raise StoreError(migrate.READ_ONLY.format(path=path))
    if not path.exists():
        can_be_made(path)
    with migrate.explained(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        stack.enter_context(connection.only_one(path.resolve()))  # a link leads to the same database
        with migrate.explained(path):
            path.touch(mode=0o600)  # it holds the decks of open deals: only this user may read it
            uri = migrate.database_uri(path, "rw")
            with contextlib.closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as db:
                # Checked again under the lock: another bot may have changed it meanwhile.
                version, steps = migrate.check_connection(db, path), migrate.migrations()
                if owner is not None:
                    refuse(path, owner, noted(db))
                db.execute("BEGIN IMMEDIATE")
                db.execute(f"PRAGMA user_version = {version:d}")  # fails now if the file can't be written
                db.execute("ROLLBACK")
                connection.set_up(db, writes=True)
                if 0 < version < len(steps):
                    copy_before_migration(path, version, now)
                migrate.migrate(db, steps)
                if owner is not None:
                    claim(path, db, owner)
        return stack.pop_all()
