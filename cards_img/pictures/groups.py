"""Cards in groups that lie in rows: melds with the deadwood apart, or a large hand suit by suit."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cards_img.captions import Group, HandCaptions
from cards_img.layout.canvas import Canvas
from cards_img.layout.places import SHOWN
from cards_img.look import Look
from cards_img.pictures.hand import BARE, LIFT, TOP, WIDTH, foot, mark, standing
from cards_img.tools import theme
from cards_img.tools.paths import RATIO
from engine.cards import Card

CARD: Final = 130
"""The width of a card where all groups have room in one row."""
NARROW: Final = 104
"""The same where they haven't: a panel has room for a low picture only."""
LEAST: Final = 0.3
"""The least part of a full face's width that must be seen."""
TOLD: Final = 56
"""The least width of a card at a showdown, in a row over the whole picture."""
SMALLEST: Final = 46
"""The same where two hands lie side by side."""
_MARGIN: Final = 16
_GAPS: Final = {CARD: 24, NARROW: 14}
"""Between groups, by the width of a card."""
_MARKS: Final = 22
"""The room under a row for the marks."""
_WORDS: Final = 58
"""The same for the marks and the words."""
SEEN: Final = 0.57
"""What part of a card's height is seen under the next row if there are many."""


@dataclass(frozen=True, slots=True)
class GroupPlace:
    """Where a group lies, or the part of it that fits into a row: the left edges of its cards."""

    group: Group
    cards: tuple[tuple[Card, int], ...]
    y: int

    @property
    def left(self) -> int:
        """The left edge of the first card."""
        return self.cards[0][1]

    def right(self, card: int) -> int:
        """The right edge of the last card."""
        return self.cards[-1][1] + card


def fit_row(sizes: Sequence[int], room: int, card: int, gap: int, widest: float) -> float:
    """How far apart the cards of groups of these sizes can lie in one row; negative if they can't."""
    overlaps = sum(sizes) - len(sizes)
    left = room - len(sizes) * card - (len(sizes) - 1) * gap
    if left < 0:
        return -1.0
    return min(widest, left / overlaps) if overlaps else widest


def row_places(
    groups: Sequence[Group], x: float, y: int, step: float, card: int, gap: int
) -> tuple[tuple[GroupPlace, ...], float]:
    """The groups side by side from x, and where they end."""
    found = []
    for group in groups:
        found.append(GroupPlace(group, tuple((card, round(x + i * step)) for i, card in enumerate(group.cards)), y))
        x += (len(group.cards) - 1) * step + card + gap
    return tuple(found), x - gap


def fitted(rows: Sequence[Sequence[int]], room: int, card: int) -> tuple[float, int, int]:
    """How far apart cards of at most that width lie in rows of groups of these sizes, how wide they are, and the gap
    between groups: as large as there is room for, the smallest where there is none."""
    step, width, gap = 0.0, card, 0
    for width, gap, least in (
        (card, 18, 0.44),
        (SHOWN[0], 12, 0.4),
        (62, 12, 0.44),
        (TOLD, 8, 0.4),
        (SMALLEST, 6, LEAST),
    ):
        step = min(fit_row(sizes, room, width, gap, width + 4.0) for sizes in rows)
        if width <= card and step >= width * least:
            break
    return step, width, gap


def split(groups: Sequence[Group], rows: int) -> list[Sequence[Group]]:
    """The groups in their order, shared out over so many rows at most."""
    longest = -(-len(groups) // rows)
    return [groups[first : first + longest] for first in range(0, len(groups), longest)]


def rows_needed(groups: Sequence[Group], room: int, card: int) -> int:
    """In how many rows these groups lie at a showdown, so that their cards can be told on a phone: the fewest."""
    least = SMALLEST if room < WIDTH // 2 else TOLD
    for rows in range(1, len(groups)):
        step, width, _ = fitted([[len(group.cards) for group in row] for row in split(groups, rows)], room, card)
        if width >= least and step >= width * LEAST:
            return rows
    return max(1, len(groups))


def squeezed(place: GroupPlace, left: float, part: float) -> GroupPlace:
    """The group with all distances from ``left`` made smaller, for rows that do not fit otherwise."""
    return replace(place, cards=tuple((card, round(left + (x - left) * part)) for card, x in place.cards))


def card_width(groups: Sequence[Group]) -> int:
    """How wide the cards of these groups are drawn, in pixels: narrower where that saves a row, or there are many."""
    return CARD if len(_rows(groups, CARD)) <= 1 else NARROW


_ROOM: Final = WIDTH - 2 * _MARGIN


def _rows(groups: Sequence[Group], card: int) -> list[list[Group]]:
    """The groups shared out over rows, in their order; a group too long for one row is split evenly."""
    room, groups = _ROOM, [group for group in groups if group.cards]
    longest = int((room - card) / (card * LEAST)) + 1
    pieces: list[Group] = []
    for group in groups:
        count = len(group.cards)
        parts = -(-count // longest)
        ends = [count * i // parts for i in range(parts + 1)] if parts else []
        pieces += [
            Group(group.cards[a:b], group.caption if b == count else "", group.mark)
            for a, b in itertools.pairwise(ends)
        ]
    rows: list[list[Group]] = []
    for piece in pieces:
        if rows:
            sizes = [len(row.cards) for row in (*rows[-1], piece)]
            if fit_row(sizes, room, card, _GAPS[card], card) >= card * LEAST:
                rows[-1].append(piece)
                continue
        rows.append([piece])
    return rows


def groups_layout(
    groups: Sequence[Group], words: int = 0, *, marked: bool = False, tagged: bool = True
) -> tuple[tuple[GroupPlace, ...], int]:
    """Places row by row, and the height they need above words of the height ``words``.

    Rows without marks and words lie one over another; two rows do so only where no card is ``marked``. ``tagged``:
    whether a card may have a tag above it.
    """
    card = card_width(groups)
    high, rows = round(card * RATIO), _rows(groups, card)
    steps = [fit_row([len(group.cards) for group in row], _ROOM, card, _GAPS[card], card + 8.0) for row in rows]
    step = min(steps, default=0.0)
    found: list[GroupPlace] = []
    y = TOP if tagged else BARE
    for i, row in enumerate(rows):
        places, end = row_places(row, 0, y, step, card, _GAPS[card])
        shift = round((WIDTH - end) / 2)
        found += [GroupPlace(place.group, tuple((held, x + shift) for held, x in place.cards), y) for place in places]
        captioned = any(group.caption for group in row)
        if i == len(rows) - 1 and words and not captioned:
            y += standing(high, words)
        elif len(rows) - marked > 1 and i < len(rows) - 1 and not any(group.caption or group.mark for group in row):
            y += round(high * SEEN)
        else:
            y += high + (_WORDS if captioned else _MARKS)
    return tuple(found), y


def groups_picture(
    groups: Sequence[Group],
    captions: HandCaptions = HandCaptions(),
    look: Look = Look(),
    *,
    drawn: Card | None = None,
    kept: Collection[Card] = (),
) -> bytes:
    """A hand in groups as PNG, 800 pixels wide: any number of cards, in several rows if one is too short.

    Beside melds the deadwood is dimmed. The cards of ``kept``, those that make the hand, are marked. Groups keep their
    order and stay together; ``drawn`` is tagged where it lies. Raises ValueError where ``drawn`` is in no group.
    """
    if drawn is not None and not any(drawn in group.cards for group in groups):
        raise ValueError("the card drawn is in none of the groups")
    words, card = foot(captions), card_width(groups)
    places, height = groups_layout(groups, words, marked=bool(kept), tagged=drawn is not None)
    height = max(height, TOP + 40)
    canvas = Canvas(theme.blank(WIDTH, height + words, theme.FELT))
    melds = any(place.group.mark == "meld" for place in places)
    for place in places:
        dim = melds and place.group.mark == "deadwood"
        for i, (held, x) in enumerate(place.cards):
            over = i > 0 and place.cards[i - 1][1] + card > x
            counts = held in kept
            y = place.y - LIFT * counts
            canvas.card(held, card, x, y, look, over=over, covered=True, dim=dim and held is not drawn)
    foot(captions, canvas, height)
    for place in places:
        behind = place.y + round(card * RATIO) > height
        if behind and place.group.mark:
            colour = theme.GILT if place.group.mark == "meld" else theme.MUTED
            mark(canvas, place.left + 4, height, place.right(card) - place.left - 8, behind=True, colour=colour)
        elif not behind:
            words_below(canvas, place, card, theme.FELT)
        for i, (held, x) in enumerate(place.cards):
            if held in kept:
                wide = min(card, place.cards[i + 1][1] - x) if i + 1 < len(place.cards) else card
                mark(canvas, x + 5, height if behind else place.y + round(card * RATIO) + 1, wide - 9, behind=behind)
            if held is drawn and captions.drawn:
                middle = min(max(x + card / 2, CARD / 2), WIDTH - CARD / 2)
                canvas.tag(captions.drawn, middle, place.y - 15, CARD, gold=True, align="middle")
    return canvas.png(look.cloth)


def words_below(canvas: Canvas, place: GroupPlace, card: int, ground: theme.RGB) -> None:
    """The mark under a group and its words: gold for a meld."""
    left, right = place.left, place.right(card)
    low = place.y + round(card * RATIO)
    gold = place.group.mark == "meld"
    if place.group.mark:
        canvas.plate(left + 4, low + 6, right - left - 8, 7, 3, theme.GILT if gold else theme.MUTED, ground=ground)
    colour = theme.GILT if gold else theme.TEXT
    canvas.text(
        place.group.caption, (left + right) / 2, low + 34, theme.LEAST, colour, ground, align="middle",
        room=right - left + 16,
    )  # fmt: skip
