"""The full rules of each game, as their pages beside the engine have them: by heading, and by number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from engine.rules import Option

GENERAL: Final = "general"
"""The page with the rules of all games."""
HOUSE: Final = "◆"
"""What marks a house decision for players; on the pages it is *(house)*."""
_RULE: Final = re.compile(r"^\* \*\*([A-Z]+-\d+[a-z]?)\*\* ((?:.|\n(?!\*|\n|#))*)", re.MULTILINE)
_NUMBER: Final = re.compile(r"\b([A-Z]+)-\d+[a-z]?\b")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a page."""

    number: str
    """Such as ``KP-54``."""
    text: str
    """In Discord's Markdown, without its number."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """The rules under one heading of a page."""

    title: str
    rules: tuple[Rule, ...]


def chapters(game: str) -> Sequence[Chapter]:
    """The chapters of a game's page, then those with the rules of all games that it needs; none without a page."""
    own = _page(game)
    letters = {match[1] for chapter in own for rule in chapter.rules for match in _NUMBER.finditer(rule.text)}
    letters |= {"G"} if own else set()
    return (*own, *(chapter for chapter in _page(GENERAL) if chapter.rules[0].number.partition("-")[0] in letters))


def about(game: str, option: Option) -> Sequence[Rule]:
    """The rules that name an option, in the order of the game's page; else those of all games that name it."""
    for page in (game, GENERAL):
        if found := [rule for chapter in _page(page) for rule in chapter.rules if f"`{option.name}`" in rule.text]:
            return found
    return ()


@cache
def _page(name: str) -> tuple[Chapter, ...]:
    page = files("engine") / "games" / f"{name.replace('-', '_')}.md"
    return tuple(_chapters(page.read_text(encoding="utf-8"))) if page.is_file() else ()


def _chapters(page: str) -> Iterator[Chapter]:
    for part in re.split(r"^##? ", page, flags=re.MULTILINE)[1:]:
        title, _, body = part.partition("\n")
        if rules := tuple(Rule(number, _text(text)) for number, text in _RULE.findall(body)):
            yield Chapter(title.strip(), rules)


def _text(written: str) -> str:
    """A rule in one line, with the mark of a house decision and without links, which lead nowhere in Discord."""
    line = " ".join(written.split()).replace("*(house)*", HOUSE).replace("'", "’")
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", line)
