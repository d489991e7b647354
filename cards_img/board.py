"""The picture of a board with pools: chips in its dishes, the turned card, seats beside it and cards played out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from PIL import Image

from cards_img import fonts, marks, theme
from cards_img.canvas import Canvas, round_mask
from cards_img.captions import BoardCaptions
from cards_img.layout import BOARD, BoardLayout, Box, board_layout
from cards_img.look import Look
from cards_img.plates import draw_note, draw_plate, number
from cards_img.table import heading
from cards_img.wood import BOARDS, Board, empty_board, places
from engine.cards import Card, Rank, Suit
from engine.view import Played, View

SIGNS: Final[dict[str, tuple[Rank, ...]]] = {
    "ace": (Rank.ACE,),
    "king": (Rank.KING,),
    "queen": (Rank.QUEEN,),
    "jack": (Rank.JACK,),
    "ten": (Rank.TEN,),
    "marriage": (Rank.KING, Rank.QUEEN),
    "sequence": (Rank.SEVEN, Rank.EIGHT, Rank.NINE),
}
"""The cards that win a pool, as they are shown in its dish."""
_CENTRE: Final = "centre"
_KNOCK: Final = "poch"
_BESIDE: Final = 6
"""The room between the sign and the chips."""
_CHIPS: Final = (34, 30, 26, 23, 20, 18, 16, 14, 12)
"""Widths of a chip in a dish: the largest at which the stacks fit."""


def board_picture(
    view: View,
    captions: BoardCaptions,
    look: Look = Look(),  # noqa: B008
    *,
    turned: Card | None = None,
    run: Sequence[Played] = (),
    stopped: bool = False,
    takers: Sequence[tuple[str, int]] = (),
    signs: Mapping[str, tuple[Rank, ...]] = SIGNS,
) -> bytes:
    """A board with its pools as PNG, 800 pixels wide; which board, the view's game says.

    ``turned``: the card whose suit pays, in the middle; ``run``: cards played one upon another, below the board;
    ``stopped``: nobody has the next one; ``takers``: pools just emptied and the seats that took them; ``signs``: the
    cards shown in a pool's dish. Pools come from the view. No hand is in it, whoever looks. Raises ValueError for a
    game without a board, a pool that is not on it, and where seats and their captions differ in number.
    """
    if len(captions.seats) != len(view.seats):
        raise ValueError(f"the table has {len(view.seats)} seats and {len(captions.seats)} captions for them")
    if view.game not in BOARDS:
        raise ValueError(f"the game {view.game} has no board")
    board = BOARDS[view.game]
    pools = dict(view.pools)
    if unknown := sorted(pools.keys() - {*board.ring, _CENTRE}):
        raise ValueError(f"the board has no pool called {unknown[0]}")
    layout = board_layout(len(view.seats), run=bool(run))
    canvas = Canvas(_ground(view.game, layout))
    heading(canvas, captions.title, captions.detail)
    names, winners = dict(captions.pools), dict(takers)

    def taker(pool: str) -> str:
        seat = winners.get(pool)
        return "" if seat is None else fonts.player_name(captions.seats[seat].name, seat)

    for pool, (x, y) in zip(board.ring, places(board), strict=True):
        at = (layout.board.left + x * BOARD, layout.board.top + y * BOARD)
        sign = _sign(pool, signs, turned, board, look)
        _dish(canvas, board, at, sign, pools.get(pool, 0), names.get(pool, ""), taker(pool))
    _middle(canvas, board, layout, turned, pools.get(_CENTRE), names.get(_CENTRE, ""), taker(_CENTRE), look)
    _pot(canvas, view.pot, layout.pot, captions.pot)
    first = view.viewer or 0
    for i, place in enumerate(layout.seats):
        seat = view.seats[(first + i) % len(view.seats)]
        words, box = captions.seats[seat.seat], place.plate
        draw_plate(
            canvas, view, seat, words, box.left, box.top, captions.dealer, box.right - box.left, box.bottom - box.top
        )
        draw_note(canvas, view, seat, words, place.note)
    if run:
        _run(canvas, captions, run, layout.run, look, stopped=stopped)
    canvas.bar(layout.call.top, layout.call.bottom)
    x, y = layout.call.middle
    canvas.text(captions.call, x, y - 1, 27, theme.TEXT, theme.PLATE, align="middle", room=layout.width - 40)
    return canvas.png()


def _ground(game: str, layout: BoardLayout) -> Image.Image:
    """The felt with the empty board on it."""
    image = theme.blank(layout.width, layout.height, theme.FELT)
    image.paste(empty_board(game), (layout.board.left, layout.board.top))
    return image


def _sign(
    pool: str, signs: Mapping[str, tuple[Rank, ...]], turned: Card | None, board: Board, look: Look
) -> Image.Image | None:
    """What stands for a pool in its dish."""
    if pool == _KNOCK:
        return marks.knocking(50, board.bowl)
    ranks = signs.get(pool, ())
    if not ranks:
        return None
    wide, step = {1: (37, 0), 2: (30, 25)}.get(len(ranks), (26, 20))
    image = theme.blank(wide + step * (len(ranks) - 1), round(wide * 1.4), board.bowl)
    for i, rank in enumerate(ranks):
        one = marks.small_card(look.index(rank), turned.suit if turned else None, wide, board.bowl, look)
        image.paste(one, (i * step, 0), round_mask(*one.size, 4))
    return image


def _stacks(amount: int, room: int, ground: theme.RGB) -> Image.Image | None:
    """An amount as stacks of chips in at most ``room`` pixels."""
    if amount <= 0:
        return None
    for width in _CHIPS:
        pile = marks.heap_of_chips(amount, width, ground)
        if pile.width <= room and pile.height <= 54:
            break
    return pile


def _dish(
    canvas: Canvas, board: Board, at: tuple[float, float], sign: Image.Image | None, amount: int, name: str, taker: str
) -> None:
    """A pool: its sign beside the chips, the number, the name."""
    x, y = at
    r = board.dish * BOARD
    if taker and not amount:
        canvas.tag(taker, x, y + r * 0.14, 21, round(r * 1.85), gold=True, align="middle", ground=board.bowl)
    else:
        canvas.text(number(amount), x, y + r * 0.15, 34, board.number, board.bowl, weight="Black", align="middle")
    canvas.text(name, x, y + r * 0.55, 20, board.ink, board.bowl, weight="Bold", align="middle", room=round(r * 1.5))
    low = y - r * 0.07
    for part, left in _side_by_side(sign, amount, r, board.bowl):
        canvas.put(part, x + left, low - part.height)


def _side_by_side(
    sign: Image.Image | None, amount: int, r: float, ground: theme.RGB
) -> tuple[tuple[Image.Image, float], ...]:
    """A dish's sign and its chips, as large as the dish's round allows, and how far from its middle they begin."""
    found: tuple[tuple[Image.Image, float], ...] = ()
    for width in _CHIPS:
        chips = marks.heap_of_chips(amount, width, ground) if amount > 0 else None
        parts = [part for part in (sign, chips) if part is not None]
        left = -(sum(part.width for part in parts) + _BESIDE * (len(parts) - 1)) / 2
        if sign is not None:
            left = max(left, -_chord(r, sign.height))
        placed = []
        for part in parts:
            placed.append((part, left))
            left += part.width + _BESIDE
        found = tuple(placed)
        if all(
            start + part.width <= _chord(r, part.height) and start >= -_chord(r, part.height) for part, start in found
        ):
            break
    return found


def _chord(r: float, high: int) -> float:
    """How far a dish reaches to each side, at the top of something ``high`` that stands in it."""
    return math.sqrt(max(0.0, (r - 5) ** 2 - (r * 0.07 + high) ** 2))


def _middle(
    canvas: Canvas, board: Board, layout: BoardLayout, turned: Card | None, amount: int | None, name: str, taker: str,
    look: Look,
) -> None:  # fmt: skip
    """The turned card, and before it the centre pool where there is one."""
    x, y = layout.board.middle
    r = board.hub * BOARD
    whole = amount is None
    wide = round(r * 1.02) if whole else 84
    high = round(wide * 1.4)
    top = round(y - high / 2 if whole else y - r * 0.79)
    if amount is not None:
        low = y + r * 0.64
        text = number(amount)
        chips = _stacks(amount, 66, board.bowl)
        space = fonts.width(text, "Black", 34)
        left = x - (space + (chips.width + 8 if chips else 0)) / 2
        if taker and not amount:
            canvas.tag(taker, x, low - 13, 21, 150, gold=True, align="middle", ground=board.bowl)
        else:
            shift = chips.width + 8 if chips else 0
            canvas.text(text, left + shift, low - 13, 34, board.number, board.bowl, weight="Black")
        canvas.text(
            name, x, y + r * 0.78, 20, board.ink, board.bowl, weight="Bold", align="middle", room=round(r * 1.05)
        )
        if chips:
            canvas.put(chips, left, low + 2 - chips.height)
    if turned is None:
        canvas.plate(x - wide / 2, top, wide, high, 8, board.bowl, theme.BRASS, 3, ground=board.bowl)
        return
    canvas.card(turned, wide, x - wide / 2, top, look, shadow=False)
    if turned.suit is Suit.NONE:
        return
    size = 34
    for side in (-1, 1):
        away = (wide / 2 + r * math.cos(math.asin(min(1.0, abs(top + high / 2 - y) / r)))) / 2 - 3
        mark = marks.pay_suit(turned.suit, size, board.bowl, look)
        canvas.put(mark, x + side * away - size / 2, top + high / 2 - size / 2)


def _pot(canvas: Canvas, amount: int, box: Box, word: str) -> None:
    """The stakes of the betting, in the corner beside the board."""
    if amount <= 0:
        return
    chips = _stacks(amount, 50, theme.FELT)
    if chips:
        text = number(amount)
        y = box.bottom - 26 - max(14, chips.height // 2)
        canvas.text(text, box.left + chips.width + 6, y, 28, theme.GOLD, theme.FELT, weight="Bold")
        canvas.put(chips, box.left, box.bottom - 26 - chips.height)
    canvas.text(word, box.left, box.bottom - 12, 22, theme.TEXT, theme.FELT, room=box.right - box.left)


def _run(
    canvas: Canvas, captions: BoardCaptions, run: Sequence[Played], box: Box, look: Look, *, stopped: bool
) -> None:
    """The cards played one upon another, each player's name under theirs."""
    room = box.right - box.left - 24 - (48 if stopped else 0)
    wide = 94 if len(run) <= 7 else 67
    high = round(wide * 1.4)
    step = min(wide + 8.0, (room - wide) / max(1, len(run) - 1))
    left = box.left + (box.right - box.left - ((len(run) - 1) * step + wide + (48 if stopped else 0))) / 2
    top = box.top + (132 - high) // 2
    for i, one in enumerate(run):
        covered = step < wide and i + 1 < len(run)
        canvas.card(
            one.card, wide, left + i * step, top, look, over=step < wide and i > 0, shadow=False, covered=covered
        )
    if stopped:
        canvas.put(marks.stop(36, theme.FELT), left + (len(run) - 1) * step + wide + 12, box.top + 48)
    start = 0
    for i, one in enumerate(run):
        if i + 1 < len(run) and run[i + 1].seat == one.seat:
            continue
        a, b = left + start * step, left + i * step + (wide if i + 1 == len(run) else min(wide, step))
        name = fonts.player_name(captions.seats[one.seat].name, one.seat)
        size = 22 if b - a > 80 else 20
        canvas.text(name, (a + b) / 2, top + high + 22, size, theme.TEXT, theme.FELT, align="middle", room=round(b - a))
        canvas.plate(a + 1, top + high + 4, math.floor(b - a) - 2, 5, 2, theme.GOLD)
        start = i + 1
