"""The picture of a deal's end: the hands shown, what they are, who won and how many chips moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cards_img.captions import Group, ShowdownCaptions
from cards_img.layout import marks
from cards_img.layout.canvas import Align, Canvas, felt
from cards_img.layout.places import Box, ShowdownLayout, showdown_layout
from cards_img.layout.plates import number
from cards_img.look import Look
from cards_img.pictures.groups import fit_row, row_places, squeezed, words_below
from cards_img.pictures.table import heading
from cards_img.tools import fonts, theme
from cards_img.tools.paths import RATIO
from engine.cards import Card
from engine.stakes import DealResult
from engine.view import SeatView, View

_PAD: Final = 16
_ROUND: Final = 18
_TAG: Final = 130
"""The most that a note takes of a line."""


def showdown_picture(
    view: View,
    captions: ShowdownCaptions,
    look: Look = Look(),
    *,
    groups: Sequence[Sequence[Group]] = (),
) -> bytes:
    """The end of a deal as PNG, 800 pixels wide: winners first, hands that were not shown as a line each.

    ``groups``: by seat, the cards shown in groups, melds and deadwood, say; none for a seat that shows nothing.

    Raises ValueError if the deal is not over, or if seats and their captions differ in number.
    """
    if view.result is None:
        raise ValueError("a showdown picture needs a deal that is over")
    if len(captions.seats) != len(view.seats):
        raise ValueError(f"the table has {len(view.seats)} seats and {len(captions.seats)} captions for them")
    if groups and len(groups) != len(view.seats):
        raise ValueError(f"the table has {len(view.seats)} seats and {len(groups)} of them have groups of cards")
    shown, others = showdown_order(view, view.result)
    layout = showdown_layout(len(shown), len(others), grouped=bool(groups))
    canvas = Canvas(felt(layout.width, layout.height))
    heading(canvas, captions.title, captions.detail)
    for seat, box in zip(shown, layout.hands, strict=True):
        cell = _Cell(canvas, view, view.result, captions, seat, box)
        if groups:
            own = [group for group in groups[seat.seat] if group.cards]
            cell.groups(own or [Group(seat.hand or ())], layout, look)
        else:
            cell.hand(layout, look)
    for seat, box in zip(others, layout.lines, strict=True):
        _Cell(canvas, view, view.result, captions, seat, box).line()
    return canvas.png()


def showdown_order(view: View, result: DealResult) -> tuple[tuple[SeatView, ...], tuple[SeatView, ...]]:
    """The seats whose hands are shown, and the others; winners first, else clockwise from the dealer's left."""
    count = len(view.seats)

    def place(seat: SeatView) -> tuple[int, int]:
        won = result.winners.index(seat.seat) if seat.seat in result.winners else count
        return won, (seat.seat - view.dealer - 1) % count

    seats = sorted(view.seats, key=place)
    shown = [seat for seat in seats if seat.seat in result.shown and seat.hand]
    return tuple(shown), tuple(seat for seat in seats if seat not in shown)


class _Cell:
    """One seat's part of the picture."""

    def __init__(
        self, canvas: Canvas, view: View, result: DealResult, captions: ShowdownCaptions, seat: SeatView, box: Box
    ) -> None:
        self.canvas, self.box, self.seat = canvas, box, seat
        self.words = captions.seats[seat.seat]
        self.name = fonts.player_name(self.words.name, seat.seat)
        self.what = fonts.drawable(captions.hands[seat.seat]) if captions.hands else ""
        self.won = seat.seat in result.winners
        net = result.net[seat.seat]
        self.net = captions.nets[seat.seat] if captions.nets else number(net) if net <= 0 else f"+{net}"
        self.net_colour = theme.WON if net > 0 else theme.LOST if net < 0 else theme.MUTED
        line = theme.GOLD if self.won else theme.PLATE
        canvas.plate(box.left, box.top, box.right - box.left, box.bottom - box.top, _ROUND, theme.PLATE, line, 5)

    def _title(self, right: int, y: int, size: int) -> None:
        """Crown, name and mark of a computer in one line that ends before ``right``."""
        x = self.box.left + _PAD
        if self.won:
            self.canvas.put(marks.crown(size, theme.PLATE), x, y - size // 2)
            x += size + 8
        if self.words.computer:
            self.canvas.put(marks.computer(size - 6, theme.MUTED, theme.PLATE), x, y - size // 2 + 1)
            x += size + 1
        colour = theme.GOLD if self.won else theme.TEXT
        self.canvas.text(self.name, x, y, size, colour, theme.PLATE, weight="Bold", room=right - x)

    def _net(self, x: int, y: int, size: int, align: Align = "right") -> int:
        return self.canvas.text(
            self.net, x, y, size, self.net_colour, theme.PLATE, weight="Bold", align=align, room=150
        )

    def hand(self, layout: ShowdownLayout, look: Look) -> None:
        """A hand that is shown."""
        box, canvas = self.box, self.canvas
        if layout.columns == 1:
            cards = Box(box.right - layout.hand_width - _PAD, box.top + 14, box.right - _PAD, box.bottom - 14)
            self._title(cards.left - 12, box.top + 32, 32)
            lines = wrapped(self.what, cards.left - box.left - _PAD - 14, 25)
            for i, line in enumerate(lines):
                canvas.text(line, box.left + _PAD, box.top + 64 + 27 * i, 25, theme.TEXT, theme.PLATE)
            used = self._net(box.left + _PAD, box.bottom - 29, 34, "left")
            if self.words.note:
                room = cards.left - 14 - box.left - _PAD - used - 12
                canvas.tag(self.words.note, cards.left - 14, box.bottom - 28, 20, room, gold=self.seat.knocked)
        else:
            cards = Box(box.left + _PAD, box.bottom - 14 - layout.card_height, box.right - _PAD, box.bottom - 14)
            used = self._net(box.right - _PAD, box.top + 30, 32)
            end, room = box.right - _PAD - used - 10, cards.right - cards.left
            if self.words.note and self._belongs_above(room, end - cards.left):
                end -= 10 + canvas.tag(self.words.note, end, box.top + 30, 20, _TAG, gold=self.seat.knocked)
            elif self.words.note:
                room -= 10 + canvas.tag(self.words.note, cards.right, box.top + 65, 20, _TAG, gold=self.seat.knocked)
            self._title(end, box.top + 30, 30)
            size = next((s for s in (26, 24) if fonts.width(self.what, "Semibold", s) <= room), 22)
            canvas.text(self.what, cards.left, box.top + 65, size, theme.TEXT, theme.PLATE, room=room)
        self._cards(self.seat.hand or (), cards, layout.card, 5.0 if layout.columns == 1 else 10.0, look)

    def _belongs_above(self, room: int, above: int) -> bool:
        """Whether the note stands better beside the name, where ``above`` is free, than beside the hand's words."""
        note = min(_TAG, fonts.width(fonts.drawable(self.words.note), "Bold", 20) + 20) + 10
        name = fonts.width(self.name, "Bold", 30) + 38 * self.won + 31 * self.words.computer
        return fonts.width(self.what, "Semibold", 24) > room - note and name <= above - note

    def groups(self, groups: Sequence[Group], layout: ShowdownLayout, look: Look) -> None:
        """A hand that is shown in groups."""
        box, canvas = self.box, self.canvas
        left, right = box.left + _PAD, box.right - _PAD
        used = right - self._net(right, box.top + 30, 32)
        if layout.columns == 1 and self.words.note:
            used -= 12 + canvas.tag(self.words.note, used - 12, box.top + 30, 21, 180, gold=self.seat.knocked)
        self._title(used - 10, box.top + 30, 30)
        room = right - left
        if layout.columns == 2 and self.words.note:
            room -= 10 + canvas.tag(self.words.note, right, box.top + 65, 20, 130, gold=self.seat.knocked)
        size = next((s for s in (26, 24) if fonts.width(self.what, "Semibold", s) <= room), 22)
        canvas.text(self.what, left, box.top + 64, size, theme.TEXT, theme.PLATE, room=room)
        room = right - left
        sizes = [len(group.cards) for group in groups]
        for width, gap, least in ((layout.card, 18, 0.44), (62, 12, 0.44), (56, 8, 0.4), (46, 6, 0.3)):
            step = fit_row(sizes, layout.hand_width, width, gap, width + 4.0)
            if width <= layout.card and step >= width * least:
                break
        y = box.top + 86 + (layout.card_height - round(width * RATIO)) // 2
        places, end = row_places(groups, left, y, max(step, width * 0.1), width, gap)
        if end > right:
            part = (room - width) / (end - left - width)
            places = tuple(squeezed(place, left, part) for place in places)
        for place in places:
            for i, (card, x) in enumerate(place.cards):
                covered = step < width and i + 1 < len(place.cards)
                over = step < width and i > 0
                canvas.card(card, width, x, y, look, over=over, shadow=False, covered=covered)
            words_below(canvas, place, width, 21, theme.PLATE)

    def _cards(self, cards: Sequence[Card], box: Box, width: int, gap: float, look: Look) -> None:
        step = min(width + gap, (box.right - box.left - width) / max(1, len(cards) - 1))
        for i, card in enumerate(cards):
            over, covered = step < width and i > 0, step < width and i + 1 < len(cards)
            self.canvas.card(card, width, box.left + i * step, box.top, look, over=over, shadow=False, covered=covered)

    def line(self) -> None:
        """A seat whose hand is not shown: backs, name and net."""
        box, canvas = self.box, self.canvas
        y = (box.top + box.bottom) // 2
        right = box.right - _PAD - self._net(box.right - _PAD, y - 1, 29) - 10
        room = right
        if self.words.note:
            room -= 10 + canvas.tag(self.words.note, right, y, 20, 150, gold=self.seat.knocked)
        self._title(room, y - 1, 28)


def wrapped(text: str, room: int, size: int) -> tuple[str, ...]:
    """The text in at most two lines, broken between words if one line is too short."""
    words = fonts.drawable(text).split(" ")
    for count in range(len(words), 0, -1):
        first = " ".join(words[:count])
        if fonts.width(first, "Semibold", size) <= room:
            return tuple(
                fonts.fitted(line, "Semibold", size, room) for line in (first, " ".join(words[count:])) if line
            )
    return (fonts.fitted(" ".join(words), "Semibold", size, room),)
