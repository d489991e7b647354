"""The button **Join**: it seats whoever comes, and shows the panel to whoever sits there."""

from __future__ import annotations

from bot.local.testing.driver import Person
from bot.local.testing.seen import Answer, Seen
from bot.service.model import Person as Member
from tests.bot.ui.clicks.test_setting_up import control, private
from tests.bot.ui.evening import Evening, play_out, refused, seated

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


async def test_whoever_sits_down_for_practice_is_told_whose_the_chips_are(night: Evening) -> None:
    lobby = await night.you.command("newgame knock-poker")
    await night.you.click(lobby, "Add computer player")
    await night.you.until(lambda: "Start" in lobby.shown.labels, "the button")
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.practice)
    zoe = await night.people.guest("Zoe")
    said = (await zoe.command("join")).text
    assert said == "You sit down with 20 chips of the house’s, and play from the next deal: this table is for practice."


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


async def lock(night: Evening, locked: bool = True) -> None:
    """The host has nobody new sit down who isn't invited, or lets everybody sit down again."""
    host = Member(night.table.guild_id, int(night.you.id), "You")
    key = 900 + locked
    await night.service.hosting.lock(night.table.table_id, host, locked, key, moderator=True)


async def invite(night: Evening, person: Person) -> None:
    """The host invites somebody."""
    host, key = Member(night.table.guild_id, int(night.you.id), "You"), 1000 + int(person.id)
    await night.service.hosting.invite(night.table.table_id, host, int(person.id), key, moderator=True)


async def remove(night: Evening, person: Person) -> None:
    """The host removes somebody."""
    host, sitting = Member(night.table.guild_id, int(night.you.id), "You"), night.seated(person).sitting_id
    await night.service.hosting.remove(night.table.table_id, host, sitting, 2000 + sitting, moderator=True)


async def test_a_locked_table_offers_a_seat_to_whoever_is_invited_alone(two: Evening) -> None:
    await lock(two)
    zoe, dee = await two.people.guest("Zoe"), await two.people.guest("Dee")
    await invite(two, dee)
    said = await offer(zoe, await zoe.command("knock"), NOT_HERE)
    assert (said.text, said.labels) == (NOT_HERE, [])
    said = await offer(dee, await dee.command("knock"), NOT_HERE)
    assert said.labels == ["Join"]
    await play_out(two)
    await two.settled()
    await remove(two, two.ann)
    offered = {}
    for person in (zoe, dee, two.ann):
        more = private(await person.click(two.live(person), "More"))
        offered[person.id] = "Join" in more.labels
    assert offered == {zoe.id: False, dee.id: True, two.ann.id: False}
    await lock(two, False)
    assert "Join" in private(await zoe.click(two.live(zoe), "More")).labels
    assert "Join" not in private(await two.ann.click(two.live(two.ann), "More")).labels, "removed"


async def test_more_stays_where_a_seat_is_refused_and_shows_what_can_be_done_once_seated(two: Evening) -> None:
    await play_out(two)
    await two.settled()
    zoe = await two.people.guest("Zoe")
    more = private(await zoe.click(two.live(zoe), "More"))
    told = more.text
    await lock(two)
    await refused(await zoe.click(more, "Join"), "This table is locked")
    assert more.text == told
    assert "Join" in more.labels, "she may be invited meanwhile"
    await invite(two, zoe)
    await zoe.click(more, "Join")
    await zoe.until(lambda: "You sit down with 20 chips" in more.text, "the answer")
    assert told.splitlines()[-1] in more.text
    assert {"Leave", "Pause", "Add computer player"} <= set(more.labels)
    await zoe.click(more, "Add computer player")
    await zoe.until(lambda: "Remove one" in more.labels, "the computer player")
    await zoe.choose(more, "expert", custom_id=control(more, "level:"))
    await zoe.until(lambda: "computer player" in more.text and "expert" in more.text, "the level")
    await zoe.click(more, "Remove one")
    await zoe.until(lambda: "Remove one" not in more.labels, "the end of the computer player")
    anns = private(await two.ann.click(two.live(two.ann), "More"))
    await two.ann.click(anns, "Close table")
    await two.ann.until(lambda: "close" in anns.text, "the vote")
    assert "Leave" in anns.labels
    await zoe.click(more, "Leave")
    await zoe.until(lambda: "You get up" in more.text, "the answer")
    assert "Join" in more.labels
    await two.you.click(two.live(), "Next deal")
    await zoe.until(lambda: not more.labels, "the end of the buttons")


async def test_whoever_sits_down_where_the_table_is_to_close_is_told_no_next_deal(two: Evening) -> None:
    await two.you.command("close")
    await two.until(lambda: two.table.closing, "a table that is to close")
    zoe = await two.people.guest("Zoe")
    said = (await zoe.command("join")).text
    assert said == "You sit down with 20 chips. The table closes after this deal: you play only if it stays open."
    await zoe.until(lambda: "Zoe would play from the next deal." in two.live(zoe).text, "the table with Zoe")
    hand = await zoe.command("hand")
    assert "and the table closes after it. If it stays open, you play from the next one." in hand.text


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
