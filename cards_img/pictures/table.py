"""The picture of a table, as everybody may see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image

from cards_img.captions import TableCaptions
from cards_img.layout import marks
from cards_img.layout.canvas import Canvas, table_top
from cards_img.layout.places import BAR, CARD, LIFT, TableLayout, table_layout
from cards_img.layout.plates import draw_plate, number
from cards_img.look import Look
from cards_img.tools import theme
from cards_img.tools.fonts import drawable, fits
from cards_img.tools.fonts import width as text_width
from cards_img.tools.paths import RATIO
from engine.middle import Piles
from engine.view import View

LOW_CARD: Final = 104
"""The width of a card where no seats are at the sides: the words stand beside it, and the table is low."""
_NUMBER: Final = 44
"""The size of the number beside a pile."""
_WORDS: Final = 42
"""The height of the word under a pile."""
_GAP: Final = 18
"""From one pile to the next, with room for what shines round the first."""
_POT: Final = 14
"""From the words under the piles to the pot, with room for what shines round it."""
_APART: Final = 36
"""From one pile to the next where words stand beside the piles, and from these to the pot."""
_BESIDE: Final = 124
"""How wide a word beside a pile is at most."""
_CHIPS: Final = (52, 42, 34, 26, 22)
"""Widths of a chip in the pot: the largest at which the stacks fit."""
_HEAP: Final = 62
"""The most that the pot's stacks take in height."""


def table_picture(view: View, captions: TableCaptions, look: Look = Look()) -> bytes:
    """A table as PNG, 800 pixels wide: seats clockwise with the viewer's (or the first) at the bottom, and what lies
    in the middle: piles and pot, or the pot alone.

    No hand is shown, whoever looks. Raises ValueError if seats and their captions differ in number.
    """
    if len(captions.seats) != len(view.seats):
        raise ValueError(f"the table has {len(view.seats)} seats and {len(captions.seats)} captions for them")
    layout = table_layout(len(view.seats))
    canvas = Canvas(table_top(layout.width, layout.height, BAR))
    heading(canvas, captions.title, call=captions.call)
    _middle(canvas, view, captions, layout, look)
    if not captions.clockwise:
        left, top, right, bottom = layout.arrow
        size = min(right - left, bottom - top)
        canvas.put_bare(marks.anticlockwise(size, theme.FELT_DARK), right - size, top, theme.FELT_DARK)
    first = view.viewer or 0
    for turn, place in enumerate(layout.seats):
        seat = view.seats[(first + turn) % len(view.seats)]
        words, last = captions.seats[seat.seat], seat.seat in captions.last.seats
        draw_plate(canvas, view, seat, words, place, captions.dealer, last=last)
    return canvas.png(look.cloth)


def heading(canvas: Canvas, title: str, detail: str = "", *, call: str = "") -> None:
    """The line at the top of a picture: the call, if there is one, with the title small beside it; else the title."""
    canvas.bar(0, BAR)
    width, y = canvas.image.width, BAR // 2 - 1
    large, small = (call, title) if call else (title, detail)
    room = width - 32
    used = canvas.text(large, 16, y, theme.LEAST, theme.TEXT, theme.PLATE, weight="Bold", room=room)
    left = room - used - 24
    if fits(drawable(small), "Semibold", theme.LEAST, left):
        canvas.text(small, width - 16, y, theme.LEAST, theme.MUTED, theme.PLATE, align="right", room=left)


def _middle(canvas: Canvas, view: View, captions: TableCaptions, layout: TableLayout, look: Look) -> None:
    """Piles and pot as a group in the middle of the felt."""
    box, last = layout.middle, captions.last
    x, y = box.middle
    pot = _Pot(view.pot, captions.pot, under=layout.sides) if captions.pot or view.pot else None
    if not isinstance(view.middle, Piles):
        if pot:
            pot.draw(canvas, x - pot.width / 2, y - pot.height / 2, shines=last.pot)
        return
    piles = view.middle
    if not layout.sides:
        _in_a_row(canvas, piles, captions, pot, (x, y), look)
        return
    width, height = 2 * CARD + _GAP + 8, LIFT + round(CARD * RATIO) + _WORDS
    left, top = x - width / 2, y - (height + (pot.height + _POT if pot else 0)) / 2
    if pot:
        pot.draw(canvas, x - pot.width / 2, top + height + _POT, shines=last.pot)
    for word, count, at, upcard, shines in (
        (captions.stock, piles.stock, left, None, last.stock),
        (captions.discards, piles.discards, left + CARD + _GAP, piles, last.discards),
    ):
        _pile(canvas, count, at, top + LIFT, CARD, upcard, look, shines=shines)
        canvas.text(
            f"{drawable(word)} {count}".strip(), at + CARD / 2, top + LIFT + round(CARD * RATIO) + _WORDS / 2 + 3,
            theme.LEAST, theme.TEXT, theme.FELT, align="middle", room=CARD + _GAP - 2,
        )  # fmt: skip


def _in_a_row(
    canvas: Canvas, piles: Piles, captions: TableCaptions, pot: _Pot | None, at: tuple[float, float], look: Look
) -> None:
    """Stock, discards and pot in a row round a point, each pile with its number and word beside it."""
    high = round(LOW_CARD * RATIO)
    x, y = at
    wide = [
        LOW_CARD + 16 + max(40, min(_BESIDE, text_width(drawable(word), "Semibold", theme.LEAST)))
        for word in (captions.stock, captions.discards)
    ]
    left = x - (sum(wide) + _APART + (_APART + pot.width if pot else 0)) / 2
    top = y - (LIFT + high) / 2 + LIFT
    for word, count, space, upcard, shines in (
        (captions.stock, piles.stock, wide[0], None, captions.last.stock),
        (captions.discards, piles.discards, wide[1], piles, captions.last.discards),
    ):
        _pile(canvas, count, left, top, LOW_CARD, upcard, look, shines=shines)
        beside, room = left + LOW_CARD + 16, space - LOW_CARD - 16
        canvas.text(str(count), beside, top + high / 2 - 22, _NUMBER, theme.TEXT, theme.FELT, weight="Bold", room=room)
        canvas.text(word, beside, top + high / 2 + 20, theme.LEAST, theme.TEXT, theme.FELT, room=room)
        left += space + _APART
    if pot:
        pot.draw(canvas, left, y - pot.height / 2, shines=captions.last.pot)


def _pile(
    canvas: Canvas, count: int, x: float, y: float, card: int, piles: Piles | None, look: Look, *, shines: bool
) -> None:
    """A pile, face down or with the top card of ``piles``."""
    high = round(card * RATIO)
    steps = _edges(count)
    if shines:
        canvas.glow(x, y - steps[-1], card + steps[-1], high + steps[-1], 10)
    if not count or (piles is not None and piles.upcard is None):
        canvas.plate(x, y, card, high, 10, theme.FELT_DARK, theme.MUTED, 3)
    else:
        for lift in steps[:-1]:
            lay = canvas.back if piles is None else canvas.blank_card
            lay(card, x + lift, y - lift, shadow=lift == 0 and not shines)
        lift = steps[-1]
        if piles is None or piles.upcard is None:
            canvas.back(card, x + lift, y - lift, shadow=lift == 0 and not shines)
        else:
            canvas.card(piles.upcard, card, x + lift, y - lift, look, shadow=lift == 0 and not shines)


def _edges(count: int) -> tuple[int, ...]:
    """How far each seen edge of a pile of ``count`` cards is shifted, in pixels."""
    return tuple(range(0, 2 * min(4, max(1, -(-count // 9))), 2))


@dataclass(frozen=True, slots=True)
class _Pot:
    """The pot: its chips, the number and the word, in a row where it lies under the piles, else one below another."""

    amount: int
    word: str
    under: bool

    @property
    def _chips(self) -> Image.Image | None:
        widths = _CHIPS[_CHIPS.index(42) :] if self.under else _CHIPS
        return marks.fitting_heap(self.amount, widths, 2 * CARD, _HEAP, theme.FELT)

    @property
    def _words(self) -> tuple[int, int]:
        """The widths of the number and of the word."""
        word = text_width(drawable(self.word), "Semibold", theme.LEAST)
        return text_width(number(self.amount), "Bold", 48), min(word, 180)

    @property
    def width(self) -> int:
        """In pixels."""
        chips = self._chips.width if self._chips else 0
        if self.under:
            return (chips + 14 if chips else 0) + self._words[0] + 10 + self._words[1]
        return max(chips, *self._words)

    @property
    def height(self) -> int:
        """In pixels."""
        chips = self._chips.height if self._chips else 0
        return max(chips, 52) if self.under else (chips + 4 if chips else 0) + 46 + 38

    def draw(self, canvas: Canvas, left: float, top: float, *, shines: bool) -> None:
        """The pot with its upper left corner there."""
        if shines:
            canvas.glow(left - 8, top - 4, self.width + 16, self.height + 8, 20)
            canvas.plate(left - 8, top - 4, self.width + 16, self.height + 8, 20, theme.FELT, ground=theme.GLOW)
        chips, text = self._chips, number(self.amount)
        if self.under:
            y = top + self.height - 26
            if chips:
                canvas.put(chips, left, top + self.height - chips.height)
                left += chips.width + 14
            left += canvas.text(text, left, y, 48, theme.GILT, theme.FELT, weight="Bold") + 10
            canvas.text(self.word, left, y + 5, theme.LEAST, theme.TEXT, theme.FELT, room=180)
            return
        x = left + self.width / 2
        if chips:
            canvas.put(chips, x - chips.width / 2, top)
            top += chips.height + 4
        canvas.text(text, x, top + 23, 48, theme.GILT, theme.FELT, weight="Bold", align="middle")
        canvas.text(self.word, x, top + 64, theme.LEAST, theme.TEXT, theme.FELT, align="middle", room=180)
