"""The lobby at the local Discord: the host sets the table up and saves it, and people go on with other games."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.commands import table
from bot.local.testing.seen import Answer, Seen
from bot.service.model import Preset
from bot.store.presets import Presets
from bot.ui.pages.setup import NUMBERS
from bot.ui.showing import answer as answers
from bot.ui.showing.private_pages import PageKind
from bot.ui.words.links import message_url
from tests.bot.ui.evening import Evening, forgotten, ids, play_out, refused, remembered


def control(message: Seen, part: str) -> str:
    """The custom id of the button or select whose address has that part."""
    return next(custom_id for custom_id in ids(message.components) if f":{part}" in custom_id)


def shown(page: Seen) -> list[str]:
    """What the lists of a page show as chosen."""
    lists = [part["options"] for part in page.all_components() if "options" in part]
    return [choice["label"] for choices in lists for choice in choices if choice.get("default")]


def private(answer: Answer) -> Seen:
    """The message that only the person sees."""
    return next(message for message in answer.messages if message.ephemeral)


async def lobby_of(night: Evening, game: str = "knock-poker", **options: Any) -> Answer:
    """A lobby in which you and Ann sit."""
    lobby = await night.you.command(f"newgame {game}", **options)
    night.ann = await night.people.guest("Ann")
    await night.ann.click(lobby, "Join")
    await night.until(lambda: len(night.table.sitters) == 2)
    return lobby


async def test_the_host_sets_the_table_up_page_by_page(night: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("steps", "service"):
        monkeypatch.setattr(f"bot.service.{place}.LOOK", 3600.0)
    lobby = await lobby_of(night)
    page = private(await night.you.click(lobby, "Set up"))
    assert "Chips to sit down with: 20 chips" in page.text
    await night.you.choose(page, "own.bonuses", custom_id=control(page, "choose:table.style"))
    await night.until(lambda: night.table.rules.changed() == {"bonuses": True}, "the style")
    await night.you.choose(page, "60", custom_id=control(page, "choose:table.turn"))
    await night.you.choose(page, "true", custom_id=control(page, "choose:table.quick"))
    await night.until(lambda: (night.table.settings.turn_seconds, night.table.settings.quick) == (60, True), "the pace")
    await night.you.choose(page, '"paper"', custom_id=control(page, "choose:table.cloth"))
    await night.until(lambda: night.table.settings.cloth == "paper", "the cloth")
    await night.you.until(lambda: "Pictures: on light paper" in shown(page), "the page")
    await night.you.until(lambda: "1 minute a turn" in lobby.shown.text, "the lobby")
    assert "bonuses for a pat knock" in lobby.shown.text
    form = await night.you.click(page, custom_id=control(page, NUMBERS))
    await night.you.submit(form, {"chips": "30"})
    await night.until(lambda: night.table.buy_in == 30, "the chips")
    assert [sitter.chips for sitter in night.table.sitters] == [30, 30]
    await night.you.click(page, "Rules, page 1")
    await night.you.until(lambda: "rules, 1 of 3" in page.text)
    await night.you.choose(page, '"straight"', custom_id=control(page, "choose:knock_minimum"))
    await night.until(lambda: "knock_minimum" in night.table.rules.changed(), "the minimum")
    form = await night.you.click(page, custom_id=control(page, NUMBERS))
    await night.you.submit(form, {"bonus_pat_knock": "9"})
    await night.until(lambda: night.table.rules.changed().get("bonus_pat_knock") == 9, "the bonus")
    theirs = private(await night.ann.click(lobby, "Set up"))
    await refused(await night.ann.click(lobby, "Start"), "The buy-in has just been raised")
    table = night.service._in_memory.by_id[night.table.table_id]
    table.row = replace(table.row, look_until=0.0)  # they have looked
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing")
    for person, setup in ((night.you, page), (night.ann, theirs)):
        await person.until(lambda: setup.id not in {m.id for m in person.messages()}, "the end of the setup")  # noqa: B023 - it is awaited before the loop goes on
    await forgotten(night, "setup:")


async def test_whoever_sets_up_alone_can_turn_the_lines_off_for_those_who_come_later(night: Evening) -> None:
    lobby = await night.you.command("newgame knock-poker")
    page = private(await night.you.click(lobby, "Set up"))
    assert "A line about each deal stays in the channel: when several people play" in shown(page)
    await night.you.choose(page, "false", custom_id=control(page, "choose:table.lines"))
    await night.until(lambda: night.table.result_lines is False, "the choice")
    await night.you.until(lambda: "A line about each deal stays in the channel: off" in shown(page), "the page")
    await night.you.choose(page, "null", custom_id=control(page, "choose:table.lines"))
    await night.until(lambda: night.table.result_lines is None, "the usual again")
    await night.you.until(
        lambda: "A line about each deal stays in the channel: when several people play" in shown(page), "the page"
    )


async def test_a_page_that_nothing_reaches_any_more_says_when_it_is_pressed_that_it_is_over(night: Evening) -> None:
    lobby = await lobby_of(night)
    page = private(await night.you.click(lobby, "Set up"))
    pressed = control(page, "choose:table.quick")
    night.forget_tokens()
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing")
    await night.settled()  # the bot has tried to take the page away
    await night.you.choose(page, "true", custom_id=pressed)
    await night.you.until(lambda: "can’t be set up any more" in page.text, "the end of the setup")
    assert ids(page.components) == []
    assert not night.table.settings.quick


async def test_a_setup_that_was_open_when_the_bot_stopped_goes_after_it(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await lobby_of(night)
    page = private(await night.you.click(lobby, "Set up"))
    await remembered(night, page.id)
    setups = night.client.showing.private_pages[PageKind.SETUP]
    with monkeypatch.context() as stopped:
        stopped.setattr(setups, "changed", lambda table_id: None)
        await night.you.click(lobby, "Start")
        await night.until(lambda: night.table.stage == "playing")
        await night.settled()
    assert page.id in {message.id for message in night.you.messages()}
    setups.restore(lambda message: True)
    await night.you.until(lambda: page.id not in {m.id for m in night.you.messages()}, "the end of the setup")


async def test_a_number_that_cannot_be_is_refused_and_nothing_changes(night: Evening) -> None:
    lobby = await lobby_of(night)
    page = private(await night.you.click(lobby, "Set up"))
    for typed, why in (
        ("many", "whole number from 1"),
        (" ", "You typed no number for"),
        ("0", "whole number from 1"),
        ("900", "in their purses"),
    ):
        form = await night.you.click(page, custom_id=control(page, NUMBERS))
        await refused(await night.you.submit(form, {"chips": typed}), why)
    assert night.table.buy_in == 20


async def test_whoever_is_not_the_host_can_only_read(night: Evening) -> None:
    lobby = await lobby_of(night)
    mine = private(await night.you.click(lobby, "Set up"))
    theirs = private(await night.ann.click(lobby, "Set up"))
    assert "opened the table and can change this" in theirs.text
    assert not [custom_id for custom_id in ids(theirs.components) if ":choose:" in custom_id]
    assert [custom_id for custom_id in ids(mine.components) if ":choose:" in custom_id]


async def test_a_preset_is_saved_offered_chosen_and_deleted(night: Evening) -> None:
    await lobby_of(night, ante=3, chips=50)
    await refused(await night.ann.command("house save", name="Friday"), "Only the host")
    assert "“Friday” is saved" in (await night.you.command("house save", name="Friday")).text
    assert "isn’t that of a style" in (await night.you.command("house save", name="Straight")).text
    assert "**Friday** · Knock Poker · ante 3" in (await night.ann.command("house list")).text
    await night.you.command("close")
    await night.until(lambda: not night.is_open)
    found = await night.ann.autocomplete("newgame knock-poker", "preset", "fri")
    assert [(choice.name, choice.value) for choice in found] == [("Friday", "house.Friday")]
    assert await night.ann.autocomplete("newgame dompe", "preset", "fri") == []
    await night.ann.command("newgame knock-poker", preset="friday", fold_payment=2)
    assert night.table.rules.changed() == {"ante": 3, "fold_payment": 2}
    assert night.table.buy_in == 50
    assert "is deleted" in (await night.you.command("house delete", name="friday")).text
    assert "no presets yet" in (await night.ann.command("house list")).text
    await refused(await night.you.command("house delete", name="Friday"), "no preset “Friday”")


async def test_a_style_of_the_game_opens_a_table(night: Evening) -> None:
    await night.you.command("newgame knock-poker", preset="jacks")
    assert night.table.rules.changed() == {"knock_minimum": "pair_of_jacks"}
    await night.you.command("close")
    await night.until(lambda: not night.is_open)
    await refused(await night.you.command("newgame knock-poker", preset="nothing"), "no preset “nothing”")


async def test_with_a_slow_disk_a_table_with_a_preset_is_acknowledged_first(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, done, acknowledge = Presets.of, asyncio.Event(), answers.Answer.acknowledge

    async def slowly(presets: Presets, guild_id: int) -> tuple[Preset, ...]:
        await done.wait()
        return await read(presets, guild_id)

    async def acknowledged(answer: answers.Answer) -> bool:
        done.set()
        return await acknowledge(answer)

    monkeypatch.setattr(table, "WITHIN", 0.05)
    monkeypatch.setattr(Presets, "of", slowly)
    monkeypatch.setattr(answers.Answer, "acknowledge", acknowledged)
    await refused(await night.you.command("newgame knock-poker", preset="nothing"), "no preset “nothing”")
    done.clear()
    await night.you.command("newgame knock-poker", preset="jacks")
    assert night.is_open


async def test_alone_with_computer_players_it_is_practice(night: Evening) -> None:
    lobby = await night.you.command("newgame knock-poker")
    await night.you.click(lobby, "Add computer player")
    await night.you.until(lambda: "for practice" in lobby.shown.text)
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.practice)
    await night.settled()
    await night.you.until(lambda: "Practice: no deal counts" in night.live().text)
    said = (await night.you.command("chips")).text
    assert "**200 chips** in your purse" in said
    assert "for practice" in said


async def test_pause_another_game_and_rematch(two: Evening) -> None:
    await play_out(two)
    await two.settled()
    more = private(await two.you.click(two.live(), "More"))
    await two.you.click(more, "Pause")
    await two.until(lambda: two.table.paused)
    await two.you.until(lambda: "Paused" in two.live().text)
    other = private(await two.ann.click(two.live(), "More"))
    assert not [custom_id for custom_id in ids(other.components) if ":another:" in custom_id], "it is the host's choice"
    more, old = private(await two.you.click(two.live(), "More")), two.live()
    stacks = {sitter.name: sitter.chips for sitter in two.table.sitters}
    await two.you.choose(more, "dompe", custom_id=control(more, "another:"))
    await two.you.click(await two.you.wait_for("Really close this table"), "Yes")
    await two.until(lambda: two.is_open and two.table.game == "dompe", "the other game")
    assert {sitter.name: sitter.chips for sitter in two.table.sitters} == stacks
    await two.you.until(lambda: "go on with Dompe" in old.text and "This evening" in old.text)
    lobby = await two.until(two.live, "the new lobby")
    assert lobby.text.startswith("## Dompe")
    await two.you.click(lobby, "Close table")
    await two.you.click(await two.you.wait_for("Really close the table?"), "Yes")
    await two.until(lambda: not two.is_open)
    await two.you.until(lambda: "Rematch" in lobby.labels)
    await two.you.click(lobby, "Rematch")
    await two.until(lambda: two.is_open, "the rematch")
    assert [sitter.user_id for sitter in two.table.sitters] == [int(two.you.id)]


async def test_what_is_read_from_more_comes_beside_it(two: Evening) -> None:
    await play_out(two)
    await two.settled()
    more = private(await two.you.click(two.live(), "More"))
    told, labels = more.text, more.labels
    for label, words in (
        ("Rules", "Knock Poker"), ("My chips", "in your purse"), ("Manage table", "Host:"),
    ):  # fmt: skip
        page = private(await two.you.click(more, label))
        assert page.id != more.id
        assert words in page.text
        assert (more.text, more.labels) == (told, labels), "nobody needs a way back"
    await two.you.click(more, "Pause")
    await two.you.until(lambda: "Deals no longer start by themselves" in more.text, "the answer")


async def test_an_older_more_says_what_somebody_else_has_done_and_shows_what_can_be_done_now(two: Evening) -> None:
    await play_out(two)
    await two.settled()
    mine, anns = [private(await person.click(two.live(person), "More")) for person in (two.you, two.ann)]
    await two.settled()
    two.forget_tokens()  # so that no page can follow
    await two.you.click(mine, "Pause")
    await two.until(lambda: two.table.paused)
    await two.you.until(lambda: "**Resume**, here, has them start by themselves again" in mine.text, "the answer")
    assert "Pause" not in mine.labels
    assert "Resume" in mine.labels, "the button that the sentence names"
    assert control(mine, "resume:"), "what can be done now"
    assert "Pause" in anns.labels
    await two.ann.click(anns, "Pause")
    await two.ann.until(lambda: "Somebody has paused already" in anns.text)
    assert "Pause" not in anns.labels
    assert two.table.paused
    await two.settled()
    two.forget_tokens()
    await two.ann.click(anns, custom_id=control(anns, "resume:"))
    await two.until(lambda: not two.table.paused)
    await two.ann.until(lambda: "Pause" in anns.labels)
    await two.you.click(mine, custom_id=control(mine, "resume:"))
    await two.you.until(lambda: "It does already" in mine.text)
    assert not two.table.paused


async def test_whoever_does_not_sit_there_is_offered_none_of_it(two: Evening) -> None:
    await play_out(two)
    await two.settled()
    cy = await two.people.guest("Cy")
    more = private(await cy.click(two.live(), "More"))
    assert not [custom_id for custom_id in ids(more.components) if ":pause:" in custom_id or ":another:" in custom_id]


async def test_what_could_be_done_between_two_deals_can_be_read_and_not_pressed_in_the_next(two: Evening) -> None:
    await play_out(two)
    await two.settled()
    mine, theirs = [private(await person.click(two.live(), "More")) for person in (two.you, two.ann)]
    assert "Pause" in mine.labels
    assert "Pause" in theirs.labels
    told = mine.text
    await two.you.click(mine, "Pause")
    await two.you.until(lambda: "Deals no longer start by themselves" in mine.text, "the answer")
    await two.you.click(two.live(), "Next deal")
    await two.until(lambda: two.table.stage == "playing")
    for person, page in ((two.you, mine), (two.ann, theirs)):
        await person.until(lambda: not ids(page.components), "the end of the buttons")  # noqa: B023 - it is awaited before the loop goes on
    assert mine.text == told, "what was answered there is over, too"
    await forgotten(two, "more:")


async def test_whoever_closes_is_led_to_the_summary_and_by_a_rematch_to_the_lobby(two: Evening) -> None:
    await play_out(two)
    await two.settled()
    more = private(await two.ann.click(two.live(), "More"))
    closed, channel = two.live(), f"https://discord.com/channels/{two.table.guild_id}/{two.channel_id}"
    answer = await two.you.command("close")
    assert answer.text.endswith(f" [What it came to]({channel}/{closed.id})")
    await two.ann.until(lambda: not ids(more.components), "the end of the buttons")
    await two.you.until(lambda: "Rematch" in closed.labels)
    await two.you.click(closed, "Rematch")
    await two.until(lambda: two.is_open and two.table.live_message is not None, "the new lobby")
    link = f"A table of Knock Poker is open again, with the same rules. [To the lobby]({channel}/{two.live_message})"
    await two.you.until(lambda: any(m.ephemeral and link in m.text for m in two.you.messages()), "the link")
    assert "table closed" in closed.text, "the summary stays"


async def test_of_two_who_press_rematch_at_once_the_second_is_led_to_the_lobby_too(two: Evening) -> None:
    await play_out(two)
    await two.settled()
    closed = two.public()[0]
    await two.you.command("close")
    await two.ann.until(lambda: "Rematch" in two.public(two.ann)[0].labels)
    await two.you.until(lambda: "Rematch" in closed.labels)
    pressed = {
        person: asyncio.create_task(person.click(two.public(person)[0], "Rematch")) for person in (two.you, two.ann)
    }
    await asyncio.gather(*pressed.values())
    await two.until(lambda: two.is_open and two.table.live_message is not None, "the rematch")
    late = next(person for person in pressed if int(person.id) != two.table.host_id)
    told = await late.wait_for("There’s a table of Knock Poker in this channel already: [To the table](https://")
    assert told.labels == ["Join"]
    await late.click(told, "Join")
    await two.joined(2)
    again = await late.click(two.public(late)[0], "Rematch")
    await refused(
        again, f"You sit at the table of Knock Poker in this channel already: [To the table]({message_url(two.table)})"
    )


async def test_who_opens_a_table_where_a_full_table_is_open_is_told_which_but_not_to_join(two: Evening) -> None:
    cy, full = await two.people.guest("Cy"), "There’s a table of Knock Poker in this channel already"
    answer = await cy.command("newgame dompe")
    await refused(answer, full)
    assert [message.labels for message in answer.messages if message.ephemeral] == [["Join"]]
    await two.you.click(await two.you.command("manage"), "Lock")
    await two.until(lambda: two.table.locked, "the lock")
    answer = await cy.command("newgame dompe")
    await refused(answer, full)
    assert [message.labels for message in answer.messages if message.ephemeral] == [[]]
