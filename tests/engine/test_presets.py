"""Every game's well-known styles: what each sets can be set, makes a difference, and can be played."""

from __future__ import annotations

import re

import pytest

import engine.games  # noqa: F401 - registers the games
from engine.game import GAMES
from engine.players import PLAYERS
from engine.rules import Preset, options, read_rules
from engine.simulate import simulate

EACH = [
    pytest.param(name, preset, id=f"{name} {preset.name}") for name in GAMES for preset in GAMES[name].rules.presets
]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_styles_and_the_usual_one_comes_first(name: str) -> None:
    presets = GAMES[name].rules.presets
    assert len(presets) > 1
    assert presets[0].changed == {}
    assert len({preset.name for preset in presets}) == len({preset.label for preset in presets}) == len(presets)
    assert len({frozenset(preset.changed.items()) for preset in presets}) == len(presets)


@pytest.mark.parametrize("name", GAMES)
def test_the_few_options_that_people_choose_often_are_options_of_the_game(name: str) -> None:
    often = GAMES[name].rules.often
    assert len(often) == len(set(often)) <= 6
    assert set(often) <= set(GAMES[name].rules.model_fields)


@pytest.mark.parametrize(("name", "preset"), EACH)
def test_what_a_style_sets_differs_from_the_default_and_has_an_effect(name: str, preset: Preset) -> None:
    rules = read_rules(GAMES[name].rules, preset.changed)
    assert rules.changed() == preset.changed
    known = {option.name: option for option in options(GAMES[name].rules)}
    assert all(known[option].has_effect(rules) for option in preset.changed)


@pytest.mark.parametrize(("name", "preset"), EACH)
def test_its_words_fit_into_commands_and_selects(name: str, preset: Preset) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", preset.name)
    assert 1 <= len(preset.name) <= 32
    assert 1 <= len(preset.label) <= 45
    assert 1 <= len(preset.description) <= 100
    assert preset.description.endswith(".")


@pytest.mark.parametrize(("name", "preset"), EACH)
def test_it_can_be_played(name: str, preset: Preset) -> None:
    game = GAMES[name]
    players = [PLAYERS["careful"]] * game.telling.recommended[0]
    totals = simulate(game, read_rules(game.rules, preset.changed), players, deals=3, seed=11)
    assert totals.deals == 3
