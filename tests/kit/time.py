"""Time that goes on only when a test says so, or where somebody sleeps by it."""

from __future__ import annotations

import asyncio

from bot.service.turn_time import Time

START = 1_800_000_000.0


class Clock:
    """Seconds that stand still until a test moves them, or somebody sleeps by them."""

    def __init__(self, now: float = START) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        await asyncio.sleep(0)


class Hands(Time):
    """A clock whose hands a test moves. Whoever sleeps by it wakes when the hands have come that far."""

    def __init__(self) -> None:
        self.utc = START
        """What the machine says that the time is, in seconds since the epoch: it can be set, also back."""
        self.passed = 1000.0
        self._sleeping: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self.utc

    def running(self) -> float:
        return self.passed

    async def sleep(self, seconds: float) -> None:
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleeping.append((self.passed + seconds, woken))
        try:
            await woken
        finally:
            self._sleeping = [(due, who) for due, who in self._sleeping if who is not woken]

    def forward(self, seconds: float) -> None:
        """So much time passes."""
        self.passed += seconds
        self.utc += seconds
        for due, woken in tuple(self._sleeping):
            if due <= self.passed and not woken.done():
                woken.set_result(None)

    @property
    def due(self) -> bool:
        """Whether somebody was woken who has not gone on yet."""
        return any(woken.done() for _, woken in self._sleeping)

    @property
    def next(self) -> float:
        """Seconds until somebody who sleeps by it wakes."""
        return min(due for due, woken in self._sleeping if not woken.done()) - self.passed
