"""What runs in the background: what ends by itself, and what goes on for as long as the bot does."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.ui.desk import SETTINGS_LAST
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


async def test_settings_that_another_process_may_have_changed_are_read_again(night: Evening) -> None:
    desk, now, user = night.client.desk, 1000.0, 4711
    desk.clock = lambda: now
    assert (await desk.settings(user)).locale == ""
    await night.service.people.note_locale(user, "de", 1)  # as another process does
    now += SETTINGS_LAST
    assert (await desk.settings(user)).locale == "", "there is no other process"
    desk.serving.shared = True
    assert (await desk.settings(user)).locale == "de"
    await night.service.people.note_locale(user, "fr", 2)
    now += SETTINGS_LAST - 1
    assert (await desk.settings(user)).locale == "de"


async def test_what_was_heard_of_lately_is_told_to_others_and_not_served_again(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, now = night.client.desk, 1000.0
    monkeypatch.setattr("bot.ui.desk.time", SimpleNamespace(monotonic=lambda: now))
    assert desk.takes(cast(Any, SimpleNamespace(id=1)))
    now += 5
    desk.heard_elsewhere([2, 3])
    desk.passed_on(5)
    assert desk.heard_within(4) == [2, 3, 5]
    assert desk.heard_within(5) == [1, 2, 3, 5]
    assert desk.takes(cast(Any, SimpleNamespace(id=5))), "it came back"
    assert [desk.takes(cast(Any, SimpleNamespace(id=number))) for number in (2, 3, 4)] == [False, False, True]
