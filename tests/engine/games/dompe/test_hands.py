"""Dompe: what cards are worth, in every pack (dompe.md DM-15 to DM-30 and DM-40 to DM-51)."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from engine.cards import ALL_CARDS, JOKER, Card, Rank, card, cards
from engine.games.dompe import GAME, DompeRules
from engine.games.dompe.hands import call_discards, outright, pack, strength
from engine.parts.hands import HandName
from engine.parts.ranking import rank_hand

INTERNATIONAL = DompeRules()
FORTY, FORTY_EIGHT = DompeRules(deck="spanish_40"), DompeRules(deck="spanish_48")
YUCA_40 = DompeRules(deck="spanish_40", wild="two_of_coins")
YUCA_48 = DompeRules(deck="spanish_48", wild="two_of_coins")
FIRST_CALLED = DompeRules(equal_hands="first_called")


def name(text: str, rules: DompeRules = INTERNATIONAL) -> HandName:
    return GAME.judging.rank(rules, cards(text)).name


def value(text: str, rules: DompeRules = INTERNATIONAL) -> tuple[int, ...]:
    return GAME.judging.rank(rules, cards(text)).value


def may_call(rules: DompeRules, five: tuple[Card, ...]) -> bool:
    """Whether one may call with the five cards that are left when a sixth is discarded."""
    sixth = next(card for card in ALL_CARDS if card not in five)
    return call_discards(rules, (*five, sixth), (sixth,)) == (sixth,)


def wins(text: str, rules: DompeRules = INTERNATIONAL) -> str | None:
    """The type with which the cards win outright."""
    found = GAME.judging.rank(rules, cards(text))
    return found.name.type if found.wins_outright else None


# -- outright wins -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["AS KS 9S 7S 4S 2S", "AS KS 9S 7S 4S X", "2D 3D 4D 5D 6D 7D"])
def test_dm_15_six_of_one_suit(text):
    assert wins(text) == "six_card_flush"


@pytest.mark.parametrize("text", ["AS KS 9S 7S 4S 2H", "AS KS 9S 7S 4H X", "AS KS 9S 7S 4S"])
def test_dm_15_five_of_one_suit_are_no_outright_win(text):
    assert wins(text) is None


@pytest.mark.parametrize(
    ("text", "top"),
    [
        ("AS 2H 3S 4D 5S 6C", Rank.SIX),
        ("9S TH JS QD KS AC", Rank.ACE),
        ("4S 5H 6S 7D 8S 9C", Rank.NINE),
        ("4S 5H X 7D 8S 9C", Rank.NINE),  # a gap
        ("4S 5H 6S 7D 8S X", Rank.NINE),  # an end: the upper one
        ("TH JS QD KS AC X", Rank.ACE),
        ("AS 2H 3S 4D 5S X", Rank.SIX),
        ("2H 3S 4D 5S 6C X", Rank.SEVEN),
        ("AS 2H 3S 5S 6C X", Rank.SIX),
    ],
)
def test_dm_15_six_in_sequence(text, top):
    assert wins(text) == "six_card_straight"
    assert name(text).ranks == (top,)


@pytest.mark.parametrize(
    "text", ["JS QH KS AD 2S 3C", "QH KS AD 2S 3C 4H", "4S 5H 6S 7D 8S TC", "4S 5H 6S 7D TS X", "KS AD 2S 3C 4D X"]
)
def test_dm_15_no_sequence_runs_around_the_corner_or_over_two_gaps(text):
    assert wins(text) is None


@pytest.mark.parametrize("text", ["9S 9H 4S 4H KS KH", "9S 9H 4S 4H KS X", "AS AH 2S 2H 3C 3D"])
def test_dm_15_three_pairs_of_three_ranks(text):
    assert wins(text) == "three_pairs"


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("9S 9H 9D 4S 4H 4D", "full_house"),
        ("9S 9H 9D 9C 4S 4H", "four_of_a_kind"),
        ("9S 9H 9D 4S 4H KS", "full_house"),
        ("9S 9H 9D 4S 4H X", "four_of_a_kind"),
        ("9S 9H 4S KH QS X", "three_of_a_kind"),
        ("9S 9H 4S 4H KS QS", "two_pairs"),
    ],
)
def test_dm_15_no_other_six_cards_win(text, best):
    assert wins(text) is None
    assert name(text).type == best


def test_dm_15_a_six_card_hand_is_above_every_five_cards():
    assert value("2S 2H 3S 3H 4S 4H") > value("9S 9H 9D 9C X")
    assert value("2S 2H 3S 3H 4S 4H") == value("AS KS 9S 7S 4S 2S")


def test_dm_15_agrees_with_trying_every_card_for_the_joker():
    """A joker may be any card, one already held too; three pairs must not be of fewer than three ranks."""
    for held in list(combinations(ALL_CARDS, 5))[::997]:
        expected = any(outright(INTERNATIONAL, (*held, card)) for card in ALL_CARDS if card not in held)
        expected |= len({card.suit for card in held}) == 1 or any(
            sum(card.rank is rank for card in held) == 4 for rank in Rank
        )
        assert (outright(INTERNATIONAL, (*held, JOKER)) is not None) == expected, held


@pytest.mark.parametrize("text", ["9S 9H 9D 9C X", "9S 9H 9D 9C X 2S", "2S 2H 2D 2C KD X"])
def test_dm_18_a_quintilla_wins_outright(text):
    assert wins(text) == "five_of_a_kind"
    assert name(text).aided


def test_dm_19_a_quintilla_is_the_highest_hand_at_a_showdown():
    assert value("2S 2H 2D 2C X") > value("AS KS QS JS TS")


# -- five cards --------------------------------------------------------------------------------------------------------

FROM_THE_TOP = [
    ("five_of_a_kind", "2S 2H 2D 2C X"),
    ("straight_flush", "5C 4C 3C 2C AC"),
    ("four_of_a_kind", "2S 2H 2D 2C 3S"),
    ("full_house", "2S 2H 2D 3C 3S"),
    ("flush", "7C 5C 4C 3C 2C"),
    ("straight", "5C 4H 3C 2C AC"),
    ("three_of_a_kind", "2S 2H 2D 4C 3S"),
    ("two_pairs", "AS AH KD KC QS"),
]


def test_dm_20_the_types_from_the_top():
    assert [name(text).type for _, text in FROM_THE_TOP] == [type_ for type_, _ in FROM_THE_TOP]
    values = [value(text) for _, text in FROM_THE_TOP]
    assert values == sorted(values, reverse=True)


def test_dm_20_three_twos_are_the_lowest_valid_hand():
    for type_, text in FROM_THE_TOP:
        assert may_call(INTERNATIONAL, cards(text)) == (type_ != "two_pairs")
    assert may_call(INTERNATIONAL, cards("2S 2H X 3C 4D"))
    assert not may_call(INTERNATIONAL, cards("AS KH QD JC 9H"))


def test_dm_21_the_low_ace():
    assert name("5C 4H 3C 2C AC").ranks == (Rank.FIVE,)
    assert value("6C 5C 4H 3C 2C") > value("5C 4H 3C 2C AC")
    assert name("KC AH 2C 3C 4C").type == "high_card"


def test_dm_22_a_flush_may_repeat_a_card():
    assert name("AS QS 9S 4S X").ranks == (Rank.ACE, Rank.ACE, Rank.QUEEN, Rank.NINE, Rank.FOUR)
    assert value("AS QS 9S 4S X") > value("AH KH QH JH 9H")


@pytest.mark.parametrize(
    ("text", "type_", "ranks"),
    [
        ("8C 7H 6S X 4D", "straight", (8,)),
        ("8C 7H 6S 5D X", "straight", (9,)),
        ("AC 2H 3S 4D X", "straight", (5,)),
        ("JC QH KS AD X", "straight", (14,)),
        ("8C 7C 6C X 4C", "straight_flush", (8,)),
        ("9S 9H 9D X 4D", "four_of_a_kind", (9, 4)),
        ("9S 9H 4D 4C X", "full_house", (9, 4)),
    ],
)
def test_dm_23_the_joker_is_put_to_its_best_use(text, type_, ranks):
    assert name(text) == HandName(type_, tuple(map(Rank, ranks)), aided=True)


def test_dm_24_the_joker_with_pairs():
    assert name("9S 9H KD 4C X").type == "three_of_a_kind"
    assert name("KS KH 4D 4C X").type == "full_house"


def test_dm_25_equal_types_compare_by_ranks_before_joker_and_suit():
    assert value("QC JC TH 9C 8C") > value("JD TS 9H 8D 7D")
    assert value("QC JC TH 9C 8C") > value("JD TS 9H 7D X")
    assert value("KC JC 9C 7C 5C") > value("KD JD 9D 7D 4D")
    assert value("KC KH KS 3C 2C") > value("QD QS X AC JC")


def test_dm_27_the_joker_wins_between_equal_hands():
    natural, aided = value("8D 7D 6H 5D 4D"), value("8C 7C 6S X 4C")
    assert aided > natural
    assert aided[0] == natural[0]
    assert value("8D 7D 6D 5D 4D") < value("8C 7C 6C X 4C")
    assert value("AD QD 9D 4D 2D") < value("AC QC 9C 4C X")


def test_dm_28_the_suit_of_the_highest_card_decides():
    assert value("QS JD TD 9D 8D") > value("QC JS TS 9S 8S")
    straights = [f"Q{suit} J{low} T{low} 9{low} 8C" for suit, low in zip("DHSC", "SSHD", strict=True)]
    values = [value(text) for text in straights]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 4
    flushes = [value(f"A{suit} Q{suit} 9{suit} 4{suit} 2{suit}") for suit in "DHSC"]
    assert flushes == sorted(flushes, reverse=True)


def test_dm_29_in_the_lowest_straight_the_five_is_the_highest_card():
    assert value("5D 4S 3S 2S AC") > value("5H 4C 3C 2C AD")
    assert value("5C 4S 3S 2D AD") < value("5S 4C 3C 2C AH")


def test_dm_30_there_are_no_ties():
    """Two disjoint hands that are equal by their ranks are never equal with joker and suit."""
    some = [cards(text) for text in ("5D 4S 3S 2S AC", "QS JD TD 9D 8D", "KS QS 9S 4S 2S", "8S 7S 6S 5S 4S")]
    for hand in some:
        for suits in permutations("SHDC"):
            renamed = dict(zip("SHDC", suits, strict=True))
            other = tuple(card(c.rank.notation + renamed[c.suit.value]) for c in hand)
            if not set(hand) & set(other):
                assert rank_hand(hand) == rank_hand(other)
                assert strength(INTERNATIONAL)(hand) != strength(INTERNATIONAL)(other)


# -- packs and options -------------------------------------------------------------------------------------------------


def test_dm_42_without_a_joker_there_is_no_quintilla():
    rules = DompeRules(joker=0)
    assert JOKER not in pack(rules)
    assert JOKER in pack(INTERNATIONAL)
    assert wins("9S 9H 9D 9C 4S 3S", rules) is None
    assert len(pack(rules)) == 52


@pytest.mark.parametrize(("rules", "size"), [(FORTY, 40), (FORTY_EIGHT, 48), (YUCA_40, 40), (YUCA_48, 48)])
def test_dm_40_dm_41_spanish_packs(rules, size):
    found = pack(rules)
    assert len(found) == size
    assert not any(card.rank is Rank.TEN or card.is_joker for card in found)
    assert any(card.rank is Rank.NINE for card in found) == (size == 48)


@pytest.mark.parametrize(
    ("text", "top"), [("5S 6H 7S JD QC", 12), ("7S JH QS KD AC", 14), ("AS 2H 3S 4D 5C", 5), ("4S 5H 6S 7D JC", 11)]
)
def test_dm_40_with_forty_cards_seven_and_sota_are_neighbours(text, top):
    assert name(text, FORTY) == HandName("straight", (Rank(top),))
    assert name(text, FORTY_EIGHT).type == ("straight" if top == 5 else "high_card")


@pytest.mark.parametrize(("text", "top"), [("9S JH QS KD AC", 14), ("7S 8H 9S JD QC", 12), ("AS 2H 3S 4D 5C", 5)])
def test_dm_41_with_48_cards_nine_and_sota_are_neighbours(text, top):
    assert name(text, FORTY_EIGHT) == HandName("straight", (Rank(top),))


def test_dm_40_there_is_no_spanish_sequence_around_the_corner():
    assert name("QS KH AS 2D 3C", FORTY).type == "high_card"
    assert wins("QS KH AS 2D 3C 4C", FORTY) is None


def test_dm_40_dm_41_six_in_sequence():
    assert wins("5S 6H 7S JD QC KC", FORTY) == "six_card_straight"
    assert wins("6S 7S JD QC KC AH", FORTY) == "six_card_straight"
    assert wins("AS 2H 3S 4D 5C 6C", FORTY) == "six_card_straight"
    assert wins("5S 6H 7S JD QC KC", FORTY_EIGHT) is None
    assert wins("8S 9H JS QD KC AC", FORTY_EIGHT) == "six_card_straight"
    assert wins("5S 6H 2D JS QC KC", YUCA_40) == "six_card_straight"
    assert name("5S 6H 7S JD QC 2D", YUCA_40).ranks == (Rank.KING,)


def test_dm_43_the_two_of_coins_is_wild_only_where_agreed():
    assert name("9S 9H KD 4C 2D", YUCA_48).type == "three_of_a_kind"
    assert name("9S 9H KD 4C 2D", FORTY_EIGHT).type == "pair"
    assert name("9S 9H KD 4C 2D", DompeRules(wild="two_of_coins")).type == "pair"


def test_dm_44_the_yuca_is_like_the_joker_in_everything():
    assert name("AS QS 7S 4S 2D", YUCA_40).ranks == (Rank.ACE, Rank.ACE, Rank.QUEEN, Rank.SEVEN, Rank.FOUR)
    assert value("7C 6C 5S 2D 3C", YUCA_40) > value("7D 6D 5H 4D 3D", YUCA_40)
    assert wins("7C 7D 7S 7H 2D", YUCA_40) == "five_of_a_kind"
    assert wins("7C 7D 4S 4H 2D KS", YUCA_40) == "three_pairs"
    assert wins("7C 6C 5C 3C KC 2D", YUCA_40) == "six_card_flush"


def test_dm_45_oros_copas_espadas_bastos():
    values = [value(f"K{suit} Q{suit} 6{suit} 4{suit} 3{suit}", FORTY) for suit in "DHSC"]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 4


def test_dm_46_there_is_no_quintilla_of_twos():
    assert name("2S 2H 2C 2D KS", YUCA_40) == HandName("four_of_a_kind", (Rank.TWO, Rank.KING), aided=True)
    assert wins("2S 2H 2C 2D KS 7S", YUCA_40) is None
    assert wins("2S 2H 7C 7D KS 2D", YUCA_40) == "three_pairs"


def test_dm_46_the_yuca_may_stand_for_itself():
    assert name("AS 2D 3S 4C 5H", YUCA_40) == HandName("straight", (Rank.FIVE,), aided=True)
    assert name("3S 2D 4C 5H 6S", YUCA_40) == HandName("straight", (Rank.SEVEN,), aided=True)


def test_dm_48_the_order_of_types_and_the_minimum_are_the_same_in_every_pack():
    texts = ["2S 2H 2C 4C 3S", "5C 4H 3C 2C AC", "7C 5C 4C 3C 2C", "2S 2H 2C 3C 3S", "3S 3H 3C 3D 4S", "5C 4C 3C 2C AC"]
    for rules in (INTERNATIONAL, FORTY, FORTY_EIGHT, YUCA_40):
        values = [value(text, rules) for text in texts]
        assert values == sorted(values)
        assert may_call(rules, cards(texts[0]))
        assert not may_call(rules, cards("AS AH KD KC QS"))


def test_dm_50_dm_51_first_called_knows_neither_joker_nor_suit():
    assert value("8S 7D 6D 5D 4D", FIRST_CALLED) == value("8C 7C 6S X 4C", FIRST_CALLED)
    assert value("QS JD TD 9D 8D", FIRST_CALLED) == value("QC JS TS 9S 8S", FIRST_CALLED)
    assert value("KC QS JS TS 9S", FIRST_CALLED) > value("QC JS TS 8S X", FIRST_CALLED)


def test_dm_34_the_discards_that_a_call_allows():
    hand = cards("9S 9H 9D 4C KD 2H")
    assert call_discards(INTERNATIONAL, hand, hand) == cards("4C KD 2H")
    assert call_discards(INTERNATIONAL, hand, hand[:-1]) == cards("4C KD")
    assert call_discards(INTERNATIONAL, cards("9S 9H 4D 4C KD 2H"), cards("2H")) == ()
    assert len(call_discards(INTERNATIONAL, cards("9S 9H 9D 4S 4H 4D"), cards("9S 9H 9D 4S 4H 4D"))) == 6


@pytest.mark.parametrize("text", ["AS KS QS JS", "AS KS QS JS TS 9S 8S"])
def test_a_hand_is_five_or_six_cards(text):
    with pytest.raises(ValueError, match="5 cards, or 6"):
        GAME.judging.rank(INTERNATIONAL, cards(text))


# -- the examples as published -----------------------------------------------------------------------------------------


def test_the_published_examples():
    assert value("QS JH TD 9C 8H") > value("QC JD TS 9S 8S")
    assert value("8S 7H 6D X 4C") > value("8D 7D 6H 5D 4S")
    assert wins("9S 9H 9D 9C 4S 4H") is None
    assert wins("9S 9H 9D KS KH KD") is None
    assert name("9S 9H 9D KS KH KD") == HandName("full_house", (Rank.KING, Rank.NINE))
    assert name("5S 6H 7D JC QS", FORTY).type == "straight"
