"""Poe Crumb: how hands with jokers rank (poe_crumb.md PC-30 to PC-39)."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from engine.cards import ALL_CARDS, JOKERS, cards
from engine.games.poe_crumb import GAME, PoeCrumbRules
from engine.games.poe_crumb.hands import name_of, worth_by
from engine.parts.hands import HandName
from engine.parts.ranking import rank_hand

RULES = PoeCrumbRules(jokers=2)


def name(text: str) -> HandName:
    return GAME.judging.rank(RULES, cards(text)).name


def ordered(*texts: str) -> bool:
    """Whether each hand is above the next."""
    values = [GAME.judging.rank(RULES, cards(text)).value for text in texts]
    return all(value > other for value, other in pairwise(values))


def equal(a: str, b: str) -> bool:
    return GAME.judging.rank(RULES, cards(a)).value == GAME.judging.rank(RULES, cards(b)).value


def test_pc_30_a_joker_is_any_card():
    assert name("8C 7H 6S X 4D").type == "straight"
    assert name("9C 9H 4S 4C X").type == "full_house"
    assert name("AC JC 6C X 4C").type == "flush"
    assert name("AC JH 6S X 4D").type == "pair"


def test_pc_31_the_published_example():
    assert ordered(
        "2D 2C 2H 2S X1",  # five of a kind
        "3H 4H 5H 6H 7H",  # natural straight flush
        "7S 8S 9S X1 JS",  # aided straight flush
        "QD QC QH 4D 4S",  # full house
    )


@pytest.mark.parametrize(
    ("natural", "aided"),
    [
        ("AH 2H 3H 4H 5H", "AS KS QS JS X1"),
        ("2S 2H 2D 2C 3S", "AS AH AD X1 KS"),
        ("2S 2H 2D 3C 3S", "AS AH KD KC X1"),
        ("2H 3H 4H 5H 7H", "AS KS QS X1 9S"),
        ("AH 2S 3H 4H 5H", "AS KS QD X1 TS"),
        ("2H 2S 2D 3S 4H", "AH AS X1 KD QC"),
        ("2H 2S 3D 4S 5H", "AH X1 KS QD 9C"),
    ],
)
def test_pc_31_within_a_type_the_lowest_natural_hand_beats_the_highest_aided_one(natural, aided):
    assert name(natural).type == name(aided).type
    assert (name(natural).aided, name(aided).aided) == (False, True)
    assert ordered(natural, aided)


@pytest.mark.parametrize(
    ("aided", "natural"),
    [
        ("2S 2H X1 3D 4C", "AS AH KD KC QS"),  # three twos and two pairs
        ("2S 3H 4D 5C X1", "AS AH AD KC QS"),  # a straight and three aces
        ("2S 4S 6S 8S X1", "AS KH QD JC TS"),  # a flush and a straight
        ("2S 2H 3S 3H X1", "AS KS QS JS 9S"),  # a full house and a flush
        ("2S 2H 2D X1 3C", "AS AH AD KS KH"),  # fours and a full house
        ("2S 3S 4S 5S X1", "AS AH AD AC KS"),  # a straight flush and four aces
        ("2S X1 4D 6C 8H", "AS KS QS JS 9D"),  # a pair and an ace high
    ],
)
def test_pc_31_a_higher_type_wins_aided_or_not(aided, natural):
    assert ordered(aided, natural)


def test_pc_32_five_of_a_kind_beats_every_straight_flush():
    assert ordered("2S 2H 2D 2C X1", "AS KS QS JS TS", "AS KS QS JS X1")
    assert name("2S 2H 2D X1 X2") == HandName("five_of_a_kind", name("2S 2H 2D 2C X1").ranks, aided=True)
    assert ordered("3S 3H 3D X1 X2", "2S 2H 2D 2C X1")


def test_pc_33_a_natural_low_straight_flush_beats_an_aided_royal_flush():
    assert ordered("5H 4H 3H 2H AH", "AS KS QS JS X1")


def test_pc_34_the_highest_type_and_then_the_highest_hand():
    assert equal("4S 5H 6D 7C X1", "4H 5S 6C X1 8D")  # the joker is the eight, not the three
    assert equal("9S 9H 4D 4C X1", "9C 9D 9S X1 4H") is False  # that is four nines
    assert name("9S 9H 4D 4C X1").ranks == name("9S 9H 9D 4C 4S").ranks
    assert name("AS 2H 3D 4C X1").ranks == name("5S 4H 3D 2C AS").ranks
    assert name("7S 8S 9S X1 X2").type == "straight_flush"
    assert name("7S 8S 9S X1 X2").ranks == name("7H 8H 9H TH JH").ranks
    assert name("AS KH 9D X1 X2").type == "three_of_a_kind"


def test_pc_35_two_aided_hands_compare_by_value_and_may_tie():
    assert equal("KS KH X1 9D 4C", "KD KC X2 9S 4H")
    assert ordered("AS AH X1 9D 4C", "KD KC X2 AS QH")
    assert ordered("KS KH X1 9D 5C", "KD KC X2 9S 4H")


def test_pc_35_the_number_of_jokers_does_not_matter():
    assert equal("QS JS TS 9S X1", "QH JH TH X1 X2") is False  # the first reaches the king, the second the ace
    assert equal("KS QS JS TS X1", "QH JH TH X1 X2")
    assert equal("9S 9H 9D X1 4C", "9S 9H X1 X2 4C")


def test_pc_36_a_joker_is_never_idle():
    assert name("AS AH AD AC X").type == "five_of_a_kind"
    assert all(name_of(RULES, (*held, JOKERS[0])).aided for held in list(combinations(ALL_CARDS, 4))[::5003])


def test_pc_37_no_flush_repeats_a_card():
    assert name("AH 9H 4H X1 X2").ranks == name("AS KS QS 9S 4S").ranks
    assert equal("AH 9H 4H X1 X2", "AS QS 9S 4S X1")
    assert equal("AS QS 9S 4S X1", "AH KH 9H 4H X2")


def test_pc_37_option_flush_repeats():
    repeats = PoeCrumbRules(jokers=2, flush_repeats=True)

    def found(text):
        return GAME.judging.rank(repeats, cards(text))

    assert found("AH 9H 4H X1 X2").name.type == "flush"
    assert found("AH 9H 4H X1 X2").value[2:] == (14, 14, 14, 9, 4)
    assert found("AH KH 7H 5H X1").value > found("AS QS 9S 4S X2").value
    assert ordered("AS QS 9S 4S X2", "AH KH 7H 5H X1")  # without the option the joker is the king, and the queen
    assert found("AH KH 7H 5H X1").value < found("2S 4S 6S 8S 9S").value  # PC-31 holds
    assert found("9S TS JS X1 X2").name.type == "straight_flush"  # the higher type comes first (PC-34)
    assert found("9S TS 2S X1 X2").value[2:] == (14, 14, 10, 9, 2)


def test_pc_38_two_jokers():
    assert name("7S 7H 7D X1 X2").type == "five_of_a_kind"
    assert name("7S 7H KD X1 X2").type == "four_of_a_kind"
    found = {
        name_of(RULES, (*held, *JOKERS)).type for held in combinations(ALL_CARDS, 3) if len({c.rank for c in held}) == 3
    }
    assert found == {"three_of_a_kind", "straight", "flush", "straight_flush"}


def test_pc_39_one_joker_makes_no_two_pairs_and_no_high_card():
    assert name("7S 7H KD KC X").type == "full_house"
    found = {name_of(RULES, (*held, JOKERS[0])).type for held in list(combinations(ALL_CARDS, 4))[::3]}
    assert found.isdisjoint({"two_pairs", "high_card"})
    assert len(found) == 8


def test_r_4_natural_hands_compare_as_in_knock_poker():
    hands = list(combinations(ALL_CARDS, 5))[::4999]
    by_worth, by_rank = sorted(hands, key=worth_by(RULES)), sorted(hands, key=rank_hand)
    assert [rank_hand(hand) for hand in by_worth] == [rank_hand(hand) for hand in by_rank]
    assert equal("AS KS QS JS TS", "AH KH QH JH TH")


@pytest.mark.parametrize("text", ["AS KS QS JS", "AS KS QS JS TS 9S"])
def test_r_13_a_hand_is_five_cards(text):
    with pytest.raises(ValueError, match="5 cards, not"):
        GAME.judging.rank(RULES, cards(text))
