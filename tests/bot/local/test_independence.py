"""The local Discord could serve any bot: it knows nothing of this one, and stands by itself."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from setuptools import find_packages

PROJECT = Path(__file__).parents[3]
ROOT = PROJECT / "bot" / "local"
FILES = [file for file in ROOT.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
SERVED = [file for file in FILES if file.suffix == ".py" and "testing" not in file.relative_to(ROOT).parts]
GAMES = re.compile(rb"\b(knock-|poker|dompe|poe-crumb|crummy|poch|newgame)", re.IGNORECASE)
OWN = {"engine", "cards_img", "bot", "tests"}


def imported(file: Path) -> set[str]:
    """The modules that a file imports, wherever in it; a relative import comes with its dots."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{'.' * node.level}{node.module or ''}.{name.name}" for name in node.names}
    return found


def test_it_imports_nothing_of_this_project() -> None:
    files = [file for file in FILES if file.suffix == ".py"]
    assert len(files) > 50
    for file in files:
        foreign = {
            name for name in imported(file) if name.split(".")[0] in (*OWN, "") and not name.startswith("bot.local.")
        }
        assert not foreign, file


def test_nothing_in_it_names_this_project() -> None:
    assert {".py", ".js", ".html", ".css", ".svg", ".md"} <= {file.suffix for file in FILES}
    for file in FILES:
        assert b"knockabout" not in file.read_bytes().lower(), file
        assert "knockabout" not in file.name.lower()
        assert not GAMES.search(file.read_bytes()), file


def test_the_served_part_imports_nothing_that_only_tests_load() -> None:
    for file in SERVED:
        assert not {name for name in imported(file) if name.startswith("bot.local.testing")}, file


def test_the_part_that_only_tests_load_is_in_no_wheel() -> None:
    find = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]["find"]
    packages = set(find_packages(str(PROJECT), include=find["include"], exclude=find["exclude"]))
    assert {"bot", "bot.local", "bot.local.state", "engine", "cards_img"} <= packages
    assert (ROOT / "testing" / "__init__.py").is_file()
    assert not {name for name in packages if "testing" in name}


def test_only_the_redirect_knows_discord_py() -> None:
    for file in FILES:
        if file.suffix == ".py" and file.name != "redirect.py":
            assert not {name for name in imported(file) if name.split(".")[0] == "discord"}, file


def test_the_folder_alone_serves_without_any_library_of_discord(tmp_path: Path) -> None:
    shutil.copytree(ROOT, tmp_path / "bot" / "local", ignore=shutil.ignore_patterns("testing", "__pycache__"))
    (tmp_path / "bot" / "__init__.py").touch()
    for name in ("discord", "hikari", "engine", "cards_img"):
        (tmp_path / f"{name}.py").write_text("raise ImportError('This machine has nothing of the kind')")
    script = (
        "import asyncio, bot.local\n"
        "async def serve():\n"
        "    server = bot.local.LocalDiscord()\n"
        "    await server.start()\n"
        "    print(bot.local.__file__, server.url)\n"
        "    await server.stop()\n"
        "asyncio.run(serve())\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.startswith(f"{tmp_path / 'bot' / 'local' / '__init__.py'} http://127.0.0.1:"), done.stderr
