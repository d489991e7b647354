"""A player's own picture: the table in small, and below it the own hand, large, at the near edge."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from cards_img.captions import Group, PanelCaptions, TableCaptions
from cards_img.layout import marks
from cards_img.layout.canvas import Canvas
from cards_img.layout.places import BAR, LINE, WIDTH, Box, SeatPlace
from cards_img.layout.plates import draw_plate, number
from cards_img.look import Look
from cards_img.pictures.board import pool_sign
from cards_img.pictures.grid import draw_grid, grid_height, grid_layout
from cards_img.pictures.groups import GroupPlace, draw_groups, groups_layout
from cards_img.pictures.hand import HAND_HEIGHT, Place, draw_hand, foot
from cards_img.pictures.table import heading
from cards_img.tools import fonts, theme
from cards_img.tools.paths import RATIO
from engine.cards import Card, Rank, Suit
from engine.middle import Middle, Piles, Pools, Trick
from engine.view import View

MOST_IN_A_ROW: Final = 12
"""A hand with more cards than this lies as a grid of suits and ranks, where it doesn't lie in groups."""
_EDGE: Final = 10
_GAP: Final = 8
_PILE: Final = 84
"""The width of a card in a pile."""
_PLAYED: Final = 72
"""The width of a card in a trick."""
_POOL: Final = (156, 56)
"""The room of a pool with its number."""
_POOLS_BESIDE: Final = 5
"""How many pools are side by side."""
_ONE_COLUMN: Final = 3
"""How many seats stand one below another beside the middle; more stand in two columns."""
_TWO_LINES: Final = 76
"""The height of a plate that isn't as wide as the room beside the middle."""
_NUMBER: Final = 38
_WORDS: Final = 36
"""The height of the words below cards."""
_RUN: Final = 14
"""How many of the cards played out last are shown."""
_CHIPS: Final = (36, 28, 22)
"""Widths of a chip in the pot: the largest at which it fits."""


def panel_picture(
    view: View,
    captions: PanelCaptions,
    look: Look = Look(),
    *,
    cards: Sequence[Card] = (),
    kept: Collection[Card] = (),
    groups: Sequence[Group] = (),
    suits: Collection[Suit] = (),
    ranks: Collection[Rank] = (),
) -> bytes:
    """The table as the viewer sees it, in small, and the own hand, as PNG, 800 pixels wide.

    The hand is ``cards`` in their order with those of ``kept`` marked, or ``groups``; a large one lies as a grid with
    ``suits`` and ``ranks`` marked. No other hand is in it. Raises ValueError where seats and their captions differ in
    number, and where the card just drawn is not in the hand.
    """
    words = captions.table
    if len(words.seats) != len(view.seats):
        raise ValueError(f"the table has {len(view.seats)} seats and {len(words.seats)} captions for them")
    hand = _Hand(cards, kept, groups, suits, ranks, view.drawn)
    places = _seats(view, words)
    low = max(BAR + _EDGE + _height(view.middle), places[-1].plate.bottom) + _EDGE
    below = foot(captions.hand)
    canvas = Canvas(theme.blank(WIDTH, low + hand.height + below, theme.FELT))
    canvas.bar(BAR, low, theme.FELT_DARK)
    heading(canvas, words.title, call=words.call)
    _middle(canvas, view, words, look)
    betting = view.middle.bet if isinstance(view.middle, Pools) and view.middle.betting else None
    first = view.viewer or 0
    for turn, place in enumerate(places):
        seat = view.seats[(first + turn) % len(view.seats)]
        draw_plate(
            canvas, view, seat, words.seats[seat.seat], place, words.dealer, quiet=seat.passed, counted=True,
            last=seat.seat in words.last.seats, bet=betting, scored=isinstance(view.middle, Trick),
        )  # fmt: skip
    hand.draw(canvas, captions, look, low)
    foot(captions.hand, canvas, low + hand.height, look)
    return canvas.png(look.cloth)


class _Hand:
    """The own cards in one of the ways in which they may lie."""

    def __init__(
        self, cards: Sequence[Card], kept: Collection[Card], groups: Sequence[Group], suits: Collection[Suit],
        ranks: Collection[Rank], drawn: Card | None,
    ) -> None:  # fmt: skip
        self.cards, self.kept, self.suits, self.ranks, self.drawn = cards, kept, suits, ranks, drawn
        self.groups: tuple[GroupPlace, ...] = ()
        self.grid: tuple[Place, ...] = ()
        if groups:
            self.groups, self.height = groups_layout(groups)
        elif len(cards) > MOST_IN_A_ROW:
            self.grid = grid_layout(cards)
            self.height = grid_height(self.grid)
        else:
            self.height = HAND_HEIGHT if cards else 0
        held = [card for group in groups for card in group.cards] or list(cards)
        if held and drawn is not None and drawn not in held:
            raise ValueError("the card drawn is not in the hand")

    def draw(self, canvas: Canvas, captions: PanelCaptions, look: Look, top: int) -> None:
        """The cards, from ``top`` down."""
        if self.groups:
            draw_groups(canvas, self.groups, captions.hand, look, top, drawn=self.drawn)
        elif self.grid:
            draw_grid(canvas, self.grid, look, top, suits=self.suits, ranks=self.ranks)
        elif self.cards:
            draw_hand(canvas, self.cards, captions.hand, look, top, drawn=self.drawn, kept=self.kept)


def _seats(view: View, words: TableCaptions) -> tuple[SeatPlace, ...]:
    """The plates, the own one first: beside the middle of the table or, where that is wide, below it."""
    count, pools = len(view.seats), isinstance(view.middle, Pools)
    left = _EDGE if pools else _width(view, words)
    top = BAR + _EDGE + (_height(view.middle) + 4 if pools else 0)
    columns = 3 if pools else 1 if count <= _ONE_COLUMN else 2
    high = LINE if columns == 1 else _TWO_LINES
    wide = (WIDTH - _EDGE - left - _GAP * (columns - 1)) // columns
    found = []
    for i in range(count):
        row, column = divmod(i, columns)
        x, y = left + column * (wide + _GAP), top + row * (high + 4)
        found.append(SeatPlace(Box(x, y, x + wide, y + high)))
    return tuple(found)


def _pot_width(view: View, words: TableCaptions) -> int:
    return 106 if isinstance(view.middle, Piles) and (words.pot or view.pot) else 0


def _width(view: View, words: TableCaptions) -> int:
    """What the middle of the table takes at the left, with the room up to the plates."""
    match view.middle:
        case Piles():
            return _EDGE + 2 * (_PILE + _GAP) + _pot_width(view, words) + _EDGE
        case Trick():
            return _EDGE + 4 * (_PLAYED + _GAP) + 2
        case _:
            return 180 if view.pot or words.pot else _EDGE


def _height(middle: Middle) -> int:
    """What it takes of the height."""
    match middle:
        case Piles():
            return round(_PILE * RATIO) + _WORDS
        case Trick():
            return round(_PLAYED * RATIO) + _WORDS
        case Pools():
            count = len(middle.pools) + 1
            return -(-count // _POOLS_BESIDE) * _POOL[1] + (_POOL[1] + 4 if middle.run else 0)
        case _:
            return 100


def _middle(canvas: Canvas, view: View, words: TableCaptions, look: Look) -> None:
    top = BAR + _EDGE
    match view.middle:
        case Piles():
            _piles(canvas, view.middle, words, look, top)
            if _pot_width(view, words):
                _pot(canvas, view, words, _EDGE + 2 * (_PILE + _GAP) + 50, top + 59)
        case Trick():
            _trick(canvas, view.middle, words, look, top)
        case Pools():
            _pools(canvas, view.middle, words, look, top)
        case _:
            if view.pot or words.pot:
                _pot(canvas, view, words, 90, top + 50)


def _piles(canvas: Canvas, piles: Piles, words: TableCaptions, look: Look, top: int) -> None:
    high = round(_PILE * RATIO)
    for x, count, shines in (
        (_EDGE, piles.stock, words.last.stock), (_EDGE + _PILE + _GAP, piles.discards, words.last.discards),
    ):  # fmt: skip
        upcard = piles.upcard if x > _EDGE else None
        if shines:
            canvas.glow(x, top, _PILE, high, 7, theme.FELT_DARK)
        if upcard is not None:
            canvas.card(upcard, _PILE, x, top, look, shadow=False)
        elif count and x == _EDGE:
            canvas.back(_PILE, x, top, shadow=False)
        else:
            canvas.plate(x, top, _PILE, high, 8, theme.FELT_DARK, theme.MUTED, 3, ground=theme.FELT_DARK)
        y = top + high + _WORDS / 2 + 1
        canvas.text(number(count), x + _PILE / 2, y, theme.LEAST, theme.TEXT, theme.FELT_DARK, align="middle")


def _pot(canvas: Canvas, view: View, words: TableCaptions, x: float, y: float) -> None:
    """The pot, centred on x, y."""
    heaps = (marks.heap_of_chips(view.pot, width, theme.FELT_DARK) for width in _CHIPS if view.pot > 0)
    heap = next((heap for heap in heaps if heap.width <= 96 and heap.height <= 66), None)
    if heap:
        canvas.put(heap, x - heap.width / 2, y - heap.height + 8)
    text = number(view.pot)
    canvas.text(text, x, y + 26, _NUMBER, theme.GILT, theme.FELT_DARK, weight="Bold", align="middle", room=100)
    canvas.text(words.pot, x, y + 77, theme.LEAST, theme.TEXT, theme.FELT_DARK, align="middle", room=104)


def _trick(canvas: Canvas, trick: Trick, words: TableCaptions, look: Look, top: int) -> None:
    high = round(_PLAYED * RATIO)
    for i in range(4):
        x = _EDGE + i * (_PLAYED + _GAP)
        if i >= len(trick.played):
            suit = trick.open[i - len(trick.played)]
            canvas.put(marks.open_suit(suit, _PLAYED, high, look), x, top)
            continue
        played = trick.played[i]
        if i >= len(trick.played) - words.last.cards:
            canvas.glow(x, top, _PLAYED, high, 6, theme.FELT_DARK)
        canvas.card(played.card, _PLAYED, x, top, look, shadow=False)
        name = fonts.player_name(words.seats[played.seat].name, played.seat)
        won = i == trick.winner
        canvas.text(
            fonts.begun(name, "Semibold", theme.LEAST, _PLAYED + 2), x + _PLAYED / 2, top + high + _WORDS / 2 + 1,
            theme.LEAST, theme.GILT if won else theme.TEXT, theme.FELT_DARK, align="middle", room=_PLAYED + 4,
        )  # fmt: skip


def _pools(canvas: Canvas, middle: Pools, words: TableCaptions, look: Look, top: int) -> None:
    """Each pool as its sign with its number, then the card turned up, and below them the cards played out last."""
    wide, high = _POOL
    for i, pool in enumerate((*middle.pools, None)):
        row, column = divmod(i, _POOLS_BESIDE)
        x, y = _EDGE + column * wide, top + row * high
        if pool is None:
            card = marks.small_card(look.index(middle.turned.rank), middle.turned.suit, 40, theme.FELT_DARK, look)
            canvas.put(card, x + 2, y)
            continue
        if pool.name in words.last.pools:
            canvas.plate(x - 3, y - 2, wide - 4, high, 8, theme.FELT_DARK, theme.GLOW, 4, ground=theme.FELT_DARK)
        sign = pool_sign(pool, middle.turned.suit, theme.FELT_DARK, look)
        if sign:
            canvas.put(sign, x + 2, y)
        else:
            canvas.put(marks.chip(40, theme.FELT_DARK), x + 2, y + 6)
        left = x + (sign.width if sign else 40) + 8
        colour = theme.GILT if pool.chips else theme.MUTED
        room = max(30, x + wide - 6 - left)
        canvas.text(
            number(pool.chips), left, y + 25, theme.LEAST, colour, theme.FELT_DARK, weight="Bold", room=round(room)
        )
    if middle.run:
        y = top + -(-(len(middle.pools) + 1) // _POOLS_BESIDE) * high + 4
        shown = middle.run[-_RUN:]
        for i, played in enumerate(shown):
            small = marks.small_card(look.index(played.card.rank), played.card.suit, 40, theme.FELT_DARK, look)
            x = _EDGE + 2 + i * 46
            if i >= len(shown) - words.last.cards:
                canvas.glow(x, y, *small.size, 5, theme.FELT_DARK)
            canvas.put(small, x, y)
        if middle.stopped:
            canvas.put(marks.stop(40, theme.FELT_DARK), _EDGE + 6 + len(shown) * 46, y + 6)
