"""What need not be kept is forgotten by itself, while the bot runs."""

from __future__ import annotations

import asyncio
from unittest.mock import Mock

import pytest

from bot.hosting.forgetting import forget_in_time
from bot.store.model.errors import StoreError
from bot.store.privacy import DAY, Retention
from tests.bot.ui.evening import Evening


class Enough(Exception):  # noqa: N818 - ends the loop of a test
    pass


async def looks(night: Evening, count: int) -> None:
    """Lets the bot look that often."""
    left = count

    async def sleep(seconds: float) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise Enough

    with pytest.raises(Enough):
        async with asyncio.timeout(30):
            await forget_in_time(night.client, sleep)


async def test_a_server_without_the_bot_is_forgotten_and_the_others_stay(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts_forgotten = Mock()
    monkeypatch.setattr(night.client.desk.catalogue, "forget_names", texts_forgotten)
    lobby = await night.you.command("newgame knock-poker")
    await night.you.command("close")
    await night.until(lambda: not night.is_open)
    assert lobby.shown
    night.store.privacy.retention = Retention(left_server_days=1)
    night.store.privacy._clock = lambda: 0.0
    await night.store.step(lambda books: books._db.execute("INSERT INTO members VALUES (5, 6, 'Gone')"))
    await looks(night, 1)
    texts_forgotten.assert_not_called()
    night.store.privacy._clock = lambda: 2 * DAY
    await looks(night, 1)
    texts_forgotten.assert_called_once_with()
    servers = await night.store._reader.read(lambda db: [row[0] for row in db.execute("SELECT guild_id FROM members")])
    assert servers == [int(night.client.guilds[0].id)]


@pytest.mark.parametrize("error", [StoreError("The disk is full."), KeyError("what nobody thought of")])
async def test_what_fails_is_tried_again(
    night: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    async def forget(servers: object, known: object) -> None:
        raise error

    monkeypatch.setattr(night.store.privacy, "forget", forget)
    await looks(night, 2)
    assert caplog.text.count("what is to be forgotten could not be") == 2
