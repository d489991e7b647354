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
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil
from typing import Final, TypeVar

from bot.store import connection
from bot.store.counting import number_of
from bot.store.database import Database, ServerError, marks, numbers
from bot.store.model.errors import LeaseLostError, StoreError
from bot.store.proof import Proof
from bot.store.where import Server

log = logging.getLogger(__name__)

T = TypeVar("T")

LEASE_SECONDS: Final = 8.0
"""Seconds after its last renewal for which a process has its leases."""
LISTEN_SECONDS: Final = 0.25
"""Seconds for which the thread that hears of others waits at a time: the process ends no sooner."""
RENEW_SECONDS: Final = 2.0
"""Seconds between two renewals. A row must be seen to have run out for so long: a database that was stopped itself
leaves each process the time to renew its own first. Whoever was away itself waits longer, as long as a lease lasts:
where packets were lost, another's are sent again only some seconds after the first are let through."""
SURE: Final = 7.0
"""Seconds after its last renewal for which a process is sure to have its leases, by its own clock."""
KEPT_FOR_OWNERS: Final = 30.0
"""Seconds for which shards that nobody holds as a process comes are left to the processes that are set to hold them."""
LEAST_PATIENCE: Final = 15.0
"""Seconds for which a process must have been there until others give it back the shards that it is set to hold."""
MOST_PATIENCE: Final = 3600.0
"""The same, at most, of one that keeps dying: each time that it dies within such a time, it waits twice as long."""
OF_SHARDS: Final = "knockabout_shards"
"""The channel in which processes tell that shards are free, or that a press was passed on."""
ANSWERED_WITHIN: Final = 3.0
"""Seconds that Discord waits for the first answer to a press."""
_NOW: Final = "extract(epoch FROM clock_timestamp())::double precision"
_IN_TIME: Final = f"until BETWEEN {_NOW} AND {_NOW} + {LEASE_SECONDS + RENEW_SECONDS}"
"""Of processes: whether a row holds. One that holds for longer than any can was written by a clock that was ahead: the
machine's was set back since, or PostgreSQL runs on another machine by now."""


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


@dataclass(frozen=True, slots=True)
class Followers:
    """Who goes on with the shards of a process that ends."""

    others: bool
    """Whether there are processes that don't end, too."""
    chosen: bool
    """Whether any of them has begun to open connections."""
    ready: bool
    """Whether there is a connection of another process for each of the shards."""


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
        self._hearing = connection.postgresql().listening(server, OF_SHARDS)
        self.proof = Proof(0, 0.0, 0.0)
        """What this process proves of its leases, as soon as it has entered."""
        self.heard: Callable[[], Collection[int]] = tuple
        """The interactions that this process has taken within the last seconds."""
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
        return await self._do(_count)

    async def enter(self, count: int) -> None:
        """Gives this process its number, in a database with tables that are up to date.

        Raises StoreError if the others have another number of shards.
        """
        wanted = None if self._wanted is None else json.dumps(sorted(self._wanted))
        enter = partial(_enter, count=count, wanted=wanted, deputy=self.is_deputy)
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
        found, self._seen = await self._do(partial(self._look, serves=serves))
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
        return await self._do(partial(_turn, bucket=bucket, spacing=spacing))

    async def pass_on(self, interaction_id: int, table_id: int, pressed: str) -> bool:
        """Passes a press about that table on to the process that holds its shard. Raises StoreError.

        Returns whether there is another process that may answer it; else nothing was written.
        """
        return await self._do(
            partial(_pass_on, process=self.process, interaction_id=interaction_id, table_id=table_id, pressed=pressed)
        )

    async def pass_command_on(self, interaction_id: int, user_id: int, asked: str, *, passes: bool = True) -> int:
        """Passes a command of that person's on to the process at whose tables the person sits. Raises StoreError.

        Returns how many other processes have such tables; nothing is written unless it is one, and never without
        ``passes``.
        """
        return await self._do(
            partial(
                _pass_command_on,
                process=self.process,
                interaction_id=interaction_id,
                user_id=user_id,
                asked=asked if passes else None,
            )
        )

    async def offer(self) -> None:
        """Takes nothing any more, and has others open connections for what this process holds. Raises StoreError."""
        self._leaves = True
        await self._do(partial(_offer, process=self.process))

    async def withdraw(self) -> None:
        """Goes on with what was offered: nobody could take it. Raises LeaseLostError, StoreError."""
        await self._do(partial(_withdraw, process=self.process))
        self._leaves = False

    async def followers(self) -> Followers:
        """How far others are with what this process has offered. Raises StoreError."""
        return await self._do(partial(_followers, process=self.process))

    async def connected(self, shards: Collection[int]) -> None:
        """Says for which of the shards that come to it this process has connections by now. Raises StoreError."""
        await self._do(partial(_connected, process=self.process, shards=shards))

    async def leave(self) -> None:
        """Gives everything away: others take it at once. Raises StoreError."""
        end = partial(_end, process=self.process, heard=self.heard())
        try:
            await self._do(end)
        except (
            StoreError
        ):  # a third process may be ending one that follows: of two that wait for each other one is undone
            await self._do(end)

    async def close(self) -> None:
        """Ends the connections; what is held runs out."""
        if self._listens is not None:
            self._listens.cancel()
            await asyncio.gather(self._listens, return_exceptions=True)
        for each in (self._hearing, self._connection, self._renewing):
            await each.close()

    def _renew(self, db: Database) -> bool:
        """Renews the leases; whether they hadn't run out by then. Raises LeaseLostError, ServerError."""
        least = self.proof.until
        values = {"process": self.process, "since": self.proof.since, "least": least}
        row = connection.postgresql().repeatable(db, _RENEW, values).fetchone()
        self.proof.check(row, least)
        if row["renewed"] is None:  # others have deleted it at this moment
            raise LeaseLostError
        self.proof.until = row["renewed"]
        return bool(row["in_time"])

    def _look(self, db: Database, serves: Collection[int] | None) -> tuple[Look, _Seen]:
        mine, least = (self.process,), self.proof.until
        own = db.execute(f"SELECT since, until, {_IN_TIME} AS in_time FROM processes WHERE id = ? FOR KEY SHARE", mine)
        row = own.fetchone()
        self.proof.check(row, least)
        now, seen = self._now(), replace(self._seen)
        seen.run_out = self._with_those_before(
            {
                int(row["id"]): float(row["until"])
                for row in db.execute(f"SELECT id, until FROM processes WHERE NOT {_IN_TIME} ORDER BY id").fetchall()
            },
            now,
        )
        if self._was_away or not row["in_time"]:
            seen.lenient_until = now + LEASE_SECONDS
        # Whoever writes at this moment has the row locked, and is looked at next time; who has renewed it is there.
        late = f"SELECT 1 FROM processes WHERE id = ? AND NOT {_IN_TIME} FOR UPDATE SKIP LOCKED"
        for process, (_, since) in seen.run_out.items():
            gone = now - since >= RENEW_SECONDS and now >= seen.lenient_until
            if gone and db.execute(late, (process,)).fetchone():
                _end(db, process)
        (processes,) = db.execute("SELECT count(*) FROM processes WHERE leaving = 0 AND deputy = 0").fetchone()
        homes = _homes(db, self.process)
        if not self.leaving:
            self._take(db, processes, homes, seen)
            self._follow(db, processes, homes, seen)
        held = db.execute(
            "SELECT shard, alive, heard, patience FROM leases WHERE process = ? ORDER BY shard", mine
        ).fetchall()
        coming = db.execute("SELECT shard FROM leases WHERE next = ? ORDER BY shard", mine).fetchall()
        new = [row["heard"] for row in held if serves is not None and row["shard"] not in serves]
        (others,) = db.execute("SELECT count(DISTINCT process) FROM leases WHERE process <> ?", mine).fetchone()
        here = [row["shard"] for row in held if serves is None or row["shard"] in serves]
        found = Look(
            {row["shard"]: row["alive"] for row in held},
            others + 1,
            self._passed_on(db, here),
            tuple(row["shard"] for row in coming),
            frozenset(number for heard in new for number in json.loads(heard)),
            tuple(row["shard"] for row in held if homes.get(row["shard"], 0.0) >= row["patience"]),
            tuple(sorted((self._wanted or frozenset()) & homes.keys())),
            self._wanted is None and bool(homes),
        )
        return found, seen

    def _passed_on(self, db: Database, here: Collection[int]) -> tuple[str, ...]:
        """Takes what was passed on to these shards out of the database, the oldest first.

        What a look before has taken of which it isn't known whether it was written is there still, or nobody else has
        it: as long as this process has the shard.
        """
        rows = db.execute(
            f"DELETE FROM passed_on WHERE shard IN ({numbers(here)}) RETURNING interaction_id, shard, pressed, until"
        ).fetchall()
        db.execute(f"DELETE FROM passed_on WHERE until < {_NOW}")  # also of shards that nobody serves
        before = {number: press for number, press in self._taken.items() if press.shard in here}
        taken = {row["interaction_id"]: _Press(row["shard"], row["pressed"], row["until"]) for row in rows}
        self._taken = {**before, **taken}
        if not self._taken:
            return ()
        (now,) = db.execute(f"SELECT {_NOW}").fetchone()
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
        rows = db.execute(f"SELECT shard FROM leases WHERE {_FREE} ORDER BY shard").fetchall()
        now = self._now()
        seen.free = {row["shard"]: seen.free.get(row["shard"], now) for row in rows}
        seen.at_first = frozenset(seen.free) & (frozenset(seen.free) if seen.at_first is None else seen.at_first)
        room, chosen = self._room(db, processes), []
        for row in rows:
            shard, waited = row["shard"], now - seen.free[row["shard"]]
            freed = shard not in seen.at_first and shard not in homes
            if self._wants(shard) or (self._takes_others and waited >= (RENEW_SECONDS if freed else KEPT_FOR_OWNERS)):
                chosen.append(shard)
            elif self._takes_others and freed and room > 0:
                chosen.append(shard)
                room -= 1
        if chosen := _still(db, chosen, _FREE):
            db.execute(
                f"UPDATE leases SET process = ? WHERE shard IN ({marks(chosen)})",
                (self.process, *chosen),
            )

    def _wants(self, shard: int) -> bool:
        return self._wanted is None or shard in self._wanted

    def _room(self, db: Database, processes: int) -> int:
        """How many more shards are a fair share for this process and its deputy."""
        main = self._main.process if self._main is not None else self.process
        (count,) = db.execute("SELECT count(*) FROM leases").fetchone()
        (here,) = db.execute(
            "SELECT count(*) FROM leases WHERE process IN (:own, :main) OR next IN (:own, :main)",
            {"own": self.process, "main": main},
        ).fetchone()
        return ceil(int(count) / max(1, processes)) - int(here)

    def _follow(self, db: Database, processes: int, homes: Collection[int], seen: _Seen) -> None:
        """Picks shards to follow in of those that others offer: those that are wanted here; of the others a fair share,
        and what is left a look later. What another process is set to hold that is there is left to it for longer."""
        rows = db.execute(f"SELECT shard FROM leases WHERE {_OFFERED} ORDER BY shard").fetchall()
        now = self._now()
        seen.offered = {row["shard"]: seen.offered.get(row["shard"], now) for row in rows}
        if not rows:
            return
        room, chosen = self._room(db, processes), []
        for shard, since in seen.offered.items():
            waits = 2 * RENEW_SECONDS if shard in homes else RENEW_SECONDS
            mine = self._wanted is not None and shard in self._wanted
            share = room > 0 and shard not in homes
            if mine or (self._takes_others and (now - since >= waits or share)):
                chosen.append(shard)
                room -= 1
        if chosen := _still(db, chosen, _OFFERED):
            db.execute(
                f"UPDATE leases SET next = ?, ready = 0 WHERE shard IN ({marks(chosen)})", (self.process, *chosen)
            )

    async def _do(self, work: Callable[[Database], T], by: connection.Runs | None = None) -> T:
        """Does the work in a transaction; after a lost connection once more. ``by``: None: the connection of looks."""
        try:
            done: T = await (by or self._connection).run(partial(connection.done, unit=work))
        except ServerError as error:
            raise connection.explained(self._server, error) from error
        return done


_RENEW: Final = (
    f"WITH before AS (SELECT id, since, until, {_IN_TIME} AS in_time FROM processes WHERE id = :process),"
    f" after AS (UPDATE processes SET until = {_NOW} + {LEASE_SECONDS} FROM before WHERE processes.id = before.id"
    " AND before.since = :since AND before.until >= :least RETURNING processes.until AS renewed)"
    " SELECT since, until, in_time, (SELECT renewed FROM after) AS renewed FROM before"
)
"""Renews a process's leases, unless its row is another one's, or older than it was."""
_FREE: Final = "process IS NULL"
"""Of leases: whether nobody has the shard."""
_OFFERED: Final = "next IS NULL AND process IN (SELECT id FROM processes WHERE leaving = 1)"
"""Of leases: whether whoever has the shard ends, and nobody follows there yet."""


def _still(db: Database, chosen: Sequence[int], so: str) -> list[int]:
    """Those of the shards of which that is still so and that nobody else is taking, locked until the transaction ends.

    All look at the same moment. Nobody locks a shard just to look at it: it would seem taken to whoever is to have it.
    """
    rows = db.execute(
        f"SELECT shard FROM leases WHERE shard IN ({numbers(chosen)}) AND {so} ORDER BY shard FOR UPDATE SKIP LOCKED"
    )
    return [row["shard"] for row in rows]


def _count(db: Database) -> int:
    (count,) = db.execute(
        f"SELECT count(*) FROM leases WHERE EXISTS (SELECT 1 FROM processes WHERE {_IN_TIME})"
    ).fetchone()
    return int(count)


def _homes(db: Database, process: int) -> dict[int, float]:
    """The shards that other processes are set to hold that are there, and for how many seconds these have been."""
    rows = db.execute(
        f"SELECT wanted, {_NOW} - since AS there FROM processes"
        f" WHERE wanted IS NOT NULL AND deputy = 0 AND leaving = 0 AND {_IN_TIME} AND id <> ?",
        (process,),
    ).fetchall()
    there: dict[int, float] = {}
    for row in rows:
        for shard in json.loads(row["wanted"]):
            there[shard] = max(row["there"], there.get(shard, 0.0))
    return there


def _enter(db: Database, count: int, wanted: str | None, deputy: bool) -> Proof:
    db.execute("LOCK TABLE leases IN EXCLUSIVE MODE")  # one process at a time
    stored = _count(db)
    if stored and stored != count:
        raise StoreError(
            f"The bot's processes play with {number_of(stored, 'shard')}, and this one is set to {count}: "
            "set KNOCKABOUT_SHARDS to the same number for all of them, or stop all of them to change it."
        )
    if not stored:
        db.execute("DELETE FROM passed_on")
    (rows,) = db.execute("SELECT count(*) FROM leases").fetchone()
    if rows != count:
        db.execute("DELETE FROM processes")
        db.execute("DELETE FROM leases")
        db.executemany("INSERT INTO leases (shard) VALUES (?)", [(shard,) for shard in range(count)])
    (number, since, until) = db.execute(
        "INSERT INTO processes (until, since, wanted, deputy)"
        f" VALUES ({_NOW} + {LEASE_SECONDS}, {_NOW}, ?, ?) RETURNING id, since, until",
        (wanted, int(deputy)),
    ).fetchone()
    return Proof(int(number), float(since), float(until))


def _offer(db: Database, process: int) -> None:
    db.execute("UPDATE processes SET leaving = 1 WHERE id = ?", (process,))
    db.execute("UPDATE leases SET next = NULL, ready = 0 WHERE next = ?", (process,))  # it follows nobody any more
    db.execute("SELECT pg_notify(?, '')", (OF_SHARDS,))


def _withdraw(db: Database, process: int) -> None:
    if not db.execute("UPDATE processes SET leaving = 0 WHERE id = ?", (process,)).rowcount:
        raise LeaseLostError
    db.execute("UPDATE leases SET next = NULL, ready = 0 WHERE process = ?", (process,))
    db.execute("SELECT pg_notify(?, '')", (OF_SHARDS,))


def _followers(db: Database, process: int) -> Followers:
    (others,) = db.execute(f"SELECT count(*) FROM processes WHERE leaving = 0 AND {_IN_TIME}").fetchone()
    rows = db.execute("SELECT next, ready FROM leases WHERE process = ?", (process,)).fetchall()
    chosen = [row for row in rows if row["next"] is not None]
    return Followers(bool(others), bool(chosen), all(row["ready"] for row in chosen) and len(chosen) == len(rows))


def _connected(db: Database, process: int, shards: Collection[int]) -> None:
    ready = f"CASE WHEN shard IN ({numbers(shards)}) THEN 1 ELSE 0 END"
    db.execute(f"UPDATE leases SET ready = {ready} WHERE next = ? AND ready <> {ready}", (process,))


def _end(db: Database, process: int, heard: Collection[int] = ()) -> None:
    """Takes a process's leases from it, gives them to those who follow it, and tells everybody."""
    _note_death(db, process)
    held = f"least({_NOW}, until - {LEASE_SECONDS} + {RENEW_SECONDS})"
    db.execute(
        f"UPDATE leases SET alive = (SELECT {held} FROM processes WHERE id = leases.process), heard = ?,"
        " process = next, next = NULL, ready = 0 WHERE process = ?",
        (json.dumps(sorted(heard)), process),
    )
    db.execute("DELETE FROM processes WHERE id = ?", (process,))
    db.execute("SELECT pg_notify(?, '')", (OF_SHARDS,))


def _note_death(db: Database, process: int) -> None:
    """Has whoever died wait for its shards when it is back, longer each time; not whoever has said that it ends."""
    row = db.execute(
        f"SELECT wanted, leaving, {_NOW} - since AS lived FROM processes WHERE id = ? AND deputy = 0", (process,)
    ).fetchone()
    if row is None or row["wanted"] is None:
        return
    longer = not row["leaving"] and row["lived"] < MOST_PATIENCE
    patience = f"least({MOST_PATIENCE}, patience * 2)" if longer else f"{LEAST_PATIENCE}"
    shards = numbers(json.loads(row["wanted"]))
    db.execute(f"UPDATE leases SET patience = {patience} WHERE shard IN ({shards}) AND patience <> {patience}")


def _pass_on(db: Database, process: int, interaction_id: int, table_id: int, pressed: str) -> bool:
    row = db.execute(
        "SELECT leases.shard, leases.process FROM tables JOIN leases"
        " ON leases.shard = (guild_id >> 22) % (SELECT count(*) FROM leases) WHERE tables.id = ?",
        (table_id,),
    ).fetchone()
    if row is None or row["process"] == process:
        return False
    _give(db, interaction_id, row["shard"], pressed)
    return True


def _pass_command_on(db: Database, process: int, interaction_id: int, user_id: int, asked: str | None) -> int:
    rows = db.execute(
        "SELECT leases.process, min(leases.shard) AS shard FROM sittings JOIN tables ON tables.id = table_id"
        " JOIN leases ON leases.shard = (tables.guild_id >> 22) % (SELECT count(*) FROM leases)"
        " WHERE sittings.user_id = ? AND left_at IS NULL AND sittings.leaving = 0 AND tables.status <> 'closed'"
        " AND leases.process IS DISTINCT FROM ? GROUP BY leases.process",
        (user_id, process),
    ).fetchall()
    if len(rows) == 1 and asked is not None:
        _give(db, interaction_id, rows[0]["shard"], asked)
    return len(rows)


def _give(db: Database, interaction_id: int, shard: int, pressed: str) -> None:
    """Puts an interaction where whoever holds that shard takes it."""
    db.execute(
        f"INSERT INTO passed_on (interaction_id, shard, pressed, until) VALUES (?, ?, ?, {_NOW} + {ANSWERED_WITHIN})"
        " ON CONFLICT (interaction_id) DO NOTHING",
        (interaction_id, shard, pressed),
    )
    db.execute("SELECT pg_notify(?, ?)", (OF_SHARDS, str(shard)))


def _turn(db: Database, bucket: int, spacing: float) -> float:
    # What would have to be waited for longer than for all shards, at one process and at another one that follows it,
    # was written by a clock that was ahead.
    (shards,) = db.execute("SELECT count(*) FROM leases").fetchone()
    most = spacing * 2 * (int(shards) + 1)
    (free, now) = db.execute(
        f"INSERT INTO identifies (bucket, free) VALUES (:bucket, {_NOW} + :spacing)"
        " ON CONFLICT (bucket) DO UPDATE SET free = :spacing + CASE"
        f" WHEN identifies.free BETWEEN {_NOW} AND {_NOW} + :most THEN identifies.free ELSE {_NOW} END"
        f" RETURNING free, {_NOW}",
        {"bucket": bucket, "spacing": spacing, "most": most},
    ).fetchone()
    return max(0.0, float(free) - spacing - float(now))
