"""What a table of Dompe can agree on, and the game that follows from that: the options of dompe.md."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import ClassVar, Final, Literal

from engine.actions import Discard, Draw, Knock, Show, Shuffle
from engine.games.dompe.hands import FIVE, call_discards, judged, outright, pack
from engine.games.dompe.refusals import refusal
from engine.games.dompe.showdown import showdown
from engine.games.drawing.drawing import Drawing, DrawingRules
from engine.parts.ante import Broke, ante_option, broke_option, deals_option
from engine.rules import Preset, option

SEATS: Final = range(2, 6)
"""DM-2."""


class DompeRules(DrawingRules):
    """What a table can agree on (dompe.md, "Options")."""

    often: ClassVar[tuple[str, ...]] = ("deck", "joker", "wild", "ante", "deals")
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset("joker", "With a joker", "The usual rules: the international pack with one wild joker.", {}),
        Preset(
            "sonora",
            "Sonora, with yuca",
            "The Spanish pack of forty cards with the two of coins wild.",
            {"deck": "spanish_40", "wild": "two_of_coins"},
        ),
        Preset("spanish", "Spanish", "The Spanish pack of forty cards without a wild card.", {"deck": "spanish_40"}),
        Preset(
            "spanish-48",
            "Spanish, 48 cards",
            "The Spanish pack with its eights and nines, without a wild card.",
            {"deck": "spanish_48"},
        ),
        Preset("plain", "Without a joker", "The international pack without a wild card.", {"joker": 0}),
    )

    deck: Literal["international", "spanish_40", "spanish_48"] = option(
        "international",
        "Pack",
        "The international pack, or a Spanish one without the tens, or without eights and nines too.",
        choices={
            "international": "International, 52 cards",
            "spanish_40": "Spanish, 40 cards",
            "spanish_48": "Spanish, 48 cards",
        },
        told={
            "international": "the international pack",
            "spanish_40": "a Spanish pack of 40",
            "spanish_48": "a Spanish pack of 48",
        },
    )
    joker: Literal[1, 0] = option(
        1,
        "Joker",
        "Whether the international pack has its wild joker.",
        choices={1: "One joker", 0: "No joker"},
        told={1: "one joker", 0: "no joker"},
        only_with=("deck", ("international",)),
    )
    wild: Literal["none", "two_of_coins"] = option(
        "none",
        "Wild card (Spanish packs)",
        "The wild card (yuca) of a Spanish pack: none, or the two of coins.",
        choices={"none": "None", "two_of_coins": "The two of coins"},
        told={"none": "no wild card", "two_of_coins": "the two of coins is wild"},
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
        told={"first_called": "of equal hands the first shown wins, from the caller on"},
    )
    ante: int = ante_option()
    broke: Broke = broke_option()
    deals: int = deals_option("chips")

    def drawing(self, seats: int) -> Drawing:
        """Dompe by these rules, the same for every number of seats."""
        return _drawing(self)


@lru_cache(maxsize=256)
def _drawing(rules: DompeRules) -> Drawing:
    return Drawing(
        name="dompe",
        title="Dompe",
        seats=SEATS,
        pack=pack(rules),
        hand=FIVE,
        clockwise=False,  # DM-3
        dealt_first=True,  # DM-10
        ante=rules.ante,
        broke=rules.broke,
        knock_discards=partial(call_discards, rules),  # DM-34
        called=True,
        outright=partial(outright, rules),  # DM-15 to DM-19
        last_turns="to_the_dealer",  # DM-13
        empty_stock="shuffle",  # DM-17b
        judged=partial(judged, rules),
        showdown=partial(showdown, rules),
        refusal=refusal,
        deals=rules.deals,
        actions=(Draw, Discard, Knock, Show, Shuffle),
    )
