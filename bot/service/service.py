"""TableService: what people do at tables. The only caller of the engine's apply; one lock a table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from bot.service import chips
from bot.service.clock import Clock, Pace
from bot.service.dealing import new_seed
from bot.service.fairness import Verification, verification
from bot.service.model import Person, Private, Refusal, Scoring, Snapshot, Turn
from bot.service.people import People
from bot.service.play import Play
from bot.service.restore import brought_back
from bot.service.scoring import Scorings
from bot.service.table import Table
from bot.service.whole import Works, as_member, as_sitter, told_apart
from bot.store.model import Refused, ScoredDeal
from bot.store.store import Store
from engine.actions import Choice
from engine.game import GAMES
from engine.rules import Rules

T = TypeVar("T")

CLOSED_SECONDS = 900
"""How long a closed table can still be looked at."""


class TableService:
    """All open tables. Every change is committed first and announced through ``on_change`` after."""

    def __init__(self, store: Store, pace: Pace) -> None:
        self.store = store
        self.people = People(store)
        self.on_change: Callable[[int], None] = lambda table_id: None
        """Called with a table's id after each committed change."""
        self._tables: dict[int, Table] = {}
        self._places: dict[int, Table] = {}
        self._clock = Clock(pace, self._play_for, self._deal_by_itself)
        self._play = Play(store)
        self._works = Works()
        self._scorings = Scorings(store)

    # -- start and stop

    async def restore(self) -> None:
        """Brings back every open table and deal from the store."""
        for stored in await self.store.load_open():
            table = await brought_back(self.store, stored)
            if table is None:
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

    def snapshot(self, channel_id: int) -> Snapshot | None:
        """The table in that channel; None where there is none."""
        table = self._places.get(channel_id)
        return table.snapshot() if table else None

    def snapshot_of(self, table_id: int) -> Snapshot | None:
        """That table; None where it was never open or has been closed for long."""
        table = self._tables.get(table_id)
        return table.snapshot() if table else None

    def private(self, channel_id: int, user_id: int) -> Private:
        """The table in that channel as a seated person sees it. Raises Refusal."""
        return self._at(channel_id).private(user_id)

    def private_of(self, table_id: int, user_id: int) -> Private:
        """That table as a person sees it who sits there, or sat there when it closed. Raises Refusal."""
        table = self._tables.get(table_id)
        if table is None:
            raise Refusal("no_table")
        return table.private(user_id)

    def tables(self) -> list[Snapshot]:
        """Every table."""
        return [table.snapshot() for table in self._tables.values()]

    def tables_of(self, user_id: int) -> list[Snapshot]:
        """The open tables at which that person sits."""
        return [
            table.snapshot()
            for table in self._places.values()
            if any(s.user_id == user_id and not s.leaving for s in table.sitters)
        ]

    async def scored_deals(self, table_id: int, most: int) -> tuple[ScoredDeal, ...]:
        """What the last ``most`` finished deals of a table's present or last game scored, the oldest first."""
        return await self.store.scored_deals(table_id, most)

    async def how_scored(self, table_id: int, deals: Sequence[ScoredDeal]) -> Mapping[int, Scoring]:
        """How those deals' scores came about, by the deals' numbers; nothing where the table is gone."""
        table = self._tables.get(table_id)
        return {} if table is None else await self._scorings.of(table.game, table.rules, deals)

    async def verification(self, person: Person, channel_id: int) -> Verification:
        """What the channel's last finished deal was shuffled from, for who played in it. Raises Refusal."""
        return await verification(self.store, person, channel_id)

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
        chips.check_buy_in(GAMES[game], rules, buy_in)
        seed = new_seed()

        async def work() -> Snapshot:
            table_id = await self.store.open_table(
                guild_id=person.guild_id,
                channel_id=channel_id,
                game=game,
                rules=rules.changed(),
                unit=GAMES[game].judging.unit,
                buy_in=buy_in,
                four_colour=four_colour,
                host=as_member(person),
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
                await self.store.close_table(table_id, key=f"{key}:unopened")
                raise
            self._tables[table_id] = self._places[channel_id] = table
            self._changed(table)
            return table.snapshot()

        return await self._works.whole(work())

    async def join(self, person: Person, channel_id: int, key: int) -> Snapshot:
        """Sits down, at once; who comes in mid-deal plays from the next deal on. Raises Refusal."""

        async def work(table: Table) -> Snapshot:
            mine = next((s for s in table.sitters if s.user_id == person.user_id), None)
            if mine is not None:
                raise Refusal("leaving" if mine.leaving else "already_seated")
            self._room(table)
            await self._sit(table, person, key)
            self._changed(table)
            return table.snapshot()

        return await self._locked(channel_id, key, work)

    async def leave(self, person: Person, channel_id: int, key: int) -> Snapshot:
        """Gets up; in mid-deal a computer player plays the deal to its end (``general.md G-11``). Raises Refusal."""

        async def work(table: Table) -> Snapshot:
            sitter = table.seated(person.user_id)
            await self._play.get_up(table, sitter, f"{key}:rise")
            self._changed(table)
            return table.snapshot()

        return await self._locked(channel_id, key, work)

    async def add_computer(self, person: Person, channel_id: int, names: Sequence[str], key: int) -> Snapshot:
        """Seats a computer player by the first of ``names`` that is free. Raises Refusal."""

        async def work(table: Table) -> Snapshot:
            table.seated(person.user_id)
            self._room(table)
            free = [name for name in names if told_apart(name, table.sitters) == name]
            name = free[0] if free else told_apart(names[0], table.sitters)
            sitting = await self.store.sit(table.table_id, None, name=name, key=f"{key}:sit")
            table.sitters.append(as_sitter(sitting))
            self._changed(table)
            return table.snapshot()

        return await self._locked(channel_id, key, work)

    async def remove_computer(self, person: Person, channel_id: int, key: int) -> Snapshot:
        """The computer player who came last gets up. Raises Refusal."""

        async def work(table: Table) -> Snapshot:
            table.seated(person.user_id)
            here = [s for s in table.sitters if s.user_id is None and not s.leaving]
            if not here:
                raise Refusal("no_computer")
            await self._play.get_up(table, here[-1], f"{key}:rise")
            self._changed(table)
            return table.snapshot()

        return await self._locked(channel_id, key, work)

    async def top_up(self, person: Person, channel_id: int, key: int) -> tuple[Snapshot, int]:
        """Brings the person's stack back to the buy-in, between deals. Gives the chips added. Raises Refusal."""

        async def work(table: Table) -> tuple[Snapshot, int]:
            sitter = table.seated(person.user_id)
            added = await chips.top_up(self.store, table, sitter, f"{key}:top_up")
            self._changed(table)
            return table.snapshot(), added

        return await self._locked(channel_id, key, work)

    # -- playing

    async def start(self, person: Person, channel_id: int, key: int) -> Snapshot:
        """Deals. Any seated person may. Raises Refusal."""

        async def work(table: Table) -> Snapshot:
            table.seated(person.user_id)
            if table.playing:
                raise Refusal("deal_running")
            await self._play.deal(table)
            self._changed(table)
            return table.snapshot()

        return await self._locked(channel_id, key, work)

    async def close(self, person: Person, channel_id: int, key: int, *, moderator: bool = False) -> Snapshot:
        """Closes the table, in mid-deal after the deal; everybody gets the chips back. Raises Refusal."""

        async def work(table: Table) -> Snapshot:
            if not moderator:
                table.seated(person.user_id)
            if table.playing:
                await self.store.set_closing(table.table_id, True)
                table.closing = True
            else:
                await self._play.close(table, f"{key}:close")
            self._changed(table)
            return table.snapshot()

        return await self._locked(channel_id, key, work)

    async def act(
        self,
        person: Person,
        channel_id: int,
        do: str,
        argument: Choice | int | None,
        key: int,
        turn: Turn | None = None,
    ) -> Private:
        """Does one action for the person whose turn it is. Raises Refusal or IllegalAction.

        ``turn`` is the address of the button that was clicked; one that is no longer so is refused.
        """

        async def work(table: Table) -> Private:
            sitter = table.seated(person.user_id)
            if turn is not None and turn != table.turn:
                raise Refusal("stale")
            if not table.playing:
                raise Refusal("no_deal")
            await self._play.act(table, sitter, do, argument, key)
            table.absent.pop(sitter.sitting_id, None)
            self._changed(table)
            return table.private(person.user_id)

        def again(table: Table) -> Private:
            return table.private(person.user_id)

        return await self._locked(channel_id, key, work, again)

    async def set_live(self, table_id: int, message_id: int | None) -> None:
        """Remembers the message with the live buttons."""
        table = self._tables.get(table_id)
        if table is not None:
            table.live_message = message_id
        await self.store.set_live(table_id, message_id)

    async def posting(self, table_id: int) -> str:
        """The nonce of a message of that table which may have been posted without a note of it; "" for none."""
        return await self.store.get_meta(_posting(table_id)) or ""

    async def set_posting(self, table_id: int, nonce: str) -> None:
        """Notes that a message with this nonce is about to be posted; "" once ``set_live`` knows of it."""
        await self.store.set_meta(_posting(table_id), nonce)

    # -- by itself

    async def _play_for(self, table: Table, turn: Turn, absent: bool) -> None:
        async def work(table: Table) -> None:
            if table.turn == turn and table.playing:
                await self._play.computer(table, absent=absent)
                self._changed(table)

        await self._locked(table.channel_id, None, work)

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

        await self._locked(table.channel_id, None, work)

    # -- inside

    def _at(self, channel_id: int) -> Table:
        table = self._places.get(channel_id)
        if table is None:
            raise Refusal("no_table")
        return table

    def _room(self, table: Table) -> None:
        most = table.game.seats[-1]
        if sum(not s.leaving for s in table.sitters) >= most:
            raise Refusal("table_full", seats=most)

    async def _sit(self, table: Table, person: Person, key: int) -> None:
        amount = await chips.brings(self.store, table, person.user_id)
        name = told_apart(person.name, table.sitters)
        sitting = await self.store.sit(table.table_id, as_member(person), key=f"{key}:sit", name=name, amount=amount)
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
        channel_id: int,
        key: int | None,
        work: Callable[[Table], Awaitable[T]],
        again: Callable[[Table], T] | None = None,
    ) -> T:
        """Runs ``work`` under the table's lock, once a key, to its end even if the caller is cancelled."""

        async def inside() -> T:
            table = self._at(channel_id)
            async with table.lock:
                if table.closed:
                    raise Refusal("no_table")
                if key is not None and key in table.keys:
                    if again is None:
                        raise Refusal("done_already")
                    return again(table)
                result = await work(table)
                if key is not None:
                    table.keys.append(key)
                return result

        return await self._works.whole(inside())


def _posting(table_id: int) -> str:
    return f"posting:{table_id}"
