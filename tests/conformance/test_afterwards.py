"""What decisions were worth follows, in every game, from what whoever is told it has seen."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings, strategies

import engine.games  # noqa: F401 - registers the games
from engine.actions import Bet, Fold
from engine.afterwards import MOST_STAKES, Moment, moments, worth
from engine.events import HandShown
from engine.game import GAMES
from engine.players.base import Limit
from engine.players.drawing.thinking import DRAWING
from engine.players.pools.thinking import POOLS

from .deals import GAMES_BY_NAME, Deal, Setup, anything, patient, play, setups
from .test_secrets import QUICK, entitled, other_worlds

EACH_GAME = pytest.mark.parametrize(
    "game",
    [game for game in GAMES_BY_NAME if game.name in GAMES and game.name in {*DRAWING.games, *POOLS.games}],
    ids=lambda g: g.name,
)
FEW = Limit(8)


def decided(deal: Deal, other: Deal) -> tuple[Moment, ...]:
    """What was decided in ``deal``, with the cards of ``other``, in which nobody has done anything else."""
    return moments(deal.game, other.states[0], deal.actions)


def told(deal: Deal, other: Deal, viewer: int | None) -> list[tuple[str, int, int | None]]:
    """What that viewer is told: of hands that were shown, and of its own."""
    shown = {event.seat for events in deal.events for event in events if isinstance(event, HandShown)}
    found = [moment for moment in decided(deal, other) if moment.seat in shown | {viewer}]
    return [(moment.kind, moment.seat, worth(moment, FEW)) for moment in found]


@EACH_GAME
@settings(QUICK, max_examples=8)
@given(data=strategies.data())
def test_other_hands_that_a_viewer_has_not_seen_change_nothing_that_it_is_told(
    game: Any, data: strategies.DataObject
) -> None:
    setup = data.draw(setups(game))
    deal = play(setup, data.draw(strategies.sampled_from([anything, patient])))
    viewer = data.draw(strategies.sampled_from([None, *range(setup.seats)]))
    last = len(deal.actions)
    here = told(deal, deal, viewer)
    assert here == told(deal, deal, viewer), "it is always the same"
    assert all(share is not None and 0 <= share <= 100 for *_, share in here)
    for other in islice(other_worlds(deal, last, entitled(deal, viewer, last), random.Random(setup.chance)), 2):
        assert told(deal, other, viewer) == here


@pytest.mark.parametrize("name", sorted(DRAWING.games))
def test_every_knock_is_among_them(name: str) -> None:
    game, found = GAMES[name], 0
    for chance in range(20):
        deal = play(Setup(game, game.rules(), game.seats[0] + 1, chance=chance))
        kinds = [moment.kind for moment in decided(deal, deal)]
        knocks = sum(action.do == "knock" for action in deal.actions)
        assert kinds.count("knock") == knocks
        assert kinds.count("fold") == sum(action.do == "fold" for action in deal.actions)
        found += knocks
    assert found


@pytest.mark.parametrize("name", sorted(POOLS.games))
def test_every_stake_is_among_them_and_no_pass(name: str) -> None:
    game, found = GAMES[name], 0
    for chance in range(20):
        deal = play(Setup(game, game.rules(), game.seats[0] + 1, chance=chance))
        made = decided(deal, deal)
        betting = [action for action in deal.actions if isinstance(action, Bet | Fold)][-MOST_STAKES:]
        staked = [action for action in betting if isinstance(action, Bet)]
        assert [moment.action for moment in made if moment.kind != "drop"] == staked
        assert all(isinstance(moment.action, Fold) for moment in made if moment.kind == "drop")
        found += len(staked)
    assert found
