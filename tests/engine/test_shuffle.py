"""Shuffles that anybody can recompute (engine/shuffle.py)."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, strategies

from engine.cards import ALL_CARDS, standard_pack
from engine.playback import verify
from engine.record import RecordError, read_record
from engine.shuffle import Stream, commitment, drawn, shuffled

SEED = bytes(range(32))
SEEDS = strategies.binary(min_size=32, max_size=32)


def by_the_book(cards, seed, cut, number):
    """The order by the words of the module's docstring, written without its code."""

    def words():
        block = 0
        while True:
            numbers = b"".join(n.to_bytes(8, "big") for n in (cut, number, block))
            digest = hashlib.sha256(b"knockabout/1 shuffle" + seed + numbers).digest()
            yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))
            block += 1

    stream = words()
    order = sorted(cards, key=lambda card: card.index)
    for place in reversed(range(1, len(order))):
        n = place + 1
        x = next(word for word in stream if word < 2**32 // n * n)
        order[place], order[x % n] = order[x % n], order[place]
    return tuple(order)


@given(SEEDS, strategies.integers(1, 51), strategies.integers(0, 5), strategies.integers(1, 52))
def test_the_docstring_is_enough_to_recompute_it(seed, cut, number, size):
    assert shuffled(ALL_CARDS[:size], seed, cut, number) == by_the_book(ALL_CARDS[:size], seed, cut, number)


@pytest.mark.parametrize(
    ("seed", "size"),
    [
        (7130944, 52),  # its third word is above the last multiple of 50, and is thrown away
        (1, 1),
        (1, 0),
    ],
)
def test_rare_decks(seed, size):
    deck, seed = ALL_CARDS[:size], seed.to_bytes(32, "big")
    assert shuffled(deck, seed, 1) == by_the_book(deck, seed, 1, 0)


def test_a_known_deck():
    """Written down once: whatever is published under this format must stay so."""
    deck = shuffled(standard_pack().cards, SEED, 17)
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert " ".join(card.notation for card in deck[:8]) == "JD 3C 4H QC 6D 4D 2S 7D"


@given(SEEDS, strategies.integers(1, 51))
def test_no_card_is_lost_and_the_old_order_does_not_matter(seed, cut):
    deck = shuffled(ALL_CARDS, seed, cut)
    assert set(deck) == set(ALL_CARDS)
    assert shuffled(reversed(ALL_CARDS), seed, cut) == deck


def test_seed_cut_and_number_all_matter():
    decks = {shuffled(ALL_CARDS, SEED, cut, number) for cut in range(1, 52) for number in range(3)}
    assert len(decks) == 51 * 3


def test_every_place_is_as_likely():
    places = Counter(
        shuffled(ALL_CARDS[:4], number.to_bytes(32, "big"), 1).index(ALL_CARDS[0]) for number in range(2000)
    )
    assert all(400 < places[place] < 600 for place in range(4))


@given(SEEDS, strategies.integers(1, 1 << 32))
def test_numbers_stay_below_their_limit(seed, limit):
    stream = Stream(seed)
    assert all(0 <= stream.below(limit) < limit for _ in range(20))


def test_words_that_would_favour_some_numbers_are_thrown_away():
    limit = (1 << 31) + 1  # almost every second word is above the only multiple
    stream, plain = Stream(SEED), Stream(SEED)
    words = [plain.below(1 << 32) for _ in range(40)]
    wanted = [word for word in words if word < limit]
    assert [stream.below(limit) for _ in wanted] == wanted
    assert len(wanted) < 40


@pytest.mark.parametrize("size", [0, 1, 2, 9, 55])
def test_many_values_drawn_at_once_are_those_drawn_one_by_one(size):
    for prefix in (bytes([number]) for number in range(20)):
        assert drawn(prefix, range(size)) == Stream.of(prefix).shuffled(range(size))


def test_a_word_is_thrown_away_there_too():
    """With this prefix the sixth word is one that would favour some numbers; there is hardly another such prefix."""
    prefix, size = (14_492_535).to_bytes(8, "big"), 55
    assert hashlib.sha256(prefix + bytes(8)).digest()[20:24] == (2**32 - 42).to_bytes(4, "big")
    assert drawn(prefix, range(size)) == Stream.of(prefix).shuffled(range(size))


def record(**changes):
    proof = {"seed": SEED.hex(), "commitment": commitment(SEED), "cut": 17}
    deck = [card.notation for card in shuffled(ALL_CARDS, SEED, 17)]
    deal = {"deck": deck, "actions": [], "shuffle": proof}
    for key, value in changes.items():
        if key in proof:
            proof[key] = value
        elif value is None:
            del deal[key]
        else:
            deal[key] = value
    return read_record(
        {"format": "knockabout/1", "game": "knock-poker", "seats": [{}, {}], "dealer": 0, "deals": [deal]}
    )


def deals(findings: Any) -> list[dict[str, Any]]:
    """What was found of each deal."""
    return findings["deals"]


def test_verify():
    fair, findings = verify(record())
    assert fair
    found = [{"commitment": True, "deck": True, "shuffles": []}]
    assert findings == {"verified": True, "checked": ["shuffles"], "deals": found}


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"seed": "00" * 32}, ["commitment", "deck"]),
        ({"commitment": "00" * 32}, ["commitment"]),
        ({"cut": 18}, ["deck"]),
        ({"deck": ["AS"]}, ["deck"]),
    ],
)
def test_verify_tells_what_does_not_match(changes, wrong):
    fair, findings = verify(record(**changes))
    assert not fair
    assert [key for key in ("commitment", "deck") if not deals(findings)[0][key]] == wrong


def test_verify_recomputes_the_shuffles_in_mid_deal():
    first = [card.notation for card in shuffled(ALL_CARDS[:9], SEED, 17, 1)]
    second = [card.notation for card in shuffled(ALL_CARDS[3:9], SEED, 17, 2)]
    actions = [{"do": "shuffle", "order": first}, {"do": "shuffle", "order": second}]
    for order, right in ((actions, True), (actions[::-1], False)):
        _, findings = verify(record(actions=order))
        assert deals(findings)[0]["shuffles"] == [right, right]


def test_verify_needs_shuffle_data():
    with pytest.raises(RecordError, match=r"deals\[0\]\.shuffle is missing"):
        verify(record(shuffle=None))
