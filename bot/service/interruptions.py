"""Where nobody can play: at the tables of shards that can't be reached, at tables that can't be shown, and at all of
them while nothing can be saved."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from bot.service.clock import Clock
from bot.service.in_memory import TablesInMemory
from bot.service.shards import Shards


class Interruptions:
    """Stops the clock where people can't play, and lets it go on."""

    def __init__(self, shards: Shards, tables: TablesInMemory, clock: Clock) -> None:
        self.shards = shards
        """The shards of this process; their number may be known only when Discord has told it."""
        self._tables, self._clock = tables, clock
        self.on_reachable: Callable[[int], None] = lambda shard: None
        """Called with each shard that can be reached again."""

    def shard_of_server(self, guild_id: int) -> int:
        """The shard of a server."""
        return self.shards.of(guild_id)

    def unreachable(self, shard: int | None = None) -> None:
        """Nobody can be reached at the tables of that shard (None: at all tables): nothing happens there by itself,
        and nobody's time runs, until they are ``reachable``."""
        for each in self.shards.held if shard is None else (shard,):
            self._clock.halt(each)

    def reachable(self, shard: int | None = None) -> None:
        """People can be reached again there: whoever is asked has the whole time again."""
        for each in self.shards.held if shard is None else (shard,):
            self._clock.go_on(each)
            self.on_reachable(each)

    def unsaved(self, lasts: bool) -> None:
        """Whether nothing that people do can be saved now: meanwhile nothing happens by itself anywhere, and nobody's
        time runs. Afterwards it goes on with what was left."""
        if lasts:
            self._clock.stop_unsaved()
        else:
            self._clock.go_on_saved()

    def count_shards(self, count: int) -> None:
        """Notes how many shards there are; until they are ``reachable`` one by one, nobody can be reached."""
        counted = replace(self.shards, count=count)
        self._clock.halt_all(counted.held)  # as long as the clock knows which tables stand still already
        self.shards = counted

    def take(self, shards: Collection[int]) -> None:
        """This process holds these shards, too, whose tables were brought back."""
        self.shards = replace(self.shards, ids=frozenset(self.shards.held) | frozenset(shards))

    def hidden(self, table_id: int) -> None:
        """That table, which doesn't rest, can't be shown: nobody's time runs there until it is ``shown``."""
        if (table := self._tables.by_id.whole.get(table_id)) is not None and not table.closed:
            self._clock.hide(table)

    def shown(self, table_id: int) -> None:
        """That table is shown as it is; if it couldn't be, whoever is asked has the whole time again."""
        if (table := self._tables.by_id.whole.get(table_id)) is not None:
            self._clock.show(table)
