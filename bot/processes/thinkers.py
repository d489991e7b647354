"""Warm child processes in which computer players think: a short queue, and an answer or none in time.

Whoever asks here has something else to do at once if no answer comes: the queue is full, the process has died, or the
time is up. None of that depends on a hand: only on how many wait, and on the clock.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final, Generic, Literal, Protocol, TypeVar

from bot.processes.child import Child, FailedError, LostError, request_of
from bot.processes.warming import warm
from bot.tasks import end_tasks
from engine.players.base import Limit
from engine.players.levels import WORLDS

log = logging.getLogger(__name__)
T = TypeVar("T")

SECONDS: Final = 0.5
"""The longest that a search takes for one decision; beside it, it goes as far as ``WORLDS`` worlds."""
WAITING: Final = 12
"""How many jobs may wait for each process; one more is refused."""
_FEW: Final = 3
"""How many jobs may wait for each process before searches are cut short: to a half, and to a quarter beyond twice as
many."""
_GRACE: Final = 10.0
"""Seconds by which a job may exceed the limit that it was given before its process counts as hung: on a machine that is
busy with something else it is slow, and starting it anew would make it slower. Meanwhile nobody waits for it."""
_WARMING: Final = 60.0
"""Seconds in which a process must have started."""
_LEAST: Final = 0.02
"""Seconds that must be left for a job that is begun."""
_PAUSE: Final = 5.0
"""Seconds until a process that couldn't be started is tried again."""

Outcome = Literal["done", "full", "lost", "late", "failed", "closed"]
"""What became of a job: there is an answer; too many wait; its process died or hung, or there is none; its time was up;
its function raised an error; the processes are ended."""


class NotThoughtError(Exception):
    """There is no answer; ``outcome`` says why. The text names no card."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome


@dataclass(frozen=True)
class Job(Generic[T]):
    """Something to think about in another process.

    ``function(*args, limit)`` is a function of ``engine.players`` whose arguments can be pickled.
    """

    function: Callable[..., T]
    args: tuple[object, ...]
    worlds: int = WORLDS
    """The most worlds that it looks at."""
    seconds: float = SECONDS
    """The longest that it takes."""


class Thinks(Protocol):
    """Where jobs are thought about; ``Thinkers`` is one."""

    async def submit(self, job: Job[T], within: float) -> T:
        """What the job's function gives, within so many seconds. Raises NotThoughtError."""


class Nobody:
    """Where there is no process to think in."""

    async def submit(self, job: Job[T], within: float) -> T:
        """Raises NotThoughtError."""
        raise NotThoughtError("lost")


NOBODY: Final = Nobody()


@dataclass(eq=False)
class _Asked:
    """A job that waits or is thought about."""

    job: Job[Any]
    until: float
    """When an answer is of no use any more, in the loop's seconds."""
    answer: asyncio.Future[Any]


class Thinkers:
    """Processes that think, a job at a time each, in the order in which jobs come. Belongs to one event loop."""

    def __init__(self, processes: int = 1) -> None:
        """``processes``: how many; 0: none, so that every job is refused."""
        self._children = tuple(Child() for _ in range(processes))
        self._ready: set[Child] = set()
        """Those that are warm."""
        self._queue: deque[_Asked] = deque()
        self._asked_for = asyncio.Event()
        """Set when a job comes."""
        self._serving: list[asyncio.Task[None]] = []
        self._closed = False
        self.outcomes: Counter[Outcome] = Counter()
        """How many jobs have had each outcome."""
        self.on_answer: Callable[[float], None] = lambda seconds: None
        """Called with the seconds from each job's coming to its answer."""

    @property
    def waiting(self) -> int:
        """How many jobs wait for a process."""
        return len(self._queue)

    @property
    def ready(self) -> bool:
        """Whether a process is warm, so that jobs are thought about."""
        return bool(self._ready)

    @property
    def pids(self) -> tuple[int, ...]:
        """The ids of the processes."""
        return tuple(child.pid for child in self._children if child.pid is not None)

    def begin(self) -> None:
        """Starts the processes, and goes on: each takes jobs as soon as it is warm."""
        if not self._serving and not self._closed:
            self._serving = [
                asyncio.create_task(self._serve(child), name=f"thinker {number}")
                for number, child in enumerate(self._children)
            ]

    async def submit(self, job: Job[T], within: float) -> T:
        """What the job's function gives, within so many seconds. Raises NotThoughtError.

        A job that still waits when its time is up or the caller is cancelled is not begun, and leaves its place.
        """
        loop = asyncio.get_running_loop()
        begun = loop.time()
        try:
            answer = await self._asked(job, begun + within)
        except NotThoughtError as error:
            self.outcomes[error.outcome] += 1
            raise
        self.outcomes["done"] += 1
        self.on_answer(loop.time() - begun)
        return answer

    async def _asked(self, job: Job[T], until: float) -> T:
        if self._closed:
            raise NotThoughtError("closed")
        if not self._ready:
            raise NotThoughtError("lost")
        if self.waiting >= WAITING * len(self._children):
            raise NotThoughtError("full")
        asked = _Asked(job, until, asyncio.get_running_loop().create_future())
        self._queue.append(asked)
        self._asked_for.set()
        try:
            async with asyncio.timeout_at(until):
                answer: T = await asked.answer
        except TimeoutError:
            raise NotThoughtError("late") from None
        finally:
            if asked in self._queue:
                self._queue.remove(asked)
        return answer

    async def close(self) -> None:
        """Ends the processes at once. Every job that waits, and every later one, is refused."""
        self._closed = True
        await end_tasks(*self._serving)
        while self._queue:
            _refuse(self._queue.popleft(), "closed")

    async def _serve(self, child: Child) -> None:
        """Keeps one process warm, and has it think about one job after another."""
        try:
            while True:
                if child not in self._ready and not await self._warmed(child):
                    await asyncio.sleep(_PAUSE)
                    continue
                if not self._queue:
                    self._asked_for.clear()
                    await self._asked_for.wait()
                elif not (asked := self._queue.popleft()).answer.done():
                    await self._think(child, asked)
        finally:
            self._ready.discard(child)
            await child.stop(at_once=True)

    async def _warmed(self, child: Child) -> bool:
        """Whether the process is started anew, and has done once what takes long the first time."""
        try:
            await child.stop(at_once=True)
            await child.start()
            await child.call(request_of(warm, ()), _WARMING)
        except (OSError, LostError, FailedError) as error:
            log.error("computer players play by rules alone: their process could not be started (%s)", error)
            return False
        self._ready.add(child)
        return True

    async def _think(self, child: Child, asked: _Asked) -> None:
        """Has the process think about the job, unless its time is nearly up."""
        left = asked.until - asyncio.get_running_loop().time()
        if left < _LEAST:
            _refuse(asked, "late")
            return
        part = self._part()
        seconds = min(asked.job.seconds / part, left)
        limit = Limit(max(1, asked.job.worlds // part), seconds, perf_counter)
        try:
            answer = await child.call(request_of(asked.job.function, (*asked.job.args, limit)), seconds + _GRACE)
        except LostError as error:
            self._ready.discard(child)
            log.warning("a process in which computer players think is started anew: %s", error)
            _refuse(asked, "lost")
        except asyncio.CancelledError:
            _refuse(asked, "closed")
            raise
        except Exception as error:
            # No text of an error is logged, as it could name a card, but for the bare kind of what the function raised.
            kind = error if isinstance(error, FailedError) and not error.plain else type(error).__name__
            log.error("a computer player could not think (%s)", kind)
            _refuse(asked, "failed")
        else:
            if not asked.answer.done():
                asked.answer.set_result(answer)

    def _part(self) -> int:
        """By what a search's limit is divided: the more jobs wait, the shorter each thinks."""
        few = _FEW * len(self._children)
        return 1 if self.waiting < few else 2 if self.waiting < 2 * few else 4


def _refuse(asked: _Asked, outcome: Outcome) -> None:
    if not asked.answer.done():
        asked.answer.set_exception(NotThoughtError(outcome))
        asked.answer.exception()  # nobody need wait for it any more
