"""An option that takes an action from a moment takes it from the open prompts, and from what is asked."""

from __future__ import annotations

from typing import Any

import pytest

from engine.actions import Discard, Draw, Knock
from engine.asks import Ask
from engine.errors import IllegalAction
from engine.stakes import Stakes

from .pat_knock import DRAW_FIRST, PatKnockRules


def dealt(**rules: Any) -> Any:
    agreed = PatKnockRules(**rules)
    return DRAW_FIRST.new_deal(agreed, 3, Stakes(0, (20,) * 3), DRAW_FIRST.pack(agreed, 3).cards)


def test_with_the_option_a_first_turn_is_a_draw_or_a_knock() -> None:
    view = DRAW_FIRST.observe(dealt(), None)
    assert (view.asks, [prompt.do for prompt in view.prompts]) == (Ask.DRAW_OR_KNOCK, ["draw", "knock"])
    state, _ = DRAW_FIRST.apply(dealt(), Knock(1))
    assert state.knocker == 1


@pytest.mark.parametrize("viewer", [None, 1])
def test_without_it_there_is_nothing_but_the_draw(viewer: int | None) -> None:
    view = DRAW_FIRST.observe(dealt(pat_knock=False), viewer)
    assert (view.asks, [prompt.do for prompt in view.prompts]) == (Ask.DRAW, ["draw"])


def test_without_it_a_pat_knock_is_refused() -> None:
    with pytest.raises(IllegalAction) as caught:
        DRAW_FIRST.apply(dealt(pat_knock=False), Knock(1))
    assert caught.value.code == "no_pat_knock"


def test_after_the_draw_the_knock_is_offered_all_the_same() -> None:
    state, _ = DRAW_FIRST.apply(dealt(pat_knock=False), Draw(1, "stock"))
    view = DRAW_FIRST.observe(state, None)
    assert (view.asks, [prompt.do for prompt in view.prompts]) == (Ask.DISCARD, ["knock", "discard"])
    state, _ = DRAW_FIRST.apply(state, Knock(1))
    card = DRAW_FIRST.observe(state, 1).hand[0]
    state, _ = DRAW_FIRST.apply(state, Discard(1, card))
    assert DRAW_FIRST.to_act(state) == (2,)
