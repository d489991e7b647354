"""Numbers drawn from a seed, and the shuffles of the format ``knockabout/1``, from a seed and a cut.

Deals are shuffled otherwise now (fairness.md); those of this format are checked for ever. Anybody can do it.

Before a deal, 32 bytes from the operating system's randomness, the *seed*, are drawn, and their SHA-256, the
*commitment*, is published. Then a player cuts: a number from 1 to the number of cards less one. After the deal the seed
is published, too. With the seed and the cut anybody can recompute every order of cards in that deal:

1. Blocks. Block ``i`` of stream ``s`` is SHA-256 of the bytes ``knockabout/1 shuffle``, the seed, and then, each as a
   big-endian number of 8 bytes, the cut, ``s`` and ``i``. Blocks are numbered from 0 and put one after another. Stream
   0 makes the deck; stream 1 the first shuffle in mid-deal, stream 2 the second, and so on.
2. Numbers. To draw a number below ``n``, take the next 4 bytes of the stream as a big-endian number ``x``. If ``x`` is
   not below the largest multiple of ``n`` that is at most 2^32, throw it away and take the next 4 bytes, so that no
   number is more likely than another. The number drawn is the remainder of ``x`` divided by ``n``.
3. Order. Put the cards into canonical order: suits S H D C, each from A down to 2, then jokers. For ``i`` from the last
   place (counted from 0) down to 1, draw a number below ``i + 1`` and exchange the cards in that place and in place
   ``i`` (Fisher and Yates). The first card is the top.

Whoever ran the bot knew the cut when the seed was drawn, and could choose the seed to suit it: that is what the later
format puts right.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from functools import lru_cache
from hashlib import sha256
from itertools import count
from operator import attrgetter
from struct import Struct, unpack_from
from typing import Final, TypeVar

from engine.cards import Card

T = TypeVar("T")

SEED_BYTES: Final = 32
"""How long a seed is, in bytes."""
_LABEL: Final = b"knockabout/1 shuffle"
_WORDS: Final = Struct(">8I").unpack
"""The eight numbers of a block, in order."""
_WORDS_OF_BLOCK: Final = 8
_ALL_WORDS: Final = 1 << 32
_BLOCKS: Final = [block.to_bytes(8, "big") for block in range(32)]
"""The numbers of the first blocks, as they are hashed: those of 256 words, and there are only 55 cards."""
_AT_THE_END: Final = b"\xff\xff\xff"
"""A word that is thrown away is among the last of all, fewer than there are cards, so it begins with these bytes."""


class Stream:
    """Numbers drawn from a seed. The same seed, cut and stream number always give the same numbers."""

    __slots__ = ("below",)

    below: Callable[[int], int]
    """The next number from 0 to ``limit`` - 1, each equally likely; ``limit`` is from 1 to 2^32."""

    def __init__(self, seed: bytes, cut: int = 0, number: int = 0) -> None:
        self._draw_from(_prefix(seed, cut, number))

    @classmethod
    def of(cls, prefix: bytes) -> Stream:
        """The numbers whose blocks are the hashes of those bytes and the block's number."""
        stream = cls.__new__(cls)
        stream._draw_from(prefix)
        return stream

    def _draw_from(self, prefix: bytes) -> None:
        drawing = _drawing(prefix)
        next(drawing)
        self.below = drawing.send

    def shuffled(self, values: Iterable[T]) -> list[T]:
        """The values in an order drawn by lot (Fisher and Yates)."""
        order, below = list(values), self.below
        for place in range(len(order) - 1, 0, -1):
            other = below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order


def _prefix(seed: bytes, cut: int, number: int) -> bytes:
    return _LABEL + seed + cut.to_bytes(8, "big") + number.to_bytes(8, "big")


def _drawing(prefix: bytes) -> Generator[int, int, None]:
    """Takes limits by ``send`` and answers each with a number below it; its first value, before any limit, is unused.

    A generator keeps its place in the block, so it draws a number in two thirds of the time that a method would take,
    because a method has to look the place up.
    """
    limit = yield 0
    before_block = sha256(prefix)
    for block in count():
        hashed = before_block.copy()
        hashed.update(block.to_bytes(8, "big"))
        for word in _WORDS(hashed.digest()):
            number = word % limit
            if word - number + limit <= _ALL_WORDS:  # the word is below that multiple of the limit
                limit = yield number


def commitment(seed: bytes) -> str:
    """The SHA-256 of the seed in hexadecimal: what is published before the deal."""
    return sha256(seed).hexdigest()


def shuffled(cards: Iterable[Card], seed: bytes, cut: int, number: int = 0) -> tuple[Card, ...]:
    """The cards in the order that seed and cut give, from the top.

    ``number`` is 0 for the deck; shuffles in mid-deal are counted from 1. The order of ``cards`` does not matter.
    """
    return tuple(drawn(_prefix(seed, cut, number), _in_canonical_order(tuple(cards))))


def drawn(prefix: bytes, values: Iterable[T]) -> list[T]:
    """What ``Stream.of(prefix).shuffled(values)`` gives, in two thirds of the time; for 257 values at most."""
    order = list(values)
    left = len(order)
    words = _first_blocks(prefix, left - 1)
    if _AT_THE_END in words:  # hardly ever: a word may have to be thrown away
        return Stream.of(prefix).shuffled(order)
    for word in unpack_from(f">{max(left - 1, 0)}I", words):
        other = word % left
        left -= 1
        order[left], order[other] = order[other], order[left]
    return order


@lru_cache(maxsize=16)
def _in_canonical_order(cards: tuple[Card, ...]) -> list[Card]:
    """The cards, which mostly are one of a few packs, in the order in which shuffling begins."""
    return sorted(cards, key=attrgetter("index"))


def _first_blocks(prefix: bytes, words: int) -> bytes:
    """The blocks with that many words of a stream, all at once: drawn one by one they take half as long again."""
    before_block = sha256(prefix)
    blocks: list[bytes] = []
    for block in _BLOCKS[: -(-words // _WORDS_OF_BLOCK)]:
        hashed = before_block.copy()
        hashed.update(block)
        blocks.append(hashed.digest())
    return b"".join(blocks)
