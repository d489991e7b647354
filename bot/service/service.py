"""TableService: what people do at tables. The only caller of the engine's apply; one lock a table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from math import ceil
from typing import Any

from bot.processes.thinkers import NOBODY, Thinks
from bot.service import steps
from bot.service.absence import Absence
from bot.service.acts import Acts
from bot.service.afterwards import Afterwards
from bot.service.alive import Alive
from bot.service.by_itself import ByItself
from bot.service.clock import Clock, Doing
from bot.service.customs import LOOK
from bot.service.fairness import Shuffles
from bot.service.going_on import GoingOn
from bot.service.hints import Hints
from bot.service.host import Hosting, may_close
from bot.service.in_memory import TablesInMemory
from bot.service.interruptions import Interruptions
from bot.service.lessons import Lessons
from bot.service.locked import Locked
from bot.service.looking import Looking
from bot.service.model import Orphan, Person, Private, Refusal, Scoring, Snapshot, Turn
from bot.service.old_deals import pack_old
from bot.service.pace import Pace
from bot.service.play import Play
from bot.service.rests import Rests
from bot.service.running import Running
from bot.service.scoring import Scorings
from bot.service.seats import Seats
from bot.service.servers import ManagedServers
from bot.service.setup import SettingUp, new_table
from bot.service.shards import ALL_SHARDS, Shards
from bot.service.snapshots import private, private_to_player
from bot.service.table import Table
from bot.service.thoughts import Thoughts
from bot.service.turn_time import Time
from bot.service.votes import ballot_of
from bot.service.way_out import WayOut, release_what_is_asked
from bot.service.work import is_written
from bot.store.model.deals import ScoredDeal
from bot.store.store import Store
from engine.actions import Choice
from engine.game import GAMES
from engine.memory import Memory
from engine.players.base import Level
from engine.rules import Rules
from engine.view import View

log = logging.getLogger(__name__)


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
        self._store, self._time, self._thoughts = store, time or Time(), Thoughts(thinks)
        self._play, self._running = Play(store, self._thoughts), Running()
        self._tasks: set[asyncio.Task[None]] = set()
        self.on_change: Callable[[int], None] = lambda table_id: None
        """Called with a table's id after each committed change."""
        self.seen: Callable[[int], Awaitable[bool]] = _seen
        """Asks Discord whether people can see that table; asked before anybody counts as having missed a turn."""
        self.servers = ManagedServers(store, pace)
        """What servers have set, and what is done by those who manage them."""
        self.acts = Acts()
        """Who did what."""
        self._clock = Clock(pace, self._time)
        super().__init__(
            TablesInMemory(
                store,
                self._play,
                self._running,
                changed=self._changed,
                forgotten=self._clock.forget,
                spawn=self._spawn,
            )
        )
        self._build_what_runs_tables(shards)
        self._build_what_people_ask(thinks)
        self._take_over_from_the_store()

    def _build_what_runs_tables(self, shards: Shards) -> None:
        """Each takes what is built before it; the clock, which all of it needs, is told last what it does."""
        store, play, tables, clock = self._store, self._play, self._in_memory, self._clock
        self._work = Locked(
            store,
            play,
            self._running,
            tables.whole,
            acted=clock.touch,
            failed=clock.set,
            changed=self._changed,
            give_up=self._give_up,
        )
        self.way_out = WayOut(store, play, self._work.change, tables, self._running, self._tell)
        """Ways out of a table, whatever has happened."""
        self._by_itself = ByItself(
            self._work, play, self.way_out, self.acts, clock, seen=self._is_seen, changed=self._tell
        )
        self.interruptions = Interruptions(shards, tables, clock)
        """Shards that can't be reached, tables that can't be shown, and moves that can't be saved."""
        self.rests = Rests(
            store,
            play,
            self._thoughts,
            tables,
            self._work,
            clock,
            self._time,
            self.interruptions,
            changed=self._tell,
            look_again=self._by_itself.look_again,
            spawn=self._spawn,
        )
        """Tables that nobody needs whole."""
        clock.doing = Doing(
            ready=play.ready,
            by_computer=play.by_computer,
            think=self._thoughts.begin,
            seen=self._by_itself.is_seen,
            play=self._by_itself.play_for,
            deal=self._by_itself.deal,
            end=self._by_itself.end,
            look=self._by_itself.look_again,
            shard=self.interruptions.shard_of_server,
            pause=self.servers.pause_of,
            tell=self._tell,
            wake=self.rests.load,
        )
        store.on_trouble = self.interruptions.unsaved
        self._alive = Alive(store.notes, self._time)

    def _build_what_people_ask(self, thinks: Thinks) -> None:
        store, change, whole = self._store, self._work.change, self._in_memory.whole
        self.seats = Seats(store, self._play, self._work)
        """Sitting down and getting up."""
        self.setting_up = SettingUp(store, change)
        """What tables are set up with."""
        self.going_on = GoingOn(store, change, whole, self._in_memory.open, self._in_memory.there)
        """What comes between deals, and after a table."""
        self.absence = Absence(store, self._play, self._clock, change)
        """Coming back, and votes about slow turns."""
        self.hosting = Hosting(store, change)
        """What hosts do besides playing."""
        self.hints = Hints(store, thinks, whole)
        """What people would do well to do."""
        self.afterwards = Afterwards(store, thinks, whole)
        """What decisions were worth, when their deal is over."""
        self.shuffles = Shuffles(store, change)
        """People's part in shuffles, and their proof."""
        self.lessons = Lessons(store.people)
        """Guided first deals."""
        self._scorings = Scorings(store)

    def _take_over_from_the_store(self) -> None:
        """The parts of the store in which nothing lies on a table, so that anybody may use them directly."""
        store = self._store
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
        self.notes = store.notes
        """Short texts that the bot keeps for itself."""
        self.ends = store.ends
        """What is still to be told of tables' ends."""
        self.letters = store.letters
        """What people are still to be told privately of what hosts and moderators did."""

    @property
    def shards(self) -> Shards:
        """The shards of this process; their number may be known only when Discord has told it."""
        return self.interruptions.shards

    def shard_of(self, table_id: int) -> int | None:
        """The shard of that table, also of one that can only be closed; None if there is no such table any more."""
        table = self._in_memory.by_id.location(table_id) or self._in_memory.orphans.get(table_id)
        return self.shards.of(table.guild_id) if table is not None else None

    @property
    def trouble(self) -> str:
        """Why nothing can be written at the moment, or read, as a sentence; "" if all can, as far as it was tried."""
        return self._store.trouble

    # -- start and stop

    async def pack_old_deals(self) -> int:
        """Packs the deals of this process's servers that are over for a day; how many. Raises StoreError."""
        return await pack_old(self._store.old_deals, self.shards.holds)

    async def restore(self) -> None:
        """Brings back every open table and deal from the store. Raises StoreError if it can't be read."""
        await self.servers.load()
        await self.rests.restore(await self._alive.before())
        self._alive.begin()
        self._spawn(release_what_is_asked(self._store, lambda guild_id: self.shards.holds(guild_id), self._release))
        self._spawn(self.rests.let_all_rest())

    async def take(self, shards: Mapping[int, float | None]) -> None:
        """Goes on with the tables of these shards, which no other process holds any more, once they are reachable.

        By shard: when another process last played there, in seconds since the epoch (UTC); None: that isn't known.
        Raises StoreError.
        """
        await self.servers.load()
        for shard in shards:
            self.interruptions.unreachable(shard)
        await self.rests.restore(await self._alive.before(), shards)
        self.interruptions.take(shards)

    async def _release(self, table_id: int) -> None:
        """Releases a table of this process. Raises Refusal."""
        await self.way_out.end(table_id, "released", direct=False)

    async def note_end(self) -> None:
        """Ends what happens by itself, and notes for the next start which tables rest and until when the bot ran."""
        await asyncio.gather(self.rests.note_rests(), self._alive.end())

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
        """That table as seen by a person who sits there, once work under way at it has ended.

        Refused if the moment ``turn`` has passed. Raises Refusal.
        """

        async def work(table: Table) -> Private:
            return private(table, user_id)

        return await self._work.look(table_id, turn, work)

    async def seen_by(self, table_id: int, user_id: int, turn: Turn | None = None) -> tuple[View, Memory] | None:
        """What the person sees who plays there, and has seen since the deal began; None for anybody else.

        Refused if the moment ``turn`` has passed. Raises Refusal.
        """

        async def work(table: Table) -> tuple[View, Memory] | None:
            seat = private(table, user_id).sitter.seat
            return table.seen_by(seat) if seat is not None and table.deal is not None else None

        return await self._work.look(table_id, turn, work)

    async def scored_deals(self, table_id: int, most: int, turn: Turn | None = None) -> tuple[ScoredDeal, ...]:
        """The scores of the last ``most`` finished deals of a table's present or last game, the oldest first.

        Raises Refusal if the moment ``turn`` has passed.
        """

        async def work(table: Table) -> tuple[ScoredDeal, ...]:
            return await self._store.scored_deals(table_id, most)

        return await self._work.look(table_id, turn, work)

    async def how_scored(self, table_id: int, deals: Sequence[ScoredDeal]) -> Mapping[int, Scoring]:
        """How those deals' scores came about, by the deals' numbers; empty if the table is gone or can't be read."""
        try:
            table = await self._in_memory.whole(table_id)
        except Refusal:
            return {}
        return await self._scorings.of(table.game, table.rules, deals)

    # -- playing

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
        computers: Sequence[tuple[str, Level]] = (),
    ) -> Snapshot:
        """Opens a table in the channel; the opener sits down at it. Raises Refusal.

        ``computers``: the names and levels of computer players who sit down, too.
        ``or_practice``: where the opener's purse has fewer chips than the buy-in, or is frozen, it is a table for
        practice.
        """
        own = self.servers.of(person.guild_id)
        new = new_table(person, channel_id, GAMES[game], rules, buy_in, four_colour, own)
        return await self._in_memory.open(person, new, computers, key, or_practice=or_practice)

    async def start(self, table_id: int, person: Person, key: int, turn: Turn | None = None) -> Snapshot:
        """Deals the next deal; any seated person may. Raises Refusal."""

        async def work(table: Table) -> None:
            sitter = table.check_seated(person.user_id)
            if table.playing:
                raise Refusal("deal_running")
            if sitter.away:
                raise Refusal("away")  # it would be dealt without whoever asks for it
            # A longer wait is none: the machine's clock was set back since.
            if not table.dealt and 0 < (wait := table.row.look_until - self._time.now()) <= LOOK:
                raise Refusal("look_first", seconds=ceil(wait))
            await self._play.deal(table, key)

        return await self._work.change(table_id, key, turn, work)

    async def close(
        self, table_id: int, person: Person, key: int, turn: Turn | None = None, *, moderator: bool = False
    ) -> Snapshot:
        """Closes the table, in mid-deal after the deal; everybody gets the chips back. Raises Refusal.

        The host may, and a ``moderator``; for anybody else it is a vote, and most of those who play there close it.
        """

        async def work(table: Table) -> None:
            if table.row.closing and table.row.closing_by == person.user_id:
                return  # whoever asks again has been heard
            if moderator or may_close(table, person):
                how = "host" if person.user_id == table.host_id else "moderator" if moderator else "vote"
                await self._play.close(table, person.user_id, f"{key}:close", how)
            else:
                ballot = ballot_of(table, person.user_id, "close")
                table.take(await self._store.step(lambda books: steps.vote(books, table, ballot, f"{key}:vote")))

        return await self._work.change(table_id, key, turn, work)

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
            sitter = table.check_seated(person.user_id)
            await self._play.act(table, sitter, do, argument, key, self._clock.drawn(table))
            return private_to_player(table, person.user_id)

        async def again(table: Table) -> Private:
            return private_to_player(table, person.user_id)

        return await self._work.write(table_id, key, turn, work, again)

    def is_live(self, message_id: int) -> bool:
        """Whether a table is shown in that message."""
        return message_id in self._in_memory.live.values()

    def set_live(self, table_id: int, message_id: int | None) -> None:
        """Notes the message with the live buttons, to which links lead."""
        if message_id is None:
            self._in_memory.live.pop(table_id, None)
        else:
            self._in_memory.live[table_id] = message_id
        if (table := self._in_memory.by_id.whole.get(table_id)) is not None:
            table.live_message = message_id

    def has_done(self, key: int) -> bool:
        """Whether what that interaction asked for was done here and lately, and not read in the books."""
        return key in self._work.done

    async def knows_request(self, key: int) -> bool:
        """Whether the books have anything of that interaction; also where they can't be read."""
        try:
            return await is_written(self._store, key)
        except Refusal:
            return True

    # -- inside

    def _changed(self, table: Table) -> None:
        self._in_memory.used[table.table_id] = self._time.running()
        self._in_memory.by_id.note_seats(table)
        if table.closed:
            self._in_memory.close(table)
        self._thoughts.keep_up(table)
        self._clock.set(table)
        self.on_change(table.table_id)

    def _tell(self, table_id: int) -> None:
        """Calls what ``on_change`` is by then: it is set once there is somebody to tell."""
        self.on_change(table_id)

    async def _is_seen(self, table_id: int) -> bool:
        """Asks what ``seen`` is by then."""
        return await self.seen(table_id)

    def _give_up(self, table: Table, orphan: Orphan) -> None:
        self._in_memory.give_up(table, orphan)
        self._thoughts.keep_up(table)

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("work in the background failed", exc_info=error)


async def _seen(table_id: int) -> bool:
    return True
