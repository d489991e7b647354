"""Python's garbage collection: looks for what nobody uses any more, so short that no press is held up by them."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import Iterator
from typing import Any, Final

YOUNG: Final = 2_000
"""How many more objects there are than at the last look when Python looks through those that have come since."""
TWICE: Final = 5
"""After this many such looks, what was still used is looked through once more."""
_NEVER: Final = 1_000_000_000
WHOLE: Final = 600.0
"""Seconds between two looks through everything, each of which takes a second with two thousand tables."""


@contextlib.contextmanager
def memory_settled() -> Iterator[None]:
    """While this is open, what is still used after two looks counts as lasting. Belongs to the running event loop.

    By itself Python goes through all that there is again and again, and holds up every press meanwhile: a tenth of a
    second just after the start, half a second with a thousand tables. Nearly all of it is code, texts and tables, which
    stay, or go without such a look. The little that only such a look finds, because it refers to itself, waits for the
    next look through everything if it was still used at the second one.
    """
    before, loop = gc.get_threshold(), asyncio.get_running_loop()
    timer: asyncio.TimerHandle | None = None

    def look_through() -> None:
        nonlocal timer
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        timer = loop.call_later(WHOLE, look_through)

    def looked(phase: str, info: dict[str, Any]) -> None:
        if phase == "stop" and info["generation"] == 1:
            gc.freeze()

    look_through()
    gc.set_threshold(YOUNG, TWICE, _NEVER)
    gc.callbacks.append(looked)
    try:
        yield
    finally:
        if timer is not None:
            timer.cancel()
        gc.callbacks.remove(looked)
        gc.set_threshold(*before)
        gc.unfreeze()
