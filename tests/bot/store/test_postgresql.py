"""What is PostgreSQL's own: the schema, the lock, lost connections, meeting transactions, and secrets that stay so."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import signal
import socket
import sqlite3
import sys
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from bot.store import ledger, migrate, moving, outside, postgresql, trouble
from bot.store.audit import audit
from bot.store.connection import commit_together
from bot.store.database import Database, ServerError
from bot.store.model.errors import StoreError, UnfitError
from bot.store.model.servers import Chips
from bot.store.owner import Owner
from bot.store.postgresql import connections, locking, migrating, room, sentences
from bot.store.postgresql.dialect import translated
from bot.store.postgresql.sentences import explain
from bot.store.postgresql.session import OLDEST, Session
from bot.store.store import Store
from bot.store.where import Server, where
from tests.bot.store.helpers import ANN, BO, CY, Clock, Steps, open_table, play, query, sit
from tests.kit.waiting import until
from tests.postgresql import Cluster

TYPES = {"bigint": "INTEGER", "text": "TEXT", "double precision": "REAL", "bytea": "BLOB"}
"""What PostgreSQL's types are called in SQLite."""


def test_both_have_the_same_tables_columns_triggers_and_indexes(postgresql_server: Cluster) -> None:
    place = postgresql_server.new()
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate.migrate(db, migrate.migrations())
        made = {
            kind: {
                name
                for (name,) in db.execute(
                    "SELECT name FROM sqlite_master WHERE type = ? AND sql IS NOT NULL AND name NOT LIKE 'sqlite_%'",
                    (kind,),
                )
            }
            for kind in ("table", "trigger", "index")
        }
        columns = {
            # SQLite doesn't say of a number that is the key that it is never NULL.
            (table, name, type_.removesuffix(" GENERATED ALWAYS"), bool(required or key), default is not None)
            for table in made["table"]
            for _, name, type_, required, default, key, _ in db.execute(f"PRAGMA table_xinfo({table})")
        }
    found = query(
        place,
        "SELECT table_name, column_name, data_type, is_nullable = 'NO', column_default IS NOT NULL"
        " FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'schema_version'",
    )
    assert {
        (table, name, TYPES[type_], required, default) for table, name, type_, required, default in found
    } == columns
    triggers = query(place, "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")
    assert {name for (name,) in triggers} == made["trigger"]
    indexes = {name for (name,) in query(place, "SELECT indexname FROM pg_indexes WHERE schemaname = 'public'")}
    assert made["index"] <= indexes


def test_both_have_the_same_number() -> None:
    """A change of the schema is written for both."""
    ours, theirs = migrating.steps(), migrate.migrations()
    assert [step.name for step in ours[1:]] == [step.name for step in theirs[ours[0].number :]]


async def test_a_second_bot_is_refused_and_the_lock_goes_with_the_first(postgresql_server: Cluster) -> None:
    place = postgresql_server.empty()
    first = await Steps.open(place)
    assert postgresql.is_running(place)
    with pytest.raises(StoreError, match="in use by another running bot"):
        await Steps.open(place)
    await first.close()
    await until(lambda: not postgresql.is_running(place))  # the server frees the lock once it has seen the end
    await (await Steps.open(place)).close()


async def test_the_store_goes_on_after_its_connections_were_cut(postgresql_server: Cluster) -> None:
    place = postgresql_server.new()
    store = await Steps.open(place)
    await store.notes.set("a", "1")
    assert await store.notes.get("a") == "1"
    query(
        place,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        " AND pid <> pg_backend_pid()",
    )
    assert await store.notes.get("a") == "1"
    await store.notes.set("a", "2")
    assert await store.notes.get("a") == "2"
    assert postgresql.is_running(place), "it has the lock again"
    await store.close()


@pytest.mark.parametrize("shared", [False, True])
async def test_the_lock_lasts_where_the_server_ends_what_is_idle(postgresql_server: Cluster, shared: bool) -> None:
    """Else tables could be brought up to date, or copied away, under a bot at which nobody plays for a while."""
    place = postgresql_server.new()
    with postgresql.opened(place, writes=True) as db:
        (name,) = db.execute("SELECT current_database()").fetchone()
        db.script(f"ALTER DATABASE {name} SET idle_session_timeout = 100")
    store = await Store.open(place, shared=shared)
    await asyncio.sleep(1)
    assert postgresql.is_running(place)
    await store.close()
    await until(lambda: not postgresql.is_running(place))  # the server frees the lock once it has seen the end
    with moving.moving(place):
        await asyncio.sleep(1)
        assert postgresql.is_running(place)


@pytest.mark.parametrize("writes", [False, True])
async def test_a_connection_that_is_cut_in_the_middle_of_a_unit_is_told_of_as_any_other(
    postgresql_server: Cluster, writes: bool
) -> None:
    """Whoever plays takes it for the store's fault then, and not for the table's."""
    place = postgresql_server.new()

    def cut(db: Database) -> None:
        (pid,) = db.execute("SELECT pg_backend_pid()").fetchone()
        query(place, f"SELECT pg_terminate_backend({pid}, 10000)")
        db.execute("SELECT 1")

    def cut_again(db: Database) -> None:
        with contextlib.suppress(ServerError):
            cut(db)
        db.executemany("DELETE FROM meta WHERE key = ?", [("a",), ("b",)])

    async with contextlib.AsyncExitStack() as stack:
        store = await Store.open(place)
        stack.push_async_callback(store.close)
        do = store._writer.write if writes else store._reader.read
        for unit in (cut, cut_again):
            with pytest.raises(StoreError, match=r"can't be used|can't be reached") as told:
                await do(unit)
            assert told.value.by_disk
        assert await store.notes.get("a") is None


SLOW_COMMIT = """
CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(2); RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON meta DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION slow();
"""


@pytest.mark.parametrize("shared", [False, True])
async def test_what_became_of_a_commit_is_settled_before_anybody_asks(postgresql_server: Cluster, shared: bool) -> None:
    """The server goes on with a commit whose connection is lost. A read would not see it yet, and then it is there."""
    place = postgresql_server.new()
    with postgresql.opened(place, writes=True) as db:
        db.script(SLOW_COMMIT)
    store = await Store.open(place, shared=shared)
    commits = "SELECT pid FROM pg_stat_activity WHERE query = 'COMMIT' AND datname = current_database()"
    written = asyncio.create_task(store.notes.set("a", "1"))
    await until(lambda: query(place, f"{commits} AND state = 'active'"))
    session = cast(Any, store._writer._connection)._session
    with socket.socket(fileno=os.dup(session._connection.fileno())) as cut:
        cut.shutdown(socket.SHUT_RDWR)
    with pytest.raises(StoreError, match="can't be reached"):
        await written
    assert query(place, commits) == []
    assert await store.notes.get("a") is None
    await store.people.learn(1, "poch", 0, done=False)
    assert await store.people.lesson_step(1, "poch") == 0, "the lock is free again"
    await store.close()


async def test_a_commit_is_settled_also_where_the_server_can_be_reached_only_later(
    postgresql_server: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else people would be told that nothing was written, and then it is."""
    place, real, refused = postgresql_server.new(), postgresql.session, 0
    with postgresql.opened(place, writes=True) as db:
        db.script(SLOW_COMMIT)
    store = await Store.open(place, shared=True)

    def reached_later(server: Server, **options: Any) -> Session:
        nonlocal refused
        if refused < 3:
            refused += 1
            raise ServerError("", "the connection failed")
        return real(server, **options)

    commits = "SELECT pid FROM pg_stat_activity WHERE query = 'COMMIT' AND datname = current_database()"
    written = asyncio.create_task(store.notes.set("a", "1"))
    await until(lambda: query(place, f"{commits} AND state = 'active'"))
    monkeypatch.setattr(connections, "session", reached_later)
    cast(Any, store._writer._connection)._session.cut()
    with pytest.raises(StoreError, match="can't be reached"):
        await written
    assert query(place, commits) == []
    assert await store.notes.get("a") is None
    await store.close()
    assert refused == 3
    assert connections.SETTLED_WITHIN > locking.IDLE, "by then the server has undone it by itself"


@pytest.mark.parametrize("writes", [False, True])
async def test_a_connection_whose_other_end_is_dead_is_replaced(
    postgresql_server: Cluster, writes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands between, such as a tunnel, may keep it alive for ever; the leases have connections of their own."""
    monkeypatch.setattr(connections, "BOOKS_HANG", 0.5)
    monkeypatch.setattr(connections, "LOOKED_AGAIN", 0.05)
    place = postgresql_server.new()
    store = await Store.open(place, shared=True)
    do = store._writer.write if writes else store._reader.read

    def slow(db: Database) -> int:
        for _ in range(12):
            db.execute("SELECT pg_sleep(0.1)")
        (pid,) = db.execute("SELECT pg_backend_pid()").fetchone()
        return int(pid)

    backend = await do(slow)
    os.kill(backend, signal.SIGSTOP)
    try:
        async with asyncio.timeout(20):
            assert await do(slow) != backend
    finally:
        os.kill(backend, signal.SIGCONT)
    await store.close()


@pytest.mark.parametrize("cut", [False, True])
async def test_a_connection_that_hangs_as_it_begins_is_given_up(
    postgresql_server: Cluster, cut: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else whoever waits for it would wait for ever, as would the end of the process."""
    monkeypatch.setattr(connections, "LOOKED_AGAIN", 0.05)
    place = postgresql_server.new()
    store = await Store.open(place, shared=True)
    writing = cast(Any, store._writer._connection)
    writing.hangs = 60 if cut else 0.5
    writing._session.cut()
    session = sys.modules[Session.__module__]
    at_first: Any = session.__dict__["_SET_UP"]
    monkeypatch.setattr(session, "_SET_UP", (*at_first, "SELECT pg_sleep(60)"))
    under_way = asyncio.create_task(store.notes.set("a", "b"))
    async with asyncio.timeout(20):
        if cut:
            await until(lambda: writing._beginning)
            store.cut_off(cut_off=True)
        with pytest.raises(StoreError, match="can't be reached"):
            await under_way
        assert 0 < store.in_vain < 20
        store.cut_off(cut_off=False)
        monkeypatch.setattr(session, "_SET_UP", at_first)
        assert await store.writes(10)
    assert store.in_vain == 0
    await store.close()


async def test_nothing_can_be_written_within_a_time_in_which_something_hangs(postgresql_server: Cluster) -> None:
    store = await Store.open(postgresql_server.new(), shared=True)
    hangs = asyncio.create_task(store._writer.write(lambda db: db.execute("SELECT pg_sleep(1)")))
    await asyncio.sleep(0.05)
    assert not await store.writes(0.1)
    assert store.in_vain > 0.1
    await hangs
    assert await store.writes(10)
    assert store.in_vain == 0
    await store.close()


async def test_a_database_may_take_long_to_migrate(postgresql_server: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """A statement of a migration goes over all that is stored, and may have no answer for minutes."""
    monkeypatch.setattr(connections, "BOOKS_HANG", 0.2)
    monkeypatch.setattr(connections, "LOOKED_AGAIN", 0.05)
    made_for = locking.made_for

    def slowly(server: Server, db: Database, owner: Owner | None) -> None:
        made_for(server, db, owner)
        db.execute("SELECT pg_sleep(1)")

    monkeypatch.setattr(connections, "made_for", slowly)
    await (await Store.open(postgresql_server.new())).close()


@pytest.mark.parametrize("shared", [False, True])
async def test_a_connection_pooler_is_told_of(
    postgresql_server: Cluster, shared: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """In its other modes locks of sessions and LISTEN are some connection's that another one is served by next."""
    place = postgresql_server.new()
    await (await Store.open(place, shared=shared)).close()
    assert "pooler" not in caplog.text
    monkeypatch.setattr(psycopg.ConnectionInfo, "backend_pid", 1)
    await (await Store.open(place, shared=shared)).close()
    assert f"A connection pooler stands before the database {place}" in caplog.text


def test_transactions_that_meet_are_run_again(postgresql_server: Cluster) -> None:
    place = postgresql_server.new()
    barrier, met = threading.Barrier(2), set[int]()

    def add(db: Database) -> int:
        (row,) = db.execute("SELECT value FROM meta WHERE key = 'n'").fetchone()
        if threading.get_ident() not in met:
            met.add(threading.get_ident())
            barrier.wait(30)  # both have read before either writes
        db.execute("UPDATE meta SET value = ? WHERE key = 'n'", (str(int(row) + 1),))
        return int(row) + 1

    def both() -> None:
        with postgresql.opened(place, writes=True) as db:
            (outcome,) = commit_together([add], db)
            assert outcome.error is None

    with postgresql.opened(place, writes=True) as db:
        db.execute("INSERT INTO meta (key, value) VALUES ('n', '0')")
    threads = [threading.Thread(target=both) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert query(place, "SELECT value FROM meta WHERE key = 'n'") == [("2",)]


def test_what_always_meets_another_is_given_up(postgresql_server: Cluster) -> None:
    times = 0

    def never(db: Database) -> None:
        nonlocal times
        times += 1
        raise ServerError("40001", "could not serialize access")

    with (
        closing(postgresql.session(postgresql_server.new(), "write")) as session,
        pytest.raises(ServerError, match="serialize"),
    ):
        commit_together([never, never], session)
    assert times == 8


async def test_a_unit_that_fails_is_undone_alone(postgresql_server: Cluster) -> None:
    store = await Steps.open(postgresql_server.new())

    def fails(db: Database) -> None:
        db.execute("INSERT INTO meta (key, value) VALUES ('b', NULL)")

    async def wrong() -> None:
        with pytest.raises(StoreError, match="null value"):
            await store._writer.write(fails)

    await asyncio.gather(store.notes.set("a", "1"), wrong(), store.notes.set("c", "3"))
    assert [await store.notes.get(name) for name in "abc"] == ["1", None, "3"]
    await store.close()


async def test_a_text_that_postgresql_does_not_take_is_no_trouble_of_the_server(postgresql_server: Cluster) -> None:
    store = await Steps.open(postgresql_server.new())
    with pytest.raises(StoreError, match="22021") as caught:
        await store.notes.set("a", "the sec\0ret")
    assert "secret" not in str(caught.value)
    assert not caught.value.by_disk
    assert not store.trouble, "else all clocks would stand still"
    await store.close()


async def test_no_value_of_a_row_is_in_an_error(postgresql_server: Cluster) -> None:
    store = await Steps.open(postgresql_server.new())

    def fails(db: Database) -> None:
        db.execute(
            "INSERT INTO tokens (interaction_id, application_id, secret, user_id, table_id, channel_id, direct,"
            " until) VALUES (1, 1, 'the secret', 1, 1, 1, 1, -1)"
        )

    with pytest.raises(StoreError, match="check constraint") as caught:
        await store._writer.write(fails)
    error: BaseException | None = caught.value
    while error is not None:
        assert "the secret" not in f"{error} {error!r}"
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    await store.close()


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:hunter2@127.0.0.1:1/games",
        "postgresql://ann:hunter2@/games?host=/nowhere",
        "postgresql://ann:hunter2@127.0.0.1:1/games?no_such_option=1",
    ],
)
async def test_the_password_reaches_no_error_and_no_log(url: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    place = where(url)
    with pytest.raises(StoreError, match="games") as caught:
        await Steps.open(place)
    for text in (str(caught.value), repr(caught.value), repr(place), str(place), caplog.text):
        assert "hunter2" not in text


def test_a_refused_user_learns_where_the_password_goes() -> None:
    told = explain(Server("postgresql://ann:hunter2@host/games"), ServerError("28P01", "no"))
    assert str(told) == (
        "PostgreSQL refused the user or the password for the database postgresql://ann@host/games. The password "
        "stands in the address, after the user's name and a colon, or in the file ~/.pgpass."
    )


@pytest.mark.parametrize(
    "text",
    [
        "mysql://ann:hunter2@host/games",
        "postgresql://ann:hunter2@host",
        "postgresql://ann:hunter2@host:x/a",
        "postgresql:/ann:hunter2@host/games",
        "postgres:ann:hunter2@host/games",
        "postgresql://ann:1/hunter2@host/games",
        *(f"postgresql://ann:hunter2{sign}b@host/games" for sign in "@/#?% "),
    ],
)
def test_a_wrong_address_is_refused_without_its_text(text: str) -> None:
    with pytest.raises(ValueError, match="must be") as caught:
        where(text)
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(("written", "sign"), [("%40", "@"), ("%2F", "/"), ("%23", "#"), ("%3F", "?"), ("%25", "%")])
def test_a_password_is_written_as_the_sentence_says(written: str, sign: str) -> None:
    with pytest.raises(ValueError, match=f"{written} for {re.escape(sign)}"):
        where("postgresql://host")
    place = where(f"postgresql://ann:hunter{written}2@host/games")
    assert isinstance(place, Server)
    assert conninfo_to_dict(place.url)["password"] == f"hunter{sign}2"


async def test_without_its_library_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    for name in [name for name in sys.modules if name.startswith("bot.store.postgresql")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(StoreError, match=r"\.venv/bin/pip install -e '\.\[postgres\]'"):
        await Steps.open(Server("postgresql://host/games"))


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://ann:hunter2@host:5433/games?password=hunter2", "postgresql://ann@host:5433/games"),
        ("postgresql:///games?host=/run&password=hunter2&user=ann", "postgresql:///games?host=/run&user=ann"),
    ],
)
def test_an_address_is_shown_whole_but_for_the_password(url: str, shown: str) -> None:
    assert str(where(url)) == shown


@pytest.mark.parametrize(
    ("encoding", "oldest", "why"),
    [
        ("SQL_ASCII", OLDEST, "has the encoding SQL_ASCII: make one with UTF8"),
        ("UTF8", 1_000, r"is on PostgreSQL \d+.*, and the bot needs 1000 or newer"),
    ],
)
async def test_an_encoding_that_lacks_letters_and_a_server_that_is_too_old_are_refused_by_all(
    postgresql_server: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str, oldest: int, why: str
) -> None:
    place = postgresql_server.empty(encoding)
    monkeypatch.setattr(sys.modules[Session.__module__], "OLDEST", oldest)
    with pytest.raises(StoreError, match=why):
        outside.exists(place)
    for shared in (False, True):
        with pytest.raises(StoreError, match=why):
            await Store.open(place, shared=shared)
    await (await Store.open(tmp_path / "k.sqlite3")).close()
    with pytest.raises(StoreError, match=why):
        moving.copied(tmp_path / "k.sqlite3", place)


def test_a_user_who_may_make_no_tables_is_told_what_to_do(postgresql_server: Cluster) -> None:
    place = postgresql_server.empty()
    with postgresql.opened(place, writes=True) as db:
        db.script("CREATE ROLE guest LOGIN")
    guest = Server(place.url.replace("user=postgres", "user=guest"))
    with (
        pytest.raises(StoreError, match=r"may not make tables in it.*createdb -O USER"),
        postgresql.opened(guest, writes=True) as db,
    ):
        migrating.prepare(guest, db)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "remaining connection slots are reserved for roles with the SUPERUSER attribute",
            "takes no further connections",
        ),
        (
            "remaining connection slots are reserved for non-replication superuser connections",
            "takes no further connections",
        ),
        ("sorry, too many clients already", "takes no further connections"),
        ('too many connections for role "knockabout"', "takes no further connections"),
        ("the database system is starting up", "stops or starts at the moment"),
        ('database "knockabout" does not exist', "There is no database"),
        ('role "knockabout" does not exist', "refused the user"),
        (
            'no pg_hba.conf entry for host "::1", user "a", database "knockabout", no encryption',
            r"doesn't let this user in .* pg_hba\.conf needs",
        ),
        ('permission denied for database "knockabout"', "Let the user own the database"),
        ("could not write init file: No space left on device", "the disk of PostgreSQL is full"),
        ("something that nobody has heard of", "has refused the connection .* its log"),
    ],
)
def test_why_a_connection_is_refused_is_told(said: str, told: str) -> None:
    """At the most connections it would be no help to hear that the password is wrong, or that the server is away."""
    error = ServerError(sentences.code_of_refusal(f"connection failed: FATAL:  {said}"), "the connection failed")
    with pytest.raises(StoreError, match=told):
        raise sentences.explain(Server("postgresql://a@localhost/knockabout"), error)


def test_a_server_that_does_not_answer_is_told_apart_from_one_that_refuses() -> None:
    said = "connection to server at 127.0.0.1, port 5432 failed: Connection refused"
    error = ServerError(sentences.code_of_refusal(said), "the connection failed")
    with pytest.raises(StoreError, match=r"can't be reached: .* listen_addresses"):
        raise sentences.explain(Server("postgresql://a@localhost/knockabout"), error)


def test_a_user_with_too_many_connections_is_told_so(postgresql_server: Cluster) -> None:
    place = postgresql_server.empty()
    with postgresql.opened(place, writes=True) as db:
        db.script("CREATE ROLE narrow LOGIN CONNECTION LIMIT 1")
    narrow = Server(place.url.replace("user=postgres", "user=narrow"))
    with (
        postgresql.opened(narrow),
        pytest.raises(StoreError, match="PostgreSQL takes no further connections"),
        postgresql.opened(narrow),
    ):
        pass


def _end_sessions(place: Server, setting: str) -> None:
    """Has that setting hold for the database's sessions, all of which begin anew."""
    name = urlsplit(place.url).path.removeprefix("/")
    other = Server(place.url.replace(f"/{name}?", "/postgres?"))
    with postgresql.opened(other, writes=True) as db:
        db.script(f"ALTER DATABASE {name} {setting}")
        db.execute("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = ?", (name,))


async def test_a_server_that_is_read_only_is_told_of_until_it_takes_something_again(
    postgresql_server: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trouble, "TRIED_AGAIN", 0.01)
    place = postgresql_server.new()
    store = await Store.open(place, shared=True)
    await store.notes.set("a", "1")
    _end_sessions(place, "SET default_transaction_read_only = on")
    with pytest.raises(StoreError, match="allows reading alone") as refused:
        await store.notes.set("a", "2")
    assert refused.value.undone
    assert "allows reading alone" in store.trouble
    assert await store.notes.get("a") == "1", "it still reads"
    _end_sessions(place, "RESET default_transaction_read_only")
    await until(lambda: not store.trouble)
    await store.notes.set("a", "2")
    await store.close()


async def test_a_server_that_lets_nobody_in_is_told_of_until_it_does(
    postgresql_server: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trouble, "TRIED_AGAIN", 0.01)
    place = postgresql_server.new()
    with postgresql.opened(place, writes=True) as db:
        db.script("CREATE ROLE crowd LOGIN")
        db.script("GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO crowd")
    store = await Store.open(Server(place.url.replace("user=postgres", "user=crowd")))
    assert await store.notes.get("a") is None
    _end_sessions(place, "CONNECTION LIMIT 0")
    for refused in (store.notes.set("a", "1"), store.notes.get("a")):
        with pytest.raises(StoreError, match="takes no further connections"):
            await refused
    assert "takes no further connections" in store.trouble
    _end_sessions(place, "CONNECTION LIMIT -1")
    await until(lambda: not store.trouble)
    await store.notes.set("a", "1")
    assert await store.notes.get("a") == "1"
    await store.close()


async def test_a_full_disk_is_tried_with_what_takes_room_and_is_gone_afterwards(
    postgresql_server: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, full = postgresql_server.new(), "DO $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END $$"
    store = await Store.open(place, shared=True)

    def size(db: Database) -> int:
        postgresql.take_room(db)
        (found,) = db.execute("SELECT pg_relation_size('room')").fetchone()
        return int(found)

    assert await store._writer.write(size) > 200_000
    assert query(place, "SELECT 1 FROM pg_class WHERE relname = 'room'") == []
    monkeypatch.setattr(trouble, "TRIED_AGAIN", 0.01)
    with monkeypatch.context() as patch:
        patch.setattr(room, "_TAKE", full)
        with pytest.raises(StoreError, match="the disk of PostgreSQL is full"):
            await store._writer.write(postgresql.take_room)
        await store.notes.set("a", "1")
        await asyncio.sleep(0.2)
        assert "the disk of PostgreSQL is full" in store.trouble, "what is changed in its place is written all the same"
    await until(lambda: not store.trouble)
    await store.close()


async def test_whoever_may_make_no_temporary_tables_is_not_taken_for_a_full_disk(postgresql_server: Cluster) -> None:
    place = postgresql_server.new()
    name = urlsplit(place.url).path.removeprefix("/")
    with postgresql.opened(place, writes=True) as db:
        db.script("CREATE ROLE without_temporary LOGIN")
        db.script("GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO without_temporary")
        db.script(f"REVOKE TEMPORARY ON DATABASE {name} FROM PUBLIC")
    store = await Store.open(Server(place.url.replace("user=postgres", "user=without_temporary")))
    await store._writer.write(postgresql.take_room)
    assert store.trouble == ""
    await store.close()


def test_a_standby_says_that_it_is_read_only_also_where_transactions_are_serializable() -> None:
    """Its code is that of something that PostgreSQL can't do at all."""
    said = SimpleNamespace(message_primary="cannot use serializable mode in a hot standby")

    class Refused(psycopg.errors.FeatureNotSupported):
        diag: Any = said

    with pytest.raises(ServerError) as raised:
        sys.modules["bot.store.postgresql.session"]._raise(Refused())
    assert raised.value.state == "25006"


def test_an_address_of_a_file_is_a_path() -> None:
    assert where("data/a.sqlite3") == Path("data/a.sqlite3")


def test_another_programs_database_is_refused_and_a_newer_one(postgresql_server: Cluster) -> None:
    place = postgresql_server.empty()
    with postgresql.opened(place, writes=True) as db:
        db.script("CREATE TABLE letters (text TEXT)")
        with pytest.raises(UnfitError, match="belongs to another program"):
            migrating.prepare(place, db)
    newer = postgresql_server.new()
    with postgresql.opened(newer, writes=True) as db:
        db.execute("UPDATE schema_version SET version = 999")
        with pytest.raises(UnfitError, match="written by a newer Knockabout"):
            migrating.prepare(newer, db)


def test_tables_that_were_put_back_without_what_stood_in_them_are_refused(postgresql_server: Cluster) -> None:
    place = postgresql_server.new()
    with postgresql.opened(place, writes=True) as db:
        db.execute("DELETE FROM schema_version")
        for refused in (migrating.prepare, migrating.check_current):
            with pytest.raises(UnfitError, match=r"only in part, as while a `pg_restore` is"):
                refused(place, db)


def test_a_migration_that_fails_leaves_nothing(postgresql_server: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    place, real = postgresql_server.empty(), migrating.steps()
    broken = migrate.Migration(real[-1].number + 1, "9999_broken.sql", "CREATE TABLE half (a TEXT); SELECT nothing;")
    monkeypatch.setattr(migrating, "steps", lambda: (*real, broken))
    with postgresql.opened(place, writes=True) as db, pytest.raises(ServerError):
        migrating.prepare(place, db)
    with postgresql.opened(place) as db:
        assert migrating.version_of(db) == real[-1].number
        assert db.execute("SELECT to_regclass('half') IS NULL").fetchone()[0]


@pytest.mark.parametrize(
    ("sql", "same"),
    [
        ("SELECT ? WHERE a = ?", "SELECT %s WHERE a = %s"),
        ("SELECT :a + :b + :a", "SELECT %(a)s + %(b)s + %(a)s"),
        ("SELECT :name WHERE a LIKE 'x:%' AND b = '?'", "SELECT %(name)s WHERE a LIKE 'x:%%' AND b = '?'"),
        ("SELECT 'it''s ?'::text, 5 % 3", "SELECT 'it''s ?'::text, 5 %% 3"),
    ],
)
def test_marks_are_translated_outside_of_texts_alone(sql: str, same: str) -> None:
    assert translated(sql) == same


def test_statements_name_no_dialect() -> None:
    """Statements of the store are understood by both."""
    own = {"connection.py", "migrate.py", "backup.py", "schema.py", "moving.py", "outside.py"}
    alone = re.compile(r"INSERT OR |json_each|json_extract|lastrowid|\binstr\(|PRAGMA|ON CONFLICT DO UPDATE")
    for file in sorted(Path(migrate.__file__).parent.glob("*.py")):
        if file.name not in own | {"store.py", "audited.py"}:
            assert not [line for line in file.read_text().splitlines() if '"' in line and alone.search(line)], file.name


def test_values_that_a_statement_needs_twice_have_names() -> None:
    """From Python 3.14 on SQLite takes values in their order for marks without numbers alone."""
    for file in sorted(Path(migrate.__file__).parent.rglob("*.py")):
        assert not re.search(r"\?\d", file.read_text()), file.name


async def test_a_deal_is_packed_as_a_whole_and_stays_so(postgresql_server: Cluster) -> None:
    place, clock = postgresql_server.new(), Clock()
    store = await Steps.open(place, clock=clock)
    table = await open_table(store)
    deal_id = await play(store, table, await sit(store, table, ANN, BO), 0)
    before = await store.deal(deal_id)
    assert before is not None
    await store.close_table(table, "close")
    clock.now += 2 * 86_400
    due = await store.old_deals.due(0)
    assert due is not None
    assert await store.old_deals.pack([deal for _, deal in due.deals]) == 1
    assert query(place, "SELECT 1 FROM actions") == []
    after = await store.deal(deal_id)
    assert after is not None
    assert [action.action for action in after.actions] == [action.action for action in before.actions]
    for statement in (
        "DELETE FROM packed_deals",
        "UPDATE packed_deals SET count = 2",
        f"INSERT INTO packed_deals SELECT {deal_id + 1}, count, proof, actions FROM packed_deals",
    ):
        with pytest.raises(StoreError, match="packed"):
            query(place, statement)
    assert audit(place).ok
    await store.close()


async def test_a_person_may_have_any_name(postgresql_server: Cluster) -> None:
    place = postgresql_server.new()
    store = await Steps.open(place)
    name = "Zoë 🂡 % \\ ' \" ?1 :x"
    await store.people.note_member(type(ANN)(ANN.guild_id, ANN.user_id, name))
    assert query(place, "SELECT name FROM members") == [(name,)]
    assert isinstance(place, Server)
    await store.close()


async def test_an_audit_of_what_is_new_skips_nothing_that_was_being_written(postgresql_server: Cluster) -> None:
    place = postgresql_server.new()
    first, second = await Steps.open(place, shared=True), await Steps.open(place, shared=True)
    inside, go = threading.Event(), threading.Event()

    def slow(db: Database) -> None:
        ledger.use_purse(db, replace(ANN, guild_id=1 << 22), Chips(500, 0), 1e9)
        inside.set()
        assert go.wait(60)

    try:
        slowly = asyncio.create_task(first._writer.write(slow))
        await asyncio.to_thread(inside.wait)
        await second._writer.write(lambda db: ledger.use_purse(db, replace(BO, guild_id=2 << 22), Chips(500, 0), 1e9))
        audited = asyncio.create_task(asyncio.to_thread(audit, place, remember_at=1e9))
        waits = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        for _ in range(1000):
            waiting = await asyncio.to_thread(query, place, waits)
            if audited.done() or waiting:
                break
            await asyncio.sleep(0.02)
        go.set()
        await slowly
        assert (await audited).ok
        await second._writer.write(lambda db: ledger.use_purse(db, replace(CY, guild_id=2 << 22), Chips(500, 0), 1e9))
        table = await open_table(first, 777, host=replace(ANN, guild_id=1 << 22))
        await sit(first, table, replace(ANN, guild_id=1 << 22))
        report = await asyncio.to_thread(audit, place, since_last=True)
        assert report.problems == ()
        assert any("New since the audit" in line for line in report.lines)
        assert audit(place).problems == ()
    finally:
        go.set()
        await first.close()
        await second.close()
