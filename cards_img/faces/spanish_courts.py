"""Rey and sota, standing, in card units (a card is 1 wide, 1.4 high)."""

from __future__ import annotations

from typing import Final

from cards_img.faces.spanish_horse import caballo
from cards_img.faces.spanish_people import DRESSES, LINE, Dress, crowned, feathered, fist, ground, hold
from cards_img.tools import theme
from cards_img.tools.paths import Outline, Pen, mirrored, path, placed, symmetric
from engine.cards import Rank, Suit


def figure(pen: Pen, rank: Rank, suit: Suit, *, held: bool = True) -> None:
    """Draws the whole figure of a court card; ``held``: with the suit's emblem."""
    {Rank.KING: _rey, Rank.QUEEN: caballo, Rank.JACK: _sota}[rank](pen, suit, DRESSES[suit], held)


_X: Final = 0.47
"""Where a standing figure stands."""


def _at(text: str) -> Outline:
    """The outline of something symmetric about the figure's middle, its right half given about 0."""
    return symmetric(text, 0.0)


def _spots(pen: Pen, spots: tuple[tuple[float, float], ...]) -> None:
    """The black tails of ermine."""
    for x, y in spots:
        pen.fill(((x, y - 0.016), (x + 0.010, y + 0.016), (x - 0.010, y + 0.016)), LINE)


_CLOAK: Final = _at("M 0 .47 L .1 .48 C .18 .5 .2 .56 .215 .66 C .235 .85 .25 1.05 .275 1.27 L 0 1.27")
_TUNIC: Final = _at("M 0 .52 L .09 .52 L .1 .8 C .13 .98 .14 1.1 .155 1.24 L 0 1.24")
_CAPE: Final = _at("M 0 .47 L .09 .465 C .16 .48 .2 .52 .215 .58 C .17 .635 .09 .66 0 .635")


def _moved(outline: Outline) -> Outline:
    return placed(outline, _X, 0.0, 1.0)


def _rey(pen: Pen, suit: Suit, d: Dress, held: bool) -> None:
    """The king, in robe and ermine."""
    ground(pen, 0.1, 0.72)
    for side in (-1, 1):
        shoe = path("M 0 1.2 L .085 1.2 C .14 1.22 .15 1.25 .14 1.275 L 0 1.275")
        pen.fill(_moved(shoe if side > 0 else mirrored(shoe, 0.0)), theme.AUBURN, LINE)
    pen.fill(_moved(_CLOAK), d.main, LINE)
    for side in (-1, 1):
        hem = path("M .205 1.27 L .275 1.27 L .262 1.17 C .235 .95 .225 .8 .2 .62 L .14 .62 C .17 .8 .18 .95 .195 1.17")
        pen.fill(_moved(hem if side > 0 else mirrored(hem, 0.0)), theme.PAPER, LINE)
        _spots(pen, tuple((_X + side * (0.178 + 0.016 * i), 0.74 + 0.105 * i) for i in range(5)))
    pen.fill(_moved(_TUNIC), d.second, LINE)
    panel = ((-0.045, 0.6), (0.045, 0.6), (0.07, 1.24), (-0.07, 1.24))
    pen.fill(_moved(panel), theme.GOLD, LINE)
    for i in range(4):
        y = 0.9 + 0.095 * i
        diamond = ((0, -0.034), (0.026, 0), (0, 0.034), (-0.026, 0))
        pen.fill(placed(diamond, _X, y, 1.0), d.main, LINE, 0.007)
    pen.fill(_moved(((-0.1, 0.79), (0.1, 0.79), (0.104, 0.835), (-0.104, 0.835))), d.main, LINE)
    pen.box(_X - 0.03, 0.782, _X + 0.03, 0.843, 0.01, theme.GOLD, LINE, 0.009)
    # The left arm rests at the belt, the right one holds the emblem up.
    pen.fill(
        path(
            "M .29 .56 C .24 .64 .215 .72 .235 .78 C .27 .82 .33 .82 .39 .81 L .385 .745 "
            "C .34 .74 .32 .73 .32 .7 L .355 .6"
        ),
        d.main,
        LINE,
    )
    pen.fill(path("M .37 .735 L .405 .735 L .41 .82 L .375 .825"), theme.PAPER, LINE, 0.009)
    fist(pen, 0.435, 0.775, 0.034)
    pen.fill(
        path(
            "M .6 .54 C .66 .58 .7 .63 .735 .62 C .77 .6 .78 .56 .785 .5 L .73 .485 C .72 .52 .71 .53 .69 .51 L .64 .48"
        ),
        d.main,
        LINE,
    )
    if held:
        hold(pen, suit, 0.765, 0.45)
    pen.fill(path("M .718 .478 L .8 .5 L .793 .53 L .712 .508"), theme.PAPER, LINE, 0.009)
    fist(pen, 0.765, 0.455)
    pen.fill(_moved(_CAPE), theme.PAPER, LINE)
    _spots(
        pen,
        tuple(
            (_X + k, y)
            for k, y in ((-0.16, 0.555), (-0.1, 0.525), (-0.1, 0.6), (0.1, 0.525), (0.1, 0.6), (0.16, 0.555))
        ),
    )
    crowned(pen, _X, 0.345, 0.2, d)


def _sota(pen: Pen, suit: Suit, d: Dress, held: bool) -> None:
    """The page, one hand on the hip."""
    ground(pen, 0.1, 0.72)
    # A short cloak behind, hose of two colours, pointed shoes.
    pen.fill(path("M .34 .5 C .24 .6 .17 .8 .15 1.0 L .32 1.02 L .6 1.0 C .64 .84 .63 .65 .6 .5"), d.second, LINE)
    pen.fill(path("M .17 .985 L .148 1.03 L .3 1.055 L .32 1.01"), theme.GOLD, LINE, 0.009)
    for left, colour in ((True, d.main), (False, theme.GOLD)):
        if left:
            leg = path("M .36 .86 C .34 1.0 .34 1.1 .35 1.2 L .43 1.2 C .45 1.1 .465 1.0 .47 .88")
            shoe = path("M .35 1.18 L .43 1.18 L .435 1.245 C .38 1.27 .3 1.275 .22 1.27 C .26 1.23 .32 1.22 .35 1.18")
        else:
            leg = path("M .47 .88 C .49 1.0 .5 1.1 .52 1.2 L .6 1.2 C .6 1.1 .6 .98 .58 .86")
            shoe = path("M .52 1.18 L .6 1.18 C .63 1.215 .68 1.225 .71 1.265 C .63 1.275 .56 1.27 .52 1.25")
        pen.fill(leg, colour, LINE)
        pen.fill(shoe, theme.RAIL, LINE)
    for y in (0.99, 1.06, 1.13):
        pen.line([(0.503 + (y - 0.99) * 0.1, y + 0.02), (0.596, y)], d.second, 0.02)
    # The doublet, its skirt in folds.
    skirt = path(
        "M .36 .72 L .58 .72 C .62 .78 .65 .85 .66 .93 Q .62 .965 .58 .94 Q .53 .975 .48 .945 "
        "Q .42 .975 .37 .94 Q .32 .955 .29 .92 C .3 .84 .33 .77 .36 .72"
    )
    pen.fill(skirt, d.main, LINE)
    for top, low in ((0.4, 0.37), (0.47, 0.48), (0.54, 0.58)):
        pen.line([(top, 0.76), (low, 0.935)], LINE, 0.009)
    pen.fill(path("M .37 .5 L .57 .5 C .6 .56 .6 .66 .58 .74 L .36 .74 C .34 .66 .34 .56 .37 .5"), d.main, LINE)
    pen.fill(path("M .435 .5 L .505 .5 L .495 .74 L .445 .74"), theme.GOLD, LINE, 0.009)
    for y in (0.565, 0.615, 0.665):
        pen.dot(_X, y, 0.012, d.second, LINE, 0.006)
    pen.fill(path("M .355 .725 L .585 .725 L .588 .765 L .352 .765"), theme.RAIL, LINE, 0.009)
    pen.box(_X - 0.026, 0.718, _X + 0.026, 0.772, 0.008, theme.GOLD, LINE, 0.009)
    # Puffed sleeves: one arm akimbo, the other with the emblem.
    pen.fill(path("M .33 .58 L .2 .7 L .34 .775 L .355 .735 L .275 .695 L .375 .62"), d.main, LINE)
    pen.fill(path("M .4 .495 C .33 .49 .28 .53 .28 .59 C .3 .635 .36 .64 .4 .6"), d.second, LINE)
    pen.line(path("M .33 .51 C .32 .55 .33 .59 .345 .62"), theme.GOLD, 0.014)
    fist(pen, 0.362, 0.755, 0.03)
    pen.fill(
        path(
            "M .61 .58 C .66 .62 .7 .63 .735 .61 C .77 .59 .785 .55 .79 .5 L .735 .485 "
            "C .725 .52 .715 .535 .69 .53 L .63 .5"
        ),
        d.main,
        LINE,
    )
    pen.fill(path("M .54 .495 C .61 .48 .67 .51 .675 .57 C .66 .63 .59 .64 .55 .6"), d.second, LINE)
    pen.line(path("M .62 .5 C .63 .54 .62 .59 .6 .625"), theme.GOLD, 0.014)
    if held:
        hold(pen, suit, 0.765, 0.45)
    pen.fill(path("M .72 .478 L .802 .5 L .795 .53 L .714 .508"), theme.PAPER, LINE, 0.009)
    fist(pen, 0.765, 0.455)
    feathered(pen, _X, 0.345, 0.2, d)
    ruff = path(
        "M .39 .475 Q .43 .445 .47 .445 Q .51 .445 .55 .475 Q .555 .51 .53 .52 "
        "Q .5 .5 .47 .525 Q .44 .5 .41 .52 Q .385 .51 .39 .475"
    )
    pen.fill(ruff, theme.PAPER, LINE, 0.009)
