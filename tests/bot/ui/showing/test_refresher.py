"""Work that is done again when something has changed: one at a time, the newest state, and again where it fails."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest

from bot.ui.showing import refresher as module
from bot.ui.showing.refresher import Refresher


class Work:
    """Work that a test lets go on, and that fails as it says."""

    def __init__(self, *failures: Exception | None) -> None:
        self.failures = list(failures)
        self.begun = self.done = 0
        self.failed: list[Exception] = []
        self.helps = True
        self.go = asyncio.Event()
        self.go.set()

    async def __call__(self) -> None:
        self.begun += 1
        await self.go.wait()
        if self.failures and (error := self.failures.pop(0)) is not None:
            raise error
        self.done += 1

    def noted(self, error: Exception) -> bool:
        self.failed.append(error)
        return self.helps


def refresher(work: Work, spacing: float = 0.0) -> Refresher:
    return Refresher(work, spacing, work.noted)


async def until(condition: Callable[[], object]) -> None:
    for _ in range(100_000):
        if condition():
            return
        await asyncio.sleep(0)
    raise AssertionError("that did not come about")


async def a_while() -> None:
    """Lets begin whatever is to begin at once."""
    for _ in range(100):
        await asyncio.sleep(0)


async def test_whoever_waits_for_work_that_was_never_to_be_done_goes_on_at_once() -> None:
    async with asyncio.timeout(10):
        await refresher(Work()).caught_up()


async def test_changes_that_come_while_it_works_are_served_by_one_more_time() -> None:
    work = Work()
    work.go.clear()
    live = refresher(work)
    live.wake()
    await until(lambda: work.begun == 1)
    for _ in range(5):
        live.wake()
    assert live.busy
    work.go.set()
    await live.caught_up()
    await until(lambda: not live.busy)
    assert (work.begun, work.done) == (2, 2)


async def test_two_beginnings_keep_their_distance() -> None:
    begun: list[float] = []

    async def work() -> None:
        begun.append(time.monotonic())
        if len(begun) < 3:
            live.wake()

    live, first = Refresher(work, 0.05, lambda error: False), time.monotonic()
    live.wake()
    await live.caught_up()
    await live.close()
    assert len(begun) == 3
    # From before the first one on: between a beginning and its note the machine may do anything.
    assert all(at >= first + 0.049 * number for number, at in enumerate(begun))


async def test_one_is_hurried_and_the_next_keeps_what_distance_is_missing() -> None:
    work = Work()
    live = refresher(work, spacing=60.0)
    live.wake()
    await until(lambda: work.done == 1)
    live.hurry()
    live.wake()
    await until(lambda: work.done == 2)
    live.hurry()
    live.wake()
    await a_while()
    assert (work.begun, live.due) == (2, True)
    await live.close()


async def test_a_hurried_run_waits_for_the_one_that_goes_on() -> None:
    work = Work()
    work.go.clear()
    live = refresher(work, spacing=60.0)
    live.wake()
    await until(lambda: work.begun == 1)
    live.hurry()
    live.wake()
    await a_while()
    assert work.begun == 1
    work.go.set()
    await until(lambda: work.done == 2)
    await live.close()


async def test_what_fails_is_tried_again_with_growing_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = asyncio.get_running_loop()
    pauses = []

    def later(seconds: float, call: Callable[[], object]) -> asyncio.Handle:
        pauses.append(seconds)
        return loop.call_soon(call)

    work = Work(*[ConnectionResetError()] * 6)
    live = refresher(work)
    with monkeypatch.context() as patched:
        patched.setattr(loop, "call_later", later)
        live.wake()
        await until(lambda: work.done)
    assert pauses == [2.0, 5.0, 15.0, 60.0, 60.0, 60.0]
    assert len(work.failed) == 6


async def test_after_success_the_pauses_begin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AGAIN", (0.0, 1000.0))
    work = Work(ValueError(), None, ValueError())
    live = refresher(work)
    live.wake()
    await until(lambda: work.done == 1)
    live.wake()
    await until(lambda: work.done == 2)


async def test_what_can_not_help_is_not_tried_again_before_the_next_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AGAIN", (0.0,))
    work = Work(ValueError())
    work.helps = False
    live = refresher(work)
    live.wake()
    await live.caught_up()
    await until(lambda: not live.busy)
    await asyncio.sleep(0.01)
    assert (work.begun, work.done) == (1, 0)
    live.wake()
    await live.caught_up()
    assert work.done == 1


async def test_while_it_is_held_nothing_begins() -> None:
    work = Work()
    live = refresher(work)
    live.hold()
    live.hold()
    live.wake()
    live.release()
    await asyncio.sleep(0.01)
    assert work.begun == 0
    live.release()
    await live.caught_up()
    assert work.done == 1


@pytest.mark.parametrize("how", ["stop", "close"])
async def test_after_the_end_nothing_begins(monkeypatch: pytest.MonkeyPatch, how) -> None:
    monkeypatch.setattr(module, "AGAIN", (0.0,))
    work = Work(ValueError())
    live = refresher(work)
    live.wake()
    await live.caught_up()
    if how == "stop":
        live.stop()
    else:
        await live.close()
    live.wake()
    await until(lambda: not live.busy)
    await asyncio.sleep(0.01)
    assert work.begun == 1


async def test_what_hangs_is_ended_by_closing() -> None:
    work = Work()
    work.go.clear()
    live = refresher(work)
    live.wake()
    await until(lambda: work.begun)
    await live.close()
    assert (live.busy, work.done) == (False, 0)
