"""The boards with pools, as they lie on the table: wood, inlay and paint, drawn once.

Edges run level, upright or at 45 degrees wherever they can, on whole pixels: such lines take hardly any room in a PNG,
so that some is left for the ornament.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from PIL import Image

from cards_img.layout.places import BOARD
from cards_img.tools import theme
from cards_img.tools.paths import Outline, Pen, Point, placed, symmetric
from cards_img.tools.theme import RGB

SIZE: Final = BOARD
"""The side of a board's square, in pixels."""
_MIDDLE: Final = SIZE // 2
_FINE: Final = 3
"""How many times larger a board is drawn before it is reduced, for smooth edges."""


@dataclass(frozen=True, slots=True)
class BoardDesign:
    """How a kind of board is drawn: the pools round its middle, and what it is made of. All lengths are in pixels."""

    ring: tuple[str, ...]
    """The engine's names of the pools round the middle, clockwise from the top."""
    centre: str
    """The name of the pool in the middle; empty if it has none."""
    spots: tuple[tuple[int, int], ...]
    """The middles of the dishes round the middle."""
    dish: int
    """The radius of the circle that the contents of a dish may fill."""
    hub: int
    """The same for the dish in the middle."""
    card: int
    """The width of the card in the middle, if no pool is there."""
    outline: Outline
    """The board's edge."""
    paint: Callable[[Pen, BoardDesign], None]
    """Draws the whole board except what lies in the dishes."""
    bowl: RGB
    """The colour of a dish's ground."""
    ink: RGB
    """The colour of the names in the dishes."""
    number: RGB
    """The colour of the numbers in the dishes."""
    faint: RGB
    """The colour of the number in an empty dish."""


@lru_cache(8)
def empty_board(board: BoardDesign) -> Image.Image:
    """The board without anything on it, on felt, ``SIZE`` pixels square."""
    image = Image.new("RGB", (SIZE * _FINE, SIZE * _FINE), theme.FELT)
    pen = Pen(image, _FINE)
    pen.fill(((x + 5, y + 5) for x, y in board.outline), theme.SHADOW)
    board.paint(pen, board)
    return theme.indexed(image.reduce(_FINE))


def _ring(count: int, reach: float) -> tuple[tuple[int, int], ...]:
    """Places on a circle round the middle, clockwise from the top."""
    turns = (math.tau * i / count for i in range(count))
    return tuple((_MIDDLE + round(reach * math.sin(a)), _MIDDLE - round(reach * math.cos(a))) for a in turns)


def _away(angle: float, reach: float) -> Point:
    """The point at an angle clockwise from the top, in degrees, and ``reach`` pixels from the middle."""
    a = math.radians(angle)
    return _MIDDLE + reach * math.sin(a), _MIDDLE - reach * math.cos(a)


def _octagon(x: int, y: int, r: int) -> Outline:
    """A regular octagon with level and upright sides, ``r`` from its middle."""
    return _notched(x, y, r, r - round(r * math.tan(math.pi / 8)))


def _hexagon(x: int, y: int, r: int) -> Outline:
    """A hexagon that stands on its tip, ``r`` from its middle to an upright side; its slopes fall four pixels in
    seven."""
    half = round(r * 4 / 7)
    return (
        (x, y - 2 * half), (x + r, y - half), (x + r, y + half),
        (x, y + 2 * half), (x - r, y + half), (x - r, y - half),
    )  # fmt: skip


def _square(x: int, y: int, r: int) -> Outline:
    return ((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r))


def _notched(x: int, y: int, r: int, cut: int) -> Outline:
    """A square whose corners are cut off."""
    s = r - cut
    return (
        (x - s, y - r), (x + s, y - r), (x + r, y - s), (x + r, y + s),
        (x + s, y + r), (x - s, y + r), (x - r, y + s), (x - r, y - s),
    )  # fmt: skip


def _diamond(x: int, y: int, r: int) -> Outline:
    return ((x, y - r), (x + r, y), (x, y + r), (x - r, y))


_Shape = Callable[[int, int, int], Outline]


def _sides(outline: Sequence[Point]) -> Iterable[tuple[Point, Point]]:
    return zip(outline, (*outline[1:], outline[0]), strict=True)


def _teeth(pen: Pen, shape: _Shape, r: int, high: int, step: int, slant: int, colour: RGB) -> None:
    """A band of triangles along the sides of a shape, their feet ``r`` from its middle and their tips inwards.

    ``step``: pixels from one triangle to the next; ``slant``: the same on slanting sides, measured level.
    """
    feet, tips = shape(_MIDDLE, _MIDDLE, r), shape(_MIDDLE, _MIDDLE, r - high)
    for ((ax, ay), (bx, by)), ((cx, cy), (dx, dy)) in zip(_sides(feet), _sides(tips), strict=True):
        wide, tall = bx - ax, by - ay
        if abs(wide) > 1 and abs(tall) > 1:
            ux, uy = math.copysign(slant, wide), math.copysign(slant * abs(tall / wide), tall)
        else:
            ux, uy = (math.copysign(step, wide), 0.0) if abs(wide) > 1 else (0.0, math.copysign(step, tall))
        count = int(math.hypot(dx - cx, dy - cy) // math.hypot(ux, uy))
        x, y = (ax + bx - ux * count) / 2, (ay + by - uy * count) / 2
        tx, ty = (cx + dx - ux * (count - 1)) / 2, (cy + dy - uy * (count - 1)) / 2
        for i in range(count):
            px, py = i * ux, i * uy
            pen.fill(((x + px, y + py), (x + px + ux, y + py + uy), (tx + px, ty + py)), colour)


def _bevel(pen: Pen, outer: Outline, inner: Outline, bowl: RGB) -> None:
    """The walls of a hollow, each side lit in its own way; the light falls from above."""
    dark = sum(bowl) < 384
    for (a, b), (c, d) in zip(_sides(outer), _sides(inner), strict=True):
        x, y = (a[0] + b[0] - c[0] - d[0]) / 2, (a[1] + b[1] - c[1] - d[1]) / 2
        lit = (y / math.hypot(x, y) + 1) / 2
        bright = theme.mix(bowl, theme.FELT, 0.8) if dark else theme.mix(bowl, theme.PAPER, 0.6)
        deep = theme.mix(bowl, theme.INK, 0.5)
        pen.fill(
            (a, b, d, c), theme.mix(bowl, bright, 2 * lit - 1) if lit > 0.5 else theme.mix(bowl, deep, 1.2 - 2 * lit)
        )
    pen.fill(inner, bowl)


_LILY: Final = (
    symmetric("M 0 -.5 C .1 -.34 .2 -.2 .13 .0 C .1 .1 .08 .2 .08 .3 L 0 .3", 0.0),
    symmetric("M .12 .12 C .18 -.16 .5 -.24 .46 .02 C .44 .12 .34 .1 .34 .02 C .24 .02 .2 .12 .18 .2 L .12 .2", 0.0),
)


def _star(pen: Pen, x: float, y: float, r: int, colour: RGB, middle: RGB) -> None:
    """A star with eight points, made of two squares, and a dot in it."""
    x, y, half = round(x), round(y), round(r * 0.7)
    pen.fill(_square(x, y, half), colour)
    pen.fill(_diamond(x, y, r), colour)
    pen.dot(x, y, r * 0.3, middle)


def _poch(pen: Pen, board: BoardDesign) -> None:
    """An octagon of walnut round a painted field, with eight-sided hollows in a compass rose."""
    for r, colour in ((294, theme.RAIL_DARK), (290, theme.WALNUT), (272, theme.GOLD), (270, theme.NAVY)):
        pen.fill(_octagon(_MIDDLE, _MIDDLE, r), colour)
    _teeth(pen, _octagon, 286, 10, 20, 14, theme.MAPLE)
    for i in range(8):
        angle = 45 * (i + 0.5)
        _star(pen, *_away(angle, 256), 20, theme.GOLD, theme.NAVY)
        _star(pen, *_away(angle, 256), 13, theme.RED, theme.GOLD)
        _star(pen, *_away(angle, 150), 9, theme.GOLD, theme.GOLD)
    for x, y in (*board.spots, (_MIDDLE, _MIDDLE)):
        r = board.hub if (x, y) == (_MIDDLE, _MIDDLE) else board.dish
        pen.fill(_octagon(x, y, r + 8), theme.WALNUT)
        pen.fill(_octagon(x, y, r + 6), theme.GOLD)
        _bevel(pen, _octagon(x, y, r + 4), _octagon(x, y, r - 1), board.bowl)


def _poque(pen: Pen, board: BoardDesign) -> None:
    """A tray of red lacquer with a comb of seven cells, and lilies of gold in its corners."""
    for r, colour in ((259, theme.INK), (256, theme.GOLD), (254, theme.INK), (245, theme.GOLD), (243, theme.RED)):
        pen.fill(_hexagon(_MIDDLE, _MIDDLE, r), colour)
    _teeth(pen, _hexagon, 254, 7, 16, 14, theme.GOLD)
    for i in range(6):
        for flower in _LILY:
            pen.fill(placed(flower, *_away(60 * i, 232), 64, 60 * i), theme.GOLD)
    cells = (*board.spots, (_MIDDLE, _MIDDLE))
    for grow, colour in ((8, theme.INK), (6, theme.GOLD), (4, theme.INK)):
        for x, y in cells:
            pen.fill(_hexagon(x, y, board.dish + grow), colour)
    for x, y in cells:
        _bevel(pen, _hexagon(x, y, board.dish + 3), _hexagon(x, y, board.dish - 3), board.bowl)


def _box(pen: Pen, board: BoardDesign) -> None:
    """A box of mahogany with eight compartments lined with baize, inlaid along its edge and where its walls meet."""
    for r, colour in (
        (295, theme.RAIL_DARK), (292, theme.MAHOGANY), (288, theme.HONEY), (286, theme.RAIL_DARK), (276, theme.HONEY),
        (274, theme.MAHOGANY),
    ):  # fmt: skip
        pen.fill(_square(_MIDDLE, _MIDDLE, r), colour)
    _teeth(pen, _square, 286, 10, 12, 12, theme.HONEY)
    tooled = theme.mix(theme.PLATE, theme.GOLD, 0.4)
    for x, y in (*board.spots, (_MIDDLE, _MIDDLE)):
        for r, colour in ((87, theme.HONEY), (85, theme.RAIL_DARK)):
            pen.fill(_square(x, y, r), colour)
        _bevel(pen, _square(x, y, 84), _square(x, y, 79), board.bowl)
        for r, colour in ((75, tooled), (73, board.bowl)):
            pen.fill(_notched(x, y, r, 15), colour)
        for across in (-1, 1):
            for down in (-1, 1):
                pen.fill(_diamond(x + across * 70, y + down * 70, 5), tooled)
    for x, y in itertools.product((-1, 1), repeat=2):
        pen.fill(_diamond(_MIDDLE + x * _CELL // 2, _MIDDLE + y * _CELL // 2, 13), theme.RAIL_DARK)
        pen.fill(_diamond(_MIDDLE + x * _CELL // 2, _MIDDLE + y * _CELL // 2, 11), theme.GOLD)
        pen.fill(_diamond(_MIDDLE + x * _CELL // 2, _MIDDLE + y * _CELL // 2, 6), theme.MAHOGANY)


_EIGHT: Final = ("ace", "king", "marriage", "queen", "sequence", "jack", "poch", "ten")
_CELL: Final = 184
"""The distance from the middle of one compartment of the box to the next."""
NINE_POOLS: Final = BoardDesign(
    ring=_EIGHT,
    centre="centre",
    spots=_ring(8, 208),
    dish=71,
    hub=104,
    card=108,
    outline=_octagon(_MIDDLE, _MIDDLE, 294),
    paint=_poch,
    bowl=theme.MAPLE,
    ink=theme.INK,
    number=theme.INK,
    faint=theme.OCHRE,
)
"""The octagon of Poch."""
SIX_POOLS: Final = BoardDesign(
    ring=("ace", "king", "queen", "jack", "ten", "poch"),
    centre="",
    spots=tuple(
        (_MIDDLE + x * 81, _MIDDLE + y * 139) for x, y in ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
    ),
    dish=72,
    hub=72,
    card=80,
    outline=_hexagon(_MIDDLE, _MIDDLE, 259),
    paint=_poque,
    bowl=theme.TINT,
    ink=theme.INK,
    number=theme.INK,
    faint=theme.OCHRE,
)
"""The comb of Le Poque."""
EIGHT_POOLS: Final = BoardDesign(
    ring=_EIGHT,
    centre="",
    spots=tuple(
        (_MIDDLE + x * _CELL, _MIDDLE + y * _CELL)
        for x, y in ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
    ),
    dish=88,
    hub=79,
    card=98,
    outline=_square(_MIDDLE, _MIDDLE, 295),
    paint=_box,
    bowl=theme.PLATE,
    ink=theme.TEXT,
    number=theme.GOLD,
    faint=theme.MUTED,
)
"""The box of 1873."""
BOARDS: Final = (NINE_POOLS, SIX_POOLS, EIGHT_POOLS)
"""The boards whose pools have their own places."""


@lru_cache(8)
def board_of(pools: tuple[str, ...]) -> BoardDesign:
    """The board that has these pools and no others; if there is none, an octagon with as many dishes.

    Up to eight pools lie round the middle in their order, and a ninth in it. Raises ValueError for more.
    """
    found = next((board for board in BOARDS if {*board.ring, *filter(None, (board.centre,))} == set(pools)), None)
    if found is not None:
        return found
    ring, rest = pools[: len(_EIGHT)], pools[len(_EIGHT) :]
    if len(rest) > 1:
        raise ValueError(f"a board has up to {len(_EIGHT) + 1} pools, not {len(pools)}")
    return replace(NINE_POOLS, ring=ring, centre="".join(rest), spots=_ring(len(ring), 208))
