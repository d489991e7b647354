"""The plates of the seats: name, chips, cards, the dealer's button, and the note that hangs at one."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image

from cards_img.captions import SeatCaption
from cards_img.layout import marks
from cards_img.layout.canvas import Canvas, round_mask
from cards_img.layout.places import Box
from cards_img.tools import theme
from cards_img.tools.fonts import drawable, player_name
from cards_img.tools.fonts import width as text_width
from cards_img.tools.paths import RATIO
from engine.view import SeatView, View

_ROUND: Final = 18
_SMALLEST: Final = 22
"""The least size of a name's letters, in pixels: eleven where a telephone shows the picture 400 wide."""
SMALL_BACK: Final = 22
"""The width of the small backs on a plate."""


def draw_plate(
    canvas: Canvas, view: View, seat: SeatView, words: SeatCaption, x: int, y: int, letter: str, width: int,
    height: int, *, quiet: bool = False, counted: bool = False, crowned: bool = False,
) -> None:  # fmt: skip
    """A seat's plate with its upper left corner at x, y, lit while the seat is asked something.

    ``quiet``: in grey; ``counted``: the number of its cards is written out; ``crowned``: it has won the game.
    """
    out = seat.standing != "in"
    name = player_name(words.name, seat.seat)
    dealer = letter if seat.seat == view.dealer else None
    cards = 0 if out else seat.cards
    lit = crowned or seat.seat in view.to_act
    plate = _plate(
        width, height, name, words.computer, words.tally or seat.chips, cards, dealer, lit, out or quiet, counted,
        crowned,
    )  # fmt: skip
    canvas.put(plate, x, y, round_mask(width, height, _ROUND))


def draw_note(canvas: Canvas, view: View, seat: SeatView, words: SeatCaption, box: Box) -> None:
    """The note at a plate, gold for the player who knocked."""
    if words.note:
        gold = (seat.knocked or seat.seat == view.knocker) and seat.standing == "in"
        x, y = box.middle
        canvas.tag(words.note, x, y, 22, box.right - box.left, gold=gold, align="middle")


def plate_ground(width: int, height: int, *, lit: bool) -> tuple[Canvas, theme.RGB]:
    """An empty plate and its colour."""
    ground = theme.PLATE_LIT if lit else theme.PLATE
    canvas = Canvas(theme.blank(width, height, theme.FELT))
    canvas.plate(0, 0, width, height, _ROUND, ground, theme.GOLD if lit else theme.PLATE, 5)
    return canvas, ground


def name_line(
    canvas: Canvas, name: str, y: int, ground: theme.RGB, *, computer: bool, dealer: str | None, idle: bool = False,
    size: int = 31, crowned: bool = False,
) -> None:  # fmt: skip
    """The first line of a plate: the marks of a winner and a computer, the name, smaller if it is long, and the
    dealer's button."""
    left, right = 16, canvas.image.width - 16
    if dealer is not None:
        canvas.put(marks.button(dealer, 36, ground), right - 32, y - 18)
        right -= 40
    if crowned:
        canvas.put(marks.crown(28, ground), left - 2, y - 15)
        left += 32
    if computer:
        canvas.put(marks.computer(26, theme.MUTED, ground), left, y - 14)
        left += 33
    colour = theme.GOLD if crowned else theme.MUTED if idle else theme.TEXT
    room = right - left
    while size > _SMALLEST and text_width(drawable(name), "Bold", size) > room:
        size -= 1
    canvas.text(name, left, y, size, colour, ground, weight="Bold", room=room)


@lru_cache(512)
def _plate(
    width: int,
    height: int,
    name: str,
    computer: bool,
    has: int | str,
    cards: int,
    dealer: str | None,
    lit: bool,
    idle: bool,
    counted: bool,
    crowned: bool,
) -> Image.Image:
    """A seat's plate with its chips, or with its score in words.

    Kept, since most seats look the same from one picture to the next.
    """
    canvas, ground = plate_ground(width, height, lit=lit)
    wide = width > 200
    title = round(height * 0.3) + 1
    y = round(height * (0.717 if wide else 0.68))
    x = 16
    if isinstance(has, int):
        canvas.put(marks.chip(28, ground), x, y - 14)
        x += 36
    text = number(has) if isinstance(has, int) else drawable(has)
    amount = theme.MUTED if idle else theme.GOLD
    right = width - 18
    size, room = 29 if wide else 26, 104 if isinstance(has, int) else 134
    if counted and cards:
        shown = canvas.text(number(cards), right, y, 26, theme.MUTED, ground, weight="Bold", align="right")
        right -= 6 + max(26, shown)  # the back stands left of the dealer's button above
        room = right - SMALL_BACK - 6 - x
        size = next((candidate for candidate in (26, 24, 22) if text_width(text, "Bold", candidate) <= room), 20)
    x += canvas.text(text, x, y, size, amount, ground, weight="Bold", room=room)
    # After the figures, whose line reaches up into this one; before the backs, which reach up too.
    name_line(
        canvas, name, title, ground, computer=computer, dealer=dealer, idle=idle, size=31 if wide else 27,
        crowned=crowned,
    )  # fmt: skip
    small_backs(canvas, 1 if counted and cards else cards, x + (0 if counted else 10), right, y)
    return canvas.image


def small_backs(canvas: Canvas, count: int, left: float, right: float, y: float) -> None:
    """The cards that a seat holds, as small backs in a row that ends at ``right``."""
    if not count:
        return
    step = min(SMALL_BACK * 0.72, (right - left - SMALL_BACK) / max(1, count - 1))
    height = round(SMALL_BACK * RATIO)
    for i in range(count):
        canvas.small_back(SMALL_BACK, right - SMALL_BACK - (count - 1 - i) * step, y - height / 2)


def number(amount: int) -> str:
    """A number as it stands in pictures, with a true minus sign."""
    return str(amount).replace("-", "−")
