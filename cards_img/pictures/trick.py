"""The picture of a trick of four suits: who played what, which suits are open, what lies face down before each seat."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image

from cards_img.captions import SeatCaption, TrickCaptions
from cards_img.layout import marks
from cards_img.layout.canvas import Canvas, round_mask, table_top
from cards_img.layout.places import (
    BAR,
    CARD,
    CARD_HEIGHT,
    PLATE_HEIGHT,
    PLATE_WIDTH,
    SeatPlace,
    TrickLayout,
    trick_layout,
)
from cards_img.layout.plates import SMALL_BACK, draw_note, name_line, number, plate_ground
from cards_img.look import Look
from cards_img.pictures.table import heading
from cards_img.tools import theme
from cards_img.tools.fonts import player_name
from engine.middle import Trick
from engine.view import SeatView, View

_ROUND: Final = 18
_PILE: Final = 33
"""How far apart the quartets before a seat lie, where there is room."""


def trick_picture(view: View, captions: TrickCaptions, look: Look = Look()) -> bytes:
    """A trick as PNG, 800 pixels wide: the viewer's seat, or the first, at the bottom.

    Its cards lie in the order of play, up to four and one of each suit; the card that has taken it wears a crown.
    Before each seat lie its quartets, with the joker on one of them. No hand is shown, whoever looks. Raises ValueError
    if no trick lies in the middle, for more than four cards, two of a suit, and if seats and captions differ in number.
    """
    count, trick = len(view.seats), view.middle
    if len(captions.seats) != count:
        raise ValueError(f"the table has {count} seats and {len(captions.seats)} captions for them")
    if not isinstance(trick, Trick):
        raise ValueError(f"a {type(trick).__name__} is no trick")
    if len({card.suit for card in trick.cards}) != len(trick.cards) or len(trick.cards) > 4:
        raise ValueError("a trick has up to four cards, one of each suit")
    layout = trick_layout(count)
    canvas = Canvas(table_top(layout.width, layout.height, BAR))
    heading(canvas, captions.title, captions.detail)
    _cards(canvas, captions, layout, trick, look)
    x, y = layout.call.middle
    room = layout.call.right - layout.call.left
    canvas.text(captions.call, x, y, 27, theme.TEXT, theme.FELT, align="middle", room=room)
    first = view.viewer or 0
    for turn, place in enumerate(layout.seats):
        seat = view.seats[(first + turn) % count]
        _seat(canvas, view, trick, seat, captions.seats[seat.seat], place, captions.dealer)
    return canvas.png()


def _cards(canvas: Canvas, captions: TrickCaptions, layout: TrickLayout, trick: Trick, look: Look) -> None:
    """The cards from left to right as they were played, then the suits that are open."""
    for i, (box, below) in enumerate(zip(layout.cards, layout.names, strict=True)):
        if i >= len(trick.played):
            suit = trick.open[i - len(trick.played)]
            canvas.put(
                marks.open_suit(suit, CARD, CARD_HEIGHT, look), box.left, box.top, round_mask(CARD, CARD_HEIGHT, 12)
            )
            continue
        played = trick.played[i]
        won = i == trick.winner
        canvas.card(played.card, CARD, box.left, box.top, look)
        if won:
            canvas.put(marks.crown(34, theme.FELT), box.left + CARD // 2 - 17, box.top - 38)
        name = player_name(captions.seats[played.seat].name, played.seat)
        x, y = below.middle
        canvas.tag(name, x, y, 22, below.right - below.left, gold=won, align="middle")


def _seat(
    canvas: Canvas, view: View, trick: Trick, seat: SeatView, words: SeatCaption, place: SeatPlace, letter: str
) -> None:
    dealer = letter if seat.seat == view.dealer else None
    name = player_name(words.name, seat.seat)
    joker = seat.seat == trick.marked
    lit = seat.seat in view.to_act
    plate = _plate(name, words.computer, seat.cards, seat.quartets, joker, dealer, lit, seat.passed)
    canvas.put(plate, place.plate.left, place.plate.top, round_mask(PLATE_WIDTH, PLATE_HEIGHT, _ROUND))
    draw_note(canvas, view, seat, words, place.note)


@lru_cache(512)
def _plate(
    name: str, computer: bool, cards: int, laid: int, joker: bool, dealer: str | None, lit: bool, passed: bool
) -> Image.Image:
    """A seat's plate: how many cards it holds, and its quartets face down."""
    canvas, ground = plate_ground(PLATE_WIDTH, PLATE_HEIGHT, lit=lit)
    name_line(canvas, name, 29, ground, computer=computer, dealer=dealer, idle=passed or not cards)
    y = 66
    for i in range(min(3, cards)):
        canvas.small_back(SMALL_BACK, 16 + 5 * i, y - 15)
    left = 16 + SMALL_BACK + 18
    colour = theme.GOLD if cards and not passed else theme.MUTED
    left += canvas.text(number(cards), left, y, 29, colour, ground, weight="Bold") + 14
    right = PLATE_WIDTH - 16
    step = min(_PILE, (right - left - SMALL_BACK - 6) / max(1, laid - 1))
    for i in range(laid):
        x = right - SMALL_BACK - 6 - (laid - 1 - i) * step
        for lift in (0, 3, 6):
            canvas.small_back(SMALL_BACK, x + lift, y - 12 - lift)
        if joker and i == laid - 1:
            canvas.put(marks.joker_star(SMALL_BACK, theme.EDGE_DARK), x + 6, y - 18, round_mask(SMALL_BACK, 31, 3))
    return canvas.image
