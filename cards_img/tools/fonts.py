"""The font of every picture: Source Sans Pro, from the package ``font-source-sans-pro`` (SIL Open Font License)."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, Literal

from PIL import Image, ImageDraw, ImageFont

Weight = Literal["Regular", "Semibold", "Bold", "Black"]

FRENCH_SIGNS: Final = "♠♥♦♣"
SPANISH_SIGNS: Final = "⚔🏆🪙🪵"
SUIT_SIGNS: Final = FRENCH_SIGNS + SPANISH_SIGNS
"""Signs that stand in captions and are drawn as pips, since the font has none; in the order spades or swords, hearts
or cups, diamonds or coins, clubs."""
_ELLIPSIS: Final = "…"
NARROWEST: Final = 0.84
"""What part of its width a line of text has at least before it is cut: letters are made narrower first."""


_LEAST_LETTERS: Final = 3
"""Letters before and after a hyphen at least."""


@cache
def font(weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    """The font in a weight and a size in pixels."""
    name = f"SourceSansPro-{weight}.ttf"
    return ImageFont.truetype(str(files("font_source_sans_pro") / "files" / name), size)


@lru_cache(4096)
def _can_draw(sign: str) -> bool:
    probe = font("Bold", 40)
    return sign == " " or bytes(probe.getmask(sign)) not in (bytes(probe.getmask("\uffff")), b"")


@lru_cache(2048)
def drawable(text: str) -> str:
    """The text without what the font lacks: fancy letters are made plain, loose accents, emoji and
    other scripts dropped."""
    kept = []
    for sign in unicodedata.normalize("NFKC", " ".join(text.split())):
        if unicodedata.category(sign).startswith("M"):
            continue
        if sign in SUIT_SIGNS or (sign.isprintable() and _can_draw(sign)):
            kept.append(sign)
        elif (plain := unicodedata.normalize("NFKD", sign)[:1]) != sign and plain.isprintable() and _can_draw(plain):
            kept.append(plain)
    found = "".join(kept)
    return " ".join(found.split())


def player_name(name: str, seat: int) -> str:
    """A player's name as it can be drawn; ``#3`` for the third seat if none of its letters can be drawn."""
    found = drawable(name)
    # A number that is left of a name in another script would read as chips.
    told = str.isalpha if any(map(str.isalpha, name)) else str.isalnum
    return found if any(map(told, found)) else f"#{seat + 1}"


@lru_cache(8192)
def width(text: str, weight: Weight, size: int) -> int:
    """How wide the text is, in pixels; a suit sign is nearly as wide as the font is high."""
    signs = sum(text.count(sign) for sign in SUIT_SIGNS)
    plain = "".join(sign for sign in text if sign not in SUIT_SIGNS)
    return round(font(weight, size).getlength(plain)) + signs * sign_width(size)


def sign_width(size: int) -> int:
    """How wide a suit sign in a caption is, in pixels."""
    return round(size * 0.66)


def fits(text: str, weight: Weight, size: int, room: float) -> bool:
    """Whether the text is no wider than ``room`` pixels, its letters made narrower where they must be."""
    return width(text, weight, size) * NARROWEST <= room


@lru_cache(4096)
def fitted(text: str, weight: Weight, size: int, room: int) -> str:
    """The text, cut with an ellipsis if it is wider than ``room`` pixels."""
    if width(text, weight, size) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + _ELLIPSIS, weight, size) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + _ELLIPSIS


@lru_cache(1024)
def wrapped(text: str, room: int, size: int, weight: Weight = "Semibold", most: int = 2) -> tuple[str, ...]:
    """The text in at most that many lines, broken between words where one is too short, and only then cut."""
    words, lines = drawable(text).split(" "), list[str]()
    while words and len(lines) < most - 1:
        counts = range(len(words), 0, -1)
        fitting = next((n for n in counts if fits(" ".join(words[:n]), weight, size, room)), len(words))
        lines.append(" ".join(words[:fitting]))
        words = words[fitting:]
    return tuple(line for line in (*lines, " ".join(words)) if line)


@lru_cache(1024)
def hyphenated(text: str, room: int, size: int, weight: Weight = "Semibold") -> tuple[str, ...]:
    """The text in two lines at most: broken between words, or within a word that is too long for a line; only then
    cut."""
    lines = wrapped(text, room, size, weight)
    if all(fits(line, weight, size, room) for line in lines):
        return lines
    whole = drawable(text)
    counts = range(len(whole) - _LEAST_LETTERS, _LEAST_LETTERS - 1, -1)
    most = next((n for n in counts if fits(_begins(whole, n), weight, size, room)), 0)
    return (_begins(whole, most), whole[most:].lstrip()) if most else lines


def _begins(text: str, count: int) -> str:
    """The text's beginning of so many signs, with a hyphen where a word goes on."""
    within = text[count - 1].isalnum() and text[count].isalnum()
    return text[:count].rstrip() + "-" * within


@lru_cache(2048)
def begun(text: str, weight: Weight, size: int, room: int) -> str:
    """As many letters of the text as ``room`` pixels take, without an ellipsis, and one at least."""
    count = len(text)
    while count > 1 and not fits(text[:count].rstrip(), weight, size, room):
        count -= 1
    return text[:count].rstrip()


def glyphs(text: str, weight: Weight, height: int, room: float) -> Image.Image:
    """The text as a mask (L), its ink ``height`` pixels high and at most ``room`` wide: narrowed if it must be."""
    big = font(weight, max(8, round(height * 1.5)))
    left, top, right, bottom = big.getbbox(text)
    mask = Image.new("L", (max(1, int(right - left)), max(1, int(bottom - top))))
    ImageDraw.Draw(mask).text((-left, -top), text, font=big, fill=255)
    wide = mask.width * height / mask.height
    return mask.resize((max(1, round(min(wide, room))), height), Image.Resampling.LANCZOS)
