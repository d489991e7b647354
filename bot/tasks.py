"""Tasks that run beside each other: until one of them fails, and how they are ended."""

from __future__ import annotations

import asyncio
from typing import Any


async def until_one_fails(*tasks: asyncio.Task[Any]) -> None:
    """Waits for tasks that go on for ever, and ends all of them once one has failed. Raises what that has raised."""
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
        for task in tasks:
            if task.done():
                task.result()
    finally:
        await end_tasks(*tasks)


async def end_tasks(*tasks: asyncio.Task[Any]) -> None:
    """Ends these, whatever becomes of them."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def end_in_time(*tasks: asyncio.Task[Any]) -> None:
    """The same of tasks that may be ending already, and are not to be hurried."""
    await end_tasks(*(task for task in tasks if not task.cancelling()))
    await asyncio.gather(*tasks, return_exceptions=True)
