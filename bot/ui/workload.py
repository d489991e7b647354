"""How much the bot has to do: what begins first where there is more than it can do at once, and when it is too much.

Everything happens in one thread. A page takes it milliseconds to make, an acknowledgement far less; but where many
pages begin at the same time, each step of an acknowledgement would wait for all of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import time
from collections.abc import Callable, Iterator
from enum import Enum
from itertools import chain
from typing import Final, NamedTuple

ROUNDS: Final = 3
"""How often the event loop looks for what has come in, between the beginnings of two pages."""
TOO_LATE: Final = 1.0
"""Seconds after it was due at which a page begins where the bot is overloaded."""
CALM: Final = 10.0
"""Seconds without a page or picture so late, after which the bot isn't overloaded any more."""
LATE_PICTURE: Final = 2.5
"""Seconds after which a picture comes where the bot is overloaded, too, but for the first ones, before the painter is
there."""
MOST_PICTURES: Final = 200
"""Pictures that are waited for at one time; a painter takes about half a second for so many."""


class Urgency(Enum):
    """What a page is for; the value is within how many seconds it is to be begun."""

    ANSWER = 0.1
    """Somebody has pressed something, and looks at what comes of it; also what a new deal shows, at the table and of
    hands."""
    TO_ACT = 1.0
    """The panel of a person who is to act; also a table and its panels where no deal is played."""
    TABLE = 3.0
    """A table's message during a deal."""
    WAITING = 10.0
    """The panel of somebody who can only wait."""


_WAITED_FOR: Final = frozenset({Urgency.ANSWER, Urgency.TO_ACT})
"""What somebody waits for. Where the bot is overloaded, these pages come before all others, however long those have
waited: else all would be late, answers as well."""
SHARE: Final = 4
"""Where the bot is overloaded, one in so many pages is such as nobody waits for, so that those come, too."""


class _Waiting(NamedTuple):
    """A page that waits to be begun; of several the least begins first."""

    due: float
    """When it is to be begun, in seconds of the clock."""
    order: int
    """Which came first."""
    waited_for: bool
    """Whether somebody waits for it."""
    begins: asyncio.Future[None]


class Workload:
    """Lets the making of pages begin one by one: the one that is due first before all others, and where the bot is
    overloaded, what somebody waits for.

    Nothing waits where there is little to do. What is waited for with a page is to be read after that: so what happens
    meanwhile is shown together, and the more there is to do the fewer pages are made. No acknowledgement comes by here.
    ``clock`` gives seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._waiting: dict[bool, list[_Waiting]] = {True: [], False: []}
        """Those that somebody waits for, and the others: two heaps. A page that was hurried has two places, and the
        later one counts no more once it has begun."""
        self._begun = 0
        """How many of those that had to wait have begun."""
        self._of: dict[object, _Waiting] = {}
        """Those that can be hurried, by what they are of."""
        self._order = 0
        self._rounds = 0
        """How many rounds of the loop are still to pass before the next begins."""
        self._overloaded_until = 0.0
        self._pictures = 0
        """How many are waited for."""
        self._paints = False
        """Whether any picture has come in time yet."""

    @property
    def waiting(self) -> int:
        """How many pages wait to be begun."""
        everything = chain.from_iterable(self._waiting.values())
        return len({waiting.begins for waiting in everything if not waiting.begins.done()})

    @property
    def overloaded(self) -> bool:
        """Whether pages have begun or pictures have come too late a short time ago, or too many are waited for.

        Then pages come without their pictures.
        """
        for waiting in self._firsts():
            self._note(self._clock() - waiting.due)
        return self._pictures >= MOST_PICTURES or self._clock() < self._overloaded_until

    async def room(self, urgency: Urgency, of: object = None) -> None:
        """Waits until a page may be begun. ``of``: what it is a page of, if it may become more urgent meanwhile; it has
        no other page at the same time."""
        if not self._rounds and self._first() is None:
            self._pause(1)
            return
        begins: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._order += 1
        waiting = self._wanted(urgency, self._order, begins)
        heapq.heappush(self._waiting[waiting.waited_for], waiting)
        if of is None:
            await begins
            return
        self._of[of] = waiting
        try:
            await begins
        finally:
            del self._of[of]

    def waits(self, of: object) -> bool:
        """Whether a page of that waits to be begun."""
        return of in self._of

    def hurry(self, of: object, urgency: Urgency) -> None:
        """A page of that, if one waits, is at least as urgent from now on."""
        waiting = self._of.get(of)
        if waiting is None or waiting.begins.done():
            return
        wanted = self._wanted(urgency, waiting.order, waiting.begins)
        sooner = wanted._replace(due=min(wanted.due, waiting.due), waited_for=wanted.waited_for or waiting.waited_for)
        if sooner != waiting:
            self._of[of] = sooner
            heapq.heappush(self._waiting[sooner.waited_for], sooner)

    def _firsts(self) -> list[_Waiting]:
        """The page that is due first of those that somebody waits for, and of the others, as far as there are any."""
        for heap in self._waiting.values():
            while heap and heap[0].begins.done():  # it has begun, or nobody waits for it any more
                heapq.heappop(heap)
        return [heap[0] for heap in self._waiting.values() if heap]

    def _first(self) -> _Waiting | None:
        """The page that begins next; None where none waits."""
        firsts = self._firsts()
        if len(firsts) < 2 or self._clock() >= self._overloaded_until:
            return min(firsts, default=None)
        return firsts[self._begun % SHARE == SHARE - 1]

    def _wanted(self, urgency: Urgency, order: int, begins: asyncio.Future[None]) -> _Waiting:
        return _Waiting(self._clock() + urgency.value, order, urgency in _WAITED_FOR, begins)

    @contextlib.contextmanager
    def picture(self) -> Iterator[None]:
        """While this is open a picture is waited for."""
        begun, came = self._clock(), False
        self._pictures += 1
        try:
            yield
            came = True
        finally:
            self._pictures -= 1
            seconds = self._clock() - begun
            if self._paints and seconds > LATE_PICTURE:
                self._begin_overload()
            self._paints = self._paints or (came and seconds <= LATE_PICTURE)

    def _pause(self, rounds: int) -> None:
        self._rounds = rounds
        asyncio.get_running_loop().call_soon(self._round)

    def _round(self) -> None:
        """The loop has gone round once."""
        if self._rounds > 1:
            self._pause(self._rounds - 1)
            return
        self._rounds = 0
        if (page := self._first()) is not None:
            self._note(self._clock() - page.due)
            self._begun += 1
            page.begins.set_result(None)
            self._pause(ROUNDS)

    def _note(self, late: float) -> None:
        if late > TOO_LATE:
            self._begin_overload()

    def _begin_overload(self) -> None:
        self._overloaded_until = self._clock() + CALM
