"""The bot as a process of its own, on a local Discord that outlives it, so that it can be killed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import sys
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[2]

_RUNNER = """
import sys
from bot.local import redirect
redirect(sys.argv.pop(1))
from bot.__main__ import main
sys.exit(main())
"""


_OWN_NUMBER = re.compile(r"share the database this is process (\d+)")
_NUMBER = re.compile(r"(?:this is|goes on as) process (\d+)")
ENDING = 40.0
"""Seconds in which it must have ended."""
STARTING = 120.0
"""Seconds in which the bot must have signed in, on a busy machine."""


class BotProcess:
    """``python -m bot`` with a token, pointed at a local Discord."""

    runner = _RUNNER
    """The program; its first argument is the local Discord's address."""

    def __init__(self, url: str, token: str, folder: Path, **settings: str) -> None:
        self._url, self._folder = url, folder
        self.database = folder / "knockabout.sqlite3"
        self.log = folder / "bot.log"
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("KNOCKABOUT_")},
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": token,
            "KNOCKABOUT_DATABASE": str(self.database),
            "KNOCKABOUT_ACTS_PER_MINUTE": "0",
            "KNOCKABOUT_PICTURES_PER_MINUTE": "0",
            **{f"KNOCKABOUT_{name.upper()}": value for name, value in settings.items()},
        }
        self._process: asyncio.subprocess.Process | None = None
        self.starts = 0

    async def start(self) -> None:
        """Starts it and waits until it is connected."""
        self.starts += 1
        before = self._signed_in()
        with self._output() as log:
            await self._begin(log)
        assert self._process is not None
        async with asyncio.timeout(STARTING):
            while self._signed_in() == before:
                assert self._process.returncode is None, self.log.read_text()
                await asyncio.sleep(0.05)

    async def start_standing_by(self) -> None:
        """Starts it where others may hold all its shards: waits until it takes part, and for no shard."""
        before = self._taking_part()
        with self._output() as log:
            await self._begin(log)
        assert self._process is not None
        async with asyncio.timeout(STARTING):
            while self._taking_part() == before:
                assert self._process.returncode is None, self.log.read_text()
                await asyncio.sleep(0.05)

    def _taking_part(self) -> int:
        return self.log.read_text().count("of those that share the database") if self.log.exists() else 0

    async def _begin(self, log: IO[bytes] | int) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            self.runner,
            self._url,
            cwd=self._folder,
            env=self._environment,
            stdout=log,
            stderr=log,
        )

    @property
    def pid(self) -> int:
        """The process's number."""
        assert self._process is not None, "it was started"
        return self._process.pid

    @property
    def numbers(self) -> set[int]:
        """Those that it has had in a database that it shares: its own, and its deputies'; also before it was killed."""
        return {int(number) for number in _NUMBER.findall(self.log.read_text())}

    @property
    def number(self) -> int:
        """Its own, since it was started last."""
        return int(_OWN_NUMBER.findall(self.log.read_text())[-1])

    def _signed_in(self) -> int:
        """How often the bot has said so; a new session with the gateway is told of, too."""
        return self.log.read_text().count("signed in") if self.log.exists() else 0

    def _output(self) -> contextlib.AbstractContextManager[IO[bytes] | int]:
        """Where the bot's log goes."""
        return self.log.open("ab")

    async def kill(self) -> None:
        """SIGKILL: no goodbye."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """SIGTERM, and the exit code."""
        return await self._end(signal.SIGTERM)

    async def exited(self) -> int:
        """Waits until it ends by itself; the exit code."""
        assert self._process is not None, "it was started"
        async with asyncio.timeout(40):
            return await self._process.wait()

    async def _end(self, how: signal.Signals) -> int:
        if self._process is None:
            return 0
        if self._process.returncode is None:
            self._process.send_signal(how)
        async with asyncio.timeout(ENDING):
            return await self._process.wait()

    async def audit(self) -> tuple[int, str]:
        """``python -m bot audit``: exit code and what it printed."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot",
            "audit",
            cwd=self._folder,
            env=self._environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        printed, _ = await process.communicate()
        return process.returncode or 0, printed.decode()
