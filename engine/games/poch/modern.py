"""Poch as it is played today: nine pools, all cards dealt but one, a pair needed to bet. Rules: ../poch.md."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Final

from engine.cards import Rank, short_pack
from engine.games.poch.board import HONOURS, MARRIAGE, SEQUENCE, TEN, Board
from engine.games.poch.edition import (
    CENTRE,
    POCH,
    Edition,
    PochFamilyRules,
    ShortStacks,
    gives_extra_chips,
    max_deals_option,
    short_stacks_option,
)
from engine.games.poch.family import family_game
from engine.games.poch.lessons.modern import LESSON
from engine.rules import Preset, option

_PACK: Final = short_pack(Rank.SEVEN)


class PochRules(PochFamilyRules):
    """What a table can agree on (poch.md, "Options")."""

    often: ClassVar[tuple[str, ...]] = ("money", "pochen_without_pair", "short_stacks", "max_deals")
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset(
            "usual",
            "As today",
            "The usual rules: a pair is needed to bet, and what nobody takes stays on the board.",
            {},
        ),
        Preset("money", "For money", "What is left on the board at the end is shared out among all.", {"money": True}),
        Preset(
            "dealers-card",
            "The dealer’s card",
            "The dealer takes the pool of an honour that is turned up.",
            {"turned_honour_to_dealer": True},
        ),
        Preset("bold", "Bets without a pair", "Everybody may bet, also without a pair.", {"pochen_without_pair": True}),
    )

    turned_honour_to_dealer: bool = option(
        False,
        "Turned honour to the dealer",
        "The dealer takes the pool of an ace, king, queen, jack or ten turned up.",
        told={True: "the dealer takes the pool of an honour turned up"},
    )
    turned_card_belongs_to_next: bool = option(
        False,
        "Turned card belongs to the next",
        "The card turned up goes to the player who would get the next card.",
        told={True: "the card turned up is dealt, too"},
    )
    pochen_without_pair: bool = option(
        False,
        "Betting without a pair",
        "Everybody may bet; the highest card wins if nobody has a pair.",
        told={True: "bets without a pair", False: "a pair is needed to bet"},
    )
    money: bool = option(
        False,
        "Played for money",
        "At the end the chips left on the board are shared out among all players.",
        told={True: "played for money"},
    )
    chip_value: int = option(
        0,
        "Value of a chip",
        "What a chip is worth. At the end everybody is told what to receive or pay. 0: nothing is told.",
        least=0,
        told={0: "", None: "a chip is worth {value}"},
        only_with=("money", (True,)),
    )
    short_stacks: ShortStacks = short_stacks_option()
    max_deals: int = max_deals_option()

    def edition(self, seats: int) -> Edition:
        """Poch by these rules, the same for every number of seats."""
        return _edition(self)


@lru_cache(maxsize=256)
def _edition(rules: PochRules) -> Edition:
    return Edition(
        name="poch",
        title="Poch",
        chips=60,
        clockwise=True,
        pack=_PACK,
        board=Board(
            claims=(*HONOURS, TEN, MARRIAGE, SEQUENCE),
            more_pools=(POCH, CENTRE),
            turned_to_next=rules.turned_card_belongs_to_next,
            pair_needed=not rules.pochen_without_pair,
            extra_chips=gives_extra_chips(rules.short_stacks),
            shared_at_end=rules.money,
        ),
        honour_to_dealer=rules.turned_honour_to_dealer,
        sets="clubs" if rules.pochen_without_pair else "pay_suit",
        max_deals=rules.max_deals,
        chip_value=rules.chip_value if rules.money else 0,
    )


GAME: Final = family_game(PochRules, LESSON)
