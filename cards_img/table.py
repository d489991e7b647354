"""The picture of a table, as everybody may see it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image

from cards_img import marks, theme
from cards_img.canvas import Canvas, round_mask, table_top
from cards_img.captions import SeatCaption, TableCaptions
from cards_img.fonts import drawable, fitted, player_name
from cards_img.fonts import width as text_width
from cards_img.layout import BAR, CARD, CARD_HEIGHT, LIFT, PLATE_HEIGHT, PLATE_WIDTH, Box, SeatPlace, table_layout
from cards_img.look import Look
from cards_img.paths import RATIO
from engine.view import SeatView, View

_ROUND: Final = 18
SMALL_BACK: Final = 22
"""The width of the small backs on a plate."""


def table_picture(view: View, captions: TableCaptions, look: Look = Look()) -> bytes:  # noqa: B008
    """A table as PNG, 800 pixels wide: seats clockwise with the viewer's (or the first) at the bottom, piles and pot.

    No hand is in it, whoever looks. Raises ValueError where seats and their captions differ in number.
    """
    if len(captions.seats) != len(view.seats):
        raise ValueError(f"the table has {len(view.seats)} seats and {len(captions.seats)} captions for them")
    layout = table_layout(len(view.seats))
    canvas = Canvas(table_top(layout.width, layout.height, BAR))
    heading(canvas, captions.title, captions.detail)
    _stock(canvas, view.stock, layout.stock, captions.stock)
    _discards(canvas, view, layout.discards, captions.discards, look)
    _pot(canvas, view.pot, layout.pot, captions.pot)
    call = layout.call
    x, y = call.middle
    canvas.text(captions.call, x, y, 25, theme.TEXT, theme.FELT, align="middle", room=call.right - call.left)
    first = view.viewer or 0
    for turn, place in enumerate(layout.seats):
        seat = view.seats[(first + turn) % len(view.seats)]
        _seat(canvas, view, seat, captions.seats[seat.seat], place, captions.dealer)
    return canvas.png()


def heading(canvas: Canvas, title: str, detail: str) -> None:
    """The line at the top of a picture."""
    canvas.bar(0, BAR)
    width = canvas.image.width
    right = canvas.text(detail, width - 18, BAR // 2 - 1, 23, theme.MUTED, theme.PLATE, align="right", room=width // 2)
    canvas.text(title, 18, BAR // 2 - 1, 29, theme.TEXT, theme.PLATE, weight="Bold", room=width - 70 - right)


def _seat(canvas: Canvas, view: View, seat: SeatView, words: SeatCaption, place: SeatPlace, letter: str) -> None:
    box = place.plate
    idle = seat.standing != "in"
    name = player_name(words.name, seat.seat)
    dealer = letter if seat.seat == view.dealer else None
    plate = _plate(name, words.computer, seat.chips, 0 if idle else seat.cards, dealer, seat.seat in view.to_act, idle)
    canvas.put(plate, box.left, box.top, round_mask(PLATE_WIDTH, PLATE_HEIGHT, _ROUND))
    if words.note:
        gold = (seat.knocked or seat.seat == view.knocker) and not idle
        x, y = place.note.middle
        canvas.tag(words.note, x, y, 22, place.note.right - place.note.left, gold=gold, align="middle")


@lru_cache(512)
def _plate(name: str, computer: bool, chips: int, cards: int, dealer: str | None, lit: bool, idle: bool) -> Image.Image:
    """A seat's plate, kept since most seats look the same from one picture to the next."""
    ground = theme.PLATE_LIT if lit else theme.PLATE
    canvas = Canvas(theme.blank(PLATE_WIDTH, PLATE_HEIGHT, theme.FELT))
    canvas.plate(0, 0, PLATE_WIDTH, PLATE_HEIGHT, _ROUND, ground, theme.GOLD if lit else theme.PLATE, 5)
    left, right, y = 16, PLATE_WIDTH - 16, 29
    x = left
    if dealer is not None:
        canvas.put(marks.button(dealer, 36, ground), right - 32, y - 18)
        right -= 40
    if computer:
        canvas.put(marks.computer(26, theme.MUTED, ground), x, y - 14)
        x += 33
    colour = theme.MUTED if idle else theme.TEXT
    canvas.text(name, x, y, 31, colour, ground, weight="Bold", room=right - x)
    y = 66
    canvas.put(marks.chip(28, ground), left, y - 14)
    x = left + 36
    amount = theme.MUTED if idle else theme.GOLD
    x += canvas.text(number(chips), x, y, 29, amount, ground, weight="Bold", room=104)
    _small_backs(canvas, cards, x + 10, PLATE_WIDTH - 18, y)
    return canvas.image


def _small_backs(canvas: Canvas, count: int, left: float, right: float, y: float) -> None:
    """The cards that a seat holds, as small backs in a row that ends at ``right``."""
    if not count:
        return
    step = min(SMALL_BACK * 0.72, (right - left - SMALL_BACK) / max(1, count - 1))
    height = round(SMALL_BACK * RATIO)
    for i in range(count):
        canvas.small_back(SMALL_BACK, right - SMALL_BACK - (count - 1 - i) * step, y - height / 2)


def number(amount: int) -> str:
    """A number as it stands in pictures, with a true minus sign."""
    return str(amount).replace("-", "−")


def _word(canvas: Canvas, word: str, count: int, box: Box) -> None:
    """The word and the number under a pile."""
    text = f"{drawable(word)} {count}".strip()
    x = box.middle[0]
    canvas.text(text, x, box.bottom - 15, 25, theme.TEXT, theme.FELT, align="middle", room=box.right - box.left)


def _stock(canvas: Canvas, count: int, box: Box, word: str) -> None:
    x, y = box.left + 6, box.top + LIFT
    if count:
        for lift in _edges(count):
            canvas.back(CARD, x + lift, y - lift, shadow=lift == 0)
    else:
        _empty(canvas, x, y)
    _word(canvas, word, count, box)


def _discards(canvas: Canvas, view: View, box: Box, word: str, look: Look) -> None:
    x, y = box.left + 6, box.top + LIFT
    if view.upcard is None:
        _empty(canvas, x, y)
    else:
        for lift in _edges(view.discards)[:-1]:
            canvas.blank_card(CARD, x + lift, y - lift, shadow=lift == 0)
        lift = _edges(view.discards)[-1]
        canvas.card(view.upcard, CARD, x + lift, y - lift, look, shadow=lift == 0)
    _word(canvas, word, view.discards, box)


def _edges(count: int) -> tuple[int, ...]:
    """How the edges of a pile step up, in pixels, for a number of cards."""
    return tuple(range(0, 2 * min(4, max(1, -(-count // 9))), 2))


def _empty(canvas: Canvas, x: int, y: int) -> None:
    canvas.plate(x, y, CARD, CARD_HEIGHT, 10, theme.FELT_DARK, theme.MUTED, 3)


def _pot(canvas: Canvas, amount: int, box: Box, word: str) -> None:
    """The pot: chips beside the number, or above it where the box is high."""
    x, y = box.middle
    text = number(amount)
    chips = marks.pile_of_chips(amount, 45, theme.FELT) if amount > 0 else None
    if box.bottom - box.top > 150:
        if chips:
            canvas.put(chips, x - chips.width / 2, y - 8 - chips.height)
        canvas.text(text, x, y + 22, 46, theme.GOLD, theme.FELT, weight="Bold", align="middle")
        canvas.text(word, x, y + 59, 25, theme.TEXT, theme.FELT, align="middle", room=box.right - box.left)
        return
    label = fitted(drawable(word), "Semibold", 25, 116)
    beside = max(text_width(text, "Bold", 43), text_width(label, "Semibold", 25))
    left = x - (beside + (chips.width + 14 if chips else 0)) / 2
    if chips:
        canvas.put(chips, left, y + 34 - chips.height)
        left += chips.width + 14
    canvas.text(text, left, y - 14, 43, theme.GOLD, theme.FELT, weight="Bold")
    canvas.text(label, left, y + 22, 25, theme.TEXT, theme.FELT)
