"""The bot and its pictures ask the engine what a moment is; they know no game, no option and no phase by its name."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import engine.games
import engine.parts
from engine.actions import ARGUMENTS, Action
from engine.game import GAMES
from engine.rules import options

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path
    for folder in ("bot", "cards_img")
    for path in (ROOT / folder).rglob("*.py")
    if not path.is_relative_to(ROOT / "bot/local")
)
LOOK_UPS = {"get", "pop", "setdefault", "startswith", "endswith", "removeprefix", "removesuffix", "index", "count"}
"""Methods whose first argument is compared or looked up."""
COLUMNS = {"deals", "deck", "money", "target"}
"""Options that bear the name of something else in the database: its columns, and the fields of what it stores."""


@cache
def actions() -> frozenset[str]:
    """The engine's closed set of actions, and the names of their arguments."""
    return frozenset(kind.do for kind in Action.__args__) | frozenset(ARGUMENTS.values())


@cache
def phases() -> frozenset[str]:
    """The words for the phases of every game: of the classes that say both what they are called and what they ask."""
    found = set()
    for package in (engine.games, engine.parts):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for _, kind in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
                name = getattr(kind, "name", None)
                if hasattr(kind, "asks") and isinstance(name, str):
                    found.add(name)
    return frozenset(found)


@cache
def words() -> frozenset[str]:
    """All that nobody but a game may ask for."""
    named = {option.name for game in GAMES.values() for option in options(game.rules)}
    return frozenset(GAMES) | named | phases() - actions()


def asked(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every string that something is compared with, branches on or is looked up by, with its line."""
    for node in ast.walk(tree):
        for part in _parts(node):
            for constant in ast.walk(part):
                if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                    yield constant.lineno, constant.value


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare():
            yield from (operand for operand in (node.left, *node.comparators) if not isinstance(operand, ast.JoinedStr))
        case ast.MatchValue():
            yield node.value
        case ast.Subscript():
            yield node.slice
        case ast.Dict():
            yield from (key for key in node.keys if key is not None)
        case ast.Set():
            yield node
        case ast.Call(func=ast.Name(id="getattr" | "hasattr"), args=[_, name, *_]):
            yield name
        case ast.Call(func=ast.Name(id="frozenset" | "set" | "dict"), args=arguments):
            yield from arguments
        case ast.Call(func=ast.Attribute(attr=method), args=[first, *_]) if method in LOOK_UPS:
            yield first


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_asks_for_a_game_an_option_or_a_phase_by_its_name(path: Path) -> None:
    allowed = actions() | (COLUMNS if path.is_relative_to(ROOT / "bot/store") else set())
    wrong = [f"line {line}: {word!r}" for line, word in asked(ast.parse(path.read_text())) if word in words() - allowed]
    assert wrong == []


def test_the_words_are_those_of_the_games() -> None:
    """Guards the test above, which would hold for no words at all."""
    assert {"knock-poker", "poch", "ante", "chips_per_point"} <= words()
    assert {"draw", "discard", "choose", "bet", "lead", "follow", "over"} <= phases()
    assert {"choose", "lead", "follow", "over"} <= words()
    assert not {"draw", "discard", "bet"} & words()


@pytest.mark.parametrize(
    "code",
    [
        'view.game == "poch"',
        'x in ("poch", "dompe")',
        'TABLE["poch"]',
        'TABLE.get("poch")',
        'TABLE = {"poch": 1}',
        'TABLE = {"poch"}',
        'getattr(rules, "ante")',
        "match x:\n    case 'choose':\n        pass",
        'game.startswith("poch")',
        'view.asks != "lead"',
    ],
)
def test_each_way_of_asking_is_found(code: str) -> None:
    assert [word for _, word in asked(ast.parse(code)) if word in words()]


@pytest.mark.parametrize("code", ['texts(f"rules-{game}")', 'ring = ("ace", "poch")', 'x.do == "draw"', 'say("over")'])
def test_what_is_no_asking_is_let_through(code: str) -> None:
    assert not [word for _, word in asked(ast.parse(code)) if word in words() - actions()]
