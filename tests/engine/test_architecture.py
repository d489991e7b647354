"""What may import what: the engine is pure, and nobody who shows or plays cards sees a state."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine.games  # noqa: F401 - registers the games
from engine.game import GAMES

ROOT = Path(__file__).parents[2]
ENGINE = sorted((ROOT / "engine").rglob("*.py"))
ALL = [*ENGINE, *(path for folder in ("bot", "cards_img") for path in sorted((ROOT / folder).rglob("*.py")))]
COMMAND_LINE = {ROOT / "engine/__main__.py", ROOT / "engine/record.py"}
WRITES_CODE = ROOT / "engine/frozen.py"
"""Writes each value's ``__init__``, as ``dataclasses`` does."""
IMPURE = {"random", "secrets", "time", "datetime", "os", "sys", "io", "pathlib", "subprocess", "socket", "asyncio",
          "threading", "logging", "tempfile", "shutil", "uuid"}  # fmt: skip
SEE_VIEWS_ONLY = sorted(
    path for folder in ("engine/players", "cards_img", "bot/ui") for path in (ROOT / folder).rglob("*.py")
)
KNOW_STATES = ("engine.games", "engine.game", "engine.record", "engine.playback", "engine.simulate")
"""The modules from which a state could be had; names of the registry that carry none are let through."""
HARMLESS = {"GAMES", "Game", "Ranking"}


def imported(path: Path) -> Iterator[tuple[str, str]]:
    """Every module that a file imports, with the name it takes from it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} has a relative import"
            yield from ((node.module or "", alias.name) for alias in node.names)


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_engine_needs_the_standard_library_and_pydantic(path):
    allowed = sys.stdlib_module_names | {"engine", "pydantic", "pydantic_core"}
    assert {module for module, _ in imported(path) if module.split(".")[0] not in allowed} == set()


@pytest.mark.parametrize("path", sorted(set(ENGINE) - COMMAND_LINE), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_engine_has_no_chance_clock_or_files_of_its_own(path):
    assert {module for module, _ in imported(path) if module.split(".")[0] in IMPURE} == set()
    calls = {node.id for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Name)}
    assert not calls & {"open", "print", "input", "eval"}
    assert path == WRITES_CODE or "exec" not in calls


@pytest.mark.parametrize("path", SEE_VIEWS_ONLY, ids=lambda path: str(path.relative_to(ROOT)))
def test_players_and_pictures_and_buttons_import_views_and_no_states(path):
    for module, name in imported(path):
        knows = any(module == package or module.startswith(package + ".") for package in KNOW_STATES)
        assert not knows or name in HARMLESS, f"{path} imports {name or module} from {module}"
    names = {node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)}
    assert not names & {"layout", "new_deal", "observe"}, f"{path} asks a game for more than a view"


@pytest.mark.parametrize(
    "path", sorted(set(ALL) - set((ROOT / "engine/games").rglob("*.py"))), ids=lambda path: str(path.relative_to(ROOT))
)
def test_nobody_but_a_game_asks_which_game_it_is(path):
    for node in ast.walk(ast.parse(path.read_text())):
        asked = node.subject if isinstance(node, ast.Match) else node if isinstance(node, ast.Compare) else None
        cases = [case.pattern for case in node.cases] if isinstance(node, ast.Match) else []
        words = {
            node.value for part in (asked, *cases) if part for node in ast.walk(part) if isinstance(node, ast.Constant)
        }
        assert not words & set(GAMES), f"{path}, line {getattr(node, 'lineno', 0)}"


@pytest.mark.parametrize("path", ALL, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_says_what_it_is(path):
    assert ast.get_docstring(ast.parse(path.read_text()))


def test_every_game_has_its_rules_written_down():
    for name in GAMES:
        assert (ROOT / "engine/games" / f"{name.replace('-', '_')}.md").exists()
