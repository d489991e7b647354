"""What tests share is what the bot makes."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.store import Store
from tests.kit.once import new_database, own_texts


def dumped(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        version, mode = db.execute("PRAGMA user_version").fetchone(), db.execute("PRAGMA journal_mode").fetchone()
        return [str(version), str(mode), *db.iterdump()]


async def test_a_new_database_is_what_a_store_makes_of_no_file(tmp_path: Path) -> None:
    copied, opened = tmp_path / "copied.sqlite3", tmp_path / "opened.sqlite3"
    new_database(copied)
    await (await Store.open(opened)).close()
    assert dumped(copied) == dumped(opened)
    assert copied.stat().st_mode == opened.stat().st_mode
    await (await Store.open(copied)).close()
    assert dumped(copied) == dumped(opened), "nothing was left to migrate"


def test_a_database_that_is_there_stays(tmp_path: Path) -> None:
    path = tmp_path / "there.sqlite3"
    path.write_bytes(b"something")
    new_database(path)
    assert path.read_bytes() == b"something"


def test_the_texts_are_read_once() -> None:
    assert own_texts() is own_texts()
