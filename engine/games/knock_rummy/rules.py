"""What a table of Knock Rummy can agree on: the options of knock_rummy.md."""

from __future__ import annotations

from typing import Literal

from engine.parts.ante import deals_option
from engine.rules import Rules, option


class KnockRummyRules(Rules):
    """What a table can agree on (knock_rummy.md, "Options")."""

    deals: int = deals_option("points", "as many as there are players")
    rum_bonus: Literal["any_winner", "knocker_only"] = option(
        "any_winner",
        "Rum bonus",
        "Who collects the bonus for rum, no unmatched cards: any winner, or only a knocker.",
        choices={"any_winner": "Any winner with rum", "knocker_only": "Only a knocker with rum"},
    )
    rum_points: int = option(25, "Points for rum", "Points that each payer loses to a winner with rum.", least=0)
    undercut_penalty: int = option(
        10,
        "Penalty for a beaten knocker",
        "Points that a knocker loses on top where somebody else has less deadwood.",
        least=0,
    )
    return_taken_card: bool = option(
        False, "Return the taken card", "A card from the discard pile may be discarded again in the same turn."
    )
    chips_per_point: int = option(
        0,
        "Chips per point",
        "Chips that the losers of a deal pay for every point. 0: points only.",
        least=0,
    )
    knock_limit: int = option(
        0,
        "Most deadwood to knock with",
        "Points of deadwood that a knocker may keep at most. 0: no limit.",
        least=0,
    )

    def agreed_deals(self, seats: int) -> int:
        """How many deals make a game for so many players (KR-41)."""
        return self.deals or seats
