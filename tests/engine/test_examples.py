"""What the games show to learn from: cards of their packs, named, ordered and counted as the games do it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Any

import pytest

from engine.cards import Card, Rank, cards
from engine.examples import Chart, Example
from engine.game import GAMES, Game, Ranking
from engine.games.poch.examples import PAY_SUIT
from engine.parts.stops import next_card
from engine.parts.tricks import QUARTETS, taken_by
from engine.rules import Rules, Value, options

CHARTED = [game for game in GAMES.values() if game.telling.charts(game.rules())]
"""The games that show what beats what."""


def all_rules(game: Game[Any]) -> Iterator[Rules]:
    """The usual rules, and each value of each option, with whatever it needs to make a difference."""
    yield game.rules()
    for option in options(game.rules):
        values: list[Value] = [value for value, _ in option.choices]
        needed = {option.only_with[0]: option.only_with[1][0]} if option.only_with else {}
        for value in values or ([False, True] if option.kind == "flag" else [option.least or 0, 7]):
            yield game.rules(**needed | {option.name: value})


def examples(game: Game[Any], rules: Rules) -> list[Example]:
    return list(chain.from_iterable(chart.examples for chart in game.telling.charts(rules)))


def charts_of(name: str, **changed: Value) -> dict[str, Chart]:
    game = GAMES[name]
    return {chart.name: chart for chart in game.telling.charts(game.rules(**changed))}


def shows(chart: Chart) -> list[str]:
    return [example.shows for example in chart.examples]


def ranked(game: Game[Any], rules: Rules, hand: tuple[Card, ...]) -> Ranking:
    if game.judging.rank_with_pay_suit is not None:
        return game.judging.rank_with_pay_suit(rules, hand, PAY_SUIT)
    return game.judging.rank(rules, hand)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_examples_are_of_cards_that_the_game_is_played_with(game: Game[Any]) -> None:
    for rules in all_rules(game):
        for example in examples(game, rules):
            assert example.cards
            assert len(set(example.cards)) == len(example.cards)
            assert set(example.kept) <= set(example.cards)
            assert [card for card in example.cards if card not in game.pack(rules, game.seats[0])] == [], example


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_an_example_is_what_the_engine_says_it_is(game: Game[Any]) -> None:
    for rules in all_rules(game):
        for example in examples(game, rules):
            if example.name is not None:
                assert ranked(game, rules, example.cards).name == example.name


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_is_shown_in_order_is_in_the_order_of_the_engine(game: Game[Any]) -> None:
    for rules in all_rules(game):
        for chart in game.telling.charts(rules):
            if chart.ordered:
                values = [ranked(game, rules, example.cards).value for example in chart.examples]
                assert all(better > worse for better, worse in pairwise(values)), (rules, chart.name)


@pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if game.telling.charts(game.rules())], ids=lambda game: game.name
)
def test_a_first_look_shows_few_examples(game: Game[Any]) -> None:
    for rules in all_rules(game):
        assert 2 <= sum(example.first for example in examples(game, rules)) <= 4


POKER = [
    "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind", "two_pairs", "pair",
    "high_card",
]  # fmt: skip


def test_r_1_each_type_of_poker_hand_has_an_example() -> None:
    assert shows(charts_of("knock-poker")["hands"]) == POKER
    assert shows(charts_of("poe-crumb")["hands"]) == POKER


def test_what_makes_a_hand_is_kept_and_the_rest_is_not() -> None:
    kept = {example.shows: example.kept for example in charts_of("knock-poker")["hands"].examples}
    assert set(kept["pair"]) == set(cards("AS AH"))
    assert len(kept["full_house"]) == 5
    assert kept["high_card"] == ()


@pytest.mark.parametrize("jokers", [1, 2])
def test_pc_31_a_natural_hand_stands_above_an_aided_one(jokers: int) -> None:
    found = charts_of("poe-crumb", jokers=jokers)["hands"]
    assert shows(found) == ["five_of_a_kind", *POKER[:-1], "aided", "high_card"]
    pairs = [example for example in found.examples if example.name and example.name.type == "pair"]
    assert [example.name.aided for example in pairs if example.name] == [False, True]


def test_dm_15_what_wins_outright_and_what_is_called_with() -> None:
    five = ["straight_flush", "four_of_a_kind", "full_house", "flush", "straight"]
    usual = charts_of("dompe")
    assert shows(usual["outright"]) == ["five_of_a_kind", "six_card_flush", "six_card_straight", "three_pairs"]
    assert shows(usual["hands"]) == [*five, "aided", "three_of_a_kind"]
    bare = charts_of("dompe", joker=0)
    assert shows(bare["outright"]) == ["six_card_flush", "six_card_straight", "three_pairs"]
    assert shows(bare["hands"]) == [*five, "three_of_a_kind"]
    for changed in ({}, {"deck": "spanish_40", "wild": "two_of_coins"}, {"deck": "spanish_48"}):
        rules = GAMES["dompe"].rules(**changed)
        found = charts_of("dompe", **changed)["outright"].examples
        assert all(ranked(GAMES["dompe"], rules, example.cards).wins_outright for example in found)


def test_kr_23_what_cards_count_and_what_belongs_together() -> None:
    found, rules = charts_of("knock-rummy"), GAMES["knock-rummy"].rules()
    for example in found["melds"].examples:
        assert ranked(GAMES["knock-rummy"], rules, example.cards).deadwood == 0
    assert [example.count for example in found["points"].examples] == [10, 7, 1]
    for example in found["points"].examples:
        for card in example.cards:
            assert ranked(GAMES["knock-rummy"], rules, (card,)).deadwood == example.count
    hands = found["deadwood"].examples
    assert shows(found["deadwood"]) == ["rum", "deadwood", "deadwood", "unmatched"]
    for example in hands:
        ranking = ranked(GAMES["knock-rummy"], rules, example.cards)
        assert (ranking.deadwood, set(chain.from_iterable(ranking.melds))) == (example.count, set(example.kept))


def test_cr_20_the_card_that_takes_a_trick_is_kept() -> None:
    tricks = charts_of("crummy")["tricks"].examples
    for example in tricks:
        place, matched = taken_by(example.cards)
        assert example.kept == (example.cards[place],)
        assert (example.shows == "matching") is matched
        assert len({card.suit for card in example.cards}) == len(example.cards) == 4
    assert {example.shows for example in tricks} == {"highest", "matching"}


def test_cr_42_quartets_count_what_the_engine_counts() -> None:
    quartets = charts_of("crummy")["quartets"].examples
    assert [example.count for example in quartets] == [13, 11, 9]
    for example in quartets:
        assert example.cards == QUARTETS[example.cards[0].rank]
        assert ranked(GAMES["crummy"], GAMES["crummy"].rules(), example.cards).value == (example.count,)


@pytest.mark.parametrize("name", ["poch", "le-poque", "poch-1873"])
def test_po_10_every_pool_that_cards_win_is_shown(name: str) -> None:
    for rules in all_rules(GAMES[name]):
        board = rules.edition(3).board  # type: ignore[attr-defined]
        (chart,) = [chart for chart in GAMES[name].telling.charts(rules) if chart.name == "pools"]
        shown = [set(example.cards) for example in chart.examples]
        for claim in board.claims:
            wanted = {card for card in GAMES[name].pack(rules, 3) if card.suit is PAY_SUIT and card.rank in claim.ranks}
            assert any(wanted == pool or (len(wanted) == 1 and wanted < pool) for pool in shown)


def test_po_23_and_po_63_what_decides_between_equal_pairs_follows_the_options() -> None:
    with_pay_suit, without = charts_of("poch")["sets"].examples[2:4]
    assert with_pay_suit.shows == "with_pay_suit"
    assert any(card.suit is PAY_SUIT for card in with_pay_suit.cards)
    assert all(card.suit is not PAY_SUIT for card in without.cards)
    clubs = charts_of("poch", pochen_without_pair=True)["sets"]
    assert shows(clubs) == ["four_of_a_kind", "three_of_a_kind", "with_club", "pair", "with_club", "high_card"]
    assert shows(charts_of("poch-1873")["sets"])[2:] == ["with_kickers", "pair", "high_card"]
    assert shows(charts_of("le-poque")["sets"])[-1] == "high_card"


def test_lq_3_and_lq_7_the_stages_stand_in_the_order_of_play() -> None:
    assert list(charts_of("le-poque")) == ["sets", "pools", "playing"]
    assert list(charts_of("poch")) == ["pools", "sets", "playing"]
    assert shows(charts_of("le-poque", ten_pool="ten_and_nine")["pools"]) == ["honours", "ten_and_nine"]


@pytest.mark.parametrize("name", ["poch", "le-poque", "poch-1873"])
def test_po_41_a_sequence_goes_up_in_its_suit(name: str) -> None:
    (example,) = charts_of(name)["playing"].examples
    assert all(next_card(card) is following for card, following in pairwise(example.cards))
    assert example.cards[0].rank is Rank.EIGHT
