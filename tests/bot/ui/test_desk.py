"""What runs in the background: what ends by itself, and what goes on for as long as the bot does."""

from __future__ import annotations

import asyncio

from tests.bot.ui.evening import Evening


async def test_what_goes_on_for_good_counts_as_no_work_and_stops_with_the_rest(night: Evening) -> None:
    desk, stopped, done = night.client.desk, list[str](), asyncio.Event()

    async def until_stopped(name: str) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.append(name)

    await night.until(lambda: not desk.busy, "the end of what follows a start")
    desk.keep_running(until_stopped("lasting"))
    assert not desk.busy
    desk.spawn(done.wait())
    assert desk.busy
    done.set()
    await night.until(lambda: not desk.busy, "the end of the work")
    assert stopped == []
    desk.spawn(until_stopped("spawned"))
    await asyncio.sleep(0)
    await desk.close()
    assert sorted(stopped) == ["lasting", "spawned"]
