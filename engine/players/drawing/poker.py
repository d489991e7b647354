"""Hands of five and six cards as sums of numbers: what they are worth, and which card of six is best thrown away.

Each card has a weight with a counter for its rank, for each suit and for wild cards, so the sum over a hand tells all
about it but which rank has which suit. What five cards are worth is asked of the game once for each sum without the
suits, and remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, get_args

from engine.cards import ALL_CARDS, RANKS, SUITS, Card, card
from engine.game import GAMES
from engine.parts.hands import HandName, HandType
from engine.parts.ranking import TYPE_SHIFT
from engine.players.drawing.world import World, taken

_TYPES: Final[tuple[HandType, ...]] = tuple(reversed(get_args(HandType)))
RANK_BITS: Final = 3
"""How many bits a rank's counter has."""
_COUNTER: Final = (1 << RANK_BITS) - 1
WILD_SHIFT: Final = 13 * RANK_BITS
SUIT_SHIFT: Final = WILD_SHIFT + 2
SUIT_BITS: Final = 4
RANKS_BITS: Final = (1 << SUIT_SHIFT) - 1
"""The bits of a sum that tell its ranks and wild cards."""
EACH_SUIT: Final = sum(1 << (SUIT_SHIFT + SUIT_BITS * place) for place in range(len(SUITS)))
_TO_FIVE: Final = 3 * EACH_SUIT
_TO_SIX: Final = 2 * EACH_SUIT
FULL: Final = 8 * EACH_SUIT
"""A counter of five with ``_TO_FIVE`` added, or of six with ``_TO_SIX``, has this bit."""
_NATURAL_ORDER: Final = ("S", "H", "C", "D")
"""The suits of made-up hands: diamonds last, as the two of coins may be wild."""


def weight(there: Card, wild: bool) -> int:
    """What a card adds to the sum of its hand."""
    if wild:
        return (1 << WILD_SHIFT) + EACH_SUIT
    return (1 << RANK_BITS * (there.rank - 2)) + (1 << (SUIT_SHIFT + SUIT_BITS * SUITS.index(there.suit)))


class Hands:
    """What hands are worth by the rules of a game; higher is better, and ``value >> 16`` is the type and first rank."""

    def __init__(self, game: str, rules: Any, seats: int, wild: Sequence[Card], *, natural_first: bool) -> None:
        drawing = rules.drawing(seats)
        self._judged, self._wins_outright, self._natural_first = drawing.judged, drawing.outright, natural_first
        self._wild = tuple(wild)
        self._naturals = {
            rank: [there for suit in _NATURAL_ORDER if (there := card(rank.notation + suit)) not in self._wild]
            for rank in RANKS
        }
        self.pack = tuple(there.index for there in GAMES[game].pack(rules, seats).cards)
        size = max(self.pack) + 1
        weights = [0] * size
        for there in GAMES[game].pack(rules, seats).cards:
            weights[there.index] = weight(there, there in self._wild)
        self.weights = tuple(weights)
        """By card."""
        self._mixed: dict[int, int] = {}
        self._of_one_suit: dict[int, int] = {}
        self._best: dict[int, tuple[int, int]] = {}
        self._outright: dict[int, bool] = {}
        self._before: dict[int, int] = {}
        self.least_type = 2 if natural_first else 1
        """The type of a pair, in the bits of a value above ``TYPE_SHIFT``."""

    def windows(self) -> tuple[int, ...]:
        """The ranks of each straight that the pack can make, a bit each (the two's is the lowest)."""
        places = sorted({there.rank - 2 for there in (ALL_CARDS[card] for card in self.pack if card < len(ALL_CARDS))})
        around = [places[-1], *places]
        return tuple(sum(1 << place for place in around[low : low + 5]) for low in range(len(around) - 4))

    def value(self, total: int) -> int:
        """What five cards are worth, by their sum."""
        table = self._of_one_suit if (total + _TO_FIVE) & FULL else self._mixed
        key = total & RANKS_BITS
        found = table.get(key)
        if found is None:
            found = table[key] = self._ask(key, one_suit=table is self._of_one_suit)
        return found

    def before(self, total: int) -> int:
        """The least that five cards may have been worth before the last of them came for another."""
        key = total & RANKS_BITS
        found = self._before.get(key)
        if found is None:
            others = [1 << RANK_BITS * (rank - 2) for rank in RANKS if not key >> RANK_BITS * (rank - 2) & _COUNTER]
            found = self._before[key] = min(
                self.mixed(key - part + other) for part in self.parts(key) for other in others
            )
        return found

    def made(self, value: int) -> int:
        """What matters when a card is offered: the type, and the first rank of a type that is made; no odd cards."""
        return value >> 16 if value >> TYPE_SHIFT >= self.least_type else value >> TYPE_SHIFT << 4

    def best(self, hand: Sequence[int], total: int, kept: int = -1) -> tuple[int, int]:
        """The value that six cards keep after the best discard, and that card; ``kept`` may not go."""
        weights = self.weights
        if not (total + _TO_FIVE) & FULL:
            key = total & RANKS_BITS
            found = self._best.get(key)
            if found is None:
                found = self._best[key] = self._best_of(key)
            value, gone = found
            for there in hand:
                if weights[there] & RANKS_BITS == gone and there != kept:
                    return value, there
        top, thrown = -1, -1
        for there in hand:
            if there != kept:
                value = self.value(total - weights[there])
                if value > top:
                    top, thrown = value, there
        return top, thrown

    def second(self, hand: Sequence[int], total: int, gone: int, kept: int) -> int:
        """The best discard but ``gone`` that leaves a hand of the same type and first rank; else ``gone``."""
        weights, made = self.weights, self.made(self.value(total - self.weights[gone]))
        others = [there for there in hand if there not in (gone, kept)]
        other = max(others, key=lambda there: self.value(total - weights[there]))
        return other if self.made(self.value(total - weights[other])) == made else gone

    def outright(self, total: int) -> bool:
        """Whether six cards win at once by being shown, in a game that has such hands."""
        if (total + _TO_SIX) & FULL:
            return True
        key = total & RANKS_BITS
        found = self._outright.get(key)
        if found is None:
            found = self._outright[key] = self._asks_outright(key)
        return found

    def _asks_outright(self, key: int) -> bool:
        return self._wins_outright(self._cards(key, one_suit=False)) is not None

    def _best_of(self, key: int) -> tuple[int, int]:
        best, gone = -1, 0
        for part in self.parts(key):
            rest = key - part
            found = self.mixed(rest)
            if found > best:
                best, gone = found, part
        return best, gone

    def mixed(self, key: int) -> int:
        """What five cards that are not of one suit are worth, by the part of their sum without the suits."""
        found = self._mixed.get(key)
        if found is None:
            found = self._mixed[key] = self._ask(key, one_suit=False)
        return found

    def parts(self, key: int) -> list[int]:
        """The weights, without suits, of the ranks in a sum, the lowest first, wild cards last."""
        parts = [1 << RANK_BITS * place for place in range(13) if key >> RANK_BITS * place & 7]
        return [*parts, 1 << WILD_SHIFT] if key >> WILD_SHIFT else parts

    def _cards(self, key: int, *, one_suit: bool) -> tuple[Card, ...]:
        """Some cards with these ranks: all of one suit, or five of them never."""
        wild = self._wild[: key >> WILD_SHIFT & 3]
        made: list[Card] = []
        for rank in RANKS:
            of_rank = self._naturals[rank]
            first = 0 if one_suit else len(made) % 2
            made += (of_rank[first:] + of_rank[:first])[: key >> RANK_BITS * (rank - 2) & 7]
        return (*made, *wild)

    def _ask(self, key: int, *, one_suit: bool) -> int:
        name: HandName = self._judged(self._cards(key, one_suit=one_suit), None).name
        kind = _TYPES.index(name.type)
        if self._natural_first:
            kind = 2 * kind + (not name.aided)
        value = kind << TYPE_SHIFT
        for place, rank in enumerate(name.ranks, start=1):
            value |= rank << (TYPE_SHIFT - 4 * place)
        return value


@lru_cache(maxsize=16)
def hands(game: str, rules: Any, wild: tuple[Card, ...] = (), *, natural_first: bool = False) -> Hands:
    """What hands are worth by these rules, whatever the number of players; remembered, as its tables fill themselves.

    ``rules`` should have changed only what hands depend on, so that tables of hands are shared.
    """
    return Hands(game, rules, GAMES[game].seats[0], wild, natural_first=natural_first)


def limit(kind: HandType, first: int = 0, *, natural_first: bool = False) -> int:
    """The value of the poorest hand of this type with this first rank."""
    place = _TYPES.index(kind)
    return (2 * place if natural_first else place) << TYPE_SHIFT | first << (TYPE_SHIFT - 4)


class Discards:
    """Which card goes, in the games of five-card hands: what their kernels have in common."""

    hands: Hands

    def trimmed(self, hand: list[int], total: int) -> int:
        """The worst card of six."""
        return self.hands.best(hand, total)[1]

    def second(self, world: World, gone: int) -> int:
        """The next best discard that leaves a hand of the same type and first rank."""
        return self.hands.second(world.hands[world.seat], world.sums[world.seat], gone, taken(world))
