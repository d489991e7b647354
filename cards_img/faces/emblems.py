"""Aces, jokers and the back: the cards with one large drawing, in card units (a card is 1 wide, 1.4 high)."""

from __future__ import annotations

import math
from typing import Final

from cards_img.tools import theme
from cards_img.tools.paths import Pen, circle, mirrored, path, placed, symmetric
from cards_img.tools.theme import RGB
from engine.cards import JOKERS, Card, Suit


def ace(pen: Pen, suit: Suit, colour: RGB) -> None:
    """The one large pip; the ace of spades with ornament."""
    if suit is not Suit.SPADES:
        pen.pip(suit, 0.5, 0.7, 0.54, colour)
        return
    y = 0.69
    pen.pip(suit, 0.5, y, 0.66, colour)
    pen.pip(suit, 0.5, y - 0.004, 0.545, theme.PAPER)
    pen.pip(suit, 0.5, y - 0.004, 0.515, colour)
    hub = y + 0.03
    for i in range(16):
        a = math.tau * i / 16
        pen.dot(0.5 + 0.122 * math.cos(a), hub + 0.122 * math.sin(a), 0.0095, theme.GOLD)
    pen.dot(0.5, hub, 0.1, theme.GOLD)
    pen.dot(0.5, hub, 0.083, colour)
    pen.text("K", 0.5, hub, 0.09, theme.GOLD)
    pen.fill(placed(CROWN, 0.5, hub - 0.172, 0.085), theme.GOLD)


CROWN: Final = symmetric("M 0 -.5 L .2 -.02 L .5 -.4 L .42 .4 L 0 .4", 0.0)
_STAR: Final = tuple(
    (
        math.sin(math.pi * i / 5) * (0.5 if i % 2 == 0 else 0.21),
        -math.cos(math.pi * i / 5) * (0.5 if i % 2 == 0 else 0.21),
    )
    for i in range(10)
)


def star(pen: Pen, x: float, y: float, size: float, colour: RGB) -> None:
    """A star with five points: the joker's index."""
    pen.fill(placed(_STAR, x, y, size), colour)


def joker(pen: Pen, card: Card) -> None:
    """A laughing fool in a cap with bells: in colours, the second joker in ink and silver."""
    plain = card is JOKERS[1]
    left, right, middle = (theme.INK, theme.SILVER, theme.PAPER) if plain else (theme.RED, theme.BLUE, theme.GREEN)
    bell = theme.SILVER if plain else theme.GOLD
    skin = theme.PAPER if plain else theme.SKIN
    line = theme.INK
    star(pen, 0.155, 0.185, 0.21, left)
    star(pen, 0.845, 1.4 - 0.185, 0.21, left)
    # The collar, in points with bells.
    collar = ((0.24, 1.12, left), (0.37, 1.2, bell), (0.5, 1.235, right), (0.63, 1.2, bell), (0.76, 1.12, left))
    for i, (x, y, colour) in enumerate(collar):
        before, after = 0.3 + 0.08 * i, 0.38 + 0.08 * i
        pen.fill(((before - 0.03, 0.94), (after + 0.03, 0.94), (x, y)), colour, line)
        pen.dot(x, y + 0.01, 0.026, theme.PAPER if plain else theme.GOLD, line)
    # The cap's three horns.
    horn = path("M .5 .5 C .36 .3 .16 .32 .13 .56 C .12 .62 .125 .66 .13 .7 C .2 .6 .26 .58 .3 .74 L .5 .74")
    pen.fill(horn, left, line)
    pen.fill(mirrored(horn), right, line)
    pen.fill(path("M .34 .56 C .36 .36 .42 .26 .58 .2 C .6 .3 .63 .4 .66 .56 L .64 .66 L .36 .66"), middle, line)
    for x, y in ((0.13, 0.72), (0.87, 0.72), (0.585, 0.19)):
        pen.dot(x, y, 0.045, bell, line)
        pen.line([(x, y + 0.005), (x, y + 0.035)], line, 0.01)
        pen.dot(x, y + 0.002, 0.010, line)
    # The face.
    pen.fill(symmetric("M .5 .62 L .69 .62 C .71 .74 .7 .84 .64 .92 C .6 .97 .55 1.0 .5 1.0"), skin, line)
    pen.fill(path("M .3 .65 Q .5 .56 .7 .65 L .695 .705 Q .5 .62 .305 .705"), bell, line)
    for side in (-1, 1):
        x = 0.5 + side * 0.09
        pen.line(path(f"M {x - 0.045} .735 Q {x} .695 {x + 0.045} .73"), line, 0.014)
        pen.dot(x, 0.768, 0.024, line)
        pen.dot(x + 0.008, 0.76, 0.008, theme.PAPER)
        if not plain:
            pen.dot(0.5 + side * 0.125, 0.84, 0.034, theme.mix(theme.SKIN, theme.RED, 0.25))
    pen.fill(path("M .4 .855 Q .5 .89 .6 .855 Q .575 .955 .5 .955 Q .425 .955 .4 .855"), line)
    pen.fill(path("M .42 .872 Q .5 .897 .58 .872 L .572 .895 Q .5 .915 .428 .895"), theme.PAPER)
    pen.fill(path("M .455 .945 Q .5 .905 .545 .945 Q .5 .962 .455 .945"), theme.SILVER if plain else theme.RED)
    pen.line(path("M .5 .775 C .47 .81 .47 .83 .505 .832"), line, 0.011)


def back_pattern(pen: Pen, height: float) -> None:
    """The pattern of our back: rings that spread from knock after knock. Only the upper half is drawn.

    It comes again after whole pixels, so that its rows are alike: a picture with a back packs a fifth smaller.
    """
    size = pen.whole(0.22, 4)
    rows = math.ceil(height / 2 / (size / 4)) + 2
    for row in range(rows):
        y = height / 2 - (rows - 2 - row) * size / 4
        for i in range(-1, 6):
            x = 0.5 + (i - 2) * size + (row % 2) * size / 2
            for r, colour in _RINGS:
                pen.fill(circle(x, y, r * size), colour)


_RINGS: Final = (
    (0.5, theme.PAPER),
    (0.455, theme.NAVY),
    (0.36, theme.SKY),
    (0.31, theme.NAVY),
    (0.2, theme.PAPER),
    (0.14, theme.NAVY),
)


def medallion(pen: Pen, height: float) -> None:
    """The middle of the back: a K that is the same upside down."""
    y = height / 2
    for i in range(20):
        a = math.tau * (i + 0.5) / 20
        pen.dot(0.5 + 0.245 * math.cos(a), y + 0.245 * math.sin(a), 0.036, theme.PAPER)
    pen.dot(0.5, y, 0.245, theme.PAPER)
    pen.dot(0.5, y, 0.22, theme.NAVY)
    pen.dot(0.5, y, 0.2, theme.GOLD)
    pen.dot(0.5, y, 0.182, theme.NAVY)
    # Two Ks that share one stem, one of them upside down.
    pen.box(0.478, y - 0.12, 0.522, y + 0.12, 0.004, theme.GOLD)
    for turn in (0.0, 180.0):
        for arm in ("M .02 -.01 L .1 -.12 L .155 -.12 L .06 .012", "M .04 -.03 L .155 .12 L .1 .12 L .02 .022"):
            pen.fill(placed(path(arm), 0.5, y, 0.95, turn), theme.GOLD)
