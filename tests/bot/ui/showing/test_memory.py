"""What is known of messages from before a restart."""

from __future__ import annotations

import pytest

from bot.store.messages import Remembered
from bot.store.model.errors import StoreError
from bot.ui.showing.memory import HANDS, TABLES, THINKING, Memory, name_of, names_at, numbers
from tests.bot.ui.showing.places import Shelf


async def test_names_tell_what_a_message_shows() -> None:
    assert numbers(name_of(TABLES, 12)) == (12,)
    assert numbers(name_of(HANDS, 12, 7)) == (12, 7)
    assert numbers(name_of(THINKING, 99)) == (99,)


async def test_a_tables_hands_are_not_those_of_another() -> None:
    memory = Memory(shelf := Shelf())
    for name in (name_of(HANDS, 1, 7), name_of(HANDS, 1, 8), name_of(HANDS, 11, 7), name_of(TABLES, 1)):
        await memory.note(Remembered(name, 5, 6))
    again = Memory(shelf)
    await again.load()
    assert [message.name for message in again.starting(names_at(HANDS, 1))] == ["hand:1:7", "hand:1:8"]
    assert len(again.starting(HANDS)) == 3
    assert [message.name for message in again.starting(TABLES)] == ["table:1"]


async def test_what_is_known_already_is_not_written_again(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Remembered] = []
    shelf = Shelf()
    memory = Memory(shelf)
    remember = shelf.remember

    async def note(message: Remembered) -> None:
        written.append(message)
        await remember(message)

    monkeypatch.setattr(shelf, "remember", note)
    for _ in range(2):
        await memory.note(Remembered("table:1", 5, 6))
    await memory.note(Remembered("table:1", 5, 7))
    assert [message.message_id for message in written] == [6, 7]
    await memory.forget("table:1")
    await memory.forget("table:1")
    assert (shelf.rows, memory.get("table:1")) == ({}, None)


async def test_what_could_not_be_read_is_read_when_it_is_tried_again() -> None:
    shelf = Shelf()
    shelf.rows["table:1"] = Remembered("table:1", 5, 6)
    shelf.broken = True
    memory = Memory(shelf)
    with pytest.raises(StoreError):
        await memory.load()
    assert memory.starting("table:") == ()
    shelf.broken = False
    await memory.load()
    assert [message.name for message in memory.starting("table:")] == ["table:1"]


async def test_a_message_that_could_not_be_written_down_is_one_line_in_the_log(caplog):
    shelf = Shelf()
    shelf.broken = True
    memory = Memory(shelf)
    await memory.note(Remembered("table:2", 5, 6))
    await memory.forget("table:2")
    assert told(caplog) == ["a restart would not find the message table:2 as it is now: the disk is full"] * 2


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]
