"""The pages of the setup: everything can be reached, and all of it fits, with longer texts, too."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.i18n import Catalogue, Texts
from bot.service.model import Preset
from bot.store.presets import MOST
from bot.ui.address import Address
from bot.ui.pages.setup import CHOOSE, LINES, NUMBERS, numbers_form, pages_of, setup_page
from engine.game import GAMES
from engine.rules import options
from tests.bot.ui.held import SELECT, held, ids_of, texts_of
from tests.kit.lab import Lab


class Longer(Texts):
    """Texts of a language that needs half as many letters more."""

    def _made(self, text: str) -> str:
        made = super()._made(text)
        return type(made)(f"{made}{'m' * (len(made) // 2)}")


@pytest.fixture
def longer(catalogue: Catalogue) -> Longer:
    return Longer([catalogue.base], strict=True)


def presets(game: str) -> list[Preset]:
    """As many presets as a server can have."""
    return [Preset("W" * 30 + f"{number}", game, {}, 1, 20, 1) for number in range(MOST)]


def everything_on(game: str) -> Lab:
    """A table where as many options as possible make a difference."""
    flags: dict[str, Any] = {option.name: True for option in options(GAMES[game].rules) if option.kind == "flag"}
    return Lab(3, game=game, **flags)


def reached(lab: Lab, texts: Texts, look: Callable[[list[dict]], object]) -> set[str]:
    """What the selects and forms of all pages set."""
    found = set()
    for number in range(len(pages_of(lab.snapshot)) + 1):
        flat = held(setup_page(lab.snapshot, presets(lab.game.name), texts, number, may=True))
        look(flat)
        asked = [Address.parse(custom_id) for custom_id in ids_of(flat)]
        found |= {address.argument for address in asked if address.verb == CHOOSE}
        if any(address.verb == NUMBERS for address in asked):
            opened = numbers_form(lab.snapshot, number, texts)
            assert opened is not None
            form: dict[str, Any] = dict(opened.to_dict())
            assert len(form["title"]) <= 45
            assert 1 <= len(form["components"]) <= 5
            for field in form["components"]:
                assert len(field["label"]) <= 45
                assert len(field.get("description") or "") <= 100
                found.add(field["component"]["custom_id"])
    return found


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_option_can_be_reached_with_texts_half_as_long_again(game, texts, longer):
    lab = everything_on(game)
    effective = {option.name for option in options(GAMES[game].rules) if option.has_effect(lab.rules)}
    for words in (texts, longer):
        found = reached(lab, words, lambda flat: None)
        assert effective <= found
        assert {"table.style", "table.turn", "table.quick", "table.lines", "table.colours", "table.cloth"} <= found
        assert ("chips" in found) is (GAMES[game].for_chips(lab.rules))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_makes_no_difference_is_left_out_until_it_does(game, texts):
    lab = Lab(3, game=game)
    shown = {option.name for page in pages_of(lab.snapshot) for option in page}
    assert shown == {option.name for option in options(GAMES[game].rules) if option.has_effect(lab.rules)}
    for option in options(GAMES[game].rules):
        if option.only_with is not None:
            needed: dict[str, Any] = {option.only_with[0]: option.only_with[1][0]}
            other = Lab(3, game=game, **needed)
            assert option.name in {each.name for page in pages_of(other.snapshot) for each in page}


def test_a_game_without_styles_has_no_list_of_them(texts, monkeypatch):
    lab = Lab(3, game="dompe")
    monkeypatch.setattr(type(lab.snapshot.rules), "presets", ())
    flat = held(setup_page(lab.snapshot, (), texts, 0, may=True))
    assert not [part for part in flat if part["type"] == SELECT and part["custom_id"].endswith("table.style")]


def test_styles_are_the_games_and_those_of_the_server(texts):
    lab = Lab(3)
    flat = held(setup_page(lab.snapshot, [*presets("knock-poker")[:2], *presets("dompe")], texts, 0, may=True))
    style = next(
        component
        for component in flat
        if component["type"] == SELECT and component["custom_id"].endswith("table.style")
    )
    values = [choice["value"] for choice in style["options"]]
    assert values == [f"own.{preset.name}" for preset in GAMES["knock-poker"].rules.presets] + [
        f"house.{preset.name}" for preset in presets("knock-poker")[:2]
    ]


def test_whoever_is_not_the_host_reads_it_without_changing_anything(texts):
    flat = held(setup_page(Lab(3).snapshot, (), texts, 1, may=False))
    assert not [component for component in flat if component["type"] == SELECT]
    assert {Address.parse(custom_id).verb for custom_id in ids_of(flat)} == {"setup"}
    assert "Player0 opened the table" in texts_of(flat)


def test_what_is_set_is_shown(texts):
    lab = Lab(3, chips=35, ante=4)
    assert "**Chips to sit down with: 35 chips**" in texts_of(held(setup_page(lab.snapshot, (), texts, 0, may=True)))
    every = "".join(texts_of(held(setup_page(lab.snapshot, (), texts, number, may=True))) for number in (1, 2, 3))
    assert "**Ante: 4 chips**" in every
    quiet = replace(lab.snapshot, result_lines=False)
    assert "stays in the channel: off" in texts_of(held(setup_page(quiet, (), texts, 0, may=False)))


@pytest.mark.parametrize("game", GAMES)
def test_what_a_list_says_stands_nowhere_else(game, texts):
    """The panel of lists fits a phone the better."""
    lab = Lab(3, game=game)
    flat = held(setup_page(lab.snapshot, (), texts, 0, may=True))
    lists = {choice["label"] for part in flat if part["type"] == SELECT for choice in part["options"]}
    assert len(lists) > 9
    assert not [said for said in lists if said in texts_of(flat)]


@pytest.mark.parametrize("people", [2, 3])
@pytest.mark.parametrize("choice", [None, True, False])
def test_what_stays_in_the_channel_is_told_as_it_was_chosen(people, choice, texts):
    snapshot = replace(Lab(people).snapshot, result_lines=choice)
    said = {None: "when several people play", True: "on", False: "off"}[choice]
    assert f"stays in the channel: {said}**" in texts_of(held(setup_page(snapshot, (), texts, 0, may=False)))
    assert chosen(held(setup_page(snapshot, (), texts, 0, may=True)), LINES) == [json.dumps(choice)]


def test_a_number_beyond_the_pages_is_the_last_page(texts):
    shown = Lab(3).snapshot
    last = setup_page(shown, (), texts, len(pages_of(shown)), may=True)
    assert setup_page(shown, (), texts, 99, may=True) == last


def chosen(flat: list[dict], what: str) -> list[str]:
    """What the select for that setting shows as chosen."""
    select = next(part for part in flat if part["type"] == SELECT and part["custom_id"].endswith(what))
    return [choice["value"] for choice in select["options"] if choice.get("default")]


def test_the_usual_time_for_a_turn_says_how_long_it_is(texts):
    lab = Lab(3)
    lab.table.timing.usual_turn = 300.0
    flat = held(setup_page(lab.snapshot, (), texts, 0, may=True))
    read = texts_of(held(setup_page(lab.snapshot, (), texts, 0, may=False)))
    assert "**Time for a turn: 5 minutes a turn, as usual**" in read
    choices = [choice["label"] for part in flat if part["type"] == SELECT for choice in part["options"]]
    assert [choice for choice in choices if " 5 minutes" in choice] == ["Time for a turn: 5 minutes a turn, as usual"]
    assert chosen(flat, "table.turn") == ["null"]
    assert [choice for choice in choices if choice.endswith("a turn")]
    assert all("turn" not in choice or choice.startswith("Time for a turn: ") for choice in choices)
    for seconds, shown in ((60, "60"), (300, "null")):
        snapshot = replace(lab.snapshot, settings=replace(lab.snapshot.settings, turn_seconds=seconds))
        assert chosen(held(setup_page(snapshot, (), texts, 0, may=True)), "table.turn") == [shown]
    lab.table.timing.usual_turn = 0.0
    assert "no limit for a turn, as usual" in texts_of(held(setup_page(lab.snapshot, (), texts, 0, may=False)))
