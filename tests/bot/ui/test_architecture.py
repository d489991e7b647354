"""What the Discord layer may know: views, never states; and it asks the service, never the engine, to act."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import bot
from bot.ui.permissions import invite_url

HERE = Path(bot.__file__).parent
FILES = sorted([*(HERE / "ui").rglob("*.py"), *(HERE / "commands").glob("*.py"), HERE / "client.py"])
FORBIDDEN = {"State", "apply", "observe", "new_deal", "replay", "layout", "Layout"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_messages_are_made_from_views_alone(file):
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            module = node.module or ""
            assert not module.startswith(("engine.games", "engine.shuffle", "engine.record", "random")), module
            assert not FORBIDDEN & {one.name for one in node.names}
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Subscript | ast.Name):
            assert node.attr not in {"observe", "new_deal", "layout"}, ast.unparse(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            assert node.func.attr != "open" or ast.unparse(node.func) == "desk.service.open", "no secret is opened"


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_no_file_grows_too_long(file):
    assert len(file.read_text(encoding="utf-8").splitlines()) < 400


def test_the_readme_invites_with_the_least_permissions():
    readme = (HERE.parent / "README.md").read_text(encoding="utf-8")
    assert invite_url("CLIENT_ID") in readme
