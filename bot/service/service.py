"""TableService: what people do at tables. The only caller of the engine's apply; one lock a table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import Any, Final

from bot.processes.thinkers import NOBODY, Thinks
from bot.service import steps
from bot.service.absence import Absence
from bot.service.acts import Acts
from bot.service.afterwards import Afterwards
from bot.service.alive import Alive, lasted, resumed
from bot.service.by_itself import ByItself
from bot.service.clock import Clock, Doing, Pace
from bot.service.fairness import Shuffles
from bot.service.going_on import GoingOn
from bot.service.hints import Hints
from bot.service.host import Hosting, may_close
from bot.service.lessons import Lessons
from bot.service.locked import Locked
from bot.service.looking import Looking
from bot.service.model import Orphan, Person, Private, Refusal, Scoring, Sitter, Snapshot, Turn
from bot.service.names import distinct
from bot.service.play import Play
from bot.service.resting import AT_ONCE, LOOKS, RESTS_AFTER, Resting, at_rest
from bot.service.restore import rules_of_place, table_or_orphan, woken
from bot.service.running import Running
from bot.service.scoring import Scorings
from bot.service.servers import ManagedServers, opened
from bot.service.setup import SettingUp, new_table
from bot.service.shards import Shards
from bot.service.snapshots import private, private_to_player, snapshot
from bot.service.table import Table
from bot.service.thoughts import Thoughts
from bot.service.turn_time import Time
from bot.service.votes import ballot_of
from bot.service.way_out import WayOut, release_what_is_asked
from bot.store.books import Books
from bot.store.model.deals import ScoredDeal
from bot.store.model.errors import StoreError
from bot.store.model.people import Purse
from bot.store.model.tables import NewTable, OpenTable, Setup
from bot.store.resting import Rest
from bot.store.store import Store
from bot.store.ways_out import Kind
from engine.actions import Choice
from engine.game import GAMES
from engine.players.choosing import LEVEL_NAMES, Level
from engine.rules import Rules

log = logging.getLogger(__name__)

FIRST_LOOK, LAST_LOOK = 1.0, 60.0
"""Seconds until the books, after they could not be read, are asked again about a channel: the first time, at most."""
BETWEEN_TABLES: Final = 0.001
"""Seconds between two tables whose clocks are set after a start, in which people are served."""
ALL_SHARDS: Final = Shards()
"""What a process holds that has no others beside it."""
CLOSED_SECONDS = 900
"""For how many seconds a closed table can still be looked at."""


class TableService(Looking):
    """All open tables. Every change is committed first, and then announced through ``on_change``.

    Tables are named by their ids; ``table_in`` finds the table of a channel. Everything that people do at a table takes
    ``turn``, the moment for which it was asked (the address of a button has it). If that moment has passed it is
    refused as ``stale``; None: at any moment.
    """

    def __init__(
        self,
        store: Store,
        pace: Pace,
        time: Time | None = None,
        thinks: Thinks = NOBODY,
        shards: Shards = ALL_SHARDS,
    ) -> None:
        """``time``: where the time comes from; None: from the machine. ``thinks``: where computer players think.

        ``shards``: those of this process. Tables of others are left as they are: another process plays there.
        """
        super().__init__()
        self.shards = shards
        """The shards of this process; their number may be known only when Discord has told it."""
        self._store, self._time = store, time or Time()
        self.people = store.people
        """Purses, and what people have chosen."""
        self.results = store.results
        """The leaderboard of finished deals."""
        self.messages = store.messages
        """The messages on Discord that the bot must find again after a restart."""
        self.tokens = store.tokens
        """The tokens of presses that are still good."""
        self.owed = store.owed
        """The answers that are still to be given or taken away."""
        self.presets = store.presets
        """Rules to which servers have given names."""
        self.privacy = store.privacy
        """A person's data, given out or erased."""
        self.servers = ManagedServers(store, pace)
        """What servers have set, and what is done by those who manage them."""
        self.notes = store.notes
        """Short texts that the bot keeps for itself."""
        self._thoughts = Thoughts(thinks)
        self._play, self._running = Play(store, self._thoughts), Running()
        self._work = Locked(
            store,
            self._play,
            self._running,
            self._at,
            take_back=lambda table: self.way_out.take_back(table),
            acted=lambda table: self._clock.touch(table),
            failed=lambda table: self._clock.set(table),
            changed=self._changed,
            give_up=self._give_up,
            ready=self.ready,
        )
        change = self._work.change
        self.setting_up = SettingUp(store, change, self._time)
        """What tables are set up with."""
        self.going_on = GoingOn(store, change, self._at, self._open, self._there)
        """What comes between deals, and after a table."""
        self.hints = Hints(store, thinks, self._at)
        """What people would do well to do."""
        self.afterwards = Afterwards(store, thinks, self._at)
        """What decisions were worth, when their deal is over."""
        self.acts = Acts()
        """Who did what."""
        self.shuffles = Shuffles(store, change)
        """People's part in shuffles, and their proof."""
        self.on_change: Callable[[int], None] = lambda table_id: None
        """Called with a table's id after each committed change."""
        self.seen: Callable[[int], Awaitable[bool]] = _seen
        """Asks Discord whether people can see that table; asked before anybody counts as having missed a turn."""
        self.way_out = WayOut(store, self._play, change)
        """Ways out of a table, whatever has happened."""
        self.lessons = Lessons(store.people)
        """Guided first deals."""
        self.hosting = Hosting(store, change)
        """What hosts do besides playing."""
        self.ends = store.ends
        """What is still to be told of tables' ends."""
        self._by_itself = ByItself(
            self._work,
            self._play,
            self.way_out,
            self.acts,
            drawn=lambda table: self._clock.drawn(table),
            seen=lambda table_id: self.seen(table_id),
            changed=lambda table_id: self.on_change(table_id),
        )
        doing = Doing(
            self._play.ready,
            self._play.by_computer,
            self._thoughts.begin,
            self._by_itself.is_seen,
            self._by_itself.play_for,
            self._by_itself.deal,
            self._by_itself.end,
            self._by_itself.look_again,
            lambda table: self.shards.of(table.guild_id),
            lambda table: self.servers.of(table.guild_id).pause_seconds,
            lambda table: self.on_change(table.table_id),
            lambda table_id: self._load(table_id),
        )
        self._clock = Clock(pace, doing, self._time)
        self.absence = Absence(store, self._play, self._clock, change)
        """Coming back, and votes about slow turns."""
        self._alive = Alive(store.notes, self._time)
        self._scorings = Scorings(store)
        self.shown_as: Callable[[int], str | None] = lambda table_id: ""
        """By which program and in which language the messages are made that show that table, if they show it as it is
        and nothing is being done to them; "": there is none; None: they don't, or something is."""
        self.on_wake: Callable[[int], None] = lambda table_id: None
        """Called with the id of a table that has rested and is to be used again."""
        self.on_rest: Callable[[int], None] = lambda table_id: None
        """Called with the id of a table that comes to rest: what shows it is to be let go of."""
        self._used: dict[int, float] = {}
        """When anything was last done at each whole table, in running seconds."""
        self._noted: set[int] = set()
        """The whole tables of which the books may say that they rest."""
        self._woken_from: Rest | None = None
        self._live: dict[int, int] = {}
        """The messages with the live buttons, by table."""
        self._before: tuple[float, float] | None = None
        """When the bot last ran before this, and when it started, in seconds since the epoch (UTC)."""
        self._to_wake: set[int] = set()
        """Tables of which it isn't known since the start whether their clocks run."""
        self._unsure: set[int] = set()
        """Channels that may have a table, of which the books could not be asked yet."""
        self._tasks: set[asyncio.Task[None]] = set()

    # -- start and stop

    async def restore(self) -> None:
        """Brings back every open table and deal from the store. Raises StoreError if it can't be read."""
        await self.servers.load()
        alive, now = await self._alive.before(), self._time.now()
        self._before = (alive, now) if alive is not None else None
        for place in await self._store.resting.places():
            if not self.shards.holds(place.guild_id):
                self._elsewhere.add(place.table_id)
                continue
            if (error := rules_of_place(place)) is not None:
                self._orphans[place.table_id] = Orphan(
                    place.table_id, place.guild_id, place.channel_id, place.game, frozenset(place.seated)
                )
                log.error("table %s of %s can only be closed: %s", place.table_id, place.game, error)
                continue
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
            self._tables.rest(record)
            self._places.ids[place.channel_id] = place.table_id
            if record.rest is not None and alive is not None:
                self._clock.begin_resting(record, place.turn_seconds, lasted(record.rest.began, alive, now))
            else:
                self._to_wake.add(place.table_id)
        self._alive.begin()
        self._spawn(release_what_is_asked(self._store, self._release))
        self._spawn(self._let_rest())
        # Where people can be reached already the clocks run; else they do once a shard is there.
        for table_id in sorted(self._to_wake):
            at = self._tables.location(table_id)
            if at is not None and not self._clock.stands(self.shards.of(at.guild_id)):
                await self._wake_first(table_id)

    async def _release(self, table_id: int) -> None:
        """Releases a table, if it is this process's to release. Raises Refusal."""
        if table_id in self._elsewhere:
            raise Refusal("other_process")
        await self.end(table_id, "released", direct=False)

    # -- whether people can be reached

    def unreachable(self, shard: int | None = None) -> None:
        """Nobody can be reached at the tables of that shard (None: at all tables): nothing happens there by itself,
        and nobody's time runs, until they are ``reachable``."""
        for each in self.shards.held if shard is None else (shard,):
            self._clock.halt(each)

    def reachable(self, shard: int | None = None) -> None:
        """People can be reached again there: whoever is asked has the whole time again."""
        for each in self.shards.held if shard is None else (shard,):
            self._clock.go_on(each)
            self._spawn(self._wake_all(each))

    def count_shards(self, count: int) -> None:
        """Notes how many shards there are; until they are ``reachable`` one by one, nobody can be reached."""
        counted = replace(self.shards, count=count)
        self._clock.halt_all(counted.held)  # as long as the clock knows which tables stand still already
        self.shards = counted

    def shard_of(self, table_id: int) -> int | None:
        """The shard of that table, also of one that can only be closed; None if there is no such table any more."""
        table = self._tables.location(table_id) or self._orphans.get(table_id)
        return self.shards.of(table.guild_id) if table is not None else None

    def hidden(self, table_id: int) -> None:
        """That table can't be shown: nobody's time runs there until it is ``shown``."""
        if (table := self._tables.get(table_id)) is not None and not table.closed:
            self._clock.hide(table)

    def shown(self, table_id: int) -> None:
        """That table is shown as it is; if it couldn't be, whoever is asked has the whole time again."""
        if (table := self._tables.whole.get(table_id)) is not None:
            self._clock.show(table)

    # -- tables at rest

    def at_rest(self, table_id: int) -> Resting | None:
        """That table, if it rests; None if it doesn't, or if there is none."""
        return self._tables.resting.get(table_id)

    def woken_from(self, table_id: int) -> Rest | None:
        """How that table rested, while ``on_wake`` is told of it."""
        return self._woken_from if self._tables.whole.get(table_id) is not None else None

    async def prepare(self, *table_ids: int, channel_id: int | None = None, user_id: int | None = None) -> None:
        """Has these tables whole, that of the channel and those of the person, so that nothing waits for the store
        afterwards. Where the store can't be read now, it is tried again when a table is needed."""
        wanted = {*table_ids, self._places.ids.get(channel_id or 0, 0)}
        if user_id is not None:
            wanted.update(self._ids_of(user_id, leaving=True))
        for table_id in wanted:
            if table_id in self._tables.resting:
                with contextlib.suppress(Refusal):
                    await self._load(table_id)
            elif table_id in self._tables.whole:
                self._used[table_id] = self._time.running()

    async def ready(self, table_id: int) -> None:
        """Waits until the books don't say any more that the table rests, before anything is done to it, or to what
        shows it. Raises Refusal.
        """
        if table_id in self._noted:
            try:
                await self._store.resting.disturb(table_id)
            except StoreError:
                log.exception("that a table rests no more could not be written")
                raise Refusal("disk") from None
            self._noted.discard(table_id)

    async def note_rests(self) -> None:
        """Ends what happens by itself, and notes which tables rest, so that the next start need not look at them."""
        await self._clock.stop()
        rests = [
            (table.table_id, rest)
            for table in self._tables.whole.values()
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
        async with table.lock:
            rest = self._rest_of(table)
            if rest is None or self._tables.whole.get(table.table_id) is not table:
                return False
            if rest.shown:
                self._noted.add(table.table_id)
                try:
                    await self._store.resting.note([(table.table_id, rest)])
                except StoreError as error:
                    log.warning("that table %s rests could not be written: %s", table.table_id, error)
                    return False
                now = self._rest_of(table)
                if table.table_id not in self._noted or now is None or now.shown != rest.shown:
                    await self._undisturbed(table.table_id)
                    return False
                self._noted.discard(table.table_id)
            record = at_rest(table, rest if rest.shown else None)
            table.resting = True
            self._thoughts.forget(table)
            self._clock.rest(table, record)
            self._tables.rest(record)
            self._used.pop(table.table_id, None)
            self.on_rest(table.table_id)
        return True

    def _rest_of(self, table: Table) -> Rest | None:
        """How that table rests; None: it doesn't."""
        if table.closed or table.unsure or table.failures or self._thoughts.about(table):
            return None
        shown = self.shown_as(table.table_id)
        rest = self._clock.may_rest(table) if shown is not None else None
        return replace(rest, shown=shown or "") if rest is not None else None

    async def _let_rest(self) -> None:
        """Has tables rest at which nothing happens, for ever."""
        while True:
            await self._time.sleep(LOOKS)
            before, done = self._time.running() - RESTS_AFTER, 0
            for table in tuple(self._tables.whole.values()):
                if self._used.get(table.table_id, 0.0) <= before:
                    done += await self.let_rest(table)
                    if done == AT_ONCE:
                        break
                    await asyncio.sleep(0)

    async def _load(self, table_id: int) -> Table | None:
        """Brings a table back that rests, without holding up anybody; None: it is gone. Raises Refusal."""
        if (record := self._tables.resting.get(table_id)) is not None:
            try:
                stored = await self._store.table(table_id)
            except StoreError:
                log.exception("table %s could not be read", table_id)
                raise Refusal("disk") from None
            if record is self._tables.resting.get(table_id):  # else somebody couldn't wait
                self._adopt_woken(record, stored)
        return self._tables.whole.get(table_id)

    def _woken(self, record: Resting) -> Table | None:
        return self._adopt_woken(record, self._store.table_at_once(record.table_id))

    def _adopt_woken(self, record: Resting, stored: OpenTable | None) -> Table | None:
        """Goes on with a table that has rested, as the books have it."""
        self._to_wake.discard(record.table_id)
        table = woken(stored) if stored is not None else None
        if table is None or isinstance(table, Orphan):
            del self._tables[record.table_id]
            self._places.ids.pop(record.channel_id, None)
            self._clock.forget_resting(record)
            if table is not None:
                self._orphans[table.table_id] = table
                self.on_change(table.table_id)
            return None
        table.live_message = self._live.get(table.table_id)
        if record.rest is not None:
            table.timing.deadline = record.rest.deadline
            self._noted.add(table.table_id)
            self._spawn(self._undisturbed(table.table_id))
        elif self._before is not None and stored is not None and stored.deal is not None:
            table.timing.resumed = resumed(stored.deal, *self._before)
        self._tables[table.table_id] = table
        self._used[table.table_id] = self._time.running()
        self._clock.set(table)
        if self._play.to_settle(table):
            self._spawn(self._settle(table))
        self._woken_from = record.rest
        self.on_wake(table.table_id)
        self._woken_from = None
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
            table = await self._load(table_id)
            if table is not None and table.unsure:
                await self._by_itself.look_again(table)
        except Refusal as refusal:
            log.error("table %s can't be gone on with yet (%s)", table_id, refusal.code)
            asyncio.get_running_loop().call_later(LAST_LOOK, lambda: self._spawn(self._wake_first(table_id)))

    async def _wake_all(self, shard: int) -> None:
        """After a start: sets the clocks of a shard's tables, one by one; those that don't run rest again."""
        for table_id in sorted(self._to_wake):
            at = self._tables.location(table_id)
            if at is None or self.shards.of(at.guild_id) != shard or table_id not in self._to_wake:
                continue
            await self._wake_first(table_id)
            if (table := self._tables.whole.get(table_id)) is not None:
                await self.let_rest(table)
            await asyncio.sleep(BETWEEN_TABLES)

    async def _adopt(self, table: Table | Orphan) -> None:
        """Goes on with a table that was read from the books."""
        if isinstance(table, Orphan):
            self._orphans[table.table_id] = table
            return
        self._tables[table.table_id] = self._places[table.channel_id] = table
        self._used[table.table_id] = self._time.running()
        async with table.lock:
            try:
                await self._play.settle_down(table)
            except Exception as error:
                log.exception("table %s: what was to follow could not be done", table.table_id)
                table.unsure, table.failures = True, table.failures + 1
                table.stuck += not isinstance(error, StoreError)
            self._changed(table)

    async def stop(self) -> None:
        """Stops the clock, and waits for work under way; the tables stay as they are in the store."""
        await self._clock.stop()
        await self._thoughts.stop()
        await self._alive.end()
        for task in tuple(self._tasks):
            task.cancel()
        await self._running.ended()

    # -- looking

    async def look(self, table_id: int, user_id: int, turn: Turn | None = None) -> Private:
        """The same, after work under way there; refused if the moment ``turn`` has passed. Raises Refusal."""

        async def work(table: Table) -> Private:
            return private(table, user_id)

        return await self._work.locked(table_id, None, turn, work)

    async def scored_deals(self, table_id: int, most: int, turn: Turn | None = None) -> tuple[ScoredDeal, ...]:
        """The scores of the last ``most`` finished deals of a table's present or last game, the oldest first.

        Raises Refusal if the moment ``turn`` has passed.
        """

        async def work(table: Table) -> tuple[ScoredDeal, ...]:
            return await self._store.scored_deals(table_id, most)

        return await self._work.locked(table_id, None, turn, work)

    async def how_scored(self, table_id: int, deals: Sequence[ScoredDeal]) -> Mapping[int, Scoring]:
        """How those deals' scores came about, by the deals' numbers; empty if the table is gone."""
        table = self._tables.get(table_id)
        return {} if table is None else await self._scorings.of(table.game, table.rules, deals)

    # -- sitting down and getting up

    async def open(
        self,
        person: Person,
        channel_id: int,
        game: str,
        rules: Rules,
        buy_in: int,
        four_colour: bool,
        key: int,
        *,
        or_practice: bool = False,
    ) -> Snapshot:
        """Opens a table in the channel; the opener sits down at it. Raises Refusal.

        ``or_practice``: where the opener's purse has fewer chips than the buy-in, or is frozen, it is a table for
        practice.
        """
        own = self.servers.of(person.guild_id)
        new = new_table(person, channel_id, GAMES[game], rules, buy_in, four_colour, own)
        return await self._open(person, new, (), key, or_practice=or_practice)

    async def _open(
        self,
        person: Person,
        new: NewTable,
        computers: Sequence[tuple[str, Level]],
        key: int,
        after: int | None = None,
        *,
        or_practice: bool = False,
    ) -> Snapshot:
        """Opens that table; the person and those computer players sit down at it. Raises Refusal.

        ``after``: the table whose lock, invitations and removals hold there, too.
        """
        channel_id = new.channel_id
        if self.orphan(channel_id) is not None:
            raise Refusal("unreadable_table")

        def written(books: Books) -> None:
            if after is not None:
                books.check_guest(after, person.user_id)
            practice = new.practice or (or_practice and not _can_pay(books.purse(person), new.setup.buy_in))
            there = replace(new, practice=practice)
            if after is None:  # else it is run as the table before it
                there = replace(there, setup=_with_level(new.setup, books.settings(person.user_id).computers))
            table_id = books.open_table(there, key=f"{key}:open")
            books.log(person.guild_id, opened(table_id, person.user_id), f"table:{table_id}:opened")
            if after is not None:
                books.go_along(after, table_id)
            books.sit(table_id, person, key=f"{key}:sit")
            for place, (name, level) in enumerate(computers):
                books.sit(table_id, None, name=name, key=f"{key}:sit:{place}", level=level)

        async def work() -> Snapshot:
            if channel_id in self._unsure:
                await self._look_into(channel_id)
            if channel_id not in self._places:
                try:
                    await self._store.step(written)
                except StoreError:
                    log.exception("a table could not be opened")
                await self._look_into(channel_id)
                if channel_id not in self._places:
                    raise Refusal("not_written")
            table = self._places[channel_id]
            if key not in table.keys and not await self._work.asked(key):
                raise Refusal("table_exists")
            table.keys.append(key)
            return snapshot(table)

        return await self._running.to_the_end(work())

    async def _there(self, channel_id: int) -> Snapshot:
        """The open table in the channel, looked for in the books where memory has none. Raises Refusal."""
        if channel_id not in self._places:
            await self._running.to_the_end(self._look_into(channel_id))
        there = self.table_in(channel_id)
        if there is None:
            raise Refusal("table_gone")
        return there

    async def _look_into(self, channel_id: int) -> None:
        """Goes on with the table that the books have in the channel, if memory has none. Raises Refusal."""
        try:
            stored = await self._store.table_in(channel_id)
            table = await table_or_orphan(self._store, stored) if stored is not None else None
        except StoreError:
            log.exception("what is in a channel could not be read")
            if channel_id not in self._unsure:
                self._unsure.add(channel_id)
                self._spawn(self._find(channel_id))
            raise Refusal("disk") from None
        self._unsure.discard(channel_id)
        if table is not None and channel_id not in self._places:
            await self._adopt(table)

    async def _find(self, channel_id: int) -> None:
        """Asks the books about the channel again and again, until they can be read."""
        pause = FIRST_LOOK
        while channel_id in self._unsure:
            await asyncio.sleep(pause)
            pause = min(2 * pause, LAST_LOOK)
            with contextlib.suppress(Refusal):
                await self._look_into(channel_id)

    async def join(self, table_id: int, person: Person, key: int, turn: Turn | None = None) -> Snapshot:
        """Seats the person at once; in mid-deal, to play from the next deal on. Raises Refusal."""

        async def work(table: Table) -> None:
            if table.location.in_dm:
                raise Refusal("for_one_person")
            mine = next((s for s in table.sitters if s.user_id == person.user_id), None)
            if mine is not None:
                raise Refusal("leaving" if mine.leaving else "already_seated")
            _check_room(table)
            name = distinct(person.name, table.sitters)
            table.take(await self._store.step(lambda books: steps.sit(books, table, person, name, key=f"{key}:sit")))

        return await self._work.change(table_id, key, turn, work)

    async def leave(self, table_id: int, person: Person, key: int, turn: Turn | None = None) -> Snapshot:
        """The person gets up; in mid-deal a computer player plays on (``general.md G-11``). Raises Refusal."""

        async def work(table: Table) -> None:
            await self._play.get_up(table, table.seated(person.user_id), f"{key}:rise")

        return await self._work.change(table_id, key, turn, work)

    async def add_computer(
        self,
        table_id: int,
        person: Person,
        names: Sequence[str],
        key: int,
        turn: Turn | None = None,
        *,
        level: Level = "regular",
    ) -> Snapshot:
        """Seats a computer player of that level, with the first of ``names`` that is free. Raises Refusal."""

        async def work(table: Table) -> None:
            table.seated(person.user_id)
            _check_room(table)
            free = [name for name in names if distinct(name, table.sitters) == name]
            name = free[0] if free else distinct(names[0], table.sitters)
            after = await self._store.step(
                lambda books: steps.sit_computer(books, table, name, level, key=f"{key}:sit")
            )
            table.take(after)

        return await self._work.change(table_id, key, turn, work)

    async def choose_level(
        self, table_id: int, person: Person, level: str, key: int, turn: Turn | None = None
    ) -> Snapshot:
        """The next computer player there plays that well, and those of the person's next table. Raises Refusal."""
        chosen = next((known for known in LEVEL_NAMES if known == level), None)
        if chosen is None:
            raise Refusal("unknown_button")

        async def work(table: Table) -> None:
            table.seated(person.user_id)
            after = await self._store.step(
                lambda books: steps.choose_level(books, table, person.user_id, chosen, key=f"{key}:level")
            )
            table.take(after)

        return await self._work.change(table_id, key, turn, work)

    async def remove_computer(self, table_id: int, person: Person, key: int, turn: Turn | None = None) -> Snapshot:
        """The computer player who came last gets up. Raises Refusal."""

        async def work(table: Table) -> None:
            table.seated(person.user_id)
            here = [s for s in table.sitters if s.user_id is None and not s.leaving]
            if not here:
                raise Refusal("no_computer")
            await self._play.get_up(table, here[-1], f"{key}:rise")

        return await self._work.change(table_id, key, turn, work)

    async def top_up(self, table_id: int, person: Person, key: int, turn: Turn | None = None) -> tuple[Snapshot, int]:
        """Brings the person's stack back to the buy-in, between deals. Returns also the chips added. Raises Refusal."""

        async def fill_up(table: Table, sitter: Sitter) -> tuple[Snapshot, int]:
            after, topped_up = await self._store.step(
                lambda books: steps.fill_up(books, table, sitter, key=f"{key}:top_up")
            )
            table.take(after)
            return snapshot(table), topped_up.added

        async def work(table: Table) -> tuple[Snapshot, int]:
            sitter = table.seated(person.user_id)
            if not table.setup.buy_in:
                raise Refusal("no_chips_here")
            if table.game.money.ends_broke and table.game_on:
                raise Refusal("no_top_up_in_game")
            if table.playing:
                raise Refusal("deal_running")
            return await fill_up(table, sitter)

        async def again(table: Table) -> tuple[Snapshot, int]:
            return await fill_up(table, table.seated(person.user_id))  # the books answer as they did the first time

        return await self._work.locked(table_id, key, turn, work, again)

    # -- playing

    async def start(self, table_id: int, person: Person, key: int, turn: Turn | None = None) -> Snapshot:
        """Deals the next deal; any seated person may. Raises Refusal."""

        async def work(table: Table) -> None:
            sitter = table.seated(person.user_id)
            if table.playing:
                raise Refusal("deal_running")
            if sitter.away:
                raise Refusal("away")  # it would be dealt without whoever asks for it
            if not table.dealt and (wait := ceil(table.look_until - self._time.running())) > 0:
                raise Refusal("look_first", seconds=wait)
            await self._play.deal(table, key)

        return await self._work.change(table_id, key, turn, work)

    async def close(
        self, table_id: int, person: Person, key: int, turn: Turn | None = None, *, moderator: bool = False
    ) -> Snapshot:
        """Closes the table, in mid-deal after the deal; everybody gets the chips back. Raises Refusal.

        The host may, and a ``moderator``; for anybody else it is a vote, and most of the people there close it.
        """

        async def work(table: Table) -> None:
            if table.closing and table.closing_by == person.user_id:
                return  # who asks again has been heard
            if moderator or may_close(table, person):
                how = "host" if person.user_id == table.host_id else "moderator" if moderator else "vote"
                await self._play.close(table, person.user_id, f"{key}:close", how)
            else:
                ballot = ballot_of(table, person.user_id, "close")
                table.take(await self._store.step(lambda books: steps.vote(books, table, ballot, f"{key}:vote")))

        return await self._work.change(table_id, key, turn, work)

    async def close_orphan(self, table_id: int, person: Person, *, moderator: bool = False) -> Orphan:
        """Closes a table that this version can't read, at once: an open deal is taken back, and everybody cashes out.

        Those who played the last deal share what lies in pot and pools. Raises Refusal.
        """

        async def work() -> Orphan:
            orphan = self._orphans.get(table_id)
            if orphan is None:
                raise Refusal("table_gone")
            if not moderator and person.user_id not in orphan.seated:
                raise Refusal("not_seated")
            try:
                await self._store.step(lambda books: steps.close_orphan(books, orphan, person.user_id))
            except StoreError:
                log.exception("table %s could not be closed", table_id)
                raise Refusal("disk") from None
            self._orphans.pop(table_id, None)
            return orphan

        return await self._running.to_the_end(work())

    async def end(self, table_id: int, kind: Kind, *, direct: bool) -> None:
        """Closes a table that people can't close, also one that this version can't read. Raises Refusal.

        ``direct``: everybody who sat there is told by direct message, because the channel can't be.
        """
        orphan = self._orphans.get(table_id)
        if orphan is None:
            await self.way_out.end(table_id, kind, direct=direct)
            return

        async def work() -> None:
            try:
                await self.way_out.end_orphan(orphan, kind, direct=direct)
            except StoreError:
                log.exception("table %s could not be closed", table_id)
                raise Refusal("disk") from None
            self._orphans.pop(table_id, None)
            self.on_change(table_id)

        await self._running.to_the_end(work())

    async def act(
        self,
        table_id: int,
        person: Person,
        do: str,
        argument: Choice | int | None,
        key: int,
        turn: Turn | None = None,
    ) -> Private:
        """Does one action for the person whose turn it is. Raises Refusal or IllegalAction."""

        async def work(table: Table) -> Private:
            sitter = table.seated(person.user_id)
            await self._play.act(table, sitter, do, argument, key, self._clock.drawn(table))
            return private_to_player(table, person.user_id)

        async def again(table: Table) -> Private:
            return private_to_player(table, person.user_id)

        return await self._work.locked(table_id, key, turn, work, again)

    def set_live(self, table_id: int, message_id: int | None) -> None:
        """Notes the message with the live buttons, to which links lead."""
        if message_id is None:
            self._live.pop(table_id, None)
        else:
            self._live[table_id] = message_id
        if (table := self._tables.whole.get(table_id)) is not None:
            table.live_message = message_id

    async def knows_request(self, key: int) -> bool:
        """Whether the books have anything of that interaction; also where they can't be read."""
        try:
            return await self._store.asked(key)
        except StoreError:
            log.exception("what is written could not be read")
            return True

    # -- inside

    def _changed(self, table: Table) -> None:
        self._used[table.table_id] = self._time.running()
        if table.closed and self._places.ids.get(table.channel_id) == table.table_id:
            del self._places[table.channel_id]
            if table.next_game:
                # Its people have gone on at another table, which is looked for until it is found.
                self._unsure.add(table.channel_id)
                self._spawn(self._find(table.channel_id))
            # Until then its last message is shown, and old buttons are answered.
            asyncio.get_running_loop().call_later(CLOSED_SECONDS, self._forget, table.table_id)
        self._thoughts.keep_up(table)
        self._clock.set(table)
        self.on_change(table.table_id)

    def _give_up(self, table: Table, orphan: Orphan) -> None:
        """Notes that the table can't be read any more, and can only be closed."""
        self._orphans[orphan.table_id] = orphan
        self._places.ids.pop(table.channel_id, None)
        self._tables.pop(table.table_id, None)
        table.unsure = False
        table.closed = True
        self._thoughts.keep_up(table)

    def _forget(self, table_id: int) -> None:
        self._live.pop(table_id, None)
        self._used.pop(table_id, None)
        if (table := self._tables.whole.get(table_id)) is not None:
            del self._tables[table_id]
            self._clock.forget(table)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _seen(table_id: int) -> bool:
    return True


def _with_level(setup: Setup, level: Level) -> Setup:
    """The same, with computer players of that level."""
    return replace(setup, settings=replace(setup.settings, computers=level))


def _can_pay(purse: Purse, chips: int) -> bool:
    return purse.balance >= chips and (purse.frozen is None or not chips)


def _check_room(table: Table) -> None:
    most = table.game.seats[-1]
    if sum(not s.leaving for s in table.sitters) >= most:
        raise Refusal("table_full", seats=most)
