"""Who pays whom at the end of a deal of the Poch family, by itself (le_poque.md LQ-8, LQ-9; poch.md PO-65)."""

from __future__ import annotations

from typing import Literal

import pytest

from engine.games.poch.settlement import Till, most_cards, unclaimed
from engine.stakes import Account, Transfer

Tie = Literal["share", "each_pays", "nobody"]
Payment = tuple[Account, Account, int]
"""Who pays, who is paid, and how many chips."""
TIES: tuple[Tie, ...] = ("share", "each_pays", "nobody")


def paid_for_most(left: dict[int, int], tie: Tie, chips: tuple[int, ...] = (50,) * 6) -> list[Payment]:
    """What is paid where the seats hold so many cards, in order of play."""
    till = Till(dict(enumerate(chips)))
    most_cards(till, left, tie)
    assert all(transfer.reason == "most_cards" for transfer in till.transfers)
    return [(transfer.source, transfer.target, transfer.amount) for transfer in till.transfers]


@pytest.mark.parametrize("tie", TIES)
def test_lq_8a_and_8b_the_most_cards_pay_each_opponent(tie):
    assert paid_for_most({1: 3, 2: 0, 3: 5, 0: 1}, tie) == [(3, 1, 5), (3, 2, 5), (3, 0, 5)]


def test_lq_8c_the_ties():
    left = {1: 4, 2: 0, 3: 4, 0: 1}
    assert paid_for_most(left, "nobody") == []
    assert paid_for_most(left, "each_pays") == [(1, 2, 4), (1, 0, 4), (3, 2, 4), (3, 0, 4)]
    assert paid_for_most(left, "share") == [(1, 2, 4), (3, 0, 4)]


def test_lq_8d_an_odd_chip_is_paid_by_the_earliest():
    assert paid_for_most({1: 5, 2: 0, 3: 5}, "share") == [(1, 2, 3), (3, 2, 2)]
    assert paid_for_most({1: 3, 2: 0, 3: 1, 4: 3, 0: 2}, "share") == [(1, 2, 3), (1, 3, 2), (4, 3, 1), (4, 0, 3)]
    three = paid_for_most({3: 2, 2: 0, 1: 2, 0: 2, 4: 1}, "share")
    assert {seat: paid(three, payer=seat) for seat in (3, 1, 0)} == {3: 2, 1: 1, 0: 1}
    assert {seat: paid(three, payee=seat) for seat in (2, 4)} == {2: 2, 4: 2}


def paid(payments: list[Payment], payer: int | None = None, payee: int | None = None) -> int:
    """The chips that a seat paid, or got, in all."""
    return sum(chips for source, target, chips in payments if payer == source or payee == target)


def test_lq_9_as_far_as_the_chips_go():
    assert paid_for_most({0: 5, 1: 0, 2: 3}, "share", (7, 0, 0)) == [(0, 1, 5), (0, 2, 2)]
    assert paid_for_most({0: 5, 1: 0, 2: 5}, "share", (1, 0, 9)) == [(0, 1, 1), (2, 1, 2)]


def test_po_65_odd_chips_of_the_pools():
    assert unclaimed([("ace", 5), ("king", 0), ("poch", 2)], (2, 0, 1)) == (
        Transfer("ace", 2, 3, "unclaimed"),
        Transfer("ace", 0, 2, "unclaimed"),
        Transfer("poch", 1, 2, "unclaimed"),
    )
