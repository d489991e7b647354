"""A large hand as a grid: a row for each suit, a column for each rank, so that equal ranks stand one below another."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from cards_img.captions import HandCaptions
from cards_img.layout.canvas import Canvas
from cards_img.look import Look, by_suit
from cards_img.pictures.hand import WIDTH, Place, foot, mark
from cards_img.tools import theme
from cards_img.tools.paths import RATIO
from engine.cards import Card, Rank, Suit

CARD: Final = 96
CARD_HEIGHT: Final = round(CARD * RATIO)
_LEFT: Final = 26
_MARGIN: Final = 16
_TOP: Final = 8
_BELOW: Final = 26
_SEEN: Final = 50
"""How much of a row is seen above the next one: rank and suit in one line, so that a panel has room for the table."""
_APART: Final = CARD + 20.0
_BESIDE: Final = 0.71 * CARD
"""How much of a card must be seen beside the next one for rank and suit to stand in one line."""
_SEEN_SLIM: Final = 104
"""How much of a row is seen where columns are closer: the suit stands below the rank."""
_LINE: Final = 7
_EDGE: Final = 4
"""The height of the edge that a row stands on."""


def grid_layout(cards: Sequence[Card]) -> tuple[Place, ...]:
    """Where the cards lie, row by row; a rank that the hand has no card of has no column."""
    suits = list(dict.fromkeys(card.suit for card in by_suit(tuple(cards))))
    ranks = sorted({card.rank for card in cards}, reverse=True)
    room = WIDTH - _LEFT - _MARGIN
    step = _step(len(ranks))
    seen = _SEEN_SLIM if step < _BESIDE else _SEEN
    left = _LEFT + (room - CARD - step * (len(ranks) - 1)) / 2
    return tuple(
        Place(card, round(left + step * ranks.index(card.rank)), _TOP + seen * suits.index(card.suit))
        for card in by_suit(tuple(cards))
    )


def _step(ranks: int) -> float:
    """How far apart that many columns stand."""
    return min(_APART, (WIDTH - _LEFT - _MARGIN - CARD) / max(1, ranks - 1))


def grid_picture(
    cards: Sequence[Card],
    captions: HandCaptions = HandCaptions(),
    look: Look = Look(),
    *,
    suits: Collection[Suit] = (),
    ranks: Collection[Rank] = (),
) -> bytes:
    """A hand of any number of cards as PNG, 800 pixels wide.

    ``suits``: those whose rows are marked, at the left; ``ranks``: those whose columns are marked, below. Raises
    ValueError for no cards.
    """
    if not cards:
        raise ValueError("a hand without cards has no picture")
    places, words = grid_layout(cards), foot(captions)
    slim = _step(len({card.rank for card in cards})) < _BESIDE
    seen = _SEEN_SLIM if slim else _SEEN
    edge = places[-1].y + (seen if words else CARD_HEIGHT)
    canvas = Canvas(theme.blank(WIDTH, edge + (words or _BELOW), theme.FELT))
    for i, place in enumerate(places):
        if i and places[i - 1].y != place.y:  # each row stands on an edge: what is below it is the next one's
            canvas.bar(place.y, canvas.image.height, theme.FELT)
            canvas.bar(place.y, place.y + _EDGE, theme.FELT_DARK)
        over = i > 0 and places[i - 1].y == place.y and places[i - 1].x + CARD > place.x
        canvas.card(place.card, CARD, place.x, place.y, look, over=over, covered=slim, flat=not slim)
    left = min(place.x for place in places)
    for suit, y in {place.card.suit: place.y for place in places}.items():
        if suit in suits:
            canvas.plate(left - 16, y + 6, _LINE, seen - 16, 3, theme.GILT)
    foot(captions, canvas, edge)
    edges = sorted({(place.x, place.card.rank) for place in places})
    for i, (x, rank) in enumerate(edges):
        if rank in ranks:
            right = min(x + CARD, edges[i + 1][0]) if i + 1 < len(edges) else x + CARD
            mark(canvas, x + 5, edge if words else edge + 8, right - x - 10, behind=bool(words))
    return canvas.png(look.cloth)
