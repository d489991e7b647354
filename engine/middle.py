"""What lies in the middle of the table, as everybody sees it: piles, a trick, pools, or nothing but a pot."""

from __future__ import annotations

from typing import TypeAlias

from engine.actions import Source
from engine.cards import Card, Rank, Suit
from engine.frozen import frozen
from engine.parts.tricks import missing_suits


@frozen
class Played:
    """A card on the table, and the seat that played it."""

    seat: int
    card: Card


@frozen
class Bare:
    """Nothing but perhaps a pot."""

    @property
    def by_suit(self) -> bool:
        """Hands lie by rank."""
        return False


@frozen
class Piles:
    """A face-down stock and a discard pile."""

    stock: int
    """How many cards the stock has."""
    discards: int
    """How many cards the discard pile has."""
    upcard: Card | None
    """The discard pile's top card."""
    drawn_from: Source | None = None
    """Where the seat to act drew from this turn; None before its draw, and if it discards without a draw."""

    @property
    def by_suit(self) -> bool:
        """Hands lie by rank."""
        return False


@frozen
class Trick:
    """The trick in play; until the next lead, the trick just taken."""

    played: tuple[Played, ...] = ()
    """In the order of play."""
    winner: int | None = None
    """Which of these cards took the trick, counted from 0; None while the trick is in play."""
    passed: tuple[int, ...] = ()
    """The seats that could not play to it, in the order in which they passed."""
    marked: int | None = None
    """The seat before which the quartet with the joker lies."""
    factors: tuple[tuple[int, int], ...] = ()
    """The seats that went out while the others played on, in that order, each with how often its quartets count."""

    @property
    def by_suit(self) -> bool:
        """Cards are played by their suits, and hands lie suit by suit."""
        return True

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, in the order of play."""
        return tuple(played.card for played in self.played)

    @property
    def open(self) -> tuple[Suit, ...]:
        """The suits still to be played, in canonical order."""
        return missing_suits(self.cards)

    @property
    def taker(self) -> int | None:
        """The seat that took it; None while the trick is in play."""
        return None if self.winner is None else self.played[self.winner].seat


@frozen
class Pool:
    """A pool on the board."""

    name: str
    """Its name in records."""
    chips: int
    ranks: tuple[Rank, ...] = ()
    """The hand that holds all these ranks of the pay suit wins it; none for a pool that is won otherwise."""
    called: str = ""
    """Its name on this board, if that differs."""
    bet_for: bool = False
    """Whether it is what the betting is about."""
    taken_by: int | None = None
    """The seat that won it in this deal, the first if several did; None until somebody has."""

    @property
    def title(self) -> str:
        """Its name on this board."""
        return self.called or self.name


@frozen
class Pools:
    """A board with pools, the card that was turned up, and the cards that are played out in sequence."""

    pools: tuple[Pool, ...]
    """In the board's order."""
    turned: Card
    """The card turned up after the deal, whose suit pays."""
    turned_to: int | None
    """The seat that this card belongs to; None: nobody."""
    betting: bool
    """Whether sets of equal cards are bet on now."""
    bet: int = 0
    """The stake that has to be matched in this betting, in chips; 0 before the first bet."""
    folded: tuple[int, ...] = ()
    """The seats that gave up in this betting after somebody had bet, in order of play."""
    run: tuple[Played, ...] = ()
    """The sequence that was played out last, in the order of play."""
    stopped: bool = False
    """Whether it ended because nobody had the next card."""
    gone: tuple[Card, ...] = ()
    """All cards that were played out in this deal, in the order of play."""
    pools_first: bool = True
    """Whether the pools that cards win are collected before the betting (``poch.md`` PO-15), and not after it."""
    pair_needed: bool = False
    """Whether a seat needs a pair or better to bet (PO-24), and has to show it (PO-29)."""
    stakes_in_pool: bool = False
    """Whether the stakes of the betting lie in the pool that is bet for (``poch_1873.md`` HO-2), and not beside it."""
    extra_chips: bool = False
    """Whether the house gives everybody more chips if a seat has too few for a bet; else it goes all in (PO-33)."""
    stop: int = 0
    """What every other seat pays to the one that ends a sequence, in chips (``poch_1873.md`` HO-8)."""

    @property
    def by_suit(self) -> bool:
        """Cards are played by their suits, and hands lie suit by suit, from the deal on: play begins with the hand
        that was bet on."""
        return True

    def pool(self, name: str) -> Pool | None:
        """The pool of that name; None if the board has no such pool."""
        return next((pool for pool in self.pools if pool.name == name), None)


Middle: TypeAlias = Bare | Piles | Trick | Pools
"""Any middle. ``by_suit`` says whether hands lie suit by suit, and not by rank."""
