"""How much one person may ask for in a short time: presses and commands, the pictures that come with their answers, and
what is suggested while somebody types.

All are buckets that fill again steadily. Whoever has emptied one of the first two is told so once, and for a few
seconds nothing that the person asks for is done. It holds for a person, whatever the server.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

BURST: Final = 20.0
"""The seconds in which a bucket fills: how much can be asked for in one burst."""
HELD: Final = 5.0
"""Seconds for which nothing is done for whoever has emptied a bucket, at least."""
LETTERS: Final = 4
"""How many times something is suggested for each act that a person may ask for: Discord asks with each letter."""
MOST_KNOWN: Final = 10_000
"""How many people's buckets are kept; those who did nothing for the longest time are forgotten."""


@dataclass(frozen=True)
class Rates:
    """What a person may ask for a minute; 0: any number."""

    acts: float = 0
    """Presses, forms that were filled in, and commands."""
    pictures: float = 0
    """Pictures in the answers to them."""


@dataclass(frozen=True, slots=True)
class Held:
    """Nothing is done for that person now."""

    seconds: float
    """For how long."""
    first: bool
    """Whether the person hasn't been told yet."""


@dataclass(slots=True)
class _Bucket:
    rate: float
    """What it gets a second; 0: it is never empty."""
    has: float
    at: float
    """When it had that, in running seconds."""

    @property
    def most(self) -> float:
        return max(1.0, self.rate * BURST)  # with less in a full one, nothing would ever be done

    def fill(self, now: float) -> None:
        self.has = min(self.most, self.has + self.rate * (now - self.at))
        self.at = now

    def take(self, number: int) -> None:
        if self.rate:
            self.has -= number

    @property
    def waits(self) -> float:
        """Seconds until there is something in it."""
        return max(0.0, (1 - self.has) / self.rate) if self.rate else 0.0


@dataclass(slots=True)
class _Person:
    acts: _Bucket
    pictures: _Bucket
    letters: _Bucket
    held_until: float = 0.0


class Limits:
    """What each person has asked for lately. ``clock`` tells running seconds, and never goes back."""

    def __init__(self, rates: Rates = Rates(), clock: Callable[[], float] = time.monotonic) -> None:
        self.rates, self._clock = rates, clock
        self._people: OrderedDict[int, _Person] = OrderedDict()

    def __len__(self) -> int:
        return len(self._people)

    def asks(self, user_id: int) -> Held | None:
        """Counts that somebody asks for something. Returns None where it is to be done."""
        person, now = self._person(user_id), self._clock()
        if now < person.held_until:
            return Held(person.held_until - now, first=False)
        waits = max(person.acts.waits, person.pictures.waits)
        if not waits:
            person.acts.take(1)
            return None
        person.held_until = now + max(HELD, waits)
        return Held(person.held_until - now, first=True)

    def types(self, user_id: int) -> bool:
        """Counts that somebody is to be suggested something while typing. Returns whether that is to be done.

        Nobody is held because of it: fast typing is no fault, and what is typed in the end is still served.
        """
        person, now = self._person(user_id), self._clock()
        if now < person.held_until or person.letters.waits:
            return False
        person.letters.take(1)
        return True

    def got(self, user_id: int, pictures: int) -> None:
        """Counts the pictures that somebody's answer had."""
        if pictures:
            self._person(user_id).pictures.take(pictures)

    def _person(self, user_id: int) -> _Person:
        now = self._clock()
        person = self._people.get(user_id)
        if person is None:
            person = self._people[user_id] = _Person(
                self._full(self.rates.acts, now),
                self._full(self.rates.pictures, now),
                self._full(LETTERS * self.rates.acts, now),
            )
            if len(self._people) > MOST_KNOWN:
                self._people.popitem(last=False)
        self._people.move_to_end(user_id)
        person.acts.fill(now)
        person.pictures.fill(now)
        person.letters.fill(now)
        return person

    @staticmethod
    def _full(a_minute: float, now: float) -> _Bucket:
        bucket = _Bucket(a_minute / 60, 0, now)
        bucket.has = bucket.most
        return bucket
