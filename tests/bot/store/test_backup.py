# ruff: noqa: ASYNC240 - a test has the loop to itself
"""A backup is whole, proved, and can be put back; nothing is lost where one can't be made."""

from __future__ import annotations

import errno
import resource
import shutil
import sqlite3
from pathlib import Path
from unittest.mock import Mock

import pytest

from bot.audit import check_deal
from bot.store.audit import Report, audit
from bot.store.backup import back_up, dated, put_back
from bot.store.migrate import migrate, migrations, version_of
from bot.store.model.errors import StoreError
from bot.store.resting import Rest
from tests.bot.store.helpers import ANN, BO, Steps, open_table, play, query, sit, tamper

NOW = 1_795_400_000.0
"""2026-11-23 at 02:13 UTC."""


def deals(path: Path) -> int:
    ((number,),) = query(path, "SELECT count(*) FROM deals")
    assert isinstance(number, int)
    return number


async def evening(path: Path) -> Steps:
    """A store with a table and a finished deal, still open."""
    store = await Steps.open(path)
    table = await open_table(store)
    await play(store, table, await sit(store, table, ANN, BO), 0)
    return store


def files(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


async def test_a_running_bots_database_is_copied_with_what_lies_in_the_wal(path: Path, tmp_path: Path) -> None:
    store = await evening(path)
    by_hand = tmp_path / "by hand.sqlite3"
    shutil.copyfile(path, by_hand)
    copy = tmp_path / "backup.sqlite3"
    report = back_up(path, copy, audit)
    await store.close()
    assert report.ok
    assert deals(copy) == 1
    assert copy.stat().st_mode & 0o777 == 0o600
    assert files(tmp_path) == {"by hand.sqlite3", "backup.sqlite3", "data"}  # nothing else is left beside it
    assert deals(by_hand) == 0  # which is why the file must not be copied by hand


async def test_what_a_killed_bot_left_is_in_the_backup(path: Path, tmp_path: Path) -> None:
    store = await evening(path)
    killed = tmp_path / "killed"
    shutil.copytree(path.parent, killed)  # as the files lie when the process ends here
    await store.close()
    copy = tmp_path / "backup.sqlite3"
    back_up(killed / path.name, copy, audit)
    assert deals(copy) == 1


async def test_a_backup_is_one_file_and_no_table_in_it_rests(path: Path, tmp_path: Path) -> None:
    """A table that rests is taken to be shown as it was left; the messages of a backup have gone on since then."""
    store = await evening(path)
    table = (await store.load_open())[0].table.id
    await store.resting.note([(table, Rest("shown", 1, 0, None))])
    copy = tmp_path / "backup.sqlite3"
    back_up(path, copy, audit)
    await store.close()
    assert query(path, "SELECT count(*) FROM resting") == [(1,)]
    assert copy.read_bytes()[18:20] == b"\x01\x01", "no second file beside it is needed"
    assert query(copy, "SELECT count(*) FROM resting") == [(0,)]


async def test_no_file_is_ever_written_over(path: Path, tmp_path: Path) -> None:
    await (await evening(path)).close()
    copy = tmp_path / "backup.sqlite3"
    copy.write_text("precious")
    with pytest.raises(StoreError, match="already"):
        back_up(path, copy, audit)
    assert copy.read_text() == "precious"


async def test_what_is_not_in_order_is_no_backup(path: Path, tmp_path: Path) -> None:
    await (await evening(path)).close()
    tamper(path, "UPDATE accounts SET balance = balance + 1 WHERE kind = 'pot'")
    with pytest.raises(StoreError, match="No backup was made"):
        back_up(path, tmp_path / "backup.sqlite3", audit)
    assert files(tmp_path) == {"data"}


@pytest.mark.parametrize(
    ("database", "copy", "told"), [("none.sqlite3", "b", "no database"), ("", "no/b", "no folder")]
)
async def test_what_is_not_there_is_named(path: Path, tmp_path: Path, database: str, copy: str, told: str) -> None:
    await (await evening(path)).close()
    with pytest.raises(StoreError, match=told):
        back_up(tmp_path / database if database else path, tmp_path / copy, audit)
    assert files(tmp_path) == {"data"}


async def test_a_disk_that_takes_no_copy_is_that_of_the_copy(path: Path, tmp_path: Path) -> None:
    await (await evening(path)).close()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
    try:
        with pytest.raises(StoreError, match=r"^The database \S+/backup\.sqlite3 can't be .*written"):
            back_up(path, tmp_path / "backup.sqlite3", audit)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert files(tmp_path) == {"data"}


async def test_a_folder_that_takes_no_file_is_named(
    path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    await (await evening(path)).close()
    monkeypatch.setattr(
        "bot.store.backup.os.open", Mock(side_effect=PermissionError(errno.EACCES, "Permission denied"))
    )
    with pytest.raises(StoreError) as caught:
        back_up(path, tmp_path / "backup.sqlite3", audit)
    assert str(caught.value) == (
        f"No file can be made in the folder {tmp_path} (Permission denied): name a file elsewhere."
    )


def test_a_database_of_an_older_version_is_named_and_not_its_copy(tmp_path: Path) -> None:
    older = tmp_path / "older.sqlite3"
    older.write_bytes((Path(__file__).parent / "released" / "0.1.0.sqlite3").read_bytes())
    with pytest.raises(StoreError, match=r"^The database \S+/older\.sqlite3 is of version .*: start the bot once\.$"):
        back_up(older, tmp_path / "backup.sqlite3", audit)
    assert files(tmp_path) == {"older.sqlite3"}


async def test_a_backup_is_put_back_and_the_present_database_kept(path: Path, tmp_path: Path) -> None:
    store = await evening(path)
    copy = tmp_path / "backup.sqlite3"
    back_up(path, copy, audit)
    table = await open_table(store, channel=501)
    await play(store, table, await sit(store, table, ANN, BO), 0)
    await store.close()
    report, before = put_back(copy, path, audit, NOW)
    assert report.ok
    assert before == path.with_name("knockabout.before-restore-20261123-0213.sqlite3")
    assert (deals(path), deals(before), deals(copy)) == (1, 2, 1)
    assert path.stat().st_mode & 0o777 == 0o600
    again = await Steps.open(path)
    assert len(await again.load_open()) == 1
    await again.close()


async def test_what_is_proved_of_a_backup_that_was_put_back_is_kept_before_a_bot_has_run(
    path: Path, tmp_path: Path
) -> None:
    await (await evening(path)).close()
    copy = tmp_path / "backup.sqlite3"
    back_up(path, copy, audit)
    put_back(copy, path, audit, NOW)
    told = [audit(path, since_last=again, remember_at=NOW).lines for again in (False, True)]
    assert not any("could not be kept" in line for lines in told for line in lines)
    assert not any("No audit was remembered" in line for line in told[1])


async def test_what_lies_beside_a_killed_bots_database_is_kept_with_it(path: Path, tmp_path: Path) -> None:
    store = await evening(path)
    copy = tmp_path / "backup.sqlite3"
    back_up(path, copy, audit)
    killed = tmp_path / "killed"
    shutil.copytree(path.parent, killed)  # as the files lie when the process ends here
    await store.close()
    database = killed / path.name
    _, before = put_back(copy, database, audit, NOW)
    assert before is not None
    assert not database.with_name(f"{database.name}-wal").exists(), "it isn't the backup's"
    assert deals(before) == 1, "and what was written last lies there"


async def test_a_damaged_database_is_kept_as_it_is_when_a_backup_takes_its_place(path: Path, tmp_path: Path) -> None:
    await (await evening(path)).close()
    copy = tmp_path / "backup.sqlite3"
    back_up(path, copy, audit)
    whole = path.read_bytes()
    path.write_bytes(whole[:5000] + b"\xff" * 3000 + whole[8000:])
    damaged = path.read_bytes()
    _, before = put_back(copy, path, audit, NOW)
    assert before is not None
    assert before.read_bytes() == damaged
    assert deals(path) == 1


async def test_nothing_is_put_back_under_a_running_bot(path: Path, tmp_path: Path) -> None:
    store = await evening(path)
    copy = tmp_path / "backup.sqlite3"
    back_up(path, copy, audit)
    with pytest.raises(StoreError, match="running bot"):
        put_back(copy, path, audit, NOW)
    assert len(await store.load_open()) == 1
    await store.close()


async def test_a_backup_that_is_not_in_order_changes_nothing(path: Path, tmp_path: Path) -> None:
    await (await evening(path)).close()
    copy = tmp_path / "backup.sqlite3"
    back_up(path, copy, audit)
    tamper(copy, "UPDATE accounts SET balance = balance + 1 WHERE kind = 'pot'")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="nothing was changed"):
        put_back(copy, path, audit, NOW)
    assert path.read_bytes() == before
    with pytest.raises(StoreError, match="no backup"):
        put_back(tmp_path / "none", path, audit, NOW)


async def test_a_backup_of_an_older_version_is_brought_up(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "old.sqlite3"
    shutil.copyfile(Path(__file__).parent / "released" / "0.1.0.sqlite3", copy)

    def prove(file: Path) -> Report:
        return audit(file, check_deal)

    report, before = put_back(copy, path, prove, NOW)
    assert report.ok
    assert before is None
    assert query(path, "PRAGMA user_version") == [(len(migrations()),)]
    assert query(copy, "PRAGMA user_version") != [(len(migrations()),)]


@pytest.mark.parametrize("version", range(len(migrations())))
async def test_a_copy_is_kept_before_the_database_is_brought_up(path: Path, version: int) -> None:
    path.parent.mkdir()
    old = sqlite3.connect(path, isolation_level=None)
    migrate(old, migrations()[:version])
    old.close()
    store = await Steps.open(path)
    kept = [name for name in files(path.parent) if name.startswith("knockabout.version-")]
    await store.close()
    assert len(kept) == (version > 0)  # of an empty file there is nothing to keep
    for name in kept:
        copy = sqlite3.connect(path.with_name(name))
        assert name.startswith(f"knockabout.version-{version}-")
        assert version_of(copy) == version
        copy.close()


async def test_what_killed_starts_have_left_of_copies_is_gone_after_the_next_one(path: Path) -> None:
    path.parent.mkdir()
    old = sqlite3.connect(path, isolation_level=None)
    migrate(old, migrations()[:-1])
    old.close()
    for ending in ("part", "part-journal"):
        path.with_name(f"knockabout.version-3-20261123-0213.sqlite3.{ending}").write_text("half")
    other = path.with_name("another.version-3-20261123-0213.sqlite3.part")
    other.write_text("another database's")
    await (await Steps.open(path)).close()
    assert [name for name in files(path.parent) if ".part" in name] == [other.name]


def test_a_name_that_is_taken_gets_the_seconds(tmp_path: Path) -> None:
    path = tmp_path / "knockabout.sqlite3"
    first = dated(path, "before-restore", NOW)
    first.touch()
    assert dated(path, "before-restore", NOW).name == "knockabout.before-restore-20261123-021320.sqlite3"
