"""High Card by its rules (high_card.py, HC-1 to HC-5); that it keeps the contract, the conformance suite says."""

from __future__ import annotations

import pytest

from engine.actions import Fold, Prompt, Stay
from engine.asks import Ask
from engine.cards import Card, card
from engine.errors import IllegalAction
from engine.game import GAMES
from engine.middle import Bare
from engine.stakes import Stakes
from tests.kit.games import registered

from .high_card import HIGH_CARD, HighCardRules, State


def dealt(*cards: str, **rules: int) -> State:
    """A deal in which the first in order of play, seat 1, has the first card; the last is dealer 0."""
    first = tuple(map(card, cards))
    deck: tuple[Card, ...] = (*first, *(card for card in HIGH_CARD.pack(None, 2).cards if card not in first))
    return HIGH_CARD.new_deal(HighCardRules(**rules), len(cards), Stakes(0, (20,) * len(cards)), deck)


def played(state: State, *actions: Stay | Fold) -> State:
    for action in actions:
        state, _ = HIGH_CARD.apply(state, action)
    return state


def test_hc_1_an_ante_and_a_card_each() -> None:
    view = HIGH_CARD.observe(dealt("AS", "2C", "KD", ante=2), 1)
    assert ([seat.chips for seat in view.seats], view.pot) == ([18, 18, 18], 6)
    assert view.hand == (card("AS"),)
    assert [seat.hand for seat in view.seats] == [None, (card("AS"),), None]


def test_hc_2_each_is_asked_once_from_the_dealers_left() -> None:
    state = dealt("AS", "2C", "KD")
    assert HIGH_CARD.to_act(state) == (1,)
    assert HIGH_CARD.to_act(played(state, Stay(1))) == (2,)
    assert HIGH_CARD.to_act(played(state, Stay(1), Stay(2))) == (0,)
    with pytest.raises(IllegalAction) as caught:
        HIGH_CARD.apply(state, Stay(0))
    assert caught.value.code == "not_your_turn"


def test_hc_2_everybody_sees_what_is_asked_and_offered() -> None:
    view = HIGH_CARD.observe(dealt("AS", "2C", "KD"), None)
    assert (view.asks, view.prompts, view.middle) == (Ask.CHOOSE, (Prompt("stay"), Prompt("fold")), Bare())


def test_hc_3_the_last_one_wins_unasked_and_unseen() -> None:
    state = played(dealt("2C", "AS", "KD"), Fold(1), Fold(2))
    assert state.result is not None
    assert (state.result.winners, state.result.net, state.result.shown) == ((0,), (2, -1, -1), ())


def test_hc_4_the_highest_rank_wins() -> None:
    state = played(dealt("QC", "AS", "KD"), Stay(1), Fold(2), Stay(0))
    assert state.result is not None
    assert (state.result.winners, state.result.net, state.result.shown) == ((0,), (2, -1, -1), (1, 0))


def test_hc_4_equal_ranks_share_and_the_first_in_order_gets_the_odd_chip() -> None:
    state = played(dealt("KC", "QS", "KD"), Stay(1), Stay(2), Stay(0))
    assert state.result is not None
    assert (state.result.winners, state.result.net) == ((1, 0), (0, 1, -1))


def test_hc_5_the_deal_passes_to_the_left() -> None:
    state = played(dealt("KC", "QS"), Fold(1))
    assert state.result is not None
    assert state.result.stakes.dealer == 1


def test_a_game_is_registered_only_for_a_while() -> None:
    before = dict(GAMES)
    with registered(HIGH_CARD):
        assert before | {"high-card": HIGH_CARD} == GAMES
    assert before == GAMES
