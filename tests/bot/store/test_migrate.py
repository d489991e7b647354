"""Migrations: from nothing and from every older version, whole or not at all."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.store.migrate import Migration, migrate, migrations, version_of
from tests.bot.store.helpers import ANN, Steps


@pytest.fixture
def db(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(tmp_path / "migrated.sqlite3", isolation_level=None)
    yield connection
    connection.close()


def schema(db: sqlite3.Connection) -> list[tuple[str, str]]:
    return db.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()


def test_the_migrations_are_numbered_without_gaps() -> None:
    assert [step.number for step in migrations()] == list(range(1, len(migrations()) + 1))
    assert all(step.name.startswith(f"{step.number:04}_") for step in migrations())


@pytest.mark.parametrize("version", range(len(migrations())))
def test_from_every_older_version(db: sqlite3.Connection, tmp_path: Path, version: int) -> None:
    whole = sqlite3.connect(tmp_path / "whole.sqlite3", isolation_level=None)
    migrate(whole, migrations())
    migrate(db, migrations()[:version])
    assert version_of(db) == version
    assert version == 0 or schema(db) != schema(whole)
    migrate(db, migrations())
    assert version_of(db) == len(migrations())
    assert schema(db) == schema(whole)
    whole.close()


@pytest.mark.parametrize("version", range(1, len(migrations())))
async def test_an_old_file_is_brought_up_and_keeps_what_is_in_it(path: Path, version: int) -> None:
    path.parent.mkdir()
    old = sqlite3.connect(path, isolation_level=None)
    migrate(old, migrations()[:version])
    old.execute(
        "INSERT INTO members (guild_id, user_id, name) VALUES (?, ?, 'Ann of old')", (ANN.guild_id, ANN.user_id)
    )
    old.close()
    store = await Steps.open(path)
    assert (await store.people.purse(ANN)).balance == 200
    await store.close()
    db = sqlite3.connect(path)
    assert version_of(db) == len(migrations())
    assert db.execute("SELECT name FROM members").fetchall() == [("Ann",)]
    db.close()


def test_a_second_run_does_nothing(db: sqlite3.Connection) -> None:
    migrate(db, migrations())
    before = db.total_changes, schema(db)
    migrate(db, migrations())
    assert (db.total_changes, schema(db)) == before


def test_a_migration_that_fails_leaves_nothing_and_no_record(db: sqlite3.Connection) -> None:
    steps = (
        Migration(1, "0001_good.sql", "CREATE TABLE one (id);\nINSERT INTO one VALUES (1);"),
        Migration(
            2, "0002_bad.sql", "CREATE TABLE two (id);\nINSERT INTO one VALUES (2);\nINSERT INTO none VALUES (1);"
        ),
    )
    with pytest.raises(sqlite3.OperationalError, match="no such table: none"):
        migrate(db, steps)
    assert version_of(db) == 1
    assert [name for name, _ in schema(db)] == ["one"]
    assert db.execute("SELECT id FROM one").fetchall() == [(1,)]
    assert not db.in_transaction


def test_statements_are_told_apart_in_triggers_and_comments(db: sqlite3.Connection) -> None:
    script = (
        "-- a comment; with a semicolon\nCREATE TABLE one (id); -- and behind\n"
        "CREATE TRIGGER t AFTER INSERT ON one BEGIN\n  DELETE FROM one;\n  DELETE FROM one;\nEND;\n"
        "CREATE TABLE two (\n  text DEFAULT ';'\n);\n"
    )
    migrate(db, (Migration(1, "0001_odd.sql", script),))
    assert [name for name, _ in schema(db)] == ["one", "t", "two"]
    with pytest.raises(Exception, match=r"0002_cut\.sql ends in the middle"):
        migrate(db, (Migration(1, "0001_odd.sql", script), Migration(2, "0002_cut.sql", "CREATE TABLE three (id")))
    assert version_of(db) == 1


def test_every_table_is_strict(db: sqlite3.Connection) -> None:
    migrate(db, migrations())
    rows = db.execute("SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table'").fetchall()
    assert len(rows) > 10
    assert [name for name, strict in rows if not strict and not name.startswith("sqlite_")] == []
