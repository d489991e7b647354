"""The faces of computer players: each name has one of its own, put together from hair, beard, glasses and colours."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeVar

from PIL import Image

from cards_img.layout.canvas import disc
from cards_img.tools import theme
from cards_img.tools.paths import Pen, circle, mirrored, path
from cards_img.tools.theme import RGB

T = TypeVar("T")
Hair = Literal["bun", "curls", "long", "short", "bald", "plait", "crest", "bob", "cap", "hat"]


@dataclass(frozen=True, slots=True)
class Portrait:
    """What a face is put together from."""

    hair: Hair
    tint: RGB
    """The colour of the hair, or of what is worn on it."""
    coat: RGB
    ground: RGB
    """What is behind it."""
    beard: bool = False
    moustache: bool = False
    glasses: bool = False
    dark: bool = False
    """Whether the skin is dark."""


_KNOWN: Final = {
    "Ada": Portrait("bun", theme.AUBURN, theme.RED, theme.SKY),
    "Blaise": Portrait("long", theme.INK, theme.NAVY, theme.GOLD, moustache=True),
    "Clara": Portrait("curls", theme.GOLD, theme.GREEN, theme.NAVY),
    "Diego": Portrait("hat", theme.INK, theme.RED, theme.MAPLE, moustache=True, dark=True),
    "Edda": Portrait("plait", theme.HONEY, theme.BLUE, theme.GREEN),
    "Felix": Portrait("crest", theme.RED, theme.INK, theme.SILVER, glasses=True),
    "Greta": Portrait("bob", theme.SILVER, theme.NAVY, theme.RED, glasses=True),
    "Hugo": Portrait("bald", theme.INK, theme.GREEN, theme.HONEY, beard=True),
    "Ines": Portrait("curls", theme.INK, theme.GOLD, theme.RED, dark=True),
    "Jorik": Portrait("cap", theme.BLUE, theme.RAIL, theme.PAPER, beard=True),
    # Novices are young: nobody has a beard or grey hair.
    "Kit": Portrait("cap", theme.RED, theme.BLUE, theme.SKY),
    "Luna": Portrait("plait", theme.AUBURN, theme.GOLD, theme.NAVY),
    "Milo": Portrait("short", theme.HONEY, theme.GREEN, theme.SKY),
    "Nora": Portrait("bob", theme.INK, theme.RED, theme.HONEY, dark=True),
    "Oskar": Portrait("crest", theme.GOLD, theme.BLUE, theme.GREEN),
    "Pia": Portrait("curls", theme.AUBURN, theme.BLUE, theme.HONEY, glasses=True),
    "Quentin": Portrait("short", theme.INK, theme.GOLD, theme.RED, glasses=True, dark=True),
    "Rosa": Portrait("bun", theme.GOLD, theme.GREEN, theme.RED),
    "Sami": Portrait("cap", theme.GREEN, theme.RED, theme.MAPLE, dark=True),
    "Tilda": Portrait("long", theme.HONEY, theme.RED, theme.GREEN, glasses=True),
    # Experts have seen many games: all have grey hair or none, or wear a hat.
    "Ursula": Portrait("bun", theme.SILVER, theme.NAVY, theme.MAPLE, glasses=True),
    "Viktor": Portrait("bald", theme.SILVER, theme.RED, theme.NAVY, moustache=True, glasses=True),
    "Wanda": Portrait("hat", theme.NAVY, theme.GREEN, theme.SKY, glasses=True),
    "Xaver": Portrait("short", theme.SILVER, theme.GREEN, theme.HONEY, beard=True),
    "Yara": Portrait("curls", theme.SILVER, theme.RED, theme.NAVY, dark=True),
    "Zeno": Portrait("hat", theme.GREEN, theme.NAVY, theme.GOLD, beard=True, dark=True),
    "Agnes": Portrait("bob", theme.SILVER, theme.GREEN, theme.BLUE),
    "Bruno": Portrait("hat", theme.RED, theme.BLUE, theme.SILVER, beard=True, moustache=True, glasses=True),
    "Celeste": Portrait("long", theme.SILVER, theme.BLUE, theme.MAPLE),
    "Dario": Portrait("bald", theme.INK, theme.NAVY, theme.RED, beard=True, dark=True),
}
_HAIRS: Final[tuple[Hair, ...]] = ("short", "bun", "curls", "bob", "long", "cap", "crest", "plait", "bald", "hat")
_TINTS: Final = (theme.INK, theme.AUBURN, theme.GOLD, theme.SILVER, theme.RAIL, theme.RED)
_COATS: Final = (theme.RED, theme.NAVY, theme.GREEN, theme.BLUE, theme.GOLD)
_GROUNDS: Final = (theme.SKY, theme.MAPLE, theme.SILVER, theme.HONEY, theme.TINT, theme.GREEN)


def portrait_of(name: str) -> Portrait:
    """How a computer player of that name looks: the same each time, whether the name is known or not."""
    if name in _KNOWN:
        return _KNOWN[name]
    left = zlib.crc32(name.encode())

    def one_in(count: int) -> bool:
        return drawn(range(count)) == 0

    def drawn(choices: Sequence[T]) -> T:
        nonlocal left
        left, place = divmod(left, len(choices))
        return choices[place]

    return Portrait(
        drawn(_HAIRS),
        drawn(_TINTS),
        drawn(_COATS),
        drawn(_GROUNDS),
        beard=one_in(4),
        moustache=one_in(4),
        glasses=one_in(3),
        dark=one_in(3),
    )


def portrait(name: str, size: int, ground: RGB) -> Image.Image:
    """The face of the computer player of that name, in a round of ``size`` pixels."""
    who = portrait_of(name)

    def draw(pen: Pen) -> None:
        _draw(pen, who)
        rim = circle(0.5, 0.5, 0.475, 64)
        pen.line((*rim, rim[0]), theme.GOLD, 0.07)

    return disc(f"portrait {who}", size, theme.GOLD, ground, draw)


def _both(pen: Pen, text: str, colour: RGB) -> None:
    outline = path(text)
    pen.fill(outline, colour)
    pen.fill(mirrored(outline), colour)


def _draw(pen: Pen, who: Portrait) -> None:
    skin = theme.mix(theme.SKIN, theme.AUBURN, 0.55) if who.dark else theme.SKIN
    pen.box(0, 0, 1, 1, 0, who.ground)
    _behind(pen, who)
    pen.fill(path("M .1 1 C .14 .8 .3 .76 .42 .74 L .58 .74 C .7 .76 .86 .8 .9 1"), who.coat)
    pen.box(0.41, 0.62, 0.59, 0.8, 0.06, skin)
    pen.fill(path("M .38 .75 L .5 .88 L .62 .75 L .5 .8"), theme.PAPER)
    pen.fill(path("M .3 .4 C .3 .14 .7 .14 .7 .4 C .7 .6 .62 .72 .5 .72 C .38 .72 .3 .6 .3 .4"), skin)
    if who.beard:
        pen.fill(
            path(
                "M .29 .46 C .34 .54 .4 .55 .5 .54 C .6 .55 .66 .54 .71 .46"
                " C .73 .7 .62 .82 .5 .82 C .38 .82 .27 .7 .29 .46"
            ),
            who.tint if who.hair != "cap" else theme.AUBURN,
        )
    pen.line(path("M .43 .62 Q .5 .67 .57 .62"), theme.RED, 0.04)
    for x in (0.41, 0.59):
        pen.dot(x, 0.45, 0.038, theme.INK)
    if who.moustache:
        _both(pen, "M .5 .55 C .56 .52 .64 .55 .67 .6 C .6 .62 .54 .61 .5 .58", who.tint)
    _above(pen, who)
    if who.glasses:
        for x in (0.4, 0.6):
            rim = circle(x, 0.45, 0.085, 32)
            pen.line((*rim, rim[0]), theme.INK, 0.028)
        pen.line(((0.485, 0.44), (0.515, 0.44)), theme.INK, 0.028)


def _behind(pen: Pen, who: Portrait) -> None:
    """Hair behind the head."""
    match who.hair:
        case "long":
            pen.fill(path("M .24 .36 C .22 .1 .78 .1 .76 .36 L .8 .78 L .2 .78"), who.tint)
        case "bun":
            pen.dot(0.5, 0.12, 0.12, who.tint)
            pen.dot(0.5, 0.36, 0.25, who.tint)
        case "curls":
            for x, y in ((0.27, 0.32), (0.73, 0.32), (0.23, 0.46), (0.77, 0.46), (0.27, 0.6), (0.73, 0.6)):
                pen.dot(x, y, 0.12, who.tint)
        case "bob":
            pen.fill(path("M .23 .4 C .2 .08 .8 .08 .77 .4 L .78 .64 L .22 .64"), who.tint)
        case "plait":
            pen.dot(0.5, 0.36, 0.25, who.tint)
            for y in (0.56, 0.68, 0.8, 0.92):
                pen.dot(0.24, y, 0.075, who.tint)
                pen.dot(0.76, y, 0.075, who.tint)
        case _:
            pass


def _above(pen: Pen, who: Portrait) -> None:
    """Hair or a hat on the head."""
    match who.hair:
        case "bald":
            _both(pen, "M .29 .48 C .27 .4 .28 .34 .3 .3 L .34 .36 L .33 .48", who.tint)
        case "crest":
            pen.fill(
                path(
                    "M .29 .36 L .31 .16 L .4 .22 L .44 .06 L .52 .18 L .6 .05"
                    " L .63 .21 L .72 .15 L .71 .36 C .6 .26 .4 .26 .29 .36"
                ),
                who.tint,
            )
        case "short":
            pen.fill(
                path("M .28 .42 C .26 .12 .74 .12 .72 .42 C .68 .3 .6 .28 .46 .3 C .38 .3 .32 .34 .28 .42"), who.tint
            )
        case "cap":
            pen.fill(path("M .27 .34 C .27 .08 .73 .08 .73 .34"), who.tint)
            pen.box(0.25, 0.28, 0.75, 0.37, 0.04, theme.PAPER)
            pen.dot(0.5, 0.13, 0.06, theme.PAPER)
        case "hat":
            pen.fill(path("M .32 .3 C .32 .06 .42 .12 .5 .14 C .58 .12 .68 .06 .68 .3"), who.tint)
            pen.box(0.12, 0.26, 0.88, 0.34, 0.04, who.tint)
            pen.box(0.32, 0.225, 0.68, 0.27, 0.0, who.coat)
        case "bun" | "bob" | "long" | "plait" | "curls":
            pen.fill(
                path("M .28 .44 C .24 .12 .76 .12 .72 .44 C .7 .34 .64 .28 .5 .26 C .36 .28 .3 .34 .28 .44"), who.tint
            )
