"""Seats' plates: how each stands is told whole, and so are its chips."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cards_img import SeatCaption, TableCaptions, table_picture
from cards_img.layout import plates
from cards_img.layout.canvas import Canvas, tag_width
from cards_img.layout.places import table_layout
from cards_img.tools import theme
from cards_img.tools.fonts import NARROWEST, fits, width
from engine.view import View
from tests.cards_img.compare import opened
from tests.cards_img.tables import spectator

MESSAGE = Path("bot/i18n/en/message.ftl").read_text(encoding="utf-8")
NOTES = tuple(
    line.split(" = ")[1]
    for line in MESSAGE.splitlines()
    if line.startswith(("seat-folded =", "seat-out =", "seat-knocked =", "seat-stayed ="))
)
COMPUTERS = ("Ada", "Blaise", "Clara", "Dora", "Emil", "Fay")


def table(note: str, chips: int, *, computer: bool, seats: int) -> tuple[View, TableCaptions]:
    """A table at which that note stands at each seat."""
    view = spectator(seats)
    players = tuple(replace(seat, chips=chips, knocked=False, standing="in") for seat in view.seats)
    words = tuple(SeatCaption(name, note, computer) for name in COMPUTERS[:seats])
    return replace(view, seats=players, knocker=None), TableCaptions(words, dealer="D")


def test_the_notes_are_those_of_the_texts() -> None:
    assert set(NOTES) >= {"knocked", "sitting out"}
    assert len(NOTES) == 4


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("note", NOTES)
@pytest.mark.parametrize("computer", [False, True], ids=["person", "computer"])
def test_a_note_is_never_cut_and_takes_no_number_away(
    note: str, computer: bool, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms: list[float] = []
    tag = Canvas.tag

    def noted(canvas: Canvas, text: str, x: float, y: float, room: int, **how: Any) -> None:
        rooms.append(room)
        tag(canvas, text, x, y, room, **how)

    monkeypatch.setattr(Canvas, "tag", noted)
    plates._plate.cache_clear()
    seen = {table_picture(*table(note, chips, computer=computer, seats=seats)) for chips in (37, 38, 39)}
    assert len(seen) == 3, "the numbers are seen"
    assert len(rooms) == 3 * seats
    assert min(rooms) >= tag_width("", 10_000) + NARROWEST * width(note, "Bold", theme.LEAST), (
        "narrower letters at most"
    )


@pytest.mark.parametrize("note", NOTES)
def test_a_stack_stands_beside_a_short_name_where_a_long_note_takes_its_room(note: str) -> None:
    """Of four at a table three sit side by side, with the least room."""
    view, words = table(note, 37, computer=True, seats=4)
    names = tuple(replace(words, name="Ada") for words in words.seats)
    picture = opened(table_picture(view, replace(words, dealer="", seats=names)))
    for place in table_layout(4).seats:
        left, top, right, bottom = place.plate
        colours = {picture.getpixel((x, y)) for x in range(left + 70, right) for y in range(top, bottom)}
        assert theme.RED in colours, f"chips of five at {place.plate}"


@pytest.mark.parametrize("height", [78, 88, 96])
@pytest.mark.parametrize("computer", [False, True], ids=["person", "computer"])
def test_a_note_lies_on_no_name_and_no_dealers_button(
    computer: bool, height: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tops: list[float] = []
    plate = Canvas.plate

    def noted(canvas: Canvas, x: float, y: float, width: int, high: int, *rest: Any, **how: Any) -> None:
        tops.append(y)
        plate(canvas, x, y, width, high, *rest, **how)

    seat = plates._Seat("Donaudampfschifffahrtskapitänin", computer, 137, dealer="D")
    plates._plate.cache_clear()
    before = plates._plate(334, height, replace(seat, note=" "))
    monkeypatch.setattr(Canvas, "plate", noted)
    after = plates._plate(334, height, replace(seat, note="folded"))
    above = (0, 0, 334, round(tops[-1]))
    assert before.crop(above).tobytes() == after.crop(above).tobytes(), "the name's line is whole above the note"
    assert max(_rows_with(after.crop((270, 0, 334, height)), theme.INK)) < tops[-1], "so is the dealer's button"


def _rows_with(picture: Image.Image, colour: theme.RGB) -> list[int]:
    """The rows of a picture in which there is that colour."""
    number, wide = theme.index(colour), picture.width
    return [y for y in range(picture.height) if number in picture.tobytes()[y * wide : (y + 1) * wide]]


@pytest.mark.parametrize("height", [52, 54, 78, 88, 96])
@pytest.mark.parametrize("chips", [4, 49, 494, 4999])
def test_no_stack_cuts_into_the_edge_of_a_plate(chips: int, height: int) -> None:
    plate = plates._plate(334, height, plates._Seat("Ann", has=chips, cards=5, lit=True, counted=True))
    for upper in (0, height - 5):
        assert len(plate.crop((20, upper, 314, upper + 5)).getcolors() or ()) == 1


@pytest.mark.parametrize("chips", [8, 467, 1250, 100_030])
@pytest.mark.parametrize("shown", [{"note": "passed"}, {"note": "−1250"}, {"stake": 137}, {"cards": 8}], ids=str)
@pytest.mark.parametrize("name", ["Agnes", "Fritz", "Bartholomew"])
def test_on_a_narrow_plate_a_name_is_seen_whatever_stands_beside_it(
    name: str, shown: dict[str, Any], chips: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms: list[float] = []

    def line(canvas: Canvas, name: str, left: float, right: float, *_: Any, **how: Any) -> None:
        rooms.append(right - left)

    monkeypatch.setattr(plates, "name_line", line)
    plates._plate.__wrapped__(334, 52, plates._Seat(name, computer=True, has=chips, counted=True, **shown))
    assert rooms[0] >= min(60, NARROWEST * width(name, "Bold", theme.LEAST) - 1)


def test_a_stake_and_what_stands_below_it_are_apart_on_a_low_plate() -> None:
    for seat in (plates._Seat("Ann", has=8, stake=5, note="folded"), plates._Seat("Ann", has=8, stake=5, cards=7)):
        plate = plates._plate(334, 78, replace(seat, counted=True))
        assert len(plate.crop((200, 35, 320, 36)).getcolors() or ()) == 1


@pytest.mark.parametrize("has", [8, 467, 100_030, "0 points", "−128 points"])
@pytest.mark.parametrize("shown", [{"note": "sitting out"}, {"note": "knocked"}, {"cards": 6}], ids=str)
@pytest.mark.parametrize(("wide", "high"), [(560, 54), (386, 54), (256, 88), (236, 88), (334, 78)])
def test_chips_and_scores_are_told_whole_or_not_at_all(
    wide: int, high: int, shown: dict[str, Any], has: int | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, rooms = Canvas.text, dict[str, int]()

    def noted(canvas: Canvas, text: str, *where: Any, room: int = 10_000, **how: Any) -> int:
        rooms[text] = room
        return write(canvas, text, *where, room=room, **how)

    monkeypatch.setattr(Canvas, "text", noted)
    for name in ("Bo", "Annie of Tharaw"):
        plates._plate.__wrapped__(wide, high, plates._Seat(name, computer=True, has=has, dealer="D", **shown))
        assert fits(str(has), "Bold", theme.LEAST, rooms.get(str(has), 10_000))
