"""Playing out, and the end of a deal of the Poch family, rule by rule (poch.md, le_poque.md, poch_1873.md).

Written from the rules by another author than the engine's, so that a rule misread by one is found by the other.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.actions import Bet, Fold, Pass, Play
from engine.cards import card
from engine.events import CardPlayed, SequenceStopped, WentOut
from tests.kit.poch import EDITIONS, deal
from tests.kit.table import Table

# Modern Poch, three players, the ten of clubs turned up
THREE = [
    "7S 8S 9S AS 7H 8H 9H TH 7D 8D 9D",
    "TS JS QS JH QH KH AH TD JD QD",
    "KS 7C 8C 9C JC QC KC AC KD AD",
]


def played(table: Table) -> list[tuple[int, str, bool]]:
    """Who has played what, and whether it followed by itself."""
    return [
        (table.seats.index(event.seat) + 1, event.card.notation, event.forced)
        for event in table.events
        if isinstance(event, CardPlayed)
    ]


# Who leads what, and what follows


@pytest.mark.parametrize("game", EDITIONS)
def test_po_40_lq_8_ho_11_the_winner_of_the_betting_leads_else_the_first(game):
    hands = ["AS 7H", "KS KD", "QS 7D"]
    assert deal(game, hands, "9C").all_pass().whose_turn == 1
    assert deal(game, hands, "9C").bets("1p 2b1 3f").whose_turn == 2


@pytest.mark.parametrize("game", EDITIONS)
def test_po_40_any_card_may_be_led_and_nothing_but_a_card(game):
    table = deal(game, ["AS 7H 7D", "KS KD", "QS"], "9C").all_pass()
    assert set(table.offers(1)) == {"play"}
    assert sorted(table.offers(1)["play"]) == sorted(table.hands[0].split())
    assert table.offers(2) == {}
    assert table.refused(Play(table.seats[0], card("KS"))) == "card_not_held"
    assert table.refused(Play(table.seats[1], card("KS"))) == "not_your_turn"
    for action in (Pass(table.seats[0]), Fold(table.seats[0]), Bet(table.seats[0], 1)):
        assert table.refused(action) == "betting_over"


@pytest.mark.parametrize("game", EDITIONS)
def test_po_40_no_card_is_led_during_the_betting(game):
    table = deal(game, ["AS 7H 7D", "KS KD", "QS"], "9C")
    assert table.refused(Play(table.seats[0], card("AS"))) == "betting_first"


def test_po_41_whoever_holds_the_next_card_plays_it_also_the_one_who_led():
    table = deal("poch", THREE, "TC").all_pass().leads(1, "7S")
    assert played(table) == [
        (1, "7S", False), (1, "8S", True), (1, "9S", True), (2, "TS", True), (2, "JS", True), (2, "QS", True),
        (3, "KS", True), (1, "AS", True),
    ]  # fmt: skip
    assert table.whose_turn == 1


def test_po_42_a_stop_above_the_ace_at_the_turned_card_and_at_a_card_played():
    table = deal("poch", THREE, "TC").all_pass().leads(1, "AS")  # above the ace
    assert table.whose_turn == 1
    table.leads(1, "7H")
    assert table.gone == "AS 7H 8H 9H TH JH QH KH AH"
    assert table.whose_turn == 2
    table.leads(2, "TS")  # up to the king: the ace has been played
    assert table.gone.endswith("TS JS QS KS")
    assert table.whose_turn == 3
    table.leads(3, "8C")  # the ten of clubs is turned up
    assert table.gone.endswith("8C 9C")
    assert table.whose_turn == 3
    stops = [event.card.notation for event in table.events if isinstance(event, SequenceStopped)]
    assert stops == ["AS", "AH", "KS", "9C"]


@pytest.mark.parametrize("game", ["le-poque", "poch-1873"])
def test_lq_5_ho_8_a_card_that_was_not_dealt_is_a_stop(game):
    table = deal(game, ["7S 8S QH", "9S KH 8D", "JS 7D"], "9C").all_pass().leads(1, "7S")
    assert table.gone == "7S 8S 9S"
    assert table.whose_turn == 2


def test_po_61a_the_turned_card_of_a_player_is_no_stop():
    hands = ["7C 8C", "TC KC", "9C QC"]
    own = deal("poch", hands, "JC", turned_card_belongs_to_next=True).all_pass().leads(1, "7C")
    assert own.gone.startswith("7C 8C 9C TC JC QC KC")
    plain = deal("poch", hands, "JC").all_pass().leads(1, "7C")
    assert plain.gone == "7C 8C 9C TC"


# The end of a deal


def test_po_43_the_last_card_ends_all_even_in_mid_sequence():
    table = deal("le-poque", ["7H 8H 9H 7D 8D", "TH AS KS QS JS", "JH AC KC QC JC"], "7S").all_pass()
    table.leads(1, "7D").leads(1, "7H")
    assert table.gone == "7D 8D 7H 8H 9H"  # the ten would follow
    assert [event.card.notation for event in table.events if isinstance(event, SequenceStopped)] == ["8D"]
    assert table.result.winners == (table.seats[0],)


def test_po_43_a_card_that_follows_can_be_the_last():
    table = deal("le-poque", ["9S JS 7D 9C JC", "TS QS TC QC AS", "JH AH KH 7C 8D"], "7H").all_pass()
    table.leads(1, "9S").leads(2, "AS").leads(2, "TC")
    assert table.gone == "9S TS JS QS AS TC JC QC"
    assert played(table)[-1] == (2, "QC", True)
    assert table.result.winners == (table.seats[1],)
    assert [event.seat for event in table.events if isinstance(event, WentOut)] == [table.seats[1]]


def test_po_43_the_centre_and_a_chip_for_each_card():
    table = deal("poch", THREE, "TC", pools={"centre": 5}).all_pass()
    before = table.chips
    table.plays_out("AS 7H TS 8C 7C")
    left = table.left
    winner = table.seats.index(table.result.winners[0]) + 1
    assert table.paid("centre") == [("centre", winner, 8)]
    assert {(payer, amount) for payer, _, amount in table.paid("cards")} == {
        (player, cards) for player, cards in enumerate(left, start=1) if cards
    }
    assert table.chips[winner - 1] == before[winner - 1] + 8 + sum(left)


def test_po_44_no_debts():
    poor = deal("poch", THREE, "TC", chips=(9, 9, 9)).all_pass().plays_out()
    assert min(poor.chips) >= 0
    assert sum(poor.chips) + sum(poor.pools.values()) == 27


def test_po_44_who_has_less_than_is_due_pays_that():
    hands = ["AS 7S", "AH 8H", "AD 8D"]
    table = deal("le-poque", hands, "9C", chips=(40, 7, 6)).all_pass()
    assert table.chips == (34, 1, 0)
    table.plays_out()
    winner = table.seats.index(table.result.winners[0]) + 1
    paid = {payer: amount for payer, _, amount in table.paid("cards")}
    due = {player: cards for player, cards in enumerate(table.left, start=1) if player != winner}
    start = {1: 34, 2: 1, 3: 0}
    assert all(paid.get(player, 0) == min(due[player], start[player]) for player in due)


# Le Poque: the most cards


def most_cards(tie: str = "share", **changed: Any) -> Table:
    """P1 leads five stops and goes out while the other three hold five cards each."""
    hands = ["AS AH AD AC KC", "7S 9S 7H 9H 7D", "8S TS 8H TH 8D", "QS KS QH KH 9D"]
    return deal("le-poque", hands, "JD", most_cards_tie=tie, **changed).all_pass().plays_out("AS AH AD AC KC")


def test_lq_8_a_chip_for_each_card_and_no_pool():
    table = most_cards("nobody")
    assert table.left == (0, 5, 5, 5)
    assert table.paid("cards") == [(2, 1, 5), (3, 1, 5), (4, 1, 5)]
    assert "centre" not in table.pools


def test_lq_8a_lq_8b_the_one_with_most_cards_pays_everybody_who_went_out_included():
    hands = ["AS AH AD AC JH", "QH TS 9S 8S 7S", "KH QS 9C 8C 7C", "TH 9D 8D 7D KC"]
    for tie in ("share", "each_pays", "nobody"):
        table = deal("le-poque", hands, "KD", most_cards_tie=tie).all_pass().leads(1, "JH")
        assert table.gone == "JH QH KH AH"
        table.plays_out("AS AD AC")
        assert table.left == (0, 4, 4, 5)
        assert table.paid("cards") == [(2, 1, 4), (3, 1, 4), (4, 1, 5)]
        assert table.paid("most_cards") == [(4, 1, 5), (4, 2, 5), (4, 3, 5)]


def test_lq_8c_share_each_pays_nobody():
    results = {tie: most_cards(tie) for tie in ("share", "each_pays", "nobody")}
    base = results["nobody"].chips
    # the number is 5, and only P1 holds fewer cards: the three pay 2, 2 and 1, or 5 each, or nothing (LQ-8d)
    assert [now - then for now, then in zip(results["share"].chips, base, strict=True)] == [5, -2, -2, -1]
    assert [now - then for now, then in zip(results["each_pays"].chips, base, strict=True)] == [15, -5, -5, -5]


def test_lq_8d_they_pay_nothing_to_one_another():
    for tie in ("share", "each_pays"):
        assert {target for _, target, _ in most_cards(tie).paid("most_cards")} == {1}


def test_lq_9_the_usual_payment_first_and_as_far_as_the_chips_go():
    table = most_cards("each_pays", chips=(40, 8, 13, 40))
    # P2 has 2 after the ante: all of it for the cards; P3 has 7: 5 for the cards and 2 more
    assert table.paid("cards") == [(2, 1, 2), (3, 1, 5), (4, 1, 5)]
    assert table.paid("most_cards") == [(3, 1, 2), (4, 1, 5)]


# Poch of 1873: stops and stakes

ENDS = ["AS KH 9D 7C 8C", "AH QS JS 7D 7S", "TS 9S 8S QD KD"]


@pytest.mark.parametrize("stake", [1, 2])
def test_ho_8_ho_9_ending_a_sequence_is_paid_a_stake_by_each(stake):
    table = deal("poch-1873", ENDS, "JC", stake=stake).all_pass()
    before = table.chips
    table.leads(1, "AS")
    assert table.paid("stop") == [(2, 1, stake), (3, 1, stake)]
    table.leads(1, "KH")  # P2 has the ace
    assert table.whose_turn == 2
    assert set(table.paid("stop")[2:]) == {(1, 2, stake), (3, 2, stake)}
    assert [now - then for now, then in zip(table.chips, before, strict=True)] == [stake, stake, -2 * stake]


def test_ho_8_the_others_pay_nothing_for_a_stop():
    for game in ("poch", "le-poque"):
        table = deal(game, ["AS KH", "AH", "TS"], "9C").all_pass()
        before = table.chips
        table.leads(1, "AS")
        assert table.chips == before


@pytest.mark.parametrize("stake", [1, 2])
def test_ho_10_a_stake_for_each_card_left(stake):
    table = deal("poch-1873", ["QC KC AC KS AS", "7S 8H", "8S 7H"], "JC", stake=stake).all_pass()
    table.plays_out("QC KS")
    assert table.gone == "QC KC AC KS AS"
    assert table.paid("cards") == [(2, 1, 5 * stake), (3, 1, 5 * stake)]


@pytest.mark.parametrize(
    ("last", "stops"),
    [("7S", 0), ("AS", 2), ("TC", 2)],  # P2 holds the 8S; nothing is above the ace; the JC is turned up
)
def test_ho_12_a_last_card_that_ends_a_sequence_is_paid_as_well(last, stops):
    table = deal("poch-1873", [f"AH AD QC KC {last}", "8S 9D TD KD QD", "8D QH KH JH TH"], "JC").all_pass()
    table.leads(1, "AH").leads(1, "AD").leads(1, "QC")
    assert table.left[0] == 1
    before = table.paid("stop")
    table.leads(1, last)
    assert table.result.winners == (0,)
    assert len(table.paid("stop")) - len(before) == stops
    assert table.paid("cards") == [(2, 1, 5), (3, 1, 5)]


def test_ho_14_no_debts_for_stops_either():
    table = deal("poch-1873", ENDS, "JC", chips=(40, 7, 40)).all_pass()
    assert table.chips[1] == 0
    table.leads(1, "AS")
    assert table.paid("stop") == [(3, 1, 1)]
