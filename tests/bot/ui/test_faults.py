"""What goes wrong on the way to Discord, made on purpose on the local one: nothing is done twice, nothing is lost."""

from __future__ import annotations

import asyncio

import pytest

from bot.service.clock import Pace
from bot.ui.showing import live, refresher
from tests.bot.ui.evening import a_turn, bot_on, cards_on, discard, dm, evening, ids, seated, sides


@pytest.mark.parametrize(
    "fault",
    [
        {"kind": "lost_answer", "times": 1},
        {"kind": "cut", "times": 1},
        {"kind": "status", "status": 500, "times": 1},
        {"kind": "status", "status": 429, "times": 1, "retry_after": 0.2},
    ],
    ids=["lost", "cut", "500", "429"],
)
async def test_an_acknowledgement_that_goes_astray_is_repeated_and_the_action_done_once(two, fault):
    first, _ = sides(two)
    await two.you.faults(add=fault | {"path": "/callback"})
    message = dm(first)
    await first.click(message, "Draw stock")
    await first.until(lambda: len(cards_on(message)) == 6)
    assert two.table.turn.seq == 1


@pytest.mark.parametrize("kind", ["lost_answer", "cut"])
async def test_an_answer_that_goes_astray_is_repeated(two, kind):
    first, _ = sides(two)
    await two.you.faults(add={"kind": kind, "times": 2, "path": "/messages/@original"})
    answer = await first.command("draw", from_="stock")
    assert len(cards_on(answer.shown)) == 6
    assert two.table.turn.seq == 1


@pytest.mark.parametrize("kind", ["lost_answer", "cut"])
async def test_a_table_message_that_goes_astray_is_not_doubled(two, kind):
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


async def test_a_table_message_given_up_is_found_though_play_has_gone_on(two, monkeypatch):
    monkeypatch.setattr(refresher, "AGAIN", (0.5,))

    def shown():
        return [m for m in two.you.messages() if not m.ephemeral]

    def buttons():
        return [m for m in shown() if any(one.startswith("kb:") for one in ids(m.components))]

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


async def test_direct_messages_that_go_astray_are_not_doubled(tmp_path, blank, monkeypatch):
    async with evening(tmp_path, blank, monkeypatch) as night:
        lobby = await night.you.command("newgame knock-poker")
        await night.you.click(lobby, "Add computer player")
        await night.until(lambda: len(night.table.sitters) == 2)
        opened = await night.you.call("POST", "/local/dms", {})
        path = f"/channels/{opened['id']}/messages"
        await night.you.faults(add={"kind": "lost_answer", "times": 1, "method": "POST", "path": path})
        await night.you.click(lobby, "Start")
        await night.you.wait_for("Your hand", channel="dm")
        await night.settled()
        await asyncio.sleep(0.5)
        assert len(night.you.dms()) == 1


async def test_a_lost_gateway_is_found_again(two):
    first, _ = sides(two)
    await two.you.gateway("drop")
    await two.until(lambda: not two.client.is_closed() and two.client.ws is not None and two.client.ws.open, "the line")
    await asyncio.sleep(0.5)
    await first.click(dm(first), "Draw stock")
    await first.until(lambda: len(cards_on(dm(first))) == 6)
    assert [m for m in two.you.messages() if "Knock Poker · deal 1" in m.text] == [two.live()]


async def test_after_a_restart_the_deal_goes_on_in_the_same_messages(tmp_path, blank, monkeypatch):
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
            await night.until(lambda: not before.labels, "the old message at rest")
            assert before.attachments
            assert "<@" not in before.text


async def test_after_a_restart_nobody_is_called_twice(tmp_path, blank, monkeypatch):
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


async def test_direct_messages_that_were_opened_too_fast_are_sent_later(tmp_path, blank, monkeypatch):
    monkeypatch.setattr(refresher, "AGAIN", (0.1,))
    async with evening(tmp_path, blank, monkeypatch) as night:
        lobby = await night.you.command("newgame knock-poker")
        await night.you.click(lobby, "Add computer player")
        await night.until(lambda: len(night.table.sitters) == 2)
        await night.you.faults(dms_too_fast=2)
        await night.you.click(lobby, "Start")
        await night.you.wait_for("Your hand", channel="dm", timeout=20)
