"""Golden records: a deal for each option of each game, with what must come of it.

A file is ``<game>/<what it shows>.json``: ``about`` (a sentence with the rules' numbers), ``record`` (engine/record.md)
and ``result`` (what ``python -m engine replay`` prints). ``python -m tests.records.regenerate`` writes them anew;
look at the difference before you commit it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.game import GAMES, Game
from engine.playback import play, result
from engine.record import read_record
from engine.rules import Option, options

FOLDER = Path(__file__).parent
FILES = sorted(path for name in GAMES for path in FOLDER.glob(f"{name}/*.json"))
"""Those of the registered games."""


def load(path: Path) -> dict[str, Any]:
    """What stands in a golden file."""
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def outcome(record: object) -> Any:
    """What comes of a record, as JSON brings it back."""
    return json.loads(json.dumps(result(play(read_record(record)))))


def write(path: Path, about: str, record: object) -> None:
    """Writes a golden file with the result as it is now: one line for each key, deal and action."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(text({"about": about, "record": record, "result": outcome(record)}) + "\n")


def text(value: Any, indent: int = 0, before: int = 0) -> str:
    """JSON with line breaks where a line would be long (``before`` of it is taken), so that differences can be read."""
    flat = json.dumps(value)
    strings = isinstance(value, list) and all(isinstance(one, str) for one in value)
    if indent + before + len(flat) <= 118 or not isinstance(value, dict | list) or strings:
        return flat
    space = "\n" + " " * (indent + 2)
    if isinstance(value, dict):
        keys = {json.dumps(key): one for key, one in value.items()}
        parts = [f"{key}: {text(one, indent + 2, len(key) + 2)}" for key, one in keys.items()]
    else:
        parts = [text(one, indent + 2) for one in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return opening + space + ("," + space).join(parts) + "\n" + " " * indent + closing


def wanted() -> list[tuple[Game[Any], Option, Any]]:
    """Every option with every choice but the default one; of a number, any other will do, so it stands with None."""
    return [
        (game, option, value)
        for game in GAMES.values()
        for option in options(game.rules)
        for value in (
            [None] if option.kind == "number" else [v for v, _ in option.choices or ((True, ""), (False, ""))]
        )
        if value != option.default or value is None
    ]
