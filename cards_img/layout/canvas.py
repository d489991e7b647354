"""The sheet that pictures are put together on: palette mode throughout, labels and sprites drawn once and kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Final, Literal

from PIL import Image, ImageDraw

from cards_img.faces import cards as faces
from cards_img.faces.spanish_suits import emblem
from cards_img.layout.places import TAG
from cards_img.look import Look
from cards_img.tools import fonts, theme
from cards_img.tools.encode import png
from cards_img.tools.fonts import Weight
from cards_img.tools.paths import RATIO, Pen
from cards_img.tools.theme import RGB
from engine.cards import Card, Suit

Align = Literal["left", "middle", "right"]

SHADOW: Final = 4
"""How far a card's shadow falls, in pixels."""
_SIGNS: Final = dict(zip(fonts.SUIT_SIGNS, (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS) * 2, strict=True))


_TONES: Final = 2
"""The steps from the ground to a letter's colour: enough for a smooth edge, and few so that words pack well."""


@lru_cache(64)
def _tones(colour: RGB, ground: RGB) -> bytes:
    """For each strength of a mask, the palette's number of the colour between ground and colour."""
    ramp = [theme.between(ground, colour, step / _TONES) for step in range(_TONES + 1)]
    return bytes(ramp[(strength * _TONES + 127) // 255] for strength in range(256))


def _from(least: int) -> bytes:
    """For each strength of a mask, nothing below ``least`` and everything from there on."""
    return bytes(least) + b"\xff" * (256 - least)


_INK, _ANY, _ROUND = _from(48), _from(1), _from(96)


def _changed(image: Image.Image, numbers: bytes, mode: Literal["L", "P"] = "L") -> Image.Image:
    """The picture with each number replaced by that in its place in ``numbers``, without a palette."""
    return Image.frombytes(mode, image.size, image.tobytes().translate(numbers))


def _covering(mask: Image.Image) -> Image.Image:
    """A mask of nothing and everything, as what is laid down by it takes the least time."""
    return mask.convert("1", dither=Image.Dither.NONE)


@lru_cache(4096)
def _letters(text: str, weight: Weight, size: int) -> tuple[Image.Image, tuple[tuple[str, float], ...]]:
    """The letters of a line of text as a mask (L), as high as the font's line; its suits, and where each begins.

    Kept by itself, since drawing letters takes longest and the same words stand in several colours.
    """
    face = fonts.font(weight, size)
    mask = Image.new("L", (max(1, fonts.width(text, weight, size)), sum(face.getmetrics())))
    pen = ImageDraw.Draw(mask)
    x = 0.0
    signs: list[tuple[str, float]] = []
    piece = ""
    for sign in text:
        if sign not in _SIGNS:
            piece += sign
            continue
        pen.text((x, 0), piece, font=face, fill=255)
        x += face.getlength(piece)
        signs.append((sign, x))
        x += fonts.sign_width(size)
        piece = ""
    pen.text((x, 0), piece, font=face, fill=255)
    return mask, tuple(signs)


@lru_cache(2048)
def label(
    text: str, weight: Weight, size: int, colour: RGB, ground: RGB, room: int = 10_000
) -> tuple[Image.Image, Image.Image]:
    """A line of text on its ground, as high as the font's line, and a mask of its ink.

    It is made narrower where it is wider than ``room``.
    """
    mask, signs = _letters(text, weight, size)
    part = min(1.0, room / mask.width)
    if part < 1:
        mask = mask.resize((room, mask.height), Image.Resampling.BOX)
    image, ink = _changed(mask, _tones(colour, ground), "P"), _changed(mask, _INK)
    ascent, _ = fonts.font(weight, size).getmetrics()
    for sign, at in signs:
        mark = _suit_sign(sign, round(fonts.sign_width(size) * part), colour, ground)
        place = round(at * part), round(ascent - size * 0.66)
        image.paste(mark, place)
        ink.paste(255, (*place, place[0] + mark.width, place[1] + mark.height))
    return image, _covering(ink)


def _suit_sign(sign: str, wide: int, colour: RGB, ground: RGB) -> Image.Image:
    """A suit in a line of text: French ones in the text's colour or red, Spanish ones in their own."""
    suit = _SIGNS[sign]
    if sign in fonts.SPANISH_SIGNS:
        return sprite(f"sign {sign}", wide, wide, ground, lambda pen: emblem(pen, suit, 0.5, 0.5, 0.98))
    tint = theme.LOST if suit in (Suit.HEARTS, Suit.DIAMONDS) and sum(ground) < 384 else colour
    return sprite(f"sign {sign} {tint}", wide, wide, ground, lambda pen: pen.pip(suit, 0.5, 0.5, 0.9, tint))


_SPRITES: dict[tuple[str, int, int, RGB], Image.Image] = {}


def sprite(name: str, width: int, height: int, ground: RGB, draw: Callable[[Pen], None]) -> Image.Image:
    """A small drawing in units of its width, drawn finely once and kept under its name, size and ground."""
    key = (name, width, height, ground)
    found = _SPRITES.get(key)
    if found is None:
        image = Image.new("RGB", (width * faces.FINE, height * faces.FINE), ground)
        draw(Pen(image, width * faces.FINE))
        if len(_SPRITES) >= 2048:
            _SPRITES.clear()
        found = _SPRITES[key] = theme.indexed(image.reduce(faces.FINE))
    return found


def disc(name: str, size: int, rim: RGB, ground: RGB, draw: Callable[[Pen], None]) -> Image.Image:
    """A round drawing with an edge in the colour of its ``rim``; what is drawn outside it is cut off."""
    image = plate(size, size, size // 2, rim, ground).copy()
    inside = round_mask(size - 2, size - 2, size // 2 - 1)
    image.paste(sprite(name, size, size, rim, draw).crop((1, 1, size - 1, size - 1)), (1, 1), inside)
    return image


@lru_cache(512)
def plate(
    width: int, height: int, r: int, colour: RGB, ground: RGB, line: RGB | None = None, thick: int = 0
) -> Image.Image:
    """A rectangle with round corners of ``r`` pixels, with a line around it."""
    image = theme.blank(width, height, ground)
    _fill(image, 0, r, line or colour, ground)
    if line:
        _fill(image, thick, r - thick, colour, line)
    return image


def _fill(image: Image.Image, inset: int, r: int, colour: RGB, ground: RGB) -> None:
    """Fills the picture but for its round corners and an edge of ``inset`` pixels."""
    shape = _round_shape(image.width - 2 * inset, image.height - 2 * inset, r)
    image.paste(_changed(shape, _tones(colour, ground), "P"), (inset, inset), _covering(_changed(shape, _ANY)))


def card_mask(width: int) -> Image.Image:
    """Where a card of this width covers what is below: all but its round corners."""
    return round_mask(width, round(width * RATIO), round(width * faces.CORNER))


@cache
def round_mask(width: int, height: int, r: int) -> Image.Image:
    """Where a rectangle with corners of ``r`` pixels covers what is below."""
    return _covering(_changed(_round_shape(width, height, r), _ROUND))


def _round_shape(width: int, height: int, r: int) -> Image.Image:
    """How much of each pixel a rectangle with corners of ``r`` pixels covers, 0 to 255."""
    image = Image.new("L", (width * 4, height * 4))
    ImageDraw.Draw(image).rounded_rectangle((0, 0, width * 4 - 1, height * 4 - 1), r * 4, fill=255)
    return image.reduce(4)


@lru_cache(16)
def felt(width: int, height: int) -> Image.Image:
    """An empty stretch of felt that is lighter in the middle, row by row: rows of one colour cost nothing in a PNG."""
    image = theme.blank(width, height, theme.FELT)
    pen = ImageDraw.Draw(image)
    for y in range(height):
        away = abs(2 * (y + 0.5) / height - 1)
        pen.line((0, y, width, y), fill=theme.index((theme.FELT, *theme.FELTS)[round(away**2 * 8)]))
    return image


@lru_cache(16)
def table_top(width: int, height: int, top: int) -> Image.Image:
    """An empty table: a rail around flat felt, below a bar ``top`` pixels high."""
    image = theme.blank(width, height, theme.FELT_DARK)
    inset_x, inset_y = 46, 34
    wide, high = width - 2 * inset_x, height - top - 2 * inset_y
    for out, colour in ((23, theme.SHADOW), (18, theme.RAIL), (7, theme.RAIL_DARK), (3, theme.BRASS), (0, theme.FELT)):
        size = wide + 2 * out, high + 2 * out
        r = min(150, high // 2) + out
        image.paste(theme.index(colour), (inset_x - out, top + inset_y - out), round_mask(*size, r))
    return image


_PAD: Final = 26
"""What a tag's round ends take of its width."""


def tag_width(word: str, room: int) -> int:
    """How wide the tag of a word is, ``room`` pixels at most."""
    return min(room, (fonts.width(fonts.drawable(word), "Bold", theme.LEAST) if word else 4) + _PAD)


class Canvas:
    """One picture in the making."""

    def __init__(self, ground: Image.Image) -> None:
        self.image = ground.copy()

    def put(self, image: Image.Image, x: float, y: float, mask: Image.Image | None = None) -> None:
        """Lays a sprite down with its upper left corner at x, y."""
        self.image.paste(image, (round(x), round(y)), mask)

    def put_bare(self, image: Image.Image, x: float, y: float, ground: RGB) -> None:
        """Lays a sprite down without its ground, so that what is around it stays."""
        bare = theme.index(ground)
        around = b"\xff" * bare + b"\x00" + b"\xff" * (255 - bare)
        self.put(image, x, y, _covering(_changed(image, around)))

    def text(
        self, text: str, x: float, y: float, size: int, colour: RGB, ground: RGB, *,
        weight: Weight = "Semibold", align: Align = "left", room: int = 10_000,
    ) -> int:  # fmt: skip
        """Writes a line, its middle at y, made narrower or cut to ``room`` pixels; returns its width."""
        shown = fonts.fitted(fonts.drawable(text), weight, size, int(room / fonts.NARROWEST))
        if not shown:
            return 0
        image, ink = label(shown, weight, size, colour, ground, max(1, min(room, fonts.width(shown, weight, size))))
        left = x - {"left": 0, "middle": image.width / 2, "right": image.width}[align]
        self.put(image, left, y - image.height / 2, ink)
        return image.width

    def bar(self, top: int, bottom: int, colour: RGB = theme.PLATE) -> None:
        """A stripe of one colour over the whole width."""
        self.image.paste(theme.index(colour), (0, top, self.image.width, bottom))

    def plate(
        self, x: float, y: float, width: int, height: int, r: int, colour: RGB, line: RGB | None = None, thick: int = 0,
        ground: RGB = theme.FELT,
    ) -> None:  # fmt: skip
        """A rectangle with round corners of ``r`` pixels, blended into ``ground``."""
        self.put(plate(width, height, r, colour, ground, line, thick), x, y, round_mask(width, height, r))

    def tag(
        self, text: str, x: float, y: float, room: int, *, gold: bool, align: Align = "right",
        ground: RGB = theme.FELT, high: int = TAG,
    ) -> int:  # fmt: skip
        """A word on a round tag, its end or middle at x, at most ``room`` wide, bare for no word. Returns its width."""
        ink, colour = (theme.INK, theme.GOLD) if gold else (theme.TEXT, theme.SHADE)
        word = fonts.drawable(text)
        width = tag_width(word, room)
        left = round(x - {"left": 0, "middle": width / 2, "right": width}[align])
        self.plate(left, y - high / 2, width, high, high // 2, colour, ground=ground)
        middle = left + width / 2
        self.text(word, middle, y - 1, theme.LEAST, ink, colour, weight="Bold", align="middle", room=width - _PAD)
        return width

    def glow(self, x: float, y: float, width: int, height: int, r: int, ground: RGB = theme.FELT) -> None:
        """A shine round a rectangle with corners of ``r`` pixels: what lies there was moved last."""
        for out, part in ((9, 0.25), (7, 0.5), (5, 1.0)):
            colour = theme.between(ground, theme.GLOW, part)
            mask = round_mask(width + 2 * out, height + 2 * out, r + out)
            self.image.paste(colour, (round(x) - out, round(y) - out), mask)

    def outline(self, points: Sequence[tuple[float, float]], colour: RGB, width: int) -> None:
        """A line round a shape."""
        pen = ImageDraw.Draw(self.image)
        pen.line([*points, points[0], points[1]], fill=theme.index(colour), width=width, joint="curve")

    def _shadow(self, x: float, y: float, mask: Image.Image) -> None:
        self.image.paste(theme.index(theme.SHADOW), (round(x) + SHADOW, round(y) + SHADOW), mask)

    def card(
        self, card: Card, width: int, x: float, y: float, look: Look, *, over: bool = False, shadow: bool = True,
        covered: bool = False, dim: bool = False, flat: bool = False,
    ) -> None:  # fmt: skip
        """A card, face up.

        ``over``: it lies partly over the card to its left; ``covered``: one lies over it; ``dim``: it doesn't count;
        ``flat``: only its top is seen.
        """
        mask = card_mask(width)
        if shadow:
            self._shadow(x, y, mask)
        if over:
            self.image.paste(theme.index(theme.EDGE_DARK), (round(x) - 2, round(y)), mask)
        self.put(faces.face(card, width, theme.EDGE, look, covered=covered, dim=dim, flat=flat), x, y, mask)

    def back(self, width: int, x: float, y: float, *, shadow: bool = True) -> None:
        """A card, face down."""
        mask = card_mask(width)
        if shadow:
            self._shadow(x, y, mask)
        self.put(faces.back(width, theme.EDGE), x, y, mask)

    def blank_card(self, width: int, x: float, y: float, *, shadow: bool = True) -> None:
        """A card of which only the edge will be seen."""
        mask = card_mask(width)
        if shadow:
            self._shadow(x, y, mask)
        self.put(faces.empty(width, theme.EDGE), x, y, mask)

    def small_back(self, width: int, x: float, y: float) -> None:
        """A card, face down, too small for the back's pattern."""
        self.put(faces.small_back(width, theme.EDGE_DARK), x, y, round_mask(width, round(width * RATIO), 3))

    def png(self, cloth: str = "felt") -> bytes:
        """The picture as PNG, on its cloth."""
        return png(self.image, theme.palette(cloth))
