"""Rules of earlier versions: which options a game had, what their defaults were, and how to read them today.

``games/defaults.json`` lists, for every game, the defaults of each version of its rules, the oldest first. Whoever
adds, removes or renames an option, or changes a default, adds a version there with ``python -m
tests.engine.defaults``; a test compares the newest with the rules as they are declared. ``Rules.upcast`` says what the
values of an older version are called and mean today.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from engine.game import Game
from engine.rules import Rules, Value, options, read_rules

RECORDED = 1
"""The version of rules whose defaults apply to what a record of the format ``knockabout/1`` leaves out."""


class LaterVersion(ValueError):  # noqa: N818 - reads better where it is raised
    """A later version of the program wrote what is read."""


@cache
def _pinned() -> dict[str, list[dict[str, Value]]]:
    """Every game's defaults, by the game's name, for each version."""
    found: dict[str, list[dict[str, Value]]] = json.loads(
        (resources.files("engine") / "games" / "defaults.json").read_text("utf-8")
    )
    return found


def defaults(game: Game[Any]) -> tuple[Mapping[str, Value], ...]:
    """The defaults of each version of the game's rules, the oldest first; only today's if none are listed."""
    return tuple(_pinned().get(game.name, ())) or (values(game.rules()),)


def rules_version(game: Game[Any]) -> int:
    """The version of the game's rules, from 1."""
    return len(defaults(game))


def values(rules: Rules) -> dict[str, Value]:
    """Every option with its value. A table stores all of them, so that no later default changes its rules."""
    return {option.name: getattr(rules, option.name) for option in options(type(rules))}


def _unsaid(game: Game[Any], version: int) -> dict[str, Value]:
    """The default of each of today's options in that version.

    An option that was added later counts with its first default, unless ``Rules.upcast`` says otherwise. Raises
    LaterVersion.
    """
    versions = defaults(game)
    if not 1 <= version <= len(versions):
        raise LaterVersion(
            f"the rules of {game.name} are of version {version}, this program knows versions up to {len(versions)}"
        )
    found = game.rules.upcast(dict(versions[version - 1]), version)
    for later in versions[version:]:
        found = {**later, **found}
    return {name: found[name] for name in game.rules.model_fields if name in found}


def rules_of(game: Game[Any], stored: Mapping[str, object], version: int) -> Rules:
    """Today's rules from the options that a table has stored; options it left out have the defaults of its version.

    Raises LaterVersion; ValueError with one sentence for an option that does not exist today.
    """
    return read_rules(game.rules, {**_unsaid(game, version), **game.rules.upcast(dict(stored), version)})


def rules_of_record(game: Game[Any], given: Mapping[str, object]) -> Rules:
    """The rules that a record names: options it leaves out always have the defaults of its format's version.

    Raises ValueError with one sentence that names the option.
    """
    return rules_of(game, given, RECORDED)


def rules_for_record(game: Game[Any], rules: Rules) -> dict[str, Value]:
    """The options that a record has to name so that every later version reads the same rules from it."""
    unsaid = values(rules_of_record(game, {}))
    return {name: value for name, value in values(rules).items() if value != unsaid[name]}
