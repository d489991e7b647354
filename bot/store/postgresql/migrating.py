"""A PostgreSQL database's tables: their version, the migrations, and what it must be before they run."""

from __future__ import annotations

from bot.store.database import Database
from bot.store.migrate import Migration, migrations
from bot.store.model.errors import StoreError, UnfitError
from bot.store.postgresql.session import Session
from bot.store.where import Server


def steps() -> tuple[Migration, ...]:
    """The migrations in order; the first one makes what SQLite's have made up to its number."""
    return migrations("migrations_postgresql")


def version_of(db: Database) -> int | None:
    """The database's version; 0: it is empty, or another program's; None: it is missing, where tables were put back
    without what stood in them."""
    (known,) = db.execute("SELECT to_regclass('schema_version') IS NOT NULL").fetchone()
    if not known:
        return 0
    row = db.execute("SELECT version FROM schema_version").fetchone()
    return int(row[0]) if row is not None else None


def check(server: Server, db: Database) -> int:
    """The database's version. Raises UnfitError if it is newer than the program, another program's, or incomplete."""
    version, newest = version_of(db), steps()[-1].number
    if version is None:
        raise UnfitError(
            f"The database {server} is there only in part, as while a `pg_restore` is at work or after one that was "
            "interrupted: put the backup back once more, into an empty database."
        )
    if version > newest:
        raise UnfitError(
            f"The database {server} was written by a newer Knockabout (its version is {version}, this program knows "
            f"versions up to {newest}): update the program or name another database."
        )
    if not version:
        (tables,) = db.execute(
            "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"
        ).fetchone()
        if tables:
            raise UnfitError(f"The database {server} belongs to another program: name another one.")
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
    """Raises UnfitError if the database can't hold every text."""
    (encoding,) = db.execute("SHOW server_encoding").fetchone()
    if encoding != "UTF8":
        raise UnfitError(
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
