"""Changes of what a table is set up with before its first deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.service.table import Table
from bot.store.model import Setup
from engine.rules import Rules, Value, read_rules
from engine.versions import rules_version, values


@dataclass(frozen=True)
class Changes:
    """What somebody wants to change; the rest stays as it is."""

    rules: Mapping[str, Value] = field(default_factory=dict)
    """Options of the game, by name."""
    afresh: bool = False
    """Whether all other options go back to the usual ones, as a preset has it."""
    buy_in: int | None = None
    """Chips to sit down with; None: as before, or the game's usual number where it is now played for chips."""
    four_colour: bool | None = None
    result_lines: bool | None = None
    """Whether a line about each deal stays in the channel."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Fields of ``TableSettings``."""

    def made_to(self, table: Table) -> tuple[Rules, Setup]:
        """The table's new rules, and all that it is set up with. Raises ValueError for an impossible option."""
        game = table.game
        rules = read_rules(game.rules, {**({} if self.afresh else values(table.rules)), **self.rules})
        buy_in = table.buy_in if self.buy_in is None else self.buy_in
        if not game.for_chips(rules):
            buy_in = 0
        elif not buy_in:
            buy_in = game.money.chips
        four_colour = table.four_colour if self.four_colour is None else self.four_colour
        settings = replace(table.settings, **self.settings)
        result_lines = table.result_lines if self.result_lines is None else self.result_lines
        return rules, Setup(values(rules), rules_version(game), buy_in, four_colour, result_lines, settings)
