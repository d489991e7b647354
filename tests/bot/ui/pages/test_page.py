"""A page is no longer than Discord takes it."""

from __future__ import annotations

from bot.ui.pages.page import Button, Page, lines, shorten
from tests.bot.ui.held import held


def test_lines_and_lengths() -> None:
    assert lines("", None, "a", None, "", "b", "") == "a\n\nb"
    assert shorten("abcdef", 4) == "abc…"
    assert shorten("𝓐𝓷𝓷", 6) == "𝓐𝓷𝓷"
    assert shorten("𝓐𝓷𝓷", 5) == "𝓐𝓷…", "each of these may count as two"
    page = Page(heading="h" * 300, body="b" * 5000, call="c" * 200, rows=((Button("l" * 200, "https://x.y"),),))
    held(page)
