"""Colours, the palette that every picture is drawn in, the cloths of tables, and the least size of words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from PIL import Image

RGB = tuple[int, int, int]

LEAST: Final = 33
"""The least size of words, in pixels of a picture 800 wide: 10.5 where a telephone 360 wide shows it 258 wide."""


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
"""Gold on cards and boards."""
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
GILT: Final = _hex("F2B736")
"""Gold of words and marks beside the cards, which each cloth has in a shade of its own."""
GLOW: Final = _hex("FFF0A0")
"""What shines round whatever the last move touched."""
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
    (MAPLE, INK, 5),
    (MAPLE, GLOW, 3),
    (TINT, GLOW, 3),
    (MAPLE, WALNUT, 2),
    (MAPLE, RED, 1),
    (MAPLE, GOLD, 1),
    (TINT, GOLD, 1),
    (FELT, WALNUT, 1),
    (FELT, RAIL_DARK, 3),
    (FELT, BRASS, 1),
    (FELT, INK, 1),
    (FELT, GOLD, 1),
    (FELT, SHADE, 1),
    (FELT, MUTED, 1),
    (FELT, TEXT, 1),
    (FELT, GILT, 1),
    (FELT, GLOW, 3),
    (FELT, PLATE, 1),
    (FELT_DARK, TEXT, 1),
    (FELT_DARK, MUTED, 1),
    (FELT_DARK, GILT, 1),
    (FELT_DARK, LOST, 1),
    (PLATE, TEXT, 1),
    (PLATE, GILT, 1),
    (PLATE, GLOW, 3),
    (PLATE, MUTED, 1),
    (PLATE, WON, 1),
    (PLATE, LOST, 1),
    (PLATE, INK, 1),
    (PLATE, GOLD, 1),
    (PLATE, SHADE, 1),
    (PLATE_LIT, TEXT, 1),
    (PLATE_LIT, GILT, 1),
    (PLATE_LIT, MUTED, 1),
    (PLATE_LIT, GOLD, 1),
    (PLATE_LIT, SHADE, 1),
    (GILT, INK, 1),
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


DIM: Final = 0.4
"""How far a card that doesn't count goes into the cloth."""
_FELT_STEPS: Final = tuple((FELT, FELT_DARK, step / 12) for step in range(1, 9))
FELTS: Final = tuple(mix(*step) for step in _FELT_STEPS)
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
    GILT,
    GLOW,
    WON,
    LOST,
    SHADE,
    SHADOW,
)

_Mixed = dict[RGB, tuple[RGB, RGB, float]]
"""Colours, each with the two that it is mixed of, and what part of the second is in it."""


def _plain(colours: Iterable[RGB]) -> _Mixed:
    return {colour: (colour, colour, 0.0) for colour in colours}


def _between(ramps: _Ramps) -> _Mixed:
    steps = ((a, b, i / (count + 1)) for a, b, count in ramps for i in range(1, count + 1))
    return {mix(*step): step for step in steps}


_FRENCH_PART: Final = {**_between(_CARD_RAMPS), **_plain(_CARD)}
_SPANISH_PART: Final = {**_between(_SPANISH_RAMPS), **_plain(_SPANISH)}
_DIMMED: Final = {mix(c, FELT_DARK, DIM): (c, FELT_DARK, DIM) for c in (*_FRENCH_PART, *_SPANISH_PART)}
_MIXED: Final[_Mixed] = {}
for _part in (_FRENCH_PART, _SPANISH_PART, _plain(_NAMED), dict(zip(FELTS, _FELT_STEPS, strict=True)),
              _between(_RAMPS), _DIMMED):  # fmt: skip
    for _colour, _step in _part.items():
        _MIXED.setdefault(_colour, _step)

FRENCH_COLOURS: Final = tuple(_FRENCH_PART)
"""The palette's first part: all that is on French cards. With these alone no edge there gets a tone of felt or wood."""
SPANISH_COLOURS: Final = tuple(dict.fromkeys((*FRENCH_COLOURS, *_SPANISH_PART)))
"""The palette's first part with what Spanish cards have besides."""
COLOURS: Final = tuple(_MIXED)
"""The palette."""
assert len(COLOURS) <= 256, f"the palette has {len(COLOURS)} colours and can hold 256"

_PAPER_CLOTH: Final = {
    FELT: _hex("DDD0B3"),
    FELT_DARK: _hex("C4B390"),
    PLATE: _hex("F1E8D3"),
    PLATE_LIT: _hex("FFF0BF"),
    TEXT: _hex("26221C"),
    MUTED: _hex("655B49"),
    GILT: _hex("96580A"),
    GLOW: _hex("DB7F00"),
    WON: _hex("12703A"),
    LOST: _hex("B3202E"),
    SHADE: _hex("CBB88F"),
    SHADOW: _hex("AC9B77"),
}
_NIGHT_CLOTH: Final = {
    FELT: _hex("263550"),
    FELT_DARK: _hex("161F33"),
    PLATE: _hex("10182A"),
    PLATE_LIT: _hex("2C3E63"),
    MUTED: _hex("A9B8D0"),
    SHADE: _hex("4C5A75"),
    SHADOW: _hex("0D1424"),
}
CLOTHS: Final[Mapping[str, Mapping[RGB, RGB]]] = {"felt": {}, "paper": _PAPER_CLOTH, "night": _NIGHT_CLOTH}
"""What a table may be covered with, by its name in ``Look.cloth``: colours that stand for those of felt.

Pictures are drawn in the colours of felt and get those of their cloth with their palette, when they are written.
"""


@cache
def palette(cloth: str = "felt") -> bytes:
    """The palette of a cloth, as in a PNG. Raises KeyError for a cloth that there isn't."""
    other = CLOTHS[cloth]
    mixed = (mix(other.get(a, a), other.get(b, b), part) for a, b, part in _MIXED.values())
    return bytes(part for colour in mixed for part in colour)


_PARTS: Final = palette()
_CHANGED: Final = frozenset(colour for cloth in CLOTHS.values() for colour in cloth)
"""The colours of felt for which another cloth has its own."""
_SAME: Final = frozenset(colour for colour, (a, b, _) in _MIXED.items() if not _CHANGED & {a, b})
"""The colours that are the same on every cloth."""


@cache
def _palette(numbers: tuple[int, ...]) -> Image.Image:
    """A palette of some of the palette's colours."""
    image = Image.new("P", (1, 1))
    colours = [COLOURS[number] for number in numbers]
    # Filled up, so that the nearest colour is never one that nobody has set.
    image.putpalette([part for colour in (*colours, *colours[:1] * (256 - len(colours))) for part in colour])
    return image


@cache
def _usable(used: frozenset[RGB]) -> tuple[int, ...]:
    """The numbers of the sharp colours that look right on every cloth beside those ``used``: they are mixed of no
    others that change, and stay the same only if one of those used does."""
    mixed, changing = list(_MIXED.values())[: len(_SHARP)], not _SAME & used
    return tuple(
        number
        for number, (a, b, _) in enumerate(mixed)
        if not _CHANGED & {a, b} - used and not (changing and COLOURS[number] in _SAME)
    )


def indexed(image: Image.Image, colours: tuple[RGB, ...] | None = None) -> Image.Image:
    """The RGB picture in the palette, each pixel in the nearest colour of its first part, ``colours``, or of all that
    change from cloth to cloth as what is in the picture does."""
    parts = image.tobytes()
    there = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    numbers = tuple(range(len(colours))) if colours else _usable((_CHANGED | _SAME).intersection(there))
    found = image.quantize(palette=_palette(numbers), dither=Image.Dither.NONE)
    found = found.point([*numbers, *[numbers[0]] * (256 - len(numbers))])
    found.putpalette(_PARTS)
    return found


_SHARP: Final = COLOURS[: len(COLOURS) - sum(1 for colour in _DIMMED if _MIXED[colour][2] == DIM)]
"""The palette without the dimmed colours, which stand at its end."""


_NUMBERS: Final = {colour: number for number, colour in enumerate(COLOURS)}


@cache
def index(colour: RGB) -> int:
    """The number of the palette's colour for ``colour``: its own, or the nearest that is the same on every cloth."""
    return between(colour, colour, 0)


@cache
def between(a: RGB, b: RGB, part: float) -> int:
    """The number of the palette's colour for what is ``part`` of the way from ``a`` to ``b`` on every cloth, or the
    nearest."""
    colour = mix(a, b, part)
    if colour in _NUMBERS:
        return _NUMBERS[colour]
    numbers = _usable(frozenset((a, b)))
    return min(numbers, key=lambda number: sum((x - y) ** 2 for x, y in zip(COLOURS[number], colour, strict=True)))


@cache
def dimming() -> list[int]:
    """For each number of the palette that of the colour when it is dimmed; what no card has stays as it is."""
    return [
        _NUMBERS.get(mix(colour, FELT_DARK, DIM), number) if colour in SPANISH_COLOURS else number
        for number, colour in enumerate(COLOURS)
    ] + list(range(len(COLOURS), 256))


def blank(width: int, height: int, colour: RGB) -> Image.Image:
    """A picture in palette mode, of one colour."""
    image = Image.new("P", (width, height), index(colour))
    image.putpalette(_PARTS)
    return image
