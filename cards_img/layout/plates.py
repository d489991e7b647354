"""The plates of the seats: name, chips, cards, the dealer's button, and the note at one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from PIL import Image

from cards_img.captions import SeatCaption
from cards_img.layout import marks
from cards_img.layout.canvas import Canvas, round_mask, tag_width
from cards_img.layout.places import LINE, TAG, Box, SeatPlace
from cards_img.layout.portraits import portrait
from cards_img.tools import theme
from cards_img.tools.fonts import NARROWEST, drawable, player_name
from cards_img.tools.fonts import width as text_width
from cards_img.tools.paths import RATIO
from engine.view import SeatView, View

_ROUND: Final = 18
_PAD: Final = 14
"""The room between a plate's edge and what stands on it."""
SMALL_BACK: Final = 22
"""The width of the small backs on a plate."""
_BUTTON: Final = 38
_STACK: Final = 30
"""The width of the stack of chips at an amount."""
_LOW_TAG: Final = 30
"""The height of a stake or a note on a plate whose lines are close."""
_BACKS: Final = 60
_BY_FACE: Final = 110
_BY_CHIPS: Final = 60
"""What is seen at least of a name beside a face and chips, and beside chips alone."""
_COUNT: Final = 56
"""What a row of backs takes at least, and a back with a number."""


@dataclass(frozen=True, slots=True)
class _Seat:
    """What a plate shows."""

    name: str
    computer: bool = False
    has: int | str = ""
    """Chips, or what has been scored in words."""
    cards: int = 0
    dealer: str = ""
    """The letter on the dealer's button; empty where another seat deals."""
    lit: bool = False
    idle: bool = False
    counted: bool = False
    """Whether a number says how many cards there are."""
    crowned: bool = False
    note: str = ""
    """A note that stands on the plate."""
    gold: bool = False
    """Whether that note is gold."""
    stake: int = 0
    held: bool = False
    """Whether that stake is as high as it has to be."""
    last: bool = False
    """Whether this seat moved last."""


def draw_plate(
    canvas: Canvas, view: View, seat: SeatView, words: SeatCaption, place: SeatPlace, letter: str, *,
    quiet: bool = False, counted: bool = False, crowned: bool = False, last: bool = False, bet: int | None = None,
) -> None:  # fmt: skip
    """A seat's plate and its note, lit while it is asked something.

    ``quiet``: in grey; ``counted``: how many cards it holds stands there as a number; ``crowned``: it has won the game;
    ``last``: it moved last; ``bet``: the stake that has to be matched, where the seat's own stands on the plate.
    """
    out = seat.standing != "in"
    gold = (seat.knocked or seat.seat == view.knocker) and not out
    shown = _Seat(
        player_name(words.name, seat.seat),
        words.computer,
        words.tally or seat.chips,
        0 if out else seat.cards,
        letter if seat.seat == view.dealer else "",
        crowned or seat.seat in view.to_act,
        out or quiet,
        counted,
        crowned,
        words.note if place.note is None else "",
        gold,
        seat.stake if bet is not None else 0,
        seat.stake == bet and not quiet,
        last,
    )
    put_plate(canvas, _plate(place.plate.right - place.plate.left, place.plate.bottom - place.plate.top, shown), place)
    if place.note is not None:
        draw_note(canvas, words.note, place.note, gold=gold)


def put_plate(canvas: Canvas, plate: Image.Image, place: SeatPlace) -> None:
    """Lays a plate down."""
    canvas.put(plate, place.plate.left, place.plate.top, round_mask(*plate.size, _ROUND))


def draw_note(canvas: Canvas, note: str, box: Box, *, gold: bool) -> None:
    """The note that hangs at a plate, gold for whoever knocked."""
    if note:
        x, y = box.middle
        canvas.tag(note, x, y, box.right - box.left, gold=gold, align="middle")


def plate_ground(width: int, height: int, *, lit: bool, last: bool = False) -> tuple[Canvas, theme.RGB]:
    """An empty plate and its colour; a bar at its left shines where its seat moved last."""
    ground = theme.PLATE_LIT if lit else theme.PLATE
    canvas = Canvas(theme.blank(width, height, theme.FELT))
    canvas.plate(0, 0, width, height, _ROUND, ground, theme.GILT if lit else theme.PLATE, 5)
    if last:
        canvas.plate(0, 10, 8, height - 20, 4, theme.GLOW, ground=ground)
    return canvas, ground


@lru_cache(512)
def _plate(width: int, height: int, seat: _Seat) -> Image.Image:
    """A seat's plate. Kept, since most seats look the same from one picture to the next."""
    canvas, ground = plate_ground(width, height, lit=seat.lit, last=seat.last)
    if height <= LINE:
        seat = _with_name(seat, width - 2 * _PAD)
        seat = _with_fewer_cards(seat, width - 2 * _PAD, min(60, height - 12) + 4)
    left, right = float(_PAD), float(width - _PAD)
    if seat.computer:
        size = min(60, height - 12)
        canvas.put(portrait(seat.name, size, ground), left - 4, (height - size) / 2)
        left += size + 4
    if height <= LINE:
        _one_line(canvas, seat, left, right, height / 2, ground)
    else:
        _two_lines(canvas, seat, left, right, height * 0.3, height * 0.72, ground)
    return canvas.image


def _with_name(seat: _Seat, room: int) -> _Seat:
    """A plate of one line without what its name would be cut for: a winner's without dealer's button, face, at last
    the chips; another's without face or chips, where not even the beginning of its name has room beside them."""
    name = round(text_width(seat.name, "Bold", theme.LEAST) * NARROWEST)
    if seat.stake:
        beside = _stake_width(seat) + 10
    elif seat.note:
        beside = min(round(room * 0.5), tag_width(seat.note, 10_000)) + 10
    else:
        beside = _counted_width(seat) if seat.counted else 0
    room -= 36 * seat.crowned + beside + 12
    bare = replace(seat, dealer="") if seat.crowned else seat
    for lighter in (seat, bare, replace(bare, computer=False)):
        least = name if seat.crowned else min(name, _BY_FACE if lighter.computer else _BY_CHIPS)
        if _amount_width(seat) + (_BUTTON + 4) * bool(lighter.dealer) + 64 * lighter.computer + least <= room:
            return lighter
    return replace(bare, computer=False, has="")


def _with_fewer_cards(seat: _Seat, room: int, face: int) -> _Seat:
    """A plate of one line whose row of cards gives way to the name: it becomes a number, or goes altogether."""
    if not seat.cards or seat.note or seat.stake or seat.counted:
        return seat
    room -= face * seat.computer + (_BUTTON + 4) * bool(seat.dealer) + _amount_width(seat) + 12
    room -= round(text_width(seat.name, "Bold", theme.LEAST) * NARROWEST)
    if room >= 96 + 10:
        return seat
    return replace(seat, counted=True) if room >= _counted_width(seat) else replace(seat, cards=0)


def _counted_width(seat: _Seat) -> int:
    """How wide a back is with the number of cards, and the room before it."""
    return SMALL_BACK + 6 + text_width(number(seat.cards), "Bold", theme.LEAST) + 10


def _one_line(canvas: Canvas, seat: _Seat, left: float, right: float, y: float, ground: theme.RGB) -> None:
    """Name, amount, and cards or note, side by side."""
    right = _cards_and_notes(canvas, seat, right, y, ground, most=(right - left) * 0.5)
    room = right - left - 12 - (_BUTTON + 4) * bool(seat.dealer) - 36 * seat.crowned
    wide = min(_amount_width(seat), round(canvas.image.width * 0.4))
    # Where the name would be cut, the number has to do without its chips.
    chips = _rich(seat) and text_width(seat.name, "Bold", theme.LEAST) * NARROWEST + wide + _STACK + 6 <= room
    _amount(canvas, seat, right - wide - (_STACK + 6 if chips else 0), y, ground, wide, 5 if chips else 0)
    right -= wide + 12 + (_STACK + 6 if chips else 0)
    name_line(canvas, seat.name, left, right, y, ground, dealer=seat.dealer, idle=seat.idle, crowned=seat.crowned)


def _two_lines(
    canvas: Canvas, seat: _Seat, left: float, right: float, upper: float, lower: float, ground: theme.RGB
) -> None:
    """The name with the stake over the amount with cards or note; cards give way to a wide amount.

    An amount that has no room beside a note stands beside the name where that is short; where it would be cut, it is
    left out.
    """
    high = TAG
    near = TAG if seat.stake else _BUTTON - 4 if seat.note else 0
    if lower - upper < near:  # a lower stake or note, so that it doesn't lie on the other line
        high, upper = _LOW_TAG, upper - 3
    end = _stake(canvas, seat, right, upper, ground, high) - 8 if seat.stake else right
    if chips := _chips_by_name(seat, right - left):
        end -= chips
        _amount(canvas, seat, end, upper, ground, _amount_width(seat), 3 if chips > _amount_width(seat) else 0)
        end, seat = end - 8, replace(seat, has="")
    name_line(canvas, seat.name, left, end, upper, ground, dealer=seat.dealer, idle=seat.idle, crowned=seat.crowned)
    words, wide = isinstance(seat.has, str), _amount_width(seat)
    beside = tag_width(seat.note, 10_000) + 8 if seat.note else _COUNT if seat.counted else _BACKS if seat.cards else 0
    room = right - left - beside
    bare = wide * NARROWEST > room and not seat.note
    if bare:
        room = right - left
    wide = round(min(wide, max(room, 0 if words else 60)))
    cut = bool(seat.note) and wide < round(_amount_width(seat) * NARROWEST)
    if cut or (seat.note and (right - left - wide - 8) < 0.8 * tag_width(seat.note, 10_000)):
        wide = 0  # what happened has to be told whole
    chips = _rich(seat) and room - wide >= _STACK + 6
    most = 5 if lower - upper > 38 else 4 if lower - upper > 34 else 3  # so that the name above stays whole
    start = _amount(canvas, seat, left, lower, ground, wide, most if chips else 0) if wide else left
    if not bare:
        _cards_and_notes(canvas, seat, right, lower, ground, most=right - start - 8, staked=True, high=high)


def _chips_by_name(seat: _Seat, room: float) -> int:
    """How wide a seat's chips or score are that stand beside its name, since its note leaves them no room: the stack
    with its number, else the number alone; 0 where they don't stand there."""
    if not seat.note or seat.stake or not seat.has:
        return 0
    name = text_width(seat.name, "Bold", theme.LEAST) * NARROWEST + (_BUTTON + 4) * bool(seat.dealer)
    by_name, by_note = room - name - 36 * seat.crowned - 8, room - tag_width(seat.note, 10_000) - 8
    wide, stack = _amount_width(seat), (_STACK + 6) * _rich(seat)
    if by_note >= wide + stack:
        return 0
    if by_name >= wide + stack:
        return wide + stack
    return wide if by_name >= wide > by_note else 0


def _amount(canvas: Canvas, seat: _Seat, left: float, y: float, ground: theme.RGB, wide: int, most: int) -> float:
    """Chips as a stack of at most so many with their number, or a score in words; returns where they end."""
    colour = theme.MUTED if seat.idle else theme.GILT
    text = number(seat.has) if isinstance(seat.has, int) else seat.has
    if isinstance(seat.has, int) and most:
        chips = marks.stack_of_chips(seat.has, _STACK, most, ground)
        canvas.put(chips, left, y + max(17, chips.height / 2) - chips.height)
        left += _STACK + 6
    canvas.text(text, left, y - 1, theme.LEAST, colour, ground, weight="Bold", room=wide)
    return left + wide


def _rich(seat: _Seat) -> bool:
    """Whether there are chips to show."""
    return isinstance(seat.has, int) and seat.has > 0


def _amount_width(seat: _Seat) -> int:
    """How wide the number of chips, or the score in words, is."""
    return text_width(number(seat.has) if isinstance(seat.has, int) else drawable(seat.has), "Bold", theme.LEAST)


def _cards_and_notes(
    canvas: Canvas, seat: _Seat, right: float, y: float, ground: theme.RGB, most: float, *, staked: bool = False,
    high: int = TAG,
) -> float:  # fmt: skip
    """At the right end: the stake if it isn't shown elsewhere, the note, so many pixels high, else the cards. Returns
    where they begin."""
    if seat.stake and not staked:
        return _stake(canvas, seat, right, y, ground) - 10
    if seat.note:
        wide = min(round(most), tag_width(seat.note, 10_000))
        canvas.tag(seat.note, right, y, wide, gold=seat.gold, ground=ground, high=high)
        return right - wide - 10
    if not seat.cards:
        return right
    if seat.counted:
        shown = canvas.text(
            number(seat.cards), right, y - 1, theme.LEAST, theme.MUTED, ground, weight="Bold", align="right"
        )
        small_backs(canvas, 1, right - shown - 6 - SMALL_BACK, right - shown - 6, y)
        return right - shown - 6 - SMALL_BACK - 10
    return small_backs(canvas, seat.cards, right - min(most, 96), right, y) - 10


def _stake(canvas: Canvas, seat: _Seat, right: float, y: float, ground: theme.RGB, high: int = TAG) -> float:
    """A stake as a chip with a number on a tag so many pixels high; returns where it begins."""
    ink, colour = (theme.INK, theme.GOLD) if seat.held else (theme.TEXT, theme.SHADE)
    text = number(seat.stake)
    wide = _stake_width(seat, high)
    left, size = right - wide, high - 8
    canvas.plate(left, y - high / 2, wide, high, high // 2, colour, ground=ground)
    canvas.put(marks.chip(size, colour), left + 4, y - size / 2, round_mask(size, size, size // 2))
    canvas.text(text, left + high + 2, y - 1, theme.LEAST, ink, colour, weight="Bold")
    return left


def _stake_width(seat: _Seat, high: int = TAG) -> int:
    """How wide the tag of a stake is, so many pixels high."""
    return text_width(number(seat.stake), "Bold", theme.LEAST) + high + 16


def name_line(
    canvas: Canvas, name: str, left: float, right: float, y: float, ground: theme.RGB, *, dealer: str = "",
    idle: bool = False, crowned: bool = False,
) -> None:  # fmt: skip
    """A name between left and right: before it a winner's crown, behind it the dealer's button."""
    if crowned:
        canvas.put(marks.crown(30, ground), left, y - 16)
        left += 36
    if dealer:
        right -= _BUTTON + 4
    colour = theme.GILT if crowned else theme.MUTED if idle else theme.TEXT
    room = max(1, int(right - left))
    wide = canvas.text(name, left, y - 1, theme.LEAST, colour, ground, weight="Bold", room=room)
    if dealer:
        canvas.put(marks.button(dealer, _BUTTON, ground), min(left + wide + 8, right + 4), y - _BUTTON / 2)


def small_backs(canvas: Canvas, count: int, left: float, right: float, y: float) -> float:
    """The cards that a seat holds, as small backs in a row that ends at ``right``; returns where it begins."""
    step = min(SMALL_BACK * 0.72, (right - left - SMALL_BACK) / max(1, count - 1))
    height = round(SMALL_BACK * RATIO)
    for i in range(count):
        canvas.small_back(SMALL_BACK, right - SMALL_BACK - (count - 1 - i) * step, y - height / 2)
    return right - SMALL_BACK - (count - 1) * step


def number(amount: int) -> str:
    """A number as it stands in pictures, with a true minus sign."""
    return str(amount).replace("-", "−")


def net_colour(net: str) -> theme.RGB:
    """The colour of what was won or lost, by its sign: a plus or a true minus."""
    return theme.WON if net.startswith("+") else theme.LOST if net.startswith("−") else theme.TEXT
