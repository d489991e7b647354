"""What the figures of the Spanish pack have in common: colours, heads, hands; in card units (1 wide, 1.4 high).

The indices take the upper left and the lower right corner, so the figures lean the other way: the emblem is held up
on the right, the feet stand on the left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cards_img.faces.spanish_suits import Stamp, emblem
from cards_img.tools import theme
from cards_img.tools.paths import Pen, path, symmetric
from cards_img.tools.theme import RGB
from engine.cards import Suit

LINE: Final = theme.INK
_ROSE: Final = theme.mix(theme.SKIN, theme.RED, 0.25)


@dataclass(frozen=True, slots=True)
class Dress:
    """The colours of a suit's figures."""

    main: RGB
    second: RGB
    hair: RGB
    horse: RGB
    horse_far: RGB
    """The legs on the far side."""
    mane: RGB


DRESSES: Final[dict[Suit, Dress]] = {
    Suit.DIAMONDS: Dress(theme.RED, theme.BLUE, theme.AUBURN, theme.PAPER, theme.SILVER, theme.SILVER),
    Suit.HEARTS: Dress(theme.BLUE, theme.RED, theme.GOLD, theme.AUBURN, theme.RAIL_DARK, theme.INK),
    Suit.SPADES: Dress(theme.NAVY, theme.GREEN, theme.SILVER, theme.SILVER, theme.EDGE_DARK, theme.PAPER),
    Suit.CLUBS: Dress(theme.GREEN, theme.RED, theme.INK, theme.INK, theme.INK, theme.EDGE_DARK),
}


def hold(pen: Pen, suit: Suit, x: float, y: float) -> None:
    """The suit's emblem, held up by the hand at x, y."""
    match suit:
        case Suit.DIAMONDS:
            emblem(pen, suit, x, y - 0.16, 0.3)
        case Suit.HEARTS:
            emblem(pen, suit, x, y - 0.1, 0.33)
        case Suit.SPADES:
            size = (y - 0.07) / 0.83
            emblem(pen, suit, x + 0.02, y - 0.33 * size, size, 7.0)
        case _:
            size = (y - 0.07) / 0.84
            emblem(pen, suit, x + 0.03, y - 0.34 * size, size, 10.0)


def fist(pen: Pen, x: float, y: float, r: float = 0.038) -> None:
    """A hand that holds something."""
    pen.box(x - r, y - r * 0.85, x + r, y + r * 0.85, r * 0.6, theme.SKIN, LINE, 0.009)
    for i in (-1, 0, 1):
        pen.line([(x - r * 0.9, y + i * r * 0.42), (x + r * 0.25, y + i * r * 0.42)], LINE, 0.006)


_FACE: Final = symmetric("M 0 -.42 L .33 -.42 C .39 -.1 .39 .12 .3 .3 C .22 .45 .1 .52 0 .52", 0.0)


def face(pen: Pen, x: float, y: float, size: float, hair: RGB) -> None:
    """A face without hair and hat; ``size`` is its height."""
    s = Stamp(pen, x, y, size)
    s.fill(_FACE, theme.SKIN)
    brow = hair if hair == theme.AUBURN else LINE
    for side in (-1, 1):
        e = side * 0.165
        s.line([(e - 0.09, -0.12), (e, -0.155), (e + 0.09, -0.12)], brow, 0.045)
        s.dot(e, -0.005, 0.055, LINE)
        s.dot(side * 0.23, 0.15, 0.075, _ROSE)
    s.line([(0.005, -0.02), (-0.045, 0.15), (0.02, 0.165)], theme.AUBURN, 0.035)
    s.fill(path("M -.11 .29 Q -.04 .24 0 .265 Q .04 .24 .11 .29 Q 0 .38 -.11 .29"), theme.RED, None)


def ground(pen: Pen, left: float, right: float) -> None:
    """The grass that a figure stands on."""
    y, m = 1.27, (left + right) / 2
    pen.fill(
        path(
            f"M {left} {y + 0.045} Q {left + 0.06} {y - 0.03} {m} {y - 0.03} "
            f"Q {right - 0.06} {y - 0.03} {right} {y + 0.045}"
        ),
        theme.mix(theme.PAPER, theme.GREEN, 0.55),
        LINE,
    )
    for i in range(3):
        x = left + 0.1 + i * (right - left - 0.2) / 2
        pen.line([(x - 0.014, y - 0.002), (x, y + 0.025), (x + 0.012, y)], theme.GREEN, 0.009)


_BEARD: Final = symmetric(
    "M 0 .2 C .12 .17 .22 .2 .3 .02 L .37 .02 C .42 .35 .3 .6 .14 .72 C .07 .78 .03 .82 0 .88", 0.0
)
_MOUSTACHE: Final = symmetric("M 0 .2 C .1 .15 .2 .2 .3 .32 C .2 .36 .08 .34 0 .27", 0.0)
_LOCKS: Final = symmetric("M 0 -.5 L .4 -.45 C .55 -.1 .5 .2 .62 .36 C .55 .5 .38 .48 .32 .36 L 0 .3", 0.0)
_CROWN: Final = symmetric("M 0 -1.02 L .14 -.76 L .27 -.98 L .36 -.74 L .55 -.96 L .43 -.36 L 0 -.36", 0.0)


def crowned(pen: Pen, x: float, y: float, size: float, d: Dress) -> None:
    s = Stamp(pen, x, y, size)
    s.fill(_LOCKS, d.hair)
    face(pen, x, y, size, d.hair)
    s.fill(_BEARD, d.hair)
    shade = theme.PAPER if d.hair == theme.INK else LINE
    for k in (-0.1, 0.0, 0.1):
        s.line([(k, 0.47), (k * 0.6, 0.68)], shade, 0.03)
    s.fill(_MOUSTACHE, d.hair)
    s.fill(path("M -.09 .31 Q 0 .28 .09 .31 Q 0 .4 -.09 .31"), theme.RED, None)
    s.fill(_CROWN, theme.GOLD)
    for k, top in ((0.0, -1.04), (-0.27, -1.0), (0.27, -1.0), (-0.56, -0.98), (0.56, -0.98)):
        s.dot(k, top, 0.07, theme.PAPER, LINE)
    s.fill(((-0.45, -0.52), (0.45, -0.52), (0.43, -0.36), (-0.43, -0.36)), d.main)
    for k in (-0.26, 0.0, 0.26):
        s.dot(k, -0.44, 0.055, theme.GOLD)


def feathered(pen: Pen, x: float, y: float, size: float, d: Dress) -> None:
    """A young head with bobbed hair under a cap with a feather."""
    s = Stamp(pen, x, y, size)
    hair = symmetric("M 0 -.5 L .4 -.42 C .52 -.1 .46 .1 .52 .34 C .44 .46 .34 .42 .27 .34 L 0 .3", 0.0)
    s.fill(hair, d.hair)
    s.fill(path("M -.13 .35 L .13 .35 L .16 .72 L -.16 .72"), theme.SKIN)
    face(pen, x, y, size, d.hair)
    s.fill(path("M -.38 -.12 C -.3 -.3 -.1 -.36 .05 -.34 C .2 -.34 .34 -.26 .38 -.1 L .4 -.45 L -.4 -.45"), d.hair)
    s.fill(
        path("M .1 -.6 C .2 -1.0 .55 -1.12 .98 -.92 C .8 -.86 .72 -.72 .55 -.62 C .4 -.54 .25 -.52 .14 -.5"), theme.GOLD
    )
    s.line(path("M .18 -.58 C .32 -.8 .55 -.9 .8 -.9"), theme.BRASS, 0.035)
    s.fill(path("M -.5 -.38 C -.62 -.66 -.35 -.86 .05 -.84 C .4 -.82 .58 -.62 .48 -.36 Q 0 -.5 -.5 -.38"), d.main)
    s.fill(path("M -.52 -.44 Q 0 -.58 .5 -.42 L .48 -.27 Q 0 -.42 -.49 -.29"), d.second)
    s.dot(0.22, -0.46, 0.075, theme.GOLD, LINE)


def helmeted(pen: Pen, x: float, y: float, size: float, d: Dress) -> None:
    """A rider's head under a helmet with a plume."""
    s = Stamp(pen, x, y, size)
    hair = symmetric("M 0 -.3 L .4 -.3 C .5 -.1 .42 .15 .44 .36 C .36 .46 .3 .4 .25 .34 L 0 .3", 0.0)
    s.fill(hair, d.hair)
    s.fill(path("M -.13 .35 L .13 .35 L .16 .72 L -.16 .72"), theme.SKIN)
    face(pen, x, y, size, d.hair)
    s.fill(symmetric("M 0 .2 C .1 .15 .18 .19 .27 .13 C .25 .28 .1 .31 0 .27", 0.0), d.hair)
    plume = path(
        "M .02 -.86 C -.05 -1.2 -.5 -1.3 -.78 -1.02 C -1.0 -.84 -.92 -.6 -.8 -.46 "
        "C -.72 -.62 -.6 -.7 -.42 -.7 L -.1 -.74"
    )
    s.fill(plume, d.second)
    s.line(path("M -.02 -.86 C -.2 -1.08 -.6 -1.0 -.76 -.7"), theme.PAPER, 0.04)
    s.fill(symmetric("M 0 -.92 C .3 -.9 .44 -.66 .42 -.36 L 0 -.36", 0.0), theme.SILVER)
    s.line(path("M .03 -.91 C .12 -.75 .12 -.55 .1 -.4"), theme.PAPER, 0.05)
    s.fill(
        symmetric("M 0 -.44 L .42 -.44 C .56 -.42 .66 -.46 .7 -.52 C .68 -.34 .5 -.24 .3 -.26 L 0 -.28", 0.0),
        theme.GOLD,
    )
