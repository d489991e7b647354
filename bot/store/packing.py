"""The actions of a deal as one short record: for deals that are over, which nobody plays on.

A record is, in this order:

1. One byte: the number of its dictionary, below.
2. A number for each action: the milliseconds since the action before it, or since the deal began, by turns 0, -1, 1,
   -2, 2 … written as 0, 1, 2, 3, 4 …; doubled, and one more if somebody asked for the action. Seven bits a byte, the
   lowest first; the eighth bit says that more follow.
3. The list of the actions as JSON, as ``codec.to_text`` writes each, compressed (raw DEFLATE, as zlib makes it) with
   the dictionary.

What isn't kept: the interactions' ids, which Discord never uses again, anything below a millisecond, and the hashes
of the states. These follow from the actions; the *proof* tells that they come to what was stored: the first 16 bytes
of the SHA-256 of ``knockabout packed deal``, the record's length as a big-endian number of 8 bytes, the record, and
the hashes as they were stored, each with a line feed behind it.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Final

from bot.store import codec
from bot.store.model.deals import StoredAction

PROOF_BYTES: Final = 16
_LABEL: Final = b"knockabout packed deal"
_RAW: Final = -15
"""DEFLATE without a head and a checksum of its own: the proof is one."""
_MEMORY: Final = 9
"""The most that zlib takes, for the best it can do."""
_LONGEST: Final = 1 << 22
"""Bytes of a deal's actions as JSON, far more than any deal has: a damaged record shall not fill the memory."""


def _first_dictionary() -> bytes:
    """What actions are made of, the most frequent last: that is found at the least cost."""
    cards = [rank + suit for suit in "SHDC" for rank in "AKQJT98765432"] + ["X", "X1", "X2"]
    does = (
        *('"halt"', '"show"', '"stay"', '"knock"', '"pass"', '"fold"', '"fold","card":"', '"bet","amount":1'),
        *('"meld","rank":"', '"play","card":"', '"discard","card":"'),
        *('"draw","from":"discard"', '"draw","from":"stock"'),
    )
    shuffle = '},{"do":"shuffle","order":["' + '","'.join(cards) + '"]'
    ends = "".join(f'"card":"{card}"}},{{"seat":' for card in cards)
    return (shuffle + ends + "".join(f'}},{{"seat":{seat},"do":{do}' for seat in range(8) for do in does)).encode()


DICTIONARIES: Final[Mapping[int, bytes]] = {1: _first_dictionary()}
"""By their numbers. None of them ever changes: the records made with it could not be read any more."""
NEWEST: Final = max(DICTIONARIES)


def packed(actions: Sequence[StoredAction], started_at: float) -> bytes:
    """The record of a deal's actions. ``started_at``: when the deal began, in seconds of UTC."""
    times = bytearray()
    before = _milliseconds(started_at)
    for action in actions:
        at = _milliseconds(action.at)
        since, before = at - before, at
        number = (2 * since if since >= 0 else -2 * since - 1) << 1 | action.asked
        while number > 127:
            times.append(number & 127 | 128)
            number >>= 7
        times.append(number)
    text = f"[{','.join(codec.to_text(action.action) for action in actions)}]"
    press = zlib.compressobj(9, zlib.DEFLATED, _RAW, _MEMORY, zdict=DICTIONARIES[NEWEST])
    return bytes([NEWEST]) + times + press.compress(text.encode()) + press.flush()


def unpacked(record: bytes, count: int, started_at: float) -> tuple[StoredAction, ...]:
    """The actions of a record, ``count`` of them. Raises ValueError for anything that is no such record."""
    try:
        dictionary = DICTIONARIES[record[0]]
        times, end = _numbers(record, count)
        press = zlib.decompressobj(_RAW, zdict=dictionary)
        text = press.decompress(record[end:], _LONGEST)
    except (IndexError, KeyError, zlib.error):
        raise ValueError("no packed deal") from None
    if not press.eof or press.unused_data:
        raise ValueError("a packed deal that is cut short, or goes on")
    actions = codec.from_text(text.decode())
    if len(actions) != count:
        raise ValueError("a packed deal with another number of actions")
    return tuple(_actions(actions, times, started_at))


def _actions(actions: Iterable[Mapping[str, object]], times: Iterable[int], began: float) -> Iterator[StoredAction]:
    at = _milliseconds(began)
    for seq, (action, number) in enumerate(zip(actions, times, strict=True)):
        since = number >> 1
        at += -(since + 1 >> 1) if since & 1 else since >> 1
        yield StoredAction(seq, action, None, None, at / 1000, asked=bool(number & 1))


def _numbers(record: bytes, count: int) -> tuple[list[int], int]:
    """The numbers behind the record's first byte, and where they end. Raises IndexError."""
    found, place = [], 1
    for _ in range(count):
        number = shift = 0
        while (byte := record[place]) > 127:
            number |= (byte & 127) << shift
            shift += 7
            place += 1
        found.append(number | byte << shift)
        place += 1
    return found, place


def _milliseconds(at: float) -> int:
    return round(at * 1000)


def proof_of(record: bytes, hashes: Iterable[str]) -> bytes:
    """What proves a packed deal. ``hashes``: those of the states after each action, as they are or were stored."""
    told = sha256(_LABEL + len(record).to_bytes(8, "big") + record)
    for state_hash in hashes:
        told.update(f"{state_hash}\n".encode())
    return told.digest()[:PROOF_BYTES]
