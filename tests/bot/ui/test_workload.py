"""Where there is more to do than can be done at once: what begins first, what is left out, and that nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from bot.i18n import Texts
from bot.local.testing.driver import Person
from bot.service.model import Private, Turn
from bot.ui.pictures.studio import Studio
from bot.ui.showing import late_pictures
from bot.ui.showing.panel import Panel
from bot.ui.showing.panel_content import PanelContent
from bot.ui.showing.panel_news import BEHIND_OTHERS, WITH_THE_TABLE, PanelNews
from bot.ui.showing.publisher import Publisher
from bot.ui.workload import CALM, LATE_PICTURE, MOST_PICTURES, ROUNDS, SHARE, TOO_LATE, Urgency, Workload
from tests.bot.ui.evening import Evening, cards_on, discard, dm, panel, play_out, seated, sides
from tests.bot.ui.showing.test_table_files import table_is_shared
from tests.bot.ui.test_alone import dealt, here, moves
from tests.bot.ui.test_alone import play_out as play_out_alone
from tests.kit.lab import Lab
from tests.kit.time import Clock


class Busy:
    """Pages that wait for room, and the order in which they begin."""

    def __init__(self) -> None:
        self.clock = Clock(100.0)
        self.workload = Workload(self.clock)
        self.begun: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def page(self, name: str, urgency: Urgency, of: object = None) -> None:
        await self.workload.room(urgency, of)
        self.begun.append(name)

    async def asks(self, **pages: Urgency) -> None:
        """These pages are to be made; returns when the first has begun and the others wait."""
        for name, urgency in pages.items():
            self.tasks[name] = asyncio.create_task(self.page(name, urgency))
        await asyncio.sleep(0)

    async def done(self) -> None:
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)


@pytest.fixture
def busy() -> Busy:
    return Busy()


async def test_where_there_is_little_to_do_a_page_begins_at_once(busy: Busy) -> None:
    for name in "abc":
        await busy.asks(**{name: Urgency.WAITING})
        assert busy.begun[-1] == name, "it has begun without waiting"
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert not busy.workload.waiting
    assert not busy.workload.overloaded


async def test_what_is_due_first_begins_first(busy: Busy) -> None:
    async with asyncio.TaskGroup() as pages:
        for urgency in (Urgency.TO_ACT, Urgency.WAITING, Urgency.TABLE, Urgency.TO_ACT, Urgency.ANSWER):
            pages.create_task(busy.page(urgency.name, urgency))
    assert busy.begun == ["TO_ACT", "ANSWER", "TO_ACT", "TABLE", "WAITING"], "the first had nothing to wait for"


async def test_nobody_waits_for_ever_for_more_urgent_pages(busy: Busy) -> None:
    await busy.asks(first=Urgency.ANSWER, patient=Urgency.WAITING, other=Urgency.WAITING)
    busy.clock.now += Urgency.WAITING.value
    await busy.asks(answer=Urgency.ANSWER)
    await busy.done()
    assert busy.begun == ["first", "patient", "other", "answer"]


async def test_a_page_that_has_become_more_urgent_begins_before_others(busy: Busy) -> None:
    for name, urgency in (("first", Urgency.ANSWER), ("other", Urgency.WAITING), ("mine", Urgency.WAITING)):
        busy.tasks[name] = asyncio.create_task(busy.page(name, urgency, of=name))
    await busy.asks(table=Urgency.TABLE)
    assert busy.workload.waits("mine")
    busy.workload.hurry("mine", Urgency.TO_ACT)
    busy.workload.hurry("mine", Urgency.WAITING)
    busy.workload.hurry("nobody's", Urgency.ANSWER)
    await busy.done()
    assert busy.begun == ["first", "mine", "table", "other"]
    assert not busy.workload.waits("mine")


async def test_a_page_that_somebody_waits_for_by_now_goes_with_those_however_soon_it_was_due(busy: Busy) -> None:
    busy.workload._note(TOO_LATE + 0.01)
    for name in ("first", "other", "mine"):
        busy.tasks[name] = asyncio.create_task(busy.page(name, Urgency.WAITING, of=name))
    await busy.asks(table=Urgency.TABLE)
    busy.clock.now += Urgency.WAITING.value - 0.01
    busy.workload.hurry("mine", Urgency.TO_ACT)
    busy.workload.hurry("mine", Urgency.WAITING)
    await busy.asks(answer=Urgency.ANSWER)
    await busy.done()
    assert busy.begun == ["first", "mine", "answer", "table", "other"]


async def test_the_loop_goes_round_between_two_pages(busy: Busy) -> None:
    """So an acknowledgement, which takes several rounds, doesn't wait for all pages at each of them."""
    rounds: list[int] = []

    async def goes_round() -> None:
        while len(busy.begun) < 4:
            rounds.append(len(busy.begun))
            await asyncio.sleep(0)

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(goes_round())
        for number in range(4):
            tasks.create_task(busy.page(str(number), Urgency.WAITING))
    assert all(rounds.count(begun) >= ROUNDS for begun in (2, 3)), rounds


async def test_whoever_waits_no_more_holds_up_nobody(busy: Busy) -> None:
    await busy.asks(first=Urgency.ANSWER, gone=Urgency.ANSWER, last=Urgency.WAITING)
    busy.tasks["gone"].cancel()
    await busy.done()
    assert busy.begun == ["first", "last"]
    assert not busy.workload.waiting


async def test_pages_that_begin_too_late_mean_overload_until_it_was_calm_for_a_while(busy: Busy) -> None:
    await busy.asks(first=Urgency.ANSWER, late=Urgency.ANSWER)
    busy.clock.now += Urgency.ANSWER.value + TOO_LATE
    assert not busy.workload.overloaded, "late, but not too late"
    busy.clock.now += 0.01
    assert busy.workload.overloaded, "before it has begun"
    await busy.done()
    busy.clock.now += CALM - 0.01
    assert busy.workload.overloaded
    busy.clock.now += 0.02
    assert not busy.workload.overloaded


@pytest.mark.parametrize("overloaded", [False, True])
async def test_an_overloaded_bot_first_does_what_somebody_waits_for(busy: Busy, *, overloaded: bool) -> None:
    """Tables and whoever waits are shown later, however long they have waited, and more at once; but some are."""
    if overloaded:
        busy.workload._note(TOO_LATE + 0.01)
    others = {"table": Urgency.TABLE, "waiting": Urgency.WAITING, "last": Urgency.WAITING}
    await busy.asks(first=Urgency.ANSWER, second=Urgency.ANSWER, **others)
    busy.clock.now += TOO_LATE
    await busy.asks(**{f"act {number}": Urgency.TO_ACT for number in range(SHARE)})
    busy.clock.now += Urgency.TABLE.value - TOO_LATE - 0.1
    await busy.asks(**{f"answer {number}": Urgency.ANSWER for number in range(SHARE)})
    await busy.done()
    acts, answers = ([f"{name} {number}" for number in range(SHARE)] for name in ("act", "answer"))
    if overloaded:
        waited_for, nobody = [*acts, *answers], [*others]
        expected = [*waited_for[:2], nobody[0], *waited_for[2:5], nobody[1], *waited_for[5:], nobody[2]]
    else:
        expected = [*acts, "table", *answers, "waiting", "last"]
    assert busy.begun == ["first", "second", *expected]


async def test_a_table_that_waits_too_long_shows_that_the_bot_is_still_overloaded(busy: Busy) -> None:
    busy.workload._note(TOO_LATE + 0.01)
    await busy.asks(first=Urgency.ANSWER, table=Urgency.TABLE)
    busy.clock.now += Urgency.TABLE.value + TOO_LATE + 0.01
    await busy.done()
    busy.clock.now += CALM - 0.01
    assert busy.workload.overloaded


async def test_pictures_that_come_too_late_mean_overload_once_the_painter_is_there(busy: Busy) -> None:
    for seconds, overloaded in ((LATE_PICTURE + 1, False), (LATE_PICTURE, False), (LATE_PICTURE + 1, True)):
        with busy.workload.picture():
            busy.clock.now += seconds
        assert busy.workload.overloaded is overloaded
    busy.clock.now += CALM
    assert not busy.workload.overloaded


async def test_a_picture_that_was_not_drawn_does_not_show_that_the_painter_is_there(busy: Busy) -> None:
    for error in (RuntimeError, asyncio.CancelledError):
        with contextlib.suppress(error), busy.workload.picture():
            raise error
    with busy.workload.picture():
        busy.clock.now += LATE_PICTURE + 1
    assert not busy.workload.overloaded


class Slow:
    """A painter that is asked for many pictures."""

    def __init__(self) -> None:
        self.go, self.many = asyncio.Event(), asyncio.Event()
        self.asked = 0

    async def draw(self, function: Callable[..., bytes], *arguments: Any, **named: Any) -> bytes:
        self.asked += 1
        if self.asked == MOST_PICTURES:
            self.many.set()
        await self.go.wait()
        return b"png"


async def test_while_too_many_pictures_are_waited_for_pages_come_in_words(texts: Texts) -> None:
    painter, late = Slow(), list[int]()
    studio, lab = Studio(painter), Lab(2).deal()
    studio.on_late = late.append
    async with asyncio.TaskGroup() as pictures:
        drawn = [pictures.create_task(studio.table(lab.snapshot, texts)) for _ in range(MOST_PICTURES)]
        await painter.many.wait()
        assert await studio.table(lab.snapshot, texts) is None
        assert late == [lab.snapshot.table_id], "it is to be shown again with its picture"
        painter.go.set()
    assert all(task.result() is not None for task in drawn)
    assert await studio.table(lab.snapshot, texts) is not None, "it is calm again"


async def test_an_overloaded_bot_shows_a_move_in_words_and_the_pictures_when_it_is_calm(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(late_pictures, "DRAWN_AGAIN", 0.02)
    overloaded = [True]
    monkeypatch.setattr(Workload, "overloaded", property(lambda workload: overloaded[0]))
    first, _ = sides(two)
    await first.click(dm(first), "Draw stock")
    await two.until(lambda: not two.live().media, "the table in words")
    await first.until(lambda: len(cards_on(dm(first))) == 6 and not dm(first).attachments, "the hand in words")
    overloaded[0] = False
    await two.until(lambda: bool(two.live().media), "the table's picture")
    await first.until(lambda: bool(dm(first).attachments), "the hand's picture")


async def test_an_overloaded_bot_tells_a_turn_when_it_is_over(night: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in a message that a press edits, and where what is there is in words; else it is told at once."""
    monkeypatch.setattr(late_pictures, "DRAWN_AGAIN", 0.02)
    first, other = sides(await seated(night))
    for person in (first, other):
        await person.click(night.live(person), "My hand")
        await night.until(lambda: bool(panel(person).media), "the panel")  # noqa: B023 - waited for within its round
    await _all_shown(night)
    overloaded = [True]
    monkeypatch.setattr(Workload, "overloaded", property(lambda workload: overloaded[0]))
    for person, waits in ((first, other), (other, first)):
        before = panel(waits).payload["edited_timestamp"], night.live().payload["edited_timestamp"]
        await person.click(panel(person), "Draw stock")
        await night.until(lambda: len(cards_on(panel(person))) == 6, "the card drawn")  # noqa: B023 - as above
        await _all_shown(night)
        assert (panel(waits).payload["edited_timestamp"], night.live().payload["edited_timestamp"]) == before
        await person.click(panel(person), custom_id=discard(panel(person)))
        await night.until(lambda: f"{person.name} discards" in panel(waits).text, "the turn")  # noqa: B023 - as above
        await night.until(lambda: f"{person.name} discards" in night.live().text, "the turn")  # noqa: B023 - as above
        assert not night.live().media
        await _all_shown(night)
    overloaded[0] = False
    await night.until(lambda: bool(night.live().media), "the table's picture")
    for person in (first, other):
        await night.until(lambda: bool(panel(person).media), "the pictures of a panel")  # noqa: B023 - as above


async def _all_shown(night: Evening) -> None:
    """Waits until all that is to be shown for now is there."""
    showing, table_id = night.client.showing, night.table.table_id
    there = showing.publishers.by_table[table_id].refresher
    await night.until(lambda: not (showing.panels.looks_at(table_id) or there.due), "the end of all looks")


async def test_many_tables_get_their_pictures_one_after_another(two: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """All at once they would overload the bot again."""
    monkeypatch.setattr(late_pictures, "DRAWN_AGAIN", 0.02)
    tables, shown = two.client.showing, list[tuple[int, float]]()
    with monkeypatch.context() as patch:
        patch.setattr(tables.publishers, "by_table", dict.fromkeys((71, 72, 73)))
        patch.setattr(tables, "changed", lambda table_id: shown.append((table_id, time.monotonic())))
        for table_id in (71, 72, 71, 74, 73):
            tables.late_pictures.note(table_id)
        await two.until(lambda: len(shown) == 3, "all that are there")
        tables.late_pictures.note(72)
        await two.until(lambda: len(shown) == 4, "the one that is late again")
    assert [table_id for table_id, _ in shown] == [71, 72, 73, 72]
    moments = [moment for _, moment in shown[:3]]
    assert all(later - sooner > 0.9 * late_pictures.NEXT_DRAWN for sooner, later in itertools.pairwise(moments))


async def test_a_table_in_direct_messages_gets_its_pictures_when_it_is_calm_too(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(late_pictures, "DRAWN_AGAIN", 0.02)
    overloaded = [True]
    monkeypatch.setattr(Workload, "overloaded", property(lambda workload: overloaded[0]))
    message = await dealt(night)
    await night.you.until(lambda: bool(moves(message, str(here(night).turn))), "the deal in words")
    assert not message.media
    overloaded[0] = False
    await night.you.until(lambda: bool(message.media), "the pictures")
    await play_out_alone(night, night.you)
    await night.until(lambda: "Next deal" in message.labels, "the deal's end")
    overloaded[0] = True
    await night.you.click(message, "Next deal")
    await night.you.until(lambda: bool(moves(message, str(here(night).turn))), "the next deal in words")
    await night.you.click(message, custom_id=moves(message, str(here(night).turn))[0][1])
    await play_out_alone(night, night.you)
    await night.you.until(lambda: "Next deal" in message.labels and not message.media, "the deal's end in words")
    overloaded[0] = False
    await night.you.until(lambda: bool(message.media), "the picture of the deal's end")


@pytest.mark.parametrize("alone", [False, True])
async def test_a_table_that_closes_shows_its_last_picture_however_much_there_is_to_do(
    night: Evening, monkeypatch: pytest.MonkeyPatch, *, alone: bool
) -> None:
    if alone:
        message = await dealt(night)
        await play_out_alone(night, night.you)
    else:
        await play_out(await seated(night))
        message = night.live()
    await night.until(lambda: "Next deal" in message.labels, "the deal's end")
    monkeypatch.setattr(Workload, "overloaded", property(lambda workload: True))
    await (night.you.command("close", channel="dm") if alone else night.you.command("close"))
    await night.until(lambda: "Next deal" not in message.labels, "the end")
    assert message.media


async def test_while_the_table_is_told_in_words_panels_keep_the_picture_that_they_show_by_its_address(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, other = sides(two)
    await two.until(lambda: table_is_shared(two, dm(other)), "the table's picture by its address")
    before = dm(other).media[0]["id"]
    looks = list[int]()
    publisher = two.client.showing.publishers.by_table[two.table.table_id]
    monkeypatch.setattr(publisher, "_look_at_panels", lambda: looks.append(two.table.table_id))
    monkeypatch.setattr(Workload, "overloaded", property(lambda workload: True))
    await first.click(dm(first), "Draw stock")
    await two.until(lambda: not two.live().media, "the table in words")
    await two.settled()
    assert dm(other).media[0]["id"] == before
    assert not publisher.files.missing
    assert not looks, "no panel is to be made anew for it"


async def test_an_answer_that_had_to_wait_shows_what_has_happened_meanwhile(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = sides(two)
    workload, waited = two.client.desk.workload, list[Urgency]()
    room, answer = workload.room, PanelContent.answer
    shown: list[Turn] = []
    before = two.table.turn

    async def waits(urgency: Urgency) -> None:
        waited.append(urgency)
        if waited.count(Urgency.ANSWER) == 1 and urgency is Urgency.ANSWER:
            await first.click(dm(first), "Draw stock")
            await two.until(lambda: two.table.turn != before, "the draw")
        await room(urgency)

    async def noted(content: PanelContent, message: Any, private: Private, *given: Any, **named: Any) -> Any:
        shown.append(private.table.turn)
        return await answer(content, message, private, *given, **named)

    monkeypatch.setattr(workload, "room", waits)
    monkeypatch.setattr(PanelContent, "answer", noted)
    await second.click(dm(second), "Refresh")
    await two.until(lambda: len(shown) == 2, "both answers")
    assert shown == [two.table.turn] * 2


class Held:
    """A bot in which no page begins but when a test says so."""

    def __init__(self, night: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
        self.night, self.workload, self._patch = night, night.client.desk.workload, monkeypatch
        monkeypatch.setattr(self.workload, "_pause", lambda rounds: None)
        self.workload._rounds = 1

    def panel_of(self, person: Person) -> Panel:
        return self.night.client.showing.panels._panel(self.night.table.table_id, int(person.id))[0]

    async def waits(self, person: Person) -> Panel:
        """That person's direct message is to be made anew, and waits for room."""
        found = self.panel_of(person)
        found._direct.message.outdated()
        self.night.client.showing.panels.wake(self.night.table.table_id, int(person.id))
        await self.night.until(lambda: self.workload.waits(found._news), "a panel that waits")
        return found

    def next(self) -> None:
        """The page that is due first begins."""
        self.workload._round()
        self.workload._rounds = 1

    def go_on(self) -> None:
        self._patch.undo()
        self.workload._round()


async def test_a_panel_that_waits_hurries_when_it_becomes_its_holders_turn(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = sides(two)
    await first.click(dm(first), "Draw stock")
    await two.until(lambda: len(cards_on(dm(first))) == 6, "the card drawn")
    await two.settled()
    held = Held(two, monkeypatch)
    mine = await held.waits(second)
    acting = two.table.turn
    pressed = asyncio.create_task(first.click(dm(first), custom_id=discard(dm(first))))
    await two.until(lambda: two.table.turn != acting and held.workload.waiting >= 2, "the second's turn")
    assert held.workload._of[mine._news].due <= time.monotonic() + Urgency.TO_ACT.value
    held.go_on()
    await pressed
    await two.until(lambda: "Draw stock" in dm(second).labels, "the turn")


async def test_a_panel_that_waits_hurries_when_its_holder_gets_a_new_hand(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also that of somebody who can only wait as the deal begins."""
    await play_out(two)
    shown, table_id = two.client.showing.panels, two.table.table_id
    for person in (two.you, two.ann):
        await person.until(partial(_sees_the_end, person), "the end of the deal")
    await two.until(lambda: not shown.looks_at(table_id), "panels that show the end of the deal")
    held = Held(two, monkeypatch)
    panels = [await held.waits(person) for person in (two.you, two.ann)]
    assert min(held.workload._of[panel._news].due for panel in panels) > time.monotonic() + Urgency.ANSWER.value
    pressed = asyncio.create_task(two.you.click(two.live(), "Next deal"))
    await two.until(lambda: two.table.turn.deal == 2 and two.table.to_act is not None, "the next deal")
    soon = time.monotonic() + Urgency.ANSWER.value
    await two.until(lambda: all(held.workload._of[panel._news].due <= soon for panel in panels), "the hurry")
    held.go_on()
    await pressed


async def test_a_panel_does_not_wait_for_a_table_whose_page_waits_behind_others(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else whoever is to act would wait for what nobody waits for."""
    await two.settled()
    publisher = two.client.showing.publishers.by_table[two.table.table_id]
    await two.until(lambda: publisher.knows_all, "all that there is to show")
    held = Held(two, monkeypatch)
    news, waited = held.panel_of(two.you)._news, list[float]()

    async def too_long(most: float) -> bool:
        waited.append(most)
        return False

    monkeypatch.setattr(news, "after_the_table", too_long)
    publisher._made_from = None
    publisher.changed()
    await two.until(lambda: held.workload.waits(publisher), "a table that waits")
    await news.with_the_table()
    assert waited == [BEHIND_OTHERS]
    held.go_on()
    await publisher.refresher.caught_up()
    waited.clear()
    monkeypatch.setattr(news, "after_the_table", too_long)
    await news.with_the_table()
    assert waited == [BEHIND_OTHERS, WITH_THE_TABLE - BEHIND_OTHERS]


async def test_a_table_that_waits_hurries_when_a_deal_begins(two: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    await play_out(two)
    await two.until(lambda: "Next deal" in two.live().labels, "the end of the deal")
    await two.settled()
    publisher = two.client.showing.publishers.by_table[two.table.table_id]
    await two.until(lambda: publisher.knows_all, "all that there is to show")
    held = Held(two, monkeypatch)
    publisher._made_from = None  # its message is to be made anew, and waits for room
    publisher.changed()
    await two.until(lambda: held.workload.waits(publisher), "a table that waits")
    assert held.workload._of[publisher].due > time.monotonic() + Urgency.ANSWER.value
    pressed = asyncio.create_task(two.you.click(two.live(), "Next deal"))
    await two.until(lambda: two.table.turn.deal == 2, "the next deal")
    await two.until(lambda: held.workload._of[publisher].due <= time.monotonic() + Urgency.ANSWER.value, "the hurry")
    held.go_on()
    await pressed
    await two.until(lambda: publisher._deal == 2, "the deal at the table")


async def test_a_panel_that_an_answer_has_shown_while_it_waited_is_not_made_again(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, second = sides(two)
    await two.settled()
    held, made, live = Held(two, monkeypatch), list[int](), PanelContent.live

    async def noted(content: PanelContent, *given: Any, **named: Any) -> Any:
        made.append(content._user_id)
        return await live(content, *given, **named)

    monkeypatch.setattr(PanelContent, "live", noted)
    mine = await held.waits(second)
    pressed = asyncio.create_task(second.click(dm(second), "Refresh"))
    await two.until(lambda: held.workload.waiting >= 2, "the answer's page")
    held.next()
    await pressed
    await two.until(lambda: mine._direct.message.about is not None, "the answer")
    held.next()
    await two.until(lambda: not two.client.showing.panels.busy, "the end of all looks")
    assert not made


def _has_a_hand(person: Person) -> bool:
    return not _sees_the_end(person)


def _sees_the_end(person: Person) -> bool:
    return "Next deal" in dm(person).labels


async def test_the_end_of_a_deal_is_shown_as_soon_as_a_turn(two: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """To those, too, who had nothing to do at the end."""
    workload, asked = two.client.desk.workload, list[tuple[str, Urgency, type]]()
    room = workload.room

    async def noted(urgency: Urgency, of: object = None) -> None:
        asked.append((two.table.stage, urgency, type(of)))
        await room(urgency, of)

    monkeypatch.setattr(workload, "room", noted)
    await play_out(two)
    await two.until(lambda: "Next deal" in two.live().labels, "the end of the deal")
    for person in (two.you, two.ann):
        await person.until(partial(_sees_the_end, person), "the end of the deal")
    ended = {(urgency, kind) for stage, urgency, kind in asked if stage == "between"}
    assert {(Urgency.TO_ACT, Publisher), (Urgency.TO_ACT, PanelNews)} <= ended
    assert ended <= {(Urgency.TO_ACT, Publisher), (Urgency.TO_ACT, PanelNews), (Urgency.ANSWER, type(None))}


async def test_a_hand_that_nobody_has_seen_waits_no_longer_than_an_answer(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does the message of a table at which a deal begins."""
    await play_out(two)
    await two.until(lambda: "Next deal" in two.live().labels, "the deal's end")
    await two.settled()
    workload, asked = two.client.desk.workload, list[tuple[Urgency, type]]()
    room = workload.room

    async def noted(urgency: Urgency, of: object = None) -> None:
        asked.append((urgency, type(of)))
        await room(urgency, of)

    monkeypatch.setattr(workload, "room", noted)
    await two.you.click(two.live(), "Next deal")
    await two.until(lambda: two.table.to_act is not None, "the next deal")
    await two.until(lambda: two.shown_turn() == str(two.table.turn), "the next deal, shown")
    for person in sides(two):
        await person.until(partial(_has_a_hand, person), "the hand")
    assert (Urgency.ANSWER, Publisher) in asked, "the table"
    assert asked.count((Urgency.ANSWER, PanelNews)) >= 2, "both hands"
    first, _ = sides(two)
    asked.clear()
    await first.click(dm(first), "Draw stock")
    await two.until(lambda: (Urgency.TABLE, Publisher) in asked, "the table")
    await two.settled()
    assert (Urgency.ANSWER, Publisher) not in asked


async def test_a_deal_that_begins_while_the_tables_message_waits_is_posted_below_what_people_say(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_out(two)
    await two.until(lambda: "Next deal" in two.live().labels, "the deal's end")
    await two.settled()
    await two.you.say("well played")
    before, deal = two.live_message, two.table.turn.deal
    publisher = two.client.showing.publishers.by_table[two.table.table_id]
    await two.until(lambda: publisher.knows_all, "all that there is to show")
    held = Held(two, monkeypatch)
    publisher._made_from = None
    two.client.showing.publishers.show(two.table.table_id)
    await two.until(lambda: held.workload.waiting, "the table's message, which waits")
    pressed = asyncio.create_task(two.you.click(two.live(), "Next deal"))
    await two.until(lambda: two.table.turn.deal > deal, "the next deal")
    held.go_on()
    await pressed
    await two.until(lambda: two.live_message != before, "a new message")
    assert two.shown_turn() == str(two.table.turn)
