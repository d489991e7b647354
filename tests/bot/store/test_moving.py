"""A database moved between SQLite and PostgreSQL: nothing is lost, and nothing else of it changes."""

from __future__ import annotations

import os
import resource
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from bot import backup
from bot.backup import backup_command, move_command, restore_command
from bot.store import postgresql
from bot.store.audit import Report, audit
from bot.store.model.errors import StoreError
from bot.store.moving import columns, copied, moving
from bot.store.resting import Rest
from bot.store.where import Server, Where
from tests.bot.store.helpers import ANN, BO, Steps, open_table, play, query, refusal, sit
from tests.postgresql import Cluster


@pytest.fixture(autouse=True)
def _without_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    """The store's tests play no real games."""
    monkeypatch.setattr(backup, "_prove", audit)


REST = Rest("this program, en-US", 0, 0, None, began=1.5, drawn=0.1 + 0.2, deadline=None, slow=True, reminders=2)


async def evening(place: Where) -> None:
    """A table with deals, one that was taken back, somebody who was erased, and one who still sits there."""
    store = await Steps.open(place)
    table = await open_table(store)
    ann, bo = await sit(store, table, ANN, BO)
    await play(store, table, [ann, bo], 0)
    await store.close_table(table, "close")
    await store.privacy.erase(BO.user_id)
    await sit(store, await open_table(store, 501), ANN, None)
    await store.resting.note([(2, REST)])
    await store.notes.set("a", "é % ' \\ \n")
    await store.servers.change(900, 11, {"starting_chips": 50}, "change")
    await store.close()


def content(place: Where, *, plays_on: bool = False) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables; of a place where the bot plays on also which tables rest."""
    return {
        table: sorted(query(place, f"SELECT {', '.join(names)} FROM {table}"), key=repr)
        for table, names in columns(plays_on=plays_on).items()
    }


async def test_a_database_goes_to_postgresql_and_back_without_a_loss(
    tmp_path: Path, postgresql_server: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    first, there, back = tmp_path / "a.sqlite3", postgresql_server.empty(), tmp_path / "b.sqlite3"
    await evening(first)
    before = content(first, plays_on=True)
    assert len(before["resting"]) == 1, "the next start needn't look at that table"
    assert sum(map(len, before.values())) > 40
    assert move_command(str(first), there.url) == 0
    assert "Nothing was created and nothing lost." in capsys.readouterr().out
    assert content(there, plays_on=True) == before
    assert move_command(there.url, str(back)) == 0
    assert content(back, plays_on=True) == before
    assert stat.S_IMODE(back.stat().st_mode) == 0o600
    assert query(back, "SELECT * FROM sqlite_sequence ORDER BY 1") == query(
        first, "SELECT * FROM sqlite_sequence ORDER BY 1"
    )
    # Both go on from the same numbers, and what never changes is kept so again.
    for place in (there, back):
        store = await Steps.open(place)
        table = await open_table(store, 777)
        assert table == 3
        sitters = await sit(store, table, ANN, None)
        await play(store, table, sitters, 1)
        assert (await refusal(store.privacy.erase(ANN.user_id))).code == "erase_seated"
        await store.close()
        with pytest.raises(Exception, match="never changed"):
            query(place, "UPDATE transfers SET amount = 1")
        assert audit(place).ok


async def test_times_stay_as_they_are_whatever_is_set_for_the_database(
    tmp_path: Path, postgresql_server: Cluster
) -> None:
    first, there, back = tmp_path / "a.sqlite3", postgresql_server.empty(), tmp_path / "b.sqlite3"
    await evening(first)
    with postgresql.opened(there, writes=True) as session:
        session.script(
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET extra_float_digits = 0', current_database()); END $$"
        )
    copied(first, there, plays_on=True)
    copied(there, back, plays_on=True)
    assert content(back, plays_on=True) == content(first, plays_on=True)


async def test_what_postgresql_takes_in_no_text_is_left_out(tmp_path: Path, postgresql_server: Cluster) -> None:
    first, there = tmp_path / "a.sqlite3", postgresql_server.empty()
    await evening(first)
    store = await Steps.open(first)
    await store.people.note_member(replace(ANN, name="A\0nn\0"))
    await store.close()
    copied(first, there)
    assert query(there, "SELECT name FROM members WHERE user_id = ?", ANN.user_id) == [("Ann",)]


async def test_a_backup_of_postgresql_is_a_file_made_while_the_bot_runs(
    tmp_path: Path, postgresql_server: Cluster
) -> None:
    place = postgresql_server.new()
    await evening(place)
    store = await Steps.open(place)
    assert backup_command(place, tmp_path / "backup.sqlite3") == 0
    await store.close()
    assert content(tmp_path / "backup.sqlite3") == content(place)
    assert query(place, "SELECT table_id FROM resting") == [(2,)]
    assert not query(tmp_path / "backup.sqlite3", "SELECT * FROM resting"), "messages go on while it lies there"
    with pytest.raises(StoreError, match="python -m bot move"):
        restore_command(place, tmp_path / "backup.sqlite3")


async def test_a_copy_of_postgresql_is_called_a_backup_only_once_it_is_proved(
    tmp_path: Path, postgresql_server: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, copy = postgresql_server.new(), tmp_path / "backup.sqlite3"
    await evening(place)
    report = audit(place)

    def proved(part: Path) -> Report:
        assert part.exists()
        assert not copy.exists()
        return replace(report, problems=("a chip too many",))

    monkeypatch.setattr(backup, "_prove", proved)
    with pytest.raises(StoreError, match="not in order: a chip too many"):
        backup_command(place, copy)
    assert not os.listdir(tmp_path)


async def test_nothing_is_moved_over_something_or_from_a_running_bot(
    tmp_path: Path, postgresql_server: Cluster
) -> None:
    first, there = tmp_path / "a.sqlite3", postgresql_server.new()
    await evening(first)
    with pytest.raises(StoreError, match="something in the database"):
        move_command(str(first), there.url)
    for same in (str(first), there.url):
        with pytest.raises(StoreError, match="FROM and TO are the same database"):
            move_command(same, same)
    (tmp_path / "b.sqlite3").write_text("a letter")
    with pytest.raises(StoreError, match="already"):
        copied(there, tmp_path / "b.sqlite3")
    assert (tmp_path / "b.sqlite3").read_text() == "a letter"
    for source, target in ((first, postgresql_server.empty().url), (there, str(tmp_path / "c.sqlite3"))):
        store = await Steps.open(source)
        named = source.url if isinstance(source, Server) else str(source)
        with pytest.raises(StoreError, match="in use by another running bot"):
            move_command(named, target)
        await store.close()


async def test_a_disk_that_takes_no_more_is_that_of_the_place_it_goes_to(tmp_path: Path) -> None:
    first, target = tmp_path / "a.sqlite3", tmp_path / "b.sqlite3"
    await evening(first)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with moving(first):
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
        try:
            with pytest.raises(StoreError, match=r"^The database \S+/b\.sqlite3 can't be .*written"):
                copied(first, target)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not target.exists()


async def test_the_name_of_a_copy_reaches_the_disk_as_its_content_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, copy = tmp_path / "a.sqlite3", tmp_path / "b.sqlite3"
    await evening(first)
    synced: list[tuple[bool, bool]] = []

    def sync(handle: int) -> None:
        synced.append((stat.S_ISDIR(os.fstat(handle).st_mode), copy.exists()))

    monkeypatch.setattr(os, "fsync", sync)
    copied(first, copy)
    assert synced == [(False, False), (True, True)], "the file before it has its name, then the folder"


def test_a_wrong_address_is_refused_without_the_password() -> None:
    with pytest.raises(StoreError) as caught:
        move_command("mysql://ann:hunter2@host/games", "b.sqlite3")
    assert "hunter2" not in str(caught.value)
