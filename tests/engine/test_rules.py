"""Rules as data: every option of every game carries what commands, help and records need."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

import engine.games  # noqa: F401 - registers the games
from engine.game import GAMES, Goal
from engine.games.knock_poker import KnockPokerRules
from engine.rules import options, read_rules
from engine.stakes import Stakes

EVERY = [
    pytest.param(game, one, id=f"{game.name}-{one.name}") for game in GAMES.values() for one in options(game.rules)
]


@pytest.mark.parametrize(("game", "one"), EVERY)
def test_the_first_choice_is_the_default(game, one):
    assert not one.choices or one.default == one.choices[0][0]


@pytest.mark.parametrize(("game", "one"), EVERY)
def test_an_option_has_words_a_person_can_read(game, one):
    assert one.label
    assert one.label != one.name
    assert 10 < len(one.description) <= 100, "Discord shows at most 100 characters"
    assert one.description.endswith(".")
    assert all(label and len(label) <= 100 for _, label in one.choices)
    assert len(one.choices) <= 25
    assert len(one.name) <= 32


@pytest.mark.parametrize(("game", "one"), EVERY)
def test_an_option_has_a_kind_and_a_default_within_its_range(game, one):
    match one.kind:
        case "flag":
            assert isinstance(one.default, bool)
        case "number":
            assert one.least is not None
            assert one.most is not None
            assert one.least <= one.default <= one.most
        case "choice":
            assert one.default in [value for value, _ in one.choices]


@pytest.mark.parametrize(("game", "one"), EVERY)
def test_what_people_read_of_an_option_has_no_typewriter_signs(game, one):
    for text in (one.label, one.description, *(label for _, label in one.choices)):
        assert not {"'", '"'} & set(text)


@pytest.mark.parametrize(("game", "one"), EVERY)
def test_an_option_refuses_what_is_out_of_range(game, one):
    refused: dict[str, list[object]] = {
        "flag": [1, "true", None],
        "number": ["1", 1.5, True, None],
        "choice": ["", "none of these", None, []],
    }
    wrong = refused[one.kind]
    if one.kind == "number":
        wrong += [one.least - 1, one.most + 1]
    for value in wrong:
        with pytest.raises(ValueError, match=rf"^rules\.{one.name} is "):
            read_rules(game.rules, {one.name: value})


def test_an_unknown_option_is_named():
    with pytest.raises(ValueError, match=r"^rules\.antee is not an option of this game, which has settlement, "):
        read_rules(KnockPokerRules, {"antee": 1})


def test_rules_are_frozen_and_tell_what_differs():
    rules = KnockPokerRules(ante=3, bonuses=True, deals=0)
    assert rules.changed() == {"bonuses": True, "ante": 3}
    with pytest.raises(ValidationError):
        rules.ante = 2  # type: ignore[misc]  # that it can't be set is what is tested
    assert read_rules(KnockPokerRules, rules.changed()) == rules
    assert hash(rules) == hash(KnockPokerRules(ante=3, bonuses=True))


@pytest.mark.parametrize(
    ("game", "changed", "goal"),
    [
        ("knock-poker", {"deals": 7}, Goal(deals=7)),
        ("dompe", {}, Goal()),
        ("poe-crumb", {"target_wins": 3, "deals": 9}, Goal(deals=9, score=3)),
        ("crummy", {}, Goal(score=150)),
        ("knock-rummy", {}, Goal(deals=4)),
        ("knock-rummy", {"deals": 2}, Goal(deals=2)),
        ("le-poque", {"max_deals": 5}, Goal(deals=5)),
    ],
)
def test_a_table_knows_beforehand_what_ends_the_game(game, changed, goal):
    assert GAMES[game].judging.goal(read_rules(GAMES[game].rules, changed), 4) == goal


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_chips_of_a_game_that_counts_something_else_come_in_by_an_option(game):
    by = [one for one in options(game.rules) if one.name == game.money.option]
    assert bool(by) == bool(game.money.option)
    assert all(one.kind == "number" and one.default == 0 and game.judging.unit != "chips" for one in by)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_board_has_the_pools_of_the_game_by_all_its_rules(game):
    for seats in game.seats:
        rules, stakes = game.rules(), Stakes(0, (game.money.chips,) * seats)
        view = game.observe(game.new_deal(rules, seats, stakes, game.pack(rules, seats).cards), None)
        assert tuple(name for name, _ in view.pools) == game.money.pools
