"""``python -m bot export``: every finished deal as a record, and nothing more open than people may see."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.export import _nameless, export_command
from bot.service.opening import OPENED_AFTER
from bot.store import finished
from bot.store.model.errors import StoreError
from bot.store.store import Store
from engine.playback import play, verify
from engine.proof import verify_bound
from engine.record import CLOSED, read_record
from tests.bot.service.conftest import ANN, STILL, House
from tests.bot.service.test_fairness import bound_table, fold_one, play_one


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    house = House(tmp_path / "k.sqlite3", STILL)
    await house.open()
    try:
        yield house
    finally:
        await house.close()


async def exported(house: House, name: str = "deals.jsonl", **how: Any) -> list[dict[str, Any]]:
    """What an export writes while the bot runs."""
    file = house.path.with_name(name)
    file.unlink(missing_ok=True)
    assert await asyncio.to_thread(export_command, house.path, file, **{"names": False, **how}) == 0
    return [json.loads(line) for line in file.read_text().splitlines()]


async def test_finished_deals_are_records_that_can_be_checked_and_the_open_one_is_not_told(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    published = await bound_table(house)
    await fold_one(house)
    await play_one(house)
    await house.service.start(house.id, ANN, house.key)
    records = await exported(house)
    assert len(records) == 2, "the third is still played"
    assert all(verify_bound(record, published)[0] for record in records)
    assert CLOSED in records[0]["deals"][0]["deck"], "somebody folded a hand that nobody has seen"
    said = capsys.readouterr().out
    assert "the records of 2 finished deals" in said
    assert "Cards that were never shown are ?? in" in said
    assert house.path.with_name("deals.jsonl").stat().st_mode & 0o777 == 0o600


async def test_all_is_open_a_day_after_the_table_was_closed(house: House) -> None:
    await bound_table(house)
    await fold_one(house)
    await house.service.close(house.id, ANN, house.key)
    (still,) = await exported(house, now=house.store.now() + OPENED_AFTER - 60)
    assert CLOSED in json.dumps(still)
    (record,) = await exported(house, now=house.store.now() + OPENED_AFTER + 60)
    assert CLOSED not in json.dumps(record)
    assert play(read_record(record)).refused is None


async def test_nobody_is_named_unless_asked_for(house: House) -> None:
    await bound_table(house)
    await play_one(house)
    (record,) = await exported(house)
    assert [seat["name"] for seat in record["seats"]] == ["Player 1", "Player 2"]
    (named,) = await exported(house, names=True)
    assert {"Ann", "Bo"} <= {seat["name"] for seat in named["seats"]}


def test_computer_players_keep_their_names() -> None:
    seats = [{"name": "Ann", "chips": 5}, {"name": "Ada", "chips": 7}]
    assert _nameless({"seats": seats}, (1000, None))["seats"] == [{"name": "Player 1", "chips": 5}, seats[1]]


async def test_deals_are_read_one_after_the_other(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished, "BATCH", 2)
    await bound_table(house)
    for _ in range(5):
        await play_one(house)
    assert len(await exported(house)) == 5
    assert len([each for each in finished.finished_deals(house.path) if each is not None]) == 5


async def test_what_this_version_cannot_read_is_left_out_and_said(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    await bound_table(house)
    await play_one(house)
    await play_one(house)
    house.spoilt = True
    with closing(sqlite3.connect(house.path)) as db, db:
        db.execute("UPDATE deals SET stakes = json_set(stakes, '$.version', 99) WHERE number = 1")
    assert len(await exported(house)) == 1
    assert "Left out: 1 more, which" in capsys.readouterr().out


async def _made(path: Path) -> None:
    await (await Store.open(path)).close()


def test_it_refuses_in_a_sentence_and_leaves_no_file(tmp_path: Path) -> None:
    there, whole = tmp_path / "there.jsonl", tmp_path / "whole.sqlite3"
    there.write_text("This is no database.\n" * 500)
    asyncio.run(_made(whole))
    for database, file, why in (
        (whole, there, "There is a file"),
        (tmp_path / "no.sqlite3", tmp_path / "new.jsonl", "There is no database"),
        (whole, tmp_path / "no" / "new.jsonl", "There is no folder"),
        (there, tmp_path / "new.jsonl", "is not a database|is no database|not Knockabout"),
    ):
        with pytest.raises(StoreError, match=why):
            export_command(database, file, names=False)
    assert not list(tmp_path.glob("new*"))


async def test_a_deal_of_the_first_format_is_whole(tmp_path: Path) -> None:
    released = sorted((Path(__file__).parent / "store" / "released").glob("*.sqlite3"))[0]
    database = tmp_path / "k.sqlite3"
    database.write_bytes(released.read_bytes())
    house = House(database, STILL)
    await house.open()
    await house.close()
    records = await exported(house)
    assert records
    assert {record["format"] for record in records} == {"knockabout/1"}
    assert all(verify(read_record(record))[0] for record in records)


def test_the_command_line_names_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KNOCKABOUT_DATABASE", str(tmp_path / "no.sqlite3"))
    monkeypatch.setattr(sys, "argv", ["bot", "export", str(tmp_path / "deals.jsonl"), "--names"])
    assert main() == 1
    assert "There is no database" in capsys.readouterr().err
