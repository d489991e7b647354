"""Which process plays at which shard's tables, where several share a PostgreSQL: leases, by the database's clock.

A process has a number of its own, new with each start, and a row with it for as long as it renews it. A row that nobody
has renewed in time is deleted by others: that frees its shards, and whoever had it can write nothing any more, because
each transaction holds the row while it writes (``postgresql/session.py``). Nor can a process write whose row has become
older, because a backup of the database was put back.

A renewal is one statement on a connection of its own, so that it takes one round trip and waits for no look.

A process has the shards that it is set to hold under that number. Those of processes that are gone it holds under a
second one, its deputy's: as soon as one of them is back, the deputy ends as a process does, and another one begins.

A process that ends offers its shards first. Others open connections for them, and say so; only then does it give its
leases away, in the transaction that also says which interactions it has taken: the others serve the rest.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil
from typing import Final, TypeVar

from bot.store import connection, lease_sql
from bot.store.database import Database, ServerError
from bot.store.lease_sql import LEASE_SECONDS, OF_SHARDS, RENEW_SECONDS, Followers
from bot.store.model.errors import LeaseLostError, StoreError
from bot.store.proof import Proof
from bot.store.where import Server
from bot.tasks import end_tasks

log = logging.getLogger(__name__)

T = TypeVar("T")

LISTEN_SECONDS: Final = 0.25
"""Seconds for which the thread that hears of others waits at a time: the process ends no sooner."""
SURE: Final = 7.0
"""Seconds after its last renewal for which a process is sure to have its leases, by its own clock."""
KEPT_FOR_OWNERS: Final = 30.0
"""Seconds for which shards that nobody holds as a process comes are left to the processes that are set to hold them."""


@dataclass(frozen=True, slots=True)
class Look:
    """How the leases stand."""

    held: Mapping[int, float | None]
    """The shards that this process holds, and until when somebody played there before, in seconds since the epoch by
    the database's clock; None: that isn't known."""
    playing: int
    """How many processes hold shards, this one counted in any case."""
    pressed: tuple[str, ...] = field(default=(), repr=False)
    """Presses that others have passed on to this process, as Discord has sent them; each is given out once."""
    coming: tuple[int, ...] = ()
    """The shards that this process gets as soon as it has connections for them: whoever holds them ends."""
    heard: frozenset[int] = frozenset()
    """The interactions that were taken by whoever held shards before that this process doesn't serve yet."""
    owed: tuple[int, ...] = ()
    """The shards that this process holds and that another one is set to hold, which is back for long enough."""
    contested: tuple[int, ...] = ()
    """The shards that this process and another one that is there are both set to hold."""
    alone_unset: bool = False
    """Whether this process is set to hold no shards of its own, and another one that is there is."""


@dataclass(frozen=True, slots=True)
class _Press:
    """A press that was passed on."""

    shard: int
    pressed: str = field(repr=False)
    until: float
    """When Discord takes no answer any more, in seconds of UTC by the database's clock."""


@dataclass(slots=True)
class _Seen:
    """What a process has seen at its looks; times are in running seconds."""

    run_out: dict[int, tuple[float, float]] = field(default_factory=dict)
    """Processes whose rows have run out: when they did, by the database's clock, and since when that is known."""
    free: dict[int, float] = field(default_factory=dict)
    """Since when shards are known to be free."""
    at_first: frozenset[int] | None = None
    """Those that were free when this process came, and are since; None: it hasn't looked yet."""
    offered: dict[int, float] = field(default_factory=dict)
    """Since when shards are known to be offered and taken by nobody."""
    lenient_until: float = float("-inf")
    """Until when nobody is taken over: this process was away from the database itself, and others may not be back."""


class Leases:
    """One process's leases, on a connection of its own; it hears of others' on another, so that nothing waits for that.

    There are those of a process ``alone``, of one ``with_deputy``, and those ``of_deputy``.
    """

    def __init__(
        self,
        server: Server,
        wanted: frozenset[int] | None,
        now: Callable[[], float] = time.monotonic,
        *,
        takes_others: bool = True,
        main: Leases | None = None,
    ) -> None:
        """``wanted``: the shards that the process is set to hold; None: any. ``takes_others``: whether it also takes
        those that it isn't set to hold. ``main``: those of the process whose deputy has these; None: no deputy has.
        """
        self._server, self._wanted, self._now = server, wanted, now
        self._takes_others, self._main = takes_others, main
        self._connection = connection.postgresql().leasing(server)
        self._renewing = connection.postgresql().leasing(server)
        """Whatever else is asked of the database, a renewal waits for none of it."""
        self._passing = connection.postgresql().leasing(server)
        """By which interactions are passed on, for which Discord waits three seconds: a look takes many round trips.
        Opened with the first one, so only by a process to which direct messages come, or that offers its shards."""
        self._hearing = connection.postgresql().listening(server, OF_SHARDS)
        self.proof = Proof(0, 0.0, 0.0)
        """What this process proves of its leases, as soon as it has entered."""
        self.heard: Callable[[], Collection[int]] = tuple
        """The interactions that this process has taken within the last seconds."""
        self.followed: Callable[[], bool] = lambda: False
        """Whether others have connections for all that this process holds, and keep what people ask for."""
        self.takes: Callable[[], bool] = lambda: True
        """Whether free shards and offered ones may be taken now."""
        self._seen = _Seen()
        self._holds = frozenset[int]()
        """The shards that it has, by its last look."""
        self._was_away = False
        """Whether this process's own leases had run out when they were renewed, and it hasn't looked since."""
        self._taken: dict[int, _Press] = {}
        """What looks have taken out of the database since the last one that was certainly written, by interaction."""
        self._leaves = False
        """Whether this process has offered what it holds."""
        self._told = asyncio.Event()
        """Set once there may be something to look at."""
        self.on_renewed: Callable[[float], None] = lambda seconds: None
        """Called as the leases are renewed: for how many seconds from now on nobody else can have them."""
        self._listens: asyncio.Task[None] | None = None

    @classmethod
    def alone(cls, server: Server, now: Callable[[], float] = time.monotonic) -> Leases:
        """Those of a process that is set to hold any shards."""
        return cls(server, None, now)

    @classmethod
    def with_deputy(cls, server: Server, wanted: frozenset[int], now: Callable[[], float] = time.monotonic) -> Leases:
        """Those of a process that holds no other shards than it is set to hold: its deputy takes the others."""
        return cls(server, wanted, now, takes_others=False)

    @classmethod
    def of_deputy(cls, main: Leases) -> Leases:
        """Those of a deputy of the process that has ``main``."""
        return cls(main._server, frozenset(), main._now, main=main)

    @property
    def is_deputy(self) -> bool:
        """Whether they are a deputy's."""
        return self._main is not None

    @property
    def leaving(self) -> bool:
        """Whether nothing is taken any more: this process ends, or the process whose deputy it is."""
        return self._leaves or (self._main is not None and self._main.leaving)

    @property
    def process(self) -> int:
        """This process's number, as soon as it has entered; 0 before."""
        return self.proof.process

    async def count(self) -> int:
        """How many shards the processes have that run with the database; 0 if there are none. Raises StoreError."""
        return await self._do(lease_sql.shard_count)

    async def enter(self, count: int) -> None:
        """Gives this process its number, in a database with tables that are up to date.

        Raises StoreError if the others have another number of shards.
        """
        wanted = None if self._wanted is None else json.dumps(sorted(self._wanted))
        enter = partial(lease_sql.enter, count=count, wanted=wanted, deputy=self.is_deputy)
        self.proof = await self._do(enter, self._renewing)  # the connection is there for the first renewal then
        self._seen = _Seen()

    async def look(self, serves: Collection[int] | None = None) -> Look:
        """Frees the leases of processes that have died, and takes free shards.

        ``serves``: the shards whose presses this process can serve already; None: all that it holds.
        Raises LeaseLostError if others have taken over; StoreError if the database can't be used, or somebody else has
        what is to be looked at.
        """
        was_away = self._was_away
        # A look that meets another transaction is begun anew: what it has seen counts once it is written.
        found, self._seen = await self._do(partial(self._look, serves=serves, takes=not self.leaving and self.takes()))
        if was_away:
            self._was_away = False
        self._taken = {}
        self._holds = frozenset(found.held)
        return found

    async def renew(self) -> None:
        """Renews the leases, and waits for nobody. Raises LeaseLostError, StoreError.

        However long the answer takes: the database has renewed them after they were asked for, so from then on they
        last.
        """
        began = self._now()
        try:
            in_time = await self._renewing.run(self._renew)
        except ServerError as error:
            raise connection.explained(self._server, error) from error
        self._was_away = self._was_away or not in_time
        self.on_renewed(began + SURE - self._now())

    async def wait(self, seconds: float = RENEW_SECONDS) -> None:
        """Waits so long, or until another process tells that shards are free; for no connection."""
        if self._listens is None or self._listens.done():
            self._listens = asyncio.create_task(self._listen(), name="hearing-of-leases")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._told.wait()
        self._told.clear()

    def hurry(self) -> None:
        """Ends the wait, or the next one, soon."""
        self._told.set()

    async def _listen(self) -> None:
        """Has waits end when others tell something; where nothing can be heard, they last their time."""
        while True:
            try:
                if await self._hearing.run(lambda db: db.notified(LISTEN_SECONDS, self._concerned)):
                    self._told.set()
            except ServerError as error:
                log.info("what other processes tell is not heard: %s", connection.explained(self._server, error))
                await asyncio.sleep(RENEW_SECONDS)

    def _concerned(self, told: str) -> bool:
        """Whether what another process tells is for this one: a press, by its shard; or "", which is for everybody."""
        return not told or int(told) in self._holds

    async def turn(self, bucket: int, spacing: float) -> float:
        """Takes the next turn to identify in that bucket among all processes; in how many seconds it is.

        ``spacing``: seconds between two. Raises StoreError.
        """
        return await self._do(partial(lease_sql.turn, bucket=bucket, spacing=spacing))

    async def pass_on(self, interaction_id: int, table_id: int, pressed: str) -> bool:
        """Passes a press about that table on to the process that holds its shard. Raises StoreError.

        Returns whether there is another process that may answer it; else nothing was written.
        """
        return await self._do(
            partial(
                lease_sql.pass_on,
                process=self.process,
                interaction_id=interaction_id,
                table_id=table_id,
                pressed=pressed,
            ),
            self._passing,
        )

    async def pass_command_on(self, interaction_id: int, user_id: int, asked: str, *, passes: bool = True) -> int:
        """Passes a command of that person's on to the process at whose tables the person sits. Raises StoreError.

        Returns how many other processes have such tables; nothing is written unless it is one, and never without
        ``passes``.
        """
        return await self._do(
            partial(
                lease_sql.pass_command_on,
                process=self.process,
                interaction_id=interaction_id,
                user_id=user_id,
                asked=asked if passes else None,
            ),
            self._passing,
        )

    async def offer(self) -> None:
        """Takes nothing any more, and has others open connections for what this process holds. Raises StoreError."""
        self._leaves = True
        await self._do(partial(lease_sql.offer, process=self.process))

    async def withdraw(self) -> None:
        """Goes on with what was offered: nobody could take it. Raises LeaseLostError, StoreError."""
        await self._do(partial(lease_sql.withdraw, process=self.process))
        self._leaves = False

    async def followers(self) -> Followers:
        """How far others are with what this process has offered; waits for no look, unless the server takes no further
        connection. Raises StoreError."""
        ask = partial(lease_sql.followers, process=self.process)
        try:
            return await self._do(ask, self._passing)
        except StoreError:
            return await self._do(ask)

    async def connected(self, shards: Collection[int]) -> None:
        """Says for which of the shards that come to it this process has connections by now. Raises StoreError."""
        await self._do(partial(lease_sql.connected, process=self.process, shards=shards))

    async def leave(self) -> None:
        """Gives everything away: others take it at once. What is written still, and takes long, is undone: soon where
        others follow. Raises StoreError.
        """
        end = partial(lease_sql.end, process=self.process, heard=self.heard())
        try:
            await self._do(partial(end, soon=self.followed()))
        except StoreError:
            # A third process may be ending one that follows: of two that wait for each other, one is undone.
            await self._do(partial(end, soon=True))

    async def close(self) -> None:
        """Ends the connections; what is held runs out."""
        if self._listens is not None:
            await end_tasks(self._listens)
        for each in (self._hearing, self._connection, self._passing, self._renewing):
            await each.close()

    def _renew(self, db: Database) -> bool:
        """Renews the leases; whether they hadn't run out by then. Raises LeaseLostError, ServerError."""
        least = self.proof.until
        row = lease_sql.renew(db, self.proof)
        self.proof.check(row, least)
        if row["renewed"] is None:  # others have deleted it at this moment
            raise LeaseLostError
        self.proof.until = row["renewed"]
        return bool(row["in_time"])

    def _look(self, db: Database, serves: Collection[int] | None, *, takes: bool = True) -> tuple[Look, _Seen]:
        least = self.proof.until
        row = lease_sql.own_row(db, self.process)
        self.proof.check(row, least)
        now, seen = self._now(), replace(self._seen)
        seen.run_out = self._with_those_before(lease_sql.rows_run_out(db), now)
        if self._was_away or not row["in_time"]:
            seen.lenient_until = now + LEASE_SECONDS
        for process, (_, since) in seen.run_out.items():
            if now - since >= RENEW_SECONDS and now >= seen.lenient_until:
                lease_sql.end_late(db, process)
        processes = lease_sql.staying(db)
        homes = lease_sql.homes(db, self.process)
        if takes and not self.leaving:
            self._take(db, processes, homes, seen)
            self._follow(db, processes, homes, seen)
        held = lease_sql.leases_of(db, self.process)
        coming = lease_sql.coming_shards(db, self.process)
        new = [row["heard"] for row in held if serves is not None and row["shard"] not in serves]
        others = lease_sql.others_playing(db, self.process)
        here = [row["shard"] for row in held if serves is None or row["shard"] in serves]
        found = Look(
            held={row["shard"]: row["alive"] for row in held},
            playing=others + 1,
            pressed=self._passed_on(db, here),
            coming=coming,
            heard=frozenset(number for heard in new for number in json.loads(heard)),
            owed=tuple(row["shard"] for row in held if homes.get(row["shard"], 0.0) >= row["patience"]),
            contested=tuple(sorted((self._wanted or frozenset()) & homes.keys())),
            alone_unset=self._wanted is None and bool(homes),
        )
        return found, seen

    def _passed_on(self, db: Database, here: Collection[int]) -> tuple[str, ...]:
        """Takes what was passed on to these shards out of the database, the oldest first.

        What a look before has taken of which it isn't known whether it was written is there still, or nobody else has
        it: as long as this process has the shard.
        """
        rows = lease_sql.take_passed_on(db, here)
        before = {number: press for number, press in self._taken.items() if press.shard in here}
        taken = {row["interaction_id"]: _Press(row["shard"], row["pressed"], row["until"]) for row in rows}
        self._taken = {**before, **taken}
        if not self._taken:
            return ()
        now = lease_sql.clock(db)
        return tuple(press.pressed for _, press in sorted(self._taken.items()) if press.until > now)

    def _with_those_before(self, run_out: Mapping[int, float], now: float) -> dict[int, tuple[float, float]]:
        """Since when it is known of each row that it has run out at that time, and wasn't renewed since."""
        before = self._seen.run_out
        return {
            process: before[process] if process in before and before[process][0] == until else (until, now)
            for process, until in run_out.items()
        }

    def _take(self, db: Database, processes: int, homes: Collection[int], seen: _Seen) -> None:
        """Takes free shards: those that are wanted here; of the others a fair share, and what is left a look later.

        What another process is set to hold that is there is left to it for longer.
        """
        shards, now = lease_sql.free_shards(db), self._now()
        seen.free = {shard: seen.free.get(shard, now) for shard in shards}
        seen.at_first = frozenset(seen.free) & (frozenset(seen.free) if seen.at_first is None else seen.at_first)
        room, chosen = self._room(db, processes), []
        for shard, since in seen.free.items():
            waited = now - since
            freed = shard not in seen.at_first and shard not in homes
            if self._wants(shard) or (self._takes_others and waited >= (RENEW_SECONDS if freed else KEPT_FOR_OWNERS)):
                chosen.append(shard)
            elif self._takes_others and freed and room > 0:
                chosen.append(shard)
                room -= 1
        lease_sql.take(db, self.process, chosen)

    def _wants(self, shard: int) -> bool:
        return self._wanted is None or shard in self._wanted

    def _room(self, db: Database, processes: int) -> int:
        """How many more shards are a fair share for this process and its deputy."""
        main = self._main.process if self._main is not None else self.process
        count, here = lease_sql.shares(db, self.process, main)
        return ceil(count / max(1, processes)) - here

    def _follow(self, db: Database, processes: int, homes: Collection[int], seen: _Seen) -> None:
        """Picks shards to follow in of those that others offer: those that are wanted here; of the others a fair share,
        and what is left a look later. What another process is set to hold that is there is left to it for longer."""
        shards, now = lease_sql.offered_shards(db), self._now()
        seen.offered = {shard: seen.offered.get(shard, now) for shard in shards}
        if not shards:
            return
        room, chosen = self._room(db, processes), []
        for shard, since in seen.offered.items():
            waits = 2 * RENEW_SECONDS if shard in homes else RENEW_SECONDS
            mine = self._wanted is not None and shard in self._wanted
            share = room > 0 and shard not in homes
            if mine or (self._takes_others and (now - since >= waits or share)):
                chosen.append(shard)
                room -= 1
        lease_sql.follow(db, self.process, chosen)

    async def _do(self, work: Callable[[Database], T], by: connection.Runs | None = None) -> T:
        """Does the work in a transaction; after a lost connection once more. ``by``: None: the connection of looks."""
        try:
            done: T = await (by or self._connection).run(partial(connection.done, unit=work))
        except ServerError as error:
            raise connection.explained(self._server, error) from error
        return done
