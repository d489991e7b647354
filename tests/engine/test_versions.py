"""Rules of earlier versions (engine/versions.py): what is stored or recorded means today what it meant then."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from engine import versions
from engine.game import GAMES
from engine.games.knock_poker import KnockPokerRules
from engine.record import find_game, read_record
from engine.rules import option, options
from engine.versions import LaterVersion, defaults, rules_for_record, rules_of, rules_of_record, rules_version, values
from tests.engine.defaults import FILE, as_text, with_todays
from tests.kit.records import write_record
from tests.records.golden import FILES, load

EACH_GAME = pytest.mark.parametrize("name", GAMES)
RELEASED = {
    "0.1.0": "50130a",
}
"""Of each released version, the hash of all its games' defaults: what was released is never changed."""
GAMES_OF_0_1 = ("knock-poker", "dompe", "poe-crumb", "crummy", "knock-rummy", "poch", "le-poque", "poch-1873")
VERSIONS = {"0.1.0": dict.fromkeys(GAMES_OF_0_1, 1)}
"""The versions of their rules that each release had."""


@EACH_GAME
def test_the_newest_version_has_todays_defaults(name):
    """Whoever adds an option or changes a default adds a version with all of them to engine/games/defaults.json."""
    today = {option.name: option.default for option in options(GAMES[name].rules)}
    assert dict(defaults(GAMES[name])[-1]) == today, "python -m tests.engine.defaults"


def test_a_version_is_added_where_the_defaults_have_changed():
    listed = versions._pinned()
    assert with_todays(listed) == listed
    assert as_text(listed) == FILE.read_text("utf-8")
    older: dict[str, Any] = {**listed, "dompe": [{"ante": 5}]}
    assert with_todays(older) == {**listed, "dompe": [{"ante": 5}, values(GAMES["dompe"].rules())]}
    del older["dompe"]
    assert with_todays(older) == {**listed, "dompe": [values(GAMES["dompe"].rules())]}


@pytest.mark.parametrize("release", RELEASED)
def test_what_was_released_stays(release):
    listed = {name: dict(defaults(GAMES[name])[version - 1]) for name, version in VERSIONS[release].items()}
    assert sha256(json.dumps(listed, sort_keys=True).encode()).hexdigest()[:6] == RELEASED[release]


def test_the_list_names_the_games_there_are():
    assert set(versions._pinned()) == set(GAMES)


class Changed(KnockPokerRules):
    """Knock Poker in a version of its own: one default changed, one option renamed, one more, one gone."""

    ante: int = option(5, "Ante", "Chips.", least=0)
    draw_chip: bool = option(False, "Chip per draw", "Every card drawn costs its player one chip to the pot.")
    blind: int = option(7, "Blind", "Chips.", least=0)

    @classmethod
    def upcast(cls, values, version):
        values = dict(values)
        if version < 2:
            if "extra_chip_per_draw" in values:
                values["draw_chip"] = values.pop("extra_chip_per_draw")
            values.setdefault("blind", 0)
        return values

    def drawing(self, seats):
        return KnockPokerRules(ante=self.ante, extra_chip_per_draw=self.draw_chip).drawing(seats)


del Changed.model_fields["extra_chip_per_draw"]
Changed.model_rebuild(force=True)


@pytest.fixture
def later(monkeypatch):
    """Knock Poker as a later version of the program has it."""
    game = replace(GAMES["knock-poker"], rules=Changed)
    pinned = versions._pinned()
    listed = {**pinned, "knock-poker": [*pinned["knock-poker"], values(Changed())]}
    monkeypatch.setattr(versions, "_pinned", lambda: listed)
    monkeypatch.setitem(GAMES, "knock-poker", game)
    return game


def test_a_changed_default_changes_no_old_table(later):
    assert rules_version(later) == 2
    assert "extra_chip_per_draw" not in values(later.rules())
    old: Any = rules_of(later, {"extra_chip_per_draw": True, "knock_minimum": "straight"}, 1)
    assert (old.ante, old.draw_chip, old.blind, old.knock_minimum) == (1, True, 0, "straight")
    new: Any = rules_of(later, {}, 2)
    assert (new.ante, new.draw_chip, new.blind) == (5, False, 7)


def test_a_changed_default_changes_no_record(later):
    found: list[Any] = [rules_of_record(later, changed) for changed in ({}, {"ante": 5})]
    assert [rules.ante for rules in found] == [1, 5]
    for rules in (later.rules(), later.rules(ante=1, blind=3), rules_of(later, {"extra_chip_per_draw": True}, 1)):
        assert rules_of_record(later, rules_for_record(later, rules)) == rules


def test_a_record_written_now_is_read_the_same_later(later):
    path = next(path for path in FILES if path.parent.name == "knock-poker" and "ante" not in path.read_text())
    record = read_record(load(path)["record"])
    rules: Any = record.rules
    assert rules.ante == 1
    assert read_record(write_record(record)) == record


def test_what_a_later_version_stored_can_not_be_read():
    with pytest.raises(LaterVersion, match="knock-poker are of version 2, this program knows versions up to 1"):
        rules_of(find_game("knock-poker"), {}, 2)
    with pytest.raises(ValueError, match=r"rules\.bezique is not an option of this game"):
        rules_of(find_game("knock-poker"), {"bezique": 1}, 1)


@EACH_GAME
def test_rules_go_through_store_and_records(name):
    game = GAMES[name]
    for field in options(game.rules):
        value = not field.default if field.kind == "flag" else field.choices[-1][0] if field.choices else field.most
        rules = game.rules(**{field.name: value})
        assert rules_of(game, values(rules), rules_version(game)) == rules
        assert rules_of(game, rules.changed(), 1) == rules, "as it was stored in version 1"
        assert rules_of_record(game, rules_for_record(game, rules)) == rules


def test_a_game_that_lists_no_defaults_has_those_it_declares():
    game = replace(GAMES["crummy"], name="a ninth")
    assert rules_version(game) == 1
    assert rules_of(game, {}, 1) == game.rules()
    assert rules_of_record(game, {}) == game.rules()
