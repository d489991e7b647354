"""What a table of Knock Poker can agree on, and the game that follows from that: the options of knock_poker.md."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import ClassVar, Final, Literal

from engine.actions import Discard, Draw, Fold, Knock, Stay
from engine.cards import standard_pack
from engine.games.drawing.drawing import Drawing, DrawingRules
from engine.games.knock_poker.hands import HAND_SIZE, judged, knock_discards, may_knock_with
from engine.games.knock_poker.refusals import refusal
from engine.games.knock_poker.settlement import showdown
from engine.parts.ante import Broke, ante_option, broke_option, deals_option
from engine.rules import Preset, option

_BONUSES: Final = ("bonuses", (True,))
_STANDARD: Final = ("settlement", ("standard",))


Minimum = Literal["none", "pair_of_jacks", "pair_of_aces", "two_pairs", "three_of_a_kind", "straight"]
"""The poorest hand to knock with."""


class KnockPokerRules(DrawingRules):
    """What a table can agree on (knock_poker.md, "Options")."""

    often: ClassVar[tuple[str, ...]] = ("ante", "knock_minimum", "bonuses", "settlement", "fold_payment", "deals")
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset("straight", "Straight", "The usual rules: pay one chip to fold, two to stay and lose.", {}),
        Preset(
            "bonuses",
            "With bonuses",
            "Everybody pays the winner extra for a pat knock and for rare hands.",
            {"bonuses": True},
        ),
        Preset(
            "jacks",
            "Jacks or better",
            "Nobody may knock with less than a pair of jacks.",
            {"knock_minimum": "pair_of_jacks"},
        ),
        Preset(
            "chip-a-card", "A chip a card", "Every card drawn costs a chip to the pot.", {"extra_chip_per_draw": True}
        ),
        Preset(
            "pot-only",
            "Only the pot",
            "A knock ends the deal at once, and the best hand takes the pot, no more.",
            {"settlement": "simple"},
        ),
    )

    settlement: Literal["standard", "simple"] = option(
        "standard",
        "Settlement",
        "After a knock: one more turn each and payments, or an immediate showdown for the pot alone.",
        choices={"standard": "Last turns, then payments", "simple": "Showdown at once, pot only"},
        told={"standard": "everybody has a turn after a knock", "simple": "a knock ends the deal, for the pot alone"},
    )
    extra_chip_per_draw: bool = option(
        False,
        "Chip per draw",
        "Every card drawn costs its player one chip to the pot.",
        told={True: "a card drawn costs a chip"},
    )
    knock_minimum: Minimum = option(
        "none",
        "Minimum to knock",
        "The lowest hand that a player may knock with.",
        choices={
            "none": "None",
            "pair_of_jacks": "Pair of jacks",
            "pair_of_aces": "Pair of aces",
            "two_pairs": "Two pairs",
            "three_of_a_kind": "Three of a kind",
            "straight": "Straight",
        },
        told={
            "none": "anything is enough to knock",
            "pair_of_jacks": "a knock takes a pair of jacks",
            "pair_of_aces": "a knock takes a pair of aces",
            "two_pairs": "a knock takes two pairs",
            "three_of_a_kind": "a knock takes three of a kind",
            "straight": "a knock takes a straight",
        },
    )
    bonuses: bool = option(
        False,
        "Bonuses",
        "Everybody pays the winner extra for a pat knock and for rare hands.",
        told={True: "bonuses for a pat knock and for rare hands"},
    )
    bonus_pat_knock: int = option(
        2,
        "Pat knock bonus",
        "Chips from each player for winning with a pat knock.",
        least=0,
        told={2: "", 0: "a pat knock earns nothing extra", None: "a pat knock earns {value} extra"},
        only_with=_BONUSES,
    )
    bonus_royal_flush: int = option(
        4,
        "Royal flush bonus",
        "Chips from each player for winning with a royal flush.",
        least=0,
        told={4: "", 0: "a royal flush earns nothing extra", None: "a royal flush earns {value} extra"},
        only_with=_BONUSES,
    )
    bonus_straight_flush: int = option(
        2,
        "Straight flush bonus",
        "Chips from each player for winning with any other straight flush.",
        least=0,
        told={2: "", 0: "a straight flush earns nothing extra", None: "a straight flush earns {value} extra"},
        only_with=_BONUSES,
    )
    bonus_four_of_a_kind: int = option(
        1,
        "Four of a kind bonus",
        "Chips from each player for winning with four of a kind.",
        least=0,
        told={1: "", 0: "four of a kind earn nothing extra", None: "four of a kind earn {value} extra"},
        only_with=_BONUSES,
    )
    stockout_after_knock: Literal["three_choices", "all_stay"] = option(
        "three_choices",
        "Stock gone after a knock",
        "Those still to play stay, take the upcard or fold; or all just stay in.",
        choices={"three_choices": "Stay, take the upcard, or fold", "all_stay": "Everybody stays in"},
        told={"all_stay": "when the stock runs out after a knock, everybody stays in"},
        only_with=_STANDARD,
    )
    odd_chips: Literal["first_in_turn_order", "stay_in_pot"] = option(
        "first_in_turn_order",
        "Odd chips",
        "Where chips go that cannot be shared out evenly.",
        choices={
            "first_in_turn_order": "To the first winners in turn order",
            "stay_in_pot": "Stay in the pot for the next deal",
        },
        told={"stay_in_pot": "odd chips stay in the pot for the next deal"},
    )
    broke: Broke = broke_option()
    ante: int = ante_option()
    fold_payment: int = option(
        1,
        "Fold payment",
        "Chips that a player who folds pays to the knocker.",
        least=0,
        only_with=_STANDARD,
        told={0: "a fold pays nothing", None: "a fold pays {value}"},
    )
    stay_payment: int = option(
        2,
        "Stay payment",
        "Chips that a beaten player pays the knocker, or a beaten knocker everybody who stayed in.",
        least=0,
        only_with=_STANDARD,
        told={0: "losers pay nothing", None: "losers pay {value}"},
    )
    deals: int = deals_option("chips")

    def drawing(self, seats: int) -> Drawing:
        """Knock Poker by these rules."""
        return _drawing(self, seats)


def most_paid(rules: KnockPokerRules, seats: int) -> int:
    """The most that a deal can cost a seat besides ante and draws, in chips.

    A beaten knocker pays everybody who stayed in, and the bonus for the winner's hand (KP-32, KP-60). Anybody else pays
    for folding or staying once, and both bonuses if the knocker wins with a pat hand.
    """
    hand = max(rules.bonus_royal_flush, rules.bonus_straight_flush, rules.bonus_four_of_a_kind) if rules.bonuses else 0
    pat = rules.bonus_pat_knock if rules.bonuses else 0
    if rules.settlement == "simple":
        return hand + pat
    return hand + max(rules.stay_payment * (seats - 1), pat + max(rules.stay_payment, rules.fold_payment))


@lru_cache(maxsize=256)
def _drawing(rules: KnockPokerRules, seats: int) -> Drawing:
    simple, minimum = rules.settlement == "simple", rules.knock_minimum
    return Drawing(
        name="knock-poker",
        title="Knock Poker",
        seats=range(2, 11),  # KP-2: ten hands and an upcard leave one card of stock
        pack=standard_pack(),
        hand=HAND_SIZE,
        ante=rules.ante,
        broke=rules.broke,
        draw_price=int(rules.extra_chip_per_draw),  # KP-52
        most_paid=most_paid(rules, seats),
        pat=partial(may_knock_with, minimum),  # KP-15, KP-16
        knock_discards=None if minimum == "none" else partial(knock_discards, minimum),  # KP-55
        last_turns="none" if simple else "everybody_else",  # KP-50, KP-17
        fold_payment=rules.fold_payment,  # KP-20, KP-23
        empty_stock="ends" if rules.stockout_after_knock == "all_stay" else "choices",  # KP-40, KP-42, KP-51
        judged=judged,
        showdown=partial(showdown, rules),
        refusal=partial(refusal, rules),
        deals=rules.deals,
        actions=(Draw, Discard, Knock, Fold, Stay),
    )
