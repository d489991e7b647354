"""A table's first message is the answer to /newgame; where it is lost, the table is shown all the same."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot.service.pace import Pace
from bot.ui.showing.answer import Answer
from bot.ui.showing.publisher import Publisher
from bot.ui.showing.thinking import ThinkingAnswers
from tests.bot.ui.evening import Evening, bot_on, refused
from tests.kit.painters import Blank

PACE = Pace(turn=0, pause=1000, computer=0)


async def never(*given: object) -> None:
    """What a killed bot does not come to."""
    await asyncio.Event().wait()


async def killed(night: Evening, now: Path, then: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot is killed once a table is open, and before it has answered /newgame with its lobby: its database is then
    as in that file."""
    with monkeypatch.context() as patch:
        for what in ("show", "finish_at_once", "finish_later"):
            patch.setattr(Answer, what, never)
        patch.setattr(Publisher, "_publish", never)
        asked = asyncio.create_task(night.you.command("newgame knock-poker"))
        await night.until(lambda: night.is_open and night.table.live_message, "the table, and what is to show it")
        with contextlib.closing(sqlite3.connect(now)) as db, contextlib.closing(sqlite3.connect(then)) as left:
            db.backup(left)
        await night.client.close()
        asked.cancel()
    await night.service.stop()
    await night.store.close()


@pytest.mark.parametrize("told", [{"app_permissions": "0"}, {}])
async def test_that_the_bot_has_no_permission_is_only_believed_where_it_doesnt_see_the_channel(
    night: Evening, monkeypatch: pytest.MonkeyPatch, told: dict[str, str]
) -> None:
    state = night.client._connection
    serve = state.serve

    def told_so(data: Any) -> None:
        serve({name: part for name, part in data.items() if name != "app_permissions"} | told)

    monkeypatch.setattr(state, "serve", told_so)
    await night.you.deny_bot("send_messages", "view_channel")
    await refused(await night.you.command("newgame knock-poker"), "I can’t run a table here without these permissions")
    assert not night.is_open
    await night.you.deny_bot()
    await night.you.command("newgame knock-poker")
    assert night.is_open


async def led_to_it(night: Evening) -> None:
    """Whoever opens another table there is led to the lobby, which is there."""
    answer = await night.you.command("newgame dompe")
    await refused(answer, "You sit at the table of Knock Poker in this channel already: [To the table](")
    assert f"/{night.live_message})" in answer.text
    assert "## Knock Poker" in night.live().text


async def test_whoever_opens_a_table_where_the_message_of_another_is_gone_has_that_posted_again(night: Evening) -> None:
    await night.you.command("newgame knock-poker")
    await night.settled()
    lost = night.live_message
    await night.client.get_partial_messageable(night.channel_id).get_partial_message(lost).delete()
    await led_to_it(night)
    assert night.live_message != lost


async def test_a_table_whose_bot_was_killed_before_its_message_came_is_shown_by_the_next(
    night: Evening, tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    await killed(night, tmp_path / "k.sqlite3", tmp_path / "left.sqlite3", monkeypatch)
    async with bot_on(night.server, tmp_path / "left.sqlite3", blank, PACE) as (
        night.store,
        night.service,
        night.client,
    ):
        await night.until(lambda: "## Knock Poker" in " ".join(m.text for m in night.public()), "the lobby")
        await led_to_it(night)


async def test_an_answer_that_has_become_a_tables_message_is_not_taken_away_as_pending(
    night: Evening, tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord fails when the answer is to be taken away after the kill, so that the table goes on with it."""
    await killed(night, tmp_path / "k.sqlite3", tmp_path / "left.sqlite3", monkeypatch)
    looked, shown, fetch, publish = asyncio.Event(), asyncio.Event(), discord.Webhook.fetch_message, Publisher._publish

    async def away(*given: object) -> None:
        raise aiohttp.ClientError

    async def fetched(hook: discord.Webhook, number: Any) -> discord.WebhookMessage:
        message = await fetch(hook, number)
        looked.set()
        await shown.wait()
        return message

    async def published(publisher: Publisher) -> None:
        await looked.wait()
        await publish(publisher)

    monkeypatch.setattr(ThinkingAnswers, "_take_away", away)
    monkeypatch.setattr(discord.Webhook, "fetch_message", fetched)
    monkeypatch.setattr(Publisher, "_publish", published)
    async with bot_on(night.server, tmp_path / "left.sqlite3", blank, PACE) as (
        night.store,
        night.service,
        night.client,
    ):
        await night.until(lambda: "## Knock Poker" in " ".join(m.text for m in night.public()), "the lobby")
        shown.set()
        await night.until(lambda: not night.client.desk.busy, "what was pending")
        assert "## Knock Poker" in night.live().text
