"""What a table is set up with after changes that its host makes before the first deal."""

from __future__ import annotations

from dataclasses import replace

from bot.service.model import Changes
from bot.service.table import Table
from bot.store.model import Setup
from engine.rules import Rules, read_rules
from engine.versions import rules_version, values


def changed(table: Table, changes: Changes) -> tuple[Rules, Setup]:
    """The table's new rules, and all that it is set up with. Raises ValueError for an impossible option."""
    game = table.game
    rules = read_rules(game.rules, {**({} if changes.afresh else values(table.rules)), **changes.rules})
    buy_in = table.buy_in if changes.buy_in is None else changes.buy_in
    if not game.for_chips(rules):
        buy_in = 0
    elif not buy_in:
        buy_in = game.money.chips
    return rules, Setup(
        rules=values(rules),
        rules_version=rules_version(game),
        buy_in=buy_in,
        four_colour=table.four_colour if changes.four_colour is None else changes.four_colour,
        result_lines=table.result_lines if changes.result_lines is None else changes.result_lines,
        settings=replace(table.settings, **changes.settings),
    )
