"""Lessons are played by the rules, from the first card to the end of their deals."""

from __future__ import annotations

from typing import Any

import pytest

import engine.games  # noqa: F401 - registers the games
from engine.actions import Shuffle, offered
from engine.game import GAMES, Game
from engine.lessons import LEARNER, Lesson, moves_before, moves_of
from engine.stakes import Stakes

TAUGHT = [game for game in GAMES.values() if game.telling.lesson is not None]


def lesson_of(game: Game[Any]) -> Lesson:
    assert game.telling.lesson is not None
    return game.telling.lesson


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.name)
def test_a_lesson_is_played_by_the_rules(game: Game[Any]) -> None:
    lesson, rules = lesson_of(game), game.rules()
    assert lesson.seats in game.seats
    chips = game.usual_chips(rules)
    supply = chips if game.money.ends_broke else 0
    stakes = Stakes(lesson.dealer, (chips,) * lesson.seats, supply=supply)
    for deal in lesson.deals:
        deck = game.pack(rules, lesson.seats).deck(deal.deck)
        state = game.new_deal(rules, lesson.seats, stakes, deck)
        for action in deal.first:
            assert not isinstance(action, Shuffle)
            assert action.seat != LEARNER
            state, _ = game.apply(state, action)
        for step in deal.steps:
            if step.do is not None:
                assert game.to_act(state) == (LEARNER,)
                assert offered(game.prompts(state, LEARNER), step.do)
                state, _ = game.apply(state, step.do)
            for action in step.then:
                assert not isinstance(action, Shuffle)
                assert action.seat != LEARNER
                state, _ = game.apply(state, action)
            for action in step.plays_on:
                assert not isinstance(action, Shuffle)
                state, _ = game.apply(state, action)
        assert state.result is None or not state.result.void
        assert deal.steps[-1].do is None, "the coach says what came of it"
        if deal is not lesson.deals[-1]:
            assert state.result is not None, "the next deal begins with what this one has come to"
            stakes = state.result.stakes


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.name)
def test_a_lesson_has_five_to_eight_steps_and_an_end(game: Game[Any]) -> None:
    steps = lesson_of(game).steps
    assert 5 <= len(steps) - 1 <= 8
    assert len({step.says for _, step in steps}) == len(steps)
    assert steps[-1][1].says == "end"
    played = [step.do for _, step in steps if step.do is not None]
    assert len(played) >= 4, "most of it is done and not read"


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.name)
def test_what_was_played_before_a_step(game: Game[Any]) -> None:
    for deal in lesson_of(game).deals:
        assert moves_before(deal, deal.steps[0]) == deal.first
        *_, last = deal.steps
        played = [action for step in deal.steps for action in step.moves]
        assert moves_before(deal, last) == (*deal.first, *played)
        assert moves_of(deal) == (*deal.first, *played)
