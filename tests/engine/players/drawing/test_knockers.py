"""What hints and odds take a knocker's hand for: one with which the rules allow the knock, and an ordinary player's."""

from __future__ import annotations

from typing import Any

import pytest

from engine.advice import advise
from engine.cards import card
from engine.players.base import Limit
from engine.players.drawing.poker import limit
from engine.players.drawing.sampling import determinize, situation
from engine.players.drawing.thinking import DRAWING
from engine.shuffle import Stream
from tests.kit.lab import Lab


def after_a_pat_knock(hand: str, **rules: object) -> Lab:
    """Two players: the first has knocked pat, the other holds that hand and has drawn a card of no use."""
    own = hand.split()
    top = " ".join(name for pair in zip(["AS", "AH", "AD", "AC", "2S"], own[:5], strict=True) for name in pair)
    lab = Lab(2, **rules).deal(top, dealer=1)  # type: ignore[arg-type]
    return lab.do("knock").do("draw", "stock")


@pytest.mark.parametrize("minimum", ["two_pairs", "three_of_a_kind", "straight"])
def test_no_hand_is_held_possible_with_which_the_rules_allow_no_knock(minimum: str) -> None:
    lab = after_a_pat_knock("KS KH 5D 8C 9C", knock_minimum=minimum)
    view, memory = lab.table.seen_by(1)
    kernel: Any = DRAWING.kernel_of(view.game, view.rules, 2)
    there = situation(kernel, view, memory)
    for number in range(300):
        world, _ = determinize(there, Stream(b"a test", number=number))
        assert kernel.hands.value(world.sums[0]) >= kernel.minimum


@pytest.mark.parametrize("minimum", ["two_pairs", "three_of_a_kind", "straight"])
def test_with_a_hand_that_beats_no_knocker_a_hint_folds(minimum: str) -> None:
    lab = after_a_pat_knock("KS KH 5D 8C 9C", knock_minimum=minimum)
    told = advise(*lab.table.seen_by(1), Limit(200))
    assert told.action.do == "fold"
    staying = {reason.code: dict(reason.values) for reason in told.why if reason.code.startswith("stays")}
    assert "stays-none" in staying or staying["stays"]["count"] <= 3  # type: ignore[operator]


def test_dm_34_a_call_is_made_with_three_of_a_kind_at_least() -> None:
    """Nor has anybody else a hand that may win, where it is worth no more."""
    hands = ["JS", "JH", "JD", "5C", "6C"], ["4S", "4H", "9D", "KC", "7C"]
    top = " ".join([*(name for pair in zip(*hands, strict=True) for name in pair), "8D"])
    lab = Lab(2, game="dompe").deal(top, dealer=1).do("knock").do("discard", card("5C"))
    view, memory = lab.table.seen_by(1)
    kernel: Any = DRAWING.kernel_of(view.game, view.rules, 2)
    there = situation(kernel, view, memory)
    for number in range(300):
        world, _ = determinize(there, Stream(b"a test", number=number))
        assert kernel.hands.value(world.sums[0]) >= limit("three_of_a_kind")
    told = {reason.code: dict(reason.values) for reason in advise(view, memory, Limit(200)).why}
    assert "wins-none" in told or told["wins"]["count"] <= 6  # type: ignore[operator]
