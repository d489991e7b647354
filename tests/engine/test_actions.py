"""Actions as values (engine/actions.py)."""

from __future__ import annotations

import pytest

from engine.actions import Bet, Fold, act
from engine.cards import Rank, card

ACE = card("AS")


def test_an_amount_stays_a_number_where_a_rank_is_equal_to_it():
    """Actions are made once and kept, and an ace counts as equal to 14."""
    ranked, counted = act("bet", 0, Rank.ACE), act("bet", 0, int(Rank.ACE))
    assert isinstance(ranked, Bet)
    assert isinstance(counted, Bet)
    assert (type(ranked.amount), type(counted.amount)) == (Rank, int)


def test_a_fold_may_name_a_card():
    assert act("fold", 1) == Fold(1)
    assert act("fold", 1, ACE) == Fold(1, ACE)


@pytest.mark.parametrize(
    ("do", "argument"),
    [
        ("draw", None),
        ("draw", "hand"),
        ("draw", ACE),
        ("discard", None),
        ("play", Rank.ACE),
        ("meld", 14),
        ("bet", "stock"),
        ("bet", None),
        ("knock", ACE),
        ("pass", 1),
        ("shuffle", None),
        ("peek", None),
    ],
)
def test_what_does_not_fit_is_no_action(do, argument):
    with pytest.raises(ValueError, match=f"the action '{do}' does not take"):
        act(do, 0, argument)
