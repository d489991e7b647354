"""Outlines as polygons: curves written like SVG paths, the four suits, and a pen that draws them in card units."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageDraw

from cards_img.tools.fonts import Weight, glyphs
from cards_img.tools.theme import RGB
from engine.cards import Suit

RATIO: Final = 1.4
"""A card's height by its width."""

Point = tuple[float, float]
Outline = tuple[Point, ...]

_STEPS: Final = 14
"""How many straight pieces a curve is made of."""


@cache
def path(text: str) -> Outline:
    """The polygon of a path: ``M x y``, ``L x y …``, ``Q`` and ``C`` as in SVG, absolute coordinates."""
    points: list[Point] = []
    words = text.replace(",", " ").split()
    at = 0
    command = "M"

    def take(pairs: int) -> list[Point]:
        nonlocal at
        numbers = [float(word) for word in words[at : at + 2 * pairs]]
        at += 2 * pairs
        return list(zip(numbers[::2], numbers[1::2], strict=True))

    while at < len(words):
        if words[at].isalpha():
            command = words[at]
            at += 1
        match command:
            case "M" | "L":
                points += take(1)
            case "Q":
                (c, end) = take(2)
                start = points[-1]
                for i in range(1, _STEPS + 1):
                    t = i / _STEPS
                    a, b, d = (1 - t) ** 2, 2 * t * (1 - t), t * t
                    points.append((a * start[0] + b * c[0] + d * end[0], a * start[1] + b * c[1] + d * end[1]))
            case "C":
                (c, e, end) = take(3)
                start = points[-1]
                for i in range(1, _STEPS + 1):
                    t = i / _STEPS
                    k = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                    points.append(
                        (
                            k[0] * start[0] + k[1] * c[0] + k[2] * e[0] + k[3] * end[0],
                            k[0] * start[1] + k[1] * c[1] + k[2] * e[1] + k[3] * end[1],
                        )
                    )
            case _:
                raise ValueError(f"a path has no command {command!r}")
    return tuple(points)


def mirrored(outline: Iterable[Point], axis: float = 0.5) -> Outline:
    """The outline seen in a mirror that stands at x = ``axis``."""
    return tuple((2 * axis - x, y) for x, y in outline)


def symmetric(text: str, axis: float = 0.5) -> Outline:
    """The right half of an outline, from top to bottom, completed by its mirror image."""
    half = path(text)
    return half + mirrored(half, axis)[::-1]


def circle(x: float, y: float, r: float, corners: int = 40) -> Outline:
    """A circle as a polygon."""
    return tuple(
        (x + r * math.cos(2 * math.pi * i / corners), y + r * math.sin(2 * math.pi * i / corners))
        for i in range(corners)
    )


def placed(outline: Iterable[Point], x: float, y: float, size: float, turn: float = 0.0) -> Outline:
    """The outline scaled by ``size``, turned by ``turn`` degrees clockwise about its origin, and moved to x, y."""
    c, s = math.cos(math.radians(turn)) * size, math.sin(math.radians(turn)) * size
    return tuple((x + c * px - s * py, y + s * px + c * py) for px, py in outline)


def turned(image: Image.Image) -> None:
    """Makes the lower half of a picture the upper one turned by 180 degrees."""
    width, height = image.size
    upper = image.crop((0, 0, width, height // 2)).transpose(Image.Transpose.ROTATE_180)
    image.paste(upper, (0, height - upper.height))


_STEM = "M .02 .12 C .03 .3 .09 .43 .19 .5"
_PIPS: Final[dict[Suit, tuple[Outline, ...]]] = {
    Suit.SPADES: (
        symmetric("M 0 -.5 C .09 -.3 .46 -.12 .46 .15 C .46 .3 .35 .37 .25 .37 C .14 .37 .06 .3 .02 .2", 0.0),
        symmetric(_STEM, 0.0),
    ),
    Suit.HEARTS: (
        symmetric("M 0 -.27 C .03 -.4 .12 -.49 .25 -.49 C .4 -.49 .5 -.38 .5 -.22 C .5 .06 .13 .2 0 .5", 0.0),
    ),
    Suit.DIAMONDS: (symmetric("M 0 -.5 C .09 -.31 .23 -.13 .4 0 C .23 .13 .09 .31 0 .5", 0.0),),
    Suit.CLUBS: (
        circle(0, -0.265, 0.232),
        circle(-0.255, 0.115, 0.232),
        circle(0.255, 0.115, 0.232),
        path("M -.16 -.12 L .16 -.12 L .12 .2 L -.12 .2"),
        symmetric(_STEM, 0.0),
    ),
}


def pip(suit: Suit, x: float, y: float, size: float, turn: float = 0.0) -> tuple[Outline, ...]:
    """The polygons of a suit's pip, ``size`` high, centred on x, y."""
    return tuple(placed(outline, x, y, size, turn) for outline in _PIPS[suit])


@lru_cache(256)
def _stamp(suit: Suit, side: int) -> Image.Image:
    """A pip as a mask ``side`` pixels square, its halves mirror images to the pixel."""
    mask = Image.new("L", (side, side))
    draw = ImageDraw.Draw(mask)
    for outline in pip(suit, 0.5, 0.5, 1.0):
        draw.polygon([(x * side - 0.5, y * side - 0.5) for x, y in outline], fill=255)
    half = mask.crop((side // 2, 0, side, side))
    mask.paste(half.transpose(Image.Transpose.FLIP_LEFT_RIGHT), (0, 0))
    return mask


class Pen:
    """Draws outlines, given in units, on a picture of ``scale`` pixels a unit.

    ``grid``: how many of these pixels become one of the finished picture. If it is given, pips stand on whole pixels
    of that, so that all pips of a size are alike to the pixel: they look even, and pack well.
    """

    def __init__(self, image: Image.Image, scale: float, x: float = 0.0, y: float = 0.0, grid: int = 0) -> None:
        self.image, self.scale, self.x, self.y, self.grid = image, scale, x, y, grid
        self._draw = ImageDraw.Draw(image)

    def whole(self, length: float, parts: int = 1) -> float:
        """About that length, in units, but of whole pixels of the finished picture in each of so many equal parts."""
        pixel = self.grid / self.scale
        return max(1, round(length / parts / pixel)) * parts * pixel if pixel else length

    def _pixels(self, outline: Iterable[Point]) -> list[Point]:
        return [((x + self.x) * self.scale, (y + self.y) * self.scale) for x, y in outline]

    def fill(self, outline: Iterable[Point], colour: RGB, line: RGB | None = None, width: float = 0.011) -> None:
        """A filled polygon, with a line around it if ``line`` is given."""
        points = self._pixels(outline)
        self._draw.polygon(points, fill=colour)
        if line is not None:
            self._stroke([*points, points[0], points[1]], line, width)

    def line(self, points: Sequence[Point], colour: RGB, width: float = 0.011) -> None:
        """A line through the points, with round joints and ends."""
        pixels = self._pixels(points)
        self._stroke(pixels, colour, width)
        r = width * self.scale / 2
        for px, py in (pixels[0], pixels[-1]):
            self._draw.ellipse((px - r, py - r, px + r, py + r), fill=colour)

    def _stroke(self, pixels: list[Point], colour: RGB, width: float) -> None:
        self._draw.line(pixels, fill=colour, width=max(1, round(width * self.scale)), joint="curve")

    def dot(self, x: float, y: float, r: float, colour: RGB, line: RGB | None = None, width: float = 0.009) -> None:
        """A filled circle."""
        self.fill(circle(x, y, r), colour, line, width)

    def box(
        self, left: float, top: float, right: float, bottom: float, r: float, colour: RGB, line: RGB | None = None,
        width: float = 0.011,
    ) -> None:  # fmt: skip
        """A rectangle with round corners."""
        (a, b), (c, d) = self._pixels(((left, top), (right, bottom)))
        self._draw.rounded_rectangle(
            (a, b, c - 1, d - 1), r * self.scale, fill=colour, outline=line, width=max(1, round(width * self.scale))
        )

    def pip(self, suit: Suit, x: float, y: float, size: float, colour: RGB, turn: float = 0.0) -> None:
        """A suit's pip, turned by ``turn`` degrees."""
        if self.grid:
            side = max(1, round(size * self.scale / self.grid / 2)) * 2 * self.grid
            mask = _stamp(suit, side)
            left, top = (round((at * self.scale - side / 2) / self.grid) * self.grid for at in (x + self.x, y + self.y))
            self.image.paste(colour, (left, top), mask.transpose(Image.Transpose.ROTATE_180) if turn else mask)
            return
        for outline in pip(suit, x, y, size, turn):
            self.fill(outline, colour)

    def text(
        self, text: str, x: float, y: float, height: float, colour: RGB, room: float = 1.0, weight: Weight = "Black"
    ) -> None:
        """A word centred on x, y, its ink ``height`` high and narrowed to ``room``."""
        mask = glyphs(text, weight, round(height * self.scale), room * self.scale)
        left, top = (x + self.x) * self.scale - mask.width / 2, (y + self.y) * self.scale - mask.height / 2
        self.image.paste(colour, (round(left), round(top)), mask)
