"""The host's panel at the local Discord: removing, inviting and locking, and who may."""

from __future__ import annotations

import asyncio

import pytest

from bot.local.testing.seen import DriverError, Seen
from bot.service.model import Person, Refusal
from bot.store.people import TRIED_AGAIN
from bot.ui.pages.manage import INVITE, REMOVE_PERSON
from tests.bot.ui.clicks.test_setting_up import control, lobby_of, private
from tests.bot.ui.evening import Evening, forgotten, play_out, refused, written


async def test_the_host_removes_invites_and_locks_at_the_panel(night: Evening) -> None:
    cy = await night.people.guest("Cy")
    lobby = await cy.command("newgame knock-poker")
    await night.you.click(lobby, "Join")
    await night.joined(2)
    ann = await night.people.guest("Ann")
    await ann.click(lobby, "Join")
    await night.joined(3)
    told = private(await ann.click(lobby, "Manage table"))
    assert "Cy hosts this table and can manage it" in told.text
    assert told.labels == ["Leave", "Close table", "To the table"]
    panel = private(await cy.click(lobby, "Manage table"))
    assert "Anybody can sit down" in panel.text
    await cy.choose(panel, "Ann", custom_id=control(panel, f"{REMOVE_PERSON}:"))
    await night.joined(2)
    await cy.until(lambda: "Ann was removed" in panel.text)
    await refused(await ann.click(lobby, "Join"), "You were removed from this table")
    await written(ann, f"<@{cy.id}> has removed you from the table of Knock Poker in <#{night.channel_id}>")
    await cy.click(panel, "Lock")
    await night.until(lambda: night.table.locked)
    await cy.until(lambda: "Unlock" in panel.labels)
    await ann.until(lambda: "🔒 Locked" in lobby.shown.text)
    dee = await night.people.guest("Dee")
    await refused(await dee.command("join"), "This table is locked")
    await cy.choose(panel, dee.id, custom_id=control(panel, f"{INVITE}:"))
    await cy.until(lambda: "can sit down here now" in panel.text)
    await written(dee, f"<@{cy.id}> invites you to the table of Knock Poker in <#{night.channel_id}>")
    await dee.click(lobby, "Join")
    await night.joined(3)
    await cy.choose(panel, ann.id, custom_id=control(panel, f"{INVITE}:"))
    await written(ann, f"<@{cy.id}> invites you")
    await cy.click(panel, "Unlock")
    await night.until(lambda: not night.table.locked)
    bo = await night.people.guest("Bo")
    await cy.choose(panel, bo.id, custom_id=control(panel, f"{INVITE}:"))
    await cy.until(lambda: bo.id in panel.text)
    assert not await night.store.letters.all(), "who may sit down anyway isn't told"
    assert not bo.dms()


async def test_bots_and_whoever_sits_there_are_not_invited(night: Evening) -> None:
    lobby = await lobby_of(night)
    panel = private(await night.you.click(lobby, "Manage table"))
    bot = night.client.user
    assert bot is not None
    for chosen, said in ((str(bot.id), "Bots can’t sit down"), (night.ann.id, "Ann sits here already")):
        await refused(await night.you.choose(panel, chosen, custom_id=control(panel, f"{INVITE}:")), said)
    assert "can sit down here now" not in panel.text


async def test_where_nobody_has_chips_whoever_is_removed_has_none_back(night: Evening) -> None:
    lobby = await lobby_of(night, "knock-rummy")
    panel = private(await night.you.click(lobby, "Manage table"))
    await night.you.choose(panel, "Ann", custom_id=control(panel, f"{REMOVE_PERSON}:"))
    await night.you.until(lambda: "Ann was removed, and can’t sit down here again until invited." in panel.text)


async def test_whoever_takes_no_direct_messages_is_removed_all_the_same_and_told_of_other_things_after_a_day(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await lobby_of(night)
    await night.ann.set(dms_open=False)
    panel = private(await night.you.click(lobby, "Manage table"))
    await night.you.choose(panel, "Ann", custom_id=control(panel, f"{REMOVE_PERSON}:"))
    await night.joined(1)
    await night.client.showing.letters.refresher.caught_up()
    assert not await night.store.letters.all()
    assert await night.store.people.dms_closed(night.table.guild_id, int(night.ann.id))
    await refused(await night.ann.command("chips"), "200 chips")
    await night.ann.set(dms_open=True)
    letters, people, clock = night.client.showing.letters, night.store.people, night.store.people._clock
    for day, told in ((0, False), (1, True)):
        monkeypatch.setattr(people, "_clock", lambda day=day: clock() + day * TRIED_AGAIN)
        await night.store.servers.correct(night.table.guild_id, int(night.ann.id), 5, "a fault", 77, f"day {day}")
        letters.refresher.wake()
        await letters.refresher.caught_up()
        assert not await night.store.letters.all()
        if told:
            await night.ann.until(night.ann.dms, "what is tried again after a day")
        assert bool(night.ann.dms()) == told


async def test_whoever_manages_the_channel_does_it_by_command_and_rights_are_looked_at_with_every_press(
    night: Evening,
) -> None:
    ann = await night.people.guest("Ann")
    await ann.command("newgame knock-poker")
    panel = private(await night.you.command("manage"))
    assert "Lock" in panel.labels
    await night.you.click(panel, "Lock")
    await night.until(lambda: night.table.locked)
    bo = await night.people.guest("Bo")
    told = private(await bo.command("manage"))
    assert "Ann hosts this table" in told.text
    assert told.labels == ["To the table"], "the table is locked"


async def test_whoever_manages_nothing_joins_votes_and_leaves_at_the_panel(night: Evening) -> None:
    cy = await night.people.guest("Cy")
    lobby = await cy.command("newgame knock-poker")
    ann, bo = [await night.people.guest(name) for name in ("Ann", "Bo")]
    await ann.click(lobby, "Join")
    await night.joined(2)
    page = private(await bo.click(lobby, "Manage table"))
    assert "You can sit down." in page.text
    assert page.labels == ["Join", "To the table"]
    await bo.click(page, "Join")
    await night.joined(3)
    page = private(await bo.click(lobby, "Manage table"))
    assert "You can get up, or vote to close the table." in page.text
    await bo.click(page, "Close table")
    await bo.until(lambda: "Take my vote back" in page.labels, "the way back")
    assert "Bo wants to close the table: 1 of 2 votes" in page.text
    assert "You can get up, or take your vote to close the table back." in page.text
    assert "Close table" not in page.labels
    await bo.click(page, "Take my vote back")
    await bo.until(lambda: page.labels == ["Leave", "Close table", "To the table"], "the page without a vote")
    await bo.click(page, "Leave")
    await night.joined(2)
    await bo.until(lambda: not page.labels, "the page's end")
    assert not night.table.closers


async def test_whoever_has_no_vote_is_offered_none_at_the_panel(two: Evening) -> None:
    bo = await two.people.guest("Bo")
    await bo.command("join")
    await two.joined(3)
    newcomer = private(await bo.command("manage"))
    assert "You can get up.\n" in f"{newcomer.text}\n"
    assert newcomer.labels == ["Leave", "To the table"]
    assert "or vote to close" in private(await two.ann.command("manage")).text
    await two.you.command("close")
    await two.until(lambda: two.table.closing)
    page = private(await two.ann.command("manage"))
    assert "The table closes after this deal." in page.text
    assert "vote" not in page.text
    assert page.labels == ["Leave", "To the table"]


async def test_an_open_panel_follows_what_others_do_at_the_table(two: Evening) -> None:
    bo = await two.people.guest("Bo")
    theirs, host, stranger = [private(await person.command("manage")) for person in (two.ann, two.you, bo)]
    await two.you.click(host, "Lock")
    for person, page in ((two.ann, theirs), (bo, stranger)):
        await person.until(lambda: "🔒 **Locked:**" in page.text, "the lock")  # noqa: B023 - it is awaited before the loop goes on
    assert stranger.labels == ["To the table"], "nobody can sit down there"
    await two.you.command("close")
    await two.ann.until(lambda: "The table closes after this deal." in theirs.text, "the closing")
    assert theirs.labels == ["Leave", "To the table"], "there is nothing to vote about"
    await two.you.until(lambda: "Don’t close" in host.labels, "what the host can do")
    await two.you.click(host, "Don’t close")
    await two.ann.until(lambda: "Close table" in theirs.labels, "a vote again")


async def test_a_panel_that_was_pressed_in_vain_while_it_was_made_anew_is_true_all_the_same(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    bo, seats = await two.people.guest("Bo"), two.service.seats
    page = private(await bo.command("manage"))
    assert "Join" in page.labels
    making, made, pressed, over, takes = (*(asyncio.Event() for _ in range(4)), seats.takes)

    async def slow(table_id: int, user_id: int) -> bool:
        making.set()
        await made.wait()
        return await takes(table_id, user_id)

    async def in_vain(*given: object, **more: object) -> None:
        pressed.set()
        await over.wait()
        raise Refusal("stale")

    monkeypatch.setattr(seats, "takes", slow)
    monkeypatch.setattr(seats, "join", in_vain)
    host = Person(two.table.guild_id, int(two.you.id), "Alex")
    await two.service.hosting.lock(two.table.table_id, host, True, 1, moderator=False)
    await making.wait()
    press = asyncio.create_task(bo.click(page, "Join"))
    await pressed.wait()
    made.set()
    await asyncio.sleep(0.2)
    over.set()
    await press
    await bo.until(lambda: "🔒 **Locked:**" in page.text, "the lock")


async def test_a_panel_that_no_token_reaches_is_right_again_once_it_is_pressed(two: Evening) -> None:
    page = private(await two.ann.command("manage"))
    two.forget_tokens()
    await two.you.command("close")
    await two.until(lambda: two.table.closing)
    await asyncio.sleep(0.2)
    assert "Close table" in page.labels
    await two.ann.click(page, "Close table")
    await two.ann.until(lambda: "The table closes after this deal." in page.text, "the closing")
    assert page.labels == ["Leave", "To the table"]


async def test_what_whoever_manages_nothing_reads_goes_with_the_next_deal(two: Evening) -> None:
    page = private(await two.ann.command("manage"))
    assert page.labels == ["Leave", "Close table", "To the table"]
    await play_out(two)
    await two.you.click(two.live(), "Next deal")
    await two.ann.until(lambda: page.id not in {message.id for message in two.ann.messages()}, "the page's end")


async def test_two_who_dont_host_close_by_a_vote(night: Evening) -> None:
    lobby = await lobby_of(night)
    bo = await night.people.guest("Bo")
    await bo.click(lobby, "Join")
    await night.joined(3)
    await bo.click(lobby, "Close table")
    await bo.until(lambda: "Bo wants to close the table: 1 of 2 votes" in lobby.shown.text, "the vote")
    await bo.click(lobby, "Take my vote back")
    await bo.until(lambda: "wants to close" not in lobby.shown.text, "the vote's end")
    await bo.click(lobby, "Close table")
    await bo.until(lambda: "Take my vote back" in lobby.shown.labels, "the vote, again")
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing")
    await night.settled()
    answer = await bo.command("close")
    assert "Bo wants to close the table: 1 of 2 votes" in answer.text
    await bo.until(lambda: "Take my vote back" in night.live(bo).labels, "the way back")
    refusal = await night.ann.click(night.live(night.ann), "Take my vote back")
    await refused(refusal, "You haven’t voted to close the table")
    await bo.click(night.live(bo), "Take my vote back")
    await bo.until(lambda: "wants to close" not in night.live(bo).text, "the end of the vote")
    assert "Take my vote back" not in night.live(bo).labels
    await bo.command("close")
    await night.ann.until(lambda: "Close table, too" in night.live(night.ann).labels, "the button")
    await night.ann.click(night.live(night.ann), "Close table, too")
    await night.until(lambda: night.table.closing)


async def test_a_vote_to_close_is_taken_back_where_it_was_made(two: Evening) -> None:
    await play_out(two)
    await two.settled()
    more = await two.ending(two.ann)
    assert "Take my vote back" not in more.labels
    await two.ann.click(more, "Close table")
    await two.ann.until(lambda: "Take my vote back" in more.labels, "the way back")
    assert "Take my vote back" not in (await two.ending()).labels, "only those who vote take it back"
    await two.ann.click(more, "Take my vote back")
    await two.ann.until(lambda: "Take my vote back" not in more.labels, "the page without a vote")
    assert not two.table.closers


async def test_the_host_changes_the_rules_between_games(two: Evening) -> None:
    await play_out(two)
    await two.settled()
    old = two.table.table_id
    panel = private(await two.you.command("manage"))
    await two.you.click(panel, "Change the rules")
    question = await two.you.wait_for(
        "**Really close this table to change the rules?** Ann sits here, too. "
        "Everybody moves to a new table and keeps the chips."
    )
    assert two.table.table_id == old
    await two.you.click(question, "Yes")
    await two.until(lambda: two.is_open and two.table.table_id != old, "the new table")
    await two.until(lambda: two.table.live_message is not None, "its lobby")
    assert len(two.table.sitters) == 2
    await two.you.until(lambda: "Everybody has moved" in question.text, "the words")
    assert not question.labels
    await gone(two, panel)
    await two.until(two.live, "its lobby on the screen")
    page = private(await two.you.click(two.live(), "Set up"))
    await two.you.choose(page, "own.bonuses", custom_id=control(page, "choose:table.style"))
    await two.until(lambda: two.table.rules.changed() == {"bonuses": True}, "the style")


MENU = "Manage this table"


async def test_the_host_opens_the_panel_from_the_menu_of_the_tables_message(night: Evening) -> None:
    cy = await night.people.guest("Cy")
    lobby = (await cy.command("newgame knock-poker")).shown
    assert await cy.menu(lobby) == [MENU]
    panel = private(await cy.choose_from_menu(lobby, MENU))
    assert "manage the table" in panel.text
    await cy.click(panel, "Lock")
    await night.until(lambda: night.table.locked)
    bo = await night.people.guest("Bo")
    told = private(await bo.choose_from_menu(lobby, MENU))
    assert "Cy hosts this table and can manage it" in told.text
    assert told.labels == ["To the table"]


async def test_whoever_manages_the_channel_does_so_from_the_menu_by_the_rights_of_the_moment(night: Evening) -> None:
    cy = await night.people.guest("Cy")
    lobby = (await cy.command("newgame knock-poker")).shown
    panel = private(await night.you.choose_from_menu(lobby, MENU))
    await night.you.click(panel, "Lock")
    await night.until(lambda: night.table.locked)


async def test_on_any_other_message_the_menu_says_which_it_is_for(night: Evening) -> None:
    said = await night.you.say("Who plays?")
    await refused(await night.you.choose_from_menu(said, MENU), "There’s no table in this channel")
    lobby = (await night.you.command("newgame knock-poker")).shown
    await refused(await night.you.choose_from_menu(said, MENU), "That isn’t the message of the table that is open here")
    assert "manage the table" in private(await night.you.choose_from_menu(lobby, MENU)).text
    await night.you.command("close")
    await night.until(lambda: not night.is_open)
    await refused(await night.you.choose_from_menu(lobby, MENU), "There’s no table in this channel")


async def test_direct_messages_and_private_answers_have_no_such_command(night: Evening) -> None:
    await night.you.open_dm()
    said = await night.you.say("hello", channel="dm")
    assert await night.you.menu(said) == []
    with pytest.raises(DriverError, match="unknown_command"):
        await night.you.choose_from_menu(said, MENU)
    answer = await night.you.command("help")
    assert await night.you.menu(answer) == []
    with pytest.raises(DriverError, match="unknown_command"):
        await night.you.choose_from_menu(answer, MENU)


async def test_the_hosts_panel_of_a_closed_table_loses_its_buttons_when_it_is_pressed(night: Evening) -> None:
    lobby = await lobby_of(night)
    panel = private(await night.you.click(lobby, "Manage table"))
    night.forget_tokens()
    await night.you.command("close")
    await night.until(lambda: not night.is_open, "the end of the table")
    await night.you.click(panel, "Lock")
    await night.you.until(lambda: panel.text == "That table is closed." and not panel.labels, "the words")


async def gone(night: Evening, page: Seen) -> None:
    await night.you.until(lambda: page.id not in {message.id for message in night.you.messages()}, "the panel's end")
    await forgotten(night, "manage:")


async def test_the_hosts_panel_goes_with_the_table(night: Evening) -> None:
    lobby = await lobby_of(night)
    panel = private(await night.you.click(lobby, "Manage table"))
    await night.you.click(panel, "Lock")
    await night.you.until(lambda: "Unlock" in panel.labels, "the lock")
    await refused(await night.you.choose(panel, night.ann.id, custom_id=control(panel, f"{INVITE}:")), "sits here")
    await night.you.command("close")
    await gone(night, panel)


async def test_the_hosts_panel_goes_with_the_next_deal(two: Evening) -> None:
    await play_out(two)
    panel = private(await two.you.command("manage"))
    assert control(panel, f"{REMOVE_PERSON}:")
    assert "Change the rules" in panel.labels
    await two.you.click(two.live(), "Next deal")
    await gone(two, panel)
    assert two.table.stage == "playing"


async def test_whoever_closes_at_the_hosts_panel_reads_there_what_was_done(two: Evening) -> None:
    panel = private(await two.you.command("manage"))
    await two.you.click(panel, "Close table")
    await two.you.wait_for("Really close")
    assert "Close table" in panel.labels, "the question stands beside it"
    await two.you.command("settings", ask_first=False)
    await two.you.click(panel, "Close table")
    await two.you.until(lambda: "The table closes after this deal" in panel.text, "the answer")
    assert {"Don’t close", "Lock"} <= set(panel.labels), "the panel stays"
    assert panel.text.count("The table closes after this deal") == 1
    await two.you.click(panel, "Don’t close")
    await two.you.until(lambda: "The table stays open." in panel.text, "the answer")
    assert {"Close table", "Lock"} <= set(panel.labels)
    assert not two.table.closing
    await two.you.click(panel, "Close table")
    await two.you.until(lambda: "Don’t close" in panel.labels, "the panel once more")
    await play_out(two)
    await forgotten(two, "manage:")


async def test_the_rules_of_a_table_that_is_gone_are_not_those_of_another_game(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await lobby_of(night)
    monkeypatch.setattr(type(night.service), "location_of", lambda service, table_id: None)
    await refused(await night.you.click(lobby, "Rules"), "That table is closed.")
