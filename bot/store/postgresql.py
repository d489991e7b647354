"""PostgreSQL beside SQLite: connections that take the same statements, the lock, and the migrations.

The session that writes holds an advisory lock of the database for as long as it lives. So a bot that has lost its
connection can write nothing before it has the lock again, and no second bot can write meanwhile. Processes that are one
bot together share that lock; of them each transaction proves that its process still holds its leases (``leases.py``).
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, Final, NoReturn, TypeVar

import psycopg
from psycopg.adapt import Dumper, Loader
from psycopg.pq import TransactionStatus

from bot.store.database import Database, Rows, ServerError, Values
from bot.store.migrate import APPLICATION_ID, Migration, migrations
from bot.store.model.errors import LeaseLostError, OwnerError, StoreError
from bot.store.owner import Owner, claim, noted, refuse
from bot.store.where import Server

T = TypeVar("T")

CONNECTING: Final[dict[str, Any]] = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
    "application_name": "knockabout",
}
"""How long a server that doesn't answer is waited for: seconds, the last but one milliseconds."""
LOCK_PATIENCE: Final = 2.0
"""Seconds that the lock of a bot that has just ended is waited for."""
PREPARED: Final = 512
"""How many prepared statements each session keeps: more than the program has."""
IDLE: Final = 4_000
"""Milliseconds after which the server undoes a transaction of a process that has gone to sleep in it: less than its
lease lasts, so that nobody waits for it who takes over."""
LEASE_IDLE: Final = 2_000
"""The same of the short transactions about leases, for which all other processes may wait."""
SERVERS_PATIENCE: Final = {
    "tcp_keepalives_idle": 10,
    "tcp_keepalives_interval": 5,
    "tcp_keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""After how long the server gives up a session whose machine is gone, with its locks: as in ``CONNECTING``."""
OF_WRITERS: Final = f"{APPLICATION_ID:d}, 1"
"""The advisory lock that all transactions share that write the books: whoever has it alone sees no half of theirs."""
_BEGIN: Final = f"BEGIN; SELECT pg_advisory_xact_lock_shared({OF_WRITERS})"
BIGINT: Final = 20
"""PostgreSQL's number for the type of all whole numbers here."""


class _Whole(Dumper):
    """Whole numbers and truth values as BIGINT: the columns are that, and statements are prepared for one type."""

    oid = BIGINT

    def dump(self, obj: Any) -> bytes:
        return b"%d" % obj

    def quote(self, obj: Any) -> bytes:
        return self.dump(obj)


class _Sum(Loader):
    """Sums of BIGINT, which PostgreSQL makes NUMERIC."""

    def load(self, data: Any) -> int:
        return int(bytes(data))


class NotBegunError(ServerError):
    """The server was away before a transaction began: it is tried again with another session."""

    def __init__(self) -> None:
        super().__init__("", "the connection was lost")


class NamedRow:
    """A row: its values by the columns' names and by their places."""

    __slots__ = ("_places", "_values")

    def __init__(self, places: dict[str, int], values: Sequence[Any]) -> None:
        self._places, self._values = places, tuple(values)

    def keys(self) -> Iterable[str]:
        """The columns' names."""
        return self._places.keys()

    def __getitem__(self, column: Any) -> Any:
        return self._values[self._places[column] if isinstance(column, str) else column]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def _named(cursor: psycopg.Cursor[Any]) -> Callable[[Sequence[Any]], NamedRow]:
    places = {column.name: place for place, column in enumerate(cursor.description or ())}
    return lambda values: NamedRow(places, values)


_MARKS: Final = re.compile(r"'(?:[^']|'')*'|::|\?(\d*)|:([a-z_]+)|%")


@lru_cache(maxsize=1024)
def translated(sql: str) -> str:
    """The statement with PostgreSQL's marks for values in place of SQLite's."""

    def mark(found: re.Match[str]) -> str:
        text, number, name = found[0], found[1], found[2]
        if text[0] == "?":
            return f"%(p{number})s" if number else "%s"
        return f"%({name})s" if name else text.replace("%", "%%")

    return _MARKS.sub(mark, sql)


def _values(sql: str, values: Values) -> Any:
    """The values as the translated statement names them."""
    if isinstance(values, dict):
        return values
    if "%(p1)s" in sql:
        return {f"p{place}": value for place, value in enumerate(values, 1)}
    return tuple(values)


class Session:
    """A connection to the server, for use in one thread at a time."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection
        self._is_new = True
        self.process: int | None = None
        """The process for which it writes; None: it is nobody else's database."""
        self.writes_books = False
        """Whether its transactions write what an audit looks at."""

    @property
    def broken(self) -> bool:
        """Whether the server can't be reached by it any more."""
        return self._connection.closed

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction was begun and is not over, also one that failed."""
        status = self._connection.info.transaction_status
        return not self.broken and status in (TransactionStatus.INTRANS, TransactionStatus.INERROR)

    def execute(self, sql: str, values: Values = ()) -> Rows:
        """Runs a statement. Raises ServerError."""
        text = translated(sql)
        cursor = self._connection.cursor(row_factory=_named)
        try:
            if sql == "BEGIN" and self.writes_books:
                cursor.execute(_BEGIN, prepare=False)
            else:
                cursor.execute(text, _values(text, values))
        except psycopg.Error as error:
            if sql == "BEGIN":
                self._not_begun()
            _raise(error)
        if sql == "BEGIN" and self.process is not None:
            self._prove_lease(self.process)
        if sql == "COMMIT" and cursor.statusmessage != "COMMIT":  # a failed transaction is undone without a word
            raise ServerError("25P02", "the transaction had failed")
        return cursor

    def _prove_lease(self, process: int) -> None:
        """Holds the process's row until the transaction ends: nobody takes over meanwhile.

        Raises LeaseLostError, ServerError; no transaction is open then.
        """
        try:
            rows = self._connection.execute("SELECT 1 FROM processes WHERE id = %s FOR KEY SHARE", (process,))
            held = rows.fetchone()
            if held is None:
                self._connection.execute("ROLLBACK")
        except psycopg.Error as error:
            self._not_begun()
            _raise(error)
        if held is None:
            raise LeaseLostError

    def _not_begun(self) -> None:
        """Undoes what there is of a transaction whose begin has failed. Raises NotBegunError if the server is away."""
        with contextlib.suppress(psycopg.Error):  # it may go away at this moment
            if self.in_transaction:
                self._connection.execute("ROLLBACK")
        if self.broken:
            raise NotBegunError from None

    def notified(self, seconds: float) -> bool:
        """Waits so long for what other sessions tell; whether anything came, or may have come before this session.

        Raises ServerError.
        """
        if self._is_new:
            self._is_new = False
            return True
        try:
            return bool(list(self._connection.notifies(timeout=seconds, stop_after=1)))
        except psycopg.Error as error:
            _raise(error)

    def executemany(self, sql: str, values: Iterable[Values]) -> Rows:
        """Runs a statement once for each of the values, all on their way at once. Raises ServerError."""
        text = translated(sql)
        cursor = self._connection.cursor(row_factory=_named)
        try:
            cursor.executemany(text, [_values(text, some) for some in values])
        except psycopg.Error as error:
            _raise(error)
        return cursor

    def script(self, sql: str) -> None:
        """Runs several statements without values. Raises ServerError."""
        try:
            self._connection.execute(sql)
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

    def close(self) -> None:
        """Ends the connection."""
        self._connection.close()


def _raise(error: psycopg.Error) -> NoReturn:
    """Raises it without the values that PostgreSQL tells, such as a row with a deck."""
    state = error.sqlstate or ""
    said = error.diag.message_primary
    text = said if said and not state.startswith("22") else type(error).__name__
    raise ServerError(state, text) from None


def session(server: Server, *, writes: bool = False) -> Session:
    """A session; one that only reads sees one snapshot in each transaction. Raises ServerError."""
    try:
        connection = psycopg.connect(server.url, autocommit=True, prepare_threshold=1, **CONNECTING)
    except psycopg.Error as error:
        raise ServerError(_refused(str(error)), "the connection failed") from None
    connection.prepared_max = PREPARED
    _adapt(connection.adapters)
    opened = Session(connection)
    opened.script("SET synchronous_commit = on; SET timezone = 'UTC'; SET client_encoding = 'UTF8'")
    opened.script("; ".join(f"SET {name} = {value}" for name, value in SERVERS_PATIENCE.items()))
    opened.writes_books = writes
    if writes:
        opened.script("SET default_transaction_isolation = 'serializable'")
    else:
        opened.script("SET default_transaction_isolation = 'repeatable read'; SET default_transaction_read_only = on")
    return opened


def _refused(said: str) -> str:
    """Why a server has refused a connection, by its code, which the library doesn't tell; "": it wasn't reached."""
    if "does not exist" in said and "database" in said:
        return "3D000"
    if "authentication" in said or "no password supplied" in said or "role" in said:
        return "28000"
    return "53300" if "too many" in said else ""


def _adapt(adapters: Any) -> None:
    for kind in (int, bool):
        adapters.register_dumper(kind, _Whole)
    adapters.register_loader("numeric", _Sum)


@contextlib.contextmanager
def opened(server: Server, *, writes: bool = False) -> Iterator[Session]:
    """A session, for as long as this lasts. Raises StoreError in place of ServerError."""
    with explained(server), contextlib.closing(session(server, writes=writes)) as made:
        yield made


def explain(server: Server, error: ServerError) -> StoreError:
    """What the server says, as one sentence."""
    for start, text in _SENTENCES.items():
        if error.state.startswith(start):
            sentence = StoreError(text.format(where=server))
            sentence.by_disk = True
            return sentence
    if not error.state:
        sentence = StoreError(f"The database {server} can't be reached: look whether PostgreSQL runs there.")
        sentence.by_disk = True
        return sentence
    return StoreError(f"The database {server} can't be used: {error} (PostgreSQL's code {error.state}).")


_SENTENCES: Final = {
    "08": "The connection to the database {where} was lost.",
    "28": "PostgreSQL refused the user or the password for the database {where}.",
    "3D": "There is no database {where}: make it with `createdb -O USER -E UTF8 -T template0 NAME`.",
    "53": "The database {where} can't be used: PostgreSQL lacks disk, memory or connections.",
    "55P03": "The database {where} is being written without a pause: try again.",
    "57P": "PostgreSQL stops or starts at the moment: the database {where} can't be used.",
    "25006": "The database {where} can't be written: PostgreSQL allows reading alone.",
    "42501": "The database {where} can't be used: its user may not make tables in it. Let the user own the database: "
    "`createdb -O USER …`, or `ALTER DATABASE … OWNER TO …`.",
}
"""What errors mean, by how their codes begin."""


@contextlib.contextmanager
def explained(server: Server) -> Iterator[None]:
    """Raises a StoreError, one sentence, if the server refuses something."""
    try:
        yield
    except ServerError as error:
        raise explain(server, error) from error


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
            _made_for(server, db, owner)

    connection = Connection(server, begin)
    try:
        with explained(server):
            await connection.run(first)
    except BaseException:
        await connection.close()
        raise
    return connection


def lock(server: Server, db: Database, patience: float = LOCK_PATIENCE, how: str = "") -> None:
    """Locks the database for as long as the session lasts. Raises StoreError if another running bot has it.

    ``how``: "" for this bot alone, "_shared" together with others that do so.
    """
    end = time.monotonic() + patience
    while True:
        (got,) = db.execute(f"SELECT pg_try_advisory_lock{how}(?)", (APPLICATION_ID,)).fetchone()
        if got:
            return
        if time.monotonic() > end:
            raise StoreError(f"The database {server} is in use by another running bot: stop that one first.")
        time.sleep(0.1)  # in a thread of its own


def join(server: Server, db: Database, patience: float = LOCK_PATIENCE, owner: Owner | None = None) -> None:
    """Shares the lock with other processes, and brings the tables up to date first, one process at a time.

    ``owner``: the bot whose it is to be; None: whosever it is. Raises OwnerError if it is another bot's; StoreError if
    somebody has the database alone, or if older processes run with it; the session is of no more use then.
    """
    assert isinstance(db, Session)
    check_encoding(server, db)
    db.execute("SELECT pg_advisory_lock(?::int, 0)", (APPLICATION_ID,))
    if owner is not None:
        refuse(server, owner, noted(db))
    if check(server, db) < steps()[-1].number:
        try:
            lock(server, db, patience)
        except StoreError:
            raise StoreError(
                f"The database {server} must be brought up to date, and processes run with it: stop all of them first."
            ) from None
        prepare(server, db)
        db.execute("SELECT pg_advisory_unlock(?)", (APPLICATION_ID,))
    if owner is not None:
        claim(server, db, owner, alone=lambda: _nobody_else(server, db, patience))
    lock(server, db, patience, how="_shared")
    db.execute("SELECT pg_advisory_unlock(?::int, 0)", (APPLICATION_ID,))
    db.script(f"SET idle_in_transaction_session_timeout = {IDLE:d}")


def _nobody_else(server: Server, db: Database, patience: float) -> None:
    """Raises OwnerError if other processes run with the database."""
    try:
        lock(server, db, patience)
    except StoreError:
        raise OwnerError(
            f"The database {server} belongs to {noted(db)}, whose processes run with it: stop all of them first."
        ) from None
    db.execute("SELECT pg_advisory_unlock(?)", (APPLICATION_ID,))


def _made_for(server: Server, db: Database, owner: Owner | None) -> None:
    """Brings a database that this bot has alone up to date, and notes whose it is. Raises StoreError, ServerError."""
    if owner is not None:
        refuse(server, owner, noted(db))
    prepare(server, db)
    if owner is not None:
        claim(server, db, owner)


def is_running(server: Server) -> bool:
    """Whether a bot is running with the database. Raises StoreError."""
    with opened(server, writes=True) as db:
        (got,) = db.execute("SELECT pg_try_advisory_lock(?)", (APPLICATION_ID,)).fetchone()
        return not got


# -- migrations


def steps() -> tuple[Migration, ...]:
    """The migrations in order; the first one makes what SQLite's have made up to its number."""
    return migrations("migrations_postgresql")


def version_of(db: Database) -> int:
    """The database's version; 0: it is empty, or another program's."""
    (known,) = db.execute("SELECT to_regclass('schema_version') IS NOT NULL").fetchone()
    if not known:
        return 0
    (version,) = db.execute("SELECT version FROM schema_version").fetchone()
    return int(version)


def check(server: Server, db: Database) -> int:
    """The database's version. Raises StoreError if it is newer than the program or another program's."""
    version, newest = version_of(db), steps()[-1].number
    if version > newest:
        raise StoreError(
            f"The database {server} was written by a newer Knockabout (its version is {version}, this program knows "
            f"versions up to {newest}): update the program or name another database."
        )
    if not version:
        (tables,) = db.execute(
            "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"
        ).fetchone()
        if tables:
            raise StoreError(f"The database {server} belongs to another program: name another one.")
    return version


def check_current(server: Server, db: Database) -> None:
    """Raises StoreError if the database isn't this program's, of this version."""
    version, newest = check(server, db), steps()[-1].number
    if not version:
        raise StoreError(f"There is nothing in the database {server}: name the one that the bot uses.")
    if version < newest:
        raise StoreError(
            f"The database {server} is of version {version}, this program's is {newest}: start the bot once."
        )


def prepare(server: Server, db: Database) -> None:
    """Makes the tables, or brings them up to date, each migration in one transaction.

    Raises StoreError, ServerError.
    """
    check_encoding(server, db)
    make(db, check(server, db))


def check_encoding(server: Server, db: Database) -> None:
    """Raises StoreError if the database can't hold every text."""
    (encoding,) = db.execute("SHOW server_encoding").fetchone()
    if encoding != "UTF8":
        raise StoreError(
            f"The database {server} has the encoding {encoding}: make one with UTF8 (`createdb -E UTF8 -T template0`)."
        )


def make(db: Database, version: int = 0) -> None:
    """Brings the tables from that version, 0 for none, up to date. Raises ServerError."""
    assert isinstance(db, Session)
    for step in steps():
        if step.number <= version:
            continue
        own = not db.in_transaction
        try:
            if own:
                db.execute("BEGIN")
            db.script(step.script)
            db.script("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
            db.execute("DELETE FROM schema_version")
            db.execute("INSERT INTO schema_version (version) VALUES (?)", (step.number,))
            if own:
                db.execute("COMMIT")
        except BaseException:
            if own and db.in_transaction:
                db.execute("ROLLBACK")
            raise


def begin_between_writers(db: Database) -> None:
    """Begins a transaction that reads, between those that write: whatever they have numbered by now is written, and
    what they number later has larger numbers. Waits for those under way. Raises ServerError.
    """
    db.execute(f"SET lock_timeout = {2 * IDLE:d}")
    db.execute(f"SELECT pg_advisory_lock({OF_WRITERS})")
    try:
        db.execute("BEGIN")
        db.execute("SELECT version FROM schema_version").fetchone()  # takes the snapshot
    finally:
        db.execute(f"SELECT pg_advisory_unlock({OF_WRITERS})")


def stream(db: Database, sql: str) -> Iterator[Any]:
    """The rows of a statement without values, some at a time, in a transaction. Raises ServerError."""
    assert isinstance(db, Session)
    return db.stream(sql)


def last_number(db: Database, table: str) -> int:
    """The last number that a row of the table was given; 0 if none was."""
    (last,) = db.execute(
        "SELECT coalesce(pg_sequence_last_value(to_regclass(pg_get_serial_sequence(?, 'id'))), 0)", (table,)
    ).fetchone()
    return int(last)


def whole(db: Database) -> Iterator[str]:
    """Whether what keeps the tables right is switched on."""
    for row in db.execute("SELECT tgname AS name FROM pg_trigger WHERE tgenabled = 'D' ORDER BY 1").fetchall():
        yield f"The trigger {row['name']} is switched off."
    for row in db.execute("SELECT conname AS name FROM pg_constraint WHERE NOT convalidated ORDER BY 1").fetchall():
        yield f"The constraint {row['name']} was never proved."
