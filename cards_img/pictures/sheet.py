"""The score sheet as a picture: players as columns and deals as rows, or the other way round where there are many."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from cards_img.captions import SeatCaption, SheetCaptions, SheetRow
from cards_img.layout import marks
from cards_img.layout.canvas import Canvas, felt
from cards_img.layout.places import BAR, WIDTH, Box
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


def sheet_layout(details: Sequence[int], *, totals: bool, cut: bool, heads: int = 1) -> tuple[Box, ...]:
    """The lines from the names down to the totals, each as wide as the sheet; ``details``: each deal's lines of
    explanation; ``heads``: how many lines the names take."""
    heights = [_HEAD + (heads - 1) * _LINE]
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


def columns(players: int) -> tuple[tuple[int, int], ...]:
    """Left and right of each player's column; what is left of the first is for the deals."""
    first = _EDGE + (120 if players <= 4 else 96)
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
    places = columns(count)
    room = places[0][1] - places[0][0] - 8
    details = [max((len(lines) for lines in _how(row, room)), default=0) for row in rows]
    names = [_name(words, i, room, gold=i in captions.leaders) for i, words in enumerate(captions.players)]
    lines = sheet_layout(details, totals=captions.totals is not None, cut=cut, heads=max(map(len, names)))
    canvas = _ground(lines)
    for i, (left, right) in enumerate(places):
        gold, y = i in captions.leaders, lines[0].middle[1] - _LINE / 2 * (len(names[i]) - 1)
        words = replace(captions.players[i], name=names[i][0])
        wide = _player_width(words, i, right - left - 6, gold=gold)
        x = (left + right - wide) // 2
        _player(canvas, words, i, x, x + wide, y, theme.PLATE, gold=gold)
        for more in names[i][1:]:
            canvas.text(
                more, (left + right) / 2, y + _LINE - 1, theme.LEAST, theme.GILT if gold else theme.TEXT, theme.PLATE,
                weight="Bold", align="middle", room=room,
            )  # fmt: skip
    if cut:
        for left, right in places:
            canvas.text(
                "…", (left + right) / 2, lines[1].middle[1] - 8, theme.LEAST, theme.MUTED, theme.PLATE, align="middle"
            )
    for i, row in enumerate(rows):
        _row(canvas, row, lines[1 + cut + i], theme.PLATE_LIT if (len(rows) - i) % 2 == 0 else theme.PLATE)
    if captions.totals:
        line = lines[-1]
        canvas.image.paste(theme.index(theme.GILT), (line.left + 12, line.top, line.right - 12, line.top + 3))
        _row(canvas, captions.totals, line, theme.PLATE, total=True)
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
            colour = _colour(shown) if i else theme.MUTED
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


def _name(words: SeatCaption, seat: int, room: int, *, gold: bool) -> tuple[str, ...]:
    """A player's name in two lines where it is too long for one; a computer player's face goes by the whole name."""
    name = fonts.player_name(words.name, seat)
    if words.computer:
        return (name,)
    return fonts.hyphenated(name, room - _signs(words, gold=gold), theme.LEAST, "Bold")


def _signs(words: SeatCaption, *, gold: bool) -> int:
    """What crown and face take of a line."""
    return 40 * gold + 46 * words.computer


def _player_width(words: SeatCaption, seat: int, room: int, *, gold: bool) -> int:
    """How wide a player's name is with its signs, ``room`` at most."""
    return min(room, _signs(words, gold=gold) + fonts.width(fonts.player_name(words.name, seat), "Bold", theme.LEAST))


def _player(
    canvas: Canvas, words: SeatCaption, seat: int, left: float, right: float, y: float, ground: theme.RGB, *, gold: bool
) -> None:
    """The crown of a leader, the face of a computer player, and the name."""
    name = fonts.player_name(words.name, seat)
    if gold:
        canvas.put(marks.crown(34, ground), left, y - 18)
        left += 40
    if words.computer:
        canvas.put(portrait(name, 42, ground), left - 1, y - 21)
        left += 46
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


def _row(canvas: Canvas, row: SheetRow, line: Box, ground: theme.RGB, *, total: bool = False) -> None:
    places = columns(len(row.cells))
    if ground != theme.PLATE:
        canvas.image.paste(theme.index(ground), (line.left, line.top, line.right, line.bottom))
    room = places[0][1] - places[0][0] - 8
    how = _how(row, room)
    lines = max((len(said) for said in how), default=0)
    y = line.middle[1] - 1 - _LINE // 2 * lines
    weight: fonts.Weight = "Bold" if total else "Semibold"
    colour = theme.TEXT if total else theme.MUTED
    first = places[0][0] - line.left - 18
    canvas.text(row.caption, line.left + 14, line.middle[1], theme.LEAST, colour, ground, room=first, weight=weight)
    for i, (left, right) in enumerate(places):
        text, middle = fonts.drawable(row.cells[i]), (left + right) / 2
        colour = theme.GILT if total else _colour(text)
        size = _TOTAL if total else theme.LEAST
        canvas.text(text, middle, y, size, colour, ground, weight="Bold", align="middle", room=room)
        for j, said in enumerate(how[i] if how else ()):
            low = y + _LINE * (j + 1) - 2
            canvas.text(said, middle, low, theme.LEAST, theme.MUTED, ground, align="middle", room=room)


def _colour(text: str) -> theme.RGB:
    return theme.WON if text.startswith("+") else theme.LOST if text.startswith("−") else theme.TEXT
