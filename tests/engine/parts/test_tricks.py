"""Tricks of one card of each suit, as parts/tricks.py takes and fills them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import ALL_CARDS, SUITS, Rank, Suit, cards
from engine.parts.tricks import QUARTETS, card_bits, missing_suits, playable, quartets, ranks_among, taken_by

SETS = st.sets(st.sampled_from(ALL_CARDS)).map(lambda some: tuple(sorted(some, key=lambda card: card.index)))
TRICKS = st.tuples(st.permutations(SUITS), st.lists(st.sampled_from(list(QUARTETS)), min_size=4, max_size=4)).map(
    lambda drawn: tuple(QUARTETS[rank][SUITS.index(suit)] for suit, rank in zip(*drawn, strict=True))
)


@pytest.mark.parametrize(
    ("trick", "place", "doubled"),
    [
        ("8S JH 8D QC", 2, True),
        ("8S JH 8D JC", 3, True),
        ("JS 8H JD JC", 3, True),
        ("8S 8H JD JC", 3, True),
        ("JS JH 8D 8C", 3, True),
        ("7S 7H AD KC", 1, True),
        ("AS KH 7D 7C", 3, True),
        ("9S 9H 9D 9C", 3, True),
        ("JH 9C KD 8S", 2, False),
        ("AH 9C KD 8S", 0, False),
        ("7H 8C 9D TS", 3, False),
        ("7H", 0, False),
        ("7H 6S", 0, False),
    ],
)
def test_cr_20_cr_21_cr_22_who_takes_a_trick(trick, place, doubled):
    assert taken_by(cards(trick)) == (place, doubled)


@given(TRICKS)
def test_cr_20_cr_21_against_the_rule_word_for_word(trick):
    duplicates = [i for i, card in enumerate(trick) if card.rank in [before.rank for before in trick[:i]]]
    highest = [i for i, card in enumerate(trick) if all(card.rank >= other.rank for other in trick)]
    assert taken_by(trick) == ((duplicates[-1], True) if duplicates else (highest[0], False))


def test_nobody_takes_no_cards():
    with pytest.raises(ValueError, match="empty"):
        taken_by(())


def test_cr_11_missing_suits_and_what_can_be_played():
    assert missing_suits(()) == SUITS
    assert missing_suits(cards("7H AC")) == (Suit.SPADES, Suit.DIAMONDS)
    assert playable(cards("7S 8H 9D TC AS"), cards("7H AC")) == cards("7S 9D AS")
    assert playable(cards("8H TC"), cards("7H AC")) == ()


@given(SETS, TRICKS, st.integers(0, 4))
def test_cr_11_what_can_be_played_is_of_a_missing_suit(hand, trick, lying):
    lying = trick[:lying]
    can = playable(hand, lying)
    assert all(card.suit in missing_suits(lying) for card in can)
    assert all(card.suit not in missing_suits(lying) for card in hand if card not in can)


@given(SETS)
def test_quartets_are_ranks_of_which_all_four_are_there(hand):
    found = quartets(hand)
    assert found == tuple(rank for rank in ranks_among(hand) if sum(card.rank is rank for card in hand) == 4)
    assert card_bits(hand).bit_count() == len(hand)


def test_quartets_the_highest_first():
    assert quartets(cards("7S 7H 7D 7C AS AH AD AC KS KH KD")) == (Rank.ACE, Rank.SEVEN)
    assert ranks_among(cards("7S KH 7D AC")) == (Rank.ACE, Rank.KING, Rank.SEVEN)
    assert quartets(()) == ()
