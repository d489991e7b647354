"""What a table is set up with: as it is opened, and as its host changes it until the first deal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.service import steps
from bot.service.customs import DAY, LEAST_TURN, MOST_TURN, may_last
from bot.service.dealing import new_seed
from bot.service.host import check_host
from bot.service.model import Changes, Person, Refusal, Snapshot, Turn
from bot.service.table import Table
from bot.service.work import Change
from bot.store.model.servers import NO_SERVER, NOTHING_SET, ServerSettings
from bot.store.model.tables import NewTable, Setup, TableSettings
from bot.store.store import Store
from engine.game import Game
from engine.rules import MOST, Rules, read_rules
from engine.versions import rules_version, values


class SettingUp:
    """What people set up at a table."""

    def __init__(self, store: Store, change: Change) -> None:
        self._store, self._change = store, change

    async def change(
        self,
        table_id: int,
        person: Person,
        changes: Changes,
        key: int,
        turn: Turn | None = None,
        *,
        moderator: bool = False,
    ) -> Snapshot:
        """Changes what a table is set up with; its host may, and a ``moderator``, and only before the first deal.

        Stacks follow the buy-in. If that brings chips of others to the table, they have a moment to look before the
        first deal can start. Raises Refusal.
        """

        async def work(table: Table) -> None:
            if not moderator:
                table.check_seated(person.user_id)
                if person.user_id != table.host_id:
                    raise Refusal("not_the_host", name=table.host_name)
            if table.stage != "lobby" or table.dealt:
                raise Refusal("set_up_over")
            rules, setup = changed(table, changes)
            check_buy_in(table.game, rules, setup.buy_in)
            after = await self._store.step(
                lambda books: steps.set_up(books, table, setup, person.user_id, f"{key}:set_up")
            )
            table.rules = rules
            table.take(after)

        return await self._change(table_id, key, turn, work)

    async def leave_lines(
        self, table_id: int, person: Person, on: bool, key: int, *, moderator: bool = False
    ) -> Snapshot:
        """Has a line about each deal stay in the channel, or not: its host may, and a ``moderator``. Raises Refusal."""

        async def work(table: Table) -> None:
            check_host(table, person, moderator=moderator)
            table.take(await self._store.step(lambda books: steps.leave_lines(books, table, on, f"{key}:lines")))

        return await self._change(table_id, key, None, work)


def changed(table: Table, changes: Changes) -> tuple[Rules, Setup]:
    """The table's new rules, and all that it is set up with. Raises ValueError for an impossible option."""
    game, before = table.game, table.setup
    if not may_last(changes.settings.get("turn_seconds") or 0):
        raise Refusal("turn_time", least=LEAST_TURN, days=MOST_TURN // DAY)
    rules = read_rules(game.rules, {**({} if changes.afresh else values(table.rules)), **changes.rules})
    buy_in = before.buy_in if changes.buy_in is None else changes.buy_in
    if not game.for_chips(rules):
        buy_in = 0
    elif not buy_in:
        buy_in = game.usual_chips(rules)
    elif changes.afresh and changes.buy_in is None:  # a style of the game brings the chips that it takes
        buy_in = min(MOST, max(buy_in, game.dearest(rules, buy_in) or 0))
    return rules, Setup(
        rules=values(rules),
        buy_in=buy_in,
        four_colour=before.four_colour if changes.four_colour is None else changes.four_colour,
        rules_version=rules_version(game),
        result_lines=None if changes.usual_lines else _first(changes.result_lines, before.result_lines),
        settings=replace(before.settings, **changes.settings),
    )


def _first(wanted: bool | None, before: bool | None) -> bool | None:
    return before if wanted is None else wanted


def new_table(
    host: Person,
    channel_id: int,
    game: Game[Any],
    rules: Rules,
    buy_in: int,
    four_colour: bool = False,
    own: ServerSettings = NOTHING_SET,
) -> NewTable:
    """A table to be opened; in direct messages one for practice, where no turn has a limit. Raises Refusal.

    ``own``: what its server has set, with which it begins.
    """
    check_buy_in(game, rules, buy_in)
    alone = host.guild_id == NO_SERVER
    return NewTable(
        channel_id=channel_id,
        game=game.name,
        unit=game.judging.unit,
        setup=Setup(
            values(rules),
            buy_in,
            four_colour,
            rules_version(game),
            result_lines=None if alone else own.story,
            settings=TableSettings(turn_seconds=0 if alone else own.turn_seconds),
        ),
        host=host,
        table_secret=new_seed().hex(),
        practice=alone,
    )


def check_buy_in(game: Game[Any], rules: Rules, buy_in: int) -> None:
    """Raises Refusal if that number of chips is too small for the stakes, or for any deal of a game without credit."""
    if (cost := game.dearest(rules, buy_in) or 0) > buy_in:
        raise Refusal("stakes_too_high", cost=cost, have=buy_in, most=MOST, fits="yes" if cost <= MOST else "no")
    least = max(game.money.entry(rules, seats) for seats in game.seats)
    if game.money.ends_broke and buy_in < least:
        raise Refusal("buy_in_too_small", least=least)
