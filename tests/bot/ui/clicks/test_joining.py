"""The button **Join**: it seats whoever comes, and shows the panel to whoever sits there."""

from __future__ import annotations

from tests.bot.ui.evening import Evening


async def test_join_seats_a_newcomer_without_another_word(night: Evening) -> None:
    await night.you.command("newgame knock-poker")
    ann = night.ann = await night.people.guest("Ann")
    await ann.click(night.live(), "Join")
    await night.until(lambda: len(night.table.sitters) == 2)
    await ann.until(lambda: "Ann" in night.live(ann).text, "the lobby with Ann")
    assert [message for message in ann.messages() if message.ephemeral] == []
    zoe = await night.people.guest("Zoe")
    assert "You sit down with 20 chips" in (await zoe.command("join")).text


async def test_join_opens_the_panel_of_somebody_who_sits_there(night: Evening) -> None:
    lobby = await night.you.command("newgame knock-poker")
    await night.you.click(lobby, "Join")
    panel = await night.you.wait_for("No cards have been dealt yet")
    assert panel.ephemeral
    assert len(night.table.sitters) == 1
    assert "Join" in night.live().labels, "the table's message stays as it is"
