"""Pictures that several messages show are drawn once: a table's for everybody's panel, a hand's that hasn't changed."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, ParamSpec

from bot.ui.pictures.studio import Draws

P = ParamSpec("P")

PICTURES_KEPT: Final = 200
"""Pictures that are kept, however old: some four megabytes."""
MOST_KEPT: Final = 3_000
"""Pictures that are kept, however young."""
YOUNG: Final = 15.0
"""Seconds since a picture was asked for within which panels that are told later may ask for it again."""


@dataclass(slots=True)
class _Drawing:
    """A picture that is drawn or under way."""

    task: asyncio.Task[bytes]
    waiting: int = 0
    """How many wait for it."""
    asked: float = 0.0
    """When it was last asked for, in running seconds."""


class SharedPictures:
    """Draws with ``painter`` what was not drawn lately. Pictures under way are waited for by all who want them.

    One that nobody waits for any more is given up. ``clock`` gives running seconds.
    """

    def __init__(self, painter: Draws, clock: Callable[[], float] = time.monotonic) -> None:
        self._painter, self._clock = painter, clock
        self._drawn: OrderedDict[object, _Drawing] = OrderedDict()
        """The picture that was asked for longest ago first."""

    async def draw(self, function: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs) -> bytes:
        """The picture as PNG. Raises what drawing raises; what could not be drawn is tried anew the next time."""
        key = (function, args, tuple(sorted(kwargs.items())))
        try:
            drawing = self._drawn.get(key)
        except TypeError:  # something in it can change, so that nobody knows whether it is the same
            return await self._painter.draw(function, *args, **kwargs)
        if drawing is None:
            task = asyncio.ensure_future(self._painter.draw(function, *args, **kwargs))
            drawing = self._drawn[key] = _Drawing(task)
            task.add_done_callback(lambda done: self._ended(key, done))
        self._drawn.move_to_end(key)
        drawing.asked = self._clock()
        drawing.waiting += 1
        try:
            # Whoever waits no more doesn't take the picture from the others.
            return await asyncio.shield(drawing.task)
        finally:
            drawing.waiting -= 1
            if not drawing.waiting and not drawing.task.done():
                drawing.task.cancel()
                self._forget(key, drawing.task)

    def ready(self, function: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs) -> bytes | None:
        """The picture as PNG, if it is drawn already."""
        key = (function, args, tuple(sorted(kwargs.items())))
        try:
            drawing = self._drawn.get(key)
        except TypeError:  # as above
            return None
        if drawing is None or not drawing.task.done() or drawing.task.cancelled() or drawing.task.exception():
            return None
        self._drawn.move_to_end(key)
        drawing.asked = self._clock()
        return drawing.task.result()

    def _forget(self, key: object, task: asyncio.Task[Any]) -> None:
        if (drawing := self._drawn.get(key)) is not None and drawing.task is task:
            del self._drawn[key]

    def _ended(self, key: object, task: asyncio.Task[Any]) -> None:
        if task.cancelled() or task.exception() is not None:
            self._forget(key, task)
        young = self._clock() - YOUNG
        while len(self._drawn) > PICTURES_KEPT:
            oldest = next(iter(self._drawn.values()))
            if oldest.asked > young and len(self._drawn) <= MOST_KEPT:
                break
            self._drawn.popitem(last=False)
