"""A checker of bound deals, written from engine/fairness.md alone: plain Python, and nothing of the engine."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

NAMES = [rank + suit for suit in "SHDC" for rank in "AKQJT98765432"] + ["X1", "X2"]


def u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def h(label: str, *parts: bytes) -> bytes:
    return sha256(b"knockabout/2 " + label.encode() + b"".join(parts)).digest()


def numbers(prefix: bytes) -> Callable[[int], int]:
    def words() -> Iterator[int]:
        block = 0
        while True:
            digest = sha256(prefix + u64(block)).digest()
            yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
            block += 1

    stream = words()
    return lambda n: next(x for x in stream if x < 2**32 // n * n) % n


def shuffle(values: list[Any], prefix: bytes) -> list[Any]:
    values, below = list(values), numbers(prefix)
    for i in range(len(values) - 1, 0, -1):
        j = below(i + 1)
        values[i], values[j] = values[j], values[i]
    return values


def bare(card: str) -> str:
    """How a card is written where it is bound."""
    return "X1" if card == "X" else card


def check(record: dict[str, Any], published: str) -> list[str]:
    """What is wrong with the record: nothing where the list is empty."""
    (deal,) = record["deals"]
    proof, wrong = deal["shuffle"], []
    chance, places, cut = proof["chance"], proof["places"], proof["cut"]
    pack, table, number = chance["pack"], chance["table"], chance["deal"]

    leaves = [
        bytes.fromhex(place["hash"])
        if "hash" in place
        else h("card", bytes.fromhex(place["salt"]), u64(p), place["card"].encode())
        for p, place in enumerate(places)
    ]
    seed = bytes.fromhex(proof["seed"]) if "seed" in proof else None
    last = bytes.fromhex(proof["seed_hash"]) if seed is None else h("seed", seed)
    root = h("root", u64(table), u64(number), *leaves, last)
    first = 20 * ((number - 1) // 20) + 1
    roots = [bytes.fromhex(text) for text in proof["roots"]]
    given = bytes.fromhex(published)
    listed = len(roots) == 20 and h("list", u64(table), u64(first), *roots) == given
    if given != root and not (listed and roots[number - first] == root):
        wrong.append("published")
    if chance["root"] != root.hex():
        wrong.append("root")

    key = h("chance", json.dumps(chance, sort_keys=True, separators=(",", ":")).encode())
    same = ("game", chance["game"]), ("rules", chance["rules"])
    if any(record.get(name, {}) != value for name, value in same) or len(record["seats"]) != chance["seats"]:
        wrong.append("chance")
    dealer = chance.get("dealer", None)
    if record["dealer"] != (numbers(b"knockabout/2 dealer" + key)(chance["seats"]) if dealer is None else dealer):
        wrong.append("dealer")

    there = [place["card"] for place in places if "card" in place]
    aside = [card for card in there if card not in pack]
    if (
        len(places) != 54
        or len(set(there)) < len(there)
        or set(there) - set(NAMES)
        or len(aside) != 54 - len(pack)
        or (len(there) == 54 and set(there) != set(NAMES))
    ):
        wrong.append("pack")

    order = shuffle(list(range(54)), b"knockabout/2 order" + key)
    deck = [places[p].get("card", "??") for p in order]
    deck = [card for card in deck if card == "??" or card in pack]
    if deck[cut:] + deck[:cut] != [bare(card) for card in deal["deck"]]:
        wrong.append("deck")
    if seed is not None:
        orders = [[bare(card) for card in action["order"]] for action in deal["actions"] if action["do"] == "shuffle"]
        for n, found in enumerate(orders, start=1):
            if shuffle(sorted(found, key=NAMES.index), b"knockabout/2 shuffle" + seed + key + u64(n)) != found:
                wrong.append("shuffles")
    return wrong


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print(*check(json.load(file), sys.argv[2]) or ["well"])
