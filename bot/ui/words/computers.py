"""What computer players are called, and how their level is named."""

from __future__ import annotations

from bot.i18n import Texts


def names_of(texts: Texts, level: str) -> list[str]:
    """The names of computer players of a level, in the order in which they sit down."""
    return str(texts.plain(f"computer-names-{level}")).split(", ")
