"""Melds and deadwood: the best arrangement of any hand (knock_rummy.md KR-20 to KR-25), held to trying everything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import ALL_CARDS, JOKER, Card, Rank, Suit, cards
from engine.parts.melds import Arrangement, arrange, best_discard, deadwood, height, meldable, points

ASCENDING = "A23456789TJQK"


def all_melds() -> tuple[frozenset[Card], ...]:
    """Every group and every sequence that there is, made from the rule's words."""
    found = []
    for rank in ASCENDING:
        four = cards(" ".join(rank + suit for suit in "SHDC"))
        found += [frozenset(some) for count in (3, 4) for some in combinations(four, count)]
    for suit in "SHDC":
        run = cards(" ".join(rank + suit for rank in ASCENDING))
        found += [frozenset(run[low : low + count]) for count in range(3, 14) for low in range(14 - count)]
    return tuple(found)


ALL_MELDS = frozenset(all_melds())
MELDS_WITH = {card: tuple(meld for meld in ALL_MELDS if card in meld) for card in ALL_CARDS}


def ways(hand: frozenset[Card]) -> Iterator[tuple[frozenset[Card], ...]]:
    """Every set of melds that the hand can lay down, each card in at most one of them."""
    if not hand:
        yield ()
        return
    first = min(hand, key=lambda card: card.index)
    yield from ways(hand - {first})
    for meld in MELDS_WITH[first]:
        if meld <= hand:
            for rest in ways(hand - meld):
                yield (meld, *rest)


def values(some: frozenset[Card]) -> int:
    return sum({"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(c.notation[0]) or int(c.notation[0]) for c in some)


def least_deadwood(hand: frozenset[Card]) -> int:
    """By trying every set of melds."""
    return min(values(hand.difference(*some)) for some in ways(hand))


def check(hand: tuple[Card, ...]) -> Arrangement:
    """The arrangement is one of this hand, its deadwood is what it leaves, and nothing leaves less."""
    arranged = arrange(hand)
    melded = [card for meld in arranged.melds for card in meld]
    assert len(set(melded)) == len(melded)
    assert all(frozenset(meld) in ALL_MELDS for meld in arranged.melds)
    assert set(melded) <= set(hand)
    assert arranged.deadwood == values(frozenset(hand) - set(melded)) == least_deadwood(frozenset(hand))
    mask = sum(card.bit for card in hand)
    assert deadwood(mask) == arranged.deadwood
    in_melds = [card for card in hand if any(meld <= set(hand) for meld in MELDS_WITH[card])]
    assert meldable(mask) == sum(card.bit for card in in_melds)
    for card in set(hand).difference(in_melds):
        assert deadwood(mask - card.bit) == arranged.deadwood - points(card)
    return arranged


def melds(text: str) -> str:
    """How the cards are arranged, written down: ``4S5S6S KSKHKD +3``."""
    arranged = arrange(cards(text))
    return " ".join(["".join(card.notation for card in meld) for meld in arranged.melds] + [f"+{arranged.deadwood}"])


def test_kr_20_groups_are_three_or_four_of_a_rank():
    assert melds("7S 7H 7D") == "7S7H7D +0"
    assert melds("7C 7S 7H 7D") == "7S7H7D7C +0"
    assert melds("7S 7H") == "+14"


def test_kr_21_sequences_are_three_or_more_of_a_suit():
    assert melds("9S 7S 8S") == "7S8S9S +0"
    assert melds("8H 9H TH JH QH KH") == "8H9HTHJHQHKH +0"
    assert melds("7S 8S") == "+15"
    assert melds("7S 8S 9H") == "+24"
    assert melds("7S 8S TS") == "+25"


def test_kr_21_two_sequences_of_one_suit():
    assert melds("2S 3S 4S 9S TS JS QS") == "9STSJSQS 2S3S4S +0"


def test_kr_4_the_king_is_the_highest_rank_and_the_ace_the_lowest():
    upwards = cards(" ".join(f"{rank}S" for rank in ASCENDING))
    assert [height(card.rank) for card in upwards] == list(range(1, 14))


def test_kr_22_the_ace_is_low_only():
    assert melds("AS 2S 3S") == "AS2S3S +0"
    assert melds("QS KS AS") == "+21"
    assert melds("KS AS 2S") == "+13"
    assert melds("AS 2S 3S QS KS") == "AS2S3S +20"
    assert melds("AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD") == "AD2D3D4D5D6D7D8D9DTDJDQDKD +0"


@pytest.mark.parametrize(
    ("rank", "value"), [(r, {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(r) or int(r)) for r in ASCENDING]
)
def test_kr_23_values(rank, value):
    for suit in "SHDC":
        (card,) = cards(rank + suit)
        assert points(card) == arrange((card,)).deadwood == value


def test_kr_24_deadwood_is_the_value_not_the_number():
    assert arrange(cards("AS 3H 2D 5C")).deadwood == 11
    assert arrange(cards("KS")).deadwood == 10


def test_kr_25_each_card_in_one_meld():
    assert melds("5S 5H 5D 6S 7S") == "5S6S7S +10"
    assert melds("4S 4H 4D 5S 6S KH") == "4S5S6S +18"
    assert melds("KS KH KD QS JS") == "JSQSKS +20"
    assert melds("5S 5H 5D 5C 6S 7S") == "5S6S7S 5H5D5C +0"
    assert melds("5S 6S 7S 8S 8H 8D") == "5S6S7S 8S8H8D +0"


def test_kr_25_the_middle_of_a_sequence_can_go_into_a_group():
    assert melds("4S 5S 6S 7S 8S 6H 6D AC") == "4S5S6S7S8S +13"
    assert melds("3S 4S 5S 6S 7S 8S 9S 6H 6D") == "7S8S9S 3S4S5S 6S6H6D +0"


def test_equals_the_most_cards_are_melded():
    # 2-3-4 of hearts and three threes leave 18 too
    assert melds("2S 2H 2D 3S 3H 3D 3C 4H 4C 5S 5D") == "3S3H3D3C 2S2H2D +18"


def test_equals_fewer_melds_then_sequences_then_the_first_suit():
    assert melds("5S 5H 5D 6S 4S") == "4S5S6S +10"  # 5-5-5 leaves ten too
    assert melds("5S 6S 7S 5H 6H 7H 5D 6D 7D") == "5S6S7S 5H6H7H 5D6D7D +0"
    assert melds("5H 6H 7H 8H 5S 6S 7S 8S 5D 5C") == "5S6S7S8S 6H7H8H 5H5D5C +0"


def test_one_hand_is_arranged_in_one_way_whatever_its_order():
    hand = cards("5H 6H 7H 8H 5S 6S 7S 8S 5D 5C KD")
    assert arrange(hand) == arrange(reversed(hand)) == arrange(hand[4:] + hand[:4])


def test_a_mask_may_stand_for_cards():
    hand = cards("5H 6H 7H KS KD 2C")
    assert arrange((), sum(card.bit for card in hand)) == arrange(hand)
    assert arrange(hand[:2], sum(card.bit for card in hand[2:])) == arrange(hand)


def test_no_cards():
    assert arrange(()) == Arrangement(0, ())


def test_jokers_are_refused():
    with pytest.raises(IndexError):
        arrange((JOKER,))


def test_every_hand_of_three_cards():
    for hand in combinations(ALL_CARDS, 3):
        arranged = arrange(hand)
        matched = frozenset(hand) in ALL_MELDS
        assert arranged.deadwood == (0 if matched else values(frozenset(hand)))
        assert len(arranged.melds) == matched


def test_every_hand_among_few_cards():
    """All sets of aces, twos and threes of four suits: as crowded as hands get."""
    few = [card for card in ALL_CARDS if card.rank in (Rank.ACE, Rank.TWO, Rank.THREE)]
    for count in range(1, 12):
        for hand in combinations(few, count):
            assert arrange(hand).deadwood == least_deadwood(frozenset(hand))


@settings(max_examples=1500, deadline=None)
@given(st.lists(st.sampled_from(ALL_CARDS), max_size=11, unique=True))
def test_any_hand(hand):
    check(tuple(hand))


CROWDED = [card for card in ALL_CARDS if card.suit is not Suit.CLUBS and Rank.FIVE <= card.rank <= Rank.NINE]


@settings(max_examples=1500, deadline=None)
@given(st.lists(st.sampled_from(CROWDED), min_size=6, max_size=11, unique=True))
def test_any_crowded_hand(hand):
    check(tuple(hand))


def preference(some: tuple[frozenset[Card], ...]) -> tuple[int, int, int, list[int]]:
    """The documented order, from a set of melds; the smallest is taken."""
    in_sequences = sorted(card.index for meld in some if len({c.suit for c in meld}) == 1 for card in meld)
    return (-sum(map(len, some)), len(some), -len(in_sequences), in_sequences)


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(CROWDED), min_size=5, max_size=9, unique=True))
def test_the_arrangement_among_equals(hand):
    whole = frozenset(hand)
    possible = [(values(whole.difference(*some)), preference(some), some) for some in ways(whole)]
    best = min(possible, key=lambda arrangement: arrangement[:2])[-1]
    assert {frozenset(meld) for meld in arrange(hand).melds} == set(best)


@given(st.lists(st.sampled_from(ALL_CARDS), min_size=7, max_size=11, unique=True))
def test_best_discard(hand):
    card, arranged = best_discard(hand, hand[:-1])
    left = {c: least_deadwood(frozenset(hand) - {c}) for c in hand[:-1]}
    assert left[card] == arranged.deadwood == min(left.values())
    assert arranged == arrange([c for c in hand if c is not card])


def test_best_discard_among_equals_is_the_highest():
    assert best_discard(cards("7S 8S 9S KH JD"), cards("JD KH"))[0] is cards("KH")[0]
    assert best_discard(cards("7S 8S 9S AH AD"), cards("AD AH"))[0] is cards("AD")[0]
    with pytest.raises(ValueError, match="empty"):
        best_discard(cards("7S 8S"), ())
