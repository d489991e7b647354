"""Lessons through the real client: begun, gone through, left, and gone on with after a restart."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.local.testing.driver import Person
from bot.local.testing.seen import Seen
from bot.service.lessons import LessonStep
from bot.store.model.errors import StoreError
from bot.ui.open_lessons import IN_MIND
from bot.ui.pages.lesson import taught
from engine.game import GAMES
from tests.bot.ui.evening import Evening, evening, refused, seated, sides
from tests.bot.ui.pages.test_lesson import written
from tests.bot.ui.test_other_versions import restarted
from tests.kit.once import own_texts
from tests.kit.painters import Blank


def lesson(person: Person) -> Seen:
    """The newest lesson in somebody's direct messages."""
    return [message for message in person.dms() if "🎓" in message.text][-1]


async def begun(person: Person, game: str, *, step: int = 1) -> None:
    """Asks for the lesson in the channel, and waits until it is there."""
    answer = await person.command("learn", game=game)
    name = own_texts().for_locale("en-US").game(game)
    assert answer.ephemeral
    assert "in your direct messages" in answer.text
    assert f"Your lesson in {name} is" in answer.text
    await person.until(lambda: any(f"step {step} of" in message.text for message in person.dms()), "the lesson")
    assert [button["url"] for button in answer.shown.buttons] == [link_to(lesson(person))]


def link_to(message: Seen) -> str:
    """The address of a direct message."""
    return f"https://discord.com/channels/@me/{message.channel_id}/{message.id}"


async def done_next(person: Person, game: str, number: int) -> None:
    """Does what is taught at a step, counted from 0, and waits for the next."""
    plan = GAMES[game].telling.lesson
    assert plan is not None
    action, last = plan.steps[number][1].do, number + 2 == len(plan.steps)
    shown = lesson(person)
    if action is None:
        await person.click(shown, "Next")
    else:
        given = written(action)
        start = f"{game}.{number}.{action.do}="
        ids = [str(part.get("custom_id", "")) for part in shown.all_components()]
        exact = [found for found in ids if found.endswith(f":{start}{given}")]
        if exact:
            await person.click(shown, custom_id=exact[0])
        else:
            select = next(
                part
                for part in shown.all_components()
                if f":{start}?" in str(part.get("custom_id", ""))
                and given in [option["value"] for option in part["options"]]
            )
            await person.choose(shown, given, custom_id=str(select["custom_id"]))
    words = "that’s it" if last else f"step {number + 2} of"
    await person.until(lambda: words in lesson(person).text, words)


@pytest.mark.parametrize("game", taught())
async def test_a_lesson_is_gone_through_in_direct_messages(game: str, night: Evening) -> None:
    plan = GAMES[game].telling.lesson
    assert plan is not None
    await begun(night.you, game)
    for number in range(len(plan.steps) - 1):
        await done_next(night.you, game, number)
    assert len([message for message in night.you.dms() if "🎓" in message.text]) == 1, "all in one message"
    kept = (await night.service.privacy.export(int(night.you.id)))["lessons"]
    assert [(found["game"], found["done_at"] is not None) for found in kept] == [(game, True)]
    assert not night.is_open, "no table was opened"


async def test_a_lesson_that_is_done_is_gone_through_once_more(night: Evening) -> None:
    await night.service.people.learn(int(night.you.id), "knock-rummy", 5, done=False)
    await begun(night.you, "knock-rummy", step=6)
    await done_next(night.you, "knock-rummy", 5)
    ended = lesson(night.you)
    await night.you.click(ended, "Once more")
    await night.you.wait_for("step 1 of", channel="dm", after=ended)
    await done_next(night.you, "knock-rummy", 0)
    (kept,) = (await night.service.privacy.export(int(night.you.id)))["lessons"]
    assert kept["done_at"] is not None, "it stays done"


async def test_another_move_is_answered_gently_and_whoever_leaves_goes_on_later(night: Evening) -> None:
    await begun(night.you, "knock-poker")
    await night.you.click(lesson(night.you), "Draw stock")
    await night.you.until(lambda: "the coach wants to show you something else here" in lesson(night.you).text)
    assert "step 1 of" in lesson(night.you).text
    await done_next(night.you, "knock-poker", 0)
    message = lesson(night.you)
    await night.you.click(message, "Leave")
    await night.you.until(lambda: "You have left the lesson" in message.text)
    dms = len(night.you.dms())
    await night.you.click(message, "Go on")
    await night.you.until(lambda: "step 2 of" in message.text, "the lesson in the same message")
    assert len(night.you.dms()) == dms, "nothing else is sent"
    await done_next(night.you, "knock-poker", 1)


async def test_an_older_message_of_a_lesson_leads_to_the_newer(night: Evening) -> None:
    await begun(night.you, "knock-poker")
    older = lesson(night.you)
    await done_next(night.you, "knock-poker", 0)
    await begun(night.you, "dompe")
    other = lesson(night.you)
    answer = await night.you.command("learn", game="knock-poker", channel="dm")
    assert "Here is your lesson in Knock Poker: it goes on where you were" in answer.text
    await night.you.until(lambda: "Your lesson in Knock Poker goes on in a newer message." in older.text)
    newer = lesson(night.you)
    assert "step 2 of" in newer.text
    assert [button["url"] for button in older.buttons] == [link_to(newer)]
    assert "step 1 of" in other.text, "a lesson in another game stays"
    await done_next(night.you, "knock-poker", 1)


async def test_a_lesson_that_was_left_leads_to_its_newer_message(night: Evening) -> None:
    await begun(night.you, "knock-poker")
    left = lesson(night.you)
    await night.you.click(left, "Leave")
    await night.you.until(lambda: left.labels == ["Go on"])
    await night.you.command("learn", game="knock-poker", channel="dm")
    await night.you.until(lambda: "goes on in a newer message" in left.text)


async def test_a_press_in_an_older_message_of_a_lesson_before_it_is_closed_leads_to_the_newer(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unreached(*_: object) -> bool:
        return False

    await begun(night.you, "knock-poker")
    older = lesson(night.you)
    with monkeypatch.context() as patched:
        patched.setattr("bot.ui.clicks.learning._replaced", unreached)
        await night.you.command("learn", game="knock-poker", channel="dm")
        await sent(night.you, 2)
    newer = lesson(night.you)
    await night.you.click(older, "Take 9♦")
    await night.you.until(lambda: "goes on in a newer message" in older.text)
    assert "step 1 of" in newer.text
    await done_next(night.you, "knock-poker", 0)


async def test_a_press_that_is_served_while_the_lesson_is_opened_anew_leads_to_the_newer(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    lessons = night.service.lessons
    pressing, opened, done, press = asyncio.Event(), asyncio.Event(), asyncio.Event(), lessons.press

    async def slow(*given: Any) -> LessonStep:
        pressing.set()
        await opened.wait()
        done.set()
        return await press(*given)

    await begun(night.you, "knock-poker")
    older = lesson(night.you)
    monkeypatch.setattr(lessons, "press", slow)
    pressed = asyncio.create_task(night.you.click(older, "Take 9♦"))
    await pressing.wait()
    await night.you.command("learn", game="knock-poker", channel="dm")
    await sent(night.you, 2)
    newer = lesson(night.you)
    await night.you.until(lambda: "goes on in a newer message" in older.text)
    opened.set()
    await pressed
    await done.wait()
    await night.until(lambda: not night.client.desk.busy, "all that is under way")
    await night.you.until(lambda: "goes on in a newer message" in older.text)
    assert [button["url"] for button in older.buttons] == [link_to(newer)]
    assert "step 1 of" in newer.text
    await night.you.click(newer, "Take 9♦")
    await night.you.until(lambda: "step 2 of" in newer.text, "the next step")


async def test_a_message_of_a_lesson_from_before_a_restart_leads_to_the_newer_from_its_next_press(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        await begun(night.you, "knock-poker")
        older = lesson(night.you)
        async with restarted(night, tmp_path / "k.sqlite3", blank):
            you = night.you
            await you.command("learn", game="knock-poker", channel="dm")
            await sent(you, 2)
            newer = lesson(you)
            await done_next(you, "knock-poker", 0)
            await you.click(older, "Take 9♦")
            await you.until(lambda: "goes on in a newer message" in older.text)
            assert [button["url"] for button in older.buttons] == [link_to(newer)]


async def test_a_lesson_that_is_through_is_not_closed_by_a_newer_message(night: Evening) -> None:
    await night.service.people.learn(int(night.you.id), "knock-rummy", 5, done=False)
    await begun(night.you, "knock-rummy", step=6)
    await done_next(night.you, "knock-rummy", 5)
    ended = lesson(night.you)
    await begun(night.you, "knock-rummy")
    await done_next(night.you, "knock-rummy", 0)
    assert "Practise it" in ended.labels


async def test_a_lesson_is_begun_when_it_is_opened(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        assert not any(option.get("description") for option in await lessons_in_help(night.you))
        await begun(night.you, "dompe")
        async with restarted(night, tmp_path / "k.sqlite3", blank):
            you = night.you
            marked = [option["label"] for option in await lessons_in_help(you) if option.get("description")]
            assert marked == ["Dompe"]
            answer = await you.command("hand", channel="dm")
            await refused(answer, "If you mean your lesson in Dompe: it is played with the buttons of its message")
            again = await you.command("learn", game="dompe")
            assert "is in your direct messages, and goes on where you were." in again.text


async def lessons_in_help(person: Person) -> list[dict[str, object]]:
    """The lines of the list of lessons in the help."""
    return list((await person.command("help")).shown.select()["options"])


async def test_whoever_leaves_begins_nothing_by_that(night: Evening) -> None:
    await begun(night.you, "knock-poker")
    message = lesson(night.you)
    await night.client.service.privacy.erase(int(night.you.id))
    await night.you.click(message, "Leave")
    await night.you.until(lambda: message.labels == ["Go on"])
    assert await night.service.people.lesson_steps(int(night.you.id)) == {}


async def test_a_lesson_of_somebody_who_was_erased_says_that_it_begins_again(night: Evening) -> None:
    await begun(night.you, "knock-poker")
    older = lesson(night.you)
    await done_next(night.you, "knock-poker", 0)
    await night.client.service.privacy.erase(int(night.you.id))
    await night.you.click(older, "7♦")
    await night.you.until(lambda: "step 1 of" in older.text)
    assert "I don’t know any more how far you had come" in older.text
    assert "in the meantime" not in older.text


async def test_commands_that_are_typed_in_a_lesson_lead_to_it(night: Evening) -> None:
    await begun(night.you, "knock-rummy")
    first = lesson(night.you)
    await night.you.click(first, "Take 9♦")
    await night.you.until(lambda: "step 2 of" in first.text, "the next step")
    led = f"A lesson is played with the buttons of its message: {link_to(first)}"
    given = {"draw": {"from": "stock"}, "discard": {"card": "7S"}}
    for command in ("draw", "discard", "knock", "hint", "hand", "start", "table", "close", "topup"):
        await refused(await night.you.command(command, given.get(command), channel="dm"), led)
    assert "Knock Rummy" in (await night.you.command("rules", channel="dm")).text
    await refused(await night.you.command("knock"), "There’s no table in this channel")
    assert "step 2 of" in first.text


async def test_leave_leaves_the_lesson_as_its_button_does(night: Evening) -> None:
    await begun(night.you, "knock-poker")
    message = lesson(night.you)
    answer = await night.you.command("leave", channel="dm")
    assert "You have left the lesson in Knock Poker" in answer.text
    await night.you.until(lambda: message.labels == ["Go on"], "the way back")
    assert "You have left the lesson" in message.text
    await refused(await night.you.command("leave", channel="dm"), "You don’t sit at any table")
    await night.you.click(message, "Go on")
    await night.you.until(lambda: "step 1 of" in message.text, "the lesson")
    await done_next(night.you, "knock-poker", 0)
    await night.you.click(message, "Leave")
    await night.you.until(lambda: message.labels == ["Go on"], "the way back")
    await refused(await night.you.command("draw", from_="stock", channel="dm"), "You don’t sit at any table")


async def test_whoever_has_deleted_the_lesson_leaves_it_all_the_same(night: Evening) -> None:
    await begun(night.you, "knock-poker")
    message = lesson(night.you)
    channel = night.client.get_partial_messageable(int(message.channel_id))
    await channel.get_partial_message(int(message.id)).delete()
    answer = (await night.you.command("leave", channel="dm")).shown
    assert "You have left the lesson" in answer.text
    assert answer.labels == ["Go on"]


async def test_at_a_table_of_ones_own_commands_mean_that_and_not_the_lesson(night: Evening) -> None:
    await begun(night.you, "knock-poker")
    await night.you.command("newgame dompe", channel="dm")
    assert "Dompe" in (await night.you.command("rules", channel="dm")).text
    await refused(await night.you.command("knock", channel="dm"), "No deal is being played")
    asked = await night.you.command("leave", channel="dm")
    assert asked.shown.labels == ["Leave the lesson", "Leave Dompe"]
    await night.you.click(asked, "Leave Dompe")
    await night.you.until(lambda: "The table is closed" in asked.shown.text)
    assert "You have left the lesson" in (await night.you.command("leave", channel="dm")).text


async def test_a_move_that_may_be_meant_for_a_lesson_is_done_at_no_table(night: Evening) -> None:
    await seated(night)
    first, _ = sides(night)
    await begun(first, "knock-rummy")
    turn, message = night.table.turn, lesson(first)
    led = f"For the lesson, press the buttons of its message: {link_to(message)} For the table, "
    channel = f"type the command in <#{night.channel_id}>"
    given = {"draw": {"from": "stock"}, "discard": {"card": "7S"}}
    for command in ("draw", "discard", "knock", "hint"):
        answer = await first.command(command, given.get(command), channel="dm")
        await refused(answer, led)
        await refused(answer, channel)
    assert await first.autocomplete("discard", "card", "", channel="dm") == []
    assert night.table.turn == turn
    for command in ("start", "table", "topup"):
        await refused(await first.command(command, channel="dm"), f"You sit in <#{night.channel_id}>")
    dms = len(first.dms())
    await first.command("hand", channel="dm")
    await first.until(lambda: "Your hand" in " ".join(message.text for message in first.dms()[dms:]))
    await first.command("draw", from_="stock")
    await night.after(turn)


async def test_a_move_that_a_lesson_does_not_have_is_one_at_the_table(night: Evening) -> None:
    await seated(night)
    first, _ = sides(night)
    await begun(first, "crummy")
    turn = night.table.turn
    await first.command("draw", from_="stock", channel="dm")
    await night.after(turn)


async def test_a_lesson_that_has_not_been_used_for_an_hour_keeps_no_move_from_the_table(night: Evening) -> None:
    await seated(night)
    first, _ = sides(night)
    await begun(first, "knock-rummy")
    turn = night.table.turn
    night.later(IN_MIND + 1)
    await first.command("draw", from_="stock", channel="dm")
    await night.after(turn)


async def test_with_a_lesson_and_a_seat_it_is_asked_which_is_left(night: Evening) -> None:
    await seated(night)
    await begun(night.you, "knock-rummy")
    message = lesson(night.you)
    night.later(IN_MIND + 1)
    asked = await night.you.command("leave", channel="dm")
    assert "A lesson is open here, and you sit at a table, too. Which do you leave?" in asked.text
    again = await night.you.command("leave", channel="dm")
    name = night.client.desk.channel_name(night.channel_id)
    assert asked.shown.labels == ["Leave the lesson", f"Leave Knock Poker in #{name}"]
    await night.you.click(asked, "Leave the lesson")
    await night.you.until(lambda: "You have left the lesson in Knock Rummy" in asked.shown.text)
    await night.you.until(lambda: message.labels == ["Go on"], "the way back")
    assert not night.seated(night.you).leaving
    await refused(await night.you.click(again, "Leave the lesson"), "out of date")
    await night.you.command("leave", channel="dm")
    await night.until(lambda: night.seated(night.you).leaving)


async def test_whoever_is_through_is_in_no_lesson_any_more(night: Evening) -> None:
    await night.service.people.learn(int(night.you.id), "knock-rummy", 5, done=False)
    await begun(night.you, "knock-rummy", step=6)
    await done_next(night.you, "knock-rummy", 5)
    await refused(await night.you.command("knock", channel="dm"), "You don’t sit at any table")


async def test_a_lesson_goes_on_after_a_restart(tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        await begun(night.you, "knock-poker")
        await done_next(night.you, "knock-poker", 0)
        async with restarted(night, tmp_path / "k.sqlite3", blank):
            await done_next(night.you, "knock-poker", 1)
            await begun(night.you, "knock-poker", step=3)


async def test_after_a_restart_commands_that_are_typed_in_a_lesson_lead_to_it(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        await begun(night.you, "dompe")
        await done_next(night.you, "dompe", 0)
        async with restarted(night, tmp_path / "k.sqlite3", blank):
            you = night.you
            for command in ("hand", "leave", "table"):
                answer = await you.command(command, channel="dm")
                await refused(answer, "If you mean your lesson in Dompe: it is played with the buttons of its message")
                told = answer.messages[-1]
                assert told.labels == ["Lesson in Dompe"]
            before = lesson(you).id
            await you.click(told, "Lesson in Dompe")
            await you.until(lambda: lesson(you).id != before, "the lesson, below")
            assert "step 2 of" in lesson(you).text
            await refused(await you.command("hint", channel="dm"), link_to(lesson(you)))


async def test_where_direct_messages_are_closed_the_lesson_is_here(night: Evening) -> None:
    ann = await night.people.guest("Ann")
    await ann.set(dms_open=False)
    answer = await ann.command("learn", game="knock-poker")
    assert answer.ephemeral
    assert "step 1 of" in answer.text
    await ann.click(answer, "Take 9♦")
    await ann.until(lambda: "step 2 of" in answer.shown.text)
    await ann.click(answer, "Leave")
    await ann.until(lambda: "You have left the lesson" in answer.shown.text)
    await ann.click(answer, "Go on")
    await ann.until(lambda: "step 2 of" in answer.shown.text, "the lesson in the same answer")


async def test_a_lesson_begins_in_a_lobby_in_the_help_and_in_direct_messages(night: Evening) -> None:
    await night.you.command("newgame knock-poker")
    await night.you.until(lambda: "Learn it" in night.live().labels)
    await night.you.click(night.live(), "Learn it")
    await sent(night.you, 1)
    await night.you.choose(await night.you.command("help"), "Knock Poker")
    await sent(night.you, 2)
    answer = await night.you.command("learn", game="knock-poker", channel="dm")
    assert "Here is your lesson" in answer.text
    await sent(night.you, 3)


async def test_the_help_marks_lessons_that_are_done(night: Evening) -> None:
    await night.service.people.learn(int(night.you.id), "poe-crumb", 6, done=True)
    await night.service.people.learn(int(night.you.id), "knock-poker", 2, done=False)
    answer = await night.you.command("help")
    offered = {option["label"] for option in answer.shown.select()["options"]}
    assert {"Poe Crumb ✓", "Knock Poker"} <= offered
    await night.you.choose(answer, "Poe Crumb ✓")
    await sent(night.you, 1)


async def test_whoever_is_through_practises_the_game_by_a_tap(night: Evening) -> None:
    await night.service.people.learn(int(night.you.id), "poe-crumb", 5, done=False)
    await begun(night.you, "poe-crumb", step=6)
    await done_next(night.you, "poe-crumb", 5)
    ended = lesson(night.you)
    assert "with hints and 2 computer players: **Start** begins" in ended.text
    said = await night.you.click(ended, "Practise it")
    assert "A table of Poe Crumb for practice is open, and 2 computer players sit there with you" in said.text
    panel = await night.you.wait_for("Practice:", channel="dm", after=ended)
    assert not panel.ephemeral, "it stays, as every panel in direct messages"
    assert "Poe Crumb" in panel.text
    assert {"Start", "Add computer player", "Remove one"} <= set(panel.labels), "who plays can be changed"
    assert "that’s it" in ended.text, "the lesson stays where it is"
    again = await night.you.click(ended, "Practise it")
    assert "You have a table here already" in again.text
    other = await night.you.command("newgame dompe", channel="dm")
    assert "You have a table here already" in other.text
    assert sum("Practice:" in message.text for message in night.you.dms()) == 1


@pytest.mark.parametrize("game", taught())
async def test_whoever_practises_begins_by_a_tap_on_start(game: str, night: Evening) -> None:
    plan = GAMES[game].telling.lesson
    assert plan is not None
    await night.service.people.learn(int(night.you.id), game, len(plan.steps) - 2, done=False)
    await begun(night.you, game, step=len(plan.steps) - 1)
    await done_next(night.you, game, len(plan.steps) - 2)
    ended = lesson(night.you)
    await night.you.click(ended, "Practise it")
    panel = await night.you.wait_for("Practice:", channel="dm", after=ended)
    await night.you.click(panel, "Start")
    await night.you.until(lambda: "deal 1" in panel.text, "the deal")
    table = night.service.table_in(int(night.you.at("dm")))
    assert table is not None
    assert len(table.players) == plan.seats, "as many as in the lesson"
    assert {player.level for player in table.players if player.computer} == {"regular"}
    assert table.gives_hints


async def test_what_beats_what_is_a_tap_away_and_leaves_the_lesson_as_it_is(night: Evening) -> None:
    await begun(night.you, "knock-poker")
    before = lesson(night.you).text
    beats = await night.you.click(lesson(night.you), "What beats what")
    assert "Straight flush" in " ".join(beats.shown.alt_texts)
    assert beats.shown.labels == [], "nothing leads from there into the rules"
    assert lesson(night.you).text == before


def lessons_sent(person: Person) -> int:
    """How many messages with a lesson are there, closed or not."""
    return sum("🎓" in message.text or "in a newer message" in message.text for message in person.dms())


async def sent(person: Person, count: int) -> None:
    """Waits until ``count`` lessons have been sent."""
    await person.until(lambda: lessons_sent(person) == count, "the lesson")


async def test_help_is_there_while_the_database_is_not(night: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(user_id: int) -> frozenset[str]:
        raise StoreError("The disk is full.")

    whole = (await night.you.command("help")).text
    monkeypatch.setattr(night.service.people, "lessons_done", refused)
    assert (await night.you.command("help")).text == whole
