"""A picture is drawn once, however many messages show it."""

from __future__ import annotations

import asyncio

import pytest

from bot.ui.pages.panel import panel_page
from bot.ui.pages.table import table_page
from bot.ui.pictures import shared
from bot.ui.pictures.shared import SharedPictures
from bot.ui.pictures.studio import Studio
from bot.ui.workload import Workload
from engine.game import GAMES
from tests.kit.lab import Lab


class Painter:
    """Draws when it is let."""

    def __init__(self) -> None:
        self.asked: list[tuple] = []
        self.let = asyncio.Event()
        self.fails = False

    async def draw(self, function, *arguments, **named):
        self.asked.append((function, arguments, named))
        await self.let.wait()
        if self.fails:
            raise RuntimeError
        return f"{function.__name__} {arguments}".encode()


def picture(what: object = None) -> bytes:
    """A picture of something."""
    return b""


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_and_its_panels_take_one_picture_of_the_table_and_one_of_each_hand(game, texts):
    painter = Painter()
    painter.let.set()
    studio, seats = Studio(SharedPictures(painter)), GAMES[game].seats[0]
    lab = Lab(seats, game=game, chips=GAMES[game].money.chips or 20).deal()
    for _ in range(2):
        await table_page(lab.snapshot, texts, studio)
        for seat in range(seats):
            page = await panel_page(lab.private(seat), texts, studio)
            assert len(page.pictures) == 2
    assert len(painter.asked) == 1 + seats


async def test_all_wait_for_one_that_is_under_way_and_none_takes_it_from_the_others():
    drawing = SharedPictures(painter := Painter())
    first, second = (asyncio.create_task(drawing.draw(picture)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    painter.let.set()
    assert await second
    assert len(painter.asked) == 1


async def test_what_could_not_be_drawn_is_tried_anew():
    drawing = SharedPictures(painter := Painter())
    painter.let.set()
    painter.fails = True
    with pytest.raises(RuntimeError):
        await drawing.draw(picture)
    await asyncio.sleep(0)
    painter.fails = False
    assert await drawing.draw(picture)


async def test_what_can_change_is_drawn_each_time_and_old_pictures_are_forgotten(monkeypatch):
    monkeypatch.setattr(shared, "PICTURES_KEPT", 2)
    monkeypatch.setattr(shared, "YOUNG", 0.0)
    drawing = SharedPictures(painter := Painter())
    painter.let.set()
    for _ in range(2):
        await drawing.draw(picture, [])
    assert len(painter.asked) == 2
    for number in (1, 2, 3, 1):
        await drawing.draw(picture, number)
        await asyncio.sleep(0)
    assert len(painter.asked) == 6


async def test_young_pictures_are_kept_as_long_as_they_are_not_too_many(monkeypatch):
    monkeypatch.setattr(shared, "PICTURES_KEPT", 2)
    monkeypatch.setattr(shared, "MOST_KEPT", 4)
    now = [100.0]
    drawing = SharedPictures(painter := Painter(), lambda: now[0])
    painter.let.set()

    async def drawn(*numbers: int) -> int:
        before = len(painter.asked)
        for number in numbers:
            await drawing.draw(picture, number)
            await asyncio.sleep(0)
        return len(painter.asked) - before

    assert await drawn(1, 2, 3, 4) == 4
    assert await drawn(1, 2, 3, 4) == 0, "each was asked for a moment ago"
    assert await drawn(5, 2, 3, 4, 5) == 1
    assert await drawn(1) == 1, "it was one too many"
    now[0] += shared.YOUNG
    assert await drawn(6, 1, 6) == 1
    assert await drawn(5) == 1, "it was old"


async def test_what_nobody_waits_for_any_more_is_given_up():
    drawing = SharedPictures(painter := Painter())
    first, second = (asyncio.create_task(drawing.draw(picture)) for _ in range(2))
    await asyncio.sleep(0)
    under_way = [task for task in asyncio.all_tasks() if task not in {first, second, asyncio.current_task()}]
    assert len(under_way) == 1
    first.cancel()
    second.cancel()
    await asyncio.gather(first, second, *under_way, return_exceptions=True)
    assert under_way[0].cancelled(), "the painter is to know that nobody waits"
    painter.let.set()
    assert await drawing.draw(picture), "whoever wants it again gets it"
    assert len(painter.asked) == 2


async def test_what_is_drawn_already_is_shown_where_there_is_too_much_to_do_too(texts, monkeypatch):
    drawing, overloaded = SharedPictures(painter := Painter()), [False]
    monkeypatch.setattr(Workload, "overloaded", property(lambda workload: overloaded[0]))
    studio, lab, late = Studio(drawing), Lab(2).deal(), list[int]()
    studio.on_late = late.append
    under_way = asyncio.create_task(studio.table(lab.snapshot, texts))
    await asyncio.sleep(0)
    overloaded[0] = True
    assert await Studio(drawing).table(lab.snapshot, texts) is None, "it is still to be drawn"
    painter.let.set()
    shown = await under_way
    assert shown is not None
    assert await Studio(drawing).table(lab.snapshot, texts) == shown
    assert len(painter.asked) == 1
    assert await studio.hand(lab.private(0), texts, four_colour=False) is None
    assert late == [lab.snapshot.table_id]
