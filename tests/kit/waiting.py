"""Waiting for what is to come true, and not for a time in which it should have."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


async def until(condition: Callable[[], object]) -> None:
    """Waits until it holds. Raises AssertionError where it doesn't within half a minute."""
    for _ in range(3_000):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come about")
