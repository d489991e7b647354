"""The computer player of Knock Rummy."""

from __future__ import annotations

import pytest

from engine.actions import Discard, Draw, Knock
from engine.cards import card
from engine.games.knock_rummy import GAME
from engine.players import PLAYERS
from engine.shuffle import Stream
from engine.simulate import simulate
from tests.kit.knock_rummy import deal, fresh

CAREFUL = PLAYERS["careful"]
HAND = "7S 8S KH QD JC TS 9H 5D 3C 2C"


def choose(at, seat):
    return CAREFUL.choose(at.seen_by(seat), Stream(b"a test"))


def test_takes_an_upcard_that_makes_a_meld():
    assert choose(deal([HAND, ""], rest="9S"), 0) == Draw(0, "discard")


def test_takes_an_upcard_that_replaces_a_much_higher_card():
    assert choose(deal([HAND, ""], rest="AD"), 0) == Draw(0, "discard")
    assert choose(deal([HAND, ""], rest="KD"), 0) == Draw(0, "stock")


def test_discards_a_high_card_that_nothing_links_to():
    assert choose(deal([HAND, ""], rest="AD 4H").draw(0), 0) == Discard(0, card("KH"))
    linked = "7S 8S KH KD JC TS 9H 5D 3C 2C"
    assert choose(deal([linked, ""], rest="AD 4H").draw(0), 0) == Discard(0, card("JC"))


def test_knocks_with_little_unmatched_and_then_discards_the_best():
    at = deal(["7S 8S 9S KH KD KC 2C 2D 4C JH", ""], rest="QC 9D").draw(0)
    assert choose(at, 0) == Knock(0)
    assert choose(at.knock(0), 0) == Discard(0, card("JH"))


def test_plays_on_where_no_discard_pile_is_left():
    at = fresh(2)
    for turn in range(31):
        at.turn(turn % 2)
    assert isinstance(choose(at, 1), Draw)
    assert isinstance(choose(at.draw(1), 1), Knock | Discard)


@pytest.mark.parametrize("seats", GAME.seats)
def test_careful_beats_random(seats):
    players = [CAREFUL, *[PLAYERS["random"]] * (seats - 1)]
    totals = simulate(GAME, GAME.rules(), players, deals=40, seed=1)
    assert totals.net[0] > 200
    assert totals.void == 0
    assert sum(totals.net) == 0


def test_careful_plays_knock_rummy():
    assert CAREFUL.plays("knock-rummy")
