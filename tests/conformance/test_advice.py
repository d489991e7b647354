"""Advice is offered, blind, bounded and always the same, in every game."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings, strategies

import engine.games  # noqa: F401 - registers the games
from engine.actions import offered
from engine.advice import Advice, advise
from engine.game import GAMES
from engine.memory import Memory, begin, remember
from engine.players.base import Limit

from .deals import GAMES_BY_NAME, Deal, Setup, anything, patient, play, setups
from .test_secrets import QUICK, entitled, in_another_world

EACH_GAME = pytest.mark.parametrize(
    "game", [game for game in GAMES_BY_NAME if game.name in GAMES], ids=lambda g: g.name
)
FEW = Limit(12)
BY_RULE = Limit(0)


def remembered(deal: Deal, seat: int, until: int) -> Memory:
    start = deal.states[0]
    memory = begin(deal.game.observe(start, seat), deal.game.telling.opening(start))
    return remember(memory, [event for events in deal.events[:until] for event in events])


def advice(deal: Deal, seat: int, until: int, limit: Limit = FEW) -> Advice:
    return advise(deal.game.observe(deal.states[until], seat), remembered(deal, seat, until), limit)


@EACH_GAME
@settings(QUICK, max_examples=6)
@given(data=strategies.data())
def test_what_the_seat_cannot_know_changes_no_advice(game: Any, data: strategies.DataObject) -> None:
    setup = data.draw(setups(game))
    deal = play(setup, data.draw(strategies.sampled_from([anything, patient])))
    moments = [(at, seat) for at, state in enumerate(deal.states[:40]) for seat in game.to_act(state)]
    until, seat = data.draw(strategies.sampled_from(moments))
    view = game.observe(deal.states[until], seat)
    told = advice(deal, seat, until)
    assert offered(view.prompts, told.action)
    assert told.other is None or offered(view.prompts, told.other)
    assert told.worlds <= FEW.worlds
    assert advice(deal, seat, until) == told, "whoever asks twice is told the same"
    by_rule = advice(deal, seat, until, BY_RULE)
    chance = random.Random(setup.chance)
    for _ in range(4):
        world = in_another_world(deal, until, entitled(deal, seat, until), chance)
        if world is not None:
            assert advice(world, seat, until) == told
            assert advice(world, seat, until, BY_RULE) == by_rule


@EACH_GAME
def test_a_clock_bounds_it_world_by_world(game: Any) -> None:
    ticks = iter(range(10_000))
    limit = Limit(1000, 3.0, lambda: float(next(ticks)))
    deal = play(Setup(game, game.rules(), game.seats[0], chance=3), anything)
    for until in range(3):
        for seat in game.to_act(deal.states[until]):
            assert advice(deal, seat, until, limit).worlds <= 4
