"""Through the real discord.py client: from /newgame to the settlement."""

from __future__ import annotations

import pytest

from tests.bot.ui.evening import evening


@pytest.fixture
async def night(tmp_path, blank, monkeypatch):
    async with evening(tmp_path, blank, monkeypatch) as found:
        yield found


async def test_a_deal_by_buttons(night):
    ann = await night.people.guest("Ann")
    lobby = await night.you.command("newgame knock-poker", ante=2)
    assert "Knock Poker" in lobby.text
    await ann.click(lobby, "Join")
    await night.until(lambda: "Ann" in night.live().text)
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing")
    await night.settled()
    hand = await ann.wait_for("Your hand", channel="dm")
    assert hand.alt_texts[0].startswith("Your hand: ")
    print(night.live().text, hand.text)
