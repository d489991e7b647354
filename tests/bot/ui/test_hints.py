"""A hint and what can be done, asked for by button and by command, at the local Discord."""

from __future__ import annotations

import pytest

from bot.service import hints
from bot.ui.clicks import playing
from bot.ui.words import risks
from engine.actions import Bet, Knock
from engine.advice import Advice
from tests.bot.ui.evening import Evening, dm, refused
from tests.bot.ui.test_alone import alone_with, dealt, here, lobby_of, yours
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


async def test_in_the_lobby_of_practice_a_hint_has_to_wait_for_the_deal(night: Evening) -> None:
    await lobby_of(night)
    await refused(await night.you.command("hint", channel="dm"), "No deal is being played.")


async def test_whoever_is_told_to_knock_is_not_asked_about_it(night: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the bot would contradict itself."""
    monkeypatch.setattr(risks, "would", lambda view, memory, do: False)
    monkeypatch.setattr(hints, "advise", lambda view, memory, limit, levels: Advice(Knock(view.viewer)))
    night.service.hints._thinks = Here(20)
    panel = await dealt(night)
    await night.until(lambda: yours(night, night.you), "your turn")
    await night.you.until(lambda: "Knock" in panel.labels, "the button")
    await night.you.click(panel, "Knock")
    await night.you.until(lambda: "Really knock" in panel.text)
    await night.you.click(panel, "Back")
    hint = (await night.you.command("hint", channel="dm")).shown
    assert "**Knock.**" in hint.text
    await night.you.until(lambda: "Knock" in panel.labels, "the button")
    await night.you.click(panel, "Knock")
    await night.until(lambda: (view := here(night).view) is not None and view.knocker is not None)


async def test_whoever_is_told_to_stake_much_is_not_asked_about_it(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "risky_stake", lambda view, stake, texts: "**Really?**")
    night.service.hints._thinks = Here(20)
    panel = await dealt(night, "poch")
    await night.until(lambda: yours(night, night.you), "your turn")

    def bet() -> str:
        return next((label for label in dm(night.you).labels if label.startswith(("Bet ", "Match "))), "")

    await night.you.until(lambda: bool(bet()), "a stake")
    label, turn = bet(), here(night).turn
    await night.you.click(panel, label)
    await night.you.until(lambda: "Really?" in panel.text)
    await night.you.click(panel, "Back")
    amount = int(label.split()[1])
    monkeypatch.setattr(hints, "advise", lambda view, memory, limit, levels: Advice(Bet(view.viewer, amount)))
    assert str(amount) in (await night.you.command("hint", channel="dm")).shown.text
    await night.you.until(lambda: label in panel.labels, "the button")
    await night.you.click(panel, label)
    await night.until(lambda: here(night).turn != turn, "the stake")


async def test_elsewhere_a_hint_is_refused_with_a_sentence_until_the_host_allows_it(night: Evening) -> None:
    await night.you.command("newgame knock-poker")
    await refused(await night.you.command("hint"), "Hints are off at this table.")


async def test_explain_beside_the_panel_in_direct_messages_brings_the_panel_anew(night: Evening) -> None:
    """The page that only the person sees is soon gone, and the panel with it if that page became the panel."""
    await dealt(night, "dompe")
    await night.until(lambda: yours(night, night.you), "your turn")
    await night.you.until(lambda: "What can I do?" in dm(night.you).labels, "the button")
    before = dm(night.you)
    can = (await night.you.click(before, "What can I do?")).shown
    assert can.ephemeral
    explained = (await night.you.click(can, "Explain")).shown
    assert not explained.ephemeral
    assert "Less" in explained.labels
    await alone_with(night.you, explained)
    assert before.gone
    assert can.labels == ["Explain"], "it stays as it was"
    await night.you.click(explained, "Less")
    await night.you.until(lambda: "Explain" in explained.labels, "the panel, which is pressed as ever")
