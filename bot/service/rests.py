"""Tables at rest: when they come to rest, how they are brought back, and what the books say of them meanwhile.

The books say that a table rests only while nothing is done at it or to the messages that show it: whoever is about to
waits until they don't say so any more (``ready``).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import replace
from typing import Any, Final

from bot.service.alive import lasted, resumed
from bot.service.clock import Clock
from bot.service.in_memory import LAST_LOOK, TablesInMemory
from bot.service.index import Resting, at_rest
from bot.service.interruptions import Interruptions
from bot.service.locked import Locked
from bot.service.model import Orphan, Refusal
from bot.service.play import Play
from bot.service.restore import UnreadableTableError, check_place, woken
from bot.service.table import Table
from bot.service.thoughts import Thoughts
from bot.service.turn_time import Time
from bot.store.model.errors import StoreError
from bot.store.model.tables import OpenTable
from bot.store.resting import Place, Rest
from bot.store.store import Store

log = logging.getLogger(__name__)

RESTS_AFTER: Final = 60.0
"""Seconds without anything after which a table rests."""
LOOKS: Final = 30.0
"""Seconds between two checks for tables that may rest."""
REST_AT_ONE_LOOK: Final = 200
"""How many tables come to rest at one look at most, so that it takes nobody's time."""
BROUGHT_BACK_AT_ONCE: Final = 4
"""How many tables are read and have their deals played again at one time: all that are read by the time of one pass of
the loop are played again in the next one, which nobody is answered in."""
BETWEEN_TABLES: Final = 0.001
"""Seconds between two tables whose clocks are set after a start, in which people are served."""


class Rests:
    """Lets tables rest, and brings them back.

    Whoever looks for a table, or does anything at one, waits for what is here. ``changed`` says that there is
    something else to show at a table, ``look_again`` reads one again, ``spawn`` runs work beside this.
    """

    def __init__(
        self,
        store: Store,
        play: Play,
        thoughts: Thoughts,
        tables: TablesInMemory,
        work: Locked,
        clock: Clock,
        time: Time,
        interruptions: Interruptions,
        *,
        changed: Callable[[int], None],
        look_again: Callable[[Table], Awaitable[None]],
        spawn: Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]],
    ) -> None:
        self._store, self._play, self._thoughts, self._tables = store, play, thoughts, tables
        self._work, self._clock, self._time, self._interruptions = work, clock, time, interruptions
        self._changed, self._look_again, self._spawn = changed, look_again, spawn
        tables.load = self.load
        work.ready = self.ready
        interruptions.on_reachable = self._reachable
        self.may_rest: Callable[[int], bool] = lambda table_id: True
        """Whether nothing is being done, or about to be, to what shows that table."""
        self.shown_as: Callable[[int], str] = lambda table_id: ""
        """By which program and in which language the messages are made that show that table as it is; "": they may show
        something else, so the next start shows it again."""
        self.on_wake: Callable[[int, str], None] = lambda table_id, shown: None
        """Called with the id of a table that has rested and is to be used again, and how it was shown; "": its messages
        may show something else than there is to show, such as another time."""
        self.on_rest: Callable[[int], None] = lambda table_id: None
        """Called with the id of a table that comes to rest: what shows it is to be let go of."""
        self._noted: set[int] = set()
        """The whole tables of which the books may say that they rest."""
        self._before: dict[int, tuple[float, float]] = {}
        """When the bot last ran before this, and when it started, in seconds since the epoch (UTC), for tables of which
        it isn't known whether they rest."""
        self._loading: dict[int, asyncio.Task[bool]] = {}
        """What brings tables back, by table: whoever else asks for one waits for the same."""
        self._bringing_back = asyncio.Semaphore(BROUGHT_BACK_AT_ONCE)
        self._over = False
        """Whether it was noted at the end which tables rest."""
        self._to_wake: set[int] = set()
        """Tables of which it isn't known since the start whether their clocks run."""

    async def restore(self, before: float | None, taken: Mapping[int, float | None] | None = None) -> None:
        """Reads which tables there are. Where people can be reached already those that don't rest are brought back.

        ``before``: when the bot last ran before, in seconds since the epoch (UTC); None: that isn't known. ``taken``:
        only the tables of these shards, and when the bot last ran there, if that is known better. Raises StoreError.
        """
        now = self._time.now()
        for place in await self._store.resting.places():
            shard = self._interruptions.shard_of_server(place.guild_id)
            alive = before
            if taken is not None:
                if shard not in taken:
                    continue
                alive = before if (there := taken[shard]) is None else there
                self._tables.elsewhere.discard(place.table_id)
            elif not self._interruptions.shards.holds(place.guild_id):
                self._tables.elsewhere.add(place.table_id)
                continue
            self._restore(place, alive, now)
        # Where people can be reached already the clocks run; else they do once a shard is there.
        for table_id in sorted(self._to_wake):
            at = self._tables.by_id.location(table_id)
            if at is not None and not self._clock.stands(self._interruptions.shard_of_server(at.guild_id)):
                await self._wake_first(table_id)

    def _restore(self, place: Place, alive: float | None, now: float) -> None:
        """Goes on with a table as a record; ``alive``: when the bot last ran there; None: that isn't known."""
        try:
            check_place(place)
        except UnreadableTableError as error:
            self._tables.orphans[place.table_id] = Orphan(
                place.table_id, place.guild_id, place.channel_id, place.game, frozenset(place.seated)
            )
            log.error("table %s of %s can only be closed: %s", place.table_id, place.game, error)
            return
        record = Resting(
            place.table_id,
            place.guild_id,
            place.channel_id,
            sys.intern(place.game),
            place.stage,
            place.seated,
            place.leaving,
            place.rest,
        )
        self._tables.by_id.rest(record)
        self._tables.by_channel.ids[place.channel_id] = place.table_id
        if record.rest is not None and alive is not None:
            self._clock.begin_resting(record, place.turn_seconds, lasted(record.rest.began, alive, now))
        else:
            self._to_wake.add(place.table_id)
            if record.rest is None and alive is not None:
                self._before[place.table_id] = (alive, now)

    def at(self, table_id: int) -> Resting | None:
        """That table, if it rests; None if it doesn't, or if there is none."""
        return self._tables.by_id.resting.get(table_id)

    def _reachable(self, shard: int) -> None:
        """Has the clocks of that shard's tables set, because people can be reached there now."""
        self._spawn(self._wake_all(shard))

    async def prepare(
        self,
        *table_ids: int,
        channel_id: int | None = None,
        user_id: int | None = None,
        within: float | None = None,
    ) -> None:
        """Brings back these tables, that of the channel and those of the person, if they rest: nothing waits for the
        store afterwards. Where the store can't be read now, whatever needs a table is refused.

        ``within``: how many seconds it waits at most; the tables are brought back also after that. It takes no longer
        where others play at many tables.
        """
        wanted = {*table_ids, self._tables.by_channel.ids.get(channel_id or 0, 0)}
        if user_id is not None:
            wanted.update(self._tables.by_id.with_person(user_id))
        for table_id in wanted:
            self._note_use(table_id)
        # Tasks of their own: whoever presses may have no time left, but the next press finds the table.
        if loading := [self._begin(table_id) for table_id in wanted & self._tables.by_id.resting.keys()]:
            await asyncio.wait(loading, timeout=within)

    async def load(self, table_id: int) -> None:
        """Brings a table back, if it rests. Raises Refusal."""
        self._note_use(table_id)
        await self._load(table_id)

    def _note_use(self, table_id: int) -> None:
        """Somebody asks for that table: so it doesn't come to rest for a while."""
        if table_id in self._tables.by_id:
            self._tables.used[table_id] = self._time.running()

    async def _load(self, table_id: int) -> None:
        if table_id in self._tables.by_id.resting and not await asyncio.shield(self._begin(table_id)):
            raise Refusal("not_written")

    def _begin(self, table_id: int) -> asyncio.Task[bool]:
        """What brings that table back, and tells whether it could be read."""
        if (under_way := self._loading.get(table_id)) is None:
            under_way = self._loading[table_id] = self._spawn(self._bring_back(self._tables.by_id.resting[table_id]))
            under_way.add_done_callback(lambda task: self._loading.pop(table_id, None))
        return under_way

    async def _bring_back(self, record: Resting) -> bool:
        """Goes on with a table that rests. Returns whether it could be read."""
        table = None
        async with self._bringing_back:
            try:
                stored = await self._store.table(record.table_id)
            except StoreError:
                log.exception("table %s could not be read", record.table_id)
                return False
            if record is self._tables.by_id.resting.get(record.table_id):  # else it was closed, or is another process's
                table = self._adopt_woken(record, stored)
        if table is not None and table.unsure:  # its deal can't be played again, and is to be taken back
            await self._look_again(table)
        return True

    async def ready(self, table_id: int) -> None:
        """Waits until the books don't say any more that the table rests, before anything is done to it, or to what
        shows it. Raises Refusal.
        """
        if table_id in self._noted:
            try:
                await self._store.resting.disturb(table_id)
            except StoreError:
                log.exception("that a table rests no more could not be written")
                raise Refusal("not_written") from None
            self._noted.discard(table_id)

    async def note_rests(self) -> None:
        """Ends what happens by itself, and notes which tables rest, so that the next start need not look at them."""
        if self._over:
            return
        self._over = True
        await self._clock.stop()
        rests = [
            (table.table_id, rest)
            for table in self._tables.by_id.whole.values()
            if not table.lock.locked() and (rest := self._rest_of(table)) is not None and rest.shown
        ]
        self._noted.update(table_id for table_id, _ in rests)
        try:
            await self._store.resting.note(rests)
        except StoreError as error:
            log.error("the next start will look at all tables: %s", error)

    async def let_rest(self, table: Table) -> bool:
        """Keeps only a record of that table, if nothing happens there. Returns whether it rests now."""
        if table.lock.locked():
            return False
        used = self._tables.used.get(table.table_id)
        async with table.lock:
            await self._undisturbed(table.table_id)
            rest = self._rest_of(table)
            if rest is None or self._tables.by_id.whole.get(table.table_id) is not table:
                return False
            if rest.shown:
                self._noted.add(table.table_id)
                try:
                    await self._store.resting.note([(table.table_id, rest)])
                except StoreError as error:
                    log.warning("that table %s rests could not be written: %s", table.table_id, error)
                    return False
                now = self._rest_of(table)
                asked_for = self._tables.used.get(table.table_id) != used
                if asked_for or table.table_id not in self._noted or now is None or now.shown != rest.shown:
                    await self._undisturbed(table.table_id)
                    return False
                self._noted.discard(table.table_id)
            record = at_rest(table, rest if rest.shown else None)
            table.resting = True
            self._thoughts.forget(table)
            self._clock.rest(table, record)
            self._tables.by_id.rest(record)
            self._tables.used.pop(table.table_id, None)
            self.on_rest(table.table_id)
        return True

    def _rest_of(self, table: Table) -> Rest | None:
        """How that table rests; None: it doesn't."""
        if table.closed or table.unsure or table.failures or self._thoughts.about(table):
            return None
        if not self.may_rest(table.table_id):
            return None
        rest = self._clock.may_rest(table)
        return replace(rest, shown=self.shown_as(table.table_id)) if rest is not None else None

    async def let_all_rest(self) -> None:
        """Has tables rest at which nothing happens, for ever."""
        while True:
            await self._time.sleep(LOOKS)
            before = self._time.running() - RESTS_AFTER
            done = 0
            for table in tuple(self._tables.by_id.whole.values()):
                if self._tables.used.get(table.table_id, 0.0) <= before:
                    done += await self._let_rest_if_it_can(table)
                    if done == REST_AT_ONE_LOOK:
                        break
                    await asyncio.sleep(0)

    async def _let_rest_if_it_can(self, table: Table) -> bool:
        """The same as ``let_rest``; where that fails the table stays as it is, and the others are looked at."""
        try:
            return await self.let_rest(table)
        except Exception:
            log.exception("table %s could not come to rest", table.table_id)
            return False

    def _adopt_woken(self, record: Resting, stored: OpenTable | None) -> Table | None:
        """Goes on with a table that has rested, as the books have it."""
        self._to_wake.discard(record.table_id)
        before = self._before.pop(record.table_id, None)
        table = woken(stored) if stored is not None else None
        if table is None or isinstance(table, Orphan):
            del self._tables.by_id[record.table_id]
            self._tables.by_channel.ids.pop(record.channel_id, None)
            self._clock.forget_resting(record)
            if table is not None:
                self._tables.orphans[table.table_id] = table
                self._changed(table.table_id)
            return None
        table.live_message = self._tables.live.get(table.table_id)
        if record.rest is not None:
            table.timing.deadline = record.rest.deadline
            self._noted.add(table.table_id)
            self._spawn(self._undisturbed(table.table_id))
        elif before is not None and stored is not None and stored.deal is not None:
            table.timing.resumed = resumed(stored.deal, *before)
        self._tables.by_id[table.table_id] = table
        self._clock.set(table)
        if self._play.to_settle(table):
            self._spawn(self._settle(table))
        rest, told = record.rest, table.timing
        true = rest is not None and (rest.deadline, rest.slow, rest.reminders) == (
            told.deadline,
            told.slow,
            told.reminders,
        )
        self.on_wake(table.table_id, rest.shown if rest is not None and true else "")
        return table

    async def _undisturbed(self, table_id: int) -> None:
        with contextlib.suppress(Refusal):
            await self.ready(table_id)

    async def _settle(self, table: Table) -> None:
        """Does what still follows from what was written before."""
        with contextlib.suppress(Refusal):
            await self._work.change(table.table_id, None, None, self._play.settle_down)

    async def _wake_first(self, table_id: int) -> None:
        """After a start: sets the clock of a table of which it isn't known whether it runs."""
        self._to_wake.discard(table_id)
        try:
            await self._load(table_id)
        except Exception as error:
            if isinstance(error, Refusal):
                log.error("table %s can't be gone on with yet (%s)", table_id, error.code)
            else:
                log.exception("table %s can't be gone on with yet", table_id)
            asyncio.get_running_loop().call_later(LAST_LOOK, lambda: self._spawn(self._wake_first(table_id)))

    async def _wake_all(self, shard: int) -> None:
        """After a start: sets the clocks of a shard's tables, one by one; those that don't run rest again, unless
        somebody has asked for them."""
        for table_id in sorted(self._to_wake):
            at = self._tables.by_id.location(table_id)
            if at is None or self._interruptions.shard_of_server(at.guild_id) != shard or table_id not in self._to_wake:
                continue
            await self._wake_first(table_id)
            if (table := self._tables.by_id.whole.get(table_id)) is not None and table_id not in self._tables.used:
                await self._let_rest_if_it_can(table)
            await asyncio.sleep(BETWEEN_TABLES)
