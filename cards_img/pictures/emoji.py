"""A card as an emoji: rank above suit, to be read at 22 pixels, on a ground that shows through around its corners."""

from __future__ import annotations

import io
from typing import Final

from PIL import Image, ImageDraw

from cards_img.faces.cards import FINE
from cards_img.faces.emblems import star
from cards_img.faces.spanish_suits import emblem
from cards_img.look import Look
from cards_img.tools import theme
from cards_img.tools.paths import Pen
from engine.cards import JOKERS, Card, Suit

SIDE: Final = 128
"""How wide and high the picture is, in pixels: as large as Discord keeps it."""
_CORNER: Final = 0.14
_SIDES: Final = 0.06
"""How far the card keeps from the left and right edge, so that emojis beside one another stay apart."""
_ROUND: Final = (Suit.HEARTS, Suit.DIAMONDS)
"""The suits of the Spanish pack with a round emblem; the others are long."""


def emoji_picture(card: Card, look: Look = Look()) -> bytes:
    """The card as a PNG, ``SIDE`` pixels square."""
    side = SIDE * FINE
    image = Image.new("RGB", (side, side), theme.PAPER)
    pen = Pen(image, side)
    pen.box(_SIDES, 0, 1 - _SIDES, 1, _CORNER, theme.PAPER, theme.EDGE_DARK, 0.035)
    if card.is_joker:
        star(pen, 0.5, 0.5, 0.74, theme.INK if card is JOKERS[1] else theme.RED)
    else:
        colour = look.colour(card.suit)
        pen.text(look.index(card.rank), 0.5, 0.285, 0.43, colour, 0.74, "Bold")
        if look.design == "spanish":
            emblem(pen, card.suit, 0.5, 0.745, 0.44 if card.suit in _ROUND else 0.56, 0 if card.suit in _ROUND else 60)
        else:
            pen.pip(card.suit, 0.5, 0.745, 0.43, colour)
    shape = Image.new("L", (side, side))
    box = (round(side * _SIDES), 0, round(side * (1 - _SIDES)) - 1, side - 1)
    ImageDraw.Draw(shape).rounded_rectangle(box, round(side * _CORNER), fill=255)
    drawn = image.reduce(FINE)
    drawn.putalpha(shape.reduce(FINE))
    written = io.BytesIO()
    drawn.save(written, "PNG", optimize=True)
    return written.getvalue()
