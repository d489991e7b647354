"""Texts put together line by line, begun with a capital letter, or cut to the length that Discord takes."""

from __future__ import annotations

from typing import Final

from bot.i18n import Markup

MOST_ALT: Final = 1024
"""Characters of a picture's alt text."""


def length(text: str) -> int:
    """How many characters a text has if each beyond the first 65,536 of Unicode counts twice.

    Discord doesn't say whether it counts like that; fancy letters in names are such characters.
    """
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def shorten(text: str, most: int) -> str:
    """The text, cut with an ellipsis if it is longer than ``most`` characters."""
    if length(text) <= most:
        return text
    kept = text[: most - 1]
    while length(kept) > most - 1:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def large(words: str) -> str:
    """The words as they stand alone, below a hand or beside it: beginning with a capital letter."""
    return words[:1].upper() + words[1:]


def lines(*parts: str | None) -> Markup:
    """The parts that are not None, one below the other; "" is an empty line between two of them."""
    kept = [part for part in parts if part is not None]
    while kept and not kept[-1]:
        kept.pop()
    while kept and not kept[0]:
        kept.pop(0)
    return Markup("\n").join(part or Markup() for part in kept)
