"""Faces and backs of the cards, drawn once for each size and look, then kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from PIL import Image

from cards_img.faces import french, spanish
from cards_img.faces.emblems import back_pattern, medallion
from cards_img.look import Look
from cards_img.tools import theme
from cards_img.tools.paths import RATIO, Pen, turned
from cards_img.tools.theme import RGB
from engine.cards import Card

FINE: Final = 4
"""How many times larger than needed everything is drawn, for smooth edges."""
CORNER: Final = 0.075
"""The radius of a card's corners by its width."""
SMALL: Final = 120
"""Cards narrower than this many pixels have the design's compact face."""

Kind = Literal["full", "compact", "slim", "flat"]
"""The faces of a card: see ``Design``."""
Draw = Callable[[Pen, Card, RGB, str], None]
"""Draws a face on an empty card: pen, card, the suit's colour, the index."""


@dataclass(frozen=True, slots=True)
class Design:
    """How a kind of pack is drawn."""

    full: Draw
    """A whole face; in the French pack it looks the same from both ends."""
    compact: Draw
    """A face for small sizes, with one large index."""
    slim: Draw
    """A compact face that shows rank and suit in the left half of the card, for cards that others cover."""
    flat: Draw
    """A face that shows rank and suit in one line at its top, for cards in rows that others cover from below."""
    colours: tuple[RGB, ...]
    """The part of the palette that it is drawn in."""


DESIGNS: Final[dict[str, Design]] = {
    "french": Design(french.full, french.compact, french.slim, french.flat, theme.FRENCH_COLOURS),
    "spanish": Design(spanish.full, spanish.compact, spanish.slim, spanish.flat, theme.SPANISH_COLOURS),
}
"""The kinds of pack by the name that stands in ``Look.design``."""


def _sheet(width: int, ground: RGB) -> tuple[Image.Image, Pen]:
    """An empty card, ``FINE`` times too large, on its ground."""
    scale = width * FINE
    image = Image.new("RGB", (scale, round(width * RATIO) * FINE), ground)
    pen = Pen(image, scale, grid=FINE)
    pen.box(0, 0, 1, round(width * RATIO) / width, CORNER, theme.PAPER, theme.EDGE, 0.011)
    return image, pen


def _small(image: Image.Image, colours: tuple[RGB, ...] = theme.FRENCH_COLOURS) -> Image.Image:
    return theme.indexed(image.reduce(FINE), colours)


def face(
    card: Card,
    width: int,
    ground: RGB = theme.EDGE,
    look: Look = Look(),
    *,
    covered: bool = False,
    dim: bool = False,
    flat: bool = False,
) -> Image.Image:
    """A card's face ``width`` pixels wide, its corners blended into the ``ground`` that it will lie on.

    ``covered``: another card will hide its right half; ``dim``: it is one that doesn't count; ``flat``: only its top
    will be seen.
    """
    make = _dimmed if dim else _face
    kind: Kind = "flat" if flat else "full" if width >= SMALL else "slim" if covered else "compact"
    return make(card, width, ground, look.design, look.colour(card.suit), look.index(card.rank), kind)


@lru_cache(1024)
def _dimmed(card: Card, width: int, ground: RGB, design: str, colour: RGB, index: str, kind: Kind) -> Image.Image:
    return _face(card, width, ground, design, colour, index, kind).point(theme.dimming())


@lru_cache(2048)
def _face(card: Card, width: int, ground: RGB, design: str, colour: RGB, index: str, kind: Kind) -> Image.Image:
    image, pen = _sheet(width, ground)
    how = DESIGNS[design]
    draw: Draw = getattr(how, kind)
    draw(pen, card, colour, index)
    return _small(image, how.colours)


@lru_cache(64)
def back(width: int, ground: RGB = theme.EDGE) -> Image.Image:
    """A card's back ``width`` pixels wide, its corners blended into the ``ground``."""
    image = _sheet(width, ground)[0]
    height = image.height / image.width
    shape = Image.new("RGB", image.size)
    Pen(shape, image.width).box(0.06, 0.06, 0.94, height - 0.06, 0.04, (255, 255, 255))
    pattern = Image.new("RGB", image.size, theme.NAVY)
    back_pattern(Pen(pattern, image.width, grid=FINE), height)
    turned(pattern)
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
