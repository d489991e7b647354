"""The faces of the pack with French suits, in card units (a card is 1 wide, 1.4 high)."""

from __future__ import annotations

from typing import Final

from PIL import Image

from cards_img.faces.courts import court
from cards_img.faces.emblems import ace, joker
from cards_img.tools import theme
from cards_img.tools.paths import RATIO, Outline, Pen, path, turned
from cards_img.tools.theme import RGB
from engine.cards import Card, Rank

_COURTS: Final = (Rank.KING, Rank.QUEEN, Rank.JACK)

FRAME: Final[Outline] = path("M .29 .07 L .93 .07 L .93 .86 L .71 .86 L .71 1.33 L .07 1.33 L .07 .54 L .29 .54")
"""The frame of the court cards, which leaves room for the indices."""

_COLUMNS: Final = (0.378, 0.5, 0.622)
_THREE_ROWS: Final = tuple((x, y) for x in (0, 2) for y in (0.19, 0.5, 0.81))
_FOUR_ROWS: Final = tuple((x, y) for x in (0, 2) for y in (0.155, 0.385, 0.615, 0.845))
_CORNERS: Final = tuple((x, y) for x in (0, 2) for y in (0.19, 0.81))
_PIPS: Final[dict[int, tuple[tuple[int, float], ...]]] = {
    2: ((1, 0.19), (1, 0.81)),
    3: ((1, 0.19), (1, 0.5), (1, 0.81)),
    4: _CORNERS,
    5: (*_CORNERS, (1, 0.5)),
    6: _THREE_ROWS,
    7: (*_THREE_ROWS, (1, 0.345)),
    8: (*_THREE_ROWS, (1, 0.345), (1, 0.655)),
    9: (*_FOUR_ROWS, (1, 0.5)),
    10: (*_FOUR_ROWS, (1, 0.27), (1, 0.73)),
}
"""Where the pips of a number card stand: column and part of the height."""


def full(pen: Pen, card: Card, colour: RGB, index: str) -> None:
    """A whole face: indices in two corners, pips or a figure that is the same from both ends."""
    image = pen.image
    if card.rank is Rank.JOKER:
        joker(pen, card)
        return
    if card.rank in _COURTS:
        _figure(image, card, colour)
    pen.text(index, 0.147, 0.1975, 0.255, colour, 0.225, "Bold")
    pen.pip(card.suit, 0.147, 0.435, 0.175, colour)
    turned(image)
    if card.rank in _COURTS:
        pen.line([*FRAME, FRAME[0]], colour, 0.011)
    elif card.rank is Rank.ACE:
        ace(pen, card.suit, colour)
    else:
        size = 0.27 if card.rank <= 3 else 0.195 if card.rank <= 8 else 0.175
        for column, part in _PIPS[int(card.rank)]:
            pen.pip(card.suit, _COLUMNS[column], part * RATIO, size, colour, 180.0 if part > 0.5 else 0.0)


def compact(pen: Pen, card: Card, colour: RGB, index: str) -> None:
    """A face for small sizes: a large index in one corner, one large pip or a half-figure in the other."""
    if card.rank is Rank.JOKER:
        joker(pen, card)
        return
    if card.rank in _COURTS:
        _half(pen, card, colour)
    else:
        pen.pip(card.suit, 0.62, 0.94, 0.62, colour)
    pen.text(index, 0.3 if len(index) > 1 else 0.235, 0.26, 0.36, colour, 0.46, "Bold")


def slim(pen: Pen, card: Card, colour: RGB, index: str) -> None:
    """A compact face whose left third shows everything: the index and below it the pip."""
    if card.rank is Rank.JOKER:
        joker(pen, card)
        return
    if card.rank in _COURTS:
        _half(pen, card, colour)
    else:
        pen.pip(card.suit, _SLIM, 0.69, 0.33, colour)
    pen.text(index, _SLIM, 0.26, 0.36, colour, 2 * _SLIM - 0.08, "Bold")


_SLIM: Final = 0.19
"""The middle of what stands in the left third of a card."""


def _half(pen: Pen, card: Card, colour: RGB) -> None:
    """The part of a figure that a small card has room for, and the pip under the index."""
    layer = Image.new("RGB", pen.image.size, theme.PAPER)
    court(Pen(layer, pen.scale * 1.12, 0.03, 0.335), card.rank, card.suit, colour)
    shape = Image.new("RGB", pen.image.size)
    Pen(shape, pen.scale).box(0.03, 0.03, 0.97, RATIO - 0.03, 0.055, (255, 255, 255))
    pen.image.paste(layer, (0, 0), shape.convert("L"))
    pen.box(0.03, 0.03, 0.36, 0.74, 0.05, theme.PAPER)
    pen.pip(card.suit, 0.2, 0.58, 0.26, colour)


def flat(pen: Pen, card: Card, colour: RGB, index: str) -> None:
    """A face whose upper left corner shows everything: the index and beside it the pip."""
    if card.rank is Rank.JOKER:
        joker(pen, card)
        return
    pen.pip(card.suit, 0.575, 0.265, 0.27, colour)
    pen.text(index, 0.235, 0.26, 0.36, colour, 0.38, "Bold")


def _figure(image: Image.Image, card: Card, colour: RGB) -> None:
    """The court figure, both halves, inside the frame, with a sash where they meet."""
    scale = image.width
    layer = Image.new("RGB", image.size, theme.TINT)
    court(Pen(layer, scale), card.rank, card.suit, colour)
    half = Image.new("RGB", image.size)
    Pen(half, scale).fill(((0, 0), (1, 0), (1, _MEET - _SLOPE), (0, _MEET + _SLOPE)), (255, 255, 255))
    whole = layer.transpose(Image.Transpose.ROTATE_180)
    whole.paste(layer, (0, 0), half.convert("L"))
    pen = Pen(whole, scale)
    left, right = _MEET + _SLOPE, _MEET - _SLOPE
    pen.fill(((0, left - 0.032), (1, right - 0.032), (1, right + 0.032), (0, left + 0.032)), theme.GOLD, theme.INK)
    for i in range(1, 12):
        pen.dot(i / 12, left + (right - left) * i / 12, 0.011, theme.PAPER, theme.INK, 0.006)
    shape = Image.new("RGB", image.size)
    Pen(shape, scale).fill(FRAME, (255, 255, 255))
    image.paste(whole, (0, 0), shape.convert("L"))


_MEET: Final = RATIO / 2
_SLOPE: Final = 0.075
"""How far the sash between the halves of a figure rises from its middle."""
