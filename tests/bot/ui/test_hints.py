"""A hint and what can be done, asked for by button and by command, at the local Discord."""

from __future__ import annotations

import pytest

from bot.service import hints
from tests.bot.ui.evening import Evening, dm, refused
from tests.bot.ui.test_alone import dealt, here, yours
from tests.kit.thinking import Here


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "AFTER", 0.05)


async def test_in_practice_a_hint_is_a_tap_away_and_for_the_person_alone(night: Evening) -> None:
    night.service.hints._thinks = Here(20)
    await dealt(night)
    await night.until(lambda: yours(night, night.you), "your turn")
    await night.you.until(lambda: "Hint" in dm(night.you).labels, "the button")
    turn = here(night).turn
    hint = (await night.you.click(dm(night.you), "Hint")).shown
    assert hint.text.startswith("**")
    assert hint.labels == ["What can I do?"]
    assert here(night).turn == turn, "nothing was done"
    can = (await night.you.click(hint, "What can I do?")).shown
    assert "**Draw from the stock:**" in can.text
    by_command = (await night.you.command("hint", channel="dm")).shown
    assert by_command.text == hint.text, "whoever asks twice is told the same"


async def test_elsewhere_a_hint_is_refused_with_a_sentence_until_the_host_allows_it(night: Evening) -> None:
    await night.you.command("newgame knock-poker")
    await refused(await night.you.command("hint"), "Hints are off at this table.")
