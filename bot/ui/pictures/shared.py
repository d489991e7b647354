"""Pictures that several messages show are drawn once: a table's for everybody's panel, a hand's that hasn't changed."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, ParamSpec

from bot.ui.pictures.studio import Draws

P = ParamSpec("P")

KEPT: Final = 200
"""Pictures that are kept: some four megabytes."""


class SharedPictures:
    """Draws with ``painter`` what was not drawn lately. Pictures under way are waited for by all who want them."""

    def __init__(self, painter: Draws) -> None:
        self._painter = painter
        self._drawn: OrderedDict[object, asyncio.Task[bytes]] = OrderedDict()

    async def draw(self, function: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs) -> bytes:
        """The picture as PNG. Raises what drawing raises; what could not be drawn is tried anew the next time."""
        key = (function, args, tuple(sorted(kwargs.items())))
        try:
            task = self._drawn.get(key)
        except TypeError:  # something in it can change, so that nobody knows whether it is the same
            return await self._painter.draw(function, *args, **kwargs)
        if task is None:
            task = self._drawn[key] = asyncio.ensure_future(self._painter.draw(function, *args, **kwargs))
            task.add_done_callback(lambda done: self._ended(key, done))
        self._drawn.move_to_end(key)
        # One who waits no more doesn't take the picture from the others.
        return await asyncio.shield(task)

    def _ended(self, key: object, task: asyncio.Task[Any]) -> None:
        if task.cancelled() or task.exception() is not None:
            self._drawn.pop(key, None)
        while len(self._drawn) > KEPT:
            self._drawn.popitem(last=False)
