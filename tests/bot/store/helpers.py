"""Tables and deals to store: the store knows no rules, so these are not real games."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from typing import Any, Concatenate, ParamSpec, TypeVar

import pytest

from bot.store import extra, ledger, postgresql, tables
from bot.store.books import Books
from bot.store.connection import Connection, Reader, Writer, transaction
from bot.store.database import Database, ServerError
from bot.store.model.deals import NewDeal
from bot.store.model.errors import ConflictError, Refusal
from bot.store.model.people import Member
from bot.store.model.tables import NewTable, Setup, Sitting, Unit
from bot.store.outside import to_write
from bot.store.store import Store
from bot.store.where import Server, Where
from engine.stakes import HOUSE, DealResult, Stakes, Transfer, moved, net_of
from tests.kit.time import Clock as Clock

GUILD = 900
ANN, BO, CY, DEE = (Member(GUILD, 11 + i, name) for i, name in enumerate(("Ann", "Bo", "Cy", "Dee")))
DECK = ("QS", "KH", "TD", "2C")
SEED = "5eed" * 16


P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")


def _step(
    operation: Callable[Concatenate[Books, P], T], figure: Callable[[T], R]
) -> Callable[Concatenate[Store, P], Coroutine[Any, Any, R]]:
    """An operation of the books as a step of its own, which gives back that figure of what the operation tells."""

    async def step(store: Store, /, *args: P.args, **more: P.kwargs) -> R:
        return figure(await store.step(lambda books: operation(books, *args, **more)))

    return step


def _all(told: T) -> T:
    return told


class Steps(Store):
    """A store of which each operation of the books is a step of its own.

    Of what an operation tells, these give the figure that most tests ask for: a deal's id, the chips somebody took
    along, the chips then before somebody.
    """

    open_table = _step(Books.open_table, _all)
    close_table = _step(Books.close_table, _all)
    set_closing = _step(Books.set_closing, _all)
    set_host = _step(Books.set_host, _all)
    sit = _step(Books.sit, _all)
    top_up = _step(Books.top_up, lambda told: told.chips)
    mark_leaving = _step(Books.mark_leaving, _all)
    rise = _step(Books.rise, lambda told: told.chips)
    left_with = _step(Books.left_with, _all)
    start_deal = _step(Books.start_deal, lambda told: told.deal_id)
    add_action = _step(Books.add_action, _all)
    cancel_deal = _step(Books.cancel_deal, _all)

    async def sittings(self, table_id: int) -> tuple[Sitting, ...]:
        """Everybody who sits at the table now, in order of position, with their chips."""
        return await self._reader.read(lambda db: tables.sittings(db, table_id))

    async def seen(self, key: str | int) -> bool:
        """Whether an operation with that key, or an action for the interaction of that id, is written."""
        return await self._reader.read(lambda db: ledger.seen(db, key))


async def to_take_back(store: Store, table_id: int) -> dict[int, int]:
    """The chips that the house issued to each person's sitting at the table and has not taken back; of those who have
    any."""

    def work(db: Database) -> dict[int, int]:
        rows = db.execute(
            "SELECT id FROM sittings WHERE table_id = ? AND left_at IS NULL AND user_id IS NOT NULL", (table_id,)
        ).fetchall()
        return {row["id"]: due for row in rows if (due := extra.issued(db, row["id"])) > 0}

    return await store._writer.write(work)


async def owe(store: Store, member: Member, chips: int) -> None:
    """Has a purse go so many chips below zero, as debts at tables once could: no table does that any more."""
    have = (await store.people.purse(member)).balance
    purse, bank = ledger.purse(member.guild_id, member.user_id), ledger.house(member.guild_id)

    def work(db: Database) -> None:
        moves = [ledger.Move(purse, bank, have + chips, "correction")]
        ledger.post(db, ledger.Posting(f"debt of {chips}", store.now(), "correction", member.guild_id), moves)

    await store._writer.write(work)


async def refusal(work: Awaitable[object]) -> ConflictError | Refusal:
    """What an operation is refused with."""
    with pytest.raises((ConflictError, Refusal)) as caught:
        await work
    assert isinstance(caught.value, ConflictError | Refusal)
    return caught.value


def connection_of(part: Reader | Writer) -> Connection:
    """The connection to SQLite through which a store reads or writes."""
    assert isinstance(part._connection, Connection)
    return part._connection


async def hurry(store: Store) -> None:
    """Lets the store write without waiting for the disk, which hundreds of tests need not."""
    connection = store._writer._connection
    if isinstance(connection, Connection):
        await connection.execute("PRAGMA synchronous = OFF")


async def open_table(
    store: Steps,
    channel: int = 500,
    *,
    host: Member = ANN,
    unit: Unit = "chips",
    buy_in: int = 20,
    game: str = "knock-poker",
) -> int:
    return await store.open_table(
        NewTable(
            channel_id=channel,
            game=game,
            unit=unit,
            setup=Setup({"bonuses": True}, buy_in),
            host=host,
            table_secret=SEED,
        ),
        key=f"open {channel} {host.guild_id}",
    )


async def sit(store: Steps, table: int, *members: Member | None) -> list[Sitting]:
    return [
        await store.sit(table, member, name=member.name if member else "Robin", key=f"sit {table} {place} {member}")
        for place, member in enumerate(members)
    ]


def new_deal(
    sittings: Sequence[Sitting],
    *,
    number: int = 1,
    stakes: Stakes | None = None,
    ante: int = 1,
    transfers: tuple[Transfer, ...] | None = None,
) -> NewDeal:
    """A deal of those sittings, from the chips they have unless ``stakes`` are given; everybody pays the ante."""
    if transfers is None:
        transfers = tuple(Transfer(seat, "pot", ante, "ante") for seat in range(len(sittings))) if ante else ()
    return NewDeal(
        number=number,
        sittings=tuple(sitting.id for sitting in sittings),
        stakes=stakes or Stakes(0, tuple(sitting.chips for sitting in sittings)),
        deck=DECK,
        seed=SEED,
        commitment="c0ffee",
        cut=7,
        transfers=transfers,
        state_hash=f"state of deal {number}",
    )


def finish(deal: NewDeal, *transfers: Transfer, void: bool = False) -> DealResult:
    """The result of a deal after its own and these transfers; whoever has won most has won."""
    every = (*deal.transfers, *transfers)
    chips = moved(deal.stakes.chips, every)
    net = net_of(every, len(chips))
    pot = deal.stakes.pot
    pools = dict(deal.stakes.pools)
    for transfer in every:
        for place, amount in ((transfer.source, -transfer.amount), (transfer.target, transfer.amount)):
            if place == "pot":
                pot += amount
            elif isinstance(place, str) and place != HOUSE:
                pools[place] = pools.get(place, 0) + amount
    return DealResult(
        winners=() if void else tuple(seat for seat, won in enumerate(net) if won == max(net)),
        net=net,
        stakes=Stakes(
            (deal.stakes.dealer + 1) % len(chips), chips, pot, tuple(pools.items()), deals=deal.stakes.deals + 1
        ),
        shown=(0,),
        void=void,
    )


async def play(
    store: Steps, table: int, sittings: Sequence[Sitting], winner: int, *, number: int = 1, void: bool = False
) -> int:
    """A whole deal of antes and one action, in which ``winner`` takes the pot; its id."""
    deal = new_deal(sittings, number=number)
    deal_id = await store.start_deal(table, deal, f"deal {table} {number}")
    taken = () if void else (Transfer("pot", winner, len(sittings), "pot"),)
    await store.add_action(
        deal_id,
        0,
        {"seat": winner, "do": "knock"},
        state_hash="over",
        transfers=taken,
        finish=finish(deal, *taken, void=void),
    )
    return deal_id


def query(path: Where, sql: str, *values: object) -> list[tuple[Any, ...]]:
    """Rows of the database, past the store."""
    if isinstance(path, Server):
        with postgresql.opened(path, writes=True) as session:
            return [tuple(row) for row in session.execute(sql, values).fetchall()]
    db = sqlite3.connect(path)
    try:
        return db.execute(sql, values).fetchall()
    finally:
        db.close()


REFUSED = (sqlite3.IntegrityError, ServerError)
"""What a database refuses a statement with."""


@contextlib.contextmanager
def by_hand(path: Where) -> Iterator[Database]:
    """The database in a transaction of its own, past the store."""
    with to_write(path) as db, transaction(db):
        yield db


def tables_of(path: Where) -> list[str]:
    """The names of the database's tables."""
    if isinstance(path, Server):
        rows = query(path, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    else:
        rows = query(path, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return [name for (name,) in rows]


def tamper(path: Where, *statements: str) -> None:
    """Changes the database as no store would: without triggers and foreign keys."""
    if isinstance(path, Server):
        with postgresql.opened(path, writes=True) as session:
            session.script("SET session_replication_role = replica")
            for name, table in session.execute(
                "SELECT conname, conrelid::regclass::text FROM pg_constraint WHERE contype = 'c'"
                " AND conrelid <> 0 AND connamespace = current_schema()::regnamespace"
            ).fetchall():
                session.script(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
            for statement in statements:
                session.script(statement)
        return
    db = sqlite3.connect(path, isolation_level=None)
    try:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            db.execute(statement)
    finally:
        db.close()
