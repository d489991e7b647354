"""What a table of Knock Rummy can agree on, and the game that follows from that: the options of knock_rummy.md."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import ClassVar, Final, Literal

from engine.actions import Discard, Draw, Knock, Shuffle
from engine.cards import standard_pack
from engine.games.drawing.drawing import Drawing, DrawingRules
from engine.games.knock_rummy.hands import HAND_SIZES, judged, knock_discards
from engine.games.knock_rummy.refusals import refusal
from engine.games.knock_rummy.settlement import showdown
from engine.parts.ante import deals_option
from engine.rules import Preset, option

SEATS: Final = range(min(HAND_SIZES), max(HAND_SIZES) + 1)


class KnockRummyRules(DrawingRules):
    """What a table can agree on (knock_rummy.md)."""

    often: ClassVar[tuple[str, ...]] = ("deals", "chips_per_point", "knock_limit")
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset("points", "For points", "The usual rules: a deal for each player, counted in points.", {}),
        Preset(
            "knock-with-ten",
            "Knock with ten",
            "Nobody may knock with more than ten points of deadwood.",
            {"knock_limit": 10},
        ),
        Preset("for-chips", "For chips", "The losers of a deal pay a chip for every point.", {"chips_per_point": 1}),
        Preset(
            "own-rum",
            "Rum for the knocker",
            "Only a knocker collects the bonus for having no deadwood.",
            {"rum_bonus": "knocker_only"},
        ),
    )

    deals: int = deals_option("points", "as many as there are players", "a deal for each player")
    rum_bonus: Literal["any_winner", "knocker_only"] = option(
        "any_winner",
        "Rum bonus",
        "Who collects the bonus for rum, no unmatched cards: any winner, or only a knocker.",
        choices={"any_winner": "Any winner with rum", "knocker_only": "Only a knocker with rum"},
        told={"knocker_only": "only the knocker’s rum counts"},
    )
    rum_points: int = option(
        25,
        "Points for rum",
        "Points that each payer loses to a winner with rum.",
        least=0,
        told={0: "rum earns nothing", None: "rum earns {value}"},
    )
    undercut_penalty: int = option(
        10,
        "Penalty for a beaten knocker",
        "Points that a knocker loses on top if somebody else has less deadwood.",
        least=0,
        told={0: "a beaten knocker pays nothing extra", None: "a beaten knocker pays {value} extra"},
    )
    return_taken_card: bool = option(
        False,
        "Return the taken card",
        "A card from the discard pile may be discarded again in the same turn.",
        told={True: "a card taken may go straight back"},
    )
    chips_per_point: int = option(
        0,
        "Chips per point",
        "Chips that the losers of a deal pay for every point. 0: points only.",
        least=0,
        told={0: "for points alone", 1: "a chip a point", None: "{value} chips a point"},
    )
    knock_limit: int = option(
        0,
        "Most deadwood to knock with",
        "Points of deadwood that a knocker may keep at most. 0: no limit.",
        least=0,
        told={0: "knock with any deadwood", None: "knock with {value} or less"},
    )

    def agreed_deals(self, seats: int) -> int:
        """How many deals make a game, by the number of players (KR-41)."""
        return self.deals or seats

    def drawing(self, seats: int) -> Drawing:
        """Knock Rummy by these rules, with the hands that this number of players gets."""
        return _drawing(self, seats)


@lru_cache(maxsize=256)
def _drawing(rules: KnockRummyRules, seats: int) -> Drawing:
    return Drawing(
        name="knock-rummy",
        title="Knock Rummy",
        seats=SEATS,
        pack=standard_pack(),
        hand=HAND_SIZES.get(seats, 0),
        most_paid=None if rules.chips_per_point else 0,  # KR-42: a score has no limit
        taken_may_go=rules.return_taken_card,  # KR-14
        knock_discards=partial(knock_discards, rules.knock_limit) if rules.knock_limit else None,  # KR-12a
        last_turns="none",  # KR-13
        empty_stock="turned_over",  # KR-16
        judged=judged,
        showdown=partial(showdown, rules),
        refusal=partial(refusal, rules),
        unit="points",
        deals=rules.agreed_deals(seats),
        actions=(Draw, Discard, Knock, Shuffle),
    )
