"""What is left of messages when something ends: a lobby, a deal, a table."""

from __future__ import annotations

from tests.bot.ui.evening import dm, play_out, seated


async def test_a_lobby_is_left_with_everybody_who_was_dealt_in(night):
    ann = await night.people.guest("Ann")
    lobby = await night.you.command("newgame knock-poker")
    await night.settled()
    await ann.click(lobby, "Join")
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing")
    await night.settled()
    message = night.you.messages()[-2]
    await night.until(lambda: not message.labels, "the lobby at rest")
    assert "2 players sit" in message.text
    assert "Ann, 20 chips" in message.text


async def test_a_table_that_closes_after_its_last_deal_tells_every_hand_how_it_went(two):
    await two.you.command("close")
    await play_out(two)
    await two.until(lambda: two.table is None, "the table closed")
    for person in (two.you, two.ann):
        await person.until(lambda who=person: "The deal is over" in dm(who).text, "the result")
        await person.until(lambda who=person: dm(who).labels == ["To the table"])


async def test_a_closed_lobby_leaves_no_hands(night):
    await night.you.command("newgame knock-poker")
    hand = await night.you.command("hand")
    await night.you.command("close")
    await night.until(lambda: hand.message.labels == ["To the table"], "the hand at rest")
    assert night.you.dms() == []


async def test_an_answer_that_ends_after_the_bot_has_stopped_looks_at_no_hand(two):
    keeper, table = two.client.board.keeper, two.table.table_id
    async with keeper.answering(table, int(two.you.id)):
        await two.client.close()
    assert all(holder.task is None for holder in keeper._holders.values())


async def test_hands_are_shown_with_what_they_are_made_of_first(two, blank):
    await play_out(two)
    await two.settled()
    view = two.table.view
    text = two.live().text
    for seat in view.seats:
        shown = next(args for name, args, _ in blank.drawn if name == "showdown_picture")[0].seats[seat.seat].hand
        ranks = [one.rank for one in shown]
        assert sorted(shown, key=lambda one: one.index) == sorted(seat.hand, key=lambda one: one.index)
        assert ranks.count(ranks[0]) == max(map(ranks.count, ranks))
        words = two.client.desk.texts_in(two.table.guild_id).cards_short(shown)
        assert f"shows {words}" in text
        assert words in two.live().alt_texts[0]


async def test_the_way_to_the_table_is_a_link(night):
    two = await seated(night)
    answer = await two.you.command("table")
    assert f"https://discord.com/channels/{two.table.guild_id}/{two.table.channel_id}/" in answer.text
