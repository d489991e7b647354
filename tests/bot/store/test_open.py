# ruff: noqa: ASYNC240 - a test has the loop to itself
"""What a database file must be, and what is said where it is something else."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from pathlib import Path

import pytest

from bot.store import connection, migrate
from bot.store.audit import audit
from bot.store.migrate import APPLICATION_ID, migrations
from bot.store.model.errors import StoreError
from tests.bot.store.helpers import ANN, Steps, open_table, query, sit


def contents(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


async def refused(path: Path) -> str:
    """The sentence with which the store refuses the file; everything around it stays as it was."""
    before = contents(path.parent) if path.parent.is_dir() else None
    with pytest.raises(StoreError) as caught:
        await Steps.open(path)
    if before is not None:
        assert contents(path.parent) == before
    text = str(caught.value)
    assert text.count("\n") == 0
    assert text.endswith(".")
    assert str(path) in text
    return text


async def test_makes_the_folder_and_the_file(tmp_path: Path) -> None:
    path = tmp_path / "some" / "where" / "new.sqlite3"
    await (await Steps.open(path)).close()
    assert query(path, "PRAGMA user_version") == [(len(migrations()),)]
    assert query(path, "PRAGMA application_id") == [(APPLICATION_ID,)]


async def test_the_file_is_for_nobody_else(path: Path) -> None:
    store = await Steps.open(path)
    await open_table(store)
    for file in (path, path.with_name(path.name + "-wal")):
        assert file.stat().st_mode & 0o077 == 0
    await store.close()
    path.chmod(0o640)  # what somebody has chosen stays
    await (await Steps.open(path)).close()
    assert path.stat().st_mode & 0o777 == 0o640


async def test_a_name_with_odd_characters(tmp_path: Path) -> None:
    path = tmp_path / "what? 100% #1 & co" / "a?b#c%20.sqlite3"
    await (await Steps.open(path)).close()
    await (await Steps.open(path)).close()
    assert path.is_file()


async def test_an_empty_file_becomes_a_database(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    await (await Steps.open(path)).close()
    assert query(path, "PRAGMA user_version") == [(len(migrations()),)]


async def test_what_was_written_is_there_again(path: Path) -> None:
    store = await Steps.open(path)
    table = await open_table(store)
    await sit(store, table, ANN)
    await store.close()
    store = await Steps.open(path)
    assert [open_table.table.id for open_table in await store.load_open()] == [table]
    await store.close()


async def test_a_folder_is_refused(path: Path) -> None:
    path.mkdir(parents=True)
    assert "is a folder" in await refused(path)


async def test_a_device_is_refused() -> None:
    with pytest.raises(StoreError, match="is not a file"):
        await Steps.open(Path(os.devnull))


async def test_a_file_as_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(StoreError, match=r"its folder .*file is a file"):
        await Steps.open(tmp_path / "file" / "knockabout.sqlite3")
    assert contents(tmp_path) == {"file": b"no folder"}


@pytest.mark.parametrize(
    "text", [b"This is a letter and no database. " * 100, b"short", b"SQLite format 3\x00" + b"x" * 4096]
)
async def test_no_database_is_refused(path: Path, text: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(text)
    assert "not a database" in await refused(path)


async def test_a_newer_database_is_refused_naming_both_versions(path: Path) -> None:
    await (await Steps.open(path)).close()
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 4711")
    db.close()
    text = await refused(path)
    assert "4711" in text
    assert f"up to {len(migrations())}" in text


async def test_a_newer_database_with_work_left_in_its_wal_is_refused(path: Path) -> None:
    path.parent.mkdir()
    newer = sqlite3.connect(path, isolation_level=None)
    newer.execute("PRAGMA journal_mode = WAL")
    newer.execute("PRAGMA user_version = 4711")  # it is in the WAL alone, as after a kill
    copy = path.with_name("copy.sqlite3")
    for end in ("", "-wal"):
        Path(f"{copy}{end}").write_bytes(Path(f"{path}{end}").read_bytes())
    newer.close()
    data = copy.read_bytes()
    with pytest.raises(StoreError, match="4711"):
        await Steps.open(copy)
    assert copy.read_bytes() == data


async def test_another_programs_database_is_refused(path: Path) -> None:
    path.parent.mkdir()
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE recipes (name TEXT)")
    db.commit()
    db.close()
    assert "another program" in await refused(path)


async def test_a_damaged_database_is_refused(path: Path) -> None:
    await (await Steps.open(path)).close()
    data = bytearray(path.read_bytes())
    data[100:4096] = b"\xff" * 3996
    path.write_bytes(data)
    assert "damaged" in await refused(path)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a place that nobody can write to")
async def test_a_place_that_cannot_be_written_is_refused() -> None:
    for path in (Path("/proc/knockabout/new.sqlite3"), Path("/proc/self/new.sqlite3")):
        with pytest.raises(StoreError, match=r"^The (database|file) /proc/.* can't be (used|opened|made).*\.$"):
            await Steps.open(path)


async def test_a_file_that_cannot_be_written_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await (await Steps.open(path)).close()
    # Whoever runs the tests may be allowed to write everywhere: so the answers are put into the system's mouth.
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda file, mode: False)
        assert "can't be written" in await refused(path)
    with monkeypatch.context() as patch:
        uri = migrate.database_uri
        patch.setattr(
            migrate, "database_uri", lambda file, mode: uri(file, "ro" if file == path and mode == "rw" else mode)
        )
        with pytest.raises(StoreError, match="can't be written"):
            await Steps.open(path)
    await (await Steps.open(path)).close()


async def test_a_second_bot_is_refused(path: Path) -> None:
    store = await Steps.open(path)
    with pytest.raises(StoreError, match="in use by another running bot"):
        await Steps.open(path)
    link = path.with_name("link.sqlite3")
    link.symlink_to(path)
    with pytest.raises(StoreError, match="in use by another running bot"):
        await Steps.open(link)
    await store.close()
    await (await Steps.open(path)).close()


async def test_a_second_bot_in_another_process_is_refused_and_a_killed_one_stands_in_nobodys_way(path: Path) -> None:
    program = (
        "import asyncio, pathlib, sys\n"
        "from bot.store.store import Store\n"
        "async def main():\n"
        "    store = await Store.open(pathlib.Path(sys.argv[1]))\n"
        "    print('open', flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    other = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, str(path), stdout=asyncio.subprocess.PIPE
    )
    assert other.stdout is not None
    assert await other.stdout.readline() == b"open\n"
    with pytest.raises(StoreError, match="in use by another running bot"):
        await Steps.open(path)
    other.kill()
    await other.wait()
    await (await Steps.open(path)).close()


async def test_a_failed_start_lets_go_of_everything(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = connection.connect
    calls: list[bool] = []

    async def connect(file: Path, *, writes: bool) -> connection.Connection:
        calls.append(writes)
        if not writes:
            raise StoreError("The second connection fails.")
        return await real(file, writes=writes)

    monkeypatch.setattr(connection, "connect", connect)
    with pytest.raises(StoreError, match="second connection"):
        await Steps.open(path)
    assert calls == [True, False]
    monkeypatch.undo()
    await (await Steps.open(path)).close()


async def test_after_closing_everything_is_refused_in_a_sentence(path: Path) -> None:
    store = await Steps.open(path)
    await store.close()
    await store.close()
    with pytest.raises(StoreError, match="is closed"):
        await store.notes.set("a", "b")
    with pytest.raises(StoreError, match="is closed"):
        await store.notes.get("a")


async def test_audit_refuses_what_it_cannot_read(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="There is no database"):
        audit(tmp_path / "none.sqlite3")
    (tmp_path / "letter").write_text("no database")
    with pytest.raises(StoreError, match="not a database"):
        audit(tmp_path / "letter")
    (tmp_path / "empty").touch()
    with pytest.raises(StoreError, match="start the bot once"):
        audit(tmp_path / "empty")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["empty", "letter"]
