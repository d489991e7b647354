"""What a deal of the Poch family tells: its events in order, and what a view of the table shows."""

from __future__ import annotations

from typing import Any

from engine.actions import Fold, Pass
from engine.asks import Ask
from engine.cards import Rank, card, cards
from engine.events import (
    BetMade,
    CardPlayed,
    CardTurned,
    Event,
    Folded,
    HandShown,
    Paid,
    Passed,
    SequenceStopped,
    WentOut,
)
from engine.parts.hands import HandName
from engine.stakes import HOUSE, Transfer
from tests.kit.poch import deal
from tests.kit.table import Table

HANDS = ["KH KD", "AH AD", "9S 9H 9D", "7H 8C 9C TC JC QC KC"]


def bettors(**rules: Any) -> Table:
    """P1 has kings, P2 aces, P3 nines three times, P4 nothing."""
    return deal("poch", HANDS, "8S", **rules)


def since(table: Table, before: int) -> tuple[Event, ...]:
    """The events after the first so many."""
    return tuple(table.events[before:])


# The deal


def test_po_10_the_deal_tells_the_turned_card_and_then_what_the_pools_pay():
    table = deal("poch", ["7S", "8S", "", "TS"], "AS", pools={"sequence": 5, "ace": 2})
    paid = [Paid(transfer) for transfer in table.state.transfers if transfer.reason == "pool"]
    assert paid
    assert table.events == [CardTurned(card("AS"), None), *paid]


def test_lq_6_lq_7_the_dealers_honour_is_told_with_the_deal_and_the_other_pools_after_the_betting():
    table = deal("le-poque", ["AS", "KS JS", ""], "QS")
    assert table.events == [CardTurned(card("QS"), None), Paid(Transfer("queen", table.seats[2], 3, "pool"))]
    table.all_pass()
    first, second, _ = table.seats
    assert [event.transfer for event in table.events[2:] if isinstance(event, Paid)] == [
        Transfer("ace", first, 3, "pool"),
        Transfer("king", second, 3, "pool"),
        Transfer("jack", second, 3, "pool"),
    ]


# The betting


def test_po_26_the_view_shows_the_bet_every_stake_and_who_is_out():
    table = bettors()
    before = table.chips
    table.bets("1b2 2b5 3f 4f")
    view = table.view
    assert (table.middle().bet, view.pot) == (5, 7)
    assert [view.seats[seat].stake for seat in table.seats] == [2, 5, 0, 0]
    assert [view.seats[seat].passed for seat in table.seats] == [False, False, True, True]
    table.bets("1b5")
    assert (table.middle().bet, table.view.pot, {seat.stake for seat in table.view.seats}) == (0, 0, {0})
    assert table.chips == (before[0] - 5, before[1] + 5 + 4, *before[2:])


def test_po_27_a_pass_and_a_fold_are_told():
    table = bettors()
    first, _, third, _ = table.seats
    begin = len(table.events)
    table.do(Pass(first)).bets("2b1").do(Fold(third))
    assert since(table, begin) == (
        Passed(first),
        BetMade(table.seats[1], 1, "bet", all_in=False),
        Folded(third),
    )


def test_po_29_a_lone_bettor_shows_the_set_and_then_is_paid():
    table = bettors().bets("1b2 2b4 3f 4f")
    begin, seat = len(table.events), table.seats[1]
    table.bets("1f")
    assert since(table, begin) == (
        Folded(table.seats[0]),
        HandShown(seat, cards("AH AD"), HandName("pair", (Rank.ACE,))),
        Paid(Transfer("pot", seat, 2, "returned")),
        Paid(Transfer("pot", seat, 4, "stakes")),
        Paid(Transfer("poch", seat, 4, "poch")),
    )
    shown = table.view.seats[seat]
    assert (shown.shown, shown.hand) == (cards("AH AD"), None)  # the set, and no other card of the hand
    assert table.view.seats[table.seats[0]].shown == ()


def test_po_30_nobody_shows_anything_where_all_pass():
    table = bettors().all_pass()
    assert table.shown == {}
    assert (table.view.asks, table.view.pot) == (Ask.LEAD, 0)


def test_po_31_everybody_still_in_shows_in_order_of_play():
    table = bettors().bets("1b3 2b3 3b3 4f")
    shown = table.told(HandShown)
    assert [(event.seat, event.cards, event.name and event.name.type) for event in shown] == [
        (table.seats[0], cards("KH KD"), "pair"),
        (table.seats[1], cards("AH AD"), "pair"),
        (table.seats[2], cards("9S 9H 9D"), "three_of_a_kind"),
    ]
    assert (table.paid("stakes"), table.paid("poch")) == ([("pot", 3, 9)], [("poch", 3, 4)])


def test_po_33_extra_chips_are_told_before_the_bet_that_needs_them():
    hands, chips = ["KH KD", "9H 9D", "", ""], (45, 9, 60, 60)
    table = deal("poch", hands, "8S", chips=chips, short_stacks="extra_chips", supply=10).bets("1b25")
    begin = len(table.events)
    table.bets("2b25")
    assert since(table, begin) == (
        *(Paid(Transfer(HOUSE, seat, 30, "extra_chips")) for seat in table.seats),
        BetMade(table.seats[1], 25, "match", all_in=False),
    )


def test_a_seat_is_told_its_own_best_set_and_nobody_elses():
    table = bettors()
    view = table.seen_by(3)
    assert view.own is not None
    assert view.own.name == HandName("three_of_a_kind", (Rank.NINE,))
    assert [seat.name for seat in view.seats if seat.seat != view.viewer] == [None] * 3


# The playing out


def test_po_40_po_42_every_card_of_a_sequence_is_told_and_the_view_shows_the_last_sequence():
    table = deal("poch", ["7H TH 7D", "8H 9H", "QH KH", "JC"], "JH").all_pass()
    first, second, *_ = table.seats
    begin = len(table.events)
    table.leads(1, "7H")
    assert since(table, begin) == (
        CardPlayed(first, card("7H")),
        CardPlayed(second, card("8H"), forced=True),
        CardPlayed(second, card("9H"), forced=True),
        CardPlayed(first, card("TH"), forced=True),
        SequenceStopped(first, card("TH")),
    )
    assert [played.card for played in table.middle().run] == list(cards("7H 8H 9H TH"))
    table.leads(1, "7D")
    assert table.middle().run[0].card is card("7D")
    assert table.gone.startswith("7H 8H 9H TH 7D")


def test_ho_8_the_payments_for_a_stop_are_told_after_it():
    table = deal("poch-1873", ["AH 9S", "TS KD", "", ""], "8S", stake=2).all_pass()
    begin, (first, *others) = len(table.events), table.seats
    table.leads(1, "AH")
    assert since(table, begin) == (
        CardPlayed(first, card("AH")),
        SequenceStopped(first, card("AH")),
        *(Paid(Transfer(seat, first, 2, "stop")) for seat in others),
    )


def test_ho_12_a_stop_with_the_last_card_is_told_before_going_out():
    for last, second, told in (("KS", "9S", [SequenceStopped, WentOut]), ("9S", "TS", [WentOut])):
        table = deal("poch-1873", [f"AH AD AC AS {last}", second, "", ""], "8S").all_pass()
        for text in ("AH", "AD", "AC", "AS"):
            table.leads(1, text)
        begin = len(table.events)
        table.leads(1, last)
        assert [type(event) for event in since(table, begin)[1 : 1 + len(told)]] == told
