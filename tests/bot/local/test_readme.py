"""What README.md of the folder says is so: its examples run, its tables are whole."""

from __future__ import annotations

import ast
import asyncio
import re
import sys
from pathlib import Path

import pytest

from bot.local.__main__ import main

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "bot" / "local"
README = (FOLDER / "README.md").read_text()
EXAMPLES = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def column(heading: str) -> list[str]:
    """The first words in code of each row of the table under a heading."""
    part = README.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| `([\w-]+)", part, re.MULTILINE)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_every_example_is_python(example: str) -> None:
    compile(example, "README.md", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)


async def test_the_test_of_a_bot_passes(tmp_path: Path) -> None:
    (example,) = [example for example in EXAMPLES if "asyncio.run(" in example]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-W", "ignore", "-c", example,
        cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    async with asyncio.timeout(60):
        _, errors = await process.communicate()
    assert process.returncode == 0, errors.decode()


async def test_discord_js_is_pointed_at_it_as_the_tests_do_it() -> None:
    (options,) = re.findall(r"(rest: \{.*?\}),? \}\);", README)
    tested = (ROOT / "tests" / "bot" / "local" / "libraries" / "bot.mjs").read_text()
    assert options.replace("URL", "url") in tested


def test_every_option_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    options = re.findall(r"^  (--[\w-]+)", capsys.readouterr().out, re.MULTILINE)
    assert set(column("Start")) == set(options)


def test_every_folder_is_told() -> None:
    folders = {file.name for file in FOLDER.iterdir() if file.is_dir() and not file.name.startswith(("_", "."))}
    assert set(column("Inside")) == folders
