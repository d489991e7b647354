"""A press that risks much is asked about once, and nobody knocks, bets or folds who hasn't seen the hand."""

from __future__ import annotations

import asyncio

import pytest

from bot.service.model import Person, Refusal, Turn
from bot.ui.address import Address
from bot.ui.clicks.verbs import ACTIONS, VERBS
from bot.ui.pages.betting import AMOUNT, STAKING
from bot.ui.words import risks
from tests.bot.ui.evening import Evening, play_out, sides


@pytest.fixture
def weak(monkeypatch: pytest.MonkeyPatch) -> None:
    """No good player would knock, whatever the hand."""
    monkeypatch.setattr(risks, "would", lambda view, memory, do: False)


@pytest.mark.usefixtures("weak")
async def test_a_weak_pat_knock_is_asked_about_once(two: Evening) -> None:
    first, _ = sides(two)
    panel = await first.command("hand")
    before = two.table.turn
    await first.click(panel, "Knock")
    await first.until(lambda: "Really knock" in panel.shown.text)
    assert panel.shown.labels == ["Yes", "Back"]
    assert two.table.turn == before, "nothing is done yet"
    await first.click(panel, "Back")
    await first.until(lambda: "Draw stock" in panel.shown.labels)
    assert "Really" not in panel.shown.text
    await first.click(panel, "Knock")
    await first.until(lambda: "Yes" in panel.shown.labels)
    await first.click(panel, "Yes")
    await two.until(lambda: two.table.view is not None and two.table.view.knocker is not None)
    await first.until(lambda: "You have knocked" in panel.shown.text)
    assert "Really" not in panel.shown.text


@pytest.mark.usefixtures("weak")
async def test_an_old_yes_does_nothing(two: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _ = sides(two)
    panel = await first.command("hand")
    await first.click(panel, "Knock")
    await first.until(lambda: "Yes" in panel.shown.labels)
    panels = two.client.showing.panels
    monkeypatch.setattr(panels, "wake", lambda table_id, user_id: None)  # the panel goes on showing the question
    who = Person(two.table.guild_id, int(first.id), "First")
    await two.service.act(two.table.table_id, who, "draw", "stock", 1)
    await first.click(panel, "Yes")
    await first.until(lambda: "out of date" in panel.shown.text)
    assert two.table.view is not None
    assert two.table.view.knocker is None


@pytest.mark.usefixtures("weak")
async def test_a_typed_knock_and_whoever_wants_no_questions_are_not_asked(two: Evening) -> None:
    first, _ = sides(two)
    await first.command("settings", ask_first=False)
    panel = await first.command("hand")
    await first.click(panel, "Knock")
    await two.until(lambda: two.table.view is not None and two.table.view.knocker is not None)


@pytest.mark.usefixtures("weak")
async def test_a_typed_knock_is_meant(two: Evening) -> None:
    first, _ = sides(two)
    await first.command("knock")
    assert two.table.view is not None
    assert two.table.view.knocker is not None


@pytest.mark.usefixtures("weak")
async def test_a_public_knock_shows_the_hand_with_the_question_and_takes_two_presses(two: Evening) -> None:
    first, _ = sides(two)
    before = two.table.turn
    await first.click(two.live(), "Knock")
    shown = await first.wait_for("This is your hand, and nothing was done yet.")
    assert shown.ephemeral
    assert "Really knock" in shown.text
    assert "press **Knock** here" not in shown.text
    assert two.table.turn == before
    await first.click(shown, "Yes")
    await two.until(lambda: two.table.view is not None and two.table.view.knocker is not None)


async def test_a_public_knock_that_nobody_would_ask_about_shows_the_hand_first(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(risks, "would", lambda view, memory, do: True)
    first, _ = sides(two)
    before = two.table.turn
    await first.click(two.live(), "Knock")
    shown = await first.wait_for("This is your hand, and nothing was done yet: press **Knock** here")
    assert shown.ephemeral
    assert two.table.turn == before
    await first.click(shown, "Knock")
    await two.until(lambda: two.table.view is not None and two.table.view.knocker is not None)


@pytest.mark.usefixtures("weak")
async def test_whoever_has_drawn_has_seen_the_hand(two: Evening) -> None:
    first, _ = sides(two)
    await first.command("settings", ask_first=False)
    await first.click(two.live(), "Draw stock")
    await two.until(lambda: two.table.turn.seq == 1)
    await two.settled()
    await first.click(two.live(), "Knock")
    await two.until(lambda: two.table.view is not None and two.table.view.knocker is not None)


async def test_a_typed_close_is_meant(two: Evening) -> None:
    await two.you.command("close")
    await two.until(lambda: two.table.closing)


async def test_another_game_is_asked_about_where_it_ends_a_table_for_others(two: Evening) -> None:
    await play_out(two)
    more, table = await two.ending(), two.table
    choice = next(part["custom_id"] for part in more.all_components() if ":another:" in part.get("custom_id", ""))
    await two.you.choose(more, "dompe", custom_id=choice)
    question = await two.you.wait_for(
        "**Really close this table of Knock Poker and go on with Dompe?** Ann sits here, too. "
        "Everybody moves to a new table and keeps the chips."
    )
    assert question.ephemeral
    await two.you.click(question, "Back")
    await two.you.wait_for("Nothing was done")
    await two.you.choose(more, "poe-crumb", custom_id=choice)
    await two.you.wait_for("Everybody moves to a new table without chips; those from here go home.")
    assert two.table.table_id == table.table_id
    await two.you.choose(more, "dompe", custom_id=choice)
    await two.you.click(await two.you.wait_for("go on with Dompe?"), "Yes")
    await two.until(lambda: two.is_open and two.table.game == "dompe", "the other game")
    assert {s.name: s.chips for s in two.table.sitters} == {s.name: s.chips for s in table.sitters}
    lobby = await two.until(two.live, "its lobby")
    assert "Whoever sits down from now on brings 20 chips." in lobby.text, "those who moved there have other stacks"
    assert "Everybody sits down with" not in lobby.text


async def test_the_close_button_asks_and_takes_no_for_an_answer(night: Evening) -> None:
    ann = night.ann = await night.people.guest("Ann")
    lobby = await ann.command("newgame knock-poker")
    await night.you.click(lobby, "Join")
    await night.until(lambda: len(night.table.sitters) == 2)
    await ann.until(lambda: night.live(ann).labels, "the lobby")
    asked = await ann.click(night.live(ann), "Close table")
    question = await ann.wait_for("Really close the table?")
    assert question.ephemeral
    assert not asked.messages or all(message.ephemeral for message in asked.messages)
    await ann.click(question, "Back")
    await ann.wait_for("Nothing was done")
    assert night.table is not None
    await ann.click(night.live(ann), "Close table")
    again = await ann.wait_for("Really close the table?")
    await ann.click(again, "Yes")
    await night.until(lambda: night.service.table_in(night.channel_id) is None)


async def test_leaving_in_mid_deal_asks_and_yes_still_counts_when_others_have_played_on(two: Evening) -> None:
    first, other = sides(two)
    chips = (await other.command("chips")).shown
    await other.click(chips, next(label for label in chips.labels if label.startswith("Leave")))
    question = await other.wait_for("Really get up?")
    assert question.ephemeral
    assert not two.seated(other).leaving, "nothing is done yet"
    await first.click(two.live(first), "Draw stock")
    await two.until(lambda: two.table.turn.seq == 1)
    await other.click(question, "Yes")
    await two.until(lambda: two.seated(other).leaving)


async def test_a_panel_that_took_the_place_of_a_refused_question_stays(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await two.ann.command("hand")
    chips = (await two.ann.command("chips")).shown
    await two.ann.click(chips, next(label for label in chips.labels if label.startswith("Leave")))
    question = await two.ann.wait_for("Really get up?")

    async def refused(*given: object, **more: object) -> None:
        raise Refusal("stale")

    monkeypatch.setattr(two.service.seats, "leave", refused)
    await two.ann.click(question, "Yes")
    await two.ann.until(lambda: "Your hand" in question.text, "the panel, with why nothing was done")
    await two.you.command("close")
    await two.until(lambda: two.table.closing)
    await asyncio.sleep(0.3)
    await two.until(lambda: not two.client.desk.busy, "all that is under way")
    assert not question.gone


async def test_at_a_table_that_closes_nobody_is_told_of_sitting_down_again(two: Evening) -> None:
    await two.you.command("close")
    await two.until(lambda: two.table.closing)
    chips = (await two.ann.command("chips")).shown
    await two.ann.click(chips, next(label for label in chips.labels if label.startswith("Leave")))
    question = await two.ann.wait_for("Really get up?")
    assert "and the table closes after it" in question.text
    assert "again" not in question.text


async def test_a_question_goes_when_what_it_asks_about_is_over_and_what_was_answered_stays(two: Evening) -> None:
    chips = (await two.ann.command("chips")).shown
    leave = next(label for label in chips.labels if label.startswith("Leave"))
    await two.ann.click(chips, leave)
    answered = await two.ann.wait_for("Really get up?")
    await two.ann.click(answered, "Back")
    await two.ann.until(lambda: "Nothing was done" in answered.text)
    await two.ann.click(chips, leave)
    question = await two.ann.wait_for("Really get up?")
    await play_out(two)
    await two.ann.until(lambda: question.id not in {message.id for message in two.ann.messages()}, "the question's end")
    assert answered.id in {message.id for message in two.ann.messages()}


async def test_who_misses_nothing_by_it_gets_up_at_once(night: Evening) -> None:
    ann = await night.people.guest("Ann")
    lobby = await night.you.command("newgame knock-poker")
    await ann.click(lobby, "Join")
    await night.until(lambda: len(night.table.sitters) == 2)
    await ann.click(night.live(ann), "Leave")
    await night.until(lambda: len(night.table.sitters) == 1)


async def test_closing_is_about_the_deal_whatever_others_play_meanwhile(two: Evening) -> None:
    first, _ = sides(two)
    manage = (await two.you.command("manage")).shown
    await first.click(two.live(first), "Draw stock")
    await two.until(lambda: two.table.turn.seq == 1)
    await two.you.click(manage, "Close table")
    question = await two.you.wait_for("Really close the table?")
    await first.command("discard", card=(await first.autocomplete("discard", "card", ""))[0].value)
    await two.until(lambda: two.table.turn.seq == 2)
    await two.you.click(question, "Yes")
    await two.until(lambda: two.table.closing)


async def test_alone_nobody_is_asked(night: Evening) -> None:
    await night.you.command("newgame knock-poker")
    await night.you.click(night.live(), "Close table")
    await night.until(lambda: night.service.table_in(night.channel_id) is None)


def test_what_comes_first_is_said_in_the_rows() -> None:
    for name, verb in VERBS.items():
        assert verb.hand_first is (name in {"knock", "fold", "pass", AMOUNT, *STAKING})
        assert (verb.asks is not None) is (name in {"knock", "close", "leave", "another", "rules-anew", *STAKING})
    assert set(ACTIONS) > {"knock", "fold", "bet"}


def test_a_yes_fits_into_an_address() -> None:
    for name, verb in VERBS.items():
        if verb.asks is not None:
            assert len(str(Address(10**9, Turn(10**6, 10**4), "sure", f"{name}=999999999"))) <= 100
