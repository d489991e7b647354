"""The caballo: a rider on a trotting horse, in card units (a card is 1 wide, 1.4 high)."""

from __future__ import annotations

from typing import Final

from cards_img.faces.spanish_people import LINE, Dress, fist, ground, helmeted, hold
from cards_img.tools import theme
from cards_img.tools.paths import Pen, path
from engine.cards import Suit

_BODY: Final = path(
    "M .705 .545 L .713 .478 L .742 .522 L .762 .48 L .772 .548 C .8 .575 .85 .64 .895 .7 "
    "C .915 .73 .91 .765 .875 .772 C .85 .777 .835 .76 .8 .735 C .775 .722 .76 .72 .745 .722 "
    "C .74 .78 .735 .83 .715 .9 C .72 .935 .735 .955 .765 .985 C .785 1.005 .785 1.03 .765 1.05 "
    "C .74 1.075 .72 1.095 .705 1.125 L .66 1.1 C .672 1.07 .685 1.045 .7 1.025 "
    "C .68 1.015 .655 1.015 .62 1.02 C .54 1.05 .46 1.05 .4 1.015 C .38 1.07 .345 1.09 .325 1.125 "
    "C .32 1.16 .325 1.2 .332 1.235 L .265 1.235 C .26 1.19 .26 1.15 .262 1.115 "
    "C .25 1.06 .19 1.03 .165 .955 C .14 .87 .165 .785 .26 .77 C .36 .755 .44 .79 .5 .75 "
    "C .57 .69 .6 .58 .705 .545"
)
_FAR_FORELEG: Final = path(
    "M .56 .98 L .63 .98 C .62 1.06 .61 1.15 .612 1.235 L .555 1.235 C .555 1.15 .56 1.06 .55 1.0"
)
_FAR_HIND_LEG: Final = path(
    "M .2 .96 C .2 1.04 .185 1.08 .165 1.12 C .145 1.155 .13 1.18 .115 1.21 L .165 1.235 "
    "C .185 1.2 .205 1.165 .23 1.135 C .26 1.1 .3 1.08 .33 1.02"
)
_TAIL: Final = path(
    "M .19 .8 C .1 .8 .075 .87 .085 .96 C .09 1.03 .08 1.08 .06 1.13 C .11 1.12 .145 1.06 .15 .99 "
    "C .155 .94 .16 .9 .2 .87"
)
_MANE: Final = path(
    "M .7 .535 C .64 .53 .6 .56 .575 .6 C .545 .61 .545 .64 .545 .66 C .515 .67 .51 .7 .51 .72 "
    "C .49 .73 .485 .75 .48 .775 C .52 .79 .56 .775 .58 .745 C .6 .735 .61 .715 .615 .695 "
    "C .635 .68 .645 .66 .645 .64 C .67 .62 .69 .6 .705 .57"
)


def _hoof(pen: Pen, text: str) -> None:
    pen.fill(path(text), theme.RAIL_DARK, LINE)


def caballo(pen: Pen, suit: Suit, d: Dress, held: bool) -> None:
    """The horseman with the suit's emblem."""
    ground(pen, 0.07, 0.72)
    # The cloak flies behind.
    pen.fill(path("M .4 .5 C .3 .52 .26 .6 .13 .62 C .15 .66 .13 .7 .1 .72 C .2 .75 .3 .74 .42 .72"), d.second, LINE)
    pen.line(path("M .36 .56 C .3 .62 .24 .66 .17 .68"), LINE, 0.008)
    pen.fill(_TAIL, d.mane, LINE)
    pen.fill(_FAR_HIND_LEG, d.horse_far, LINE)
    _hoof(pen, "M .115 1.205 L .168 1.233 L .15 1.275 L .085 1.262")
    pen.fill(_FAR_FORELEG, d.horse_far, LINE)
    _hoof(pen, "M .553 1.23 L .614 1.23 L .635 1.28 L .545 1.28")
    pen.fill(_BODY, d.horse, LINE)
    _hoof(pen, "M .263 1.23 L .334 1.23 L .355 1.285 L .255 1.285")
    _hoof(pen, "M .66 1.095 L .708 1.125 L .685 1.165 L .632 1.13")
    pen.fill(_MANE, d.mane, LINE)
    dark = d.horse == LINE
    line = theme.EDGE_DARK if dark else LINE
    pen.line(path("M .63 .93 C .64 .97 .66 1.0 .69 1.02"), line, 0.009)
    pen.line(path("M .4 1.01 C .41 .96 .4 .92 .38 .89"), line, 0.009)
    # Its face and bridle.
    pen.dot(0.795, 0.62, 0.0165, theme.PAPER, LINE, 0.006)
    pen.dot(0.799, 0.622, 0.009, LINE)
    pen.dot(0.885, 0.728, 0.008, line)
    for strap in ("M .765 .56 C .75 .62 .75 .67 .765 .715", "M .83 .615 L .79 .73", "M .765 .59 L .83 .66"):
        pen.line(path(strap), theme.GOLD if dark else d.main, 0.015)
    pen.line(path("M .805 .71 C .74 .74 .68 .74 .605 .7"), theme.GOLD if dark else d.main, 0.013)
    # Saddle cloth and breast strap.
    pen.line(path("M .52 .86 C .6 .92 .66 .92 .715 .885"), d.second, 0.03)
    pen.fill(path("M .33 .765 C .4 .79 .46 .79 .52 .75 L .55 .93 C .49 .965 .4 .97 .33 .94"), d.second, LINE)
    pen.line(path("M .338 .915 C .4 .94 .48 .938 .54 .906"), theme.GOLD, 0.018)
    # The rider's leg in a boot.
    pen.fill(
        path(
            "M .4 .73 C .46 .72 .56 .75 .585 .81 C .59 .87 .565 .92 .545 .97 L .48 .955 "
            "C .495 .91 .505 .88 .5 .86 C .46 .85 .42 .83 .4 .79"
        ),
        theme.GOLD,
        LINE,
    )
    pen.fill(
        path(
            "M .505 .88 L .572 .895 C .56 .95 .545 1.0 .54 1.035 C .58 1.045 .61 1.06 .625 1.085 "
            "L .475 1.085 C .47 1.02 .49 .95 .505 .88"
        ),
        theme.RAIL,
        LINE,
    )
    pen.line([(0.455, 1.092), (0.63, 1.092)], theme.BRASS, 0.02)
    # The doublet and its skirt.
    pen.fill(
        path("M .375 .68 L .53 .68 C .56 .72 .575 .77 .56 .8 C .5 .83 .4 .83 .355 .795 C .35 .76 .36 .72 .375 .68"),
        d.main,
        LINE,
    )
    pen.fill(path("M .37 .5 L .52 .49 C .55 .55 .55 .63 .535 .7 L .37 .7 C .345 .63 .345 .56 .37 .5"), d.main, LINE)
    for y in (0.56, 0.61):
        pen.dot(0.47, y, 0.012, theme.GOLD, LINE, 0.006)
    pen.fill(path("M .368 .678 L .537 .678 L .54 .715 L .366 .715"), theme.GOLD, LINE, 0.009)
    # One hand with the reins, the other with the emblem.
    pen.fill(
        path(
            "M .39 .55 C .38 .62 .4 .67 .45 .69 C .51 .71 .55 .71 .6 .705 L .595 .66 "
            "C .55 .665 .5 .65 .475 .625 L .46 .55"
        ),
        d.second,
        LINE,
    )
    fist(pen, 0.615, 0.685, 0.03)
    pen.fill(
        path(
            "M .5 .5 C .56 .52 .62 .55 .67 .52 C .71 .5 .74 .46 .755 .42 L .7 .395 "
            "C .69 .43 .67 .45 .64 .45 C .6 .45 .56 .46 .52 .47"
        ),
        d.second,
        LINE,
    )
    if held:
        hold(pen, suit, 0.74, 0.37)
    pen.fill(path("M .69 .388 L .768 .42 L .757 .45 L .682 .418"), theme.PAPER, LINE, 0.009)
    fist(pen, 0.74, 0.375)
    helmeted(pen, 0.445, 0.345, 0.185, d)
    pen.fill(
        path("M .375 .49 Q .41 .455 .445 .455 Q .48 .455 .52 .485 Q .5 .525 .445 .52 Q .4 .525 .375 .49"),
        theme.PAPER,
        LINE,
        0.009,
    )
