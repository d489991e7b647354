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
    pytest.param(game, option, id=f"{game.name}-{option.name}")
    for game in GAMES.values()
    for option in options(game.rules)
]


@pytest.mark.parametrize(("game", "option"), EVERY)
def test_the_first_choice_is_the_default(game, option):
    assert not option.choices or option.default == option.choices[0][0]


@pytest.mark.parametrize(("game", "option"), EVERY)
def test_an_option_has_words_a_person_can_read(game, option):
    assert option.label
    assert option.label != option.name
    assert 10 < len(option.description) <= 100, "Discord shows at most 100 characters"
    assert option.description.endswith(".")
    assert all(label and len(label) <= 100 for _, label in option.choices)
    assert len(option.choices) <= 25
    assert len(option.name) <= 32


@pytest.mark.parametrize(("game", "option"), EVERY)
def test_an_option_has_a_kind_and_a_default_within_its_range(game, option):
    match option.kind:
        case "flag":
            assert isinstance(option.default, bool)
        case "number":
            assert option.least is not None
            assert option.most is not None
            assert option.least <= option.default <= option.most
        case "choice":
            assert option.default in [value for value, _ in option.choices]


@pytest.mark.parametrize(("game", "option"), EVERY)
def test_what_people_read_of_an_option_has_no_typewriter_signs(game, option):
    for text in (option.label, option.description, *(label for _, label in option.choices)):
        assert not {"'", '"'} & set(text)


@pytest.mark.parametrize(("game", "option"), EVERY)
def test_an_option_refuses_what_is_out_of_range(game, option):
    refused: dict[str, list[object]] = {
        "flag": [1, "true", None],
        "number": ["1", 1.5, True, None],
        "choice": ["", "none of these", None, []],
    }
    wrong = refused[option.kind]
    if option.kind == "number":
        wrong += [option.least - 1, option.most + 1]
    for value in wrong:
        with pytest.raises(ValueError, match=rf"^rules\.{option.name} is "):
            read_rules(game.rules, {option.name: value})


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
    by = [option for option in options(game.rules) if option.name == game.money.option]
    assert bool(by) == bool(game.money.option)
    assert all(option.kind == "number" and option.default == 0 and game.judging.unit != "chips" for option in by)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_board_has_the_pools_of_the_game_by_all_its_rules(game):
    for seats in game.seats:
        rules, stakes = game.rules(), Stakes(0, (game.money.chips,) * seats)
        view = game.observe(game.new_deal(rules, seats, stakes, game.pack(rules, seats).cards), None)
        assert tuple(name for name, _ in view.pools) == game.money.pools
