"""What a table of Poe Crumb can agree on: the options of poe_crumb.md."""

from __future__ import annotations

from typing import Literal

from engine.parts.ante import deals_option
from engine.rules import Rules, option


class PoeCrumbRules(Rules):
    """What a table can agree on (poe_crumb.md, "Options")."""

    jokers: Literal[0, 1, 2] = option(
        0,
        "Jokers",
        "Wild jokers in the pack. One is enough for up to four players, two suit five or more.",
        choices={0: "None", 1: "One", 2: "Two"},
    )
    sudden_death: bool = option(
        False, "Sudden Death", "When the stock is used up, the showdown comes at once; nothing is reshuffled."
    )
    flush_repeats: bool = option(
        False,
        "Jokers repeat in a flush",
        "In a flush a joker may stand for a card that the hand has already: A-A-K-9-4.",
        only_with=("jokers", (2,)),
    )
    ante: int = option(
        0,
        "Ante",
        "Chips that everybody pays to a pot for the winners of the round. 0: no chips.",
        least=0,
    )
    deals: int = deals_option("rounds won")
    target_wins: int = option(
        0,
        "Rounds to win",
        "The game ends when somebody has won so many rounds. 0: no target.",
        least=0,
    )
