"""What a channel is told of a table or a deal that another version of the program wrote."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.service.pace import Pace
from tests.bot.ui.evening import Evening, bot_on, evening, seated
from tests.kit.painters import Blank

PACE = Pace(turn=0, pause=1000, computer=0)


@contextlib.asynccontextmanager
async def restarted(night: Evening, path: Path, painter: Blank, *statements: str) -> AsyncIterator[None]:
    """The bot, started anew on a database that another version has left."""
    await night.client.close()
    await night.service.stop()
    await night.store.close()
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)
    async with bot_on(night.server, path, painter, PACE) as (store, service, client):
        night.store, night.service, night.client = store, service, client
        yield


async def test_a_table_that_cannot_be_read_says_so_once_and_is_closed_by_command(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, said = tmp_path / "k.sqlite3", "another version of me, and I can’t read it"
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night)
        old = night.live()
        async with restarted(night, path, blank, "UPDATE tables SET game = 'bezique'"):
            told = await night.you.wait_for(said)
            assert "`/close`" in told.text
            await night.until(lambda: not old.labels, "the old message without buttons")
        async with restarted(night, path, blank):
            refused = await night.you.command("newgame dompe")
            assert "another version" in refused.shown.text
            assert "`/close`" in refused.shown.text
            for command in ("join", "table", "hand"):
                assert "another version" in (await night.you.command(command)).shown.text
            stranger = await night.people.guest("Cy")
            assert "You don’t sit at this table" in (await stranger.command("close")).shown.text
            assert "everybody has taken the chips home" in (await night.ann.command("close")).shown.text
            closed = await night.you.wait_for("The table from another version was closed")
            assert not closed.ephemeral
            assert len([m for m in night.you.messages() if said in m.text]) == 1, "not at every start"
            assert "200 chips" in (await night.you.command("chips")).shown.text
            await night.you.command("newgame dompe")
            await night.until(lambda: night.is_open)


async def test_a_deal_that_was_taken_back_is_told_at_the_table(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, said = tmp_path / "k.sqlite3", "The deal was taken back"
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night)
        async with restarted(night, path, blank, "UPDATE deals SET state_hash = '2:no such'"):
            told = await night.you.wait_for(said)
            assert "Everything is as it was before that deal" in told.text
            await night.until(lambda: night.live().text == told.text)
            await night.you.click(told, "Start")
            await night.until(lambda: night.table.turn.deal == 2)
            await night.settled()
            assert said not in night.live().text
