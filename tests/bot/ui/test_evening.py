"""Through the real discord.py client and the local Discord: tables, hands, and whole deals."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from bot.local.testing.seen import Answer, Seen
from bot.service import in_memory
from bot.service.pace import Pace
from tests.bot.ui.evening import (
    Evening,
    cards_on,
    discard,
    dm,
    evening,
    ids,
    play_out,
    refused,
    seated,
    sides,
    written,
)
from tests.kit.painters import Blank

# -- hands


async def test_nobody_elses_screen_shows_a_hand(two: Evening) -> None:
    zoe = await two.people.guest("Zoe")
    first, other = sides(two)
    for person in (first, other):
        drawn = await person.command("draw", from_="stock")
        cards = cards_on(drawn.shown)
        await two.settled()
        for watcher in {zoe, first, other} - {person}:
            screen = [m.payload for m in watcher.messages()]
            for card in cards:
                assert f":{card}" not in str([ids(message["components"]) for message in screen])
        await person.command("discard", card=cards[0])
        await two.settled()


# -- a whole deal, and after


async def test_the_end_of_a_deal_and_the_next_one(two: Evening) -> None:
    await play_out(two)
    await two.until(lambda: "Next deal" in two.live().labels)
    end = two.live()
    told = (await two.ending()).text
    assert "wins the deal" in told or "share the deal" in told
    for person in (two.you, two.ann):
        await written(person, "The deal is over")
        assert dm(person).labels == ["Next deal", "To the table"]
    proof = await two.ann.command("verify")
    assert "That proves nothing yet" in proof.text
    assert proof.attachments[0]["filename"] == "record.json"
    await two.ann.click(end, "Next deal")
    await two.until(lambda: two.table.stage == "playing" and two.table.turn.deal == 2)
    await two.settled()
    assert two.live() is end
    await two.until(lambda: len(two.public()) == 2, "a line about the deal")
    (line,) = [message for message in two.public() if message is not end]
    assert "wins" in line.text or "share" in line.text, "the result stays to be read"
    await two.you.until(lambda: "deal 2" in dm(two.you).text)
    assert len(two.you.dms()) == 1
    again = await two.ann.click(two.live(), "My hand")
    await two.ann.until(lambda: any(m.ephemeral and "deal 2" in m.text for m in two.ann.messages()), "the panel")
    assert again.kind == "deferred_update"


async def test_more_leads_to_everything_else_between_deals(two: Evening) -> None:
    zoe = await two.people.guest("Zoe")
    await play_out(two)
    more = await two.ending(zoe)
    assert more.labels == ["Rules", "My chips", "Manage table", "Join"], "whoever has not played has nothing to verify"
    await zoe.click(more, "Join")
    await zoe.until(lambda: "You sit down" in more.text, "the answer in the same message")
    assert len(two.table.sitters) == 3
    more = await two.ending()
    await two.you.click(more, "Add computer player")
    await two.you.until(lambda: "A computer player sits down" in more.text)
    assert len(two.table.sitters) == 4
    proof = await two.ann.click(await two.ending(two.ann), "Verify")
    assert (
        f"The pack of the next deal is fixed already. Afterwards this number proves that: `{two.table.root}`"
        in proof.text
    )
    assert two.table.root[:12] not in two.live().text


async def test_a_table_is_closed_and_tells_the_chips(two: Evening) -> None:
    await play_out(two)
    more = await two.ending()
    live = two.live()
    await two.you.click(more, "Close table")
    await two.you.click(await two.you.wait_for("Really close the table?"), "Yes")
    await two.you.until(lambda: "table closed" in live.text)
    assert live.labels == ["Rematch"]
    assert not two.is_open
    chips = await two.you.command("chips")
    assert "in your purse" in chips.text


async def test_whoever_presses_rematch_too_late_is_told_how_to_go_on(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_memory, "CLOSED_SECONDS", 0.1)
    await play_out(two)
    live, table_id = two.live(), two.table.table_id
    await two.you.command("close")
    await two.until(lambda: two.service.location_of(table_id) is None, "the table is forgotten")
    await two.you.click(live, "Rematch")
    await two.you.wait_for("It’s too late for a rematch of that table. Open another with `/newgame`.")


async def test_one_person_plays_with_computer_players(night: Evening) -> None:
    lobby = await night.you.command("newgame knock-poker")
    for seats in (2, 3):
        await night.you.click(lobby, "Add computer player")
        await night.joined(seats)
    await night.you.click(lobby, "Remove one")
    await night.until(lambda: len(night.table.sitters) == 2)
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing")
    while night.table.stage == "playing":
        await night.until(lambda: night.table.stage != "playing" or night.acting.user_id is not None)
        if night.table.stage == "playing":
            await night.you.command("draw", from_="stock")
            choices = await night.you.autocomplete("discard", "card", "")
            await night.you.command("discard", card=choices[0].value)
    await night.until(lambda: "Next deal" in night.live().labels)


# -- words about the game


def full_rule(rules: Answer) -> str:
    """The select that opens an option's full rule."""
    (found,) = [
        str(part["custom_id"])
        for part in rules.shown.all_components()
        if part.get("custom_id", "").endswith(".option.")
    ]
    return found


async def test_rules_chips_leaderboard_settings_and_help(two: Evening) -> None:
    rules = await two.ann.command("rules")
    assert rules.ephemeral
    assert "In five lines" in rules.text
    assert "Full house" in rules.shown.alt_texts[0]
    await two.ann.click(rules, "Next")
    await two.ann.until(lambda: "High card" in rules.shown.alt_texts[0])
    await two.ann.click(rules, "Next")
    await two.ann.until(lambda: "Who plays, and with what" in rules.shown.text)
    assert not rules.shown.alt_texts
    await two.ann.click(rules, "Back")
    await two.ann.until(lambda: rules.shown.alt_texts != [])
    await two.ann.choose(rules, "options")
    await two.ann.until(lambda: "Ante: 1 chip" in rules.shown.text)
    await two.ann.choose(rules, "option.ante", custom_id=full_rule(rules))
    await two.ann.until(lambda: "**KP-4**" in rules.shown.text)
    await two.ann.click(rules, "Back")
    await two.ann.until(lambda: "Ante: 1 chip" in rules.shown.text)
    beats = await two.ann.click(dm(two.ann), "What beats what")
    assert "Straight flush" in beats.shown.alt_texts[0]
    assert "180 chips" in (await two.ann.command("chips")).text
    assert "played for chips" in (await two.ann.command("leaderboard")).text
    assert "Saved" in (await two.ann.command("settings", cut=7)).text
    assert "/newgame" in (await two.ann.command("help", channel="dm")).text
    await play_out(two)
    board = await two.ann.command("leaderboard")
    assert board.text.count("**Ann**") + board.text.count("**You:**") == 1
    assert "<@" not in board.text
    button = await two.ann.click(await two.ending(two.ann), "Verify")
    assert button.ephemeral


async def test_joining_leaving_and_topping_up(two: Evening) -> None:
    zoe = await two.people.guest("Zoe")
    assert "play from the next deal" in (await zoe.command("join")).text
    await refused(await zoe.command("join"), "You sit at this table already")
    await refused(await zoe.command("start"), "A deal is being played")
    assert "You get up" in (await zoe.command("leave")).text
    await play_out(two)
    await refused_or_topped_up(await two.you.command("topup"))
    first = await two.you.command("leave")
    assert "You get up" in first.text
    await two.until(lambda: len(two.table.sitters) == 1)


async def refused_or_topped_up(answer: Answer) -> None:
    assert "nothing to add" in answer.text or "at the table" in answer.text


# -- places, times and languages


async def test_a_thread_is_a_table_of_its_own(two: Evening) -> None:
    thread = await two.you.open_thread("side table")
    lobby = await two.you.command("newgame knock-poker", channel=thread)
    assert "Knock Poker" in lobby.text
    await two.you.click(lobby, "Add computer player")

    def sitters() -> int:
        beside = two.service.table_in(int(thread))
        return len(beside.sitters) if beside is not None else 0

    def dealt() -> bool:
        beside = two.service.table_in(int(thread))
        return beside is not None and beside.turn.deal == 1

    await two.until(lambda: sitters() == 2)
    await two.you.click(lobby, "Start")
    await two.until(dealt)
    await two.you.until(lambda: any("deal 1" in m.text for m in two.you.messages(thread)))
    table = two.service.table_in(int(thread))
    assert table is not None
    assert table.table_id != two.table.table_id
    await two.you.until(lambda: any(f"<#{thread}>" in m.text for m in two.you.dms()), "the side table's panel")
    first, _ = sides(two)

    def here() -> Seen:
        """The panel of the first table, which isn't the newest message where the person sits at both."""
        return next(m for m in first.dms() if f"<#{two.channel_id}>" in m.text)

    await first.click(here(), "Draw stock")
    await first.until(lambda: len(cards_on(here())) > 5, "the card drawn in the panel")
    await first.click(here(), custom_id=discard(here()))
    await first.until(lambda: not cards_on(here()), "the discard in the panel")
    assert sides(two)[0] is not first


async def test_two_at_once_open_one_table_with_one_message(night: Evening) -> None:
    ann = await night.people.guest("Ann")
    answers = await asyncio.gather(
        night.you.command("newgame knock-poker"), ann.command("newgame knock-poker"), return_exceptions=True
    )
    await night.until(lambda: night.is_open and night.table.live_message)
    await asyncio.sleep(0.2)
    public = [m for m in night.you.messages() if not m.ephemeral]
    assert len([m for m in public if m.labels]) == 1
    assert len(night.table.sitters) == 1
    assert len(answers) == 2


async def test_a_turn_that_runs_out_is_played_and_told(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch, Pace(turn=0.6, pause=1000, computer=0)) as night:
        await seated(night)
        hand = dm(sides(night)[0])
        assert "<t:" in hand.text
        await night.until(lambda: night.table.turn.seq >= 1)
        await night.until(lambda: "the computer played" in night.live().text or night.table.stage != "playing")


async def test_a_language_that_is_not_there_yet_is_answered_in_english(night: Evening) -> None:
    zoe = await night.people.guest("Zoe", locale="de")
    assert "in your purse" in (await zoe.command("chips")).text
    await night.until(lambda: (known := night.client.desk._settings.get(int(zoe.id))) and known.locale == "de")


async def test_to_what_shuffles_are_bound_is_published_once_and_never_edited(two: Evening) -> None:
    await two.until(lambda: len(two.bound()) == 1, "the line at the opening")
    (line,) = two.bound()
    published, said = re.findall(r"`([0-9a-f]{64})`", line.text), line.text
    await play_out(two)
    proof = await two.ann.command("verify", root=published[0])
    await two.ann.until(lambda: "follow from the number that you gave" in proof.shown.text)
    await two.ann.command("verify", word="banana")
    await two.ann.click(two.live(), "Next deal")
    await two.until(lambda: two.table.stage == "playing" and two.table.turn.deal == 2)
    await play_out(two)
    proof = await two.you.command("verify", root=published[0])
    await two.you.until(lambda: "banana" in proof.shown.text)
    assert "do **not**" not in proof.shown.text
    await two.settled()
    assert [message.text for message in two.bound()] == [said]
