"""Small drawings on a table: chips, stacks of them, the dealer's button, the winner's crown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from PIL import Image

from cards_img.faces.emblems import CROWN, star
from cards_img.faces.spanish_suits import emblem
from cards_img.layout.canvas import disc, sprite
from cards_img.look import Look
from cards_img.tools import theme
from cards_img.tools.paths import Pen, circle, path, placed
from cards_img.tools.theme import RGB
from engine.cards import Suit

CHIPS: Final[tuple[tuple[int, RGB], ...]] = (
    (1000, theme.GOLD), (500, theme.AUBURN), (100, theme.INK), (25, theme.GREEN), (5, theme.RED), (1, theme.BLUE),
)  # fmt: skip
"""What chips are worth, and their colours."""
_HIGH: Final = 8
"""The most chips that a stack shows."""


def chip(size: int, ground: RGB) -> Image.Image:
    """A chip seen from above."""

    def draw(pen: Pen) -> None:
        pen.dot(0.5, 0.5, 0.49, theme.RED)
        for i in range(4):
            pen.fill(_wedge(math.tau * i / 4, 0.3, 0.33, 0.49), theme.PAPER)
        pen.dot(0.5, 0.5, 0.25, theme.PAPER)
        pen.dot(0.5, 0.5, 0.1, theme.RED)

    return sprite("chip", size, size, ground, draw)


def _wedge(angle: float, half: float, inner: float, outer: float) -> tuple[tuple[float, float], ...]:
    arc = [angle - half + 2 * half * i / 8 for i in range(9)]
    rim = [(0.5 + outer * math.cos(a), 0.5 + outer * math.sin(a)) for a in arc]
    return (*rim, *((0.5 + inner * math.cos(a), 0.5 + inner * math.sin(a)) for a in reversed(arc)))


def stacks(amount: int) -> tuple[tuple[int, int], ...]:
    """The stacks that show an amount: worth of a chip, how many chips are seen; no stack for nothing."""
    found = []
    left = amount
    for worth, _ in CHIPS:
        count, left = divmod(left, worth)
        if count:
            found.append((worth, min(count, _HIGH)))
    return tuple(found)


_RISE: Final = 0.36
"""How high the upper face of a chip is seen, by its width."""


def pile_of_chips(amount: int, width: int, ground: RGB) -> Image.Image:
    """An amount as stacks of chips seen from the side; each chip ``width`` pixels wide."""
    shown = stacks(amount)
    apart = _apart(width)
    return _chips(tuple((i * apart, 0, *stack) for i, stack in enumerate(shown)), width, ground)


def stack_of_chips(amount: int, width: int, most: int, ground: RGB) -> Image.Image:
    """An amount as one stack, the highest chips at the bottom and at most ``most`` of them; empty for nothing."""
    worths = [worth for worth, count in stacks(max(0, amount)) for _ in range(count)][:most]
    thick = max(1, round(width * 0.2))
    if not worths:
        return theme.blank(width, thick, ground)
    return _chips(tuple((0, thick * i, worth, 1) for i, worth in enumerate(worths)), width, ground)


def heap_of_chips(amount: int, width: int, ground: RGB) -> Image.Image:
    """An amount as stacks of chips in two rows where there are more than two; each chip ``width`` pixels wide.

    The four of the highest chips are shown.
    """
    shown = stacks(amount)[:4]
    if len(shown) < 3:
        return pile_of_chips(amount, width, ground)
    apart = _apart(width)
    back = tuple((i * apart, round(width * 0.4), *stack) for i, stack in enumerate(shown[:2]))
    first = 0 if len(shown) == 4 else apart // 2
    return _chips((*back, *((first + i * apart, 0, *stack) for i, stack in enumerate(shown[2:]))), width, ground)


def fitting_heap(amount: int, widths: Sequence[int], room: float, high: float, ground: RGB) -> Image.Image | None:
    """An amount as a heap of chips, as large as fits into ``room`` by ``high`` pixels; None where none do."""
    heaps = (heap_of_chips(amount, width, ground) for width in widths if amount > 0)
    return next((heap for heap in heaps if heap.width <= room and heap.height <= high), None)


def _apart(width: int) -> int:
    """The distance from one stack to the next, in pixels."""
    return width + max(1, round(width * 0.1))


def _chips(shown: tuple[tuple[int, int, int, int], ...], width: int, ground: RGB) -> Image.Image:
    """Stacks, those farther off first: each one's left edge and how far off it stands, a chip's worth, how many.

    All edges lie on whole pixels, so that all chips look alike and pack well.
    """
    colours = dict(CHIPS)
    thick = max(1, round(width * 0.2))
    rise = round(width * _RISE / 2) * 2
    total = max((left for left, _, _, _ in shown), default=0) + width
    height = rise + max((away + thick * count for _, away, _, count in shown), default=thick) + 1

    def draw(pen: Pen) -> None:
        for place, (left, away, worth, count) in enumerate(shown):
            x, base = (left + width / 2) / total, (height - 1 - rise / 2 - away) / total
            for i in range(count):
                y = base - thick * i / total
                top = i == count - 1 and (left, away + thick * count) not in {(a, b) for a, b, _, _ in shown}
                _side(pen, x, y, width / total, thick / width, rise / width, colours[worth], i + place, top=top)

    return sprite(f"chips {shown}", total, height, ground, draw)


def _oval(x: float, y: float, rx: float, ry: float) -> tuple[tuple[float, float], ...]:
    return tuple((x + rx * px, y + ry * py) for px, py in circle(0, 0, 1, 48))


_SPOTS: Final = (((0.2, 0.42), (0.86, 1.14), (1.58, 1.8)), ((0.5, 0.74), (1.26, 1.5)))
"""Where the pale spots on a rim are, in right angles from its left end; chips alternate, so that they differ."""


def _side(
    pen: Pen, x: float, y: float, unit: float, thick: float, rise: float, colour: RGB, place: int, *, top: bool
) -> None:
    """One chip of a stack: rim with pale spots and, on the highest, its upper face."""
    rx, ry, t = 0.49 * unit, rise / 2 * unit, thick * unit
    lower = [(px, py) for px, py in _oval(x, y, rx, ry) if py >= y - 1e-9]
    body = [*sorted(lower), *sorted(((px, py - t) for px, py in lower), reverse=True)]
    pen.fill(body, colour)
    for a, b in _SPOTS[place % 2]:
        spot = [(x - rx * math.cos(k * math.pi / 2), y + ry * math.sin(k * math.pi / 2)) for k in _steps(a, b)]
        pen.fill([*spot, *((px, py - t) for px, py in reversed(spot))], theme.PAPER)
    if top:
        pen.fill(_oval(x, y - t, rx, ry), colour)
        pen.fill(_oval(x, y - t, rx * 0.72, ry * 0.72), theme.PAPER)
        pen.fill(_oval(x, y - t, rx * 0.62, ry * 0.62), colour)


def _steps(a: float, b: float) -> list[float]:
    return [a + (b - a) * i / 6 for i in range(7)]


def button(letter: str, size: int, ground: RGB) -> Image.Image:
    """The dealer's button."""

    def draw(pen: Pen) -> None:
        pen.dot(0.5, 0.5, 0.49, theme.INK)
        pen.dot(0.5, 0.5, 0.44, theme.GOLD)
        pen.dot(0.5, 0.5, 0.36, theme.PAPER)
        if letter:
            pen.text(letter, 0.5, 0.5, 0.6, theme.INK, 0.6)

    return disc(f"button {letter}", size, theme.INK, ground, draw)


def crown(size: int, ground: RGB) -> Image.Image:
    """The winner's crown."""

    def draw(pen: Pen) -> None:
        pen.fill(placed(CROWN, 0.5, 0.47, 0.86), theme.GILT)
        for x, y in ((0.5, 0.09), (0.08, 0.16), (0.92, 0.16)):
            pen.dot(x, y, 0.075, theme.GILT)

    return sprite("crown", size, size, ground, draw)


def joker_star(size: int, ground: RGB) -> Image.Image:
    """The joker's star, on a small card: what lies on the first quartet."""

    def draw(pen: Pen) -> None:
        pen.box(0, 0, 1, 1.4, 0.14, theme.PAPER, theme.EDGE_DARK, 0.05)
        star(pen, 0.5, 0.7, 0.92, theme.RED)

    return sprite("joker star", size, round(size * 1.4), ground, draw)


def open_suit(suit: Suit, width: int, height: int, look: Look) -> Image.Image:
    """The place of a card still to be played, with the suit it may have."""

    def draw(pen: Pen) -> None:
        middle = height / width / 2
        pen.box(0, 0, 1, 2 * middle, 0.09, theme.FELT_DARK, theme.MUTED, 0.02)
        if look.design == "spanish":
            emblem(pen, suit, 0.5, middle, 0.6)
        else:
            red = suit in (Suit.HEARTS, Suit.DIAMONDS)
            pen.pip(suit, 0.5, middle, 0.56, theme.LOST if red else theme.TEXT)

    return sprite(f"open {suit} {look.design}", width, height, theme.FELT, draw)


def small_card(index: str, suit: Suit | None, width: int, ground: RGB, look: Look) -> Image.Image:
    """A card as a sign: its index and its suit; None: any suit."""
    colour = look.colour(suit) if suit else theme.INK

    def draw(pen: Pen) -> None:
        pen.box(0, 0, 1, 1.3, 0.12, theme.PAPER, theme.EDGE_DARK, 0.04)
        pen.text(index, 0.5, 0.39 if suit else 0.65, 0.56, colour, 0.82, "Bold")
        if suit and look.design == "spanish":
            emblem(pen, suit, 0.5, 0.97, 0.48)
        elif suit:
            pen.pip(suit, 0.5, 0.97, 0.48, colour)

    return sprite(f"card {index} {suit} {colour} {look.design}", width, round(width * 1.3), ground, draw)


def anticlockwise(size: int, ground: RGB) -> Image.Image:
    """The arrow that tells that play goes anticlockwise, along a table's lower right corner."""

    def draw(pen: Pen) -> None:
        arc = tuple((0.04 + 0.66 * math.sin(a), 0.22 + 0.66 * math.cos(a)) for a in (i * 1.75 / 24 for i in range(25)))
        pen.line(arc, theme.GILT, 0.13)
        pen.fill(((0.45, 0.26), (0.71, 0.0), (0.93, 0.3)), theme.GILT)

    return sprite("anticlockwise", size, size, ground, draw)


def upwards(size: int, ground: RGB) -> Image.Image:
    """The arrow that tells that play goes up a column of seats, on a round of the ground's colour."""

    def draw(pen: Pen) -> None:
        pen.line(((0.5, 0.82), (0.5, 0.4)), theme.GILT, 0.14)
        pen.fill(((0.2, 0.48), (0.5, 0.1), (0.8, 0.48)), theme.GILT)

    return sprite("upwards", size, size, ground, draw)


def knocking(size: int, ground: RGB) -> Image.Image:
    """A fist that knocks on wood: the sign of the betting pool."""

    def draw(pen: Pen) -> None:
        line = theme.INK
        for a, b in (((0.1, 0.2), (0.2, 0.3)), ((0.04, 0.5), (0.16, 0.52)), ((0.3, 0.04), (0.36, 0.16))):
            pen.line((a, b), theme.RED, 0.06)
        pen.fill(path("M .66 .5 L .98 .3 L .98 .72 L .7 .86"), theme.BLUE, line, 0.035)
        pen.fill(path("M .62 .47 L .72 .42 L .8 .86 L .7 .92"), theme.PAPER, line, 0.035)
        pen.fill(
            path("M .3 .34 C .26 .28 .36 .2 .44 .24 L .6 .3 C .72 .36 .74 .7 .66 .84 L .4 .86 C .28 .84 .24 .7 .26 .6"),
            theme.SKIN, line, 0.035,
        )  # fmt: skip
        for y in (0.34, 0.48, 0.62, 0.75):
            pen.box(0.2, y - 0.07, 0.46, y + 0.08, 0.07, theme.SKIN, line, 0.03)
        pen.fill(path("M .36 .28 C .46 .24 .58 .32 .56 .44 C .54 .52 .44 .5 .42 .44"), theme.SKIN, line, 0.03)

    return sprite("knocking", size, size, ground, draw)


def stop(size: int, ground: RGB) -> Image.Image:
    """The sign at the end of a run of cards: nobody has the next card."""

    def draw(pen: Pen) -> None:
        outer, inner = (
            tuple(
                (0.5 + r * math.cos(math.pi * (i + 0.5) / 4), 0.5 + r * math.sin(math.pi * (i + 0.5) / 4))
                for i in range(8)
            )
            for r in (0.5, 0.43)
        )
        pen.fill(outer, theme.PAPER)
        pen.fill(inner, theme.RED)
        pen.box(0.24, 0.42, 0.76, 0.58, 0.02, theme.PAPER)

    return sprite("stop", size, size, ground, draw)
