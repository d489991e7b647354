"""Five-card poker hands (general.md R-1 to R-14)."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from itertools import combinations, combinations_with_replacement
from operator import and_

import pytest
from hypothesis import given, strategies

from engine.cards import Card, Rank, cards, standard_pack
from engine.parts.ranking import ROYAL_FLUSH, hand_name, least, rank_hand, value_parts

LADDER = [
    "7S 5H 4D 3C 2S",
    "AS KH QD JC 9S",
    "2S 2H 5D 4C 3S",
    "AS AH KD QC JS",
    "3S 3H 2D 2C 4S",
    "AS AH KD KC QS",
    "2S 2H 2D 4C 3S",
    "AS AH AD KC QS",
    "5S 4H 3D 2C AS",
    "AS KH QD JC TS",
    "7S 5S 4S 3S 2S",
    "AS KS QS JS 9S",
    "2S 2H 2D 3C 3S",
    "AS AH AD KC KS",
    "2S 2H 2D 2C 3S",
    "AS AH AD AC KS",
    "5S 4S 3S 2S AS",
    "AS KS QS JS TS",
]
"""The lowest and the highest of each type, from the bottom."""


def value(text: str) -> int:
    return rank_hand(cards(text))


def test_r_1_the_order_of_types():
    values = [value(hand) for hand in LADDER]
    assert values == sorted(set(values))


TYPES = [
    "high_card",
    "pair",
    "two_pairs",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
]


@pytest.mark.parametrize(("place", "kind"), list(enumerate(TYPES)))
def test_r_1_the_names_of_types(place, kind):
    assert {hand_name(value(hand)).type for hand in LADDER[2 * place : 2 * place + 2]} == {kind}


def test_r_1_how_many_hands_of_each_type_there_are():
    by_value = Counter(map(rank_hand, combinations(standard_pack().cards, 5)))
    assert len(by_value) == 7462
    by_type: Counter[str] = Counter()
    for number, count in by_value.items():
        by_type[hand_name(number).type] += count
    assert by_type == {
        "straight_flush": 40,
        "four_of_a_kind": 624,
        "full_house": 3744,
        "flush": 5108,
        "straight": 10200,
        "three_of_a_kind": 54912,
        "two_pairs": 123552,
        "pair": 1098240,
        "high_card": 1302540,
    }


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("AS KH QD JC 9S", "KS QH JD TC 8S"),
        ("3S 2H 4D 6C 7S", "3S 2H 4D 5C 7S"),
        ("TS TH 4D 3C 2S", "9S 9H AD KC QS"),
    ],
)
def test_r_2_the_order_of_ranks(higher, lower):
    assert value(higher) > value(lower)


def test_r_3_the_ace_is_low_in_the_lowest_straight():
    assert hand_name(value("5S 4H 3D 2C AS")).ranks == (Rank.FIVE,)
    assert value("6S 5H 4D 3C 2S") > value("5S 4H 3D 2C AS")
    assert hand_name(value("5D 4D 3D 2D AD")).type == "straight_flush"


@pytest.mark.parametrize("hand", ["3S 2H AD KC QS", "4S 3H 2D AC KS", "2S AH KD QC JS"])
def test_r_3_no_straight_around_the_corner(hand):
    assert hand_name(value(hand)).type == "high_card"


def test_r_4_suits_do_not_count():
    assert value("AS KS QS JS 9S") == value("AD KD QD JD 9D")
    assert value("AS KH QD JC 9S") == value("AC KD QH JS 9H")


@pytest.mark.parametrize(
    ("higher", "lower", "rule"),
    [
        ("9S 8H 7D 6C 5S", "8S 7H 6D 5C 4S", "R-5"),
        ("9S 8S 7S 6S 5S", "8H 7H 6H 5H 4H", "R-5"),
        ("3S 3H 3D 3C 2S", "2S 2H 2D 2C AS", "R-6"),
        ("3S 3H 3D 3C 5S", "3S 3H 3D 3C 4S", "R-6"),
        ("9S 9H 9D 2C 2S", "8S 8H 8D AC AS", "R-7"),
        ("9S 9H 9D 3C 3S", "9S 9H 9C 2C 2S", "R-7"),
        ("AS 9S 4S 3S 2S", "KS QS JS TS 8S", "R-8"),
        ("AS 9S 8S 4S 3S", "AH 9H 8H 4H 2H", "R-8"),
        ("AS KH 9D 5C 3S", "AS KH 9D 4C 3S", "R-8"),
        ("9S 9H 9D 3C 2S", "8S 8H 8D AC KS", "R-9"),
        ("9S 9H 9D KC 2S", "9S 9H 9D QC JS", "R-9"),
        ("9S 9H 9D KC 3S", "9S 9H 9D KC 2S", "R-9"),
        ("AS AH 3D 3C 2S", "KS KH QD QC AS", "R-10"),
        ("AS AH 4D 4C 2S", "AS AH 3D 3C KS", "R-10"),
        ("AS AH 4D 4C 3S", "AS AH 4D 4C 2S", "R-10"),
        ("9S 9H 4D 3C 2S", "8S 8H AD KC QS", "R-11"),
        ("9S 9H AD 3C 2S", "9S 9H KD QC JS", "R-11"),
        ("9S 9H AD 5C 4S", "9S 9H AD 5C 3S", "R-11"),
    ],
)
def test_r_5_to_r_11_within_a_type(higher, lower, rule):
    assert value(higher) > value(lower), rule


def test_r_12_a_royal_flush_is_the_highest_straight_flush():
    assert {value(f"A{suit} K{suit} Q{suit} J{suit} T{suit}") for suit in "SHDC"} == {ROYAL_FLUSH}
    assert hand_name(ROYAL_FLUSH).type == "straight_flush"


@pytest.mark.parametrize("count", [0, 4, 6])
def test_r_13_a_hand_is_five_cards(count):
    with pytest.raises(ValueError, match="unpack"):
        rank_hand(standard_pack().cards[:count])


def test_r_14_one_suit_or_mixed():
    assert hand_name(value("7S 6S 5S 4S 3S")).type == "straight_flush"
    assert hand_name(value("7S 6S 5S 4S 3H")).type == "straight"
    assert hand_name(value("AS KS 8S 5S 3H")).type == "high_card"


@pytest.mark.parametrize(
    ("hand", "ranks"),
    [("9S 4H 9D 4C 4S", "49"), ("9S 9H 4D 4C AS", "94A"), ("9S 9H 9D 9C AS", "9A"), ("9S 9H KD 4C AS", "9AK4")],
)
def test_names_tell_the_ranks(hand, ranks):
    assert "".join(rank.notation for rank in hand_name(value(hand)).ranks) == ranks


def test_a_joker_is_no_part_of_a_plain_hand():
    with pytest.raises(ValueError, match="without a joker"):
        rank_hand(cards("AS KS QS JS X"))


FIVE = strategies.permutations(standard_pack().cards).map(lambda order: tuple(order[:5]))


def slow_value(hand: tuple[Card, ...]) -> tuple[object, ...]:
    """Another way to say what a hand is worth."""
    ranks = sorted((int(card.rank) for card in hand), reverse=True)
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = [count for count, _ in groups]
    flush = len({card.suit for card in hand}) == 1
    if ranks == [14, 5, 4, 3, 2]:
        straight, groups = True, [(1, 5)]
    else:
        straight = len(groups) == 5 and ranks[0] - ranks[4] == 4
    order = [straight and flush, shape[0] == 4, shape == [3, 2], flush, straight, shape[0] == 3, shape == [2, 2, 1]]
    return (*order, shape[0] == 2, [rank for _, rank in groups])


@given(FIVE, FIVE)
def test_hands_compare_as_by_counting(a, b):
    assert (rank_hand(a) > rank_hand(b)) == (slow_value(a) > slow_value(b))
    assert (rank_hand(a) == rank_hand(b)) == (slow_value(a) == slow_value(b))


@given(FIVE, FIVE)
def test_a_value_and_its_parts_compare_alike(a, b):
    assert (rank_hand(a) > rank_hand(b)) == (value_parts(rank_hand(a)) > value_parts(rank_hand(b)))


@given(FIVE)
def test_the_order_of_the_cards_does_not_matter(hand):
    assert rank_hand(hand) == rank_hand(tuple(sorted(hand, key=lambda card: card.index)))


def test_kp_56_a_type_and_its_first_rank_are_a_lower_limit():
    assert value("TS TH AD KC QS") < least("pair", Rank.JACK) <= value("JS JH 4D 3C 2S") < least("two_pairs")


def test_no_two_different_sets_of_ranks_have_the_same_key():
    keys = [card.key for card in standard_pack().cards[:13]]
    sums = [sum(five) for five in combinations_with_replacement(keys, 5) if five[0] != five[4]]
    assert len(set(sums)) == len(sums)


def test_cards_have_a_suit_bit_in_common_only_where_they_are_of_one_suit():
    bits = {card.suit: card.suit_bits for card in standard_pack().cards}
    for five in combinations_with_replacement(bits.values(), 5):
        assert (reduce(and_, five) != 0) == (len(set(five)) == 1)
