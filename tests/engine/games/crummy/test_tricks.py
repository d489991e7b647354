"""Crummy: the deal, tricks, passes, quartets, what is refused (crummy.md CR-1 to CR-27)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Bet, Discard, Draw, Fold, Halt, Knock, Meld, Pass, Play, Show, Shuffle, Stay
from engine.cards import Rank, Suit, card, cards, short_pack
from engine.errors import BadSetup, IllegalAction
from engine.events import CardPlayed, Passed, QuartetLaid, TrickTaken
from engine.games.crummy import GAME, CrummyRules
from engine.games.crummy.state import Lead
from engine.parts.tricks import TRICK_SIZE
from engine.players import PLAYERS
from engine.shuffle import Stream, shuffled
from engine.stakes import Stakes
from tests.kit.crummy import COMPLETE, COMPLETE_PLAY, deal, scores, standing, takers

FOUR = [
    "AS KS QS JS AH KH QH JH",
    "TS 9S 8S 7S TH 9H 8H 7H",
    "AD KD QD JD AC KC QC JC",
    "TD 9D 8D 7D TC 9C 8C 7C",
]
"""Four hands: two of spades and hearts, two of diamonds and clubs."""


# players, pack, deal


@pytest.mark.parametrize(("seats", "pack", "hands"), [(3, 32, [11, 11, 10]), (4, 32, [8] * 4), (5, 40, [8] * 5)])
def test_cr_1_cr_2_cr_4_players_pack_and_hands(seats, pack, hands):
    at = deal([""] * seats)
    assert len(GAME.pack(at.rules, seats)) == pack == sum(hands)
    assert [seat.cards for seat in at.view.seats] == hands


@pytest.mark.parametrize("seats", [2, 6])
def test_cr_1_no_other_number_plays(seats):
    with pytest.raises(BadSetup, match="3 to 5 seats"):
        GAME.new_deal(CrummyRules(), seats, Stakes(0, (0,) * seats), short_pack(Rank.SEVEN).cards)


def test_cr_2_the_ranks_of_the_packs():
    assert {card.rank for card in GAME.pack(CrummyRules(), 4)} == {rank for rank in Rank if rank >= Rank.SEVEN}
    assert {card.rank for card in GAME.pack(CrummyRules(), 5)} == {rank for rank in Rank if rank >= Rank.FIVE}


@pytest.mark.parametrize("seats", GAME.seats)
def test_cr_3_the_joker_is_not_dealt(seats):
    pack = GAME.pack(CrummyRules(), seats)
    assert not any(card.is_joker for card in pack)
    with pytest.raises(BadSetup, match=f"each of the {len(pack)} cards once"):
        GAME.new_deal(CrummyRules(), seats, Stakes(0, (0,) * seats), (card("X"), *pack.cards[1:]))


def test_cr_4_cr_5_one_card_at_a_time_and_the_dealer_of_three_gets_one_less():
    deck = short_pack(Rank.SEVEN).cards
    state = GAME.new_deal(CrummyRules(), 3, Stakes(0, (0, 0, 0)), deck)
    assert state.order == (1, 2, 0)
    hands = GAME.layout(state).hands
    assert hands[1] == deck[0::3]
    assert hands[2] == deck[1::3]
    assert hands[0] == deck[2::3]
    assert [len(hand) for hand in hands] == [10, 11, 11]


def test_cr_5_the_deal_passes_to_the_left():
    at = deal(COMPLETE, dealer=2).in_turn(" ".join(COMPLETE_PLAY))
    assert at.result.stakes.dealer == 0


# tricks


def test_cr_10_the_first_player_leads_any_card_and_then_who_took_the_trick():
    at = deal(COMPLETE)
    assert at.to_act == (0,)
    assert at.state.phase.name == "lead"
    assert at.offers(0) == {"play": tuple(COMPLETE[0].split())}
    at.in_turn("JH")
    assert at.state.phase.name == "follow"
    at.in_turn("9C KD 8S")
    assert at.to_act == (2,)
    assert at.state.phase == Lead(2, may_lay=True)


def test_cr_11_a_suit_that_lies_in_the_trick_is_refused():
    at = deal(COMPLETE).in_turn("JH")
    assert at.refused(Play(1, card("TH"))) == "suit_in_trick"
    assert at.offers(1) == {"play": tuple(notation for notation in COMPLETE[1].split() if not notation.endswith("H"))}
    with pytest.raises(IllegalAction, match=r"the JH lies in this one: play .* spades or diamonds or clubs") as caught:
        GAME.apply(at.state, Play(1, card("TH")))
    assert caught.value.details == {
        "card": card("TH"),
        "there": card("JH"),
        "missing": (Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS),
    }


def test_cr_12_who_can_play_must():
    at = deal(COMPLETE).in_turn("JH")
    assert set(at.offers(1)) == {"play"}
    assert at.refused(Pass(1)) == "not_in_this_game"


def test_cr_12_the_leader_must_lead():
    at = deal(COMPLETE)
    assert at.refused(Pass(0)) == "not_in_this_game"
    assert set(at.offers(0)) == {"play"}


def test_cr_13_who_cannot_play_passes_and_the_turn_goes_on():
    at = deal([FOUR[0], FOUR[2], FOUR[1], FOUR[3]]).in_turn("AS AC 7H")
    assert at.told(Passed) == []
    assert at.offers(3) == {"play": ("TD", "9D", "8D", "7D")}  # its clubs are of no use
    at = deal(COMPLETE).in_turn("JH 9C KD 8S +9 +8 JH JD AC")
    assert at.events[-2:] == [CardPlayed(1, card("AC")), Passed(2)]
    assert at.to_act == (0,)
    assert at.view.seats[2].passed


def test_cr_13_a_seat_passes_once_however_often_the_turn_comes_round():
    at = standing(["7S 7H 7D 7C", "8S 9S", "8H 8D 8C 9H 9D 9C"], laid={0: "A K Q J T"}, marked=0, may_lay=False)
    at.in_turn("7S")
    assert at.told(Passed) == [Passed(1)]
    assert [seat.passed for seat in at.view.seats] == [False, True, False]
    at.in_turn("8H 7D")
    assert at.to_act == (2,)
    assert at.told(Passed) == [Passed(1)]
    at.in_turn("9C")
    assert takers(at) == [(0, "7D", True)]
    assert [seat.passed for seat in at.view.seats] == [False] * 3


def test_cr_13_a_seat_without_cards_is_no_one_to_pass():
    at = standing(["7S 7H 8S 8H 8D 8C", "7D", "7C"], laid={0: "A K Q J T 9"}, marked=0, may_lay=False)
    at.in_turn("7S 7D 7C 8H")
    assert at.told(Passed) == []
    at = deal(COMPLETE).in_turn(" ".join(COMPLETE_PLAY[:6]) + " 7D 7H 7S")
    before = len(at.told(Passed))
    at.in_turn("7C")
    assert len(at.told(Passed)) == before


def test_cr_14_one_player_gives_two_cards_and_more_to_a_trick():
    at = standing(["7S 7H 7D 8C", "7C 8S 8H 8D", ""], may_lay=False, out=(2,), laid={2: "A K Q J T 9"}, marked=2)
    at.in_turn("7S 8H 7D 7C")
    assert [event.seat for event in at.told(CardPlayed)] == [0, 1, 0, 1]
    at = standing(["7S 7H 7D 7C", "8S", "8H 8D 8C"], may_lay=False, laid={0: "A K Q J T 9"}, marked=0)
    at.in_turn("7S 8H 7D 8C")
    assert [event.seat for event in at.told(CardPlayed)] == [0, 2, 0, 2]


def test_cr_14_three_cards_of_one_player():
    at = standing(["7S 7H 7D 8C 8S 8H 8D", "7C", ""], may_lay=False, out=(2,), laid={2: "A K Q J T 9"}, marked=2)
    at.in_turn("7S 7C 8H 8D")
    assert [event.seat for event in at.told(CardPlayed)] == [0, 1, 0, 0]
    assert takers(at) == [(0, "8D", True)]


def test_cr_14_it_is_always_four_cards():
    at = deal(COMPLETE).in_turn(" ".join(COMPLETE_PLAY))
    assert len(at.told(CardPlayed)) == TRICK_SIZE * len(at.told(TrickTaken)) == 28


def test_cr_15_hands_that_could_not_complete_a_trick_are_a_fault_of_the_engine():
    with pytest.raises(AssertionError, match="CR-15"):
        standing(["7S 7H 7D", "8S 8H 8D 8C", "9S 9H 9D 9C"])


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(list(GAME.seats)), st.binary(min_size=32, max_size=32))
def test_cr_15_between_tricks_the_hands_hold_the_same_ranks_of_each_suit(seats, seed):
    rules, stream = CrummyRules(), Stream(seed)
    deck = shuffled(GAME.pack(rules, seats).cards, seed, 1)
    state = GAME.new_deal(rules, seats, Stakes(0, (0,) * seats), deck)
    while state.result is None:
        if isinstance(state.phase, Lead):
            held = [card for hand in GAME.layout(state).hands for card in hand]
            ranks = [{card.rank for card in held if card.suit is suit} for suit in {card.suit for card in deck}]
            assert ranks[0]
            assert ranks.count(ranks[0]) == 4
        seat = GAME.to_act(state)[0]
        state, _ = GAME.apply(state, PLAYERS["random"].choose(GAME.observe(state, seat), stream))


@pytest.mark.parametrize(
    ("trick", "taker"), [("AS 7H KD TC", (0, "AS")), ("KS 7H AD TC", (2, "AD")), ("8S 7H 9D TC", (3, "TC"))]
)
def test_cr_20_the_highest_of_four_ranks_takes_it_with_the_ace_high(trick, taker):
    hands = [" ".join(f"{rank}{suit}" for rank in "AKQJT987") for suit in "SHDC"]
    at = deal(hands).in_turn(trick)
    assert takers(at) == [(*taker, False)]
    assert at.to_act == (taker[0],)


@pytest.mark.parametrize(
    ("trick", "taker"),
    [
        ("8S JH 8D QC", (2, "8D")),
        ("8S JH 8D JC", (3, "JC")),
        ("JS 8H JD JC", (3, "JC")),
        ("8S 8H JD JC", (3, "JC")),
        ("JS JH 8D 8C", (3, "8C")),
        ("7S 7H AD KC", (1, "7H")),
        ("7S AH AD AC", (3, "AC")),
    ],
)
def test_cr_21_cr_22_the_last_duplicate_takes_it(trick, taker):
    named = trick.split()
    ranks = "AKQJT987"
    hands = [[f"{rank}{suit}" for rank in ranks] for suit in "SHDC"]
    assert [hand.count(card) for hand, card in zip(hands, named, strict=True)] == [1, 1, 1, 1]
    at = deal([" ".join(hand) for hand in hands]).in_turn(trick)
    assert takers(at) == [(*taker, True)]
    assert at.to_act == (taker[0],)


def test_cr_23_the_winner_takes_the_four_cards():
    at = deal(COMPLETE).in_turn("JH 9C KD 8S")
    assert at.hand(2) == (*(c for c in cards(COMPLETE[2]) if c is not card("KD")), *cards("JH 9C KD 8S"))
    assert [len(at.hand(seat)) for seat in range(3)] == [9, 10, 13]
    assert at.middle().winner == 2


def test_cr_24_the_winner_may_lay_then_leads():
    at = deal(COMPLETE).in_turn("JH 9C KD 8S")
    assert at.offers(2)["meld"] == ("9", "8")
    assert set(at.offers(2)) == {"meld", "play"}
    at.in_turn("+9")
    assert at.offers(2)["meld"] == ("8",)
    at.in_turn("JH")
    assert at.to_act == (0,)


# quartets


def test_cr_25_laying_is_free():
    at = deal(COMPLETE).in_turn("JH 9C KD 8S JC")
    assert at.told(QuartetLaid) == []
    assert at.refused(Meld(2, Rank.NINE)) == "not_your_turn"


def test_cr_25_a_quartet_that_was_dealt_waits_for_a_trick():
    hands = ["7S 7H 7D 7C AS AH AD KC", "", "", ""]
    at = deal(hands)
    assert set(at.offers(0)) == {"play"}
    assert at.refused(Meld(0, Rank.SEVEN)) == "lay_after_own_trick"
    at.in_turn("AS")
    while len(at.told(TrickTaken)) == 0:
        assert at.refused(Meld(at.to_act[0], Rank.SEVEN)) == "lay_between_tricks"
        at.do(Play(at.to_act[0], card(at.offers(at.to_act[0])["play"][0])))


def test_cr_25_who_inherits_the_lead_may_not_lay():
    at = standing(["7S 7H 7D 7C", "8S 8H 8D 8C 9S", "9H 9D 9C"], laid={0: "A K Q J T"}, marked=0)
    at.in_turn("+7")
    assert at.state.phase == Lead(1, may_lay=False)
    assert set(at.offers(1)) == {"play"}
    assert at.refused(Meld(1, Rank.EIGHT)) == "lay_after_own_trick"


def test_cr_25_only_complete_quartets_of_the_own_hand():
    at = deal(COMPLETE).in_turn("JH 9C KD 8S")
    assert at.refused(Meld(2, Rank.KING)) == "quartet_not_held"
    assert at.refused(Meld(2, Rank.JOKER)) == "quartet_not_held"
    assert at.refused(Meld(0, Rank.NINE)) == "not_your_turn"
    assert at.in_turn("+9").refused(Meld(2, Rank.NINE)) == "quartet_not_held"


def test_cr_26_several_are_laid_in_the_order_that_the_player_chooses():
    for order, marked in (("+9 +8", 26), ("+8 +9", 25)):
        at = deal(COMPLETE).in_turn("JH 9C KD 8S " + order + " " + " ".join(COMPLETE_PLAY[1:]))
        assert at.told(QuartetLaid)[:2] == [QuartetLaid(2, marked=True), QuartetLaid(2, marked=False)]
        assert scores(at)[2] == (3, marked)


def test_cr_26_the_first_of_the_deal_has_the_joker_whoever_lays_it():
    at = deal(COMPLETE).in_turn(" ".join(COMPLETE_PLAY))
    assert [event.marked for event in at.told(QuartetLaid)] == [True] + [False] * 7
    assert at.middle().marked == 2


def test_cr_27_everybody_sees_how_many_lie_where_and_the_joker():
    at = deal(COMPLETE).in_turn("JH 9C KD 8S +9")
    for viewer in (0, 1, 2, None):
        view = at.seen_by(viewer)
        assert [seat.quartets for seat in view.seats] == [0, 0, 1]
        assert at.middle(viewer).marked == 2
        assert [seat.melds for seat in view.seats] == [()] * 3


# refusals


@pytest.mark.parametrize(
    "action",
    [
        Draw(0, "stock"),
        Discard(0, card("JD")),
        Knock(0),
        Show(0),
        Stay(0),
        Fold(0),
        Pass(0),
        Bet(0, 1),
        Shuffle(()),
    ],
)
def test_other_actions_are_not_in_this_game(action):
    assert deal(COMPLETE).refused(action) == "not_in_this_game"


def test_cards_that_are_not_held_and_turns_that_are_not_ones_own():
    at = deal(COMPLETE)
    assert at.refused(Play(0, card("9C"))) == "card_not_held"
    assert at.refused(Play(1, card("9C"))) == "not_your_turn"
    assert at.refused(Play(7, card("9C"))) == "not_your_turn"
    at.in_turn(" ".join(COMPLETE_PLAY))
    assert at.refused(Play(0, card("9C"))) == "deal_over"
    assert at.refused(Halt(0)) == "deal_over"
