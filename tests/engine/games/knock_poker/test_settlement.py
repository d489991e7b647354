"""Knock Poker: who pays whom, and what happens when the stock runs out (knock_poker.md KP-30 to KP-47, KP-70)."""

from __future__ import annotations

import pytest

from engine.actions import Discard, Draw, Fold
from engine.cards import card
from engine.events import DealOver, StockRanOut
from engine.game import GAMES
from engine.games.drawing.turn import MOST_TURNS
from tests.kit.knock_poker import (
    ACES,
    ALSO_ACES,
    ALSO_HIGH,
    EIGHTS,
    HIGH,
    REST,
    SEVENS,
    SIXES,
    TEN,
    THIRD_HIGH,
    TRIPS,
    deal,
    knocked,
    shown,
)

GAME = GAMES["knock-poker"]


def test_kp_30_knocker_and_stayers_show():
    table = knocked([EIGHTS, TRIPS, HIGH, SIXES], knocker=1, folders=(2,))
    assert shown(table) == table.result.shown == (0, 1, 3)
    assert isinstance(table.events[-1], DealOver)


def test_kp_31_knocker_alone_best():
    table = knocked([EIGHTS, TRIPS, HIGH], knocker=1)
    assert table.chips == (17, 26, 17)
    assert table.result.winners == (1,)
    assert table.result.net == (-3, 6, -3)


def test_kp_32_a_beaten_knocker_pays_everybody_who_stayed_in():
    table = knocked([TRIPS, EIGHTS, HIGH], knocker=1)
    assert table.chips == (19 + 3 + 2, 19 - 4, 19 + 2)
    assert table.result.winners == (0,)


def test_kp_33_the_knocker_ties_and_shares_what_losers_pay():
    table = knocked([ACES, ALSO_ACES, EIGHTS, HIGH], knocker=0)
    assert table.chips == (19 + 4, 19 + 4, 17, 17)
    assert table.result.winners == (0, 1)


def test_kp_34_others_tie_above_the_knocker():
    table = knocked([EIGHTS, ACES, ALSO_ACES, HIGH], knocker=0)
    assert table.chips == (19 - 6, 19 + 2 + 2, 19 + 2 + 2, 19 + 2)
    assert table.result.winners == (1, 2)


def test_kp_35_odd_chips_go_to_the_first_in_turn_order():
    table = knocked([ALSO_HIGH, ACES, ALSO_ACES], knocker=2)
    assert table.chips == (17, 19 + 3, 19 + 2)
    assert table.pot == 0


def test_kp_35_turn_order_is_counted_from_p1_not_from_the_knocker():
    table = deal([ACES, EIGHTS, ALSO_ACES], REST, dealer=0)
    table.turn(1).turn(2).draw(0).knock(0).do(Discard(0, card(table.hand(0)[-1].notation)))
    table.turn(1).turn(2)
    assert table.chips == (19 + 2, 17, 19 + 3)  # 3 + 2 chips; P1 is seat 1, so seat 2 comes before seat 0


def test_kp_35_or_stay_in_the_pot():
    table = knocked([ALSO_HIGH, ACES, ALSO_ACES], knocker=2, odd_chips="stay_in_pot")
    assert table.chips == (17, 19 + 2, 19 + 2)
    assert table.pot == table.result.stakes.pot == 1


@pytest.mark.parametrize("odd_chips", ["first_in_turn_order", "stay_in_pot"])
def test_kp_35_the_pot_of_the_deal_before_is_played_for(odd_chips):
    table = knocked([TRIPS, HIGH], pot=7, odd_chips=odd_chips)
    assert table.chips == (19 + 2 + 7 + 2, 17)


def test_kp_36_the_knocker_keeps_the_fold_chips_when_beaten():
    table = knocked([EIGHTS, TRIPS, HIGH, SIXES], knocker=0, folders=(2, 3))
    assert table.chips == (19 + 2 - 2, 19 + 4 + 2, 18, 18)


def test_kp_37_all_fold_and_the_knocker_takes_the_pot_unseen():
    table = knocked([EIGHTS, TRIPS, HIGH], folders=(1, 2))
    assert table.chips == (19 + 3 + 2, 18, 18)
    assert (shown(table), table.result.shown, table.result.winners) == ((), (), (0,))
    assert table.seen_by(1).seats[0].hand is None


def test_kp_38_three_tie_the_knocker_among_them():
    table = knocked([HIGH, ALSO_HIGH, THIRD_HIGH, "QC JS 8C 5S 3C"])
    assert table.chips == (19 + 2, 19 + 2, 19 + 2, 17)


def test_kp_38_three_tie_above_the_knocker():
    table = knocked(["QC JS 8C 5S 3C", HIGH, ALSO_HIGH, THIRD_HIGH])
    assert table.chips == (19 - 6, 19 + 2 + 2, 19 + 2 + 1, 19 + 2 + 1)


@pytest.mark.parametrize("stay_payment", [0, 1, 5])
def test_kp_31_to_kp_34_the_stay_payment_is_an_option(stay_payment):
    assert knocked([TRIPS, EIGHTS], stay_payment=stay_payment).chips == (21 + stay_payment, 19 - stay_payment)
    assert knocked([EIGHTS, TRIPS], stay_payment=stay_payment).chips == (19 - stay_payment, 21 + stay_payment)


# the worked examples


def test_example_the_knocker_is_best():
    assert knocked([EIGHTS, TRIPS, HIGH, SIXES], knocker=1, folders=(2,)).chips == (17, 28, 18, 17)


def test_example_the_dealer_is_best():
    assert knocked([EIGHTS, SEVENS, HIGH, TRIPS], knocker=1, folders=(2,)).chips == (21, 16, 18, 25)


def test_example_the_knocker_ties():
    table = knocked([ACES, EIGHTS, ALSO_ACES, HIGH, SIXES], knocker=2, folders=(3,))
    assert table.chips == (24, 17, 24, 18, 17)


def test_example_two_tie_above_the_knocker():
    table = knocked([ACES, EIGHTS, HIGH, ALSO_ACES, SIXES], knocker=1, folders=(2,))
    assert table.chips == (24, 14, 18, 23, 21)


def test_example_a_pat_knock_with_four_of_a_kind_and_bonuses():
    table = knocked(["QS QH QD QC 3S", HIGH, SIXES], folders=(1,), chips=10, bonuses=True)
    assert table.chips == (21, 5, 4)


# the stock runs out


def test_kp_40_the_stock_is_gone_at_the_end_of_the_first_turn_of_ten():
    table = deal(TEN, "4H 4C").draw(0).discard(0, "4C")
    assert StockRanOut() in table.events
    assert table.result.winners == (6,)
    assert table.chips == tuple(19 + 10 * (seat == 6) for seat in range(10))


def test_kp_40_taking_the_upcard_leaves_the_stock():
    table = deal(TEN, "4H 4C").draw(0, "discard").discard(0, "AS")
    assert table.to_act == (1,)
    table.turn(1)
    assert table.result.shown == tuple(range(10))


def test_kp_40_the_turn_is_finished_first():
    table = deal(TEN, "4H 4C").draw(0)
    assert table.state.stock == 0
    assert set(table.offers(0)) == {"knock", "discard"}


def test_kp_41_nobody_has_knocked_and_a_tie_shares_the_pot():
    hands = [*TEN]
    hands[6], hands[9] = "JS TC 8C 5S 2C", "TD 4H 9S 5C 2S"
    table = deal(hands, "JH 4C").turn(0)
    assert table.result.winners == (0, 1)
    assert table.chips == (24, 24, *(19,) * 8)


def test_kp_42_three_choices():
    table = deal(TEN, "4H 4C").knock(0).turn(1)
    assert table.to_act == (2,)
    assert table.offers(2) == {"stay": (), "draw": ("discard",), "fold": ()}
    assert table.view.asks == "choose"
    assert table.refused(Draw(2, "stock")) == "stock_empty"
    assert table.refused(Discard(2, card("3C"))) == "choose_first"
    table.stay(2)
    assert table.to_act == (3,)
    table.draw(3, "discard")
    assert table.refused(Discard(3, card("4C"))) == "taken_card"
    table.discard(3, "3D")
    assert table.discards == "4H 3D"
    table.fold(4)
    assert (table.chips[4], table.chips[0]) == (18, 20)
    for seat in range(5, 10):
        table.stay(seat)
    assert table.result.shown == (0, 1, 2, 3, 5, 6, 7, 8, 9)


def test_kp_43_they_choose_too_when_the_knocker_took_the_last_card():
    table = deal(TEN, "4H 4C").draw(0).knock(0).discard(0, "4C")
    assert table.to_act == (1,)
    assert table.offers(1) == {"stay": (), "draw": ("discard",), "fold": ()}


def test_kp_44_choosing_goes_round_and_the_upcard_binds():
    table = deal(TEN, "4H 4C").draw(0).knock(0).discard(0, "4C").draw(1, "discard")
    assert set(table.offers(1)) == {"discard"}
    assert table.refused(Fold(1, card("AH"))) == "fold_too_late"
    table.discard(1, "7S").draw(2, "discard")
    assert table.hand(2)[-1] is card("7S")


def test_kp_44_a_fold_names_no_card_there():
    table = deal(TEN, "4H 4C").draw(0).knock(0).discard(0, "4C")
    assert table.refused(Fold(1, card("AH"))) == "fold_without_card"
    table.fold(1)
    assert table.discards == "4H 4C"
    assert len(GAME.layout(table.state).aside) == 5


def test_kp_45_then_it_is_settled_as_usual():
    table = deal(TEN, "4H 4C").draw(0).knock(0).discard(0, "4C").fold(1)
    for seat in range(2, 10):
        table.stay(seat)
    assert table.result.winners == (6,)
    assert table.chips == (19 + 1 - 16, 18, *(21 + 10 * (seat == 6) for seat in range(2, 10)))


def test_kp_45_a_tie_with_the_knocker_after_the_choices():
    hands = [*TEN]
    hands[6], hands[9] = "JS TC 8C 5S 2C", "TD 4H 9S 5C 2S"
    table = deal(hands, "JH 4C").draw(0).knock(0).discard(0, "4C").stay(1)
    for seat in range(2, 10):
        table.fold(seat)
    assert table.result.winners == (0, 1)
    assert table.chips == (19 + 8 + 5, 19 + 5, *(18,) * 8)


def test_kp_46_the_last_stock_card_in_a_last_turn():
    table = deal(TEN, "4H 4C").knock(0).draw(1)
    assert set(table.offers(1)) == {"discard", "fold"}
    table.fold(1, "4C")
    assert table.offers(2) == {"stay": (), "draw": ("discard",), "fold": ()}


def test_kp_46_the_last_player_to_have_a_last_turn_takes_the_last_card():
    table = deal(TEN, "4H 4C")
    table.knock(0)
    for seat in range(1, 9):
        table.draw(seat, "discard").do(Discard(seat, table.hand(seat)[0]))
    table.turn(9)
    assert table.result.winners


def test_kp_47_all_stay():
    table = deal(TEN, "4H 4C", stockout_after_knock="all_stay").knock(0).turn(1)
    assert table.result.shown == tuple(range(10))
    assert table.chips[0] == 19 - 18


def test_kp_47_all_stay_also_when_the_knocker_took_the_last_card():
    table = deal(TEN, "4H 4C", stockout_after_knock="all_stay").draw(0).knock(0).discard(0, "4C")
    assert table.result.shown == tuple(range(10))


def test_all_fold_in_the_choices():
    table = deal(TEN, "4H 4C").draw(0).knock(0).discard(0, "4C")
    for seat in range(1, 10):
        table.fold(seat)
    assert table.result.shown == ()
    assert table.chips == (19 + 9 + 10, *(18,) * 9)


# the cap, and the number of deals


def to_and_fro(table, turns):
    for turn in range(turns):
        seat = turn % len(table.stakes.chips)
        table.draw(seat, "discard").do(Discard(seat, table.hand(seat)[0]))
    return table


def test_g_12_a_deal_without_a_knock_is_void_after_500_turns():
    table = to_and_fro(deal([HIGH, SIXES, EIGHTS], REST), MOST_TURNS - 1)
    assert table.state.result is None
    seat = (MOST_TURNS - 1) % 3
    table.draw(seat, "discard").do(Discard(seat, table.hand(seat)[0]))
    assert table.result.void
    assert (table.result.winners, table.result.net, table.result.shown) == ((), (-1, -1, -1), ())
    assert (table.result.stakes.pot, table.result.stakes.chips) == (3, (19, 19, 19))
    assert table.result.stakes.dealer == 0


def test_g_13_a_knock_in_the_last_turn_is_played_out():
    table = to_and_fro(deal([HIGH, SIXES], REST), MOST_TURNS - 1).draw(1, "discard").knock(1)
    table.do(Discard(1, table.hand(1)[0])).turn(0)
    assert table.result.winners


@pytest.mark.parametrize(("deals", "played", "over"), [(0, 99, False), (1, 0, True), (3, 1, False), (3, 2, True)])
def test_kp_70_the_game_ends_after_so_many_deals(deals, played, over):
    result = knocked([TRIPS, HIGH], deals=deals, played=played).result
    assert result.game_over is over
    assert result.game_winners == ((0,) if over else ())
    assert result.stakes.deals == played + 1


def test_kp_70_the_most_chips_win_whoever_won_the_last_deal():
    assert knocked([TRIPS, HIGH], chips=(10, 40), deals=1).result.game_winners == (1,)


def test_kp_70_equal_stacks_share():
    assert knocked(
        [ACES, ALSO_ACES, HIGH], chips=(20, 20, 10), deals=1, odd_chips="stay_in_pot"
    ).result.game_winners == (
        0,
        1,
    )


def test_kp_70_every_deal_stands_alone():
    first = knocked([TRIPS, HIGH, SIXES])
    second = deal([TRIPS, HIGH, SIXES], REST, chips=first.result.stakes.chips, dealer=first.result.stakes.dealer)
    assert second.to_act == (1,)
    assert second.chips == tuple(chips - 1 for chips in first.result.stakes.chips)
    assert "knock" in second.offers(1)
