"""All tables, found by id, channel, server or person: whole ones, and small records of those that nobody needs whole.

A table rests when nothing is done there and its clock doesn't run for a while. It is read from the store, and its open
deal played again, when somebody asks for it or its clock runs (``rests.py``); no table is ever there twice.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from bot.service.model import Location, Refusal, Stage
from bot.service.table import Table
from bot.store.resting import Rest


@dataclass(frozen=True, slots=True)
class Resting:
    """A table at rest."""

    table_id: int
    guild_id: int
    channel_id: int
    game: str
    stage: Stage
    seated: tuple[int, ...]
    """The users who sit there, also those who get up after the deal."""
    leaving: frozenset[int]
    """Those of them who get up after the deal."""
    rest: Rest | None
    """How its messages show it; None: they may show anything."""

    @property
    def location(self) -> Location:
        """Its channel and server."""
        return Location(self.table_id, self.guild_id, self.channel_id)


def at_rest(table: Table, rest: Rest | None) -> Resting:
    """What is kept of a table that comes to rest."""
    seated = {sitter.user_id: sitter.leaving for sitter in table.sitters if sitter.user_id is not None}
    return Resting(
        table.table_id,
        table.guild_id,
        table.channel_id,
        table.game.name,
        table.stage,
        tuple(seated),
        frozenset(user_id for user_id, leaving in seated.items() if leaving),
        rest,
    )


class Tables:
    """All tables by id: whole ones, and records of those at rest.

    Nothing here waits for the store, so a table at rest must be brought back (``Rests.prepare``) before it is asked for
    by its id; else that is refused, as where the store can't be read. It is in here (``in``) in both cases.
    """

    def __init__(self) -> None:
        self.whole: dict[int, Table] = {}
        self.resting: dict[int, Resting] = {}
        self._in_server: defaultdict[int, set[int]] = defaultdict(set)
        """All tables by their servers."""
        self._seats: defaultdict[int, set[int]] = defaultdict(set)
        """Those at rest by the users who sit there."""
        self._sat: defaultdict[int, set[int]] = defaultdict(set)
        """The whole ones by the users who sit there: noted with each change of a table."""
        self._sitters: dict[int, frozenset[int]] = {}
        """The users who are noted there, by table."""

    def __getitem__(self, table_id: int) -> Table:
        """Raises KeyError, and Refusal ``disk`` where it rests."""
        if (table := self.get(table_id)) is None:
            raise KeyError(table_id)
        return table

    def get(self, table_id: int) -> Table | None:
        """That table; None if there is none. Raises Refusal ``disk`` where it rests."""
        if table_id in self.resting:
            raise Refusal("disk")
        return self.whole.get(table_id)

    def __setitem__(self, table_id: int, table: Table) -> None:
        self._wakes(table_id)
        self.whole[table_id] = table
        self._in_server[table.guild_id].add(table_id)
        self.note_seats(table)

    def __delitem__(self, table_id: int) -> None:
        if (at := self.location(table_id)) is None:
            raise KeyError(table_id)
        self._in_server[at.guild_id].discard(table_id)
        if not self._in_server[at.guild_id]:
            del self._in_server[at.guild_id]
        self._wakes(table_id)
        self.whole.pop(table_id, None)
        self._note(table_id, frozenset())

    def __contains__(self, table_id: object) -> bool:
        return table_id in self.whole or table_id in self.resting

    def rest(self, record: Resting) -> None:
        """Has that table rest."""
        self.whole.pop(record.table_id, None)
        self._note(record.table_id, frozenset())
        self.resting[record.table_id] = record
        self._in_server[record.guild_id].add(record.table_id)
        for user_id in record.seated:
            self._seats[user_id].add(record.table_id)

    def _wakes(self, table_id: int) -> None:
        if (record := self.resting.pop(table_id, None)) is not None:
            for user_id in record.seated:
                self._seats[user_id].discard(table_id)
                if not self._seats[user_id]:
                    del self._seats[user_id]

    def location(self, table_id: int) -> Location | None:
        """Where that table is, without waking it."""
        found = self.whole.get(table_id) or self.resting.get(table_id)
        return found.location if found is not None else None

    def locations(self) -> list[Location]:
        """Where all of them are."""
        whole = [table.location for table in self.whole.values()]
        return whole + [record.location for record in self.resting.values()]

    def in_server(self, guild_id: int) -> tuple[int, ...]:
        """The tables of that server."""
        return tuple(self._in_server.get(guild_id, ()))

    def note_seats(self, table: Table) -> None:
        """Notes who sits at a table at which something has happened."""
        there = self.whole.get(table.table_id) is table and not table.closed
        self._note(table.table_id, frozenset(s.user_id for s in table.sitters if there and s.user_id is not None))

    def _note(self, table_id: int, people: frozenset[int]) -> None:
        """Notes that these sit at a whole table, and nobody else."""
        before = self._sitters.pop(table_id, frozenset())
        if people:
            self._sitters[table_id] = people
        for user_id in people - before:
            self._sat[user_id].add(table_id)
        for user_id in before - people:
            self._sat[user_id].discard(table_id)
            if not self._sat[user_id]:
                del self._sat[user_id]

    def with_person(self, user_id: int) -> set[int]:
        """The tables at which that person sits, also where the person gets up when the deal is over."""
        return {*self._sat.get(user_id, ()), *self._seats.get(user_id, ())}

    def of(self, user_id: int, *, leaving: bool) -> list[int]:
        """The tables at which that person sits, the oldest first; with ``leaving`` also where the person gets up when
        the deal is over."""
        return sorted(i for i in self.with_person(user_id) if self._has(i, user_id, leaving=leaving))

    def _has(self, table_id: int, user_id: int, *, leaving: bool) -> bool:
        """Whether that person sits at that table, if it is open; with ``leaving`` also until the deal is over."""
        if (record := self.resting.get(table_id)) is not None:
            return leaving or user_id not in record.leaving
        table = self.whole[table_id]
        mine = table.seated(user_id)
        return not table.closed and mine is not None and (leaving or not mine.leaving)


class Channels:
    """The open tables by their channels."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.ids: dict[int, int] = {}
        """The tables' ids."""

    def __getitem__(self, channel_id: int) -> Table:
        """Raises KeyError, and Refusal ``disk`` where the table rests."""
        return self._tables[self.ids[channel_id]]

    def get(self, channel_id: int) -> Table | None:
        """The table there; None if there is none. Raises Refusal ``disk`` where it rests."""
        return self._tables.get(self.ids.get(channel_id, 0))

    def __setitem__(self, channel_id: int, table: Table) -> None:
        self.ids[channel_id] = table.table_id

    def __delitem__(self, channel_id: int) -> None:
        del self.ids[channel_id]

    def __contains__(self, channel_id: object) -> bool:
        return channel_id in self.ids
