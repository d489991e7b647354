"""Things have the names of what they are."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("engine", "cards_img", "bot", "tests")
NOT_A_NAME = {"one", "ones"}
"""Every card, seat or message is one of several; a name says which of these it is."""


def bound(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Every name that is given to a value, a parameter or a function, with its line."""
    for node in ast.walk(tree):
        match node:
            case (
                ast.Name(id=name, ctx=ast.Store(), lineno=line)
                | ast.arg(arg=name, lineno=line)
                | ast.FunctionDef(name=name, lineno=line)
                | ast.AsyncFunctionDef(name=name, lineno=line)
            ):
                yield name, line


def test_nothing_is_called_one() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{line}"
        for folder in FOLDERS
        for file in (ROOT / folder).rglob("*.py")
        for name, line in bound(ast.parse(file.read_text(encoding="utf-8")))
        if name in NOT_A_NAME
    ]
    assert found == []


def test_a_loop_a_parameter_and_a_function_called_one_are_found() -> None:
    tree = ast.parse("def f(one): return [ones for ones in one]\nfor one in (): pass\ndef one(): pass")
    found = {(name, line) for name, line in bound(tree) if name in NOT_A_NAME}
    assert found == {("one", 1), ("ones", 1), ("one", 2), ("one", 3)}
