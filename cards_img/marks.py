"""Small drawings on a table: chips, stacks of them, the dealer's button, the computer's head, the winner's crown."""

from __future__ import annotations

import math
from typing import Final

from PIL import Image

from cards_img import theme
from cards_img.canvas import sprite
from cards_img.emblems import CROWN
from cards_img.paths import Pen, circle, placed
from cards_img.theme import RGB

CHIPS: Final[tuple[tuple[int, RGB], ...]] = ((100, theme.INK), (25, theme.GREEN), (5, theme.RED), (1, theme.BLUE))
"""What chips are worth, and their colours."""
_HIGH: Final = 8
"""How many chips a stack shows at most."""


def chip(size: int, ground: RGB) -> Image.Image:
    """A chip seen from above."""

    def draw(pen: Pen) -> None:
        pen.dot(0.5, 0.5, 0.49, theme.RED)
        for i in range(6):
            a = math.tau * i / 6
            pen.fill(_wedge(a, 0.24, 0.36, 0.49), theme.PAPER)
        pen.dot(0.5, 0.5, 0.33, theme.PAPER)
        pen.dot(0.5, 0.5, 0.28, theme.RED)
        pen.fill(placed(((0, -0.5), (0.36, 0), (0, 0.5), (-0.36, 0)), 0.5, 0.5, 0.36), theme.PAPER)

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


def pile_of_chips(amount: int, width: int, ground: RGB) -> Image.Image:
    """An amount as stacks of chips seen from the side; each chip ``width`` pixels wide."""
    shown = stacks(amount)
    colours = dict(CHIPS)
    columns = max(1, len(shown))
    thick = 0.2
    rise = 0.36
    tall = max((count for _, count in shown), default=1)
    total = round(width * (columns + (columns - 1) * 0.1))
    height = round(width * (rise + thick * tall + 0.03))

    def draw(pen: Pen) -> None:
        unit = width / total
        for column, (worth, count) in enumerate(shown):
            x = (column * 1.1 + 0.5) * unit
            base = height / total - (rise / 2 + 0.015) * unit
            for i in range(count):
                _side(pen, x, base - thick * i * unit, unit, thick, rise, colours[worth], top=i == count - 1)

    return sprite(f"chips {shown}", total, height, ground, draw)


def _oval(x: float, y: float, rx: float, ry: float) -> tuple[tuple[float, float], ...]:
    return tuple((x + rx * px, y + ry * py) for px, py in circle(0, 0, 1, 48))


def _side(pen: Pen, x: float, y: float, unit: float, thick: float, rise: float, colour: RGB, *, top: bool) -> None:
    """One chip of a stack: rim with pale spots and, on the highest, its upper face."""
    rx, ry, t = 0.49 * unit, rise / 2 * unit, thick * unit
    lower = [(px, py) for px, py in _oval(x, y, rx, ry) if py >= y - 1e-9]
    body = [*lower, *((px, py - t) for px, py in reversed(lower))]
    body = [*sorted(lower), *sorted(((px, py - t) for px, py in lower), reverse=True)]
    pen.fill(body, colour)
    for a, b in ((0.2, 0.42), (0.86, 1.14), (1.58, 1.8)):
        spot = [(x - rx * math.cos(k * math.pi / 2), y + ry * math.sin(k * math.pi / 2)) for k in _steps(a, b)]
        pen.fill([*spot, *((px, py - t) for px, py in reversed(spot))], theme.PAPER)
    pen.line(sorted(lower), theme.SHADOW, 0.028 * unit)
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
            pen.text(letter, 0.5, 0.5, 0.42, theme.INK, 0.5)

    return sprite(f"button {letter}", size, size, ground, draw)


def computer(size: int, colour: RGB, ground: RGB) -> Image.Image:
    """The head of a computer player."""

    def draw(pen: Pen) -> None:
        pen.line(((0.5, 0.12), (0.5, 0.3)), colour, 0.07)
        pen.dot(0.5, 0.12, 0.085, colour)
        pen.box(0.0, 0.44, 0.14, 0.7, 0.05, colour)
        pen.box(0.86, 0.44, 1.0, 0.7, 0.05, colour)
        pen.box(0.11, 0.27, 0.89, 0.93, 0.16, colour)
        for x in (0.34, 0.66):
            pen.dot(x, 0.52, 0.085, ground)
        pen.box(0.32, 0.71, 0.68, 0.79, 0.04, ground)

    return sprite(f"computer {colour}", size, size, ground, draw)


def crown(size: int, ground: RGB) -> Image.Image:
    """The winner's crown."""

    def draw(pen: Pen) -> None:
        pen.fill(placed(CROWN, 0.5, 0.47, 0.86), theme.GOLD)
        for x, y in ((0.5, 0.09), (0.08, 0.16), (0.92, 0.16)):
            pen.dot(x, y, 0.075, theme.GOLD)

    return sprite("crown", size, size, ground, draw)
