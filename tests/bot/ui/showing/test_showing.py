"""All that is shown without being asked for: after a start, without a gateway, in a channel that is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import discord
import pytest

from bot.service.model import Location, Person, Refusal
from bot.service.pace import Pace
from bot.service.shards import Shards
from bot.store.books import Books
from bot.store.messages import Remembered
from bot.ui.desk import Desk
from bot.ui.pictures import studio
from bot.ui.showing import late_pictures, restoring
from bot.ui.showing.memory import LEFT, name_of
from bot.ui.showing.publisher import Publisher
from bot.ui.showing.showing import Showing
from tests.bot.ui.evening import (
    Evening,
    bot_on,
    cards_on,
    discard,
    dm,
    evening,
    forgotten,
    loses_its_buttons,
    play_out,
    seated,
    sides,
)
from tests.bot.ui.showing.places import Shelf
from tests.kit.painters import Blank

PACE = Pace(turn=0, pause=1000, computer=0)


class Tables:
    """A desk with tables that are shown when they are let."""

    def __init__(self, count: int) -> None:
        self.service, self.studio = self, SimpleNamespace()
        self.messages, self.tokens, self.owed = Shelf(), Shelf(), Shelf()
        self.let = {number: asyncio.Event() for number in range(1, count + 1)}
        self.tasks: set[asyncio.Task[None]] = set()

        self.shards, self.rests = Shards(1), self

    def locations(self) -> list[Location]:
        return [Location(number, 70, 700 + number) for number in self.let]

    def at(self, table_id: int) -> None:
        """None of them rests."""

    async def prepare(self, table_id: int) -> None:
        """They are all there."""

    def shard_of(self, table_id: int) -> int:
        return 0

    def orphans(self) -> tuple[()]:
        return ()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.add(asyncio.create_task(work))

    keep_running = spawn


async def test_after_a_start_only_a_few_tables_wait_for_their_pictures_at_one_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(restoring, "BETWEEN_TABLES", 0)
    shown: list[int] = []
    desk = Tables(30)
    made = Showing(cast(Desk, desk), Mock(spec=discord.Client))
    monkeypatch.setattr(made, "changed", shown.append)
    for number, let in desk.let.items():
        made.publishers.by_table[number] = Mock(spec=Publisher, refresher=SimpleNamespace(caught_up=let.wait))
    assert await made.restoring.restore(0)
    for done in range(30):
        for _ in range(10):
            await asyncio.sleep(0)
        assert shown == list(range(1, min(30, done + restoring.SHOWN_AT_ONCE) + 1))
        desk.let[done + 1].set()
    await asyncio.gather(*desk.tasks)


async def test_tables_that_cannot_be_read_after_a_start_are_shown_later_and_hold_up_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(restoring, "BETWEEN_TABLES", 0)
    monkeypatch.setattr(restoring, "READ_AGAIN", 0)
    shown: list[int] = []
    desk = Tables(30)
    made = Showing(cast(Desk, desk), Mock(spec=discord.Client))
    unread, broken = set(range(1, 2 * restoring.SHOWN_AT_ONCE + 1)), {20, 21, 22, 23}

    def changed(table_id: int) -> None:
        if table_id in unread:
            unread.discard(table_id)  # the next time it can be read
            raise Refusal("disk")
        if table_id in broken:
            raise RuntimeError("nobody expected it")
        shown.append(table_id)

    monkeypatch.setattr(made, "changed", changed)
    assert await made.restoring.restore(0)
    while not all(task.done() for task in desk.tasks):
        await asyncio.gather(*desk.tasks)
    assert sorted(shown) == [number for number in range(1, 31) if number not in broken]
    assert caplog.text.count("can't be shown again yet (disk)") == 2 * restoring.SHOWN_AT_ONCE
    assert caplog.text.count("start: RuntimeError") == len(broken)


async def test_a_picture_that_came_late_is_no_error_and_is_shown_after_all(
    two: Evening, blank: Blank, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(studio, "DRAWING_TIME", 0.02)
    monkeypatch.setattr(late_pictures, "DRAWN_AGAIN", 0.02)
    first, _ = sides(two)
    blank.hangs = True
    await first.click(dm(first), "Draw stock")
    await two.settled()
    await two.until(lambda: not two.live().media, "the table in words")
    await first.until(lambda: len(cards_on(dm(first))) == 6 and not dm(first).attachments)
    blank.hangs = False
    await two.until(lambda: bool(two.live().media), "the table's picture")
    await first.until(lambda: bool(dm(first).attachments))
    assert not [record for record in caplog.records if record.levelname in {"WARNING", "ERROR"}]


async def deleted(night: Evening) -> None:
    """Somebody deletes the table's message."""
    channel = night.client.get_partial_messageable(night.channel_id)
    await channel.get_partial_message(night.live_message).delete()


async def test_a_lobby_whose_message_was_deleted_is_sent_anew_when_it_is_asked_for(night: Evening) -> None:
    await night.you.command("newgame knock-poker")
    await night.you.command("table")  # which waits until it is shown
    old = night.table.live_message
    await deleted(night)
    answer = await night.you.command("table")
    assert night.table.live_message != old
    assert str(night.table.live_message) in answer.text
    assert "Set up" in night.live().labels


async def test_a_table_that_was_closed_unseen_has_no_buttons_after_a_start(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night)
        table, old, hands = night.table, night.live(), [dm(night.you), dm(night.ann)]
        await night.client.close()
        await night.store.step(partial(Books.close_table, table_id=table.table_id, key="closed unseen"))
        await night.service.stop()
        await night.store.close()
        assert any(label.startswith("Draw") for label in old.labels)
        async with bot_on(night.server, tmp_path / "k.sqlite3", blank, PACE) as (store, service, client):
            night.store, night.service, night.client = store, service, client
            await night.until(lambda: not any(label.startswith("Draw") for label in old.labels), "no buttons")
            for person, hand in zip((night.you, night.ann), hands, strict=True):
                await loses_its_buttons(person, hand)
            await forgotten(night, "table:1", "hand:1:")


async def test_a_table_that_ends_is_remembered_no_longer(night: Evening) -> None:
    lobby = await night.you.command("newgame knock-poker")
    await night.you.command("table")
    await forgotten(night, "thinking:")
    assert [message.name for message in await night.store.messages.all()] == ["table:1"]
    table = night.table
    await night.service.close(table.table_id, Person(table.guild_id, int(night.you.id), "You"), 1)
    await night.you.until(lambda: "table closed" in lobby.text)
    await forgotten(night, "table:1")
    assert not night.client.showing.published


async def test_after_a_restart_the_deal_goes_on_in_the_same_messages(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace = Pace(turn=0, pause=1000, computer=0)
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night)
        first, other = sides(night)
        await first.click(dm(first), "Draw stock")
        await first.until(lambda: len(cards_on(dm(first))) == 6)
        await night.settled()
        before, hand = night.live(), dm(first)
        await night.client.close()
        await night.service.stop()
        await night.store.close()
        async with bot_on(night.server, tmp_path / "k.sqlite3", blank, pace) as (store, service, client):
            night.store, night.service, night.client = store, service, client
            await first.click(hand, custom_id=discard(hand))
            await night.until(lambda: night.table.turn.seq == 2)
            await other.until(lambda: "Draw stock" in dm(other).labels)
            await night.settled()
            assert len(first.dms()) == len(other.dms()) == 1
            assert night.live() is before
            assert night.public() == [before]


async def test_a_lost_gateway_is_found_again(two: Evening) -> None:
    first, _ = sides(two)
    await two.you.gateway("drop")
    await two.until(lambda: two.client._cuts[0] and two.client.reach.reached, "the line again")
    await first.click(dm(first), "Draw stock")
    await first.until(lambda: len(cards_on(dm(first))) == 6)
    assert [m for m in two.you.messages() if "Knock Poker · deal 1" in m.text] == [two.live()]


async def test_a_deleted_channel_gives_everybody_the_chips_back(two: Evening) -> None:
    await play_out(two)
    table_id = two.table.table_id
    two.client.showing.lost.channel_gone(two.table.guild_id, two.channel_id)
    await two.until(lambda: not two.is_open, "the end of the table")
    await two.until(lambda: table_id not in two.client.showing.published, "the end of publishing")
    await two.until(lambda: not two.client.showing.panels.kept, "no hand being kept")
    purses = [(await person.command("chips")).text for person in (two.you, two.ann)]
    assert all("in your purse" in text and "At the table" not in text for text in purses)


async def test_messages_that_a_crash_has_left_behind_go_with_the_next_start(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night)
        channel = night.client.get_partial_messageable(night.channel_id)
        left = [await channel.send(f"an earlier message {number}") for number in range(2)]
        for message in left:
            await night.store.messages.remember(Remembered(name_of(LEFT, message.id), night.channel_id, message.id))
        seen = [await night.you.wait_for(message.content) for message in left]
        await left[1].delete()
        await night.client.close()
        await night.service.stop()
        await night.store.close()
        pace = Pace(turn=0, pause=1000, computer=0)
        async with bot_on(night.server, tmp_path / "k.sqlite3", blank, pace) as (store, service, client):
            night.store, night.service, night.client = store, service, client
            await night.until(lambda: all(message.gone for message in seen), "the end of them")
            await forgotten(night, LEFT)
