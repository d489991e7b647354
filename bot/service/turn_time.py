"""The time of one person's turn: how much has run, what comes from the time bank, when it is slow, when it is over."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

from bot.service.customs import (
    BANK,
    BRIEF,
    FREE,
    LEFT_AFTER_BRIEF,
    LONG,
    REMINDERS,
    SAVED_AGAIN,
    SHOWN_AGAIN,
    UNHURRIED,
)
from bot.service.model import Turn


class Time:
    """The time as the machine tells it; tests have one of their own."""

    def now(self) -> float:
        """Seconds since the epoch (UTC). Somebody may set it, also back."""
        return time.time()

    def running(self) -> float:
        """Seconds that only ever go on, from any beginning."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Waits."""
        await asyncio.sleep(seconds)


@dataclass(slots=True)
class TurnTime:
    """The time of one turn, in seconds. ``now`` is always ``Time.running``."""

    turn: Turn
    sitting_id: int
    """Whose turn it is."""
    whole: float
    """The table's time for a turn; 0: no limit."""
    limit: float
    """How long this turn may last: less than the whole where the bank is running out; 0: no limit."""
    spent: float = 0.0
    """How much had run when it was last stopped."""
    since: float | None = None
    """Since when it has run; None while it is stopped."""
    still: float = 0.0
    """For how long the bot had not run when the turn was read from the books."""
    paid: float = 0.0
    """What of it the person's bank has paid already, because a computer player had taken over meanwhile."""
    shown_again: int = 0
    """How often it has gone on because its table could be shown again."""

    @classmethod
    def begin(cls, turn: Turn, sitting_id: int, whole: float, drawn: float) -> TurnTime:
        """A turn that begins, stopped. ``drawn``: what this deal's turns have had from the person's bank."""
        bank = max(0.0, BANK * whole - drawn)
        return cls(turn, sitting_id, whole, min(whole, FREE * whole + bank))

    @property
    def free(self) -> float:
        """After this time the turn is slow, and draws from the bank if there is a limit."""
        return FREE * self.whole if self.whole else UNHURRIED

    def lasted(self, now: float) -> float:
        """How long the turn has lasted, without the time in which it was stopped."""
        return self.spent + (max(0.0, now - self.since) if self.since is not None else 0.0)

    def left(self, now: float) -> float | None:
        """What is left of it; None: no limit."""
        return max(0.0, self.limit - self.lasted(now)) if self.limit else None

    def over(self, now: float) -> bool:
        """Whether the time is up."""
        return bool(self.limit) and self.lasted(now) >= self.limit

    def slow(self, now: float) -> bool:
        """Whether the turn is slow."""
        return self.lasted(now) >= self.free

    def drawn(self, now: float) -> float:
        """What the turn has had from the person's bank."""
        return max(0.0, min(self.lasted(now), self.limit) - self.free) if self.limit else 0.0

    def to_pay(self, now: float) -> float:
        """What of that the bank has not paid yet."""
        return max(0.0, self.drawn(now) - self.paid)

    def reminders(self, now: float) -> int:
        """How many reminders are due by now."""
        return sum(self.lasted(now) >= at for at in self._reminded_at())

    def next(self, now: float) -> float | None:
        """Seconds until something about it changes: a reminder, its being slow, its end. None: nothing does."""
        lasted = self.lasted(now)
        moments = (self.free, *self._reminded_at(), *([self.limit] if self.limit else []))
        return min((at - lasted for at in moments if at > lasted), default=0.0 if self.over(now) else None)

    def stop(self, now: float) -> None:
        """Stops it."""
        if self.since is not None:
            self.spent, self.since, self.still = self.lasted(now), None, 0.0

    def hand_over(self, now: float) -> None:
        """Stops it, because a computer player takes over. What was drawn is paid."""
        self.stop(now)
        self.paid = self.drawn(now)

    def take_back(self, now: float) -> None:
        """Lets it run on from where it was handed over: the person is back in the same turn."""
        if self.since is None:
            self.since = now

    def go_on(self, now: float, interruption: float) -> None:
        """Lets it run, after it stood still for ``interruption`` seconds.

        It begins anew, but one without a limit goes on. After a brief interruption it ends when it was told to, if
        enough is left then, so that what every table's messages tell stays true over a restart. A long turn begins
        anew only after a long interruption; else it keeps what was left, and has at least as much as a turn that isn't
        long: an interruption of seconds, as there are some every day, must not give seven days again.
        """
        if self.since is not None:
            return
        stood = interruption + self.still
        if not self.limit:
            pass  # nothing is lost by it, and what is slow stays slow
        elif stood <= BRIEF and self.limit - self.spent - stood >= LEFT_AFTER_BRIEF:
            self.spent += stood
        elif self.limit <= LONG or stood >= LONG:
            self.spent = 0.0
        else:
            self.spent = max(0.0, min(self.spent, self.limit - LONG))
        self.since = now

    def go_on_shown(self, now: float, interruption: float) -> None:
        """Lets it run as ``go_on`` does, as its table can be shown again; after some times with what was left.

        Whoever owns a thread may archive it, and could have time without end by that.
        """
        self.shown_again += 1
        if self.shown_again <= SHOWN_AGAIN:
            self.go_on(now, interruption)
        elif self.since is None:
            self.since = now

    def go_on_saved(self, now: float, interruption: float) -> None:
        """Lets it run with what was left, and at least for a short while: what people did could not be saved."""
        if self.since is not None:
            return
        if self.limit:
            self.spent = max(0.0, min(self.spent, self.limit - SAVED_AGAIN))
        self.since = now

    def _reminded_at(self) -> tuple[float, ...]:
        return tuple(part * self.limit for part in REMINDERS) if self.limit > LONG else ()
