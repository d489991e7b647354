"""Tasks that run beside each other: waiting until one of them ends or fails, and ending them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any


async def until_one_ends(*tasks: asyncio.Task[Any]) -> None:
    """Waits until one of the tasks has ended; the others go on. Raises what it has raised, if it has failed."""
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    _raise_what_failed(tasks)


async def until_one_fails(*tasks: asyncio.Task[Any]) -> None:
    """Waits until one of the tasks has failed, and ends the others then. Raises what it has raised."""
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
        _raise_what_failed(tasks)
    finally:
        await end_tasks(*tasks)


def _raise_what_failed(tasks: Iterable[asyncio.Task[Any]]) -> None:
    for task in tasks:
        if task.done():
            task.result()


async def end_tasks(*tasks: asyncio.Task[Any]) -> None:
    """Cancels these, and waits until they have ended; what they raise is left aside."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def end_in_time(*tasks: asyncio.Task[Any]) -> None:
    """The same, but leaves those alone that were cancelled before: these may take their time."""
    await end_tasks(*(task for task in tasks if not task.cancelling()))
    await asyncio.gather(*tasks, return_exceptions=True)
