"""Painters for tests: they draw where they are called, or not at all, and remember what was asked of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, ParamSpec

from bot.ui.pictures.studio import Draws, Studio
from bot.ui.workload import Workload

P = ParamSpec("P")


class Straight:
    """Draws at once, with the real functions."""

    def __init__(self) -> None:
        self.drawn: list[tuple[Callable[..., bytes], tuple[Any, ...], bytes]] = []
        """Each picture's function, what it was given, and the PNG."""

    async def draw(self, function: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs) -> bytes:
        png = function(*args, **kwargs)
        self.drawn.append((function, args, png))
        return png


class Blank:
    """Makes pictures of a few bytes that show nothing."""

    def __init__(self) -> None:
        self.drawn: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []
        """Each picture's name, and what it was given."""
        self.broken = False
        self.hangs = False

    async def draw(self, function: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs) -> bytes:
        if self.hangs:
            await asyncio.Event().wait()
        if self.broken:
            raise RuntimeError("no colours left")
        self.drawn.append((function.__name__, args, kwargs))
        return b"PNG" + repr((function.__name__, len(self.drawn))).encode()


def patient(painter: Draws) -> Studio:
    """A studio that leaves no picture out because the machine is slow: its clock stands still."""
    return Studio(painter, Workload(lambda: 0.0))
