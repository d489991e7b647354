"""The boards with pools, as they lie on the table: wood, inlay and paint, drawn once."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from cards_img import theme
from cards_img.layout import BOARD
from cards_img.paths import Outline, Pen, circle, path, placed, symmetric
from cards_img.theme import RGB

SIZE: Final = BOARD
"""The side of a board's square, in pixels."""
_FINE: Final = 3


@dataclass(frozen=True, slots=True)
class Board:
    """A kind of board: the pools round its middle, and how it is made."""

    ring: tuple[str, ...]
    """The engine's names of the pools, clockwise from the top."""
    reach: float
    """How far the dishes' middles are from the board's, by its side."""
    dish: float
    """The radius of a dish."""
    hub: float
    """The radius of the middle."""
    outline: Callable[[float], Outline]
    """The board's edge, grown by so much."""
    wood: RGB
    dark: RGB
    """The wood of the rim and of half the inlay."""
    light: RGB
    paint: tuple[RGB, RGB]
    """The flowers between the dishes."""
    bowl: RGB
    """The ground of a dish."""
    ink: RGB
    """The names in the dishes."""
    number: RGB
    """The numbers in them."""


def _round(angle: float, reach: float) -> tuple[float, float]:
    """The point at an angle clockwise from the top, in degrees."""
    a = math.radians(angle)
    return 0.5 + reach * math.sin(a), 0.5 - reach * math.cos(a)


def places(board: Board) -> tuple[tuple[float, float], ...]:
    """The middles of the dishes, by the board's side, on whole pixels: what is alike packs well."""
    found = (_round(360 * i / len(board.ring), board.reach) for i in range(len(board.ring)))
    return tuple((round(x * SIZE) / SIZE, round(y * SIZE) / SIZE) for x, y in found)


def _scalloped(grow: float) -> Outline:
    """A flower with eight petals."""
    found = []
    for i in range(8 * 24):
        angle = 360 * i / (8 * 24)
        away = abs((angle + 22.5) % 45 - 22.5) / 22.5
        found.append(_round(angle, 0.485 - 0.028 * away**2.2 + grow))
    return tuple(found)


def _star(grow: float) -> Outline:
    """A six-lobed star, its tips between straight sides and round lobes."""
    found = []
    for i in range(6 * 30):
        angle = 360 * i / (6 * 30)
        away = abs((angle + 30) % 60 - 30) / 30
        found.append(_round(angle, 0.486 - 0.075 * (1 - math.cos(math.pi * away)) / 2 + grow))
    return tuple(found)


def _octagon(grow: float) -> Outline:
    """Eight straight sides, a dish at the middle of each."""
    return tuple(_round(22.5 + 45 * i, (0.478 + grow) / math.cos(math.pi / 8)) for i in range(8))


BOARDS: Final[dict[str, Board]] = {
    "poch": Board(
        ("ace", "king", "marriage", "queen", "sequence", "jack", "poch", "ten"),
        0.346, 0.1225, 0.178, _scalloped, theme.NAVY, theme.WALNUT, theme.MAPLE, (theme.RED, theme.GOLD),
        theme.MAPLE, theme.INK, theme.INK,
    ),
    "le-poque": Board(
        ("ace", "king", "queen", "jack", "ten", "poch"),
        0.33, 0.132, 0.17, _star, theme.RED, theme.WALNUT, theme.GOLD, (theme.GOLD, theme.PAPER),
        theme.MAPLE, theme.INK, theme.INK,
    ),
    "poch-1873": Board(
        ("ace", "king", "marriage", "queen", "sequence", "jack", "poch", "ten"),
        0.346, 0.1225, 0.178, _octagon, theme.MAHOGANY, theme.RAIL_DARK, theme.HONEY, (theme.HONEY, theme.MAPLE),
        theme.PLATE, theme.TEXT, theme.GOLD,
    ),
}  # fmt: skip
"""The boards by the name of their game."""


@lru_cache(8)
def empty_board(game: str) -> Image.Image:
    """An empty board on felt, ``SIZE`` pixels square."""
    board = BOARDS[game]
    scale = SIZE * _FINE
    image = Image.new("RGB", (scale, scale), theme.FELT)
    pen = Pen(image, scale)
    pen.fill(placed(board.outline(0.012), 0.006, 0.008, 1.0), theme.SHADOW)
    for grow, colour in ((0.012, theme.RAIL_DARK), (0.006, board.dark), (-0.012, theme.BRASS), (-0.016, board.wood)):
        pen.fill(board.outline(grow), colour)
    _beads(pen, board)
    _inlay(pen, board)
    for i in range(len(board.ring)):
        _flower(pen, board, 360 * (i + 0.5) / len(board.ring))
    for x, y in places(board):
        _dish(pen, x, y, board.dish, board)
    _dish(pen, 0.5, 0.5, board.hub, board)
    return theme.indexed(image.reduce(_FINE))


def _beads(pen: Pen, board: Board) -> None:
    """A row of small studs along the rim."""
    edge = board.outline(-0.003)
    sides = list(itertools.pairwise((*edge, edge[0])))
    gap = sum(math.dist(a, b) for a, b in sides) / 96
    left = 0.0
    for (ax, ay), (bx, by) in sides:
        length = math.dist((ax, ay), (bx, by))
        while left < length:
            t = left / length
            pen.dot(ax + (bx - ax) * t, ay + (by - ay) * t, 0.0042, theme.GOLD, None)
            left += gap
        left -= length


def _inlay(pen: Pen, board: Board) -> None:
    """A compass rose of two woods, whose long rays run between the dishes."""
    count = len(board.ring)
    step = 360 / count
    ring = board.hub + 0.018
    tip = board.reach + (0.02 if count == 8 else 0.0)
    foot = board.hub * 0.6
    for i in range(count):
        angle = step * (i + 0.5)
        for side, colour in ((-1, board.dark), (1, board.light)):
            pen.fill((_round(angle, tip), _round(angle + side * step * 0.5, foot * 1.45), _round(angle, foot)), colour)
    for r, colour in ((ring, board.dark), (ring - 0.005, board.light), (ring - 0.009, board.dark)):
        pen.dot(0.5, 0.5, r, colour, None)


_TULIP: Final = (
    symmetric("M 0 .5 C .34 .4 .36 .0 .26 -.42 C .16 -.3 .12 -.2 .1 -.06 L 0 -.1", 0.0),
    symmetric("M 0 -.5 C .11 -.34 .14 -.2 .1 .1 L 0 .2", 0.0),
)
_LEAF: Final = path("M 0 .5 C .12 .25 .42 .2 .52 -.14 C .6 .22 .36 .52 0 .62")


def _flower(pen: Pen, board: Board, angle: float) -> None:
    """A tulip on the rim between two dishes, its head outwards."""
    reach = board.reach + (0.09 if len(board.ring) == 8 else 0.04)
    x, y = _round(angle, reach)
    size = 0.06 if len(board.ring) == 8 else 0.085
    line = theme.INK
    first, second = board.paint
    low = _round(angle, reach - size * 1.25)
    pen.line([low, (x, y)], theme.GREEN, 0.005)
    for flip in (1, -1):
        leaf = tuple((px * flip, py) for px, py in _LEAF)
        pen.fill(placed(leaf, *_round(angle, reach - size * 0.55), size * 1.05, angle), theme.GREEN, line, 0.0022)
    pen.fill(placed(_TULIP[0], x, y, size, angle), first, line, 0.0025)
    pen.fill(placed(_TULIP[1], x, y, size, angle), second, line, 0.0025)


def _dish(pen: Pen, x: float, y: float, r: float, board: Board) -> None:
    """A turned hollow with a rim of studs."""
    pen.fill(circle(x, y, r + 0.011, 72), board.dark)
    for i in range(24):
        a = math.tau * i / 24
        pen.dot(x + (r + 0.0045) * math.cos(a), y + (r + 0.0045) * math.sin(a), 0.0028, theme.GOLD, None)
    pen.fill(circle(x, y, r - 0.002, 72), theme.mix(board.bowl, theme.INK, 0.4))
    pen.fill(circle(x, y + 0.003, r - 0.006, 72), board.bowl)
