"""The question whether a table closes at once, and the letter to whoever was removed: of chips only where any are."""

from __future__ import annotations

import pytest

from bot.i18n import Texts
from bot.service.model import LogEntry
from bot.ui.pages.ending import asked_page
from bot.ui.pages.letter import letter_page
from tests.bot.ui.held import held, texts_of
from tests.kit.lab import Lab


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("knock-poker", "The deal would be taken back, and everybody gets the chips from before it."),
        ("knock-rummy", "The deal would be taken back and count for nothing."),
        ("crummy", "The deal would be taken back and count for nothing."),
    ],
)
def test_the_question_tells_of_chips_where_there_are_any(game: str, said: str, texts: Texts) -> None:
    lab = Lab(4, game=game, names=["Ann", "Bo", "Cy", "Dee"]).deal()
    told = texts_of(held(asked_page(lab.snapshot, texts)))
    assert f"Ann asks to close the table at once.** {said}" in told


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("knock-poker", "Any chips you had there are back in your purse, and you can sit down there again when"),
        ("knock-rummy", "Any chips you had there are back in your purse, and you can sit down there again when"),
        ("crummy", "You can sit down there again when"),
    ],
)
def test_the_letter_tells_of_chips_where_there_may_have_been_any(game: str, said: str, texts: Texts) -> None:
    entry = LogEntry(0.0, "removed", 5, 6, game, 7, {})
    told = texts_of(held(letter_page(entry, "Server", texts)))
    assert f"in <#7>. {said} its host invites you." in told
