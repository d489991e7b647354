"""Processes in which computer players think: answers in time, or none, whatever happens to the process."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.processes import thinkers as module
from bot.processes.child import Child
from bot.processes.thinkers import NOBODY, SECONDS, WAITING, Job, NotThoughtError, Thinkers
from engine.game import GAMES
from engine.memory import begin
from engine.players.base import Choice, Limit
from engine.players.choosing import decide
from engine.players.levels import WORLDS
from engine.simulate import fresh_stakes
from tests.bot.processes import jobs
from tests.kit.waiting import until

LONG = 60.0
"""Seconds in which an answer comes even here."""


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    fresh = Thinkers(1)
    fresh.begin()
    await ready(fresh)
    yield fresh
    await fresh.close()


async def ready(thinkers: Thinkers) -> None:
    await until(lambda: bool(thinkers._ready))


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """Where a file comes when a job may end."""
    return tmp_path / "gate"


async def begun(thinkers: Thinkers, job: Job[str]) -> asyncio.Task[str]:
    """That job, which its process has begun."""
    task = asyncio.create_task(thinkers.submit(job, LONG))
    await asyncio.sleep(0)
    await until(lambda: not thinkers.waiting)
    return task


async def refused(thinkers: Thinkers, job: Job[Any], within: float = LONG) -> str:
    with pytest.raises(NotThoughtError) as caught:
        await thinkers.submit(job, within)
    return caught.value.outcome


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_level_decides_there_as_it_does_here(thinkers: Thinkers, game: str) -> None:
    there = GAMES[game]
    rules, seats = there.rules(), there.telling.recommended[0]
    state = there.new_deal(rules, seats, fresh_stakes(there, seats), there.pack(rules, seats).deck(()))
    view = there.observe(state, there.to_act(state)[0])
    memory = begin(view, there.telling.opening(state))
    for level in ("novice", "regular"):
        choice = await thinkers.submit(Job(decide, (view, memory, level, "friendly", bytes(32))), LONG)
        assert choice == decide(view, memory, level, "friendly", bytes(32), Limit(0))
    choice = await thinkers.submit(Job(decide, (view, memory, "expert", "friendly", bytes(32)), worlds=30), LONG)
    assert isinstance(choice, Choice)
    assert choice.worlds <= 30


async def test_an_answer_comes_from_another_process_and_is_counted(thinkers: Thinkers) -> None:
    seconds: list[float] = []
    thinkers.on_answer = seconds.append
    assert await thinkers.submit(Job(jobs.pid, ()), LONG) in thinkers.pids
    assert os.getpid() not in thinkers.pids
    assert await thinkers.submit(Job(jobs.limits, ()), LONG) == (WORLDS, SECONDS)
    assert await thinkers.submit(Job(jobs.limits, (), worlds=7, seconds=0.25), LONG) == (7, 0.25)
    assert thinkers.outcomes == {"done": 3}
    assert len(seconds) == 3
    assert min(seconds) > 0


async def test_a_job_is_never_given_more_time_than_there_is(thinkers: Thinkers) -> None:
    _, seconds = await thinkers.submit(Job(jobs.limits, (), seconds=LONG), 20.0)
    assert seconds is not None
    assert 0 < seconds <= 20.0


async def test_one_more_than_can_wait_is_refused_and_searches_are_cut_short(thinkers: Thinkers, gate: Path) -> None:
    first = await begun(thinkers, Job(jobs.lasts_until, (gate,)))
    waiting = [asyncio.create_task(thinkers.submit(Job(jobs.limits, ()), LONG)) for _ in range(WAITING)]
    await asyncio.sleep(0)
    assert thinkers.waiting == WAITING
    assert await refused(thinkers, Job(jobs.limits, ())) == "full"
    jobs.open_gate(gate)
    found = [(await task)[0] for task in waiting]
    assert found == sorted(found), "the fewer wait, the further a search goes"
    assert set(found) == {WORLDS // 4, WORLDS // 2, WORLDS}
    assert await first == "done"


async def test_what_nobody_waits_for_any_more_leaves_its_place(thinkers: Thinkers, gate: Path) -> None:
    first = await begun(thinkers, Job(jobs.lasts_until, (gate,), seconds=LONG))
    given_up = [asyncio.create_task(thinkers.submit(Job(jobs.limits, ()), LONG)) for _ in range(WAITING - 1)]
    late = asyncio.create_task(refused(thinkers, Job(jobs.limits, ()), 0.01))
    await asyncio.sleep(0)
    assert thinkers.waiting == WAITING
    for task in given_up:
        task.cancel()
    assert await late == "late"
    assert not thinkers.waiting
    last = asyncio.create_task(thinkers.submit(Job(jobs.limits, ()), LONG))
    jobs.open_gate(gate)
    assert await last == (WORLDS, SECONDS), "and shortens no search"
    assert await first == "done"


async def test_what_is_refused_and_cut_short_depends_on_no_job() -> None:
    """A full queue refuses whatever is asked: it has not looked at it."""
    alone = Thinkers(1)
    alone._ready = set(alone._children)
    tasks = [asyncio.create_task(alone.submit(Job(jobs.limits, ()), LONG)) for _ in range(WAITING)]
    await asyncio.sleep(0)
    for job in (Job(jobs.limits, ()), Job(jobs.fails, (), worlds=1, seconds=0.001)):
        assert await refused(alone, job) == "full"
    await alone.close()
    found = await asyncio.gather(*tasks, return_exceptions=True)
    assert {str(error) for error in found} == {"closed"}


async def test_an_answer_that_is_late_is_none(thinkers: Thinkers, gate: Path) -> None:
    assert await refused(thinkers, Job(jobs.lasts_until, (gate,)), 0.05) == "late"
    jobs.open_gate(gate)
    assert await thinkers.submit(Job(jobs.pid, ()), LONG) in thinkers.pids, "the answers don't get mixed up"


async def test_a_job_whose_time_is_up_before_its_turn_is_not_begun(thinkers: Thinkers, gate: Path) -> None:
    pids = thinkers.pids
    first = await begun(thinkers, Job(jobs.lasts_until, (gate,)))
    assert await refused(thinkers, Job(jobs.dies, ()), 0.05) == "late"
    jobs.open_gate(gate)
    assert await first == "done"
    assert await thinkers.submit(Job(jobs.pid, ()), LONG) in pids


async def test_a_job_that_nobody_wants_any_more_is_not_begun(thinkers: Thinkers, gate: Path) -> None:
    pids = thinkers.pids
    first = await begun(thinkers, Job(jobs.lasts_until, (gate,)))
    unwanted = asyncio.create_task(thinkers.submit(Job(jobs.dies, ()), LONG))
    await asyncio.sleep(0)
    unwanted.cancel()
    jobs.open_gate(gate)
    assert await first == "done"
    assert await thinkers.submit(Job(jobs.pid, ()), LONG) in pids


async def test_a_dead_process_gives_no_answer_and_is_started_anew(thinkers: Thinkers) -> None:
    (dead,) = thinkers.pids
    assert await refused(thinkers, Job(jobs.dies, ())) == "lost"
    assert await refused(thinkers, Job(jobs.pid, ())) == "lost", "at once: nobody waits for a process to start"
    await ready(thinkers)
    (alive,) = thinkers.pids
    assert alive != dead
    os.kill(alive, signal.SIGKILL)
    assert await refused(thinkers, Job(jobs.pid, ())) == "lost"
    await ready(thinkers)
    assert await thinkers.submit(Job(jobs.pid, ()), LONG) not in {dead, alive}


async def test_a_process_that_hangs_is_started_anew(
    thinkers: Thinkers, gate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_GRACE", 0.1)
    (hanging,) = thinkers.pids
    assert await refused(thinkers, Job(jobs.lasts_until, (gate,), seconds=0.1)) == "lost"
    await ready(thinkers)
    assert thinkers.pids != (hanging,)


async def test_an_error_gives_no_answer_and_the_log_names_no_card(
    thinkers: Thinkers, caplog: pytest.LogCaptureFixture
) -> None:
    unpickled = Job(lambda limit: None, ())
    for job, kind in ((Job(jobs.fails, ()), "KeyError"), (Job(jobs.refuses, ()), "FailedError"), (unpickled, "Error")):
        caplog.clear()
        assert await refused(thinkers, job) == "failed"
        assert kind in caplog.text
        assert "KH" not in caplog.text
    assert {record.levelno for record in caplog.records} == {logging.ERROR}
    assert await thinkers.submit(Job(jobs.pid, ()), LONG) in thinkers.pids


async def test_closing_waits_for_nothing_and_leaves_nothing_behind(thinkers: Thinkers, gate: Path) -> None:
    (pid,) = thinkers.pids
    thinking = await begun(thinkers, Job(jobs.lasts_until, (gate,), seconds=LONG))
    waiting = asyncio.create_task(thinkers.submit(Job(jobs.pid, ()), LONG))
    await asyncio.sleep(0)
    await thinkers.close()
    assert await refused(thinkers, Job(jobs.pid, ())) == "closed"
    for task in (thinking, waiting):
        with pytest.raises(NotThoughtError, match="closed"):
            await task
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.parametrize("nobody", [NOBODY, Thinkers(0)])
async def test_without_a_process_there_is_no_answer(nobody: Thinkers) -> None:
    assert await refused(nobody, Job(jobs.pid, ())) == "lost"


async def test_a_process_that_cannot_be_started_is_told_of(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def start(child: object) -> None:
        raise OSError("no memory")

    monkeypatch.setattr(Child, "start", start)
    alone = Thinkers(1)
    alone.begin()
    await until(lambda: "could not be started" in caplog.text)
    assert await refused(alone, Job(jobs.pid, ())) == "lost"
    await alone.close()
