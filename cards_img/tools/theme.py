"""Colours and the palette that every picture is drawn in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from PIL import Image

RGB = tuple[int, int, int]


def _hex(text: str) -> RGB:
    return int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16)


PAPER: Final = _hex("FCFAF4")
"""A card's face."""
TINT: Final = _hex("F4EBD8")
"""The ground behind court figures."""
INK: Final = _hex("1C1E26")
RED: Final = _hex("CB2130")
BLUE: Final = _hex("1F62C4")
GREEN: Final = _hex("1A8044")
GOLD: Final = _hex("EBB02D")
OCHRE: Final = _hex("8E5F0C")
"""Gold that can be read on paper."""
BRASS: Final = _hex("A97B2A")
RAIL: Final = _hex("6B4326")
"""The table's wooden rail."""
RAIL_DARK: Final = _hex("4C2E1A")
WALNUT: Final = _hex("5A3218")
HONEY: Final = _hex("C88A45")
MAPLE: Final = _hex("EAC98F")
MAHOGANY: Final = _hex("7C2F1E")
"""Woods of the boards."""
SKIN: Final = _hex("F6D6B4")
NAVY: Final = _hex("24366E")
SKY: Final = _hex("6E8FD6")
AUBURN: Final = _hex("8C4A2B")
SILVER: Final = _hex("AEB6C2")
EDGE: Final = _hex("C9C3B5")
"""The line around a card."""

EDGE_DARK: Final = _hex("8F897C")
"""The line at a card that lies over another."""

FELT: Final = _hex("1B6348")
"""The felt in the middle of the table."""
FELT_DARK: Final = _hex("0F3F2E")
"""The felt at its edge."""
PLATE: Final = _hex("0C2A20")
"""The ground of a seat's plate and of captions."""
PLATE_LIT: Final = _hex("1F4A3A")
TEXT: Final = _hex("FAF7EC")
MUTED: Final = _hex("A9C4B7")
WON: Final = _hex("7FE0A0")
LOST: Final = _hex("FF9A8B")
SHADOW: Final = _hex("0B2E22")
"""The felt under a card's shadow."""
SHADE: Final = _hex("4A6459")
"""The ground of quiet tags."""

_Ramps = tuple[tuple[RGB, RGB, int], ...]

_CARD_RAMPS: Final[_Ramps] = (
    (PAPER, INK, 3),
    (PAPER, RED, 2),
    (PAPER, BLUE, 1),
    (PAPER, GREEN, 1),
    (PAPER, NAVY, 1),
    (SKIN, RED, 2),
    (INK, GOLD, 1),
    (INK, BLUE, 1),
    (INK, RED, 1),
    (INK, SILVER, 1),
    (INK, SKY, 1),
    (INK, SKIN, 1),
    (RED, GOLD, 1),
    (NAVY, GOLD, 1),
)
"""Colours that meet at an edge on a card, and how many tones between them the palette holds."""
_SPANISH_RAMPS: Final[_Ramps] = ((INK, GREEN, 1), (TINT, INK, 1))
"""The colours that meet only on cards of the Spanish pack."""
_RAMPS: Final[_Ramps] = (
    (MAPLE, INK, 1),
    (MAPLE, WALNUT, 2),
    (MAPLE, RED, 1),
    (FELT, WALNUT, 1),
    (FELT, TEXT, 1),
    (FELT, GOLD, 1),
    (FELT, PLATE, 1),
    (PLATE, TEXT, 1),
    (PLATE, GOLD, 1),
    (PLATE, MUTED, 1),
    (PLATE_LIT, TEXT, 1),
    (PLATE_LIT, GOLD, 1),
    (PLATE_LIT, MUTED, 1),
    (SHADE, TEXT, 1),
    (NAVY, MAPLE, 1),
    (NAVY, WALNUT, 1),
    (WALNUT, GOLD, 1),
    (MAHOGANY, HONEY, 1),
)
"""The same for everything except the cards.

Two or three: edges look as smooth with them as with a dozen, and a picture packs a sixth smaller.
"""


def mix(a: RGB, b: RGB, part: float) -> RGB:
    """The colour ``part`` of the way from ``a`` to ``b``."""
    return (
        round(a[0] + (b[0] - a[0]) * part),
        round(a[1] + (b[1] - a[1]) * part),
        round(a[2] + (b[2] - a[2]) * part),
    )


FELTS: Final = tuple(mix(FELT, FELT_DARK, step / 12) for step in range(1, 9))
"""The tones of felt that grows darker towards its edge."""


_CARD: Final[tuple[RGB, ...]] = (
    PAPER, TINT, INK, RED, BLUE, GREEN, GOLD, SKIN, NAVY, SKY, AUBURN, SILVER, EDGE, EDGE_DARK,
)  # fmt: skip
_SPANISH: Final[tuple[RGB, ...]] = (OCHRE, BRASS, MAPLE, HONEY, RAIL, RAIL_DARK)
_NAMED: Final[tuple[RGB, ...]] = (
    WALNUT,
    MAHOGANY,
    FELT,
    FELT_DARK,
    PLATE,
    PLATE_LIT,
    TEXT,
    MUTED,
    WON,
    LOST,
    SHADE,
    SHADOW,
)


def _between(ramps: _Ramps) -> Iterator[RGB]:
    return (mix(a, b, i / (steps + 1)) for a, b, steps in ramps for i in range(1, steps + 1))


FRENCH_COLOURS: Final = tuple(dict.fromkeys((*_CARD, *_between(_CARD_RAMPS))))
"""The palette's first part: all colours of French cards. In these alone, no edge on a card looks like felt."""
SPANISH_COLOURS: Final = tuple(dict.fromkeys((*FRENCH_COLOURS, *_SPANISH, *_between(_SPANISH_RAMPS))))
"""The palette's first part with the further colours of Spanish cards."""


def _colours() -> tuple[RGB, ...]:
    found = tuple(dict.fromkeys((*SPANISH_COLOURS, *_NAMED, *FELTS, *_between(_RAMPS))))
    if len(found) > 256:
        raise RuntimeError(f"the palette has {len(found)} colours and can hold 256")
    return found


COLOURS: Final = _colours()
"""The palette."""
_PARTS: Final = bytes(part for colour in COLOURS for part in colour)


@cache
def _palette(count: int) -> Image.Image:
    """A palette of the first ``count`` colours."""
    image = Image.new("P", (1, 1))
    # Filled up, so that the nearest colour is never one that nobody has set.
    image.putpalette([part for colour in (*COLOURS[:count], *COLOURS[:1] * (256 - count)) for part in colour])
    return image


def indexed(image: Image.Image, colours: tuple[RGB, ...] | None = None) -> Image.Image:
    """The RGB picture in the palette, each pixel in the nearest colour of all or of its first part, ``colours``."""
    found = image.quantize(palette=_palette(len(colours or COLOURS)), dither=Image.Dither.NONE)
    found.putpalette(_PARTS)
    return found


@cache
def index(colour: RGB) -> int:
    """The number of the palette's colour for ``colour``, the same that ``indexed`` takes for it."""
    found = indexed(Image.new("RGB", (1, 1), colour)).getpixel((0, 0))
    assert isinstance(found, int)
    return found


def blank(width: int, height: int, colour: RGB) -> Image.Image:
    """A picture in palette mode, of one colour."""
    image = Image.new("P", (width, height), index(colour))
    image.putpalette(_PARTS)
    return image
