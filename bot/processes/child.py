"""A warm child process that calls functions, one after another. It ends with its parent; its environment is clean."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import sys
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.processes.worker import DONE, REFUSED, SIZE

_ENDING: Final = 2.0
"""Seconds in which a process may end by itself before it is killed."""


class LostError(Exception):
    """The process ended, or took too long; its text is one sentence and names no card.

    ``begun``: whether the process may have begun with what was asked; else it was lost over a call before it.
    """

    def __init__(self, text: str, *, begun: bool = True) -> None:
        super().__init__(text)
        self.begun = begun


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
    """A process of its own, which answers calls in their order. Belongs to one event loop.

    The next calls may be sent before the first is answered, so that the process never waits for the loop.
    """

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._asked: deque[asyncio.Future[bytes]] = deque()
        """The calls that aren't answered yet, in their order."""
        self._reading: asyncio.Task[None] | None = None

    @property
    def alive(self) -> bool:
        """Whether the process runs, as far as is known."""
        reads = self._reading is not None and not self._reading.done()
        return reads and self._process is not None and self._process.returncode is None

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
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot.processes.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment,
            limit=1 << 20,
        )
        self._process, self._asked = process, deque()
        assert process.stdout is not None
        self._reading = asyncio.create_task(_read(process.stdout, self._asked))

    async def call(self, request: bytes, seconds: float) -> Any:
        """What the function gives; it and the calls before it may take so many seconds. Raises LostError, and
        FailedError if it failed.

        After LostError the process is good for nothing: ``stop`` it.
        """
        if self._process is None or self._process.stdin is None or not self.alive:
            raise LostError("the process has ended")
        to, answered = self._process.stdin, asyncio.get_running_loop().create_future()
        asked = self._asked
        asked.append(answered)
        try:
            async with asyncio.timeout(seconds):
                to.write(SIZE.pack(len(request)) + request)
                await to.drain()
                answer: bytes = await answered
        except TimeoutError:
            raise LostError("the process took too long", begun=_is_first(answered, asked)) from None
        except ConnectionError:
            raise LostError("the process ended meanwhile", begun=_is_first(answered, asked)) from None
        finally:
            answered.cancel()  # else an error that comes to it, which nobody reads, would be reported
        kind, answer = answer[:1], answer[1:]
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


def _is_first(call: asyncio.Future[bytes], asked: deque[asyncio.Future[bytes]]) -> bool:
    """Whether nothing before that call is unanswered."""
    return not asked or asked[0] is call or call not in asked


async def _read(answers: asyncio.StreamReader, asked: deque[asyncio.Future[bytes]]) -> None:
    """Gives each call its answer, until there are no more."""
    try:
        while True:
            (size,) = SIZE.unpack(await answers.readexactly(SIZE.size))
            answer = await answers.readexactly(size)
            if not (call := asked.popleft()).done():  # else nobody waits for it any more
                call.set_result(answer)
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        for place, call in enumerate(asked):
            if not call.done():
                call.set_exception(LostError("the process ended meanwhile", begun=place == 0))
