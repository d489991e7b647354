"""What winners give back so that a deal costs nobody more than a buy-in."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store.capping import refunds

CAP = 20


@pytest.mark.parametrize(
    ("lost", "given_back"), [(CAP, ()), (CAP + 1, ((0, 1, 1),)), (2 * CAP, ((0, 1, CAP),)), (84, ((0, 1, 64),))]
)
def test_a_chip_more_than_the_cap_is_given_back(lost: int, given_back: tuple[tuple[int, int, int], ...]) -> None:
    assert refunds((lost, -lost), CAP) == given_back


@given(st.lists(st.integers(-100, 100), min_size=1, max_size=9), st.integers(0, 60))
def test_nobody_loses_more_and_no_winner_gives_more_than_was_won(nets: list[int], cap: int) -> None:
    chips = (*nets, -sum(nets))
    after, given_by = Counter(dict(enumerate(chips))), Counter[int]()
    for source, target, amount in refunds(chips, cap):
        assert amount > 0
        assert chips[source] > 0 > chips[target]
        given_by[source] += amount
        after.update({source: -amount, target: amount})
    assert min(after.values()) >= -cap
    assert all(amount <= chips[seat] for seat, amount in given_by.items())
    assert all(after[seat] == net for seat, net in enumerate(chips) if -cap <= net <= 0)
    assert all(after[seat] == -cap for seat, net in enumerate(chips) if net < -cap), "just as much as is due"
