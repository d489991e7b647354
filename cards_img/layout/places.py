"""Where things lie on a table, in pixels; the tests hold that nothing overlaps."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

WIDTH: Final = 800
BAR: Final = 46
"""The height of the line with the title."""
PLATE_WIDTH: Final = 234
PLATE_HEIGHT: Final = 92
TAG: Final = 30
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

    def meets(self, other: Box) -> bool:
        """Whether the two have a pixel in common."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


class SeatPlace(NamedTuple):
    """A seat's plate and the place of the note at it."""

    plate: Box
    note: Box


class TableLayout(NamedTuple):
    """A whole table."""

    width: int
    height: int
    seats: tuple[SeatPlace, ...]
    """Clockwise from the seat at the bottom."""
    stock: Box
    discards: Box
    pot: Box
    call: Box


_SIDES: Final[dict[int, tuple[int, int, int]]] = {
    2: (1, 0, 1), 3: (1, 0, 2), 4: (1, 1, 1), 5: (1, 1, 2), 6: (1, 2, 1),
    7: (1, 2, 2), 8: (3, 1, 3), 9: (3, 2, 2), 10: (3, 2, 3),
}  # fmt: skip
"""How many seats are at the bottom, at each side and at the top."""


def _row(count: int, y: int, note_y: int) -> list[SeatPlace]:
    """Plates side by side, from the left."""
    gap = (WIDTH - 2 * _EDGE - 3 * PLATE_WIDTH) // 2 if count == 3 else 54
    left = (WIDTH - count * PLATE_WIDTH - (count - 1) * gap) // 2
    return [_place(left + i * (PLATE_WIDTH + gap), y, note_y) for i in range(count)]


def _place(x: int, y: int, note_y: int) -> SeatPlace:
    return SeatPlace(
        Box(x, y, x + PLATE_WIDTH, y + PLATE_HEIGHT), Box(x + 10, note_y, x + PLATE_WIDTH - 10, note_y + TAG)
    )


@cache
def table_layout(seats: int) -> TableLayout:
    """The table for 2 to 10 seats. Raises ValueError for another number."""
    if seats not in _SIDES:
        raise ValueError(f"a table picture has 2 to 10 seats, not {seats}")
    below, side, above = _SIDES[seats]
    wide = side == 0
    height = 570 if wide else 694
    top = BAR + _EDGE
    bottom = height - _EDGE - PLATE_HEIGHT
    under = PLATE_HEIGHT - 8
    upper = _row(above, top, top + under)
    lower = _row(below, bottom, bottom - _HANG)
    first, last = top + PLATE_HEIGHT + _HANG, bottom - _HANG
    room = PLATE_HEIGHT + _HANG
    gap = (last - first - side * room) // (side + 1)
    heights = [first + gap + i * (room + gap) for i in range(side)]
    left = [_place(_EDGE, y, y + under) for y in reversed(heights)]
    right = [_place(WIDTH - _EDGE - PLATE_WIDTH, y, y + under) for y in heights]
    start = len(lower) // 2
    order = [*reversed(lower[: start + 1]), *left, *upper, *right, *reversed(lower[start + 1 :])]
    return TableLayout(WIDTH, height, tuple(order), *_centre(first, last, wide=wide))


CARD: Final = 130
CARD_HEIGHT: Final = 182
LIFT: Final = 8
"""How much higher the top card of a thick pile lies."""


def _centre(first: int, last: int, *, wide: bool) -> tuple[Box, Box, Box, Box]:
    """Stock, discard pile, pot and the line about the turn, between the plates."""
    width, height, call = CARD + 12, LIFT + CARD_HEIGHT + 34, 36
    middle = WIDTH // 2
    if wide:
        chips = 214
        left = middle - (2 * width + chips + 40) // 2
        y = first + (last - first - height - call) // 2
        stock, discards = (Box(x, y, x + width, y + height) for x in (left, left + width + 12))
        pot = Box(discards.right + 28, y, discards.right + 28 + chips, y + height)
        return stock, discards, pot, Box(100, y + height, WIDTH - 100, y + height + call)
    room = WIDTH - 2 * (_EDGE + PLATE_WIDTH) - 10
    chips = 98
    y = first + (last - first - height - chips - call) // 2
    stock, discards = (Box(x, y, x + width, y + height) for x in (middle - width - 6, middle + 6))
    low = y + height
    pot = Box(middle - room // 2, low, middle + room // 2, low + chips)
    return stock, discards, pot, Box(pot.left, pot.bottom, pot.right, pot.bottom + call)


class TrickLayout(NamedTuple):
    """A table round a trick."""

    width: int
    height: int
    seats: tuple[SeatPlace, ...]
    """Clockwise from the seat at the bottom."""
    cards: tuple[Box, ...]
    """The four cards."""
    names: tuple[Box, ...]
    """The name of the seat that played each card."""
    call: Box


@cache
def trick_layout(seats: int) -> TrickLayout:
    """The table for 2 to 6 seats. Raises ValueError for another number."""
    if not 2 <= seats <= 6:
        raise ValueError(f"a trick picture has 2 to 6 seats, not {seats}")
    below = 3 if seats > 4 else 1
    top = BAR + _EDGE
    y = top + PLATE_HEIGHT + _HANG + 22
    gap = 26
    left = (WIDTH - 4 * CARD - 3 * gap) // 2
    cards = tuple(Box(x, y, x + CARD, y + CARD_HEIGHT) for x in (left + i * (CARD + gap) for i in range(4)))
    names = tuple(Box(box.left - 12, box.bottom + 8, box.right + 12, box.bottom + 8 + TAG) for box in cards)
    call = Box(60, names[0].bottom + 8, WIDTH - 60, names[0].bottom + 44)
    bottom = call.bottom + _HANG + 8
    upper = _row(seats - below, top, top + PLATE_HEIGHT - 8)
    lower = _row(below, bottom, bottom - _HANG)
    start = below // 2
    order = (*reversed(lower[: start + 1]), *upper, *reversed(lower[start + 1 :]))
    return TrickLayout(WIDTH, bottom + PLATE_HEIGHT + _EDGE, order, cards, names, call)


BOARD: Final = 600
"""The side of the square that a board with pools takes."""
PLAYED: Final = 74
"""The width of a card in the tray below a board."""


class BoardLayout(NamedTuple):
    """A board with pools, the seats beside it, and a tray below for the bets or the cards played."""

    width: int
    height: int
    board: Box
    seats: tuple[SeatPlace, ...]
    """From the top down."""
    tray: Box
    call: Box


@cache
def board_layout(seats: int) -> BoardLayout:
    """The board for 2 to 6 seats, the same during the whole deal. Raises ValueError for another number."""
    if not 2 <= seats <= 6:
        raise ValueError(f"a board picture has 2 to 6 seats, not {seats}")
    top = BAR + 6
    board = Box(4, top, 4 + BOARD, top + BOARD)
    high, left, right = 78, board.right + 6, WIDTH - 8
    room = BOARD // seats
    plates = []
    for i in range(seats):
        y = top + i * room + (room - high - _HANG) // 2
        note = Box(left + 6, y + high - 8, right - 6, y + high - 8 + TAG)
        plates.append(SeatPlace(Box(left, y, right, y + high), note))
    tray = Box(8, board.bottom + 8, WIDTH - 8, board.bottom + 8 + 150)
    call = Box(10, tray.bottom + 8, WIDTH - 10, tray.bottom + 8 + 46)
    return BoardLayout(WIDTH, call.bottom, board, tuple(plates), tray, call)


class ShowdownLayout(NamedTuple):
    """The end of a deal."""

    width: int
    height: int
    columns: int
    card: int
    """The width of a card."""
    card_height: int
    hand_width: int
    """The room for the cards of a hand."""
    hands: tuple[Box, ...]
    """The hands that are shown."""
    lines: tuple[Box, ...]
    """The seats whose hands are not shown."""


def showdown_layout(shown: int, others: int, *, grouped: bool = False) -> ShowdownLayout:
    """Up to three hands one below another, more in two columns; the other seats as lines, in two columns.

    ``grouped``: the hands lie in groups with words under them, over the whole width of their box.
    """
    gap = 10
    columns = 1 if shown <= 3 else 2
    card = 94 if columns == 1 else 62
    card_height = round(card * 1.4)
    width = (WIDTH - gap * (columns + 1)) // columns
    height = card_height + (136 if grouped else 28 if columns == 1 else 102)
    y = BAR + gap
    hands = _grid(shown, columns, width, height, y, gap)
    y = max([y, *(box.bottom + gap for box in hands)])
    lines = _grid(others, 2, (WIDTH - gap * 3) // 2, 56, y, gap)
    bottom = max([y, *(box.bottom + gap for box in lines)])
    return ShowdownLayout(
        WIDTH, bottom, columns, card, card_height, width - 32 if grouped else 5 * (card + 5) - 5, hands, lines
    )


def _grid(count: int, columns: int, width: int, height: int, top: int, gap: int) -> tuple[Box, ...]:
    found = []
    for i in range(count):
        alone = i == count - 1 and count % columns == 1 and columns == 2
        row, column = divmod(i, columns)
        x = (WIDTH - width) // 2 if alone else gap + column * (width + gap)
        y = top + row * (height + gap)
        found.append(Box(x, y, x + width, y + height))
    return tuple(found)
