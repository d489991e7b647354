"""How well computer players play is chosen in the lobby, and the lobby names it."""

from __future__ import annotations

from bot.local.testing.seen import Seen
from bot.ui.words.computers import names_of
from tests.bot.ui.clicks.test_setting_up import control
from tests.bot.ui.evening import Evening, refused

WANTED = ("regular", "novice", "expert")
"""The levels of the computer players that sit down, in this order."""


async def test_a_computer_player_of_the_chosen_level_sits_down_by_a_name_of_its_own(night: Evening) -> None:
    lobby = await night.you.command("newgame knock-poker")
    await night.joined(1)
    for place, level in enumerate(WANTED):
        if place:
            await night.you.choose(lobby, level, custom_id=control(lobby.shown, "level:"))
        await shows(night, lobby.shown, level)
        await night.you.click(lobby, "Add computer player")
        await night.joined(2 + place)
    texts = night.client.desk.texts_in(night.table.guild_id)
    names = [names_of(texts, level)[0] for level in WANTED]
    assert [(s.name, s.level) for s in night.table.sitters if s.user_id is None] == list(
        zip(names, WANTED, strict=True)
    )
    lines = [f"{name} 🤖 {level}" for name, level in zip(names, WANTED, strict=True)]
    await night.you.until(lambda: all(line in lobby.shown.text for line in lines), "the lobby")


async def test_somebody_who_does_not_sit_there_chooses_nothing(night: Evening) -> None:
    lobby = await night.you.command("newgame knock-poker")
    await night.joined(1)
    ann = await night.people.guest("Ann")
    answer = await ann.choose(lobby, "expert", custom_id=control(lobby.shown, "level:"))
    await refused(answer, "You don’t sit at this table")
    assert night.table.settings.computers == "regular"


async def shows(night: Evening, lobby: Seen, level: str) -> None:
    """Waits until the lobby shows that level as chosen."""

    def chosen() -> bool:
        options = lobby.select(control(lobby, "level:"))["options"]
        return [option["value"] for option in options if option.get("default")] == [level]

    await night.you.until(chosen, "the choice")
