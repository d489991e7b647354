"""The statements about leases, on PostgreSQL; ``leases.py`` decides what to do by their answers.

Each function is a unit of work or part of one, and raises ServerError.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.store import connection
from bot.store.counting import number_of
from bot.store.database import Database, ServerError, marks, numbers
from bot.store.model.errors import LeaseLostError, StoreError
from bot.store.proof import Proof

LEASE_SECONDS: Final = 8.0
"""Seconds after its last renewal for which a process has its leases."""
RENEW_SECONDS: Final = 2.0
"""Seconds between two renewals. A row must be seen to have run out for so long: a database that was stopped itself
leaves each process the time to renew its own first. Whoever was away itself waits longer, as long as a lease lasts:
where packets were lost, another's are sent again only some seconds after the first are let through."""
LEAST_PATIENCE: Final = 15.0
"""Seconds for which a process must have been there until others give it back the shards that it is set to hold."""
MOST_PATIENCE: Final = 3600.0
"""The same, at most, of one that keeps dying: each time that it dies within such a time, it waits twice as long."""
OF_SHARDS: Final = "knockabout_shards"
"""The channel in which processes tell that shards are free, or that a press was passed on."""
ANSWERED_WITHIN: Final = 3.0
"""Seconds that Discord waits for the first answer to a press."""
UNDONE_AFTER: Final = 4.0
"""Seconds after its lease has run out for which nobody breaks off what a process still writes. The server itself undoes
what sleeps between two statements, but not what sleeps while several are on their way at once, or waits for a lock."""
LET_GO_WITHIN: Final = 0.5
"""Seconds for which a process that ends leaves what it still writes the time to be written. Whoever follows waits for
that with what people ask for, and everybody was told only of what is written."""
_NOT_LET_GO: Final = "55P03"
"""PostgreSQL's code where a lock wasn't had in time."""
_NOW: Final = "extract(epoch FROM clock_timestamp())::double precision"
_IN_TIME: Final = f"until BETWEEN {_NOW} AND {_NOW} + {LEASE_SECONDS + RENEW_SECONDS}"
"""Of processes: whether a row holds. One that holds for longer than any can was written by a clock that was ahead: the
machine's was set back since, or PostgreSQL runs on another machine by now."""
_FREE: Final = "process IS NULL"
"""Of leases: whether nobody has the shard."""
_OFFERED: Final = "next IS NULL AND process IN (SELECT id FROM processes WHERE leaving = 1)"
"""Of leases: whether whoever has the shard ends, and nobody follows there yet."""
_RENEW: Final = (
    f"WITH before AS (SELECT id, since, until, {_IN_TIME} AS in_time FROM processes WHERE id = :process),"
    f" after AS (UPDATE processes SET until = {_NOW} + {LEASE_SECONDS} FROM before WHERE processes.id = before.id"
    " AND before.since = :since AND before.until >= :least RETURNING processes.until AS renewed)"
    " SELECT since, until, in_time, (SELECT renewed FROM after) AS renewed FROM before"
)


@dataclass(frozen=True, slots=True)
class Followers:
    """Who goes on with the shards of a process that ends."""

    others: bool
    """Whether there are processes that don't end, too."""
    chosen: bool
    """Whether any of them has begun to open connections."""
    ready: bool
    """Whether there is a connection of another process for each of the shards."""


def enter(db: Database, count: int, wanted: str | None, deputy: bool) -> Proof:
    """Gives a process its number, and its row. Raises StoreError if the others have another number of shards.

    ``wanted``: the shards that it is set to hold, as JSON; None: any. ``deputy``: whether it is one.
    """
    db.execute("LOCK TABLE leases IN EXCLUSIVE MODE")  # one process at a time
    stored = shard_count(db)
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


def renew(db: Database, proof: Proof) -> Any:
    """Renews a process's leases, unless its row is another one's, or older than it was; one round trip.

    The row as it was (``since``, ``until``, and whether it was ``in_time``), and until when it is ``renewed``; None: it
    is gone.
    """
    values = {"process": proof.process, "since": proof.since, "least": proof.until}
    return connection.postgresql().repeatable(db, _RENEW, values).fetchone()


def own_row(db: Database, process: int) -> Any:
    """A process's row (``since``, ``until``, and whether it is ``in_time``), which nobody deletes meanwhile."""
    return db.execute(
        f"SELECT since, until, {_IN_TIME} AS in_time FROM processes WHERE id = ? FOR KEY SHARE", (process,)
    ).fetchone()


def rows_run_out(db: Database) -> dict[int, float]:
    """The processes whose rows have run out, and when each did."""
    rows = db.execute(f"SELECT id, until FROM processes WHERE NOT {_IN_TIME} ORDER BY id").fetchall()
    return {int(row["id"]): float(row["until"]) for row in rows}


def end_late(db: Database, process: int) -> None:
    """Ends a process whose row has run out still.

    Whoever writes at this moment has the row locked, and is looked at next time; who has renewed it is there. What is
    written for ``UNDONE_AFTER`` seconds more is undone.
    """
    late = f"SELECT 1 FROM processes WHERE id = ? AND NOT {_IN_TIME} FOR UPDATE SKIP LOCKED"
    if db.execute(late, (process,)).fetchone():
        end(db, process)
    elif db.execute(f"SELECT 1 FROM processes WHERE id = ? AND until < {_NOW} - {UNDONE_AFTER}", (process,)).fetchone():
        connection.postgresql().end_writers(db, process)


def end(db: Database, process: int, heard: Collection[int] = (), *, soon: bool = False) -> None:
    """Takes a process's leases from it, gives them to those who follow it, and tells everybody.

    ``soon``: whether what it still writes is undone where that takes long; else it is waited for.
    """
    _note_death(db, process)
    alive = f"least({_NOW}, until - {LEASE_SECONDS} + {RENEW_SECONDS})"
    db.execute(
        f"UPDATE leases SET alive = (SELECT {alive} FROM processes WHERE id = leases.process), heard = ?,"
        " process = next, next = NULL, ready = 0 WHERE process = ?",
        (json.dumps(sorted(heard)), process),
    )
    if soon:
        _delete_soon(db, process)
    else:
        _delete(db, process)
    db.execute("SELECT pg_notify(?, '')", (OF_SHARDS,))


def _delete(db: Database, process: int) -> None:
    """Deletes a process's row, which what it writes keeps until that is written."""
    db.execute("DELETE FROM processes WHERE id = ?", (process,))


def _delete_soon(db: Database, process: int) -> None:
    """The same; what has the row for too long is undone."""
    postgresql = connection.postgresql()
    postgresql.script(db, f"SAVEPOINT row; SET LOCAL lock_timeout = {LET_GO_WITHIN * 1000:.0f}")
    try:
        _delete(db, process)
    except ServerError as error:
        if error.state != _NOT_LET_GO:
            raise
        db.execute("ROLLBACK TO row")  # with it the timeout
        postgresql.end_writers(db, process)
        _delete(db, process)


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


def shard_count(db: Database) -> int:
    """How many shards the processes have that run with the database; 0 if there are none."""
    (count,) = db.execute(
        f"SELECT count(*) FROM leases WHERE EXISTS (SELECT 1 FROM processes WHERE {_IN_TIME})"
    ).fetchone()
    return int(count)


def homes(db: Database, process: int) -> dict[int, float]:
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


def staying(db: Database) -> int:
    """How many processes don't end; a deputy is none."""
    (processes,) = db.execute("SELECT count(*) FROM processes WHERE leaving = 0 AND deputy = 0").fetchone()
    return int(processes)


def leases_of(db: Database, process: int) -> list[Any]:
    """The leases of a process, by shard."""
    rows: list[Any] = db.execute(
        "SELECT shard, alive, heard, patience FROM leases WHERE process = ? ORDER BY shard", (process,)
    ).fetchall()
    return rows


def coming_shards(db: Database, process: int) -> tuple[int, ...]:
    """The shards that a process follows in."""
    rows = db.execute("SELECT shard FROM leases WHERE next = ? ORDER BY shard", (process,)).fetchall()
    return tuple(row["shard"] for row in rows)


def others_playing(db: Database, process: int) -> int:
    """How many other processes hold shards."""
    (others,) = db.execute("SELECT count(DISTINCT process) FROM leases WHERE process <> ?", (process,)).fetchone()
    return int(others)


def shares(db: Database, process: int, main: int) -> tuple[int, int]:
    """How many shards there are, and how many of them these two processes hold or follow in."""
    (count,) = db.execute("SELECT count(*) FROM leases").fetchone()
    (here,) = db.execute(
        "SELECT count(*) FROM leases WHERE process IN (:own, :main) OR next IN (:own, :main)",
        {"own": process, "main": main},
    ).fetchone()
    return int(count), int(here)


def free_shards(db: Database) -> list[int]:
    """The shards that nobody has."""
    return [row["shard"] for row in db.execute(f"SELECT shard FROM leases WHERE {_FREE} ORDER BY shard").fetchall()]


def take(db: Database, process: int, chosen: Sequence[int]) -> None:
    """Gives a process the chosen shards that are still free and that nobody else is taking.

    Where these are its first, it tells everybody: one more makes requests, so each takes a smaller part from now on.
    """
    if chosen := _still(db, chosen, _FREE):
        is_new = not leases_of(db, process)
        db.execute(f"UPDATE leases SET process = ? WHERE shard IN ({marks(chosen)})", (process, *chosen))
        if is_new:
            db.execute("SELECT pg_notify(?, '')", (OF_SHARDS,))


def offered_shards(db: Database) -> list[int]:
    """The shards whose holders end, and where nobody follows yet."""
    return [row["shard"] for row in db.execute(f"SELECT shard FROM leases WHERE {_OFFERED} ORDER BY shard").fetchall()]


def follow(db: Database, process: int, chosen: Sequence[int]) -> None:
    """Has a process follow in the chosen shards that are still offered and that nobody else is choosing."""
    if chosen := _still(db, chosen, _OFFERED):
        db.execute(f"UPDATE leases SET next = ?, ready = 0 WHERE shard IN ({marks(chosen)})", (process, *chosen))


def _still(db: Database, chosen: Sequence[int], condition: str) -> list[int]:
    """Locks and returns those of the chosen shards that still meet the condition and that no other process is taking.

    All look at the same moment. Nobody locks a shard just to look at it: it would seem taken to whoever is to have it.
    """
    rows = db.execute(
        f"SELECT shard FROM leases WHERE shard IN ({numbers(chosen)}) AND {condition}"
        " ORDER BY shard FOR UPDATE SKIP LOCKED"
    )
    return [row["shard"] for row in rows]


def offer(db: Database, process: int) -> None:
    """Notes that a process ends, and tells everybody; it follows nobody any more."""
    db.execute("UPDATE processes SET leaving = 1 WHERE id = ?", (process,))
    db.execute("UPDATE leases SET next = NULL, ready = 0 WHERE next = ?", (process,))
    db.execute("SELECT pg_notify(?, '')", (OF_SHARDS,))


def withdraw(db: Database, process: int) -> None:
    """Takes back that a process ends, and tells everybody. Raises LeaseLostError if its row is gone."""
    if not db.execute("UPDATE processes SET leaving = 0 WHERE id = ?", (process,)).rowcount:
        raise LeaseLostError
    db.execute("UPDATE leases SET next = NULL, ready = 0 WHERE process = ?", (process,))
    db.execute("SELECT pg_notify(?, '')", (OF_SHARDS,))


def followers(db: Database, process: int) -> Followers:
    """How far others are with what a process has offered."""
    (others,) = db.execute(f"SELECT count(*) FROM processes WHERE leaving = 0 AND {_IN_TIME}").fetchone()
    rows = db.execute("SELECT next, ready FROM leases WHERE process = ?", (process,)).fetchall()
    chosen = [row for row in rows if row["next"] is not None]
    return Followers(bool(others), bool(chosen), all(row["ready"] for row in chosen) and len(chosen) == len(rows))


def connected(db: Database, process: int, shards: Collection[int]) -> None:
    """Notes for which of the shards in which a process follows it has connections."""
    ready = f"CASE WHEN shard IN ({numbers(shards)}) THEN 1 ELSE 0 END"
    db.execute(f"UPDATE leases SET ready = {ready} WHERE next = ? AND ready <> {ready}", (process,))


def pass_on(db: Database, process: int, interaction_id: int, table_id: int, pressed: str) -> bool:
    """Passes a press on to whoever holds the table's shard; returns whether that isn't ``process`` itself."""
    row = db.execute(
        "SELECT leases.shard, leases.process FROM tables JOIN leases"
        " ON leases.shard = (guild_id >> 22) % (SELECT count(*) FROM leases) WHERE tables.id = ?",
        (table_id,),
    ).fetchone()
    if row is None or row["process"] == process:
        return False
    _give(db, interaction_id, row["shard"], pressed)
    return True


def pass_command_on(db: Database, process: int, interaction_id: int, user_id: int, asked: str | None) -> int:
    """How many other processes have tables at which the person sits; if it is one, it gets what was asked.

    ``asked``: None: nothing is passed on.
    """
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


def take_passed_on(db: Database, shards: Collection[int]) -> list[Any]:
    """Takes what was passed on to these shards out of the database, and deletes what is too old, of any shard."""
    rows: list[Any] = db.execute(
        f"DELETE FROM passed_on WHERE shard IN ({numbers(shards)}) RETURNING interaction_id, shard, pressed, until"
    ).fetchall()
    db.execute(f"DELETE FROM passed_on WHERE until < {_NOW}")  # also of shards that nobody serves
    return rows


def clock(db: Database) -> float:
    """The database's clock, in seconds since the epoch."""
    (seconds,) = db.execute(f"SELECT {_NOW}").fetchone()
    return float(seconds)


def turn(db: Database, bucket: int, spacing: float) -> float:
    """Takes the next turn to identify in a bucket; in how many seconds it is. ``spacing``: seconds between two."""
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
