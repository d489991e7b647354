"""TableService: what people do at tables. The only caller of the engine's apply; one lock a table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from bot.service import chips
from bot.service.clock import Clock, Pace
from bot.service.dealing import new_seed
from bot.service.fairness import Verification, verification
from bot.service.model import Orphan, Person, Private, Refusal, Scoring, Snapshot, Turn
from bot.service.play import Play
from bot.service.restore import brought_back
from bot.service.scoring import Scorings
from bot.service.table import Table
from bot.service.whole import Works, as_sitter, told_apart
from bot.store.model import Refused, ScoredDeal
from bot.store.store import Store
from engine.actions import Choice
from engine.game import GAMES
from engine.rules import Rules
from engine.versions import rules_version, values

T = TypeVar("T")

CLOSED_SECONDS = 900
"""How long a closed table can still be looked at."""


class TableService:
    """All open tables. Every change is committed first and announced through ``on_change`` after.

    A table is asked for by its id, which ``table_in`` tells of a channel. Whatever is done at a table takes ``turn``,
    the moment for which it was asked (as the address of a button has it), and is refused as ``stale`` where that has
    passed; None: whatever the moment.
    """

    def __init__(self, store: Store, pace: Pace) -> None:
        self._store = store
        self.people = store.people
        """Purses, the leaderboard, and what people have chosen."""
        self.notes = store.notes
        """What is remembered about messages."""
        self.on_change: Callable[[int], None] = lambda table_id: None
        """Called with a table's id after each committed change."""
        self._tables: dict[int, Table] = {}
        self._places: dict[int, Table] = {}
        self._orphans: dict[int, Orphan] = {}
        self._clock = Clock(pace, self._play_for, self._deal_by_itself)
        self._play = Play(store)
        self._works = Works()
        self._scorings = Scorings(store)

    # -- start and stop

    async def restore(self) -> None:
        """Brings back every open table and deal from the store."""
        for stored in await self._store.load_open():
            table = await brought_back(self._store, stored)
            if isinstance(table, Orphan):
                self._orphans[table.channel_id] = table
                continue
            self._tables[table.table_id] = self._places[table.channel_id] = table
            async with table.lock:
                await self._play.go_on(table)
                self._changed(table)

    async def stop(self) -> None:
        """Ends all waiting, and lets end what is being done; the tables stay as they are in the store."""
        await self._clock.stop()
        await self._works.ended()

    # -- looking

    def table_in(self, channel_id: int) -> Snapshot | None:
        """The open table in that channel; None where there is none. All else is asked for by a table's id."""
        table = self._places.get(channel_id)
        return table.snapshot() if table else None

    def snapshot_of(self, table_id: int) -> Snapshot | None:
        """That table; None where it was never open or has been closed for long."""
        table = self._tables.get(table_id)
        return table.snapshot() if table else None

    def private_of(self, table_id: int, user_id: int) -> Private:
        """That table as a person sees it who sits there, or sat there when it closed. Raises Refusal."""
        return self._at(table_id).private(user_id)

    async def look(self, table_id: int, user_id: int, turn: Turn | None = None) -> Private:
        """The same, once nothing is being done there; refused where the moment ``turn`` has passed. Raises Refusal."""

        async def work(table: Table) -> Private:
            return table.private(user_id)

        return await self._locked(table_id, None, turn, work)

    def orphan(self, channel_id: int) -> Orphan | None:
        """The table in that channel where this version can't read it and it can only be closed; else None."""
        return self._orphans.get(channel_id)

    def orphans(self) -> tuple[Orphan, ...]:
        """Every table that can only be closed."""
        return tuple(self._orphans.values())

    def tables(self) -> list[Snapshot]:
        """Every table that can be played at."""
        return [table.snapshot() for table in self._tables.values()]

    def tables_of(self, user_id: int) -> list[Snapshot]:
        """The open tables at which that person sits."""
        return [
            table.snapshot()
            for table in self._places.values()
            if any(s.user_id == user_id and not s.leaving for s in table.sitters)
        ]

    async def scored_deals(self, table_id: int, most: int, turn: Turn | None = None) -> tuple[ScoredDeal, ...]:
        """What the last ``most`` finished deals of a table's present or last game scored, the oldest first.

        Raises Refusal where the moment ``turn`` has passed.
        """

        async def work(table: Table) -> tuple[ScoredDeal, ...]:
            return await self._store.scored_deals(table_id, most)

        return await self._locked(table_id, None, turn, work)

    async def how_scored(self, table_id: int, deals: Sequence[ScoredDeal]) -> Mapping[int, Scoring]:
        """How those deals' scores came about, by the deals' numbers; nothing where the table is gone."""
        table = self._tables.get(table_id)
        return {} if table is None else await self._scorings.of(table.game, table.rules, deals)

    async def verification(self, person: Person, channel_id: int) -> Verification:
        """What the channel's last finished deal was shuffled from, for who played in it. Raises Refusal."""
        return await verification(self._store, person, channel_id)

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
    ) -> Snapshot:
        """Opens a table in the channel; the opener sits down at it. Raises Refusal."""
        if channel_id in self._places:
            raise Refusal("table_exists")
        if channel_id in self._orphans:
            raise Refusal("unreadable_table")
        chips.check_buy_in(GAMES[game], rules, buy_in)
        seed = new_seed()

        async def work() -> Snapshot:
            table_id = await self._store.open_table(
                guild_id=person.guild_id,
                channel_id=channel_id,
                game=game,
                rules=values(rules),
                rules_version=rules_version(GAMES[game]),
                unit=GAMES[game].judging.unit,
                buy_in=buy_in,
                four_colour=four_colour,
                host=person,
                next_seed=seed.hex(),
                key=f"{key}:open",
            )
            table = Table(
                table_id=table_id,
                guild_id=person.guild_id,
                channel_id=channel_id,
                game=GAMES[game],
                rules=rules,
                buy_in=buy_in,
                four_colour=four_colour,
                host_id=person.user_id,
                next_seed=seed,
            )
            try:
                await self._sit(table, person, key)
            except Refused:
                await self._store.close_table(table_id, key=f"{key}:unopened")
                raise
            self._tables[table_id] = self._places[channel_id] = table
            self._changed(table)
            return table.snapshot()

        return await self._works.whole(work())

    async def join(self, table_id: int, person: Person, key: int, turn: Turn | None = None) -> Snapshot:
        """Sits down, at once; who comes in mid-deal plays from the next deal on. Raises Refusal."""

        async def work(table: Table) -> Snapshot:
            mine = next((s for s in table.sitters if s.user_id == person.user_id), None)
            if mine is not None:
                raise Refusal("leaving" if mine.leaving else "already_seated")
            self._room(table)
            await self._sit(table, person, key)
            self._changed(table)
            return table.snapshot()

        return await self._locked(table_id, key, turn, work)

    async def leave(self, table_id: int, person: Person, key: int, turn: Turn | None = None) -> Snapshot:
        """Gets up; in mid-deal a computer player plays the deal to its end (``general.md G-11``). Raises Refusal."""

        async def work(table: Table) -> Snapshot:
            sitter = table.seated(person.user_id)
            await self._play.get_up(table, sitter, f"{key}:rise")
            self._changed(table)
            return table.snapshot()

        return await self._locked(table_id, key, turn, work)

    async def add_computer(
        self, table_id: int, person: Person, names: Sequence[str], key: int, turn: Turn | None = None
    ) -> Snapshot:
        """Seats a computer player by the first of ``names`` that is free. Raises Refusal."""

        async def work(table: Table) -> Snapshot:
            table.seated(person.user_id)
            self._room(table)
            free = [name for name in names if told_apart(name, table.sitters) == name]
            name = free[0] if free else told_apart(names[0], table.sitters)
            sitting = await self._store.sit(table.table_id, None, name=name, key=f"{key}:sit")
            table.sitters.append(as_sitter(sitting))
            self._changed(table)
            return table.snapshot()

        return await self._locked(table_id, key, turn, work)

    async def remove_computer(self, table_id: int, person: Person, key: int, turn: Turn | None = None) -> Snapshot:
        """The computer player who came last gets up. Raises Refusal."""

        async def work(table: Table) -> Snapshot:
            table.seated(person.user_id)
            here = [s for s in table.sitters if s.user_id is None and not s.leaving]
            if not here:
                raise Refusal("no_computer")
            await self._play.get_up(table, here[-1], f"{key}:rise")
            self._changed(table)
            return table.snapshot()

        return await self._locked(table_id, key, turn, work)

    async def top_up(self, table_id: int, person: Person, key: int, turn: Turn | None = None) -> tuple[Snapshot, int]:
        """Brings the person's stack back to the buy-in, between deals. Gives the chips added. Raises Refusal."""

        async def work(table: Table) -> tuple[Snapshot, int]:
            sitter = table.seated(person.user_id)
            added = await chips.top_up(self._store, table, sitter, f"{key}:top_up")
            self._changed(table)
            return table.snapshot(), added

        return await self._locked(table_id, key, turn, work)

    # -- playing

    async def start(self, table_id: int, person: Person, key: int, turn: Turn | None = None) -> Snapshot:
        """Deals. Any seated person may. Raises Refusal."""

        async def work(table: Table) -> Snapshot:
            table.seated(person.user_id)
            if table.playing:
                raise Refusal("deal_running")
            await self._play.deal(table)
            self._changed(table)
            return table.snapshot()

        return await self._locked(table_id, key, turn, work)

    async def close(
        self, table_id: int, person: Person, key: int, turn: Turn | None = None, *, moderator: bool = False
    ) -> Snapshot:
        """Closes the table, in mid-deal after the deal; everybody gets the chips back. Raises Refusal."""

        async def work(table: Table) -> Snapshot:
            if not moderator:
                table.seated(person.user_id)
            if table.playing:
                await self._store.set_closing(table.table_id, True)
                table.closing = True
            else:
                await self._play.close(table, f"{key}:close")
            self._changed(table)
            return table.snapshot()

        return await self._locked(table_id, key, turn, work)

    async def close_orphan(self, table_id: int, person: Person, *, moderator: bool = False) -> Orphan:
        """Closes a table that this version can't read, at once: an open deal is taken back, and everybody cashes out.

        What earlier deals left in pot and pools is shared equally: only its rules could say whose it is. Raises
        Refusal.
        """

        async def work() -> Orphan:
            orphan = next((found for found in self._orphans.values() if found.table_id == table_id), None)
            if orphan is None:
                raise Refusal("table_gone")
            if not moderator and person.user_id not in orphan.seated:
                raise Refusal("not_seated")
            await self._store.close_table(table_id, key=f"table:{table_id}:close")
            self._orphans.pop(orphan.channel_id, None)
            return orphan

        return await self._works.whole(work())

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
            if not table.playing:
                raise Refusal("no_deal")
            await self._play.act(table, sitter, do, argument, key)
            table.absent.pop(sitter.sitting_id, None)
            self._changed(table)
            return table.private(person.user_id)

        def again(table: Table) -> Private:
            return table.private(person.user_id)

        return await self._locked(table_id, key, turn, work, again)

    async def set_live(self, table_id: int, message_id: int | None) -> None:
        """Remembers the message with the live buttons."""
        table = self._tables.get(table_id)
        if table is not None:
            table.live_message = message_id
        await self.notes.set_live(table_id, message_id)

    async def posting(self, table_id: int) -> str:
        """The nonce of a message of that table which may have been posted without a note of it; "" for none."""
        return await self.notes.get(_posting(table_id)) or ""

    async def set_posting(self, table_id: int, nonce: str) -> None:
        """Notes that a message with this nonce is about to be posted; "" once ``set_live`` knows of it."""
        await self.notes.set(_posting(table_id), nonce)

    # -- by itself

    async def _play_for(self, table: Table, turn: Turn, absent: bool) -> None:
        async def work(table: Table) -> None:
            if table.turn == turn and table.playing:
                await self._play.computer(table, absent=absent)
                self._changed(table)

        await self._locked(table.table_id, None, None, work)

    async def _deal_by_itself(self, table: Table, turn: Turn) -> None:
        async def work(table: Table) -> None:
            if table.turn == turn and not table.playing and not table.closed:
                try:
                    await self._play.deal(table)
                except Refusal:
                    table.next_deal_at = None  # it won't start by itself: somebody must bring chips, or sit down
                    self.on_change(table.table_id)
                    raise
                self._changed(table)

        await self._locked(table.table_id, None, None, work)

    # -- inside

    def _at(self, table_id: int) -> Table:
        table = self._tables.get(table_id)
        if table is None:
            unreadable = any(orphan.table_id == table_id for orphan in self._orphans.values())
            raise Refusal("unreadable_table" if unreadable else "table_gone")
        return table

    def _room(self, table: Table) -> None:
        most = table.game.seats[-1]
        if sum(not s.leaving for s in table.sitters) >= most:
            raise Refusal("table_full", seats=most)

    async def _sit(self, table: Table, person: Person, key: int) -> None:
        amount = await chips.brings(self._store, table, person.user_id)
        name = told_apart(person.name, table.sitters)
        sitting = await self._store.sit(table.table_id, person, key=f"{key}:sit", name=name, amount=amount)
        table.sitters.append(as_sitter(sitting))

    def _changed(self, table: Table) -> None:
        if table.closed and table.channel_id in self._places:
            del self._places[table.channel_id]
            # Its last message is still to be published, and old buttons to be answered.
            asyncio.get_running_loop().call_later(CLOSED_SECONDS, self._forget, table.table_id)
        self._clock.set(table, ready=self._play.ready(table), by_computer=self._play.by_computer(table))
        self.on_change(table.table_id)

    def _forget(self, table_id: int) -> None:
        self._tables.pop(table_id, None)

    async def _locked(
        self,
        table_id: int,
        key: int | None,
        turn: Turn | None,
        work: Callable[[Table], Awaitable[T]],
        again: Callable[[Table], T] | None = None,
    ) -> T:
        """Runs ``work`` under the table's lock, once a key, to its end even if the caller is cancelled.

        ``turn`` is the moment for which it was asked, as the address of a button has it; None: whatever the moment.
        """

        async def inside() -> T:
            table = self._at(table_id)
            async with table.lock:
                if table.closed:
                    raise Refusal("table_gone")
                if key is not None and key in table.keys:
                    if again is None:
                        raise Refusal("done_already")
                    return again(table)
                if turn is not None and turn != table.turn:
                    raise Refusal("stale")
                result = await work(table)
                if key is not None:
                    table.keys.append(key)
                return result

        return await self._works.whole(inside())


def _posting(table_id: int) -> str:
    return f"posting:{table_id}"
