"""The bot as a process whose disk and whose clock can go wrong from outside."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.e2e.process import BotProcess

CLOCK = "TORTURE_CLOCK"
"""Names the file that says by how many seconds the clock is set back."""

_RUNNER = f"""
import os, sys, time
from pathlib import Path

right, file = time.time, Path(os.environ[{CLOCK!r}])
time.time = lambda: right() - float(file.read_text())
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
        self._copier: subprocess.Popen[bytes] | None = None
        self._clock = folder / "set_back"
        self.set_back(0.0)
        self._environment[CLOCK] = str(self._clock)

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
        """No file takes a further byte from the bot; its log is none of its files."""
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
