"""The picture of a trick of four suits: who played what, which suits are open, what lies face down before each seat."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import ceil

from PIL import Image

from cards_img.captions import SeatCaption, TrickCaptions
from cards_img.layout import marks
from cards_img.layout.canvas import Canvas, round_mask, table_top, tag_width
from cards_img.layout.labels import in_a_row
from cards_img.layout.places import BAR, TAG, TRICK, TRICK_HEIGHT, WIDTH, SeatPlace, TrickLayout, trick_layout
from cards_img.layout.plates import SMALL_BACK, draw_note, name_line, number, plate_ground, put_plate
from cards_img.layout.portraits import portrait
from cards_img.look import Look
from cards_img.pictures.table import heading
from cards_img.tools import theme
from cards_img.tools.fonts import NARROWEST, player_name, width
from engine.middle import Trick
from engine.view import SeatView, View

_PILE = 33
"""How far apart the quartets before a seat lie, where there is room."""
_CROWN = TAG + 4
"""The room that a crown on its own round tag takes beside a name."""
_EDGE = 10
"""What is left free beside the names."""


def trick_picture(view: View, captions: TrickCaptions, look: Look = Look()) -> bytes:
    """A trick as PNG, 800 pixels wide: the viewer's seat, or the first, at the bottom.

    Its cards lie in the order of play, up to four and one of each suit. The card just played shines; once the trick is
    taken, the card that took it does, with a crown. Before each seat lie its quartets, with the joker on one of them.
    No hand is shown, whoever looks. Raises ValueError if no trick lies in the middle, for more than four cards, two of
    a suit, and if seats and captions differ in number.
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
    heading(canvas, captions.title, call=captions.call)
    _cards(canvas, captions, layout, trick, look)
    if not captions.clockwise:
        left, top, right, bottom = layout.arrow
        size = min(right - left, bottom - top)
        canvas.put_bare(marks.anticlockwise(size, theme.FELT), right - size, top, theme.FELT)
    first = view.viewer or 0
    for turn, place in enumerate(layout.seats):
        seat = view.seats[(first + turn) % count]
        _seat(canvas, view, trick, seat, captions, place)
    return canvas.png(look.cloth)


def _cards(canvas: Canvas, captions: TrickCaptions, layout: TrickLayout, trick: Trick, look: Look) -> None:
    """The cards from left to right as they were played, then the suits that are open."""
    for i, box in enumerate(layout.cards):
        if i >= len(trick.played):
            suit = trick.open[i - len(trick.played)]
            canvas.put(
                marks.open_suit(suit, TRICK, TRICK_HEIGHT, look), box.left, box.top, round_mask(TRICK, TRICK_HEIGHT, 12)
            )
            continue
        played = trick.played[i]
        new = i >= len(trick.played) - captions.last.cards
        shines = new if trick.winner is None else i == trick.winner
        if shines:
            canvas.glow(box.left, box.top, TRICK, TRICK_HEIGHT, 10)
        canvas.card(played.card, TRICK, box.left, box.top, look, shadow=not shines)
    _names(canvas, captions, layout, trick)


def _names(canvas: Canvas, captions: TrickCaptions, layout: TrickLayout, trick: Trick) -> None:
    """Who played each card, on tags below the cards that share the room; beside the winner's a crown."""
    if not trick.played:
        return
    names = [player_name(captions.seats[played.seat].name, played.seat) for played in trick.played]
    crowns = [_CROWN if i == trick.winner else 0 for i in range(len(names))]
    below = layout.names[: len(names)]
    wanted = [
        (box.middle[0], ceil(width(name, "Bold", theme.LEAST) + (tag_width(" ", WIDTH) + crown) / NARROWEST))
        for box, name, crown in zip(below, names, crowns, strict=True)
    ]
    # The places of cards still to come have no names, so long ones may reach below them.
    places = in_a_row(wanted, _EDGE, WIDTH - _EDGE)
    for name, crown, box, (middle, room) in zip(names, crowns, below, places, strict=True):
        left, y = middle - room / 2, box.middle[1]
        if crown:
            canvas.plate(left, y - TAG / 2, TAG, TAG, TAG // 2, theme.PLATE)
            canvas.put(marks.crown(28, theme.PLATE), left + 6, y - 15)
        canvas.tag(name, left + crown, y, room - crown, gold=bool(crown), align="left")


def _seat(canvas: Canvas, view: View, trick: Trick, seat: SeatView, captions: TrickCaptions, place: SeatPlace) -> None:
    words = captions.seats[seat.seat]
    plate = _plate(
        place.plate.right - place.plate.left,
        place.plate.bottom - place.plate.top,
        replace(words, name=player_name(words.name, seat.seat), note=""),
        seat.cards,
        seat.quartets,
        seat.seat == trick.marked,
        captions.dealer if seat.seat == view.dealer else "",
        seat.seat in view.to_act,
        seat.passed,
        seat.seat in captions.last.seats,
    )
    put_plate(canvas, plate, place)
    if place.note is not None:
        draw_note(canvas, words.note, place.note, gold=False)


@lru_cache(512)
def _plate(
    width: int, height: int, words: SeatCaption, cards: int, laid: int, joker: bool, dealer: str, lit: bool,
    passed: bool, last: bool,
) -> Image.Image:  # fmt: skip
    """A seat's plate: how many cards it holds, and its quartets face down."""
    canvas, ground = plate_ground(width, height, lit=lit, last=last)
    left, right = 14, width - 14
    if words.computer:
        canvas.put(portrait(words.name, 60, ground), left - 4, (height - 60) / 2)
        left += 62
    name_line(canvas, words.name, left, right, height * 0.3, ground, dealer=dealer, idle=passed or not cards)
    y = height * 0.72
    for i in range(min(3, cards)):
        canvas.small_back(SMALL_BACK, left + 5 * i, y - 15)
    left += SMALL_BACK + 16
    colour = theme.GILT if cards and not passed else theme.MUTED
    left += canvas.text(number(cards), left, y - 1, theme.LEAST, colour, ground, weight="Bold") + 14
    step = min(_PILE, (right - left - SMALL_BACK - 6) / max(1, laid - 1))
    for i in range(laid):
        x = right - SMALL_BACK - 6 - (laid - 1 - i) * step
        for lift in (0, 3, 6):
            canvas.small_back(SMALL_BACK, x + lift, y - 12 - lift)
        if joker and i == laid - 1:
            canvas.put(marks.joker_star(SMALL_BACK, theme.EDGE_DARK), x + 6, y - 18, round_mask(SMALL_BACK, 31, 3))
    return canvas.image
