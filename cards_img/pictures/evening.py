"""The picture of an evening: who won what in how many deals, and what of it is worth showing."""

from __future__ import annotations

from typing import Final

from cards_img.captions import EveningCaptions, EveningMoment, EveningRow
from cards_img.layout import marks
from cards_img.layout.canvas import Canvas, felt
from cards_img.layout.places import BAR, WIDTH
from cards_img.layout.plates import net_colour
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
"""The width of a card where there is room for it."""
_MOST_LINES: Final = 6
_LINE: Final = 40
"""The height of a line of words."""


def evening_picture(captions: EveningCaptions, look: Look = Look()) -> bytes:
    """An evening at a table as PNG, 800 pixels wide: a row a player, and below them what is worth showing.

    Raises ValueError for no players.
    """
    if not captions.rows:
        raise ValueError("an evening without players has no picture")
    head = _HEAD if captions.deals or captions.net else 0
    heights = [_FIRST if row.leads else _ROW for row in captions.rows]
    top = BAR + _EDGE
    low = top + head + sum(heights) + 8
    below = _moments_height(captions.moments)
    canvas = Canvas(felt(WIDTH, low + _EDGE + below))
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
    wide = _moment_width(captions.moments)
    for i, moment in enumerate(captions.moments):
        _moment(canvas, moment, _EDGE + i * (wide + _EDGE), low + _EDGE, wide, below - _EDGE, look)
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
    colour = net_colour(net)
    canvas.text(net, right, y - 1, size, colour, ground, weight="Bold", align="right", room=_NET - 10)
    canvas.text(
        row.deals, right - _NET, y - 1, size, theme.TEXT, ground, weight="Bold", align="right", room=_DEALS - 10
    )
    room = round(right - _NET - (_DEALS if row.deals else 0) - left)
    colour = theme.GILT if row.leads else theme.TEXT
    if not fonts.fits(name, "Bold", size, room):
        size = theme.LEAST
    canvas.text(name, left, y - 1, size, colour, ground, weight="Bold", room=room)


def _moment_width(moments: tuple[EveningMoment, ...]) -> int:
    """Two stand beside each other."""
    return (WIDTH - _EDGE * (len(moments) + 1)) // max(1, len(moments))


def _lines(moment: EveningMoment, wide: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The caption and the words, in lines."""
    room = wide - 2 * _PAD
    caption = fonts.wrapped(moment.caption, room, theme.LEAST, "Bold", _MOST_LINES)
    return caption, fonts.wrapped(moment.words, room, theme.LEAST, most=_MOST_LINES)


def _moments_height(moments: tuple[EveningMoment, ...]) -> int:
    """The height of the frames, and of the felt below them: all are as high as the highest."""
    if not moments:
        return 0
    wide = _moment_width(moments)
    return (
        max(
            26 + _LINE * sum(map(len, _lines(moment, wide))) + (round(_card(wide) * RATIO) + 18 if moment.cards else 0)
            for moment in moments
        )
        + _EDGE
    )


def _card(wide: int) -> int:
    """The width of a card in a frame: five fit beside each other."""
    return min(_CARD, (wide - 2 * _PAD - 4 * 4) // 5)


def _moment(canvas: Canvas, moment: EveningMoment, left: int, top: int, wide: int, high: int, look: Look) -> None:
    """One thing worth showing in a frame: what it is, whose it was, and its cards."""
    canvas.plate(left, top, wide, high, _ROUND, theme.PLATE, theme.GILT, 5)
    room = wide - 2 * _PAD
    caption, words = _lines(moment, wide)
    y = top + 34
    for line in caption:
        canvas.text(line, left + _PAD, y, theme.LEAST, theme.TEXT, theme.PLATE, weight="Bold", room=room)
        y += _LINE
    for line in words:
        canvas.text(line, left + _PAD, y, theme.LEAST, theme.GILT, theme.PLATE, room=room)
        y += _LINE
    if not moment.cards:
        return
    card = _card(wide)
    step = min(card + 4.0, (room - card) / max(1, len(moment.cards) - 1))
    down = top + high - 18 - round(card * RATIO)
    for i, shown in enumerate(moment.cards):
        over, covered = step < card and i > 0, step < card and i + 1 < len(moment.cards)
        canvas.card(shown, card, left + _PAD + i * step, down, look, over=over, shadow=False, covered=covered)
