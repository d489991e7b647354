"""One message is kept true to a page: after lost answers, deletions, overlapping edits and restarts."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.store.messages import Remembered
from bot.ui.pages.page import Kept, KeptFile, Page, sentence
from bot.ui.showing import live as module
from bot.ui.showing.live import ATTEMPTS, Leaving, LiveMessage, Status, Through
from bot.ui.showing.tokens import Token, UnreachableError
from tests.bot.ui.showing.places import ASLEEP, CHANNEL, DENIED, DOWN, GONE, NO_FILES, TOO_MANY, TOO_OLD, House, page


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    async def sleep(seconds: float) -> None:
        pass

    monkeypatch.setattr("bot.ui.showing.sending.asyncio.sleep", sleep)


@pytest.fixture
def house() -> House:
    return House()


# -- showing


async def test_the_first_page_is_sent_and_the_next_ones_edit_it(house: House) -> None:
    live = await house.message()
    assert (live.status, live.exists) == (Status.GONE, False)
    assert await live.show(page("one"))
    assert await live.show(page("one"))
    assert await live.show(page("two"))
    assert house.asked == ["post", "edit"]
    assert house.place.shown == {100: page("two")}
    assert (live.status, live.id, live.channel_id, house.moves) == (Status.SHOWN, 100, CHANNEL, [100])


async def test_the_nonce_is_written_down_before_a_message_is_sent_and_its_id_after(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[tuple[Remembered, list[int]]] = []
    remember = house.shelf.remember

    async def note(message: Remembered) -> None:
        written.append((message, list(house.place.shown)))
        await remember(message)

    monkeypatch.setattr(house.shelf, "remember", note)
    live = await house.message()
    await live.show(page("one"))
    (before, nothing), (after, sent) = written
    assert (before.message_id, nothing, sent) == (None, [], [100])
    assert len(before.nonce) <= 25
    assert after == Remembered("table:1", CHANNEL, 100)


async def test_a_picture_that_is_there_already_is_not_sent_again(house: House) -> None:
    live = await house.message()
    for words, picture in (("one", b"A"), ("two", b"A"), ("three", b"B"), ("four", b"B")):
        await live.show(page(words, picture=picture))
    assert house.place.asked == [
        ("post", "one", True),
        ("edit", 100, "two", True),
        ("edit", 100, "three", False),
        ("edit", 100, "four", True),
    ]


@pytest.mark.parametrize("error", [NO_FILES, (400, 40005), (413, 0)])
async def test_where_files_are_not_taken_words_go_alone(house: House, error) -> None:
    live = await house.message()
    house.place.fail = [error]
    await live.show(page("one", picture=b"A"))
    house.place.fail = [error]
    await live.show(page("two", picture=b"A"))
    assert house.place.asked == [
        ("post", "one", True),
        ("post", "a picture\none", False),
        ("edit", 100, "two", False),
        ("edit", 100, "a picture\ntwo", False),
    ]


async def test_what_a_page_was_made_from_tells_whether_it_is_shown(house: House) -> None:
    live = await house.message()
    assert await live.show(page("one"), about="a pair")
    assert live.about == "a pair"
    assert live.shows("a pair")
    assert await live.show(page("drawn anew"), about="a pair")
    assert house.asked == ["post"]


async def test_a_page_that_is_shown_is_not_sent_again_whatever_it_was_made_from(house: House) -> None:
    live = await house.message()
    assert await live.show(page("one"), about="a deadline")
    assert await live.show(page("one"), about="the same to the second")
    assert house.asked == ["post"]
    assert live.shows("the same to the second")
    live.outdated()
    assert await live.show(page("one"), about="the same to the second")
    assert house.asked == ["edit"]


# -- what goes wrong


async def test_a_message_that_was_deleted_is_sent_anew(house: House) -> None:
    live = await house.message()
    await live.show(page("one"))
    house.place.shown.clear()
    assert await live.show(page("two"))
    assert (house.asked, live.id, house.moves) == (["post", "edit", "post"], 101, [100, None, 101])


async def test_a_message_that_was_deleted_stays_away_where_it_is_not_wanted(house: House) -> None:
    live = await house.message()
    await live.show(page("one"))
    house.place.shown.clear()
    assert not await live.show(page("two"), send_again=False)
    assert (live.status, live.exists, house.shelf.rows, house.asked) == (Status.GONE, False, {}, ["post", "edit"])


async def test_a_message_that_can_not_be_edited_loses_its_buttons_below_a_new_one(house: House) -> None:
    live = await house.message()
    await live.show(page("one"))
    house.place.fail = [ASLEEP]
    assert await live.show(page("two"))
    await house.settled()
    assert house.place.shown == {100: page("one").quiet(), 101: page("two")}


@pytest.mark.parametrize("error", [DENIED, (404, 10003), DOWN, TOO_MANY])
async def test_what_a_new_message_would_not_help_is_raised(house: House, error) -> None:
    live = await house.message()
    await live.show(page("one"))
    house.place.fail = [error] * ATTEMPTS
    with pytest.raises(discord.HTTPException):
        await live.show(page("two"))
    assert (live.id, live.status) == (100, Status.UNKNOWN)
    assert "post" not in house.asked[1:]
    house.place.fail = []
    assert await live.show(page("two"))
    assert house.place.shown == {100: page("two")}


@pytest.mark.parametrize("error", ["lost", DOWN])
async def test_a_message_that_may_have_arrived_is_found_and_not_doubled(house: House, error) -> None:
    live = await house.message()
    house.place.fail = [error] * ATTEMPTS
    with pytest.raises((discord.HTTPException, ConnectionResetError)):
        await live.show(page("one"))
    assert (live.status, live.being_sent, live.exists) == (Status.UNKNOWN, True, True)
    assert await live.show(page("two"))
    assert house.place.shown == {100: page("two")}
    assert house.shelf.rows == {"table:1": Remembered("table:1", CHANNEL, 100)}


async def test_of_a_message_that_was_refused_nothing_is_looked_for(house: House) -> None:
    live = await house.message()
    house.place.fail = [(403, 50007)]
    with pytest.raises(discord.Forbidden):
        await live.show(page("one"))
    assert (live.exists, house.shelf.rows) == (False, {})


async def test_where_nothing_can_be_written_down_messages_are_shown_all_the_same(
    house, caplog: pytest.LogCaptureFixture
) -> None:
    live = await house.message()
    house.shelf.broken = True
    assert await live.show(page("one"))
    assert await live.show(page("two"))
    assert house.place.shown == {100: page("two")}
    assert "a restart would not find the message" in caplog.text


async def test_of_two_edits_at_once_nobody_knows_which_came_last(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    live = await house.message()
    await live.show(page("one"))
    begun, go = asyncio.Event(), asyncio.Event()
    edit = house.place.edit

    async def slowly(*where: Any, **how: Any) -> Any:
        begun.set()
        await go.wait()
        return await edit(*where, **how)

    monkeypatch.setattr(house.place, "edit", slowly)
    first = asyncio.create_task(live.show(page("two")))
    await begun.wait()
    second = asyncio.create_task(live.show(page("three"), through=arrives(house)))
    go.set()
    assert [await first, await second] == [False, False]
    assert (live.status, live.about) == (Status.UNKNOWN, None)
    assert await live.show(page("three"))
    assert live.status is Status.SHOWN


def arrives(house: House, done: bool = True) -> Through:
    """An edit by another way."""

    async def through(shown: Page, kept: Kept) -> list[KeptFile] | None:
        await asyncio.sleep(0)
        house.place.asked.append(("through", shown.body))
        return [] if done else None

    return through


async def test_another_way_is_taken_even_where_the_page_is_shown(house: House) -> None:
    live = await house.message()
    await live.show(page("one"))
    assert await live.show(page("one"), through=arrives(house))
    assert not await live.show(page("one"), through=arrives(house, done=False))
    assert (live.status, house.asked) == (Status.UNKNOWN, ["post", "through", "through"])


async def test_an_edit_of_a_message_that_is_another_by_now_tells_nothing_of_it(house: House) -> None:
    live = await house.message()
    await live.show(page("one"))

    async def through(shown: Page, kept: Kept) -> list[KeptFile] | None:
        await live.adopt(CHANNEL, 77)
        return []

    assert not await live.show(page("two"), through=through)
    assert (live.id, live.status, live.page) == (77, Status.UNKNOWN, None)


# -- a new one in its place


async def test_a_new_message_takes_the_buttons_off_the_old_one(house: House) -> None:
    live = await house.message()
    await live.show(page("one", picture=b"A"))
    await live.send(page("two", picture=b"B"))
    await house.settled()
    assert house.place.shown == {100: page("one", picture=b"A").quiet(), 101: page("two", picture=b"B")}
    assert house.place.asked[-1] == ("edit", 100, "one", True), "its picture is not sent again"
    assert house.shelf.rows["table:1"].message_id == 101


async def test_where_earlier_messages_go_a_new_one_deletes_the_old_one(house: House) -> None:
    live = await house.message(stub=moved_on)
    await live.show(page("one"))
    await live.send(page("two"))
    await house.settled()
    assert house.place.shown == {101: page("two")}


async def moved_on() -> Page:
    """What is left of a message."""
    return page("it has moved on")


async def test_an_old_message_that_leaves_something_shows_it_instead_of_going(house: House) -> None:
    live = await house.message(stub=moved_on)
    await live.show(page("one", picture=b"A"))
    await live.send(page("two"), leaving=Leaving(page("what was"), never))
    assert house.shelf.rows["left:100"].message_id == 100
    await house.settled()
    assert house.place.shown == {100: page("what was").quiet(), 101: page("two")}
    assert set(house.shelf.rows) == {"table:1"}


@pytest.mark.parametrize("error", [TOO_OLD, DENIED, GONE])
async def test_an_old_message_that_can_not_show_what_it_leaves_goes(house: House, error) -> None:
    live = await house.message(stub=moved_on)
    said: list[str] = []

    async def otherwise() -> None:
        said.append("what was")

    await live.show(page("one"))
    await live.send(page("two"), leaving=Leaving(page("what was"), otherwise))
    house.place.fail = [error]
    await house.settled()
    assert house.place.shown == {101: page("two")}
    assert said == ["what was"]
    assert set(house.shelf.rows) == {"table:1"}


async def never() -> None:
    """What isn't called."""
    pytest.fail("it can be left")


# -- an answer in its place


PRESS = Token(7, 5, "secret", 1, 1, CHANNEL, direct=False, original=100, until=1000.0)


async def test_a_message_is_sent_as_an_answer_of_which_the_press_is_written_down_first(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, answer, known = await house.message(stub=moved_on), house.place.answer, list[Remembered]()
    await live.show(page("one"))

    async def noting(page: Page, token: Token) -> discord.Message:
        known.append(house.shelf.rows["table:1"])
        return await answer(page, token)

    monkeypatch.setattr(house.place, "answer", noting)
    house.place.fail = ["lost"]
    with pytest.raises(ConnectionResetError):
        await live.send(page("two"), answering=PRESS)
    assert known == [Remembered("table:1", CHANNEL, 100, "answer7")]
    assert (live.status, live.being_sent) == (Status.UNKNOWN, True)
    await live.find(page("two"))
    assert house.asked == ["post", "post", "look"], "one that may have arrived is looked for"
    await house.settled()
    assert house.place.shown == {101: page("two")}
    assert house.shelf.rows["table:1"] == Remembered("table:1", CHANNEL, 101)


async def test_an_answer_that_has_not_arrived_is_sent_in_the_ordinary_way(house: House) -> None:
    live = await house.message(stub=moved_on)
    await live.show(page("one"))
    await live.send(page("two"), answering=PRESS)
    house.place.fail = [DOWN]
    with pytest.raises(discord.HTTPException):
        await live.send(page("three"), answering=PRESS)
    await live.find(page("three"))
    assert house.asked == ["post", "post", "post", "look", "post"], "the press has another answer, which isn't meant"
    await house.settled()
    assert house.place.shown == {102: page("three")}


async def test_an_answer_that_hangs_is_given_up(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    live = await house.message(stub=moved_on)
    await live.show(page("one"))

    async def hang(page: Page, token: Token) -> discord.Message:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(house.place, "answer", hang)
    monkeypatch.setattr(module, "HANGS", 0.01)
    with pytest.raises(TimeoutError):
        await live.send(page("two"), answering=PRESS)
    assert (live.status, live.being_sent) == (Status.UNKNOWN, True)


async def test_where_an_answer_is_refused_the_old_message_stays(house: House) -> None:
    live = await house.message(stub=moved_on)
    await live.show(page("one"))
    house.place.fail = [DENIED]
    with pytest.raises(UnreachableError):
        await live.send(page("two"), answering=PRESS)
    await house.settled()
    assert house.place.shown == {100: page("one")}
    assert not live.being_sent
    assert house.shelf.rows["table:1"] == Remembered("table:1", CHANNEL, 100)


@pytest.mark.parametrize("arrived", [True, False])
async def test_after_a_restart_an_answer_that_was_being_sent_is_found(house: House, arrived: bool) -> None:
    before = await house.message(stub=moved_on)
    await before.show(page("old"))
    house.shelf.rows["table:1"] = replace(house.shelf.rows["table:1"], nonce="answer7")
    if arrived:
        await house.place.answer(page("unnoted"), PRESS)
    live = await house.message(stub=moved_on)
    assert live.being_sent
    found = await live.find(page("now"))
    assert found is not None
    assert found.id == live.id == 101
    await house.settled()
    assert house.place.shown == {101: page("unnoted" if arrived else "now")}
    assert house.shelf.rows["table:1"] == Remembered("table:1", CHANNEL, 101)


async def test_an_old_message_is_deleted_when_its_files_are_needed_no_more(house):
    house.place.fail, waited = [], []

    async def unneeded() -> None:
        waited.append(dict(house.place.shown))

    live = await house.message(stub=moved_on, unneeded=unneeded)
    await live.show(page("one"))
    await live.send(page("two"))
    await house.settled()
    assert waited == [{100: page("one"), 101: page("two")}]
    assert house.place.shown == {101: page("two")}


async def test_an_old_message_is_remembered_until_it_is_gone(house):
    live = await house.message(stub=moved_on)
    await live.show(page("one"))
    await live.send(page("two"))
    assert house.shelf.rows["left:100"].message_id == 100
    assert house.shelf.rows["table:1"].message_id == 101
    house.place.fail = [DOWN] * ATTEMPTS * 2
    await house.settled()
    assert set(house.shelf.rows) == {"table:1", "left:100"}, "it is still there"
    await live.send(page("three"))
    await house.settled()
    assert set(house.shelf.rows) == {"table:1", "left:100"}


async def test_an_old_message_that_can_not_be_deleted_shrinks(house):
    live = await house.message(stub=moved_on)
    await live.show(page("one"))
    await live.send(page("two"))
    house.place.fail = [DENIED]
    await house.settled()
    assert house.place.shown == {100: page("it has moved on").quiet(), 101: page("two")}


async def test_a_message_too_old_to_be_edited_is_sent_anew(house):
    live = await house.message(stub=moved_on)
    await live.show(page("one"))
    house.place.fail = [TOO_OLD]
    assert await live.show(page("two"))
    await house.settled()
    assert house.place.shown == {101: page("two")}
    assert house.asked == ["post", "edit", "post", "delete"]


async def test_where_a_new_message_is_refused_the_old_one_stays(house: House) -> None:
    live = await house.message()
    await live.show(page("one"))
    house.place.fail = [DENIED]
    with pytest.raises(discord.Forbidden):
        await live.send(page("two"))
    assert (live.id, live.status, house.background) == (100, Status.SHOWN, [])
    assert await live.show(page("one"))
    assert house.asked == ["post", "post"]


async def test_an_old_message_that_keeps_its_buttons_is_only_logged(house, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    live = await house.message()
    await live.show(page("one"))
    await live.send(page("two"))
    house.place.fail = [DENIED]
    await house.settled()
    assert "keeps its buttons" in caplog.text


# -- after a restart


async def test_a_message_that_can_not_be_read_is_edited_all_the_same(house: House) -> None:
    await (await house.message()).show(page("one"))
    live = await house.message()
    house.place.fail = [(404, 0)]
    assert await live.find(page("two")) is None
    await live.show(page("two"))
    assert house.asked == ["post", "fetch", "edit"]


async def test_after_a_restart_the_page_is_shown_in_the_same_message(house: House) -> None:
    await (await house.message()).show(page("one"))
    live = await house.message()
    assert (live.id, live.status, live.shows(page("one"))) == (100, Status.UNKNOWN, False)
    assert await live.show(page("one"))
    assert house.asked == ["post", "edit"]


async def test_after_a_restart_it_is_known_which_deal_a_hand_is_of(house: House) -> None:
    hand = await house.message("hand:1:7")
    hand.deal = 3
    await hand.show(page("one"))
    assert (await house.message("hand:1:7")).deal == 3


@pytest.mark.parametrize("arrived", [True, False])
async def test_after_a_restart_a_message_that_was_being_sent_is_found(
    house, arrived, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await house.message()
    await before.show(page("old"))
    house.shelf.rows["table:1"] = replace(house.shelf.rows["table:1"], nonce="n")
    if arrived:
        await house.place.post(page("unnoted"), "n")
    live = await house.message()
    assert live.being_sent
    found = await live.find(page("now"))
    assert (found.id, found.page.body) == (101, "unnoted" if arrived else "now")
    assert (live.id, live.status, live.being_sent) == (101, Status.UNKNOWN, False)
    monkeypatch.setattr(module, "without_buttons", lambda message: message.page.quiet())
    await house.settled()
    assert house.place.asked[-1] == ("view", 100, page("old").quiet()), "the old one, as Discord has it"
    assert house.shelf.rows["table:1"] == Remembered("table:1", CHANNEL, 101)


async def test_a_message_that_is_looked_for_may_be_gone(house: House) -> None:
    await (await house.message()).show(page("one"))
    live = await house.message()
    house.place.shown.clear()
    assert await live.find() is None
    assert (live.status, live.exists, house.shelf.rows, house.moves[-1]) == (Status.GONE, False, {}, None)


async def test_a_message_that_may_not_be_read_counts_as_there(house: House) -> None:
    await (await house.message()).show(page("one"))
    live = await house.message()
    house.place.fail = [DENIED]
    assert await live.find() is None
    assert (live.status, live.id) == (Status.UNKNOWN, 100)


async def test_where_discord_can_not_be_asked_nothing_is_concluded(house: House) -> None:
    await (await house.message()).show(page("one"))
    live = await house.message()
    house.place.fail = [DOWN] * ATTEMPTS
    with pytest.raises(discord.HTTPException):
        await live.find()
    assert live.id == 100


# -- the end


async def test_a_message_at_rest_keeps_its_words_and_is_forgotten(house: House) -> None:
    live = await house.message()
    await live.show(page("one"))
    await live.retire()
    assert (live.status, live.exists, house.shelf.rows) == (Status.RETIRED, False, {})
    assert house.place.shown == {100: page("one").quiet()}
    await live.show(page("the next deal"))
    assert (live.id, house.moves) == (101, [100, 101])


async def test_a_message_without_buttons_rests_without_a_request(house: House) -> None:
    live = await house.message()
    await live.show(page("over", buttons=False))
    await live.retire()
    assert (house.asked, house.shelf.rows) == (["post"], {})


async def test_a_message_is_retired_with_other_words(house: House) -> None:
    live = await house.message()
    await live.show(page("my cards", picture=b"A"))
    await live.retire(page("you have got up"))
    assert house.place.asked[-1] == ("edit", 100, "you have got up", False), "the picture goes"


@pytest.mark.parametrize(("error", "known"), [(DOWN, True), (TOO_MANY, True), (GONE, False), (DENIED, False)])
async def test_what_keeps_its_buttons_for_now_is_remembered(house: House, error, known) -> None:
    live = await house.message()
    await live.show(page("one"))
    house.place.fail = [error] * ATTEMPTS
    await live.retire()
    assert bool(house.shelf.rows) == known


async def test_an_unknown_message_is_retired_with_its_pictures_named(house, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord may find none that the edit doesn't name, and then refuses to remove the buttons."""
    await (await house.message()).show(page("one", picture=b"A"))
    monkeypatch.setattr(module, "without_buttons", lambda message: message.page.quiet())
    await (await house.message()).retire()
    assert (house.asked[-1], house.place.stayed) == ("view", ["table.png"])


async def test_an_unknown_message_that_may_not_be_read_is_retired_with_a_sentence(house: House) -> None:
    await (await house.message()).show(page("one"))
    live = await house.message(unreadable=lambda: sentence("The table has moved."))
    house.place.fail = [DENIED]
    await live.retire()
    (_, _, view) = house.place.asked[-1]
    assert isinstance(view, discord.ui.LayoutView)
    assert "The table has moved." in str(view.to_components())


async def test_a_message_that_is_removed_is_deleted(house: House) -> None:
    live = await house.message()
    await live.show(page("one"))
    await live.remove()
    assert (house.place.shown, house.shelf.rows, live.status) == ({}, {}, Status.RETIRED)


@pytest.mark.parametrize("end", [LiveMessage.remove, LiveMessage.retire, LiveMessage.forget])
async def test_a_message_that_ends_late_leaves_the_next_of_its_name_remembered(house: House, end) -> None:
    late = await house.message("advice:1:7")
    await late.show(page("one"))
    following = LiveMessage(house.place, late._memory, house.background.append, late.name)
    await following.adopt(CHANNEL, 200)
    await end(late)
    assert house.shelf.rows == {"advice:1:7": Remembered("advice:1:7", CHANNEL, 200)}


async def test_a_message_that_is_forgotten_stays_as_it_is(house: House) -> None:
    live = await house.message()
    await live.show(page("one"))
    await live.forget()
    assert (house.place.shown, house.shelf.rows, house.asked) == ({100: page("one")}, {}, ["post"])
