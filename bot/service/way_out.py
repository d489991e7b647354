"""Ways out of a table, whatever has happened: closing at once, or not after all, and going on where it is stuck."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from bot.logs import errors_logged
from bot.service import steps
from bot.service.in_memory import TablesInMemory
from bot.service.model import Orphan, Person, Refusal, Snapshot, Turn
from bot.service.play import Play
from bot.service.restore import rebuilt
from bot.service.running import Running
from bot.service.table import After, Table
from bot.service.votes import ballot_of, closers, closes_without, users_for
from bot.service.work import Change
from bot.store.books import Books
from bot.store.model.errors import StoreError
from bot.store.store import Store
from bot.store.ways_out import Kind

log = logging.getLogger(__name__)

PLAIN_AFTER: Final = 2
"""After this many failures in a row that aren't the disk's, a plain move is made instead."""
TAKEN_BACK_AFTER: Final = 4
"""After this many, the deal is taken back."""

RELEASES: Final = 2.0
"""Seconds between two checks for tables that are to be released."""


class WayOut:
    """How people, and the bot itself, get out of what goes wrong at a table."""

    def __init__(
        self,
        store: Store,
        play: Play,
        change: Change,
        tables: TablesInMemory,
        running: Running,
        changed: Callable[[int], None],
    ) -> None:
        """``changed`` is told of a table that was closed although it couldn't be read."""
        self._store, self._play, self._change = store, play, change
        self._tables, self._running, self._changed = tables, running, changed

    # -- closing at once

    async def close_now(self, table_id: int, person: Person, key: int, *, moderator: bool = False) -> Snapshot:
        """Closes the table, also in mid-deal: the deal is taken back, and everybody gets the chips back.

        ``moderator``: whether the person may manage the channel. Else it must be the host, and everybody else who sits
        there, or whose hand is still played, must agree (``agree``): the table that is returned says who has yet to.
        Raises Refusal.
        """

        async def work(table: Table) -> None:
            if not moderator:
                table.check_seated(person.user_id)
                if person.user_id != table.host_id:
                    raise Refusal("not_the_host_to_end", name=table.host_name)
                if _others(table, person.user_id):
                    ballot = ballot_of(table, person.user_id, "end")
                    asked = partial(steps.ask_to_end, table=table, ballot=ballot, key=f"{key}:ask")
                    table.take(await self._store.step(asked))
                    return
            await self._end(table, "closed_now", person.name, f"{key}:close", by=person.user_id)

        return await self._change(table_id, key, None, work)

    async def agree(self, table_id: int, person: Person, deal: int, key: int) -> Snapshot:
        """Agrees to what the host asked in that deal; once everybody does, the table is closed. Raises Refusal."""

        async def work(table: Table) -> None:
            if person.user_id not in {s.user_id for s in table.present() if s.has_a_say}:
                table.check_seated(person.user_id)
            agreed = users_for(table, "end")
            if not agreed or table.dealt != deal:
                raise Refusal("not_asked_to_end")
            if _others(table, person.user_id, *agreed):
                ballot = ballot_of(table, person.user_id, "end")
                table.take(await self._store.step(partial(steps.vote, table=table, ballot=ballot, key=f"{key}:agree")))
            else:
                await self._end(table, "agreed", table.host_name, f"{key}:close", by=table.host_id)

        return await self._change(table_id, key, None, work)

    async def withdraw(self, table_id: int, person: Person, deal: int, key: int) -> Snapshot:
        """Takes back that the table is to close at once, which the person asked in that deal or agreed to.

        Once whoever asked takes it back, nobody is asked any more. Raises Refusal.
        """

        async def work(table: Table) -> None:
            agreed = users_for(table, "end")
            if not agreed or table.dealt != deal:
                raise Refusal("not_asked_to_end")
            if person.user_id not in agreed:
                table.check_seated(person.user_id)
                raise Refusal("not_agreed_to_end")
            ballot = ballot_of(table, person.user_id, "end")
            withdrawn = partial(steps.withdraw, table=table, ballot=ballot, key=f"{key}:withdraw")
            table.take(await self._store.step(withdrawn))

        return await self._change(table_id, key, None, work)

    async def stay_open(
        self, table_id: int, person: Person, key: int, turn: Turn | None = None, *, moderator: bool = False
    ) -> Snapshot:
        """The table does not close after the deal. Whoever asked for it may say so, the host, and whoever manages the
        channel; but only the last against what most people there want. Where nothing is decided yet, whoever has
        voted to close takes that vote back. Raises Refusal."""

        async def work(table: Table) -> None:
            if not table.row.closing:
                await self._vote_back(table, person, f"{key}:open")
                return
            if not moderator:
                table.check_seated(person.user_id)
                if person.user_id not in {table.row.closing_by, table.host_id, *closers(table)}:
                    raise Refusal("not_to_stay_open", name=table.host_name)
                if closes_without(table, person.user_id):
                    raise Refusal("closing_voted")
            opened = partial(steps.stay_open, table=table, by=person.user_id, key=f"{key}:open")
            table.take(await self._store.step(opened))

        return await self._change(table_id, key, turn, work)

    async def _vote_back(self, table: Table, person: Person, key: str) -> None:
        """Takes back a vote to close the table that has decided nothing yet. Raises Refusal."""
        if not closers(table):
            raise Refusal("not_closing")
        table.check_seated(person.user_id)
        if person.user_id not in closers(table):
            raise Refusal("not_voted_to_close")
        ballot = ballot_of(table, person.user_id, "close")
        voted_back = partial(steps.vote_back, table=table, ballot=ballot, key=key)
        table.take(await self._store.step(voted_back))

    async def end(self, table_id: int, kind: Kind, *, direct: bool) -> None:
        """Closes a table that people can't close, because it is released, or because its channel is gone; also one that
        this version can't read. Raises Refusal.

        ``direct``: everybody who sat there is told by direct message, because the channel can't be.
        """
        orphan = self._tables.orphans.get(table_id)
        if orphan is not None:
            await self._running.to_the_end(self._end_orphan(orphan, kind, direct))
            return

        async def work(table: Table) -> None:
            await self._end(table, kind, "", f"table:{table.table_id}:close", direct=direct)

        await self._change(table_id, None, None, work)

    async def close_orphan(self, table_id: int, person: Person, *, moderator: bool = False) -> Orphan:
        """Closes a table that this version can't read, at once: an open deal is taken back, and everybody cashes out.

        Those who played the last deal share what lies in pot and pools. Raises Refusal.
        """

        async def work() -> Orphan:
            orphan = self._tables.orphans.get(table_id)
            if orphan is None:
                raise Refusal("table_gone")
            if not moderator and person.user_id not in orphan.seated:
                raise Refusal("not_seated")
            await self._unreadable(orphan, lambda books: steps.close_orphan(books, orphan, person.user_id))
            return orphan

        return await self._running.to_the_end(work())

    async def _end_orphan(self, orphan: Orphan, kind: Kind, direct: bool) -> None:
        key = f"table:{orphan.table_id}:close"
        await self._unreadable(orphan, lambda books: books.close_at_once(orphan.table_id, key, kind, direct=direct))
        self._changed(orphan.table_id)

    async def _unreadable(self, orphan: Orphan, closed: Callable[[Books], object]) -> None:
        """Closes a table that this version can't read. Raises Refusal if that can't be written."""
        try:
            await self._store.step(closed)
        except StoreError:
            log.exception("table %s could not be closed", orphan.table_id)
            raise Refusal("disk") from None
        self._tables.orphan_is_closed(orphan.table_id)

    async def _end(
        self, table: Table, kind: Kind, name: str, key: str, *, direct: bool = False, by: int | None = None
    ) -> None:
        work = partial(_closed, table=table, kind=kind, name=name, key=key, direct=direct, by=by)
        table.take(await self._store.step(work))

    # -- where nobody can act

    async def go_on(self, table: Table, usual: Callable[[], Awaitable[None]]) -> None:
        """What the clock does at a table: what is ``usual``, after failures a plain move, then the deal's end.

        A store that fails is no reason: what can't be written now can be later. Raises what is tried raises.
        """
        try:
            if table.stuck >= TAKEN_BACK_AFTER:
                await take_back(self._store, table)
            elif table.stuck >= PLAIN_AFTER:
                await self._play.plain(table)
            else:
                await usual()
        except (Refusal, StoreError):
            raise
        except Exception:
            table.stuck += 1
            raise
        table.stuck = 0


async def take_back(store: Store, table: Table) -> None:
    """Takes the open deal back with all its chips, and has the channel told. Raises StoreError, ReplayError."""
    log.error("table %s: its deal is taken back, because it can't go on", table.table_id)
    await store.step(lambda books: books.take_back(table.table_id))
    stored = await store.table(table.table_id)
    assert stored is not None, "its deal was written just now"
    table.read_again(rebuilt(stored))
    table.stuck = 0


async def release_what_is_asked(
    store: Store, holds: Callable[[int], bool], end: Callable[[int], Awaitable[None]]
) -> None:
    """Releases the tables that whoever hosts the bot asks for, by ``end``; goes on for ever.

    ``holds``: whether this process plays in that server; what is asked for elsewhere is another's to release.
    """
    while True:
        with errors_logged(log, "the tables that are to be released could not be"):
            for table_id, guild_id in (await store.ends.releases()).items():
                if holds(guild_id):
                    with errors_logged(log, f"table {table_id} could not be released"):
                        await _release_asked(store, table_id, end)
        await asyncio.sleep(RELEASES)


async def _release_asked(store: Store, table_id: int, end: Callable[[int], Awaitable[None]]) -> None:
    """Releases a table by ``end``; where that can't be written it is left to be tried again."""
    try:
        await end(table_id)
    except Refusal as refusal:
        if refusal.code != "table_gone":
            return
    await store.ends.released(table_id)


async def release(store: Store, table_id: int) -> bool:
    """Closes a table of a bot that doesn't run, and has its channel told at the next start.

    False if no such table is open. Raises StoreError.
    """
    stored = next((each for each in await store.load_open() if each.table.id == table_id), None)
    if stored is None:
        return False
    key = f"table:{table_id}:close"
    await store.step(lambda books: books.close_at_once(table_id, key, "released"))
    return True


def _closed(books: Books, table: Table, kind: Kind, name: str, key: str, direct: bool, by: int | None) -> After:
    books.close_at_once(table.table_id, key, kind, name, direct=direct, by=by)
    return After(books.now(table.table_id))


def _others(table: Table, *users: int) -> list[str]:
    """The names of the people besides these users who must agree before the table closes at once."""
    return [s.name for s in table.present() if s.has_a_say and s.user_id not in users]
