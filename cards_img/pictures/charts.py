"""Examples to learn from: rows of cards, each with what it is, such as the types of hand from the top."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cards_img.captions import ChartsCaptions, ExampleRow
from cards_img.layout.canvas import Canvas, felt
from cards_img.layout.places import BAR, SHOWN, WIDTH
from cards_img.look import Look
from cards_img.pictures.table import heading
from cards_img.tools import theme
from cards_img.tools.fonts import wrapped
from cards_img.tools.paths import RATIO

_EDGE: Final = 16
_CARDS: Final = 370
"""What the cards of a row take of its width."""
_GAP: Final = 22
"""The room between the cards and their words."""
_WORDS: Final = WIDTH - 2 * _EDGE - _CARDS - _GAP
_TITLE: Final = 36
_TITLE_LINE: Final = 42
_LINE: Final = 37
_HEADING: Final = 56
_BETWEEN: Final = 12
_FEW: Final = 4
"""With more rows than this the cards are smaller."""
_HIDDEN: Final = 0.7
"""Where less than this part of a card's width is seen, its compact face must do with its left half."""


@dataclass(frozen=True, slots=True)
class RowPlace:
    """Where a row lies: its upper edge and its height, in pixels, and the left edges of its cards."""

    row: ExampleRow
    details: tuple[str, ...]
    top: int
    height: int
    card: int
    cards: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class HeadingPlace:
    """Where the words above some rows stand: the middle of their line, in pixels."""

    words: str
    middle: int


def charts_layout(captions: ChartsCaptions) -> tuple[tuple[HeadingPlace | RowPlace, ...], int]:
    """Headings and rows from the top, and the height of the picture."""
    card = SHOWN[sum(len(chart.rows) for chart in captions.charts) > _FEW]
    found: list[HeadingPlace | RowPlace] = []
    y = BAR if captions.title else 0
    for chart in captions.charts:
        if chart.heading:
            found.append(HeadingPlace(chart.heading, y + _HEADING // 2 + 2))
            y += _HEADING + 4
        else:
            y += _BETWEEN
        for row in chart.rows:
            details = wrapped(row.detail, _WORDS, theme.LEAST)
            height = max(round(card * RATIO), _TITLE_LINE + _LINE * len(details))
            found.append(RowPlace(row, details, y, height, card, tuple(_spread(len(row.cards), card))))
            y += height + _BETWEEN
    return tuple(found), y + 4


def _spread(count: int, card: int) -> Iterator[float]:
    """The left edges of so many cards: side by side, or one over the other where there are many."""
    step = min(card + 4.0, (_CARDS - card) / max(1, count - 1))
    return (_EDGE + step * place for place in range(count))


def charts_picture(captions: ChartsCaptions, look: Look = Look()) -> bytes:
    """Examples as PNG, 800 pixels wide. Raises ValueError where there is none, or one without cards."""
    if not captions.charts or not all(chart.rows and all(row.cards for row in chart.rows) for chart in captions.charts):
        raise ValueError("a picture of examples needs some, each with its cards")
    places, height = charts_layout(captions)
    canvas = Canvas(felt(WIDTH, height))
    if captions.title:
        heading(canvas, captions.title, captions.detail)
    for place in places:
        if isinstance(place, HeadingPlace):
            canvas.bar(place.middle - 22, place.middle + 22, theme.PLATE)
            canvas.text(
                place.words, _EDGE, place.middle, theme.LEAST, theme.GILT, theme.PLATE, weight="Bold",
                room=WIDTH - 2 * _EDGE,
            )  # fmt: skip
        else:
            _row(canvas, place, look)
    return canvas.png(look.cloth)


def _row(canvas: Canvas, place: RowPlace, look: Look) -> None:
    row, card = place.row, place.card
    y = place.top + (place.height - round(card * RATIO)) // 2
    step = place.cards[1] - place.cards[0] if len(place.cards) > 1 else float(card)
    for i, (held, x) in enumerate(zip(row.cards, place.cards, strict=True)):
        covered = step < card * _HIDDEN and i < len(row.cards) - 1
        dim = bool(row.kept) and held not in row.kept
        canvas.card(held, card, x, y, look, over=i > 0 and step < card, covered=covered, dim=dim)
    x = _EDGE + _CARDS + _GAP
    top = place.top + (place.height - _TITLE_LINE - _LINE * len(place.details)) / 2
    canvas.text(
        row.title, x, top + _TITLE_LINE / 2, _TITLE, theme.TEXT, theme.FELT, weight="Bold", room=_WORDS
    )  # fmt: skip
    for i, line in enumerate(place.details):
        middle = top + _TITLE_LINE + _LINE * (i + 0.5) - 2
        canvas.text(line, x, middle, theme.LEAST, theme.TEXT, theme.FELT, room=_WORDS)
