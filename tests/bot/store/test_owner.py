"""A database belongs to one bot: another one is refused before it changes anything."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.store import migrate
from bot.store.adopting import adopt
from bot.store.audit import audit
from bot.store.backup import back_up, put_back
from bot.store.model.errors import OwnerError, StoreError
from bot.store.model.servers import Chips
from bot.store.moving import copied
from bot.store.outside import to_read
from bot.store.owner import Owner, owner_of
from bot.store.store import Store
from bot.store.where import Where
from tests.postgresql import Cluster

ANN, BO = Owner(11, "Ann"), Owner(12, "Bo")
HERE, THERE = Owner(21, "Knockabout", "/a/k.chat.sqlite3"), Owner(22, "Knockabout", "/b/k.chat.sqlite3")


async def opened(place: Where, owner: Owner | None) -> None:
    await (await Store.open(place, owner=owner)).close()


def gifts(place: Where) -> int:
    """How often it was noted what the house gives: a start with other settings notes it once more."""
    with to_read(place) as db:
        (count,) = db.execute("SELECT count(*) FROM allowed_gifts").fetchone()
    return int(count)


@pytest.mark.parametrize(
    ("before", "then"), [(ANN, BO), (ANN, HERE), (HERE, THERE)], ids=["of Discord", "local on a real one's", "local"]
)
@pytest.mark.parametrize("shared", [False, True], ids=["alone", "shared"])
async def test_another_bot_is_refused_and_changes_nothing(
    path: Where, before: Owner, then: Owner, shared: bool
) -> None:
    shared = shared and not isinstance(path, Path)
    await (await Store.open(path, Chips(200, 40), owner=before, shared=shared)).close()
    noted = gifts(path)
    with pytest.raises(OwnerError) as refused:
        await Store.open(path, Chips(1, 1), owner=then, shared=shared)
    assert str(before) in str(refused.value)
    assert str(then) in str(refused.value)
    assert "bot adopt" in str(refused.value)
    if then is THERE:
        assert before.chat in str(refused.value)
        assert f"put that chat's file in its place ({then.chat})" in str(refused.value)
    assert gifts(path) == noted
    assert owner_of(path) == before
    await opened(path, before)


async def test_it_is_noted_at_the_first_start_and_nobody_s_before(path: Where) -> None:
    await opened(path, None)
    assert owner_of(path) is None
    await opened(path, BO)
    assert owner_of(path) == BO
    await opened(path, None)  # commands of whoever hosts it
    assert owner_of(path) == BO


async def test_whoever_has_played_locally_goes_on_on_discord_and_not_back(path: Where) -> None:
    await opened(path, HERE)
    await opened(path, ANN)
    assert owner_of(path) == ANN
    with pytest.raises(OwnerError):
        await opened(path, HERE)


async def test_a_bot_with_another_name_or_a_chat_that_was_moved_is_the_same(path: Where) -> None:
    await opened(path, HERE)
    moved = Owner(HERE.id, "Poch", "/c/other.chat.sqlite3")
    await opened(path, moved)
    assert owner_of(path) == moved


async def test_where_the_chat_s_file_is_stays_known_while_it_is_served_by_itself(path: Where) -> None:
    await opened(path, HERE)
    await opened(path, Owner(HERE.id, HERE.name, "http://127.0.0.1:8500"))
    assert owner_of(path) == HERE


async def test_it_can_be_given_away_while_no_bot_runs(path: Where) -> None:
    store = await Store.open(path, owner=ANN)
    with pytest.raises(StoreError, match="in use by another running bot"):
        await asyncio.to_thread(adopt, path, BO)
    await store.close()
    assert await asyncio.to_thread(adopt, path, BO) == ANN
    await opened(path, BO)
    with pytest.raises(OwnerError):
        await opened(path, ANN)


async def test_what_belongs_to_nobody_stays_so_until_a_bot_starts(path: Where) -> None:
    await opened(path, None)
    assert await asyncio.to_thread(adopt, path, BO) is None
    await opened(path, ANN)


async def test_a_copy_belongs_to_the_same_bot(path: Where, tmp_path: Path) -> None:
    await opened(path, ANN)
    await asyncio.to_thread(copied, path, tmp_path / "copy.sqlite3")
    assert owner_of(tmp_path / "copy.sqlite3") == ANN


async def test_a_backup_and_what_it_is_put_back_over(tmp_path: Path) -> None:
    path, other = tmp_path / "k.sqlite3", tmp_path / "other.sqlite3"
    await opened(path, ANN)
    await opened(other, BO)
    back_up(path, tmp_path / "copy.sqlite3", audit)
    put_back(tmp_path / "copy.sqlite3", other, audit, 1.0)
    with pytest.raises(OwnerError):
        await opened(other, BO)


async def test_an_old_one_isn_t_brought_up_to_date_for_another_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "k.sqlite3"
    await opened(path, ANN)
    before = path.read_bytes()
    known = migrate.migrations()
    step = migrate.Migration(len(known) + 1, "later.sql", "CREATE TABLE later (id INTEGER) STRICT;")
    monkeypatch.setattr(migrate, "migrations", lambda: (*known, step))
    with pytest.raises(OwnerError):
        await opened(path, BO)
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(known),)
    assert path.read_bytes() == before


async def test_processes_of_the_local_discord_keep_a_bot_with_a_token_away(postgresql_server: Cluster) -> None:
    place = postgresql_server.new()
    local = await Store.open(place, owner=HERE, shared=True)
    with pytest.raises(OwnerError, match="whose processes run with it: stop all of them first"):
        await Store.open(place, owner=ANN, shared=True)
    second = await Store.open(place, owner=HERE, shared=True)
    await second.close()
    await local.close()
    await (await Store.open(place, owner=ANN, shared=True)).close()
    assert owner_of(place) == ANN
