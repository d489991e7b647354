"""The actions of a deal as one record: nothing that anybody needs is lost, and what is damaged is found."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store.model.deals import StoredAction
from bot.store.packing import DICTIONARIES, packed, proof_of, unpacked
from engine.cards import ALL_CARDS, JOKER, JOKERS

BEGAN = 1_800_000_000.25
CARDS = [card.notation for card in (*ALL_CARDS, JOKER, *JOKERS)]
SEATS = st.integers(0, 7)

acts = st.one_of(
    st.fixed_dictionaries({"seat": SEATS, "do": st.sampled_from(("knock", "pass", "fold", "stay", "halt", "show"))}),
    st.fixed_dictionaries({"seat": SEATS, "do": st.just("draw"), "from": st.sampled_from(("stock", "discard"))}),
    st.fixed_dictionaries(
        {"seat": SEATS, "do": st.sampled_from(("discard", "play", "fold")), "card": st.sampled_from(CARDS)}
    ),
    st.fixed_dictionaries({"seat": SEATS, "do": st.just("bet"), "amount": st.integers(-(10**9), 10**9)}),
    st.fixed_dictionaries({"do": st.just("shuffle"), "order": st.lists(st.sampled_from(CARDS), max_size=55)}),
    st.dictionaries(st.text(max_size=5), st.none() | st.booleans() | st.text(max_size=9) | st.integers(), max_size=3),
)
times = st.floats(-1e4, 1e7, allow_nan=False)


def action(seq: int, what: Mapping[str, Any], at: float, asked: bool) -> StoredAction:
    return StoredAction(seq, what, f"2:{seq:064x}", 5 if asked else None, at, asked=asked)


@settings(max_examples=40)
@given(st.lists(st.tuples(acts, times, st.booleans()), max_size=20))
def test_what_was_packed_comes_back(steps: list[tuple[dict[str, Any], float, bool]]) -> None:
    done = [action(seq, what, BEGAN + since, asked) for seq, (what, since, asked) in enumerate(steps)]
    found = unpacked(packed(done, BEGAN), len(done), BEGAN)
    assert [(a.seq, a.action, a.asked) for a in found] == [(a.seq, a.action, a.asked) for a in done]
    assert all(abs(read.at - written.at) <= 0.000_51 for read, written in zip(found, done, strict=True)), (
        "to a millisecond"
    )
    assert {(a.state_hash, a.interaction_id) for a in found} <= {(None, None)}


SOME = [
    action(0, {"seat": 1, "do": "draw", "from": "stock"}, BEGAN + 2.5, True),
    action(1, {"seat": 1, "do": "discard", "card": "4D"}, BEGAN + 7.031, True),
    action(2, {"do": "shuffle", "order": ["X", "AS", "2C"]}, BEGAN + 7.03, False),
    action(3, {"seat": 2, "do": "knock"}, BEGAN + 700.0, False),
]
WRITTEN = bytes.fromhex("01914ecd8d0102a897a9018b26ad4984b30d06edb5e11ae1018d6e804779805d94589c8da35800")


@settings(max_examples=40)
@given(st.data())
def test_no_damage_goes_unnoticed(data: st.DataObject) -> None:
    record = packed(SOME, BEGAN)
    hashes = [str(a.state_hash) for a in SOME]
    proof = proof_of(record, hashes)
    place = data.draw(st.integers(0, len(record) - 1))
    other = record[:place] + bytes([record[place] ^ data.draw(st.integers(1, 255))]) + record[place + 1 :]
    changed = data.draw(st.sampled_from([other, record[:place], record + b"\0", b""]))
    assert proof_of(changed, hashes) != proof
    with contextlib.suppress(ValueError):  # said plainly; any other error fails the test
        unpacked(changed, len(SOME), BEGAN)


def test_a_proof_is_of_every_hash_in_its_order() -> None:
    record, hashes = packed(SOME, BEGAN), [str(a.state_hash) for a in SOME]
    others = [hashes[::-1], hashes[1:], [*hashes, ""], [hashes[0][:-1] + "f", *hashes[1:]], []]
    assert len({proof_of(record, some) for some in (hashes, *others)}) == 1 + len(others)


@pytest.mark.parametrize("count", [0, 3, 5, 400])
def test_another_number_of_actions_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match="packed deal"):
        unpacked(packed(SOME, BEGAN), count, BEGAN)


def test_a_text_that_would_fill_the_memory_is_refused() -> None:
    huge = [action(0, {"seat": 0, "do": "x" * (1 << 23)}, BEGAN, False)]
    with pytest.raises(ValueError, match="packed deal"):
        unpacked(packed(huge, BEGAN), 1, BEGAN)


def test_the_dictionaries_never_change_and_old_records_are_read_for_ever() -> None:
    """A number may join; none of these may be changed: what was packed with it is nowhere else."""
    assert {number: sha256(words).hexdigest()[:16] for number, words in DICTIONARIES.items()} == {
        1: "639f60e6af8dc69a",
    }
    assert [(a.action, a.at, a.asked) for a in unpacked(WRITTEN, len(SOME), BEGAN)] == [
        (a.action, round(a.at, 3), a.asked) for a in SOME
    ]
