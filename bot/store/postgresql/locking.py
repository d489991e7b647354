"""Who may use a PostgreSQL database at the same time, by its advisory locks.

A session that writes holds one for as long as it lives. So a bot that has lost its connection can write nothing before
it has the lock again, and no second bot can write meanwhile. Processes that are one bot together share that lock.
"""

from __future__ import annotations

import random
import time
from typing import Final

from bot.store.database import Database, ServerError
from bot.store.migrate import APPLICATION_ID
from bot.store.model.errors import OwnerError, StoreError
from bot.store.owner import Owner, claim, noted, refuse
from bot.store.postgresql.migrating import check, check_encoding, prepare, steps
from bot.store.postgresql.session import OF_WRITERS, Session, opened
from bot.store.where import Server

OF_STARTS: Final = f"{APPLICATION_ID:d}, 0"
"""The advisory lock of a process that joins others: one at a time brings the tables up to date."""
LOCK_PATIENCE: Final = 2.0
"""Seconds that the lock of a bot that has just ended is waited for."""
IDLE: Final = 4_000
"""Milliseconds after which the server undoes a transaction of a process that has gone to sleep in it: less than its
lease lasts, so that whoever takes over doesn't wait for it. It also ends a session that sleeps while it joins others,
who wait for that."""
_BEGIN_BETWEEN: Final = (
    f"BEGIN; SET LOCAL lock_timeout = 250; SELECT pg_advisory_lock({OF_WRITERS}); COMMIT;"
    f" BEGIN; SELECT version FROM schema_version; SELECT pg_advisory_unlock({OF_WRITERS})"
)
"""Takes the lock, takes the snapshot, gives the lock back: the server does it in one go, whether or not whoever asks is
awake. Writers wait for a quarter of a second at most."""
_ATTEMPTS: Final = 40
_PAUSE: Final = 0.5
"""Seconds, at most, between two of these attempts."""


def lock(server: Server, db: Database, *, shared: bool = False) -> None:
    """Locks the database for as long as the session lasts. Raises StoreError if another running bot has it.

    ``shared``: together with others that share the lock; else for this process alone.
    """
    try_lock = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
    end = time.monotonic() + LOCK_PATIENCE
    while True:
        (got,) = db.execute(f"SELECT {try_lock}(?)", (APPLICATION_ID,)).fetchone()
        if got:
            return
        if time.monotonic() > end:
            raise StoreError(
                f"The database {server} is in use by another running bot: stop all of its processes first."
            )
        time.sleep(0.1)  # in a thread of its own


def join(server: Server, db: Database, owner: Owner | None = None) -> None:
    """Shares the lock with other processes, and brings the tables up to date first, one process at a time.

    ``owner``: the bot whose it is to be; None: whosever it is. Raises OwnerError if it is another bot's; StoreError if
    somebody has the database alone, or if older processes run with it; the session is of no more use then.
    """
    assert isinstance(db, Session)
    check_encoding(server, db)
    db.script(f"SET idle_session_timeout = {IDLE:d}; SET idle_in_transaction_session_timeout = {IDLE:d}")
    db.execute(f"SELECT pg_advisory_lock({OF_STARTS})")
    if owner is not None:
        refuse(server, owner, noted(db))
    if check(server, db) < steps()[-1].number:
        try:
            lock(server, db)
        except StoreError:
            raise StoreError(
                f"The database {server} must be brought up to date, and processes run with it: stop all of them first."
            ) from None
        prepare(server, db)
        db.execute("SELECT pg_advisory_unlock(?)", (APPLICATION_ID,))
    if owner is not None:
        claim(server, db, owner, alone=lambda: _nobody_else(server, db))
    lock(server, db, shared=True)
    db.execute(f"SELECT pg_advisory_unlock({OF_STARTS})")
    db.script("SET idle_session_timeout = 0")


def _nobody_else(server: Server, db: Database) -> None:
    """Raises OwnerError if other processes run with the database."""
    try:
        lock(server, db)
    except StoreError:
        raise OwnerError(
            f"The database {server} belongs to {noted(db)}, whose processes run with it: stop all of them first."
        ) from None
    db.execute("SELECT pg_advisory_unlock(?)", (APPLICATION_ID,))


def made_for(server: Server, db: Database, owner: Owner | None) -> None:
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


def begin_between_writers(db: Database) -> None:
    """Begins a transaction that reads, between those that write: whatever they have numbered by now is written, and
    what they number later has larger numbers. Raises ServerError.

    It waits for those under way, and whoever begins to write meanwhile waits with it: for a moment only, then it lets
    them go first and tries again.
    """
    assert isinstance(db, Session)
    for _ in range(_ATTEMPTS):
        try:
            return db.script(_BEGIN_BETWEEN)
        except ServerError as error:
            if error.state != "55P03":
                raise
            refused = error
        db.script("ROLLBACK")
        time.sleep(random.uniform(_PAUSE / 2, _PAUSE))  # in a thread of its own
    raise refused
