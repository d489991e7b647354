"""A table's one message: when it is sent anew, what becomes of the one before it, and what stays in the channel."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.local.interactions import payload
from bot.local.interactions.payload import channel_part
from bot.local.testing.driver import Person
from bot.local.testing.seen import Seen
from bot.service.model import Snapshot
from bot.service.pace import Pace
from bot.service.service import TableService
from bot.store.messages import Messages, Remembered
from bot.ui.pages.page import Page
from bot.ui.pages.table import table_page
from bot.ui.showing import below, calls, live, publisher, refresher
from bot.ui.showing.below import BelowTable
from bot.ui.showing.limiter import Priority, RequestTurn
from bot.ui.showing.live import LiveMessage
from bot.ui.showing.memory import TABLES
from bot.ui.showing.places import InChannel
from bot.ui.showing.publisher import Publisher
from bot.ui.showing.sending import OLD_MESSAGE
from tests.bot.ui.evening import Evening, a_turn, bot_on, cards_on, discard, dm, evening, play_out, seated, sides
from tests.bot.ui.showing.places import DENIED, TOO_OLD, failure
from tests.kit.painters import Blank


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
    await night.until(lambda: night.is_open and "Set up" in new.labels)
    opened.set()
    await night.you.until(lambda: "table closed" in old.text)
    await night.settled()
    await night.until(lambda: len(night.client.showing.published) == 1, "the end of the old table's publishing")
    assert night.public()[-1] is new
    assert night.public()[0] is old
    assert [m for m in night.public() if "table closed" in m.text] == [old]


async def test_the_lobby_becomes_the_deal_in_place(night: Evening) -> None:
    ann = await night.people.guest("Ann")
    lobby = (await night.you.command("newgame knock-poker")).shown
    await night.settled()
    await ann.click(lobby, "Join")
    await night.you.click(lobby, "Start")
    await night.until(lambda: "Draw stock" in lobby.labels, "the deal in the lobby's message")
    assert night.public() == [lobby]


async def test_two_people_play_deals_in_one_message_and_leave_a_line_each(two: Evening) -> None:
    table = two.live()
    for deal in (1, 2, 3):
        await play_out(two)
        await two.until(lambda: "Next deal" in table.labels, "the end of the deal")
        assert table.labels == ["Next deal", "More"]
        await two.you.click(table, "Next deal")
        await two.until(partial(lines_left, two, deal), "the line about the deal")
        await two.settled()
    first, *lines = two.public()
    assert first is table
    assert [line.text.split(":")[0] for line in lines] == ["-# Deal 1", "-# Deal 2", "-# Deal 3"]
    assert not any(line.edited or line.labels for line in lines)
    assert all("wins" in line.text or "share" in line.text for line in lines)


async def test_after_a_few_lines_the_table_comes_down_below_them(two: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(below, "MOST_BELOW", 1)
    table = two.live()
    for deal in (1, 2, 3):
        await play_out(two)
        await two.until(lambda: "Next deal" in two.live().labels, "the end of the deal")
        await two.you.click(two.live(), "Next deal")
        await two.until(partial(lines_left, two, deal), "the line")
        await two.settled()
    await two.until(lambda: table.gone, "the old message to go")
    *above, live = two.public()
    assert live is two.live()
    assert [message.text[:9] for message in above] == ["-# Deal 1", "-# Deal 2", "-# Deal 3"]


def lines_left(night: Evening, count: int) -> bool:
    """Whether so many lines about deals are in the channel."""
    return sum(map(is_line, night.public())) == count


async def test_a_table_can_do_without_lines(two: Evening) -> None:
    table = two.live()
    await play_out(two)
    await two.until(lambda: "More" in table.labels, "the end of the deal")
    more = (await two.you.click(table, "More")).shown
    assert more.ephemeral
    await two.you.click(more, "No result lines")
    await two.until(lambda: "nothing stays in the channel" in more.text, "the answer in place")
    assert two.table.result_lines is False
    await two.you.click(table, "Next deal")
    await two.until(lambda: two.table.turn.deal == 2)
    await two.settled()
    assert two.public() == [table]
    stored = await two.store.table(two.table.table_id)
    assert stored is not None
    assert stored.table.setup.result_lines is False


async def test_nobody_is_told_what_is_shown_already(two: Evening) -> None:
    await two.you.counts(clear=True)
    two.client.showing.changed(two.table.table_id)
    publishing = publisher_of(two)
    await publishing.refresher.caught_up()
    await two.until(lambda: not two.client.showing.panels.busy)
    assert (await two.you.counts()).requests == []


async def test_the_table_is_edited_by_the_token_of_a_press_on_it(two: Evening) -> None:
    table = two.live()

    def edits() -> int:
        return sum(entry["method"] == "PATCH" and entry["path"].endswith(f"/messages/{table.id}") for entry in log)

    await a_turn(sides(two)[0])
    await two.settled()
    log = await two.you.log()
    assert edits() == 0, "the host has pressed Start there"
    two.forget_tokens()
    await a_turn(sides(two)[0])
    await two.settled()
    log = await two.you.log()
    assert edits() > 0
    assert two.live() is table


async def brought_down(night: Evening, person: Person) -> None:
    """The person asks for the table, which talk has pushed up."""
    await person.say("well, well")
    await person.command("table")


@pytest.mark.parametrize("kind", ["lost_answer", "cut"])
async def test_a_table_message_that_goes_astray_is_not_doubled(two: Evening, kind: str) -> None:
    first, _ = sides(two)
    old = two.live()
    await two.you.faults(
        add={"kind": kind, "times": 2, "method": "POST", "path": f"/channels/{two.channel_id}/messages"}
    )
    await brought_down(two, first)
    await two.until(lambda: old.gone, "the old message to go")
    assert [m for m in two.public() if m.labels] == [two.live()]


async def test_a_table_message_given_up_is_found_though_play_has_gone_on(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refresher, "AGAIN", (0.5,))
    old = two.live()
    path = f"/channels/{two.channel_id}/messages"
    await two.you.faults(add={"kind": "lost_answer", "times": live.ATTEMPTS, "method": "POST", "path": path})
    await brought_down(two, two.you)
    await a_turn(sides(two)[0])
    await two.settled()
    await two.until(lambda: old.gone, "the old message to go")
    assert [m for m in two.public() if m.labels] == [two.live()]
    assert not (await two.you.faults())["rules"]


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

        monkeypatch.setattr(night.service.messages, "remember", down)
        await night.you.say("talk that pushes it up")
        asked = asyncio.create_task(night.you.command("table"))
        await night.until(lambda: "Draw stock" in night.public()[-1].labels, "the message below")
        stray = night.public()[-1]
        asked.cancel()
        await night.client.close()
        await night.service.stop()
        await night.store.close()
        async with bot_on(night.server, tmp_path / "k.sqlite3", blank, pace) as (store, service, client):
            night.store, night.service, night.client = store, service, client
            await night.until(lambda: night.table.live_message not in (None, old), "the message found again")
            await night.settled()
            await night.until(lambda: len([m for m in night.public() if m.labels]) == 1, "one message with buttons")
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


async def test_talk_pushes_the_table_up_until_it_is_asked_for(two: Evening) -> None:
    first, _ = sides(two)
    old = two.live()
    await first.say("well, well")
    await a_turn(first)
    await two.settled()
    assert two.live() is old
    answer = await first.command("table")
    assert str(two.table.live_message) in answer.text
    await two.until(lambda: old.gone, "the old message to go")
    assert two.public()[-1] is two.live()
    await first.command("table")
    assert two.public()[-1] is two.live(), "the newest message is not sent again"
    assert len(two.public()) == 2


async def test_whoever_asks_for_the_table_while_another_is_served_has_it_brought_down_too(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the first is told of the channel is from before the talk."""
    first, other = sides(two)
    await two.settled()
    old, fetch, held, go = two.live(), two.client.fetch_channel, asyncio.Event(), asyncio.Event()
    bring_down, asked = Publisher.bring_down, list[Publisher]()

    async def ask(table: Publisher) -> None:
        asked.append(table)
        await bring_down(table)

    async def slowly(channel_id: int) -> Any:
        channel = await fetch(channel_id)
        if not held.is_set():
            held.set()
            await go.wait()
        return channel

    monkeypatch.setattr(Publisher, "bring_down", ask)
    monkeypatch.setattr(two.client, "fetch_channel", slowly)
    asks = asyncio.create_task(first.command("table"))
    await held.wait()
    await other.say("well, well")
    asks_too = asyncio.create_task(other.command("table"))
    await two.until(lambda: len(asked) == 2, "the second command")
    go.set()
    await asyncio.gather(asks, asks_too)
    await two.until(lambda: old.gone and two.public()[-1] is two.live(), "the table below the talk")


async def test_the_next_deal_brings_down_a_table_that_talk_has_pushed_up(two: Evening) -> None:
    old = two.live()
    await play_out(two)
    said = await two.you.say("what a deal")
    await two.until(lambda: "Next deal" in old.labels)
    await two.you.click(old, "Next deal")
    await two.until(lambda: is_line(old), "the old message to tell the result")
    await two.settled()
    assert two.public() == [old, said, two.live()]
    assert [part["type"] for part in old.all_components()] == [discord.ComponentType.text_display.value]


async def test_a_table_below_talk_answers_the_line_that_the_old_one_has_become_and_is_edited_by_its_press(
    two: Evening,
) -> None:
    old = await talked_about(two)
    before = len(await two.you.log())
    await two.you.click(old, "Next deal")
    await two.until(lambda: is_line(old), "the old message to tell the result")
    await a_turn(sides(two)[0])
    await two.settled()
    new = two.live()
    assert new.payload["message_reference"]["message_id"] == old.id
    in_channel = f"/channels/{two.channel_id}/messages"
    own = [entry for entry in (await two.you.log())[before:] if entry["path"].startswith(in_channel)]
    assert own == [], "all of it goes by the token of the press"


async def test_a_deal_that_starts_by_itself_below_talk_goes_on_by_the_press_that_began_the_one_before(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch, Pace(turn=0, pause=3, computer=0)) as two:
        await seated(two)
        first = await talked_about(two)
        await two.you.click(first, "Next deal")
        await two.until(lambda: is_line(first), "the next deal")
        await two.settled()
        second = two.live()
        await play_out(two)
        await two.you.say("what a deal")
        await two.until(lambda: is_line(second), "the deal that starts by itself")
        await two.settled()
        assert two.table.turn.deal == 3
        assert two.live().payload["message_reference"]["message_id"] == first.id


async def test_a_table_below_talk_that_nobody_has_pressed_leaves_its_line_too(two: Evening) -> None:
    old = await talked_about(two)
    said = two.public()[-1]
    person = await two.until(lambda: [p for p in (two.you, two.ann) if "Next deal" in dm(p).labels][-1], "a panel")
    two.forget_tokens()
    await person.click(dm(person), "Next deal")
    await two.until(lambda: is_line(old), "the old message to tell the result")
    await two.settled()
    calls_left_out = [message for message in two.public() if not message.payload["mentions"]]
    assert calls_left_out == [old, said, two.live()]
    assert two.live().payload.get("message_reference") is None


async def test_lines_about_deals_stay_in_their_order(two: Evening) -> None:
    """With a line below it already the table's message goes, and the next line is posted below that."""
    old = two.live()
    for deal in (1, 2):
        await play_out(two)
        await two.until(lambda: "Next deal" in old.labels, "the end of the deal")
        if deal == 2:
            await two.you.say("what a deal")
        await two.you.click(old, "Next deal")
        await two.until(partial(lines_left, two, deal), "the line")
        await two.settled()
    await two.until(lambda: old.gone, "the old message to go")
    assert [message.text.split(":")[0] for message in two.public() if is_line(message)] == ["-# Deal 1", "-# Deal 2"]


@pytest.mark.parametrize(
    ("fault", "reads"),
    [
        ({"kind": "lost_answer"}, True),
        ({"kind": "lost_answer"}, False),
        ({"kind": "cut"}, True),
        ({"kind": "status", "status": 502}, True),
    ],
)
async def test_an_answer_that_goes_astray_is_not_doubled(two: Evening, fault: dict[str, Any], reads: bool) -> None:
    """``reads``: the bot may read what stands in the channel."""
    old = await talked_about(two)
    if not reads:
        await two.you.deny_bot("read_message_history")
    await two.you.faults(add={**fault, "times": 1, "method": "POST", "path": "/webhooks/"})
    await two.you.click(old, "Next deal")
    await two.until(lambda: old.gone, "the old message to go")
    await two.until(partial(lines_left, two, 1), "the line")
    await two.settled()
    assert [m for m in two.public() if m.labels] == [two.live()]
    assert not (await two.you.faults())["rules"]


async def test_an_answer_that_goes_astray_is_not_taken_for_an_earlier_one_to_the_same_press(two: Evening) -> None:
    first = await talked_about(two)
    await two.you.click(first, "Next deal")
    await two.until(lambda: is_line(first), "the next deal")
    await two.settled()
    second = await talked_about(two)
    person = await two.until(lambda: [p for p in (two.you, two.ann) if "Next deal" in dm(p).labels][-1], "a panel")
    await two.you.faults(add={"kind": "status", "status": 502, "times": 1, "method": "POST", "path": "/webhooks/"})
    await person.click(dm(person), "Next deal")
    await two.until(lambda: second.gone, "the old message to go")
    await two.until(partial(lines_left, two, 2), "the lines")
    await two.settled()
    assert [m for m in two.public() if m.labels] == [two.live()]
    assert "deal 3" in two.live().text


async def test_after_a_start_the_order_of_lines_is_kept_though_nobody_knows_what_stands_below(two: Evening) -> None:
    old, publishing = await talked_about(two), publisher_of(two)
    publishing.below = publishing._results._below = BelowTable(two.client, publishing.message, publishing._asks)
    await two.you.click(old, "Next deal")
    await two.until(lambda: old.gone, "the old message to go")
    await two.until(partial(lines_left, two, 1), "the line")


async def test_a_line_is_told_though_somebody_deletes_the_old_message(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, send = await talked_about(two), LiveMessage.send

    async def gone_meanwhile(message: LiveMessage, page: Page, about: object = None, **how: Any) -> None:
        if (there := two.server.context.world.find_message(two.channel_id, int(old.id))) is not None:
            two.server.context.chat.delete(there)
        await send(message, page, about, **how)

    monkeypatch.setattr(LiveMessage, "send", gone_meanwhile)
    await two.you.click(old, "Next deal")
    await two.until(partial(lines_left, two, 1), "the line")
    assert old.gone


async def test_an_earlier_message_that_can_not_become_a_line_goes_and_the_line_is_posted(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, edit = await talked_about(two), InChannel.edit

    async def refused(place: InChannel, channel_id: int, message_id: int, *more: Any) -> Any:
        if message_id == int(old.id):
            raise failure(*TOO_OLD)
        return await edit(place, channel_id, message_id, *more)

    monkeypatch.setattr(InChannel, "edit", refused)
    await two.you.click(old, "Next deal")
    await two.until(lambda: old.gone, "the old message to go")
    await two.until(partial(lines_left, two, 1), "the line")


async def talked_about(night: Evening) -> Seen:
    """Plays a deal out, and has somebody talk below the table's message, which is returned."""
    table = night.live()
    await play_out(night)
    await night.until(lambda: "Next deal" in table.labels, "the end of the deal")
    await night.you.say("what a deal")
    await night.settled()
    return table


def is_line(message: Seen) -> bool:
    """Whether that is a line about a deal that is over."""
    return message.text.startswith("-# Deal")


async def call(night: Evening, monkeypatch: pytest.MonkeyPatch) -> Seen:
    """Has whoever is to act called, by that message."""
    with monkeypatch.context() as patched:
        patched.setattr(calls, "PATIENCE", 0.0)
        patched.setattr(calls, "LONGER", 0.0)
        night.client.showing.calls.changed(night.table.table_id)
        called = await night.until(lambda: [m for m in night.public() if m.payload["mentions"]][-1], "the call")
        own = night.client.showing.publishers.by_table[night.table.table_id].below._calls
        await night.until(lambda: called.id in map(str, own), "the call, noted")
    return called


@pytest.mark.parametrize("known", [False, True], ids=["unknown", "told by a press"])
async def test_a_call_hides_no_talk_above_it(two: Evening, monkeypatch: pytest.MonkeyPatch, known: bool) -> None:
    """Of a channel Discord only tells which message is the newest."""
    monkeypatch.setattr(calls, "SPACING", 0.02)
    old = two.live()
    await two.you.say("talk")
    if known:
        await two.you.click(old, "My hand")
    called = await call(two, monkeypatch)
    await play_out(two)
    await two.until(lambda: called.gone and "Next deal" in old.labels, "the end of the deal")
    await two.you.click(old, "Next deal")
    await two.until(lambda: is_line(old), "the table below the talk")


async def test_a_call_alone_pushes_no_table_up(two: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor where a press has told of it before the bot knew that it is its own."""
    monkeypatch.setattr(calls, "SPACING", 0.02)
    old, own = two.live(), publisher_of(two).below._calls
    called = await call(two, monkeypatch)
    own.discard(int(called.id))
    await two.you.click(old, "My hand")
    own.add(int(called.id))
    await two.you.command("table")
    await play_out(two)
    await two.until(lambda: called.gone and "Next deal" in old.labels, "the end of the deal")
    await two.you.click(old, "Next deal")
    await two.until(lambda: two.table.turn.deal == 2, "the next deal")
    await two.until(lambda: two.shown_turn() == str(two.table.turn), "the next deal, shown")
    assert two.live() is old


async def test_whoever_asks_for_the_table_after_a_call_has_it_brought_below_the_talk_above_that(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "SPACING", 0.02)
    old = two.live()
    await two.you.say("talk")
    await call(two, monkeypatch)
    await two.you.command("table")
    await two.until(lambda: old.gone, "the table below the talk")


async def test_a_bot_that_may_not_read_what_was_written_leaves_the_table_where_it_is(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "SPACING", 0.02)
    old, asked = two.live(), list[int]()

    def denied(channel: discord.PartialMessageable, **named: Any) -> Any:
        asked.append(channel.id)
        raise failure(*DENIED)

    await two.you.say("talk")
    await call(two, monkeypatch)
    monkeypatch.setattr(discord.PartialMessageable, "history", denied)
    await two.you.command("table")
    assert asked
    assert not old.gone


async def test_where_discord_cannot_tell_what_is_newest_the_table_stays_where_it_is_and_is_shown(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = await talked_about(two)

    async def unknown(channel_id: int) -> Any:
        raise failure(404, 0)

    monkeypatch.setattr(BelowTable, "newest_told", lambda below, message_id: None)
    monkeypatch.setattr(two.client, "fetch_channel", unknown)
    await two.you.click(old, "Next deal")
    await two.until(lambda: "deal 2" in old.text, "the deal")
    assert not old.gone


async def test_next_deal_in_direct_messages_brings_down_a_table_that_talk_has_pushed_up(two: Evening) -> None:
    """Also just after a press in the channel, which knew nothing of that talk."""
    old = two.live()
    await play_out(two)
    await two.until(lambda: "Next deal" in old.labels, "the end of the deal")
    await two.you.click(old, "More")
    await two.you.say("talk")
    person = await two.until(lambda: [p for p in (two.you, two.ann) if "Next deal" in dm(p).labels][-1], "a panel")
    await person.click(dm(person), "Next deal")
    await two.until(lambda: is_line(old), "the table below the talk")


async def test_a_deal_that_starts_by_itself_brings_down_a_table_that_talk_has_pushed_up_since_the_last_press(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch, Pace(turn=0, pause=3, computer=0)) as two:
        await seated(two)
        old = two.live()
        await play_out(two)
        await two.until(lambda: "Next deal" in old.labels, "the end of the deal")
        await two.you.click(old, "More")
        await two.you.say("talk")
        await two.until(lambda: two.table.turn.deal == 2, "the next deal")
        await two.until(lambda: is_line(old), "the table below the talk")


async def test_only_the_beginning_of_a_deal_is_hurried(two: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """What happens while it is shown isn't: the next change would come later."""
    publishing, hurried = publisher_of(two), list[int]()
    monkeypatch.setattr(publishing.refresher, "hurry", lambda: hurried.append(two.table.turn.deal))
    await play_out(two)
    await two.until(lambda: "Next deal" in two.live().labels, "the end of the deal")
    await two.settled()
    monkeypatch.setattr(publishing, "_begins", lambda snapshot: snapshot.turn.deal == 2)
    await two.you.click(two.live(), "Next deal")
    await two.until(lambda: two.table.turn.deal == 2 and two.table.to_act is not None, "the next deal")
    await a_turn(sides(two)[0])
    assert hurried == [2]


@pytest.mark.parametrize(("told", "lasts", "asked"), [(True, 60.0, 0), (True, -60.0, 1), (False, 60.0, 1)])
async def test_discord_is_asked_what_stands_below_a_table_only_if_the_press_does_not_tell(
    two: Evening, monkeypatch: pytest.MonkeyPatch, told: bool, lasts: float, asked: int
) -> None:
    """``told``: whether Discord says with the press which message is the newest; ``lasts``: for how many seconds
    before the beginning that is relied on; ``asked``: how often the bot asks for the channel."""
    old, fetch, fetched = two.live(), two.client.fetch_channel, list[int]()

    async def fetches(channel_id: int) -> Any:
        fetched.append(channel_id)
        return await fetch(channel_id)

    def without(*given: Any) -> Any:
        part = channel_part(*given)
        return part if told else {name: said for name, said in part.items() if name != "last_message_id"}

    await play_out(two)
    await two.you.say("what a deal")
    await two.until(lambda: "Next deal" in old.labels)
    await two.settled()
    monkeypatch.setattr(below, "NEWS", lasts)
    monkeypatch.setattr(payload, "channel_part", without)
    monkeypatch.setattr(two.client, "fetch_channel", fetches)
    await two.you.click(old, "Next deal")
    await two.until(lambda: is_line(old), "the table below the talk")
    await two.settled()
    assert len(fetched) == asked


async def test_a_new_deal_goes_before_what_other_tables_show(two: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands wait for the table's message; before it Discord is asked what stands below the old one."""
    old, limiter, asked = two.live(), two.client.desk.limiter, list[Priority]()
    turn = limiter.turn

    def asks(priority: Priority) -> RequestTurn:
        asked.append(priority)
        return turn(priority)

    await play_out(two)
    await two.you.say("what a deal")
    await two.until(lambda: "Next deal" in old.labels)
    await two.settled()
    person = await two.until(lambda: [p for p in (two.you, two.ann) if "Next deal" in dm(p).labels][-1], "a panel")
    two.forget_tokens()
    monkeypatch.setattr(limiter, "turn", asks)
    await person.click(dm(person), "Next deal")
    await two.until(lambda: is_line(old), "the table below the talk")
    await two.settled()
    assert asked[:2] == [Priority.DEAL] * 2
    asked.clear()
    await a_turn(sides(two)[0])  # in the hand, which leaves no token for the table's message
    await two.settled()
    assert Priority.TABLE in asked
    assert Priority.DEAL not in asked


@pytest.mark.parametrize(("pressed", "first"), [(True, Priority.DEAL), (False, Priority.TABLE)])
async def test_a_message_from_before_a_start_is_looked_for_sooner_where_somebody_has_pressed(
    two: Evening, monkeypatch: pytest.MonkeyPatch, pressed: bool, first: Priority
) -> None:
    limiter, asked, publishing = two.client.desk.limiter, list[Priority](), publisher_of(two)
    await two.settled()
    turn = limiter.turn

    def asks(priority: Priority) -> RequestTurn:
        asked.append(priority)
        return turn(priority)

    publishing._deal = None  # as after a start
    publishing.message.doubt()
    if not pressed:
        two.forget_tokens()
    monkeypatch.setattr(limiter, "turn", asks)
    publishing.changed()
    await publishing.refresher.caught_up()
    assert asked[0] is first


def publisher_of(night: Evening) -> Publisher:
    """What shows the table in the first channel."""
    return night.client.showing.publishers.by_table[night.table.table_id]


async def test_a_table_that_waits_to_be_shown_goes_first_as_soon_as_a_deal_begins(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    limiter, hurried = two.client.desk.limiter, list[Priority]()
    publishing = publisher_of(two)
    await play_out(two)
    await two.until(lambda: "Next deal" in two.live().labels)
    await two.settled()
    turn = limiter.turn(Priority.TABLE)
    publishing._asking = turn, 1
    monkeypatch.setattr(turn, "hurry", hurried.append)
    publishing.changed()
    assert hurried == []
    await two.you.click(two.live(), "Next deal")
    await two.until(lambda: two.table.turn.deal == 2)
    await two.until(lambda: hurried)
    assert set(hurried) == {Priority.DEAL}


async def test_a_message_that_can_not_be_deleted_shrinks_to_a_line(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(*where: Any) -> None:
        raise failure(*DENIED)

    monkeypatch.setattr(InChannel, "delete", refused)
    old = two.live()
    await brought_down(two, two.you)
    await two.until(lambda: "moved on" in old.text, "the old message in one line")
    assert not old.labels
    assert not old.attachments


async def test_at_the_first_deal_after_three_quarters_of_an_hour_the_table_is_posted_anew(two: Evening) -> None:
    old = two.live()
    await play_out(two)
    await two.until(lambda: "Next deal" in old.labels)
    two.later(OLD_MESSAGE + 1)
    await two.you.click(old, "Next deal")
    await two.until(lambda: is_line(old), "the old message to tell the result")
    await two.settled()
    assert two.live() is not old


async def test_a_message_too_old_for_edits_is_posted_anew_at_once(two: Evening) -> None:
    old, (first, _) = two.live(), sides(two)
    two.server.context.rates.rates.old_edits = (0, 600.0)
    await two.you.faults(rate_limits=True)
    await a_turn(first)
    await two.settled()
    assert two.live() is old
    two.later(3601)
    called, other = sides(two)
    await a_turn(called)
    await two.until(lambda: old.gone, "the old message to go")
    await two.settled()
    await two.until(lambda: not [m for m in two.public() if f"<@{called.id}>" in m.text], "the call to go")
    there = [m for m in two.public() if f"<@{other.id}>" not in m.text]  # who hasn't been there for long is called, too
    assert there == [two.live()]


async def test_a_deleted_message_is_sent_anew(two: Evening) -> None:
    first, _ = sides(two)
    await two.client.get_partial_messageable(two.channel_id).get_partial_message(two.live_message).delete()
    old = two.table.live_message
    await first.command("draw", from_="stock")
    await two.until(lambda: two.table.live_message != old)
    await two.settled()


async def test_a_channel_without_permission_does_not_stop_the_deal(two: Evening) -> None:
    first, other = sides(two)
    two.forget_tokens()
    await two.you.deny_bot("send_messages", "view_channel")
    await first.click(dm(first), "Draw stock")
    await first.until(lambda: cards_on(dm(first)))
    await first.click(dm(first), custom_id=discard(dm(first)))
    await other.until(lambda: "Draw stock" in dm(other).labels)
    await two.until(lambda: two.desk_notices(), "somebody to be told")
    await other.click(dm(other), "Draw stock")
    await other.until(lambda: "I can’t show the table" in dm(other).text)
    await two.you.deny_bot()
    two.forget_tokens()
    await other.click(dm(other), custom_id=discard(dm(other)))
    await two.settled()


async def test_a_message_that_no_press_edits_tells_a_turn_when_it_is_over_and_a_slow_one_after_a_while(
    two: Evening,
) -> None:
    first, _ = sides(two)
    table_id, gathering = two.table.table_id, two.client.showing.gathering
    there, edits = two.client.showing.publishers.by_table[table_id], list[str]()

    def note(entry: Mapping[str, Any]) -> None:
        if entry["method"] == "PATCH" and str(two.live_message) in entry["path"]:
            edits.append(entry["path"])

    await two.settled()
    two.forget_tokens()
    two.server.context.log.listen(note)
    await first.command("draw", from_="stock")
    two.client.showing.changed(table_id)
    await two.until(lambda: not there.refresher.busy, "the table's message")
    assert edits == []
    assert "draws" not in two.live().text
    assert not two.client.showing.shown_as(table_id), "a start shows it again"
    gathering._turn_lasts(table_id)
    await two.until(lambda: "draws from the stock" in two.live().text, "the beginning of the turn")
    await first.command("discard", card=(await first.autocomplete("discard", "card", ""))[0].value)
    await two.settled()
    assert len(edits) == 2
    assert "discards" in two.live().text


async def test_a_message_that_a_press_edits_tells_a_turn_from_its_beginning(two: Evening) -> None:
    first, other = sides(two)
    await two.settled()
    two.forget_tokens()
    await other.click(two.live(other), "My hand")
    await first.command("draw", from_="stock")
    await two.settled()
    assert "draws from the stock" in two.live().text


async def test_what_comes_with_the_beginning_of_a_turn_is_told_at_once(two: Evening) -> None:
    first, _ = sides(two)
    await two.settled()
    two.forget_tokens()
    await first.command("draw", from_="stock")
    cy = await two.people.guest("Cy")
    await cy.command("join")
    await two.settled()
    assert "Cy" in two.live().text
    assert "draws from the stock" in two.live().text
