"""One warm child process that calls functions, one at a time. It ends with its parent, and its environment is clean."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.processes.worker import DONE, REFUSED, SIZE

_ENDING: Final = 2.0
"""Seconds in which a process may end by itself before it is killed."""
_BROKEN: Final = (asyncio.IncompleteReadError, ConnectionError, TimeoutError)


class LostError(Exception):
    """The process ended, or took too long; its text is one sentence and names no card."""


class FailedError(Exception):
    """The function raised an error. The text is that of a ValueError, or else the error's kind in brackets."""

    def __init__(self, text: str, *, plain: bool) -> None:
        super().__init__(text)
        self.plain = plain
        """Whether it is the text of a ValueError, which a function writes for people."""


def request_of(
    function: Callable[..., object], args: tuple[object, ...], kwargs: Mapping[str, object] | None = None
) -> bytes:
    """A call as the process takes it: function and arguments are such as can be pickled."""
    return pickle.dumps((function, args, dict(kwargs or {})), pickle.HIGHEST_PROTOCOL)


class Child:
    """A process of its own. Belongs to one event loop; the caller sees to it that one call goes on at a time."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    @property
    def alive(self) -> bool:
        """Whether the process runs, as far as is known."""
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int | None:
        """The id of its process; None: there is none."""
        return self._process.pid if self._process is not None else None

    async def start(self) -> None:
        """Starts the process. It imports from the same places as this one, and its environment holds no secret.

        Raises OSError.
        """
        environment = {name: value for name, value in os.environ.items() if "TOKEN" not in name.upper()}
        environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot.processes.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment,
            limit=1 << 20,
        )

    async def call(self, request: bytes, seconds: float) -> Any:
        """What the function gives; it may take so many seconds. Raises LostError, and FailedError if it failed.

        After LostError, or if the caller was cancelled, the process is good for nothing: ``stop`` it.
        """
        if self._process is None or self._process.returncode is not None:
            raise LostError("the process has ended")
        try:
            async with asyncio.timeout(seconds):
                kind, answer = await _exchange(self._process, request)
        except _BROKEN as error:
            late = isinstance(error, TimeoutError)
            raise LostError("the process took too long" if late else "the process ended meanwhile") from None
        if kind == DONE:
            return pickle.loads(answer)
        raise FailedError(answer.decode(), plain=kind == REFUSED)

    async def stop(self, *, at_once: bool = False) -> None:
        """Ends the process, if there is one. ``at_once``: kills it; else it has two seconds to finish."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        try:
            async with asyncio.timeout(0 if at_once else _ENDING):
                await process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _exchange(process: asyncio.subprocess.Process, request: bytes) -> tuple[bytes, bytes]:
    """Sends a request; what kind of answer comes, and the answer."""
    to, back = process.stdin, process.stdout
    assert to is not None
    assert back is not None
    to.write(SIZE.pack(len(request)) + request)
    await to.drain()
    (size,) = SIZE.unpack(await back.readexactly(SIZE.size))
    answer = await back.readexactly(size)
    return answer[:1], answer[1:]
