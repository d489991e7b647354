"""Golden records: a deal for each option of each game, with what must come of it.

A record is ``<game>/<what it shows>.json`` (engine/record.md); ``python -m engine replay`` plays it. Beside it,
``<what it shows>.txt`` is its transcript for people: what was asked, done and told at every step. And
``expected/<what it shows>.json`` has ``about``, a sentence with the rules' numbers, and ``result``, what replay prints.

``python -m tests.records`` lists them, adds one, and writes transcripts and results anew; look at the difference before
you commit it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.game import GAMES, Game
from engine.playback import play, result
from engine.record import read_record
from engine.rules import Option, options

from .transcript import transcript

FOLDER = Path(__file__).parent
FILES = sorted(path for name in GAMES for path in FOLDER.glob(f"{name}/*.json"))
"""Those of the registered games."""


def expected(path: Path) -> Path:
    """Where that stands which must come of a record."""
    return path.parent / "expected" / path.name


class Unexpected(LookupError):  # noqa: N818 - reads better where it is raised
    """A record of which nobody has said what it shows; its text says how to."""


def load(path: Path) -> dict[str, Any]:
    """A golden record: ``about``, ``record`` and ``result``. Raises Unexpected."""
    if not expected(path).exists():
        raise Unexpected(f"{path} is new: say what it shows, python -m tests.records add {path} --about 'A sentence.'")
    found: dict[str, Any] = json.loads(expected(path).read_text())
    return {"about": found["about"], "record": json.loads(path.read_text()), "result": found["result"]}


def outcome(record: object) -> Any:
    """What comes of a record, as JSON brings it back."""
    return json.loads(json.dumps(result(play(read_record(record)))))


def write(path: Path, about: str, record: object) -> None:
    """Writes a golden record with the transcript and the result as they are now."""
    for file, lines in files(path, {"about": about, "record": record, "result": outcome(record)}).items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(lines)


def files(path: Path, golden: dict[str, Any]) -> dict[Path, str]:
    """The files of a golden record: one line for each key, deal and action; the transcript is played anew."""
    about = {"about": golden["about"], "result": golden["result"]}
    return {
        path: text(golden["record"]) + "\n",
        expected(path): text(about) + "\n",
        path.with_suffix(".txt"): transcript(read_record(golden["record"]), golden["about"]),
    }


def text(value: Any, indent: int = 0, before: int = 0) -> str:
    """JSON with line breaks where a line would be long (``before`` of it is taken), so that differences can be read."""
    flat = json.dumps(value)
    strings = isinstance(value, list) and all(isinstance(item, str) for item in value)
    if indent + before + len(flat) <= 118 or not isinstance(value, dict | list) or strings:
        return flat
    space = "\n" + " " * (indent + 2)
    if isinstance(value, dict):
        keys = {json.dumps(key): item for key, item in value.items()}
        parts = [f"{key}: {text(item, indent + 2, len(key) + 2)}" for key, item in keys.items()]
    else:
        parts = [text(item, indent + 2) for item in value]
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
