"""Which tables there are, and how they stand, without waiting for anything."""

from __future__ import annotations

from bot.service.dealing import refuse_what_is_of_other_games
from bot.service.in_memory import TablesInMemory
from bot.service.model import Location, Orphan, Private, Refusal, Snapshot
from bot.service.snapshots import private, snapshot
from engine.actions import example
from engine.consequences import not_allowed
from engine.errors import IllegalAction


class Looking:
    """The tables that are open, and those that were closed just now. Nothing here changes any."""

    def __init__(self, tables: TablesInMemory) -> None:
        self._in_memory = tables

    def table_in(self, channel_id: int) -> Snapshot | None:
        """The open table in that channel; None if there is none."""
        table = self._in_memory.by_channel.get(channel_id)
        return snapshot(table) if table else None

    def location_in(self, channel_id: int) -> Location | None:
        """The place of the open table in that channel; None if there is none."""
        table = self._in_memory.by_channel.get(channel_id)
        return table.location if table else None

    def location_of(self, table_id: int) -> Location | None:
        """The place of that table; None if it was never open or was closed long ago."""
        table = self._in_memory.by_id.get(table_id)
        return table.location if table else None

    def snapshot_of(self, table_id: int) -> Snapshot | None:
        """That table; None if it was never open or was closed long ago."""
        table = self._in_memory.by_id.get(table_id)
        return snapshot(table) if table else None

    def private_of(self, table_id: int, user_id: int) -> Private:
        """That table as seen by a person who sits there, or sat there when it closed. Raises Refusal."""
        return private(self._in_memory.at(table_id), user_id)

    def not_allowed(self, table_id: int, user_id: int) -> tuple[IllegalAction, ...]:
        """Why that person may not do now what one would expect. Raises Refusal where no deal is played there."""
        table = self._in_memory.at(table_id)
        sitter = private(table, user_id).sitter
        if table.deal is None or not table.playing:
            raise Refusal("no_deal")
        if sitter.seat is None:
            raise Refusal("not_in_deal")
        return not_allowed(table.game, table.deal.state, sitter.seat)

    def check_is_done_there(self, table_id: int, user_id: int, do: str) -> None:
        """Raises IllegalAction if the table's game has no action of that name, whatever it would be done with.

        Raises Refusal if the person doesn't sit there.
        """
        table = self._in_memory.at(table_id)
        table.seated(user_id)
        refuse_what_is_of_other_games(table, example(do, 0))

    def orphan(self, channel_id: int) -> Orphan | None:
        """The table in that channel that this version can't read and that can only be closed; else None."""
        return self._in_memory.orphan(channel_id)

    def orphans(self) -> tuple[Orphan, ...]:
        """Every table that can only be closed."""
        return tuple(self._in_memory.orphans.values())

    def tables(self) -> list[Snapshot]:
        """Every table that can be played at."""
        return [snapshot(table) for table in self._in_memory.by_id.values()]

    def tables_of(self, user_id: int, *, leaving: bool = False) -> list[Snapshot]:
        """The open tables at which that person sits; with ``leaving`` also where they get up when the deal is over."""
        return [
            snapshot(table)
            for table in self._in_memory.by_channel.values()
            if any(s.user_id == user_id and (leaving or not s.leaving) for s in table.sitters)
        ]
