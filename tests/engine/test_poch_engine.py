"""The engine of Poch, modern form: the board, the deal, the pools, the betting, the playing out and the end."""

from __future__ import annotations

import pytest

from engine.actions import Bet, Draw, Fold, Pass, Play
from engine.cards import Rank, card, cards, short_pack
from engine.errors import BadSetup
from engine.events import BetMade, CardPlayed, CardTurned, Folded, HandShown, Paid, Passed, SequenceStopped, WentOut
from engine.game import GAMES
from engine.parts.hands import HandName
from engine.stakes import HOUSE, Stakes, Transfer

from .poch import PochTable

BOARD = ("ace", "king", "queen", "jack", "ten", "marriage", "sequence", "poch", "centre")
HONOURS = "AS KS QS JS TS"


def with_pairs(*hands: str, turned: str = "8S", **rules) -> PochTable:
    return PochTable(list(hands), turned, **rules)


# the deal


@pytest.mark.parametrize(
    ("seats", "sizes"), [(3, [11, 10, 10]), (4, [8, 8, 8, 7]), (5, [7, 6, 6, 6, 6]), (6, [6, 5, 5, 5, 5, 5])]
)
def test_po_5_all_cards_but_one(seats, sizes):
    table = PochTable([""] * seats, "8S", dealer=1)
    assert [len(table.hand(place)) for place in range(1, seats + 1)] == sizes
    assert (table.seat(1), table.seat(seats)) == (2, 1)
    assert table.view().turned is card("8S")
    assert table.view().stock == 0
    assert table.game.opening(table.first)[0] == CardTurned(card("8S"), None)


def test_po_5_cards_go_out_one_at_a_time():
    pack = short_pack(Rank.SEVEN).cards
    state = GAMES["poch"].new_deal(GAMES["poch"].rules(), 4, Stakes(3, (60,) * 4), pack)
    hands = GAMES["poch"].layout(state).hands
    assert hands[0] == pack[0:31:4]
    assert hands[3] == pack[3:31:4]
    assert state.turned is pack[31]


@pytest.mark.parametrize(
    ("seats", "owner", "sizes"),
    [(3, 2, [11, 11, 10]), (4, 4, [8, 8, 8, 8]), (5, 2, [7, 7, 6, 6, 6]), (6, 2, [6, 6, 5, 5, 5, 5])],
)
def test_po_61_the_turned_card_belongs_to_the_next(seats, owner, sizes):
    table = PochTable([""] * seats, "AS", turned_card_belongs_to_next=True, turned_honour_to_dealer=True)
    assert [len(table.hand(place)) for place in range(1, seats + 1)] == sizes
    assert card("AS") in table.hand(owner)
    assert table.game.opening(table.first)[0] == CardTurned(card("AS"), table.seat(owner))
    assert ("ace", owner, seats) in table.paid("pool")  # PO-61a, and PO-62: it has an owner, so the dealer gets nothing


def test_po_4_everybody_dresses_nine_pools():
    table = PochTable(["7S", "8S", "", "TS"], "AS", pools={"sequence": 5, "ace": 2})
    assert tuple(table.pools) == BOARD
    assert (table.pools["ace"], table.pools["sequence"], table.pools["centre"]) == (6, 9, 4)
    assert len(table.paid("dress")) == 36
    assert table.game.entry(table.rules, 4) == 9
    assert [one for one in table.game.opening(table.first) if isinstance(one, Paid)] == [
        Paid(one) for one in table.first.transfers if one.reason == "pool"
    ]


def test_who_cannot_dress_the_board_begins_no_deal():
    with pytest.raises(BadSetup, match="can't put down the 9"):
        PochTable(["", "", ""], "AS", chips=(20, 8, 20))
    with pytest.raises(BadSetup, match="no pool 'sink'"):
        PochTable(["", "", ""], "AS", pools={"sink": 2})
    assert PochTable(["", "", ""], "8S", chips=(20, 9, 20)).state.result is None


# the pools


def test_po_10_to_14_pools_go_to_the_holders():
    table = PochTable(["KS QS", "AS 7S", "TS 7H 8H 9H", ""], "JS")
    assert table.paid("pool") == [("ace", 2, 4), ("king", 1, 4), ("queen", 1, 4), ("ten", 3, 4), ("marriage", 1, 4)]
    assert table.pools == dict.fromkeys(BOARD, 0) | {"jack": 4, "sequence": 4, "poch": 4, "centre": 4}


def test_po_11_seven_eight_and_nine_in_one_hand():
    assert ("sequence", 2, 4) in PochTable(["", "7S 8S 9S", "", ""], "JS").paid("pool")
    apart = PochTable(["9S", "7S 8S", "KS", "QS"], "JS").paid("pool")
    assert not {"sequence", "marriage"} & {pool for pool, _, _ in apart}


def test_po_60_and_62_the_dealer_takes_the_pool_of_a_turned_honour_and_no_marriage():
    table = PochTable(["", "", "", "QS"], "KS", turned_honour_to_dealer=True)
    assert {("king", 4, 4), ("queen", 4, 4)} <= set(table.paid("pool"))
    assert table.pools["marriage"] == 4
    assert PochTable(["", "", "", "QS"], "KS").pools["king"] == 4
    assert PochTable(["", "", "", "QS"], "9S", turned_honour_to_dealer=True).pools["sequence"] == 4


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
    assert table.view().bet == 5
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
    assert table.view().phase == "lead"


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
    assert (table.to_act, table.view().phase, table.view().pot) == ([1], "lead", 0)
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
    assert (table.to_act, table.view().bet, table.seen(1).stake) == ([3], 0, 0)


@pytest.mark.parametrize(("turned", "winner"), [("8S", 1), ("8H", 2)])
def test_po_23_equal_pairs(turned, winner):
    table = PochTable(["QS QC", "QH QD", "", ""], turned)
    table.bets(1, 1)
    table.bets(2, 1)
    for place in (3, 4):
        table.folds(place)
    assert table.to_act == [winner]


@pytest.mark.parametrize("turned", ["8S", "8H"])
def test_po_63_equal_pairs_by_the_club(turned):
    table = PochTable(["QS QC", "QH QD", "", ""], turned, pochen_without_pair=True)
    table.bets(1, 1)
    table.bets(2, 1)
    table.folds(3, 4)
    assert table.to_act == [1]


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
    assert table.view().bet == 12
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


def test_extra_chips_come_again_after_a_raise():
    table = PochTable(["KH KD", "9H 9D AS", "", ""], "8S", chips=(40, 9, 60, 60), short_stacks="extra_chips", supply=20)
    table.bets(1, 10)
    table.bets(2, 10)
    table.folds(3, 4)
    assert table.state.phase.name == "lead"
    table = PochTable(["KH KD", "9H 9D AS", "", ""], "8S", chips=(40, 9, 60, 60), short_stacks="extra_chips", supply=20)
    table.bets(1, table.chips[0])
    assert not table.events[-1].all_in
    table.bets(2, table.range(2)[0])
    assert table.seen(2).chips < 20


def test_no_more_raises_after_very_many_turns():
    table = PochTable(["KH KD", "9H 9D AS", "", ""], "8S", chips=2000)
    place, amount, turns = 1, 1, 0
    while table.view().phase == "bet":
        place = table.to_act[0]
        if place > 2:
            table.do(Fold(table.seat(place)))
        else:
            least, most = table.range(place)
            amount = min(amount + 1, most)
            table.bets(place, max(least, amount))
        turns += 1
    assert 500 <= turns <= 505


# the playing out


def test_po_40_to_42_follow_ups_are_forced_and_a_stop_gives_the_lead():
    table = PochTable(["7H TH 7D", "8H 9H", "QH KH", "JC"], "JH")
    table.passes(1, 2, 3, 4)
    assert set(table.prompt(1, "play").choices) == table.hand(1)
    assert table.offers(2) == []
    p1, p2 = table.seat(1), table.seat(2)
    assert table.plays(1, "7H") == (
        CardPlayed(p1, card("7H")),
        CardPlayed(p2, card("8H"), forced=True),
        CardPlayed(p2, card("9H"), forced=True),
        CardPlayed(p1, card("TH"), forced=True),
        SequenceStopped(p1, card("TH")),
    )
    assert table.to_act == [1]
    view = table.view()
    assert [one.card for one in view.played] == list(cards("7H 8H 9H TH"))
    table.plays(1, "7D")
    assert next(one.card for one in table.view().played) is card("7D")
    assert table.view().gone[:5] == cards("7H 8H 9H TH 7D")


def test_po_43_the_last_card_ends_the_deal_in_mid_sequence():
    table = PochTable(
        ["KD KC KS AC AD AS", "9H 9C 9D 9S JS", "TC TD TS QH JD", "7C 7H 8C 8H JC", "7S 8S QC QD TH", "AH KH QS JH 8D"],
        "7D",
        dealer=2,
    )
    table.passes(1, 2, 3, 4, 5, 6)
    for one in ("KD", "KC", "KS", "AC", "AD"):
        if card(one) in table.hand(1):
            table.plays(1, one)
    assert table.result is not None
    assert not table.hand(1)
    assert table.events[-1].result.winners == (table.seat(1),)
    assert isinstance(next(one for one in table.events if isinstance(one, WentOut)), WentOut)
    left = [len(table.hand(place)) for place in range(1, 7)]
    assert table.paid("cards") == [(place, 1, left[place - 1]) for place in range(2, 7)]
    assert table.paid("centre") == [("centre", 1, 6)]
    assert not [one for one in table.events[-8:] if isinstance(one, SequenceStopped)]


def test_po_43_who_is_forced_out_wins():
    table = PochTable(["7H 9H", "8H", "", ""], "AS")
    table.passes(1, 2, 3, 4)
    while table.result is None:
        (place,) = table.to_act
        lowest = min(table.hand(place), key=lambda one: one.rank)
        table.plays(place, lowest.notation)
    (out,) = (place for place in (1, 2, 3, 4) if not table.hand(place))
    assert table.result.winners == (table.seat(out),)
    assert table.view().played[-1].seat == table.seat(out)


def test_po_44_who_has_fewer_chips_than_cards_pays_what_he_has():
    table = PochTable(["", "", "", ""], "8S", chips=(40, 10, 9, 40), dealer=3)
    table.passes(1, 2, 3, 4)
    before = None
    while table.result is None:
        before = table.chips
        (seat,) = table.to_act_seats
        table.do(Play(seat, table.game.prompts(table.state, seat)[0].choices[0]))
    out = table.place(table.result.winners[0])
    for payer, target, amount in table.paid("cards"):
        assert target == out
        assert amount == min(before[payer - 1], len(table.hand(payer)))
    assert min(table.chips) >= 0


# the end of the game


def ended(**rules) -> PochTable:
    table = PochTable([HONOURS, "", "", ""], "8S", dealer=1, **rules)
    table.passes(1, 2, 3, 4)
    table.play_out()
    return table


def test_po_50_the_game_ends_when_somebody_cannot_dress_the_board():
    assert not ended().result.game_over
    broke = ended(chips=(60, 60, 60, 9))
    assert broke.result.game_over
    best = max(broke.result.stakes.chips)
    assert broke.result.game_winners == tuple(
        seat for seat, chips in enumerate(broke.result.stakes.chips) if chips == best
    )
    assert not broke.paid("unclaimed")
    assert dict(broke.result.stakes.pools)["poch"] == 4  # PO-52


def test_max_deals():
    assert ended(max_deals=3, played=2).result.game_over
    assert not ended(max_deals=3, played=1).result.game_over


def test_po_64_and_65_unclaimed_chips_are_shared_from_the_last_dealers_left():
    table = ended(max_deals=1, money=True, pools={"poch": 3, "marriage": 2})
    kept = ended(max_deals=1, pools={"poch": 3, "marriage": 2})
    left = sum(dict(kept.result.stakes.pools).values())
    assert set(dict(table.result.stakes.pools).values()) == {0}
    got = [sum(chips for _, place, chips in table.paid("unclaimed") if place == one) for one in (1, 2, 3, 4)]
    assert got == [left // 4 + (place < left % 4) for place in range(4)]
    assert sum(table.result.net) == 5
    assert not ended(money=True, pools={"poch": 3}).paid("unclaimed")


def test_what_stays_is_there_in_the_next_deal():
    table = ended()
    again = table.game.new_deal(table.rules, 4, table.result.stakes, table.deck)
    pools = dict(table.game.observe(again, None).pools)
    assert pools["poch"] == 8
    assert table.result.stakes.dealer == 2


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


def test_7_7_the_worked_example():
    table = PochTable(
        ["KS QS 9C 8D JD TC QD QC", "AS JS TS AC 7S JC QH TD", "KC KD 9H AH 9S 8C 7D 7C", "JH 9D KH 8H AD TH 7H"],
        "8S",
        dealer=2,
    )
    assert table.chips == [63, 63, 51, 51]
    table.passes(1)
    table.bets(2, 2)
    table.bets(3, 5)
    table.folds(4)
    table.bets(2, 5)
    assert table.chips == [63, 72, 46, 51]
    table.plays(2, "TD")
    table.plays(4, "9D")
    table.plays(4, "7H")
    assert [len(table.hand(place)) for place in (1, 2, 3, 4)] == [6, 6, 6, 0]
    assert table.chips == [57, 66, 40, 73]
    assert table.pools == dict.fromkeys(BOARD, 0) | {"sequence": 4}
    again = table.game.new_deal(table.rules, 4, table.result.stakes, table.deck)
    assert dict(table.game.observe(again, None).pools)["sequence"] == 8
