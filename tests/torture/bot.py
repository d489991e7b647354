"""The bot as a process whose disk and whose clock can go wrong from outside."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from tests.e2e.process import BotProcess

CLOCK = "TORTURE_CLOCK"
"""Names the file that says by how many seconds the clock is set back."""
MOST_STARTING = 60.0
"""Seconds for which a bot is started again that has ended with a sentence."""
FULL = "TORTURE_FULL"
"""Names the file that is there while the disk is full."""

_RUNNER = f"""
import os, sys, time
from pathlib import Path

right, file = time.time, Path(os.environ[{CLOCK!r}])
time.time = lambda: right() - float(file.read_text())
from tests.torture.disk import full_while
full_while(Path(os.environ[{FULL!r}]))
from bot.local import redirect
redirect(sys.argv.pop(1))
from bot.__main__ import main
sys.exit(main())
"""


class TorturedBot(BotProcess):
    """``python -m bot``, with a disk that fills up and a clock that is set back."""

    runner = _RUNNER

    def __init__(self, url: str, token: str, folder: Path, **settings: str) -> None:
        super().__init__(url, token, folder, **settings)
        self.failed_starts = 0
        self._copier: subprocess.Popen[bytes] | None = None
        self._clock = folder / "set_back"
        self.set_back(0.0)
        self._full = folder / "full"
        self._environment |= {CLOCK: str(self._clock), FULL: str(self._full)}

    @contextlib.contextmanager
    def _output(self) -> Iterator[int]:
        """A pipe, which no limit on files holds for, into the log."""
        read, write = os.pipe()
        try:
            with self.log.open("ab") as log:
                self._copier = subprocess.Popen(["cat"], stdin=read, stdout=log)
            yield write
        finally:
            os.close(read)
            os.close(write)

    async def start(self) -> None:
        """Starts it, again and again where a fault keeps it from starting, as a service's manager does.

        Raises TimeoutError after a minute.
        """
        end = time.monotonic() + MOST_STARTING
        while True:
            try:
                return await super().start()
            except AssertionError:  # it ended with a sentence: the disk is full, or the database locked
                if time.monotonic() > end:
                    raise TimeoutError(f"the bot can't be started:\n{self.log.read_text()[-2000:]}") from None
                self.starts -= 1
                self.failed_starts += 1
                await asyncio.sleep(0.3)

    @property
    def ended(self) -> int | None:
        """The exit code, once it has ended."""
        return None if self._process is None else self._process.returncode

    async def _end(self, how: signal.Signals) -> int:
        code = await super()._end(how)
        if self._copier is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):  # what the bot has started may live a moment longer
                await asyncio.to_thread(self._copier.wait, 5)
        return code

    def set_back(self, seconds: float) -> None:
        """The machine's clock is so much behind from now on; timers don't see it."""
        beside = self._clock.with_suffix(".new")
        beside.write_text(repr(seconds))
        os.replace(beside, self._clock)

    @contextlib.contextmanager
    def full_disk(self) -> Iterator[None]:
        """No file of the database's grows: SQLite is told that there is no space left."""
        self._full.touch()
        try:
            yield
        finally:
            self._full.unlink(missing_ok=True)

    @contextlib.contextmanager
    def failing_disk(self) -> Iterator[None]:
        """No file takes a byte from the bot, which gets errors; its log is none of its files."""
        if (process := self._process) is None or process.returncode is not None:
            yield
            return
        try:
            before = resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        except ProcessLookupError:
            yield
            return
        try:
            yield
        finally:
            with contextlib.suppress(ProcessLookupError):  # it was killed meanwhile
                resource.prlimit(process.pid, resource.RLIMIT_FSIZE, before)
