"""The engine of Poch, modern form: the board, the deal, the pools, the playing out and the end.

Written beside the engine; ``test_poch_rulebook_*`` are an independent reading of the same rules by another author.
"""

from __future__ import annotations

import pytest

from engine.actions import Play
from engine.cards import card, cards
from engine.errors import BadSetup
from engine.events import CardPlayed, CardTurned, Paid, SequenceStopped, WentOut

from .poch import PochTable

BOARD = ("ace", "king", "queen", "jack", "ten", "marriage", "sequence", "poch", "centre")
HONOURS = "AS KS QS JS TS"


# the deal


@pytest.mark.parametrize(
    ("seats", "owner", "sizes"),
    [(3, 2, [11, 11, 10]), (4, 4, [8, 8, 8, 8]), (5, 2, [7, 7, 6, 6, 6]), (6, 2, [6, 6, 5, 5, 5, 5])],
)
def test_po_61_the_turned_card_belongs_to_the_next(seats, owner, sizes):
    table = PochTable([""] * seats, "AS", turned_card_belongs_to_next=True, turned_honour_to_dealer=True)
    assert [len(table.hand(place)) for place in range(1, seats + 1)] == sizes
    assert card("AS") in table.hand(owner)
    assert table.game.telling.opening(table.first)[0] == CardTurned(card("AS"), table.seat(owner))
    assert ("ace", owner, seats) in table.paid("pool")  # PO-61a, and PO-62: it has an owner, so the dealer gets nothing


def test_po_4_everybody_dresses_nine_pools():
    table = PochTable(["7S", "8S", "", "TS"], "AS", pools={"sequence": 5, "ace": 2})
    assert tuple(table.pools) == BOARD
    assert (table.pools["ace"], table.pools["sequence"], table.pools["centre"]) == (6, 9, 4)
    assert len(table.paid("dress")) == 36
    assert table.game.money.entry(table.rules, 4) == 9
    assert [one for one in table.game.telling.opening(table.first) if isinstance(one, Paid)] == [
        Paid(one) for one in table.first.transfers if one.reason == "pool"
    ]


def test_po_50_who_cannot_dress_the_board_begins_no_deal():
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
    assert [one.card for one in view.middle.run] == list(cards("7H 8H 9H TH"))
    table.plays(1, "7D")
    assert next(one.card for one in table.view().middle.run) is card("7D")
    assert table.view().middle.gone[:5] == cards("7H 8H 9H TH 7D")


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
    assert table.view().middle.run[-1].seat == table.seat(out)


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


def test_po_64_and_65_unclaimed_chips_are_shared_from_the_last_dealers_left():
    table = ended(max_deals=1, money=True, pools={"poch": 3, "marriage": 2})
    kept = ended(max_deals=1, pools={"poch": 3, "marriage": 2})
    left = sum(dict(kept.result.stakes.pools).values())
    assert set(dict(table.result.stakes.pools).values()) == {0}
    got = [sum(chips for _, place, chips in table.paid("unclaimed") if place == one) for one in (1, 2, 3, 4)]
    assert got == [left // 4 + (place < left % 4) for place in range(4)]
    assert sum(table.result.net) == 5
    assert not ended(money=True, pools={"poch": 3}).paid("unclaimed")


def test_po_14_what_stays_is_there_in_the_next_deal():
    table = ended()
    again = table.game.new_deal(table.rules, 4, table.result.stakes, table.deck)
    pools = dict(table.game.observe(again, None).pools)
    assert pools["poch"] == 8
    assert table.result.stakes.dealer == 2
