"""A person's own word in the shuffle, by a button: from the first deal on."""

from __future__ import annotations

import pytest

from bot.local.testing.driver import Person
from bot.local.testing.seen import Answer, DriverError, Seen
from bot.service.model import Turn
from bot.ui.address import NO_TABLE, Address
from tests.bot.ui.clicks.test_forged import given_out, told
from tests.bot.ui.clicks.test_setting_up import private
from tests.bot.ui.evening import Evening, play_out, refused, seated

WORD = "Add a word to the shuffle"
LABEL = "A word or number of your own"


async def page(person: Person) -> Seen:
    """What ``/verify`` shows the person."""
    return private(await person.command("verify"))


async def add(person: Person, message: Seen, word: str) -> Answer:
    form = await person.click(message, WORD)
    assert form.kind == "modal"
    return await person.submit(form, {LABEL: word})


async def words(night: Evening) -> str:
    """What the proof of the last deal says of words."""
    return (await night.you.command("verify")).text


async def test_a_word_is_added_before_the_first_deal(night: Evening) -> None:
    night.ann = await night.people.guest("Ann")
    lobby = await night.you.command("newgame knock-poker")
    await night.ann.click(lobby, "Join")
    await night.joined(2)
    await night.until(lambda: night.bound(), "the line")
    shown = await page(night.ann)
    assert "there’s nothing to check" in shown.text
    answer = await add(night.ann, shown, "  pineapple 7 ")
    assert "Your word has its part in the next shuffle" in answer.text
    assert answer.ephemeral
    await add(night.you, await page(night.you), "fig")
    cy = await night.people.guest("Cy")
    await refused(await cy.command("verify"), "You haven’t finished a deal in this channel yet")
    await night.you.command("start")
    await night.until(lambda: night.table.stage == "playing")
    await night.settled()
    for person in (night.you, night.ann):
        await person.wait_for("Your hand", channel="dm")
    await play_out(night)
    said = await words(night)
    assert "Ann “pineapple 7”" in said
    assert f"{night.you.name} “fig”" in said


async def test_the_word_of_the_next_deal_is_added_where_the_last_one_is_verified(night: Evening) -> None:
    await seated(night)
    await play_out(night)
    await add(night.you, await page(night.you), "cherry")
    await night.you.command("start")
    await night.until(lambda: night.table.stage == "playing")
    await night.settled()
    await play_out(night)
    assert f"{night.you.name} “cherry”" in await words(night)


async def test_what_cannot_be_added_gets_a_sentence(night: Evening) -> None:
    await seated(night)
    shown = await page(night.you)
    form = await night.you.click(shown, WORD)
    with pytest.raises(DriverError, match="bad_fields"):
        await night.you.submit(form, {LABEL: "x" * 41})
    await refused(await night.you.submit(form, {LABEL: "   "}), "A word has at least one letter")
    form = await night.you.click(shown, WORD)
    await play_out(night)
    await night.you.command("close")
    await night.until(lambda: not night.is_open)
    await refused(await night.you.submit(form, {LABEL: "late"}), "That table is closed")
    await night.you.click(shown, WORD)
    await night.you.until(lambda: shown.text == "That table is closed." and not shown.labels, "a page without buttons")


async def test_a_press_opens_the_cards_of_the_deal_that_its_button_names(night: Evening) -> None:
    await seated(night)
    await play_out(night)
    argument = f"{night.table.table_id}.{night.table.dealt}"
    names = [argument, argument.partition(".")[2]]
    own, older = await given_out(night, [str(Address(NO_TABLE, Turn(), "open-cards", name)) for name in names])
    assert "The shuffle of deal 1" in told(await night.you.click(own[0], custom_id=own[1]))
    await refused(await night.you.click(older[0], custom_id=older[1]), "that button any more")
