"""Closing at once, agreeing to it, taking a closing back; and who is told what."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.local.testing.driver import Person as Guest
from bot.local.testing.seen import Seen
from bot.service import clock, thoughts
from bot.service import play as playing
from bot.service.model import Person
from bot.service.pace import Pace
from bot.service.way_out import release
from bot.ui.clicks import closing
from bot.ui.pages.page import Kept, KeptFile, Page
from bot.ui.showing import answer as answers
from bot.ui.showing.places import InChannel
from engine.players import CAREFUL
from tests.bot.ui.evening import Evening, a_turn, bot_on, panel, refused, seated, written
from tests.kit.painters import Blank
from tests.kit.tables import all_tables


async def posted(night: Evening, words: str) -> str:
    """Waits for a public message that says this; its text."""
    await night.you.until(lambda: any(words in message.text for message in night.public()), words)
    return next(message.text for message in night.public() if words in message.text)


async def purses(night: Evening) -> set[int]:
    """What is in the purses of all who sat there."""
    found = set()
    for person in (night.you, night.ann):
        answer = await person.command("chips")
        found.add(int("".join(filter(str.isdigit, answer.text.split("chips")[0]))))
    return found


async def three(night: Evening) -> tuple[Guest, Guest]:
    """Ann hosts a table at which you and Bo sit, too, and a deal is played."""
    ann = await night.people.guest("Ann")
    lobby = await ann.command("newgame knock-poker")
    await night.you.click(lobby, "Join")
    await night.joined(2)
    bo = await night.people.guest("Bo")
    await bo.click(lobby, "Join")
    await night.joined(3)
    await ann.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing")
    return ann, bo


async def test_at_once_in_the_lobby_no_deal_is_told_of(night: Evening) -> None:
    await night.you.command("newgame knock-poker")
    assert "No deal was being played" in (await night.you.command("close", now=True)).text
    assert "Deal" not in await posted(night, "has closed this table at once")


async def test_whoever_manages_the_channel_closes_in_mid_deal_and_the_channel_is_told_who(two: Evening) -> None:
    answer = await two.you.command("close", now=True)
    assert "Deal 1 counts for nothing" in answer.text
    said = await posted(two, "has closed this table at once")
    assert two.you.name in said
    assert "Deal 1 is taken back: everybody has the chips from before it." in said
    assert not two.is_open
    await two.you.until(lambda: any("table closed" in message.text for message in two.public()), "the closed table")
    assert "No deal was played" in next(m.text for m in two.public() if "table closed" in m.text)
    assert await purses(two) == {200}
    for person in (two.you, two.ann):  # who may have read nothing but the panel
        await written(person, "That table is closed.\nThe deal is taken back: everybody has the chips from before it.")


async def test_where_nobody_has_chips_closing_in_mid_deal_tells_of_none(night: Evening) -> None:
    two = await seated(night, "knock-rummy")
    answer = await two.you.command("close", now=True)
    assert answer.text == "The table is closed. Deal 1 counts for nothing."
    assert "Deal 1 is taken back and counts for nothing." in await posted(two, "has closed this table at once")


async def test_the_host_asks_and_everybody_agrees_by_a_press(night: Evening) -> None:
    ann, bo = await three(night)
    await refused(await bo.command("close", now=True), "Only Ann, who hosts the table")
    question = await ann.command("close", now=True)
    assert "Ann asks to close the table at once" in question.text
    assert "Bo" in question.text
    passer_by = await night.people.guest("Cy")
    await refused(await passer_by.click(question, "Agree"), "You don’t sit at this table")
    await bo.click(question, "Agree")
    await bo.until(lambda: "Bo" not in question.text, "one name less")
    assert night.you.name in question.text
    assert night.is_open
    await night.you.click(question, "Agree")
    await night.until(lambda: not night.is_open)
    assert "Ann" in await posted(night, "everybody agreed")
    await night.you.until(lambda: not question.shown.buttons, "a question without a button")


async def test_whoever_plays_by_direct_messages_or_in_a_private_panel_is_asked_there(night: Evening) -> None:
    ann, bo = await three(night)
    asked = "Ann asks to close the table at once"
    here = (await bo.command("hand")).shown
    await ann.command("close", now=True)
    await night.you.until(lambda: "Agree" in panel(night.you).labels, "the question in the direct message")
    await bo.until(lambda: "Agree" in here.labels, "the question in the panel")
    assert asked in panel(night.you).text
    assert asked in here.text
    await ann.until(lambda: "Take it back" in panel(ann).labels, "what the host can do")
    assert "Agree" not in panel(ann).labels
    await bo.click(here, "Agree")
    await bo.until(lambda: "Take it back" in here.labels, "Bo has agreed")
    await night.you.until(lambda: "Bo" not in stop_sign(night).text, "the question in the channel, too")
    await bo.click(here, "Take it back")
    await bo.until(lambda: "Agree" in here.labels, "Bo has yet to agree again")
    await bo.click(here, "Agree")
    await night.you.until(lambda: "has yet to agree" in panel(night.you).text, "nobody else is waited for")
    await night.you.click(panel(night.you), "Agree")
    await night.until(lambda: not night.is_open)
    await bo.until(lambda: not stop_sign(night).buttons, "what came of it")


async def test_whoever_asked_takes_it_back_in_the_panel(night: Evening) -> None:
    ann, bo = await three(night)
    await ann.command("close", now=True)
    await bo.until(lambda: "Agree" in panel(bo).labels, "the question")
    await ann.until(lambda: "Take it back" in panel(ann).labels, "the way back")
    await ann.click(panel(ann), "Take it back")
    await bo.until(lambda: "Agree" not in panel(bo).labels, "nobody is asked any more")
    assert "to close the table at once" not in panel(bo).text
    await ann.until(lambda: "That question is over" in stop_sign(night).text, "what came of it")


def stop_sign(night: Evening) -> Seen:
    """The newest question whether the table is to close at once, or what came of it."""
    return [message for message in night.public() if "to close" in message.text and "🛑" in message.text][-1]


async def test_a_question_that_somebody_deletes_is_looked_after_no_more(night: Evening) -> None:
    ann, bo = await three(night)
    question, questions = await ann.command("close", now=True), night.client.showing.questions
    assert night.table.table_id in questions._asked
    channel = night.client.get_partial_messageable(night.channel_id)
    await channel.get_partial_message(int(question.shown.id)).delete()
    await bo.until(lambda: "Agree" in panel(bo).labels, "the question")
    await bo.click(panel(bo), "Agree")
    await night.until(lambda: night.table.table_id not in questions._asked, "that it is let go of")
    await night.you.until(lambda: "Agree" in panel(night.you).labels, "the question")
    await night.you.click(panel(night.you), "Agree")
    await night.until(lambda: not night.is_open)


async def test_whoever_sits_down_while_the_host_closes_at_once_is_asked_in_the_channel(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, acknowledge = await night.people.guest("Ann"), answers.Answer.acknowledge
    await ann.command("newgame knock-poker")
    table_id, you = night.table.table_id, Person(night.table.guild_id, int(night.you.id), "You")

    async def after_somebody_has_joined(answer: answers.Answer) -> bool:
        await night.service.seats.join(table_id, you, answer.key + 1)
        return await acknowledge(answer)

    with monkeypatch.context() as patch:
        patch.setattr(answers.Answer, "acknowledge", after_somebody_has_joined)
        answer = await ann.command("close", now=True)
    assert answer.text == "You is asked in the channel whether the table is to close at once."
    await night.you.until(lambda: "Agree" in stop_sign(night).labels, "the question")
    await night.you.click(stop_sign(night), "Agree")
    await night.until(lambda: not night.is_open)
    await night.you.until(lambda: not stop_sign(night).buttons, "what came of it")


@pytest.mark.parametrize("late", [False, True], ids=["as the answer", "in the channel"])
async def test_the_question_is_sent_once(night: Evening, monkeypatch: pytest.MonkeyPatch, late: bool) -> None:
    ann, edits = await night.people.guest("Ann"), list[int]()
    edit = InChannel.edit

    async def noted(place: InChannel, channel_id: int, message_id: int, page: Page, kept: Kept) -> Sequence[KeptFile]:
        edits.append(message_id)
        return await edit(place, channel_id, message_id, page, kept)

    monkeypatch.setattr(InChannel, "edit", noted)
    lobby = await ann.command("newgame knock-poker")
    await night.you.click(lobby, "Join")
    await night.joined(2)
    if late:  # by then it is chosen that the answer is private
        monkeypatch.setattr(closing, "way_of_closing", lambda *_: answers.Way.PRIVATE)
    await ann.command("close", now=True)
    await night.you.until(lambda: "Agree" in stop_sign(night).labels, "the question")
    question = stop_sign(night)
    await night.client.showing.questions._asked[night.table.table_id].refresher.caught_up()
    assert int(question.id) not in edits
    await night.you.click(question, "Agree")
    await night.you.until(lambda: not stop_sign(night).buttons, "what came of it")


async def test_asking_and_agreeing_are_taken_back_by_a_press(night: Evening) -> None:
    ann, bo = await three(night)
    question = await ann.command("close", now=True)
    await bo.click(question, "Agree")
    await bo.until(lambda: "Bo" not in stop_sign(night).text, "Bo has agreed")
    await refused(await night.you.click(stop_sign(night), "Take it back"), "You haven’t agreed")
    await bo.click(stop_sign(night), "Take it back")
    await bo.until(lambda: "Bo" in stop_sign(night).text, "Bo has yet to agree again")
    await ann.click(stop_sign(night), "Take it back")
    await ann.until(lambda: "That question is over" in stop_sign(night).text, "what came of it")
    assert not stop_sign(night).buttons
    again = await ann.command("close", now=True)
    assert "have yet to agree" in again.text
    once_more = await ann.command("close", now=True)
    await ann.until(lambda: "That question is over" in again.shown.text, "the earlier question is over")
    assert "have yet to agree" in once_more.shown.text


async def test_the_question_says_who_still_sits_there_and_what_came_of_it(night: Evening) -> None:
    ann, bo = await three(night)
    await ann.command("close", now=True)
    assert "Bo" in stop_sign(night).text
    knock = True
    while night.table.stage == "playing":
        await a_turn({"Ann": ann, "Bo": bo}.get(night.acting.name, night.you), knock=knock)
        knock = False
    await bo.command("leave")
    await bo.until(lambda: "Bo" not in stop_sign(night).text, "Bo isn't asked any more")
    await ann.command("start")
    await ann.until(lambda: "Another deal has begun" in stop_sign(night).text, "the question has lapsed")
    assert not stop_sign(night).buttons
    await ann.command("close", now=True)
    assert "yet to agree" in stop_sign(night).text
    await night.you.command("close", now=True)  # who may manage the channel
    await ann.until(lambda: "It is closed" in stop_sign(night).text, "the table has closed meanwhile")


async def test_after_a_restart_the_question_says_that_the_table_has_closed(
    tmp_path: Any, night: Evening, blank: Blank
) -> None:
    ann, bo = await three(night)
    await ann.command("close", now=True)
    await night.until(lambda: night.client.showing.questions._asked, "the question is looked after")
    table_id = night.table.table_id
    await night.client.close()
    await night.service.stop()
    assert await release(night.store, table_id)
    await night.store.close()
    async with bot_on(night.server, tmp_path / "k.sqlite3", blank, Pace(turn=0, pause=1000, computer=0)):
        await bo.until(lambda: "It is closed" in stop_sign(night).text, "what came of it")
        assert not stop_sign(night).buttons


async def test_a_closing_is_taken_back_by_a_press(two: Evening) -> None:
    await two.you.command("close")
    await two.settled()
    await two.you.until(lambda: "Don’t close" in two.live().labels, "the button")
    panel = (await two.you.command("manage")).shown
    assert "The table closes after this deal" in panel.text
    assert "Don’t close" in panel.labels
    assert "Close table" not in panel.labels
    bo = await two.people.guest("Bo")
    await refused(await bo.click(two.live(bo), "Don’t close"), "You don’t sit at this table")
    await two.you.click(two.live(), "Don’t close")
    await two.until(lambda: not two.table.closing)
    await two.you.until(lambda: "Don’t close" not in two.live().labels, "no such button any more")


async def test_the_channel_is_told_at_the_next_start_of_a_table_that_was_released_while_the_bot_was_down(
    tmp_path: Any, night: Evening, blank: Blank
) -> None:
    two = await seated(night)
    table_id, live = two.table.table_id, two.live_message
    await two.client.close()
    await two.service.stop()
    assert await release(two.store, table_id)
    await two.store.close()
    async with bot_on(two.server, tmp_path / "k.sqlite3", blank, Pace(turn=0, pause=1000, computer=0)) as again:
        store, service, _ = again
        await posted(two, "Whoever runs me has released this table")
        assert service.table_in(two.channel_id) is None
        await two.you.until(
            lambda: not next(m for m in two.public() if m.id == str(live)).buttons, "the old table without buttons"
        )
        await two.until(lambda: not all_tables(service))
        for _ in range(1000):
            if not (left := await store.ends.announcements()):
                break
            await asyncio.sleep(0.01)
        assert left == ()
        assert sum("has released" in message.text for message in two.public()) == 1


async def test_a_line_says_that_a_deal_could_not_go_on(night: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "AGAIN", 0.001)
    lobby = await night.you.command("newgame knock-poker")
    await night.you.click(lobby, "Add computer")
    await night.joined(2)

    def fails(*given: Any) -> Any:
        raise RuntimeError("nobody can move")

    monkeypatch.setattr(thoughts, "by_rules", fails)
    monkeypatch.setattr(thoughts, "CAREFUL", replace(CAREFUL, choose=fails))
    monkeypatch.setattr(playing, "plain_move", fails)
    await night.you.command("start")
    while night.table.stage == "playing":
        if not night.acting.computer:
            await night.you.command("draw", from_="stock")
            card = (await night.you.autocomplete("discard", "card", ""))[0].value
            await night.you.command("discard", card=card)
        await night.until(lambda: night.table.stage == "lobby" or not night.acting.computer)
    await posted(night, "I couldn’t go on with the deal")
    await night.you.until(lambda: "I couldn’t go on with it" in night.live().text, "the lobby says so")


async def test_one_gets_up_from_the_only_table_anywhere(two: Evening) -> None:
    world_channels = two.server.context.world.channels
    channel = next(str(c.id) for c in world_channels.values() if c.type == 0 and str(c.id) != two.you.channel)
    answer = await two.ann.command("leave", channel=channel)
    assert f"At the table of Knock Poker in <#{two.channel_id}>: You get up. A computer player" in answer.text
    await two.until(lambda: two.seated(two.ann).leaving)
    assert "You don’t sit at any table" in (await two.ann.command("leave", channel="dm")).text
    there = two.seated(two.ann).chips
    chips = await two.ann.command("chips")
    assert f": {there} chips, which come home when the deal is over." in chips.text
    assert not [label for label in chips.shown.labels if label.startswith("Leave")]


async def test_one_gets_up_from_several_tables_by_a_press_anywhere(two: Evening) -> None:
    world_channels = two.server.context.world.channels
    channel = next(str(c.id) for c in world_channels.values() if c.type == 0 and str(c.id) != two.you.channel)
    await two.ann.command("newgame knock-rummy", channel=channel)
    chips = await two.ann.command("chips", channel=channel)
    names = [world_channels[int(place)].name for place in (two.you.channel, channel)]
    leaves = [label for label in chips.shown.labels if label.startswith("Leave")]
    assert leaves == [f"Leave Knock Poker in #{names[0]}", f"Leave Knock Rummy in #{names[1]}"]
    which = await two.ann.command("leave", channel="dm")
    assert "Which do you get up from?" in which.text
    await two.ann.click(which, "Leave Knock Rummy")
    await two.until(lambda: not two.service.table_in(int(channel)))
    assert not two.seated(two.ann).leaving
    await two.ann.click(chips, "Leave Knock Poker")
    await two.ann.click(await two.ann.wait_for("Really get up?", channel=channel), "Yes")
    await two.until(lambda: two.seated(two.ann).leaving)
