"""Panels, as direct messages and in the channel: one a person, kept true, and put away when they are over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.local.testing.driver import Person as Guest
from bot.local.testing.seen import Seen
from bot.service.model import Person
from bot.service.pace import Pace
from bot.service.service import TableService
from bot.store.books import Books
from bot.store.messages import Messages, Remembered
from bot.store.model.errors import StoreError
from bot.store.owed import Owed, OwedAnswers
from bot.ui.pages.page import NOTHING_KEPT, Kept, Page
from bot.ui.pictures.shared import SharedPictures
from bot.ui.showing import channel_panel, direct_panel, refresher
from bot.ui.showing.answer import Answer
from bot.ui.showing.live import LiveMessage
from bot.ui.showing.memory import HANDS, PANELS
from bot.ui.showing.panel_news import LAST_EDIT, PanelNews
from bot.ui.showing.pending_answers import PendingAnswers
from bot.ui.showing.replaced_panels import ReplacedPanels
from bot.ui.showing.tokens import TOKEN_LIFE, Tokens
from tests.bot.ui.evening import (
    Evening,
    a_turn,
    bot_on,
    cards_on,
    discard,
    dm,
    evening,
    forgotten,
    ids,
    knocks,
    loses_its_buttons,
    play_out,
    seated,
    sides,
    written,
)
from tests.kit.painters import Blank


async def test_who_leaves_a_lobby_is_told_there_will_be_no_hand(night: Evening) -> None:
    ann = await night.people.guest("Ann")
    await night.you.command("newgame knock-poker")
    await ann.command("join")
    hand = (await ann.command("hand")).shown
    assert "Your hand will be here" in hand.text
    await ann.command("leave")
    await ann.until(lambda: "You no longer sit at this table." in hand.text)
    assert hand.labels == ["To the table"]


async def test_a_hand_in_a_lobby_that_is_closed_says_so(night: Evening) -> None:
    await night.you.command("newgame knock-poker")
    hand = (await night.you.command("hand")).shown
    await night.you.command("close")
    await night.you.until(lambda: "That table is closed." in hand.text)
    assert hand.labels == ["To the table"]


async def test_who_got_up_before_a_crash_is_shown_no_cards_after_it(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night)
        _, other = sides(night)
        hand = dm(other)
        await night.client.close()  # the service goes on: what it does is shown no more
        sitting = night.seated(other)
        await night.store.step(partial(Books.mark_leaving, sitting_id=sitting.sitting_id))
        await night.service.stop()
        await night.store.close()
        assert "Refresh" in hand.labels
        pace = Pace(turn=0, pause=1000, computer=1000)
        async with bot_on(night.server, tmp_path / "k.sqlite3", blank, pace) as (store, service, client):
            night.store, night.service, night.client = store, service, client
            await other.until(lambda: "a computer player finishes deal 1 for you" in hand.text)
            assert not hand.attachments
            assert hand.labels == ["To the table"]


async def test_a_direct_message_shows_the_present_deal_after_one_that_ended_unseen(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace = Pace(turn=0, pause=1000, computer=0)
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night)
        people = sides(night)
        old = [dm(person) for person in people]
        assert all(hand.attachments for hand in old)
        await night.client.close()
        await play_on(night)
        await night.service.stop()
        await night.store.close()
        assert "Draw stock" in old[0].labels
        async with bot_on(night.server, tmp_path / "k.sqlite3", blank, pace) as (store, service, client):
            night.store, night.service, night.client = store, service, client
            for person, panel in zip(people, old, strict=True):
                await person.until(partial(says, panel, "deal 2"))
                assert person.dms() == [panel], "one message a table"
                assert len(panel.media) == 2
            await night.until(lambda: "Draw stock" in dm(sides(night)[0]).labels)


async def test_an_older_direct_message_that_is_pressed_becomes_the_panel(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace = Pace(turn=0, pause=1000, computer=0)
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night)
        first, _ = sides(night)
        old = dm(first)
        await night.client.close()  # a crash; meanwhile the next deal begins
        await play_on(night)
        await night.service.messages.forget(f"{HANDS}1:{first.id}")
        await night.service.stop()
        await night.store.close()
        async with bot_on(night.server, tmp_path / "k.sqlite3", blank, pace) as (store, service, client):
            night.store, night.service, night.client = store, service, client
            await first.until(lambda: len(first.dms()) == 2)
            assert "Draw stock" in old.labels, "nobody knows of it any more"
            newer = dm(first)
            await first.click(old, "Draw stock")
            await first.until(lambda: newer.gone and "deal 2" in old.text)
            assert first.dms() == [old]
            assert night.table.turn.seq == 0, "a button of an earlier deal does nothing"
            # It was told; at a start the panel may be brought up to date right after it.
            assert any("❗" in str(event.get("message")) for event in first.events)
            actor = sides(night)[0]
            await actor.click(dm(actor), "Draw stock")
            await actor.until(lambda: night.table.turn.seq == 1)


async def play_on(night: Evening) -> None:
    """The deal to its end and the next one dealt, without a bot that shows it."""
    service, table_id = night.service, night.table.table_id
    key = 10**17
    while night.table.stage == "playing":
        sitter = night.acting
        assert sitter.user_id is not None
        person = Person(night.table.guild_id, sitter.user_id, sitter.name)
        view = service.private_of(table_id, sitter.user_id).view
        assert view is not None
        prompt = view.prompt("knock") or (view.prompt("discard") if view.asks == "discard" else None) or view.prompts[0]
        key += 1
        await service.act(table_id, person, prompt.do, prompt.choices[0] if prompt.choices else None, key)
    await service.start(table_id, Person(night.table.guild_id, int(night.you.id), "You"), key + 1)


async def test_of_panels_opened_in_the_channel_the_last_one_stays(two: Evening) -> None:
    first, _ = sides(two)
    shown = (await first.command("hand")).shown
    other = (await first.command("hand")).shown
    await first.until(lambda: shown.gone)
    assert "Draw stock" in other.labels
    await first.click(other, "Draw stock")
    await first.until(lambda: len(other.labels) > 5)
    await first.click(two.live(first), "My hand")
    await first.until(lambda: other.gone)
    assert [len(cards_on(panel)) for panel in panels(first)] == [6]


async def test_of_a_double_tap_under_the_table_one_panel_stays_and_it_is_edited(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The panel of the first press arrives when that of the second is there."""
    first, _ = sides(two)
    held, go, send = asyncio.Event(), asyncio.Event(), Answer._sent_aside

    async def slowly(answer: Answer, page: Page) -> discord.WebhookMessage:
        if not held.is_set():
            held.set()
            await go.wait()
        return await send(answer, page)

    monkeypatch.setattr(Answer, "_sent_aside", slowly)
    tap = asyncio.create_task(first.click(two.live(first), "My hand"))
    await held.wait()
    await first.click(two.live(first), "My hand")
    await first.until(lambda: len(panels(first)) == 1, "the panel of the second press")
    newer = panels(first)[0]
    go.set()
    await tap
    await first.until(lambda: newer.gone and len(panels(first)) == 1, "one panel")
    await first.click(two.live(first), "Draw stock")
    await first.until(lambda: [len(cards_on(panel)) for panel in panels(first)] == [6], "the card drawn in that panel")


def panels(person: Guest) -> list[Seen]:
    """What the person alone sees in the channel."""
    return [message for message in person.messages() if message.ephemeral]


def is_gone(message: Seen) -> bool:
    """Whether the message was deleted."""
    return message.gone


async def test_whoever_opens_the_panel_in_the_channel_has_it_there_and_no_direct_message_to_play_from(two):
    first, other = sides(two)
    await first.click(two.live(first), "My hand")
    await first.until(lambda: dm(first).labels == ["To the table"])
    assert "is in" in dm(first).text
    await first.until(lambda: "Draw stock" in panels(first)[0].labels)
    assert "Refresh" in dm(other).labels, "others keep theirs"
    edited = dm(first).payload["edited_timestamp"]
    await play_out(two)
    await first.until(lambda: "The deal is over" in panels(first)[0].text)
    assert dm(first).payload["edited_timestamp"] == edited
    assert len(first.dms()) == 1


async def test_a_press_on_the_table_shows_the_panel_once_and_never_in_public(two):
    first, _ = sides(two)
    await first.click(two.live(first), "Draw stock")
    await first.until(lambda: [len(cards_on(panel)) for panel in panels(first)] == [6])
    await two.settled()
    await first.click(two.live(first), "Knock")
    await first.until(lambda: "Knock" not in panels(first)[0].labels)
    if "Yes" in panels(first)[0].labels:  # it is asked first
        await first.click(panels(first)[0], "Yes")
        await first.until(lambda: "Yes" not in panels(first)[0].labels)
    assert len(panels(first)) == 1, "it is edited, and not doubled"
    for message in two.you.messages() if first is two.ann else two.ann.messages():
        assert not cards_on(message)


async def test_a_panel_in_the_channel_follows_the_others_and_comes_anew_with_each_deal(two):
    first, other = sides(two)
    await other.click(two.live(other), "My hand")
    await other.until(lambda: bool(panels(other)))
    panel = panels(other)[0]
    assert f"It isn’t your turn but {first.name}’s." in panel.text
    await first.click(dm(first), "Draw stock")
    await first.until(lambda: len(cards_on(dm(first))) == 6)
    await first.click(dm(first), custom_id=discard(dm(first)))
    await other.until(lambda: "Draw stock" in panel.labels)
    assert f"{first.name} draws from the stock." in panel.text
    await a_turn_in(other, panel, knock=True)
    await a_turn(first)
    await other.until(lambda: "Next deal" in panel.labels)
    await other.click(panel, "Next deal")
    await other.until(lambda: panel.gone and "deal 2" in panels(other)[-1].text)
    assert len(panels(other)) == 1
    assert int(panels(other)[0].id) > two.table.live_message, "below the table"


def answers_what_is_gone(person: Guest) -> list[str]:
    """The messages on that screen above which it says that the original message was deleted."""
    here = {message.id for message in person.messages()}
    referring = [m for m in person.messages() if m.payload.get("message_reference")]
    return [m.text[:80] for m in referring if m.payload["message_reference"]["message_id"] not in here]


async def a_deal_in_the_channel(night: Evening, number: int, *, late: bool = False) -> None:
    """Plays the deal from the panels in the channel, and has the next one, of that number, dealt from one of them.

    ``late``: fourteen minutes have passed since anybody pressed the table's message; the panels were pressed lately.
    """
    for knock in (True, False):
        person = sides(night)[0]
        await person.until(lambda: "Draw stock" in panels(person)[-1].labels, "the turn")  # noqa: B023 - it is awaited before the loop goes on
        await a_turn_in(person, panels(person)[-1], knock=knock)
        await night.until(
            lambda: night.table.stage != "playing" or sides(night)[0] is not person,  # noqa: B023 - it is awaited before the loop goes on
            "the other one's turn",
        )
    await night.you.until(lambda: "Next deal" in panels(night.you)[-1].labels, "the end")
    if late:
        tokens = night.client.showing.tokens
        for token in tuple(tokens._known.values()):
            if token.original == night.live_message:
                tokens.drop(token)
    await night.you.click(panels(night.you)[-1], "Next deal")
    for person in (night.you, night.ann):
        await person.until(lambda: f"deal {number}" in panels(person)[-1].text, "the next deal")  # noqa: B023 - it is awaited before the loop goes on
    await night.until(lambda: not night.client.showing.panels.busy, "the panels")


def _has_one_panel(person: Guest) -> bool:
    return len(panels(person)) == 1


async def test_a_panel_that_answers_the_table_comes_anew_with_nothing_said_of_a_deleted_message(two: Evening) -> None:
    for person in (two.you, two.ann):
        await person.click(two.live(person), "My hand")
        await person.until(partial(panels, person), "the panel")
    before = panels(two.you)[0]
    await a_deal_in_the_channel(two, 2)
    await two.you.until(lambda: before.gone, "the panel before to go")
    for person in (two.you, two.ann):
        await person.until(partial(_has_one_panel, person), "one panel")
    assert answers_what_is_gone(two.you) == answers_what_is_gone(two.ann) == []


async def test_a_panel_that_would_answer_the_one_before_stays_until_too_much_stands_below_it(two: Evening) -> None:
    for person in (two.you, two.ann):
        await person.click(two.live(person), "My hand")
        await person.until(partial(panels, person), "the panel")
    panel = panels(two.you)[0]
    for number in (2, 3):
        await a_deal_in_the_channel(two, number, late=True)
        assert panels(two.you) == [panel], "a line or two below it are no reason"
    await a_deal_in_the_channel(two, 4, late=True)
    old, new = panels(two.you)
    assert old.id == panel.id
    await two.you.until(lambda: "Your newest panel is the message below" in old.text, "the line")
    assert ids(old.components) == []
    assert new.payload["message_reference"]["message_id"] == old.id
    assert answers_what_is_gone(two.you) == answers_what_is_gone(two.ann) == []


async def a_turn_in(person, panel, *, knock=False) -> None:
    """Draws and discards in that panel."""
    await person.click(panel, "Draw stock")
    await person.until(lambda: len(cards_on(panel)) == 6)
    if knock:
        await knocks(person, lambda: panel)
    await person.click(panel, custom_id=discard(panel))


async def test_a_panel_moves_back_to_direct_messages(two):
    first, _ = sides(two)
    await first.click(two.live(first), "My hand")
    await first.until(lambda: bool(panels(first)))
    await first.until(lambda: dm(first).labels == ["To the table"])
    await first.command("settings", hand="dm")
    await first.until(lambda: len(first.dms()) == 1 and "Draw stock" in dm(first).labels)
    await first.until(lambda: not [panel for panel in panels(first) if "Draw stock" in panel.labels])


async def test_a_panel_asked_for_in_direct_messages_is_one_that_the_bot_can_edit(two):
    _, other = sides(two)
    before = dm(other)
    answer = await other.command("hand", channel="dm")
    await other.until(lambda: before.gone)
    assert not answer.shown.ephemeral
    assert other.dms() == [answer.shown]


async def test_a_panel_says_as_of_when_it_is_before_its_token_runs_out(two, monkeypatch):
    first, _ = sides(two)
    await first.click(two.live(first), "My hand")
    await first.until(lambda: bool(panels(first)))
    panel = panels(first)[0]
    tokens = two.client.showing.tokens
    now = tokens._clock
    monkeypatch.setattr(tokens, "_clock", lambda: now() + TOKEN_LIFE - LAST_EDIT + 1)
    two.client.showing.panels.wake(two.table.table_id, int(first.id))
    await first.until(lambda: panel.labels == ["Refresh"])
    assert "As of <t:" in panel.text
    monkeypatch.setattr(tokens, "_clock", lambda: now() + TOKEN_LIFE + 1)
    await first.click(panel, "Refresh")
    await first.until(lambda: "Draw stock" in panel.labels)
    assert panels(first) == [panel]


async def test_a_turn_hours_after_the_last_press_comes_by_direct_message(two: Evening) -> None:
    first, other = sides(two)
    await other.click(two.live(other), "My hand")
    await other.until(lambda: bool(panels(other)))
    await other.until(lambda: dm(other).labels == ["To the table"])
    two.later(4 * TOKEN_LIFE)
    await first.command("draw", from_="stock")
    await asyncio.sleep(0.3)
    assert dm(other).labels == ["To the table"], "it isn't the other's turn yet"
    await first.command("discard", card=(await first.autocomplete("discard", "card", ""))[0].value)
    await other.until(lambda: "Draw stock" in dm(other).labels, "the own turn")


async def test_whoever_wants_the_hand_in_the_channel_gets_no_direct_message_hours_later(two: Evening) -> None:
    first, other = sides(two)
    await other.click(two.live(other), "My hand")
    await other.until(lambda: bool(panels(other)))
    await other.until(lambda: dm(other).labels == ["To the table"])
    await other.command("settings", hand="here")
    two.later(4 * TOKEN_LIFE)
    await first.command("draw", from_="stock")
    await first.command("discard", card=(await first.autocomplete("discard", "card", ""))[0].value)
    await asyncio.sleep(0.5)
    assert not [message for message in other.dms() if "Draw stock" in message.labels]


async def test_panels_in_the_channel_go_on_after_a_restart(tmp_path, blank, monkeypatch):
    pace = Pace(turn=0, pause=1000, computer=0)
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night)
        first, other = sides(night)
        for person in (first, other):
            await person.click(night.live(person), "My hand")
            await person.until(partial(panels, person))
        kept = [panels(person)[0] for person in (first, other)]
        await night.client.close()
        await night.service.stop()
        await night.store.close()
        async with bot_on(night.server, tmp_path / "k.sqlite3", blank, pace) as (store, service, client):
            night.store, night.service, night.client = store, service, client
            await first.click(kept[0], "Draw stock")
            await first.until(lambda: len(cards_on(kept[0])) == 6)
            await first.click(kept[0], custom_id=discard(kept[0]))
            await other.until(lambda: f"{first.name} discards" in kept[1].text)
            assert [panels(person) for person in (first, other)] == [[kept[0]], [kept[1]]]


async def test_a_direct_message_is_edited_from_deal_to_deal(two: Evening) -> None:
    await play_out(two)
    for person in (two.you, two.ann):
        await written(person, "The deal is over")
        assert dm(person).labels == ["Next deal", "To the table"]
    old = [dm(person) for person in (two.you, two.ann)]
    await two.you.click(dm(two.you), "Next deal")
    for person, panel in zip((two.you, two.ann), old, strict=True):
        await person.until(partial(says, panel, "deal 2"))
        assert person.dms() == [panel]


async def test_with_the_deal_after_three_quarters_of_an_hour_the_direct_message_comes_anew(two, monkeypatch):
    await play_out(two)
    old = [dm(person) for person in (two.you, two.ann)]
    await two.you.until(lambda: "Next deal" in old[0].labels)
    monkeypatch.setattr(direct_panel, "OLD_MESSAGE", 0.0)
    await two.you.click(old[0], "Next deal")
    for person, panel in zip((two.you, two.ann), old, strict=True):
        await person.until(partial(is_gone, panel))
        await written(person, "deal 2")
        assert len(person.dms()) == 1


async def test_a_table_that_closes_after_its_last_deal_tells_every_hand_how_it_went(two: Evening) -> None:
    await two.you.command("close")
    await play_out(two)
    await two.until(lambda: not two.is_open, "the table closed")
    for person in (two.you, two.ann):
        await written(person, "The deal is over")
        await loses_its_buttons(person, dm(person))


def leads_to_the_channel(person: Guest) -> list[str]:
    """The direct messages that say where the panel is."""
    return [message.id for message in person.dms() if "Your hand at this table is in" in message.text]


async def test_a_direct_message_that_leads_to_the_panel_goes_when_the_table_closes(two: Evening) -> None:
    for person in (two.you, two.ann):
        await person.command("hand")
        await person.until(partial(leads_to_the_channel, person), "the way to the channel")
    await two.you.command("close")
    await play_out(two)
    await two.until(lambda: not two.is_open, "the table closed")
    for person in (two.you, two.ann):
        await person.until(lambda: not leads_to_the_channel(person), "no way to a closed table")  # noqa: B023 - it is awaited before the loop goes on
    await forgotten(two, "pointer:")


async def test_it_goes_when_the_panel_is_a_direct_message_again(two: Evening) -> None:
    await two.you.command("hand")
    await two.you.until(partial(leads_to_the_channel, two.you), "the way to the channel")
    await two.you.command("settings", hand="dm")
    await written(two.you, "deal 1")
    await two.you.until(lambda: not leads_to_the_channel(two.you), "no way to where the panel isn't")
    await forgotten(two, "pointer:")


async def test_a_closed_lobby_leaves_no_hands(night: Evening) -> None:
    await night.you.command("newgame knock-poker")
    hand = await night.you.command("hand")
    await night.you.command("close")
    await night.until(lambda: hand.shown.labels == ["To the table"], "no buttons")
    assert night.you.dms() == []


async def test_direct_messages_that_go_astray_are_not_doubled(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
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


async def test_direct_messages_that_were_opened_too_fast_are_sent_later(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refresher, "AGAIN", (0.1,))
    async with evening(tmp_path, blank, monkeypatch) as night:
        lobby = await night.you.command("newgame knock-poker")
        await night.you.click(lobby, "Add computer player")
        await night.until(lambda: len(night.table.sitters) == 2)
        await night.you.faults(dms_too_fast=2)
        await night.you.click(lobby, "Start")
        await night.you.wait_for("Your hand", channel="dm", timeout=20)


async def test_closed_direct_messages_are_told_and_the_deal_goes_on(night: Evening) -> None:
    ann = await night.people.guest("Ann")
    await ann.set(dms_open=False)
    lobby = await night.you.command("newgame knock-poker")
    await ann.click(lobby, "Join")
    await night.until(lambda: len(night.table.sitters) == 2)
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing")
    await night.until(lambda: night.table.live_message and "Not everybody’s hand came" in night.live().text)
    assert "message to Ann" not in night.live().text, "who takes none is nobody's business"
    hand = await ann.command("hand")
    assert "I can’t send you direct messages" in hand.text
    assert "I can’t send you direct messages" not in (await ann.command("hand")).text
    night.ann = ann
    await ann.set(dms_open=True)
    await ann.command("settings", hand="dm")
    assert (await ann.wait_for("Your hand", channel="dm")).attachments


async def test_a_hand_that_is_open_in_the_channel_follows_the_deal(two: Evening) -> None:
    first, other = sides(two)
    hand = await other.command("hand")
    assert hand.shown.labels == ["Refresh", "What beats what", "To the table"]
    await a_turn(first)
    await other.until(lambda: "Draw stock" in hand.shown.labels)
    await other.click(hand, "Draw stock")
    await other.until(lambda: len(cards_on(hand.shown)) == 6)


@pytest.mark.parametrize("channel", [False, True], ids=["direct", "channel"])
async def test_a_card_that_is_drawn_and_let_go_brings_the_hand_back_without_sending_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, channel: bool
) -> None:
    async with evening(tmp_path, SharedPictures(Blank()), monkeypatch) as night:
        first, _ = sides(await seated(night))
        if channel:
            await first.click(night.live(first), "My hand")
            await first.until(lambda: bool(panels(first)), "the panel")
        panel = panels(first)[-1] if channel else dm(first)
        await night.settled()
        held = panel.media[-1]
        await first.click(panel, "Draw stock")
        await first.until(lambda: len(cards_on(panel)) == 6)
        assert panel.media[-1]["id"] != held["id"]
        await night.settled()
        await first.click(panel, next(label for label in panel.labels if label.endswith("· new")))
        await first.until(lambda: not cards_on(panel), "the end of the turn")
        assert panel.media[-1]["id"] == held["id"], "the same file"
        await night.settled()
        assert len(panel.attachments) <= 2, "of the hand with the card drawn nothing stays"


async def test_who_wants_no_direct_message_gets_none(night: Evening) -> None:
    await night.you.command("settings", hand="here")
    lobby = await night.you.command("newgame knock-poker")
    await night.you.click(lobby, "Add computer player")
    await night.until(lambda: len(night.table.sitters) == 2)
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing" and night.acting.user_id)
    await night.settled()
    assert night.you.dms() == []
    assert "Your hand" in (await night.you.command("hand")).text


def says(message: Seen, words: str) -> bool:
    return words in message.text


async def test_who_leaves_in_mid_deal_is_played_for_and_sees_the_hand_no_more(two: Evening) -> None:
    first, other = sides(two)
    message = dm(other)
    await other.command("leave")
    await other.until(lambda: "a computer player finishes deal 1 for you" in message.text)
    assert message.labels == ["To the table"]
    assert not message.attachments, "no cards in a picture"
    assert not set("♠♥♦♣") & set(message.text)
    edited = message.payload["edited_timestamp"]
    await a_turn(first)
    await two.until(lambda: not two.is_open or two.table.stage != "playing" or two.table.turn.seq >= 3)
    assert message.payload["edited_timestamp"] == edited, "it is said once"


@pytest.mark.parametrize("game", ["knock-poker", "crummy"])
async def test_who_left_in_mid_deal_reads_what_the_computer_player_came_to(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    async with evening(tmp_path, blank, monkeypatch, Pace(turn=0, pause=1000, computer=0)) as night:
        lobby = await night.you.command(f"newgame {game}")
        ann = await night.people.guest("Ann")
        await ann.click(lobby, "Join")
        await night.you.click(lobby, "Add computer player")
        await night.until(lambda: len(night.table.sitters) == 3)
        await night.you.click(lobby, "Start")
        await night.until(lambda: night.table.stage == "playing", "the deal")
        await ann.until(lambda: bool(ann.dms()), "the hand")
        message, table_id = dm(ann), night.table.table_id
        seat = night.seated(ann).seat
        await ann.command("leave")
        await ann.until(lambda: "a computer player finishes deal 1 for you" in message.text)
        await night.you.command("leave")
        await ann.until(lambda: "has finished deal 1 for you" in message.text, "the end")
        table = night.service.snapshot_of(table_id)
        assert table is not None
        assert table.view is not None
        assert table.view.result is not None
        assert seat is not None
        net = table.view.result.net[seat]
        said = f"win {net}" if net > 0 else f"lose {-net}" if net < 0 else "win and lose nothing"
        assert f"**You {said}.**" in message.text
        assert ("purse" in message.text) == (game == "knock-poker")
        assert "That table is closed." in message.text
        assert message.labels == ["To the table"]


async def test_a_hand_that_was_sent_but_not_noted_is_found_after_a_restart(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace = Pace(turn=0, pause=1000, computer=0)
    async with evening(tmp_path, blank, monkeypatch) as night:

        async def down(message: Remembered) -> None:
            if message.name.startswith(HANDS) and message.message_id is not None:
                await asyncio.Event().wait()  # as if the power had gone
            await Messages.remember(night.service.messages, message)

        monkeypatch.setattr(night.service.messages, "remember", down)
        await seated(night)
        hands = [dm(night.you), dm(night.ann)]
        await night.client.close()
        await night.service.stop()
        await night.store.close()
        async with bot_on(night.server, tmp_path / "k.sqlite3", blank, pace) as (store, service, client):
            night.store, night.service, night.client = store, service, client
            for person, hand in zip((night.you, night.ann), hands, strict=True):
                await remembered(service, f"{HANDS}1:{person.id}", int(hand.id))
                assert person.dms() == [hand]
            first, _ = sides(night)
            await first.click(dm(first), "Draw stock")
            await first.until(lambda: len(cards_on(dm(first))) == 6)


async def remembered(service: TableService, name: str, message_id: int) -> None:
    """Waits until that message is written down under the name."""
    for _ in range(500):
        if Remembered(name, (found := await known(service, name)).channel_id, message_id, "", 1) == found:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(found)


async def known(service: TableService, name: str) -> Remembered:
    """What is written down under the name."""
    return next((message for message in await service.messages.all() if message.name == name), Remembered(name))


async def test_a_panel_lies_on_the_cloth_that_its_holder_chooses_and_the_table_on_its_own(
    two: Evening, blank: Blank
) -> None:
    """Both pictures of the panel are drawn anew at once; nothing of the table is."""
    first, _ = sides(two)
    await first.click(two.live(first), "My hand")
    await first.until(lambda: bool(panels(first)))
    await two.settled()
    blank.drawn.clear()
    settings = await first.command("settings")
    await first.choose(settings, "night", custom_id="kb:0:0.0:set:cloth")
    await two.until(lambda: [name for name, _, _ in blank.drawn] == ["table_picture", "hand_picture"], "the pictures")
    await two.settled()
    assert [given[2].cloth for _, given, _ in blank.drawn] == ["night", "night"]
    assert (await two.store.people.settings(int(first.id))).cloth == "night"


async def test_where_discords_word_on_the_first_answer_is_lost_the_answer_is_the_panel(night: Evening) -> None:
    await seated(night)
    await night.you.command("hand")
    await night.you.faults(add={"kind": "lost_answer", "method": "POST", "path": "/callback"})
    answer = await night.you.command("hand", timeout=10)
    assert "Your hand" in answer.text
    panel, _ = night.client.showing.panels._panels[night.table.table_id][int(night.you.id)]
    await night.until(lambda: panel.in_channel.message.id == int(answer.shown.id), "that message as the panel")


async def test_of_two_commands_at_once_one_answer_is_the_panel_and_neither_names_the_others_files(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the first answer is being written down, the second becomes the panel."""
    remember, held, go, deleted = Messages.remember, asyncio.Event(), asyncio.Event(), set[int]()

    async def slowly(messages: Messages, message: Remembered) -> None:
        if message.name.startswith(PANELS) and not held.is_set():
            held.set()
            await go.wait()
        await remember(messages, message)

    async def delete(panels: ReplacedPanels, message: LiveMessage, channel_id: int, message_id: int) -> None:
        deleted.add(message_id)  # soon

    async def shown(answer: Answer, page: Page, kept: Kept = NOTHING_KEPT) -> int | None:
        assert not kept, "a new message has no files"
        return await show(answer, page, kept)

    show = Answer.show
    monkeypatch.setattr(Answer, "show", shown)
    monkeypatch.setattr(Messages, "remember", slowly)
    monkeypatch.setattr(ReplacedPanels, "delete", delete)
    log = two.server.context.log

    def edits() -> list[int]:
        return [entry["status"] for entry in log.entries if entry["path"].endswith("@original")]

    before = len(edits())
    first = asyncio.create_task(two.you.command("hand"))
    await held.wait()
    second = await two.you.command("hand")
    await two.until(lambda: len(edits()) == before + 1, "the second answer")
    go.set()
    other = await first
    await two.until(lambda: len(edits()) > before + 1, "the first answer")
    assert edits()[before:] == [200, 200]
    panel, _ = two.client.showing.panels._panel(two.table.table_id, int(two.you.id))
    assert panel.in_channel.message.id == int(second.shown.id)
    await two.until(lambda: int(other.shown.id) in deleted, "the end of the first answer")


async def test_an_older_panel_that_is_pressed_while_it_shrinks_is_whole_again(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = sides(two)
    shown = (await first.command("hand")).shown
    panel, _ = two.client.showing.panels._panel(two.table.table_id, int(first.id))
    here, held, go, edit = panel.in_channel.message, asyncio.Event(), asyncio.Event(), Tokens.edit

    async def slowly(tokens: Tokens, message_id: int, page: Page, kept: Kept) -> discord.WebhookMessage:
        if not page.framed:
            held.set()
            await go.wait()
        return await edit(tokens, message_id, page, kept)

    monkeypatch.setattr(Tokens, "edit", slowly)
    await here.adopt(two.channel_id, two.live_message)  # another panel has taken its place
    shrinking = asyncio.create_task(panel._replaced.shrink(here, two.channel_id, int(shown.id)))
    await held.wait()
    await first.click(shown, "Draw stock")
    await first.until(lambda: len(cards_on(shown)) == 6, "the panel where it was")
    await two.settled()
    await two.until(lambda: not two.client.showing.panels.busy, "nothing more to show")
    go.set()
    await shrinking
    await first.command("table")  # everybody has seen by then what came before
    await first.until(lambda: len(cards_on(shown)) == 6 and shown.media, "the whole panel")
    assert [entry["route"] for entry in two.server.context.log.entries if entry["status"] == 400] == []


async def test_an_older_panel_that_is_pressed_before_it_goes_stays(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = sides(two)
    shown = (await first.command("hand")).shown
    panel, _ = two.client.showing.panels._panel(two.table.table_id, int(first.id))
    await panel._replaced.delete(panel.in_channel.message, two.channel_id, int(shown.id))
    await panel._replaced.shrink(panel.in_channel.message, two.channel_id, int(shown.id))
    await first.click(shown, "Draw stock")
    await first.until(lambda: len(cards_on(shown)) == 6, "the panel, still there")


def holds_the_opening(night: Evening, monkeypatch: pytest.MonkeyPatch) -> tuple[asyncio.Event, asyncio.Event]:
    """Has Discord hold the opening of direct messages with the page's person. When it was asked for, and until when."""
    held, go, create = asyncio.Event(), asyncio.Event(), discord.Client.create_dm

    async def slowly(client: discord.Client, user: discord.abc.Snowflake) -> discord.DMChannel:
        if user.id == int(night.you.id):
            held.set()
            await go.wait()
        return await create(client, user)

    monkeypatch.setattr(discord.Client, "create_dm", slowly)
    return held, go


async def dealt_to_both(night: Evening) -> None:
    """You and Ann are dealt cards; the hands may be on their way."""
    night.ann = await night.people.guest("Ann")
    lobby = await night.you.command("newgame knock-poker")
    await night.ann.click(lobby, "Join")
    await night.joined(2)
    await night.you.click(lobby, "Start")
    await night.settled()


async def opens_in_the_channel_first(night: Evening, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """You open your hand in the channel while Discord holds the opening of your direct messages, until that is set."""
    held, go = holds_the_opening(night, monkeypatch)
    await dealt_to_both(night)
    await held.wait()
    await night.you.click(night.live(), "My hand")
    await night.you.until(partial(panels, night.you), "the panel")
    return go


async def test_a_panel_opened_in_the_channel_follows_every_move_while_direct_messages_are_being_opened(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = await opens_in_the_channel_first(night, monkeypatch)
    if sides(night)[0] is night.you:
        await a_turn_in(night.you, panels(night.you)[0])
    for card_from in ("stock", "discard"):
        await night.ann.command("draw", from_=card_from)
        await night.ann.command("discard", card=(await night.ann.autocomplete("discard", "card", ""))[0].value)
        await night.you.until(lambda: "Draw stock" in panels(night.you)[0].labels, "the turn")
        await a_turn_in(night.you, panels(night.you)[0])
    assert night.you.dms() == []
    go.set()
    await night.until(lambda: not night.client.desk.busy and not night.client.showing.panels.busy, "the opening")
    assert night.you.dms() == [], "the hand is in the channel"
    assert _has_one_panel(night.you)
    await night.you.command("settings", hand="dm")
    await written(night.you, "Your hand")
    await night.until(lambda: not night.client.showing.panels.busy, "nothing more to show")
    assert len(night.you.dms()) == 1


async def test_a_hand_that_moves_while_direct_messages_are_being_opened_comes_once(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is opened in the channel, and then wanted by direct message again."""
    go = await opens_in_the_channel_first(night, monkeypatch)
    await night.you.command("settings", hand="dm")
    shown, seat = night.client.showing.panels, (night.table.table_id, int(night.you.id))
    await night.until(lambda: not shown.in_channel(*seat), "no panel in the channel")
    await night.until(lambda: shown._panel(*seat)[0]._direct._answered is not None, "the wait")
    go.set()
    await written(night.you, "Your hand")
    await night.until(lambda: not night.client.showing.panels.busy, "nothing more to show")
    assert len(night.you.dms()) == 1
    opened = [entry for entry in night.server.context.log.entries if entry["path"] == "/users/@me/channels"]
    assert len(opened) == 2, "one for each of the two"


async def test_a_table_whose_direct_messages_cant_be_opened_has_not_shown_everything(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that it doesn't rest before the hand is there."""
    monkeypatch.setattr(refresher, "AGAIN", (1000.0,))
    path = "/users/@me/channels"
    await night.you.faults(add={"kind": "cut", "times": 1000, "method": "POST", "path": path})
    await dealt_to_both(night)
    shown, table_id = night.client.showing.panels, night.table.table_id
    await night.until(lambda: not (shown.looks_at(table_id) or shown.all_up_to_date(table_id)), "attempts in vain")
    await night.you.faults(rules=[])
    shown.changed(table_id)
    await night.until(lambda: night.you.dms() and not shown.looks_at(table_id), "the hand")
    await night.until(lambda: shown.all_up_to_date(table_id), "everything shown")
    assert len(night.you.dms()) == 1


@pytest.mark.parametrize("waits_in", ["_put_other_away", "after_the_table"])
async def test_a_panel_that_moves_to_direct_messages_while_it_is_looked_at_comes_there(
    two: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, waits_in: str
) -> None:
    first, _ = sides(two)
    await first.click(two.live(first), "My hand")
    await first.until(partial(panels, first), "the panel")
    await first.until(lambda: dm(first).labels == ["To the table"], "the way to the channel")
    await two.until(lambda: not two.client.showing.panels.busy and not two.client.desk.busy, "nothing more to show")
    panel, _ = two.client.showing.panels._panel(two.table.table_id, int(first.id))
    on = panel if waits_in == "_put_other_away" else panel._news
    waited, held, go = getattr(on, waits_in), asyncio.Event(), asyncio.Event()

    async def slowly(*given: object) -> object:
        if not held.is_set():
            held.set()
            await go.wait()
        return await waited(*given)

    monkeypatch.setattr(on, waits_in, slowly)
    panel.in_channel.message.deal = 0  # as if another deal had begun
    two.client.showing.panels.wake(two.table.table_id, int(first.id))
    await held.wait()
    await first.command("settings", hand="dm")
    await two.until(lambda: not panel.in_channel.message.exists, "no panel in the channel")
    go.set()
    await first.until(lambda: len(first.dms()) == 1 and "Draw stock" in dm(first).labels, "the panel")
    assert "could not be shown" not in caplog.text
    assert "Error" not in caplog.text


@pytest.mark.parametrize("only", [False, True])
async def test_a_panel_that_comes_anew_takes_no_answers_place(
    two: Evening, monkeypatch: pytest.MonkeyPatch, only: bool
) -> None:
    """Discord puts what a token sends first where that token's own answer is still to come.

    ``only``: no other token can send the panel.
    """
    first, other = sides(two)
    await other.command("hand")
    await play_out(two)
    await other.until(lambda: "Next deal" in panels(other)[-1].labels, "the end")
    await first.say("Well played")
    going_on, top_up = asyncio.Event(), two.service.seats.top_up

    async def slow(*asked: Any) -> Any:
        await going_on.wait()
        return await top_up(*asked)

    monkeypatch.setattr(two.service.seats, "top_up", slow)
    asked = asyncio.create_task(other.command("topup"))
    await other.until(lambda: any(m.thinking for m in other.messages()), "the command")
    tokens = two.client.showing.tokens
    await two.until(lambda: any(tokens._owes(number) for number in tokens._known), "its token")
    for number, token in tuple(tokens._known.items()):
        if only and not tokens._owes(number):
            tokens.drop(token)
    await first.click(two.live(first), "Next deal")
    await first.until(lambda: "deal 2" in two.live(first).text)
    await asyncio.sleep(0.5)
    assert [m.text for m in other.messages() if m.thinking], "no panel in its place"
    going_on.set()
    answer = await asked
    assert "A deal is being played" in answer.text
    await other.until(lambda: any("Your hand · deal 2" in message.text for message in panels(other)), "the panel")
    assert "A deal is being played" in answer.text, "both are there"


class Slow:
    """Something that begins, and is done only when it may go on."""

    def __init__(self, do: Callable[..., Any]) -> None:
        self._do, self.begun, self.go = do, False, asyncio.Event()

    async def __call__(self, *asked: Any, **named: Any) -> Any:
        self.begun = True
        await self.go.wait()
        return await self._do(*asked, **named)


async def test_a_panel_that_waits_for_an_answer_shows_the_hand_while_it_can_still_be_edited(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own token is about to run out, and the only other one owes an answer."""
    first, other = sides(two)
    await other.command("hand")
    await play_out(two)
    await other.until(lambda: "Next deal" in panels(other)[-1].labels, "the end")
    old, asked = panels(other)[-1], Slow(two.service.seats.top_up)
    await first.say("Well played")
    monkeypatch.setattr(two.service.seats, "top_up", asked)
    monkeypatch.setattr(channel_panel, "AFTER_AN_ANSWER", 0.2)
    tokens, now = two.client.showing.tokens, two.client.showing.tokens._clock
    monkeypatch.setattr(tokens, "_clock", lambda: now() + TOKEN_LIFE - LAST_EDIT + 10)
    command = asyncio.create_task(other.command("topup"))
    await other.until(lambda: any(m.thinking for m in other.messages()), "the command")
    await two.until(lambda: any(tokens._owes(number) for number in tokens._known), "its token")
    await first.click(two.live(first), "Next deal")
    await other.until(lambda: "Your hand · deal 2" in old.text, "the hand in the old panel")
    assert len(old.labels) == 1, "it can be brought up to date"
    assert [m.text for m in other.messages() if m.thinking], "no panel in the answer's place"
    asked.go.set()
    assert "A deal is being played" in (await command).text
    await other.until(lambda: panels(other)[-1].id != old.id and "deal 2" in panels(other)[-1].text, "the panel")


async def test_after_a_kill_a_panel_takes_no_place_of_an_answer_from_before(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night)
        first, other = sides(night)
        await other.command("hand")
        await play_out(night)
        await other.until(lambda: "Next deal" in panels(other)[-1].labels, "the end")
        asked, cut = Slow(night.service.seats.top_up), Slow(night.service.seats.top_up)
        monkeypatch.setattr(night.service.seats, "top_up", asked)
        command = asyncio.create_task(other.command("topup"))
        await other.until(lambda: any(m.thinking for m in other.messages()), "the command")
        await night.until(lambda: asked.begun, "the act")
        tokens = night.client.showing.tokens
        for number, token in tuple(tokens._known.items()):
            if not tokens._owes(number):
                tokens.drop(token)
        await first.say("Well played")
        owed = await night.store.owed.all()
        assert len(owed) == 1
        with monkeypatch.context() as power_cut:
            power_cut.setattr(Answer, "finish_at_once", cut)
            power_cut.setattr(Answer, "finish_later", cut)
            power_cut.setattr(OwedAnswers, "strike", cut)
            await night.client.showing.close()
            await night.client.close()
            await night.service.stop()
            await night.store.close()
        began, go, finish = asyncio.Event(), asyncio.Event(), PendingAnswers._finish

        async def later(pending: PendingAnswers, owed: Owed) -> bool:
            began.set()
            await go.wait()
            return await finish(pending, owed)

        monkeypatch.setattr(PendingAnswers, "_finish", later)
        async with bot_on(night.server, tmp_path / "k.sqlite3", blank, Pace(turn=0, pause=1000, computer=0)) as (
            store,
            service,
            client,
        ):
            night.store, night.service, night.client = store, service, client
            await asyncio.wait_for(began.wait(), 10)
            assert await night.store.owed.all() == owed
            await first.click(night.live(first), "Next deal")
            await first.until(lambda: "deal 2" in night.live(first).text)
            await asyncio.sleep(0.5)
            assert [m.text for m in other.messages() if m.thinking], "no panel in its place"
            go.set()
            assert "I was stopped before" in (await command).text
            await other.until(lambda: any("Your hand · deal 2" in m.text for m in panels(other)), "the panel")


async def test_an_act_that_is_not_saved_never_looks_done_by_a_panel_that_comes_anew(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    for person in (two.you, two.ann):
        await person.command("hand")
    await play_out(two)
    await two.you.say("Well played")
    comes, fails, room = asyncio.Event(), asyncio.Event(), PanelNews.room

    async def late(news: PanelNews, message: LiveMessage) -> Any:
        await comes.wait()
        return await room(news, message)

    async def step(*asked: Any, **named: Any) -> Any:
        await asyncio.wait_for(fails.wait(), 10)
        raise StoreError("the disk is full")

    monkeypatch.setattr(PanelNews, "room", late)
    await two.you.click(two.live(), "Next deal")
    await two.until(lambda: two.table.stage == "playing")
    first, _ = sides(two)
    await first.until(lambda: "deal 2" in two.live(first).text)
    monkeypatch.setattr(two.store, "step", step)
    asked = asyncio.create_task(first.command("draw", from_="stock"))
    await first.until(lambda: any(m.thinking for m in first.messages()), "the command")
    comes.set()
    await asyncio.sleep(0.5)
    assert not asked.done(), "nothing is said before it is known"
    fails.set()
    assert "couldn’t be saved" in (await asked).text
    await first.until(lambda: any("Your hand · deal 2" in message.text for message in panels(first)), "the panel")
