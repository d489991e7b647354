"""Table: repeated positions, the halt and its three options (crummy.md CR-50 to CR-55)."""

from __future__ import annotations

import pytest

from engine.actions import Halt, Meld, Play
from engine.cards import Rank, card
from engine.events import DealOver, HaltCalled, QuartetLaid, QuartetsScored, TrickTaken, WentOut
from engine.games.crummy import GAME
from engine.games.crummy.state import Lead, times
from tests.kit.crummy import COMPLETE, deal, scores, standing
from tests.kit.table import Table

TWO = ["7S 7H 7D 8C", "7C 8S 8H 8D", ""]
"""Two ranks between the last two, seat 0 to lead."""
ROUND = "8C 8D 7H 8S 7H 7D 8C 7S"
"""Two tricks after which the same hands stand again, and the same player is to lead: seat 1 could lay the eights."""


def two(hands: list[str] | None = None, **more) -> Table:
    """The last two, where a third player is out with all other quartets."""
    return standing(hands or TWO, out=(2,), laid={2: "A K Q J T 9"}, marked=2, **more)


def ended(at: Table) -> tuple[dict[int, tuple[int, int]], bool]:
    """Factor and value of each seat in the order of going out, and whether the deal is void."""
    return scores(at), at.result.void


# who may call it, and when


def test_cr_50_two_ranks_that_neither_gets_rid_of_repeat_one_position():
    at = two(halt="off")
    hands = [set(at.hand(seat)) for seat in (0, 1)]
    for _ in range(2):
        assert (at.to_act, [set(at.hand(seat)) for seat in (0, 1)]) == ((0,), hands)
        at.in_turn(ROUND)


def test_cr_53_either_of_the_two_once_the_position_comes_up_again():
    at = two()
    assert at.to_act == (0,)
    at.in_turn(ROUND)
    assert at.to_act == (0, 1)
    assert set(at.offers(0)) == {"play", "halt"}
    assert at.offers(1) == {"halt": ()}
    assert at.offers(2) == {}
    for viewer in (0, 1, 2, None):
        assert at.seen_by(viewer).to_act == (0, 1)


def test_cr_53_the_leader_comes_first():
    at = two(["7C 8S 8H 8D", "7S 7H 7D 8C", ""], leader=1)
    assert at.in_turn(ROUND).to_act == (1, 0)


def test_cr_53_not_while_a_trick_is_played():
    at = two().in_turn(ROUND)
    at.do(Play(0, card("8C")))
    assert at.to_act == (1,)
    assert set(at.offers(1)) == {"play"}
    assert at.refused(Halt(0)) == at.refused(Halt(1)) == "halt_between_tricks"


def test_cr_53_the_other_may_call_only_and_not_lead():
    at = two().in_turn(ROUND)
    assert at.refused(Play(1, card("7C"))) == "not_your_turn"
    assert at.refused(Meld(1, Rank.EIGHT)) == "not_your_turn"


def test_cr_53_a_position_that_has_not_stood_before():
    at = two()
    assert at.refused(Halt(0)) == "halt_no_repetition"
    at.in_turn("8C 8D 7H 8S")
    assert at.refused(Halt(1)) == at.refused(Halt(0)) == "halt_no_repetition"


def test_cr_53_the_same_hands_with_another_leader_are_another_position():
    at = two()
    again = two(leader=1)
    assert at.state.hands == again.state.hands
    assert at.state.positions != again.state.positions
    assert times(at.state) == times(again.state) == 1


def test_cr_53_exactly_two_players():
    at = standing(["7S 7H 7D", "8S 8H 8D", "7C 8C"], laid={2: "A K Q J T 9"}, marked=2, halt="free")
    assert at.to_act == (0,)
    assert at.refused(Halt(0)) == "halt_two_players"


def test_cr_53_exactly_two_ranks():
    hands = ["7S 7H 7D 8C 9S 9H", "7C 8S 8H 8D 9D 9C", ""]
    at = standing(hands, out=(2,), laid={2: "A K Q J T"}, marked=2, halt="free")
    assert at.refused(Halt(0)) == at.refused(Halt(1)) == "halt_two_ranks"
    at = standing(["7S 7H", "7D 7C", ""], out=(2,), laid={2: "A K Q J T 9 8"}, marked=2, halt="free")
    assert at.refused(Halt(0)) == "halt_two_ranks"


def test_cr_53_who_is_out_cannot_call_it():
    assert two().in_turn(ROUND).refused(Halt(2)) == "halt_not_yours"
    assert two().in_turn(ROUND).refused(Halt(3)) == "halt_not_yours"
    assert two().in_turn(ROUND).refused(Halt(-1)) == "halt_not_yours"


def test_cr_53_free_needs_no_repetition():
    at = two(halt="free")
    assert at.to_act == (0, 1)
    assert ended(at.do(Halt(1))) == ({2: (3, 78), 1: (2, 7), 0: (1, 8)}, False)
    assert two(halt="free").in_turn("8C").refused(Halt(1)) == "halt_between_tricks"


def test_cr_53_off():
    at = two(halt="off").in_turn(ROUND)
    assert at.to_act == (0,)
    assert set(at.offers(0)) == {"play"}
    assert at.refused(Halt(0)) == at.refused(Halt(1)) == "halt_off"


def test_cr_53_before_and_after_laying():
    hands = ["7S 7H 7D 8C", "7C 8S 8H 8D 9S 9H 9D 9C", ""]
    at = standing(hands, leader=1, out=(2,), laid={2: "A K Q J T"}, marked=2, halt="free")
    assert at.to_act == (1,)
    assert at.refused(Halt(1)) == "halt_two_ranks"
    at.in_turn("+9")  # now two ranks are left
    assert at.to_act == (1, 0)
    assert set(at.offers(1)) == {"play", "halt"}
    at = two(halt="free").in_turn("8C 8D 7H 8S")
    assert at.to_act == (1, 0)
    assert set(at.offers(1)) == {"meld", "play", "halt"}


def test_cr_53_with_a_quartet_laid_nothing_from_before_comes_up_again():
    at = two(["7S 7H 7D 8C", "7C 8S 8H 8D 9S 9H 9D 9C", ""], leader=1)
    at.state, _ = GAME.apply(at.state, Meld(1, Rank.NINE))
    assert len(at.state.positions.open()) == 1
    assert times(at.state) == 1


# what it does


def test_cr_51_cr_52_the_caller_lays_the_lower_rank_and_is_out_before_the_other():
    at = two().in_turn(ROUND)
    at.events.clear()
    at.do(Halt(0))
    assert at.events[:4] == [HaltCalled(0), QuartetLaid(0), WentOut(0), QuartetLaid(1)]
    assert at.told(QuartetsScored)[1:] == [
        QuartetsScored(0, 2, (Rank.SEVEN,), None, 7, (7,)),
        QuartetsScored(1, 1, (Rank.EIGHT,), None, 8, (8,)),
    ]
    assert at.last == DealOver(at.result)
    assert GAME.layout(at.state).hands == ((), (), ())


def test_cr_51_whoever_calls_first_and_not_only_the_leader():
    at = two().in_turn(ROUND).do(Halt(1))
    assert ended(at) == ({2: (3, 78), 1: (2, 7), 0: (1, 8)}, False)
    assert at.refused(Halt(0)) == "deal_over"


def test_cr_54_without_a_quartet_before_the_callers_gets_the_joker():
    at = standing(TWO, out=(2,)).in_turn(ROUND).do(Halt(1))
    assert at.told(QuartetLaid) == [QuartetLaid(1, marked=True), QuartetLaid(0)]
    assert scores(at) == {2: (3, 30), 1: (2, 14), 0: (1, 8)}


def test_cr_54_lower_by_rank_and_not_by_value():
    hands = [text.replace("7", "Q").replace("8", "K") for text in TWO]
    at = standing(hands, out=(2,), laid={2: "A J T 9 8 7"}, marked=2)
    at.in_turn(ROUND.replace("7", "Q").replace("8", "K")).do(Halt(1))
    assert at.told(QuartetsScored)[1].quartets == (Rank.QUEEN,)
    hands = [text.replace("7", "A").replace("8", "T") for text in TWO]
    at = standing(hands, out=(2,), laid={2: "K Q J 9 8 7"}, marked=2, halt="free").do(Halt(0))
    assert at.told(QuartetsScored)[1].quartets == (Rank.TEN,)


# what repeats and nobody calls


def test_cr_55_at_the_third_time_the_player_to_lead_is_deemed_to_call():
    at = two().in_turn(ROUND)
    assert times(at.state) == 2
    at.in_turn(ROUND)
    assert at.told(HaltCalled) == [HaltCalled(0, deemed=True)]
    assert ended(at) == ({2: (3, 78), 0: (2, 7), 1: (1, 8)}, False)
    assert isinstance(at.events[at.events.index(HaltCalled(0, deemed=True)) - 1], TrickTaken)
    at = two(["7C 8S 8H 8D", "7S 7H 7D 8C", ""], leader=1, halt="free").in_turn(ROUND).in_turn(ROUND)
    assert at.told(HaltCalled) == [HaltCalled(1, deemed=True)]


def test_cr_55_other_positions_are_void_the_third_time():
    hands = ["7S 7H 7D 8C 9S 9H", "7C 8S 8H 8D 9D 9C", ""]
    at = standing(hands, out=(2,), laid={2: "A K Q J T"}, marked=2, scores=(10, 20, 149))
    at.in_turn(ROUND)
    assert at.state.result is None
    assert set(at.offers(0)) == {"play"}
    at.in_turn(ROUND)
    assert at.result.void
    assert (at.result.winners, at.result.net, at.result.game_over) == ((), (0, 0, 0), False)
    assert at.result.stakes.scores == (10, 20, 149)
    assert at.told(QuartetsScored) == at.told(HaltCalled) == at.told(QuartetLaid) == []
    assert at.result.stakes.deals == 1


def test_cr_55_with_three_players_it_is_void_too():
    hands = ["7S 8S 9S 7H 7D 8D 9D 7C 8C 9C", "8H", "9H"]
    at = standing(hands, laid={2: "A K Q J T"}, marked=2)
    at.in_turn("7H 9C 7S 8D")
    assert times(at.state) == 2
    assert at.refused(Halt(0)) == "halt_two_players"
    at.in_turn("7H 9C 7S 8D")
    assert at.result.void


def test_cr_55_only_what_stands_between_tricks_is_a_position():
    """Within a trick nothing is counted, and the beginning of the deal is."""
    at = deal(COMPLETE)
    assert len(at.state.positions.open()) == times(at.state) == 1
    for word in ("JH", "9C", "KD"):
        assert len(at.in_turn(word).state.positions.open()) == 1
    assert len(at.in_turn("8S").state.positions.open()) == 2


def test_cr_55_off_knows_no_halt_and_is_void():
    at = two(halt="off").in_turn(ROUND).in_turn(ROUND)
    assert at.result.void
    assert at.told(HaltCalled) == []


# positions stay hidden, and count


@pytest.mark.parametrize("option", ["on_repetition", "free", "off"])
def test_positions_are_printed_by_nobody(option):
    at = two(halt=option)
    before = at.state
    at.in_turn(ROUND)
    assert at.state.phase == before.phase == Lead(0, may_lay=True)
    assert "positions=??" in repr(at.state)
