"""CONTRIBUTING.md as a machine reads it: recipes, each a list of steps that can be carried out in a copy of the tree.

A step is an item of a numbered list. Its code block is told by the words before it::

    In `path`, after `the beginning of a line`:      (or: before, instead of; or: at the end)
    New file `path`:
    Run:                                             (python is that of the tests)
    It prints:                                       (after Run: these lines, among others)

``NNNN`` stands for the next number of a migration, in four digits.
"""

from __future__ import annotations

import itertools
import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PAGE: Final = "CONTRIBUTING.md"
_HEADING: Final = re.compile(r"^(#+) (.*)$")
_ITEM: Final = re.compile(r"^(\d+)\. ")
_FENCE: Final = re.compile(r"^( *)(```+)(\w*)$")
_CODE: Final = r"(?:`` ?(?P<{0}2>.+?) ?``|`(?P<{0}1>[^`]+)`)"
_WHERE: Final = rf"(?:(?P<where>after|before|instead of) {_CODE.format('line')}|(?P<end>at the end))"
_CHANGE: Final = re.compile(rf"\b[Ii]n {_CODE.format('path')}, {_WHERE}:$")
_NEW: Final = re.compile(rf"\bNew file {_CODE.format('path')}:$")
_COUNT: Final = re.compile(r"\b(\d+) files\b")
_TEST: Final = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


class BadRecipe(Exception):  # noqa: N818 - reads better where it is raised
    """A step that can't be read or carried out; its text says which, and why."""


@dataclass(frozen=True)
class Block:
    """One code block of a step, and the sentence that says what to do with it."""

    said: str
    text: str


@dataclass(frozen=True)
class Step:
    """One item of a recipe's list."""

    number: int
    words: str
    """What is said in it outside its blocks."""
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Recipe:
    """One recipe."""

    name: str
    words: str
    """What is said before its first step."""
    steps: tuple[Step, ...]

    @property
    def files(self) -> int:
        """How many files it says that it touches. Raises BadRecipe where it doesn't."""
        if match := _COUNT.search(self.words):
            return int(match[1])
        raise BadRecipe(f"{PAGE}, {self.name}: it doesn't say how many files it touches")

    @property
    def tests(self) -> set[tuple[str, str]]:
        """The tests that it names: file and function, "" for the whole file."""
        return {match for step in self.steps for match in _TEST.findall(step.words)}

    def carry_out(self, tree: Path, without: int | None = None) -> None:
        """Does every step in that tree, except the one that is left out. Raises BadRecipe, which names the step."""
        number = f"{len(list((tree / 'bot/store/migrations').glob('*.sql'))) + 1:04}"
        for step in self.steps:
            if step.number == without:
                continue
            printed = ""
            for block in step.blocks:
                said, text = block.said.replace("NNNN", number), block.text.replace("NNNN", number)
                try:
                    printed = _do(tree, said, text, printed)
                except BadRecipe as error:
                    raise BadRecipe(f"{PAGE}, {self.name}, step {step.number}: {error}") from None


def _code(match: re.Match[str], name: str) -> str:
    return match[f"{name}1"] or match[f"{name}2"]


def recipes(page: str) -> dict[str, Recipe]:
    """The recipes of the page, by name: the headings below "Recipes". Raises BadRecipe."""
    found: dict[str, list[str]] = {}
    name, inside, fenced = "", False, False
    for line in page.splitlines():
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and (match := _HEADING.match(line)):
            level, title = len(match[1]), match[2]
            if level == 2:
                inside, name = title == "Recipes", ""
            elif level == 3 and inside:
                name = title
                found[name] = []
        if name:
            found[name].append(line)
    return {name: _recipe(name, lines) for name, lines in found.items()}


def _recipe(name: str, lines: list[str]) -> Recipe:
    before = itertools.takewhile(lambda line: not _ITEM.match(line), lines)
    return Recipe(name, " ".join(before), tuple(_steps(name, lines)))


def _steps(name: str, lines: list[str]) -> Iterator[Step]:
    number, paragraph = 0, ""
    words: list[str] = []
    blocks: list[Block] = []
    rest = iter(lines)
    for line in rest:
        if match := _ITEM.match(line):
            if number:
                yield Step(number, " ".join(words), tuple(blocks))
            if int(match[1]) != number + 1:
                raise BadRecipe(f"{PAGE}, {name}: step {match[1]} follows step {number}")
            number, words, blocks, paragraph = number + 1, [], [], ""
            line = line[match.end() :]
        if match := _FENCE.match(line):
            body = []
            for inner in rest:
                if inner.strip() == match[2]:
                    break
                body.append(inner.removeprefix(match[1]))
            if not number:
                raise BadRecipe(f"{PAGE}, {name}: a code block before the first step")
            blocks.append(Block(paragraph, "\n".join(body) + "\n"))
            paragraph = ""
        else:
            if words and not words[-1].strip():
                paragraph = paragraph if not line.strip() else ""
            words.append(line)
            paragraph = f"{paragraph} {line.strip()}".strip()
    yield Step(number, " ".join(words), tuple(blocks))


def _do(tree: Path, said: str, text: str, printed: str) -> str:
    """Does what the sentence says with the block; what a command has printed."""
    if match := _NEW.search(said):
        path = tree / _code(match, "path")
        if path.exists():
            raise BadRecipe(f"{path.relative_to(tree)} is there already")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    elif match := _CHANGE.search(said):
        _change(tree, match, text)
    elif said.endswith("Run:"):
        return _run(tree, text)
    elif said.endswith("It prints:"):
        if missing := [line for line in text.splitlines() if line.strip() and line.strip() not in printed]:
            raise BadRecipe(f"it doesn't print {missing[0].strip()!r} but\n{printed}")
    else:
        raise BadRecipe(f"nothing says what to do with the block after {said!r}")
    return printed


def _change(tree: Path, match: re.Match[str], text: str) -> None:
    path = tree / _code(match, "path")
    if not path.is_file():
        raise BadRecipe(f"there is no {path.relative_to(tree)}")
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    if match["end"]:
        path.write_text("".join(lines) + text, encoding="utf-8")
        return
    anchor = _code(match, "line")
    places = [place for place, line in enumerate(lines) if line.strip().startswith(anchor)]
    if len(places) != 1:
        raise BadRecipe(f"{len(places)} lines of {path.relative_to(tree)} begin with {anchor!r}, not one")
    (place,) = places
    start, end = {"after": (place + 1, place + 1), "before": (place, place), "instead of": (place, place + 1)}[
        match["where"]
    ]
    lines[start:end] = [text]
    path.write_text("".join(lines), encoding="utf-8")


def _run(tree: Path, script: str) -> str:
    """Runs the shell block in the tree, which stands before everything else on Python's path."""
    environment = os.environ | {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "120"}
    script = f'set -e\npython() {{ {shlex.quote(sys.executable)} "$@"; }}\n{script}'
    done = subprocess.run(
        ["sh", "-c", script], cwd=tree, env=environment, check=False,
        text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    if done.returncode:
        raise BadRecipe(f"exit code {done.returncode}\n{textwrap.indent(done.stdout[-6000:], '    ')}")
    return done.stdout


def copy_of(root: Path, tree: Path) -> Path:
    """A git checkout of every file that git keeps in ``root``, or would keep. Raises FileNotFoundError without git."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if listed.returncode:
        raise FileNotFoundError(f"{root} is not a git checkout")
    for name in filter(None, listed.stdout.split("\0")):
        if (root / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(root / name, tree / name)
    subprocess.run(["git", "init", "--quiet"], cwd=tree, check=True)
    subprocess.run(["git", "add", "--all"], cwd=tree, check=True)
    return tree


def touched(tree: Path) -> list[str]:
    """The files of such a copy that are new or other than they were."""
    listed = subprocess.run(
        ["git", "status", "--porcelain", "--untracked-files=all"], cwd=tree, capture_output=True, text=True, check=True
    )
    return sorted(line[3:] for line in listed.stdout.splitlines() if line[1] != " ")
