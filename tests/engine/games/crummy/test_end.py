"""Crummy: going out, the end of a deal, its score, and the game (crummy.md CR-30 to CR-45, CR-60, CR-61)."""

from __future__ import annotations

import pytest

from engine.actions import Play
from engine.cards import Rank, card
from engine.events import DealOver, Passed, QuartetLaid, QuartetsScored, TrickTaken, WentOut
from engine.games.crummy import GAME
from engine.games.crummy.settlement import settle
from engine.games.crummy.state import Lead
from engine.parts.results import Over
from engine.parts.tricks import MOST_TRICKS, WITHOUT, points
from tests.kit.crummy import COMPLETE, COMPLETE_PLAY, deal, out, scores, standing, takers


def test_the_complete_deal():
    at = deal(COMPLETE).in_turn(" ".join(COMPLETE_PLAY))
    assert takers(at) == [
        (2, "KD", False),
        (0, "JS", True),
        (0, "JD", True),
        (0, "JD", True),
        (1, "KC", True),
        (1, "KH", True),
        (1, "7C", True),
    ]
    assert [event.seat for event in at.told(Passed)] == [2, 0]
    assert out(at) == [2, 0]
    assert at.told(QuartetsScored) == [
        QuartetsScored(2, 3, (Rank.NINE, Rank.EIGHT), Rank.NINE, 26, (18, 8)),
        QuartetsScored(0, 2, (Rank.ACE, Rank.JACK, Rank.QUEEN), None, 35, (13, 11, 11)),
        QuartetsScored(1, 1, (Rank.TEN, Rank.KING, Rank.SEVEN), None, 28, (10, 11, 7)),
    ]
    assert [event.points for event in at.told(QuartetsScored)] == [78, 70, 28]
    assert (at.result.net, at.result.winners, at.result.stakes.scores) == ((70, 28, 78), (2,), (70, 28, 78))
    assert at.last == DealOver(at.result)
    assert at.state.phase == Over()


# going out


def test_cr_30_cr_33_the_others_are_out_as_soon_as_the_trick_is_taken():
    at = standing(["7S 8S 8H 8D 8C", "7H", "7D 7C 9S 9H 9D 9C"], laid={1: "A K Q"}, marked=1, may_lay=False)
    at.in_turn("7S 7H 7D")
    assert out(at) == []
    at.in_turn("8C")
    assert at.events[-2:] == [TrickTaken(2, card("7D"), True), WentOut(1)]
    assert at.state.out == (1,)
    assert at.view.seats[1].done


def test_cr_31_the_lead_passes_to_the_next_on_the_left_who_holds_cards():
    at = standing(["7S 7H 7D 7C", "", "8S 8H", "8D 8C"], out=(1,), laid={1: "A K Q J T 9"}, marked=1)
    at.in_turn("+7")
    assert at.events == [QuartetLaid(0), WentOut(0)]
    assert at.state.phase == Lead(2, may_lay=False)
    assert at.to_act == (2,)
    at = standing(["8S 8H", "", "8D 8C", "7S 7H 7D 7C"], leader=3, out=(1,), laid={1: "A K Q J T 9"}, marked=1)
    assert at.in_turn("+7").state.phase == Lead(0, may_lay=False)


def test_cr_32_play_ends_when_one_player_holds_cards_and_they_are_added():
    at = deal(COMPLETE).in_turn(" ".join(COMPLETE_PLAY))
    assert GAME.layout(at.state).hands == ((), (), ())
    assert scores(at)[1] == (1, 10 + 11 + 7)
    assert [seat.quartets for seat in at.view.seats] == [3, 3, 2]
    at = standing(["7S 7H 7D 7C", "8S 8H 8D 8C 9S 9H 9D 9C", ""], out=(2,), laid={2: "A K Q J T"}, marked=2)
    at.in_turn("+7")
    assert at.events[:2] == [QuartetLaid(0), WentOut(0)]
    assert at.events[2:4] == [QuartetLaid(1), QuartetLaid(1)]
    assert out(at) == [0]  # nobody says of the last that it goes out
    assert scores(at) == {2: (3, 13 * 2 + 11 * 3 + 10), 0: (2, 7), 1: (1, 17)}


@pytest.mark.parametrize(
    ("ranks", "first", "value"),
    [("A K Q J T 9 8 7", Rank.ACE, 13 * 2 + 33 + 10 + 9 + 8 + 7), ("T 9 8 7", Rank.TEN, 44), ("Q J", Rank.QUEEN, 33)],
)
def test_cr_32_without_a_quartet_before_the_most_valuable_has_the_joker(ranks, first, value):
    *_, low = named = ranks.split()
    kept = " ".join(f"{rank}{suit}" for rank in named for suit in "SHDC" if f"{rank}{suit}" != f"{low}S")
    at = standing([f"{low}S", kept, ""], out=(2,), may_lay=False)
    at.in_turn(f"{low}S {low}H {low}D {low}C")
    scored = at.told(QuartetsScored)[-1]
    assert (scored.seat, scored.marked, scored.quartets[0], scored.value) == (1, first, first, value)
    assert [event.marked for event in at.told(QuartetLaid)] == [True] + [False] * (len(named) - 1)


def test_cr_33_several_out_on_one_trick_in_the_order_of_their_last_cards_then_the_winner():
    at = standing(["7S", "7H", "7D 8D 8C 8S", "7C 8H"], laid={3: "A K Q J T 9"}, marked=3, leader=1, may_lay=False)
    at.in_turn("7H 7D 7C 7S")
    assert takers(at) == [(0, "7S", True)]
    assert out(at) == [1]
    at.in_turn("+7")
    assert out(at) == [1, 0]
    at.in_turn("8D 8H 8C 8S")
    assert out(at) == [1, 0, 3]
    assert list(scores(at)) == [1, 0, 3, 2]
    assert [factor for factor, _ in scores(at).values()] == [4, 3, 2, 1]


def test_cr_33_the_last_card_counts_and_not_the_first():
    hands = ["9S 7D", "8H", "8C 8S 8D 7S 7H 7C 9H 9D 9C"]
    at = standing(hands, laid={2: "A K Q J T"}, marked=2, may_lay=False)
    at.in_turn("9S 8H 8C 7D")
    assert takers(at) == [(2, "8C", True)]
    assert out(at) == [1, 0]  # seat 0 played before seat 1, and after it
    assert list(scores(at)) == [1, 0, 2]


def test_cr_33_two_others_are_out_before_the_winner():
    at = standing(
        ["7S", "7H", "7D", "7C", "8S 8H 8D 8C"], laid={4: "A K Q J T 9 6 5"}, marked=4, leader=2, may_lay=False
    )
    at.in_turn("7D 7C")
    assert at.to_act == (4,)
    at.in_turn("8H")
    assert at.to_act == (0,)
    at.in_turn("7S")
    assert takers(at) == [(0, "7S", True)]
    assert out(at) == [2, 3]
    assert at.state.out == (2, 3)


def test_cr_34_one_trick_empties_the_last_two():
    at = standing(["7S", "7H 7D 7C", ""], out=(2,), laid={2: "A K Q J T 9"}, marked=2, may_lay=False, leader=1)
    at.in_turn("7H 7S 7D 7C")
    assert takers(at) == [(1, "7C", True)]
    assert list(scores(at).items())[1:] == [(0, (2, 30)), (1, (1, 7))]
    assert at.result.net == (60, 7, 3 * (26 + 33 + 10 + 9))


def test_cr_35_the_last_card_may_take_the_very_trick():
    at = standing(["7S", "7H 8S", "7D 7C 8H 8D 8C"], laid={2: "A K Q J T 9"}, marked=2, leader=1, may_lay=False)
    at.in_turn("7H 7D")
    at.in_turn("7S")
    assert at.to_act == (2,)
    at.in_turn("8C")
    assert takers(at) == [(0, "7S", True)]
    assert out(at) == []
    assert len(at.hand(0)) == 4
    assert at.to_act == (0,)


# score


@pytest.mark.parametrize(
    ("rank", "worth"),
    [("A", 13), ("K", 11), ("Q", 11), ("J", 11), ("T", 10), ("9", 9), ("8", 8), ("7", 7), ("6", 6), ("5", 5)],
)
def test_cr_42_what_quartets_are_worth(rank, worth):
    assert points(next(r for r in Rank if r.notation == rank)) == worth


def test_cr_40_cr_41_cr_45_the_example():
    laid = [
        (Rank.JACK, Rank.EIGHT),
        (),
        (Rank.SEVEN, Rank.ACE),
        (Rank.KING, Rank.NINE, Rank.TEN, Rank.QUEEN),
    ]
    scores = settle((0, 1, 2, 3), laid, marked=3)
    assert [(event.factor, event.value, event.points) for event in scores] == [
        (4, 19, 76),
        (3, 25, 75),
        (2, 20, 40),
        (1, 52, 52),
    ]
    assert [event.marked for event in scores] == [None, None, None, Rank.KING]


@pytest.mark.parametrize("seats", GAME.seats)
def test_cr_41_the_factors_go_down_to_one(seats):
    out = tuple(range(seats))
    assert [event.factor for event in settle(out, [(Rank.ACE,)] * seats, 0)] == list(range(seats, 0, -1))


def test_cr_43_the_joker_doubles_one_quartet_of_one_seat():
    scores = settle((1, 0, 2), [(Rank.ACE, Rank.TEN), (Rank.SEVEN, Rank.ACE), ()], marked=1)
    assert [(event.seat, event.value) for event in scores] == [(1, 27), (0, 23), (2, 30)]
    aces = settle((0, 1, 2), [(Rank.ACE,), (), ()], marked=0)
    assert aces[0].value == 26


@pytest.mark.parametrize(("seats", "value"), [(3, 30), (4, 25), (5, 20)])
def test_cr_44_no_quartet(seats, value):
    assert WITHOUT[seats] == value
    scores = settle(tuple(range(seats)), [()] * (seats - 1) + [(Rank.SEVEN,)], marked=seats - 1)
    assert [event.points for event in scores] == [value * factor for factor in range(seats, 1, -1)] + [14]


# the game


def ended(scores: tuple[int, ...], **rules):
    """A deal that scores (60, 7, 234), after these scores."""
    at = standing(
        ["7S", "7H 7D 7C", ""], 1, out=(2,), laid={2: "A K Q J T 9"}, marked=2, may_lay=False, scores=scores, **rules
    )
    return at.in_turn("7H 7S 7D 7C").result


def test_cr_60_cr_61_the_target_ends_the_game_after_the_deal():
    assert (ended(()).game_over, ended(()).game_winners) == (True, (2,))
    result = ended((0, 0, 0), target=235)
    assert (result.game_over, result.game_winners, result.stakes.scores) == (False, (), (60, 7, 234))
    assert ended((0, 0, 0), target=234).game_winners == (2,)


def test_cr_61_the_highest_total_wins_and_equal_totals_share():
    assert ended((200, 0, 0), target=250).game_winners == (0,)
    assert ended((174, 0, 0)).game_winners == (0, 2)
    assert ended((174, 227, 0)).game_winners == (0, 1, 2)


def test_a_deal_is_won_by_all_who_score_the_most_in_order_of_play():
    at = standing(["8S 8H 8D 8C", "7S 7H 7D 7C", ""], out=(2,), laid={0: "J", 2: "T K"}, marked=2)
    at.in_turn("+8")
    assert (at.result.net, at.result.winners) == ((38, 7, 93), (2,))
    at = standing(["TS TH TD TC", "7S 7H 7D 7C", ""], out=(2,), laid={0: "9 7"}, marked=0)
    at.in_turn("+T")
    assert (at.result.net, at.result.winners) == ((70, 7, 90), (2,))
    at = standing(["TS TH TD TC", "8S 8H 8D 8C", ""], out=(2,), laid={0: "9 Q 7"}, marked=0)
    at.in_turn("+T")
    assert (at.result.net, at.result.winners) == ((92, 8, 90), (0,))
    at = standing(["9S 9H 9D 9C", "8S 8H 8D 8C", ""], out=(2,), laid={0: "A T"}, marked=0)
    at.in_turn("+9")
    assert (at.result.net, at.result.winners) == ((90, 8, 90), (0, 2))


def test_g_12_a_deal_of_300_tricks_is_void():
    hands = ["7S 8H 9D TC", "8S 7H 7D 9C TS", "9S TH TD 7C 8D 8C 9H"]
    at = standing(hands, laid={0: "A K Q J"}, marked=0, tricks=MOST_TRICKS - 1, may_lay=False, scores=(140, 149, 0))
    while at.state.result is None:
        seat = at.to_act[0]
        at.do(Play(seat, card(at.offers(seat)["play"][0])))
    assert len(at.told(TrickTaken)) == 1
    assert at.result.void
    assert (at.result.net, at.result.winners, at.result.game_over) == ((0, 0, 0), (), False)
    assert at.result.stakes.scores == (140, 149, 0)
    assert at.told(QuartetsScored) == []
    view = at.view
    assert [seat.melds for seat in view.seats] == [()] * 3
    assert [seat.quartets for seat in view.seats] == [4, 0, 0]
    assert GAME.cards_shown(at.state) == {}


def test_g_12_a_deal_that_ends_with_its_300th_trick_counts():
    at = standing(
        ["7S", "7H 7D 7C", ""], 1, out=(2,), laid={2: "A K Q J T 9"}, marked=2, may_lay=False, tricks=MOST_TRICKS - 1
    )
    assert not at.in_turn("7H 7S 7D 7C").result.void


def test_the_quartets_are_turned_up_when_the_deal_is_scored():
    at = deal(COMPLETE).in_turn(" ".join(COMPLETE_PLAY))
    for viewer in (0, 1, 2, None):
        melds = [seat.melds for seat in at.seen_by(viewer).seats]
        assert [[four[0].rank.notation for four in found] for found in melds] == [list("AJQ"), list("TK7"), list("98")]
    assert [card.notation for card in GAME.cards_shown(at.state)[2]] == ["9S", "9H", "9D", "9C", "8S", "8H", "8D", "8C"]
