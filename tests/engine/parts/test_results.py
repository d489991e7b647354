"""The end of a deal, written down: when the game ends with it, and after how many turns a deal is given up."""

from __future__ import annotations

import pytest

from engine.games.drawing.turn import MOST_TURNS
from engine.parts import betting
from engine.parts.results import chips_result, scored_result
from engine.parts.tricks import MOST_TRICKS
from engine.stakes import Stakes

CHIPS = (5, 9, 9)


def test_g_12_500_turns_and_300_tricks():
    assert (MOST_TURNS, betting.MOST_TURNS, MOST_TRICKS) == (500, 500, 300)


@pytest.mark.parametrize(
    ("deals", "over_before", "ends"),
    [(0, 0, False), (0, 9, False), (1, 0, True), (3, 1, False), (3, 2, True), (3, 3, True), (3, 9, True)],
)
def test_kp_70_pc_26_kr_41_po_50_a_game_ends_after_its_deals_also_where_more_are_over(deals, over_before, ends):
    before = Stakes(0, CHIPS, deals=over_before)
    chips = chips_result(before, (), winners=(0,), next_dealer=1, deals=deals)
    points = scored_result(before, (), winners=(0,), net=(4, 0, 0), next_dealer=1, deals=deals)
    assert chips.game_over is points.game_over is ends
    assert chips.game_winners == ((1, 2) if ends else ())
    assert points.game_winners == ((0,) if ends else ())
    assert chips.stakes.deals == points.stakes.deals == over_before + 1


def test_po_50_a_game_ends_where_somebody_is_broke_whatever_deals_were_agreed():
    over = chips_result(Stakes(0, CHIPS), (), winners=(0,), next_dealer=1, deals=0, broke=True)
    assert over.game_over
    assert over.game_winners == (1, 2)
