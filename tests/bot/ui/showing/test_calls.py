"""Who is called by name, when, and what becomes of the call."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest.mock import Mock

import aiohttp
import discord
import pytest

from bot.local.testing.driver import Person as Driven
from bot.local.testing.seen import Seen
from bot.service.customs import DAY
from bot.service.model import Person
from bot.service.pace import Pace
from bot.ui.pages.page import Page
from bot.ui.showing import calls
from bot.ui.showing.places import InChannel
from bot.ui.workload import Workload
from tests.bot.ui.evening import Evening, a_turn, bot_on, evening, forgotten, play_out, seated, sides
from tests.bot.ui.test_absence import runs
from tests.kit.painters import Blank
from tests.kit.time import Hands


def call_of(night: Evening) -> Seen | None:
    """The message that calls somebody by name, if there is one."""
    return next((message for message in night.public() if message.payload["mentions"]), None)


async def called(night: Evening) -> Seen:
    """Waits until somebody is called; the call."""
    await night.until(lambda: call_of(night), "the call")
    call = call_of(night)
    assert call is not None
    return call


async def quiet(night: Evening) -> None:
    """Waits until nobody is being called, and a while longer."""
    await asyncio.sleep(3 * calls.SPACING)
    await night.until(lambda: not night.client.showing.calls.busy)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "SPACING", 0.02)


async def test_who_has_pressed_something_is_called_only_where_nothing_comes(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await quiet(two)
    assert call_of(two) is None
    monkeypatch.setattr(calls, "PATIENCE", 0.05)
    two.client.showing.changed(two.table.table_id)
    call = await called(two)
    first, other = sides(two)
    assert [person["id"] for person in call.payload["mentions"]] == [first.id]
    assert "it’s your turn: draw a card" in call.text
    assert two.live().id in call.button("To the table")["url"]
    await a_turn(first)
    await two.until(lambda: call.gone, "the call to go")
    second = await called(two)
    assert [person["id"] for person in second.payload["mentions"]] == [other.id]


async def test_who_has_pressed_nothing_for_long_is_called_at_once(two: Evening) -> None:
    two.later(20 * 60)
    await a_turn(sides(two)[0])
    call = await called(two)
    assert [person["id"] for person in call.payload["mentions"]] == [sides(two)[0].id]


@pytest.mark.parametrize(("choice", "at_once"), [("at_once", True), ("later", False), ("never", False)])
async def test_everybody_chooses_when_to_be_called(two: Evening, choice: str, at_once: bool) -> None:
    first, _ = sides(two)
    answer = await first.command("settings", call=choice)
    assert answer.text.startswith("**Saved.")
    await quiet(two)
    assert (call_of(two) is not None) is at_once


async def test_nobody_is_called_who_never_wants_to_be(two: Evening) -> None:
    first, other = sides(two)
    await other.command("settings", call="never")
    two.later(20 * 60)
    await first.command("draw", from_="stock")
    await a_turn_ended(first)
    await quiet(two)
    assert call_of(two) is None


@pytest.mark.parametrize("choice", ["later", "at_once"])
async def test_whoever_practises_with_computer_players_alone_is_called_only_as_chosen(
    choice: str, night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "PATIENCE", 0.0)
    monkeypatch.setattr(calls, "LONGER", 0.0)
    await night.you.command("settings", call=choice)
    lobby = await night.you.command("newgame knock-poker")
    await night.you.click(lobby, "Add computer player")
    await night.you.until(lambda: "Start" in lobby.shown.labels, "the button")
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.practice and night.acting.user_id == int(night.you.id), "your turn")
    await night.settled()
    await quiet(night)
    assert (call_of(night) is not None) is (choice == "at_once")
    if choice == "later":
        zoe = await night.people.guest("Zoe")
        await zoe.command("join")
        assert await called(night), "somebody else waits now"


async def test_whoever_practises_by_mail_with_computer_players_alone_is_reminded(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "PATIENCE", 0.0)
    monkeypatch.setattr(calls, "LONGER", 0.0)
    hands = Hands()
    async with evening(tmp_path, blank, monkeypatch, Pace(2 * DAY, 30, 1, 3600), time=hands) as night:
        lobby = await night.you.command("newgame knock-poker")
        await night.you.click(lobby, "Add computer player")
        await night.you.until(lambda: "Start" in lobby.shown.labels, "the button")
        await night.you.click(lobby, "Start")
        await night.until(lambda: night.table.practice)
        async with asyncio.timeout(20):
            while night.acting.computer:
                hands.forward(2)
                await asyncio.sleep(0.05)
        await runs(night)
        await quiet(night)
        assert call_of(night) is None
        hands.forward(DAY)
        assert "Reminder" in (await called(night)).text


async def a_turn_ended(person: Driven) -> None:
    """Discards any card."""
    await person.command("discard", card=(await person.autocomplete("discard", "card", ""))[0].value)


async def test_a_turn_is_called_once_and_the_call_goes_with_the_first_thing_done(two: Evening) -> None:
    first, _ = sides(two)
    await first.command("settings", call="at_once")
    call = await called(two)
    await first.command("draw", from_="stock")
    await two.until(lambda: call.gone, "the call to go")
    await quiet(two)
    assert call_of(two) is None, "whoever has drawn is there"
    assert [message for message in await two.store.messages.all() if message.name.startswith("call:")] == []


async def test_each_deal_calls_its_players_anew(two: Evening) -> None:
    for person in (two.you, two.ann):
        await person.command("settings", call="at_once")
    await play_out(two)
    await two.until(lambda: "Next deal" in two.live().labels)
    await two.until(lambda: call_of(two) is None, "the last call to go")
    await two.you.click(two.live(), "Next deal")
    call = await called(two)
    assert [person["id"] for person in call.payload["mentions"]] == [sides(two)[0].id]


async def test_a_call_is_no_talk_below_the_table(two: Evening) -> None:
    table = two.live()
    await sides(two)[0].command("settings", call="at_once")
    await called(two)
    await play_out(two)
    await two.until(lambda: "Next deal" in table.labels)
    await two.you.click(table, "Next deal")
    await two.until(lambda: two.table.turn.deal == 2)
    await two.settled()
    assert two.live() is table


async def test_where_the_answer_about_a_call_is_lost_it_is_deleted_all_the_same(two: Evening) -> None:
    path = f"/channels/{two.channel_id}/messages"
    await two.you.faults(add={"kind": "lost_answer", "times": 3, "method": "POST", "path": path})
    first, _ = sides(two)
    await first.command("settings", call="at_once")
    call = await called(two)
    await a_turn(first)
    await two.until(lambda: call.gone, "the call to go")
    assert call_of(two) is None


@pytest.mark.parametrize("acted", [True, False])
async def test_after_a_restart_a_call_goes_with_its_turn(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch, acted: bool
) -> None:
    pace = Pace(turn=0, pause=1000, computer=0)
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night)
        first, _ = sides(night)
        await first.command("settings", call="at_once")
        call = await called(night)
        await night.client.close()
        if acted:
            await a_turn_unseen(night)
        await night.service.stop()
        await night.store.close()
        async with bot_on(night.server, tmp_path / "k.sqlite3", blank, pace) as (store, service, client):
            night.store, night.service, night.client = store, service, client
            if not acted:
                await quiet(night)
                assert call_of(night) is call, "nobody is called twice"
                await a_turn(first)
            await night.until(lambda: call.gone, "the call to go")
            await forgotten(night, "call:")


async def test_after_a_restart_a_call_goes_that_was_being_sent(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace = Pace(turn=0, pause=1000, computer=0)
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night)
        first, _ = sides(night)
        path = f"/channels/{night.channel_id}/messages"
        await night.you.faults(add={"kind": "lost_answer", "times": 50, "method": "POST", "path": path})
        await first.command("settings", call="at_once")
        call = await called(night)
        await night.client.close()
        await a_turn_unseen(night)
        await night.service.stop()
        await night.store.close()
        await night.you.faults(rules=[])
        async with bot_on(night.server, tmp_path / "k.sqlite3", blank, pace) as (store, service, client):
            night.store, night.service, night.client = store, service, client
            await night.until(lambda: call.gone, "the call to go")
            await forgotten(night, "call:")


async def test_a_reminder_is_sent_once_whatever_happens_at_a_table_that_rested_since(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = Hands()
    async with evening(tmp_path, blank, monkeypatch, Pace(2 * DAY, 30, 1, 3600), time=hands) as night:
        await seated(night)
        await runs(night)
        _, other = sides(night)
        night.later(20 * 60)
        night.client.showing.changed(night.table.table_id)
        call = await called(night)
        hands.forward(DAY)
        await night.until(lambda: call_of(night) not in (None, call), "the reminder")
        reminder = await called(night)
        assert "Reminder" in reminder.text
        table = night.service._in_memory.by_id[night.table.table_id]
        async with asyncio.timeout(20):
            while not await night.service.rests.let_rest(table):
                night.client.showing.tokens._sweep()
                await asyncio.sleep(0.05)
        await other.command("settings", four_colour_hand=True)
        night.client.showing.changed(night.table.table_id)
        await asyncio.sleep(0.3)
        await quiet(night)
        assert call_of(night) is reminder


async def a_turn_unseen(night: Evening) -> None:
    """Whoever is to act draws and discards, while the bot isn't there to show it."""
    table, acting = night.table, night.acting
    person = Person(table.guild_id, acting.user_id or 0, acting.name)
    private = await night.service.act(table.table_id, person, "draw", "stock", 77)
    assert private.view is not None
    await night.service.act(table.table_id, person, "discard", private.view.drawn, 78)


async def opened(night: Evening) -> tuple[Driven, Driven]:
    """Has whoever is to act open the panel in the channel. That person and the other."""
    first, other = sides(night)
    await first.click(night.live(first), "My hand")
    await first.until(lambda: bool(here(first)), "the panel")
    return first, other


async def brought_below(call: Seen, person: Driven) -> None:
    """Waits until the person's one panel stands below the call."""
    await person.until(
        lambda: [int(panel.id) > int(call.id) for panel in here(person)] == [True], "one panel, below the call"
    )


async def test_whoever_has_the_panel_as_the_lowest_message_is_called_later_and_keeps_it_lowest(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, other = await opened(two)
    monkeypatch.setattr(calls, "PATIENCE", 0.0)
    two.client.showing.changed(two.table.table_id)
    await quiet(two)
    assert call_of(two) is None, "it is before their eyes"
    monkeypatch.setattr(calls, "LONGER", 0.0)
    two.client.showing.changed(two.table.table_id)
    call = await called(two)
    await brought_below(call, first)
    assert not here(other)
    await first.click(here(first)[0], "Draw stock")
    await two.until(lambda: call.gone, "the call to go")


async def test_a_panel_above_talk_comes_below_the_call_that_comes_sooner(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, other = await opened(two)
    await other.say("talk")
    await other.click(two.live(other), "My hand")  # which tells of the talk
    monkeypatch.setattr(calls, "PATIENCE", 0.0)
    two.client.showing.changed(two.table.table_id)
    call = await called(two)
    await brought_below(call, first)


async def test_where_there_is_too_much_to_do_nobody_is_called_for_whom_the_bot_has_no_time(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    overloaded = [True]
    monkeypatch.setattr(Workload, "overloaded", property(lambda workload: overloaded[0]))
    monkeypatch.setattr(calls, "PATIENCE", 0.0)
    two.client.showing.changed(two.table.table_id)
    await quiet(two)
    assert call_of(two) is None
    overloaded[0] = False
    two.client.showing.changed(two.table.table_id)
    await called(two)


async def test_after_a_call_that_discord_refuses_the_table_can_rest(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(place: InChannel, page: Page, nonce: str) -> discord.Message:
        response = Mock(spec=aiohttp.ClientResponse, status=403, reason="")
        raise discord.Forbidden(response, {"code": 50013, "message": "Missing Permissions"})

    monkeypatch.setattr(calls, "PATIENCE", 0.05)
    monkeypatch.setattr(InChannel, "post", refused)
    two.client.showing.changed(two.table.table_id)
    caller = two.client.showing.calls._callers[two.table.table_id]
    await two.until(lambda: caller._waits_for is not None, "whom it waits for")
    assert two.client.showing.calls.looks_at(two.table.table_id)
    await two.until(lambda: not two.client.showing.calls.looks_at(two.table.table_id), "that nothing is to come")
    assert caller._called is None


async def test_a_panel_that_would_say_that_it_was_deleted_stays_above_the_call(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "LONGER", 0.0)
    first, _ = sides(two)
    await first.command("hand")
    await first.until(lambda: bool(here(first)), "the panel")
    panel, tokens = here(first)[0], two.client.showing.tokens
    for token in tuple(tokens._known.values()):
        if token.original == two.live_message:  # nobody has pressed the table's message for fourteen minutes
            tokens.drop(token)
    two.client.showing.changed(two.table.table_id)
    await called(two)
    await two.until(lambda: not two.client.showing.panels.busy, "the panels")
    assert here(first) == [panel]


def here(person: Driven) -> list[Seen]:
    """The person's panels in the channel."""
    return [message for message in person.messages() if message.ephemeral and "Draw stock" in message.labels]
