"""What comes between deals and after a table: a pause, another game, a rematch, practice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

from bot.service import steps
from bot.service.host import check_host
from bot.service.model import Person, Refusal, Snapshot, Turn
from bot.service.setup import new_table
from bot.service.table import Table
from bot.service.work import Change
from bot.store.model.servers import table_there
from bot.store.model.tables import NewTable
from bot.store.store import Store
from engine.game import GAMES, Game
from engine.players.base import Level
from engine.rules import Rules


class GoingOn:
    """How people go on at a table, or at the next one.

    ``at`` finds a table by its id, also one that was closed just now. ``opened`` opens a table after the last one,
    at which the person and computer players of those names and levels sit down. ``there`` finds the open table of a
    channel. All raise Refusal.
    """

    def __init__(
        self,
        store: Store,
        change: Change,
        at: Callable[[int], Awaitable[Table]],
        opened: Callable[[Person, NewTable, Sequence[tuple[str, Level]], int, int], Awaitable[Snapshot]],
        there: Callable[[int], Awaitable[Snapshot]],
    ) -> None:
        self._store, self._change = store, change
        self._at, self._opened, self.there = at, opened, there

    async def pause(
        self, table_id: int, person: Person, key: int, turn: Turn | None = None, *, paused: bool = True
    ) -> Snapshot:
        """Has the next deal wait until somebody starts it, or no longer. Raises Refusal."""

        async def work(table: Table) -> None:
            table.check_seated(person.user_id)
            after = await self._store.step(lambda books: steps.pause(books, table, paused, f"{key}:pause"))
            table.take(after)

        return await self._change(table_id, key, turn, work)

    async def rematch(self, table_id: int, person: Person, key: int) -> Snapshot:
        """Opens a table in the channel of one that was closed, with the same rules and computer players.

        The others can sit down there: nobody's chips are taken without asking. Whoever was removed stays removed, and a
        locked table stays locked. Raises Refusal.
        """
        old = await self._at(table_id)
        if not old.closed:
            raise table_there(old.guild_id)
        buy_in = max(old.setup.buy_in, old.game.dearest(old.rules, old.setup.buy_in) or 0)
        new = _after(old, person, old.game, old.rules, buy_in, practice=old.practice)
        computers = [(s.name, s.level) for s in old.sitters if s.user_id is None]
        return await self._opened(person, new, computers, key, table_id)

    async def another_game(
        self, table_id: int, person: Person, game: str, key: int, turn: Turn | None = None, *, moderator: bool = False
    ) -> Snapshot:
        """The same people go on with another game, at a new table in the channel; their stacks go along.

        They don't where one of the two games has no chips. The host decides, or a ``moderator``. Raises Refusal.
        """

        def new(table: Table) -> NewTable:
            check_host(table, person, moderator=moderator)
            chosen = GAMES[game]
            rules = chosen.rules()
            return _after(table, _host(table), chosen, rules, chosen.usual_chips(rules), practice=table.practice)

        return await self._go_on(table_id, person, new, key, turn)

    async def other_rules(
        self, table_id: int, person: Person, key: int, turn: Turn | None = None, *, moderator: bool = False
    ) -> Snapshot:
        """Between games, the same people go on at a new table, whose rules can be set up; their stacks go along.

        The host decides, or a ``moderator``. Raises Refusal.
        """

        def new(table: Table) -> NewTable:
            check_host(table, person, moderator=moderator)
            if not table.between_games:
                raise Refusal("game_on")
            return _after(table, _host(table), table.game, table.rules, table.setup.buy_in, practice=table.practice)

        return await self._go_on(table_id, person, new, key, turn)

    async def practise(self, table_id: int, person: Person, key: int, turn: Turn | None = None) -> Snapshot:
        """The last person at a table for chips goes on as practice, at a new table; everybody's chips go home first.

        Raises Refusal.
        """

        def new(table: Table) -> NewTable:
            sitter = table.check_seated(person.user_id)
            if not table.one_left:
                raise Refusal("others_left")
            if sitter.away:
                raise Refusal("away")
            return _after(table, person, table.game, table.rules, table.setup.buy_in, practice=True)

        return await self._go_on(table_id, person, new, key, turn)

    async def _go_on(
        self, table_id: int, person: Person, new: Callable[[Table], NewTable], key: int, turn: Turn | None
    ) -> Snapshot:
        """Closes the table and opens another one for its people; that one. Raises Refusal."""

        async def work(table: Table) -> None:
            if table.playing:
                raise Refusal("deal_running")
            opened = new(table)
            try:
                after = await self._store.step(
                    lambda books: steps.go_on(books, table, opened, person.user_id, f"{key}:go_on")
                )
            except Refusal as refused:
                if refused.code != "purse_too_small" or opened.host.user_id == person.user_id:
                    raise
                raise Refusal("host_too_poor", name=opened.host.name, need=opened.setup.buy_in) from None
            table.take(after)

        closed = await self._change(table_id, key, turn, work)
        return await self.there(closed.channel_id)


def _host(table: Table) -> Person:
    """The table's host."""
    return Person(table.guild_id, table.host_id, table.host_name)


def _after(
    table: Table, host: Person, game: Game[Any], rules: Rules, buy_in: int, *, practice: bool = False
) -> NewTable:
    """A table to be opened after another one, run as that was. Raises Refusal."""
    new = new_table(host, table.channel_id, game, rules, buy_in)
    before = table.setup
    run_as_before = replace(
        new.setup, four_colour=before.four_colour, result_lines=before.result_lines, settings=before.settings
    )
    return replace(new, setup=run_as_before, practice=practice or new.practice)
