"""The score sheet as a picture: players as columns and deals as rows, or the other way round where there are many."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from cards_img.captions import SeatCaption, SheetCaptions, SheetRow
from cards_img.layout import marks
from cards_img.layout.canvas import Canvas, felt
from cards_img.layout.places import BAR, WIDTH, Box
from cards_img.layout.plates import net_colour
from cards_img.layout.portraits import portrait
from cards_img.pictures.table import heading
from cards_img.tools import fonts, theme

MOST: Final = 12
"""How many deals a sheet shows; earlier ones are in the totals."""
ACROSS: Final = 5
"""The same where deals are columns."""
SLIM: Final = 5
"""With more players than this, each has a row, and the deals are columns."""
_EDGE: Final = 10
_ROUND: Final = 18
_TOTAL: Final = 36
"""The size of a total."""
_HEAD: Final = 60
_LINE: Final = 38
"""From one line of an explanation to the next."""
_ROW: Final = 48
_LABEL: Final = 14
"""What lies before and after the label of a row."""
_MOST_LABEL: Final = 150
"""How wide such a label gets at most."""
_SIGNS: Final = 46
"""How high crown and face are above a name."""
_WIDE: Final = 220
"""From this width of a column on, crown and face stand before the name, which may go on below."""


def sheet_layout(details: Sequence[int], *, totals: bool, cut: bool, head: int = _HEAD) -> tuple[Box, ...]:
    """The lines from the names down to the totals, each as wide as the sheet; ``details``: each deal's lines of
    explanation; ``head``: how high the names are."""
    heights = [head]
    heights += [26] * cut
    heights += [_ROW + _LINE * lines for lines in details]
    heights += [66] * totals
    return _stacked(heights)


def _stacked(heights: Iterable[int]) -> tuple[Box, ...]:
    """Lines one below another, as wide as the sheet."""
    found = []
    y = BAR + _EDGE
    for height in heights:
        found.append(Box(_EDGE, y, WIDTH - _EDGE, y + height))
        y += height
    return tuple(found)


def columns(players: int, labels: int = 0) -> tuple[tuple[int, int], ...]:
    """Left and right of each player's column; what is left of the first is for the deals, whose labels are so wide."""
    first = _EDGE + max(120 if players <= 4 else 96, min(labels, _MOST_LABEL) + 2 * _LABEL)
    wide = (WIDTH - _EDGE - 8 - first) / players
    return tuple((round(first + i * wide), round(first + (i + 1) * wide)) for i in range(players))


def score_sheet_picture(captions: SheetCaptions, cloth: str = "felt") -> bytes:
    """A score sheet as PNG, 800 pixels wide, with the last ``MOST`` deals, or ``ACROSS`` where there are many players.

    Raises ValueError for no players or more than ten, and where a row has another number of scores.
    """
    count = len(captions.players)
    for row in (*captions.rows, *([captions.totals] if captions.totals else [])):
        if len(row.cells) != count or (row.details and len(row.details) != count):
            raise ValueError(f"the sheet has {count} players and a row with {len(row.cells)} scores")
    if not 1 <= count <= 10:
        raise ValueError(f"a score sheet has 1 to 10 players, not {count}")
    canvas = _across(captions) if count > SLIM else _down(captions)
    heading(canvas, captions.title, captions.detail)
    return canvas.png(cloth)


def _ground(lines: Sequence[Box]) -> Canvas:
    """An empty sheet with room for these lines."""
    canvas = Canvas(felt(WIDTH, lines[-1].bottom + _EDGE))
    top = lines[0].top
    canvas.plate(_EDGE, top, WIDTH - 2 * _EDGE, lines[-1].bottom - top, _ROUND, theme.PLATE)
    return canvas


def _down(captions: SheetCaptions) -> Canvas:
    """Players as columns, deals as rows."""
    count = len(captions.players)
    rows = captions.rows[-MOST:]
    cut = len(rows) < len(captions.rows)
    places = columns(count, _labels(captions))
    room = places[0][1] - places[0][0] - 8
    details = [max((len(lines) for lines in _how(row, room)), default=0) for row in rows]
    heads = [_head(words, i, room, gold=i in captions.leaders) for i, words in enumerate(captions.players)]
    high = max(_HEAD + (len(head.lines) - 1) * _LINE + head.signs * _SIGNS for head in heads)
    lines = sheet_layout(details, totals=captions.totals is not None, cut=cut, head=high)
    canvas = _ground(lines)
    for i, (left, right) in enumerate(places):
        _draw_head(canvas, captions.players[i], i, heads[i], left, right, lines[0], gold=i in captions.leaders)
    if cut:
        for left, right in places:
            canvas.text(
                "…", (left + right) / 2, lines[1].middle[1] - 8, theme.LEAST, theme.MUTED, theme.PLATE, align="middle"
            )
    for i, row in enumerate(rows):
        _row(canvas, row, places, lines[1 + cut + i], theme.PLATE_LIT if (len(rows) - i) % 2 == 0 else theme.PLATE)
    if captions.totals:
        line = lines[-1]
        canvas.image.paste(theme.index(theme.GILT), (line.left + 12, line.top, line.right - 12, line.top + 3))
        _row(canvas, captions.totals, places, line, theme.PLATE, total=True)
    return canvas


def _across(captions: SheetCaptions) -> Canvas:
    """Players as rows, deals as columns; explanations of scores have no room there."""
    count = len(captions.players)
    rows = captions.rows[-ACROSS:]
    lines = sheet_layout((0,) * count, totals=False, cut=False)
    canvas = _ground(lines)
    total = 130 if captions.totals else 0
    wide = (WIDTH - 2 * _EDGE - 270 - total) / ACROSS
    left = WIDTH - _EDGE - total - len(rows) * wide
    for i, line in enumerate(lines):
        ground = theme.PLATE_LIT if i and i % 2 == 0 else theme.PLATE
        if ground != theme.PLATE:
            canvas.image.paste(theme.index(ground), line)
        y = line.middle[1]
        cells = [row.cells[i - 1] if i else row.caption for row in rows]
        for j, text in enumerate(cells):
            shown = fonts.drawable(text)
            colour = net_colour(shown) if i else theme.MUTED
            canvas.text(
                shown, left + (j + 1) * wide - 10, y, theme.LEAST, colour, ground, weight="Bold" if i else "Semibold",
                align="right", room=round(wide) - 12,
            )  # fmt: skip
        if captions.totals:
            text = fonts.drawable(captions.totals.cells[i - 1] if i else captions.totals.caption)
            canvas.text(
                text, line.right - 14, y, theme.LEAST, theme.GILT if i else theme.TEXT, ground, weight="Bold",
                align="right", room=total - 16,
            )  # fmt: skip
        if i:
            gold = i - 1 in captions.leaders
            _player(canvas, captions.players[i - 1], i - 1, line.left + 14, left - 4, y, ground, gold=gold)
    return canvas


def _labels(captions: SheetCaptions) -> int:
    """How wide the labels of the rows are."""
    rows = [*((row.caption, "Semibold") for row in captions.rows[-MOST:])]
    if captions.totals:
        rows.append((captions.totals.caption, "Bold"))
    return max((fonts.width(fonts.drawable(text), weight, theme.LEAST) for text, weight in rows), default=0)


class _Head(NamedTuple):
    """What stands above a player's column."""

    lines: tuple[str, ...]
    """The name."""
    signs: bool
    """Whether crown and face stand above it, and not before its first line."""


def _head(words: SeatCaption, seat: int, room: int, *, gold: bool) -> _Head:
    """A player's name in two lines where it is too long for one, below its signs where these leave it no room."""
    name = fonts.player_name(words.name, seat)
    beside = room - _signs(words, gold=gold)
    if fonts.fits(name, "Bold", theme.LEAST, beside):
        return _Head((name,), signs=False)
    if not (gold or words.computer) or room >= _WIDE:
        return _Head(fonts.hyphenated(name, beside, theme.LEAST, "Bold"), signs=False)
    return _Head(fonts.hyphenated(name, room, theme.LEAST, "Bold"), signs=True)


def _signs(words: SeatCaption, *, gold: bool) -> int:
    """What crown and face take of a line."""
    return 40 * gold + 46 * words.computer


def _draw_head(
    canvas: Canvas, words: SeatCaption, seat: int, head: _Head, left: int, right: int, line: Box, *, gold: bool
) -> None:
    """A player's name in the middle of the column, with crown and face."""
    middle, room, colour = (left + right) / 2, right - left - 8, theme.GILT if gold else theme.TEXT
    y, name = line.middle[1] - _LINE / 2 * (len(head.lines) - 1), fonts.player_name(words.name, seat)
    signs = _signs(words, gold=gold)
    if head.signs:
        x = middle - (signs - 6) / 2
        _draw_signs(canvas, words, name, x, y - _SIGNS / 2, theme.PLATE, gold=gold)
        y += _SIGNS / 2
        signs = 0
    for i, text in enumerate(head.lines):
        wide = min(room - signs, fonts.width(text, "Bold", theme.LEAST))
        if signs:
            x = middle - (signs + wide) / 2
            _draw_signs(canvas, words, name, x, y, theme.PLATE, gold=gold)
        canvas.text(
            text, middle + signs / 2, y + _LINE * i - 1, theme.LEAST, colour, theme.PLATE,
            weight="Bold", align="middle", room=max(1, room - signs),
        )  # fmt: skip
        signs = 0


def _draw_signs(
    canvas: Canvas, words: SeatCaption, name: str, left: float, y: float, ground: theme.RGB, *, gold: bool
) -> None:
    """The crown of a leader, and the face of a computer player, which goes by the whole name."""
    if gold:
        canvas.put(marks.crown(34, ground), left, y - 18)
        left += 40
    if words.computer:
        canvas.put(portrait(name, 42, ground), left - 1, y - 21)


def _player(
    canvas: Canvas, words: SeatCaption, seat: int, left: float, right: float, y: float, ground: theme.RGB, *, gold: bool
) -> None:
    """The crown of a leader, the face of a computer player, and the name."""
    name = fonts.player_name(words.name, seat)
    _draw_signs(canvas, words, name, left, y, ground, gold=gold)
    left += _signs(words, gold=gold)
    colour = theme.GILT if gold else theme.TEXT
    canvas.text(name, left, y - 1, theme.LEAST, colour, ground, weight="Bold", room=max(1, int(right - left)))


def _how(row: SheetRow, room: int) -> tuple[tuple[str, ...], ...]:
    """Each score's explanation in as many lines as it takes."""
    return tuple(tuple(broken(text, room, theme.LEAST)) for text in row.details)


def broken(text: str, room: int, size: int) -> Iterator[str]:
    """The text in lines that fit, broken after blanks and plus signs; only a piece too long for a line is cut."""
    line = ""
    for piece in re.findall(r"[^ +]*[ +]?", fonts.drawable(text)):
        if line and not fonts.fits((line + piece).rstrip(), "Semibold", size, room):
            yield line.rstrip()
            line = ""
        line += piece
    if line:
        yield fonts.fitted(line, "Semibold", size, int(room / fonts.NARROWEST))


def _row(
    canvas: Canvas,
    row: SheetRow,
    places: Sequence[tuple[int, int]],
    line: Box,
    ground: theme.RGB,
    *,
    total: bool = False,
) -> None:
    if ground != theme.PLATE:
        canvas.image.paste(theme.index(ground), (line.left, line.top, line.right, line.bottom))
    room = places[0][1] - places[0][0] - 8
    how = _how(row, room)
    lines = max((len(said) for said in how), default=0)
    y = line.middle[1] - 1 - _LINE // 2 * lines
    weight: fonts.Weight = "Bold" if total else "Semibold"
    colour = theme.TEXT if total else theme.MUTED
    first = places[0][0] - line.left - _LABEL - 4
    canvas.text(row.caption, line.left + _LABEL, line.middle[1], theme.LEAST, colour, ground, room=first, weight=weight)
    for i, (left, right) in enumerate(places):
        text, middle = fonts.drawable(row.cells[i]), (left + right) / 2
        colour = theme.GILT if total else net_colour(text)
        size = _TOTAL if total else theme.LEAST
        canvas.text(text, middle, y, size, colour, ground, weight="Bold", align="middle", room=room)
        for j, said in enumerate(how[i] if how else ()):
            low = y + _LINE * (j + 1) - 2
            canvas.text(said, middle, low, theme.LEAST, theme.MUTED, ground, align="middle", room=room)
