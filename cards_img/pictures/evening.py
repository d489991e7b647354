"""The picture of an evening: who won what in how many deals, and the best hand that was shown."""

from __future__ import annotations

from typing import Final

from cards_img.captions import EveningCaptions, EveningHand, EveningRow
from cards_img.layout import marks
from cards_img.layout.canvas import Canvas, felt
from cards_img.layout.places import BAR, WIDTH
from cards_img.layout.portraits import portrait
from cards_img.look import Look
from cards_img.pictures.table import heading
from cards_img.tools import fonts, theme
from cards_img.tools.paths import RATIO

_EDGE: Final = 10
_PAD: Final = 18
_ROUND: Final = 18
_HEAD: Final = 48
_FIRST: Final = 72
"""The height of the row of whoever leads."""
_ROW: Final = 56
_LARGE: Final = 40
_NET: Final = 170
_DEALS: Final = 150
"""The widths of the two columns."""
_CARD: Final = 112


def evening_picture(captions: EveningCaptions, look: Look = Look()) -> bytes:
    """An evening at a table as PNG, 800 pixels wide: a row a player, and below them the best hand with its cards.

    Raises ValueError for no players.
    """
    if not captions.rows:
        raise ValueError("an evening without players has no picture")
    head = _HEAD if captions.deals or captions.net else 0
    heights = [_FIRST if row.leads else _ROW for row in captions.rows]
    top = BAR + _EDGE
    low = top + head + sum(heights) + 8
    canvas = Canvas(felt(WIDTH, low + _EDGE + _hand_height(captions.best)))
    heading(canvas, captions.title, captions.detail)
    canvas.plate(_EDGE, top, WIDTH - 2 * _EDGE, low - top, _ROUND, theme.PLATE)
    right = WIDTH - _EDGE - _PAD
    if head:
        for word, x in ((captions.net, right), (captions.deals, right - _NET)):
            canvas.text(
                word, x, top + head / 2 + 2, theme.LEAST, theme.MUTED, theme.PLATE, align="right", room=_NET - 10
            )
    y = top + head
    for place, (row, height) in enumerate(zip(captions.rows, heights, strict=True)):
        ground = theme.PLATE
        if place % 2 == 0 and not row.leads:
            ground = theme.PLATE_LIT
            canvas.image.paste(theme.index(ground), (_EDGE, y, WIDTH - _EDGE, y + height))
        _row(canvas, row, place, y + height / 2, ground)
        y += height
    if captions.best is not None:
        _hand(canvas, captions.best, low + _EDGE, look)
    return canvas.png(look.cloth)


def _row(canvas: Canvas, row: EveningRow, place: int, y: float, ground: theme.RGB) -> None:
    left, right = _EDGE + _PAD, WIDTH - _EDGE - _PAD
    size = _LARGE if row.leads else theme.LEAST
    name = fonts.player_name(row.player.name, place)
    if row.leads:
        canvas.put(marks.crown(42, ground), left, y - 23)
        left += 52
    if row.player.computer:
        canvas.put(portrait(name, 50, ground), left - 2, y - 25)
        left += 56
    net = fonts.drawable(row.net)
    colour = theme.WON if net.startswith("+") else theme.LOST if net.startswith("−") else theme.MUTED
    canvas.text(net, right, y - 1, size, colour, ground, weight="Bold", align="right", room=_NET - 10)
    canvas.text(
        row.deals, right - _NET, y - 1, size, theme.TEXT, ground, weight="Bold", align="right", room=_DEALS - 10
    )
    room = round(right - _NET - _DEALS - left)
    colour = theme.GILT if row.leads else theme.TEXT
    if not fonts.fits(name, "Bold", size, room):
        size = theme.LEAST
    canvas.text(name, left, y - 1, size, colour, ground, weight="Bold", room=room)


def _lines(best: EveningHand) -> tuple[str, ...]:
    return fonts.wrapped(best.name, WIDTH - 2 * (_EDGE + _PAD), theme.LEAST)


def _hand_height(best: EveningHand | None) -> int:
    if best is None:
        return 0
    return 62 + 40 * len(_lines(best)) + round(_CARD * RATIO) + 16 + _EDGE


def _hand(canvas: Canvas, best: EveningHand, top: int, look: Look) -> None:
    """The best hand in a frame: whose it was, what it is, and its cards."""
    left, wide = _EDGE, WIDTH - 2 * _EDGE
    canvas.plate(left, top, wide, _hand_height(best) - _EDGE, _ROUND, theme.PLATE, theme.GILT, 5)
    room = wide - 2 * _PAD
    canvas.text(best.caption, left + _PAD, top + 34, theme.LEAST, theme.TEXT, theme.PLATE, weight="Bold", room=room)
    y = top + 76
    for line in _lines(best):
        canvas.text(line, left + _PAD, y, theme.LEAST, theme.GILT, theme.PLATE, room=room)
        y += 40
    step = min(_CARD + 8.0, (room - _CARD) / max(1, len(best.cards) - 1))
    for i, card in enumerate(best.cards):
        over, covered = step < _CARD and i > 0, step < _CARD and i + 1 < len(best.cards)
        canvas.card(card, _CARD, left + _PAD + i * step, y - 16, look, over=over, shadow=False, covered=covered)
