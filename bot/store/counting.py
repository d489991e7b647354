"""Numbers of things, in sentences for whoever hosts the bot."""

from __future__ import annotations


def number_of(number: int, what: str) -> str:
    """So many of them: "1 deal", "2 deals"."""
    return f"{number} {what}{'' if number == 1 else 's'}"
