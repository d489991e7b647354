"""An evening of three hours, with Discord's limits on: what it leaves in the channel, and what is refused."""

from __future__ import annotations

from bot.local.testing.driver import Person
from tests.bot.ui.evening import Evening, a_turn, dm, sides

MINUTE = 60.0
THREE_HOURS = 180 * MINUTE


async def a_deal(night: Evening, pause: float, *, turns: int = 2) -> None:
    """Some turns, then a knock, with a pause before each turn."""
    while night.table.stage == "playing":
        night.later(pause)
        person = sides(night)[0]
        await labelled_newest(person, "Draw stock")
        await a_turn(person, knock=turns == 0)
        turns -= 1
        await night.settled()


async def labelled_newest(person: Person, label: str) -> None:
    """Waits until the person's newest direct message has that button: it may take another's place."""
    await person.until(lambda: label in dm(person).labels, label)


async def next_deal(night: Evening) -> None:
    """The next deal, from the table's message."""
    deal = night.table.turn.deal
    await night.until(lambda: "Next deal" in night.live().labels, "the end of the deal")
    await night.you.click(night.live(), "Next deal")
    await night.until(lambda: night.table.turn.deal == deal + 1)
    await night.settled()


async def test_three_hours_leave_the_table_and_a_line_a_deal_and_nothing_is_refused(two: Evening) -> None:
    await two.you.faults(rate_limits=True)
    await two.you.counts(clear=True)
    begun, posted = two.client.desk.clock(), {two.table.live_message}
    while two.client.desk.clock() - begun < THREE_HOURS:
        await a_deal(two, 5 * MINUTE)
        await next_deal(two)
        posted.add(two.table.live_message)
        await two.until(lambda: len(two.public()) == two.table.turn.deal, "one table, and a line for each deal before")
    table = two.live()
    assert [message for message in two.public() if message.labels] == [table]
    lines = [message for message in two.public() if message is not table]
    assert len(lines) == two.table.turn.deal - 1
    assert all(message.text.startswith("-# Deal") and not message.edited for message in lines)
    assert 3 <= len(posted) <= 5, "a new message each time the old one was three quarters of an hour old"
    counts = await two.you.counts()
    assert [kind for kind in counts.requests if kind["own_token"] and kind["refused"]] == []


async def test_a_deal_of_hours_is_posted_anew_when_discord_takes_no_more_edits(two: Evening) -> None:
    two.server.context.rates.rates.old_edits = (1, 600.0)
    await two.you.faults(rate_limits=True)
    old = two.live()
    await a_deal(two, 40 * MINUTE, turns=6)
    await two.until(lambda: old.gone, "the old message to go")
    await two.until(lambda: two.public() == [two.live()], "the last call to go")
    await two.until(lambda: two.live().labels == ["Next deal", "More"], "the end of the deal")
    counts = await two.you.counts()
    assert counts.invalid < 10, "each refusal posts a new message, which is edited for an hour"
