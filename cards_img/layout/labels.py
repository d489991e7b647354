"""Labels in a row, each below what it names: the room is shared, so that none is cut where another leaves some."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cards_img.tools.fonts import NARROWEST

GAP: Final = 10
"""Pixels between two labels."""


def in_a_row(wanted: Sequence[tuple[float, int]], left: float, right: float) -> list[tuple[float, int]]:
    """The middle and the room of each label, in pixels, from the left.

    ``wanted``: the x below which its middle belongs, and how wide its text is. Where not all have room between
    ``left`` and ``right``, their letters are made narrower first; then the longest are cut to the same width.
    """
    rooms = shared([wide for _, wide in wanted], right - left - GAP * (len(wanted) - 1))
    starts: list[float] = []
    at = left
    for (middle, _), room in zip(wanted, rooms, strict=True):
        starts.append(max(at, middle - room / 2))
        at = starts[-1] + room + GAP
    at = right
    for i in range(len(starts) - 1, -1, -1):
        starts[i] = min(starts[i], at - rooms[i])
        at = starts[i] - GAP
    return [(start + room / 2, room) for start, room in zip(starts, rooms, strict=True)]


def shared(wanted: Sequence[int], room: float) -> list[int]:
    """What each gets of the room, in pixels: all that it wants, or its letters narrower, or no less than the others."""
    if sum(wanted) <= room:
        return list(wanted)
    least = [-int(-wide * NARROWEST // 1) for wide in wanted]
    if sum(least) <= room:
        part = (room - sum(least)) / max(1, sum(wanted) - sum(least))
        return [int(few + (wide - few) * part) for few, wide in zip(least, wanted, strict=True)]
    found = dict[int, int]()
    left = max(0.0, room)
    for i in sorted(range(len(least)), key=least.__getitem__):
        found[i] = min(least[i], int(left / (len(least) - len(found))))
        left -= found[i]
    return [found[i] for i in range(len(least))]
