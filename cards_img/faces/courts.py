"""King, queen and jack: half-figures of our own in flat colours, drawn in card units (a card is 1 wide, 1.4 high).

Only the upper half is drawn; ``faces`` turns it by 180 degrees for the lower one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cards_img.tools import theme
from cards_img.tools.paths import Outline, Pen, circle, mirrored, path, placed, symmetric
from cards_img.tools.theme import RGB
from engine.cards import Rank, Suit

_LINE: Final = theme.INK


@dataclass(frozen=True, slots=True)
class Dress:
    """The colours of a suit's court."""

    main: RGB
    second: RGB
    hair: RGB
    suit: RGB
    """The colour of the suit's pips."""


def dress(suit: Suit, colour: RGB) -> Dress:
    """The colours that a suit's court wears if the suit's pips have this ``colour``."""
    hair = {
        Suit.SPADES: theme.SILVER,
        Suit.HEARTS: theme.GOLD,
        Suit.DIAMONDS: theme.AUBURN,
        Suit.CLUBS: theme.INK,
    }[suit]
    if colour == theme.INK:
        return Dress(theme.NAVY, theme.RED, hair, colour)
    if colour == theme.RED:
        return Dress(theme.RED, theme.NAVY, hair, colour)
    return Dress(colour, theme.RED, hair, colour)


def court(pen: Pen, rank: Rank, suit: Suit, colour: RGB) -> None:
    """Draws the upper half-figure of a court card."""
    {Rank.KING: _king, Rank.QUEEN: _queen, Rank.JACK: _jack}[rank](pen, suit, dress(suit, colour))


def at(x: float, y: float, text: str) -> Outline:
    """A path moved to x, y."""
    return placed(path(text), x, y, 1.0)


_CROSS: Final = (
    "M -.015 .265 L -.015 .215 L -.05 .215 L -.05 .185 L -.015 .185 L -.015 .145 "
    "L .015 .145 L .015 .185 L .05 .185 L .05 .215 L .015 .215 L .015 .265"
)
_SHOULDERS: Final = symmetric("M .5 .47 L .58 .47 C .66 .5 .8 .52 .86 .6 C .92 .68 .93 .8 .93 .95 L .5 .95")
_NECK: Final = symmetric("M .5 .36 L .555 .36 L .56 .49 C .55 .53 .52 .545 .5 .545")
_FACE: Final = symmetric("M .5 .235 L .592 .235 C .6 .3 .604 .345 .592 .38 C .575 .43 .535 .455 .5 .455")


def _face(pen: Pen, brow: RGB) -> None:
    """Eyes, nose and mouth."""
    for side in (-1, 1):
        x = 0.5 + side * 0.043
        pen.line([(x - 0.024, 0.297), (x, 0.288), (x + 0.024, 0.297)], brow, 0.010)
        pen.fill(placed(circle(0, 0, 1), x, 0.322, 0.0125), _LINE)
    pen.line([(0.5, 0.322), (0.488, 0.366), (0.503, 0.37)], theme.AUBURN, 0.008)


def _mouth(pen: Pen) -> None:
    pen.fill(
        at(0, 0.405, "M .468 0 Q .485 -.012 .5 -.004 Q .515 -.012 .532 0 Q .5 .026 .468 0"),
        theme.RED,
    )


def _robe(pen: Pen, d: Dress) -> None:
    pen.fill(_SHOULDERS, d.main, _LINE)


def _hand(pen: Pen, x: float, y: float, cuff: RGB) -> None:
    """A fist that holds something upright at x, and the cuff below it."""
    pen.fill(
        at(x, y, "M -.075 .14 L -.06 .05 L .06 .05 L .075 .14"),
        cuff,
        _LINE,
    )
    pen.box(x - 0.052, y - 0.04, x + 0.052, y + 0.055, 0.03, theme.SKIN, _LINE, 0.010)
    for i in range(3):
        yy = y - 0.016 + i * 0.023
        pen.line([(x - 0.05, yy), (x + 0.012, yy)], _LINE, 0.007)


def _king(pen: Pen, suit: Suit, d: Dress) -> None:
    hair = d.hair
    # Hair falls to curls on both sides.
    curls = symmetric(
        "M .5 .2 L .6 .2 C .64 .26 .65 .33 .655 .38 C .69 .4 .7 .46 .65 .475 C .6 .485 .58 .45 .585 .4 L .5 .4"
    )
    pen.fill(curls, hair, _LINE)
    _robe(pen, d)
    # The front panel and the ermine cape.
    pen.fill(path("M .43 .55 L .57 .55 L .59 .95 L .41 .95"), theme.GOLD, _LINE)
    for i in range(3):
        pen.pip(suit, 0.5, 0.625 + i * 0.105, 0.075, d.second if d.suit == theme.INK else d.suit)
    cape = symmetric("M .5 .475 L .585 .465 C .68 .49 .77 .5 .83 .56 C .75 .62 .62 .64 .5 .575")
    pen.fill(cape, theme.PAPER, _LINE)
    for x, y in ((0.62, 0.545), (0.69, 0.53), (0.74, 0.565), (0.66, 0.59), (0.57, 0.575)):
        for spot in (x, 1 - x):
            pen.fill(path(f"M {spot} {y - 0.017} L {spot + 0.010} {y + 0.015} L {spot - 0.010} {y + 0.015}"), _LINE)
    pen.fill(_FACE, theme.SKIN, _LINE)
    # The beard and the moustache.
    beard = symmetric(
        "M .5 .39 C .53 .385 .56 .38 .58 .345 L .603 .345 C .615 .42 .6 .49 .555 .53 C .535 .55 .515 .56 .5 .585"
    )
    pen.fill(beard, hair, _LINE)
    shade = theme.PAPER if hair == theme.INK else _LINE
    for x in (0.468, 0.5, 0.532):
        pen.line([(x, 0.46), (0.5 + (x - 0.5) * 0.75, 0.52)], shade, 0.007)
    pen.fill(symmetric("M .5 .378 C .53 .368 .56 .385 .585 .412 C .555 .42 .52 .416 .5 .402"), hair, _LINE, 0.007)
    pen.fill(path("M .472 .42 Q .5 .412 .528 .42 Q .5 .444 .472 .42"), theme.RED)
    _face(pen, _LINE if hair in (theme.INK, theme.GOLD, theme.SILVER) else hair)
    # The crown.
    pen.fill(
        symmetric("M .5 .098 L .545 .165 L .585 .112 L .6 .178 L .668 .108 L .628 .262 L .5 .262"), theme.GOLD, _LINE
    )
    pen.fill(symmetric("M .5 .118 L .535 .172 L .535 .205 L .5 .205"), d.main)
    for x, y in ((0.5, 0.092), (0.585, 0.105), (0.415, 0.105), (0.672, 0.1), (0.328, 0.1)):
        pen.dot(x, y, 0.019, theme.PAPER, _LINE)
    pen.fill(path("M .368 .214 L .632 .214 L .625 .262 L .375 .262"), theme.GOLD, _LINE)
    for x in (0.42, 0.5, 0.58):
        pen.fill(placed(path("M 0 -1 L 1.2 0 L 0 1 L -1.2 0"), x, 0.238, 0.016), d.second if x == 0.5 else d.main)
    _regalia(pen, suit, d)


def _regalia(pen: Pen, suit: Suit, d: Dress) -> None:
    """What the king holds: a sword, a sceptre, an axe or an orb."""
    x = 0.815
    match suit:
        case Suit.SPADES:
            pen.fill(
                at(x, 0, "M 0 .1 L .03 .15 L .026 .47 L -.026 .47 L -.03 .15"),
                theme.SILVER,
                _LINE,
            )
            pen.line([(x, 0.15), (x, 0.46)], theme.PAPER, 0.010)
            pen.box(x - 0.095, 0.46, x + 0.095, 0.5, 0.02, theme.GOLD, _LINE, 0.010)
            _hand(pen, x, 0.545, d.second)
        case Suit.HEARTS:
            pen.box(x - 0.017, 0.2, x + 0.017, 0.62, 0.01, theme.GOLD, _LINE, 0.009)
            pen.pip(Suit.HEARTS, x, 0.165, 0.155, _LINE)
            pen.pip(Suit.HEARTS, x, 0.163, 0.128, d.suit)
            _hand(pen, x, 0.5, d.second)
        case Suit.DIAMONDS:
            pen.box(x - 0.016, 0.1, x + 0.016, 0.62, 0.01, theme.AUBURN, _LINE, 0.009)
            pen.fill(
                path("M .8 .13 C .76 .13 .73 .12 .7 .1 C .69 .17 .69 .24 .7 .31 C .73 .29 .76 .27 .8 .27"),
                theme.SILVER,
                _LINE,
            )
            pen.fill(path("M .831 .16 L .885 .2 L .831 .24"), theme.SILVER, _LINE)
            _hand(pen, x, 0.5, d.second)
        case _:
            pen.dot(x, 0.36, 0.1, theme.GOLD, _LINE, 0.011)
            pen.line([(x - 0.096, 0.36), (x + 0.096, 0.36)], d.second, 0.026)
            pen.line([(x, 0.265), (x, 0.36)], d.second, 0.026)
            pen.fill(at(x, 0, _CROSS), theme.GOLD, _LINE, 0.009)
            pen.fill(path("M .73 .6 L .75 .49 L .88 .49 L .9 .6"), d.second, _LINE)
            pen.fill(
                path("M .735 .43 C .735 .52 .77 .53 .815 .53 C .86 .53 .895 .52 .895 .43 C .87 .47 .76 .47 .735 .43"),
                theme.SKIN,
                _LINE,
            )
            for finger in (-0.035, 0.0, 0.035):
                pen.line([(x + finger, 0.468), (x + finger * 0.9, 0.505)], _LINE, 0.007)


def _queen(pen: Pen, suit: Suit, d: Dress) -> None:
    hair = symmetric(
        "M .5 .19 L .57 .19 C .66 .2 .675 .3 .672 .38 C .67 .45 .72 .5 .7 .58 C .68 .63 .62 .64 .58 .6 L .5 .6"
    )
    pen.fill(hair, d.hair, _LINE)
    wave = theme.PAPER if d.hair == theme.INK else _LINE
    for lock in (_WAVE, mirrored(_WAVE)):
        pen.line(lock, wave, 0.007)
    dress_ = symmetric("M .5 .6 C .53 .6 .57 .57 .6 .525 C .7 .53 .82 .55 .87 .62 C .92 .7 .93 .8 .93 .95 L .5 .95")
    pen.fill(_NECK, theme.SKIN, _LINE)
    pen.fill(symmetric("M .5 .49 L .56 .48 L .62 .54 L .56 .66 L .5 .68"), theme.SKIN)
    pen.fill(dress_, d.main, _LINE)
    trim = symmetric("M .5 .6 C .53 .6 .57 .57 .6 .525 L .64 .53 C .615 .6 .56 .65 .5 .655")
    pen.fill(trim, theme.GOLD, _LINE, 0.009)
    pen.fill(path("M .44 .66 L .56 .66 L .6 .95 L .4 .95"), d.second, _LINE)
    for i in range(3):
        y = 0.7 + 0.07 * i
        pen.line([(0.445 - 0.004 * i, y), (0.5, y + 0.04), (0.555 + 0.004 * i, y)], theme.GOLD, 0.012)
    for side in (-1, 1):
        pen.line([(0.5 + side * 0.3, 0.62), (0.5 + side * 0.26, 0.72), (0.5 + side * 0.27, 0.95)], _LINE, 0.008)
    pen.fill(_FACE, theme.SKIN, _LINE)
    fringe = symmetric("M .5 .235 L .6 .235 C .61 .27 .606 .3 .6 .325 C .585 .29 .55 .265 .5 .255")
    pen.fill(fringe, d.hair, _LINE, 0.008)
    _face(pen, _LINE if d.hair != theme.AUBURN else theme.AUBURN)
    _mouth(pen)
    for x in (0.545, 0.455):
        pen.dot(x, 0.375, 0.014, theme.mix(theme.SKIN, theme.RED, 0.25))
    # Pearls and a stone.
    for x, y in ((0.452, 0.503), (0.474, 0.522), (0.5, 0.53), (0.526, 0.522), (0.548, 0.503)):
        pen.dot(x, y, 0.0125, theme.PAPER, _LINE, 0.006)
    pen.pip(suit, 0.5, 0.57, 0.05, d.suit)
    # The crown, rounder than the king's.
    crown = symmetric(
        "M .5 .105 C .53 .13 .535 .16 .54 .185 C .56 .15 .6 .14 .64 .13 C .635 .17 .62 .22 .61 .255 L .5 .245"
    )
    pen.fill(crown, theme.GOLD, _LINE)
    pen.line(path("M .385 .24 Q .5 .215 .615 .24"), d.second, 0.016)
    for x, y, r in ((0.5, 0.098, 0.024), (0.645, 0.125, 0.018), (0.355, 0.125, 0.018)):
        pen.dot(x, y, r, theme.PAPER, _LINE)
    pen.dot(0.5, 0.185, 0.022, d.main, _LINE, 0.007)
    _flower(pen, suit, d)


_WAVE: Final = path("M .632 .27 C .645 .36 .62 .42 .648 .48 C .66 .52 .66 .55 .645 .585")


def _flower(pen: Pen, suit: Suit, d: Dress) -> None:
    """The queen's flower, with petals like the suit's pip."""
    x, y = 0.815, 0.235
    pen.line(at(x, y, "M 0 0 C .02 .125 -.01 .215 0 .385"), theme.GREEN, 0.018)
    pen.fill(
        at(x, 0, "M 0 .42 C .03 .36 .08 .36 .1 .35 C .09 .4 .05 .43 0 .43"),
        theme.GREEN,
        _LINE,
        0.007,
    )
    for i in range(5):
        petal = placed(circle(0, -0.07, 0.052), x, y, 1.0, 72 * i)
        pen.fill(petal, d.suit if d.suit != theme.INK else theme.SKY, _LINE, 0.009)
    pen.dot(x, y, 0.042, theme.GOLD, _LINE, 0.008)
    pen.pip(suit, x, y, 0.05, theme.INK if d.suit == theme.INK else d.suit)
    _hand(pen, x, 0.53, d.second)


def _jack(pen: Pen, suit: Suit, d: Dress) -> None:
    bob = symmetric(
        "M .5 .2 L .6 .2 C .64 .26 .63 .34 .64 .38 C .66 .41 .69 .42 .7 .405 C .7 .46 .63 .48 .58 .45 L .5 .42"
    )
    pen.fill(bob, d.hair, _LINE)
    pen.fill(_NECK, theme.SKIN, _LINE)
    _robe(pen, d)
    # A jerkin with slanting stripes, sleeves apart.
    pen.fill(path("M .34 .5 L .66 .5 L .7 .95 L .3 .95"), theme.GOLD, _LINE)
    for i in range(4):
        y = 0.54 + i * 0.115
        pen.fill(at(0, y, "M .33 0 L .5 .09 L .67 0 L .67 .05 L .5 .14 L .33 .05"), d.second)
    pen.line([(0.345, 0.5), (0.3, 0.95)], _LINE)
    pen.line([(0.655, 0.5), (0.7, 0.95)], _LINE)
    # The collar, with points.
    collar = symmetric(
        "M .5 .475 L .57 .46 C .62 .47 .67 .48 .71 .5 L .66 .535 L .635 .51 L .6 .565 L .565 .525 L .53 .585 L .5 .54"
    )
    pen.fill(collar, theme.PAPER, _LINE)
    pen.fill(_FACE, theme.SKIN, _LINE)
    _face(pen, _LINE if d.hair != theme.AUBURN else theme.AUBURN)
    pen.line(path("M .47 .405 Q .505 .425 .535 .4"), theme.RED, 0.013)
    # The cap and its feather.
    feather = path(
        "M .6 .19 C .62 .1 .7 .075 .8 .105 C .84 .118 .87 .15 .885 .2 "
        "C .83 .185 .8 .2 .77 .215 C .71 .235 .65 .235 .6 .23"
    )
    pen.fill(feather, d.second, _LINE)
    pen.line(path("M .61 .21 C .66 .15 .74 .135 .85 .17"), theme.PAPER, 0.009)
    cap = path("M .355 .215 C .34 .13 .43 .09 .52 .095 C .62 .1 .67 .15 .65 .215")
    pen.fill(cap, d.main, _LINE)
    pen.fill(path("M .345 .205 Q .5 .175 .655 .205 L .65 .262 Q .5 .232 .35 .262"), theme.GOLD, _LINE)
    pen.dot(0.6, 0.2, 0.03, theme.PAPER, _LINE)
    pen.pip(suit, 0.6, 0.2, 0.036, d.suit)
    _arm(pen, suit, d)


def _arm(pen: Pen, suit: Suit, d: Dress) -> None:
    """The jack's weapon: a halberd for the pointed suits, a banner for the round ones."""
    x = 0.815
    pen.box(x - 0.015, 0.27, x + 0.015, 0.66, 0.008, theme.AUBURN, _LINE, 0.008)
    if suit in (Suit.SPADES, Suit.DIAMONDS):
        pen.fill(at(x, 0, "M 0 .24 L .035 .32 L .02 .4 L -.02 .4 L -.035 .32"), theme.SILVER, _LINE)
        pen.fill(
            at(x, 0, "M .015 .37 C .05 .37 .08 .36 .1 .33 L .1 .46 C .08 .43 .05 .42 .015 .42"),
            theme.SILVER,
            _LINE,
        )
    else:
        pen.fill(
            at(x, 0, "M -.015 .28 L -.125 .3 L -.09 .35 L -.125 .4 L -.015 .42"),
            d.suit if d.suit != theme.INK else theme.SKY,
            _LINE,
        )
        pen.dot(x, 0.262, 0.026, theme.GOLD, _LINE)
    _hand(pen, x, 0.535, d.second)
