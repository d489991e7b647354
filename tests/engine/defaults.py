"""Adds today's defaults to engine/games/defaults.json where they have changed: ``python -m tests.engine.defaults``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import engine.games  # registers the games
from engine.game import GAMES
from engine.rules import Value
from engine.versions import values

FILE = Path(engine.games.__file__).parent / "defaults.json"
Listed = Mapping[str, Sequence[Mapping[str, Value]]]


def with_todays(pinned: Listed) -> Listed:
    """The list with a version more for each game whose newest defaults are not today's."""
    found: dict[str, Sequence[Mapping[str, Value]]] = {}
    for game in GAMES.values():
        today, listed = values(game.rules()), pinned.get(game.name, ())
        found[game.name] = listed if listed and listed[-1] == today else [*listed, today]
    return found


def as_text(pinned: Listed) -> str:
    """The list as it is written down."""
    return json.dumps(pinned, indent=2) + "\n"


if __name__ == "__main__":
    FILE.write_text(as_text(with_todays(json.loads(FILE.read_text("utf-8")))), encoding="utf-8")
