"""What tells the editions of Poch apart, as data: each edition's module fills in an ``Edition`` from its rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal

from engine.cards import Pack, Rank
from engine.games.poch.board import Board
from engine.parts.sets import SetOrder
from engine.rules import Rules, option
from engine.stakes import POT

ShortStacks = Literal["all_in", "extra_chips"]
"""What happens if a seat has too few chips to match a bet (poch.md PO-33)."""
MostCardsTie = Literal["share", "each_pays", "nobody"]
"""Who pays if several players have the most cards (le_poque.md LQ-8c)."""
POCH: Final = "poch"
"""The pool that the betting is about."""
CENTRE: Final = "centre"
"""The pool of the player who goes out, on boards that have one."""


@dataclass(frozen=True, eq=False)
class Edition:
    """One edition of Poch, as a table with a given number of seats plays it; made once, and told apart by identity."""

    name: str
    """Its name in records and commands."""
    title: str
    """Its name in sentences."""
    chips: int
    """What each seat starts with at a new table, in chips."""
    clockwise: bool
    pack: Pack
    board: Board
    undressed: frozenset[str] = field(default=frozenset())
    """Pools into which nothing is put before a deal."""
    stake: int = 1
    """What goes into each pool before a deal, and what is paid for a card, in chips."""
    packets: tuple[int, ...] = ()
    """How many cards go to each seat at a time, round after round; none: one at a time until one card is left."""
    honour_to_dealer: bool = False
    """Whether the dealer takes the pool of an honour that is turned up and belongs to nobody."""
    sets: SetOrder = "pay_suit"
    """What decides between equal sets."""
    bets_in: str = POT
    """The account in which the stakes of the betting lie."""
    most_cards_tie: MostCardsTie | None = None
    """Who pays if several seats have the most cards; None: nobody ever pays for having them."""
    max_deals: int = 0
    """After how many deals the game is over; 0: there is no such limit."""
    chip_value: int = 0
    """What a chip is worth in money, which is settled at the end of the game (PO-64a); 0: none is."""

    @cached_property
    def dressed(self) -> tuple[str, ...]:
        """The pools into which everybody puts a stake before a deal (PO-4, LQ-2, HO-2)."""
        return tuple(pool for pool in self.board.pools if pool not in self.undressed)

    @cached_property
    def won_by(self) -> dict[str, tuple[tuple[Rank, ...], str]]:
        """Each pool with the ranks of the pay suit that win it together, and with its other name, if it has one."""
        claims = {claim.pool: (claim.ranks, claim.called) for claim in self.board.claims}
        return {pool: claims.get(pool, ((), "")) for pool in self.board.pools}

    @cached_property
    def entry(self) -> int:
        """What a seat must put down before a deal, in chips (PO-50)."""
        return self.stake * len(self.dressed)


class PochFamilyRules(Rules):
    """The rules of an edition."""

    def edition(self, seats: int) -> Edition:
        """The edition that a table of ``seats`` seats plays by these rules."""
        raise NotImplementedError


def short_stacks_option() -> Any:
    """The option ``short_stacks``, which all editions have (PO-33)."""
    return option(
        "all_in",
        "Too few chips to match",
        "A player with too few chips for a bet stakes all of them, or everybody is given more.",
        choices={"all_in": "All-in with side stakes", "extra_chips": "Extra chips for everybody"},
        told={"all_in": "all-in with side stakes", "extra_chips": "extra chips where somebody has too few"},
    )


def gives_extra_chips(short_stacks: ShortStacks) -> bool:
    """Whether that option gives more chips to everybody if a seat has too few for a bet (poch.md PO-33)."""
    return short_stacks == "extra_chips"


def max_deals_option() -> Any:
    """The option ``max_deals``, which all editions have (PO-50)."""
    return option(
        0,
        "Most deals",
        "Deals after which the game ends at the latest. 0: only when somebody cannot pay for the pools.",
        least=0,
        told={1: "1 deal at most", None: "{value} deals at most", 0: "until somebody can’t pay for the pools"},
    )
