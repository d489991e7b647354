"""Ranks, suits, cards, packs and their notation.

A card is written as rank and suit, ``AS`` the ace of spades, ``TD`` (or ``10D``) the ten of diamonds;
jokers are ``X`` where the pack has one and ``X1``, ``X2`` where it has two. Spanish packs use the same
letters: oros D, copas H, espadas S, bastos C; rey K, caballo Q, sota J.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache, cached_property
from typing import Final

from engine.quoting import shortened


class Suit(Enum):
    """A suit, in canonical order."""

    SPADES = "S"
    """Spades; espadas in a Spanish pack."""
    HEARTS = "H"
    """Hearts; copas."""
    DIAMONDS = "D"
    """Diamonds; oros."""
    CLUBS = "C"
    """Clubs; bastos."""
    NONE = "X"
    """The suit of a joker."""

    __hash__ = object.__hash__  # in C; cards are counted by suit and by rank, and Enum's own is in Python


class Rank(IntEnum):
    """A rank; the number orders ranks with the ace high."""

    JOKER = 0
    """The rank of a joker, below all others."""
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    """Jack; sota in a Spanish pack."""
    QUEEN = 12
    """Queen; caballo."""
    KING = 13
    """King; rey."""
    ACE = 14

    __hash__ = int.__hash__  # as above; and it is equal to its number

    @property
    def notation(self) -> str:
        """The rank's one letter or digit, ``T`` for ten, ``X`` for a joker."""
        return _RANK_LETTERS[self]


_RANK_LETTERS: Final = {
    **{rank: str(int(rank)) for rank in Rank if 2 <= rank <= 9},
    Rank.TEN: "T",
    Rank.JACK: "J",
    Rank.QUEEN: "Q",
    Rank.KING: "K",
    Rank.ACE: "A",
    Rank.JOKER: "X",
}

SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
"""The four suits in canonical order."""

RANKS: Final = tuple(sorted((r for r in Rank if r is not Rank.JOKER), reverse=True))
"""The thirteen ranks from the ace down, the canonical order within a suit."""


class CardError(ValueError):
    """A card that does not exist, is not in the pack or is named twice; its text is one clear sentence."""


_RANK_KEYS: Final = (79415, 43258, 19998, 12522, 5624, 2422, 992, 312, 94, 22, 5, 1, 0)
_JOKER_KEY: Final = 1 << 20
_SUIT_BITS: Final = {Suit.SPADES: 1, Suit.HEARTS: 2, Suit.DIAMONDS: 4, Suit.CLUBS: 8, Suit.NONE: 15}


class Card:
    """One physical card. Each card is a single object, so equality is identity (``games/general.md G-5``)."""

    __slots__ = ("bit", "index", "key", "notation", "rank", "suit", "suit_bits", "weight")

    rank: Rank
    """The rank; ``Rank.JOKER`` for a joker."""
    suit: Suit
    """The suit; ``Suit.NONE`` for a joker."""
    index: int
    """The card's place in canonical order: 0 (ace of spades) to 51 (two of clubs), then the jokers."""
    bit: int
    """``1 << index``, for sets of cards as bit masks."""
    weight: float
    """The bit as a float. Floats add up faster than integers of more than 30 bits, and exactly up to 53 bits."""
    key: int
    """A number whose sum over five cards tells their ranks: see parts/ranking.py."""
    suit_bits: int
    """One bit for its suit, all four for a joker: cards are of one suit if they have a bit in common."""
    notation: str
    """How the card is written in records."""

    def __init__(self, rank: Rank, suit: Suit, index: int, notation: str) -> None:
        if notation in _CARDS:
            raise RuntimeError(f"the card {notation} exists already")
        self.rank, self.suit, self.index, self.notation = rank, suit, index, notation
        self.bit = 1 << index
        self.weight = float(self.bit)
        self.key = _JOKER_KEY if rank is Rank.JOKER else _RANK_KEYS[Rank.ACE - rank]
        self.suit_bits = _SUIT_BITS[suit]
        _CARDS[notation] = self

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker."""
        return self.rank is Rank.JOKER

    def __repr__(self) -> str:
        return self.notation

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.notation,)


_CARDS: dict[str, Card] = {}
ALL_CARDS: Final = tuple(
    Card(rank, suit, 13 * i + j, rank.notation + suit.value)
    for i, suit in enumerate(SUITS)
    for j, rank in enumerate(RANKS)
)
"""The 52 cards without jokers, in canonical order."""
JOKER: Final = Card(Rank.JOKER, Suit.NONE, 52, "X")
"""The joker of a pack with one joker."""
JOKERS: Final = (Card(Rank.JOKER, Suit.NONE, 53, "X1"), Card(Rank.JOKER, Suit.NONE, 54, "X2"))
"""The jokers of a pack with two."""


_RANKS_BY_LETTER: Final = {letter: rank for rank, letter in _RANK_LETTERS.items() if rank is not Rank.JOKER}


def _letters(text: str) -> str:
    """What somebody typed, in the notation of records."""
    return text.strip().upper().replace("10", "T")


def rank(text: str) -> Rank:
    """The rank written as ``text``; a joker has none. Raises CardError."""
    found = _RANKS_BY_LETTER.get(_letters(text))
    if found is None:
        raise CardError(f"{shortened(repr(text))} is not a rank: write A K Q J T 9 … 2")
    return found


def card(text: str) -> Card:
    """The card written as ``text``. Raises CardError."""
    found = _CARDS.get(_letters(text))
    if found is None:
        raise CardError(
            f"{shortened(repr(text))} is not a card: write rank (A K Q J T 9 … 2) and suit (S H D C), "
            "as in AS or TD, or X for a joker"
        )
    return found


def cards(text: str) -> tuple[Card, ...]:
    """The cards written in ``text``, with spaces between them. Raises CardError for an unknown or repeated card."""
    found = tuple(card(word) for word in text.split())
    refuse_repeats(found)
    return found


def refuse_repeats(some: Iterable[Card]) -> None:
    """Raises CardError if a card occurs twice."""
    seen: set[Card] = set()
    for card in some:
        if card in seen:
            raise CardError(f"the card {card} is there twice")
        seen.add(card)


@dataclass(frozen=True)
class Pack:
    """All the cards a game is played with, in canonical order."""

    cards: tuple[Card, ...]
    """Suits S H D C, each from the ace down, then jokers."""
    spanish: bool = False
    """Whether the suits are oros, copas, espadas and bastos, and the courts sota, caballo and rey."""

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self.members

    @cached_property
    def members(self) -> frozenset[Card]:
        """The cards as a set."""
        return frozenset(self.cards)

    @cached_property
    def by_notation(self) -> dict[str, Card]:
        """Each card by how records write it."""
        return {card.notation: card for card in self.cards}

    @cached_property
    def jokers(self) -> int:
        """How many jokers the pack has."""
        return sum(card.is_joker for card in self.cards)

    def card(self, text: str) -> Card:
        """The card of this pack written as ``text``; X and X1 both name a pack's only joker. Raises CardError."""
        own = self.by_notation.get(text)
        if own is not None:
            return own
        found = card(text)
        if found in self:
            return found
        if found is JOKERS[0] and JOKER in self:
            return JOKER
        if found is JOKER and JOKERS[0] in self:
            return JOKERS[0]
        raise CardError(f"the card {found} is not in this pack of {len(self)} cards")

    def deck(self, top: Iterable[str | Card]) -> tuple[Card, ...]:
        """A whole deck from the top: the cards named, then the others in canonical order. Raises CardError."""
        named = tuple([self.card(given if isinstance(given, str) else given.notation) for given in top])
        first = frozenset(named)
        if len(first) < len(named):
            refuse_repeats(named)
        return named if len(named) == len(self.cards) else (*named, *[c for c in self.cards if c not in first])


@cache
def standard_pack(jokers: int = 0) -> Pack:
    """The 52 cards with none, one or two jokers."""
    return Pack(ALL_CARDS + ((), (JOKER,), JOKERS)[jokers])


@cache
def short_pack(lowest: Rank) -> Pack:
    """The cards from the ace down to ``lowest``: 32 down to the seven, 36 down to the six."""
    return Pack(tuple(card for card in ALL_CARDS if card.rank >= lowest))


@cache
def spanish_pack(size: int) -> Pack:
    """A Spanish pack of 40 cards (no eights, nines, tens) or 48 (no tens): ace to seven or nine, sota, caballo, rey."""
    missing = {40: {Rank.EIGHT, Rank.NINE, Rank.TEN}, 48: {Rank.TEN}}[size]
    return Pack(tuple(card for card in ALL_CARDS if card.rank not in missing), spanish=True)
