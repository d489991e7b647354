"""Whole games of the Poch family: their end, carry-over, the worked examples, and what tells the editions apart.

Written from the rules by another author than the engine's, so that a rule misread by one is found by the other.
"""

from __future__ import annotations

import pytest

from engine.errors import BadSetup
from engine.games.poch.settlement import money
from tests.kit.poch import EDITIONS, deal

# The end of a game


@pytest.mark.parametrize(("game", "entry"), [("poch", 9), ("le-poque", 6), ("poch-1873", 7)])
def test_po_50_lq_10_ho_14_the_game_ends_before_a_deal_that_somebody_cannot_dress(game, entry):
    with pytest.raises(BadSetup, match="can't put down"):
        deal(game, ["", "", ""], "9S", chips=(60, entry - 1, 60))
    table = deal(game, ["", "", ""], "9S", chips=(60, entry, 60)).all_pass()
    assert table.chips[1] < entry
    table.plays_out()
    assert table.result.game_over is (min(table.chips) < entry)


def test_ho_14_seven_stakes():
    with pytest.raises(BadSetup, match="can't put down"):
        deal("poch-1873", ["", "", ""], "9S", chips=(60, 20, 60), stake=3)
    deal("poch-1873", ["", "", ""], "9S", chips=(60, 21, 60), stake=3)


def test_po_50_tested_only_before_a_deal():
    """Who is at nothing in mid-deal plays on, and may still win."""
    beaten = deal("poch-1873", ["AH AD AC KS AS", "7H 7D 7S 9S TS", "8H"], "JD", chips=(7, 40, 40))
    assert beaten.chips[0] == 3  # the ace of trumps
    beaten.bets("1p 2p 3p").plays_out("AH AC AD KS")
    assert beaten.chips[0] == 3 + 4 * 2 + 2 * 5
    assert beaten.result.game_over is False
    poor = deal("poch-1873", ["AH 7D 8S KS AS", "7H 8H 9S TS TC", ""], "JD", chips=(7, 40, 40))
    assert poor.chips[0] == 0
    assert poor.all_pass().whose_turn == 1


@pytest.mark.parametrize("game", EDITIONS)
@pytest.mark.parametrize(
    ("most", "played_before", "over"), [(0, 0, False), (1, 0, True), (3, 1, False), (3, 2, True), (3, 5, True)]
)
def test_po_50_max_deals(game, most, played_before, over):
    table = deal(game, [""] * 4, "9S", max_deals=most, played=played_before, chips=60).all_pass().plays_out()
    assert table.result.game_over is over
    assert table.result.stakes.deals == played_before + 1


@pytest.mark.parametrize("game", EDITIONS)
def test_po_51_most_chips_wins_and_equal_stacks_share(game):
    hands = ["AS 7H", "KS 8H", "QS 9H"]
    table = deal(game, hands, "JS", max_deals=1, chips=(60, 300, 60)).all_pass().plays_out()
    assert table.game_winners == (2,)
    first = deal(game, hands, "JS", max_deals=1, chips=(60, 300, 100)).all_pass().plays_out()
    second = 100 + first.chips[1] - first.chips[2]
    again = deal(game, hands, "JS", max_deals=1, chips=(60, 300, second)).all_pass().plays_out()
    assert again.chips[1] == again.chips[2]
    assert again.game_winners == (2, 3)


@pytest.mark.parametrize("game", EDITIONS)
def test_po_52_unclaimed_chips_are_nobodys(game):
    table = deal(game, [""] * 4, "KS", max_deals=1, pools={"jack": 3, "king": 3}).all_pass().plays_out()
    left = sum(dict(table.result.stakes.pools).values())
    assert left == sum(table.pools.values())
    assert sum(table.chips) + left == sum(table.stakes.chips) + 6


@pytest.mark.parametrize("dealer", [0, 2, 3])
def test_po_64_po_65_money_shares_what_is_left_odd_chips_from_the_dealers_left(dealer):
    pools = {"king": 3, "marriage": 2}
    plain, shared = (
        deal("poch", [""] * 4, "KS", max_deals=1, pools=pools, money=on, dealer=dealer).all_pass().plays_out()
        for on in (False, True)
    )
    left = sum(plain.pools.values())
    assert left % 4 != 0
    shares = [left // 4 + (player < left % 4) for player in range(4)]
    assert [now - then for now, then in zip(shared.chips, plain.chips, strict=True)] == shares
    assert sum(shared.pools.values()) == 0
    assert sum(dict(shared.result.stakes.pools).values()) == 0


def test_po_64a_chip_value_tells_what_each_receives_or_pays():
    def ended(**rules):
        return deal("poch", [""] * 4, "KS", max_deals=1, **rules).all_pass().plays_out().result

    over = ended(money=True, chip_value=5)
    assert over.money == tuple(5 * (chips - 60) for chips in over.stakes.chips)
    assert sum(over.money) == 0
    assert any(over.money)
    assert over.stakes == ended(money=True).stakes
    assert ended(money=True).money == ended(chip_value=5).money == ()
    going_on = deal("poch", [""] * 4, "KS", max_deals=2, money=True, chip_value=5).all_pass().plays_out()
    assert going_on.result.money == ()


def test_po_64a_extra_chips_of_the_house_count_as_supply():
    assert money((200, 100, 60), 60, 3, extra_chips=True) == (240, -60, -180)
    assert money((200, 100, 60), 60, 3, extra_chips=False) == (420, 120, 0)
    assert money((85, 47, 48), 60, 1, extra_chips=True) == (25, -13, -12)


def test_po_64_not_before_the_game_is_over():
    table = deal("poch", [""] * 4, "KS", money=True, max_deals=2).all_pass().plays_out()
    assert table.paid("unclaimed") == []
    assert sum(table.pools.values()) > 0


# The worked examples


def test_po_the_worked_example():
    """Four players, 60 chips each; the result is 57, 66, 40, 73 and 4 chips in the Sequence (poch.md)."""
    hands = ["KS QS QC 7H 8D TD TC AD", "AS JS TS AH JD 9S 8H QH", "KH KD 9D 9C QD 7D 7S JC", "AC JH 7C KC 8C TH 9H"]
    table = deal("poch", hands, "8S")
    pools = {"ace": 0, "king": 0, "queen": 0, "jack": 0, "ten": 0, "marriage": 0}
    assert table.pools == pools | {"sequence": 4, "poch": 4, "centre": 4}
    assert table.chips == (63, 63, 51, 51)
    table.bets("1p 2b2 3b5")
    assert table.offers(4) == {"fold": ()}
    table.bets("4f 2b5")
    assert table.chips == (63, 72, 46, 51)
    assert table.shown == {2: "AS AH", 3: "KH KD"}
    assert table.whose_turn == 2
    table.plays_out("AH QH KD QC 9H 7C")
    assert table.left == (6, 6, 6, 0)
    assert table.chips == (57, 66, 40, 73)
    assert table.pools == pools | {"sequence": 4, "poch": 0, "centre": 0}
    following = deal("poch", [""] * 4, "8S", chips=table.chips, pools=dict(table.result.stakes.pools))
    assert following.pools["sequence"] == 8


def test_lq_the_worked_example():
    """Four players, 40 chips each; the result is 44, 37, 49, 22 and 8 on the board (le_poque.md)."""
    hands = ["AC JD TH 8S KH", "QS JS AH 7S KS", "8H 7D AS 7C 9C", "JC KD 8C 7H 9D"]
    table = deal("le-poque", hands, "KC")
    assert table.chips == (34, 34, 34, 38)
    table.bets("1b3 2f 3f 4f")
    assert table.chips == (42, 34, 34, 42)
    assert table.shown == {}
    table.plays_out("TH KH QS 7D 8H 9C 7C")
    assert table.left == (3, 2, 0, 5)
    assert table.chips == (44, 37, 49, 22)
    assert {name: chips for name, chips in table.pools.items() if chips} == {"queen": 4, "ten": 4}


def test_ho_the_worked_example():
    """Four players, 40 chips each; the result is 58, 44, 31, 23 and 4 in the Sequence (poch_1873.md)."""
    hands = ["QS QC 8D TC AS", "AH KH QH JH 7D", "TH TS 7S 8C KS", "JS JC AD 9C 9D"]
    table = deal("poch-1873", hands, "8H")
    assert table.chips == (33, 53, 37, 33)
    table.bets("1b2 2b2 3f 4b4 1b4 2f")
    assert table.chips == (39, 51, 37, 29)
    table.plays_out("TC QS 8D")
    assert table.left == (0, 5, 4, 4)
    assert table.chips == (58, 44, 31, 23)
    assert table.pools == dict.fromkeys(table.pools, 0) | {"sequence": 4}


# Several deals


@pytest.mark.parametrize("game", EDITIONS)
def test_po_14_carry_over_in_a_game_of_several_deals(game):
    """Five deals from one another's results: what is in the pools is what was left and what is put down."""
    entry = {"poch": 9, "le-poque": 6, "poch-1873": 7}[game]
    chips, dealer = (90, 90, 90, 90), 3
    pools: dict[str, int] = {}
    for turned in ("KS", "8S", "QS", "8H", "KS"):
        table = deal(game, [""] * 4, turned, chips=chips, pools=pools, dealer=dealer)
        begin = {name: pools.get(name, 0) + 4 * (game != "poch-1873" or name != "poch") for name in table.pools}
        taken = {name: amount for name, _, amount in table.paid("pool")}
        assert all(taken[name] == begin[name] for name in taken)
        assert all(table.pools[name] == begin[name] for name in begin if name not in taken)
        table.all_pass().plays_out()
        stakes = table.result.stakes
        assert sum(stakes.chips) + sum(dict(stakes.pools).values()) == 360
        pools, dealer = dict(stakes.pools), stakes.dealer
        seats = deal(game, [""] * 4, turned, chips=90, dealer=dealer).seats
        chips = tuple(stakes.chips[seat] for seat in seats)
        assert min(chips) >= entry
    assert (pools["king"] >= 4) is (game != "le-poque")  # a king was turned up last (LQ-6)


# What tells the editions apart (the second table of chapter 10 of the rules)


def test_the_editions_differ_in_cards_dealt_and_pools():
    tables = {game: deal(game, [""] * 4, "8S") for game in EDITIONS}
    assert {game: sum(table.left) for game, table in tables.items()} == {"poch": 31, "le-poque": 20, "poch-1873": 20}
    assert {game: len(table.pools) for game, table in tables.items()} == {"poch": 9, "le-poque": 6, "poch-1873": 8}


def test_the_editions_differ_in_the_turned_honour():
    left = {game: deal(game, [""] * 4, "KS").pools["king"] for game in EDITIONS}
    assert left == {"poch": 4, "le-poque": 0, "poch-1873": 4}


def test_the_editions_differ_in_what_comes_first():
    before = {game: deal(game, ["AS", "", ""], "8S").pools["ace"] for game in EDITIONS}
    after = {game: deal(game, ["AS", "", ""], "8S").all_pass().pools["ace"] for game in EDITIONS}
    assert before == {"poch": 0, "le-poque": 3, "poch-1873": 0}
    assert set(after.values()) == {0}


def test_the_editions_differ_in_the_pair_that_betting_needs():
    hands = ["AC KC QH JD 9S TH 8H", "", "", "", ""]
    first = {game: deal(game, [" ".join(hands[0].split()[: 7 if game == "poch" else 5]), *hands[1:]], "7S")
             for game in EDITIONS}  # fmt: skip
    assert {game: "bet" in table.offers(1) for game, table in first.items()} == {
        "poch": False, "le-poque": True, "poch-1873": True
    }  # fmt: skip


def test_the_editions_differ_in_equal_pairs():
    """The queens of hearts and diamonds have the pay suit; the black ones the club, and the higher other card."""
    red, black = "QH QD 7S 9S 8D", "QS QC AH 7D 9C"
    for game in ("le-poque", "poch-1873"):
        table = deal(game, [red, black, ""], "8H").bets("1b1 2b1 3f")
        assert table.whose_turn == (1 if game == "le-poque" else 2)
    for option, winner in ((False, 1), (True, 2)):
        hands = [f"{red} TC JH KS", f"{black} TH JS KD", "8S 8C", ""]
        table = deal("poch", hands, "8H", pochen_without_pair=option).bets("1b1 2b1 3f 4f")
        assert table.whose_turn == winner


def test_the_editions_differ_in_what_going_out_brings():
    reasons = {}
    for game in EDITIONS:
        table = deal(game, ["AS AH 7D", "", "", ""], "9C").all_pass().plays_out("AS AH")
        reasons[game] = {transfer.reason for transfer in table.state.transfers} - {"dress", "pool", "poch"}
    assert reasons == {"poch": {"centre", "cards"}, "le-poque": {"cards", "most_cards"}, "poch-1873": {"cards", "stop"}}
