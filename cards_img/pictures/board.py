"""The picture of a board with pools: chips in its dishes, the turned card, seats beside it and cards played out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from cards_img.captions import BoardCaptions
from cards_img.layout import marks
from cards_img.layout.canvas import Canvas, card_mask, round_mask
from cards_img.layout.places import PLAYED, BoardLayout, Box, SeatPlace, board_layout
from cards_img.layout.plates import draw_note, draw_plate, number
from cards_img.layout.wood import BoardDesign, board_of, empty_board
from cards_img.look import Look
from cards_img.pictures.table import heading
from cards_img.tools import fonts, theme
from engine.cards import Card, Rank, Suit
from engine.middle import Played, Pool, Pools
from engine.view import SeatView, View

_ROUND: Final = 71
"""The radius of the dish that sizes in this module are given for, in pixels."""
_CARD: Final = 84
"""The width of the turned card if the middle is a pool too."""
_BESIDE: Final = 6
"""The room between the sign and the chips."""
_CHIPS: Final = (35, 30, 25, 20, 15, 10)
"""Widths of a chip in a dish: the largest at which the stacks fit."""
_LARGE_CHIPS: Final = (60, 55, 50, 45, 40, 35, 30)
"""Widths of a chip in the tray."""
_PAD: Final = 8
"""The room between the tray's edge and what lies in it."""


def board_picture(view: View, captions: BoardCaptions, look: Look = Look()) -> bytes:
    """A board with its pools as PNG, 800 pixels wide and as high in each stage of a deal; its pools say which board.

    An emptied pool names the player who took it. The tray below shows the cards played out last, and before any is
    played the bets. Whoever has won the whole game wears a crown. No hand is shown, whoever looks. Raises ValueError
    if no pools or too many lie in the middle, and if seats and their captions differ in number.
    """
    middle = view.middle
    if len(captions.seats) != len(view.seats):
        raise ValueError(f"the table has {len(view.seats)} seats and {len(captions.seats)} captions for them")
    if not isinstance(middle, Pools):
        raise ValueError(f"a {type(middle).__name__} is no board with pools")
    board = board_of(tuple(pool.name for pool in middle.pools))
    layout = board_layout(len(view.seats))
    canvas = Canvas(_ground(board, layout))
    heading(canvas, captions.title, captions.detail)
    names = dict(captions.pools)

    def taker(pool: Pool) -> str:
        seat = pool.taken_by
        return "" if seat is None else fonts.player_name(captions.seats[seat].name, seat)

    pools = {pool.name: pool for pool in middle.pools}
    for name, spot in zip(board.ring, board.spots, strict=True):
        pool = pools[name]
        dish = _dish(
            board, spot, pool.bet_for, pool.ranks, middle.turned.suit, pool.chips, names.get(name, ""), taker(pool),
            look,
        )  # fmt: skip
        canvas.put(dish, layout.board.left + spot[0] - board.dish, layout.board.top + spot[1] - board.dish)
    centre = pools.get(board.centre)
    _middle(
        canvas, board, layout, middle.turned, centre.chips if centre else None, names.get(board.centre, ""),
        taker(centre) if centre else "", look,
    )  # fmt: skip
    first = view.viewer or 0
    for turn, place in enumerate(layout.seats):
        seat = view.seats[(first + turn) % len(view.seats)]
        _seat(canvas, view, middle, seat, captions, place)
    if middle.run:
        _run(canvas, captions, middle.run, layout.tray, look, stopped=middle.stopped)
    else:
        _bets(canvas, view.pot, middle.bet, captions, layout.tray)
    canvas.bar(layout.call.top, layout.call.bottom)
    x, y = layout.call.middle
    room = layout.call.right - layout.call.left
    canvas.text(captions.call, x, y - 1, 27, theme.TEXT, theme.PLATE, align="middle", room=room)
    return canvas.png()


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
    """A seat's plate, and what hangs at it: its stake in the betting, and the note."""
    words, box, note = captions.seats[seat.seat], place.plate, place.note
    # A seat that is out of the betting still plays on: its cards stay.
    quiet = seat.passed and middle.betting
    wide, high = box.right - box.left, box.bottom - box.top
    won = view.result is not None and seat.seat in view.result.game_winners
    draw_plate(
        canvas, view, seat, words, box.left, box.top, captions.dealer, wide, high, quiet=quiet, counted=True,
        crowned=won,
    )  # fmt: skip
    if seat.stake > 0:
        held = seat.stake == middle.bet and not quiet
        right = note.left + _stake(canvas, seat.stake, note, gold=held) + 6
        canvas.tag(words.note, note.right, note.middle[1], 22, note.right - right, gold=False) if words.note else None
    else:
        draw_note(canvas, view, seat, words, note)


def _stake(canvas: Canvas, amount: int, box: Box, *, gold: bool) -> int:
    """A stake as a chip with a number on a tag; returns its width."""
    ink, colour = (theme.INK, theme.GOLD) if gold else (theme.TEXT, theme.SHADE)
    text = number(amount)
    high = box.bottom - box.top
    wide = fonts.width(text, "Black", 22) + high + 16
    canvas.plate(box.left, box.top, wide, high, high // 2, colour)
    canvas.put(marks.chip(high - 4, colour), box.left + 2, box.top + 2, round_mask(high - 4, high - 4, high // 2 - 2))
    canvas.text(text, box.left + high + 4, box.middle[1] - 1, 22, ink, colour, weight="Black")
    return wide


def _sign(
    knock: bool, ranks: tuple[Rank, ...], suit: Suit | None, board: BoardDesign, look: Look
) -> Image.Image | None:
    """The sign of a pool in its dish."""
    part = board.dish / _ROUND
    if knock:
        return marks.knocking(round(50 * part), board.bowl)
    if not ranks:
        return None
    wide, step = {1: (38, 0), 2: (30, 25)}.get(len(ranks), (26, 20))
    wide, step = round(wide * part), round(step * part)
    image = theme.blank(wide + step * (len(ranks) - 1), round(wide * 1.4), board.bowl)
    for i, rank in enumerate(ranks):
        card = marks.small_card(look.index(rank), suit, wide, board.bowl, look)
        image.paste(card, (i * step, 0), round_mask(*card.size, 4))
    return image


def _stacks(amount: int, widths: Sequence[int], room: float, high: float, ground: theme.RGB) -> Image.Image | None:
    """An amount as a row of stacks, as large as fits into ``room`` by ``high`` pixels; None if no size fits."""
    piles = (marks.pile_of_chips(amount, width, ground) for width in widths if amount > 0)
    return next((pile for pile in piles if pile.width <= room and pile.height <= high), None)


@lru_cache(256)
def _dish(
    board: BoardDesign, at: tuple[int, int], knock: bool, ranks: tuple[Rank, ...], suit: Suit | None, amount: int,
    name: str, taker: str, look: Look,
) -> Image.Image:  # fmt: skip
    """A pool on its piece of the board: its sign beside the chips, the number, the name.

    Kept, since most pools are the same from one picture to the next.
    """
    r = board.dish
    part = r / _ROUND
    canvas = Canvas(empty_board(board).crop((at[0] - r, at[1] - r, at[0] + r, at[1] + r)))
    if taker and not amount:
        size = round(22 * part)
        canvas.tag(taker, r, r * 1.16, size, round(r * 1.85), gold=True, align="middle", ground=board.bowl)
    else:
        colour = board.number if amount else board.faint
        canvas.text(number(amount), r, r * 1.16, round(36 * part), colour, board.bowl, weight="Black", align="middle")
    room = round(r * 1.55)
    canvas.text(name, r, r * 1.59, round(22 * part), board.ink, board.bowl, weight="Bold", align="middle", room=room)
    low = r * 0.94
    for drawing, left in _side_by_side(_sign(knock, ranks, suit, board, look), amount, r, board.bowl):
        canvas.put(drawing, r + left, low - drawing.height)
    return canvas.image


def _side_by_side(
    sign: Image.Image | None, amount: int, r: float, ground: theme.RGB
) -> tuple[tuple[Image.Image, float], ...]:
    """A dish's sign and its chips, as large as the dish's round allows, and how far from its middle they begin."""
    found: tuple[tuple[Image.Image, float], ...] = ()
    for width in _CHIPS:
        chips = marks.heap_of_chips(amount, width, ground) if amount > 0 else None
        parts = [part for part in (sign, chips) if part is not None]
        left = -(sum(part.width for part in parts) + _BESIDE * (len(parts) - 1)) / 2
        if sign is not None:
            left = max(left, -_chord(r, sign.height))
        placed = []
        for part in parts:
            placed.append((part, left))
            left += part.width + _BESIDE
        found = tuple(placed)
        if all(
            start + part.width <= _chord(r, part.height) and start >= -_chord(r, part.height) for part, start in found
        ):
            break
    return found


def _chord(r: float, high: int) -> float:
    """How far a dish reaches to each side, at the top of something ``high`` that stands in it."""
    return math.sqrt(max(0.0, (r - 2) ** 2 - (r * 0.06 + high) ** 2))


def _middle(
    canvas: Canvas, board: BoardDesign, layout: BoardLayout, turned: Card, amount: int | None, name: str, taker: str,
    look: Look,
) -> None:  # fmt: skip
    """The turned card, and in front of it the centre pool if there is one."""
    x, y = layout.board.middle
    r = board.hub
    alone = amount is None
    wide = board.card if alone else _CARD
    high = round(wide * 1.4)
    top = round(y - high / 2 if alone else y - r * 0.9)
    if amount is not None:
        low = y + r * 0.46
        if taker and not amount:
            canvas.tag(taker, x, low, 22, 150, gold=True, align="middle", ground=board.bowl)
        else:
            text = number(amount)
            chips = _stacks(amount, _CHIPS, 150 - fonts.width(text, "Black", 36), 38, board.bowl)
            shift = chips.width + 8 if chips else 0
            left = x - (fonts.width(text, "Black", 36) + shift) / 2
            colour = board.number if amount else board.faint
            canvas.text(text, left + shift, low, 36, colour, board.bowl, weight="Black")
            if chips:
                canvas.put(chips, left, low + 15 - chips.height)
        canvas.text(
            name, x, y + r * 0.77, 22, board.ink, board.bowl, weight="Bold", align="middle", room=round(r * 1.2)
        )
    shade = theme.index(theme.mix(board.bowl, theme.INK, 0.5))
    canvas.image.paste(shade, (round(x - wide / 2) + 3, top + 3), card_mask(wide))
    canvas.card(turned, wide, x - wide / 2, top, look, shadow=False)
    beside = r - wide / 2
    size = min(38, round(beside - 8))
    if turned.suit is Suit.NONE or size < 16:
        return
    mark = marks.pay_suit(turned.suit, size, board.bowl, look)
    for side in (-1, 1):
        away = wide / 2 + beside / 2 - 1
        canvas.put(mark, x + side * away - size / 2, top + high / 2 - size / 2)


def _bets(canvas: Canvas, pot: int, bet: int, captions: BoardCaptions, tray: Box) -> None:
    """All stakes of the betting and the stake to be matched, side by side; each left out if its word is empty."""
    # In some games the bets lie in a pool, and there is no pot.
    shown = [(amount, word) for amount, word in ((pot, captions.pot), (bet, captions.bet)) if amount and word]
    wide = (tray.right - tray.left) / max(1, len(shown))
    for i, (amount, word) in enumerate(shown):
        text, label = number(amount), fonts.fitted(fonts.drawable(word), "Semibold", 25, 200)
        beside = max(fonts.width(text, "Black", 46), fonts.width(label, "Semibold", 25))
        chips = _stacks(amount, _LARGE_CHIPS, wide - beside - 40, 120, theme.FELT)
        left = tray.left + wide * (i + 0.5) - (beside + (chips.width + 16 if chips else 0)) / 2
        y = tray.middle[1]
        if chips:
            canvas.put(chips, left, y + 36 - chips.height)
            left += chips.width + 16
        canvas.text(text, left, y - 16, 46, theme.GOLD, theme.FELT, weight="Black")
        canvas.text(label, left, y + 23, 25, theme.TEXT, theme.FELT)


def _run(
    canvas: Canvas, captions: BoardCaptions, run: Sequence[Played], box: Box, look: Look, *, stopped: bool
) -> None:
    """The cards played one upon another, with each player's name below."""
    wide, high, sign = PLAYED, round(PLAYED * 1.4), 48 if stopped else 0
    room = box.right - box.left - 4 * _PAD - sign
    step = min(wide + 28.0, (room - wide) / max(1, len(run) - 1))
    left = box.left + (box.right - box.left - ((len(run) - 1) * step + wide + sign)) / 2
    top = box.top + _PAD
    for i, played in enumerate(run):
        covered = step < wide and i + 1 < len(run)
        canvas.card(
            played.card, wide, left + i * step, top, look, over=step < wide and i > 0, shadow=False, covered=covered
        )
    if stopped:
        canvas.put(marks.stop(36, theme.FELT), left + (len(run) - 1) * step + wide + 12, top + high / 2 - 18)
    start = 0
    for i, played in enumerate(run):
        if i + 1 < len(run) and run[i + 1].seat == played.seat:
            continue
        a, b = left + start * step, left + i * step + (wide if i + 1 == len(run) else min(wide, step))
        name = fonts.player_name(captions.seats[played.seat].name, played.seat)
        # A name may reach into the gaps beside its cards; a single name has the whole tray.
        span = box.right - box.left if len(run) == i + 1 - start else b - a + max(0, step - wide) - 4
        size = 22 if len(run) < 8 else 20
        canvas.text(name, (a + b) / 2, top + high + 20, size, theme.TEXT, theme.FELT, align="middle", room=round(span))
        canvas.plate(a + 1, top + high + 4, math.floor(b - a) - 2, 5, 2, theme.GOLD)
        start = i + 1
