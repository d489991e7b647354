"""What is done for people: presses and commands, which the bot finishes before it stops, and what shows tables."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final, TypeVar

T = TypeVar("T")

FINISH: Final = 2.2
"""Seconds that work under way has to be finished when the bot stops."""
SAY_SO: Final = 0.7
"""Seconds after that in which whoever still waits is told that there is no answer."""
FOLLOWED_FINISH, FOLLOWED_SAY_SO = 1.2, 0.4
"""The same where another process goes on: what people ask for meanwhile waits there, and Discord waits for three
seconds."""


class Serving:
    """Counts what is being served; ``closed``: nothing new is taken any more."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()
        self.closed = False
        self.followed = False
        """Whether another process goes on with what is played here: it keeps what people ask for from the end on."""
        self.shared = False
        """Whether other processes are this bot, too: what one of them has answered was done there."""
        self._ours = asyncio.Event()
        self._ours.set()
        self._showing: set[asyncio.Future[Any]] = set()
        self.another_bot = asyncio.Event()
        """Set once another bot with the same token answers people."""

    @property
    def cut_off(self) -> bool:
        """Whether another process may have taken over meanwhile: it answers first, and shows the tables."""
        return not self._ours.is_set()

    @cut_off.setter
    def cut_off(self, cut_off: bool) -> None:
        if not cut_off:
            self._ours.set()
            return
        self._ours.clear()
        broken_off, self._showing = self._showing, set()
        for work in broken_off:
            work.cancel()

    async def shows(self, work: Callable[[], Awaitable[T]]) -> T:
        """Does what shows a table, and returns what that returns; raises what it raises.

        Whatever is under way as another process may have taken over is broken off: a request that hangs would arrive
        later, over what the other one shows by then. It is done anew once that is over.
        """
        while True:
            await self._ours.wait()
            doing = asyncio.ensure_future(work())
            self._showing.add(doing)
            try:
                return await doing
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if doing in self._showing or (task is not None and task.cancelling()):
                    raise
            finally:
                self._showing.discard(doing)

    def stop_for_another_bot(self) -> None:
        """Takes nothing new any more: another bot with the same token answers people."""
        if self.shared:
            return
        self.closed = True
        self.another_bot.set()

    @contextlib.contextmanager
    def somebody(self) -> Iterator[None]:
        """While this is open, the present task serves somebody."""
        task = asyncio.current_task()
        assert task is not None, "there is always a task here"
        self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)

    async def finish(self) -> None:
        """Takes nothing new and waits for what is under way; what takes too long is cancelled, and says so."""
        self.closed = True
        finish, say_so = (FOLLOWED_FINISH, FOLLOWED_SAY_SO) if self.followed else (FINISH, SAY_SO)
        await self._ended(finish)
        for seconds in (say_so, 0.0):
            for task in tuple(self._tasks):
                task.cancel()
            await self._ended(seconds)

    async def _ended(self, seconds: float) -> None:
        if self._tasks:
            await asyncio.wait(tuple(self._tasks), timeout=seconds)
