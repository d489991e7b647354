"""The button **Join**: it seats whoever comes, and shows the panel to whoever sits there."""

from __future__ import annotations

from bot.local.testing.driver import Person
from bot.local.testing.seen import Answer, Seen
from tests.bot.ui.evening import Evening, refused, seated

NOT_HERE = "You don’t sit at this table."


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


async def offer(person: Person, answer: Answer, words: str) -> Seen:
    """The private answer that says why nothing was done."""
    await refused(answer, words)
    return next(message for message in reversed(person.messages()) if message.ephemeral and words in message.text)


async def test_whoever_does_not_sit_there_is_offered_a_seat_where_that_is_said(night: Evening) -> None:
    await seated(night)
    zoe = await night.people.guest("Zoe")
    words = f"{NOT_HERE} Sit down with `/join`: you play from the next deal."
    for answer in (await zoe.click(night.live(zoe), "Draw stock"), await zoe.command("knock")):
        said = await offer(zoe, answer, words)
        assert said.labels == ["Join"]
    await zoe.click(said, "Join")
    await zoe.until(lambda: "You sit down with 20 chips, and play from the next deal." in said.text, "the answer")
    assert said.labels == []
    await night.until(lambda: len(night.table.sitters) == 3, "three")


async def test_between_deals_it_says_nothing_of_the_next_deal(night: Evening) -> None:
    await night.you.command("newgame knock-poker")
    zoe = await night.people.guest("Zoe")
    said = await offer(zoe, await zoe.command("start"), f"{NOT_HERE} Sit down with `/join`.")
    assert "deal" not in said.text
    assert said.labels == ["Join"]


async def test_nobody_is_offered_a_seat_to_get_up_from_or_where_there_is_none(night: Evening) -> None:
    await seated(night)
    zoe = await night.people.guest("Zoe")
    for command in ("leave", "close"):
        said = await offer(zoe, await zoe.command(command), NOT_HERE)
        assert (said.text, said.labels) == (NOT_HERE, [])
    await night.you.command("close")
    await night.until(lambda: night.table.closing, "a table that is to close")
    said = await offer(zoe, await zoe.command("draw", from_="stock"), NOT_HERE)
    assert (said.text, said.labels) == (NOT_HERE, [])
