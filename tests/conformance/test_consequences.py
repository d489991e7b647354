"""What moves lead to is told for every move that is offered, and tells nothing that a seat can't know."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, strategies

import engine.games  # noqa: F401 - registers the games
from engine.actions import Prompt
from engine.cards import Card, Rank
from engine.consequences import Consequence, not_allowed
from engine.game import GAMES

from .deals import GAMES_BY_NAME, Setup, anything, each_option_and_each_number_of_seats, play, setups
from .test_contract import play_or_skip
from .test_secrets import QUICK, entitled, other_worlds

OWN = tuple(GAMES)
"""The games of the project; those that live in the tests alone tell no consequences."""
EACH_GAME = pytest.mark.parametrize("game", [game for game in GAMES_BY_NAME if game.name in OWN], ids=lambda g: g.name)


def covered(prompt: Prompt, found: list[Consequence]) -> bool:
    """Whether every choice of the prompt is told of just once, or the action where it has no choice."""
    mine = [there for there in found if there.do == prompt.do]
    choices = [choice for there in mine for choice in there.choices]
    if prompt.choices and all(isinstance(choice, (Card, Rank)) or prompt.do == "draw" for choice in prompt.choices):
        return sorted(map(str, choices)) == sorted(map(str, prompt.choices))
    return bool(mine)


@pytest.mark.parametrize(
    "setup", [setup for setup in each_option_and_each_number_of_seats() if setup.game.name in OWN], ids=str
)
def test_every_move_that_is_offered_is_told_of_and_no_other(setup: Setup) -> None:
    deal = play_or_skip(setup, anything)
    game = setup.game
    for state in deal.states:
        for seat in range(setup.seats):
            view = game.observe(state, seat)
            found = list(game.telling.consequences(view))
            assert {there.do for there in found} == {prompt.do for prompt in view.prompts}
            assert all(covered(prompt, found) for prompt in view.prompts)


@EACH_GAME
@QUICK
@given(data=strategies.data())
def test_why_a_move_is_not_allowed_tells_nothing_that_the_seat_cannot_know(
    game: Any, data: strategies.DataObject
) -> None:
    setup = data.draw(setups(game))
    deal = play(setup, anything)
    until = data.draw(strategies.integers(0, min(20, len(deal.states) - 1)))
    seat = data.draw(strategies.integers(0, setup.seats - 1))
    told = [(error.code, error.details) for error in not_allowed(game, deal.states[until], seat)]
    for world in other_worlds(deal, until, entitled(deal, seat, until), random.Random(1)):
        there = not_allowed(game, world.states[until], seat)
        assert [(error.code, error.details) for error in there] == told


@EACH_GAME
def test_something_that_one_would_expect_is_refused_with_a_reason(game: Any) -> None:
    """And a reason holds on to no state: it has no traceback."""
    setup = Setup(game, game.rules(), game.seats[0], chance=7)
    met = set()
    for state in play(setup, anything).states:
        for seat in range(setup.seats):
            for error in not_allowed(game, state, seat):
                met.add(error.code)
                assert error.__traceback__ is None
    assert "not_your_turn" in met
    assert met - {"not_your_turn", "deal_over"}
