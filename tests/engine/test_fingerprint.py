"""The fingerprint of a state (engine/fingerprint.py)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cards import ALL_CARDS, card
from engine.evolve import evolve
from engine.fingerprint import fingerprint
from engine.game import GAMES
from engine.games.knock_poker import KnockPokerRules
from engine.secret import Secret
from engine.shuffle import shuffled
from engine.stakes import Stakes, Transfer

GAME = GAMES["knock-poker"]
VALUE = (1, "a", None, True, card("AS"), Secret((card("2C"),), (3, 1, 2)), Transfer(0, "pot", 1, "ante"))


def state(**rules):
    return GAME.new_deal(KnockPokerRules(**rules), 3, Stakes(0, (20,) * 3), ALL_CARDS)


def test_equal_states_have_one_fingerprint():
    assert fingerprint(state()) == fingerprint(state())


def test_it_is_the_same_on_every_machine():
    """Written down once. Where a state gets other fields this changes, and stored deals must be replayed anew."""
    program = "from tests.engine.test_fingerprint import VALUE, fingerprint; print(fingerprint(VALUE))"
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
            cwd=Path(__file__).parents[2],
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert found == {"8f68870c023895035b526a9ac5a97d3c13e0c6e9db288eb3db3e9e7bb79212b0"}


@pytest.mark.parametrize(
    ("game", "begins"),
    [
        ("knock-poker", "d989c33d4fb8048f"),
        ("dompe", "c53de4eb19f8c434"),
        ("poe-crumb", "46e77cc897f5b50a"),
        ("knock-rummy", "53b87f1d404dc20b"),
    ],
)
def test_deals_that_were_stored_before_there_were_supplies_still_hold(game, begins):
    """Written down when these four games were all there were."""
    it = GAMES[game]
    deck = shuffled(it.pack(it.rules(), 3), bytes(32), 7)
    before = Stakes(0, (it.money.chips,) * 3)
    assert fingerprint(it.new_deal(it.rules(), 3, before, deck)).startswith(begins)
    supplied = Stakes(0, (it.money.chips,) * 3, supply=it.money.chips or 1)
    assert fingerprint(supplied) != fingerprint(before), "where it is set it counts"


def test_hidden_cards_count():
    one = state()
    hands = (Secret((*one.hands[0].open()[:4], ALL_CARDS[-1]), (0,)), *one.hands[1:])
    assert fingerprint(evolve(one, hands=hands)) != fingerprint(one)


@pytest.mark.parametrize(
    "changes",
    [{"turns": 1}, {"knocker": 0}, {"pat": True}, {"folded": (1,)}, {"order": (1, 0, 2)}, {"transfers": ()}],
)
def test_every_field_counts(changes):
    assert fingerprint(evolve(state(), **changes)) != fingerprint(state())


def test_rules_count():
    assert fingerprint(state(bonuses=True)) != fingerprint(state())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("ab",), ("a", "b")),
        (("a;'b",), ("a", "b")),
        ((1, (2,)), ((1,), 2)),
        ((1,), (True,)),
        (("1",), (1,)),
        (((),), ()),
        (Secret(1), Secret(1, (0,))),
        (Secret(1), 1),
    ],
)
def test_different_values_are_written_differently(one, other):
    assert fingerprint(one) != fingerprint(other)


def test_what_is_no_value_of_the_engine():
    with pytest.raises(TypeError, match="a list has no fingerprint"):
        fingerprint(([1],))


def test_evolve_knows_the_fields():
    with pytest.raises(TypeError, match="State has none but the fields rules, stakes"):
        evolve(state(), turn=1)
    assert evolve(state(), turns=3).turns == 3
    assert evolve(state()) == state()
    assert card("AS") is ALL_CARDS[0]
