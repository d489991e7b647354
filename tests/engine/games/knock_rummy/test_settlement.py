"""Knock Rummy: who scores what (knock_rummy.md KR-30 to KR-42), and all worked examples."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import card
from engine.events import DealOver, HandShown, Paid, PointsLost
from engine.games.knock_rummy import KnockRummyRules
from engine.games.knock_rummy.settlement import payments, settle
from engine.parts.melds import arrange
from engine.stakes import Transfer
from tests.kit.knock_rummy import DEALS, deal, knock_and_keep

EXAMPLES = [
    ("knocker alone", 0, (11, 16), (5, -5), (0,)),
    ("rum by the knocker", 0, (0, 25, 24), (99, -50, -49), (0,)),
    ("undercut", 1, (29, 30, 51, 27), (-2, -13, -24, 39), (3,)),
    ("tie below the knocker", 0, (15, 8, 20, 8), (-17, 15, -12, 14), (1, 3)),
    ("knocker ties one", 0, (9, 22, 9, 14), (0, -13, 18, -5), (2,)),
    ("knocker ties the only other", 0, (12, 12), (0, 0), (1,)),
    ("three tie below the knocker", 0, (20, 7, 7, 7), (-23, 8, 8, 7), (1, 2, 3)),
    ("rum by another", 0, (5, 0, 14), (-40, 79, -39), (1,)),
    ("knocker ties two", 0, (9, 9, 20, 9), (0, 6, -11, 5), (1, 3)),
    ("knocker ties with rum", 0, (0, 0, 14), (0, 39, -39), (1,)),
]


def net(totals, knocker, **rules):
    return settle(KnockRummyRules(**rules), dict(enumerate(totals)), knocker).net


@pytest.mark.parametrize(
    ("name", "knocker", "totals", "scores", "winners"), EXAMPLES, ids=[example[0] for example in EXAMPLES]
)
def test_the_worked_examples(name, knocker, totals, scores, winners):
    at = knock_and_keep(deal(name), knocker)
    assert tuple(arrange(at.hand(seat)).deadwood for seat in at.state.order) == totals
    assert at.result.net == scores
    assert at.result.winners == winners
    assert at.result.shown == at.state.order
    assert at.result.stakes.scores == scores


def test_every_deal_has_an_example():
    assert {example[0] for example in EXAMPLES} == set(DEALS)


def test_kr_30_the_knocker_alone_wins_the_differences():
    assert net((3, 10, 30), 0) == (34, -7, -27)
    assert net((16, 11), 1) == (-5, 5)


def test_kr_31_rum_costs_each_payer_25_more():
    assert net((0, 10, 1), 0) == (61, -35, -26)
    assert net((0, 10, 1), 0, rum_points=100) == (211, -110, -101)
    assert net((0, 10, 1), 0, rum_points=0) == (11, -10, -1)


def test_kr_32_another_alone_wins_and_the_knocker_pays_ten_more():
    assert net((5, 2, 9), 0) == (-13, 20, -7)
    assert net((5, 2, 9), 0, undercut_penalty=0) == (-3, 10, -7)
    assert net((5, 2, 9), 0, undercut_penalty=50) == (-53, 60, -7)


def test_kr_33_a_knocker_who_ties_one_other_neither_scores_nor_loses():
    assert net((4, 4, 9, 30), 1) == (31, 0, -5, -26)
    assert net((4, 4), 0) == (0, 0)


def test_kr_34_kr_35_who_tie_below_the_knocker_share_and_the_ten_is_paid_once():
    assert net((9, 1, 1), 0) == (-18, 9, 9)
    assert net((9, 1, 1, 6), 0) == (-18, 12, 11, -5)


def test_kr_36_the_bonus_goes_to_whoever_wins_with_rum():
    assert net((5, 0, 0, 3), 0) == (-40, 34, 34, -28)
    assert net((5, 0), 0) == (-40, 40)


def test_kr_36_a_knocker_who_ties_with_rum_pays_and_gets_nothing():
    assert net((0, 0), 0) == (0, 0)
    assert net((0, 0, 7), 0) == (0, 32, -32)


def test_kr_36_knocker_only():
    assert net((0, 10), 0, rum_bonus="knocker_only") == (35, -35)
    assert net((5, 0, 3), 0, rum_bonus="knocker_only") == (-15, 18, -3)
    assert net((0, 0, 7), 0, rum_bonus="knocker_only") == (0, 7, -7)


def test_kr_37_odd_points_go_to_the_earliest_in_order_of_play():
    settled = settle(KnockRummyRules(), {2: 4, 3: 20, 0: 4, 1: 4}, 3)
    assert settled.winners == (2, 0, 1)
    assert settled.net == (9, 8, 9, -26)


def test_kr_38_a_knocker_who_ties_several():
    assert net((2, 2, 2, 13), 0) == (0, 6, 5, -11)


@given(
    st.lists(st.integers(0, 110), min_size=2, max_size=6),
    st.integers(0, 5),
    st.sampled_from(["any_winner", "knocker_only"]),
    st.integers(0, 1000),
    st.integers(0, 1000),
    st.integers(0, 5),
    st.integers(0, 100),
)
def test_kr_39_kr_40_one_formula_and_nothing_left_over(totals, knocker, bonus, rum, undercut, first, chips):
    seats = len(totals)
    knocker %= seats
    order = tuple((first + place) % seats for place in range(seats))
    rules = KnockRummyRules(rum_bonus=bonus, rum_points=rum, undercut_penalty=undercut)
    settled = settle(rules, {seat: totals[seat] for seat in order}, knocker)
    lowest = min(totals)
    alone = totals[knocker] == lowest and totals.count(lowest) == 1
    assert set(settled.winners) == (
        {knocker} if alone else {seat for seat in order if totals[seat] == lowest and seat != knocker}
    )
    assert settled.winners == tuple(seat for seat in order if seat in settled.winners)
    for seat, total in enumerate(totals):
        if seat in settled.winners:
            continue
        lost = total - lowest
        if lowest == 0 and (bonus == "any_winner" or alone):
            lost += rum
        if seat == knocker:
            lost += undercut
        if seat == knocker and total == lowest:
            lost = 0
        assert settled.net[seat] == -lost
    gains = [settled.net[seat] for seat in settled.winners]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] - gains[-1] <= 1
    assert sum(settled.net) == 0
    chips_net = [0] * seats
    for transfer in payments(settled.net, order, chips):
        assert transfer.amount > 0
        assert isinstance(transfer.source, int)
        assert isinstance(transfer.target, int)
        chips_net[transfer.source] -= transfer.amount
        chips_net[transfer.target] += transfer.amount
    assert chips_net == [points * chips for points in settled.net]


def test_hands_and_losses_are_told():
    at = knock_and_keep(deal("rum by another"), 0)
    told = [event for event in at.events if isinstance(event, HandShown | PointsLost | DealOver)]
    assert [type(event) for event in told] == [HandShown] * 3 + [PointsLost] * 2 + [DealOver]
    shown = at.told(HandShown)[1]
    assert (shown.seat, shown.name, shown.deadwood) == (1, None, 0)
    assert [[card.notation for card in meld] for meld in shown.melds] == [["5C", "6C", "7C", "8C"], ["4S", "4D", "4C"]]
    assert told[3:5] == [PointsLost(0, 5, 25, 10), PointsLost(2, 14, 25, 0)]
    assert [lost.points for lost in at.told(PointsLost)] == [40, 39]


# the game


def test_kr_41_a_game_has_a_deal_for_each_player():
    at = knock_and_keep(deal("rum by the knocker"), 0)
    assert not at.result.game_over
    at = knock_and_keep(deal("rum by the knocker", played=2, scores=(-10, 4, 6)), 0)
    assert at.result.game_over
    assert at.result.stakes.scores == (89, -46, -43)
    assert at.result.game_winners == (0,)


def test_kr_41_an_agreed_number_of_deals_and_equal_totals_share():
    at = knock_and_keep(deal("knocker ties the only other", deals=1), 0)
    assert (at.result.game_over, at.result.game_winners) == (True, (0, 1))
    at = knock_and_keep(deal("rum by the knocker", deals=5, played=2), 0)
    assert not at.result.game_over
    assert at.result.game_winners == ()


def test_kr_41_the_deal_passes_to_the_left():
    at = knock_and_keep(deal("rum by the knocker"), 0)
    assert (at.stakes.dealer, at.result.stakes.dealer, at.result.stakes.deals) == (2, 0, 1)


# chips


def test_no_chips_move_without_the_option():
    at = knock_and_keep(deal("rum by the knocker"), 0)
    assert at.state.transfers == ()
    assert at.chips == at.stakes.chips


def test_kr_42_chips_for_points():
    at = knock_and_keep(deal("tie below the knocker", chips_per_point=3), 0)
    assert at.result.net == (-17, 15, -12, 14)
    assert at.state.transfers == (
        Transfer(0, 1, 45, "points"),
        Transfer(0, 3, 6, "points"),
        Transfer(2, 3, 36, "points"),
    )
    assert at.result.stakes.chips == (20 - 51, 65, 20 - 36, 62)  # on credit
    assert [event.transfer for event in at.events if isinstance(event, Paid)] == list(at.state.transfers)


def test_rank_and_compare_less_deadwood_is_higher():
    rank = deal("undercut").game.judging.rank
    low, high = (rank(KnockRummyRules(), tuple(map(card, text.split()))) for text in ("KS QH", "KS AH"))
    assert low.value < high.value
    assert (low.deadwood, high.deadwood, low.name.type) == (20, 11, "deadwood")
    rum = rank(KnockRummyRules(), tuple(map(card, ["AS", "2S", "3S"])))
    assert rum.value > high.value
    assert (rum.deadwood, rum.name.type, rum.melds) == (0, "rum", ((card("AS"), card("2S"), card("3S")),))


@pytest.mark.parametrize("text", ["", "AS AH AD AC 2S 2H 2D 2C 3S 3H 3D 3C", "AS X 2D"])
def test_rank_refuses_what_is_no_hand(text):
    with pytest.raises(ValueError, match=r"1 to 11 cards|no joker"):
        deal("undercut").game.judging.rank(KnockRummyRules(), tuple(map(card, text.split())))
