"""Coins, cups, swords and clubs: the four suits of the Spanish pack, each drawn about its middle and 1 high."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from cards_img.tools import theme
from cards_img.tools.paths import Outline, Pen, Point, circle, path, placed, symmetric
from cards_img.tools.theme import RGB
from engine.cards import Suit

FINE_DETAIL: Final = 0.25
"""Emblems smaller than this part of a card's width leave their finest lines out."""


class Stamp:
    """Draws outlines given about the origin at a place, in a size and a turn; lines keep their width."""

    def __init__(self, pen: Pen, x: float, y: float, size: float, turn: float = 0.0) -> None:
        self.pen, self.x, self.y, self.size, self.turn = pen, x, y, size, turn
        self.thick = min(0.012, 0.009 + 0.006 * size)
        self.fine = size >= FINE_DETAIL

    def _at(self, outline: Iterable[Point]) -> Outline:
        return placed(outline, self.x, self.y, self.size, self.turn)

    def fill(self, outline: Iterable[Point], colour: RGB, line: RGB | None = theme.INK) -> None:
        """A filled polygon with its line around it."""
        self.pen.fill(self._at(outline), colour, line, self.thick)

    def line(self, points: Sequence[Point], colour: RGB = theme.INK, width: float = 0.02) -> None:
        """A line whose width grows with the stamp."""
        self.pen.line(self._at(points), colour, width * self.size)

    def dot(self, x: float, y: float, r: float, colour: RGB, line: RGB | None = None) -> None:
        """A filled circle."""
        self.fill(circle(x, y, r), colour, line)


def emblem(pen: Pen, suit: Suit, x: float, y: float, size: float, turn: float = 0.0) -> None:
    """A suit's emblem, ``size`` high."""
    _EMBLEMS[suit](Stamp(pen, x, y, size, turn))


def _petals(count: int, reach: float, r: float) -> tuple[Outline, ...]:
    return tuple(
        circle(reach * math.sin(math.tau * i / count), -reach * math.cos(math.tau * i / count), r) for i in range(count)
    )


def _coin(s: Stamp) -> None:
    s.dot(0, 0, 0.5, theme.GOLD, theme.INK)
    s.fill(circle(0, 0, 0.4), theme.mix(theme.PAPER, theme.GOLD, 0.4), theme.BRASS)
    if s.fine:
        for petal in _petals(20, 0.45, 0.022):
            s.fill(petal, theme.BRASS, None)
    for petal in _petals(6, 0.215, 0.13):
        s.fill(petal, theme.RED, None)
    s.dot(0, 0, 0.215, theme.mix(theme.PAPER, theme.GOLD, 0.4))
    s.dot(0, 0, 0.165, theme.BLUE)
    s.dot(0, 0, 0.075, theme.GOLD)


_BOWL: Final = symmetric("M 0 -.4 L .36 -.4 C .38 -.14 .3 .06 .1 .12 L 0 .12", 0.0)
_FOOT: Final = symmetric("M 0 .1 L .085 .1 C .05 .16 .05 .22 .08 .29 C .14 .35 .29 .35 .31 .5 L 0 .5", 0.0)


def _oval(y: float, rx: float, ry: float, x: float = 0.0) -> Outline:
    return tuple((x + rx * px, y + ry * py) for px, py in circle(0, 0, 1, 36))


def _cup(s: Stamp) -> None:
    s.fill(_FOOT, theme.GOLD)
    s.fill(_BOWL, theme.RED)
    s.fill(path("M -.345 -.2 C -.2 -.13 .2 -.13 .345 -.2 L .31 -.07 C .16 -.0 -.16 -.0 -.31 -.07"), theme.GOLD, None)
    for x, y in ((-0.2, -0.1), (0, -0.085), (0.2, -0.1)):
        s.dot(x, y, 0.042, theme.BLUE)
    if s.fine:
        s.line(path("M -.345 -.2 C -.2 -.13 .2 -.13 .345 -.2"), theme.INK, 0.018)
        s.line(path("M -.31 -.07 C -.16 -.0 .16 -.0 .31 -.07"), theme.INK, 0.018)
        for x in (-0.09, 0.0, 0.09):
            s.line([(x, 0.0), (x * 0.6, 0.09)], theme.GOLD, 0.024)
    s.fill(_oval(-0.4, 0.38, 0.085), theme.GOLD)
    s.fill(_oval(-0.4, 0.29, 0.05), theme.mix(theme.INK, theme.RED, 0.6), None)
    s.fill(_oval(0.2, 0.1, 0.055), theme.RED)
    if s.fine:
        s.line(path("M -.26 .42 C -.1 .38 .1 .38 .26 .42"), theme.BRASS, 0.022)


_BLADE: Final = symmetric("M 0 -.5 L .075 -.39 L .075 .23 L 0 .23", 0.0)
_GUARD: Final = symmetric("M 0 .19 L .09 .19 C .13 .19 .125 .14 .16 .14 C .205 .15 .195 .25 .12 .26 L 0 .26", 0.0)


def _sword(s: Stamp) -> None:
    s.fill(_BLADE, theme.SKY)
    s.fill(((0, -0.44), (-0.045, -0.38), (-0.045, 0.2), (0, 0.2)), theme.mix(theme.PAPER, theme.BLUE, 0.12), None)
    if s.fine:
        s.line([(0, -0.4), (0, 0.2)], theme.NAVY, 0.014)
    s.fill(((-0.038, 0.25), (0.038, 0.25), (0.038, 0.42), (-0.038, 0.42)), theme.RED)
    if s.fine:
        for y in (0.3, 0.345, 0.39):
            s.line([(-0.036, y), (0.036, y - 0.02)], theme.GOLD, 0.016)
    s.fill(_GUARD, theme.GOLD)
    s.fill(circle(0, 0.445, 0.056), theme.GOLD)


_CLUB: Final = path(
    "M -.045 .48 C -.06 .3 -.06 .2 -.09 .08 C -.11 0 -.085 -.08 -.11 -.2 "
    "C -.125 -.3 -.125 -.38 -.125 -.45 "
    "L .125 -.45 C .135 -.38 .125 -.3 .11 -.2 C .095 -.1 .115 -.02 .09 .08 C .065 .2 .06 .3 .045 .48"
)
_STUBS: Final = ((-0.115, -0.16, -58.0), (0.115, -0.27, 55.0), (0.1, 0.07, 60.0))
"""Where branches were cut off: place and turn."""
_LEAF: Final = path("M 0 .14 C -.13 .05 -.11 -.08 0 -.17 C .11 -.08 .13 .05 0 .14")


def _club(s: Stamp) -> None:
    bark, light, dark = theme.GREEN, theme.mix(theme.PAPER, theme.GREEN, 0.55), theme.mix(theme.INK, theme.GREEN, 0.5)
    for x, y, turn in _STUBS:
        s.fill(placed(((-0.062, 0.1), (-0.045, -0.05), (0.045, -0.05), (0.062, 0.1)), x, y, 1.0, turn), bark)
        s.fill(placed(_oval(-0.05, 0.05, 0.028), x, y, 1.0, turn), theme.SKIN)
    s.fill(_CLUB, bark)
    s.line(path("M -.07 -.34 C -.075 -.24 -.05 -.1 -.045 .05"), light, 0.034)
    if s.fine:
        s.line(path("M -.035 .12 C -.03 .2 -.02 .3 -.02 .4"), light, 0.024)
        s.line(path("M .055 -.36 C .07 -.28 .04 -.2 .055 -.1"), dark, 0.018)
        s.line(path("M .035 .02 C .045 .14 .025 .24 .02 .38"), dark, 0.018)
    s.fill(_oval(-0.45, 0.125, 0.05), theme.SKIN)
    if s.fine:
        s.line(_oval(-0.45, 0.06, 0.022), theme.AUBURN, 0.014)
        s.line(_oval(-0.45, 0.015, 0.006), theme.AUBURN, 0.014)


_EMBLEMS: Final = {Suit.DIAMONDS: _coin, Suit.HEARTS: _cup, Suit.SPADES: _sword, Suit.CLUBS: _club}


def ace(pen: Pen, suit: Suit) -> None:
    """The one large emblem of an ace, with what belongs to it."""
    {Suit.DIAMONDS: _sun, Suit.HEARTS: _chalice, Suit.SPADES: _great_sword, Suit.CLUBS: _great_club}[suit](pen)


def _ribbon(pen: Pen, y: float, colour: RGB, shade: RGB) -> None:
    """A ribbon that runs behind the emblem and in front of it."""
    for side in (-1, 1):
        tail = ((0.5 + side * 0.2, y - 0.02), (0.5 + side * 0.38, y - 0.07), (0.5 + side * 0.33, y - 0.005))
        pen.fill((*tail, (0.5 + side * 0.39, y + 0.05), (0.5 + side * 0.2, y + 0.09)), shade, theme.INK)
    front = path(f"M .22 {y - 0.05} Q .5 {y + 0.06} .78 {y - 0.05} L .78 {y + 0.055} Q .5 {y + 0.165} .22 {y + 0.055}")
    pen.fill(front, colour, theme.INK)
    for edge in (-0.028, 0.033):
        pen.line(path(f"M .22 {y + edge} Q .5 {y + 0.11 + edge} .78 {y + edge}"), theme.GOLD, 0.008)


def _sun(pen: Pen) -> None:
    """The ace of coins: a sun with a face."""
    x, y = 0.5, 0.7
    for i in range(16):
        long = i % 2 == 0
        ray = ((-0.045, -0.22), (0.0, -0.36 if long else -0.31), (0.045, -0.22))
        pen.fill(placed(ray, x, y, 1.0, 22.5 * i), theme.GOLD if long else theme.RED, theme.INK, 0.009)
    pen.dot(x, y, 0.25, theme.GOLD, theme.INK, 0.011)
    pen.dot(x, y, 0.213, theme.mix(theme.PAPER, theme.GOLD, 0.4), theme.BRASS, 0.009)
    for i in range(24):
        a = math.tau * i / 24
        pen.dot(x + 0.231 * math.cos(a), y + 0.231 * math.sin(a), 0.008, theme.BRASS, None)
    for side in (-1, 1):
        eye = x + side * 0.085
        pen.dot(x + side * 0.13, y + 0.055, 0.04, theme.mix(theme.SKIN, theme.RED, 0.25), None)
        pen.line(path(f"M {eye - 0.045} {y - 0.075} Q {eye} {y - 0.115} {eye + 0.045} {y - 0.075}"), theme.INK, 0.013)
        pen.fill(
            path(
                f"M {eye - 0.04} {y - 0.03} Q {eye} {y - 0.068} {eye + 0.04} {y - 0.03} "
                f"Q {eye} {y - 0.012} {eye - 0.04} {y - 0.03}"
            ),
            theme.PAPER,
            theme.INK,
            0.008,
        )
        pen.dot(eye, y - 0.035, 0.016, theme.INK, None)
    pen.line(
        path(f"M {x - 0.012} {y - 0.06} C {x - 0.03} {y + 0.01} {x - 0.045} {y + 0.04} {x + 0.012} {y + 0.045}"),
        theme.AUBURN,
        0.011,
    )
    pen.fill(
        path(
            f"M {x - 0.08} {y + 0.1} Q {x - 0.03} {y + 0.085} {x} {y + 0.095} "
            f"Q {x + 0.03} {y + 0.085} {x + 0.08} {y + 0.1} Q {x} {y + 0.17} {x - 0.08} {y + 0.1}"
        ),
        theme.RED,
        theme.INK,
        0.007,
    )
    pen.line(path(f"M {x - 0.07} {y + 0.105} Q {x} {y + 0.118} {x + 0.07} {y + 0.105}"), theme.INK, 0.007)


def _chalice(pen: Pen) -> None:
    """The ace of cups, with the vapour of its wine."""
    for side in (-1, 1):
        swirl = path(
            f"M {0.5 + side * 0.03} .42 C {0.5 + side * 0.16} .36 {0.5 - side * 0.02} .28 {0.5 + side * 0.09} .22"
        )
        pen.line(swirl, theme.RED, 0.022)
        handle = path(
            f"M {0.5 + side * 0.25} .57 C {0.5 + side * 0.38} .53 {0.5 + side * 0.38} .76 {0.5 + side * 0.18} .79"
        )
        pen.line(handle, theme.INK, 0.058)
        pen.line(handle, theme.GOLD, 0.036)
    pen.line(path("M .5 .43 C .42 .37 .58 .3 .5 .21"), theme.GOLD, 0.026)
    emblem(pen, Suit.HEARTS, 0.5, 0.8, 0.74)


def _great_sword(pen: Pen) -> None:
    """The ace of swords, with a ribbon."""
    emblem(pen, Suit.SPADES, 0.5, 0.7, 1.12)
    _ribbon(pen, 0.66, theme.BLUE, theme.NAVY)


def _great_club(pen: Pen) -> None:
    """The ace of clubs, in leaf."""
    for x, y, turn in (
        (0.3, 0.35, -70.0),
        (0.73, 0.44, 62.0),
        (0.7, 0.24, 40.0),
        (0.27, 0.6, -80.0),
        (0.7, 0.72, 75.0),
    ):
        s = Stamp(pen, x, y, 0.62, turn)
        s.fill(_LEAF, theme.mix(theme.PAPER, theme.GREEN, 0.55))
        s.line([(0, 0.16), (0, -0.1)], theme.GREEN, 0.025)
    emblem(pen, Suit.CLUBS, 0.5, 0.7, 1.1)
    _ribbon(pen, 0.84, theme.RED, theme.mix(theme.INK, theme.RED, 0.6))
