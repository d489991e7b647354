"""The table's picture is sent once, shown by its address in the panels, and there for as long as any panel shows it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.local.state.happenings import MediaGone
from bot.local.testing.driver import Person
from bot.local.testing.seen import Seen
from bot.service.pace import Pace
from bot.ui.pages.concern import Concern
from bot.ui.pages.page import NOTHING_KEPT, Kept, KeptFile, Page, Picture
from bot.ui.pictures.shared import SharedPictures
from bot.ui.showing import panel_news
from bot.ui.showing.answer import Answer
from bot.ui.showing.panel_news import LAST_EDIT
from bot.ui.showing.table_files import MOST, TableFiles
from bot.ui.showing.tokens import TOKEN_LIFE, Tokens
from tests.bot.ui.evening import Evening, a_turn, bot_on, cards_on, dm, evening, knocks, panel, play_out, seated, sides
from tests.bot.ui.showing.places import gallery
from tests.kit.painters import Blank

# -- by itself


def page(picture: bytes) -> Page:
    """A page with that picture."""
    return Page(picture=Picture(picture, "table.png", "the table"))


class Message:
    """A table's message that gets files as Discord gives them; ``shown_by`` are the files that panels show."""

    def __init__(self) -> None:
        self.shown_by: set[int] = set()
        self.files = TableFiles(lambda: frozenset(self.shown_by))
        self.has: list[str] = []
        self.last = 0

    def show(self, picture: bytes, *, anew: bool = False) -> KeptFile:
        """Has the message show a picture; its file."""
        shown = self.files.kept_by(page(picture))
        assert shown.picture is not None
        self.last += 1
        file = KeptFile(self.last, shown.picture.name, f"https://cdn.example/{self.last}")
        self.has = [*([] if anew else [kept.filename for kept in shown.spare]), file.filename]
        self.files.shows(shown, {shown.picture.digest: file}, anew=anew)
        return file


def test_a_panel_shows_by_its_address_just_what_the_message_shows() -> None:
    message = Message()
    assert message.files.by_address(page(b"one")).shared == frozenset()
    file = message.show(b"one")
    assert message.files.by_address(page(b"one")).shared == {file.number}
    assert message.files.by_address(page(b"another language")).shared == frozenset()
    message.show(b"two")
    assert message.files.by_address(page(b"one")).shared == frozenset(), "it may go with the next edit"


def test_what_the_message_shows_stands_for_the_table_in_its_deal_alone() -> None:
    """The end of the deal before is no picture of a deal that has begun meanwhile."""
    message = Message()
    assert message.files.now(0) is None
    file = message.show(b"one")
    shown = message.files.now(0)
    assert shown is not None
    assert shown.at is file
    assert message.files.now(1) is None
    message.files.shows(page(b"two"), None, anew=False)
    assert message.files.now(0) is None, "nobody knows what has become of that edit"


def test_the_message_keeps_what_panels_show_and_what_it_has_shown_last() -> None:
    message = Message()
    files = [message.show(picture) for picture in (b"one", b"two", b"three")]
    assert message.has == [files[1].filename, files[2].filename]
    message.shown_by = {files[1].number}
    message.show(b"four")
    message.show(b"five")
    assert files[1].filename in message.has
    assert files[2].filename not in message.has
    assert not message.files.missing
    message.shown_by = set()
    message.show(b"six")
    assert files[1].filename not in message.has


def test_a_message_in_words_keeps_the_files_that_panels_show_over_the_next_picture_too() -> None:
    message = Message()
    first = message.show(b"one")
    message.shown_by = {first.number}
    for _ in range(2):
        message.files.shows(message.files.kept_by(Page(body="in words")), {}, anew=False)
        assert not message.files.missing
    message.show(b"two")
    assert first.filename in message.has
    message.files.shows(message.files.kept_by(Page(body="in words")), None, anew=False)
    assert message.files.missing, "nobody knows what has become of that edit"


def test_the_message_keeps_no_more_files_than_discord_takes() -> None:
    message = Message()
    for number in range(30):
        message.shown_by.add(message.show(b"%d" % number).number)
    assert len(message.has) == MOST + 1
    assert len(set(message.has)) == MOST + 1, "no two have one name"
    assert message.files.missing


def test_a_new_message_has_none_of_the_files_of_the_one_before() -> None:
    message = Message()
    before = message.show(b"one")
    message.shown_by = {before.number}
    after = message.show(b"two", anew=True)
    assert message.files.missing
    assert message.files.lacks(frozenset({before.number}))
    assert not message.files.lacks(frozenset({after.number}))


def test_where_nobody_knows_what_has_become_of_an_edit_no_file_is_taken_to_be_there() -> None:
    message = Message()
    file = message.show(b"one")
    message.files.shows(message.files.kept_by(page(b"two")), None, anew=False)
    assert message.files.lacks(frozenset({file.number}))
    assert message.files.by_address(page(b"one")).shared == frozenset()
    assert message.files.kept_by(page(b"three")).spare == (), "a file that is gone can't be named"


def test_what_a_message_has_had_since_before_a_restart_stays() -> None:
    message = Message()
    left: Any = SimpleNamespace(
        attachments=[SimpleNamespace(id=7, filename="table-7.png", url="https://cdn.example/7")],
        components=[gallery("https://cdn.example/table-8.png?ex=1", attachment_id="8")],
    )
    message.files.recall(left)
    for picture in (b"one", b"two", b"three"):
        message.show(picture)
    assert {"table-7.png", "table-8.png"} <= set(message.has)


def test_a_picture_by_an_address_is_not_sent_and_can_be_sent_again_later() -> None:
    here = KeptFile(5, "table.png", "https://cdn.example/5")
    shown = Page(above=Picture(b"a table", "table.png", "", here), picture=Picture(b"a hand", "hand.png", ""))
    assert [file.filename for file in shown.files()] == ["hand.png"]
    assert [file.filename for file in shown.changed_files({})] == ["hand.png"]
    assert "https://cdn.example/5" in str(shown.view().to_components())
    assert [file.filename for file in shown.by_itself().files()] == ["table.png", "hand.png"]
    kept = {picture.digest: KeptFile(6, picture.name) for picture in shown.pictures}
    named = [file.filename for file in shown.changed_files(kept)]
    assert named == ["hand.png"], "its own file of before goes"


# -- at the local Discord


@pytest.fixture
async def night(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """The bot, which draws each picture once."""
    async with evening(tmp_path, SharedPictures(Blank()), monkeypatch) as found:
        yield found


@pytest.fixture
async def two(night: Evening) -> AsyncIterator[Evening]:
    """You and Ann in a first deal, in which no message ever shows a picture that is gone."""
    gone = went(night)
    yield await seated(night)
    assert not gone


def went(night: Evening) -> list[Any]:
    """Collects the messages that show a picture which has gone."""
    gone: list[Any] = []

    def listen(happening: object) -> None:
        if isinstance(happening, MediaGone):
            gone.append(happening.message)

    night.server.context.world.bus.listen(listen)
    return gone


def table_is_shared(night: Evening, shown: Seen) -> bool:
    """Whether the message's first picture is that of the table's message, by its address."""
    first, table = shown.media[0], night.live().media[0]
    return "attachment_id" not in first and first["id"] == table["id"]


def is_shared_with(night: Evening, person: Person) -> bool:
    """Whether the person's panel shows the picture of the table's message."""
    return table_is_shared(night, panel(person))


async def test_panels_show_the_tables_picture_by_its_address_and_send_their_hands_alone(two: Evening) -> None:
    first, other = sides(two)
    for person in (first, other):
        await person.click(two.live(person), "My hand")
        await two.until(partial(is_shared_with, two, person), "the table in the panel in the channel")
    await first.click(panel(first), "Draw stock")
    await two.until(lambda: len(cards_on(panel(first))) == 6, "the card drawn")
    for person in (first, other):
        await two.until(partial(is_shared_with, two, person), "the new picture")
        assert "attachment_id" in panel(person).media[1]
    before = await two.you.counts(clear=True)
    assert before.own("refused") + before.by_tokens("refused") == 0
    await first.click(panel(first), custom_id=discards(panel(first))[0])
    await two.until(lambda: "Draw stock" in panel(other).labels, "the turn")
    await two.settled()
    for person in (first, other):
        await two.until(partial(is_shared_with, two, person), "the new picture")
    counts = await two.you.counts()
    assert counts.by_tokens("files") + counts.own("files") == 2, "the table's picture, and the hand that has changed"


def discards(message: Seen) -> list[str]:
    """The custom ids of the buttons that discard."""
    found = [part.get("custom_id", "") for part in message.all_components()]
    return [custom_id for custom_id in found if ":discard:" in custom_id]


async def test_an_answer_comes_before_the_tables_message_and_keeps_the_picture_it_has(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panel_news, "WITH_THE_TABLE", 60.0)
    first, _ = sides(two)
    await first.command("hand")
    await two.until(lambda: table_is_shared(two, panel(first)), "a panel with the table's picture")
    await first.click(panel(first), "Draw stock")
    await two.until(partial(draws, first), "the card drawn")
    await two.settled()
    old = panel(first).media[0]["id"]
    publisher = two.client.showing.publishers.by_table[two.table.table_id]
    publisher.refresher.hold()
    await first.click(panel(first), custom_id=discards(panel(first))[0])
    await two.until(lambda: not cards_on(panel(first)), "the answer")
    assert panel(first).media[0]["id"] == old
    publisher.refresher.release()
    await two.until(lambda: table_is_shared(two, panel(first)) and panel(first).media[0]["id"] != old, "the new one")


@pytest.mark.parametrize("channel", [False, True], ids=["direct", "channel"])
async def test_a_panel_that_waits_for_the_tables_message_is_left_to_an_answer_that_begins_meanwhile(
    two: Evening, monkeypatch: pytest.MonkeyPatch, *, channel: bool
) -> None:
    monkeypatch.setattr(panel_news, "WITH_THE_TABLE", 60.0)
    first, other = sides(two)
    if channel:
        await other.command("hand")
    else:
        await other.click(dm(other), "Refresh")
    await first.click(dm(first), "Draw stock")
    await two.until(lambda: bool(cards_on(dm(first))), "the card drawn")
    await two.settled()
    publisher, shown = two.client.showing.publishers.by_table[two.table.table_id], panel(other)
    refresher = two.client.showing.panels._panels[two.table.table_id][int(other.id)][1]
    await two.until(lambda: not refresher.busy, "the other's panel")
    publisher.refresher.hold()
    await first.click(dm(first), custom_id=discards(dm(first))[0])
    await two.until(lambda: refresher.busy, "the other's panel waits for the table's message")
    begun, go, edits = asyncio.Event(), asyncio.Event(), list[int]()
    show, edit = Answer.show, Tokens.edit

    async def slowly(answer: Answer, page: Page, kept: Kept = NOTHING_KEPT) -> int | None:
        begun.set()
        await go.wait()
        return await show(answer, page, kept)

    async def noted(tokens: Tokens, message_id: int, page: Page, kept: Kept) -> discord.WebhookMessage:
        edits.append(message_id)
        return await edit(tokens, message_id, page, kept)

    monkeypatch.setattr(Answer, "show", slowly)
    monkeypatch.setattr(Tokens, "edit", noted)
    press = asyncio.create_task(other.click(shown, "Refresh"))
    await begun.wait()
    publisher.refresher.release()
    await publisher.refresher.caught_up()
    await two.until(lambda: not refresher.busy, "the end of that wait")
    assert int(shown.id) not in edits
    go.set()
    await press
    await two.until(lambda: "Draw stock" in shown.labels, "the other's turn")


async def test_a_panel_waits_only_so_long_for_the_tables_message(two: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel_news, "WITH_THE_TABLE", 0.1)
    first, other = sides(two)
    await other.command("hand")
    await two.until(lambda: table_is_shared(two, panel(other)), "a panel with the table's picture")
    await first.click(dm(first), "Draw stock")
    await two.until(lambda: bool(cards_on(dm(first))), "the card drawn")
    await two.settled()
    publisher = two.client.showing.publishers.by_table[two.table.table_id]
    publisher.refresher.hold()
    await first.click(dm(first), custom_id=discards(dm(first))[0])
    await two.until(lambda: "discards" in panel(other).text, "the other's panel")
    assert "attachment_id" in panel(other).media[0], "it has sent the picture itself"
    publisher.refresher.release()


async def test_how_a_deal_ended_is_sent_once_for_the_table_and_all_panels(two: Evening) -> None:
    for person in (two.you, two.ann):
        await person.click(two.live(person), "My hand")
        await two.until(partial(is_shared_with, two, person), "the table in the panel in the channel")
    first, other = sides(two)
    for person in (first, other):
        await two.until(partial(offers, person, "Draw stock"), "the turn")
        await person.click(panel(person), "Draw stock")
        await two.until(partial(draws, person), "the card drawn")
        if person is first:
            await knocks(person, partial(panel, person))
            await person.click(panel(person), custom_id=discards(panel(person))[0])
    await two.settled()
    await two.until(lambda: not two.client.showing.panels.busy, "the panels")
    await two.you.counts(clear=True)
    await other.click(panel(other), custom_id=discards(panel(other))[0])
    for person in (two.you, two.ann):
        await two.until(partial(offers, person, "Next deal"), "the end in the panel")
        await two.until(partial(is_shared_with, two, person), "the showdown of the table's message")
    counts = await two.you.counts()
    assert counts.by_tokens("files") + counts.own("files") == 1


def offers(person: Person, label: str, *, there: bool = True) -> bool:
    """Whether the person's panel has that button; ``there`` False: whether it has it no more."""
    return (label in panel(person).labels) == there


def draws(person: Person) -> bool:
    """Whether the person's panel has the card that was drawn."""
    return len(cards_on(panel(person))) == 6


async def test_who_can_be_reached_no_more_keeps_a_picture_of_the_panels_own(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, other = sides(two)
    await other.command("hand")
    await first.command("hand")
    await two.until(lambda: table_is_shared(two, panel(other)), "a panel with the table's picture")
    tokens, now = two.client.showing.tokens, two.client.showing.tokens._clock
    monkeypatch.setattr(tokens, "_clock", lambda: now() + TOKEN_LIFE - LAST_EDIT + 1)
    two.client.showing.panels.wake(two.table.table_id, int(other.id))
    await two.until(lambda: panel(other).labels == ["Refresh"], "the last edit")
    assert all("attachment_id" in shown for shown in panel(other).media)
    assert two.client.showing.panels.shared(two.table.table_id) <= {int(two.live().media[0]["id"])}


async def test_a_direct_message_is_not_edited_where_it_would_look_the_same(two: Evening) -> None:
    _, other = sides(two)
    await other.click(dm(other), "Refresh")
    await two.until(lambda: table_is_shared(two, dm(other)), "the table's picture by its address")
    await two.settled()
    shown, refresher = two.client.showing.panels._panels[two.table.table_id][int(other.id)]
    await two.until(lambda: not refresher.busy, "the panel")
    shown._direct.message._about = "a deadline that is the same to the second"
    await two.you.counts(clear=True)
    refresher.wake()
    await refresher.caught_up()
    assert isinstance(shown._direct.message.about, Concern), "it was looked at"
    assert (await two.you.counts()).requests == []


async def test_a_panel_in_the_channel_is_edited_where_only_its_picture_may_be_gone(two: Evening) -> None:
    _, other = sides(two)
    await other.command("hand")
    await two.until(lambda: table_is_shared(two, panel(other)), "a panel with the table's picture")
    await two.settled()
    publisher = two.client.showing.publishers.by_table[two.table.table_id]
    assert publisher.message.page is not None
    publisher.files.shows(publisher.message.page, None, anew=False)  # as after an edit whose answer was lost
    two.client.showing.panels.wake(two.table.table_id, int(other.id))
    await two.until(lambda: "attachment_id" in panel(other).media[0], "a picture of its own")


async def test_a_direct_message_that_no_press_edits_shows_the_tables_picture_for_as_long_as_it_stays(
    two: Evening,
) -> None:
    first, other = sides(two)
    await two.until(lambda: table_is_shared(two, dm(other)), "the table's picture by its address")
    before = dm(other).media[0]["id"]
    await first.click(dm(first), "Draw stock")
    await two.until(lambda: bool(cards_on(dm(first))), "the card drawn")
    await knocks(first, partial(dm, first))
    await two.until(lambda: two.live().media[0]["id"] != before, "the table's next picture")
    await two.settled()
    assert dm(other).media[0]["id"] == before, "nothing has changed for its holder, and the file is still there"
    await two.you.say("where is it?")
    old = two.live()
    await two.you.command("table")
    await two.until(lambda: old.gone, "the table below")
    await two.until(lambda: table_is_shared(two, dm(other)), "the picture of the message that there is now")


async def test_only_who_is_to_act_waits_for_nothing_when_a_deal_begins(night: Evening) -> None:
    await seated(night)
    first, other = sides(night)
    counts = await night.you.counts()
    await night.until(lambda: table_is_shared(night, dm(other)), "the table's picture by its address")
    assert counts.own("files") <= 4, "the table's, two hands, and the table's for whoever is to act"
    assert "attachment_id" in dm(first).media[1]


async def test_no_panel_ever_shows_a_picture_that_is_gone(two: Evening) -> None:
    for deal in (1, 2, 3):
        first, other = sides(two)
        await a_turn(first)
        if deal == 2:
            await other.command("hand")
            await other.say("let me think")
            await first.command("table")
        await play_out(two)
        await two.until(lambda: "Next deal" in two.live().labels, "the deal's end")
        await two.you.say("again?")
        await two.you.click(two.live(), "Next deal")
        await two.until(partial(is_deal, two, deal + 1), "the next deal")
        for person in (two.you, two.ann):
            await two.until(partial(shows_deal, person, deal + 1), f"the panel of {person.name}")
    await two.you.command("close")
    await play_out(two)
    await two.until(lambda: not two.is_open, "the end")


def is_deal(night: Evening, deal: int) -> bool:
    """Whether that deal is being played."""
    return night.table.turn.deal == deal and night.shown_turn() == str(night.table.turn)


def shows_deal(person: Person, deal: int) -> bool:
    """Whether the person's panel shows that deal."""
    return f"deal {deal}" in panel(person).text


async def test_no_panel_shows_a_picture_that_is_gone_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace = Pace(turn=0, pause=1000, computer=0)
    async with evening(tmp_path, painter := SharedPictures(Blank()), monkeypatch) as night:
        gone = went(night)
        await seated(night)
        first, other = sides(night)
        await other.command("hand")
        await first.click(dm(first), "Draw stock")
        await night.until(lambda: len(cards_on(dm(first))) == 6, "the card drawn")
        await night.until(lambda: table_is_shared(night, panel(other)), "the table in the other's panel")
        await night.client.close()
        await night.service.stop()
        await night.store.close()
        async with bot_on(night.server, tmp_path / "k.sqlite3", painter, pace) as (store, service, client):
            night.store, night.service, night.client = store, service, client
            night.forget_tokens()
            await first.click(dm(first), custom_id=discards(dm(first))[0])
            await night.until(lambda: night.shown_turn() == str(night.table.turn), "the table's present turn")
            assert len(night.live().attachments) >= 1
            assert not gone


async def test_a_table_that_comes_down_takes_its_picture_along_in_all_panels(two: Evening) -> None:
    _, other = sides(two)
    await other.command("hand")
    await two.until(lambda: table_is_shared(two, panel(other)), "a panel with the table's picture")
    before = two.live_message
    await two.you.say("where is it?")
    old = two.live()
    await two.you.command("table")
    await two.until(lambda: two.live_message != before and old.gone, "the table below")
    assert table_is_shared(two, panel(other)), "it was edited before the old message went"


def test_a_page_differs_by_the_address_but_not_by_what_lies_beside_it() -> None:
    here = KeptFile(5, "table.png", "https://cdn.example/5")
    plain = page(b"one")
    assert plain.picture is not None
    assert replace(plain, picture=replace(plain.picture, at=here)) != plain
    assert replace(plain, spare=(here,)) == plain


async def test_a_notice_stays_in_the_panel_that_tells_it(two: Evening) -> None:
    first, _ = sides(two)
    await first.command("hand")
    await two.until(partial(is_shared_with, two, first), "a panel with the table's picture")
    two.client.desk.notify(int(first.id), "dms-closed")
    await first.click(panel(first), "Draw stock")
    await two.until(lambda: len(cards_on(panel(first))) == 6, "the answer")
    told = panel(first).text
    await two.settled()
    await two.until(lambda: not two.client.showing.panels.busy, "the end of all looks")
    assert "direct messages" in told
    assert panel(first).text == told


async def test_a_press_on_a_panel_with_a_picture_of_its_own_keeps_that_until_the_table_shows_the_next(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panel_news, "WITH_THE_TABLE", 60.0)
    gone = went(night)
    people = [night.you, await night.people.guest("Ann"), await night.people.guest("Bo")]
    lobby = await night.you.command("newgame crummy")
    for guest in people[1:]:
        await guest.click(lobby, "Join")
    await night.until(lambda: len(night.table.sitters) == 3, "everybody")
    with monkeypatch.context() as dealing:
        dealing.setattr(TableFiles, "by_address", lambda files, page: page)  # hands are there before the table is
        await night.you.click(lobby, "Start")
        for person in people:
            await person.wait_for("Your hand", channel="dm")
        await night.settled()
    first = next(person for person in people if person.id == str(night.acting.user_id))
    assert "attachment_id" in dm(first).media[0]
    old, turn = dm(first).media[0]["id"], night.table.turn
    publisher = night.client.showing.publishers.by_table[night.table.table_id]
    publisher.refresher.hold()
    await night.you.counts(clear=True)
    play = plays(dm(first))
    await first.choose(dm(first), play["options"][0]["value"], custom_id=play["custom_id"])
    await night.until(lambda: night.table.turn != turn and not plays(dm(first)), "the answer")
    assert dm(first).media[0]["id"] == old
    counts = await night.you.counts()
    assert counts.by_tokens("files") == 1, "the hand"
    publisher.refresher.release()
    await night.until(lambda: table_is_shared(night, dm(first)), "the next picture")
    assert not gone


def plays(message: Seen) -> dict[str, Any]:
    """The first select with cards to play; empty where there is none."""
    return next((part for part in message.all_components() if ":play:" in part.get("custom_id", "")), {})
