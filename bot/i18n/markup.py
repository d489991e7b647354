"""Discord Markdown that may be trusted, and how a stranger's text is made harmless.

Everything the catalogue makes is ``Markup``; every other ``str`` that goes into a text is escaped on its way in,
so a person named ``@everyone **x**`` neither pings nor formats anything, wherever the name turns up.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable
from typing import Final, Self

from discord.utils import escape_mentions

_ANYWHERE = re.compile(r"[\\*_~`|<\[]|:(?=//)")
"""What begins Markdown, a mention, a timestamp, a custom emoji or a link in the middle of a line."""
_AT_START = re.compile(r"^(?:[#>+-]|\d+(?=[.)]))")
"""What begins a heading, a quotation, small print or a list at the start of a line."""
_DIRECTIONS = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks and overrides of direction: one of them in a name would turn round the rest of the line."""
_FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters that show nothing although Unicode counts them among letters and signs."""
_RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))
"""The Unicode categories of characters that run from right to left."""
HARMLESS_KEPT: Final = 4_000
"""How many strangers' texts are kept as they were made harmless: most are names, which come again and again."""
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"


@functools.lru_cache(HARMLESS_KEPT)
def clean(text: str) -> str:
    """One line of a stranger's text without control characters, for places where Discord shows no Markdown.

    A text with right-to-left letters is isolated, so that it can't reorder the numbers beside it.
    """
    kept = "".join(" " if letter.isspace() else letter for letter in text if letter not in _DIRECTIONS)
    kept = "".join(letter for letter in kept if unicodedata.category(letter) != "Cc")
    line = " ".join(kept.split())
    if any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in line):
        return f"{_ISOLATE}{line}{_END_ISOLATE}"
    return line


def is_blank(text: str) -> bool:
    """Whether the text is invisible: spaces, direction marks, fillers and the like."""
    return all(letter in _FILLERS or unicodedata.category(letter)[0] in "ZC" for letter in text)


@functools.lru_cache(HARMLESS_KEPT)
def escape(text: str) -> str:
    """A stranger's text for Discord Markdown: shown letter by letter, without a link, a mention or a format."""
    line = escape_mentions(clean(text))
    line = _ANYWHERE.sub(lambda found: "\\" + found[0], line)
    return _AT_START.sub(lambda found: found[0] + "\\" if found[0].isdigit() else "\\" + found[0], line)


def forget() -> None:
    """Forgets the strangers' texts that were kept."""
    clean.cache_clear()
    escape.cache_clear()


class Made(str):
    """A text that the catalogue made. Other texts that are joined or added to it are made harmless."""

    __slots__ = ()

    @classmethod
    def of(cls, text: str) -> Self:
        """The text as it is if it is of this kind, otherwise made harmless."""
        return text if isinstance(text, cls) else cls(cls.harmless(text))

    @staticmethod
    def harmless(text: str) -> str:
        """A stranger's text, fit to stand in one of this kind."""
        raise NotImplementedError

    def join(self, parts: Iterable[str], /) -> Self:
        """The parts, joined by this text."""
        return type(self)(super().join(self.of(part) for part in parts))

    def __add__(self, other: str, /) -> Self:
        return type(self)(super().__add__(self.of(other)))


class Markup(Made):
    """A text in Discord Markdown, shown as it is."""

    __slots__ = ()
    harmless = staticmethod(escape)


class Plain(Made):
    """A text for places where Discord shows no Markdown."""

    __slots__ = ()
    harmless = staticmethod(clean)
