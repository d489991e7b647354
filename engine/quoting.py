"""How errors quote what was given."""

from __future__ import annotations

from typing import Final

MOST_QUOTED: Final = 80
"""How many characters of what was given an error quotes at most."""


def shortened(given: str) -> str:
    """What was given, as an error quotes it: cut after 80 characters."""
    return given if len(given) <= MOST_QUOTED else given[: MOST_QUOTED - 1] + "…"
