"""The local Discord could serve any bot: it knows nothing of this one."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2] / "bot" / "local"
OWN = {"engine", "cards_img", "bot"}


def test_it_imports_nothing_of_this_project() -> None:
    files = [file for file in ROOT.rglob("*.py") if "page" not in file.relative_to(ROOT).parts]
    assert files
    for file in files:
        depth = len(file.relative_to(ROOT).parts)
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                assert not {name.name.partition(".")[0] for name in node.names} & OWN, file
            elif isinstance(node, ast.ImportFrom):
                assert node.level <= depth, f"{file}: an import out of bot/local"
                assert node.level or (node.module or "").partition(".")[0] not in OWN, file


def test_only_the_redirect_knows_discord_py() -> None:
    for file in ROOT.rglob("*.py"):
        if file.name != "redirect.py":
            assert "import discord" not in file.read_text(), file
            assert "from discord" not in file.read_text(), file


def test_no_file_grows_beyond_four_hundred_lines() -> None:
    for file in ROOT.rglob("*.py"):
        assert len(file.read_text().splitlines()) < 400, file
