"""Old deals are packed by themselves, while the bot runs."""

from __future__ import annotations

import asyncio

import pytest

from bot.hosting.packing import EVERY, pack_in_time
from bot.store.model.errors import StoreError
from bot.store.old_deals import AFTER
from tests.bot.ui.evening import Evening, play_out, seated


class Enough(Exception):  # noqa: N818 - ends the loop of a test
    pass


async def looks(night: Evening, count: int) -> None:
    """Lets the bot look that often."""
    left = count

    async def sleep(seconds: float) -> None:
        nonlocal left
        assert seconds == EVERY
        left -= 1
        if left < 0:
            raise Enough

    with pytest.raises(Enough):
        async with asyncio.timeout(30):
            await pack_in_time(night.client, sleep)


async def deals(night: Evening, table: str) -> int:
    """How many deals have actions in that table of the database."""
    (count,) = await night.store._reader.read(
        lambda db: db.execute(f"SELECT count(DISTINCT deal_id) FROM {table}").fetchone()
    )
    return int(count)


async def test_what_is_over_for_a_day_is_packed(night: Evening, caplog: pytest.LogCaptureFixture) -> None:
    await seated(night)
    await play_out(night)
    await night.you.command("close")
    await night.until(lambda: not night.is_open)
    await looks(night, 1)
    assert (await deals(night, "actions"), await deals(night, "packed_deals")) == (1, 0)
    later = night.store.now() + 2 * AFTER
    night.store.old_deals._clock = lambda: later
    with caplog.at_level("INFO"):
        await looks(night, 2)
    assert (await deals(night, "actions"), await deals(night, "packed_deals")) == (0, 1)
    assert caplog.text.count("packed 1 old deals") == 1


@pytest.mark.parametrize("error", [StoreError("The disk is full."), KeyError("what nobody thought of")])
async def test_what_fails_is_tried_again(
    night: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    async def due(after: int) -> None:
        raise error

    monkeypatch.setattr(night.store.old_deals, "due", due)
    await looks(night, 2)
    assert caplog.text.count("old deals could not be packed") == 2
