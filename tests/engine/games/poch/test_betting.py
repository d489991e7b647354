"""The betting of the Poch family, rule by rule (poch.md, le_poque.md, poch_1873.md).

Written from the rules by another author than the engine's, so that a rule misread by one is found by the other.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from engine.actions import Action, Bet, Draw, Fold, Pass, Play
from engine.asks import Ask
from engine.cards import card
from engine.events import BetMade, HandShown
from tests.kit.poch import EDITIONS, deal
from tests.kit.table import Table

# Four players of modern Poch, the eight of spades turned up: aces, kings, queens, and nothing
ACES = "AH AD KC QH JH TS 9S 8C"
KINGS = "KH KD AC JD TH 9H 8H 7H"
QUEENS = "QD QC JC TC 9C 8D 7D 7C"
NOTHING = "AS KS QS JS TD 9D 7S"
FOUR = [ACES, KINGS, QUEENS, NOTHING]
# the same for the games with five cards
ACES5, KINGS5, QUEENS5, NOTHING5 = "AH AD 7C 9C TH", "KH KD 7H 9H TC", "QD QC 7D 9D TD", "AC KC QH JD 7S"
FIVE = [ACES5, KINGS5, QUEENS5, NOTHING5]


def four(game: str = "poch", **changed: Any) -> Table:
    return deal(game, FOUR if game == "poch" else FIVE, "8S", **changed)


def taken(table: Table, before: Table) -> tuple[int, ...]:
    """What the betting brought each player, without the pools of the first stage."""
    collected = dict.fromkeys(range(1, len(table.seats) + 1), 0)
    for _, player, amount in table.paid("pool")[len(before.paid("pool")) :]:
        collected[player] += amount
    return tuple(
        now - then - collected[player]
        for player, (now, then) in enumerate(zip(table.chips, before.chips, strict=True), start=1)
    )


# Who wins


@pytest.mark.parametrize("game", ["le-poque", "poch-1873"])
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("7H 7D 7C 7S", "AH AD AC"),  # PO-20
        ("9H 9D 9C", "AH AD"),
        ("AH AD", "KH KD"),  # PO-21
        ("AH AD AC", "KH KD KC"),
        ("9H 9D 9C 9S", "8H 8D 8C 8S"),
    ],
)
def test_po_20_po_21_ho_6_what_beats_what(game, better, worse):
    for hands in ([better, worse, ""], [worse, better, ""]):
        table = deal(game, hands, "TS").bets("1b2 2b2 3f")
        assert table.whose_turn == hands.index(better) + 1
    assert set(table.shown) == {1, 2}


def test_po_22_no_second_pair_no_full_house_no_odd_card():
    """Kings and queens lose to kings of the pay suit; a full house to a higher triplet; two pairs to one higher."""
    table = deal("le-poque", ["KH KD QH QD AS", "KS KC 7H 9D TC", "AD"], "8S").bets("1b1 2b1 3f")
    assert table.whose_turn == 2
    table = deal("le-poque", ["9H 9D 9C AH AD", "TH TD TC 7S QD", "KD"], "8S").bets("1b1 2b1 3f")
    assert table.whose_turn == 2
    assert table.shown == {1: "9H 9D 9C", 2: "TH TD TC"}
    table = deal("le-poque", ["KH KD QH QD JS", "AS AC 7H 9D TC", "JD"], "8S").bets("1b1 2b1 3f")
    assert table.whose_turn == 2


@pytest.mark.parametrize(("turned", "winner"), [("8S", 1), ("8H", 2), ("8C", 1), ("8D", 2)])
def test_po_23_the_pair_with_the_card_of_the_pay_suit(turned, winner):
    table = deal("le-poque", ["QS QC 7H 9D TH", "QH QD 7S 9C TD", "AD"], turned).bets("1b1 2b1 3f")
    assert table.whose_turn == winner


def test_po_23_in_modern_poch_too():
    hands = ["QS QC 7H 8H 9D TH JS KC", "QH QD 7C 8C 9S TC JD AC", "7D 7S", ""]
    for turned, winner in (("9C", 1), ("9H", 2)):
        assert deal("poch", hands, turned).bets("1b1 2b1 3f 4f").whose_turn == winner


def test_po_24_without_a_pair_no_bet_and_no_match():
    table = four().bets("1p 2p 3p")
    assert table.offers(4) == {"pass": ()}
    assert table.refused(Bet(table.seats[3], 1)) == "no_pair"
    table = four().bets("1b2 2f 3f")
    assert table.offers(4) == {"fold": ()}
    assert table.refused(Bet(table.seats[3], 2)) == "no_pair"


@pytest.mark.parametrize("game", ["le-poque", "poch-1873"])
def test_lq_7a_ho_6_everybody_may_bet(game):
    table = four(game).bets("1p 2p 3p")
    assert set(table.offers(4)) == {"pass", "bet"}
    table.bets("4b2")
    assert table.whose_turn == 4  # and leads the play


def test_po_63_with_the_option_everybody_may_bet():
    table = four(pochen_without_pair=True).bets("1p 2p 3p")
    assert "bet" in table.offers(4)
    table.bets("4b1")
    assert table.shown == {}  # the duty of PO-29 falls away
    assert table.paid("returned") == [("pot", 4, 1)]
    assert table.whose_turn == 4


def test_po_63_equal_pairs_the_club_wins_whatever_the_pay_suit():
    hands = ["QS QC 7H 8H 9D TH JS KC", "QH QD 7C 8C 9S TC JD AC", "7D 7S", ""]
    for turned in ("9C", "9H"):
        assert deal("poch", hands, turned, pochen_without_pair=True).bets("1b1 2b1 3f 4f").whose_turn == 1


def test_po_63_single_cards_by_the_order_of_skat():
    """Six players with five or six cards of different ranks each."""
    order = "CSHD"
    for better, worse in pairwise(order):
        hands = [
            f"A{worse} KC QD JH TS 8D",
            f"A{better} KS QH JD TC",
            "KD QC JS 9C 8S",
            "KH QS JC 9H 7S",
            "9D 8C TH 7D",
            "7C 8H",
        ]
        used = " ".join(hands).split()
        assert len(set(used)) == len(used)
        table = deal("poch", hands, "9S", pochen_without_pair=True).bets("1b1 2b1 3f 4f 5f 6f")
        assert table.whose_turn == 2, (better, worse)


def test_lq_7b_a_hand_without_a_pair_is_below_every_pair():
    table = deal("le-poque", ["AS KH QD JC 9S", "7H 7D 8C 9C TC", ""], "8S").bets("1b1 2b1 3f")
    assert table.whose_turn == 2


def test_lq_7b_highest_card_then_the_pay_suit_then_the_earlier():
    hands = ["KH QD JC 9S 7H", "AH QH JH TH 8H", ""]
    assert deal("le-poque", hands, "7S").bets("1b1 2b1 3f").whose_turn == 2
    hands = ["AC KH QD JC 9S", "AH QH JH TD 8D", ""]
    assert deal("le-poque", hands, "7H").bets("1b1 2b1 3f").whose_turn == 2
    assert deal("le-poque", hands, "7S").bets("1b1 2b1 3f").whose_turn == 1
    assert deal("le-poque", [*hands[1::-1], ""], "7S").bets("1b1 2b1 3f").whose_turn == 1


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ("QS QC AH 9H 7D", "QH QD KS JS TS", 1),
        ("QS QC KH 9H 7D", "QH QD KS JS 8S", 2),
        ("QS QC KH JH 7D", "QH QD KS JS 9S", 2),
        ("QS QC KH JH 9D", "QH QD KS JS 9S", 1),  # all equal: the earlier
        ("AS KC QH JD 7D", "AH KS QD TS 9S", 1),
        ("AS KC QH TD 8D", "AH KS QD TS 9S", 2),
        ("AS KC QH TD 9D", "AH KS QD TS 9S", 1),
        ("KS KC QH QD 7D", "KH KD AS 8C 7C", 2),  # a second pair is two other cards
    ],
)
@pytest.mark.parametrize("turned", ["8H", "7S"])
def test_ho_7_the_highest_other_cards_and_no_trump(first, second, winner, turned):
    table = deal("poch-1873", [first, second, ""], turned).bets("1b1 2b1 3f")
    assert table.whose_turn == winner


def test_ho_7_the_other_cards_are_shown_where_they_decide():
    table = deal("poch-1873", ["QS QC AH 9H 7D", "QH QD KS JS TS", ""], "8H").bets("1b1 2b1 3f")
    assert table.shown == {1: "QS QC AH 9H 7D", 2: "QH QD KS JS TS"}
    table = deal("poch-1873", ["QS QC AH 9H 7D", "JH JD KS AS TS", ""], "8H").bets("1b1 2b1 3f")
    assert table.shown == {1: "QS QC", 2: "JH JD"}


def test_ho_6_without_a_pair_the_highest_card_alone_is_shown():
    table = deal("poch-1873", ["AH KD QC JC 9C", "7H 7D 8C 9S TH", ""], "KS").bets("1b1 2b1 3f")
    assert table.shown == {1: "AH", 2: "7H 7D"}
    assert table.whose_turn == 2


# How it goes round


@pytest.mark.parametrize("game", EDITIONS)
def test_po_26_pass_or_bet_then_match_raise_or_fold(game):
    table = four(game)
    most = table.chips[0]
    assert table.whose_turn == 1
    assert table.offers(1) == {"pass": (), "bet": (1, most)}
    assert table.refused(Fold(table.seats[0])) == "pass_not_fold"
    table.bets("1b3")
    assert table.offers(2) == {"fold": (), "bet": (3, table.chips[1])}
    assert table.refused(Pass(table.seats[1])) == "fold_not_pass"
    assert table.refused(Bet(table.seats[1], 2)) == "bet_too_low"
    assert table.refused(Bet(table.seats[2], 3)) == "not_your_turn"


@pytest.mark.parametrize("game", EDITIONS)
def test_po_26_a_bet_names_the_whole_stake_and_goes_round_until_all_are_equal(game):
    table, before = four(game), four(game)
    table.bets("1b2 2b5 3b5 4f")
    assert table.whose_turn == 1
    assert table.offers(1)["bet"][0] == 5
    table.bets("1b9 2b9")
    assert table.whose_turn == 3
    table.bets("3b9")
    pool = 4 if game != "poch-1873" else 0
    assert taken(table, before) == (18 + pool, -9, -9, 0)
    kinds = [(event.stake, event.kind) for event in table.events if isinstance(event, BetMade)]
    assert kinds == [(2, "bet"), (5, "raise"), (5, "match"), (9, "raise"), (9, "match"), (9, "match")]


@pytest.mark.parametrize("game", EDITIONS)
def test_po_27_lq_7c_a_pass_is_final(game):
    assert four(game).bets("1p 2b1 3b1 4f").view.asks is Ask.LEAD
    again = four(game).bets("1p 2b1 3b4 4f")
    assert again.whose_turn == 2
    assert again.refused(Bet(again.seats[0], 4)) == "out_of_betting"


@pytest.mark.parametrize("game", EDITIONS)
def test_po_28_least_bet_least_raise_and_no_raise_by_the_last_raiser(game):
    table = four(game)
    for amount in (0, -1):
        assert table.refused(Bet(table.seats[0], amount)) == "bet_too_low"
    table.bets("1b1 2b2 3b2 4f 1b2")
    assert table.view.asks is Ask.LEAD


@pytest.mark.parametrize("game", EDITIONS)
def test_po_28_no_bet_over_the_own_chips(game):
    table = four(game)
    assert table.refused(Bet(table.seats[0], table.chips[0] + 1)) == "bet_too_high"


def test_po_29_a_lone_bettor_shows_and_takes_pool_and_bets():
    table, before = four().bets("1b2 2b3 3f 4f 1f"), four()
    assert taken(table, before) == (-2, 2 + 4, 0, 0)
    assert table.shown == {2: "KH KD"}
    assert [event.seat for event in table.events if isinstance(event, HandShown)] == [table.seats[1]]
    only = four().bets("1p 2p 3b1 4f")
    assert taken(only, before) == (0, 0, 4, 0)
    assert only.shown == {3: "QD QC"}
    assert only.whose_turn == 3


def test_lq_7a_a_lone_bettor_shows_nothing():
    table, before = four("le-poque").bets("1p 2p 3p 4b3"), four("le-poque")
    assert taken(table, before) == (0, 0, 0, 4)
    assert table.shown == {}
    assert table.whose_turn == 4


def test_ho_13_a_lone_bettor_gets_the_own_stake_back():
    table, before = four("poch-1873").bets("1b2 2f 3f 4f"), four("poch-1873")
    assert taken(table, before) == (0, 0, 0, 0)
    assert table.shown == {}
    assert table.pools["poch"] == 0
    folded = four("poch-1873").bets("1b2 2b3 3f 4f 1f")
    assert taken(folded, before) == (-2, 2, 0, 0)


@pytest.mark.parametrize("game", EDITIONS)
def test_po_30_lq_7c_ho_13_everybody_passes(game):
    table = four(game).all_pass()
    assert table.pools["poch"] == (0 if game == "poch-1873" else 4)
    assert table.whose_turn == 1
    table.plays_out()
    assert dict(table.result.stakes.pools)["poch"] == (0 if game == "poch-1873" else 4)


@pytest.mark.parametrize("game", EDITIONS)
def test_po_31_the_best_takes_pool_and_all_bets_of_folders_too(game):
    table, before = four(game).bets("1p 2b2 3b6 4f 2b6"), four(game)
    pool = 0 if game == "poch-1873" else 4
    assert taken(table, before) == (0, 6 + pool, -6, 0)
    assert table.shown == {2: "KH KD", 3: "QD QC"}
    folder = four(game).bets("1b2 2b6 3b8 4f 1f 2b8")
    assert taken(folder, before) == (-2, 8 + 2 + pool, -8, 0)


def test_ho_2_the_bets_lie_in_the_compartment_poch():
    table = four("poch-1873").bets("1b2 2b5")
    assert table.pools["poch"] == 7
    assert table.view.pot == 0


# Too few chips


def stacks(*after: int, game: str = "poch-1873", **more: object) -> Table:
    """Aces, kings, queens and nothing, with these stacks when the betting begins."""
    entry = {"le-poque": 6, "poch-1873": 7}[game]
    table = four(game, chips=[stack + entry for stack in after], **more)
    assert table.chips == after
    return table


@pytest.mark.parametrize("game", ["le-poque", "poch-1873"])
def test_po_33_all_in_wins_from_each_no_more_than_the_own_stake(game):
    """P1 has the best hand and 3 chips; P2 and P3 bet 10; P2's kings win the rest from P3."""
    table = stacks(3, 20, 20, 20, game=game)
    before = table.chips
    table.bets("1b3 2b10 3b10 4f")
    pool = 4 if game == "le-poque" else 0
    gain = [now - then for now, then in zip(table.chips, before, strict=True)]
    for _, player, amount in table.paid("pool"):
        gain[player - 1] -= amount
    assert gain == [6 + pool, -3 + 7, -10, 0]
    assert table.whose_turn == 1  # PO-34: the winner of the pool leads


def test_po_33_all_in_and_beaten():
    table = stacks(20, 20, 3, 20)
    table.bets("1b10 2b10 3b3 4f")
    assert table.chips == (20 + 10 + 3, 10, 0, 20)


def test_po_33_three_unequal_stacks_and_folded_chips():
    """P1 is all in with 3, P2 with 8, P3 with 15, and P4 has folded 6: each level goes to the best who paid for it."""
    table = deal("poch-1873", [*FIVE[:3], NOTHING5], "8S", chips=[3 + 7, 8 + 7, 15 + 7, 40 + 7], dealer=3)
    table.bets("1b1 2b2 3b4 4b6 1b3 2b8 3b15 4f")
    # level 3: 4 x 3 to the aces; up to 8: 5 + 5 and 3 of P4 to the kings; the other 7 were P3's alone
    assert table.chips == (12, 13, 7, 40 - 6)
    assert table.whose_turn == 1


def test_po_35_folded_chips_count_level_by_level():
    """P4 bets 5 and folds to a raise: 3 of it go to P1's pot, 2 to the next."""
    order = [NOTHING5, ACES5, KINGS5, QUEENS5]
    table = deal("poch-1873", order, "8S", chips=[27, 3 + 7, 8 + 7, 27])
    table.bets("1b5 2b3 3b8 4b12 1f")
    # P1 5 folded, P2 3 all in, P3 8 all in, P4 12: levels 3: 3+3+3+3 = 12 to P2; 2+5+5 = 12 to P3; 4 back to P4
    assert table.chips == (20 - 5, 12, 12, 20 - 12 + 4)
    assert ("poch", 4, 4) in table.paid("returned")


def test_po_34_an_all_in_below_the_bet_does_not_lower_it():
    table = stacks(20, 3, 20, 20).bets("1b10 2b3")
    assert table.offers(3)["bet"] == (10, 20)
    assert table.refused(Bet(table.seats[2], 3)) == "bet_too_low"


def test_po_34_short_of_the_bet_only_all_in_or_fold():
    table = stacks(20, 3, 20, 20).bets("1b10")
    assert table.offers(2) == {"fold": (), "bet": (3, 3)}
    for amount in (2, 10):
        assert table.refused(Bet(table.seats[1], amount)) == "bet_just"


def test_po_34_all_chips_may_be_a_bet_or_a_raise():
    table = stacks(20, 12, 20, 20).bets("1b10 2b12")
    assert table.offers(3)["bet"][0] == 12
    made = [event for event in table.events if isinstance(event, BetMade)]
    assert (made[-1].kind, made[-1].all_in, made[0].all_in) == ("raise", True, False)


def test_po_34_who_takes_the_pool_all_in_leads_though_another_wins_more():
    table = stacks(3, 20, 20, 20, game="le-poque").bets("1b3 2b10 3b10 4f")
    assert table.whose_turn == 1


def test_po_36_without_a_chip_only_pass_or_fold():
    table = stacks(0, 20, 20, 20)
    assert table.offers(1) == {"pass": ()}
    assert table.refused(Bet(table.seats[0], 1)) == "no_chips"
    assert stacks(0, 20, 20, 20, short_stacks="extra_chips").offers(1) == {"pass": ()}
    table = stacks(20, 0, 20, 20).bets("1b2")
    assert table.offers(2) == {"fold": ()}


def test_po_36_pools_of_the_first_stage_may_be_bet():
    hands = ["AS AH 7C 9C TH", "KH KD 7H 9H TC", "", ""]
    table = deal("poch-1873", hands, "8S", chips=[7, 40, 40, 40])
    assert table.offers(1)["bet"] == (1, 4)


def test_po_33_extra_chips_everybody_is_given_the_supply():
    table = stacks(20, 3, 20, 20, short_stacks="extra_chips", supply=5)
    table.bets("1b10")
    assert table.offers(2) == {"fold": (), "bet": (10, 10)}
    table.bets("2b10")
    assert table.paid("extra_chips") == [("house", player, 10) for player in (1, 2, 3, 4)]  # 5 would not do
    assert table.chips == (20 - 10 + 10, 3 - 10 + 10, 30, 30)
    assert not any(event.all_in for event in table.events if isinstance(event, BetMade))


def test_po_33_extra_chips_come_again_after_a_raise():
    table = stacks(20, 8, 70, 20, short_stacks="extra_chips", supply=20)
    everybody = [("house", player, 20) for player in (1, 2, 3, 4)]
    table.bets("1b10 2b10")
    assert table.paid("extra_chips") == everybody
    table.bets("3b60 4f 1b60")  # P1 has 30 chips and 10 staked
    assert table.paid("extra_chips") == everybody * 2
    table.bets("2b60")  # P2 has 38 chips and 10 staked
    assert table.paid("extra_chips") == everybody * 3
    assert table.view.asks is Ask.LEAD


def test_po_33_extra_chips_are_what_a_new_table_has_where_no_supply_is_known():
    table = stacks(20, 3, 20, 20, short_stacks="extra_chips", supply=0).bets("1b10 2b10")
    assert table.stakes.supply == 0
    assert table.paid("extra_chips") == [("house", player, 40) for player in (1, 2, 3, 4)]


def test_po_33_with_extra_chips_nobody_is_all_in():
    table = stacks(20, 3, 20, 20, short_stacks="extra_chips").bets("1b20")
    assert table.offers(2)["bet"] == (20, 20)
    (made,) = (event for event in table.events if isinstance(event, BetMade))
    assert not made.all_in


def test_po_33_extra_chips_change_who_wins_what():
    both = [
        stacks(3, 20, 20, 20, short_stacks=how, supply=40).bets(script)
        for how, script in (("all_in", "1b3 2b10 3f 4f"), ("extra_chips", "1b3 2b10 3f 4f 1b10"))
    ]
    assert both[0].chips == (6, 17, 20, 20)
    assert both[1].chips == (43 + 10, 60 - 10, 60, 60)


def test_po_33_extra_chips_are_no_winnings():
    table = stacks(3, 20, 20, 20, short_stacks="extra_chips", supply=40).bets("1b3 2b10 3f 4f 1b10").plays_out()
    assert sum(table.result.net) == sum(table.chips) - 4 * 40 - (63 + 28) == -sum(table.pools.values())
    assert table.result.stakes.supply == 40


# What the game refuses, and when it has had enough


@pytest.mark.parametrize("game", EDITIONS)
def test_g_13_no_more_raises_after_500_turns(game):
    table, turns = four(game, chips=2000).bets("1b1"), 1
    while table.middle().betting:
        player, offered = table.whose_turn, table.offers(table.whose_turn or 0)
        if player in (1, 2):
            least, most = offered["bet"]
            table.bets(f"{player}b{min(least + 1, most)}")
        else:
            table.bets(f"{player}f")
        turns += 1
    assert 500 <= turns <= 505


def test_refusals_of_the_betting():
    table = four()
    first, second, third, fourth = table.seats
    refusals: dict[str, Action] = {
        "not_in_this_game": Draw(first, "stock"),
        "not_your_turn": Pass(second),
        "betting_first": Play(first, card("AH")),
        "pass_not_fold": Fold(first, card("AH")),
        "bet_too_low": Bet(first, 0),
        "bet_too_high": Bet(first, 1000),
    }
    for code, action in refusals.items():
        assert table.refused(action) == code
    table.bets("1b2")
    assert table.refused(Fold(second, card("KH"))) == "fold_keeps_cards"
    assert table.refused(Play(first, card("AH"))) == "not_your_turn"
    table.bets("2f 3f 4f")
    assert table.refused(Bet(first, 2)) == "betting_over"
    assert table.refused(Fold(first, card("AH"))) == "betting_over"
    assert table.refused(Play(first, card("7H"))) == "card_not_held"
    table.plays_out()
    for late in (Play(first, card("AH")), Bet(third, 1), Pass(fourth)):
        assert table.refused(late) == "deal_over"
