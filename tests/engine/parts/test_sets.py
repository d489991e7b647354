"""Sets of one rank: the best of a hand and what beats what, held to comparing them by the rules' words."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import SUITS, Card, Rank, Suit, cards, short_pack, standard_pack
from engine.parts.hands import HandName
from engine.parts.sets import SetOrder, best_set, has_pair, set_name, strength

ORDERS: tuple[SetOrder, ...] = ("pay_suit", "clubs", "kickers")
RANKS_32 = ["A", "K", "Q", "J", "T", "9", "8", "7"]
SKAT = (Suit.CLUBS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS)


def naive_best(hand: tuple[Card, ...]) -> set[Card]:
    """Tries four cards, then three, then two, of each rank from the highest down."""
    for size in (4, 3, 2):
        for rank in sorted(Rank, reverse=True):
            some = {card for card in hand if card.rank == rank}
            if len(some) == size:
                return some
    return {next(card for rank in sorted(Rank, reverse=True) for card in hand if card.rank == rank)}


def naive_winner(hand: tuple[Card, ...], other: tuple[Card, ...], order: SetOrder, pay_suit: Suit) -> int:
    """1 where the first hand is better, -1 where the second is, 0 where nothing decides."""
    a, b = naive_best(hand), naive_best(other)
    if len(a) != len(b):
        return 1 if len(a) > len(b) else -1
    rank_a, rank_b = min(a, key=lambda c: c.index).rank, min(b, key=lambda c: c.index).rank
    if rank_a != rank_b:
        return 1 if rank_a > rank_b else -1
    if order == "pay_suit":
        return any(c.suit is pay_suit for c in a) - any(c.suit is pay_suit for c in b)
    if order == "clubs":
        for suit in SKAT if len(a) == 1 else (Suit.CLUBS,):
            if any(c.suit is suit for c in a):
                return 1
            if any(c.suit is suit for c in b):
                return -1
        return 0
    rest_a, rest_b = sorted(set(hand) - a, key=rank_of), sorted(set(other) - b, key=rank_of)
    while rest_a and rest_b:
        high_a, high_b = rest_a.pop().rank, rest_b.pop().rank
        if high_a != high_b:
            return 1 if high_a > high_b else -1
    return 0


def rank_of(card: Card) -> Rank:
    return card.rank


@st.composite
def deals(draw: st.DrawFn) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Two hands of the same number of cards from one pack."""
    pack = draw(st.sampled_from((short_pack(Rank.SEVEN), short_pack(Rank.SIX), standard_pack())))
    size = draw(st.integers(1, 11))
    dealt = draw(st.permutations(pack.cards))
    return tuple(dealt[:size]), tuple(dealt[size : 2 * size])


@given(deals())
def test_po_20_to_po_22_the_best_set(hands):
    for hand in hands:
        assert set(best_set(hand)) == naive_best(hand)
        assert list(best_set(hand)) == sorted(best_set(hand), key=lambda card: card.index)


@given(deals(), st.sampled_from(ORDERS), st.sampled_from(SUITS))
def test_po_20_to_po_25_po_63_lq_7b_ho_7_what_beats_what(hands, order, pay_suit):
    first, other = hands
    a, b = (strength(hand, order, pay_suit) for hand in hands)
    assert (a > b) - (a < b) == naive_winner(first, other, order, pay_suit)


@pytest.mark.parametrize("pay_suit", SUITS)
def test_po_23_two_pairs_of_one_rank_are_always_told_apart(pay_suit):
    for rank in RANKS_32:
        four = cards(" ".join(rank + suit.value for suit in SUITS))
        for pair in combinations(four, 2):
            other = tuple(card for card in four if card not in pair)
            better, club = pay_suit in {card.suit for card in pair}, Suit.CLUBS in {card.suit for card in pair}
            assert (strength(pair, "pay_suit", pay_suit) > strength(other, "pay_suit", pay_suit)) is better
            assert (strength(pair, "pay_suit", pay_suit) < strength(other, "pay_suit", pay_suit)) is not better
            assert (strength(pair, "clubs", pay_suit) > strength(other, "clubs", pay_suit)) is club


@given(deals())
def test_po_63_single_cards_are_always_told_apart(hands):
    assert strength(hands[0], "clubs") != strength(hands[1], "clubs")


@given(deals(), st.sampled_from(ORDERS), st.randoms())
def test_ho_7_neither_order_nor_trump_plays_a_part(hands, order, random):
    hand = hands[0]
    mixed = tuple(random.sample(hand, len(hand)))
    for suit in SUITS:
        assert strength(mixed, order, suit) == strength(hand, order, suit)
        if order != "pay_suit":
            assert strength(hand, order, suit) == strength(hand, order)


def test_po_20_and_po_21_every_set_in_its_place():
    ladder = [*(f"{r}S" for r in RANKS_32[::-1])]
    ladder += [f"{r}S {r}C" for r in RANKS_32[::-1]]
    ladder += [f"{r}S {r}C {r}H" for r in RANKS_32[::-1]]
    ladder += [f"{r}S {r}C {r}H {r}D" for r in RANKS_32[::-1]]
    for order in ORDERS:
        values = [strength(cards(text), order, Suit.DIAMONDS) for text in ladder]
        assert values == sorted(values)
        assert len(set(values)) == 32


@pytest.mark.parametrize("pay_suit", [Suit.HEARTS, Suit.DIAMONDS])
def test_po_25_the_example(pay_suit):
    sets = ["8S 8H 8D 8C", "KS KH KD", "9S 9H 9C", "QH QD", "QS QC"]
    values = [strength(cards(text), "pay_suit", pay_suit) for text in sets]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 5


def test_po_23_the_pair_with_the_pay_suit():
    red, black = cards("QH QD 7S 8C 9S"), cards("QS QC AH KD JS")
    for suit, better in ((Suit.HEARTS, red), (Suit.DIAMONDS, red), (Suit.SPADES, black), (Suit.CLUBS, black)):
        assert max((red, black), key=lambda hand: strength(hand, "pay_suit", suit)) is better


def test_po_23_a_card_of_the_pay_suit_beside_the_pair_does_not_count():
    assert strength(cards("QS QC AH"), "pay_suit", Suit.HEARTS) < strength(cards("QH QD 7C"), "pay_suit", Suit.HEARTS)


def test_po_23_without_a_pay_suit_equal_pairs_stay_equal():
    assert strength(cards("QS QC"), "pay_suit") == strength(cards("QH QD"), "pay_suit") == (2, 12)
    assert strength(cards("QS QC"), "pay_suit") < strength(cards("7S 7C 7D"), "pay_suit")


def test_po_22_no_second_pair_no_full_house_no_odd_card():
    assert strength(cards("KS KC QS QC 7H"), "pay_suit", Suit.SPADES) > strength(
        cards("KH KD AH QD JH"), "pay_suit", Suit.SPADES
    )
    full, bare = cards("9S 9C 9H AS AC"), cards("TS TC TH 7D 8D")
    for order in ORDERS:
        assert strength(full, order, Suit.SPADES) < strength(bare, order, Suit.SPADES)


def test_po_22_a_triplet_counts_before_a_higher_pair():
    assert best_set(cards("AS AH 7S 7H 7D KC")) == cards("7S 7H 7D")


@pytest.mark.parametrize("pay_suit", [*SUITS, None])
def test_po_63_the_pair_with_the_club_whatever_the_pay_suit(pay_suit):
    assert strength(cards("QS QC 7H"), "clubs", pay_suit) > strength(cards("QH QD AH"), "clubs", pay_suit)
    singles = [strength(cards(text), "clubs", pay_suit) for text in ("AC 7D", "AS KS", "AH KH", "AD KD")]
    assert singles == sorted(singles, reverse=True)


def test_lq_7b_unpaired_hands():
    low, high = cards("KH QH JH TH 9H"), cards("AC 9S 8D 7C 6D")
    assert strength(low, "pay_suit", Suit.HEARTS) < strength(high, "pay_suit", Suit.HEARTS)
    pay, other = cards("AH 9S 8D 7C 6C"), cards("AC KH QH JH TH")
    assert strength(pay, "pay_suit", Suit.HEARTS) > strength(other, "pay_suit", Suit.HEARTS)
    assert strength(pay, "pay_suit", Suit.SPADES) == strength(other, "pay_suit", Suit.SPADES)
    assert strength(cards("6S 6H 7D 8C 9S"), "pay_suit", Suit.CLUBS) > strength(pay, "pay_suit", Suit.HEARTS)


def test_ho_7_the_other_cards_from_the_highest_down():
    hands = ["QS QC AS KS 9H", "QH QD AH JD TC", "QH QD KH JD TC", "QH QD KC JS 9C", "JS JH AD KC QS"]
    values = [strength(cards(text), "kickers") for text in hands]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 5
    assert strength(cards("QS QC AS KS 9H"), "kickers") == strength(cards("QH QD AC KD 9S"), "kickers")
    assert strength(cards("AS KH QD JC 9S"), "kickers") > strength(cards("AH KC QS TH 9D"), "kickers")


def test_po_24_has_pair():
    for some in combinations(cards("AS AH KS QS JS"), 4):
        assert has_pair(some) is ({"AS", "AH"} <= {card.notation for card in some})
    assert not has_pair(())


def test_names():
    assert set_name(cards("8S 8H 8D 8C AS AH")) == HandName("four_of_a_kind", (Rank.EIGHT,))
    assert set_name(cards("8S 8H 8D AS AH")) == HandName("three_of_a_kind", (Rank.EIGHT,))
    assert set_name(cards("8S 8H AS AH")) == HandName("pair", (Rank.ACE,))
    assert set_name(cards("8S 9H KS AH")) == HandName("high_card", (Rank.ACE,))


def test_no_card_is_no_set():
    for function in (best_set, set_name, lambda hand: strength(hand, "clubs")):
        with pytest.raises(ValueError, match="no card"):
            function(())
