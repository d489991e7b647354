"""When Discord counts as away, and when as there."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from bot.ui.showing import reach
from bot.ui.showing.reach import FAILING, Reach


class Line:
    """A connection of which a test says what becomes of its requests."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(reach, "ASKED_AGAIN", (0.0,))
        self.said: list[str] = []
        self.asked = 0
        self.works = asyncio.Event()
        self.tasks: list[asyncio.Task[object]] = []
        self.reach = Reach(
            lambda shard: self.said.append("lost" if shard == 0 else f"lost {shard}"),
            lambda shard: self.said.append("found" if shard == 0 else f"found {shard}"),
            self._ask,
            self._spawn,
        )

    async def answer(self, status: int) -> None:
        await self.reach._answered(None, SimpleNamespace(), SimpleNamespace(response=SimpleNamespace(status=status)))  # type: ignore[arg-type]

    async def cut(self, error: BaseException) -> None:
        await self.reach._unanswered(None, SimpleNamespace(), SimpleNamespace(exception=error))  # type: ignore[arg-type]

    async def _ask(self) -> None:
        self.asked += 1
        if self.asked < 3:
            await self.answer(503)
            raise OSError
        await self.works.wait()
        await self.answer(200)

    def _spawn(self, work: Coroutine[Any, Any, object]) -> object:
        task = asyncio.create_task(work)
        self.tasks.append(task)
        return task


@pytest.fixture
async def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    return Line(monkeypatch)


async def test_before_the_gateway_is_ready_nobody_is_reached(line: Line) -> None:
    assert (line.reach.reached, line.said) == (frozenset(), [])
    for ready in (True, True, False, False, True):
        line.reach.gateway(0, ready)
    assert line.said == ["found", "lost", "found"], "each change is told once"


async def test_each_shard_comes_and_goes_by_itself_and_requests_are_of_all(line: Line) -> None:
    line.reach.gateway(1, True)
    line.reach.gateway(0, True)
    line.reach.gateway(1, False)
    assert line.said == ["found 1", "found", "lost 1"]
    assert (line.reach.reached, line.reach.connected) == ({0}, {0})
    line.reach.gateway(1, True)
    for _ in range(FAILING):
        await line.answer(500)
    assert line.said[3:] == ["found 1", "lost", "lost 1"]
    assert (line.reach.reached, line.reach.connected) == (set(), {0, 1})
    line.reach.gateway(1, False)
    await line.answer(200)
    assert line.said[6:] == ["found"]


async def test_some_failing_requests_are_nothing_but_many_in_a_row_are_an_outage(line: Line) -> None:
    line.reach.gateway(0, True)
    for _ in range(5):
        for _ in range(FAILING - 1):
            await line.answer(500)
        await line.answer(404)
    assert line.said == ["found"], "a refusal is an answer"
    await line.answer(502)
    await line.cut(aiohttp.ServerDisconnectedError())
    await line.cut(asyncio.CancelledError())
    assert line.said == ["found"], "what the bot itself gave up has not failed"
    await line.cut(TimeoutError())
    assert line.said == ["found", "lost"]
    line.works.set()
    await asyncio.gather(*line.tasks)
    assert line.said == ["found", "lost", "found"]
    assert (line.asked, len(line.tasks)) == (3, 1), "it was asked again until there was an answer"


async def test_an_answer_counts_for_nothing_while_the_gateway_is_lost(line: Line) -> None:
    await line.answer(200)
    assert line.said == []


async def test_where_others_may_have_taken_over_nobody_is_reached(line: Line) -> None:
    line.reach.gateway(0, True)
    line.reach.cut_off(cut_off=True)
    line.reach.gateway(1, True)
    assert (line.said, line.reach.reached) == (["found", "lost"], frozenset())
    line.reach.cut_off(cut_off=False)
    assert line.said == ["found", "lost", "found", "found 1"]
