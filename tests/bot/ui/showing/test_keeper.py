"""Whose hand is kept true: while an answer is under way, and after the end."""

from __future__ import annotations

from tests.bot.ui.evening import Evening


async def test_an_answer_that_ends_after_the_bot_has_stopped_looks_at_no_hand(two: Evening) -> None:
    keeper, table = two.client.showing.keeper, two.table.table_id
    async with keeper.answering(table, int(two.you.id)):
        await two.client.close()
    assert keeper.kept
    assert not keeper.busy
