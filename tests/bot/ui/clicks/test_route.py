"""Where clicks go and where they are answered; errors that nobody expected."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import discord
import pytest

from bot.service.model import Private
from bot.ui import serving
from bot.ui.clicks.answering import asked_for
from bot.ui.clicks.playing import argument_of
from bot.ui.clicks.route import way_of
from bot.ui.clicks.verbs import VERBS
from bot.ui.showing import answer
from bot.ui.showing.answer import Interaction, Way
from bot.ui.workload import Workload
from engine.cards import CardError, Rank, card
from tests.bot.ui.evening import Evening, cards_on, dm, ids, refused, sides
from tests.kit.tables import lose, open_tables


def click(
    *,
    guild: bool = True,
    ephemeral: bool = False,
    custom_id: str = "kb:1:2.3:hand:",
    values: list[str] | None = None,
) -> Mock:
    flags = SimpleNamespace(ephemeral=ephemeral)
    return Mock(
        spec=discord.Interaction,
        guild_id=1 if guild else None,
        message=SimpleNamespace(flags=flags),
        custom_id=custom_id,
        data={"values": values} if values is not None else {},
    )


@pytest.mark.parametrize(
    ("verb", "where", "way"),
    [
        ("draw", {}, Way.ASIDE),
        ("hand", {}, Way.ASIDE),
        ("amount", {}, Way.ASIDE),
        ("rules", {}, Way.PRIVATE),
        ("topup", {}, Way.UPDATE),
        ("verify", {}, Way.PRIVATE),
        ("join", {}, Way.ASIDE),
        ("start", {}, Way.UPDATE),
        ("page", {}, Way.PRIVATE),
        ("page", {"ephemeral": True}, Way.UPDATE),
        ("draw", {"guild": False}, Way.UPDATE),
        ("discard", {"ephemeral": True}, Way.UPDATE),
        ("rules", {"ephemeral": True}, Way.UPDATE),
        ("hand", {"guild": False}, Way.UPDATE),
    ],
)
def test_private_messages_are_updated_and_public_ones_answered_beside(verb, where, way) -> None:
    assert way_of(click(**where), VERBS[verb]) is way


def test_arguments_are_what_the_engine_takes() -> None:
    assert argument_of("discard", "7S") is card("7S")
    assert argument_of("fold", "") is None
    assert argument_of("draw", "stock") == "stock"
    assert argument_of("meld", "K") is Rank.KING
    assert argument_of("bet", "12") == 12
    assert argument_of("knock", "x") is None
    with pytest.raises(CardError):
        argument_of("discard", "?")


async def test_what_nobody_expected_is_told_neutrally_and_logged_without_a_card(
    two: Evening, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = sides(two)

    secret = "the 7S of Ann, and token abc"

    async def act(*arguments: Any, **named: Any) -> Any:
        raise RuntimeError(secret)

    monkeypatch.setattr(two.service, "act", act)
    answer = await first.command("draw", from_="stock")
    assert "Something went wrong" in answer.text
    assert "RuntimeError" in caplog.text
    assert secret not in caplog.text
    await first.click(two.live(first), "Draw stock")
    await first.until(lambda: sum("Something went wrong" in m.text for m in first.messages()) == 2)


async def test_a_disk_that_does_not_write_is_told_and_nothing_has_happened(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot.store.model.errors import StoreError

    first, _ = sides(two)

    async def step(*arguments: Any, **named: Any) -> Any:
        raise StoreError("the disk is full")

    monkeypatch.setattr(two.store, "step", step)
    message = dm(first)
    await first.click(message, "Draw stock")
    await first.until(lambda: "couldn’t be saved" in message.text)
    assert two.table.turn.seq == 0
    assert "Draw stock" in message.labels
    monkeypatch.undo()
    await first.click(message, "Draw stock")
    await first.until(lambda: len(cards_on(message)) == 6)


async def test_a_button_of_a_table_that_is_closed(two: Evening) -> None:
    first, _ = sides(two)
    message, live = dm(first), two.live(first)
    old = ids(live.components)[0]
    lose(two.service)
    answer = await first.click(live, custom_id=old)
    await refused(answer, "That table is closed")
    await first.click(message, "Draw stock")
    await first.until(lambda: "That table is closed" in message.text and not message.labels)


async def test_a_panel_that_had_given_way_to_a_refusals_words_is_shown_whole_again(two: Evening) -> None:
    first, _ = sides(two)
    message, (table,) = dm(first), open_tables(two.service)
    lose(two.service)
    await first.click(message, "Draw stock")
    await first.until(lambda: "That table is closed" in message.text and not message.attachments)
    two.service._in_memory.by_id[table.table_id] = two.service._in_memory.by_channel[table.channel_id] = table
    two.client.showing.panels.changed(table.table_id)
    await first.until(lambda: "Draw stock" in dm(first).labels and dm(first).attachments)
    assert malformed(two) == [], "no edit may name a file that went with the words"


def malformed(night: Evening) -> list[str]:
    """The bot's requests that Discord could not read."""
    return [entry["route"] for entry in night.server.context.log.entries if entry["status"] == 400]


async def test_a_button_that_is_none_of_ours(two: Evening) -> None:
    channel = two.client.get_partial_messageable(two.channel_id)
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Old", custom_id="something:else"))
    view.stop()
    sent = await channel.send("An older version wrote this", view=view)
    await two.you.until(lambda: any(m.id == str(sent.id) for m in two.you.messages()))
    message = next(m for m in two.you.messages() if m.id == str(sent.id))
    answer = await two.you.click(message, "Old")
    await two.you.until(lambda: any("don’t know that button" in m.text for m in answer.messages))


async def test_a_hand_stays_where_an_action_fails_unexpectedly(two: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _ = sides(two)
    message = dm(first)

    async def act(*arguments: Any, **named: Any) -> Any:
        raise RuntimeError

    monkeypatch.setattr(two.service, "act", act)
    answer = await first.click(message, "Draw stock")
    await first.until(lambda: any("Something went wrong" in m.text for m in answer.messages))
    assert "Draw stock" in message.labels


@pytest.mark.parametrize("ends", [True, False])
async def test_the_bot_stops_after_the_answers_that_are_under_way(
    ends: bool, two: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(serving, "FINISH", 30.0 if ends else 0.05)
    began, goes_on, act = asyncio.Event(), asyncio.Event(), two.service.act

    async def slow(*given: Any) -> Private:
        began.set()
        await goes_on.wait()
        return await act(*given)

    monkeypatch.setattr(two.service, "act", slow)
    first, _ = sides(two)
    press = asyncio.create_task(first.click(dm(first), "Draw stock"))
    await began.wait()
    closing = asyncio.create_task(two.client.close())
    await two.until(lambda: two.client.desk.serving.closed, "the beginning of the end")
    if ends:
        goes_on.set()
        await press
    await closing
    if ends:
        await first.until(lambda: len(cards_on(dm(first))) == 6, "the answer")
    else:
        assert len(cards_on(dm(first))) < 6
    press.cancel()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_nothing_is_taken_any_more_when_the_bot_stops(two: Evening) -> None:
    await two.client.desk.serving.finish()
    assert not two.client.desk.takes(cast(Interaction, SimpleNamespace(id=1)))


@pytest.mark.parametrize(
    ("custom_id", "told"), [("kb:1:1.0:draw:stock", "draw"), ("kb:1:1.0:made-up:", "?"), ("x", "?")]
)
def test_a_made_up_verb_is_no_label_of_the_metrics(custom_id: str, told: str) -> None:
    assert asked_for(Mock(custom_id=custom_id)) == told


@pytest.mark.parametrize(("why", "kind"), [("", 7), ("old", 6), ("overloaded", 6)])
async def test_a_panels_next_page_is_the_acknowledgement_of_a_fresh_press_where_there_is_not_too_much_to_do(
    two: Evening, monkeypatch: pytest.MonkeyPatch, why: str, kind: int
) -> None:
    first, _ = sides(two)
    await two.settled()
    monkeypatch.setattr(answer, "SOON", 10.0)
    monkeypatch.setattr(answer, "FRESH", (60.0, 120.0) if why == "old" else (-60.0, 60.0))
    monkeypatch.setattr(Workload, "overloaded", property(lambda workload: why == "overloaded"))
    kinds: list[int] = []

    def note(entry: Mapping[str, Any]) -> None:
        if entry["path"].endswith("/callback"):
            sent = entry["request"]
            kinds.append(sent.get("payload_json", sent)["type"])

    two.server.context.log.listen(note)
    await first.click(dm(first), "Draw stock")
    await two.until(lambda: "Draw stock" not in dm(first).labels, "the answer")
    await two.until(lambda: not two.client.desk.busy, "rest")
    assert kinds == [kind]
