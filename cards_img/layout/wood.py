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
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from cards_img.layout.places import BOARD
from cards_img.tools import theme
from cards_img.tools.paths import Outline, Pen, Point, placed, symmetric
from cards_img.tools.theme import RGB

SIZE: Final = BOARD
"""The side of a board's square, in pixels."""
_MIDDLE: Final = SIZE // 2
_FINE: Final = 3
"""How many times larger a board is drawn before it is reduced, for smooth edges."""


class Rows(NamedTuple):
    """Where a dish's contents stand, in pixels below its middle."""

    sign: int
    """The foot of the sign."""
    number: int
    """The middle of the number, with the chips beside it."""
    name: int
    """The middle of the name."""
    wide: int
    """How wide the number with its chips can be, or who took them."""
    name_wide: int
    """How wide the name can be."""


@dataclass(frozen=True, slots=True)
class BoardDesign:
    """How a kind of board is drawn: the pools round its middle, and what it is made of. All lengths are in pixels."""

    ring: tuple[str, ...]
    """The engine's names of the pools round the middle, clockwise from the top."""
    centre: str
    """The name of the pool in the middle; empty if it has none."""
    spots: tuple[tuple[int, int], ...]
    """The middles of their dishes."""
    hollow: Callable[[int, int, int], Outline]
    """The edge of the hollow whose middle is at x, y; the third number is how far it lies outside the dish's ground."""
    rows: Rows
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
    lying, bare = (_painted(board, ground) for ground in (theme.FELT, theme.RAIL_DARK))
    inside = Image.new("L", lying.size)
    ImageDraw.Draw(inside).polygon(board.outline, fill=255)
    lying.paste(bare, mask=inside.filter(ImageFilter.MinFilter(5)).convert("1"))  # no edge there has a tone of felt
    return lying


def _painted(board: BoardDesign, ground: RGB) -> Image.Image:
    image = Image.new("RGB", (SIZE * _FINE, SIZE * _FINE), ground)
    pen = Pen(image, _FINE)
    if ground is theme.FELT:
        pen.fill(((x + 5, y + 5) for x, y in board.outline), theme.SHADOW)
    board.paint(pen, board)
    return theme.indexed(image.reduce(_FINE))


def _away(angle: float, reach: float) -> Point:
    """The point at an angle clockwise from the top, in degrees, and ``reach`` pixels from the middle."""
    a = math.radians(angle)
    return _MIDDLE + reach * math.sin(a), _MIDDLE - reach * math.cos(a)


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


def _sides(outline: Sequence[Point]) -> Iterable[tuple[Point, Point]]:
    return zip(outline, (*outline[1:], outline[0]), strict=True)


def _bevel(pen: Pen, outer: Outline, inner: Outline, bowl: RGB) -> None:
    """The walls of a hollow, each side lit in its own way; the light falls from above."""
    dark = sum(bowl) < 384
    for (a, b), (c, d) in zip(_sides(outer), _sides(inner), strict=True):
        x, y = (a[0] + b[0] - c[0] - d[0]) / 2, (a[1] + b[1] - c[1] - d[1]) / 2
        lit = (y / math.hypot(x, y) + 1) / 2
        bright = theme.PLATE_LIT if dark else theme.mix(bowl, theme.PAPER, 0.6)
        deep = theme.mix(bowl, theme.INK, 0.5)
        pen.fill(
            (a, b, d, c), theme.mix(bowl, bright, 2 * lit - 1) if lit > 0.5 else theme.mix(bowl, deep, 1.3 - 2 * lit)
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


_REACH: Final = _MIDDLE - 2
"""How far the boards reach from their middle."""
_CELL: Final = 144
"""From the middle of a dish to the next, where they lie in three rows of three."""
_HALF: Final = 66
"""Half the width of such a dish."""
_CUT: Final = 46
"""How much of its corners the board of nine pools lacks."""
_GRID: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The rows and columns round the middle, clockwise from the top."""


def _cut_square(reach: int) -> Outline:
    """The board of nine pools, or a smaller shape of its kind."""
    return _notched(_MIDDLE, _MIDDLE, reach, _CUT - round((_REACH - reach) * 0.6))


def _grid_square(reach: int) -> Outline:
    return _square(_MIDDLE, _MIDDLE, reach)


def _corner_hollow(x: int, y: int, grow: int) -> Outline:
    """A dish of the board of nine pools: its corner that lies at the board's own is cut off with it."""
    r = _HALF + grow
    across, down = (x > _MIDDLE) - (x < _MIDDLE), (y > _MIDDLE) - (y < _MIDDLE)
    found = []
    for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        cut = 32 if (sx, sy) == (across, down) else 12
        before, after = (x + sx * (r - cut), y + sy * r), (x + sx * r, y + sy * (r - cut))
        found += [after, before] if sx == sy else [before, after]
    return tuple(found)


def _plain_hollow(x: int, y: int, grow: int) -> Outline:
    return _square(x, y, _HALF + grow)


def _comb_hollow(x: int, y: int, grow: int) -> Outline:
    return _hexagon(x, y, _HALF + grow)


def _poch(pen: Pen, board: BoardDesign) -> None:
    """Walnut round a painted field, with eight dishes round the middle and stars where they meet."""
    for r, colour in ((_REACH, theme.RAIL_DARK), (_REACH - 3, theme.WALNUT), (_REACH - 11, theme.GOLD),
                      (_REACH - 12, theme.NAVY)):  # fmt: skip
        pen.fill(_cut_square(r), colour)
    for x, y in (*board.spots, (_MIDDLE, _MIDDLE)):
        pen.fill(board.hollow(x, y, 5), theme.WALNUT)
        pen.fill(board.hollow(x, y, 4), theme.GOLD)
        _bevel(pen, board.hollow(x, y, 3), board.hollow(x, y, -1), board.bowl)
    for x, y in itertools.product((-1, 1), repeat=2):
        _star(pen, _MIDDLE + x * _CELL / 2, _MIDDLE + y * _CELL / 2, 17, theme.GOLD, theme.NAVY)
        _star(pen, _MIDDLE + x * _CELL / 2, _MIDDLE + y * _CELL / 2, 11, theme.RED, theme.GOLD)


def _comb(reach: int) -> Outline:
    """The edge of Le Poque's board: eight sides round seven cells."""
    x, y = reach - 106, reach - 142
    return (
        (_MIDDLE - x, _MIDDLE - reach), (_MIDDLE + x, _MIDDLE - reach), (_MIDDLE + reach, _MIDDLE - y),
        (_MIDDLE + reach, _MIDDLE + y), (_MIDDLE + x, _MIDDLE + reach), (_MIDDLE - x, _MIDDLE + reach),
        (_MIDDLE - reach, _MIDDLE + y), (_MIDDLE - reach, _MIDDLE - y),
    )  # fmt: skip


def _poque(pen: Pen, board: BoardDesign) -> None:
    """A tray of red lacquer with a comb of seven cells, and lilies of gold where it leaves room."""
    for r, colour in ((_REACH, theme.INK), (_REACH - 2, theme.GOLD), (_REACH - 4, theme.RED)):
        pen.fill(_comb(r), colour)
    for turn in (0, 180):
        for flower in _LILY:
            pen.fill(placed(flower, *_away(turn, 202), 44, turn), theme.GOLD)
    for turn in (59, 121, 239, 301):
        _star(pen, *_away(turn, 206), 12, theme.GOLD, theme.RED)
    cells = (*board.spots, (_MIDDLE, _MIDDLE))
    for grow, colour in ((8, theme.INK), (6, theme.GOLD), (4, theme.INK)):
        for x, y in cells:
            pen.fill(board.hollow(x, y, grow), colour)
    for x, y in cells:
        _bevel(pen, board.hollow(x, y, 3), board.hollow(x, y, -2), board.bowl)


def _box(pen: Pen, board: BoardDesign) -> None:
    """A box of mahogany with eight compartments lined with baize, inlaid along its edge and where its walls meet."""
    for r, colour in (
        (_REACH, theme.RAIL_DARK), (_REACH - 2, theme.MAHOGANY), (_REACH - 9, theme.HONEY),
        (_REACH - 11, theme.MAHOGANY),
    ):  # fmt: skip
        pen.fill(_grid_square(r), colour)
    tooled = theme.mix(theme.PLATE, theme.GOLD, 0.4)
    for x, y in (*board.spots, (_MIDDLE, _MIDDLE)):
        for grow, colour in ((4, theme.HONEY), (3, theme.RAIL_DARK)):
            pen.fill(board.hollow(x, y, grow), colour)
        _bevel(pen, board.hollow(x, y, 2), board.hollow(x, y, -2), board.bowl)
        for across in (-1, 1):
            pen.fill(_diamond(x + across * 56, y - 56, 4), tooled)
    for x, y in itertools.product((-1, 1), repeat=2):
        for r, colour in ((13, theme.RAIL_DARK), (11, theme.GOLD), (6, theme.MAHOGANY)):
            pen.fill(_diamond(_MIDDLE + x * _CELL // 2, _MIDDLE + y * _CELL // 2, r), colour)


_EIGHT: Final = ("ace", "king", "marriage", "queen", "sequence", "jack", "poch", "ten")
_AROUND: Final = tuple((_MIDDLE + x * _CELL, _MIDDLE + y * _CELL) for x, y in _GRID)
_ROWS: Final = Rows(-7, 14, 44, 126, 126)
NINE_POOLS: Final = BoardDesign(
    ring=_EIGHT,
    centre="centre",
    spots=_AROUND,
    hollow=_corner_hollow,
    rows=_ROWS,
    card=88,
    outline=_cut_square(_REACH),
    paint=_poch,
    bowl=theme.MAPLE,
    ink=theme.INK,
    number=theme.INK,
    faint=theme.OCHRE,
)
"""The board of Poch."""
SIX_POOLS: Final = BoardDesign(
    ring=("ace", "king", "queen", "jack", "ten", "poch"),
    centre="",
    spots=tuple(
        (_MIDDLE + x * 74, _MIDDLE + y * 128) for x, y in ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
    ),
    hollow=_comb_hollow,
    rows=Rows(-9, 9, 38, 100, 80),
    card=72,
    outline=_comb(_REACH),
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
    spots=_AROUND,
    hollow=_plain_hollow,
    rows=_ROWS,
    card=88,
    outline=_grid_square(_REACH),
    paint=_box,
    bowl=theme.PLATE,
    ink=theme.TEXT,
    number=theme.GILT,
    faint=theme.MUTED,
)
"""The box of 1873."""
BOARDS: Final = (NINE_POOLS, SIX_POOLS, EIGHT_POOLS)
"""The boards whose pools have their own places."""


@lru_cache(8)
def board_of(pools: tuple[str, ...]) -> BoardDesign:
    """The board that has these pools and no others; where there is none, one with as many dishes.

    Up to eight pools lie round the middle in their order, and a ninth in it. Raises ValueError for more.
    """
    found = next((board for board in BOARDS if {*board.ring, *filter(None, (board.centre,))} == set(pools)), None)
    if found is not None:
        return found
    ring, rest = pools[: len(_EIGHT)], pools[len(_EIGHT) :]
    if len(rest) > 1:
        raise ValueError(f"a board has up to {len(_EIGHT) + 1} pools, not {len(pools)}")
    return replace(NINE_POOLS, ring=ring, centre="".join(rest), spots=_AROUND[: len(ring)])
