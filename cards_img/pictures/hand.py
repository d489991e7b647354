"""The picture of one hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from cards_img.captions import HandCaptions
from cards_img.layout.canvas import Canvas, felt
from cards_img.look import Look
from cards_img.tools import theme
from cards_img.tools.fonts import drawable, fits, wrapped
from cards_img.tools.paths import RATIO
from cards_img.tools.theme import RGB
from engine.cards import Card

WIDTH: Final = 800
CARD: Final = 146
CARD_HEIGHT: Final = round(CARD * RATIO)
_MARGIN: Final = 16
TOP: Final = 36
"""The room above the cards, for a tag."""
BARE: Final = 18
"""The same where no card has a tag: those that make the hand lie a little higher."""
_BELOW: Final = 18
SEEN: Final = 0.57
"""What part of a card's height is seen where words stand below: the cards stand behind them, as at a table's edge."""
LIFT: Final = 12
"""How much higher a card lies that makes the hand."""
_APART: Final = 20
"""The gap before the card just drawn."""
_FOOT: Final = 54
"""The height of the words below, where they take one line."""
_RAIL: Final = 12
"""The height of an edge without words: as much as a mark on it needs."""
_SECOND: Final = 42
"""The height of a second line."""
_TITLE: Final = 34


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card of the hand lies, in pixels."""

    card: Card
    x: int
    y: int


def hand_layout(cards: Sequence[Card], drawn: Card | None, top: int = TOP) -> tuple[Place, ...]:
    """Places from left to right, ``top`` pixels down: side by side as long as there is room, overlapping where there
    are more."""
    held = [card for card in cards if card is not drawn]
    set_apart = CARD + _APART if drawn is not None and held else 0
    room = WIDTH - 2 * _MARGIN - set_apart
    step = min(CARD + 9.0, (room - CARD) / max(1, len(held) - 1))
    left = (WIDTH - (step * max(0, len(held) - 1) + CARD + set_apart)) / 2
    places = [Place(card, round(left + i * step), top) for i, card in enumerate(held)]
    if drawn is not None:
        places.append(Place(drawn, round(left + step * max(0, len(held) - 1)) + set_apart, top))
    return tuple(places)


def hand_picture(
    cards: Sequence[Card],
    captions: HandCaptions = HandCaptions(),
    look: Look = Look(),
    *,
    drawn: Card | None = None,
    kept: Collection[Card] = (),
) -> bytes:
    """A hand as PNG, 800 pixels wide, in the order given; ``drawn`` is set apart at its end.

    The cards of ``kept``, those that make the hand, are marked, and the others dimmed; without any, no card is.
    Raises ValueError where ``drawn`` is none of the cards.
    """
    if drawn is not None and drawn not in cards:
        raise ValueError("the card drawn is not in the hand")
    top = TOP if captions.drawn or not captions.low else BARE
    places, words = hand_layout(cards, drawn, top), foot(captions)
    edge = top + standing(CARD_HEIGHT, words)
    canvas = Canvas(felt(WIDTH, edge + (words or _BELOW)))
    for i, place in enumerate(places):
        covers = i > 0 and places[i - 1].x + CARD > place.x
        counts = place.card in kept
        y = place.y - (LIFT if counts and place.card is not drawn else 0)
        canvas.card(place.card, CARD, place.x, y, look, over=covers, dim=bool(kept) and not counts)
    foot(captions, canvas, edge)
    for i, place in enumerate(places):
        if place.card in kept:
            wide = min(CARD, places[i + 1].x - place.x) if i + 1 < len(places) else CARD
            mark(canvas, place.x + 8, edge + (not words), wide - 14, behind=bool(words))
    if drawn is not None and captions.drawn:
        x = places[-1].x + CARD / 2
        canvas.tag(captions.drawn, x, 21, CARD, gold=True, align="middle", ground=theme.EDGE_DARK)
    return canvas.png(look.cloth)


def mark(canvas: Canvas, x: int, y: int, width: int, *, behind: bool, colour: RGB = theme.GILT) -> None:
    """The mark below cards that make something; ``behind``: on the upper edge of the words that stand before them."""
    canvas.plate(x, y, width, 8, 4, colour, ground=theme.PLATE if behind else theme.FELT)


def standing(card_height: int, words: int) -> int:
    """How much of a card is seen above words or an edge of that height; all of it where there are none."""
    return round(card_height * SEEN) if words else card_height


def foot(captions: HandCaptions, canvas: Canvas | None = None, top: int = 0) -> int:
    """The words under a hand, or the edge that it stands behind, drawn on the canvas if there is one.

    Returns their height, nothing where there is neither. The detail is left out where the title needs its room; a title
    that is too long for one line has a second one.
    """
    if not captions.title and not captions.detail:
        height = _RAIL if captions.low else 0
        if canvas is not None and height:
            canvas.bar(top, top + height)
        return height
    lines = wrapped(captions.title, WIDTH - 40, _TITLE, "Bold")
    height = _FOOT + _SECOND * (len(lines) > 1)
    if canvas is None:
        return height
    canvas.bar(top, top + height)
    used = 0
    for i, line in enumerate(lines):
        y = top + _FOOT // 2 - 1 + i * _SECOND
        used = canvas.text(line, 20, y, _TITLE, theme.TEXT, theme.PLATE, weight="Bold", room=WIDTH - 40)
    room, y = WIDTH - 40 - used - (28 if used else 0), top + height - _FOOT // 2 - 1
    if fits(drawable(captions.detail), "Semibold", theme.LEAST, room):
        canvas.text(captions.detail, WIDTH - 20, y, theme.LEAST, theme.MUTED, theme.PLATE, align="right", room=room)
    return height
