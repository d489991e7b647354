"""A picture is drawn once, however many messages show it."""

from __future__ import annotations

import asyncio

import pytest

from bot.ui.pages.panel import panel_page
from bot.ui.pages.table import table_page
from bot.ui.pictures import shared
from bot.ui.pictures.shared import SharedPictures
from bot.ui.pictures.studio import Studio
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
    monkeypatch.setattr(shared, "KEPT", 2)
    drawing = SharedPictures(painter := Painter())
    painter.let.set()
    for _ in range(2):
        await drawing.draw(picture, [])
    assert len(painter.asked) == 2
    for number in (1, 2, 3, 1):
        await drawing.draw(picture, number)
        await asyncio.sleep(0)
    assert len(painter.asked) == 6
