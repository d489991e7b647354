"""Through the real discord.py client and the local Discord: tables, hands, and whole deals."""

from __future__ import annotations

import asyncio

from bot.service.clock import Pace
from tests.bot.ui.evening import (
    a_turn,
    cards_on,
    discard,
    dm,
    evening,
    ids,
    play_out,
    refused,
    seated,
    sides,
)

# -- the channel


async def test_talk_that_pushes_the_table_up_brings_it_down_again(two):
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


async def test_a_deleted_message_is_sent_anew(two):
    first, _ = sides(two)
    await two.client.get_partial_messageable(two.channel_id).get_partial_message(two.table.live_message).delete()
    old = two.table.live_message
    await first.command("draw", from_="stock")
    await two.until(lambda: two.table.live_message != old)
    await two.settled()


async def test_a_channel_without_permission_does_not_stop_the_deal(two):
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


# -- hands


async def test_closed_direct_messages_are_told_and_the_deal_goes_on(night):
    ann = await night.people.guest("Ann")
    await ann.set(dms_open=False)
    lobby = await night.you.command("newgame knock-poker")
    await ann.click(lobby, "Join")
    await night.until(lambda: len(night.table.sitters) == 2)
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing")
    await night.until(lambda: night.table.live_message and "can’t send a direct message to Ann" in night.live().text)
    hand = await ann.command("hand")
    assert "Your direct messages are closed" in hand.text
    assert "Your direct messages are closed" not in (await ann.command("hand")).text
    night.ann = ann
    await ann.set(dms_open=True)
    await ann.command("settings", hand="dm")
    assert (await ann.wait_for("Your hand", channel="dm")).attachments


async def test_a_hand_that_is_open_in_the_channel_follows_the_deal(two):
    first, other = sides(two)
    hand = await other.command("hand")
    assert hand.shown.labels == ["Refresh", "To the table"]
    await a_turn(first)
    await other.until(lambda: "Draw stock" in hand.shown.labels)
    await other.click(hand, "Draw stock")
    await other.until(lambda: len(cards_on(hand.shown)) == 6)


async def test_who_wants_no_direct_message_gets_none(night):
    await night.you.command("settings", hand="here")
    lobby = await night.you.command("newgame knock-poker")
    await night.you.click(lobby, "Add computer player")
    await night.until(lambda: len(night.table.sitters) == 2)
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing" and night.table.to_act.user_id)
    await night.settled()
    assert night.you.dms() == []
    assert "Your hand" in (await night.you.command("hand")).text


async def test_nobody_elses_screen_shows_a_hand(two):
    zoe = await two.people.guest("Zoe")
    first, other = sides(two)
    for person in (first, other):
        drawn = await person.command("draw", from_="stock")
        cards = cards_on(drawn.shown)
        await two.settled()
        for watcher in {zoe, first, other} - {person}:
            screen = [m.payload for m in watcher.messages()]
            for card in cards:
                assert f":{card}" not in str([ids(one["components"]) for one in screen])
        await person.command("discard", card=cards[0])
        await two.settled()


# -- a whole deal, and after


async def test_the_end_of_a_deal_and_the_next_one(two):
    await play_out(two)
    await two.until(lambda: "Next deal" in two.live().labels)
    end = two.live()
    assert "wins the deal" in end.text or "share the deal" in end.text
    for person in (two.you, two.ann):
        await person.until(lambda person=person: "The deal is over" in dm(person).text)
        assert dm(person).labels == ["To the table"]
    proof = await two.ann.command("verify")
    assert "follows from the seed" in proof.text
    assert proof.attachments[0]["filename"] == "record.json"
    await two.ann.click(end, "Next deal")
    await two.until(lambda: two.table.stage == "playing" and two.table.turn.deal == 2)
    await two.settled()
    assert two.live() is not end
    await two.until(lambda: not end.labels)
    assert "wins the deal" in end.text or "share the deal" in end.text, "the result stays to be read"
    await two.you.until(lambda: len(two.you.dms()) == 2)
    again = await two.ann.click(two.live(), "My hand")
    assert "deal 2" in again.text


async def test_a_table_is_closed_and_tells_the_chips(two):
    await play_out(two)
    await two.until(lambda: "Close table" in two.live().labels)
    live = two.live()
    await two.you.click(live, "Close table")
    await two.you.until(lambda: "table closed" in live.text)
    assert live.labels == []
    assert two.table is None
    chips = await two.you.command("chips")
    assert "in your purse" in chips.text


async def test_one_person_plays_with_computer_players(night):
    lobby = await night.you.command("newgame knock-poker")
    for seats in (2, 3):
        await night.you.click(lobby, "Add computer player")
        await night.until(lambda seats=seats: len(night.table.sitters) == seats)
    await night.you.click(lobby, "Remove one")
    await night.until(lambda: len(night.table.sitters) == 2)
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing")
    while night.table.stage == "playing":
        await night.until(lambda: night.table.stage != "playing" or night.table.to_act.user_id is not None)
        if night.table.stage == "playing":
            await night.you.command("draw", from_="stock")
            choices = await night.you.autocomplete("discard", "card", "")
            await night.you.command("discard", card=choices[0].value)
    await night.until(lambda: "Next deal" in night.live().labels)


# -- words about the game


async def test_rules_chips_leaderboard_settings_and_help(two):
    rules = await two.ann.command("rules")
    assert rules.ephemeral
    assert "What it’s about" in rules.text
    await two.ann.choose(rules, "options")
    await two.ann.until(lambda: "Ante: 1 chip" in rules.shown.text)
    assert "180 chips" in (await two.ann.command("chips")).text
    assert "played for chips" in (await two.ann.command("leaderboard")).text
    assert "you cut 7 cards" in (await two.ann.command("settings", cut=7)).text
    assert "/newgame" in (await two.ann.command("help", channel="dm")).text
    await play_out(two)
    board = await two.ann.command("leaderboard")
    assert "Ann" in board.text
    assert "<@" not in board.text
    await two.until(lambda: "Verify" in two.live().labels)
    button = await two.ann.click(two.live(), "Verify")
    assert button.ephemeral


async def test_joining_leaving_and_topping_up(two):
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


async def refused_or_topped_up(answer) -> None:
    assert "nothing to add" in answer.text or "to the table" in answer.text


# -- places, times and languages


async def test_a_thread_is_a_table_of_its_own(two):
    thread = await two.you.open_thread("side table")
    lobby = await two.you.command("newgame knock-poker", channel=thread)
    assert "Knock Poker" in lobby.text
    await two.you.click(lobby, "Add computer player")
    table = await two.until(lambda: two.service.table_in(int(thread)))
    await two.until(lambda: len(two.service.table_in(int(thread)).sitters) == 2)
    await two.you.click(lobby, "Start")
    await two.until(lambda: two.service.table_in(int(thread)).turn.deal == 1)
    await two.you.until(lambda: any("deal 1" in m.text for m in two.you.messages(thread)))
    assert table.table_id != two.table.table_id
    first, _ = sides(two)
    await a_turn(first)


async def test_two_at_once_open_one_table_with_one_message(night):
    ann = await night.people.guest("Ann")
    answers = await asyncio.gather(
        night.you.command("newgame knock-poker"), ann.command("newgame knock-poker"), return_exceptions=True
    )
    await night.until(lambda: night.table is not None and night.table.live_message)
    await asyncio.sleep(0.2)
    public = [m for m in night.you.messages() if not m.ephemeral]
    assert len([m for m in public if m.labels]) == 1
    assert len(night.table.sitters) == 1
    assert len(answers) == 2


async def test_a_turn_that_runs_out_is_played_and_told(tmp_path, blank, monkeypatch):
    async with evening(tmp_path, blank, monkeypatch, Pace(turn=0.6, pause=1000, computer=0)) as night:
        await seated(night)
        hand = dm(sides(night)[0])
        assert "<t:" in hand.text
        await night.until(lambda: night.table.turn.seq >= 1)
        await night.until(lambda: "the computer played" in night.live().text or night.table.stage != "playing")


async def test_who_leaves_in_mid_deal_is_played_for_and_sees_the_hand_no_more(two):
    first, other = sides(two)
    message, opened = dm(other), (await other.command("hand")).message
    await other.command("leave")
    for one in (message, opened):
        await other.until(lambda one=one: "a computer player finishes deal 1 for you" in one.text)
        assert one.labels == ["To the table"]
        assert not one.attachments, "no cards in a picture"
        assert not set("♠♥♦♣") & set(one.text)
    edited = message.payload["edited_timestamp"]
    await a_turn(first)
    await two.until(lambda: two.table is None or two.table.stage != "playing" or two.table.turn.seq >= 3)
    assert message.payload["edited_timestamp"] == edited, "it is said once"


async def test_a_deleted_channel_gives_everybody_the_chips_back(two):
    await play_out(two)
    table_id = two.table.table_id
    await two.client._close_table(two.table.guild_id, two.channel_id)
    assert two.table is None
    await two.until(lambda: table_id not in two.client.board._publishers, "the end of publishing")
    await two.until(lambda: not two.client.board.keeper._holders, "no hand being kept")
    purses = [(await person.command("chips")).text for person in (two.you, two.ann)]
    assert all("in your purse" in text and "At the table" not in text for text in purses)


async def test_each_deal_calls_its_players_anew(two):
    await play_out(two)
    await two.until(lambda: "Next deal" in two.live().labels)
    await two.you.click(two.live(), "Next deal")
    await two.until(lambda: two.table.turn.deal == 2)
    await two.settled()
    first, _ = sides(two)
    assert two.live().payload["mentions"][0]["id"] == first.id


async def test_a_language_that_is_not_there_yet_is_answered_in_english(night):
    zoe = await night.people.guest("Zoe", locale="de")
    assert "in your purse" in (await zoe.command("chips")).text
    await night.until(lambda: (known := night.client.desk._settings.get(int(zoe.id))) and known.locale == "de")
