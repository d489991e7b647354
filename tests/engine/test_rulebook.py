"""The rules' pages, the code and the tests: every number that is cited is that of a rule, and every rule has a test."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

import engine.games

PAGES: Final = Path(engine.games.__file__).parent
ROOT: Final = PAGES.parents[1]
CITED_IN: Final = (("engine", ".py"), ("engine", ".md"), ("bot", ".py"), ("bot", ".ftl"), ("tests", ".py"))
"""Where rules are cited by their numbers."""
NOTHING_TO_TEST: Final = {
    "KP-69": "says that there is no such bonus",
}
TESTED_FOR_EVERY_GAME: Final = "G"
"""Rules of all games: the conformance suite has them, and cites only some."""


@cache
def rules() -> dict[str, Path]:
    """Every rule's number, such as ``KP-54``, and its page."""
    return {
        number: page
        for page in sorted(PAGES.glob("*.md"))
        for number in re.findall(r"^\* \*\*([A-Z]+-\d+[a-z]?)\*\*", page.read_text(encoding="utf-8"), re.MULTILINE)
    }


def letters(number: str) -> str:
    return number.partition("-")[0]


def texts_of(folder: str, suffix: str) -> Iterator[tuple[Path, str]]:
    for path in sorted((ROOT / folder).rglob(f"*{suffix}")):
        yield path.relative_to(ROOT), path.read_text(encoding="utf-8")


@cache
def cited() -> dict[str, set[Path]]:
    """The numbers that are cited anywhere, with the files."""
    found: defaultdict[str, set[Path]] = defaultdict(set)
    number = re.compile(rf"\b(?:{'|'.join(sorted(set(map(letters, rules()))))})-\d+[a-z]?\b")
    for folder, suffix in CITED_IN:
        for path, text in texts_of(folder, suffix):
            for match in number.findall(text):
                found[match].add(path)
    return found


def shown() -> set[str]:
    """The numbers in the tests of the engine; ranges don't count."""
    texts = [re.sub(r"[A-Z]+-\d+ to [A-Z]+-\d+", "", text).upper() for _, text in texts_of("tests/engine", ".py")]
    return {match.replace("_", "-") for text in texts for match in re.findall(r"(?<![A-Z\d])[A-Z]+[-_]\d+", text)}


def test_every_number_that_is_cited_is_that_of_a_rule() -> None:
    known = set(rules()) | {number.rstrip("abcdefgh") for number in rules()}
    wrong = {number: sorted(map(str, files)) for number, files in cited().items() if number not in known}
    assert not wrong, f"write the rule in its page in engine/games, or mend the number: {wrong}"


@pytest.mark.parametrize("page", sorted({path.name for path in rules().values()}))
def test_every_rule_has_a_test(page: str) -> None:
    found = shown()
    without = [
        number
        for number, path in rules().items()
        if path.name == page
        and number.rstrip("abcdefgh") not in found
        and number not in NOTHING_TO_TEST
        and letters(number) != TESTED_FOR_EVERY_GAME
    ]
    assert not without, f"no test in tests/engine cites the rule that it shows: {without}"
