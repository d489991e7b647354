"""Faces and backs of the cards, drawn once for each size and look and then kept."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image

from cards_img import theme
from cards_img.courts import court
from cards_img.emblems import ace, back_pattern, joker, medallion
from cards_img.fonts import glyphs
from cards_img.look import Look
from cards_img.paths import Outline, Pen, path
from cards_img.theme import RGB
from engine.cards import Card, Rank, Suit

FINE: Final = 4
"""How many times larger than needed everything is drawn, for smooth edges."""
RATIO: Final = 1.4
"""A card's height by its width."""
CORNER: Final = 0.075
"""The radius of a card's corners by its width."""

FRAME: Final[Outline] = path("M .29 .07 L .93 .07 L .93 .86 L .71 .86 L .71 1.33 L .07 1.33 L .07 .54 L .29 .54")
"""The frame of the court cards, which leaves room for the indices."""

_COLUMNS: Final = (0.385, 0.5, 0.615)
_THREE_ROWS: Final = tuple((x, y) for x in (0, 2) for y in (0.19, 0.5, 0.81))
_FOUR_ROWS: Final = tuple((x, y) for x in (0, 2) for y in (0.155, 0.385, 0.615, 0.845))
_CORNERS: Final = tuple((x, y) for x in (0, 2) for y in (0.19, 0.81))
_PIPS: Final[dict[int, tuple[tuple[int, float], ...]]] = {
    2: ((1, 0.19), (1, 0.81)),
    3: ((1, 0.19), (1, 0.5), (1, 0.81)),
    4: _CORNERS,
    5: (*_CORNERS, (1, 0.5)),
    6: _THREE_ROWS,
    7: (*_THREE_ROWS, (1, 0.345)),
    8: (*_THREE_ROWS, (1, 0.345), (1, 0.655)),
    9: (*_FOUR_ROWS, (1, 0.5)),
    10: (*_FOUR_ROWS, (1, 0.27), (1, 0.73)),
}
"""Where the pips of a number card stand: column and part of the height."""


def _sheet(width: int, ground: RGB) -> tuple[Image.Image, Pen]:
    """An empty card, ``FINE`` times too large, on its ground."""
    scale = width * FINE
    image = Image.new("RGB", (scale, round(width * RATIO) * FINE), ground)
    pen = Pen(image, scale)
    pen.box(0, 0, 1, round(width * RATIO) / width, CORNER, theme.PAPER, theme.EDGE, 0.011)
    return image, pen


def _small(image: Image.Image) -> Image.Image:
    return theme.indexed(image.reduce(FINE))


def _turned(image: Image.Image) -> None:
    """Makes the lower half the upper one turned by 180 degrees."""
    width, height = image.size
    upper = image.crop((0, 0, width, height // 2)).transpose(Image.Transpose.ROTATE_180)
    image.paste(upper, (0, height - upper.height))


def _write(image: Image.Image, text: str, x: float, y: float, height: float, room: float, colour: RGB) -> float:
    """Writes an index in card units, centred on x with its top at y; returns its bottom."""
    scale = image.width
    mask = glyphs(text, "Bold", round(height * scale), room * scale)
    image.paste(colour, (round(x * scale - mask.width / 2), round(y * scale)), mask)
    return y + mask.height / scale


def _corner(image: Image.Image, pen: Pen, one: Card, look: Look) -> None:
    colour = look.colour(one.suit)
    _write(image, look.index(one.rank), 0.147, 0.07, 0.255, 0.225, colour)
    pen.pip(one.suit, 0.147, 0.435, 0.175, colour)


def _full(one: Card, width: int, ground: RGB, look: Look) -> Image.Image:
    """A whole face: indices in two corners, pips or a figure that is the same from both ends."""
    image, pen = _sheet(width, ground)
    colour = look.colour(one.suit)
    match one.rank:
        case Rank.JOKER:
            joker(pen, one)
            return _small(image)
        case Rank.ACE:
            _corner(image, pen, one, look)
            _turned(image)
            ace(pen, one.suit, colour)
        case Rank.KING | Rank.QUEEN | Rank.JACK:
            _figure(image, one, colour)
            _corner(image, pen, one, look)
            _turned(image)
            pen.line([*FRAME, FRAME[0]], colour, 0.011)
        case _:
            _corner(image, pen, one, look)
            _turned(image)
            size = 0.27 if one.rank <= 3 else 0.22 if one.rank <= 5 else 0.21 if one.rank <= 8 else 0.195
            for column, part in _PIPS[int(one.rank)]:
                pen.pip(one.suit, _COLUMNS[column], part * RATIO, size, colour, 180.0 if part > 0.5 else 0.0)
    return _small(image)


def _compact(one: Card, width: int, ground: RGB, look: Look) -> Image.Image:
    """A face for small sizes: a large index in one corner, one large pip or a half-figure in the other."""
    image, pen = _sheet(width, ground)
    colour = look.colour(one.suit)
    if one.rank is Rank.JOKER:
        joker(pen, one)
        return _small(image)
    if one.rank in (Rank.KING, Rank.QUEEN, Rank.JACK):
        scale = image.width
        layer = Image.new("RGB", image.size, theme.PAPER)
        court(Pen(layer, scale * 1.12, 0.03, 0.335), one.rank, one.suit, colour)
        shape = Image.new("RGB", image.size)
        Pen(shape, scale).box(0.03, 0.03, 0.97, RATIO - 0.03, CORNER - 0.02, (255, 255, 255))
        image.paste(layer, (0, 0), shape.convert("L"))
        pen.box(0.03, 0.03, 0.36, 0.74, 0.05, theme.PAPER)
        pen.pip(one.suit, 0.2, 0.58, 0.26, colour)
    else:
        pen.pip(one.suit, 0.62, 0.94, 0.62, colour)
    _write(image, look.index(one.rank), 0.235 if one.rank is not Rank.TEN else 0.3, 0.08, 0.36, 0.46, colour)
    return _small(image)


def _figure(image: Image.Image, one: Card, colour: RGB) -> None:
    """The court figure, both halves, inside the frame."""
    scale = image.width
    layer = Image.new("RGB", image.size, theme.TINT)
    court(Pen(layer, scale), one.rank, one.suit, colour)
    sash = 0.075
    half = Image.new("L", image.size)
    upper = Pen(half.convert("RGB"), scale)
    upper.fill(((0, 0), (1, 0), (1, 0.7 - sash), (0, 0.7 + sash)), (255, 255, 255))
    whole = layer.transpose(Image.Transpose.ROTATE_180)
    whole.paste(layer, (0, 0), upper.image.convert("L"))
    pen = Pen(whole, scale)
    slope = (((0, 0.7 + sash), (1, 0.7 - sash)),)
    for (a, b), (c, d) in slope:
        pen.fill(((a, b - 0.032), (c, d - 0.032), (c, d + 0.032), (a, b + 0.032)), theme.GOLD, theme.INK)
        for i in range(1, 12):
            x = i / 12
            pen.dot(x, b + (d - b) * x, 0.011, theme.PAPER, theme.INK, 0.006)
    shape = Image.new("RGB", image.size)
    Pen(shape, scale).fill(FRAME, (255, 255, 255))
    image.paste(whole, (0, 0), shape.convert("L"))


@lru_cache(1024)
def face(one: Card, width: int, ground: RGB = theme.FELT, look: Look = Look()) -> Image.Image:  # noqa: B008
    """A card's face ``width`` pixels wide, its corners blended into the ``ground`` that it will lie on."""
    return (_full if width >= 130 else _compact)(one, width, ground, look)


@lru_cache(64)
def back(width: int, ground: RGB = theme.FELT) -> Image.Image:
    """A card's back ``width`` pixels wide, its corners blended into the ``ground``."""
    image, pen = _sheet(width, ground)
    height = image.height / image.width
    shape = Image.new("RGB", image.size)
    Pen(shape, image.width).box(0.06, 0.06, 0.94, height - 0.06, 0.04, (255, 255, 255))
    pattern = Image.new("RGB", image.size, theme.NAVY)
    back_pattern(Pen(pattern, image.width), height)
    _turned(pattern)
    medallion(Pen(pattern, image.width), height)
    image.paste(pattern, (0, 0), shape.convert("L"))
    return _small(image)


@lru_cache(16)
def empty(width: int, ground: RGB) -> Image.Image:
    """A card with nothing on it."""
    return _small(_sheet(width, ground)[0])


@lru_cache(16)
def small_back(width: int, ground: RGB) -> Image.Image:
    """A back for sizes at which the pattern would be a blur."""
    image = Image.new("RGB", (width * FINE, round(width * RATIO) * FINE), ground)
    pen = Pen(image, image.width)
    height = image.height / image.width
    pen.box(0, 0, 1, height, 0.12, theme.PAPER, theme.EDGE_DARK, 0.04)
    pen.box(0.13, 0.13, 0.87, height - 0.13, 0.06, theme.NAVY)
    pen.dot(0.5, height / 2, 0.17, theme.GOLD)
    return _small(image)
