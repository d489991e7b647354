"""Records of deals whose pack was bound (fairness.md): written whole, closed but for what was shown, and checked."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from engine.actions import Shuffle
from engine.cards import Card, Pack
from engine.fairness import (
    BOUND_CARDS,
    HASH_BYTES,
    BoundPack,
    bound_name,
    dealer_of,
    first_listed,
    in_pack,
    key_of,
    leaf,
    list_of,
    order_of,
    reshuffled,
    root_of,
    seed_hash,
)
from engine.playback import play, result
from engine.record import CLOSED, BoundShuffle, ClosedDeal, RecordError, read_closed, read_record

_CHANCE: Final = {
    "root": str,
    "table": int,
    "deal": int,
    "game": str,
    "rules": dict,
    "pack": list,
    "seats": int,
    "words": list,
    "choices": list,
}
"""What every chance has, and of what kind it is."""
_MOST: Final = 1 << 63
"""Numbers of tables and deals are below this."""


# -- writing


def opened(bound: BoundPack, chance: Mapping[str, Any], cut: int, roots: Iterable[bytes]) -> dict[str, Any]:
    """The shuffle of a deal as a record has it, with everything open."""
    return {
        "chance": dict(chance),
        "cut": cut,
        "roots": [root.hex() for root in roots],
        "places": [
            {"card": card.notation, "salt": salt.hex()}
            for card, salt in zip(bound.cards.open(), bound.salts, strict=True)
        ],
        "seed": bound.seed.hex(),
    }


def closed(record: Mapping[str, Any], seen: Collection[Card]) -> dict[str, Any]:
    """A record that is wholly open, with everything closed but the cards that were ``seen``, and those put aside."""
    shut: dict[str, Any] = copy.deepcopy(dict(record))
    deal = shut["deals"][0]
    proof = deal["shuffle"]
    shown = {bound_name(card) for card in seen}
    played_with = set(proof["chance"]["pack"])
    proof["places"] = [
        place
        if place["card"] in shown or place["card"] not in played_with
        else {"hash": leaf(number, place["card"], bytes.fromhex(place["salt"])).hex()}
        for number, place in enumerate(proof["places"])
    ]
    proof["seed_hash"] = seed_hash(bytes.fromhex(proof.pop("seed"))).hex()
    notation = {card.notation for card in seen}
    deal["deck"] = [card if card in notation else CLOSED for card in deal["deck"]]
    deal["actions"] = [closed_action(action, seen) for action in deal["actions"]]
    return shut


def closed_action(action: Mapping[str, Any], seen: Collection[Card]) -> dict[str, Any]:
    """An action without a card or rank that wasn't seen, and without the order of a shuffle."""
    shut = dict(action)
    notation = {card.notation for card in seen}
    if shut["do"] == Shuffle.do:
        shut["order"] = [CLOSED] * len(shut["order"])
    if "card" in shut and shut["card"] not in notation:
        shut["card"] = CLOSED
    if "rank" in shut and sum(card.rank.notation == shut["rank"] for card in seen) < _OF_A_RANK:
        shut["rank"] = CLOSED
    return shut


_OF_A_RANK: Final = 4
"""A rank is shown where all of its cards are."""


# -- checking


def verify_bound(data: object, published: str) -> tuple[bool, dict[str, object]]:
    """Whether a record of a bound deal follows from the number that was published, and the findings as a JSON value.

    ``published``: the hash of the list or the deal's root, in hexadecimal, as it stands in the channel. Raises
    RecordError.
    """
    deal = read_closed(data)
    chance = _read_chance(deal.bound.chance)
    given = _read_published(published)
    key = key_of(deal.bound.chance)
    pack = deal.game.pack(deal.rules, deal.seats)
    root = _root(deal.bound, chance)
    findings: dict[str, object] = {
        "published": _published(given, root, deal.bound, chance),
        "root": root.hex() == chance["root"],
        "chance": _bound_to(deal, chance, pack),
        "dealer": deal.dealer == (chance["dealer"] if "dealer" in chance else dealer_of(key, deal.seats)),
        "pack": _true_pack(deal.bound, pack),
        "deck": _deck(deal.bound, key, pack) == deal.deck,
    }
    fair = all(findings.values())
    checked = ["published", "shown"]
    if (seed := deal.bound.seed) is not None:
        shuffles = [
            None not in order and reshuffled([card for card in order if card], seed, key, number) == order
            for number, order in enumerate(deal.orders, start=1)
        ]
        findings["shuffles"] = shuffles
        fair = fair and all(shuffles)
        checked.append("shuffles")
    shut = sum(place.card is None for place in deal.bound.places)
    if not shut:
        checked.append("whole pack")
    return fair, {"verified": fair, "checked": checked, "closed": shut, "deals": [findings]}


def verify_bound_play(data: object, published: str) -> tuple[bool, bool, dict[str, object]]:
    """The same, whether what was played is legal, and the findings with what ``replay`` tells.

    Raises RecordError, also where some cards are closed.
    """
    fair, findings = verify_bound(data, published)
    playback = play(read_record(data))
    legal = playback.refused is None
    checked = findings["checked"]
    assert isinstance(checked, list)
    found = {**findings, "verified": fair and legal, "checked": [*checked, "play"], "replay": result(playback)}
    return fair, legal, found


def _read_published(text: str) -> bytes:
    try:
        given = bytes.fromhex(text.strip())
    except ValueError:
        given = b""
    if len(given) != HASH_BYTES:
        raise RecordError(f"the number that was published must have {2 * HASH_BYTES} digits of 0 to 9 and a to f")
    return given


def _read_chance(chance: Mapping[str, Any]) -> Mapping[str, Any]:
    where = "deals[0].shuffle.chance"
    for name, kind in _CHANCE.items():
        if type(chance.get(name)) is not kind:
            raise RecordError(f"{where}.{name} is missing or not what it must be")
    for name in chance.keys() - _CHANCE.keys() - {"dealer"}:
        raise RecordError(f"{where} has a field that is none of a chance: {name[:80]}")
    if not (0 <= chance["table"] < _MOST and 1 <= chance["deal"] < _MOST):
        raise RecordError(f"{where}.table and deal must be numbers of a table and of its deal")
    try:
        key_of(chance)
    except (ValueError, RecursionError):
        raise RecordError(f"{where} can't be written as it is hashed") from None
    return chance


def _root(bound: BoundShuffle, chance: Mapping[str, Any]) -> bytes:
    leaves = [
        place.hash if place.card is None else leaf(number, place.card.notation, place.salt)
        for number, place in enumerate(bound.places)
    ]
    last = bound.seed_hash if bound.seed is None else seed_hash(bound.seed)
    return root_of(chance["table"], chance["deal"], leaves, last)


def _published(given: bytes, root: bytes, bound: BoundShuffle, chance: Mapping[str, Any]) -> bool:
    """Whether the deal's root is what was published, or at its place in a list that was."""
    if given == root:
        return True
    first = first_listed(chance["deal"])
    listed = list_of(chance["table"], first, bound.roots) == given
    return listed and bound.roots[chance["deal"] - first] == root


def _bound_to(deal: ClosedDeal, chance: Mapping[str, Any], pack: Pack) -> bool:
    """Whether the chance is that of this game, by these rules, with these seats and cards."""
    return (
        chance["game"] == deal.game.name
        and chance["rules"] == dict(deal.rules_given)
        and chance["seats"] == deal.seats
        and chance["pack"] == [bound_name(card) for card in pack]
        and deal.bound.cut < len(pack)
    )


def _true_pack(bound: BoundShuffle, pack: Pack) -> bool:
    """Whether no card is there twice, and just those that aren't played with are put aside."""
    there = [place.card for place in bound.places if place.card is not None]
    aside = sum(in_pack(card, pack) is None for card in there)
    return len(set(there)) == len(there) and aside == len(BOUND_CARDS) - len(pack)


def _deck(bound: BoundShuffle, key: bytes, pack: Pack) -> tuple[Card | None, ...]:
    deck: list[Card | None] = []
    for number in order_of(key):
        card = bound.places[number].card
        if card is None:
            deck.append(None)
        elif (played := in_pack(card, pack)) is not None:
            deck.append(played)
    return (*deck[bound.cut :], *deck[: bound.cut])
