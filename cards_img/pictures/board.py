"""The picture of a board with pools: chips in its dishes, the turned card, seats beside it and cards played out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from cards_img.captions import BoardCaptions
from cards_img.layout import marks
from cards_img.layout.canvas import Canvas, card_mask, round_mask, tag_width
from cards_img.layout.labels import GAP, in_a_row
from cards_img.layout.places import BOARD, PLAYED, BoardLayout, Box, SeatPlace, board_layout
from cards_img.layout.plates import draw_plate, number
from cards_img.layout.wood import BoardDesign, board_of, empty_board
from cards_img.look import Look
from cards_img.pictures.table import heading
from cards_img.tools import fonts, theme
from engine.cards import Card, Rank, Suit
from engine.middle import Played, Pool, Pools
from engine.view import SeatView, View

_CARD: Final = 62
"""The width of the turned card, where the middle is a pool too."""
_NUMBER: Final = 38
"""The size of the number in a dish."""
_CHIPS: Final = (28, 24, 20, 16, 12)
"""Widths of a chip in a dish: the largest at which the stacks fit."""
_LARGE_CHIPS: Final = (40, 34, 28, 22)
"""Widths of a chip in the tray."""
_PAD: Final = 12
"""The room between the tray's edge and what lies in it."""
_LEAST_SEEN: Final = 31
"""How much of a card in the tray is seen at least."""
_BESIDE: Final = 8
"""What is left free beside the names."""
_WALL: Final = 3
"""How far the walls of a hollow reach out of it."""
_PLAYED_HEIGHT: Final = round(PLAYED * 1.4)
"""The height of a card in the tray."""
_NAMES: Final = 32
"""The height of the names under the cards in the tray."""


def board_picture(view: View, captions: BoardCaptions, look: Look = Look()) -> bytes:
    """A board with its pools as PNG, 800 pixels wide and as high in each stage of a deal; its pools say which board.

    In a pool that has been emptied stands who took it. In the tray beside it lie the cards played out last, and as
    long as there are none, the bets. Whoever has won the whole game wears a crown. No hand is in it, whoever looks.
    Raises ValueError where no pools lie in the middle or too many, and where seats and their captions differ in number.
    """
    middle = view.middle
    if len(captions.seats) != len(view.seats):
        raise ValueError(f"the table has {len(view.seats)} seats and {len(captions.seats)} captions for them")
    if not isinstance(middle, Pools):
        raise ValueError(f"a {type(middle).__name__} is no board with pools")
    board = board_of(tuple(pool.name for pool in middle.pools))
    layout = board_layout(len(view.seats))
    canvas = Canvas(_ground(board, layout))
    heading(canvas, captions.title, call=captions.call)
    names = dict(captions.pools)

    def taker(pool: Pool) -> str:
        seat = pool.taken_by
        return "" if seat is None else fonts.player_name(captions.seats[seat].name, seat)

    pools = {pool.name: pool for pool in middle.pools}
    for name, spot in zip(board.ring, board.spots, strict=True):
        pool = pools[name]
        dish = _dish(
            board, spot, pool.bet_for, pool.ranks, middle.turned.suit, pool.chips, names.get(name, ""), taker(pool),
            name in captions.last.pools, look,
        )  # fmt: skip
        half = dish.width // 2
        left, top = layout.board.left + spot[0] - half, layout.board.top + spot[1] - half
        canvas.put(dish, left, top, _hollow_mask(board, spot, half))
    centre = pools.get(board.centre)
    if board.centre in captions.last.pools:
        _ring(canvas, board, (BOARD // 2, BOARD // 2), layout.board.left, layout.board.top)
    if centre is None:
        _turned(canvas, board, layout, middle.turned, look, shines=captions.last.turned)
    else:
        _centre(
            canvas, board, layout, middle.turned, centre, names.get(board.centre, ""), taker(centre), captions, look
        )
    if not captions.clockwise:
        left, top, right, _ = layout.arrow
        size = right - left
        canvas.put(marks.upwards(size, theme.FELT), left, top, round_mask(size, size, size // 2))
    first = view.viewer or 0
    for turn, place in enumerate(layout.seats):
        seat = view.seats[(first + turn) % len(view.seats)]
        _seat(canvas, view, middle, seat, captions, place)
    if middle.run:
        _run(canvas, captions, middle.run, layout.tray, look, stopped=middle.stopped)
    else:
        _bets(canvas, view.pot, middle.bet, captions, layout.tray)
    return canvas.png(look.cloth)


@lru_cache(8)
def _ground(board: BoardDesign, layout: BoardLayout) -> Image.Image:
    """The felt with the empty board and the empty tray on it."""
    image = theme.blank(layout.width, layout.height, theme.FELT)
    image.paste(empty_board(board), (layout.board.left, layout.board.top))
    canvas = Canvas(image)
    tray = layout.tray
    canvas.plate(tray.left, tray.top, tray.right - tray.left, tray.bottom - tray.top, 16, theme.FELT, theme.BRASS, 2)
    return canvas.image


def _seat(canvas: Canvas, view: View, middle: Pools, seat: SeatView, captions: BoardCaptions, place: SeatPlace) -> None:
    """A seat's plate, with its stake in the betting and its note."""
    # A seat that is out of the betting still plays on: its cards stay.
    quiet = seat.passed and middle.betting
    won = view.result is not None and seat.seat in view.result.game_winners
    draw_plate(
        canvas, view, seat, captions.seats[seat.seat], place, captions.dealer, quiet=quiet, counted=True, crowned=won,
        last=seat.seat in captions.last.seats, bet=middle.bet,
    )  # fmt: skip


def _sign(knock: bool, ranks: tuple[Rank, ...], suit: Suit | None, ground: theme.RGB, look: Look) -> Image.Image | None:
    if knock:
        return marks.knocking(54, ground)
    if not ranks:
        return None
    wide, step = 40, {2: 30}.get(len(ranks), 26)
    image = theme.blank(wide + step * (len(ranks) - 1), round(wide * 1.3), ground)
    for i, rank in enumerate(ranks):
        small = marks.small_card(look.index(rank), suit, wide, ground, look)
        image.paste(small, (i * step, 0), round_mask(*small.size, 4))
    return image


def _amount(canvas: Canvas, board: BoardDesign, amount: int, x: float, y: float, room: int) -> None:
    """The number of a pool with its chips beside it, centred on x, y."""
    text = number(amount)
    wide = min(room, fonts.width(text, "Black", _NUMBER))
    chips = marks.fitting_heap(amount, _CHIPS, room - wide - 6, 36, board.bowl)
    left = x - (wide + (chips.width + 6 if chips else 0)) / 2
    if chips:
        canvas.put(chips, left, y + 14 - chips.height)
        left += chips.width + 6
    colour = board.number if amount else board.faint
    canvas.text(text, left, y - 1, _NUMBER, colour, board.bowl, weight="Black", room=wide)


@lru_cache(256)
def _dish(
    board: BoardDesign, at: tuple[int, int], knock: bool, ranks: tuple[Rank, ...], suit: Suit | None, amount: int,
    name: str, taker: str, shines: bool, look: Look,
) -> Image.Image:  # fmt: skip
    """A pool on its piece of the board: its sign, below it the chips with their number, and the name.

    Kept, since most pools are the same from one picture to the next.
    """
    r = round(max(y for _, y in board.hollow(*at, _WALL))) - at[1]
    canvas = Canvas(empty_board(board).crop((at[0] - r, at[1] - r, at[0] + r, at[1] + r)))
    if shines:
        _ring(canvas, board, at, r - at[0], r - at[1])
    rows = board.rows
    if taker and not amount:
        _taken(canvas, taker, r, r + rows.number, min(122, rows.wide), board)
    else:
        _amount(canvas, board, amount, r, r + rows.number, min(116, rows.wide))
    canvas.text(name, r, r + rows.name, theme.LEAST, board.ink, board.bowl, align="middle", room=rows.name_wide)
    if sign := _sign(knock, ranks, suit, board.bowl, look):
        canvas.put_bare(sign, r - sign.width / 2, r + rows.sign - sign.height, board.bowl)
    return canvas.image


def _ring(canvas: Canvas, board: BoardDesign, at: tuple[int, int], across: float, down: float) -> None:
    """The ring round a pool that was moved, on the walls of its hollow, clear of what is in it; the hollow's middle is
    so far ``across`` and ``down`` from where it lies on the board."""
    ring = [(x + across, y + down) for x, y in board.hollow(*at, _WALL - 3)]
    canvas.outline(ring, theme.GLOW if board.bowl == theme.PLATE else theme.RED, 6)


@lru_cache(32)
def _hollow_mask(board: BoardDesign, at: tuple[int, int], half: int) -> Image.Image:
    """Where a dish covers the board: its hollow with the walls, and not the corners of its square, in which others'
    dishes lie."""
    mask = Image.new("1", (2 * half, 2 * half))
    ImageDraw.Draw(mask).polygon([(x - at[0] + half, y - at[1] + half) for x, y in board.hollow(*at, _WALL)], fill=1)
    return mask


def _taken(canvas: Canvas, taker: str, x: float, y: float, room: int, board: BoardDesign) -> None:
    """Who took a pool: the beginning of a long name, since an ellipsis would take the place of two letters."""
    name = fonts.begun(taker, "Bold", theme.LEAST, room - (tag_width("", room) - 4))
    canvas.tag(name, x, y, room, gold=True, align="middle", ground=board.bowl)


def _turned(canvas: Canvas, board: BoardDesign, layout: BoardLayout, turned: Card, look: Look, *, shines: bool) -> None:
    """The turned card, alone in the middle."""
    x, y = layout.board.middle
    _put_card(canvas, board, turned, board.card, x - board.card / 2, y - board.card * 0.7, look, shines=shines)


def _put_card(
    canvas: Canvas, board: BoardDesign, card: Card, wide: int, left: float, top: float, look: Look, *, shines: bool
) -> None:
    if shines:
        canvas.glow(left, top, wide, round(wide * 1.4), 7, board.bowl)
    else:
        shade = theme.between(board.bowl, theme.INK, 0.5)
        canvas.image.paste(shade, (round(left) + 3, round(top) + 3), card_mask(wide))
    canvas.card(card, wide, left, top, look, shadow=False)


def _centre(
    canvas: Canvas, board: BoardDesign, layout: BoardLayout, turned: Card, pool: Pool, name: str, taker: str,
    captions: BoardCaptions, look: Look,
) -> None:  # fmt: skip
    """The turned card, beside it the centre pool's chips, and below both its name or who took it."""
    x, y = layout.board.middle
    top = y - 60
    _put_card(canvas, board, turned, _CARD, x - 60, top, look, shines=captions.last.turned)
    beside, room = x + 32, 52
    text = number(pool.chips)
    colour = board.number if pool.chips else board.faint
    chips = marks.fitting_heap(pool.chips, _CHIPS, room, 40, board.bowl)
    if chips:
        canvas.put(chips, beside - chips.width / 2, top + 44 - chips.height)
    canvas.text(text, beside, top + 64, _NUMBER, colour, board.bowl, weight="Black", align="middle", room=room)
    if taker and not pool.chips:
        _taken(canvas, taker, x, y + 46, 122, board)
    else:
        canvas.text(name, x, y + 47, theme.LEAST, board.ink, board.bowl, align="middle", room=board.rows.name_wide)


def _bets(canvas: Canvas, pot: int, bet: int, captions: BoardCaptions, tray: Box) -> None:
    """What lies in the betting and what has to be matched, in a line each; left out where its word is empty."""
    # In some games the bets lie in a pool, and there is no pot.
    shown = [(amount, word) for amount, word in ((pot, captions.pot), (bet, captions.bet)) if amount and word]
    high = (tray.bottom - tray.top - 8) / max(1, len(shown))
    if captions.last.pot and shown:
        ring = tray.left + 4, tray.top + 4, tray.right - tray.left - 8, tray.bottom - tray.top - 8
        canvas.plate(*ring, 12, theme.FELT, theme.GLOW, 5)
    for i, (amount, word) in enumerate(shown):
        y = tray.top + 4 + high * (i + 0.5)
        text = number(amount)
        wide = fonts.width(text, "Black", 44)
        room = tray.right - tray.left - 4 * _PAD - wide
        label = min(fonts.width(fonts.drawable(word), "Semibold", theme.LEAST), room - 60)
        chips = marks.fitting_heap(amount, _LARGE_CHIPS, room - label, high - 12, theme.FELT)
        left = tray.middle[0] - (wide + 12 + label + (chips.width + 14 if chips else 0)) / 2
        if chips:
            canvas.put(chips, left, y + max(20, chips.height / 2 + 2) - chips.height)
            left += chips.width + 14
        left += canvas.text(text, left, y - 1, 44, theme.GILT, theme.FELT, weight="Black") + 12
        canvas.text(word, left, y + 3, theme.LEAST, theme.TEXT, theme.FELT, room=label)


class _Row(NamedTuple):
    """The cards played one upon another, as many of the last as there is room for, and where they lie."""

    cards: Sequence[Played]
    left: float
    top: int
    step: float
    """From the left edge of each card to that of the next."""

    def begins(self, place: int) -> float:
        """The left edge of a card."""
        return self.left + place * self.step

    def ends(self, place: int) -> float:
        """The right edge of what is seen of a card."""
        return self.begins(place) + (PLAYED if place + 1 == len(self.cards) else min(PLAYED, self.step))


def _run(
    canvas: Canvas, captions: BoardCaptions, run: Sequence[Played], box: Box, look: Look, *, stopped: bool
) -> None:
    """The cards played one upon another, and below them who played them."""
    row = _row(canvas, run, box)
    names = list(_players(captions, row.cards))
    lines = 1 if len(names) == 1 or _fit(names, box) else 2
    _played(canvas, row, captions.last.cards, look)
    bottom = row.top + _PLAYED_HEIGHT
    if lines == 2:  # the second line of names takes the place of the cards' lower part
        bottom -= _NAMES - 2
        canvas.image.paste(theme.index(theme.FELT), (box.left + 3, bottom, box.right - 3, box.bottom - 6))
    if stopped:
        left = row.begins(len(row.cards) - 1) + PLAYED - 34
        canvas.put(marks.stop(34, theme.PAPER), left, bottom - 36, round_mask(34, 34, 12))
    _names(canvas, row, names, box, bottom, lines)


def _row(canvas: Canvas, run: Sequence[Played], box: Box) -> _Row:
    """Finds places for the last cards of the run, and draws before them how many there are that have none."""
    room = box.right - box.left - 2 * _PAD
    most = int((room - PLAYED) // _LEAST_SEEN) + 1
    left, top, older = box.left + _PAD + 0.0, box.top + 3, 0
    if len(run) > most:
        older = len(run) - most + 2
        middle = box.top + 12 + _PLAYED_HEIGHT / 2
        left += 6 + canvas.text(f"+{older}", left, middle, theme.LEAST, theme.TEXT, theme.FELT, room=56)
        room = round(box.right - _PAD - left)
    shown = run[older:]
    step = min(PLAYED + 14.0, (room - PLAYED) / max(1, len(shown) - 1))
    if not older:
        left += (room - (len(shown) - 1) * step - PLAYED) / 2
    return _Row(shown, left, top, step)


def _played(canvas: Canvas, row: _Row, new: int, look: Look) -> None:
    """The cards of a row; the last ``new`` of them shine."""
    overlap = row.step < PLAYED
    for place, played in enumerate(row.cards):
        left = row.begins(place)
        if place >= len(row.cards) - new:
            canvas.glow(left, row.top, PLAYED, _PLAYED_HEIGHT, 6)
        over, covered = overlap and place > 0, overlap and place + 1 < len(row.cards)
        canvas.card(played.card, PLAYED, left, row.top, look, over=over, shadow=False, covered=covered)


def _names(canvas: Canvas, row: _Row, names: Sequence[tuple[int, int, str]], box: Box, bottom: int, lines: int) -> None:
    """A line under the cards of each player, at ``bottom``, and the names below in one line or alternately in two."""
    middles = []
    for first, last, _ in names:
        left, right = row.begins(first), row.ends(last)
        canvas.plate(left + 1, bottom - 1, round(right - left) - 2, 4, 2, theme.GILT)
        middles.append((left + right) / 2)
    for line in range(lines):
        y = box.bottom - 5 - _NAMES * (lines - line - 0.5)
        there = [(middle, name) for middle, (_, _, name) in zip(middles, names, strict=True)][line::lines]
        wanted = [(middle, fonts.width(name, "Semibold", theme.LEAST)) for middle, name in there]
        places = in_a_row(wanted, box.left + _BESIDE, box.right - _BESIDE)
        for (_, name), (middle, space) in zip(there, places, strict=True):
            # The beginning of a long name, since an ellipsis would take the place of two letters.
            begun = fonts.begun(name, "Semibold", theme.LEAST, space)
            canvas.text(begun, middle, y, theme.LEAST, theme.TEXT, theme.FELT, align="middle", room=space)


def _players(captions: BoardCaptions, shown: Sequence[Played]) -> Iterator[tuple[int, int, str]]:
    """Who played the cards: the first and the last card of each in a row, and the name."""
    start = 0
    for i, played in enumerate(shown):
        if i + 1 == len(shown) or shown[i + 1].seat != played.seat:
            yield start, i, fonts.player_name(captions.seats[played.seat].name, played.seat)
            start = i + 1


def _fit(names: Sequence[tuple[int, int, str]], box: Box) -> bool:
    """Whether the names have room in one line, their letters made narrower where they must be."""
    wide = sum(fonts.width(name, "Semibold", theme.LEAST) for _, _, name in names) * fonts.NARROWEST
    return wide + GAP * (len(names) - 1) <= box.right - box.left - 2 * _BESIDE
