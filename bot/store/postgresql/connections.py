"""Connections to a PostgreSQL server: sessions with a thread of their own, begun again where one was lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from bot.store.database import Database
from bot.store.owner import Owner
from bot.store.postgresql.locking import IDLE, join, lock, made_for
from bot.store.postgresql.sentences import explained
from bot.store.postgresql.session import NotBegunError, Session, session
from bot.store.where import Server

T = TypeVar("T")

LEASE_IDLE: Final = 2_000
"""The same of the short transactions about leases, for which all other processes may wait."""


class Connection:
    """A session with a thread of its own; it connects again where the server was away."""

    def __init__(self, server: Server, begin: Callable[[], Session]) -> None:
        self._begin = begin
        self._session: Session | None = None
        self.process: int | None = None
        """The process whose leases each transaction proves; None: nobody else writes."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="postgresql")

    async def run(self, work: Callable[[Database], T]) -> T:
        """Runs ``work`` with the session in the connection's thread, and returns its result. Raises ServerError."""
        box: list[T] = []

        # The result doesn't go through the future: event loops write futures into debug logs, and it may hold a deck.
        def hop() -> None:
            try:
                box.append(work(self._alive()))
            except NotBegunError:
                box.append(work(self._alive()))

        await asyncio.get_running_loop().run_in_executor(self._thread, hop)
        return box[0]

    async def close(self) -> None:
        """Ends the session once what is under way is done."""

        def end() -> None:
            if self._session is not None:
                self._session.close()

        await asyncio.get_running_loop().run_in_executor(self._thread, end)
        self._thread.shutdown(wait=False)

    def _alive(self) -> Session:
        if self._session is None or self._session.broken:
            self._session = None
            self._session = self._begin()
        self._session.process = self.process
        return self._session


def reading(server: Server) -> Connection:
    """A connection that reads."""
    return Connection(server, lambda: session(server))


def listening(server: Server, channel: str) -> Connection:
    """A connection that does nothing but hear what is told in that channel."""

    def begin() -> Session:
        made = session(server)
        made.script(f"LISTEN {channel}")
        return made

    return Connection(server, begin)


def leasing(server: Server) -> Connection:
    """A connection for the leases, that sees what is written by now."""

    def begin() -> Session:
        made = session(server, writes=True)
        made.writes_books = False
        made.script(f"SET default_transaction_isolation = 'read committed'; SET lock_timeout = {IDLE:d}")
        made.script(f"SET idle_in_transaction_session_timeout = {LEASE_IDLE:d}")
        return made

    return Connection(server, begin)


async def writing(server: Server, *, shared: bool = False, owner: Owner | None = None) -> Connection:
    """The connection that writes, to a database that is made or migrated if it must be, and locked for this bot.

    ``shared``: the lock is shared with other processes; ``owner``: the bot whose it is to be; None: whosever it is.
    Raises OwnerError if it is another bot's; StoreError if the database can't be used, is another program's, is newer
    than the program, or is in use by another running bot.
    """

    def begin() -> Session:
        made = session(server, writes=True)
        try:
            if shared:
                join(server, made, owner=owner)
            else:
                lock(server, made)
        except BaseException:
            made.close()
            raise
        return made

    def first(db: Database) -> None:
        if not shared:
            made_for(server, db, owner)

    connection = Connection(server, begin)
    try:
        with explained(server):
            await connection.run(first)
    except BaseException:
        await connection.close()
        raise
    return connection
