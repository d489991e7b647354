"""Drawing off the event loop, in one warm child process that is started again if it died."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from typing import Final, ParamSpec

from bot.processes.child import Child, FailedError, LostError, request_of
from cards_img.tools.encode import quickly
from cards_img.warming import warm

P = ParamSpec("P")

_PATIENCE: Final = 30.0
"""Seconds after which a drawing counts as lost; the time in which it waits for its turn is not counted."""
_UNDER_WAY: Final = 4
"""Pictures that are asked of the child at one time: so it goes on while the loop is busy. The others wait here, where
they can still be dropped."""
_MANY: Final = 40.0
"""Pictures a second from which on they are packed quickly, and take a third less of the processor: at about 150 tables.
With fewer it has time to spare, and smaller files reach a phone sooner."""
_LATELY: Final = 10.0
"""Over how many seconds that is counted, so that one deal with ten hands isn't many."""


class PictureError(Exception):
    """A picture could not be drawn; its text is one sentence and names no card."""


class Painter:
    """Draws pictures in a child process, one after another. Belongs to one event loop.

    If a caller is cancelled before the turn of its picture comes, that picture is not drawn. ``clock`` gives running
    seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._child, self._clock = Child(), clock
        self._starting = asyncio.Lock()
        self._turn = asyncio.Semaphore(_UNDER_WAY)
        self._drawings: set[asyncio.Task[bytes]] = set()
        self._closed = False
        self._asked = 0
        self._lately, self._counted = 0.0, clock()
        """How many pictures were wanted lately, and when that was counted."""

    @property
    def waiting(self) -> int:
        """How many pictures are asked for and not drawn yet."""
        return self._asked

    async def start(self) -> None:
        """Starts the child, which draws the cards in advance: about a second. Raises PictureError if that fails."""
        await self._ask(request_of(warm, ()))

    async def draw(self, function: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs) -> bytes:
        """The picture that ``function``, a function of ``cards_img``, draws from the arguments.

        Raises PictureError if it can't be drawn; a child that died is started again first.
        """
        if self._are_many():
            return await self._ask(request_of(quickly, (function, *args), kwargs))
        return await self._ask(request_of(function, args, kwargs))

    async def close(self) -> None:
        """Ends the child at once, whatever it draws. No picture is drawn after that."""
        self._closed = True
        async with self._starting:  # one that is being started is there after that
            await self._child.stop(at_once=True)
        await asyncio.gather(*self._drawings, return_exceptions=True)

    def _are_many(self) -> bool:
        """Counts one more picture. Returns whether there are so many that they are to be packed quickly."""
        now = self._clock()
        self._lately = self._lately * math.exp((self._counted - now) / _LATELY) + 1
        self._counted = now
        return self._lately > _MANY * _LATELY

    async def _ask(self, request: bytes) -> bytes:
        self._asked += 1
        try:
            await self._turn.acquire()
        except BaseException:
            self._asked -= 1
            raise
        # Shielded: a caller that is cancelled from here on must not leave half a request in the pipe.
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
        lost = 0  # how often the process was lost over this picture, not over one before it
        while lost < 2:
            child = await self._running()
            try:
                picture: bytes = await child.call(request, _PATIENCE)
            except LostError as error:
                lost += error.begun
                if self._child is child:  # else it was replaced already
                    self._child = Child()
                await child.stop()
                continue
            except FailedError as error:
                text = str(error) if error.plain else f"the picture could not be drawn ({error})"
                raise PictureError(text) from None
            return picture
        raise PictureError("the drawing process ended or hung twice while it drew this picture")

    async def _running(self) -> Child:
        """The child, started if it doesn't run."""
        async with self._starting:
            if self._closed:
                raise PictureError("the painter is closed, so it draws no picture")
            if not self._child.alive:
                try:
                    await self._child.start()
                except OSError as error:
                    why = error.strerror or error
                    raise PictureError(f"the drawing process could not be started ({why})") from error
            return self._child
