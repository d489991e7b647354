"""A connection to a PostgreSQL server that takes the same statements as SQLite's."""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NoReturn

import psycopg
from psycopg.pq import PipelineStatus, TransactionStatus

from bot.store.database import Database, Rows, ServerError, Values
from bot.store.migrate import APPLICATION_ID
from bot.store.model.errors import LeaseLostError, UnfitError
from bot.store.postgresql.dialect import adapt, given, named, translated
from bot.store.postgresql.sentences import code_of_refusal, explained
from bot.store.proof import Proof
from bot.store.where import Server

Use = Literal["read", "write", "lease"]
"""What a session is for. "read": each transaction sees one snapshot; "write": the books, serializable; "lease": the
leases, each statement sees what is written by now."""

_KEEPALIVES: Final = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""When the other machine is asked whether it is there, and how often: seconds, and a number."""
_UNANSWERED: Final = {"tcp_user_timeout": 15_000}
"""Milliseconds for which what was sent may stay without an answer."""
OLDEST: Final = 15
"""The oldest PostgreSQL on which the bot is tried out."""
APPLICATION_NAME: Final = "knockabout"
CONNECTING: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    **_KEEPALIVES,
    **_UNANSWERED,
    "application_name": APPLICATION_NAME,
}
"""How long a server that doesn't answer is waited for; ``connect_timeout`` in seconds."""
SERVERS_PATIENCE: Final = {**{f"tcp_{name}": value for name, value in _KEEPALIVES.items()}, **_UNANSWERED}
"""After how long the server gives up a session whose machine is gone, with its locks: the same times."""
PREPARED: Final = 512
"""How many prepared statements each session keeps: more than the program has."""
OF_WRITERS: Final = f"{APPLICATION_ID:d}, 1"
"""The advisory lock shared by all transactions that write the books: whoever has it alone sees no half of theirs."""
_BEGIN: Final = f"BEGIN; {{lock}} SELECT pg_advisory_xact_lock_shared({OF_WRITERS})"
NO_TEXT: Final = "22021"
"""PostgreSQL's code for a text that it can't take, as one with U+0000, which the library refuses itself."""
READ_ONLY: Final = "25006"
"""PostgreSQL's code where nothing may be written. A standby has another one for transactions that are serializable."""
_LOCK: Final = "LOCK TABLE schema_version"
"""Locks a table that nobody writes: thus a process keeps others that share the database from writing, or lets them."""
ASKED_AFTER: Final = 10.0
"""Seconds after which whoever only listens asks whether the server is there: else nobody would notice a connection by
which nothing comes any more."""
_UNDONE_WITHIN: Final = 500
"""Milliseconds for which it is waited at most until the server has undone what was being written."""
_ALONE_WITHIN: Final = 500
"""Milliseconds for which a transaction waits until no other writes the books."""


class NotBegunError(ServerError):
    """The server was away before a transaction began: it is tried again with another session."""

    def __init__(self) -> None:
        super().__init__("", "the connection was lost")


class Session:
    """A connection to the server, for use in one thread at a time."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection
        self._line = socket.socket(fileno=os.dup(connection.fileno()))
        """The connection's own number may be another one's as soon as the library has closed it."""
        self._is_new, self._asked_at = True, time.monotonic()
        self._proof: Proof | None = None
        self._alone = False
        self.answers = 0
        """How many statements the server has answered."""
        self.in_doubt = False
        """Whether the connection was lost during a commit, which the server may still be making."""
        self.writes_books = False
        """Whether its transactions write what an audit looks at."""

    def prove(self, proof: Proof | None) -> None:
        """From now on each transaction proves these leases, of the process for which it writes, and others can end the
        session by that process's number. None: it is nobody else's database.

        Raises ServerError; NotBegunError where the server is away.
        """
        if proof is self._proof:
            return
        try:
            if proof is not None:
                self._connection.execute(f"SET application_name = '{_writer(proof.process)}'", prepare=False)
        except psycopg.Error as error:
            if self.broken:
                raise NotBegunError from None
            _raise(error)
        self._proof = proof

    @property
    def broken(self) -> bool:
        """Whether the server can't be reached by it any more; not to be asked while a statement runs.

        Where the server ends a session while many statements are on their way at once, the library may leave it in the
        middle of them: it counts as open, and takes no statement ever after.
        """
        info = self._connection.info
        busy = info.transaction_status is TransactionStatus.ACTIVE or info.pipeline_status is not PipelineStatus.OFF
        return self._connection.closed or busy

    @property
    def is_pooled(self) -> bool:
        """Whether a connection pooler stands between: it makes up the number of the server's process. Raises
        ServerError."""
        (pid,) = self.execute("SELECT pg_backend_pid()").fetchone()
        return bool(pid != self._connection.info.backend_pid)

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction was begun and is not over, also one that failed."""
        status = self._connection.info.transaction_status
        return not self.broken and status in (TransactionStatus.INTRANS, TransactionStatus.INERROR)

    def execute(self, sql: str, values: Values = ()) -> Rows:
        """Runs a statement. Raises ServerError.

        ``BEGIN`` and ``COMMIT`` do more than they say, so that whoever uses SQLite's connection can use this. The first
        raises NotBegunError where the server is away, and LeaseLostError.
        """
        cursor = self._cursor()
        match sql:
            case "BEGIN":
                self._begin(cursor)
            case "COMMIT":
                self._commit(cursor)
            case _:
                _run(cursor, sql, values)
        self.answers += 1
        return cursor

    def _cursor(self) -> psycopg.Cursor[Any]:
        """What runs a statement. Raises ServerError where the connection is lost."""
        try:
            return self._connection.cursor(row_factory=named)
        except psycopg.Error as error:
            _raise(error)

    def _begin(self, cursor: psycopg.Cursor[Any]) -> None:
        """Begins a transaction, unless the process has lost its lease. If it raises, no transaction is open."""
        least = self._proof.until if self._proof is not None else 0.0
        try:
            if self.writes_books:
                self._begin_to_write(cursor)
            else:
                cursor.execute("BEGIN")
        except psycopg.Error as error:
            self._not_begun()
            _raise(error)
        if self._proof is not None:
            self._prove_lease(self._proof, least)

    def _commit(self, cursor: psycopg.Cursor[Any]) -> None:
        """Ends a transaction. Raises ServerError also where the server undoes it without a word, as it had failed."""
        try:
            _run(cursor, "COMMIT")
        except ServerError:
            self.in_doubt = self.broken
            raise
        if cursor.statusmessage != "COMMIT":
            raise ServerError("25P02", "the transaction had failed")

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """While this is open its transactions wait, when they begin, until no other process writes the books, and keep
        others from it. Where that can't be had soon they begin as ever.
        """
        self._alone = True
        try:
            yield
        finally:
            self._alone = False

    def _begin_to_write(self, cursor: psycopg.Cursor[Any]) -> None:
        """Begins a transaction that writes the books. Raises what the library raises."""
        if self._proof is None:
            cursor.execute(_BEGIN.format(lock=""), prepare=False)
            return
        # Unlike an advisory lock this one is had before the transaction sees what there is. And it ends with the
        # transaction, which the server undoes if its process falls asleep.
        if self._alone:
            within = f"SET LOCAL lock_timeout = {_ALONE_WITHIN}; {_LOCK} IN EXCLUSIVE MODE; SET LOCAL lock_timeout = 0;"
            try:
                cursor.execute(_BEGIN.format(lock=within), prepare=False)
            except psycopg.errors.LockNotAvailable:  # whoever writes for that long is met, as any other
                self._connection.execute("ROLLBACK")
            else:
                return
        cursor.execute(_BEGIN.format(lock=f"{_LOCK} IN ROW SHARE MODE;"), prepare=False)

    def _prove_lease(self, proof: Proof, least: float) -> None:
        """Holds the process's row until the transaction ends: nobody takes over meanwhile.

        Raises LeaseLostError, ServerError; no transaction is open then.
        """
        try:
            rows = self._connection.execute(
                "SELECT since, until FROM processes WHERE id = %s FOR KEY SHARE", (proof.process,)
            )
            proof.check(rows.fetchone(), least)
        except psycopg.Error as error:
            self._not_begun()
            _raise(error)
        except LeaseLostError:
            self._not_begun()
            raise

    def _not_begun(self) -> None:
        """Undoes what there is of a transaction whose begin has failed. Raises NotBegunError if the server is away."""
        with contextlib.suppress(psycopg.Error):  # it may go away at this moment
            if self.in_transaction:
                self._connection.execute("ROLLBACK")
        if self.broken:
            raise NotBegunError from None

    def notified(self, seconds: float, concerns: Callable[[str], bool]) -> bool:
        """Waits so long for what other sessions tell; whether anything came that ``concerns`` whoever listens, or may
        have come before this session. Raises ServerError.
        """
        if self._is_new:
            self._is_new = False
            return True
        try:
            if time.monotonic() - self._asked_at >= ASKED_AFTER:
                self._connection.execute("SELECT 1")
                self._asked_at = time.monotonic()
            heard = list(self._connection.notifies(timeout=seconds, stop_after=1))
        except psycopg.Error as error:
            _raise(error)
        return any(concerns(told.payload) for told in heard)

    def repeatable(self, sql: str, values: Values) -> Rows:
        """Runs a statement that may be made twice, as a transaction of its own: one round trip. Raises ServerError;
        NotBegunError where the connection is lost, with which it is tried again.
        """
        cursor = self._cursor()
        try:
            cursor.execute(translated(sql), given(values), prepare=False)  # to prepare it is another round trip
        except psycopg.Error as error:
            if self.broken:
                raise NotBegunError from None
            _raise(error)
        self.answers += 1
        return cursor

    def executemany(self, sql: str, values: Iterable[Values]) -> Rows:
        """Runs a statement once for each of the values, all but the last on their way at once. Raises ServerError.

        After several at once the library asks the server to send what it has, by which that no longer watches for how
        long the transaction sleeps, until the next statement.
        """
        text, rows = translated(sql), [given(some) for some in values]
        cursor = self._cursor()
        try:
            if rows[:-1]:
                cursor.executemany(text, rows[:-1])
            if rows:
                cursor.execute(text, rows[-1])
        except psycopg.Error as error:
            _raise(error)
        return cursor

    def script(self, sql: str) -> None:
        """Runs several statements without values. Raises ServerError."""
        try:
            self._connection.execute(sql, prepare=False)  # a prepared statement is a single one
        except psycopg.Error as error:
            _raise(error)

    def copy_in(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Writes many rows by ``COPY … FROM STDIN``. Raises ServerError."""
        try:
            with self._connection.cursor() as cursor, cursor.copy(sql) as copy:
                for row in rows:
                    copy.write_row(row)
        except psycopg.Error as error:
            _raise(error)

    def stream(self, sql: str) -> Iterator[Any]:
        """The rows of a statement without values, some at a time. Raises ServerError."""
        try:
            with self._connection.cursor(name="rows") as cursor:
                cursor.itersize = 2_000
                cursor.execute(sql)
                yield from cursor
        except psycopg.Error as error:
            _raise(error)

    def cut(self) -> None:
        """Breaks the connection, from another thread: what waits for the server by it fails at once."""
        with contextlib.suppress(OSError):  # it is broken already
            self._line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Ends the connection."""
        self._connection.close()
        self._line.close()


def _run(cursor: psycopg.Cursor[Any], sql: str, values: Values = ()) -> None:
    """Runs a statement as it is. Raises ServerError."""
    text = translated(sql)
    try:
        cursor.execute(text, given(values))
    except psycopg.Error as error:
        _raise(error)


def _raise(error: psycopg.Error) -> NoReturn:
    """Raises it without the values that PostgreSQL tells, such as a row with a deck."""
    state = error.sqlstate or (NO_TEXT if isinstance(error, psycopg.DataError) else "")
    said = error.diag.message_primary
    if said and "hot standby" in said:
        state = READ_ONLY
    text = said if said and not state.startswith("22") else type(error).__name__
    raise ServerError(state, text) from None


def session(
    server: Server,
    use: Use = "read",
    more: Sequence[str] = (),
    *,
    on_open: Callable[[Session], None] = lambda opened: None,
) -> Session:
    """A session for that use. Raises ServerError, and UnfitError where the server is too old.

    ``more``: further statements with which it begins, in the same round trip. ``on_open`` is called before them: from
    then on it can be cut.
    """
    try:
        connection = psycopg.connect(server.url, autocommit=True, prepare_threshold=1, **CONNECTING)
    except psycopg.Error as error:
        raise ServerError(code_of_refusal(str(error)), "the connection failed") from None
    if connection.info.server_version < OLDEST * 10_000:
        version = connection.info.parameter_status("server_version")
        connection.close()
        raise UnfitError(
            f"The database {server} is on PostgreSQL {version}, and the bot needs {OLDEST} or newer: name one on such "
            "a server."
        )
    connection.prepared_max = PREPARED
    adapt(connection.adapters)
    opened = Session(connection)
    opened.writes_books = use == "write"
    on_open(opened)
    try:
        opened.script("; ".join((*_SET_UP, *_FOR_USE[use], *more)))
    except BaseException:
        opened.close()
        raise
    return opened


_SET_UP: Final = (
    "SET synchronous_commit = on",
    "SET timezone = 'UTC'",
    "SET client_encoding = 'UTF8'",
    "SET extra_float_digits = 1",  # times come as they were written, whatever is set for the user or the database
    "SET idle_session_timeout = 0",  # it has locks, and listens
    *(f"SET {name} = {value}" for name, value in SERVERS_PATIENCE.items()),
)
_FOR_USE: Final[Mapping[Use, Sequence[str]]] = {
    "read": (
        "SET default_transaction_isolation = 'repeatable read'",
        "SET default_transaction_read_only = on",
    ),
    "write": ("SET default_transaction_isolation = 'serializable'",),
    "lease": ("SET default_transaction_isolation = 'read committed'",),
}


@contextlib.contextmanager
def opened(server: Server, *, writes: bool = False) -> Iterator[Session]:
    """A session, for as long as this lasts. Raises StoreError in place of ServerError."""
    with explained(server), contextlib.closing(session(server, "write" if writes else "read")) as made:
        yield made


def alone(db: Database) -> contextlib.AbstractContextManager[None]:
    """While this is open, the connection's transactions meet no other process that writes the books."""
    assert isinstance(db, Session)
    return db.alone()


def repeatable(db: Database, sql: str, values: Values) -> Rows:
    """Runs a statement that may be made twice, as a transaction of its own, in one round trip. Raises ServerError."""
    assert isinstance(db, Session)
    return db.repeatable(sql, values)


def script(db: Database, sql: str) -> None:
    """Runs several statements without values in one round trip. Raises ServerError."""
    assert isinstance(db, Session)
    db.script(sql)


def end_writers(db: Database, process: int) -> None:
    """Has the server undo what is being written for that process, and end the session. Raises ServerError.

    Another user's session is left alone: who may end it differs, and to be refused would undo this transaction.
    """
    db.execute(
        "SELECT pg_terminate_backend(pid, ?) FROM pg_stat_activity"
        " WHERE application_name = ? AND datname = current_database() AND usename = current_user",
        (_UNDONE_WITHIN, _writer(process)),
    )


def _writer(process: int) -> str:
    """The name at the server of the session that writes for that process."""
    return f"{APPLICATION_NAME} {process:d}"


def stream(db: Database, sql: str) -> Iterator[Any]:
    """The rows of a statement without values, some at a time, in a transaction. Raises ServerError."""
    assert isinstance(db, Session)
    return db.stream(sql)
