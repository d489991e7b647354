"""Names at a table: no two look the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

LONGEST_NAME = 32
"""Characters of the longest name that Discord takes."""


def distinct(name: str, there: Iterable[str]) -> str:
    """The name, with a number if one of those who sit there has a name that looks the same: "Ann (2)"."""
    taken = {_looks(other) for other in there}
    found, number = name, 1
    while _looks(found) in taken:
        number += 1
        behind = f" ({number})"
        found = name[: LONGEST_NAME - len(behind)] + behind
    return found


def _looks(name: str) -> str:
    """The name without what doesn't tell names apart: case, and characters that can't be seen."""
    return "".join(sign for sign in name.casefold() if unicodedata.category(sign)[0] != "C")
