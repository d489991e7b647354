"""Hands that are shown are laid out with what they are made of first."""

from __future__ import annotations

import pytest

import engine.games  # noqa: F401 - registers the games
from engine.cards import card, cards
from engine.game import GAMES
from engine.games.dompe.rules import DompeRules
from engine.games.poe_crumb.rules import PoeCrumbRules
from engine.parts.arranging import arranged, making
from engine.rules import Rules


@pytest.mark.parametrize(
    ("held", "shown"),
    [
        ("8S KC QC 5S 5H", "5S 5H KC QC 8S"),
        ("3S TD TC 3H AH", "TD TC 3S 3H AH"),
        ("4S 9D 4H 9C 4C", "4S 4H 4C 9D 9C"),
        ("2D KS 2C 2H 2S", "2S 2H 2D 2C KS"),
        ("7H JH 2H AH 9H", "AH JH 9H 7H 2H"),
        ("TD AS JC KD QH", "AS KD QH JC TD"),
        ("4S AD 2H 5C 3C", "5C 4S 3C 2H AD"),
        ("9D X1 9S 4H KD", "X1 9S 9D KD 4H"),
        ("5D X1 2S 4H AD", "X1 5D 4H 2S AD"),
        ("5D X2 X1 4H AD", "X1 X2 5D 4H AD"),
    ],
)
def test_r_3_and_r_6_to_r_11_what_counts_most_comes_first(held: str, shown: str):
    assert " ".join(held_card.notation for held_card in arranged(card(text) for text in held.split())) == shown


def made(held: str, game: str = "knock-poker", rules: Rules | None = None) -> str:
    """The cards that make the best hand of those held."""
    played = rules or GAMES[game].rules()

    def name_of(five):
        return GAMES[game].judging.rank(played, five).name

    found = cards(held)
    names = [
        GAMES[game].judging.rank(played, five) for five in (
            [found] if len(found) == 5 else [found[:i] + found[i + 1 :] for i in range(len(found))]
        )
    ]  # fmt: skip
    best = max(names, key=lambda ranking: ranking.value).name
    return " ".join(held_card.notation for held_card in making(found, best, name_of))


@pytest.mark.parametrize(
    ("held", "count"),
    [
        ("KS KH TD 7C 7S", "KS KH 7C 7S"),
        ("KS KH TD 7C 2S", "KS KH"),
        ("9S 9H 9D 4C 4S", "9S 9H 9D 4C 4S"),
        ("9S 9H 9D 4C 2S", "9S 9H 9D"),
        ("9S 9H 9D 4C 9C", "9S 9H 9D 9C"),
        ("AS KD QC JH TS", "AS KD QC JH TS"),
        ("AS KD QC JH 9S", ""),
        ("7H JH 2H AH 9H", "7H JH 2H AH 9H"),
        ("KS KH TD 7C 7S 2D", "KS KH 7C 7S"),
        ("5S 4H 3D 2C AS KD", "5S 4H 3D 2C AS"),
        ("7H JH 2H AH 9H AS", "7H JH 2H AH 9H"),
        ("9S 9H 9D 4C 4S 4D", "9S 9H 9D 4C 4S"),
    ],
)
def test_r_1_the_cards_that_make_a_hand(held: str, count: str):
    assert made(held) == count


def test_pc_36_a_joker_is_among_the_cards_that_make_a_hand():
    rules = PoeCrumbRules(jokers=2)
    assert made("KS X1 TD 7C 2S", "poe-crumb", rules) == "KS X1"
    assert made("KS X1 TD TC 2S", "poe-crumb", rules) == "X1 TD TC"
    assert made("KS X1 X2 TC 2S", "poe-crumb", rules) == "KS X1 X2"


def test_dm_43_so_is_the_two_of_coins_where_it_is_wild():
    rules = DompeRules(deck="spanish_40", wild="two_of_coins")
    assert made("KS KH 2D 7C 4S", "dompe", rules) == "KS KH 2D"
