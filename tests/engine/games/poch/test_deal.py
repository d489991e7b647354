"""Board, deal and pools of the Poch family, rule by rule (poch.md, le_poque.md, poch_1873.md).

Written from the rules by another author than the engine's, so that a rule misread by one is found by the other.
"""

from __future__ import annotations

import pytest

from engine.cards import Rank
from engine.errors import BadSetup
from engine.events import CardTurned
from engine.game import GAMES
from engine.stakes import Stakes
from tests.kit.poch import EDITIONS, START, deal
from tests.kit.table import Table

BOARDS = {
    "poch": ("ace", "king", "queen", "jack", "ten", "marriage", "sequence", "poch", "centre"),
    "le-poque": ("ace", "king", "queen", "jack", "ten", "poch"),
    "poch-1873": ("ace", "king", "queen", "jack", "ten", "marriage", "sequence", "poch"),
}
DRESSED = {"poch": 9, "le-poque": 6, "poch-1873": 7}


def empty(seats: int) -> list[str]:
    """Hands of which nothing is said."""
    return [""] * seats


@pytest.mark.parametrize("game", EDITIONS)
def test_po_1_lq_1_ho_1_three_to_six_play(game):
    assert (GAMES[game].seats[0], GAMES[game].seats[-1]) == (3, 6)
    pack = GAMES[game].pack(GAMES[game].rules(), 3).cards
    for seats in (2, 7):
        with pytest.raises(BadSetup, match="3 to 6"):
            GAMES[game].new_deal(GAMES[game].rules(), seats, Stakes(0, (60,) * seats), pack)


@pytest.mark.parametrize(
    ("game", "rules", "sizes"),
    [
        ("poch", {}, (32, 32, 32, 32)),  # PO-2
        ("le-poque", {}, (32, 32, 36, 36)),  # LQ-1
        ("poch-1873", {}, (32, 32, 52, 52)),  # HO-3a
        ("poch-1873", {"pack": "32"}, (32, 32, 32, 32)),  # HO-3
        ("poch-1873", {"pack": "52"}, (52, 52, 52, 52)),
    ],
)
def test_po_2_lq_1_ho_3_ho_3a_the_pack(game, rules, sizes):
    lowest = {32: Rank.SEVEN, 36: Rank.SIX, 52: Rank.TWO}
    for seats, size in zip((3, 4, 5, 6), sizes, strict=True):
        pack = GAMES[game].pack(GAMES[game].rules(**rules), seats)
        assert len(pack) == size
        assert min(card.rank for card in pack) == lowest[size]


def test_po_3_a_new_table_gives_60_or_40_chips():
    assert {name: GAMES[name].money.chips for name in EDITIONS} == START


@pytest.mark.parametrize("game", EDITIONS)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_po_4_lq_2_ho_2_the_board_is_dressed(game, seats):
    table = deal(game, empty(seats), "8S")
    assert tuple(table.pools) == BOARDS[game]
    dress = table.paid("dress")
    assert len(dress) == seats * DRESSED[game]
    for player in range(1, seats + 1):
        assert sum(amount for source, _, amount in dress if source == player) == DRESSED[game]
    assert ("poch" in {pool for _, pool, _ in dress}) is (game != "poch-1873")


@pytest.mark.parametrize("game", EDITIONS)
def test_po_50_a_table_of_the_family_knows_what_a_deal_costs_and_that_chips_can_run_out(game):
    rules = GAMES[game].rules()
    money = GAMES[game].money
    assert money.ends_broke
    assert money.entry(rules, 4) == DRESSED[game]
    assert money.pools == BOARDS[game]


def test_chips_in_a_pool_that_the_board_does_not_have_are_refused():
    with pytest.raises(BadSetup, match="no pool 'sink'"):
        deal("poch", empty(3), "8S", pools={"sink": 2})


def test_ho_2_a_stake_into_each_of_seven():
    table = deal("poch-1873", ["7S", "9S", "JH", "QH"], "8S", stake=3)
    assert table.chips == (19, 19, 19, 19)
    assert {name: chips for name, chips in table.pools.items() if name != "poch"} == dict.fromkeys(
        BOARDS["poch-1873"][:-1], 12
    )
    assert table.pools["poch"] == 0


@pytest.mark.parametrize(
    ("seats", "sizes"),
    [(3, (11, 10, 10)), (4, (8, 8, 8, 7)), (5, (7, 6, 6, 6, 6)), (6, (6, 5, 5, 5, 5, 5))],
)
def test_po_5_all_cards_but_the_last(seats, sizes):
    table = deal("poch", empty(seats), "8S")
    assert table.left == sizes
    turned = table.middle().turned
    assert turned.notation == "8S"
    assert table.events[0] == CardTurned(turned)


def test_po_5_one_at_a_time_from_the_first_player_on():
    game = GAMES["poch"]
    pack = game.pack(game.rules(), 4)
    state = game.new_deal(game.rules(), 4, Stakes(1, (60,) * 4), pack.cards)
    hands = game.layout(state).hands
    for place, seat in enumerate((2, 3, 0, 1)):  # seat 1 deals
        assert hands[seat] == pack.cards[place:31:4]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_lq_5_two_at_a_time_and_then_three(seats):
    game = GAMES["le-poque"]
    pack = game.pack(game.rules(), seats).cards
    state = game.new_deal(game.rules(), seats, Stakes(0, (40,) * seats), pack)
    hands = game.layout(state).hands
    for place, seat in enumerate((-1 - k) % seats for k in range(seats)):  # seat 0 deals, anticlockwise
        two, three = 2 * place, 2 * seats + 3 * place
        assert hands[seat] == (*pack[two : two + 2], *pack[three : three + 3])
    assert Table(game, state).middle().turned == pack[5 * seats]
    assert len(game.layout(state).stock) == {3: 16, 4: 11, 5: 10, 6: 5}[seats]


def test_ho_4_five_cards_one_at_a_time_and_the_next_is_turned():
    game = GAMES["poch-1873"]
    pack = game.pack(game.rules(), 3).cards
    state = game.new_deal(game.rules(), 3, Stakes(2, (40,) * 3), pack)
    assert game.layout(state).hands == tuple(pack[place:15:3] for place in range(3))
    assert Table(game, state).middle().turned == pack[15]


@pytest.mark.parametrize(
    ("seats", "pack", "undealt"), [(3, "by_seats", 16), (4, "by_seats", 11), (5, "by_seats", 26), (6, "32", 1)]
)
def test_ho_3_the_rest_of_the_pack_is_not_dealt(seats, pack, undealt):
    table = deal("poch-1873", empty(seats), "8S", pack=pack)
    assert len(table.game.layout(table.state).stock) == undealt


@pytest.mark.parametrize("game", EDITIONS)
def test_po_6_lq_4_ho_1_the_direction_of_play_and_of_the_deal(game):
    table = deal(game, empty(4), "8S", dealer=1)
    (first,) = table.game.to_act(table.state)
    assert first == (0 if game == "le-poque" else 2)
    table.all_pass().plays_out()
    assert table.result.stakes.dealer == first


# The pools

SPADES = ["AS 7H", "KS 8H", "QS 9H", "JS TH"]


def test_po_10_the_cards_of_the_pay_suit_take_their_pools():
    table = deal("poch", ["AS TS", "KS", "QS", "JS"], "8S")
    assert table.paid("pool") == [("ace", 1, 4), ("king", 2, 4), ("queen", 3, 4), ("jack", 4, 4), ("ten", 1, 4)]
    assert table.chips == (51 + 8, 55, 55, 55)


def test_po_10_other_suits_take_nothing():
    table = deal("poch-1873", ["AS KS QS JS TS", "7S 8S 9S", ""], "9H")
    assert table.paid("pool") == []


@pytest.mark.parametrize("game", ["poch", "poch-1873"])
def test_po_11_ho_4_marriage_and_sequence(game):
    table = deal(game, ["KS QS", "7S 8S 9S", "JS"], "TS")
    took = {(pool, player) for pool, player, _ in table.paid("pool")}
    assert {("king", 1), ("queen", 1), ("marriage", 1), ("sequence", 2), ("jack", 3)} <= took
    apart = deal(game, ["KS 7S", "QS 8S 9S", "JS"], "TS")
    assert not {"marriage", "sequence"} & {pool for pool, _, _ in apart.paid("pool")}


def test_lq_2_no_marriage_and_no_sequence():
    table = deal("le-poque", ["KS QS", "7S 8S 9S", "JS"], "AS").all_pass()
    assert {pool for pool, _, _ in table.paid("pool")} == {"ace", "king", "queen", "jack"}


@pytest.mark.parametrize("game", ["poch", "poch-1873"])
@pytest.mark.parametrize(("rank", "pool"), [("A", "ace"), ("K", "king"), ("Q", "queen"), ("J", "jack"), ("T", "ten")])
def test_po_12_ho_5_nobody_takes_the_pool_of_the_turned_card(game, rank, pool):
    others = [f"{other}S" for other in "AKQJT" if other != rank]
    table = deal(game, [" ".join(others), "", "", ""], f"{rank}S")
    assert table.pools[pool] == 4
    took = {name for name, _, _ in table.paid("pool")}
    assert took - {"marriage", "sequence"} == {"ace", "king", "queen", "jack", "ten"} - {pool}
    assert ("marriage" in took) is (rank not in "KQ")  # PO-13


@pytest.mark.parametrize("rank", ["7", "8", "9"])
def test_po_13_no_sequence_with_one_of_its_cards_turned(rank):
    rest = " ".join(f"{other}S" for other in "789" if other != rank)
    table = deal("poch", [rest, "", ""], f"{rank}S")
    assert table.pools["sequence"] == 3


@pytest.mark.parametrize("game", EDITIONS)
def test_po_14_lq_7d_ho_5_what_nobody_takes_stays_and_grows(game):
    """Over three deals: an honour turned up, then the same suit again, then somebody has the card."""
    first = deal(game, ["AS", "KS", "QS", "JS"], "9S").all_pass().plays_out()
    left = dict(first.result.stakes.pools)
    assert left["ten"] == (0 if game == "poch" else 4)  # modern: all cards are dealt, so somebody holds it
    second = deal(game, ["AS", "KS", "QS", "JS"], "7S", pools=left).all_pass()
    for pool in ("sequence",) if game != "le-poque" else ():
        assert second.pools[pool] == left[pool] + 4
    second.plays_out()
    carried = dict(second.result.stakes.pools)
    third = deal(game, ["TH 7C", "", "", ""], "8H", pools=carried)
    if game == "le-poque":
        third.all_pass()
    assert ("ten", 1, carried["ten"] + 4) in third.paid("pool")


@pytest.mark.parametrize("game", EDITIONS)
def test_po_15_nobody_has_to_claim(game):
    table = deal(game, ["AS", "KS", "QS"], "9S")
    assert set(table.offers(1)) <= {"pass", "bet"}


def test_po_60_the_dealer_takes_the_pool_of_a_turned_honour():
    hands = ["AS", "KS", "JS", "TS"]
    plain, option = (deal("poch", hands, "QS", turned_honour_to_dealer=on) for on in (False, True))
    assert plain.pools["queen"] == 4
    assert option.pools["queen"] == 0
    assert ("queen", 4, 4) in option.paid("pool")
    assert option.chips[3] == plain.chips[3] + 4


def test_po_60_no_other_card_brings_the_dealer_anything():
    table = deal("poch", ["AS", "KS", "JS", "TS"], "8S", turned_honour_to_dealer=True)
    assert table.chips == deal("poch", ["AS", "KS", "JS", "TS"], "8S").chips


def test_po_62_no_marriage_for_the_dealer_with_a_card_of_his_own():
    table = deal("poch", ["AS", "", "", "KS"], "QS", turned_honour_to_dealer=True)
    assert table.pools["marriage"] == 4
    assert {("queen", 4, 4), ("king", 4, 4)} <= set(table.paid("pool"))


@pytest.mark.parametrize(
    ("seats", "owner", "sizes"),
    [(3, 2, (11, 11, 10)), (4, 4, (8, 8, 8, 8)), (5, 2, (7, 7, 6, 6, 6)), (6, 2, (6, 6, 5, 5, 5, 5))],
)
def test_po_61_the_turned_card_belongs_to_the_next(seats, owner, sizes):
    table = deal("poch", empty(seats), "QS", turned_card_belongs_to_next=True)
    assert table.left == sizes
    assert "QS" in table.hands[owner - 1].split()
    assert table.events[0] == CardTurned(table.state.turned, table.seats[owner - 1])


def test_po_61a_it_takes_its_pool_and_makes_a_marriage():
    table = deal("poch", ["AS", "KS", "JS"], "QS", turned_card_belongs_to_next=True)
    assert {("queen", 2, 3), ("king", 2, 3), ("marriage", 2, 3)} <= set(table.paid("pool"))


def test_po_62_with_both_options_the_owner_goes_first():
    table = deal("poch", ["AS", "KS", "JS"], "QS", turned_card_belongs_to_next=True, turned_honour_to_dealer=True)
    assert ("queen", 2, 3) in table.paid("pool")
    assert all(player != 3 or pool != "queen" for pool, player, _ in table.paid("pool"))


@pytest.mark.parametrize(
    ("turned", "pool"), [("AC", "ace"), ("KC", "king"), ("QC", "queen"), ("JC", "jack"), ("TC", "ten"), ("9C", None)]
)
def test_lq_6_the_dealer_takes_the_turned_honour_at_once(turned, pool):
    table = deal("le-poque", ["7S", "8S", "9S", "TS"], turned)
    assert table.paid("pool") == ([] if pool is None else [(pool, 4, 4)])
    assert table.chips[3] == (34 if pool is None else 38)
    assert table.offers(1)["bet"] == (1, 34)


def test_lq_3_ten_and_nine():
    held = ["TC 9C", "AC", "KC"]
    for option, took in (("ten", True), ("ten_and_nine", True)):
        table = deal("le-poque", held, "7C", ten_pool=option).all_pass()
        assert (("ten", 1, 3) in table.paid("pool")) is took
    for hands in (["TC", "9C", "KC"], ["TC 8C", "", ""]):
        ten, both = (deal("le-poque", hands, "7C", ten_pool=how).all_pass() for how in ("ten", "ten_and_nine"))
        assert ("ten", 1, 3) in ten.paid("pool")
        assert both.pools["ten"] == 3
        assert ten.chips[0] == both.chips[0] + 3


@pytest.mark.parametrize("turned", ["TC", "9C"])
def test_lq_3_ten_and_nine_with_either_turned_up(turned):
    other = "9C" if turned == "TC" else "TC"
    table = deal("le-poque", [other, "7S", "8S"], turned, ten_pool="ten_and_nine").all_pass()
    assert table.pools["ten"] == 3
    assert table.paid("pool") == []
    plain = deal("le-poque", [other, "7S", "8S"], turned).all_pass()
    assert plain.paid("pool") == [("ten", 3 if turned == "TC" else 1, 3)]


def test_lq_7_the_betting_comes_before_the_pools():
    table = deal("le-poque", ["AC", "KC", "QC"], "7C")
    assert table.chips == (34, 34, 34)
    assert table.offers(1)["bet"] == (1, 34)
    table.bets("1b2 2f 3f")
    assert table.paid("pool") == [("ace", 1, 3), ("king", 2, 3), ("queen", 3, 3)]
    assert table.chips == (34 + 3 + 3, 37, 37)


@pytest.mark.parametrize("game", ["poch", "poch-1873"])
def test_lq_7_in_the_others_the_pools_come_first_and_may_be_bet(game):
    table = deal(game, ["AC AS", "KC", "QC"], "7C", pools={"ace": 10})
    start = START[game] - DRESSED[game] + 13
    assert table.chips[0] >= start
    assert table.offers(1)["bet"][1] == table.chips[0]
