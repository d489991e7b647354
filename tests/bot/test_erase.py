"""``python -m bot erase``: a person is erased by whoever hosts the bot, on both stores."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest

from bot.erase import erase_command, user_id
from bot.store.audit import audit
from bot.store.model.errors import StoreError
from bot.store.store import Store
from bot.store.where import Where
from tests.bot.store.helpers import ANN, BO, Steps, open_table, query, sit
from tests.bot.store.test_privacy import an_evening, everything
from tests.postgresql import Cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Where:
    """Where the database is: a file, and a new database of PostgreSQL."""
    if request.param == "sqlite":
        return tmp_path / "k.sqlite3"
    cluster: Cluster = request.getfixturevalue("postgresql_server")
    return cluster.new()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Callable[[object], Mock]:
    """Has whoever is at the terminal give that answer."""

    def answers(answer: object) -> Mock:
        at_the_terminal = Mock(side_effect=[answer])
        monkeypatch.setattr("builtins.input", at_the_terminal)
        return at_the_terminal

    return answers


async def played(path: Where) -> None:
    """Ann and Bo have played an evening, and the bot has stopped."""
    store = await Steps.open(path)
    await an_evening(store)
    await store.close()


async def erased(path: Where, user: int, *, yes: bool = False) -> int:
    return await asyncio.to_thread(erase_command, path, user, yes=yes)


async def test_a_person_is_erased_after_a_yes(
    path: Where, asked: Callable[[object], Mock], capsys: pytest.CaptureFixture[str]
) -> None:
    await played(path)
    said = asked(" Yes ")
    assert await erased(path, ANN.user_id) == 0
    assert "can't be undone" in said.call_args.args[0]
    told = capsys.readouterr().out
    assert f"The user {ANN.user_id} is known as Ann, sat down at tables 1 time, and has " in told
    assert "“Player 1” stands for the person" in told
    assert query(path, "SELECT user_id, name FROM members ORDER BY 1") == [(-1, "Player 1"), (BO.user_id, "Bo")]
    assert audit(path).problems == ()
    with pytest.raises(StoreError, match=f"Nothing is kept about a user with the id {ANN.user_id}: look"):
        await erased(path, ANN.user_id, yes=True)


@pytest.mark.parametrize("answer", ["", "n", "erase"])
async def test_without_a_yes_nothing_is_erased(
    path: Where, answer: str, asked: Callable[[object], Mock], capsys: pytest.CaptureFixture[str]
) -> None:
    await played(path)
    before = everything(path)
    asked(answer)
    assert await erased(path, ANN.user_id) == 1
    assert capsys.readouterr().out.endswith("Nothing was erased.\n")
    assert everything(path) == before


async def test_where_nobody_can_be_asked_a_yes_is_needed_before(path: Where, asked: Callable[[object], Mock]) -> None:
    await played(path)
    nobody = asked(EOFError())
    with pytest.raises(StoreError, match="nobody could be asked: say --yes"):
        await erased(path, BO.user_id)
    assert await erased(path, BO.user_id, yes=True) == 0
    nobody.assert_called_once()
    assert query(path, "SELECT name FROM members ORDER BY user_id") == [("Player 1",), ("Ann",)]


async def test_nobody_is_erased_who_sits_at_a_table_or_while_the_bot_runs(path: Where) -> None:
    store = await Steps.open(path)
    first, second = await open_table(store), await open_table(store, 501)
    await sit(store, first, ANN, BO)
    with pytest.raises(StoreError, match="in use by another running bot"):
        await erased(path, ANN.user_id, yes=True)
    await store.close()
    with pytest.raises(StoreError, match=rf"sits at table {first}: close it first, with `python -m bot release TABLE`"):
        await erased(path, ANN.user_id, yes=True)
    store = await Steps.open(path)
    await sit(store, second, ANN)
    await store.close()
    with pytest.raises(StoreError, match=rf"sits at tables {first}, {second}: close them first"):
        await erased(path, ANN.user_id, yes=True)
    assert query(path, "SELECT count(*) FROM erased") == [(0,)]


async def test_somebody_of_whom_only_settings_are_kept_is_known(path: Where) -> None:
    store = await Store.open(path)
    await store.people.set_settings(ANN.user_id, cut=0)
    await store.close()
    assert await erased(path, ANN.user_id, yes=True) == 0
    assert query(path, "SELECT count(*) FROM people") == [(0,)]


def test_there_must_be_a_database(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="There is no database"):
        erase_command(tmp_path / "k.sqlite3", 11, yes=True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["Ann", "-1", "0", "", str(2**63), "1.5"])
def test_what_is_no_id_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="is no user's id"):
        user_id(text)
