"""What the score sheet says about the end of the game, in the words of each game that keeps scores."""

from __future__ import annotations

import pytest

from bot.i18n import Texts
from bot.ui.pages.scores import sheet_captions
from tests.kit.lab import Lab


@pytest.mark.parametrize(
    ("game", "rules", "said"),
    [
        ("crummy", {"target": 75}, "to 75 points"),
        ("poe-crumb", {"target_wins": 1}, "to 1 round"),
        ("poe-crumb", {"target_wins": 5, "deals": 9}, "to 5 rounds"),
        ("poe-crumb", {}, ""),
    ],
)
def test_the_sheet_says_what_there_is_to_win(texts: Texts, game: str, rules, said) -> None:
    lab = Lab(4, game=game, **rules).deal()
    assert sheet_captions(lab.snapshot, [], texts.at(game, lab.rules).plain).detail == said
