"""All that is shown without being asked for, after a start and while messages are deleted."""

from __future__ import annotations

import asyncio

from bot.service.clock import Pace
from bot.service.model import Person
from tests.bot.ui.evening import bot_on, dm, evening, seated

PACE = Pace(turn=0, pause=1000, computer=0)


async def deleted(night) -> None:
    """Somebody deletes the table's message."""
    channel = night.client.get_partial_messageable(night.channel_id)
    await channel.get_partial_message(night.table.live_message).delete()


async def test_a_lobby_whose_message_was_deleted_is_sent_anew_when_it_is_asked_for(night):
    await night.you.command("newgame knock-poker")
    await night.you.command("table")  # which waits until it is shown
    old = night.table.live_message
    await deleted(night)
    answer = await night.you.command("table")
    assert night.table.live_message != old
    assert str(night.table.live_message) in answer.text
    assert "Start" in night.live().labels


async def test_a_table_that_was_closed_unseen_has_no_buttons_after_a_start(tmp_path, blank, monkeypatch):
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night)
        table, old, hands = night.table, night.live(), [dm(night.you), dm(night.ann)]
        await night.client.close()
        await night.store.cancel_deal(table.deal_id, "5eed", "cancelled")
        await night.store.close_table(table.table_id, "closed unseen")
        await night.service.stop()
        await night.store.close()
        assert any(label.startswith("Draw") for label in old.labels)
        async with bot_on(night.server, tmp_path / "k.sqlite3", blank, PACE) as (store, service, client):
            night.store, night.service, night.client = store, service, client
            await night.until(lambda: not any(label.startswith("Draw") for label in old.labels), "the table at rest")
            for person, hand in zip((night.you, night.ann), hands, strict=True):
                await person.until(lambda one=hand: set(one.labels) <= {"To the table"})
            await forgotten(night, "table:1", "hand:1:")


async def test_a_table_that_ends_is_remembered_no_longer(night):
    lobby = await night.you.command("newgame knock-poker")
    await night.you.command("table")
    assert [one.name for one in await night.store.messages.all()] == ["table:1"]
    table = night.table
    await night.service.close(table.table_id, Person(table.guild_id, int(night.you.id), "You"), 1)
    await night.you.until(lambda: "table closed" in lobby.text)
    await forgotten(night, "table:1")
    assert not night.client.showing.published


async def forgotten(night, *names: str) -> None:
    """Waits until no message is remembered whose name begins so."""
    for _ in range(500):
        if not [one for one in await night.store.messages.all() if one.name.startswith(names)]:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(await night.store.messages.all())
