"""The messages that the bot keeps true are remembered in one place."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from bot.store.messages import Remembered
from bot.store.migrate import migrate, migrations
from bot.store.model.errors import StoreError
from bot.store.model.people import Member
from bot.store.store import Store
from tests.bot.store.helpers import GUILD, Steps, open_table

MIGRATION = next(step.number for step in migrations() if step.name.endswith("_messages.sql"))


async def test_each_name_has_one_message(store: Store) -> None:
    messages = store.messages
    assert await messages.all() == ()
    table, hand = Remembered("table:7", 500, 11), Remembered("hand:7:2", None, None, "a nonce", 3)
    for message in (table, hand, Remembered("table:7", 500, 12, "another")):
        await messages.remember(message)
    assert await messages.all() == (hand, Remembered("table:7", 500, 12, "another"))
    await messages.forget("hand:7:2")
    await messages.forget("hand:7:2")
    assert await messages.all() == (Remembered("table:7", 500, 12, "another"),)


async def test_messages_of_other_servers_tables_can_be_left_out(store: Steps) -> None:
    here, there = await open_table(store), await open_table(store, 600, host=Member(GUILD + 1, 11, "Ann elsewhere"))
    for name, channel_id in (
        *((f"{kind}{table}{of}", 5) for table in (here, there) for kind, of in (("table:", ""), ("hand:", ":2"))),
        ("left:77", 500),
        ("left:78", 5),
        ("hand:99:2", 501),
    ):
        await store.messages.remember(Remembered(name, channel_id, 1))
    known = [message.name for message in await store.messages.all(lambda guild_id: guild_id == GUILD)]
    assert known == [f"hand:{here}:2", "left:77", f"table:{here}"]
    assert len(await store.messages.all()) == 7


@pytest.mark.parametrize("nothing", [Remembered("table:7"), Remembered("table:7", 5), Remembered("table:7", None, 5)])
async def test_what_names_no_message_is_not_remembered(store: Store, nothing: Remembered) -> None:
    with pytest.raises(StoreError):
        await store.messages.remember(nothing)
    assert await store.messages.all() == ()


@pytest.mark.sqlite_alone  # older ones are all SQLite's
async def test_older_notes_of_messages_are_taken_over(path: Path) -> None:
    """Before, a table's message was a column, a hand a row of its deal, the rest texts in ``meta``."""
    path.parent.mkdir()
    old = sqlite3.connect(path, isolation_level=None)
    migrate(old, migrations()[: MIGRATION - 1])
    tables = [(1, "playing", 101), (2, "lobby", None), (3, "lobby", 103), (4, "closed", None), (5, "lobby", None)]
    for table, status, live in tables:
        old.execute(
            "INSERT INTO tables (id, guild_id, channel_id, game, rules, unit, buy_in, four_colour, host_id, status,"
            " live_message_id, next_seed, opened_at, closed_at) VALUES (:table, 1, 50 + :table, 'poch', '{}', 'chips',"
            " 0, 0, 1, :status, :live, '', 0, CASE :status WHEN 'closed' THEN 1 END)",
            {"table": table, "status": status, "live": live},
        )
    for deal, (table, number) in enumerate([(1, 1), (1, 2), (1, 3), (4, 1)], 1):
        old.execute(
            "INSERT INTO deals (id, table_id, number, status, stakes, deck, seed, commitment, cut, state_hash,"
            " started_at, finished_at) VALUES (?, ?, ?, 'cancelled', '{}', '[]', '', '', 0, '', 0, 1)",
            (deal, table, number),
        )
    hands = [(1, 7, 31), (2, 7, 32), (3, 7, 33), (2, 8, 34), (1, 9, 35), (4, 7, 36)]
    old.executemany("INSERT INTO hand_messages (deal_id, user_id, channel_id, message_id) VALUES (?, ?, 9, ?)", hands)
    notes = {"posting:1": "", "posting:2": "t2.0.0", "posting:3": "t3.1.0", "posting:4": "t4.1.0", "commands": "x"}
    for key, value in (notes | {"thinking": '{"1574205646511800324": 52}'}).items():
        old.execute("INSERT INTO meta VALUES (?, ?)", (key, value))
    old.close()
    store = await Store.open(path)
    assert await store.messages.all() == (
        Remembered("hand:1:7", 9, 33, "", 3),
        Remembered("hand:1:8", 9, 34, "", 2),
        Remembered("table:1", 51, 101),
        Remembered("table:2", 52, None, "t2.0.0"),
        Remembered("table:3", 53, 103, "t3.1.0"),
        Remembered("thinking:1574205646511800324", 52, 1574205646511800324),
    )
    assert await store.notes.get("commands") == "x"
    assert [await store.notes.get(key) for key in ("thinking", "posting:1", "posting:2")] == [None] * 3
    await store.close()
