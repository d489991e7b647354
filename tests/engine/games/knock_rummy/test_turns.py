"""Knock Rummy: the deal, the turns, the knock, the stock turned over, the views (knock_rummy.md KR-1 to KR-26)."""

from __future__ import annotations

import pytest

from engine.actions import Bet, Discard, Draw, Fold, Halt, Knock, Meld, Pass, Play, Show, Shuffle, Stay
from engine.cards import Rank, card, cards, standard_pack
from engine.errors import BadSetup, IllegalAction
from engine.events import CardDiscarded, CardDrawn, DealOver, Knocked, StockRanOut, TurnedOver
from engine.evolve import evolve
from engine.games.drawing.turn import MOST_TURNS
from engine.games.knock_rummy import GAME, KnockRummyRules
from engine.parts.melds import arrange
from engine.stakes import Stakes
from tests.kit.knock_rummy import deal, fresh, knock_and_keep
from tests.kit.table import Table


def notation(some) -> str:
    return " ".join(card.notation for card in some)


def take_and_return(at: Table, seat: int) -> Table:
    """A turn that leaves the stock as it is: the upcard for the first card of the hand."""
    at.draw(seat, "discard")
    return at.do(Discard(seat, at.hand(seat)[0]))


def without_stock(**more) -> Table:
    """Two players who have drawn the whole stock; seat 1 is to act."""
    at = fresh(2, **more)
    for turn in range(31):
        at.turn(turn % 2)
    return at


# players, pack, deal


@pytest.mark.parametrize(("seats", "each", "stock"), [(2, 10, 31), (3, 7, 30), (4, 7, 23), (5, 6, 21), (6, 6, 15)])
def test_kr_1_kr_2_kr_3_players_hands_and_stock(seats, each, stock):
    at = fresh(seats)
    piles = at.middle()
    assert list(at.left) == [each] * seats
    assert (piles.stock, piles.discards, len(at.discards.split())) == (stock, 1, 1)


@pytest.mark.parametrize("seats", [1, 7])
def test_kr_1_no_other_number_plays(seats):
    with pytest.raises(BadSetup, match="2 to 6 seats"):
        GAME.new_deal(KnockRummyRules(), seats, Stakes(0, (20,) * seats), standard_pack().cards)


def test_kr_2_kr_3_one_card_at_a_time_then_the_upcard():
    deck = standard_pack().cards
    state = GAME.new_deal(KnockRummyRules(), 3, Stakes(1, (0, 0, 0)), deck)
    layout = GAME.layout(state)
    assert layout.hands[2] == deck[0:21:3]  # at the dealer's left
    assert layout.hands[0] == deck[1:21:3]
    assert layout.hands[1] == deck[2:21:3]
    assert layout.discards == (deck[21],)
    assert layout.stock == deck[22:]


def test_kr_5_the_dealers_left_begins_and_play_is_clockwise():
    at = fresh(3, dealer=0)
    assert at.state.order == (1, 2, 0)
    for seat in (1, 2, 0, 1):
        assert at.to_act == (seat,)
        at.turn(seat)


# turns


def test_kr_10_a_turn():
    at = fresh(3, rest="KS QS")
    assert at.offers(0) == {"draw": ("stock", "discard")}
    assert at.offers(1) == {}
    before = at.hand(0)
    at.draw(0)
    assert notation(at.hand(0)) == notation(before) + " QS"
    assert at.offers(0) == {"knock": (), "discard": tuple(notation(at.hand(0)).split())}
    at.discard(0, "QS")
    assert at.discards == "KS QS"
    assert at.to_act == (1,)
    at.draw(1, "discard")
    assert at.hand(1)[-1] is card("QS")
    assert at.discards == "KS"


def test_kr_10_one_draw_a_turn():
    at = fresh(2).draw(0)
    assert at.refused(Draw(0, "stock")) == at.refused(Draw(0, "discard")) == "already_drawn"
    assert fresh(2).refused(Draw(1, "stock")) == "not_your_turn"


@pytest.mark.parametrize("seats", [2, 6])
def test_kr_11_a_knock_in_the_first_turn(seats):
    at = fresh(seats).draw(0).knock(0)
    assert at.state.knocker == 0
    assert set(at.offers(0)) == {"discard"}
    assert at.events[-1] == Knocked(0)


def test_kr_11_a_knock_after_a_draw_from_the_discard_pile():
    at = fresh(2).draw(0, "discard").knock(0)
    assert len(at.offers(0)["discard"]) == 10


def test_kr_12_no_limit_of_unmatched_points():
    worst = "KS QH JD TC 9S 8H 7D 6C 4S 2H"
    at = deal([worst, ""], rest="KD KH").draw(0)
    assert "knock" in at.offers(0)
    at.knock(0).discard(0, "KH")
    assert arrange(at.hand(0)).deadwood == 76


def test_kr_12a_option_knock_limit():
    hand = "2S 3S 4S 7H 7D 7C 9C TH JD 5D"  # 34 with any one of the king, the jack and the ten away
    at = deal([hand, ""], rest="QC KH", knock_limit=33).draw(0)
    assert set(at.offers(0)) == {"discard"}
    assert at.refused(Knock(0)) == "above_knock_limit"
    at = deal([hand, ""], rest="QC KH", knock_limit=34).draw(0)
    assert set(at.offers(0)) == {"knock", "discard"}
    assert len(at.offers(0)["discard"]) == 11  # whoever does not knock may discard any card
    at.knock(0)
    assert at.offers(0)["discard"] == ("TH", "JD", "KH")
    assert at.refused(Discard(0, card("9C"))) == "discard_above_knock_limit"
    assert at.refused(Discard(0, card("2S"))) == "discard_above_knock_limit"
    assert at.refused(Discard(0, card("AS"))) == "card_not_held"
    assert at.discard(0, "KH").result.winners


def test_kr_12a_a_knock_needs_a_card_that_may_be_discarded():
    at = deal(["2S 3S 4S 7H 7D 7C 9C TH JD 5D", ""], rest="KH", knock_limit=34).draw(0, "discard").knock(0)
    assert at.offers(0)["discard"] == ("TH", "JD")
    assert at.refused(Discard(0, card("KH"))) == "taken_card"  # KR-14
    at = deal(["2S 3S 4S 7H 7D 7C AC AH AD 5D", ""], rest="KH", knock_limit=9).draw(0, "discard")
    assert at.refused(Knock(0)) == "above_knock_limit"
    kept = deal(["2S 3S 4S 7H 7D 7C AC AH AD 5D", ""], rest="KH", knock_limit=5, return_taken_card=True)
    assert kept.draw(0, "discard").knock(0).offers(0)["discard"] == ("KH",)


def test_kr_13_nobody_has_a_turn_after_a_knock():
    at = knock_and_keep(fresh(3), 1)
    assert at.to_act == ()
    assert [at.offers(seat) for seat in range(3)] == [{}, {}, {}]
    assert [type(event) for event in at.events][-1] is DealOver
    assert at.refused(Draw(2, "stock")) == at.refused(Knock(1)) == "deal_over"


def test_kr_13_the_knocker_can_only_discard():
    at = fresh(2).draw(0).knock(0)
    assert at.refused(Knock(0)) == "already_knocked"
    assert at.refused(Draw(0, "stock")) == "already_drawn"
    assert at.refused(Draw(1, "stock")) == at.refused(Knock(1)) == "not_your_turn"


def test_kr_14_a_taken_card_cannot_go_back():
    at = fresh(2, rest="KS").draw(0, "discard")
    assert "KS" not in at.offers(0)["discard"]
    assert at.refused(Discard(0, card("KS"))) == "taken_card"
    at.knock(0)
    assert at.refused(Discard(0, card("KS"))) == "taken_card"


def test_kr_14_another_card_of_its_rank_can():
    at = deal(["KH 2S 3H 4D 5C 7S 8H 9D JC QH", ""], rest="KS").draw(0, "discard")
    at.discard(0, "KH")
    assert at.discards == "KH"


def test_kr_14_a_card_from_the_stock_can():
    at = fresh(2, rest="KS QS").turn(0)
    assert at.discards == "KS QS"


def test_kr_14_option_return_taken_card():
    at = fresh(2, rest="KS", return_taken_card=True).draw(0, "discard")
    assert at.offers(0)["discard"][-1] == "KS"
    at.discard(0, "KS")
    assert at.discards == "KS"
    at.draw(1, "discard").knock(1).discard(1, "KS")
    assert at.result.shown == (0, 1)


def test_kr_15_no_knock_without_a_draw():
    at = fresh(2)
    assert at.refused(Knock(0)) == "draw_first"
    at.turn(0).turn(1)
    assert at.refused(Knock(0)) == "draw_first"


def test_a_card_that_is_not_held():
    at = fresh(2, rest="KS QS").draw(0)
    assert at.refused(Discard(0, card("KS"))) == "card_not_held"
    assert fresh(2).refused(Discard(0, card("KS"))) == "draw_first"


# the stock runs out


def test_kr_16_the_discards_are_turned_over_unshuffled():
    at = without_stock()
    assert isinstance(at.events[-2], StockRanOut)
    layout = GAME.layout(at.state)
    assert (layout.stock, len(layout.discards)) == ((), 32)
    at.draw(1)
    after = GAME.layout(at.state)
    assert at.hand(1)[-1] is layout.discards[0]  # the oldest discard comes first
    assert after.stock == layout.discards[1:]
    assert at.events[-2] == TurnedOver(32)
    assert isinstance(at.events[-1], CardDrawn)


def test_kr_17_the_discard_pile_is_empty_until_the_discard():
    at = without_stock().draw(1)
    piles = at.middle(1)
    assert (piles.stock, piles.discards, piles.upcard) == (31, 0, None)
    at.discard(1, notation(at.hand(1)[:1]))
    assert len(at.discards.split()) == 1
    assert at.offers(0) == {"draw": ("stock", "discard")}


def test_kr_17_until_then_the_top_discard_can_be_taken():
    at = without_stock()
    for seat in (1, 0, 1):
        assert at.offers(seat) == {"draw": ("stock", "discard")}
        take_and_return(at, seat)
    assert at.middle().stock == 0
    assert not any(isinstance(event, TurnedOver) for event in at.events)
    at.draw(0)
    assert at.middle().stock == 31


def test_kr_17_a_knock_with_the_turned_stock_and_no_discard_pile():
    at = without_stock().draw(1).knock(1)
    at.do(Discard(1, at.hand(1)[-1]))
    assert len(at.discards.split()) == 1
    assert at.result.net[0] == -at.result.net[1]


def test_kr_16_it_is_turned_over_again_and_again():
    at = without_stock()
    for turn in range(40):
        at.turn((turn + 1) % 2)
    assert [event.cards for event in at.events if isinstance(event, TurnedOver)] == [32, 32]
    assert len([event for event in at.events if isinstance(event, StockRanOut)]) == 2


def test_kr_16_nothing_is_shuffled():
    at = without_stock()
    discards = GAME.layout(at.state).discards
    assert GAME.to_shuffle(at.state) == ()
    assert at.refused(Shuffle(discards)) == "never_shuffled"
    assert fresh(2).refused(Shuffle(())) == "never_shuffled"


# no such actions, caps


@pytest.mark.parametrize(
    "action",
    [
        Show(0),
        Stay(0),
        Fold(0),
        Fold(0, card("AS")),
        Play(0, card("AS")),
        Meld(0, Rank.ACE),
        Halt(0),
        Pass(0),
        Bet(0, 1),
    ],
)
def test_kr_26_other_actions_are_not_in_this_game(action):
    assert fresh(2).refused(action) == "not_in_this_game"
    assert fresh(2).draw(0).refused(action) == "not_in_this_game"


def test_refusals_say_what_can_be_done_instead():
    at = fresh(2, rest="KS").draw(0, "discard")
    with pytest.raises(IllegalAction, match=r"You took the KS .* discard another card") as caught:
        GAME.apply(at.state, Discard(0, card("KS")))
    assert caught.value.details == {"card": card("KS")}


def test_g_12_a_deal_without_a_knock_is_void():
    at = fresh(2, chips_per_point=5)
    for turn in range(MOST_TURNS):
        assert at.state.result is None
        at.turn(turn % 2)
    assert at.result.void
    assert (at.result.winners, at.result.net, at.result.shown) == ((), (0, 0), ())
    assert (at.result.stakes.scores, at.result.stakes.chips, at.result.stakes.deals) == ((0, 0), (20, 20), 1)
    assert at.view.seats[0].hand is None


def test_g_12_a_knock_in_the_last_turn_counts():
    at = fresh(2)
    for turn in range(MOST_TURNS - 1):
        at.turn(turn % 2)
    at.draw(1).knock(1)
    at.do(Discard(1, at.hand(1)[-1]))
    assert not at.result.void
    assert at.result.shown == (0, 1)


# events and views


def test_who_sees_the_card_that_is_drawn():
    at = fresh(3, rest="KS QS").draw(0)
    drawn = at.events[-1]
    assert isinstance(drawn, CardDrawn)
    assert [drawn.card.to(viewer) for viewer in (0, 1, 2, None)] == [card("QS"), None, None, None]
    assert "QS" not in repr(drawn)
    at.discard(0, "QS").draw(1, "discard")
    assert at.events[-2] == CardDiscarded(0, card("QS"))
    assert {at.last_is(CardDrawn).card.to(viewer) for viewer in (0, 1, 2, None)} == {card("QS")}


def test_kr_24_kr_25_a_view_arranges_the_viewers_own_hand_only():
    at = deal("undercut")
    for viewer in (0, 1, 2, 3, None):
        view = at.seen_by(viewer)
        for seat in view.seats:
            if seat.seat != viewer:
                assert (seat.hand, seat.melds, seat.deadwood) == (None, (), None)
    own = at.own(1)
    assert (own.deadwood, [notation(meld) for meld in own.melds]) == (30, ["6S 6H 6C"])


def test_a_view_with_the_drawn_card_tells_what_is_left_after_the_best_discard():
    at = deal("undercut").draw(0)
    hand = at.hand(0)
    own = at.own(0)
    assert own.deadwood == min(arrange([c for c in hand if c is not card]).deadwood for card in hand)
    at = deal(["7S 8S KH KD 2C 3C 9D", "", ""], rest="9S").draw(0, "discard")
    own = at.own(0)
    assert (own.deadwood, [notation(meld) for meld in own.melds]) == (24, ["7S 8S 9S"])
    assert at.seen_by(1).seats[0].deadwood is None


def test_a_view_does_not_count_on_discarding_the_taken_card():
    at = deal(["AS 2S 3S AH 2H 3H AD", "", ""], rest="KS").draw(0, "discard")
    assert at.own(0).deadwood == 10
    at = deal(["AS 2S 3S AH 2H 3H AD", "", ""], rest="KS", return_taken_card=True).draw(0, "discard")
    assert at.own(0).deadwood == 1


def test_at_the_showdown_everybody_sees_every_hand_arranged():
    at = knock_and_keep(deal("rum by the knocker", scores=(1, -3, 2)), 0)
    for viewer in (0, 1, 2, None):
        seats = at.seen_by(viewer).seats
        assert [seat.deadwood for seat in seats] == [0, 25, 24]
        assert [seat.hand for seat in seats] == list(GAME.layout(at.state).hands)
        assert [seat.score for seat in seats] == [100, -53, -47]
        assert [seat.knocked for seat in seats] == [True, False, False]
    assert [notation(meld) for meld in seats[0].melds] == ["8H 9H TH JH", "7D 8D 9D"]


def test_scores_stand_in_the_view_while_the_deal_goes_on():
    at = fresh(3, scores=(7, -9, 2))
    assert [seat.score for seat in at.view.seats] == [7, -9, 2]


def test_a_state_is_copied_with_its_fields_only():
    state = fresh(2).state
    assert evolve(state) == state
    assert (evolve(state, turns=3).turns, state.turns) == (3, 0)
    with pytest.raises(TypeError, match="none but the fields rules, stakes"):
        evolve(state, turn=1)


def test_the_deck_must_be_the_pack():
    with pytest.raises(BadSetup, match="each of the 52 cards once"):
        GAME.new_deal(KnockRummyRules(), 2, Stakes(0, (0, 0)), cards("AS"))
