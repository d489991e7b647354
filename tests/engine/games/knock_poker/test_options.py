"""Knock Poker's options (knock_poker.md KP-47 to KP-68; general.md G-8)."""

from __future__ import annotations

import pytest

from engine.actions import Discard, Draw, Fold, Knock
from engine.cards import card
from engine.errors import BadSetup
from engine.events import Paid
from engine.game import GAMES
from engine.stakes import Transfer
from tests.kit.knock_poker import ACES, ALSO_ACES, EIGHTS, HIGH, REST, SIXES, TEN, TRIPS, deal, knocked, shown

GAME = GAMES["knock-poker"]
ROYAL, STEEL, FOURS = "AH KH QH JH TH", "9S 8S 7S 6S 5S", "QS QH QD QC 3S"


def test_kp_50_simple_a_knock_ends_play_at_once():
    table = deal([EIGHTS, TRIPS, HIGH], REST, settlement="simple").knock(0)
    assert table.chips == (19, 22, 19)
    assert table.result.shown == (0, 1, 2)


def test_kp_50_simple_has_no_folding():
    table = deal([EIGHTS, TRIPS], REST, settlement="simple").draw(0)
    assert table.refused(Fold(0, card("2S"))) == "no_folding"


def test_kp_51_simple_the_knocker_discards_first():
    table = deal([EIGHTS, TRIPS, HIGH], REST, settlement="simple").turn(0).draw(1).knock(1)
    assert table.state.result is None
    assert set(table.offers(1)) == {"discard"}
    table.discard(1, "3S")
    assert table.result.winners == (1,)


def test_kp_51_simple_ties_share():
    table = deal([ACES, ALSO_ACES, HIGH], REST, settlement="simple").knock(0)
    assert table.chips == (19 + 2, 19 + 1, 19)


def test_kp_51_simple_the_stock_runs_out():
    table = deal(TEN, "4H 4C", settlement="simple").turn(0)
    assert table.result.winners == (6,)


def test_kp_51_simple_a_knock_with_the_last_card():
    table = deal(TEN, "4H 4C", settlement="simple").draw(0).knock(0).discard(0, "4C")
    assert table.chips[6] == 29


def test_kp_52_each_draw_costs_a_chip():
    table = deal([EIGHTS, TRIPS, HIGH], REST, extra_chip_per_draw=True).draw(0)
    assert (table.chips, table.pot) == ((18, 19, 19), 4)
    assert table.events[-1] == Paid(Transfer(0, "pot", 1, "draw"))


def test_kp_53_both_piles_before_and_after_the_knock_and_before_a_fold():
    table = deal([EIGHTS, TRIPS, HIGH], REST, extra_chip_per_draw=True).draw(0, "discard").discard(0, "2S")
    table.knock(1).turn_fold(2)
    assert (table.chips, table.pot) == ((18, 20, 17), 5)
    table.turn(0)
    assert table.chips == (18 - 1 - 2, 20 + 6 + 2, 17)


def test_kp_53_a_pat_knock_costs_nothing():
    assert deal([EIGHTS, TRIPS], REST, extra_chip_per_draw=True).knock(0).pot == 2


def test_kp_53_of_the_three_choices_only_the_upcard_costs():
    table = deal(TEN, "4H 4C", extra_chip_per_draw=True).draw(0).knock(0).discard(0, "4C")
    before = table.pot
    table.stay(1).fold(2)
    assert table.pot == before
    table.draw(3, "discard")
    assert table.pot == before + 1


# the least hand to knock with: just reached, just missed
MINIMA = {
    "pair_of_jacks": ("JS JH 4D 3C 2S", "TS TH AD KC QS"),
    "pair_of_aces": ("AS AH 4D 3C 2S", "KS KH AD QC JS"),
    "two_pairs": ("3S 3H 2D 2C 4S", "AS AH KD QC JS"),
    "three_of_a_kind": ("2S 2H 2D 4C 3S", "AS AH KD KC QS"),
    "straight": ("5S 4H 3D 2C AS", "AS AH AD KC QS"),
}
OTHER = "9C 9D 8H 7H 6C"


@pytest.mark.parametrize("minimum", MINIMA)
def test_kp_54_the_minimum(minimum):
    reached, missed = MINIMA[minimum]
    assert "knock" in deal([reached, OTHER], "TC 5D", knock_minimum=minimum).offers(0)
    table = deal([missed, OTHER], "5C 5D", knock_minimum=minimum)
    assert "knock" not in table.offers(0)
    assert table.refused(Knock(0)) == "below_minimum"


def test_kp_54_no_minimum():
    assert "knock" in deal(["7S 5H 4D 3C 2S", OTHER], "TC 5D").offers(0)


def test_kp_55_the_five_cards_kept_must_reach_it():
    table = deal(["JS 5H 4D 3C 2S", OTHER], "TC JD", knock_minimum="pair_of_jacks").draw(0)
    assert "knock" in table.offers(0)
    table.knock(0)
    assert table.offers(0)["discard"] == ("5H", "4D", "3C", "2S")
    assert table.refused(Discard(0, card("JD"))) == "discard_below_minimum"
    assert table.refused(Discard(0, card("JS"))) == "discard_below_minimum"
    table.discard(0, "2S")
    assert table.state.knocker == 0


def test_kp_55_no_discard_leaves_enough():
    table = deal(["JS 5H 4D 3C 2S", OTHER], "TC KD", knock_minimum="pair_of_jacks").draw(0)
    assert set(table.offers(0)) == {"discard"}
    assert table.refused(Knock(0)) == "below_minimum"


def test_kp_55_a_taken_card_that_has_to_stay_counts():
    hands = ["QS JS TS 9S 8S", OTHER]  # with the taken card only four of the straight can be kept
    table = deal(["TS TH TD 4C 3S", OTHER], "4D 5C", knock_minimum="straight").draw(0, "discard")
    assert "knock" in table.offers(0)  # a full house is better than a straight
    assert table.knock(0).offers(0)["discard"] == ("3S",)
    taken = deal(hands, "2C 5C", knock_minimum="straight").draw(0, "discard")
    assert "knock" not in taken.offers(0)
    assert "knock" in deal(hands, "2C 5C", knock_minimum="straight").draw(0).offers(0)


def test_kp_56_better_types_do_and_odd_cards_do_not_count():
    assert "knock" in deal(["3S 3H 2D 2C 4S", OTHER], "TC 5D", knock_minimum="pair_of_jacks").offers(0)
    assert "knock" in deal(["JS JH 4D 3C 2S", OTHER], "TC 5D", knock_minimum="pair_of_jacks").offers(0)


def test_kp_60_everybody_pays_folders_included():
    table = knocked([STEEL, HIGH, "TD 8C 6D 4H 3C"], folders=(1,), rest="TC 2D 5H 5D", bonuses=True)
    # ante; fold 1; stay 2; pat knock 2 and straight flush 2 from each
    assert table.chips == (19 + 3 + 1 + 2 + 8, 18 - 4, 17 - 4)


def test_kp_60_not_without_the_option():
    assert knocked([STEEL, HIGH]).chips == (23, 17)


def test_kp_61_pat_knock():
    assert knocked([TRIPS, HIGH], bonuses=True).chips == (23 + 2, 17 - 2)


def test_kp_61_not_after_drawing():
    table = deal([TRIPS, HIGH], REST, bonuses=True).draw(0).knock(0).discard(0, "3S").turn(1)
    assert table.chips == (23, 17)


def test_kp_61_not_when_another_wins():
    assert knocked([HIGH, TRIPS], bonuses=True).chips == (17, 23)


@pytest.mark.parametrize(("hand", "bonus"), [(ROYAL, 4), (STEEL, 2), (FOURS, 1), ("QS QH QD 3C 3S", 0)])
@pytest.mark.parametrize("winner", [0, 1])
def test_kp_62_to_kp_65_the_hand_of_any_sole_winner(hand, bonus, winner):
    hands = [hand, "KC TD 9H 6C 4S"] if winner == 0 else ["KC TD 9H 6C 4S", hand]
    table = deal(hands, "2C 8C 2D 7D", bonuses=True).draw(0).knock(0).discard(0, "8C").turn(1)
    assert table.chips[winner] == 19 + 2 + 2 + bonus
    assert sum(table.chips) == 40


def test_kp_65_when_the_stock_ran_out_without_a_knock():
    hands = [*TEN]
    hands[6] = "JS JH JD JC 2C"
    hands[7], hands[8] = "8C TS 7D 5H 2D", "5S TH 7C 5D 2H"
    table = deal(hands, "4H 4C", bonuses=True).turn(0)
    assert table.chips == tuple(18 if seat != 6 else 19 + 10 + 9 for seat in range(10))


@pytest.mark.parametrize(("hand", "bonus"), [(ROYAL, 6), (STEEL, 4), (FOURS, 3)])
def test_kp_66_pat_knock_and_hand_add_up(hand, bonus):
    assert knocked([hand, "KC TD 9C 6C 4S"], rest="2C 8C 2D 7D", bonuses=True).chips == (23 + bonus, 17 - bonus)


def test_kp_67_no_bonus_for_a_tie():
    assert knocked(["9S 8S 7S 6S 5S", "9D 8D 7D 6D 5D", HIGH], rest="TC TD 5H 3H", bonuses=True).chips == (22, 21, 17)


def test_kp_67_all_folded_and_the_hand_is_shown_for_its_bonus():
    table = knocked([FOURS, HIGH, SIXES], folders=(1, 2), bonuses=True)
    assert table.chips == (19 + 3 + 2 + 6, 15, 15)
    assert shown(table) == table.result.shown == (0,)


def test_kp_67_all_folded_and_there_is_no_bonus_for_the_hand():
    table = knocked([TRIPS, HIGH, SIXES], folders=(1, 2), bonuses=True)
    assert table.chips == (19 + 3 + 2 + 4, 16, 16)
    assert shown(table) == ()
    assert knocked([FOURS, HIGH], folders=(1,), bonuses=True, bonus_four_of_a_kind=0).result.shown == ()
    assert knocked([FOURS, HIGH], folders=(1,)).result.shown == ()


def test_kp_68_bonuses_in_the_simple_game():
    table = deal([FOURS, HIGH, SIXES], REST, settlement="simple", bonuses=True).knock(0)
    assert table.chips == (22 + 6, 16, 16)
    beaten = deal([HIGH, FOURS, SIXES], REST, settlement="simple", bonuses=True).knock(0)
    assert beaten.chips == (18, 24, 18)


@pytest.mark.parametrize(
    ("option", "hand"),
    [
        ("bonus_pat_knock", TRIPS),
        ("bonus_royal_flush", ROYAL),
        ("bonus_straight_flush", STEEL),  # KP-63
        ("bonus_four_of_a_kind", FOURS),
    ],
)
@pytest.mark.parametrize("chips", [0, 7])
def test_kp_61_to_kp_64_the_bonuses_are_options(option, hand, chips):
    none = dict.fromkeys(("bonus_pat_knock", "bonus_royal_flush", "bonus_straight_flush", "bonus_four_of_a_kind"), 0)
    table = knocked([hand, "KC TD 9C 6C 4S"], rest="2C 8C 2D 7D", bonuses=True, **{**none, option: chips})
    assert table.chips == (23 + chips, 17 - chips)
    reasons = [transfer.reason for transfer in table.state.transfers if transfer.reason.startswith("bonus")]
    assert reasons == ([option] if chips else [])


def test_g_8_credit_everybody_plays():
    table = knocked([HIGH, TRIPS, EIGHTS], chips=0)
    assert table.chips == (-1 - 4, -1 + 3 + 2, -1 + 2)


def test_g_8_who_cannot_pay_the_ante_sits_out():
    table = deal({1: EIGHTS, 2: TRIPS, 3: HIGH}, REST, seats=4, chips=(2, 3, 3, 3), broke="sit_out", ante=3)
    assert table.to_act == (1,)
    assert table.hand(0) == ()
    assert (table.chips, table.pot) == ((2, 0, 0, 0), 9)
    view = table.view
    assert [seat.standing for seat in view.seats] == ["out", "in", "in", "in"]
    assert table.refused(Draw(0, "stock")) == "not_dealt_in"
    table.knock(1).turn(2).turn(3)
    assert table.result.net == (0, -3 - 4, 9 - 3 + 2, -3 + 2)  # payments within the deal go through


def test_g_8_the_deal_passes_on_from_a_dealer_who_sits_out():
    table = deal({0: EIGHTS, 1: TRIPS, 2: HIGH}, REST, seats=4, dealer=3, chips=(5, 5, 5, 0), broke="sit_out")
    assert table.view.dealer == 0
    assert table.to_act == (1,)
    table.knock(1).turn(2).turn(0)
    assert table.result.stakes.dealer == 1


@pytest.mark.parametrize("chips", [(0, 0, 5), (0, 0, 0)])
def test_g_8_a_deal_needs_two_who_can_pay(chips):
    with pytest.raises(BadSetup, match="fewer than 2 players can pay the ante of 1"):
        deal({}, REST, seats=3, chips=chips, broke="sit_out")


def test_g_8_without_an_ante_only_debts_sit_out():
    table = deal({0: EIGHTS, 2: TRIPS}, REST, seats=3, chips=(0, -1, 4), broke="sit_out", ante=0)
    assert table.to_act == (0,)
    assert table.refused(Draw(1, "stock")) == "not_dealt_in"
