"""Connections to a PostgreSQL server: sessions with a thread of their own, begun again where one was lost."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from bot.store.database import Database, ServerError
from bot.store.owner import Owner
from bot.store.postgresql.locking import IDLE, join, lock, made_for
from bot.store.postgresql.sentences import explained
from bot.store.postgresql.session import NotBegunError, Session, session
from bot.store.proof import Proof
from bot.store.where import Server

T = TypeVar("T")
log = logging.getLogger(__name__)

LEASE_HANGS: Final = 4.5
"""Seconds that an answer about leases is waited for: longer than for any lock, and so short that another connection can
renew them in time."""
BOOKS_HANG: Final = 30.0
"""The same for all else: far longer than any statement takes that people wait for. Where the server's machine is gone
the system notices it sooner; what stands between may keep a connection alive whose other end is dead."""
LOOKED_AGAIN: Final = 0.25
"""Seconds between two checks whether an answer has come."""
LEASE_IDLE: Final = 2_000
"""Milliseconds after which the server undoes a transaction about leases whose process sleeps: shorter than ``IDLE``,
because all other processes may wait for it."""
SETTLED_WITHIN: Final = 5_000
"""Milliseconds that are waited at most until the server has made or undone a commit whose connection was lost. Where it
can't be reached it has undone by itself by then what it has not made (``IDLE``)."""
SETTLED_AGAIN: Final = 0.1
"""Seconds between two attempts to reach it for that."""


class Connection:
    """A session with a thread of its own; it connects again where the server was away."""

    def __init__(
        self, server: Server, begin: Callable[[Callable[[Session], None]], Session], hangs: float | None = None
    ) -> None:
        """``begin`` makes a session, and tells what it is called with of it as soon as it can be cut."""
        self._server, self._begin = server, begin
        self.hangs = hangs
        """Seconds without an answer after which the connection is cut; None: never."""
        self._session: Session | None = None
        self._beginning: Session | None = None
        """A session that is being begun."""
        self._backend: tuple[int, str] | None = None
        """Who serves that session at the server, where it writes the books."""
        self._proof: Proof | None = None
        """The leases that each transaction proves; None: nobody else writes."""
        self._away: tuple[float, ServerError] | None = None
        """Until when no session could be had, in running seconds, and why."""
        self._at_work = False
        self._cuts = 0
        """How often whoever uses it has broken it."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="postgresql")

    async def run(self, work: Callable[[Database], T]) -> T:
        """Runs ``work`` with the session in the connection's thread, and returns its result. Raises ServerError.

        What waits while no session can be had fails with it: else each would wait for an attempt of its own.
        """
        box: list[T] = []
        asked = time.monotonic()

        def do() -> None:
            if self._away is not None and asked < self._away[0]:
                raise ServerError(self._away[1].state, str(self._away[1]))
            self._at_work = True
            try:
                box.append(work(self._alive()))
            finally:
                self._at_work = False
                self._settle()

        # The result doesn't go through the future: event loops write futures into debug logs, and it may hold a deck.
        def hop() -> None:
            cuts = self._cuts
            try:
                do()
            except NotBegunError:
                if self._cuts != cuts:  # another session might hang as well
                    raise
                do()

        with self._cut_in_time():
            await asyncio.get_running_loop().run_in_executor(self._thread, hop)
        return box[0]

    def prove(self, proof: Proof) -> None:
        """From now on each transaction proves these leases."""
        self._proof = proof

    def cut(self) -> None:
        """Breaks the connection if something waits for the server by it, which then fails at once."""
        self._cuts += 1
        self._break()

    def _break(self) -> None:
        made = self._beginning or (self._session if self._at_work else None)
        if made is not None:
            made.cut()

    @contextlib.contextmanager
    def _cut_in_time(self) -> Iterator[None]:
        """While this is open: cuts the connection each time that it has hung for too long."""
        if self.hangs is None:
            yield
            return
        cutting = asyncio.create_task(self._cut_again(self.hangs))
        try:
            yield
        finally:
            cutting.cancel()

    async def _cut_again(self, seconds: float) -> None:
        now = asyncio.get_running_loop().time
        before, since = None, now()
        while True:
            await asyncio.sleep(LOOKED_AGAIN)
            made = self._beginning or self._session
            if (heard := (made, made.answers if made is not None else 0)) != before:
                before, since = heard, now()
            elif now() - since >= seconds:
                self._break()

    async def close(self) -> None:
        """Ends the session once what is under way is done, or hangs for too long."""
        with self._cut_in_time():
            await asyncio.get_running_loop().run_in_executor(self._thread, self._end)
        self._thread.shutdown(wait=False)

    def _alive(self) -> Session:
        if self._session is None or self._session.broken:
            self._settle()
            self._end()
            try:
                self._session = self._begin(self._note_beginning)
            except ServerError as error:
                self._away = time.monotonic(), error
                raise
            finally:
                self._beginning = None
            self._away = None
            self._backend = _backend(self._session) if self._session.writes_books else None
        self._session.prove(self._proof)
        return self._session

    def _note_beginning(self, made: Session) -> None:
        self._beginning = made

    def _settle(self) -> None:
        """Where the connection was lost during a commit: waits until the server has made it, or undone it.

        Else whoever asks now whether it was made would be told no, and do it once more.
        """
        if self._session is None or not self._session.in_doubt or self._backend is None:
            return
        end = time.monotonic() + SETTLED_WITHIN / 1000
        while True:
            try:
                with contextlib.closing(session(self._server, on_open=self._note_beginning)) as other:
                    other.execute(_END_BACKEND, (SETTLED_WITHIN, *self._backend))
                break
            except ServerError:
                if time.monotonic() >= end:
                    break
            finally:
                self._beginning = None
            time.sleep(SETTLED_AGAIN)  # in a thread of its own
        self._end()

    def _end(self) -> None:
        """Ends the session, if there is one."""
        made, self._session = self._session, None
        if made is not None:
            made.close()


_END_BACKEND: Final = (
    "SELECT pg_terminate_backend(pid, ?) FROM pg_stat_activity WHERE pid = ? AND backend_start::text = ?"
)


def _backend(made: Session) -> tuple[int, str]:
    """Who serves the session: the server's process, and when it began. Raises ServerError."""
    rows = made.execute("SELECT pid, backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()")
    pid, began = rows.fetchone()
    return int(pid), str(began)


def reading(server: Server) -> Connection:
    """A connection that reads."""
    return Connection(server, lambda on_open: session(server, on_open=on_open), BOOKS_HANG)


def listening(server: Server, channel: str) -> Connection:
    """A connection that does nothing but hear what is told in that channel."""
    listen = (f"LISTEN {channel}",)
    return Connection(server, lambda on_open: session(server, more=listen, on_open=on_open), LEASE_HANGS)


def leasing(server: Server) -> Connection:
    """A connection for the leases, that sees what is written by now."""

    def begin(on_open: Callable[[Session], None]) -> Session:
        more = (f"SET lock_timeout = {IDLE:d}", f"SET idle_in_transaction_session_timeout = {LEASE_IDLE:d}")
        return session(server, "lease", more, on_open=on_open)

    return Connection(server, begin, LEASE_HANGS)


async def writing(server: Server, *, shared: bool = False, owner: Owner | None = None) -> Connection:
    """The connection that writes, to a database that is made or migrated if it must be, and locked for this bot.

    ``shared``: the lock is shared with other processes; ``owner``: the bot whose it is to be; None: whosever it is.
    Raises OwnerError if it is another bot's; StoreError if the database can't be used, is another program's, is newer
    than the program, or is in use by another running bot.
    """

    def begin(on_open: Callable[[Session], None]) -> Session:
        made = session(server, "write", on_open=on_open)
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
        if isinstance(db, Session) and db.is_pooled:
            log.warning(
                "A connection pooler stands before the database %s: unless it leaves each connection a session of its "
                "own, locks are lost, and what processes tell each other is not heard. Connect to PostgreSQL itself",
                server,
            )
        if not shared:
            made_for(server, db, owner)

    connection = Connection(server, begin)
    try:
        with explained(server):
            await connection.run(first)  # however long a large database takes to migrate
        connection.hangs = BOOKS_HANG
    except BaseException:
        connection.hangs = LEASE_HANGS  # what hangs keeps nobody from ending
        await connection.close()
        raise
    return connection
