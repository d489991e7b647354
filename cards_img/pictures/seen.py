"""A strip that tells what has been seen of the pack: each rank, and below it the suits in which it was played."""

from __future__ import annotations

from typing import Final

from cards_img.captions import Seen
from cards_img.layout import marks
from cards_img.layout.canvas import Canvas
from cards_img.layout.places import WIDTH
from cards_img.look import Look
from cards_img.tools import theme
from engine.cards import SUITS

HEIGHT: Final = 106
_SIDE: Final = 16
_MARK: Final = 26
_STEP: Final = 28
"""From one suit's mark to the next, of which two are side by side."""


def draw_seen(canvas: Canvas, seen: Seen, look: Look, top: int) -> None:
    """The strip, ``HEIGHT`` pixels high, in a stretch of the canvas that begins ``top`` pixels below its upper edge."""
    canvas.bar(top, top + HEIGHT)
    wide = (WIDTH - 2 * _SIDE) / max(1, len(seen.ranks))
    for i, (rank, suits) in enumerate(seen.ranks):
        x = _SIDE + wide * (i + 0.5)
        gone = len(suits) == len(SUITS)
        colour = theme.MUTED if gone else theme.TEXT
        canvas.text(
            look.index(rank), x, top + 24, theme.LEAST, colour, theme.PLATE, weight="Bold", align="middle",
            room=round(wide) - 2,
        )  # fmt: skip
        for place, suit in enumerate(SUITS):
            left = x - _STEP + 1 + place % 2 * _STEP
            y = top + 44 + place // 2 * _STEP
            if suit in suits:
                canvas.put(marks.pay_suit(suit, _MARK, theme.PLATE, look), left, y)
            else:
                canvas.plate(left + 9, y + 9, 8, 8, 4, theme.SHADE, ground=theme.PLATE)
