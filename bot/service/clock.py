"""What happens at a table by itself: computer players act, time runs out, the next deal starts, a table ends.

A person's time runs only while the person can play: it stops while Discord can't be reached, while the table can't be
shown, and while moves can't be saved. How far it has run is in ``turns.py``. It is measured by a clock that nobody
sets; the seconds of UTC are for showing alone.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from bot.service.alarms import Alarms
from bot.service.index import Resting
from bot.service.model import Refusal, Turn
from bot.service.pace import Pace
from bot.service.table import Table
from bot.service.turn_time import Time, TurnTime
from bot.service.turns import Turns
from bot.store.resting import Rest

log = logging.getLogger(__name__)

SEEN_AGAIN: Final = 60.0
"""Seconds after which the clock looks again whether a table can be shown."""
SOON: Final = 60.0
"""Seconds: where something happens within these, a table doesn't rest."""
TOLD_AGAIN: Final = 0.1
"""Seconds between two tables at rest whose messages no longer tell the truth of their turns' time, as after a start:
Discord takes no more edits, and people want to play meanwhile."""
AGAIN, AGAIN_MOST = 1.0, 60.0
"""Seconds until something that failed is tried again: the first time, and at most."""

ByComputer = tuple[int, bool] | None
"""The seat for which a computer player acts next, and whether out of turn; None for a person's turn."""


@dataclass(frozen=True)
class Doing:
    """What the clock asks about a table, and what it does there; by numbers: of servers and tables."""

    ready: Callable[[Table], bool]
    """Whether the next deal could start by itself."""
    by_computer: Callable[[Table], ByComputer]
    think: Callable[[Table, int, float], None]
    """Lets the computer player of a seat think until it acts, after that number of seconds."""
    seen: Callable[[Table], Awaitable[bool]]
    """Asks Discord whether people can see the table."""
    play: Callable[[Table, Turn, bool], Awaitable[None]]
    """Acts for the seat whose turn it is; True: for a person whose time is up."""
    deal: Callable[[Table, Turn], Awaitable[None]]
    """Starts the next deal."""
    end: Callable[[Table, Turn], Awaitable[None]]
    """Closes the table."""
    look: Callable[[Table], Awaitable[None]]
    """Reads a table again from the books, which may say otherwise than memory."""
    shard: Callable[[int], int]
    """The shard of a server."""
    pause: Callable[[int], float | None]
    """Seconds between two deals, as a server has set them; None: as usual."""
    tell: Callable[[int], None]
    """Says that what a table shows of its time has changed."""
    wake: Callable[[int], Awaitable[None]]
    """Brings a table back that rests, and sets it, unless it is gone. Raises Refusal."""


class _Moment(NamedTuple):
    """A moment of a deal in which a table waits."""

    turn: Turn
    by_computer: ByComputer
    acts_at: float
    """When that computer player acts, in running seconds."""


class Clock:
    """When something happens at each table by itself: whole ones, and those at rest."""

    doing: Doing
    """Given once all is built that it needs, which needs the clock; before that no table is set."""

    def __init__(self, pace: Pace, time: Time) -> None:
        self._pace, self._time = pace, time
        self._tables: dict[int, Table] = {}
        """Every table that is set."""
        self._resting: dict[int, Resting] = {}
        """Every table at rest."""
        self._ends: dict[int, float] = {}
        """After how many idle seconds tables at rest end, where no deal is played."""
        self._alarms = Alarms(time, self._ring)
        self._to_wake: dict[int, None] = {}
        """The tables at rest whose moment has come, in that order."""
        self._waking: asyncio.Task[None] | None = None
        """Wakes them."""
        self._told_again = 0.0
        """When the last of the tables is woken whose messages are to tell another time, in running seconds."""
        self._waiting: dict[int, tuple[Turn, Callable[[Turn], Awaitable[None]]]] = {}
        """What each table waits to do, and for which moment."""
        self._moments: dict[int, _Moment] = {}
        """For each table in a deal the moment it waits in."""
        self._turns = Turns(time)
        self._due: dict[int, tuple[int, float]] = {}
        """For tables between two deals: after which deal, and when the next one is due, in running seconds."""
        self._touched: dict[int, float] = {}
        """When a person last did something at each table, in running seconds."""
        self._hidden: dict[int, float] = {}
        """The tables that can't be shown, and since when, in running seconds."""
        self._halted: dict[int, float] = {}
        """Shards whose tables stand still, and since when, in running seconds."""
        self._unsaved: float | None = None
        """Since when nothing can be written, in running seconds; None: it can."""
        self._tasks: set[asyncio.Task[None]] = set()
        """The tasks that act."""
        self._acting: Counter[int] = Counter()
        """The tables at which they act."""
        self._stopped = False

    # -- what runs

    def set(self, table: Table) -> None:
        """Waits for what comes next at the table, as it stands now.

        The time of a turn starts once: people who come and go meanwhile don't prolong it. After attempts that failed,
        each next one waits longer.
        """
        if self._stopped or (table.closed and not table.unsure):
            self.forget(table)
            return
        self._tables[table.table_id] = table
        self._resting.pop(table.table_id, None)
        self._ends.pop(table.table_id, None)
        self._touched.setdefault(table.table_id, self._time.running())
        if table.unsure:
            # Also one that memory has as closed: nobody else would look at it again.
            self._wait(table, _until_tried_again(table), lambda turn: self.doing.look(table))
            return
        who = self._who(table) if table.playing else None
        asked = table.asked if table.playing and (who is None or who[1]) else None
        self._turns.set(table, asked, self._pace, runs=self._runs(table))
        self._turns.show(table, self._pace)
        if self._stands(table):
            self._wait_no_more(table)
        elif table.playing:
            self._wait_in_deal(table, who)
        else:
            self._wait_outside(table)

    def touch(self, table: Table) -> None:
        """Notes that a person has done something there."""
        self._touched[table.table_id] = self._time.running()

    def forget(self, table: Table) -> None:
        """Stops waiting at the table, for good."""
        self._wait_no_more(table)
        known: dict[int, Any]
        for known in (self._tables, self._due, self._touched, self._hidden, self._resting, self._ends):
            known.pop(table.table_id, None)
        self._turns.forget(table.table_id)
        self._turns.show(table, self._pace)
        table.timing.next_deal_at = None

    def drawn(self, table: Table) -> float:
        """Seconds that the present turn has had from the time bank of the person whose turn it is."""
        time = self._turns.at(table.table_id)
        return time.to_pay(self._time.running()) if time is not None and time.turn == table.turn else 0.0

    def slow(self, table: Table) -> bool:
        """Whether the present turn is slow now."""
        return self._turns.slow(table.table_id)

    async def stop(self) -> None:
        """Stops waiting at all tables, for good."""
        self._stopped = True
        self._alarms.stop()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- interruptions

    def halt(self, shard: int) -> None:
        """Stops everything at a shard's tables: nobody there can be reached."""
        if shard not in self._halted:
            self._halted[shard] = self._time.running()
            for table in self._of(shard):
                self._stand_still(table)
            for record in self._resting_of(shard):
                self._stop_resting(record)

    def go_on(self, shard: int) -> None:
        """Lets a shard's tables go on; whoever is asked has the whole time again (``TurnTime.go_on``)."""
        if (since := self._halted.pop(shard, None)) is not None:
            self._told_again = 0.0
            for table in self._of(shard):
                self._go_on_at(table, since)
            for record in self._resting_of(shard):
                self._go_on_resting(record, since)

    def halt_all(self, shards: Iterable[int]) -> None:
        """Stops everything: from now on the tables belong to these shards, none of which has been reached yet."""
        since = min(self._halted.values(), default=self._time.running())
        running = [table for table in self._tables.values() if not self._stands(table)]
        for record in self._resting.values():
            if not self._stands(record):
                self._stop_resting(record)
        self._halted = dict.fromkeys(shards, since)
        for table in running:
            self._stand_still(table)

    def stop_unsaved(self) -> None:
        """Stops everything at all tables: nothing that anybody does can be written."""
        if self._unsaved is None:
            self._unsaved = self._time.running()
            for table in list(self._tables.values()):
                self._stand_still(table)
            for record in self._resting.values():
                self._stop_resting(record)

    def go_on_saved(self) -> None:
        """Lets all tables go on, as what people do can be written again (``TurnTime.go_on_saved``)."""
        if (since := self._unsaved) is not None:
            self._unsaved = None
            self._told_again = 0.0
            for table in list(self._tables.values()):
                table.failures = 0  # what failed meanwhile is tried again at once: people wait for computer players
                self._go_on_at(table, since, TurnTime.go_on_saved)
            for record in self._resting.values():
                if not self._stands(record):
                    self._go_on_resting(record, since, TurnTime.go_on_saved)

    def hide(self, table: Table) -> None:
        """Stops people's time at a table that can't be shown. Computer players go on: private hands still work."""
        if table.table_id in self._tables and table.table_id not in self._hidden:
            self._hidden[table.table_id] = self._time.running()
            self._stand_still(table)

    def show(self, table: Table) -> None:
        """Lets people's time go on at a table that can be shown again."""
        if (since := self._hidden.pop(table.table_id, None)) is not None:
            self._go_on_at(table, since, TurnTime.go_on_shown)

    # -- tables at rest

    def may_rest(self, table: Table) -> Rest | None:
        """How that table rests, if nothing happens there by itself for a while; else None."""
        now, number = self._time.running(), table.table_id
        rings = self._alarms.at(number)
        if number not in self._tables or number in self._hidden or self._stands(table) or table.unsure:
            return None
        if table.failures or self._acting[number] or (rings is not None and rings - now < SOON):
            return None
        turn = table.turn
        if not table.playing:
            waits = number in self._due or (rings is None and self._pace.at(table).idle)
            return None if waits else Rest("", turn.deal, turn.seq, None)
        time, moment = self._turns.at(number), self._moments.get(number)
        if moment is not None and moment.by_computer is not None:
            return None
        if time is None or time.turn != turn or time.paid or table.deal is None:
            return None
        if rings is None and time.next(now) is not None:
            return None  # what was to happen could not be done, and is tried again soon
        shown = table.timing
        drawn = table.deal.drawn.get(time.sitting_id, 0.0)
        began = self._time.now() - time.lasted(now)
        deadline = shown.deadline
        return Rest("", turn.deal, turn.seq, time.sitting_id, began, drawn, deadline, shown.slow, shown.reminders)

    def rest(self, table: Table, record: Resting) -> None:
        """From now on only the record of that table is needed here; it rings at the moment that is set."""
        del self._tables[table.table_id]
        self._waiting.pop(table.table_id, None)
        self._moments.pop(table.table_id, None)
        self._turns.rest(table.table_id)
        self._resting[table.table_id] = record
        if not table.playing:
            self._ends[table.table_id] = self._pace.at(table).idle

    def begin_resting(self, record: Resting, turn_seconds: int | None, resumed: tuple[float, float]) -> None:
        """At a start: a table that rests; its clock stands still or goes on as those of its shard.

        ``resumed``: seconds that the present turn had lasted when the bot stopped, and for which it didn't run.
        """
        self._resting[record.table_id] = record
        pace, rest = self._pace.with_turns_of(turn_seconds), record.rest
        assert rest is not None, "it is known how it rests"
        if rest.sitting_id is None:
            self._ends[record.table_id] = pace.idle
        else:
            self._turns.begin_resting(record, rest, pace, resumed)
        if not self._stands(record):
            self._go_on_resting(record, self._time.running())

    def forget_resting(self, record: Resting) -> None:
        """Stops waiting at a table that rested, for good."""
        self._alarms.cancel(record.table_id)
        known: dict[int, Any]
        for known in (self._resting, self._ends, self._touched):
            known.pop(record.table_id, None)
        self._turns.forget(record.table_id)

    def stands(self, shard: int) -> bool:
        """Whether everything stands still at that shard's tables."""
        return shard in self._halted

    def _resting_of(self, shard: int) -> list[Resting]:
        return [record for record in self._resting.values() if self.doing.shard(record.guild_id) == shard]

    def _stop_resting(self, record: Resting) -> None:
        self._alarms.cancel(record.table_id)
        self._turns.stop(record.table_id)

    def _go_on_resting(
        self, record: Resting, since: float, how: Callable[[TurnTime, float, float], None] = TurnTime.go_on
    ) -> None:
        """Lets a table's time go on; if what its messages tell of that time is no longer true, wakes it soon."""
        now = self._touched[record.table_id] = self._time.running()
        self._turns.go_on(record.table_id, since, how)
        if self._unsaved is not None:
            self._stop_resting(record)
            return
        due: float | None = None
        if (time := self._turns.at(record.table_id)) is not None:
            due = time.next(now)
            if record.rest is not None and not self._turns.true_of(record.rest, time):
                self._told_again = max(now, self._told_again + TOLD_AGAIN)
                due = min(self._told_again - now, math.inf if due is None else due)
        elif idle := self._ends.get(record.table_id, 0.0):
            due = idle
        if due is not None and not self._stopped:
            self._alarms.set(record.table_id, now + due)

    async def _wake_in_turn(self) -> None:
        """Wakes the tables whose moment has come, one by one: thousands may have the same, as after a start, and
        people's presses must not wait for them."""
        while self._to_wake:
            table_id = next(iter(self._to_wake))
            del self._to_wake[table_id]
            if table_id in self._resting:
                await self._wake(table_id)

    async def _wake(self, table_id: int) -> None:
        try:
            await self.doing.wake(table_id)
            if (table := self._tables.get(table_id)) is not None:
                self.doing.tell(table.table_id)
        except Refusal as refusal:
            log.warning("table %s can't be read now (%s)", table_id, refusal.code)
            self._wake_later(table_id)
        except Exception:
            log.exception("table %s could not be brought back", table_id)
            self._wake_later(table_id)

    def _wake_later(self, table_id: int) -> None:
        """Tries again in a while to bring back a table that still rests, unless its time stands still."""
        record = self._resting.get(table_id)
        if record is not None and not self._stopped and not self._stands(record):
            self._alarms.set(table_id, self._time.running() + AGAIN_MOST)

    # -- inside

    def _of(self, shard: int) -> list[Table]:
        return [table for table in self._tables.values() if self.doing.shard(table.guild_id) == shard]

    def _stands(self, table: Table | Resting) -> bool:
        """Whether everything stands still there."""
        return self._unsaved is not None or self._is_halted(table)

    def _is_halted(self, table: Table | Resting) -> bool:
        """Whether nobody there can be reached."""
        return self.doing.shard(table.guild_id) in self._halted

    def _runs(self, table: Table) -> bool:
        """Whether people's time runs there."""
        return not self._stands(table) and table.table_id not in self._hidden

    def _stand_still(self, table: Table) -> None:
        self._turns.stop(table.table_id)
        self._anew(table)

    def _go_on_at(
        self, table: Table, since: float, how: Callable[[TurnTime, float, float], None] = TurnTime.go_on
    ) -> None:
        if not self._is_halted(table) and table.table_id not in self._hidden:
            self.touch(table)
            self._turns.go_on(table.table_id, since, how)
            if self._unsaved is not None:
                self._turns.stop(table.table_id)
        self._anew(table)

    def _anew(self, table: Table) -> None:
        for known in (self._moments, self._due):
            known.pop(table.table_id, None)
        self.set(table)
        self.doing.tell(table.table_id)

    def _who(self, table: Table) -> ByComputer:
        try:
            return self.doing.by_computer(table)
        except Exception:
            log.exception("table %s: whether a computer player acts can't be told", table.table_id)
            return None

    def _pace_at(self, table: Table) -> Pace:
        """The table's pace, with the pause of its server."""
        pause = self.doing.pause(table.guild_id)
        return (self._pace if pause is None else replace(self._pace, pause=pause)).at(table)

    # -- waiting

    def _wait_in_deal(self, table: Table, who: ByComputer) -> None:
        """Waits for the computer player, or for the next moment of the person's time."""
        table.timing.next_deal_at = None
        now, moment = self._time.running(), self._moments.get(table.table_id)
        if moment is None or (moment.turn, moment.by_computer) != (table.turn, who):
            moment = self._moments[table.table_id] = self._begun(table, who, now)
        elif table.table_id in self._waiting and not table.failures:
            return
        waits: list[tuple[float, Callable[[Turn], Awaitable[None]]]] = []
        if who is not None:
            waits.append((moment.acts_at - now, lambda turn: self.doing.play(table, turn, False)))
        time = self._turns.at(table.table_id)
        if time is not None and self._runs(table) and (seconds := time.next(now)) is not None:
            waits.append((seconds, lambda turn: self._time_passed(table, turn)))
        elif table.table_id in self._hidden:
            waits.append((SEEN_AGAIN, lambda turn: self._look_for(table)))
        if waits:
            seconds, then = min(waits, key=lambda wait: wait[0])
            self._wait(table, max(0.0, seconds, _until_tried_again(table)), then)
        else:
            self._wait_no_more(table, keep=True)

    def _begun(self, table: Table, who: ByComputer, now: float) -> _Moment:
        """A moment that begins now; if a computer player is to act, it begins to think."""
        if who is None:
            return _Moment(table.turn, who, now)
        pace = self._pace.at(table)
        seat, out_of_turn = who
        # Drawn before anybody thinks, and not moved by how long a thought takes.
        pause = pace.patient() if out_of_turn else pace.natural()
        if not out_of_turn:
            self.doing.think(table, seat, pause)
        return _Moment(table.turn, who, now + pause)

    def _wait_outside(self, table: Table) -> None:
        """Waits for the next deal, or for the end of a table at which nobody does anything."""
        if self._moments.pop(table.table_id, None) is not None:
            self.touch(table)  # the deal has ended just now
        pace, now = self._pace_at(table), self._time.running()
        if table.table_id in self._hidden:
            table.timing.next_deal_at = None
            self._wait(table, SEEN_AGAIN, lambda turn: self._look_for(table))
        elif table.stage == "between" and self.doing.ready(table):
            pause = max(self._due_at(table, now + pace.pause) - now, _until_tried_again(table))
            table.timing.next_deal_at = self._time.now() + pause
            self._wait(table, pause, lambda turn: self.doing.deal(table, turn))
        else:
            self._wait_no_more(table)
            self._due.pop(table.table_id, None)
            if pace.idle:
                left = max(0.0, self._touched[table.table_id] + pace.idle - now)
                self._wait(table, max(left, _until_tried_again(table)), lambda turn: self.doing.end(table, turn))

    def _due_at(self, table: Table, usual: float) -> float:
        """When the next deal is due, in running seconds: once that is told, nobody who comes, goes or brings chips
        puts it off."""
        deal, due = self._due.get(table.table_id, (None, 0.0))
        if deal != table.dealt:
            self._due[table.table_id] = table.dealt, (due := usual)
        return due

    async def _time_passed(self, table: Table, turn: Turn) -> None:
        """Plays for a person whose time is up, if the table can be seen; before that tells how far the time is."""
        time = self._turns.at(table.table_id)
        if time is None or time.turn != turn or table.turn != turn:
            return
        if not time.over(self._time.running()):
            self.set(table)
            self.doing.tell(table.table_id)
            return
        seen = await self.doing.seen(table)
        if self._turns.at(table.table_id) is not time or not time.over(self._time.running()) or not self._runs(table):
            return  # meanwhile the person has acted, or the time was stopped
        if seen:
            await self.doing.play(table, turn, True)
        else:
            self.hide(table)

    async def _look_for(self, table: Table) -> None:
        """Looks whether a table that couldn't be shown can be seen again."""
        if await self.doing.seen(table):
            self.show(table)
        elif table.table_id in self._hidden:
            self._moments.pop(table.table_id, None)
            self.set(table)

    def _wait_no_more(self, table: Table, *, keep: bool = False) -> None:
        """Stops waiting at the table. ``keep``: it still waits in the same moment, but nothing will come by itself."""
        self._waiting.pop(table.table_id, None)
        self._alarms.cancel(table.table_id)
        if not keep:
            self._moments.pop(table.table_id, None)
            table.timing.next_deal_at = None

    def _wait(self, table: Table, seconds: float, then: Callable[[Turn], Awaitable[None]]) -> None:
        if self._stopped:
            return
        self._waiting[table.table_id] = table.turn, then
        self._alarms.set(table.table_id, self._time.running() + seconds)

    def _ring(self, table_id: int) -> None:
        """Does what the table has waited for, because its moment has come."""
        if table_id in self._resting:
            self._to_wake[table_id] = None
            if self._waking is None or self._waking.done():
                self._waking = self._begin(self._wake_in_turn(), "clock of tables at rest")
        elif (waiting := self._waiting.pop(table_id, None)) is not None:
            # From here on it doesn't wait: what it does sets the clock again, and so does anybody who acts now.
            self._begin(self._act(table_id, *waiting), f"clock of table {table_id}")

    def _begin(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _act(self, table_id: int, turn: Turn, then: Callable[[Turn], Awaitable[None]]) -> None:
        self._acting[table_id] += 1
        try:
            await then(turn)
        except Refusal as refusal:
            log.info("table %s: nothing done by itself (%s)", table_id, refusal.code)
            self._try_again(table_id)
        except Exception:
            log.exception("table %s: what was to happen by itself failed", table_id)
            self._try_again(table_id)
        finally:
            self._acting[table_id] -= 1
            if not self._acting[table_id]:
                del self._acting[table_id]

    def _try_again(self, table_id: int) -> None:
        """Sets the clock again in a while at a table where nothing has set it since."""
        table = self._tables.get(table_id)
        if table is None or table_id in self._waiting or self._stands(table):
            return

        async def set_again(turn: Turn) -> None:
            if self._tables.get(table_id) is table:
                self.set(table)

        self._wait(table, AGAIN_MOST, set_again)

    def is_idle(self, table: Table) -> bool:
        """Whether nobody has done anything at the table for so long that it ends, if no deal is played there."""
        idle = self._pace.at(table).idle
        touched = self._touched.get(table.table_id, math.inf)
        return bool(idle) and self._time.running() + AGAIN >= touched + idle  # an alarm may ring a little early


def _until_tried_again(table: Table) -> float:
    """Seconds until the table's failed attempt is made again; 0 if none has failed."""
    return min(AGAIN_MOST, AGAIN * 2.0 ** (table.failures - 1)) if table.failures else 0.0
