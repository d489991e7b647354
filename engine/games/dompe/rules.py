"""What a table of Dompe can agree on: the options of dompe.md."""

from __future__ import annotations

from typing import Literal

from engine.parts.ante import Broke, ante_option, broke_option, deals_option
from engine.rules import Rules, option


class DompeRules(Rules):
    """What a table can agree on (dompe.md, "Options")."""

    deck: Literal["international", "spanish_40", "spanish_48"] = option(
        "international",
        "Pack",
        "The international pack, or a Spanish one without the tens, or without eights and nines too.",
        choices={
            "international": "International, 52 cards",
            "spanish_40": "Spanish, 40 cards",
            "spanish_48": "Spanish, 48 cards",
        },
    )
    joker: Literal[1, 0] = option(
        1,
        "Joker",
        "Whether the international pack has its wild joker.",
        choices={1: "One joker", 0: "No joker"},
        only_with=("deck", ("international",)),
    )
    wild: Literal["none", "two_of_coins"] = option(
        "none",
        "Wild card (Spanish packs)",
        "The yuca of a Spanish pack: none, or the two of coins.",
        choices={"none": "None", "two_of_coins": "The two of coins"},
        only_with=("deck", ("spanish_40", "spanish_48")),
    )
    equal_hands: Literal["joker_then_suit", "first_called"] = option(
        "joker_then_suit",
        "Equal hands",
        "Which of two equally high hands wins.",
        choices={
            "joker_then_suit": "With the wild card, then the higher suit",
            "first_called": "The one shown first, from the caller on",
        },
    )
    ante: int = ante_option()
    broke: Broke = broke_option()
    deals: int = deals_option("chips")
