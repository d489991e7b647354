"""Texts are put together line by line, and cut to a length as Discord may count it."""

from __future__ import annotations

from bot.ui.words.lines import length, lines, shorten


def test_lines_and_lengths() -> None:
    assert lines("", None, "a", None, "", "b", "") == "a\n\nb"
    assert shorten("abcdef", 4) == "abc…"
    assert shorten("𝓐𝓷𝓷", 6) == "𝓐𝓷𝓷"
    assert shorten("𝓐𝓷𝓷", 5) == "𝓐𝓷…", "each of these may count as two"
    assert length("Ann’s 𝓐 \ud800") == 10
