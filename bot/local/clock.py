"""The server's clock, which tests and the host can move forward: an hour later comes without an hour's waiting."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """Seconds since 1970, as ``source`` tells them and as far ahead as the clock was moved."""

    def __init__(self, source: Callable[[], float] = time.time) -> None:
        self.ahead = 0.0
        self._source = source
        self._listeners: list[Callable[[], None]] = []

    def __call__(self) -> float:
        return self._source() + self.ahead

    def forward(self, seconds: float) -> None:
        """Move the clock. Raises ValueError for a step back: ids only ever grow."""
        if seconds < 0:
            raise ValueError("The clock only goes forward")
        self.ahead += seconds
        for listener in self._listeners:
            listener()

    def listen(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` after each move."""
        self._listeners.append(listener)
