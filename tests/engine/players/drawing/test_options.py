"""What computer players do where an option of a game of draw and discard changes what is good."""

from __future__ import annotations

import pytest

from engine.actions import Discard, Fold, Knock
from engine.cards import card
from engine.players import PLAYERS
from engine.shuffle import Stream
from tests.engine.players.decisions import think
from tests.kit import knock_poker, knock_rummy, stacked

PAIR_AND_HEARTS = "9S 9D KH 5H 2H"


@pytest.mark.parametrize(("sudden", "seats", "keeps"), [(True, 10, True), (False, 10, False), (True, 2, False)])
def test_a_regular_of_poe_crumb_breaks_no_pair_for_a_draw_that_cannot_come(
    sudden: bool, seats: int, keeps: bool
) -> None:
    """Of ten the first draws the last card of the stock, and in Sudden Death the showdown follows its discard."""
    hands = {0: PAIR_AND_HEARTS, **dict.fromkeys(range(1, seats), "")}
    table = stacked.deal(hands, "3C 3H", game="poe-crumb", sudden_death=sudden).draw(0)
    gone = {Discard(0, card("2H"))} if keeps else {Discard(0, card(nine)) for nine in ("9S", "9D")}
    assert think(table, "regular").action in gone


@pytest.mark.parametrize(("minimum", "folds"), [("straight", True), ("three_of_a_kind", True), ("none", False)])
def test_with_less_than_the_knocker_must_hold_a_regular_folds(minimum: str, folds: bool) -> None:
    """Queens are enough against anybody else of four."""
    hands = ["9S 8C 7D 6H 5S", "QS QH 7S 6C 3D", "TS 8H 5C 4D 2S", "JS 8D 5D 4C 2D"]
    table = knock_poker.deal(hands, "TC 2C 3C", knock_minimum=minimum).knock(0).draw(1)
    assert (think(table, "regular").action == Fold(1, card("2C"))) == folds


@pytest.mark.parametrize("level", ["novice", "regular", "careful"])
@pytest.mark.parametrize(("fold", "stay", "folds"), [(1, 2, True), (2, 2, False), (2, 1, False), (5, 0, False)])
def test_nobody_folds_where_that_saves_nothing(level: str, fold: int, stay: int, folds: bool) -> None:
    """Queen high would beat hardly anybody, but who stays in may win."""
    hands = ["9S 8C 7D 6H 5S", "QS TH 7S 6C 3D", "TS 8H 5C 4D 2S", "JS 8D 5D 4C 2D"]
    table = knock_poker.deal(hands, "TC 2C 3C", fold_payment=fold, stay_payment=stay).knock(0).draw(1)
    careful = level == "careful"
    action = PLAYERS[level].choose(table.seen_by(1), Stream(b"a test")) if careful else think(table, level).action
    assert isinstance(action, Fold) == folds


@pytest.mark.parametrize("level", ["novice", "regular"])
def test_only_those_dealt_in_count_for_what_is_good_enough(level: str) -> None:
    """A pair of tens is good enough against one other, and not against five."""
    for playing, knocks in ((2, True), (6, False)):
        hands = {0: "TS TH 7S 6C 3D", **dict.fromkeys(range(1, playing), "")}
        chips = [20] * playing + [0] * (6 - playing)
        table = knock_poker.deal(hands, "9C 2C", seats=6, chips=chips, dealer=playing - 1, broke="sit_out").draw(0)
        assert (think(table, level).action == Knock(0)) == knocks


@pytest.mark.parametrize(("settlement", "knocks"), [("simple", True), ("standard", False)])
def test_where_only_the_pot_is_won_a_regular_knocks_with_little(settlement: str, knocks: bool) -> None:
    """A beaten knocker pays nobody, and nobody has another turn."""
    hands = {0: "8S 8H QD 6C 3D", **dict.fromkeys(range(1, 4), "")}
    table = knock_poker.deal(hands, "9C 2C", settlement=settlement)
    assert (think(table, "regular").action == Knock(0)) == knocks
    assert (think(table.draw(0), "regular").action == Knock(0)) == knocks


@pytest.mark.parametrize(("rules", "knocks"), [({}, False), ({"bonuses": True}, True)])
def test_for_a_bonus_a_regular_knocks_pat_with_less(rules: dict[str, bool], knocks: bool) -> None:
    """Among two a regular lost 0.6 chips a deal to players who knock with anything, and had the bonus each time."""
    table = knock_poker.deal(["8S 8H QD 6C 3D", ""], "9C 2C", **rules)
    assert (think(table, "regular").action == Knock(0)) == knocks


@pytest.mark.parametrize("seats", [2, 4, 10])
@pytest.mark.parametrize(("bonuses", "folds"), [(False, True), (True, False)])
def test_whoever_folds_to_a_pat_knock_pays_the_bonus_too_so_a_regular_stays_in(
    seats: int, bonuses: bool, folds: bool
) -> None:
    hands = {0: "9S 9H 9C 6H 5S", 1: "KS TH 7S 6C 3D", **dict.fromkeys(range(2, seats), "")}
    table = knock_poker.deal(hands, "TC 2C", bonuses=bonuses).knock(0).draw(1)
    assert isinstance(think(table, "regular").action, Fold) == folds


@pytest.mark.parametrize(("penalty", "knocks"), [(0, True), (10, True), (30, True), (50, False)])
def test_where_a_beaten_knocker_pays_much_a_regular_of_knock_rummy_waits(penalty: int, knocks: bool) -> None:
    """Thirty points or so are enough against one other by the usual rules."""
    hands = ["AS 2S 3S 9H 9D 9C 5D 4C TC KH", "7S 8D JC QH 6C 2D 4H KD TS 5C"]
    table = knock_rummy.deal(hands, "QD JD", undercut_penalty=penalty).draw(0)
    assert (think(table, "regular").action == Knock(0)) == knocks


@pytest.mark.parametrize(("penalty", "knocks"), [(10, True), (30, True), (50, False)])
def test_among_two_a_regular_knocks_with_forty_points_for_a_penalty_of_thirty(penalty: int, knocks: bool) -> None:
    """With fewer a point a deal was lost to careful players, who knock with as many."""
    hands = ["AS 2S 3S 9H 9D 9C JS 8D 7C KH", "7S 8C JC QH 6C 2D 4H KD TS 5C"]
    table = knock_rummy.deal(hands, "QD JD", undercut_penalty=penalty).draw(0)
    assert (think(table, "regular").action == Knock(0)) == knocks


@pytest.mark.parametrize(
    ("rules", "keeps"),
    [
        ({"knock_limit": 25}, True),
        ({"knock_limit": 30}, True),
        ({"knock_limit": 40}, False),
        ({"undercut_penalty": 30}, False),
        ({"undercut_penalty": 50}, True),
    ],
)
def test_where_few_hands_are_good_enough_to_knock_with_a_regular_of_two_keeps_a_high_pair(
    rules: dict[str, int], keeps: bool
) -> None:
    """Where it doesn't, it lost to careful players, and to whoever knocks with ten points at most."""
    hands = ["QC QD TS 9H 7H 6C 5S 4H 2D 2S", "7S 8D TC QH 6H 2H 4D KH TD 5D"]
    table = knock_rummy.deal(hands, "KS AC", **rules).draw(0)
    assert think(table, "regular").action == Discard(0, card("TS" if keeps else "QC"))
