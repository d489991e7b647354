"""Drawing off the event loop, in one warm child process: started again if it died, ended with its parent."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import struct
import sys
from collections.abc import Callable
from typing import Final, ParamSpec

P = ParamSpec("P")

SIZE: Final = struct.Struct(">I")
"""How many bytes follow, before each request and each answer."""
_PATIENCE: Final = 30.0
"""Seconds after which a drawing counts as lost; the time in which it waits for its turn is not counted."""
_LOST: Final = (asyncio.IncompleteReadError, ConnectionError, TimeoutError)


class PictureError(Exception):
    """A picture could not be drawn; its text is one sentence and names no card."""


class Painter:
    """Draws pictures in a child process, one after another. Belongs to one event loop.

    If a caller is cancelled before the turn of its picture comes, that picture is not drawn.
    """

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._drawings: set[asyncio.Task[bytes]] = set()
        self._closed = False
        self._asked = 0

    @property
    def waiting(self) -> int:
        """How many pictures are asked for and not drawn yet."""
        return self._asked

    async def start(self) -> None:
        """Starts the child, which draws the cards in advance: about a second. Raises PictureError if that fails."""
        await self._ask(None)

    async def draw(self, function: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs) -> bytes:
        """The picture that ``function``, a function of this package, draws from the arguments.

        Raises PictureError if it can't be drawn; a child that died is started again first.
        """
        return await self._ask((function, args, kwargs))

    async def close(self) -> None:
        """Ends the child. No picture is drawn after that."""
        self._closed = True
        async with self._turn:
            await self._stop()

    async def _ask(self, job: object) -> bytes:
        request = pickle.dumps(job, pickle.HIGHEST_PROTOCOL)
        self._asked += 1
        try:
            await self._turn.acquire()
        except BaseException:
            self._asked -= 1
            raise
        # Shielded: a caller that is cancelled from here on must not leave half an answer in the pipe.
        drawing = asyncio.create_task(self._answer(request))
        self._drawings.add(drawing)
        drawing.add_done_callback(self._drawn)
        return await asyncio.shield(drawing)

    def _drawn(self, drawing: asyncio.Task[bytes]) -> None:
        self._turn.release()
        self._asked -= 1
        self._drawings.discard(drawing)
        if not drawing.cancelled():
            drawing.exception()

    async def _answer(self, request: bytes) -> bytes:
        for _ in range(2):
            if self._closed:
                raise PictureError("the painter is closed, so it draws no picture")
            try:
                async with asyncio.timeout(_PATIENCE):
                    good, answer = await self._exchange(request)
            except _LOST:
                await self._stop()
                continue
            if not good:
                raise PictureError(answer.decode())
            return answer
        raise PictureError("the drawing process ended or hung twice while it drew this picture")

    async def _exchange(self, request: bytes) -> tuple[bool, bytes]:
        if self._process is None or self._process.returncode is not None:
            self._process = await _child()
        to, back = self._process.stdin, self._process.stdout
        assert to is not None
        assert back is not None
        to.write(SIZE.pack(len(request)) + request)
        await to.drain()
        (size,) = SIZE.unpack(await back.readexactly(SIZE.size))
        answer = await back.readexactly(size)
        return answer[:1] == b"+", answer[1:]

    async def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        try:
            async with asyncio.timeout(2):
                await process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _child() -> asyncio.subprocess.Process:
    """A new drawing process. It imports from the same places as this one, and its environment holds no secret."""
    environment = {name: value for name, value in os.environ.items() if "TOKEN" not in name.upper()}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "cards_img.worker",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=environment,
        limit=1 << 20,
    )
