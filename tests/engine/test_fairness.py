"""Packs that are bound before people have their part: nobody can steer them, and every order is as likely."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from engine.cards import ALL_CARDS, standard_pack
from engine.fairness import (
    BOUND_CARDS,
    bound_pack,
    chance,
    dealer_of,
    deck_of,
    first_listed,
    key_of,
    leaf,
    list_of,
    order_of,
    reshuffled,
    root_of,
    roots,
    seed_hash,
    written,
)
from engine.proof import opened, verify_bound
from engine.record import RecordError, compose_deal, compose_record
from engine.stakes import Stakes
from tests.engine.by_the_page import check

SECRET = bytes(range(32))
PACK = standard_pack()
KNOWN_ROOT = "1a5c96776011b597dabf200d5b2b2293b0dc429b47f90efe51f0e18849459d33"
KNOWN_LIST = "7a427871f1b06f87c4d1ba7ab453fa0e4eb83c0e894ffde5ac3f5f7ce5f1bf07"
KNOWN_DECK = "5C 7S AC JC 3H 7H 8D 4S"


def part(root: bytes, *, words: list[tuple[int, str]], deal: int = 1) -> dict[str, Any]:
    return chance(
        root=root,
        table=7,
        deal=deal,
        game="knock-poker",
        rules={},
        pack=PACK,
        seats=2,
        dealer=0,
        words=words,
        choices=[],
    )


def by_lot(lot: random.Random) -> list[tuple[int, str]]:
    """What people add, and nobody else can choose."""
    return [(0, f"{lot.randrange(10**6)}")]


def test_a_known_deal() -> None:
    """Written down once: whatever is published under this format must stay so."""
    bound = bound_pack(SECRET, 7, 3)
    given = part(bound.root, words=[(1, "Änderung")], deal=3)
    assert bound.root.hex() == KNOWN_ROOT
    assert list_of(7, 1, roots(SECRET, 7, 3)).hex() == KNOWN_LIST
    assert written(given).endswith(r'"seats":2,"table":7,"words":[{"seat":1,"word":"\u00c4nderung"}]}')
    deck = deck_of(bound, key_of(given), PACK, 0)
    assert " ".join(card.notation for card in deck[:8]) == KNOWN_DECK


def test_lists_have_twenty_deals() -> None:
    assert [first_listed(number) for number in (1, 2, 20, 21, 40, 41)] == [1, 1, 1, 21, 21, 41]
    assert roots(SECRET, 7, 25) == tuple(bound_pack(SECRET, 7, number).root for number in range(21, 41))


def test_nothing_closed_is_printed() -> None:
    bound = bound_pack(SECRET, 7, 1)
    said = f"{bound} {bound!r}"
    assert "??" in said
    assert not any(card.notation in said for card in BOUND_CARDS)
    assert not any(secret.hex() in said or repr(secret) in said for secret in (*bound.salts, bound.seed))


def test_every_place_of_the_deck_is_as_likely_for_every_card() -> None:
    """The pack never changes here: what people add makes it fair by itself."""
    bound, lot, rounds = bound_pack(SECRET, 7, 1), random.Random(1), 5200
    at: Counter[tuple[int, str]] = Counter()
    pairs = 0
    for _ in range(rounds):
        deck = deck_of(bound, key_of(part(bound.root, words=by_lot(lot))), PACK, 0)
        at.update((place, card.notation) for place, card in enumerate(deck))
        pairs += deck.index(ALL_CARDS[0]) < deck.index(ALL_CARDS[1])
    expected = rounds / 52
    chi = sum((at[place, card.notation] - expected) ** 2 / expected for place in range(52) for card in PACK)
    # 51 × 51 degrees of freedom: mean 2601, deviation 72
    assert abs(chi - 51 * 51) < 5 * (2 * 51 * 51) ** 0.5
    assert abs(pairs - rounds / 2) < 5 * (rounds / 4) ** 0.5


def test_every_dealer_is_as_likely() -> None:
    lot = random.Random(2)
    dealers = Counter(dealer_of(key_of(part(bytes(32), words=by_lot(lot))), 5) for _ in range(5000))
    assert all(850 < dealers[seat] < 1150 for seat in range(5))


def test_every_order_of_discards_is_as_likely() -> None:
    lot = random.Random(3)
    orders = Counter(
        reshuffled(ALL_CARDS[:3], bytes(32), key_of(part(bytes(32), words=by_lot(lot))), 1) for _ in range(6000)
    )
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())
    assert reshuffled(ALL_CARDS[:9], bytes(32), bytes(32), 1) != reshuffled(ALL_CARDS[:9], bytes(32), bytes(32), 2)
    assert reshuffled(ALL_CARDS[:9], bytes(32), bytes(32), 1) != reshuffled(ALL_CARDS[:9], SECRET, bytes(32), 1)


def aces(cards: tuple[Any, ...]) -> int:
    return sum(card.notation[0] == "A" for card in cards)


def test_who_chooses_the_pack_among_many_gets_no_better_hands() -> None:
    """They take the pack that would be best for the first seat with what they expect people to add."""
    lot, found, rounds = random.Random(4), 0, 400
    for number in range(1, rounds + 1):
        expected = by_lot(lot)

        def worth(bound: Any, words: list[tuple[int, str]]) -> int:
            return aces(deck_of(bound, key_of(part(bound.root, words=words)), PACK, 0)[:5])

        packs = [bound_pack(number.to_bytes(32, "big"), 7, choice) for choice in range(1, 41)]
        best = max(packs, key=lambda bound: worth(bound, expected))
        assert worth(best, expected) >= 1, "where people do what was expected, they would be steered"
        found += worth(best, by_lot(lot))
    # five cards of 52 have 5/13 aces on average; the deviation of the sum is about 0.58 × 20
    assert abs(found - rounds * 5 / 13) < 4 * 0.58 * rounds**0.5


@pytest.mark.parametrize("wrong", [(0, 1), (5, 50)])
def test_a_root_over_cards_that_are_no_true_pack_fails(wrong: tuple[int, int]) -> None:
    """A card twice and another one missing: the root and all hashes are right."""
    honest = bound_pack(SECRET, 7, 1)
    cards = list(honest.cards.open())
    cards[wrong[0]] = cards[wrong[1]]
    leaves = [leaf(p, card.notation, salt) for p, (card, salt) in enumerate(zip(cards, honest.salts, strict=True))]
    root = root_of(7, 1, leaves, seed_hash(honest.seed))
    listed = (root, *roots(SECRET, 7, 1)[1:])
    given = part(root, words=[])
    proof = opened(honest, given, 0, listed)
    for place, card in zip(proof["places"], cards, strict=True):
        place["card"] = card.notation
    deck = [name for p in order_of(key_of(given)) if (name := cards[p].notation) in given["pack"]]
    record = compose_record(
        "knock-poker", {}, ["Ann", "Bo"], Stakes(0, (20, 20)), [compose_deal(deck, [], proof)], version="knockabout/2"
    )
    published = list_of(7, 1, listed).hex()
    try:
        fair, _ = verify_bound(record, published)
    except RecordError:
        fair = False
    assert not fair
    assert "pack" in check(record, published)


def test_packs_of_other_tables_and_deals_are_others() -> None:
    found = [bound_pack(SECRET, table, deal) for table in (1, 2) for deal in (1, 2)]
    assert all(a.root != b.root and a.cards != b.cards and a.seed != b.seed for a, b in combinations(found, 2))
    assert len({salt for bound in found for salt in bound.salts}) == 4 * 54


def test_the_hashes_of_a_pack_are_those_that_records_are_checked_by() -> None:
    pack = bound_pack(SECRET, 7, 3)
    cards = [card.notation for card in pack.cards.open()]
    assert list(pack.leaves) == [leaf(place, card, pack.salts[place]) for place, card in enumerate(cards)]
    assert len(set(pack.salts)) == len(BOUND_CARDS)
