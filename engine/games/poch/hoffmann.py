"""Poch after Hoffmann, 1873: seven pools dressed, five cards, kickers, stops that pay. Rules: ../poch_1873.md."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Final, Literal

from engine.cards import Rank, short_pack, standard_pack
from engine.games.poch.board import HONOURS, MARRIAGE, SEQUENCE, TEN, Board
from engine.games.poch.edition import (
    POCH,
    Edition,
    PochFamilyRules,
    ShortStacks,
    gives_extra_chips,
    max_deals_option,
    short_stacks_option,
)
from engine.games.poch.family import family_game
from engine.games.poch.lessons.hoffmann import LESSON
from engine.rules import MOST, Preset, option

_MOST_WITH_SHORT_PACK: Final = 4
"""The most players who use the short pack; more use the full pack, unless the rules name a pack (HO-3a)."""
_SHORT_PACK: Final = short_pack(Rank.SEVEN)
_FULL_PACK: Final = standard_pack()


class Poch1873Rules(PochFamilyRules):
    """What a table can agree on (poch_1873.md HO-2, HO-3, HO-6, HO-14)."""

    often: ClassVar[tuple[str, ...]] = ("pack", "stake", "short_stacks", "max_deals")
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset(
            "usual",
            "As in 1873",
            "The usual rules: 32 cards for three or four players, 52 for more, one chip a pool.",
            {},
        ),
        Preset("long-pack", "The whole pack", "52 cards, also for three or four players.", {"pack": "52"}),
        Preset("double", "Double stakes", "Two chips in each pool, and two for every card and stop.", {"stake": 2}),
    )

    pack: Literal["by_seats", "32", "52"] = option(
        "by_seats",
        "Pack",
        "The pack that is played with.",
        choices={"by_seats": "32 cards for 3 or 4 players, 52 for more", "32": "32 cards", "52": "52 cards"},
        told={"by_seats": "32 cards, or 52 for five and six", "32": "32 cards", "52": "52 cards"},
    )
    stake: int = option(
        1,
        "Stake",
        "Chips that each player puts into each pool, and that a card or a stop costs.",
        least=1,
        told={1: "a chip into each pool", None: "{value} chips into each pool"},
        most=MOST // 10,  # a stack holds a stake for each of seven pools
    )
    short_stacks: ShortStacks = short_stacks_option()
    max_deals: int = max_deals_option()

    def edition(self, seats: int) -> Edition:
        """Poch after Hoffmann by these rules; the option or the number of players decides the pack (HO-3, HO-3a)."""
        short = seats <= _MOST_WITH_SHORT_PACK if self.pack == "by_seats" else self.pack == "32"
        return _edition(self, short)


@lru_cache(maxsize=256)
def _edition(rules: Poch1873Rules, short_pack: bool) -> Edition:
    return Edition(
        name="poch-1873",
        title="Poch of 1873",
        chips=40,
        clockwise=True,
        pack=_SHORT_PACK if short_pack else _FULL_PACK,
        board=Board(
            claims=(*HONOURS, TEN, MARRIAGE, SEQUENCE),
            more_pools=(POCH,),
            extra_chips=gives_extra_chips(rules.short_stacks),
            stop=rules.stake,
        ),
        undressed=frozenset({POCH}),
        stake=rules.stake,
        packets=(1, 1, 1, 1, 1),
        sets="kickers",
        bets_in=POCH,
        max_deals=rules.max_deals,
    )


GAME: Final = family_game(Poch1873Rules, LESSON)
