"""The kit deals what a test asks for, in every game and to any number of players."""

from __future__ import annotations

import pytest

from engine.cards import card
from engine.game import GAMES
from engine.shuffle import shuffled

from .stacked import deal
from .table import Table, notation


@pytest.mark.parametrize("players", [False, True], ids=["seats", "players"])
@pytest.mark.parametrize(("game", "seats"), [(name, seats) for name, game in GAMES.items() for seats in game.seats])
def test_everybody_is_dealt_the_cards_named(game, seats, players):
    plain = deal([""] * seats, game=game, players=players)
    assert sorted(plain.seats) == list(range(seats))
    pack = shuffled(plain.game.pack(plain.rules, seats).cards, b"stacked", 0)
    named = [notation(pack[2 * place : 2 * place + 2]) for place in range(seats)]
    table = deal(named, game=game, players=players)
    for number, text in enumerate(named, start=table.first):
        assert set(text.split()) <= {card.notation for card in table.hand(number)}
        assert table.number(table.seat(number)) == number
    assert table.left == plain.left


def test_the_rest_of_the_deck_begins_with_what_is_named():
    table = deal(["AS", "KS"], "9C 7C 8C", game="knock-poker")
    assert table.discards == "9C"
    assert table.draw(0).hand(0)[-1] is card("7C")
    assert table.discard(0, "AS").draw(1).hand(1)[-1] is card("8C")


def test_more_cards_than_are_dealt_are_refused():
    with pytest.raises(AssertionError, match="seat 1 gets 5 cards"):
        deal(["", "AS KS QS JS TS 9S"], game="knock-poker")


def test_chips_and_hands_are_given_by_number():
    table = deal(["AS", "KS", "QS"], game="le-poque", players=True, chips=(10, 20, 30), dealer=1)
    assert table.seats == (0, 2, 1)  # anticlockwise from the dealer's right
    assert table.stakes.chips == (10, 30, 20)
    assert card("KS") in table.hand(2) == table.game.layout(table.state).hands[2]


@pytest.fixture
def betting() -> Table:
    """Three players, of whom the first two have a pair."""
    return deal(["AS AH", "KS KH", ""], game="poch-1873", players=True, chips=40, supply=40)


def test_a_move_and_the_methods_are_the_same_actions(betting):
    same = deal(["AS AH", "KS KH", ""], game="poch-1873", players=True, chips=40, supply=40)
    betting.play("1 bet 2", "2 bet 3", "3 fold", "1 bet 3")
    assert betting.events == same.bets("1b2 2b3 3f 1b3").events
    assert betting.whose_turn == 1
    lead = betting.hands[0].split()[0]
    assert betting.play(f"1 play {lead}").events == same.leads(1, lead).events


def test_a_refusal_is_told_by_its_code_and_changes_nothing(betting):
    before = betting.state
    assert betting.refused("1 fold") == "pass_not_fold"
    assert betting.refused("2 pass") == "not_your_turn"
    assert betting.state is before
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        betting.refused("1 pass")
