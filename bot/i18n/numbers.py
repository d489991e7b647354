"""Numbers as people read them."""

from __future__ import annotations

import re

_HYPHEN = re.compile(r"-(?=\d)")


def true_minus(text: str) -> str:
    """A text that begins with a number or is one, with a minus sign: a hyphen would be too short beside a plus."""
    return _HYPHEN.sub("−", text, count=1)
