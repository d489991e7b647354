"""Shuffles that nobody can steer: a pack that is bound before people have their part in its order (fairness.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import sha256
from operator import attrgetter
from typing import Any, Final

from engine.cards import ALL_CARDS, JOKER, JOKERS, Card, Pack
from engine.secret import Secret
from engine.shuffle import Stream, drawn

FORMAT: Final = "knockabout/2"
BOUND_CARDS: Final = ALL_CARDS + JOKERS
"""What is bound for each deal, in canonical order: games use these cards, or some of them."""
LISTED: Final = 20
"""How many deals' roots make a list."""
HASH_BYTES: Final = 32
LONGEST_WORD: Final = 40
"""Characters of a word that somebody adds to a shuffle."""


_ENCODE: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode
"""Made once, and not by each ``json.dumps``."""


def _label(name: str, *parts: bytes) -> bytes:
    return b"".join((f"{FORMAT} {name}".encode(), *parts))


def _hashed(label: str, *parts: bytes) -> bytes:
    return sha256(_label(label, *parts)).digest()


def _u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


_PLACES: Final = tuple(map(_u64, range(len(BOUND_CARDS))))
"""The number of each place as it is hashed."""


@dataclass(frozen=True)
class BoundPack:
    """The pack of one deal, face down: which card lies at which place, and what is needed to prove it later."""

    table: int
    deal: int
    """The deal's number at its table, from 1."""
    cards: Secret[tuple[Card, ...]]
    """The card at each place."""
    salts: tuple[bytes, ...] = field(repr=False)
    """What makes each place's hash one that can't be guessed."""
    seed: bytes = field(repr=False)
    """From which shuffles in mid-deal follow."""

    @cached_property
    def leaves(self) -> tuple[bytes, ...]:
        """The hash of each place (``leaf``)."""
        begin = _label("card")
        places = zip(self.cards.open(), self.salts, _PLACES, strict=True)
        return tuple([sha256(begin + salt + place + card.notation.encode()).digest() for card, salt, place in places])

    @cached_property
    def root(self) -> bytes:
        """To what the deal is bound."""
        return root_of(self.table, self.deal, self.leaves, seed_hash(self.seed))


def leaf(place: int, card: str, salt: bytes) -> bytes:
    """The hash that stands for a card, as records write it, at a place."""
    return _hashed("card", salt, _u64(place), card.encode())


def seed_hash(seed: bytes) -> bytes:
    """The hash that stands for the seed of shuffles in mid-deal."""
    return _hashed("seed", seed)


def root_of(table: int, deal: int, leaves: Sequence[bytes], last: bytes) -> bytes:
    """The root of a deal, from the hashes of its places and of its seed."""
    return _hashed("root", _u64(table), _u64(deal), *leaves, last)


def bound_pack(secret: bytes, table: int, deal: int) -> BoundPack:
    """The pack of a table's deal. All of it follows from the table's ``secret``, which is never opened.

    Whoever has seen the packs of other deals can tell nothing about this one from them.
    """
    own = _hashed("deal", secret, _u64(table), _u64(deal))
    cards = drawn(_hashed("pack", own), BOUND_CARDS)
    begin = _label("salt", own)
    salts = tuple([sha256(begin + place).digest() for place in _PLACES])
    return BoundPack(table, deal, Secret(tuple(cards)), salts, _hashed("shuffles", own))


def first_listed(deal: int) -> int:
    """The first deal in the list that has that deal."""
    return (deal - 1) // LISTED * LISTED + 1


def roots(secret: bytes, table: int, deal: int) -> tuple[bytes, ...]:
    """The roots of all deals in the list that has that deal, in order."""
    first = first_listed(deal)
    return tuple(bound_pack(secret, table, number).root for number in range(first, first + LISTED))


def list_of(table: int, first: int, listed: Sequence[bytes]) -> bytes:
    """The hash of a list of roots, which is published in the channel."""
    return _hashed("list", _u64(table), _u64(first), *listed)


# -- the people's part


def chance(
    *,
    root: bytes,
    table: int,
    deal: int,
    game: str,
    rules: Mapping[str, Any],
    pack: Pack,
    seats: int,
    dealer: int | None,
    words: Iterable[tuple[int, str]],
    choices: Iterable[Mapping[str, Any]],
) -> dict[str, Any]:
    """What puts the places of a deal into their order, as a JSON object.

    ``rules``: as a record writes them. ``dealer``: None where the dealer is drawn. ``words``: who, by seat, said what.
    ``choices``: what people chose in the deal before, as a record writes actions.
    """
    return {
        "root": root.hex(),
        "table": table,
        "deal": deal,
        "game": game,
        "rules": dict(rules),
        "pack": [bound_name(card) for card in pack],
        "seats": seats,
        **({} if dealer is None else {"dealer": dealer}),
        "words": [{"seat": seat, "word": word} for seat, word in words],
        "choices": [dict(choice) for choice in choices],
    }


def written(chance: Mapping[str, Any]) -> str:
    """The chance in the one way in which it is hashed."""
    return _ENCODE(chance)


def key_of(chance: Mapping[str, Any]) -> bytes:
    """The key from which everything drawn in a deal follows. Raises ValueError for what is not JSON."""
    return _hashed("chance", written(chance).encode())


def bound_name(card: Card) -> str:
    """How a card of a game's pack is written where it is bound: the joker of a pack with one is the first of two."""
    return (JOKERS[0] if card is JOKER else card).notation


def in_pack(card: Card, pack: Pack) -> Card | None:
    """The card of the game's pack that a bound card is; None if the game doesn't use it."""
    if card in pack:
        return card
    return JOKER if card is JOKERS[0] and JOKER in pack else None


@cache
def _played(pack: Pack) -> Mapping[Card, Card | None]:
    """What each bound card is in the game's pack (``in_pack``)."""
    return {card: in_pack(card, pack) for card in BOUND_CARDS}


# -- what follows


def order_of(key: bytes) -> list[int]:
    """The places in the order in which they are turned up."""
    return drawn(_label("order", key), range(len(BOUND_CARDS)))


def dealer_of(key: bytes, seats: int) -> int:
    """The seat that deals, where the dealer is drawn."""
    return Stream.of(_label("dealer", key)).below(seats)


def deck_of(bound: BoundPack, key: bytes, pack: Pack, cut: int) -> tuple[Card, ...]:
    """The deck of a deal, from the top. ``cut``: how many cards then go below the others."""
    cards, played = bound.cards.open(), _played(pack)
    deck = [card for place in order_of(key) if (card := played[cards[place]]) is not None]
    return (*deck[cut:], *deck[:cut])


def reshuffled(cards: Iterable[Card], seed: bytes, key: bytes, number: int) -> tuple[Card, ...]:
    """The order, from the top, of a shuffle in mid-deal; these are counted from 1.

    The order of ``cards`` doesn't matter.
    """
    return tuple(drawn(_label("shuffle", seed, key, _u64(number)), sorted(cards, key=attrgetter("index"))))
