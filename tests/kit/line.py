"""A line to PostgreSQL as if the server were far away: it delays, it counts round trips, and it can be cut."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from urllib.parse import parse_qs, urlsplit

from bot.store.where import Server


class Line:
    """The line; ``delay``: seconds each way."""

    def __init__(self, place: Server, delay: float = 0.0) -> None:
        parts = urlsplit(place.url)
        given = parse_qs(parts.query)
        self._socket, self._path = f"{given['host'][0]}/.s.PGSQL.5432", parts.path
        self._user, self.delay = given["user"][0], delay
        self.round_trips = 0
        """How often something was sent to the server after it had answered."""
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.server = place
        """The database as it is reached by this line, once it is there."""

    async def start(self) -> asyncio.Server:
        """Begins to take connections."""
        listening = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = listening.sockets[0].getsockname()[1]
        self.server = Server(f"postgresql://{self._user}@127.0.0.1:{port}{self._path}?sslmode=disable")
        return listening

    def cut(self) -> None:
        """Breaks all connections."""
        for writer in self._open:
            writer.transport.abort()

    async def close(self) -> None:
        """Breaks all connections, and waits until nothing is under way."""
        self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, to_there = await asyncio.open_unix_connection(self._socket)
        self._open |= {writer, to_there}
        answered = [True]
        for work in (self._pass(reader, to_there, answered, True), self._pass(there, writer, answered, False)):
            task = asyncio.create_task(work)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answered: list[bool], asks: bool
    ) -> None:
        loop, coming = asyncio.get_running_loop(), asyncio.Queue[tuple[float, bytes]]()

        async def deliver() -> None:
            while True:
                at, said = await coming.get()
                await asyncio.sleep(max(0.0, at - loop.time()))
                if not said:
                    writer.close()
                    return
                if asks and answered[0]:
                    self.round_trips += 1
                answered[0] = not asks
                writer.write(said)
                await writer.drain()

        delivering = asyncio.create_task(deliver())
        try:
            with contextlib.suppress(OSError):
                while said := await reader.read(65536):
                    coming.put_nowait((loop.time() + self.delay, said))
            coming.put_nowait((loop.time() + self.delay, b""))
            with contextlib.suppress(OSError):
                await delivering
        finally:
            delivering.cancel()
            self._open.discard(writer)


@contextlib.asynccontextmanager
async def line_to(place: Server, delay: float = 0.0) -> AsyncIterator[Line]:
    """A line to that database of the tests' own server."""
    line = Line(place, delay)
    listening = await line.start()
    try:
        yield line
    finally:
        listening.close()
        await line.close()
