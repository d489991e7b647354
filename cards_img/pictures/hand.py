"""The picture of one hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from cards_img.captions import HandCaptions
from cards_img.layout.canvas import Canvas, felt
from cards_img.look import Look
from cards_img.tools import theme
from cards_img.tools.paths import RATIO
from engine.cards import Card

WIDTH: Final = 800
CARD: Final = 146
CARD_HEIGHT: Final = round(CARD * RATIO)
_MARGIN: Final = 16
_TOP: Final = 26
_BELOW: Final = 18
_LIFT: Final = 12
_APART: Final = 20
"""The gap before the card just drawn."""
_FOOT: Final = 52


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card of the hand lies, in pixels."""

    card: Card
    x: int
    y: int


def hand_layout(cards: Sequence[Card], drawn: Card | None) -> tuple[Place, ...]:
    """Places from left to right: side by side as long as there is room, overlapping where there are more."""
    held = [card for card in cards if card is not drawn]
    set_apart = CARD + _APART if drawn is not None and held else 0
    room = WIDTH - 2 * _MARGIN - set_apart
    step = min(CARD + 9.0, (room - CARD) / max(1, len(held) - 1))
    left = (WIDTH - (step * max(0, len(held) - 1) + CARD + set_apart)) / 2
    places = [Place(card, round(left + i * step), _TOP) for i, card in enumerate(held)]
    if drawn is not None:
        places.append(Place(drawn, round(left + step * max(0, len(held) - 1)) + set_apart, _TOP))
    return tuple(places)


def hand_picture(
    cards: Sequence[Card],
    captions: HandCaptions = HandCaptions(),
    look: Look = Look(),
    *,
    drawn: Card | None = None,
    kept: Collection[Card] = (),
) -> bytes:
    """A hand as PNG, 800 pixels wide, in the order given; ``drawn`` is set apart at its end, ``kept`` is marked.

    Raises ValueError if ``drawn`` is not among the cards.
    """
    if drawn is not None and drawn not in cards:
        raise ValueError("the card drawn is not in the hand")
    height = _TOP + CARD_HEIGHT + _BELOW
    canvas = Canvas(felt(WIDTH, height + foot(captions)))
    places = hand_layout(cards, drawn)
    for i, place in enumerate(places):
        covers = i > 0 and places[i - 1].x + CARD > place.x
        canvas.card(place.card, CARD, place.x, place.y - (_LIFT if place.card in kept else 0), look, over=covers)
        if place.card in kept:
            seen = min(CARD, places[i + 1].x - place.x) if i + 1 < len(places) else CARD
            canvas.plate(place.x + 8, place.y + CARD_HEIGHT, seen - 14, 8, 4, theme.GOLD)
    if drawn is not None:
        x, y = places[-1].x + CARD / 2, places[-1].y - 9 - (_LIFT if drawn in kept else 0)
        canvas.tag(captions.drawn, x, max(17, y), 25, CARD, gold=True, align="middle", ground=theme.EDGE_DARK)
    foot(captions, canvas, height)
    return canvas.png(quick=True)


def foot(captions: HandCaptions, canvas: Canvas | None = None, top: int = 0) -> int:
    """The line of words under a hand, drawn on the canvas if there is one; returns its height, nothing for no words."""
    if not (captions.title or captions.detail):
        return 0
    if canvas is not None:
        canvas.bar(top, top + _FOOT)
        middle = top + _FOOT // 2 - 1
        right = canvas.text(captions.detail, WIDTH - 20, middle, 26, theme.MUTED, theme.PLATE, align="right", room=380)
        room = WIDTH - 72 - right
        canvas.text(captions.title, 20, middle, 34, theme.TEXT, theme.PLATE, weight="Bold", room=room)
    return _FOOT
