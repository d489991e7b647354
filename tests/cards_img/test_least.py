"""Every word in every picture can be read on a telephone: none is smaller than the theme's least size."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from cards_img import HandCaptions, Look, grid_picture, score_sheet_picture, showdown_picture, table_picture
from cards_img.faces import emblems
from cards_img.faces.cards import FINE
from cards_img.layout import canvas
from cards_img.layout.canvas import Canvas
from cards_img.layout.wood import BOARDS
from cards_img.pictures import samples
from cards_img.tools import fonts, theme
from cards_img.tools.paths import Pen
from tests.cards_img import captions
from tests.cards_img.tables import full_board, full_trick, large_hand, showdown, spectator
from tests.cards_img.test_sheet import made

PHONE = 258
"""How wide a telephone of 360 pixels shows a picture."""
FIRM = 10.5
"""The least size of words there, in pixels."""


def pictures() -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Every picture there is, also with as many seats as there can be."""
    for name, draw in samples.SAMPLES.items():
        yield name, partial(draw, Look())
    for seats in range(2, 11):
        yield f"table of {seats}", partial(table_picture, spectator(seats), captions.table(seats))
    for seats, shown in ((2, 2), (4, 3), (6, 5), (10, 10), (10, 1)):
        said = captions.showdown(seats)
        yield f"showdown of {shown}", partial(showdown_picture, showdown(seats, shown), said)
    for board in BOARDS:
        for betting in (True, False):
            yield f"board, {len(board.ring)}, {betting}", partial(full_board, board, betting=betting)
    yield "trick of 6", full_trick
    for players in (1, 5, 6, 10):
        yield f"sheet of {players}", partial(score_sheet_picture, made(players, 13))
    yield "grid", partial(grid_picture, large_hand(33), HandCaptions("33 cards", "Crummy · deal 2"))


PICTURES = dict(pictures())


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """Each text that is drawn, with its size; of words that are made to measure, the size of letters so high."""
    found: dict[str, float] = {}
    text, shape = Canvas.text, Pen.text
    _, top, _, bottom = fonts.font("Bold", 1000).getbbox("E")
    capital = (bottom - top) / 1000

    def line(self: Canvas, word: str, x: float, y: float, size: int, *rest: Any, **more: Any) -> int:
        if word:
            found[word] = min(size, found.get(word, size))
        return text(self, word, x, y, size, *rest, **more)

    def sign(self: Pen, word: str, x: float, y: float, height: float, *rest: Any, **more: Any) -> None:
        size = height * self.scale / FINE / capital
        if sys._getframe(1).f_globals["__name__"] != emblems.__name__:  # a letter there is an ornament, and no word
            found[word] = min(size, found.get(word, size))
        shape(self, word, x, y, height, *rest, **more)

    for name, module in list(sys.modules.items()):
        if name.startswith("cards_img"):
            for kept in vars(module).values():
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()
    canvas._SPRITES.clear()
    monkeypatch.setattr(Canvas, "text", line)
    monkeypatch.setattr(Pen, "text", sign)
    return found


def test_the_least_size_can_be_read_on_a_telephone() -> None:
    assert theme.LEAST * PHONE / 800 >= FIRM


@pytest.mark.parametrize("what", PICTURES)
def test_no_word_is_smaller_than_the_least_size(what: str, written: dict[str, float]) -> None:
    PICTURES[what]()
    assert written, "something is written in each picture"
    assert {word: round(size, 1) for word, size in written.items() if size < theme.LEAST - 0.7} == {}


def test_a_smaller_word_would_be_noticed(written: dict[str, float]) -> None:
    Canvas(theme.blank(100, 50, theme.FELT)).text("small", 0, 20, 20, theme.TEXT, theme.FELT)
    assert written == {"small": 20}
