"""The computer player of Crummy."""

from __future__ import annotations

import pytest

from engine.actions import Halt, Meld, Play
from engine.cards import Rank, card
from engine.games.crummy import GAME
from engine.players import PLAYERS
from engine.shuffle import Stream
from engine.simulate import simulate
from tests.kit.crummy import COMPLETE, deal, standing
from tests.kit.table import Table

CAREFUL = PLAYERS["careful"]


def choose(at: Table, seat: int):
    return CAREFUL.choose(at.seen_by(seat), Stream(b"a test"))


def test_lays_a_quartet_at_once_and_the_most_valuable_first():
    at = deal(COMPLETE).in_turn("JH 9C KD 8S")
    assert choose(at, 2) == Meld(2, Rank.NINE)
    assert choose(at.in_turn("+9"), 2) == Meld(2, Rank.EIGHT)


def test_takes_a_trick_that_makes_a_quartet():
    at = standing(["7H", "7D 8H 8D", "7S 7C 8S 8C"], laid={0: "A K Q J T 9"}, marked=0, may_lay=False)
    assert choose(at.in_turn("7H 7D"), 2) == Play(2, card("7S"))
    at.in_turn("7S")
    assert choose(at, 2) == Play(2, card("7C"))


def test_does_not_break_a_triplet_for_nothing():
    at = standing(["9S KH KD KC 8S", "9H 9D 9C 8H", "KS 8D 8C"], laid={0: "A Q J T 7"}, marked=0, may_lay=False)
    assert choose(at, 0) in (Play(0, card("9S")), Play(0, card("8S")))


def test_calls_a_halt_where_it_may():
    at = standing(["7S 7H 7D 8C", "7C 8S 8H 8D", ""], out=(2,), laid={2: "A K Q J T 9"}, marked=2, halt="free")
    assert choose(at, 0) == Halt(0)
    assert choose(at, 1) == Halt(1)
    for seat in (0, 1):
        assert CAREFUL.speaks_up(at.seen_by(seat))
    assert not CAREFUL.speaks_up(at.seen_by(2)), "who is out has nothing to call"


def test_cr_51_calls_no_halt_that_would_leave_it_with_less():
    hands = ["5S 5H 5D AC", "5C AS AH AD", "", "", ""]
    at = standing(hands, out=(2, 3, 4), laid={2: "K Q J T", 3: "9 8", 4: "7 6"}, marked=2, halt="free")
    assert isinstance(choose(at, 0), Play), "2 x 5 is less than 13"
    assert not CAREFUL.speaks_up(at.seen_by(1))
    at = standing(hands, out=(2, 3, 4), laid={2: "K Q J T", 3: "9 8", 1: "7 6"}, marked=2, halt="free")
    assert CAREFUL.speaks_up(at.seen_by(1)), "what it has laid counts twice, too"
    assert isinstance(choose(at, 0), Play)


@pytest.mark.parametrize("seats", GAME.seats)
def test_careful_beats_random(seats):
    players = [CAREFUL, *[PLAYERS["random"]] * (seats - 1)]
    totals = simulate(GAME, GAME.rules(), players, deals=60, seed=5)
    assert totals.net[0] > max(totals.net[1:])
    assert totals.wins[0] > 60 / seats


@pytest.mark.parametrize("seats", GAME.seats)
def test_careful_players_come_to_an_end(seats):
    totals = simulate(GAME, GAME.rules(), [CAREFUL] * seats, deals=30, seed=2)
    assert totals.void <= 2
    assert totals.actions < 30 * 250
    assert sum(totals.net) > 0
