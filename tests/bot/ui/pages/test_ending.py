"""The question whether a table closes at once, and the letter to whoever was removed: of chips only where any are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import Texts
from bot.service.model import LogEntry
from bot.ui.pages.ending import asked_page, own_page
from bot.ui.pages.letter import letter_page
from bot.ui.pages.page import Page
from tests.bot.ui.held import held, ids_of, texts_of
from tests.kit.lab import Lab


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("knock-poker", "The deal would be taken back, and everybody would get the chips from before it."),
        ("knock-rummy", "The deal would be taken back and count for nothing."),
        ("crummy", "The deal would be taken back and count for nothing."),
    ],
)
def test_the_question_tells_of_chips_where_there_are_any(game: str, said: str, texts: Texts) -> None:
    lab = Lab(4, game=game, names=["Ann", "Bo", "Cy", "Dee"]).deal()
    told = texts_of(held(asked_page(lab.snapshot, texts)))
    assert f"Ann asks to close the table at once.** {said}" in told


@pytest.mark.parametrize("game", ["knock-poker", "knock-rummy"])
def test_between_deals_and_in_the_lobby_no_deal_would_be_taken_back(game: str, texts: Texts) -> None:
    lab = Lab(3, game=game, names=["Ann", "Bo", "Cy"])
    assert "taken back" not in texts_of(held(asked_page(lab.snapshot, texts)))
    lab.deal()
    assert "taken back" in texts_of(held(asked_page(lab.snapshot, texts)))
    over = lab.play_out().snapshot
    assert over.stage == "between"
    told = texts_of(held(asked_page(over, texts)))
    assert "Ann asks to close the table at once.**\n" in told
    assert "taken back" not in told


def test_where_whoever_had_yet_to_agree_got_up_the_others_can_agree_once_more_in_their_panels(texts: Texts) -> None:
    lab = Lab(3, names=["Ann", "Bo", "Cy"]).deal().play_out()
    for left, verbs in (([1000, 1001], {"withdraw"}), ([1000, 1001, 1002], {"agree", "withdraw"})):
        table = replace(lab.snapshot, agreed=frozenset(left))
        page = own_page(Page(body="The panel"), replace(lab.private(1), table=table), texts)
        assert {custom_id.split(":")[3] for custom_id in ids_of(held(page))} == verbs
        assert ("one more press of **Agree**" in page.call) is ("agree" in verbs)


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
