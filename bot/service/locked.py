"""How anything is done at a table: under its lock, once a key, to its end; after an error the books decide."""

from __future__ import annotations

import contextlib
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final, TypeVar

from bot.service.evening import evening_of
from bot.service.in_memory import nothing_rests
from bot.service.model import Orphan, Refusal, Snapshot, Turn
from bot.service.play import Play
from bot.service.restore import table_or_orphan
from bot.service.running import Running
from bot.service.snapshots import snapshot
from bot.service.table import Table
from bot.service.way_out import TAKEN_BACK_AFTER, take_back
from bot.service.work import is_written
from bot.store.model.errors import StoreError
from bot.store.store import Store
from engine.errors import IllegalAction

log = logging.getLogger(__name__)
T = TypeVar("T")

MOST_DONE: Final = 4096
"""How many interactions that were carried out here are remembered; those of the last few seconds matter."""


class Locked:
    """Does things at tables, one after the other at each.

    ``at`` finds a table by its id, brings it back if it rests, and raises Refusal. ``acted`` is told of a table at
    which a person did something, ``failed`` where a write failed, ``changed`` where there is something else to show,
    ``give_up`` of a table that can't be read any more.
    """

    def __init__(
        self,
        store: Store,
        play: Play,
        running: Running,
        at: Callable[[int], Awaitable[Table]],
        *,
        acted: Callable[[Table], None],
        failed: Callable[[Table], None],
        changed: Callable[[Table], None],
        give_up: Callable[[Table, Orphan], None],
    ) -> None:
        self._store, self._play, self._running, self._at = store, play, running, at
        self._acted, self._failed, self._changed, self._give_up = acted, failed, changed, give_up
        self.ready: Callable[[int], Awaitable[None]] = nothing_rests
        """Waits until the books no longer say that a table rests. Raises Refusal."""
        self.done: deque[int] = deque(maxlen=MOST_DONE)
        """The keys of what was done last."""

    async def change(
        self, table_id: int, key: int | None, turn: Turn | None, work: Callable[[Table], Awaitable[None]]
    ) -> Snapshot:
        """Does something at a table, once a key. Returns the table after it."""

        async def changed(table: Table) -> Snapshot:
            await work(table)
            await self.look_back(table)
            return snapshot(table)

        async def again(table: Table) -> Snapshot:
            return snapshot(table)

        return await self.write(table_id, key, turn, changed, again)

    async def write(
        self,
        table_id: int,
        key: int | None,
        turn: Turn | None,
        work: Callable[[Table], Awaitable[T]],
        again: Callable[[Table], Awaitable[T]],
    ) -> T:
        """Does something that writes under the table's lock, once a key, to its end even if the caller is cancelled.

        ``turn``: the moment for which it was asked; None: at any moment. ``again`` answers if the key's work is written
        already.
        """

        async def inside() -> T:
            async with self._sure(table_id) as table:
                if key is not None and key in table.keys:
                    return await again(table)
                if (refusal := _passed(table, turn)) is not None:
                    if key is not None and await is_written(self._store, key):
                        return await again(table)  # the key's own work made that moment pass
                    raise refusal
                return await self._written(table, key, work, again)

        return await self._running.to_the_end(inside())

    async def look(self, table_id: int, turn: Turn | None, work: Callable[[Table], Awaitable[T]]) -> T:
        """Looks at a table under its lock, to the end even if the caller is cancelled. ``turn``: as in ``write``."""

        async def inside() -> T:
            async with self._sure(table_id) as table:
                if (refusal := _passed(table, turn)) is not None:
                    raise refusal
                return await work(table)

        return await self._running.to_the_end(inside())

    @contextlib.asynccontextmanager
    async def _sure(self, table_id: int) -> AsyncIterator[Table]:
        """Holds the lock of a table that the books don't take to rest, and that is as they have it. Raises Refusal."""
        async with self._whole(table_id) as table:
            await self.ready(table_id)
            if table.unsure:
                await self._read_again(table)
            yield table

    @contextlib.asynccontextmanager
    async def _whole(self, table_id: int) -> AsyncIterator[Table]:
        """Holds the table's lock. One that came to rest while its lock was waited for is brought back."""
        while True:
            table = await self._at(table_id)
            async with table.lock:
                if not table.resting:
                    yield table
                    return

    async def _written(
        self,
        table: Table,
        key: int | None,
        work: Callable[[Table], Awaitable[T]],
        again: Callable[[Table], Awaitable[T]],
    ) -> T:
        """Does ``work``, which writes. After an error the table is read again, and the books decide what is answered.

        Raises what ``work`` raises if it has changed nothing; Refusal ``not_written`` if the books could not be written
        and have nothing of it, ``disk`` if they can't be read either.
        """
        try:
            result = await work(table)
        except (Refusal, IllegalAction):
            if key is None or not await is_written(self._store, key):
                raise
            # It was done: earlier, for example before a restart, or just now, and then everybody must hear of it.
            await self._announce(table)
            return await again(table)
        except BaseException as error:
            table.unsure, table.failures = True, table.failures + 1
            # First of all, so that the table never stands still.
            self._failed(table)
            if not isinstance(error, StoreError):
                raise
            log.exception("table %s: the store could not write", table.table_id)
            await self._read_again(table)
            if key is None or not await is_written(self._store, key):
                raise Refusal("not_written") from None
            table.keys.append(key)
            return await again(table)
        table.failures = 0
        if key is not None:
            table.keys.append(key)
            self.done.append(key)
            self._acted(table)
        await self._announce(table)
        return result

    async def _announce(self, table: Table) -> None:
        """Tells of what was written at a table, also where what a closed one came to can't be found out yet."""
        try:
            await self.look_back(table)
        except Exception:
            log.exception("table %s: what it came to can't be told yet", table.table_id)
            table.unsure, table.failures = True, table.failures + 1
        self._changed(table)

    async def look_back(self, table: Table) -> None:
        """Finds out what the table came to, if it was closed just now."""
        if table.closed and table.evening is None:
            table.evening = await evening_of(self._store, table)

    async def _read_again(self, table: Table) -> None:
        """Reads the table from the books, and goes on from there. Raises Refusal if they can't be read."""
        try:
            if table.stuck >= TAKEN_BACK_AFTER and table.playing:
                await take_back(self._store, table)
            stored = await self._store.table(table.table_id)
            if stored is None:
                raise StoreError(f"Table {table.table_id} is not in the books.")
            fresh = await table_or_orphan(self._store, stored)
            if isinstance(fresh, Orphan):
                self._give_up(table, fresh)
                raise Refusal("unreadable_table")
            table.read_again(fresh)
            await self._play.settle_down(table)
            await self.look_back(table)
        except Refusal:
            raise
        except Exception as error:
            log.exception("table %s could not be read again", table.table_id)
            table.unsure, table.failures = True, table.failures + 1
            table.stuck += not isinstance(error, StoreError)
            raise Refusal("disk") from None
        finally:
            self._changed(table)


def _passed(table: Table, turn: Turn | None) -> Refusal | None:
    """Why nothing can be done there any more for that moment, None: for any; None where it can."""
    if table.closed:
        return Refusal("table_gone")
    return Refusal("stale") if turn is not None and turn != table.turn else None
