"""CONTRIBUTING.md as a machine reads it: recipes, each a list of steps that can be carried out in a copy of the tree.

A step is an item of a numbered list. Its code block is told by the words before it::

    In `path`, after `the beginning of a line`:      (or: before, instead of; or: at the end)
    New file `path`:
    Run:                                             (python is that of the tests)
    It prints:                                       (after Run: these lines, among others)

``NNNN`` stands for the next number of a migration, in four digits. "Without this step `tests/a.py::test_b` fails." says
which tests tell of a step that was forgotten.
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
from collections.abc import Callable, Iterator
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
_WITHOUT: Final = re.compile(r"Without this step (.*?) fails?\.")
_BEFORE: Final = "before"
"""The tag of a copy in which nothing has been done."""
_COMPILED: Final = "compiled"
"""The folder beside a copy for what Python compiles: git needn't look through it, and each process finds it there."""
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

    @property
    def told_by(self) -> list[tuple[str, str]]:
        """The tests that fail without it: file and function, "" for the whole file."""
        return [test for sentence in _WITHOUT.findall(self.words) for test in _TEST.findall(sentence)]


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

    @property
    def commands(self) -> str:
        """Every line of shell that is to be run."""
        return "".join(block.text for step in self.steps for block in step.blocks if block.said.endswith("Run:"))

    def carry_out(self, tree: Path, done: Callable[[Step], None] = lambda step: None) -> None:
        """Does every step in that tree, and hands it to ``done``. Raises BadRecipe, which names the step."""
        number = f"{len(list((tree / 'bot/store/migrations').glob('*.sql'))) + 1:04}"
        for step in self.steps:
            printed = ""
            for block in step.blocks:
                said, text = block.said.replace("NNNN", number), block.text.replace("NNNN", number)
                try:
                    printed = _do(tree, said, text, printed)
                except BadRecipe as error:
                    raise BadRecipe(f"{PAGE}, {self.name}, step {step.number}: {error}") from None
            done(step)


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
    script = f'set -e\npython() {{ {shlex.quote(sys.executable)} "$@"; }}\n{script}'
    done = subprocess.run(
        ["sh", "-c", script], cwd=tree, env=_environment(tree, columns=120), check=False,
        text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    if done.returncode:
        raise BadRecipe(f"exit code {done.returncode}\n{textwrap.indent(done.stdout[-6000:], '    ')}")
    return done.stdout


def _environment(tree: Path, columns: int) -> dict[str, str]:
    """What a process in the tree finds in its environment: the tree before everything else on Python's path."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    compiled = str(tree.parent / _COMPILED)
    return kept | {"PYTHONPATH": str(tree), "PYTHONPYCACHEPREFIX": compiled, "COLUMNS": str(columns)}


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
    _git(tree, "init", "--quiet")
    keep(tree, "as it is")
    _git(tree, "tag", _BEFORE)
    return tree


def begin_again(tree: Path) -> None:
    """Such a copy as it was at first. Files that haven't changed stay, and so does what Python has compiled of them."""
    _git(tree, "checkout", "--quiet", "--force", "--detach", _BEFORE)
    _git(tree, "clean", "--quiet", "--force", "-d", "-x")


def _git(tree: Path, *arguments: str) -> str:
    who = ("-c", "user.name=nobody", "-c", "user.email=nobody@localhost", "-c", "commit.gpgsign=false")
    return subprocess.run(["git", *who, *arguments], cwd=tree, capture_output=True, text=True, check=True).stdout


def keep(tree: Path, title: str) -> str:
    """Commits whatever has changed in such a copy; the commit."""
    _git(tree, "add", "--all")
    _git(tree, "commit", "--quiet", "--allow-empty", "--message", title)
    return _git(tree, "rev-parse", "HEAD").strip()


def take_back(tree: Path, commit: str, before: str) -> None:
    """The copy as it was just before the commit ``before``, but without what ``commit`` changed."""
    _git(tree, "checkout", "--quiet", "--force", "--detach", f"{before}~")
    _git(tree, "clean", "--quiet", "--force", "-d")
    _git(tree, "revert", "--no-commit", commit)


def touched(tree: Path) -> list[str]:
    """The files of such a copy that are new or other than they were."""
    _git(tree, "add", "--all")
    return _git(tree, "diff", "--cached", "--name-only", _BEFORE).splitlines()


def failing(tree: Path, tests: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Those of the tests that fail in the tree, or can't even begin."""
    names = ["::".join(filter(None, test)) for test in tests]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--tb=no", "-p", "no:cacheprovider", *names],
        cwd=tree, env=_environment(tree, columns=300), check=False, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    if "ImportError while loading conftest" in done.stdout:
        return tests
    lines = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return [(file, function) for file, function in tests if any(file in line and function in line for line in lines)]
