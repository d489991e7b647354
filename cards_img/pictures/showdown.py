"""The picture of a deal's end: the hands shown, what they are, who won and how many chips moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cards_img.captions import Group, ShowdownCaptions
from cards_img.layout import marks
from cards_img.layout.canvas import Canvas, felt, tag_width
from cards_img.layout.places import LARGE, SHOWN, TAG, Box, ShowdownLayout, ShowdownRow, showdown_layout
from cards_img.layout.plates import number
from cards_img.layout.portraits import portrait
from cards_img.look import Look
from cards_img.pictures.groups import GroupPlace, fitted, row_places, rows_needed, split, squeezed, words_below
from cards_img.pictures.table import heading
from cards_img.tools import fonts, theme
from cards_img.tools.paths import RATIO
from engine.cards import Card
from engine.stakes import DealResult
from engine.view import SeatView, View

_PAD: Final = 16
_ROUND: Final = 18
_NAME: Final = 100
"""What a note leaves at least of a line to the name."""
_LARGE: Final = 38
"""The size of the words in a winner's row."""
MOST_LARGE: Final = 2
"""With more winners than this, their rows are like those of the others."""
_FROM_THE_TOP: Final = ("bare", "large", "hand", "line")
"""The kinds of rows in their order, where the caller gives none."""


def showdown_picture(
    view: View,
    captions: ShowdownCaptions,
    look: Look = Look(),
    *,
    groups: Sequence[Sequence[Group]] = (),
    order: Sequence[int] = (),
) -> bytes:
    """The end of a deal as PNG, 800 pixels wide: the winners large, hands that weren't shown as a line each.

    ``groups``: by seat, the cards shown in groups, melds and deadwood, say; none for a seat that shows nothing.
    ``order``: the seats from the top; left out, the winners come first, and hands that weren't shown last.

    Raises ValueError if the deal is not over, or if seats and their captions differ in number.
    """
    if view.result is None:
        raise ValueError("a showdown picture needs a deal that is over")
    if len(captions.seats) != len(view.seats):
        raise ValueError(f"the table has {len(view.seats)} seats and {len(captions.seats)} captions for them")
    if groups and len(groups) != len(view.seats):
        raise ValueError(f"the table has {len(view.seats)} seats and {len(groups)} of them have groups of cards")
    result, few = view.result, len(view.result.winners) <= MOST_LARGE
    shown, others = showdown_order(view, result)
    hands = sum(not (few and seat.seat in result.winners) for seat in shown)

    def row(seat: SeatView) -> ShowdownRow:
        won = few and seat.seat in result.winners
        if seat in others:
            return ShowdownRow("bare" if won else "line")
        lines = lines_large(what(seat)) if won else lines_small(what(seat), hands, grouped=bool(groups))
        return ShowdownRow("large" if won else "hand", lines, over(seat, won=won) if groups else 1)

    def over(seat: SeatView, *, won: bool) -> int:
        """In how many rows the seat's groups lie."""
        room, card = (_WIDE, LARGE[1]) if won else (_room(hands, grouped=True), SHOWN[hands > 2])
        return rows_needed(own_groups(seat), room, card)

    def own_groups(seat: SeatView) -> list[Group]:
        held = [group for group in groups[seat.seat] if group.cards] if groups else []
        return held or [Group(seat.hand or ())]

    def what(seat: SeatView) -> str:
        return fonts.drawable(captions.hands[seat.seat]) if captions.hands else ""

    rows = [(seat, row(seat)) for seat in (*shown, *others)]
    rows.sort(key=lambda each: order.index(each[0].seat) if order else _FROM_THE_TOP.index(each[1].kind))
    worded = any(group.caption for own in groups for group in own)
    layout = showdown_layout([row for _, row in rows], grouped=bool(groups), worded=worded)
    canvas = Canvas(felt(layout.width, layout.height))
    heading(canvas, captions.title, captions.detail)
    for (seat, (kind, _, lie)), box in zip(rows, layout.boxes, strict=True):
        cell = _Cell(canvas, result, captions, seat, box, what(seat))
        if kind in ("bare", "line"):
            cell.line(_LARGE if kind == "bare" else theme.LEAST)
        elif kind == "large":
            cell.large(split(own_groups(seat), lie), layout, look, grouped=bool(groups))
        elif groups:
            cell.groups(split(own_groups(seat), lie), layout, look)
        else:
            cell.hand(layout, look)
    return canvas.png(look.cloth)


def lines_large(what: str) -> int:
    """How many lines the name of a winner's hand takes."""
    return len(fonts.wrapped(what, _WIDE, _LARGE, "Bold"))


def lines_small(what: str, hands: int, *, grouped: bool) -> int:
    """How many lines the name of another hand takes, where so many are shown."""
    return len(fonts.wrapped(what, _room(hands, grouped=grouped), theme.LEAST))


_WIDE: Final = 748
"""The room for words in a winner's row."""


def _room(hands: int, *, grouped: bool) -> int:
    """The room for words in the row of another hand, where there are so many."""
    layout = showdown_layout([ShowdownRow("hand")] * hands, grouped=grouped)
    box = layout.boxes[0]
    inside = box.right - box.left - 2 * _PAD
    return inside - layout.hand_width - 14 if layout.columns == 1 and not grouped else inside


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
        self, canvas: Canvas, result: DealResult, captions: ShowdownCaptions, seat: SeatView, box: Box,
        what: str,
    ) -> None:  # fmt: skip
        self.canvas, self.box, self.seat, self.what = canvas, box, seat, what
        self.words = captions.seats[seat.seat]
        self.name = fonts.player_name(self.words.name, seat.seat)
        self.won = seat.seat in result.winners
        net = result.net[seat.seat]
        self.net = captions.nets[seat.seat] if captions.nets else number(net) if net <= 0 else f"+{net}"
        self.net_colour = theme.WON if net > 0 else theme.LOST if net < 0 else theme.MUTED
        line = theme.GILT if self.won else theme.PLATE
        canvas.plate(box.left, box.top, box.right - box.left, box.bottom - box.top, _ROUND, theme.PLATE, line, 5)

    def _top_line(self, left: float, right: float, y: float, size: int = theme.LEAST, *, whole: bool = False) -> bool:
        """In one line: crown, face of a computer player and name; at the end the note and the net.

        ``whole``: the note is left out where the name would be cut beside it. Returns whether it is there.
        """
        canvas, x = self.canvas, left
        wide = canvas.text(
            self.net, right, y, size, self.net_colour, theme.PLATE, weight="Bold", align="right", room=170
        )
        right -= wide + 12
        if self.won:
            canvas.put(marks.crown(size, theme.PLATE), x, y - size // 2 - 1)
            x += size + 8
        if self.words.computer:
            canvas.put(portrait(self.name, 44, theme.PLATE), x - 2, y - 22)
            x += 50
        noted = bool(self.words.note)
        if whole and noted:
            tag = tag_width(self.words.note, 10_000)
            noted = fonts.fits(self.name, "Bold", size, right - x - tag - 10)
        if noted:
            name = min(fonts.width(self.name, "Bold", size) * fonts.NARROWEST, _NAME)
            tag = tag_width(fonts.drawable(self.words.note), max(60, round(right - x - name - 10)))
            canvas.tag(self.words.note, right, y, tag, gold=self.seat.knocked, ground=theme.PLATE)
            right -= tag + 10
        colour = theme.GILT if self.won else theme.TEXT
        room = max(1, int(right - x))
        if not fonts.fits(self.name, "Bold", size, room):
            size = theme.LEAST
        canvas.text(self.name, x, y, size, colour, theme.PLATE, weight="Bold", room=room)
        return noted

    def _words(self, left: float, right: float, y: float, low: float, size: int, below: float = 0) -> None:
        """Name, note and net in a line at ``y``, and what the hand is from ``low`` on.

        A note beside which the name would be cut goes to the end of the hand's last line, or to the line at ``below``
        where that is free.
        """
        tag = tag_width(self.words.note, 10_000) if self.words.note else 0
        lines = fonts.wrapped(self.what, round(right - left), size, "Bold" if size > theme.LEAST else "Semibold")
        used = fonts.width(lines[-1], "Bold", size) + 20 if self.what else 0
        beside = tag <= right - left - used
        free = bool(below) and low + (len(lines) - 1) * size * 1.15 + size / 2 + TAG / 2 <= below
        if self._top_line(left, right, y, size, whole=beside or free) or not tag:
            self._lines(left, low, round(right - left), size)
            return
        end = self._lines(left, low, round(right - left), size)
        last = end - round(size * 1.15) if self.what else low
        at = (right, last) if beside else (left + tag, below)
        if beside or free:
            self.canvas.tag(self.words.note, *at, tag, gold=self.seat.knocked, ground=theme.PLATE)

    def _lines(self, x: float, y: float, room: int, size: int = theme.LEAST) -> float:
        """What the hand is, in as many lines as it takes; returns the middle of the line after the last."""
        weight: fonts.Weight = "Bold" if self.won else "Semibold"
        colour = theme.GILT if self.won else theme.TEXT
        for line in fonts.wrapped(self.what, room, size, "Bold" if size > theme.LEAST else "Semibold"):
            self.canvas.text(line, x, y, size, colour, theme.PLATE, weight=weight, room=room)
            y += round(size * 1.15)
        return y

    def large(self, rows: Sequence[Sequence[Group]], layout: ShowdownLayout, look: Look, *, grouped: bool) -> None:
        """A winner's row: larger words and cards than in the others. ``rows``: the groups, where they lie in any."""
        box = self.box
        left, right = box.left + _PAD, box.right - _PAD
        self._words(left, right, box.top + 34, box.top + 78, _LARGE)
        top = box.bottom - layout.below - round(layout.large * RATIO)
        if grouped:
            self._groups(rows, left, right, layout, layout.large, look)
        else:
            self._cards(self.seat.hand or (), Box(left, top, right, box.bottom), layout.large, 8.0, look)

    def hand(self, layout: ShowdownLayout, look: Look) -> None:
        """A hand that is shown: beside its words, or below them where two are side by side."""
        box = self.box
        left, right = box.left + _PAD, box.right - _PAD
        if layout.columns == 1:
            cards = Box(right - layout.hand_width, box.top, right, box.bottom)
            top = (box.top + box.bottom - layout.card_height) // 2
            self._words(left, cards.left - 14, box.top + 30, box.top + 69, theme.LEAST, below=box.bottom - 24)
            self._cards(self.seat.hand or (), Box(cards.left, top, right, box.bottom), layout.card, 5.0, look)
            return
        self._words(left, right, box.top + 30, box.top + 69, theme.LEAST)
        top = box.bottom - layout.below - layout.card_height
        self._cards(self.seat.hand or (), Box(left, top, right, box.bottom), layout.card, 10.0, look)

    def groups(self, rows: Sequence[Sequence[Group]], layout: ShowdownLayout, look: Look) -> None:
        """A hand that is shown in rows of groups."""
        box = self.box
        left, right = box.left + _PAD, box.right - _PAD
        self._words(left, right, box.top + 30, box.top + 69, theme.LEAST)
        self._groups(rows, left, right, layout, layout.card, look)

    def _groups(
        self, rows: Sequence[Sequence[Group]], left: int, right: int, layout: ShowdownLayout, card: int, look: Look
    ) -> None:
        """Cards in rows of groups, the last at the bottom; smaller where there are many."""
        canvas, room = self.canvas, right - left
        step, width, gap = fitted([[len(group.cards) for group in row] for row in rows], room, card)
        melds = any(group.mark == "meld" for row in rows for group in row)
        found: list[GroupPlace] = []
        for below, row in enumerate(reversed(rows)):
            y = self.box.bottom - layout.below - below * (round(card * RATIO) + layout.between) - round(width * RATIO)
            places, end = row_places(row, left, y, max(step, width * 0.1), width, gap)
            if end > right:
                part = (room - width) / (end - left - width)
                places = tuple(squeezed(place, left, part) for place in places)
            found += places
        for place in found:
            for i, (held, x) in enumerate(place.cards):
                covered = step < width and i + 1 < len(place.cards)
                over = step < width and i > 0
                canvas.card(
                    held, width, x, place.y, look, over=over, shadow=False, covered=covered,
                    dim=melds and place.group.mark == "deadwood",
                )  # fmt: skip
            words_below(canvas, place, width, theme.PLATE)

    def _cards(self, cards: Sequence[Card], box: Box, width: int, gap: float, look: Look) -> None:
        step = min(width + gap, (box.right - box.left - width) / max(1, len(cards) - 1))
        for i, held in enumerate(cards):
            over, covered = step < width and i > 0, step < width and i + 1 < len(cards)
            self.canvas.card(held, width, box.left + i * step, box.top, look, over=over, shadow=False, covered=covered)

    def line(self, size: int = theme.LEAST) -> None:
        """A seat whose hand is not shown: name, note and net."""
        box = self.box
        self._top_line(box.left + _PAD, box.right - _PAD, (box.top + box.bottom) // 2 - 1, size)
