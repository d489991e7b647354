"""Private hands that are none any more: who got up, a deal that is over, a message that was opened twice."""

from __future__ import annotations

from bot.service.clock import Pace
from bot.service.model import Person
from bot.ui import board
from tests.bot.ui.evening import bot_on, dm, evening, play_out, seated, sides


async def test_who_leaves_a_lobby_is_told_there_will_be_no_hand(night):
    ann = await night.people.guest("Ann")
    await night.you.command("newgame knock-poker")
    await ann.command("join")
    hand = (await ann.command("hand")).message
    assert "Your hand will be here" in hand.text
    await ann.command("leave")
    await ann.until(lambda: "You no longer sit at this table." in hand.text)
    assert hand.labels == ["To the table"]


async def test_a_hand_in_a_lobby_that_is_closed_says_so(night):
    await night.you.command("newgame knock-poker")
    hand = (await night.you.command("hand")).message
    await night.you.command("close")
    await night.you.until(lambda: "That table is closed." in hand.text)
    assert hand.labels == ["To the table"]


async def test_who_got_up_before_a_crash_is_shown_no_cards_after_it(tmp_path, blank, monkeypatch):
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night)
        _, other = sides(night)
        hand = dm(other)
        await night.client.close()  # the service goes on: what it does is shown no more
        user_id = int(other.id)
        sitting = night.table.seated(user_id)
        await night.store.mark_leaving(sitting.sitting_id)
        await night.service.stop()
        await night.store.close()
        assert "Refresh" in hand.labels
        pace = Pace(turn=0, pause=1000, computer=1000)
        async with bot_on(night.server, tmp_path / "k.sqlite3", blank, pace) as (store, service, client):
            night.store, night.service, night.client = store, service, client
            await other.until(lambda: "a computer player finishes deal 1 for you" in hand.text)
            assert not hand.attachments
            assert hand.labels == ["To the table"]


async def test_a_deal_that_ended_unseen_leaves_no_buttons_after_a_restart(tmp_path, blank, monkeypatch):
    pace = Pace(turn=0, pause=1000, computer=0)
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night)
        people = sides(night)
        old = [dm(person) for person in people]
        assert all(one.attachments for one in old)
        await night.client.close()
        await play_on(night)
        await night.service.stop()
        await night.store.close()
        assert "Draw stock" in old[0].labels
        async with bot_on(night.server, tmp_path / "k.sqlite3", blank, pace) as (store, service, client):
            night.store, night.service, night.client = store, service, client
            for person, hand in zip(people, old, strict=True):
                await person.until(lambda one=hand: set(one.labels) <= {"To the table"})
                assert hand.attachments
                assert "Your turn" not in hand.text
            for person in (night.you, night.ann):
                await person.until(lambda who=person: "deal 2" in dm(who).text)
                assert dm(person).labels


async def test_a_hand_of_an_earlier_deal_leads_to_the_present_one(tmp_path, blank, monkeypatch):
    pace = Pace(turn=0, pause=1000, computer=0)
    monkeypatch.setattr(board, "rest_earlier_hands", unreached)
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night)
        first, _ = sides(night)
        old = dm(first)
        await night.client.close()  # a crash, before the deal's end is shown; meanwhile the next deal begins
        await play_on(night)
        await night.service.stop()
        await night.store.close()
        async with bot_on(night.server, tmp_path / "k.sqlite3", blank, pace) as (store, service, client):
            night.store, night.service, night.client = store, service, client
            await first.until(lambda: len(first.dms()) == 2)
            assert "Draw stock" in old.labels, "nobody knows of it any more"
            new = dm(first)
            await first.click(old, "Draw stock")
            await first.until(lambda: "This was your hand in an earlier deal." in old.text)
            assert old.labels == ["To the present hand"]
            assert not old.attachments
            assert night.table.turn.seq == 0, "nothing was done"
            actor = sides(night)[0]
            await actor.click(dm(actor), "Draw stock")
            await actor.until(lambda: night.table.turn.seq == 1)
            assert "deal 2" in new.text


async def unreached(*_) -> None:
    """As where an old message can't be reached after a start."""


async def play_on(night) -> None:
    """The deal to its end and the next one dealt, without a bot that shows it."""
    service, table_id = night.service, night.table.table_id
    key = 10**17
    while night.table.stage == "playing":
        sitter = night.table.to_act
        person = Person(night.table.guild_id, sitter.user_id, sitter.name)
        view = service.private_of(table_id, sitter.user_id).view
        prompt = view.prompt("knock") or view.prompts[0]
        if view.asks == "discard" and not view.prompt("knock"):
            prompt = view.prompt("discard")
        key += 1
        await service.act(table_id, person, prompt.do, prompt.choices[0] if prompt.choices else None, key)
    await service.start(table_id, Person(night.table.guild_id, int(night.you.id), "You"), key + 1)


async def test_of_two_hands_opened_in_the_channel_one_has_buttons(two):
    first, _ = sides(two)
    one = (await first.command("hand")).message
    other = (await first.command("hand")).message
    await first.until(lambda: one.labels == ["To the table"])
    assert "Draw stock" in other.labels
    await first.click(other, "Draw stock")
    await first.until(lambda: len(other.labels) > 5)
    assert one.labels == ["To the table"]


async def test_the_direct_messages_of_a_deal_that_is_over_have_no_button_but_the_link(two):
    await play_out(two)
    for person in (two.you, two.ann):
        await person.until(lambda who=person: "The deal is over" in dm(who).text)
    old = [dm(person) for person in (two.you, two.ann)]
    await two.until(lambda: "Next deal" in two.live().labels)
    await two.you.click(two.live(), "Next deal")
    await two.you.until(lambda: len(two.you.dms()) == 2)
    await two.ann.until(lambda: len(two.ann.dms()) == 2)
    assert [one.labels for one in old] == [["To the table"]] * 2
