"""The engine of Poch, modern form: the betting, short stacks, and what is refused.

Written beside the engine; ``test_poch_rulebook_*`` are an independent reading of the same rules by another author.
"""

from __future__ import annotations

from engine.actions import Bet, Draw, Fold, Pass, Play
from engine.asks import Ask
from engine.cards import Rank, card, cards
from engine.events import BetMade, Folded, HandShown, Paid, Passed
from engine.parts.hands import HandName
from engine.stakes import HOUSE, Transfer

from .poch import PochTable

HONOURS = "AS KS QS JS TS"

# the betting


def bettors(**rules) -> PochTable:
    """P1 kings, P2 aces, P3 nines three times, P4 nothing."""
    return PochTable(["KH KD", "AH AD", "9S 9H 9D", "7H 8C 9C TC JC QC KC"], "8S", **rules)


def test_po_24_without_a_pair_nobody_may_bet():
    table = bettors()
    assert table.offers(1) == ["pass", "bet"]
    table.passes(1, 2, 3)
    assert table.offers(4) == ["pass"]
    assert table.refused(Bet(table.seat(4), 2)).code == "no_pair"
    table = bettors()
    table.bets(1, 1)
    table.folds(2, 3)
    assert table.offers(4) == ["fold"]
    free = bettors(pochen_without_pair=True)
    free.passes(1, 2, 3)
    assert free.range(4) == (1, free.chips[3])


def test_po_26_bets_are_totals():
    table = bettors()
    before = table.chips
    assert table.range(1) == (1, before[0])
    assert table.bets(1, 2) == (BetMade(table.seat(1), 2, "bet", all_in=False),)
    assert table.range(2) == (2, before[1])
    assert table.bets(2, 5) == (BetMade(table.seat(2), 5, "raise", all_in=False),)
    table.folds(3, 4)
    assert table.view().middle.bet == 5
    assert (table.seen(1).stake, table.seen(2).stake, table.view().pot) == (2, 5, 7)
    assert [table.seen(place).passed for place in (1, 2, 3, 4)] == [False, False, True, True]
    assert table.range(1) == (5, before[0])
    assert table.bets(1, 5)[0] == BetMade(table.seat(1), 5, "match", all_in=False)
    assert table.chips == [before[0] - 5, before[1] + 5 + 4, *before[2:]]


def test_po_27_a_pass_is_final():
    table = bettors()
    assert table.do(Pass(table.seat(1))) == (Passed(table.seat(1)),)
    table.bets(2, 1)
    assert table.do(Fold(table.seat(3))) == (Folded(table.seat(3)),)
    assert table.refused(Bet(table.seat(1), 1)).code == "out_of_betting"
    table.folds(4)
    assert table.view().asks is Ask.LEAD


def test_po_29_a_lone_bettor_shows_his_set_and_takes_all():
    table = bettors()
    table.bets(1, 2)
    table.bets(2, 4)
    table.folds(3, 4)
    events = table.do(Fold(table.seat(1)))
    seat = table.seat(2)
    assert events[1:] == (
        HandShown(seat, cards("AH AD"), HandName("pair", (Rank.ACE,))),
        Paid(Transfer("pot", seat, 2, "returned")),
        Paid(Transfer("pot", seat, 4, "stakes")),
        Paid(Transfer("poch", seat, 4, "poch")),
    )
    assert table.to_act == [2]
    assert table.game.cards_shown(table.state) == {seat: cards("AH AD")}
    assert table.seen(2).shown == cards("AH AD")
    assert (table.seen(2).hand, table.seen(1).shown) == (None, ())


def test_po_30_all_pass():
    table = bettors()
    table.passes(1, 2, 3, 4)
    assert table.pools["poch"] == 4
    assert (table.to_act, table.view().asks, table.view().pot) == ([1], Ask.LEAD, 0)
    assert table.game.cards_shown(table.state) == {}


def test_po_31_showdown():
    table = bettors()
    for place in (1, 2, 3):
        table.bets(place, 3)
    table.folds(4)
    shown = [one for one in table.events if isinstance(one, HandShown)]
    assert [(table.place(one.seat), one.cards, one.name.type) for one in shown] == [
        (1, cards("KH KD"), "pair"),
        (2, cards("AH AD"), "pair"),
        (3, cards("9S 9H 9D"), "three_of_a_kind"),
    ]
    assert table.paid("stakes") == [("pot", 3, 9)]
    assert table.paid("poch") == [("poch", 3, 4)]
    assert (table.to_act, table.view().middle.bet, table.seen(1).stake) == ([3], 0, 0)


def test_po_63_the_highest_single_card_and_nothing_to_show_for_a_lone_bettor():
    table = PochTable(["KH QC JS TD 8C 7D", "KS QD JH TC 9H", "", "", "", ""], "9S", pochen_without_pair=True)
    table.bets(1, 1)
    table.bets(2, 1)
    table.folds(3, 4, 5, 6)
    assert table.to_act == [2]  # spades are above hearts
    assert table.game.cards_shown(table.state)[table.seat(2)] == cards("KS")
    table = bettors(pochen_without_pair=True)
    table.passes(1, 2, 3)
    table.bets(4, 1)
    assert table.game.cards_shown(table.state) == {}
    assert table.paid("returned") == [("pot", 4, 1)]
    assert table.paid("poch") == [("poch", 4, 4)]


# short stacks


def test_po_33_to_35_three_unequal_stacks_and_a_folded_one():
    table = PochTable(["9H 9D 9C", "KH KD", f"AH AD {HONOURS}", "JC JD"], "8S", chips=(12, 16, 40, 40))
    assert table.chips[:2] == [3, 7]
    table.bets(1, 2)
    table.bets(2, 4)
    table.bets(3, 10)
    table.bets(4, 12)
    assert table.range(1) == (3, 3)
    assert table.bets(1, 3) == (BetMade(table.seat(1), 3, "match", all_in=True),)
    assert table.range(2) == (7, 7)
    assert table.refused(Bet(table.seat(2), 6)).code == "bet_just"
    table.bets(2, 7)
    assert table.view().middle.bet == 12
    table.folds(3)
    # P1 3, P2 7, P4 12, and P3 10 folded: 12 for all of them, 12 for P2 and P4, then 3 + 3 and 2 uncalled for P4
    assert table.paid("returned") == [("pot", 4, 2)]
    assert table.paid("stakes") == [("pot", 1, 12), ("pot", 2, 12), ("pot", 4, 6)]
    assert table.paid("poch") == [("poch", 1, 4)]
    assert table.to_act == [1]  # PO-34
    assert table.view().pot == 0


def test_po_36_without_chips_there_is_nothing_but_to_pass():
    table = PochTable(["KH KD", "9H 9D", "AS", ""], "8S", chips=(9, 9, 9, 30))
    assert table.chips[:2] == [0, 0]
    assert table.offers(1) == ["pass"]
    assert table.refused(Bet(table.seat(1), 1)).code == "no_chips"
    table.passes(1, 2)
    table.bets(3, 1)
    assert table.offers(4)[0] == "fold"
    assert PochTable(["KH KD", "AS", "", ""], "8S", chips=(9, 9, 9, 30), short_stacks="extra_chips").offers(1) == [
        "pass"
    ]


def test_po_33_extra_chips_for_everybody_as_often_as_needed():
    table = PochTable(
        ["KH KD", "9H 9D", HONOURS, ""], "8S", chips=(45, 9, 60, 60), short_stacks="extra_chips", supply=10
    )
    table.bets(1, 25)
    assert table.range(2) == (25, 25)
    before = table.chips
    events = table.bets(2, 25)
    assert events[:5] == (
        *(Paid(Transfer(HOUSE, table.seat(place), 30, "extra_chips")) for place in (1, 2, 3, 4)),
        BetMade(table.seat(2), 25, "match", all_in=False),
    )
    assert table.chips == [before[0] + 30, 5, before[2] + 30, before[3] + 30]
    table.folds(3, 4)
    assert table.to_act == [1]
    table.play_out()
    assert sum(table.result.net) == -sum(dict(table.result.stakes.pools).values())
    assert table.result.stakes.supply == 10


def test_po_33_extra_chips_are_what_a_new_table_has_where_no_supply_is_known():
    table = PochTable(["KH KD", "9H 9D AS", "", ""], "8S", chips=(40, 9, 60, 60), short_stacks="extra_chips")
    table.bets(1, 20)
    table.bets(2, 20)
    assert table.paid("extra_chips") == [(HOUSE, place, 60) for place in (1, 2, 3, 4)]


def test_po_33_extra_chips_come_again_after_a_raise():
    table = PochTable(
        ["KH KD", "9H 9D AS", "QH QD", ""], "8S", chips=(40, 9, 60, 60), short_stacks="extra_chips", supply=20
    )
    everybody = [(HOUSE, place, 20) for place in (1, 2, 3, 4)]
    table.bets(1, 10)
    table.bets(2, 10)  # with 4 chips, those of the Ace pool
    assert table.paid("extra_chips") == everybody
    table.bets(3, 60)
    table.folds(4)
    table.bets(1, 60)  # with 41 chips and 10 staked
    assert table.paid("extra_chips") == everybody * 2
    table.bets(2, 60)  # with 34 chips and 10 staked
    assert table.paid("extra_chips") == everybody * 3
    assert table.view().asks is Ask.LEAD


def test_po_33_with_extra_chips_nobody_is_all_in():
    table = PochTable(["KH KD", "9H 9D AS", "", ""], "8S", chips=(40, 9, 60, 60), short_stacks="extra_chips", supply=20)
    all_of_it = table.chips[0]
    assert table.bets(1, all_of_it) == (BetMade(table.seat(1), all_of_it, "bet", all_in=False),)
    assert table.range(2)[0] == all_of_it


def test_g_13_no_more_raises_after_500_turns():
    table = PochTable(["KH KD", "9H 9D AS", "", ""], "8S", chips=2000)
    place, amount, turns = 1, 1, 0
    while table.view().middle.betting:
        place = table.to_act[0]
        if place > 2:
            table.do(Fold(table.seat(place)))
        else:
            least, most = table.range(place)
            amount = min(amount + 1, most)
            table.bets(place, max(least, amount))
        turns += 1
    assert 500 <= turns <= 505


# refusals


def test_refusals():
    table = bettors()
    seat = [table.seat(place) for place in (1, 2, 3, 4)]
    codes = {
        "not_in_this_game": Draw(seat[0], "stock"),
        "not_your_turn": Pass(seat[1]),
        "betting_first": Play(seat[0], card("KH")),
        "pass_not_fold": Fold(seat[0]),
        "bet_too_low": Bet(seat[0], 0),
        "bet_too_high": Bet(seat[0], 1000),
    }
    for code, action in codes.items():
        assert table.refused(action).code == code
    assert table.refused(Fold(seat[0], card("KH"))).code == "pass_not_fold"
    table.bets(1, 2)
    assert table.refused(Fold(seat[1], card("KH"))).code == "fold_keeps_cards"
    assert table.refused(Pass(seat[1])).code == "fold_not_pass"
    assert table.refused(Bet(seat[1], 1)).code == "bet_too_low"
    assert table.refused(Play(seat[0], card("KH"))).code == "not_your_turn"
    table.folds(2, 3, 4)
    assert table.refused(Bet(seat[0], 2)).code == "betting_over"
    assert table.refused(Fold(seat[0], card("KH"))).code == "betting_over"
    assert table.refused(Play(seat[0], card("7H"))).code == "card_not_held"
    table.play_out()
    assert table.refused(Play(seat[0], card("7H"))).code == "deal_over"


def test_a_seat_is_told_its_own_best_set_and_nobody_elses():
    view = bettors().view(3)
    assert view.own.name == HandName("three_of_a_kind", (Rank.NINE,))
    assert [one.name for one in view.seats if one.seat != view.viewer] == [None] * 3
