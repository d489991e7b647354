"""The store: every operation of the database, each in one transaction."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bot.store import codec, connection, deals, extra, ledger, migrate, supply, tables
from bot.store.model import (
    Chips,
    Member,
    NewDeal,
    OpenTable,
    Refused,
    ScoredDeal,
    Sitting,
    StoredDeal,
    StoreError,
    Unit,
)
from bot.store.notes import Notes
from bot.store.people import People
from engine.stakes import DealResult, Transfer


class Store:
    """The database of one bot: tables, deals and chips; what is kept about people and messages is in parts of its own.

    Made by :meth:`open`; :meth:`close` must be called.

    A ``key`` makes an operation idempotent: the same key a second time does nothing and gives the first answer.
    Operations raise Refused where the store's rules don't allow them, and StoreError where the database can't be
    used; nothing is written then. What is written is on the disk when the call comes back. A caller that is cancelled
    while it waits does not stop its write.
    """

    def __init__(
        self,
        reader: connection.Reader,
        writer: connection.Writer,
        chips: Chips,
        clock: Callable[[], float],
        resources: contextlib.AsyncExitStack,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._chips = chips
        self._clock = clock
        self._resources = resources
        self.people = People(reader, writer, chips, clock)
        self.notes = Notes(reader, writer)

    @classmethod
    async def open(cls, path: Path, chips: Chips | None = None, clock: Callable[[], float] = time.time) -> Store:
        """The store in that file, which is made, with its folder, where there is none, and brought to this version.

        ``clock`` tells the seconds of UTC. Raises StoreError where the file is no database of ours, is newer than the
        program, can't be read or written, or is in use by another running bot; nothing is written then.
        """
        async with contextlib.AsyncExitStack() as stack:
            stack.enter_context(await asyncio.to_thread(prepare, path))
            writing = await connection.connect(path, writes=True)
            stack.push_async_callback(writing.close)
            reading = await connection.connect(path, writes=False)
            stack.push_async_callback(reading.close)
            reader, writer = connection.Reader(reading, path), connection.Writer(writing, path)
            stack.callback(reader.close)
            stack.push_async_callback(writer.close)
            return cls(reader, writer, chips or Chips(), clock, stack.pop_all())

    async def close(self) -> None:
        """Waits for what is being written and lets go of the file. A second call does nothing."""
        await self._resources.aclose()

    # Tables and sittings

    async def open_table(
        self,
        *,
        guild_id: int,
        channel_id: int,
        game: str,
        rules: Mapping[str, Any],
        rules_version: int = 1,
        unit: Unit,
        buy_in: int,
        four_colour: bool,
        host: Member,
        next_seed: str,
        key: str,
    ) -> int:
        """Opens a table in a channel; its id. Raises Refused("table_exists", table_id).

        ``rules``: every option with its value, and ``rules_version`` theirs (``engine.versions``).

        ``buy_in`` in chips; ``next_seed``, the first deal's seed as hexadecimal digits, is secret.
        """
        new = tables.NewTable(
            guild_id, channel_id, game, rules, unit, buy_in, four_colour, host, next_seed, rules_version
        )
        return await self._once(key, "open_table", lambda db, at: tables.open_table(db, new, at))

    async def table(self, table_id: int) -> OpenTable | None:
        """A table, open or closed, with all that lies on it."""

        def work(db: sqlite3.Connection) -> OpenTable | None:
            try:
                return tables.whole(db, table_id)
            except Refused:
                return None

        return await self._reader.read(work)

    async def load_open(self) -> list[OpenTable]:
        """Every table that is not closed, the oldest first: what the bot goes on with when it starts."""
        return await self._reader.read(tables.load_open)

    async def sittings(self, table_id: int) -> tuple[Sitting, ...]:
        """Who sits at the table now, in order of position, with their chips."""
        return await self._reader.read(lambda db: tables.sittings(db, table_id))

    async def sit(
        self, table_id: int, member: Member | None, *, key: str, name: str | None = None, amount: int | None = None
    ) -> Sitting:
        """Seats a person, or with None for ``member`` a computer player called ``name``.

        ``amount`` chips, else the table's buy-in, come from the purse (opened at its first use, topped up where due),
        for a computer player from the house. Raises Refused: no_table, table_closed, already_seated(sitting_id),
        purse_too_small(have, need).
        """
        called = name or (member.name if member else "")
        if not called:
            raise ValueError("a computer player needs a name")

        at = self._clock()

        def work(db: sqlite3.Connection) -> Sitting:
            def sit() -> int:
                return tables.sit(db, table_id, member, called, amount, self._chips, at)

            return tables.sitting(db, ledger.once(db, key, "sit", at, sit))

        return await self._writer.write(work)

    async def top_up(self, sitting_id: int, amount: int, key: str) -> int:
        """Brings ``amount`` more chips to the table between deals; the chips then before the person.

        The house first takes back its extra chips (``to_take_back``).

        Raises Refused: no_sitting, has_left, deal_open (the person is in an open deal), purse_too_small(have, need).
        """
        return await self._once(
            key, "top_up", lambda db, at: tables.top_up(db, sitting_id, amount, key, self._chips, at)
        )

    async def rise(self, sitting_id: int, key: str) -> int:
        """Gets up: the chips moved back to the purse, or for a computer player to the house.

        Below zero where a debt (``general.md G-8``) was evened out from the purse. Raises Refused: no_sitting,
        has_left, deal_open.
        """
        return await self._once(key, "rise", lambda db, at: tables.rise(db, sitting_id, at))

    async def mark_leaving(self, sitting_id: int, leaving: bool = True) -> None:
        """Notes that somebody gets up when the deal is over (``general.md G-11``).

        Raises Refused: no_sitting, has_left.
        """
        await self._writer.write(lambda db: tables.mark_leaving(db, sitting_id, leaving))

    async def close_table(self, table_id: int, key: str, sharers: Sequence[int] | None = None) -> None:
        """Closes a table: an open deal is taken back, pot and pools are shared equally, everybody cashes out.

        ``sharers``: the sittings that share, odd chips one each in this order; else all, in order of position. Where
        there are none the house takes what lies there. Raises Refused: no_table, table_closed.
        """
        await self._once(key, "close_table", lambda db, at: tables.close_table(db, table_id, at, sharers))

    async def left_with(self, table_id: int, user_id: int) -> int | None:
        """The chips with which a person got up from the table's present or last game.

        None where the person was dealt in to none of its deals, or still sits there.
        """
        return await self._reader.read(lambda db: supply.left_with(db, table_id, user_id))

    async def to_take_back(self, table_id: int) -> dict[int, int]:
        """The chips that the house takes back before anybody's at the table go to the purse, by sitting.

        So many at most: what is not there any more it does not get back (``poch.md PO-33``).
        """
        return await self._reader.read(lambda db: extra.of_table(db, table_id))

    async def set_status(self, table_id: int, status: str) -> None:
        """Makes the table ``lobby`` or ``playing``. Raises Refused: no_table, table_closed."""
        await self._writer.write(lambda db: tables.set_status(db, table_id, status))

    async def set_closing(self, table_id: int, closing: bool) -> None:
        """Notes that the table closes as soon as the deal is over. Raises Refused: no_table, table_closed."""
        await self._writer.write(lambda db: tables.set_closing(db, table_id, closing))

    async def set_host(self, table_id: int, user_id: int) -> None:
        """Gives the table another host. Raises Refused: no_table, table_closed."""
        await self._writer.write(lambda db: tables.set_host(db, table_id, user_id))

    # Deals

    async def start_deal(self, table_id: int, deal: NewDeal, key: str) -> int:
        """Writes a deal that begins, with its antes; its id. The table is then ``playing``.

        Raises Refused: no_table, table_closed, deal_open, no_sitting, has_left, short_of_supply(names, count, chips)
        (who must top up first, for a game that everybody begins with as many), key_reused (the key is that of another
        deal); LedgerError where the stakes are not what the ledger has.
        """
        at = self._clock()

        def work(db: sqlite3.Connection) -> int:
            def first() -> None:
                if deal.levelled:
                    supply.begin(db, table_id, deal, self._chips, at)

            return deals.start_once(db, table_id, deal, key, at, first)

        return await self._writer.write(work)

    async def add_action(
        self,
        deal_id: int,
        seq: int,
        action: Mapping[str, Any],
        *,
        state_hash: str,
        transfers: tuple[Transfer, ...] = (),
        interaction_id: int | None = None,
        finish: DealResult | None = None,
        next_seed: str | None = None,
    ) -> None:
        """Writes an action with the transfers that it caused, and with ``finish`` the end of the deal.

        ``next_seed``, with ``finish``: the next deal's seed.

        ``seq`` counts from 0 without gaps. Raises Duplicate where that seq or interaction is written already;
        Refused: no_deal, deal_over, out_of_order(expected); LedgerError where the result's stakes are not what the
        ledger has.
        """
        text = codec.to_text(action)
        new = deals.NewAction(deal_id, seq, text, state_hash, transfers, interaction_id, finish, next_seed)
        at = self._clock()
        await self._writer.write(lambda db: deals.add_action(db, new, at))

    async def cancel_deal(self, deal_id: int, next_seed: str, key: str) -> None:
        """Takes an open deal back with all its chips, by reversals; the next deal gets another seed.

        Raises Refused: no_deal, deal_over.
        """
        await self._once(key, "cancel_deal", lambda db, at: deals.cancel(db, deal_id, next_seed, at))

    async def deal(self, deal_id: int) -> StoredDeal | None:
        """A deal with all its actions."""
        return await self._reader.read(lambda db: deals.deal(db, deal_id))

    async def last_deal(
        self, *, table_id: int | None = None, channel_id: int | None = None, finished: bool = True
    ) -> StoredDeal | None:
        """The newest deal of a table or of a channel; with ``finished`` the newest that was played to its end."""
        return await self._reader.read(lambda db: deals.last(db, table_id, channel_id, finished))

    async def scored_deals(self, table_id: int, most: int) -> tuple[ScoredDeal, ...]:
        """What the finished deals of a table's present or last game scored: the newest ``most``, the oldest first."""
        return await self._reader.read(lambda db: deals.scored(db, table_id, most))

    async def record(self, deal_id: int) -> dict[str, Any]:
        """The deal as a table record, shuffle included: secret while the deal is open. Raises Refused("no_deal")."""
        return await self._reader.read(lambda db: deals.record(db, deal_id))

    async def seen(self, key: str | int) -> bool:
        """Whether an operation with that key, or an action for the interaction of that id, is written."""
        return await self._reader.read(lambda db: ledger.seen(db, key))

    async def _once(self, key: str, kind: str, work: Callable[[sqlite3.Connection, float], int]) -> int:
        """Makes the operation where its key is new; its answer."""
        at = self._clock()
        return await self._writer.write(lambda db: ledger.once(db, key, kind, at, lambda: work(db, at)))


def prepare(path: Path) -> contextlib.ExitStack:
    """Checks the file, locks it, and brings it to this version; gives back what holds the lock. Raises StoreError."""
    steps = migrate.migrations()
    migrate.check(path, steps)
    if path.exists() and not os.access(path, os.W_OK):
        raise StoreError(migrate.READ_ONLY.format(path=path))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise StoreError(f"The database {path} can't be made: its folder {path.parent} is a file.") from error
    except OSError as error:
        raise migrate.explain(path, error) from error
    with contextlib.ExitStack() as stack:
        stack.enter_context(connection.only_one(path.resolve()))  # a link is no second database
        with migrate.explained(path):
            path.touch(mode=0o600)  # decks of open deals are in it: not for everybody on the machine
            uri = migrate.database_uri(path, "rw")
            with contextlib.closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as db:
                # Once more under the lock: another bot may have been at it since.
                version = migrate.check_connection(db, path, steps)
                db.execute("BEGIN IMMEDIATE")
                db.execute(f"PRAGMA user_version = {version:d}")  # fails now where the file can't be written
                db.execute("ROLLBACK")
                connection.set_up(db, writes=True)
                migrate.migrate(db, steps)
        return stack.pop_all()
