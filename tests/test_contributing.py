"""CONTRIBUTING.md holds: every recipe is carried out, step by step, in a copy of the tree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.recipes import PAGE, BadRecipe, Recipe, begin_again, copy_of, failing, keep, recipes, take_back, touched

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / PAGE).read_text(encoding="utf-8")
RECIPES = recipes(TEXT)
EACH = pytest.mark.parametrize("recipe", RECIPES.values(), ids=[name.replace(" ", "-").lower() for name in RECIPES])


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository, for all recipes one after another."""
    try:
        return copy_of(ROOT, tmp_path_factory.mktemp("recipes") / "copy")
    except FileNotFoundError as error:
        pytest.skip(str(error))


@pytest.fixture
def tree(copy: Path) -> Path:
    """The copy, in which nothing has been done."""
    begin_again(copy)
    return copy


def test_there_is_a_recipe_for_each_kind_of_change() -> None:
    assert list(RECIPES) == ["An option", "A game", "A command", "A language", "A record", "A migration"]


@EACH
def test_a_recipe_is_carried_out_and_a_forgotten_step_is_told(recipe: Recipe, tree: Path) -> None:
    commits: dict[int, str] = {}
    recipe.carry_out(tree, lambda step: commits.update({step.number: keep(tree, step.words)}))
    for file, function in recipe.tests:
        assert (tree / file).is_file(), f"{recipe.name} names {file}"
        assert f"def {function}(" in (tree / file).read_text(encoding="utf-8") or not function, (
            f"{recipe.name} names {file}::{function}"
        )
    assert recipe.files == len(touched(tree)), f"{recipe.name} says {recipe.files} files: {touched(tree)}"
    *_, check = commits.values()
    for step in recipe.steps:
        if step.told_by:
            take_back(tree, commits[step.number], check)
            told = failing(tree, step.told_by)
            assert told == step.told_by, f"{recipe.name} says who tells of step {step.number}, but only {told} does"


@EACH
def test_what_tells_of_a_forgotten_step_is_run_at_the_end(recipe: Recipe) -> None:
    run = {word.partition("::")[0] for word in recipe.commands.split()} - {"."}
    for step in recipe.steps:
        for file, _ in step.told_by:
            assert {file, *map(str, Path(file).parents)} & run, (
                f"{recipe.name} never runs {file}, which step {step.number} names"
            )


SMALL = """\
## Recipes

### A line

1. In `a.txt`, after `tw`:

   ```
   2 and a half
   ```

2. New file `b/NNNN.txt`:

   ```
   new
   ```

3. In ``a.txt``, instead of `` th` ``:

   ```
   3
   ```

   Run:

   ```sh
   cat a.txt b/0001.txt
   ```

   It prints:

   ```
   2 and a half
   ```
"""


def carried_out(page: str, tree: Path) -> str:
    (tree / "a.txt").write_text("one\ntwo\nth`ree\n")
    recipes(page)["A line"].carry_out(tree)
    return (tree / "a.txt").read_text()


def test_a_step_is_done_as_it_is_written(tmp_path: Path) -> None:
    assert carried_out(SMALL, tmp_path) == "one\ntwo\n2 and a half\n3\n"
    assert (tmp_path / "b/0001.txt").read_text() == "new\n"


@pytest.mark.parametrize(
    ("written", "instead", "told"),
    [
        ("`tw`", "`four`", "step 1: 0 lines of a.txt begin with 'four', not one"),
        ("`a.txt`, after", "`z.txt`, after", "step 1: there is no z.txt"),
        ("`b/NNNN.txt`", "`a.txt`", "step 2: a.txt is there already"),
        ("New file", "Another file", "step 2: nothing says what to do with the block after 'Another file"),
        ("   cat a.txt", "   false\n   cat a.txt", "step 3: exit code 1"),
        ("   ```\n   2 and a half\n   ```\n\n2.", "   ```\n   2\n   ```\n\n2.", "step 3: it doesn't print '2 and"),
        ("2. New", "4. New", "step 4 follows step 1"),
        ("1. In", "In", "a code block before the first step"),
    ],
)
def test_what_a_step_gets_wrong_is_told_by_its_number(written: str, instead: str, told: str, tmp_path: Path) -> None:
    assert written in SMALL
    with pytest.raises(BadRecipe, match=re.escape(told)):
        carried_out(SMALL.replace(written, instead, 1), tmp_path)
