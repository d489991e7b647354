"""A table is closed and the next one opened at once: the old one's end stands above the new lobby."""

from __future__ import annotations

import asyncio

from bot.ui.showing import publisher


def shown(night) -> list:
    """The messages of the channel that everybody sees."""
    return [m for m in night.you.messages() if not m.ephemeral]


async def pushed_up(night):
    """The message of a lobby with talk below it."""
    lobby = (await night.you.command("newgame knock-poker")).message
    await night.you.command("table")  # which waits until it is shown
    await night.you.say("talk that pushes it up")
    return lobby


async def test_a_table_ends_above_the_one_that_is_opened_at_once(night, monkeypatch):
    drawn, opened = publisher.table_page, asyncio.Event()

    async def slowly(snapshot, *more):
        if snapshot.stage == "closed":
            await opened.wait()  # as if its picture took a while
        return await drawn(snapshot, *more)

    old = await pushed_up(night)
    monkeypatch.setattr(publisher, "table_page", slowly)
    await night.you.command("close")
    new = (await night.you.command("newgame crummy")).message
    await night.until(lambda: night.table is not None and "Start" in new.labels)
    opened.set()
    await night.you.until(lambda: "table closed" in old.text)
    await night.settled()
    await night.until(lambda: len(night.client.showing.published) == 1, "the end of the old table's publishing")
    assert shown(night)[-1] is new
    assert shown(night)[0] is old
    assert [m for m in shown(night) if "table closed" in m.text] == [old]


async def test_where_the_end_was_already_on_its_way_the_lobby_is_sent_below_it(night, monkeypatch):
    is_newest, opened, asked = publisher.Publisher._is_newest, asyncio.Event(), asyncio.Event()

    async def late(self, snapshot):
        found = await is_newest(self, snapshot)
        if snapshot.stage == "closed":
            asked.set()
            await opened.wait()
        return found

    await pushed_up(night)
    monkeypatch.setattr(publisher.Publisher, "_is_newest", late)
    await night.you.command("close")
    await asked.wait()
    lobby = (await night.you.command("newgame crummy")).message
    await night.until(lambda: night.table is not None and "Start" in lobby.labels)
    opened.set()
    await night.until(lambda: "Start" in shown(night)[-1].labels and shown(night)[-1] is not lobby, "the lobby below")
    assert "table closed" in shown(night)[-2].text
    await night.until(lambda: night.table.live_message == int(shown(night)[-1].id))
    await night.until(lambda: not lobby.labels, "one lobby with buttons")
