"""Where things lie on a table, in pixels; the tests hold that nothing overlaps.

A chat shows a picture at most 350 pixels high: one that is 0.64 of its width as high is as wide as the message.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Final, Literal, NamedTuple

WIDTH: Final = 800
HEIGHT: Final = 512
"""The height of a picture that is as wide as the message."""
BAR: Final = 50
"""The height of the line with the title."""
PLATE_WIDTH: Final = 236
PLATE_HEIGHT: Final = 88
"""A plate with two lines, at the side of a table."""
LINE: Final = 54
"""The height of a plate with one line."""
TAG: Final = 40
"""The height of the note that hangs at a plate."""
_EDGE: Final = 10
_HANG: Final = TAG - 8
"""How much of a note stands out from its plate."""


class Box(NamedTuple):
    """A rectangle. Its right and bottom edges are the first pixels outside it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the rectangle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


class SeatPlace(NamedTuple):
    """A seat's plate and the place of the note at it."""

    plate: Box
    note: Box | None = None
    """Where the note hangs; None where it stands on the plate."""

    @property
    def box(self) -> Box:
        """All that the seat takes."""
        plate, note = self.plate, self.note or self.plate
        return Box(plate.left, min(plate.top, note.top), plate.right, max(plate.bottom, note.bottom))


class TableLayout(NamedTuple):
    """A whole table."""

    width: int
    height: int
    seats: tuple[SeatPlace, ...]
    """Clockwise from the seat at the bottom."""
    middle: Box
    """The felt between the plates."""
    arrow: Box
    """Where the arrow of the direction of play has room."""

    @property
    def sides(self) -> bool:
        """Whether seats are at the sides, too."""
        return self.middle.right - self.middle.left < 500


_SIDES: Final[dict[int, tuple[int, int, int]]] = {
    2: (1, 0, 1), 3: (1, 0, 2), 4: (1, 0, 3), 5: (3, 0, 2), 6: (3, 0, 3),
    7: (1, 2, 2), 8: (2, 2, 2), 9: (1, 3, 2), 10: (2, 3, 2),
}  # fmt: skip
"""How many seats are at the bottom, at each side and at the top. Up to six leave the sides free: such a table is low,
and a panel has room for it, the hand and the buttons at once."""
_ACROSS: Final = {1: (560, LINE), 2: (386, LINE), 3: (256, PLATE_HEIGHT)}
"""The width and height of each of so many plates in a line."""
_PILES: Final = 160
"""The height of what lies on a table with nobody at its sides."""


def _line(count: int, y: int) -> list[SeatPlace]:
    """One to three plates side by side, from the left."""
    wide, high = _ACROSS[count]
    left = (WIDTH - count * wide) // (count + 1)
    return [SeatPlace(Box(x, y, x + wide, y + high)) for x in (left + i * (wide + left) for i in range(count))]


def _side(count: int, x: int, top: int, bottom: int) -> list[SeatPlace]:
    """Plates with notes under them, one below another."""
    each = PLATE_HEIGHT + _HANG
    gap = (bottom - top - count * each) // (count + 1)
    found = []
    for y in (top + gap + i * (each + gap) for i in range(count)):
        plate = Box(x, y, x + PLATE_WIDTH, y + PLATE_HEIGHT)
        note = Box(x + 6, plate.bottom - 8, plate.right - 6, plate.bottom - 8 + TAG)
        found.append(SeatPlace(plate, note))
    return found


@cache
def table_layout(seats: int) -> TableLayout:
    """The table for 2 to 10 seats. Raises ValueError for another number."""
    if seats not in _SIDES:
        raise ValueError(f"a table picture has 2 to 10 seats, not {seats}")
    below, side, above = _SIDES[seats]
    over, under = _ACROSS[above][1], _ACROSS[below][1]
    first = BAR + _EDGE + over + 6
    if side:
        height = max(HEIGHT, first + side * (PLATE_HEIGHT + _HANG + 2) + 6 + under + _EDGE)
    else:
        height = first + _PILES + 6 + under + _EDGE
    last = height - _EDGE - under - 6
    upper, lower = _line(above, BAR + _EDGE), _line(below, height - _EDGE - under)
    left = _side(side, _EDGE, first, last)[::-1]
    right = _side(side, WIDTH - _EDGE - PLATE_WIDTH, first, last)
    start = len(lower) // 2
    order = (*reversed(lower[: start + 1]), *left, *upper, *right, *reversed(lower[start + 1 :]))
    reach = _EDGE + (PLATE_WIDTH + 4 if side else 60)
    middle = Box(reach, first, WIDTH - reach, last)
    if below < 3:
        arrow = Box(lower[-1].plate.right + 4, lower[-1].plate.top - 4, WIDTH - 4, lower[-1].plate.bottom)
    else:
        arrow = Box(middle.right, last - 60, WIDTH - 4, last)
    return TableLayout(WIDTH, height, order, middle, arrow)


CARD: Final = 130
LIFT: Final = 8
"""How much higher the top card of a thick pile lies."""


class TrickLayout(NamedTuple):
    """A table round a trick."""

    width: int
    height: int
    seats: tuple[SeatPlace, ...]
    """Clockwise from the seat at the bottom."""
    cards: tuple[Box, ...]
    """The four cards."""
    names: tuple[Box, ...]
    """The name of the seat that played each card, across its lower edge."""
    arrow: Box
    """Where the arrow of the direction of play has room."""


TRICK: Final = 106
"""The width of a card of a trick."""
TRICK_HEIGHT: Final = 148
_ON_CARD: Final = 34
"""How much of a name lies on the card that it belongs to."""


@cache
def trick_layout(seats: int) -> TrickLayout:
    """The table for 2 to 6 seats. Raises ValueError for another number."""
    if not 2 <= seats <= 6:
        raise ValueError(f"a trick picture has 2 to 6 seats, not {seats}")
    below = 3 if seats > 4 else 1
    top = BAR + 5
    upper = _row(seats - below, top, top + PLATE_HEIGHT - 8)
    y = top + PLATE_HEIGHT + _HANG + 3
    bottom = y + TRICK_HEIGHT - _ON_CARD + TAG + 1 + _HANG
    lower = _row(below, bottom, bottom - _HANG)
    height = bottom + PLATE_HEIGHT + 5
    gap = 56
    left = (WIDTH - 4 * TRICK - 3 * gap) // 2
    cards = tuple(Box(x, y, x + TRICK, y + TRICK_HEIGHT) for x in (left + i * (TRICK + gap) for i in range(4)))
    names = tuple(
        Box(box.left - 20, box.bottom - _ON_CARD, box.right + 20, box.bottom - _ON_CARD + TAG) for box in cards
    )
    start = below // 2
    order = (*reversed(lower[: start + 1]), *upper, *reversed(lower[start + 1 :]))
    arrow = Box(WIDTH - 96, y + TRICK_HEIGHT // 2 - 28, WIDTH - 20, y + TRICK_HEIGHT // 2 + 28)
    return TrickLayout(WIDTH, height, order, cards, names, arrow)


_WIDTHS: Final[dict[int, int]] = {1: 460, 2: 380, 3: 256}
"""The width of a plate where so many lie side by side."""


def _row(count: int, y: int, note_y: int) -> list[SeatPlace]:
    """Up to three plates side by side, from the left."""
    wide, gap = _WIDTHS[count], 8
    left = (WIDTH - count * wide - (count - 1) * gap) // 2
    found = []
    for x in (left + i * (wide + gap) for i in range(count)):
        plate = Box(x, y, x + wide, y + PLATE_HEIGHT)
        found.append(SeatPlace(plate, Box(x + 6, note_y, x + wide - 6, note_y + TAG)))
    return found


BOARD: Final = 456
"""The side of the square that a board with pools takes."""
PLAYED: Final = 62
"""The width of a card in the tray beside a board."""


class BoardLayout(NamedTuple):
    """A board with pools; beside it the seats, and below them a tray for what is bet or played."""

    width: int
    height: int
    board: Box
    seats: tuple[SeatPlace, ...]
    """From the top down."""
    tray: Box
    arrow: Box
    """Where the arrow of the direction of play has room."""


@cache
def board_layout(seats: int) -> BoardLayout:
    """The board for 2 to 6 seats, the same during the whole deal. Raises ValueError for another number."""
    if not 2 <= seats <= 6:
        raise ValueError(f"a board picture has 2 to 6 seats, not {seats}")
    board = Box(2, BAR + 3, 2 + BOARD, BAR + 3 + BOARD)
    left, right = board.right + 2, WIDTH - 6
    tray = Box(left, HEIGHT - 5 - 128, right, HEIGHT - 5)
    top, bottom = BAR + 4, tray.top - 2
    high = 96 if seats < 4 else 78 if seats == 4 else LINE - 2
    each = (bottom - top) // max(seats, 3)
    plates = []
    for i in range(seats):
        y = top + i * each + (each - high) // 2
        plates.append(SeatPlace(Box(left, y, right, y + high)))
    return BoardLayout(WIDTH, HEIGHT, board, tuple(plates), tray, Box(left - 44, BAR + 8, left - 4, BAR + 72))


class ShowdownRow(NamedTuple):
    """What one seat has at the end of a deal."""

    kind: Literal["large", "bare", "hand", "line"]
    """A winner's hand or a winner who shows nothing, another hand, or another seat that shows nothing."""
    lines: int = 1
    """How many lines the hand's name takes."""
    rows: int = 1
    """In how many rows its groups of cards lie."""


class ShowdownLayout(NamedTuple):
    """The end of a deal."""

    width: int
    height: int
    columns: int
    large: int
    """The width of a card in a winner's row."""
    card: int
    """The same in the other rows."""
    card_height: int
    hand_width: int
    """The room for the cards of a hand in the other rows."""
    below: int
    """What is below the cards, down to a row's lower edge."""
    between: int
    """What is between the cards of a hand whose groups lie in several rows."""
    boxes: tuple[Box, ...]
    """Where each row is, in the order in which they were given."""


LARGE: Final = (130, 90)
"""The width of a card in a winner's row at a showdown; the smaller where hands lie in groups, or many are shown."""
SHOWN: Final = (78, 60)
"""The same in the other rows, of which there are one or two side by side."""
_FEW: Final = 5
"""With more hands than this beside the winner's, its cards are smaller, too."""
_LARGE_LINE: Final = 44
_SHOWN_LINE: Final = 38
_BARE: Final = 76
"""The height of the row of a winner who shows nothing."""
_PLAIN: Final = 58
"""The same for somebody else."""


def showdown_layout(rows: Sequence[ShowdownRow], *, grouped: bool = False, worded: bool = False) -> ShowdownLayout:
    """The rows from the top in the order in which they are given: winners one below another, over the whole width, and
    up to two other hands in the same way, more in two columns where they follow each other; lines in two columns.

    ``grouped``: the hands lie in groups with marks under them, ``worded``: and with words, over the whole width of
    their box.
    """
    gap = 10
    shown = [row for row in rows if row.kind == "hand"]
    columns = 1 if len(shown) <= 2 else 2
    card = SHOWN[columns - 1]
    card_height = round(card * 1.4)
    width = (WIDTH - gap * (columns + 1)) // columns
    below = 14 + (8 if grouped else 0) + (34 if worded else 0)
    between = below - 4
    large = LARGE[grouped or len(shown) > _FEW]

    def height(kind: str, lines: int, over: int) -> int:
        """How high the rows side by side are whose names take so many lines at most, and whose groups so many rows."""
        if kind == "bare" or kind == "line":
            return _BARE if kind == "bare" else _PLAIN
        if kind == "large":
            high = round(large * 1.4)
            return 60 + _LARGE_LINE * lines + over * high + (over - 1) * between + below
        words = 54 + _SHOWN_LINE * lines
        beside = columns == 1 and not grouped
        if beside:
            return max(card_height + 24, words + 12)
        return words + over * card_height + (over - 1) * between + below

    boxes: list[Box] = []
    y = BAR + gap
    for kind, alike in groupby(rows, lambda row: row.kind):
        group = list(alike)
        side = {"hand": columns, "line": 2}.get(kind, 1)
        wide = width if kind == "hand" else (WIDTH - gap * (side + 1)) // side
        for first in range(0, len(group), side):
            row = group[first : first + side]
            high = height(kind, max(each.lines for each in row), max(each.rows for each in row))
            boxes += _grid(len(row), side, wide, high, y, gap, whole=kind == "line")
            y += high + gap
    hand_width = width - 32 if grouped else 5 * (card + 5) - 5
    return ShowdownLayout(WIDTH, y, columns, large, card, card_height, hand_width, below, between, tuple(boxes))


def _grid(
    count: int, columns: int, width: int, height: int, top: int, gap: int, *, whole: bool = False
) -> tuple[Box, ...]:
    """Boxes in columns; the last of an odd number lies in the middle, or takes the ``whole`` row."""
    found = []
    for i in range(count):
        alone = i == count - 1 and count % columns == 1 and columns == 2
        row, column = divmod(i, columns)
        wide = WIDTH - 2 * gap if alone and whole else width
        x = (WIDTH - wide) // 2 if alone else gap + column * (width + gap)
        y = top + row * (height + gap)
        found.append(Box(x, y, x + wide, y + height))
    return tuple(found)
