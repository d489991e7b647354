"""Ranking with wild cards, against plain ranking of every hand that the wild cards could stand for."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from engine.cards import ALL_CARDS, JOKER, JOKERS, Card, Rank, card, cards, spanish_pack, standard_pack
from engine.parts.ranking import RUN, hand_name, least, rank_hand
from engine.parts.wild import WildPolicy, best_name, ranker

from .substitution import SHAPE_BITS, best_by_substitution, shape_bits


def plain_value(value: int, wilds: int) -> int:
    return value


VALUE = ranker(WildPolicy(), plain_value)
REPEATING = ranker(WildPolicy(repeats_in_flush=True), plain_value)


def shape(hand: tuple[Card, ...]) -> tuple[int, ...]:
    """The same for two hands that differ only in the names of their suits."""
    bits = sum(shape_bits(card) for card in hand)
    mask = (1 << SHAPE_BITS) - 1
    return tuple(sorted(bits >> SHAPE_BITS * suit & mask for suit in range(4)))


@pytest.mark.parametrize(("natural", "jokers"), [(4, (JOKER,)), (3, JOKERS)])
def test_pc_34_every_hand_with_jokers_is_worth_its_best_substitution(natural, jokers):
    expected: dict[tuple[int, ...], int] = {}
    hands = 0
    for held in combinations(ALL_CARDS, natural):
        key = shape(held)
        if key not in expected:
            expected[key] = best_by_substitution(held, len(jokers))
        assert VALUE(held + jokers) == expected[key], held
        hands += 1
    assert (hands, len(expected)) == {4: (270_725, 16_432), 3: (22_100, 1_755)}[natural]


def test_dm_22_every_hand_with_a_joker_is_worth_its_best_substitution_or_a_flush_with_another_ace():
    for held in combinations(ALL_CARDS, 4):
        if len({card.suit for card in held}) == 1:
            flush = least("flush", Rank.ACE, *sorted((card.rank for card in held), reverse=True))
            assert REPEATING((*held, JOKER)) == max(VALUE((*held, JOKER)), flush)
        else:
            assert REPEATING((*held, JOKER)) == VALUE((*held, JOKER))


def test_hands_without_jokers_are_worth_what_they_are_worth_in_plain_ranking():
    for held in list(combinations(ALL_CARDS, 5))[::17]:
        assert VALUE(held) == rank_hand(held)


def lifted(size: int) -> dict[Rank, Rank]:
    """From the ranks of a Spanish pack to those of the international pack that follow one another in the same way."""
    run = sorted({card.rank for card in spanish_pack(size)})
    return dict(zip(run, RUN[-len(run) :], strict=True))


@pytest.mark.parametrize("size", [40, 48])
def test_dm_40_dm_41_every_spanish_hand_with_a_wild_card_ranks_like_the_international_hand_lifted_over_the_gap(size):
    """The two of a Spanish pack is lifted to the five or three, the seven or nine to the ten; J, Q, K and A stay."""
    lift = lifted(size)
    by_suit = {c: card(lift[c.rank].notation + c.suit.value) for c in spanish_pack(size)}
    free = set(by_suit.values())
    value = ranker(WildPolicy(run=tuple(lift)), plain_value)
    low = set(list(lift)[:4]) | {Rank.ACE}
    lowest_straight = 0
    expected: dict[tuple[int, ...], int] = {}
    for held in combinations(by_suit, 4):
        found: Any = hand_name(value((*held, JOKER)))
        if found.type in ("straight", "straight_flush") and found.ranks == (Rank.FIVE,):
            assert {card.rank for card in held} <= low
            lowest_straight += 1
            continue
        key = shape(held)
        if key not in expected:
            expected[key] = best_by_substitution(tuple(by_suit[card] for card in held), 1, free)
        assert least(found.type, *(lift[rank] for rank in found.ranks)) == expected[key], held
    # the ace and any three of 2 3 4 5, in any suits; without the ace the wild card is the six
    assert lowest_straight == 4 * 4**4


@pytest.mark.parametrize("text", ["AS KS QS JS", "AS AH KS KH QS QH", "X X1 X2 AS KS"])
def test_what_is_no_hand_is_refused(text):
    with pytest.raises(ValueError, match=r"only five different cards|unpack"):
        VALUE(cards(text))


def test_a_repeated_card_is_refused():
    ace, king = cards("AS KS")
    with pytest.raises(ValueError, match="only five different cards"):
        VALUE((ace, ace, king, *cards("QS JS")))


def test_pc_36_a_name_says_whether_a_wild_card_aids():
    assert not best_name(WildPolicy(), cards("AS AH KS QD 2C")).aided
    assert best_name(WildPolicy(), cards("AS X KS QD 2C")).aided


def test_both_ways_to_write_one_joker_are_worth_the_same():
    assert {VALUE((*cards("AS AH KS QD"), joker)) for joker in (JOKER, *JOKERS)} == {VALUE(cards("AS AH KS QD X"))}
    assert len(standard_pack(2)) == 54
