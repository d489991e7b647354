"""The faces of the Spanish pack, in card units (a card is 1 wide, 1.4 high).

The gaps in the frame's line tell the suit, *la pinta*: coins have none, cups one, swords two, clubs three.
"""

from __future__ import annotations

from typing import Final

from PIL import Image

from cards_img.faces.emblems import joker
from cards_img.faces.spanish_courts import figure
from cards_img.faces.spanish_suits import ace, emblem
from cards_img.tools import theme
from cards_img.tools.paths import RATIO, Pen, turned
from cards_img.tools.theme import RGB
from engine.cards import Card, Rank, Suit

_COURTS: Final = (Rank.KING, Rank.QUEEN, Rank.JACK)
_ROUND_SUITS: Final = (Suit.DIAMONDS, Suit.HEARTS)
_INSET: Final = 0.038
_GAP: Final = 0.085
"""How wide a gap in the frame is."""
GAPS: Final[dict[Suit, tuple[float, ...]]] = {
    Suit.DIAMONDS: (),
    Suit.HEARTS: (0.5,),
    Suit.SPADES: (0.42, 0.58),
    Suit.CLUBS: (0.34, 0.5, 0.66),
    Suit.NONE: (),
}
"""Where the frame has gaps at its top and bottom."""

Places = tuple[tuple[float, float], ...]


def _rows(*rows: tuple[int, float, float]) -> Places:
    """Emblems in rows: how many, the height of the row's middle, and how far apart; the rows lean to the right, since
    the indices take the upper left and the lower right corner."""
    return tuple((0.5 + (i - (n - 1) / 2) * apart + _LEAN * (0.7 - y), y) for n, y, apart in rows for i in range(n))


_LEAN: Final = 0.18
ROUND: Final[dict[int, tuple[float, Places]]] = {
    2: (0.46, _rows((1, 0.39, 0), (1, 1.01, 0))),
    3: (0.37, _rows((1, 0.3, 0), (1, 0.7, 0), (1, 1.1, 0))),
    4: (0.29, _rows((2, 0.34, 0.35), (2, 1.06, 0.35))),
    5: (0.285, _rows((2, 0.32, 0.35), (1, 0.7, 0), (2, 1.08, 0.35))),
    6: (0.275, _rows((2, 0.3, 0.35), (2, 0.7, 0.35), (2, 1.1, 0.35))),
    7: (0.25, _rows((2, 0.25, 0.34), (2, 0.55, 0.34), (1, 0.85, 0), (2, 1.15, 0.34))),
    8: (0.25, _rows((2, 0.24, 0.34), (2, 0.547, 0.34), (2, 0.853, 0.34), (2, 1.16, 0.34))),
    9: (0.22, _rows((2, 0.22, 0.34), (2, 0.46, 0.34), (1, 0.7, 0), (2, 0.94, 0.34), (2, 1.18, 0.34))),
}
LONG: Final[dict[int, tuple[float, Places]]] = {
    2: (0.86, _rows((2, 0.7, 0.3))),
    3: (0.72, ((0.26, 0.89), (0.5, 0.7), (0.74, 0.51))),
    4: (0.56, _rows((2, 0.4, 0.28), (2, 1.0, 0.28))),
    5: (0.4, _rows((2, 0.3, 0.3), (1, 0.7, 0), (2, 1.1, 0.3))),
    6: (0.54, _rows((3, 0.39, 0.205), (3, 1.01, 0.205))),
    7: (0.52, _rows((3, 0.39, 0.2), (4, 1.01, 0.15))),
    8: (0.48, _rows((4, 0.39, 0.155), (4, 1.01, 0.155))),
    9: (0.385, _rows((3, 0.29, 0.185), (3, 0.7, 0.185), (3, 1.11, 0.185))),
}
"""The size of a number card's emblems and where they stand: round ones in columns, long ones side by side."""


def _frame(pen: Pen, suit: Suit) -> None:
    """The line around the card, with its gaps."""
    a, b = _INSET, RATIO - _INSET
    pen.box(a, a, 1 - a, b, 0.045, theme.PAPER, theme.INK, 0.013)
    for x in GAPS[suit]:
        for y in (a, b):
            pen.box(x - _GAP / 2, y - 0.02, x + _GAP / 2, y + 0.02, 0, theme.PAPER)


def _checked(card: Card) -> None:
    if card.rank is Rank.TEN:
        raise ValueError("a Spanish pack has no tens: the sota has the number 10")


def full(pen: Pen, card: Card, colour: RGB, index: str) -> None:
    """A whole face: frame, indices in two corners, and emblems or a standing figure. Raises ValueError for a ten."""
    _checked(card)
    _frame(pen, card.suit)
    if card.rank is Rank.JOKER:
        _comodin(pen, card)
        return
    pen.text(index, 0.16, 0.205, 0.235 if len(index) == 1 else 0.22, colour, 0.195, "Bold")
    emblem(pen, card.suit, 0.155, 0.44, 0.15 if card.suit in _ROUND_SUITS else 0.2)
    turned(pen.image)
    if card.rank in _COURTS:
        figure(pen, card.rank, card.suit)
        return
    if card.rank is Rank.ACE:
        ace(pen, card.suit)
        return
    size, places = (ROUND if card.suit in _ROUND_SUITS else LONG)[int(card.rank)]
    for x, y in places:
        emblem(pen, card.suit, x, y, size, 180.0 if y > 0.75 and card.suit is not Suit.HEARTS else 0.0)


def compact(pen: Pen, card: Card, colour: RGB, index: str) -> None:
    """A face for small sizes: a large index in one corner, one large emblem or a half-figure in the other.

    Raises ValueError for a ten.
    """
    _checked(card)
    if card.rank is Rank.JOKER:
        _frame(pen, card.suit)
        _comodin(pen, card)
        return
    if card.rank in _COURTS:
        _half(pen, card, colour)
    elif card.suit in _ROUND_SUITS:
        emblem(pen, card.suit, 0.6, 0.9, 0.72)
    else:
        emblem(pen, card.suit, 0.6, 0.86, 1.02, 32.0)
    pen.text(index, 0.3 if len(index) > 1 else 0.235, 0.26, 0.36, colour, 0.46, "Bold")


def flat(pen: Pen, card: Card, colour: RGB, index: str) -> None:
    """A face whose upper left corner shows everything: the index and beside it the emblem.

    Raises ValueError for a ten.
    """
    if card.rank is Rank.JOKER:
        compact(pen, card, colour, index)
        return
    _checked(card)
    emblem(pen, card.suit, 0.575, 0.265, 0.27 if card.suit in _ROUND_SUITS else 0.38)
    pen.text(index, 0.235, 0.26, 0.36, colour, 0.38, "Bold")


def slim(pen: Pen, card: Card, colour: RGB, index: str) -> None:
    """A compact face whose left half shows everything: the index and below it the emblem.

    Raises ValueError for a ten.
    """
    if card.rank is Rank.JOKER or card.rank in _COURTS:
        compact(pen, card, colour, index)
        return
    _checked(card)
    emblem(pen, card.suit, 0.24, 0.78, 0.4 if card.suit in _ROUND_SUITS else 0.62)
    pen.text(index, 0.235, 0.26, 0.36, colour, 0.4, "Bold")


def _comodin(pen: Pen, card: Card) -> None:
    """The joker: the fool, and the four suits in the corners that have no star."""
    joker(pen, card)
    for suit, x, y in (
        (Suit.DIAMONDS, 0.74, 0.15),
        (Suit.HEARTS, 0.885, 0.19),
        (Suit.SPADES, 0.12, 1.19),
        (Suit.CLUBS, 0.26, 1.24),
    ):
        emblem(pen, suit, x, y, 0.13 if suit in _ROUND_SUITS else 0.2)


def _half(pen: Pen, card: Card, colour: RGB) -> None:
    """The part of a figure that a small card has room for, and the suit's emblem under the index."""
    scale, x, y = _CROPS[card.rank]
    layer = Image.new("RGB", pen.image.size, theme.PAPER)
    figure(Pen(layer, pen.scale * scale, x, y), card.rank, card.suit, held=False)
    shape = Image.new("RGB", pen.image.size)
    Pen(shape, pen.scale).box(0.03, 0.03, 0.97, RATIO - 0.03, 0.055, (255, 255, 255))
    pen.image.paste(layer, (0, 0), shape.convert("L"))
    emblem(pen, card.suit, 0.215, 0.65, 0.3 if card.suit in _ROUND_SUITS else 0.36)


_CROPS: Final[dict[Rank, tuple[float, float, float]]] = {
    Rank.KING: (1.7, -0.075, 0.11),
    Rank.QUEEN: (1.0, 0.07, 0.31),
    Rank.JACK: (1.7, -0.075, 0.1),
}
"""How much a figure is enlarged on a small card, and where it is moved."""
