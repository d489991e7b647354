"""Leases: each shard belongs to one process, whoever lost its own writes nothing, and who died is followed in time."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import closing
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import psycopg
import pytest

from bot.hosting.handing_over import HandingOver
from bot.service.shards import Shards
from bot.store import leases as leases_module
from bot.store import postgresql
from bot.store.connection import commit_together
from bot.store.database import Database, ServerError
from bot.store.lease_sql import (
    LEASE_SECONDS,
    LEAST_PATIENCE,
    LET_GO_WITHIN,
    MOST_PATIENCE,
    RENEW_SECONDS,
    UNDONE_AFTER,
    Followers,
)
from bot.store.leases import KEPT_FOR_OWNERS, Leases, Look
from bot.store.model.errors import CutOffError, LeaseLostError, OlderDatabaseError, StoreError
from bot.store.moving import columns
from bot.store.postgresql import connections, locking, migrating
from bot.store.postgresql.session import SERVERS_PATIENCE, NotBegunError, Session
from bot.store.proof import Proof
from bot.store.store import Store
from bot.store.where import Server
from tests.bot.store.helpers import ANN, Clock, Steps, open_table, query, sit
from tests.kit.line import line_to
from tests.kit.waiting import until
from tests.postgresql import Cluster

postgresql_session = sys.modules[NotBegunError.__module__]


@pytest.fixture
def place(postgresql_server: Cluster) -> Iterator[Server]:
    place = postgresql_server.new()
    yield place
    postgresql_server.drop(place)


def change(place: Server, sql: str) -> None:
    with postgresql.opened(place, writes=True) as session:
        session.script(sql)


class Fleet:
    """Processes with leases, and a running clock for all of them."""

    def __init__(self, place: Server) -> None:
        self.place, self.clock = place, Clock()
        self._stack = contextlib.AsyncExitStack()

    async def process(self, count: int = 6, wanted: set[int] | None = None) -> Leases:
        made = Leases(self.place, None if wanted is None else frozenset(wanted), self.clock)
        self._stack.push_async_callback(made.close)
        await made.enter(count)
        return made

    async def home(self, count: int, wanted: set[int]) -> tuple[Leases, Leases]:
        """A process that holds what it is set to hold, and its deputy."""
        process = Leases.with_deputy(self.place, frozenset(wanted), self.clock)
        deputy = Leases.of_deputy(process)
        for made in (process, deputy):
            self._stack.push_async_callback(made.close)
            await made.enter(count)
        return process, deputy

    def grow_old(self, leases: Leases, seconds: float) -> None:
        """That process has been there for so much longer."""
        change(self.place, f"UPDATE processes SET since = since - {seconds} WHERE id = {leases.process}")
        ((leases.proof.since,),) = query(self.place, f"SELECT since FROM processes WHERE id = {leases.process}")

    async def store(self, leases: Leases) -> Store:
        """The store that this process writes."""
        store = await Store.open(self.place, shared=True)
        self._stack.push_async_callback(store.close)
        store.prove(leases.proof)
        return store

    async def table(self) -> int:
        """A table that is open in a server of the second of two shards."""
        store = await Steps.open(self.place, shared=True)
        table = await open_table(store, host=replace(ANN, guild_id=1 << 22))
        await store.close()
        return table

    async def later(self, leases: Leases, serves: Collection[int] | None = None) -> Look:
        """That process's next look, after a renewal."""
        self.clock.now += RENEW_SECONDS
        await leases.renew()
        return await leases.look(serves)

    def run_out(self, leases: Leases) -> None:
        """So much time passes for that process alone that its leases run out."""
        change(self.place, f"UPDATE processes SET until = until - {LEASE_SECONDS + 1} WHERE id = {leases.process}")
        ((leases.proof.until,),) = query(self.place, f"SELECT until FROM processes WHERE id = {leases.process}")

    async def close(self) -> None:
        await self._stack.aclose()


@pytest.fixture
async def fleet(place: Server) -> AsyncIterator[Fleet]:
    made = Fleet(place)
    yield made
    await made.close()


async def held(leases: Leases) -> set[int]:
    await leases.renew()
    return set((await leases.look()).held)


async def test_whoever_comes_first_takes_all_and_others_stand_by(fleet: Fleet) -> None:
    first, second = await fleet.process(), await fleet.process()
    assert await held(first) == set(range(6))
    assert await held(second) == set()
    assert (await first.look()).playing == 1


async def test_whoever_may_take_nothing_now_leaves_it_to_others(fleet: Fleet) -> None:
    first, second = await fleet.process(), await fleet.process()
    first.takes = lambda: False
    assert await held(first) == set()
    assert await held(second) == set(range(6))
    await second.offer()
    assert (await fleet.later(first)).coming == ()
    first.takes = lambda: True
    assert (await fleet.later(first)).coming == tuple(range(6))


async def test_each_takes_its_own_at_once_and_what_nobody_wants_later(fleet: Fleet) -> None:
    first, second = await fleet.process(wanted={0, 1}), await fleet.process(wanted={2, 3})
    assert await held(first) == {0, 1}
    assert await held(second) == {2, 3}
    assert await held(first) == {0, 1}
    fleet.clock.now += KEPT_FOR_OWNERS
    assert await held(second) == {2, 3, 4, 5}
    assert (await first.look()).playing == 2


async def test_what_is_given_away_is_shared_at_once(fleet: Fleet) -> None:
    first, second, third = [await fleet.process(wanted={n, n + 1}) for n in (0, 2, 4)]
    for process in (first, second, third) * 2:
        await held(process)
    await second.wait(60)  # a new connection may have missed something: it listens from now on
    waiting = asyncio.create_task(second.wait(60))
    await third.leave()
    async with asyncio.timeout(30):
        await waiting
    assert await held(second) == {2, 3, 4}
    assert await held(first) == {0, 1, 5}


async def test_who_died_is_followed_at_the_second_look(fleet: Fleet) -> None:
    dead, other = await fleet.process(), await fleet.process()
    await held(dead)
    await held(other)
    fleet.run_out(dead)
    assert await held(other) == set(), "the database may just have been stopped"
    assert await held(other) == set(), "nor does a look count that comes at once, because something was told"
    look = await fleet.later(other)
    assert set(look.held) == set(range(6))
    assert None not in look.held.values(), "until when somebody played there is known"
    with pytest.raises(LeaseLostError, match="writes nothing any more"):
        await dead.look()
    assert LEASE_SECONDS + 3 * RENEW_SECONDS < 15, (
        "a look that something told brings forward makes the last wait nearly twice as long"
    )


async def test_after_the_database_was_away_each_renews_its_own(fleet: Fleet) -> None:
    first, other = await fleet.process(), await fleet.process()
    await held(first)
    await held(other)
    fleet.run_out(first)
    assert await held(other) == set()
    assert await held(first) == set(range(6))
    assert await held(other) == set()
    assert await held(first) == set(range(6))


async def test_whoever_was_away_itself_gives_others_the_time_to_come_back(fleet: Fleet) -> None:
    """Where packets were lost, the system tries again after seconds only, sooner for one process than for the other."""
    first, other = await fleet.process(), await fleet.process()
    await held(first)
    await held(other)
    for process in (first, other):
        fleet.run_out(process)
    assert await held(other) == set()
    assert set((await fleet.later(other)).held) == set()
    assert set((await fleet.later(other)).held) == set()
    assert await held(first) == set(range(6))
    assert set((await fleet.later(other)).held) == set()
    fleet.run_out(first)
    fleet.clock.now += LEASE_SECONDS
    assert await held(other) == set()
    assert set((await fleet.later(other)).held) == set(range(6)), "the time to come back is over"


async def test_what_was_away_is_known_at_the_next_look_that_succeeds(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, other = await fleet.process(), await fleet.process()
    await held(first)
    await held(other)
    for process in (first, other):
        fleet.run_out(process)

    def refused(*given: object) -> None:
        raise ServerError("53100", "no space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(Leases, "_take", refused)
        with pytest.raises(StoreError):
            await other.look()
    await held(other)
    assert set((await fleet.later(other)).held) == set()
    assert await held(first) == set(range(6))


async def test_a_lease_from_a_clock_that_was_ahead_runs_out(fleet: Fleet) -> None:
    """The machine's clock was set back, or PostgreSQL fails over to a machine whose clock is behind."""
    dead, other = await fleet.process(), await fleet.process()
    await held(dead)
    change(fleet.place, "UPDATE processes SET until = until + 3600")
    assert await held(other) == set()
    assert set((await fleet.later(other)).held) == set(), "whoever lives writes its own anew"
    fleet.clock.now += LEASE_SECONDS
    assert await held(other) == set(range(6))
    change(fleet.place, "UPDATE processes SET until = until + 3600")
    assert await other.count() == 0
    assert not (await other.followers()).others


async def test_who_renews_as_another_looks_is_not_taken_over(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    late, other = await fleet.process(), await fleet.process()
    await held(late)
    fleet.run_out(late)
    await held(other)
    seen = Leases._with_those_before

    def renewed(leases: Leases, *given: Any) -> dict[int, tuple[float, float]]:
        change(fleet.place, f"UPDATE processes SET until = until + {LEASE_SECONDS + 2} WHERE id = {late.process}")
        return seen(leases, *given)

    monkeypatch.setattr(Leases, "_with_those_before", renewed)
    assert set((await fleet.later(other)).held) == set()
    assert await held(late) == set(range(6))


async def test_a_look_that_was_undone_has_seen_nothing(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    first, other = await fleet.process(), await fleet.process()
    await held(first)
    take, times = Leases._take, list[int]()

    def undone_at_first(leases: Leases, *given: Any) -> None:
        take(leases, *given)
        times.append(len(times))
        if len(times) == 1:
            fleet.clock.now += RENEW_SECONDS
            raise ServerError("40P01", "deadlock detected")

    monkeypatch.setattr(Leases, "_take", undone_at_first)
    fleet.run_out(first)
    await other.look()
    assert len(times) == 2
    assert await held(first) == set(range(6)), "it was seen once"


async def test_whoever_lost_its_leases_writes_nothing(fleet: Fleet) -> None:
    late, other = await fleet.process(), await fleet.process()
    await held(late)
    store = await fleet.store(late)
    await store.notes.set("a", "before")
    fleet.run_out(late)
    await store.notes.set("a", "nobody has taken over yet")
    await other.look()
    await fleet.later(other)
    both = asyncio.gather(store.notes.set("a", "late"), store.notes.set("b", "late"), return_exceptions=True)
    assert [type(error) for error in await both] == [LeaseLostError, LeaseLostError]
    again = await fleet.store(other)
    assert await again.notes.get("a") == "nobody has taken over yet"
    assert await again.notes.get("b") is None
    await again.notes.set("a", "on")
    assert await store.notes.get("a") == "on", "it still reads"


async def test_nobody_takes_over_while_a_transaction_is_under_way(fleet: Fleet) -> None:
    writes, other = await fleet.process(), await fleet.process()
    await held(writes)
    with closing(postgresql.session(fleet.place, "write")) as session:
        session.prove(writes.proof)
        session.execute("BEGIN")
        fleet.run_out(writes)
        for _ in range(3):
            assert set((await fleet.later(other)).held) == set()
        session.execute("INSERT INTO meta (key, value) VALUES ('a', '1')")
        session.execute("COMMIT")
    assert await held(other) == set(range(6))


async def test_a_transaction_of_a_process_asleep_is_undone_by_the_server(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert locking.IDLE / 1000 < LEASE_SECONDS
    monkeypatch.setattr(locking, "IDLE", 200)
    asleep, other = await fleet.process(), await fleet.process()
    await held(asleep)
    with closing(postgresql.session(fleet.place, "write")) as session:
        locking.join(fleet.place, session)
        session.prove(asleep.proof)
        session.execute("BEGIN")
        session.execute("INSERT INTO meta (key, value) VALUES ('a', '1')")
        fleet.run_out(asleep)
        await until(lambda: query(fleet.place, "SELECT 1 FROM pg_stat_activity WHERE state LIKE 'idle in%'") == [])
        await other.look()
        assert set((await fleet.later(other)).held) == set(range(6))
        with pytest.raises(Exception, match=r"."):
            session.execute("COMMIT")
    assert query(fleet.place, "SELECT 1 FROM meta WHERE key = 'a'") == []


@pytest.mark.parametrize("rows", [1, 2, 3])
async def test_a_transaction_of_a_process_asleep_after_a_statement_for_many_rows_is_undone(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch, rows: int
) -> None:
    """What the library sends last where several statements are on their way has the server no longer watch the time."""
    monkeypatch.setattr(locking, "IDLE", 200)
    with closing(postgresql.session(fleet.place, "write")) as session:
        locking.join(fleet.place, session)
        session.execute("BEGIN")
        session.executemany("INSERT INTO meta (key, value) VALUES (?, '1')", [(f"a{row}",) for row in range(rows)])
        await until(lambda: query(fleet.place, "SELECT 1 FROM pg_stat_activity WHERE state LIKE 'idle in%'") == [])
    assert query(fleet.place, "SELECT 1 FROM meta WHERE key LIKE 'a%'") == []


class Met:
    """A unit of work that meets another transaction so often; each time it notes whether others may write then."""

    def __init__(self, place: Server, times: int) -> None:
        self._place, self._times = place, times
        self.others_write: list[bool] = []

    def __call__(self, db: Database) -> str:
        locks = query(self._place, "SELECT mode FROM pg_locks WHERE relation = 'schema_version'::regclass")
        self.others_write.append(("ExclusiveLock",) not in locks)
        if len(self.others_write) <= self._times:
            raise ServerError("40001", "could not serialize access")
        return "done"


def writing(place: Server, process: Leases) -> Session:
    session = postgresql.session(place, "write")
    session.prove(process.proof)
    return session


async def test_what_has_met_others_twice_is_run_while_nobody_else_writes(fleet: Fleet) -> None:
    """Else many processes undo each other's transactions again and again, and moves are lost."""
    met = Met(fleet.place, 2)
    with closing(writing(fleet.place, await fleet.process())) as session:
        assert [outcome.value for outcome in commit_together([met], session)] == ["done"]
        assert met.others_write == [True, True, False]
        again = Met(fleet.place, 0)
        commit_together([again], session)
        assert again.others_write == [True]
        assert session.execute("SHOW lock_timeout").fetchone()[0] == "0"


async def test_whoever_writes_for_long_is_met_as_any_other(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql_session, "_ALONE_WITHIN", 10)
    first, second = await fleet.process(), await fleet.process()
    met = Met(fleet.place, 3)
    with closing(writing(fleet.place, first)) as other, closing(writing(fleet.place, second)) as session:
        other.execute("BEGIN")
        assert [outcome.value for outcome in commit_together([met], session)] == ["done"]
        other.execute("ROLLBACK")
    assert met.others_write == [True] * 4


async def test_whoever_falls_asleep_while_nobody_else_writes_keeps_nobody_from_it_for_long(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locking, "IDLE", 200)
    asleep, other = await fleet.process(), await fleet.process()
    with closing(writing(fleet.place, asleep)) as session, closing(writing(fleet.place, other)) as waits:
        locking.join(fleet.place, session)
        with session.alone():
            session.execute("BEGIN")
            await asyncio.to_thread(waits.execute, "BEGIN")
            waits.execute("COMMIT")


async def test_who_stops_in_the_middle_of_a_look_is_followed(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    assert connections.LEASE_IDLE < locking.IDLE
    monkeypatch.setattr(connections, "LEASE_IDLE", 200)
    gone, other = await fleet.process(), await fleet.process()
    await held(gone)
    await held(other)

    def half(db: Database) -> None:
        db.execute("BEGIN")
        db.execute("UPDATE processes SET until = until WHERE id = ?", (gone.process,))

    fleet.run_out(gone)
    await gone._connection.run(half)
    await until(lambda: query(fleet.place, "SELECT 1 FROM pg_stat_activity WHERE state LIKE 'idle in%'") == [])
    await held(other)
    assert set((await fleet.later(other)).held) == set(range(6))


async def test_the_leases_are_renewed_even_if_somebody_has_what_is_to_be_looked_at(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "IDLE", 1_000)
    process = await fleet.process()
    await held(process)
    with closing(postgresql.session(fleet.place, "write")) as session:
        session.execute("BEGIN")
        session.execute("LOCK TABLE leases IN ACCESS EXCLUSIVE MODE")
        fleet.run_out(process)
        looking = asyncio.create_task(process.look())
        await asyncio.sleep(0.05)
        await process.renew()
        assert not looking.done(), "a renewal waits for no look"
        with pytest.raises(StoreError):
            await looking
        session.execute("ROLLBACK")
    assert query(fleet.place, "SELECT 1 FROM processes WHERE until < extract(epoch FROM clock_timestamp())") == []


async def test_a_renewal_is_one_round_trip(place: Server) -> None:
    """However far away the database is, nothing but that takes time; to begin a session takes few, too."""
    async with line_to(place) as line:
        leases = Leases.alone(line.server)
        await leases.enter(2)
        for _ in range(3):
            before = line.round_trips
            await leases.renew()
            assert line.round_trips == before + 1
        before = line.round_trips
        line.cut()
        await leases.renew()
        assert line.round_trips - before <= 3, "to be let in, to set up the session, and to renew the leases"
        await leases.close()


async def test_whoever_finds_an_older_database_writes_nothing(fleet: Fleet, postgresql_server: Cluster) -> None:
    """A backup that is put back under a running process has its row, but an older one."""
    process = await fleet.process()
    await held(process)
    postgresql_server.keep(fleet.place)
    store = await fleet.store(process)
    await store.notes.set("a", "later")
    await process.renew()
    postgresql_server.put_back(fleet.place)
    for refused in (store.notes.set("a", "after"), process.renew(), process.look()):
        with pytest.raises(OlderDatabaseError, match="older than it was"):
            await refused
    assert await store.notes.get("a") is None


async def test_whoever_finds_a_database_from_before_its_start_says_that_it_may_be_one(
    fleet: Fleet, postgresql_server: Cluster
) -> None:
    postgresql_server.keep(fleet.place)
    process = await fleet.process()
    await held(process)
    postgresql_server.put_back(fleet.place)
    for refused in (process.renew(), process.look()):
        with pytest.raises(LeaseLostError, match=r"or a backup from before its start was put back.* is lost"):
            await refused
    follower = await fleet.process()
    assert follower.process == process.process, "the number is given once more"
    for refused in (process.renew(), process.look()):
        with pytest.raises(OlderDatabaseError, match="older than it was"):
            await refused


async def test_a_clock_that_is_set_back_as_leases_are_renewed_ends_nobody(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The renewal is made, and says less than the one before; the answer comes only later."""
    process = await fleet.process()
    store = await fleet.store(process)
    change(fleet.place, f"UPDATE processes SET until = until - 60 WHERE id = {process.process}")
    before, attempts, prove = process.proof.until, list[int](), Session._prove_lease

    def proves(session: Session, proof: Proof, least: float) -> None:
        attempts.append(1)
        if len(attempts) == 3:
            proof.until -= 60
        prove(session, proof, least)

    monkeypatch.setattr(Session, "_prove_lease", proves)
    await store.notes.set("a", "b")
    assert len(attempts) == 4
    assert process.proof.until < before
    assert await store.notes.get("a") == "b"


async def test_whoever_finds_anothers_row_with_its_number_writes_nothing(
    fleet: Fleet, postgresql_server: Cluster
) -> None:
    """In a database that was put back, whoever comes next is given numbers that others have."""
    postgresql_server.keep(fleet.place)
    process = await fleet.process()
    store = await fleet.store(process)
    await store.notes.set("a", "lost")
    postgresql_server.put_back(fleet.place)
    other = await fleet.process()
    assert other.process == process.process
    await held(other)
    for refused in (store.notes.set("a", "after"), process.renew(), process.look()):
        with pytest.raises(LeaseLostError, match="writes nothing any more"):
            await refused
    assert await store.notes.get("a") is None


def test_the_server_gives_up_a_machine_that_is_gone(place: Server) -> None:
    with postgresql.opened(place) as session:
        rows = session.execute("SELECT name FROM pg_settings WHERE name LIKE 'tcp%' AND source = 'session'").fetchall()
        assert {row[0] for row in rows} == set(SERVERS_PATIENCE)


async def test_a_transaction_whose_proof_fails_as_the_server_goes_away_is_begun_again(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = await fleet.process()
    with closing(postgresql.session(fleet.place, "write")) as session:
        session.prove(process.proof)
        execute = session._connection.execute

        def away(sql: str, *values: object) -> object:
            if sql == "ROLLBACK":
                session.close()
                raise psycopg.OperationalError
            execute("SELECT 1 / 0")
            raise AssertionError

        monkeypatch.setattr(session._connection, "execute", away)
        with pytest.raises(NotBegunError):
            session.execute("BEGIN")


async def test_all_processes_have_the_same_number_of_shards(fleet: Fleet) -> None:
    first = await fleet.process(4)
    assert await first.count() == 4
    with pytest.raises(StoreError, match=r"play with 4 shards, and this one is set to 6: set KNOCKABOUT_SHARDS"):
        await fleet.process(6)
    await first.leave()
    assert await first.count() == 0
    assert await held(await fleet.process(6)) == set(range(6)), "nobody is there any more"


async def test_processes_that_start_together_make_the_tables_once(postgresql_server: Cluster) -> None:
    place = postgresql_server.empty()
    stores = await asyncio.gather(*(Store.open(place, shared=True) for _ in range(3)))
    assert postgresql.is_running(place)
    with pytest.raises(StoreError, match="in use by another running bot"):
        await Store.open(place)
    for store in stores:
        await store.close()
    await until(lambda: not postgresql.is_running(place))  # the server frees the lock once it has seen the end


async def test_whoever_falls_asleep_as_it_joins_keeps_nobody_from_it_for_long(
    place: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that is stopped by a signal keeps its connection, and with it the lock of those that join."""
    monkeypatch.setattr(locking, "IDLE", 200)
    joined, asleep = migrating.check, threading.Event()

    def sleeps(server: Server, db: Database) -> int:
        asleep.set()
        time.sleep(2)
        return joined(server, db)

    def first() -> None:
        with pytest.raises(ServerError), closing(postgresql.session(place, "write")) as session:
            locking.join(place, session)

    with monkeypatch.context() as sleepy:
        sleepy.setattr(locking, "check", sleeps)
        sleeping = asyncio.create_task(asyncio.to_thread(first))
        assert await asyncio.to_thread(asleep.wait, 10)
    with closing(postgresql.session(place, "write")) as session:
        await asyncio.to_thread(locking.join, place, session)
        assert not sleeping.done()
        assert session.execute("SHOW idle_session_timeout").fetchone()[0] == "0"
    await sleeping


def sleeps_before(patch: pytest.MonkeyPatch, how: str, before: str) -> threading.Event:
    """Has sessions sleep for two seconds before what begins so; tells when one does."""
    done, reached = getattr(Session, how), threading.Event()

    def sleeps(session: Session, sql: str, *values: Any) -> Any:
        if sql.startswith(before):
            reached.set()
            time.sleep(2)
        return done(session, sql, *values)

    patch.setattr(Session, how, sleeps)
    return reached


async def test_whoever_falls_asleep_as_it_takes_a_snapshot_keeps_nobody_from_writing(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes, session = writing(fleet.place, await fleet.process()), postgresql.session(fleet.place)
    asleep, written, done = threading.Event(), threading.Event(), []

    def sleeps_after(how: Callable[..., Any]) -> Callable[..., Any]:
        def then_sleeps(db: Session, sql: str, *values: Any) -> Any:
            found = how(db, sql, *values)
            if db is session:
                done.append(sql)
                asleep.set()
                assert written.wait(20)
            return found

        return then_sleeps

    for name in ("script", "execute"):
        monkeypatch.setattr(Session, name, sleeps_after(getattr(Session, name)))
    snapshot = asyncio.create_task(asyncio.to_thread(postgresql.begin_between_writers, session))
    assert await asyncio.to_thread(asleep.wait, 10)
    await asyncio.to_thread(writes.execute, "BEGIN")
    writes.execute("COMMIT")
    written.set()
    await snapshot
    assert len(done) == 1, "it can't fall asleep anywhere else"
    assert session.in_transaction
    session.close()
    writes.close()


async def test_a_snapshot_that_waits_for_a_long_write_lets_others_write_meanwhile(fleet: Fleet) -> None:
    long, other = [writing(fleet.place, await fleet.process()) for _ in range(2)]
    session = postgresql.session(fleet.place)
    long.execute("BEGIN")
    snapshot = asyncio.create_task(asyncio.to_thread(postgresql.begin_between_writers, session))
    waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    with postgresql.opened(fleet.place) as db:
        for _ in range(1000):
            if db.execute(waits).fetchone()[0]:
                break
            await asyncio.sleep(0.01)
        else:
            pytest.fail("it waits for nobody")
    await asyncio.to_thread(other.execute, "BEGIN")
    other.execute("COMMIT")
    long.execute("COMMIT")
    await snapshot
    for each in (long, other, session):
        each.close()


async def test_an_older_database_is_brought_up_to_date_only_where_nobody_uses_it(place: Server) -> None:
    store = await Store.open(place, shared=True)
    change(place, "UPDATE schema_version SET version = version - 1")
    with pytest.raises(StoreError, match="must be brought up to date, and processes run with it"):
        await Store.open(place, shared=True)
    await store.close()


async def test_identifies_are_spaced_across_processes(fleet: Fleet) -> None:
    processes = [await fleet.process() for _ in range(3)]
    turns = await asyncio.gather(*(process.turn(0, 5.0) for process in processes for _ in range(2)))
    assert [round(turn / 5) for turn in sorted(turns)] == list(range(6))
    assert await processes[0].turn(1, 5.0) == 0, "another bucket waits for nobody"


async def test_turns_from_a_clock_that_was_ahead_are_waited_for_by_nobody(fleet: Fleet) -> None:
    processes = [await fleet.process() for _ in range(2)]
    await processes[0].turn(0, 5.0)
    change(fleet.place, "UPDATE identifies SET free = free + 3600")
    turns = [await process.turn(0, 5.0) for process in processes]
    assert [round(turn / 5) for turn in turns] == [0, 1]


async def test_a_press_is_passed_on_to_whoever_holds_the_tables_shard_and_given_out_once(fleet: Fleet) -> None:
    first, second = await fleet.process(2, {0}), await fleet.process(2, {1})
    await held(first)
    await held(second)
    table = await fleet.table()
    assert not await second.pass_on(7, table, "mine"), "it is its own"
    assert not await first.pass_on(7, table + 1, "nobody's")
    assert await first.pass_on(8, table, "later")
    assert await first.pass_on(7, table, "sooner")
    assert await first.pass_on(7, table, "sooner")
    assert (await first.look()).pressed == ()
    await second.wait(60)
    look = await second.look()
    assert look.pressed == ("sooner", "later")
    assert "sooner" not in repr(look)
    assert (await second.look()).pressed == ()
    assert await first.pass_on(9, table, "too old")
    change(fleet.place, "UPDATE passed_on SET until = until - 10")
    assert (await second.look()).pressed == ()
    assert await first.pass_on(10, table, "for whoever follows")
    await second.leave()
    look = await first.look()
    if 1 not in look.held:
        fleet.clock.now += RENEW_SECONDS
        look = await first.look()
    assert look.pressed == ("for whoever follows",)


def cut_looks(patch: pytest.MonkeyPatch, *, made: bool) -> None:
    """Has the connection of each look break during its commit; ``made``: after the server has made it."""
    look, commit, looking = Leases._look, Session._commit, list[object]()

    def looks(leases: Leases, db: Database, serves: Collection[int] | None, *, takes: bool) -> Any:
        looking.append(db)
        return look(leases, db, serves, takes=takes)

    def cut(session: Session, cursor: Any) -> None:
        if made or session not in looking:
            commit(session, cursor)
        if session in looking:
            session.close()
            raise ServerError("", "the connection was lost")

    patch.setattr(Leases, "_look", looks)
    patch.setattr(Session, "_commit", cut)


@pytest.mark.parametrize("made", [True, False])
async def test_a_press_that_was_read_in_a_look_whose_commit_was_cut_is_given_out_once(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch, *, made: bool
) -> None:
    first, second = await fleet.process(2, {0}), await fleet.process(2, {1})
    await held(first)
    await held(second)
    table = await fleet.table()
    assert await first.pass_on(8, table, "pressed")
    change(fleet.place, "UPDATE passed_on SET until = until + 60")
    with monkeypatch.context() as patch:
        cut_looks(patch, made=made)
        for _ in range(2):
            with pytest.raises(StoreError, match="can't be reached"):
                await second.look()
    assert query(fleet.place, "SELECT count(*) FROM passed_on") == [(int(not made),)]
    assert await first.pass_on(9, table, "later")
    assert (await second.look()).pressed == ("pressed", "later")
    assert (await second.look()).pressed == ()


async def test_a_press_in_doubt_is_left_to_whoever_has_the_shard_by_then(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await fleet.process(2, {0}), await fleet.process(2, {1})
    await held(first)
    await held(second)
    assert await first.pass_on(8, await fleet.table(), "pressed")
    change(fleet.place, "UPDATE passed_on SET until = until + 60")
    with monkeypatch.context() as patch:
        cut_looks(patch, made=False)
        with pytest.raises(StoreError):
            await second.look()
    change(fleet.place, f"UPDATE leases SET process = {first.process} WHERE shard = 1")
    assert (await first.look()).pressed == ("pressed",)
    assert (await second.look()).pressed == ()


async def test_whoever_waits_hears_of_its_own_presses_alone(fleet: Fleet) -> None:
    first, second = await fleet.process(2, {0}), await fleet.process(2, {1})
    for process in (first, second, second):
        await held(process)
    for process in (first, second):
        await process.wait(60)  # a new connection may have missed something
    table = await fleet.table()
    waits = [asyncio.create_task(process.wait(seconds)) for process, seconds in ((first, 600), (second, 60))]
    assert await first.pass_on(8, table, "pressed")
    async with asyncio.timeout(30):
        await waits[1]
    assert (await second.look()).pressed == ("pressed",)
    await asyncio.sleep(0.1)
    assert not waits[0].done(), "it is not for the first one"
    await second.offer()
    async with asyncio.timeout(30):
        await waits[0]


async def test_a_command_is_passed_on_to_the_only_other_process_at_whose_tables_the_person_sits(fleet: Fleet) -> None:
    first, second, third = [await fleet.process(3, {number}) for number in range(3)]
    for process in (first, second, third):
        await held(process)
    store = await Steps.open(fleet.place, shared=True)
    assert await first.pass_command_on(6, ANN.user_id, "nowhere") == 0

    async def sits(shard: int) -> None:
        there = replace(ANN, guild_id=shard << 22)
        await sit(store, await open_table(store, 500 + shard, host=there), there)

    await sits(1)
    assert await second.pass_command_on(6, ANN.user_id, "its own") == 0
    assert await first.pass_command_on(7, ANN.user_id, "only asked", passes=False) == 1
    assert await first.pass_command_on(8, ANN.user_id, "hand") == 1
    assert ((await second.look()).pressed, (await third.look()).pressed) == (("hand",), ())
    await sits(2)
    await store.close()
    assert await first.pass_command_on(9, ANN.user_id, "doubtful") == 2
    assert await second.pass_command_on(10, ANN.user_id, "its own, or that of the third") == 1
    assert ((await second.look()).pressed, (await third.look()).pressed) == ((), ("its own, or that of the third",))


async def test_a_press_that_nobody_served_is_deleted_at_any_look_and_when_all_begin_anew(fleet: Fleet) -> None:
    first, second = await fleet.process(2, {0}), await fleet.process(2, {1})
    await held(first)
    await held(second)
    table = await fleet.table()
    kept = "SELECT pressed FROM passed_on"
    assert await first.pass_on(7, table, "secret")
    await first.look()
    assert query(fleet.place, kept) == [("secret",)]
    change(fleet.place, "UPDATE passed_on SET until = until - 10")
    await first.look()
    assert query(fleet.place, kept) == []
    assert await first.pass_on(8, table, "secret")
    for process in (first, second):
        fleet.run_out(process)
    await fleet.process(2)
    assert query(fleet.place, kept) == []


async def test_who_ends_gives_its_shards_to_those_who_have_connections(fleet: Fleet) -> None:
    ends, other, third = [await fleet.process(wanted=wanted) for wanted in ({0, 1, 2, 3}, {4}, {5})]
    for process in (ends, other, third):
        await held(process)
    assert await ends.followers() == Followers(others=True, chosen=False, ready=False)
    await ends.offer()
    assert (await other.look({4})).coming == (0, 1), "a fair share: three of the six"
    fleet.clock.now += RENEW_SECONDS - 1
    assert (await other.look({4})).coming == (0, 1)
    fleet.clock.now += 1
    assert (await other.look({4})).coming == (0, 1, 2, 3), "what nobody has chosen, a look later"
    await other.connected({0, 1, 2})
    assert await ends.followers() == Followers(others=True, chosen=True, ready=False)
    assert set((await ends.look()).held) == {0, 1, 2, 3}, "it goes on until all are ready"
    await other.connected({0, 1, 2, 3})
    assert await ends.followers() == Followers(others=True, chosen=True, ready=True)
    await other.connected({0, 2, 3})
    assert not (await ends.followers()).ready, "a connection was lost meanwhile"
    await other.connected({0, 1, 2, 3})
    ends.heard = lambda: [12, 11]
    await ends.leave()
    look = await other.look({4})
    assert (set(look.held), look.coming) == ({0, 1, 2, 3, 4}, ())
    assert look.heard == {11, 12}, "what is not to be served again"
    assert (await other.look({0, 1, 2, 3, 4})).heard == frozenset()
    assert await held(third) == {5}


async def test_shards_that_are_offered_go_first_to_who_is_set_to_hold_them(fleet: Fleet) -> None:
    ends, other, again = [await fleet.process(4, wanted) for wanted in ({0, 1, 2}, {3}, {0, 1, 2})]
    for process in (ends, other, again):
        await held(process)
    await ends.offer()
    assert (await again.look(())).coming == (0, 1, 2)
    assert (await other.look({3})).coming == ()


@pytest.mark.parametrize("freed", [False, True], ids=["offered", "free"])
async def test_whoever_only_looks_at_shards_keeps_nobody_from_taking_them(fleet: Fleet, freed: bool) -> None:
    """All processes look at the moment at which they are told."""
    ends, other, again = [await fleet.process(4, wanted) for wanted in ({0, 1, 2}, {3}, {0, 1, 2})]
    for process in (ends, other, again):
        await held(process)
    await (ends.leave() if freed else ends.offer())
    other._seen.at_first = frozenset({0, 1, 2})  # it leaves them to others for now
    with closing(postgresql.session(fleet.place, "write")) as session:
        session.execute("BEGIN")
        seen, _ = other._look(session, {3})
        assert (set(seen.held), seen.coming) == ({3}, ())
        look = await again.look(())
        session.execute("ROLLBACK")
    assert (set(look.held) if freed else look.coming) == ({0, 1, 2} if freed else (0, 1, 2))


async def test_who_ends_takes_nothing_and_waits_for_nobody_who_ends_too(fleet: Fleet) -> None:
    first, second = await fleet.process(2, {0}), await fleet.process(2, {1})
    await held(first)
    await held(second)
    await first.offer()
    assert (await second.look({1})).coming == (0,)
    await second.offer()
    assert (await first.followers()).others is False
    assert (await first.look({0})).coming == ()
    await second.leave()
    fleet.clock.now += KEPT_FOR_OWNERS
    assert await held(first) == {0}
    assert await held(await fleet.process(2)) == {1}, "nobody follows whoever ended, but whoever comes"


async def test_who_dies_while_others_connect_is_followed_by_them(fleet: Fleet) -> None:
    dies, other, third = [await fleet.process(2) for _ in range(3)]
    await held(dies)
    await dies.offer()
    assert (await other.look(())).coming == (0,)
    assert (await third.look(())).coming == (1,)
    fleet.run_out(dies)
    await third.look(())
    look = await fleet.later(third, ())
    assert (set(look.held), look.heard) == ({1}, frozenset())
    assert await held(other) == {0}
    await other.offer()
    assert (await third.look({1})).coming == (0,)
    fleet.run_out(third)
    await other.look({0})
    await fleet.later(other, {0})
    assert await other.followers() == Followers(others=False, chosen=False, ready=False), "whoever followed is gone"


async def followed(fleet: Fleet, dead: Leases, deputy: Leases) -> None:
    """A process dies, and another one's deputy goes on."""
    fleet.run_out(dead)
    await deputy.look()
    await fleet.later(deputy)


async def test_a_process_has_its_own_shards_and_its_deputy_those_of_whoever_is_gone(fleet: Fleet) -> None:
    (first, deputy), (second, _) = await fleet.home(4, {0, 1}), await fleet.home(4, {2, 3})
    for process in (first, second):
        await held(process)
    assert await held(deputy) == set()
    await followed(fleet, second, deputy)
    fleet.clock.now += KEPT_FOR_OWNERS
    assert (await held(first), await held(deputy)) == ({0, 1}, {2, 3})


async def test_shards_are_given_back_to_a_process_that_has_been_back_for_a_while(fleet: Fleet) -> None:
    (first, deputy), (second, seconds) = await fleet.home(4, {0, 1}), await fleet.home(4, {2, 3})
    for process in (first, second):
        await held(process)
    fleet.grow_old(second, MOST_PATIENCE + 1)
    await followed(fleet, second, deputy)
    fleet.clock.now += RENEW_SECONDS
    await deputy.look()
    again, agains = await fleet.home(4, {2, 3})
    assert await held(again) == set()
    assert (await deputy.look()).owed == (), "it may die again at once"
    fleet.grow_old(again, LEAST_PATIENCE - 5)
    assert (await deputy.look()).owed == ()
    fleet.grow_old(again, 6)
    look = await deputy.look()
    assert (set(look.held), look.owed) == ({2, 3}, (2, 3))
    await deputy.offer()
    assert (await agains.look()).coming == (), "nor any other deputy"
    assert (await seconds.look()).coming == ()
    assert (await again.look(())).coming == (2, 3)
    assert set((await deputy.look()).held) == {2, 3}, "it goes on until the other is connected"
    await again.connected({2, 3})
    await deputy.leave()
    assert await held(again) == {2, 3}
    assert await held(first) == {0, 1}


async def test_what_becomes_free_is_left_to_a_process_that_is_there_and_set_to_hold_it(fleet: Fleet) -> None:
    first, deputy = await fleet.home(2, {0})
    ends = await fleet.process(2, {1})
    for process in (first, ends, deputy):
        await held(process)
    await fleet.home(2, {1})
    await ends.leave()
    assert await held(deputy) == set()
    fleet.clock.now += RENEW_SECONDS
    assert await held(deputy) == set()
    fleet.clock.now += KEPT_FOR_OWNERS
    assert await held(deputy) == {1}, "it is there and can't take it"


async def test_whoever_keeps_dying_waits_longer_each_time_and_whoever_is_stopped_does_not(fleet: Fleet) -> None:
    first, deputy = await fleet.home(2, {0})
    await held(first)
    waited = []
    for _ in range(3):
        dies, _ = await fleet.home(2, {1})
        await held(dies)
        await followed(fleet, dies, deputy)
        (patience,) = query(fleet.place, "SELECT patience FROM leases WHERE shard = 1")[0]
        waited.append(patience / LEAST_PATIENCE)
    assert waited == [2, 4, 8]
    assert query(fleet.place, "SELECT patience FROM leases WHERE shard = 0") == [(LEAST_PATIENCE,)]
    stops, _ = await fleet.home(2, {1})
    await stops.offer()
    await stops.leave()
    assert query(fleet.place, "SELECT patience FROM leases WHERE shard = 1") == [(LEAST_PATIENCE,)]


async def test_a_look_tells_which_settings_do_not_go_together(fleet: Fleet) -> None:
    first, deputy = await fleet.home(3, {0, 1})
    assert [((look := await each.look()).contested, look.alone_unset) for each in (first, deputy)] == [((), False)] * 2
    second, unset = await fleet.process(3, {1, 2}), await fleet.process(3)
    found = [((look := await each.look()).contested, look.alone_unset) for each in (first, second, unset, deputy)]
    assert found == [((1,), False), ((1,), False), ((), True), ((), False)]


async def test_whoever_is_stopped_as_it_waits_for_its_shards_has_not_crashed(fleet: Fleet) -> None:
    for process in await fleet.home(2, {0}):
        await held(process)
    back, _ = await fleet.home(2, {1})
    client = SimpleNamespace(service=SimpleNamespace(shards=Shards(2, frozenset())))
    assert await HandingOver(cast(Any, client), back, cast(Any, None)).hand_over()
    await back.leave()
    assert query(fleet.place, "SELECT patience FROM leases WHERE shard = 1") == [(LEAST_PATIENCE,)]


async def test_what_a_deputy_leaves_is_followed_by_the_next_one_but_for_what_is_given_back(fleet: Fleet) -> None:
    first, deputy = await fleet.home(3, {0})
    await held(first)
    fleet.clock.now += KEPT_FOR_OWNERS
    await held(deputy)
    fleet.clock.now += KEPT_FOR_OWNERS
    assert await held(deputy) == {1, 2}
    back, _ = await fleet.home(3, {2})
    fleet.grow_old(back, LEAST_PATIENCE)
    assert (await deputy.look()).owed == (2,)
    following = Leases.of_deputy(first)
    fleet._stack.push_async_callback(following.close)
    await following.enter(3)
    await deputy.offer()
    assert (await following.look(())).coming == (1,)
    assert (await back.look(())).coming == (2,)
    await following.connected({1})
    await back.connected({2})
    assert (await deputy.followers()).ready
    await deputy.leave()
    assert (await held(first), await held(following), await held(back)) == ({0}, {1}, {2})


async def test_what_nobody_could_take_is_gone_on_with(fleet: Fleet) -> None:
    first, deputy = await fleet.home(2, {0})
    for process in (first, deputy):
        await held(process)
    fleet.clock.now += KEPT_FOR_OWNERS
    assert await held(deputy) == {1}
    back, _ = await fleet.home(2, {1})
    await deputy.offer()
    assert (await back.look(())).coming == (1,)
    await deputy.withdraw()
    fleet.grow_old(back, LEAST_PATIENCE)
    assert (await back.look(())).coming == ()
    look = await deputy.look()
    assert (set(look.held), look.owed) == ({1}, (1,))
    await first.leave()
    fleet.clock.now += RENEW_SECONDS
    await deputy.look()
    fleet.clock.now += RENEW_SECONDS
    assert await held(deputy) == {0, 1}, "it takes what is free again"
    await followed(fleet, deputy, back)
    with pytest.raises(LeaseLostError):
        await deputy.withdraw()


def test_a_copy_has_no_leases() -> None:
    assert not {"processes", "leases", "identifies", "passed_on"} & set(columns())


class Stalled:
    """A connection that hears nothing, and either says so or never comes to an end."""

    def __init__(self, error: Exception | None = None) -> None:
        self._error, self.asked = error, 0

    async def run(self, work: object) -> bool:
        self.asked += 1
        if self._error is not None:
            raise self._error
        return await asyncio.get_running_loop().create_future()

    async def close(self) -> None:
        """It is closed."""


@pytest.mark.parametrize("error", [None, ServerError("", "the connection failed")])
async def test_a_connection_that_hears_nothing_holds_up_no_renewal(error: Exception | None) -> None:
    leases = Leases.alone(Server("postgresql://nobody@localhost/nothing"))
    leases._hearing = stalled = Stalled(error)
    async with asyncio.timeout(30):
        await leases.wait(0.01)
        await leases.wait(0.01)
        assert stalled.asked, "it is asked in its own time"
        leases.hurry()
        await leases.wait(600)
    await leases.close()


async def test_a_connection_by_which_nothing_is_heard_any_more_is_replaced(
    place: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something between keeps it alive, whose other end is gone."""
    monkeypatch.setattr(postgresql_session, "ASKED_AFTER", 0.1)
    monkeypatch.setattr(connections, "LEASE_HANGS", 0.3)
    monkeypatch.setattr(connections, "LOOKED_AGAIN", 0.05)
    monkeypatch.setattr(leases_module, "RENEW_SECONDS", 0.05)
    async with line_to(place) as line:
        leases = Leases.alone(line.server)
        await leases.wait(60)  # a new connection may have missed something
        first = leases._hearing._session
        assert first is not None
        line.delay = 3600.0
        await until(lambda: first.broken)
        line.delay = 0.0
        async with asyncio.timeout(30):
            await leases.wait(3600)
        assert leases._hearing._session is not first
        await leases.close()


class Undone:
    """A connection whose first transactions are undone, because another one waited for the same."""

    def __init__(self, times: int) -> None:
        self._times, self.tried = times, 0

    async def run(self, work: object) -> None:
        self.tried += 1
        if self.tried <= self._times:
            raise ServerError("40P01", "deadlock detected")


async def test_what_was_undone_is_given_away_once_more() -> None:
    leases = Leases.alone(Server("postgresql://nobody@localhost/nothing"))
    leases._connection = once = Undone(1)
    await leases.leave()
    assert once.tried == 2
    leases._connection = Undone(2)
    with pytest.raises(StoreError, match="deadlock detected"):
        await leases.leave()


@pytest.mark.parametrize("followed", [True, False])
@pytest.mark.parametrize("locked", [True, False], ids=["waiting for a lock", "asleep"])
async def test_whoever_follows_does_not_wait_for_what_is_written_still_by_who_ends(
    fleet: Fleet, locked: bool, followed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What people ask for is kept by whoever follows for as long as Discord waits, three seconds. Where nobody keeps
    it, there is more time, but what hangs doesn't keep the shards from others."""
    monkeypatch.setattr(connections, "IDLE", 4_000)
    ends, other = await fleet.process(2, {0}), await fleet.process(2, {1})
    for process in (ends, other):
        await held(process)
    store, going_on, under_way = await fleet.store(ends), threading.Event(), threading.Event()
    ends.followed = lambda: followed

    def writes(db: Database) -> None:
        under_way.set()
        if not locked:
            going_on.wait(30)
        db.execute("INSERT INTO meta (key, value) VALUES ('a', 'b')")

    await ends.offer()
    assert (await other.look({1})).coming == (0,)
    await other.connected({0})
    with closing(postgresql.session(fleet.place, "write")) as somebody:
        if locked:
            somebody.execute("BEGIN")
            somebody.execute("INSERT INTO meta (key, value) VALUES ('a', 'c')")
        writing = asyncio.create_task(store._writer.write(writes))
        try:
            await until(under_way.is_set)
            began = time.monotonic()
            await ends.leave()
            took = time.monotonic() - began
            assert (took < 3) == followed, "half a second, or four"
        finally:
            going_on.set()
            if locked:
                somebody.execute("ROLLBACK")
    with pytest.raises(StoreError):
        await asyncio.wait_for(writing, 30)
    assert await held(other) == {0, 1}
    with pytest.raises(LeaseLostError):
        await store.notes.set("a", "d")


async def test_what_is_written_in_time_by_who_ends_is_not_broken_off(fleet: Fleet) -> None:
    ends = await fleet.process(1)
    await held(ends)
    store, under_way = await fleet.store(ends), threading.Event()
    ends.followed = lambda: True

    def writes(db: Database) -> None:
        under_way.set()
        db.execute(f"SELECT pg_sleep({LET_GO_WITHIN / 2})")
        db.execute("INSERT INTO meta (key, value) VALUES ('a', 'b')")

    writing = asyncio.create_task(store._writer.write(writes))
    await until(under_way.is_set)
    await ends.leave()
    await asyncio.wait_for(writing, 30)
    assert query(fleet.place, "SELECT value FROM meta WHERE key = 'a'") == [("b",)]


async def test_who_sleeps_among_statements_that_are_on_their_way_at_once_is_followed(fleet: Fleet) -> None:
    """The server takes it for busy for as long as it sleeps, and undoes nothing."""
    asleep, other = await fleet.process(2, {0}), await fleet.process(2, {1})
    for process in (asleep, other):
        await held(process)
    with closing(postgresql.session(fleet.place, "write")) as session:
        session.prove(asleep.proof)
        session.execute("BEGIN")
        line = session._connection.pgconn
        line.enter_pipeline_mode()
        line.send_query_params(b"INSERT INTO meta (key, value) VALUES ('a', 'b')", None)
        line.send_flush_request()
        line.flush()
        fleet.run_out(asleep)
        for _ in range(3):
            assert set((await fleet.later(other)).held) == {1}, "it may be slow"
        change(fleet.place, f"UPDATE processes SET until = until - {UNDONE_AFTER} WHERE id = {asleep.process}")
        for _ in range(3):
            look = await fleet.later(other)
    assert set(look.held) == {0, 1}
    assert query(fleet.place, "SELECT value FROM meta WHERE key = 'a'") == []


async def test_whoever_may_have_been_followed_reads_and_writes_nothing_and_nothing_hangs(fleet: Fleet) -> None:
    process = await fleet.process()
    store = await fleet.store(process)
    beginning = asyncio.Event()
    loop = asyncio.get_running_loop()

    def hangs(db: Database) -> None:
        loop.call_soon_threadsafe(beginning.set)
        db.execute("SELECT pg_sleep(60)")

    under_way = asyncio.create_task(store._writer.write(hangs))
    await beginning.wait()
    await asyncio.sleep(0.1)
    store.cut_off(cut_off=True)
    with pytest.raises(StoreError):
        await asyncio.wait_for(under_way, 10)
    for refused in (store.notes.get("a"), store.notes.set("a", "b")):
        with pytest.raises(CutOffError):
            await refused
    store.cut_off(cut_off=False)
    await store.notes.set("a", "b")
    assert await store.notes.get("a") == "b"


async def test_leases_are_renewed_by_another_connection_where_the_answer_does_not_come(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert connections.LEASE_HANGS < LEASE_SECONDS - RENEW_SECONDS, "in time"
    monkeypatch.setattr(connections, "LEASE_HANGS", 0.6)
    monkeypatch.setattr(connections, "LOOKED_AGAIN", 0.05)
    process = await fleet.process()

    def slow(db: Database) -> None:
        for _ in range(12):
            db.execute("SELECT pg_sleep(0.1)")

    await process._do(slow)  # whose answers come
    seconds: list[float] = []
    process.on_renewed = seconds.append
    hangs = asyncio.create_task(process._do(lambda db: db.execute("SELECT pg_sleep(60)")))
    renewed = asyncio.create_task(process.renew())
    with pytest.raises(StoreError):
        await asyncio.wait_for(hangs, 10)
    await asyncio.wait_for(renewed, 10)
    assert len(seconds) == 1
    assert LEASE_SECONDS - RENEW_SECONDS < seconds[0] <= LEASE_SECONDS


async def test_all_that_wait_while_no_session_can_be_had_fail_with_it(place: Server) -> None:
    attempts, going_on = 0, threading.Event()

    def begin(on_open: Callable[[Session], None]) -> Session:
        nonlocal attempts
        attempts += 1
        if attempts == 1:
            going_on.wait(10)
            raise ServerError("", "the connection failed")
        return postgresql.session(place)

    made = connections.Connection(place, begin)
    waiting = [asyncio.create_task(made.run(lambda db: db.execute("SELECT 1"))) for _ in range(3)]
    await until(lambda: attempts)
    going_on.set()
    assert [type(error) for error in await asyncio.gather(*waiting, return_exceptions=True)] == [ServerError] * 3
    assert attempts == 1, "none waited for an attempt of its own"
    await made.run(lambda db: db.execute("SELECT 1"))
    await made.close()


async def test_what_is_passed_on_waits_for_no_look(fleet: Fleet) -> None:
    """A look takes many round trips, and where the database is far away longer than Discord waits for an answer."""
    first, second = await fleet.process(2, {0}), await fleet.process(2, {1})
    for process in (first, second):
        await held(process)
    table, going_on = await fleet.table(), threading.Event()
    looks = asyncio.create_task(first._do(lambda db: going_on.wait(60)))
    try:
        async with asyncio.timeout(30):
            assert await first.pass_on(8, table, "pressed")
            assert await first.pass_command_on(9, ANN.user_id, "asked") == 0
            assert await first.followers() == Followers(others=True, chosen=False, ready=False), "whoever ends asks"
        assert not looks.done()
    finally:
        going_on.set()
        await looks


async def test_whoever_plays_hears_at_once_that_one_more_does(fleet: Fleet) -> None:
    """Together they may make fifty requests a second: a look later they would have made more."""
    first, second = await fleet.process(wanted={0}), await fleet.process(wanted={1, 2})
    assert await held(first) == {0}
    await first.wait(60)  # a new connection may have missed something
    waits = asyncio.create_task(first.wait(600))
    assert await held(second) == {1, 2}
    await asyncio.wait_for(waits, 30)
    assert (await first.look()).playing == 2


@pytest.mark.parametrize("sent", [False, True])
async def test_a_session_that_the_library_has_left_in_the_middle_of_statements_is_replaced(
    fleet: Fleet, sent: bool
) -> None:
    """As where the server ends it, because a transaction slept, while many statements are on their way at once."""
    process = await fleet.process()
    store = await fleet.store(process)
    await store.notes.set("a", "before")

    def left(db: Database) -> None:
        connection = cast(Any, db)._connection.pgconn
        connection.enter_pipeline_mode()
        if sent:
            connection.send_query_params(b"SELECT 1", None)
        raise ServerError("", "cannot exit pipeline mode while busy")

    with pytest.raises(StoreError):
        await store._writer.write(left)
    await store.notes.set("a", "after")
    assert await store.notes.get("a") == "after"


async def test_what_a_process_offers_is_not_for_its_own_deputy(fleet: Fleet) -> None:
    (first, deputy), (second, _) = await fleet.home(2, {0}), await fleet.home(2, {1})
    assert await held(first) == {0}
    assert await held(second) == {1}
    await first.offer()
    for _ in range(4):
        assert not (await fleet.later(deputy)).coming, "it can't reach what its process can't reach"
    assert not (await fleet.later(second)).coming, "others' shards are its deputy's"
    await first.withdraw()
    await second.offer()
    for _ in range(4):
        look = await fleet.later(deputy)
    assert look.coming == (1,)


async def test_what_another_user_writes_is_left_alone(fleet: Fleet) -> None:
    """The server would refuse to end that, and undo the look with it; another user's process may be among them."""
    process = await fleet.process(2, {0})
    await held(process)
    with closing(postgresql.session(fleet.place, "write")) as writes:
        writes.execute("DROP ROLE IF EXISTS somebody")
        writes.execute("CREATE ROLE somebody")
        writes.prove(process.proof)
        with closing(postgresql.session(fleet.place, "lease")) as another:
            another.execute("SET ROLE somebody")
            another.execute("BEGIN")
            postgresql.end_writers(another, process.process)
            another.execute("COMMIT")
        assert [*writes.execute("SELECT 1").fetchone()] == [1], "it lives"
        postgresql.end_writers(writes, process.process + 1)
        assert not writes.broken, "nor is another process's ended"
