"""Le Poque of 1789: six pools, five cards, anticlockwise, and the betting before the pools. Rules: ../le_poque.md."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Final, Literal

from engine.cards import Rank, short_pack
from engine.games.poch.board import HONOURS, TEN, TEN_AND_NINE, Board
from engine.games.poch.edition import (
    POCH,
    Edition,
    MostCardsTie,
    PochFamilyRules,
    ShortStacks,
    gives_extra_chips,
    max_deals_option,
    short_stacks_option,
)
from engine.games.poch.family import family_game
from engine.games.poch.lessons.le_poque import LESSON
from engine.rules import Preset, option

_MOST_WITH_SHORT_PACK: Final = 4
"""The most players who use the pack without sixes; more use the pack with sixes (LQ-1)."""
_SHORT_PACK: Final = short_pack(Rank.SEVEN)
_LONG_PACK: Final = short_pack(Rank.SIX)


class LePoqueRules(PochFamilyRules):
    """What a table can agree on (le_poque.md LQ-3, LQ-7c, LQ-8c, LQ-10)."""

    often: ClassVar[tuple[str, ...]] = ("ten_pool", "short_stacks", "max_deals")
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset("usual", "As in 1789", "The usual rules: the ten of the pay suit takes the fifth pool.", {}),
        Preset(
            "ten-and-nine",
            "Ten and nine",
            "Only ten and nine in one hand take the fifth pool.",
            {"ten_pool": "ten_and_nine"},
        ),
    )

    ten_pool: Literal["ten", "ten_and_nine"] = option(
        "ten",
        "Fifth pool",
        "What takes the fifth pool: the ten of the pay suit, or its ten and nine in one hand.",
        choices={"ten": "The ten", "ten_and_nine": "The ten and the nine"},
        told={"ten": "the ten wins the fifth pool", "ten_and_nine": "ten and nine in one hand win the fifth pool"},
    )
    most_cards_tie: MostCardsTie = option(
        "share",
        "Tie for most cards",
        "Who pays the others if several players have the most cards left.",
        choices={
            "share": "They share the payment",
            "each_pays": "Each pays in full",
            "nobody": "Nobody pays",
        },
        told={
            "share": "a tie for the most cards shares the payment",
            "each_pays": "each pays in full at a tie for the most cards",
            "nobody": "nobody pays at a tie for the most cards",
        },
    )
    short_stacks: ShortStacks = short_stacks_option()
    max_deals: int = max_deals_option()

    def edition(self, seats: int) -> Edition:
        """Le Poque by these rules; more than four players take the longer pack (LQ-1)."""
        return _edition(self, seats > _MOST_WITH_SHORT_PACK)


@lru_cache(maxsize=256)
def _edition(rules: LePoqueRules, long_pack: bool) -> Edition:
    return Edition(
        name="le-poque",
        title="Le Poque",
        chips=40,
        clockwise=False,
        pack=_LONG_PACK if long_pack else _SHORT_PACK,
        board=Board(
            claims=(*HONOURS, TEN if rules.ten_pool == "ten" else TEN_AND_NINE),
            more_pools=(POCH,),
            pools_first=False,
            extra_chips=gives_extra_chips(rules.short_stacks),
        ),
        packets=(2, 3),
        honour_to_dealer=True,
        most_cards_tie=rules.most_cards_tie,
        max_deals=rules.max_deals,
    )


GAME: Final = family_game(LePoqueRules, LESSON)
