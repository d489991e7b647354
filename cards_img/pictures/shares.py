"""How often what somebody did wins, as bars: a row for each decision of a deal."""

from __future__ import annotations

from typing import Final

from cards_img.captions import ShareRow, SharesCaptions
from cards_img.layout.canvas import Canvas, felt
from cards_img.layout.places import BAR, WIDTH
from cards_img.look import Look
from cards_img.pictures.table import heading
from cards_img.tools import fonts, theme

_EDGE: Final = 16
_ROW: Final = 56
_LINE: Final = 40
"""The height of a line of words."""
_NAME: Final = 200
_DID: Final = 150
_TOLD: Final = 170
_GAP: Final = 14
"""The widths of the columns of words, and the room between columns."""
_LEFT: Final = _EDGE + _NAME + _GAP + _DID + _GAP
_WIDE: Final = WIDTH - _EDGE - _TOLD - _GAP - _LEFT
"""Where a bar begins, and how wide it is where something always wins."""
_HIGH: Final = 30
_ROUND: Final = 6
_BELOW: Final = 8


def shares_picture(captions: SharesCaptions, look: Look = Look()) -> bytes:
    """Bars as PNG, 800 pixels wide: a row for each decision. Raises ValueError for none."""
    if not captions.rows:
        raise ValueError("a picture of bars needs some")
    top = BAR + _BELOW
    canvas = Canvas(felt(WIDTH, top + _ROW * len(captions.rows) + _BELOW))
    heading(canvas, captions.title, captions.detail)
    for place, row in enumerate(captions.rows):
        _row(canvas, row, top + _ROW * (place + 0.5))
    return canvas.png(look.cloth)


def _row(canvas: Canvas, row: ShareRow, y: float) -> None:
    canvas.plate(_EDGE // 2, y - _LINE / 2 - 4, WIDTH - _EDGE, _LINE + 8, _ROUND * 2, theme.PLATE)
    name = fonts.player_name(row.name, row.seat)
    canvas.text(name, _EDGE, y, theme.LEAST, theme.TEXT, theme.PLATE, weight="Bold", room=_NAME)
    canvas.text(row.did, _EDGE + _NAME + _GAP, y, theme.LEAST, theme.MUTED, theme.PLATE, room=_DID)
    canvas.plate(_LEFT, y - _HIGH / 2, _WIDE, _HIGH, _ROUND, theme.PLATE_LIT, ground=theme.PLATE)
    wide = share_width(row.share)
    if wide:
        colour = theme.MUTED if row.undone else theme.GILT
        canvas.plate(_LEFT, y - _HIGH / 2, wide, _HIGH, _ROUND, colour, ground=theme.PLATE_LIT)
    canvas.text(
        row.told, WIDTH - _EDGE, y, theme.LEAST, theme.TEXT, theme.PLATE, weight="Bold", align="right", room=_TOLD
    )  # fmt: skip


def share_width(share: int) -> int:
    """How wide the bar of that share (percent) is, in pixels: 0 for 0, and otherwise wide enough to be seen."""
    return max(2 * _ROUND, round(_WIDE * share / 100)) if share else 0
