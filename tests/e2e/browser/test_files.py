"""The page's files by themselves: all comes from here, nothing is parsed as markup, and it can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[3] / "bot" / "local" / "page"
FILES = sorted(path for path in PAGE.rglob("*") if path.is_file())
SCRIPTS = [path for path in FILES if path.suffix == ".js"]
_PARSED = re.compile(
    r"\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|eval|Function)\b\s*[(=]"
)
_IMPORT = re.compile(r'(?:import|from) "([^"]+)"')
_NAMED = re.compile(r'import \{([^}]*)\} from "([^"]+)"')
_EXPORTED = re.compile(r"^export (?:async )?(?:function|const|class|let) ([\w$]+)", re.MULTILINE)


def _name(path: Path) -> str:
    return str(path.relative_to(PAGE))


@pytest.mark.parametrize("path", FILES, ids=_name)
def test_a_file_is_small_and_loads_nothing_from_elsewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") < 400
    addresses = set(re.findall(r"https?://[\w.-]+", text))
    assert addresses <= {"http://www.w3.org"}, addresses
    assert not re.search(r"@import|url\(['\"]?(?:https?:)?//", text)


@pytest.mark.parametrize("path", SCRIPTS, ids=_name)
def test_no_script_parses_markup_and_every_import_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not _PARSED.search(text)
    for target in _IMPORT.findall(text):
        assert target.startswith("."), f"{target} is no file of the page"
        assert (path.parent / target).is_file(), target
    for names, target in _NAMED.findall(text):
        offered = set(_EXPORTED.findall((path.parent / target).read_text(encoding="utf-8")))
        for name in filter(None, (part.strip() for part in names.split(","))):
            assert name in offered, f"{target} has no {name}"
            without = text.replace(f"import {{{names}}}", "")
            assert re.search(rf"(?<![\w.$]){re.escape(name)}(?![\w$])", without), f"{name} is imported for nothing"
