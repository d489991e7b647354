"""When a table's message is sent anew, who is called, and what becomes of the message before it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.local.testing.seen import Seen
from bot.service.clock import Pace
from bot.service.model import Snapshot
from bot.service.service import TableService
from bot.store.messages import Messages, Remembered
from bot.ui.pages.page import Page
from bot.ui.pages.table import table_page
from bot.ui.showing import live, publisher, refresher
from bot.ui.showing.memory import TABLES
from tests.bot.ui.evening import Evening, a_turn, bot_on, cards_on, discard, dm, evening, ids, play_out, seated, sides
from tests.kit.painters import Blank


def shown(night: Evening) -> list:
    """The messages of the channel that everybody sees."""
    return [m for m in night.you.messages() if not m.ephemeral]


async def pushed_up(night: Evening) -> Seen:
    """The message of a lobby with talk below it."""
    lobby = (await night.you.command("newgame knock-poker")).shown
    await night.you.command("table")  # which waits until it is shown
    await night.you.say("talk that pushes it up")
    return lobby


async def test_a_table_ends_above_the_one_that_is_opened_at_once(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, opened = table_page, asyncio.Event()

    async def slowly(snapshot: Snapshot, *more: Any) -> Page:
        if snapshot.stage == "closed":
            await opened.wait()  # as if its picture took a while
        return await drawn(snapshot, *more)

    old = await pushed_up(night)
    monkeypatch.setattr(publisher, "table_page", slowly)
    await night.you.command("close")
    new = (await night.you.command("newgame crummy")).shown
    await night.until(lambda: night.is_open and "Start" in new.labels)
    opened.set()
    await night.you.until(lambda: "table closed" in old.text)
    await night.settled()
    await night.until(lambda: len(night.client.showing.published) == 1, "the end of the old table's publishing")
    assert shown(night)[-1] is new
    assert shown(night)[0] is old
    assert [m for m in shown(night) if "table closed" in m.text] == [old]


async def test_where_the_end_was_already_on_its_way_the_lobby_is_sent_below_it(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_newest, opened, asked = publisher.is_newest, asyncio.Event(), asyncio.Event()

    async def late(*where: Any) -> bool:
        found = await is_newest(*where)
        if not night.is_open:
            asked.set()
            await opened.wait()
        return found

    await pushed_up(night)
    monkeypatch.setattr(publisher, "is_newest", late)
    await night.you.command("close")
    await asked.wait()
    lobby = (await night.you.command("newgame crummy")).shown
    await night.until(lambda: night.is_open and "Start" in lobby.labels)
    opened.set()
    await night.until(lambda: "Start" in shown(night)[-1].labels and shown(night)[-1] is not lobby, "the lobby below")
    assert "table closed" in shown(night)[-2].text
    await night.until(lambda: night.table.live_message == int(shown(night)[-1].id))
    await night.until(lambda: not lobby.labels, "one lobby with buttons")


async def test_a_lobby_is_left_with_everybody_who_was_dealt_in(night: Evening) -> None:
    ann = await night.people.guest("Ann")
    lobby = await night.you.command("newgame knock-poker")
    await night.settled()
    await ann.click(lobby, "Join")
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing")
    await night.settled()
    message = night.you.messages()[-2]
    await night.until(lambda: not message.labels, "the lobby at rest")
    assert "2 players sit" in message.text
    assert "Ann, 20 chips" in message.text


@pytest.mark.parametrize("kind", ["lost_answer", "cut"])
async def test_a_table_message_that_goes_astray_is_not_doubled(two: Evening, kind) -> None:
    first, other = sides(two)
    before = len(two.you.messages())
    await two.you.faults(
        add={"kind": kind, "times": 2, "method": "POST", "path": f"/channels/{two.channel_id}/messages"}
    )
    message = dm(first)
    await first.click(message, "Draw stock")
    await first.until(lambda: cards_on(message))
    await first.click(message, custom_id=discard(message))
    await other.until(lambda: "Draw stock" in dm(other).labels)
    await two.settled()
    assert len(two.you.messages()) == before + 1


async def test_a_table_message_given_up_is_found_though_play_has_gone_on(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refresher, "AGAIN", (0.5,))

    def shown() -> list[Seen]:
        return [m for m in two.you.messages() if not m.ephemeral]

    def buttons() -> list[Seen]:
        return [m for m in shown() if any(custom_id.startswith("kb:") for custom_id in ids(m.components))]

    first, other = sides(two)
    before = len(shown())
    path = f"/channels/{two.channel_id}/messages"
    await two.you.faults(add={"kind": "lost_answer", "times": live.ATTEMPTS, "method": "POST", "path": path})
    await a_turn(first)
    await two.until(lambda: len(shown()) == before + 1, "the message that arrived, of which nobody heard")
    for _ in range(1000):
        if not (await two.you.faults())["rules"]:
            break
        await asyncio.sleep(0.01)
    await a_turn(other)
    await two.settled()
    await two.until(lambda: len(buttons()) == 1, "one message with buttons")
    assert buttons() == [two.live()]


async def test_after_a_restart_nobody_is_called_twice(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace = Pace(turn=0, pause=1000, computer=0)
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night)
        before, count = night.live(), len(night.you.messages())
        await night.client.close()
        await night.service.stop()
        await night.store.close()
        async with bot_on(night.server, tmp_path / "k.sqlite3", blank, pace) as (store, service, client):
            night.store, night.service, night.client = store, service, client
            first, _ = sides(night)
            await first.click(before, "Draw stock")
            await night.settled()
            assert night.live() is before
            assert len([m for m in night.you.messages() if not m.ephemeral]) == count


async def test_a_message_that_was_posted_but_not_noted_is_found_after_a_restart(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace = Pace(turn=0, pause=1000, computer=0)
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night)
        old = night.table.live_message
        assert old is not None

        async def down(message: Remembered) -> None:
            if message.name.startswith(TABLES) and message.message_id != old:
                await asyncio.Event().wait()  # as if the power had gone
            await Messages.remember(night.service.messages, message)

        def newest() -> Seen:
            return [message for message in night.you.messages() if not message.ephemeral][-1]

        monkeypatch.setattr(night.service.messages, "remember", down)
        await a_turn(sides(night)[0])
        await night.until(lambda: int(newest().id) > old and "Draw stock" in newest().labels)
        stray = newest()
        await night.client.close()
        await night.service.stop()
        await night.store.close()
        async with bot_on(night.server, tmp_path / "k.sqlite3", blank, pace) as (store, service, client):
            night.store, night.service, night.client = store, service, client
            await night.until(lambda: night.table.live_message not in (None, old), "the message found again")
            await night.settled()
            live = [m for m in night.you.messages() if not m.ephemeral and any("Draw" in label for label in m.labels)]
            await night.until(lambda: len([m for m in live if m.labels]) == 1, "one message with buttons")
            assert night.live() is stray
            await remembered(
                service, "table:1", lambda message: (message.message_id, message.nonce) == (int(stray.id), "")
            )


async def remembered(service: TableService, name: str, condition: Callable[[Remembered], bool]) -> None:
    """Waits until the message of that name is written down so."""
    for _ in range(200):
        if any(message.name == name and condition(message) for message in await service.messages.all()):
            return
        await asyncio.sleep(0.01)
    pytest.fail("the message was not noted")


async def test_talk_that_pushes_the_table_up_brings_it_down_again(two: Evening) -> None:
    first, _ = sides(two)
    old = two.live()
    await first.say("well, well")
    await a_turn(first)
    await two.settled()
    assert int(two.live().id) > int(old.id)
    said = await first.say("hm")
    answer = await first.command("table")
    assert str(two.table.live_message) in answer.text
    assert int(two.live().id) > int(said.id)
    newest = two.live()
    await first.command("table")
    assert two.live() is newest, "the newest message is not sent again"


async def test_a_deleted_message_is_sent_anew(two: Evening) -> None:
    first, _ = sides(two)
    await two.client.get_partial_messageable(two.channel_id).get_partial_message(two.live_message).delete()
    old = two.table.live_message
    await first.command("draw", from_="stock")
    await two.until(lambda: two.table.live_message != old)
    await two.settled()


async def test_a_channel_without_permission_does_not_stop_the_deal(two: Evening) -> None:
    first, other = sides(two)
    await two.you.deny_bot("send_messages", "view_channel")
    await first.click(dm(first), "Draw stock")
    await first.until(lambda: cards_on(dm(first)))
    await first.click(dm(first), custom_id=discard(dm(first)))
    await other.until(lambda: "Draw stock" in dm(other).labels)
    await two.until(lambda: two.desk_notices(), "somebody to be told")
    await other.click(dm(other), "Draw stock")
    await other.until(lambda: "I can’t show the table" in dm(other).text)
    await two.you.deny_bot()
    await other.click(dm(other), custom_id=discard(dm(other)))
    await two.settled()


async def test_each_deal_calls_its_players_anew(two: Evening) -> None:
    await play_out(two)
    await two.until(lambda: "Next deal" in two.live().labels)
    await two.you.click(two.live(), "Next deal")
    await two.until(lambda: two.table.turn.deal == 2)
    await two.settled()
    first, _ = sides(two)
    assert two.live().payload["mentions"][0]["id"] == first.id
