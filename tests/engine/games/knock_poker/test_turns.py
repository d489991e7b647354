"""Knock Poker: the deal, the turns, the knock and the last turns (knock_poker.md KP-1 to KP-25)."""

from __future__ import annotations

import pytest

from engine.actions import Bet, Discard, Draw, Fold, Knock, Play, Shuffle, Stay
from engine.cards import card, cards, standard_pack
from engine.errors import BadSetup
from engine.events import CardDiscarded, CardDrawn, Folded, Knocked, Paid
from engine.game import GAMES
from engine.games.knock_poker import KnockPokerRules
from engine.stakes import Stakes, Transfer
from tests.kit.knock_poker import deal
from tests.kit.table import Table

KINGS, QUEENS, JACKS, TENS = "KS KH 7D 5C 3S", "QS QH 7C 5D 3H", "JS JH 8D 6C 4S", "TS TH 8C 6D 4H"
HANDS = [KINGS, QUEENS, JACKS, TENS]
GAME = GAMES["knock-poker"]


def test_kp_1_three_to_five_are_recommended():
    assert GAME.telling.recommended == range(3, 6)


@pytest.mark.parametrize(
    ("seats", "stock"), [(2, 41), (3, 36), (4, 31), (5, 26), (6, 21), (7, 16), (8, 11), (9, 6), (10, 1)]
)
def test_kp_2_two_to_ten_play(seats, stock):
    state = GAME.new_deal(KnockPokerRules(), seats, Stakes(0, (20,) * seats), standard_pack().cards)
    assert Table(GAME, state).middle().stock == stock


@pytest.mark.parametrize("seats", [0, 1, 11])
def test_kp_2_no_other_number_plays(seats):
    with pytest.raises(BadSetup, match="2 to 10 seats"):
        GAME.new_deal(KnockPokerRules(), seats, Stakes(0, (20,) * seats), standard_pack().cards)


def test_kp_3_the_pack_has_52_cards_without_jokers():
    assert GAME.pack(KnockPokerRules(), 4) == standard_pack()
    with pytest.raises(BadSetup, match="each of the 52 cards once"):
        GAME.new_deal(KnockPokerRules(), 2, Stakes(0, (20, 20)), standard_pack().cards[1:])


def test_kp_4_everybody_antes_before_the_deal():
    table = deal(HANDS)
    assert (table.chips, table.pot) == ((19,) * 4, 4)
    assert table.state.transfers == tuple(Transfer(seat, "pot", 1, "ante") for seat in range(4))


@pytest.mark.parametrize(("ante", "chips", "pot"), [(0, 20, 0), (5, 15, 20)])
def test_kp_4_the_ante_is_an_option(ante, chips, pot):
    table = deal(HANDS, ante=ante)
    assert (table.chips, table.pot) == ((chips,) * 4, pot)


def test_kp_5_the_deal_passes_to_the_left():
    table = deal(HANDS, dealer=1, settlement="simple").knock(2)
    assert table.result.stakes.dealer == 2


def test_kp_6_cards_are_dealt_one_at_a_time_from_the_dealers_left():
    state = GAME.new_deal(KnockPokerRules(), 3, Stakes(0, (20,) * 3), standard_pack().cards)
    hands = GAME.layout(state).hands
    assert [hand[0].notation for hand in (hands[1], hands[2], hands[0])] == ["AS", "KS", "QS"]
    assert [card.notation for card in hands[1]] == ["AS", "JS", "8S", "5S", "2S"]


def test_kp_7_the_next_card_is_turned_up():
    state = GAME.new_deal(KnockPokerRules(), 3, Stakes(0, (20,) * 3), standard_pack().cards)
    assert GAME.layout(state).discards == (standard_pack().cards[15],)
    assert GAME.layout(state).stock == standard_pack().cards[16:]


def test_kp_8_hands_are_poker_hands_and_suits_do_not_count():
    rules = KnockPokerRules()
    hands = "2H 4H 6H 8H TH", "2S 4S 6S 8S TS", "3S 4H 5D 6C 7S"
    hearts, spades, straight = [GAME.judging.rank(rules, cards(hand)) for hand in hands]
    assert hearts.value == spades.value > straight.value


def test_kp_9_everybody_starts_with_twenty_chips():
    assert GAME.money.chips == 20


@pytest.mark.parametrize("dealer", range(4))
def test_kp_10_the_dealers_left_begins_and_play_goes_clockwise(dealer):
    table = deal(HANDS, dealer=dealer)
    for turn in range(8):
        seat = (dealer + 1 + turn) % 4
        assert table.to_act == (seat,)
        table.turn(seat)


def test_kp_11_a_turn_is_draw_knock_discard():
    table = deal(HANDS).turn(0).turn(1).turn(2).turn(3)
    assert table.offers(0) == {"draw": ("stock", "discard")}
    table.draw(0)
    assert set(table.offers(0)) == {"knock", "discard"}
    table.knock(0)
    assert set(table.offers(0)) == {"discard"}
    assert table.discard(0, "3S").to_act == (1,)


def test_kp_11_no_discard_before_the_draw_and_no_second_draw():
    table = deal(HANDS)
    assert table.refused(Discard(0, card("3S"))) == "draw_first"
    table.draw(0)
    assert table.refused(Draw(0, "stock")) == "already_drawn"
    assert table.refused(Draw(0, "discard")) == "already_drawn"


def test_kp_11_the_discard_must_be_held():
    table = deal(HANDS).draw(0)
    assert table.refused(Discard(0, card("QS"))) == "card_not_held"


def test_kp_12_a_stock_card_is_seen_by_its_drawer_alone():
    table = deal(HANDS, "2C AC").draw(0)
    (drawn,) = table.events
    assert isinstance(drawn, CardDrawn)
    assert [drawn.card.to(seat) for seat in (0, 1, None)] == [card("AC"), None, None]
    assert table.seen_by(0).drawn is card("AC")
    assert table.seen_by(1).drawn is None


def test_kp_12_the_upcard_is_drawn_before_everybody():
    table = deal(HANDS, "2C AC").draw(0, "discard")
    assert len(table.events) == 1
    assert [table.last_is(CardDrawn).card.to(seat) for seat in (0, 1, None)] == [card("2C")] * 3
    assert table.middle().discards == 0
    assert table.middle(1).drawn_from == "discard"


def test_kp_13_a_taken_card_cannot_go_straight_back():
    table = deal(HANDS, "2C AC").draw(0, "discard")
    assert table.offers(0)["discard"] == ("KS", "KH", "7D", "5C", "3S")
    assert table.refused(Discard(0, card("2C"))) == "taken_card"
    table.discard(0, "3S").turn(1).turn(2).turn(3).draw(0)
    assert "2C" in table.offers(0)["discard"]


def test_kp_13_it_cannot_go_back_after_a_knock_or_with_a_fold_either():
    table = deal(HANDS, "2C AC").draw(0, "discard").knock(0)
    assert table.refused(Discard(0, card("2C"))) == "taken_card"
    table.discard(0, "3S").draw(1, "discard")
    assert table.refused(Fold(1, card("3S"))) == "taken_card"
    assert table.offers(1)["fold"] == ("QS", "QH", "7C", "5D", "3H")


def test_kp_13_a_stock_card_can_go_back():
    table = deal(HANDS, "2C AC").draw(0).discard(0, "AC")
    assert table.discards == "2C AC"


def test_kp_14_the_knock_comes_after_the_draw_in_any_turn():
    table = deal(HANDS).draw(0)
    assert "knock" in table.offers(0)
    table.knock(0).discard(0, "3S")
    assert table.events[1] == Knocked(0)
    later = deal(HANDS).turn(0).turn(1).turn(2).turn(3)
    assert later.refused(Knock(0)) == "pat_knock_too_late"
    later.draw(0).knock(0)
    assert later.state.knocker == 0


def test_kp_15_a_pat_knock_replaces_the_first_turn():
    table = deal(HANDS)
    assert table.offers(0) == {"draw": ("stock", "discard"), "knock": ()}
    table.turn(0)
    assert "knock" in table.offers(1)
    table.knock(1)
    assert table.events[-1] == Knocked(1, pat=True)
    assert table.to_act == (2,)


def test_kp_15_not_after_drawing_nor_on_a_later_turn():
    table = deal(HANDS).draw(0).knock(0)
    assert not table.state.pat
    later = deal(HANDS).turn(0).turn(1).turn(2).turn(3)
    assert later.offers(0) == {"draw": ("stock", "discard")}


def test_kp_16_one_knock_a_deal():
    table = deal(HANDS).draw(0).knock(0)
    assert table.refused(Knock(0)) == "already_knocked"
    table.discard(0, "3S")
    assert table.offers(1) == {"draw": ("stock", "discard")}
    assert table.refused(Knock(1)) == "already_knocked"
    table.draw(1)
    assert set(table.offers(1)) == {"discard", "fold"}
    assert table.refused(Knock(1)) == "already_knocked"


def test_kp_17_everybody_else_has_one_more_turn():
    table = deal(HANDS).turn(0).draw(1).knock(1).discard(1, "3H")
    for seat in (2, 3, 0):
        assert table.to_act == (seat,)
        table.turn(seat)
    assert table.result.shown == (0, 1, 2, 3)


def test_kp_18_a_pat_knock_leaves_the_discard_pile():
    table = deal(HANDS, "2C AC").knock(0)
    assert table.discards == "2C"
    table.draw(1, "discard")
    assert table.hand(1)[-1] is card("2C")


def test_kp_20_a_player_stays_or_folds_after_the_draw():
    table = deal(HANDS, "2C AC AD").knock(0).draw(1)
    assert set(table.offers(1)) == {"discard", "fold"}
    assert table.offers(1)["fold"] == ("QS", "QH", "7C", "5D", "3H", "AC")
    table.fold(1, "AC")
    assert (table.chips, table.pot) == ((20, 18, 19, 19), 4)
    assert table.hand(1) == ()
    assert table.seen_by(1).seats[1].standing == "folded"


@pytest.mark.parametrize(("payment", "chips"), [(0, (19, 19, 19, 19)), (3, (22, 16, 19, 19))])
def test_kp_20_the_fold_payment_is_an_option(payment, chips):
    assert deal(HANDS, fold_payment=payment).knock(0).turn_fold(1).chips == chips


def test_kp_21_there_is_no_standing_pat_while_the_stock_lasts():
    table = deal(HANDS).knock(0)
    assert table.offers(1) == {"draw": ("stock", "discard")}
    assert table.refused(Stay(1)) == "stay_not_offered"
    table.draw(1)
    assert table.refused(Stay(1)) == "stay_not_offered"


def test_kp_22_the_discard_of_a_fold_can_be_taken_and_the_rest_is_set_aside():
    table = deal(HANDS, "2C AC AD").knock(0).draw(1).fold(1, "AC")
    assert table.discards == "2C AC"
    layout = GAME.layout(table.state)
    assert " ".join(card.notation for card in layout.aside) == QUEENS
    table.draw(2, "discard")
    assert table.hand(2)[-1] is card("AC")
    for viewer in (None, 0, 1, 2, 3):
        assert table.seen_by(viewer).seats[1].hand is None


def test_kp_23_the_chip_is_paid_at_once_and_to_the_knocker():
    table = deal(HANDS, "2C AC").knock(0).draw(1).fold(1, "AC")
    assert table.events[-3:] == [
        CardDiscarded(1, card("AC")),
        Folded(1),
        Paid(Transfer(1, 0, 1, "fold")),
    ]


def test_kp_24_no_fold_before_a_knock():
    table = deal(HANDS)
    assert table.refused(Fold(0)) == "fold_before_knock"
    table.draw(0)
    assert table.refused(Fold(0, card("3S"))) == "fold_before_knock"


def test_kp_25_the_choice_comes_after_the_draw_and_not_to_the_knocker():
    table = deal(HANDS).draw(0).knock(0)
    assert table.refused(Fold(0, card("3S"))) == "knocker_cannot_fold"
    table.discard(0, "3S")
    assert table.refused(Fold(1)) == "fold_after_draw"
    table.draw(1)
    assert table.refused(Fold(1)) == "fold_needs_card"
    assert table.refused(Fold(1, card("KS"))) == "card_not_held"


def test_nobody_plays_out_of_turn_or_after_the_end():
    table = deal(HANDS, settlement="simple")
    assert table.refused(Draw(1, "stock")) == "not_your_turn"
    assert table.refused(Draw(7, "stock")) == "not_your_turn"
    assert table.offers(1) == {}
    table.knock(0)
    assert table.to_act == ()
    assert table.refused(Draw(1, "stock")) == "deal_over"
    assert [table.offers(seat) for seat in range(4)] == [{}] * 4


def test_who_has_folded_is_told_so():
    assert deal(HANDS).knock(0).turn_fold(1).refused(Draw(1, "stock")) == "folded"


@pytest.mark.parametrize("action", [Bet(0, 1), Play(0, card("KS")), Shuffle((card("KS"),))])
def test_actions_of_other_games_are_refused(action):
    assert deal(HANDS).refused(action) == "not_in_this_game"


def test_a_source_that_does_not_exist_is_refused():
    assert deal(HANDS).refused(Draw(0, "sleeve")) == "not_offered"  # type: ignore[arg-type]  # what is tested
