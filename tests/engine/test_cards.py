"""Cards, packs and their notation."""

from __future__ import annotations

import copy
import pickle

import pytest

from engine.cards import (
    ALL_CARDS,
    JOKER,
    JOKERS,
    Card,
    CardError,
    Rank,
    Suit,
    card,
    cards,
    rank,
    short_pack,
    spanish_pack,
    standard_pack,
)


def test_the_canonical_order():
    assert " ".join(card.notation for card in ALL_CARDS[:14]) == "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AH"
    assert [card.index for card in ALL_CARDS] == list(range(52))
    assert [card.bit for card in ALL_CARDS] == [1 << index for index in range(52)]
    assert [card.suit for card in ALL_CARDS[::13]] == [Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS]


@pytest.mark.parametrize("text", ["TD", "10D", "td", " 10d "])
def test_a_ten_is_written_in_two_ways(text):
    assert card(text) is card("TD")


@pytest.mark.parametrize("text", ["", "1S", "11D", "S", "ASS", "XX", "X3", "A", "A S", "♠A"])
def test_what_is_no_card(text):
    with pytest.raises(CardError, match="is not a card: write rank"):
        card(text)


@pytest.mark.parametrize("text", ["T", "10", "t", " 10 "])
def test_a_rank_is_written_as_in_a_card(text):
    assert rank(text) is Rank.TEN


@pytest.mark.parametrize("text", ["", "1", "X", "AS", "11", "ace"])
def test_what_is_no_rank(text):
    with pytest.raises(CardError, match="is not a rank: write A K Q J T 9 … 2"):
        rank(text)


def test_every_card_is_written_as_it_is_read():
    assert all(card(c.notation) is c for c in (*ALL_CARDS, JOKER, *JOKERS))


def test_g_5_there_is_one_object_a_card():
    seven = card("7S")
    assert copy.copy(seven) is copy.deepcopy(seven) is pickle.loads(pickle.dumps(seven)) is seven
    with pytest.raises(RuntimeError, match="exists already"):
        Card(Rank.SEVEN, Suit.SPADES, 7, "7S")


def test_no_card_twice():
    with pytest.raises(CardError, match="the card AS is there twice"):
        cards("AS KS as")


def test_packs():
    assert (len(standard_pack()), len(standard_pack(1)), len(standard_pack(2))) == (52, 53, 54)
    assert (len(short_pack(Rank.SEVEN)), len(short_pack(Rank.SIX))) == (32, 36)
    assert (len(spanish_pack(40)), len(spanish_pack(48))) == (40, 48)
    assert card("8D") not in spanish_pack(40)
    assert card("8D") in spanish_pack(48)


def test_a_joker_goes_by_either_name_where_there_is_one():
    assert standard_pack(1).card("X1") is standard_pack(1).card("X") is JOKER
    assert standard_pack(2).card("X") is standard_pack(2).card("X1") is JOKERS[0]
    with pytest.raises(CardError, match="not in this pack of 53 cards"):
        standard_pack(1).card("X2")
    with pytest.raises(CardError, match="not in this pack of 52 cards"):
        standard_pack().card("X")


def test_a_short_deck_is_filled_up_in_canonical_order():
    deck = standard_pack().deck(["2C", card("AS")])
    assert " ".join(card.notation for card in deck[:5]) == "2C AS KS QS JS"
    assert sorted(deck, key=lambda card: card.index) == list(ALL_CARDS)
    with pytest.raises(CardError, match="twice"):
        standard_pack().deck(["AS", "AS"])


def test_a_card_shows_its_notation():
    assert f"{card('TD')} {card('X1')!r}" == "TD X1"
