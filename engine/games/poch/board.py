"""The board with pools, as everybody at the table knows it: what wins each pool, and how people bet and play.

Numbers are those of the rules in ``games/poch.md``, ``le_poque.md`` (LQ) and ``poch_1873.md`` (HO).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from engine.cards import Rank


@dataclass(frozen=True)
class Claim:
    """A pool that cards win: the hand that has all these ranks of the pay suit takes it."""

    pool: str
    """Its name in records."""
    ranks: tuple[Rank, ...]
    called: str = ""
    """Its name on the board, if that differs."""


@dataclass(frozen=True)
class Board:
    """The agreements of a table about the pools, the betting and the play at the board."""

    claims: tuple[Claim, ...]
    """The pools that cards win, in the board's order."""
    more_pools: tuple[str, ...]
    """The other pools, which come after them."""
    pools_first: bool = True
    """Whether the pools that cards win are collected before the betting (PO-15), and not after it (LQ-7)."""
    turned_to_next: bool = False
    """Whether the turned card belongs to the seat that would get the next card (PO-61)."""
    pair_needed: bool = False
    """Whether only players with a pair or better may bet (PO-24), and have to show it (PO-29)."""
    extra_chips: bool = False
    """Whether everybody is given more chips if a seat has too few for a bet; else that seat goes all in (PO-33)."""
    stop: int = 0
    """What each other seat pays to the player who ends a sequence, in chips (HO-8, HO-9)."""
    shared_at_end: bool = False
    """Whether what is left in the pools is shared at the end of the game (PO-64)."""

    @cached_property
    def pools(self) -> tuple[str, ...]:
        """The names of all pools, in the board's order."""
        return (*(claim.pool for claim in self.claims), *self.more_pools)

    def won_by(self, pool: str) -> tuple[Rank, ...]:
        """The ranks of the pay suit that win the pool together; none for a pool that is won otherwise."""
        return next((claim.ranks for claim in self.claims if claim.pool == pool), ())

    def called(self, pool: str) -> str:
        """The pool's name on this board."""
        return next((claim.called for claim in self.claims if claim.pool == pool and claim.called), pool)


HONOURS: Final = (
    Claim("ace", (Rank.ACE,)),
    Claim("king", (Rank.KING,)),
    Claim("queen", (Rank.QUEEN,)),
    Claim("jack", (Rank.JACK,)),
)
"""The pools that every kind of board has, with the cards that win them; below, the pools of some boards."""
TEN: Final = Claim("ten", (Rank.TEN,))
TEN_AND_NINE: Final = Claim("ten", (Rank.TEN, Rank.NINE), "ten_and_nine")
MARRIAGE: Final = Claim("marriage", (Rank.KING, Rank.QUEEN))
SEQUENCE: Final = Claim("sequence", (Rank.SEVEN, Rank.EIGHT, Rank.NINE))
