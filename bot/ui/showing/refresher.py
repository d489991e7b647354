"""Work that is repeated whenever something has changed: one run at a time, not too often, and again if it fails."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

AGAIN: Final = (2.0, 5.0, 15.0, 60.0)
"""Seconds after which work that failed is tried again: the first time, the second, and so on."""


class Refresher:
    """Does ``work`` when it is woken; the next run serves changes that come meanwhile.

    Two runs begin at least ``spacing`` seconds apart, unless one is hurried: then what is missing comes before the next
    one. ``failed`` is called with what the work raised and says whether trying again can help.
    """

    def __init__(
        self, work: Callable[[], Awaitable[None]], spacing: float, failed: Callable[[Exception], bool]
    ) -> None:
        self._work, self._spacing, self._failed = work, spacing, failed
        self._woken = False
        self._held = 0
        self._stopped = False
        self._failures = 0
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._next = 0.0
        """When the next run may begin, in running seconds."""
        self._hurried = False
        """Whether the next run begins before that."""
        self._pause: asyncio.Future[None] | None = None
        """Done as soon as the next run may begin."""
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def busy(self) -> bool:
        """Whether the work is being done, or the pause after it is not over."""
        return self._task is not None

    @property
    def due(self) -> bool:
        """Whether there is something to do, or the work is being done."""
        return self._woken or self.busy

    def wake(self) -> None:
        """Says that there is something to do."""
        self._woken = True
        if not self._stopped:
            self._idle.clear()
        self._begin()

    def hurry(self) -> None:
        """Has the next run begin without its distance, unless that of the one before was cut short as well."""
        if self._next - time.monotonic() <= self._spacing:
            self._hurried = True
            self._end_pause()

    @property
    def held(self) -> bool:
        """Whether no run begins for now; one that has begun goes on."""
        return self._held > 0

    def hold(self) -> None:
        """Begins no run until ``release`` was called as many times as this."""
        self._held += 1

    def release(self) -> None:
        """Ends a hold."""
        self._held -= 1
        self._begin()

    async def caught_up(self) -> None:
        """Waits until the work was done, or has failed, after the last time it was woken; or until it is stopped."""
        await self._idle.wait()

    def stop(self) -> None:
        """Begins no more runs; a run that has begun is finished."""
        self._stopped = True
        if self._task is None:
            self._idle.set()
        if self._timer is not None:
            self._timer.cancel()

    async def close(self) -> None:
        """Stops, and cancels what is being done."""
        self.stop()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _begin(self) -> None:
        if self._woken and self._task is None and not self._held and not self._stopped:
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        try:
            while self._woken and not self._held and not self._stopped:
                self._woken = self._hurried = False
                self._next = max(self._next, time.monotonic()) + self._spacing
                try:
                    await self._work()
                    self._failures = 0
                except Exception as error:
                    if self._failed(error):
                        self._try_again()
                if not self._woken or self._stopped:
                    self._idle.set()
                if not self._stopped and not self._hurried:
                    await self._wait_for_next()
        finally:
            self._task = None
            if self._stopped:
                self._idle.set()
        self._begin()

    async def _wait_for_next(self) -> None:
        """Waits until the next run may begin, or is hurried."""
        if (seconds := self._next - time.monotonic()) <= 0:
            await asyncio.sleep(0)
            return
        loop = asyncio.get_running_loop()
        self._pause = loop.create_future()
        timer = loop.call_later(seconds, self._end_pause)
        try:
            await self._pause
        finally:
            self._pause = None
            timer.cancel()

    def _end_pause(self) -> None:
        if self._pause is not None and not self._pause.done():
            self._pause.set_result(None)

    def _try_again(self) -> None:
        pause = AGAIN[min(self._failures, len(AGAIN) - 1)]
        self._failures += 1
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(pause, self.wake)
