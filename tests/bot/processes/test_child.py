"""A call to a process that is lost: it is told once, and nothing of it is left."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.processes.child import Child, LostError, request_of

HUGE = 8_000_000
"""Bytes that no pipe takes at once."""


@pytest.fixture
async def child() -> AsyncIterator[Child]:
    fresh = Child()
    await fresh.start()
    yield fresh
    await fresh.stop(at_once=True)


@pytest.fixture
async def reports() -> list[dict[str, Any]]:
    """What the loop was told that nobody has read."""
    told: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: told.append(context))
    return told


@pytest.mark.parametrize("seconds", [0.05, 60.0], ids=["took too long", "broke meanwhile"])
async def test_a_call_that_is_lost_while_it_is_sent_leaves_nothing_unread(
    child: Child, reports: list[dict[str, Any]], seconds: float
) -> None:
    assert await child.call(request_of(len, ("there",)), 60.0) == 5
    assert child.pid is not None
    os.kill(child.pid, signal.SIGSTOP)
    lost = asyncio.create_task(child.call(request_of(len, (bytes(HUGE),)), seconds))
    if seconds > 1:
        while not child._asked:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0)
    else:
        await asyncio.wait({lost})
    os.kill(child.pid, signal.SIGKILL)
    with pytest.raises(LostError):
        await lost
    assert child._reading is not None
    await child._reading
    del lost
    child._asked.clear()
    gc.collect()
    await asyncio.sleep(0)
    assert reports == []


async def test_it_is_known_which_call_the_process_was_lost_over(child: Child) -> None:
    calls = [child.call(request_of(os._exit, (1,)), 60.0), *(child.call(request_of(len, ("",)), 60.0) for _ in "ab")]
    lost = await asyncio.gather(*calls, return_exceptions=True)
    assert [error.begun for error in lost if isinstance(error, LostError)] == [True, False, False]
