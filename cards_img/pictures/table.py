"""The picture of a table, as everybody may see it."""

from __future__ import annotations

from cards_img.captions import SeatCaption, TableCaptions
from cards_img.layout import marks
from cards_img.layout.canvas import Canvas, table_top
from cards_img.layout.places import (
    BAR,
    CARD,
    CARD_HEIGHT,
    LIFT,
    PLATE_HEIGHT,
    PLATE_WIDTH,
    Box,
    SeatPlace,
    TableLayout,
    table_layout,
)
from cards_img.layout.plates import draw_note, draw_plate, number
from cards_img.look import Look
from cards_img.tools import theme
from cards_img.tools.fonts import drawable, fitted
from cards_img.tools.fonts import width as text_width
from engine.middle import Piles
from engine.view import SeatView, View


def table_picture(view: View, captions: TableCaptions, look: Look = Look()) -> bytes:
    """A table as PNG, 800 pixels wide: seats clockwise with the viewer's (or the first) at the bottom, and what lies
    in the middle: piles and pot, or the pot alone.

    No hand is shown, whoever looks. Raises ValueError if seats and their captions differ in number.
    """
    if len(captions.seats) != len(view.seats):
        raise ValueError(f"the table has {len(view.seats)} seats and {len(captions.seats)} captions for them")
    layout = table_layout(len(view.seats))
    canvas = Canvas(table_top(layout.width, layout.height, BAR))
    heading(canvas, captions.title, captions.detail)
    if isinstance(view.middle, Piles):
        _stock(canvas, view.middle.stock, layout.stock, captions.stock)
        _discards(canvas, view.middle, layout.discards, captions.discards, look)
        _pot(canvas, view.pot, layout.pot, captions.pot)
    else:
        _pot(canvas, view.pot, _all_of(layout), captions.pot)
    call = layout.call
    x, y = call.middle
    canvas.text(captions.call, x, y, 25, theme.TEXT, theme.FELT, align="middle", room=call.right - call.left)
    first = view.viewer or 0
    for turn, place in enumerate(layout.seats):
        seat = view.seats[(first + turn) % len(view.seats)]
        _seat(canvas, view, seat, captions.seats[seat.seat], place, captions.dealer)
    return canvas.png()


def _all_of(layout: TableLayout) -> Box:
    """The whole middle, if nothing but a pot lies there."""
    parts = layout.stock, layout.discards, layout.pot
    return Box(
        min(box.left for box in parts), min(box.top for box in parts), max(box.right for box in parts),
        max(box.bottom for box in parts),
    )  # fmt: skip


def heading(canvas: Canvas, title: str, detail: str) -> None:
    """The line at the top of a picture."""
    canvas.bar(0, BAR)
    width = canvas.image.width
    right = canvas.text(detail, width - 18, BAR // 2 - 1, 23, theme.MUTED, theme.PLATE, align="right", room=width // 2)
    canvas.text(title, 18, BAR // 2 - 1, 29, theme.TEXT, theme.PLATE, weight="Bold", room=width - 70 - right)


def _seat(canvas: Canvas, view: View, seat: SeatView, words: SeatCaption, place: SeatPlace, letter: str) -> None:
    box = place.plate
    draw_plate(canvas, view, seat, words, box.left, box.top, letter, PLATE_WIDTH, PLATE_HEIGHT)
    draw_note(canvas, view, seat, words, place.note)


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


def _discards(canvas: Canvas, piles: Piles, box: Box, word: str, look: Look) -> None:
    x, y = box.left + 6, box.top + LIFT
    if piles.upcard is None:
        _empty(canvas, x, y)
    else:
        for lift in _edges(piles.discards)[:-1]:
            canvas.blank_card(CARD, x + lift, y - lift, shadow=lift == 0)
        lift = _edges(piles.discards)[-1]
        canvas.card(piles.upcard, CARD, x + lift, y - lift, look, shadow=lift == 0)
    _word(canvas, word, piles.discards, box)


def _edges(count: int) -> tuple[int, ...]:
    """How far each seen edge of a pile of ``count`` cards is shifted, in pixels."""
    return tuple(range(0, 2 * min(4, max(1, -(-count // 9))), 2))


def _empty(canvas: Canvas, x: int, y: int) -> None:
    canvas.plate(x, y, CARD, CARD_HEIGHT, 10, theme.FELT_DARK, theme.MUTED, 3)


def _pot(canvas: Canvas, amount: int, box: Box, word: str) -> None:
    """The pot: chips beside the number, or above it if the box is high; nothing if there is no pot."""
    if not (word or amount):
        return
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
