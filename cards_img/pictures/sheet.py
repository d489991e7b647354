"""The score sheet as a picture: players as columns, deals as rows, totals below."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from PIL import Image

from cards_img.captions import SeatCaption, SheetCaptions, SheetRow
from cards_img.layout import marks
from cards_img.layout.canvas import Canvas, felt, label
from cards_img.layout.places import BAR, WIDTH, Box
from cards_img.pictures.table import heading
from cards_img.tools import fonts, theme

MOST: Final = 12
"""How many deals a sheet shows; earlier ones are in the totals."""
_EDGE: Final = 10
_SLIM: Final = 6
"""With more players than this, names are written upwards."""
_ROUND: Final = 18
_SMALL: Final = (26, 26, 26, 24, 22)
"""The size of the letters that say how a score came about, by the number of players; the last for any more."""
_LINE: Final = 28
"""The distance from one line of an explanation to the next, in pixels."""


def sheet_layout(players: int, details: Sequence[int], *, totals: bool, cut: bool) -> tuple[Box, ...]:
    """The lines from the names down to the totals, each as wide as the sheet; ``details``: each deal's lines of
    explanation.

    Raises ValueError for no players or more than ten.
    """
    if not 1 <= players <= 10:
        raise ValueError(f"a score sheet has 1 to 10 players, not {players}")
    heights = [156 if players > _SLIM else 56]
    heights += [26] * cut
    heights += [44 + _LINE * lines for lines in details]
    heights += [64] * totals
    found = []
    y = BAR + _EDGE
    for height in heights:
        found.append(Box(_EDGE, y, WIDTH - _EDGE, y + height))
        y += height
    return tuple(found)


def columns(players: int) -> tuple[tuple[int, int], ...]:
    """Left and right of each player's column; what is left of the first is for the deals."""
    first = _EDGE + (150 if players <= 4 else 110 if players <= _SLIM else 84)
    wide = (WIDTH - _EDGE - 8 - first) / players
    return tuple((round(first + i * wide), round(first + (i + 1) * wide)) for i in range(players))


def score_sheet_picture(captions: SheetCaptions) -> bytes:
    """A score sheet as PNG, 800 pixels wide, with the last ``MOST`` deals.

    Raises ValueError for no players or more than ten, and where a row has another number of scores.
    """
    count = len(captions.players)
    for row in (*captions.rows, *([captions.totals] if captions.totals else [])):
        if len(row.cells) != count or (row.details and len(row.details) != count):
            raise ValueError(f"the sheet has {count} players and a row with {len(row.cells)} scores")
    rows = captions.rows[-MOST:]
    cut = len(rows) < len(captions.rows)
    room = columns(count)[0][1] - columns(count)[0][0] - 8 if count else 0
    details = [max((len(lines) for lines in _how(row, room)), default=0) for row in rows]
    lines = sheet_layout(count, details, totals=captions.totals is not None, cut=cut)
    canvas = Canvas(felt(WIDTH, lines[-1].bottom + _EDGE))
    heading(canvas, captions.title, captions.detail)
    whole = Box(_EDGE, lines[0].top, WIDTH - _EDGE, lines[-1].bottom)
    canvas.plate(_EDGE, whole.top, whole.right - _EDGE, whole.bottom - whole.top, _ROUND, theme.PLATE)
    _names(canvas, captions, lines[0])
    at = 1
    if cut:
        for left, right in columns(count):
            canvas.text("…", (left + right) / 2, lines[1].middle[1] - 4, 26, theme.MUTED, theme.PLATE, align="middle")
        at = 2
    for i, row in enumerate(rows):
        _row(canvas, row, lines[at + i], theme.PLATE_LIT if (len(rows) - i) % 2 == 0 else theme.PLATE)
    if captions.totals:
        line = lines[-1]
        canvas.image.paste(theme.index(theme.GOLD), (line.left + 12, line.top, line.right - 12, line.top + 3))
        _row(canvas, captions.totals, line, theme.PLATE, total=True)
    return canvas.png()


def _names(canvas: Canvas, captions: SheetCaptions, line: Box) -> None:
    places = columns(len(captions.players))
    for i, (left, right) in enumerate(places):
        words = captions.players[i]
        name = fonts.player_name(words.name, i)
        gold = i in captions.leaders
        colour = theme.GOLD if gold else theme.TEXT
        middle = (left + right) / 2
        if len(places) > _SLIM:
            upwards = label(fonts.fitted(name, "Bold", 27, 112), "Bold", 27, colour, theme.PLATE)
            turned = upwards.transpose(Image.Transpose.ROTATE_90)
            canvas.put(turned, middle - turned.width / 2, line.bottom - 6 - turned.height)
            if gold or words.computer:
                _sign(canvas, words, middle, line.top + 24, gold=gold)
            continue
        room = right - left - 10
        signed = gold or words.computer
        size = _size([name], room - (30 if signed else 0), (29, 27, 25, 23) if len(places) <= 4 else (25, 23, 21))
        wide = min(fonts.width(name, "Bold", size), room - (30 if signed else 0))
        x = middle - (wide + (30 if signed else 0)) / 2
        if signed:
            _sign(canvas, words, x + 12, line.middle[1], gold=gold)
            x += 30
        canvas.text(name, x, line.middle[1], size, colour, theme.PLATE, weight="Bold", room=wide)


def _sign(canvas: Canvas, words: SeatCaption, x: float, y: float, *, gold: bool) -> None:
    """The crown of a leader, or the head of a computer player."""
    mark = marks.crown(26, theme.PLATE) if gold else marks.computer(24, theme.MUTED, theme.PLATE)
    canvas.put(mark, x - 13, y - 13)


def _size(texts: Iterable[str], room: float, sizes: Sequence[int], weight: fonts.Weight = "Bold") -> int:
    """The first of the sizes, largest first, at which each text fits; else the last."""
    return next((s for s in sizes if all(fonts.width(text, weight, s) <= room for text in texts)), sizes[-1])


def _how(row: SheetRow, room: int) -> tuple[tuple[str, ...], ...]:
    """Each score's explanation in as many lines as it takes."""
    return tuple(tuple(broken(text, room, small(len(row.cells)))) for text in row.details)


def small(players: int) -> int:
    """The size of the letters that say how a score came about."""
    return _SMALL[min(players, len(_SMALL)) - 1]


def broken(text: str, room: int, size: int) -> Iterator[str]:
    """The text in lines that fit, broken after blanks and plus signs; only a piece too long for a line is cut."""
    line = ""
    for piece in re.findall(r"[^ +]*[ +]?", fonts.drawable(text)):
        if line and fonts.width((line + piece).rstrip(), "Semibold", size) > room:
            yield line.rstrip()
            line = ""
        line += piece
    if line:
        yield fonts.fitted(line, "Semibold", size, room)


def _row(canvas: Canvas, row: SheetRow, line: Box, ground: theme.RGB, *, total: bool = False) -> None:
    places = columns(len(row.cells))
    if ground != theme.PLATE:
        canvas.image.paste(theme.index(ground), (line.left, line.top, line.right, line.bottom))
    room = places[0][1] - places[0][0] - 8
    how = _how(row, room)
    lines = max((len(explanation) for explanation in how), default=0)
    y = line.middle[1] - 1 - _LINE // 2 * lines
    first = places[0][0] - line.left - 22
    caption = fonts.drawable(row.caption)
    weight: fonts.Weight = "Bold" if total else "Semibold"
    size = _size([caption], first, (29, 26, 23, 20) if total else (25, 22, 19), weight)
    colour = theme.TEXT if total else theme.MUTED
    canvas.text(caption, line.left + 16, line.middle[1], size, colour, ground, room=first, weight=weight)
    cells = [fonts.drawable(text) for text in row.cells]
    size = _size(cells, room, (36, 32, 28, 25, 22) if total else (31, 28, 25, 22))
    for i, (left, right) in enumerate(places):
        middle = (left + right) / 2
        colour = theme.GOLD if total else _colour(cells[i])
        canvas.text(cells[i], middle, y, size, colour, ground, weight="Bold", align="middle", room=room)
        for j, text in enumerate(how[i] if how else ()):
            low = y + 30 + _LINE * j
            canvas.text(text, middle, low, small(len(places)), theme.MUTED, ground, align="middle", room=room)


def _colour(text: str) -> theme.RGB:
    return theme.WON if text.startswith("+") else theme.LOST if text.startswith("−") else theme.TEXT
