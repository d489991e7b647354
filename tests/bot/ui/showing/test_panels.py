"""Whose hand is kept true: while an answer is under way, and after the end."""

from __future__ import annotations

import asyncio

import pytest

from bot.ui.showing.panel import Panel
from tests.bot.ui.evening import Evening


async def test_an_answer_that_ends_after_the_bot_has_stopped_looks_at_no_hand(two: Evening) -> None:
    panels, table = two.client.showing.panels, two.table.table_id
    async with panels.answering(table, int(two.you.id)):
        await two.client.close()
    assert panels.kept
    assert not panels.busy


async def test_a_panel_that_is_losing_its_buttons_is_left_alone_when_the_bot_stops(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def end(panel: Panel) -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    monkeypatch.setattr(Panel, "end", end)
    await two.you.command("close", now=True)
    await begun.wait()
    await two.client.close()
    assert ended.is_set()
