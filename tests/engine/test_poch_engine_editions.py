"""The engine of Poch in its historic editions: Le Poque of 1789, and the Poch of 1873.

Written beside the engine; ``test_poch_rulebook_*`` are an independent reading of the same rules by another author.
"""

from __future__ import annotations

import pytest

from engine.actions import Pass
from engine.cards import Rank, card, cards, short_pack
from engine.errors import BadSetup
from engine.events import CardTurned, HandShown, Paid, SequenceStopped, WentOut
from engine.game import GAMES
from engine.games.poch.settlement import Till, most_cards, unclaimed
from engine.stakes import Stakes, Transfer

from .poch import PochTable


def poque(*hands: str, turned: str = "8S", **rules) -> PochTable:
    return PochTable(list(hands), turned, game="le-poque", **rules)


def hoffmann(*hands: str, turned: str = "8S", **rules) -> PochTable:
    return PochTable(list(hands), turned, game="poch-1873", **rules)


def pools_paid(table: PochTable) -> dict[str, tuple[int, int]]:
    return {pool: (place, chips) for pool, place, chips in table.paid("pool")}


# Le Poque


def test_lq_4_and_5_two_and_three_at_a_time_from_the_dealers_right():
    pack = short_pack(Rank.SEVEN).cards
    game = GAMES["le-poque"]
    state = game.new_deal(game.rules(), 4, Stakes(2, (40,) * 4), pack)
    hands = game.layout(state).hands
    assert hands[1] == (*pack[:2], *pack[8:11])
    assert hands[2] == (*pack[6:8], *pack[17:20])
    assert state.turned is pack[20]
    assert game.to_act(state) == (1,)
    state, _ = game.apply(state, Pass(1))
    assert game.to_act(state) == (0,)


def test_lq_2_six_pools():
    table = poque("", "", "")
    assert table.pools == dict.fromkeys(("ace", "king", "queen", "jack", "ten", "poch"), 3)
    assert table.chips == [34] * 3
    with pytest.raises(BadSetup, match="put down the 6"):
        poque("", "", "", chips=(5, 40, 40))


def test_lq_6_and_7_the_dealers_honour_comes_at_once_and_the_other_pools_after_the_betting():
    table = poque("AS", "KS JS", "", turned="QS")
    assert table.paid("pool") == [("queen", 3, 3)]
    assert table.game.telling.opening(table.first) == (
        CardTurned(card("QS"), None),
        Paid(Transfer("queen", table.seat(3), 3, "pool")),
    )
    table.passes(1, 2)
    events = table.do(Pass(table.seat(3)))
    assert [one for one in events[1:] if isinstance(one, Paid)] == list(
        map(Paid, (one for one in table.state.transfers[-3:] if one.reason == "pool"))
    )
    assert pools_paid(table) == {"queen": (3, 3), "ace": (1, 3), "king": (2, 3), "jack": (2, 3)}


@pytest.mark.parametrize(
    ("hands", "turned", "paid"),
    [
        (("TS 9S", "", ""), "8S", {"ten": (1, 3)}),
        (("TS", "9S", ""), "8S", {}),
        (("9S", "", ""), "TS", {}),
        (("TS", "", ""), "9S", {}),
    ],
)
def test_lq_3_ten_and_nine(hands, turned, paid):
    table = poque(*hands, turned=turned, ten_pool="ten_and_nine")
    table.passes(1, 2, 3)
    assert {pool: won for pool, won in pools_paid(table).items() if pool == "ten"} == paid
    simple = poque(*hands, turned=turned)
    simple.passes(1, 2, 3)
    assert ("ten" in pools_paid(simple)) == (turned == "TS" or any("TS" in hand for hand in hands))


def test_lq_7a_a_bluff_need_not_be_shown():
    table = poque("AH KD QC JH 9D", "", "")
    table.bets(1, 3)
    table.folds(2, 3)
    assert not [one for one in table.events if isinstance(one, HandShown)]
    assert table.paid("returned") == [("pot", 1, 3)]
    assert table.paid("poch") == [("poch", 1, 3)]
    assert table.to_act == [1]


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ("AH KD QC JH 9D", "7H 7D 8C 9H TH", 2),
        ("AH KD QC JH 9D", "AS 7H 8C 9H TH", 2),  # the ace of the pay suit
        ("AH KD QC JH 9D", "AC 7H 8C 9H TH", 1),  # the earlier in order of play
        ("KH QD JC TH 9D", "AC 7H 8C 9H TC", 2),
    ],
)
def test_lq_7b_hands_without_a_pair(first, second, winner):
    table = poque(first, second, "")
    table.bets(1, 1)
    table.bets(2, 1)
    table.folds(3)
    assert table.paid("stakes") == [("pot", winner, 2)]


def test_lq_7_nobody_bets_with_pool_chips_of_the_deal():
    table = poque("AS KS QS JS TS", "7H 7D", "", chips=(10, 40, 40))
    assert table.range(1) == (1, 4)


def paid_for_most(left: dict[int, int], tie: str, chips: tuple[int, ...] = (50,) * 6) -> list[tuple[int, int, int]]:
    till = Till(chips)
    most_cards(till, left, tie)  # type: ignore[arg-type]
    assert all(one.reason == "most_cards" for one in till.transfers)
    return [(one.source, one.target, one.amount) for one in till.transfers]  # type: ignore[misc]


def test_lq_8a_and_8b_the_most_cards_pay_each_opponent():
    for tie in ("share", "each_pays", "nobody"):
        assert paid_for_most({1: 3, 2: 0, 3: 5, 0: 1}, tie) == [(3, 1, 5), (3, 2, 5), (3, 0, 5)]


def test_lq_8c_the_ties():
    left = {1: 4, 2: 0, 3: 4, 0: 1}
    assert paid_for_most(left, "nobody") == []
    assert paid_for_most(left, "each_pays") == [(1, 2, 4), (1, 0, 4), (3, 2, 4), (3, 0, 4)]
    assert paid_for_most(left, "share") == [(1, 2, 4), (3, 0, 4)]


def test_lq_8d_an_odd_chip_is_paid_by_the_earliest():
    assert paid_for_most({1: 5, 2: 0, 3: 5}, "share") == [(1, 2, 3), (3, 2, 2)]
    assert paid_for_most({1: 3, 2: 0, 3: 1, 4: 3, 0: 2}, "share") == [(1, 2, 3), (1, 3, 2), (4, 3, 1), (4, 0, 3)]
    three = paid_for_most({3: 2, 2: 0, 1: 2, 0: 2, 4: 1}, "share")
    assert [sum(chips for payer, _, chips in three if payer == seat) for seat in (3, 1, 0)] == [2, 1, 1]
    assert [sum(chips for _, payee, chips in three if payee == seat) for seat in (2, 4)] == [2, 2]


def test_lq_9_as_far_as_the_chips_go():
    assert paid_for_most({0: 5, 1: 0, 2: 3}, "share", (7, 0, 0)) == [(0, 1, 5), (0, 2, 2)]
    assert paid_for_most({0: 5, 1: 0, 2: 5}, "share", (1, 0, 9)) == [(0, 1, 1), (2, 1, 2)]


# Poch of 1873


def test_ho_2_seven_pools_are_dressed_and_the_eighth_holds_the_bets():
    table = hoffmann("9H 9D", "", "", "", turned="AS")
    before = table.chips
    assert table.pools["poch"] == 0
    table.bets(1, 4)
    assert (table.pools["poch"], table.view().pot) == (4, 0)
    table.folds(2, 3, 4)
    assert (table.pools["poch"], table.chips) == (0, before)  # HO-13
    assert table.paid("returned") == [("poch", 1, 4)]
    assert not table.paid("poch")
    assert not [one for one in table.events if isinstance(one, HandShown)]


@pytest.mark.parametrize(
    ("seats", "pack", "size"),
    [(3, "by_seats", 32), (4, "by_seats", 32), (5, "by_seats", 52), (6, "32", 32), (3, "52", 52)],
)
def test_ho_3_the_pack(seats, pack, size):
    table = hoffmann(*[""] * seats, pack=pack)
    assert len(table.game.pack(table.rules, seats)) == size
    assert len(table.game.layout(table.state).stock) == size - 5 * seats - 1


def test_ho_4_and_5_pools():
    table = hoffmann("KS QS", "7S 8S 9S", "", "", turned="AS")
    assert pools_paid(table) == {"king": (1, 4), "queen": (1, 4), "marriage": (1, 4), "sequence": (2, 4)}
    assert table.pools["ace"] == 4


@pytest.mark.parametrize(
    ("first", "second", "winner", "shown"),
    [
        ("9H 9D 7C 8C TC", "8H 8S AD KD QD", 1, ("9H 9D", "8S 8H")),
        ("9H 9D 7C 8C TC", "9S 9C 7H 8H JD", 2, ("9H 9D TC 8C 7C", "9S 9C JD 8H 7H")),
        ("9H 9D 7C TC AC", "9S 9C AH TH 8H", 2, ("9H 9D AC TC 7C", "9S 9C AH TH 8H")),
        ("9H 9D 7C TC AC", "9S 9C AH TH 7H", 1, ("9H 9D AC TC 7C", "9S 9C AH TH 7H")),
        ("AH KD QC JC 9C", "AS KH QH JH 8H", 1, ("AH KD QC JC 9C", "AS KH QH JH 8H")),
        ("AH KD QC JC 9C", "7H 7D 8C 9S TH", 2, ("AH", "7H 7D")),
    ],
)
def test_ho_6_and_7_kickers_and_what_is_shown(first, second, winner, shown):
    table = hoffmann(first, second, "", "", turned="9S" if "9S" not in first + second else "KS")
    table.bets(1, 1)
    table.bets(2, 1)
    table.folds(3, 4)
    assert table.paid("stakes") == [("poch", winner, 2)]
    assert [table.seen(place).shown for place in (1, 2)] == [cards(text) for text in shown]
    assert table.to_act == [winner]


def test_ho_8_and_9_a_stop_is_paid_by_the_others():
    table = hoffmann("AH 9S", "TS KD", "", "", stake=2)
    table.passes(1, 2, 3, 4)
    before = table.chips
    first = table.seat(1)
    events = table.plays(1, "AH")
    assert events[1:] == (
        SequenceStopped(first, card("AH")),
        *(Paid(Transfer(table.seat(place), first, 2, "stop")) for place in (2, 3, 4)),
    )
    assert table.chips == [before[0] + 6, *(chips - 2 for chips in before[1:])]


def last_lead(last: str, second: str) -> tuple[PochTable, tuple]:
    """P1 goes out with his fifth card, after stops with his first four."""
    table = hoffmann(f"AH AD AC AS {last}", second, "", "", turned="8S")
    table.passes(1, 2, 3, 4)
    for one in ("AH", "AD", "AC", "AS"):
        table.plays(1, one)
    return table, table.plays(1, last)


def test_ho_12_the_last_card_may_end_a_sequence_too():
    table, events = last_lead("KS", "9S")
    assert table.result
    assert [type(one) for one in events[1:3]] == [SequenceStopped, WentOut]
    assert len(table.paid("stop")) == 15
    assert table.paid("cards") == [(2, 1, 5), (3, 1, 5), (4, 1, 5)]
    table, events = last_lead("9S", "TS")
    assert [type(one) for one in events[1:2]] == [WentOut]
    assert len(table.paid("stop")) == 12
    assert table.paid("cards") == [(2, 1, 5), (3, 1, 5), (4, 1, 5)]


# who pays whom, by itself


def test_po_65_odd_chips_of_the_pools():
    paid = unclaimed([("ace", 5), ("king", 0), ("poch", 2)], (2, 0, 1))
    assert paid == (
        Transfer("ace", 2, 3, "unclaimed"),
        Transfer("ace", 0, 2, "unclaimed"),
        Transfer("poch", 1, 2, "unclaimed"),
    )


def test_all_games_of_the_family_say_that_they_end_when_chips_run_out():
    for name, entry, pools in (("poch", 9, 9), ("le-poque", 6, 6), ("poch-1873", 7, 8)):
        game = GAMES[name]
        assert game.money.ends_broke
        assert game.money.entry(game.rules(), 4) == entry
        assert len(game.money.pools) == pools
