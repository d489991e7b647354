"""People whose names for the server nobody could see."""

from __future__ import annotations

from tests.bot.ui.evening import Evening


async def test_who_has_an_invisible_name_goes_by_that_of_the_account(night: Evening) -> None:
    ghost = await night.people.guest("\u3164\u3164")
    await night.you.command("newgame knock-poker")
    await ghost.command("join")
    await night.until(lambda: len(night.table.sitters) == 2)
    name = night.table.sitters[1].name
    assert name.isascii()
    assert name.strip()
