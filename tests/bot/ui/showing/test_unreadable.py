"""A channel is told once that its table is of another version, and how it is closed."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.service.pace import Pace
from bot.store.model.errors import StoreError
from tests.bot.ui.evening import Evening, bot_on, dm, evening, forgotten, loses_its_buttons, seated, sides
from tests.kit.painters import Blank

PACE = Pace(turn=0, pause=1000, computer=0)


def said(night: Evening, words: str) -> list:
    """The messages for all that say this."""
    return [m for m in night.you.messages() if not m.ephemeral and words in m.text]


async def test_it_is_said_once_and_the_old_buttons_go(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "k.sqlite3"
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night)
        old, hands = night.live(), [dm(night.you), dm(night.ann)]
        await night.client.close()
        await night.service.stop()
        await night.store.close()
        with sqlite3.connect(path) as db:
            db.execute("UPDATE tables SET game = 'whist'")
        db.close()
        for _ in range(2):
            async with bot_on(night.server, path, blank, PACE) as (store, service, client):
                night.store, night.service, night.client = store, service, client
                assert service.orphans()
                await night.you.until(lambda: said(night, "This table can’t go on"))
                await night.until(lambda: not any(label.startswith("Draw") for label in old.labels), "the old buttons")
                for person, hand in zip((night.you, night.ann), hands, strict=True):
                    await loses_its_buttons(person, hand)
        assert len(said(night, "This table can’t go on")) == 1
        async with bot_on(night.server, path, blank, PACE) as (store, service, client):
            night.store, night.service, night.client = store, service, client
            assert "closed" in (await night.you.command("close")).text
            await night.you.until(lambda: said(night, "The table from another version was closed."))
            await forgotten(night, "")


async def test_it_is_said_at_once_where_it_turns_out_while_the_bot_runs(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "k.sqlite3"
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night)
        with sqlite3.connect(path) as db:
            db.execute("UPDATE tables SET game = 'whist'")
        db.close()

        async def step(*_: object, **__: object) -> None:
            raise StoreError("the disk is full")

        with monkeypatch.context() as failing:
            failing.setattr(night.store, "step", step)
            await sides(night)[0].command("draw", from_="stock")  # after that the table is read again
        await night.you.until(lambda: said(night, "This table can’t go on"))
        assert night.service.orphans()
        await asyncio.sleep(0.1)
        assert len(said(night, "This table can’t go on")) == 1
