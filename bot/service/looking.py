"""Which tables there are, and how they stand, without waiting for anything."""

from __future__ import annotations

from collections import Counter

from bot.service.dealing import refuse_what_is_of_other_games
from bot.service.in_memory import TablesInMemory
from bot.service.model import Location, Orphan, Private, Refusal, Snapshot, Stage
from bot.service.snapshots import private, snapshot
from engine.consequences import not_allowed
from engine.errors import IllegalAction
from engine.stakes import net_of


class Looking:
    """The tables that are open, and those that were closed just now.

    Nothing here changes any, or waits for the store: to look at one that rests raises Refusal ``disk``, so whoever
    looks has it brought back before (``Rests.prepare``). Where it is, and how many there are, is known in any case.
    """

    def __init__(self, tables: TablesInMemory) -> None:
        self._in_memory = tables

    def table_in(self, channel_id: int) -> Snapshot | None:
        """The open table in that channel; None if there is none. Raises Refusal where it rests."""
        table = self._in_memory.by_channel.get(channel_id)
        return snapshot(table) if table else None

    def location_in(self, channel_id: int) -> Location | None:
        """The place of the open table in that channel; None if there is none."""
        table_id = self._in_memory.by_channel.ids.get(channel_id)
        return self.location_of(table_id) if table_id is not None else None

    def location_of(self, table_id: int) -> Location | None:
        """The place of that table; None if it was never open or was closed long ago."""
        return self._in_memory.by_id.location(table_id)

    def snapshot_of(self, table_id: int) -> Snapshot | None:
        """That table; None if it was never open or was closed long ago. Raises Refusal where it rests."""
        table = self._in_memory.by_id.get(table_id)
        return snapshot(table) if table else None

    def private_of(self, table_id: int, user_id: int) -> Private:
        """That table as seen by a person who sits there, or sat there when it closed. Raises Refusal."""
        return private(self._in_memory.at(table_id), user_id)

    def paid_in(self, table_id: int, user_id: int) -> int:
        """How many more chips have gone from that person into the deal that is played there than came from it; below 0:
        fewer. Chips that the house issues in it don't count (``poch.md PO-33``). 0 where the person plays in none.

        Raises Refusal.
        """
        table = self._in_memory.at(table_id)
        deal, sitter = table.deal, snapshot(table).seated(user_id)
        if deal is None or not table.playing or sitter is None or sitter.seat is None:
            return 0
        return -net_of(deal.state.transfers, len(deal.players))[sitter.seat]

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
        table.check_seated(user_id)
        refuse_what_is_of_other_games(table, do)

    def orphan_in(self, channel_id: int) -> Orphan | None:
        """The table in that channel that this version can't read and that can only be closed; else None."""
        return self._in_memory.orphan_in(channel_id)

    def orphan_of(self, table_id: int) -> Orphan | None:
        """That table, if it can only be closed; else None."""
        return self._in_memory.orphans.get(table_id)

    def orphans(self) -> tuple[Orphan, ...]:
        """Every table that can only be closed."""
        return tuple(self._in_memory.orphans.values())

    def locations(self) -> list[Location]:
        """Where every table is that can be played at, and those that were closed just now."""
        return self._in_memory.by_id.locations()

    def locations_in_server(self, guild_id: int) -> list[Location]:
        """The same of one server."""
        found = (self.location_of(table_id) for table_id in self._in_memory.by_id.in_server(guild_id))
        return [at for at in found if at is not None]

    def tally(self) -> Counter[tuple[str, Stage]]:
        """How many tables there are, by their games' names and stages."""
        whole = Counter((table.game.name, table.stage) for table in self._in_memory.by_id.whole.values())
        whole.update((record.game, record.stage) for record in self._in_memory.by_id.resting.values())
        return whole

    def locations_of(self, user_id: int) -> list[Location]:
        """Where the open tables are at which that person sits, also those that rest and can't be read now."""
        tables = self._in_memory.by_id
        found = (tables.location(table_id) for table_id in tables.of(user_id, leaving=False))
        return [at for at in found if at is not None]

    def tables_of(self, user_id: int, *, leaving: bool = False) -> list[Snapshot]:
        """The open tables at which that person sits; with ``leaving`` also where they get up when the deal is over.

        Raises Refusal where one of them rests.
        """
        tables = self._in_memory.by_id
        return [snapshot(tables[table_id]) for table_id in tables.of(user_id, leaving=leaving)]
