"""Dompe: outright wins, the showdown and the worked examples (dompe.md DM-16 to DM-33, DM-50, DM-51)."""

from __future__ import annotations

import pytest

from engine.actions import Show
from engine.events import DealOver, HandShown, Paid
from engine.stakes import Transfer
from tests.kit.dompe import NOTHING, around, deal

# -- outright wins


@pytest.mark.parametrize(
    ("hand", "sixth", "type_"),
    [
        ("AS KS 9S 6S 3S", "2S", "six_card_flush"),
        ("AS 2H 3D 4C 5S", "6H", "six_card_straight"),
        ("9S 9H 4D 4C KS", "X", "three_pairs"),
        ("9S 9H 9D 9C KS", "X", "five_of_a_kind"),
    ],
)
def test_dm_16_dm_18_the_shower_takes_the_pot_at_once(hand, sixth, type_):
    at = deal(hand, "JH 8H 8D 5C 2D", "QH JC 7D 4S 3C", rest=sixth).play("1 show")
    assert (at.winners, at.chips) == ((1,), (22, 19, 19))
    shown, paid, over = at.events
    assert isinstance(shown, HandShown)
    assert shown.name is not None
    assert (shown.cards, shown.name.type) == (at.hand(1), type_)
    assert paid == Paid(Transfer("pot", at.seat(1), 3, "pot"))
    assert isinstance(over, DealOver)
    view = at.view
    assert [seat.hand is not None for seat in view.seats] == [False, False, True]
    assert view.seats[2].name == shown.name


def test_dm_19_a_quintilla_is_shown_after_any_draw_and_after_a_call():
    at = deal("9S 9H 9D 6C 3S", "8S 8H 8D 8C 2S", rest="2C X").play("1 call", "1 discard 2C", "2 stock")
    assert list(at.offers(2)) == ["show", "discard"]
    assert at.play("2 show").winners == (2,)


def test_dm_19_a_quintilla_not_shown_is_the_highest_hand_at_the_showdown():
    at = deal("9S 9H 9D 6C 3S", "8S 8H 8D 8C 2S", rest="2C X").play("1 call", "1 discard 2C", "2 stock")
    assert at.play("2 discard 2S").winners == (2,)
    assert tuple(at.shown) == (1, 2)


def test_dm_19_no_show_between_turns():
    at = deal(*NOTHING[:2], "8S 8H 8C TD X", rest="2C").play("1 discard 2C")
    assert at.refused(Show(at.seat(3))) == "not_your_turn"


# -- showdown


def test_dm_26_less_than_three_of_a_kind_does_not_win():
    at = deal("2S 2H 2D 6C 3S", "AS AH KD KC QS", rest="4C 7C").play("1 call", "1 discard 6C", "2 turn")
    assert at.winners == (1,)


def test_dm_27_the_joker_wins_between_equal_hands():
    at = deal("8D 7D 6H 5D 4D", "8C 7C 6S X 4C", rest="KH KS").play("1 call", "1 discard KH", "2 turn")
    assert at.winners == (2,)


def test_dm_28_then_the_suit_of_the_highest_card():
    at = deal("QC JS TS 9D 8S", "QS JD TD 9S 8H", rest="2H KD").play("1 call", "1 discard 2H", "2 turn")
    assert at.winners == (2,)


def test_dm_50_dm_51_first_called_wins_between_equal_hands():
    hands = ["QC JS TS 9D 8S", "QS JD TD 9S X"]
    by_joker = deal(*hands, rest="2H 8D").play("1 call", "1 discard 2H", "2 turn")
    assert by_joker.winners == (2,)  # king high
    hands[1] = "QS TD 9S 8D X"
    at = deal(*hands, rest="2H 3D").play("1 call", "1 discard 2H", "2 turn")
    assert at.winners == (2,)
    at = deal(*hands, rest="2H 3D", equal_hands="first_called").play("1 call", "1 discard 2H", "2 turn")
    assert at.winners == (1,)
    at = deal(*hands, rest="2H 3D", equal_hands="first_called")
    assert at.play("1 discard 2H", "2 stock", "2 call", "2 discard 3D").winners == (2,)


def test_dm_51_the_order_of_showing_begins_with_the_caller():
    hands = ["QC JS TS 9D 8S", "QS JD TD 9S 8H", "QD JC TC 9H 8D"]
    at = deal(*hands, rest="2H 3D 3C", equal_hands="first_called")
    at.play("1 discard 2H", "2 stock", "2 call", "2 discard 3D", "3 turn")
    assert (tuple(at.shown), at.winners) == ((2, 3, 1), (2,))
    by_suit = deal(*hands, rest="2H 3D 3C").play("1 discard 2H", "2 stock", "2 call", "2 discard 3D", "3 turn")
    assert (tuple(by_suit.shown), by_suit.winners) == ((2, 3, 1), (3,))


def test_dm_33_the_highest_hand_takes_the_pot_and_nothing_else_is_paid():
    at = around(caller=2, players=4)
    at.play("3 turn", "4 turn")
    assert at.chips == (19, 23, 19, 19)
    assert [transfer.reason for transfer in at.state.transfers] == ["ante"] * 4 + ["pot"]


# -- the worked examples


def test_the_first_worked_example():
    hands = ["9S 9H 9D 6C 3S", "7S 7H 7D 5C 2S", "QS JH TD 4C 3D", "AC JC TC 6S 2C"]
    at = deal(*hands, rest="KH KS KD 8C", chips=10)
    at.play("1 discard KH", "2 stock", "2 call", "2 discard KS", "3 turn", "4 stock", "4 discard 6S")
    assert (tuple(at.shown), at.winners) == ((2, 3, 4, 1), (4,))
    assert at.chips == (9, 9, 9, 13)


def test_the_first_worked_example_without_the_flush():
    hands = ["9S 9H 9D 6C 3S", "7S 7H 7D 5C 2S", "QS JH TD 4C 3D", "AC JC TC 6S 2C"]
    at = deal(*hands, rest="KH KS KD 8H", chips=10)
    at.play("1 discard KH", "2 stock", "2 call", "2 discard KS", "3 turn", "4 turn")
    assert (at.winners, at.chips) == ((1,), (13, 9, 9, 9))


def test_the_second_worked_example():
    at = deal(*NOTHING[:2], "2D 2H 2C 6S 6H", rest="KC TC TD", chips=10)
    at.play("1 discard KC", "2 turn", "3 stock", "3 call", "3 discard TD")
    assert at.chips == (9, 9, 12)


def test_the_third_worked_example():
    at = deal("KS KH KD KC 3S", "4H 5C 6D 7S 8H", NOTHING[2], rest="2C 9C", chips=10)
    at.play("1 call", "1 discard 3S", "2 stock", "2 show")
    assert at.chips == (9, 12, 9)
