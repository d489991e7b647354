"""What a showdown shows, and the way back to the table."""

from __future__ import annotations

import asyncio

from tests.bot.ui.evening import Evening, a_turn, dm, play_out, private_answers, seated, sides, written
from tests.kit.painters import Blank


async def test_hands_are_shown_with_what_they_are_made_of_first(two: Evening, blank: Blank) -> None:
    await play_out(two)
    await two.settled()
    view = two.view
    text = (await two.ending()).text
    for seat in view.seats:
        shown = next(args for name, args, _ in blank.drawn if name == "showdown_picture")[0].seats[seat.seat].hand
        assert seat.hand is not None
        ranks = [card.rank for card in shown]
        assert sorted(shown, key=lambda card: card.index) == sorted(seat.hand, key=lambda card: card.index)
        assert ranks.count(ranks[0]) == max(map(ranks.count, ranks))
        words = two.client.desk.texts_in(two.table.guild_id).cards_short(shown)
        assert f"shows {words}" in text
        assert words in two.live().alt_texts[0]


async def test_the_way_to_the_table_is_a_link(night: Evening) -> None:
    two = await seated(night)
    answer = await two.you.command("table")
    assert f"https://discord.com/channels/{two.table.guild_id}/{two.table.channel_id}/" in answer.text


async def test_what_a_deal_came_to_stays_so_after_a_top_up(two: Evening) -> None:
    await play_out(two)
    await two.settled()
    loser = min((two.you, two.ann), key=lambda person: two.seated(person).chips)
    left, full = two.seated(loser).chips, two.table.buy_in
    told = f"{left - full}".replace("-", "−")
    settled = (await two.ending()).text
    assert f"**{loser.name}** {told} ({left} chips)" in settled
    assert f"now have {full} chips at the table" in (await loser.command("topup")).text
    assert two.seated(loser).chips == full
    assert (await two.ending()).text == settled
    own = (await loser.command("hand")).text
    assert f"You lose {full - left}" in own
    assert f"That left you with {left} chips; now you have {full} chips." in own


async def test_a_top_up_is_said_where_it_was_pressed(two: Evening) -> None:
    await play_out(two)
    await two.settled()
    loser = min((two.you, two.ann), key=lambda person: two.seated(person).chips)
    said = f"and now have {two.table.buy_in} chips at the table."
    more = await two.ending(loser)
    before = [message.id for message in loser.messages()]
    await loser.click(more, "Top up")
    await loser.until(lambda: said in more.text, "what was added")
    assert "More" not in more.labels
    assert {"Verify", "Close table"} <= set(more.labels), "the page has what can be done now"
    assert "Top up" not in more.labels
    assert [message.id for message in loser.messages()] == before, "no second message"


async def test_a_double_tap_on_top_up_is_told_once(two: Evening) -> None:
    await play_out(two)
    await two.settled()
    loser = min((two.you, two.ann), key=lambda person: two.seated(person).chips)
    more = await two.ending(loser)
    button = next(part["custom_id"] for part in more.all_components() if ":topup:" in part.get("custom_id", ""))
    before = [message.id for message in loser.messages()]
    taps = await asyncio.gather(*(loser.click(more, custom_id=button) for _ in range(2)))
    await loser.until(lambda: "You add" in more.text, "what was added")
    await asyncio.sleep(0.2)
    assert [said for tap in taps for said in private_answers(tap) if "nothing to add" in said] == []
    assert [message.id for message in loser.messages()] == before, "no second message"
    assert more.text.count("You add") == 1


async def test_more_follows_what_others_do_while_it_is_open(two: Evening) -> None:
    await play_out(two)
    await two.settled()
    theirs, own = await two.ending(two.ann), await two.ending(two.you)
    assert "Pause" in theirs.labels
    await two.you.click(own, "Pause")
    await two.ann.until(lambda: "Resume" in theirs.labels, "the way on")
    assert "Pause" not in theirs.labels
    await two.you.click(two.live(), "Next deal")
    await two.until(lambda: two.table.turn.deal == 2)
    await two.ann.until(lambda: not theirs.labels, "an end of its buttons")


async def test_of_two_who_start_the_next_deal_at_once_neither_is_refused(two: Evening) -> None:
    await play_out(two)
    await two.settled()
    for person in (two.you, two.ann):
        await person.until(lambda: "Next deal" in two.live(person).labels)  # noqa: B023 - it is awaited before the loop goes on
    both = await asyncio.gather(*(person.click(two.live(person), "Next deal") for person in (two.you, two.ann)))
    await two.until(lambda: two.table.turn.deal == 2)
    await two.settled()
    await asyncio.sleep(0.2)
    assert not [said for answer in both for said in private_answers(answer) if "out of date" in said]


async def test_whoever_reads_direct_messages_is_told_that_the_table_closes_and_is_closed(two: Evening) -> None:
    for _ in range(2):  # a panel that was pressed follows what others do
        await a_turn(sides(two)[0])
    await two.you.command("close")
    for person in (two.you, two.ann):
        await written(person, "The table closes after this deal.")
    await play_out(two)
    for person in (two.you, two.ann):
        await written(person, "The deal is over")
        await written(person, "The table is closed.")
        assert dm(person).labels == ["To the table"]
        assert "closes after this deal" not in dm(person).text


async def test_whoever_reads_direct_messages_is_told_where_another_game_goes_on(two: Evening) -> None:
    await play_out(two)
    more = await two.ending()
    choice = next(part for part in more.all_components() if ":another:" in part.get("custom_id", ""))
    await two.you.choose(more, "poe-crumb", custom_id=choice["custom_id"])
    await two.you.click(await two.you.wait_for("Really close this table"), "Yes")
    for person in (two.you, two.ann):
        await written(person, f"The same people go on with Poe Crumb: its table is in <#{two.you.channel}>.")
